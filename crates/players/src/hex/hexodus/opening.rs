//! The first two plies: where to begin, and whether to swap.
//!
//! Without a swap the centre is best. With one the first stone should be worth about as much to
//! either side. A stone is swapped if it wins; up to 8x8 that is known for every cell (computed with
//! benzene's solver, and up to 7x7 with ours), above that the same pattern is continued.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, HexPly, Swap},
};

/// The winning first moves of each size from 1 on, row by row.
const WINNING: [&str; 8] = [
    "1",
    "01/10",
    "001/111/100",
    "0001/0010/0100/1000",
    "00001/01111/01110/11110/10000",
    "000001/011111/111111/111111/111110/100000",
    "0000001/0010111/0111110/1111111/0111110/1110100/1000000",
    "00000001/00000011/01111110/01111111/11111110/01111110/11000000/10000000",
];

/// A ply that needs no search; none after the opening.
pub fn ply(position: &Hex) -> Option<HexPly> {
    let swap = position.legal_plies().into_iter().find(|ply| !matches!(ply, HexPly::Stone(_)));
    match (position.count(), swap) {
        (0, _) => first(position).map(HexPly::Stone),
        (1, Some(swap)) => {
            let cell = position.cells().find(|cell| position.stone(*cell).is_some())?;
            is_strong(position.size(), cell).then_some(swap)
        }
        _ => None,
    }
}

/// Where to begin.
fn first(position: &Hex) -> Option<Cell> {
    let size = position.size();
    match position.swap() {
        Swap::None => Cell::new(size / 2, size / 2),
        // Neither side is glad of it: near the acute corner, on the second row.
        _ => Cell::new(0, usize::from(size > 1)),
    }
}

/// Whether a first stone is worth having.
fn is_strong(size: usize, cell: Cell) -> bool {
    let (row, column) = (cell.row(), cell.column());
    match WINNING.get(size - 1) {
        Some(rows) => rows.split('/').nth(row).is_some_and(|row| row.as_bytes()[column] == b'1'),
        None => {
            // From the third row on, away from the edges; and around the obtuse corners.
            let last = size - 1;
            let inside = (2..=last - 2).contains(&row) && (1..last).contains(&column);
            let corner = |row: usize, column: usize| {
                (row, column) == (0, last) || row == 1 && column + 1 >= last
            };
            inside || corner(row, column) || corner(last - row, last - column)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_swapped_where_they_win() {
        use crate::{Budget, hex::solve, thought::Verdict};
        for size in 1..=6 {
            let start = Hex::new(size, Swap::None).unwrap();
            let solution = solve(&start, &Budget::default(), &mut |_, _| {});
            for (cell, (name, solved)) in start.cells().zip(solution.moves) {
                assert_eq!(cell.name(), name);
                let wins = solved.verdict() == Some(Verdict::Win);
                assert_eq!(is_strong(size, cell), wins, "{name} of {size}");
            }
        }
    }

    #[test]
    fn the_pattern_of_large_boards_is_the_same_turned_by_half() {
        for size in 7..=19 {
            for cell in Hex::new(size, Swap::None).unwrap().cells() {
                let turned = Cell::new(size - 1 - cell.column(), size - 1 - cell.row()).unwrap();
                assert_eq!(
                    is_strong(size, cell),
                    is_strong(size, turned),
                    "{} of {size}",
                    cell.name()
                );
            }
        }
    }
}
