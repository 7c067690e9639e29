//! Where to begin when the other side may take that stone over, and when to take it over.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, HexPly, Swap},
};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::sight::Sight;
use crate::{Clock, hex::WINNING};

/// What first cells are worth, for some sizes, by search.
const TABLES: &str = include_str!("openings.txt");
/// How far from even, from 0 to 1, a first stone may be that is to be fair.
const FAIR: f32 = 0.09;
/// Where no table says it, fair cells are looked for in so many rows from the edge.
const ROWS: usize = 3;

/// Whether the first player wins after beginning on a cell and without a swap, where boards of a size
/// are solved.
pub fn wins(size: usize, cell: Cell) -> Option<bool> {
    let (_, winning) = WINNING.iter().find(|(of, _)| *of == size)?;
    Some(winning.split(' ').any(|name| name == cell.name()))
}

/// What the first player scores, from 0 to 1, after beginning on a cell and without a swap.
fn known(size: usize, cell: Cell) -> Option<f32> {
    let mut lines = TABLES.lines();
    lines.find(|line| line.strip_prefix("size ").is_some_and(|of| of.parse() == Ok(size)))?;
    let row = lines.nth(cell.row())?;
    let thousandths: f32 = row.split(' ').nth(cell.column())?.parse().ok()?;
    Some(thousandths / 1000.0)
}

/// The swap that is open, and whether it is worth making, where a table knows that.
pub fn swap(position: &Hex) -> Option<(HexPly, Option<bool>)> {
    let plies = position.legal_plies();
    let swap = plies.into_iter().find(|ply| !matches!(ply, HexPly::Stone(_)))?;
    let first = position.stones().next().map(|(cell, _)| cell);
    let size = position.size();
    let strong = |cell| wins(size, cell).or(known(size, cell).map(|first| first > 0.5));
    Some((swap, first.and_then(strong)))
}

/// A first stone that is about as good for either side, where it may be taken over.
pub fn first(
    position: &Hex,
    sight: &mut Sight,
    rng: &mut Xoshiro256PlusPlus,
    clock: &mut Clock,
) -> Option<Cell> {
    if position.count() > 0 || position.swap() == Swap::None {
        return None;
    }
    let size = position.size();
    let mut uneven: Vec<(Cell, f32)> = Vec::new();
    for cell in position.cells() {
        let first = match known(size, cell) {
            Some(first) => first,
            None if cell.row() < ROWS && !clock.is_spent() => {
                let mut next = *position;
                next.play_unchecked(&HexPly::Stone(cell));
                clock.tick();
                0.5 - 0.5 * sight.see(&next).value()
            }
            None => continue,
        };
        uneven.push((cell, (first - 0.5).abs()));
    }
    uneven.sort_by(|a, b| a.1.total_cmp(&b.1));
    let fair = uneven.iter().take_while(|(_, uneven)| *uneven <= FAIR).count().max(1);
    uneven.get(rng.random_range(0..fair)).map(|(cell, _)| *cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_whole_and_the_same_for_boards_turned_by_half() {
        for size in [9, 11, 13] {
            for cell in Hex::new(size, Swap::None).unwrap().cells() {
                let turned = Cell::new(size - 1 - cell.column(), size - 1 - cell.row()).unwrap();
                let [one, other] = [cell, turned].map(|cell| known(size, cell).unwrap());
                assert!(
                    (0.0..=1.0).contains(&one) && (one - other).abs() < 0.05,
                    "{}",
                    cell.name()
                );
            }
        }
        assert_eq!(known(10, Cell::new(0, 0).unwrap()), None);
    }
}
