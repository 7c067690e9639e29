//! Shortest ways across a Hex board: the fewest stones a colour still needs to join its edges, and
//! where they could stand.
//!
//! A step onto an own stone costs nothing, onto an empty cell one stone; enemy stones are walls. The
//! search begins at an artificial node, the edge itself, and takes all cells of one cost at once: a
//! row of the board is a number with a bit for each cell, so that a set of cells grows by all its
//! neighbours in a few instructions a row.
//!
//! Both colours are searched from top to bottom: Blue's board is turned over along the long
//! diagonal, which exchanges the edges and keeps all neighbours.

use ludoteca_games::{
    Hex,
    hex::{Cell, Colour, LARGEST},
};

/// The shortest ways of a colour across the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The fewest stones it needs, if the other colour never moved; 0 is a complete chain.
    pub stones: u32,
    /// How many empty cells lie on a way of so few stones.
    pub cells: u32,
}

/// A set of cells: a number for each row, with a bit for each column. The first and the last number
/// are the edges.
type Rows = [u32; LARGEST + 2];

/// A place in such a set, by column and row.
type Place = (usize, usize);

/// A board as a colour sees it that goes from top to bottom.
struct Ground {
    own: Rows,
    /// The cells that are not walls.
    open: Rows,
    size: usize,
    colour: Colour,
}

impl Ways {
    /// The shortest ways of a colour; none if there is no way.
    ///
    /// ```
    /// use ludoteca_games::{Game, Hex, hex::{Colour, Swap}};
    /// use ludoteca_players::hex::Ways;
    /// let board = Hex::new(3, Swap::None).unwrap();
    /// let position = board.read_position("b2 a2").unwrap().into_position();
    /// // Red on b2 can go on by b1 or c1, and by a3 or b3.
    /// assert_eq!(Ways::new(&position, Colour::Red), Some(Ways { stones: 2, cells: 4 }));
    /// ```
    pub fn new(position: &Hex, colour: Colour) -> Option<Ways> {
        let ground = Ground::new(position, colour);
        // Room for any way but a labyrinth's, so that memory is asked for once.
        let mut above: Vec<Rows> = Vec::with_capacity(LARGEST + 1);
        let stones = ground.flood(0, ground.size, |cost, reached| {
            above.truncate(cost);
            above.push(*reached);
        })?;
        // An empty cell lies on a shortest way if its costs from above and from below, which both
        // count it, make one more than the whole way.
        let mut cells = 0;
        let mut before = [0; LARGEST + 2];
        ground.flood(ground.size + 1, 1, |cost, reached| {
            if (1..=stones).contains(&cost) {
                let rest = stones + 1 - cost;
                for row in 1..=ground.size {
                    let free = ground.open[row] & !ground.own[row];
                    let from_above = above[rest][row] & !above[rest - 1][row];
                    let from_below = reached[row] & !before[row];
                    cells += (free & from_above & from_below).count_ones();
                }
            }
            before = *reached;
        })?;
        Some(Ways { stones: stones as u32, cells })
    }
}

/// The cells of a shortest way of a colour, from edge to edge; none if there is no way. Of several
/// it is one that keeps to the middle.
pub fn shortest_way(position: &Hex, colour: Colour) -> Option<Vec<Cell>> {
    let ground = Ground::new(position, colour);
    let size = ground.size;
    // All sets on the way to the other edge, each one step larger than the one before.
    let mut sets = Vec::new();
    ground.flood(0, size, |_, reached| sets.push(*reached))?;
    let last = sets.iter().find(|set| set[size] != 0)?;
    let aside = |(column, row): &Place| (4 * column + 2 * row).abs_diff(3 * size - 1);
    let ends = (0..size).map(|column| (column, size)).filter(|place| has(last, *place));
    let mut place = ends.min_by_key(aside)?;
    let mut way = vec![ground.cell(place)];
    while place.1 > 1 {
        // The first set that has this place came to it from a place of the set before.
        let first = sets.partition_point(|set| !has(set, place));
        let before = sets.get(first.checked_sub(1)?)?;
        place = around(place).filter(|near| has(before, *near)).min_by_key(aside)?;
        way.push(ground.cell(place));
    }
    way.reverse();
    Some(way)
}

/// How the search of a shortest way spreads: the cells that cost no stone, those that cost one, and so
/// on, until the other edge is met or there is nothing more to reach; and whether it was met.
pub fn fronts(position: &Hex, colour: Colour) -> (Vec<Vec<Cell>>, bool) {
    let ground = Ground::new(position, colour);
    let mut sets: Vec<Rows> = Vec::new();
    let end = ground.flood(0, ground.size, |cost, reached| {
        sets.truncate(cost);
        sets.push(*reached);
    });
    let mut before = [0; LARGEST + 2];
    let mut fronts = Vec::new();
    for set in sets {
        let new =
            (1..=ground.size).flat_map(|row| (0..ground.size).map(move |column| (column, row)));
        let new = new.filter(|place| has(&set, *place) && !has(&before, *place));
        fronts.push(new.map(|place| ground.cell(place)).collect());
        before = set;
    }
    (fronts, end.is_some())
}

fn has(set: &Rows, (column, row): Place) -> bool {
    set[row] >> column & 1 != 0
}

/// The neighbours of a place, of which some may be beyond the board.
fn around((column, row): Place) -> impl Iterator<Item = Place> {
    let steps = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
    steps.into_iter().filter_map(move |(right, down)| {
        Some((column.checked_add_signed(right)?, row.checked_add_signed(down)?))
    })
}

impl Ground {
    fn new(position: &Hex, colour: Colour) -> Ground {
        let [mut own, mut open]: [Rows; 2] = Default::default();
        for cell in position.cells() {
            let (column, row) = match colour {
                Colour::Red => (cell.column(), cell.row() + 1),
                Colour::Blue => (cell.row(), cell.column() + 1),
            };
            let stone = position.stone(cell);
            own[row] |= u32::from(stone == Some(colour)) << column;
            open[row] |= u32::from(stone != Some(colour.other())) << column;
        }
        Ground { own, open, size: position.size(), colour }
    }

    /// The cell at a place of the board.
    fn cell(&self, (column, row): Place) -> Cell {
        let cell = match self.colour {
            Colour::Red => Cell::new(column, row - 1),
            Colour::Blue => Cell::new(row - 1, column),
        };
        cell.expect("a place of the board is a cell")
    }

    /// Grows from an edge until it touches the row `goal`; what that costs, or none if it never
    /// does. `each` sees every set on the way, with the cost of its costliest cells; empty cells of
    /// a cost are there from the first set of that cost on.
    fn flood(&self, edge: usize, goal: usize, mut each: impl FnMut(usize, &Rows)) -> Option<usize> {
        let mut reached = [0; LARGEST + 2];
        reached[edge] = (1 << self.size) - 1;
        let mut cost = 0;
        loop {
            each(cost, &reached);
            while let Some(grown) = self.grown(&reached, &self.own) {
                reached = grown;
                each(cost, &reached);
            }
            if reached[goal] != 0 {
                return Some(cost);
            }
            reached = self.grown(&reached, &self.open)?;
            cost += 1;
        }
    }

    /// A set with all its neighbours in `allowed`; none if it has them all.
    #[inline]
    fn grown(&self, set: &Rows, allowed: &Rows) -> Option<Rows> {
        let mut grown = *set;
        let mut more = 0;
        let around = set[..self.size + 2].windows(3);
        for ((around, allowed), grown) in around.zip(&allowed[1..]).zip(&mut grown[1..]) {
            let &[above, here, below] = around else { continue };
            let near = above | above >> 1 | here << 1 | here >> 1 | below << 1 | below;
            let new = near & allowed & !here;
            *grown |= new;
            more |= new;
        }
        (more != 0).then_some(grown)
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{
        Game,
        hex::{HexPly, Swap},
    };
    use proptest::prelude::*;
    use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

    use super::*;

    const FAR: u32 = 10_000;

    /// A position of a random game, with a swap if there can be one.
    fn random(size: usize, swap: Swap, plies: usize, seed: u64) -> Hex {
        let mut rng = SplitMix64::seed_from_u64(seed);
        let mut position = Hex::new(size, swap).unwrap();
        for _ in 0..plies {
            let swap = |ply: &HexPly| !matches!(ply, HexPly::Stone(_));
            match position.legal_plies().into_iter().find(swap).or(position.random_ply(&mut rng)) {
                Some(ply) => position.play_unchecked(&ply),
                None => break,
            }
        }
        position
    }

    /// What it costs to come from each place to each other one, by the shortest possible code
    /// (R. W. Floyd, S. Warshall); the last two places are the edges.
    fn all_costs(position: &Hex, colour: Colour) -> Vec<Vec<u32>> {
        let cells: Vec<Cell> = position.cells().collect();
        let (size, top, places) = (position.size(), cells.len(), cells.len() + 2);
        let along = |cell: Cell| if colour == Colour::Red { cell.row() } else { cell.column() };
        let onto = |place: usize| match cells.get(place).map(|cell| position.stone(*cell)) {
            None => 0,
            Some(None) => 1,
            Some(Some(stone)) if stone == colour => 0,
            Some(Some(_)) => FAR,
        };
        let touch = |a: usize, b: usize| match (cells.get(a), cells.get(b)) {
            (Some(a), Some(b)) => {
                let step = |from: usize, to: usize| to as i32 - from as i32;
                let step = (step(a.row(), b.row()), step(a.column(), b.column()));
                [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)].contains(&step)
            }
            (Some(cell), None) => along(*cell) == if b == top { 0 } else { size - 1 },
            (None, Some(cell)) => along(*cell) == if a == top { 0 } else { size - 1 },
            (None, None) => false,
        };
        let mut costs: Vec<Vec<u32>> = (0..places)
            .map(|a| (0..places).map(|b| if touch(a, b) { onto(b) } else { FAR }).collect())
            .collect();
        for middle in 0..places {
            for a in 0..places {
                for b in 0..places {
                    costs[a][b] = costs[a][b].min(costs[a][middle] + costs[middle][b]);
                }
            }
        }
        costs
    }

    /// The shortest ways by that code.
    fn slow(position: &Hex, colour: Colour) -> Option<Ways> {
        let costs = all_costs(position, colour);
        let (top, bottom) = (costs.len() - 2, costs.len() - 1);
        let stones = costs[top][bottom];
        let on_the_way = |(place, cell): &(usize, Cell)| {
            position.stone(*cell).is_none() && costs[top][*place] + costs[*place][bottom] == stones
        };
        let cells = position.cells().enumerate().filter(on_the_way).count() as u32;
        (stones < FAR).then_some(Ways { stones, cells })
    }

    fn is_a_way(position: &Hex, colour: Colour, way: &[Cell]) -> bool {
        let along = |cell: &Cell| if colour == Colour::Red { cell.row() } else { cell.column() };
        let touch = |pair: &[Cell]| position.neighbours(pair[0]).any(|near| near == pair[1]);
        way.first().map(along) == Some(0)
            && way.last().map(along) == Some(position.size() - 1)
            && way.windows(2).all(touch)
            && way.iter().all(|cell| position.stone(*cell) != Some(colour.other()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn shortest_ways_are_those_of_the_shortest_code(
            size in prop_oneof![20 => 1usize..=11, 1 => 12usize..=LARGEST],
            swap in prop_oneof![Just(Swap::None), Just(Swap::Pieces), Just(Swap::Sides)],
            filled in 0.0f64..1.0,
            seed: u64,
        ) {
            let plies = (filled * (size * size) as f64) as usize;
            let position = random(size, swap, plies, seed);
            for colour in Colour::BOTH {
                let ways = Ways::new(&position, colour);
                prop_assert_eq!(ways, slow(&position, colour), "{:?}", position);
                let way = shortest_way(&position, colour);
                prop_assert_eq!(ways.is_some(), way.is_some());
                prop_assert_eq!(ways.is_none(), position.winner() == Some(colour.other()));
                if let (Some(ways), Some(way)) = (ways, way) {
                    prop_assert!(is_a_way(&position, colour, &way), "{:?} in {:?}", way, position);
                    let empty = way.iter().filter(|cell| position.stone(**cell).is_none()).count();
                    prop_assert_eq!(empty as u32, ways.stones);
                    prop_assert_eq!(ways.stones == 0, position.winner() == Some(colour));
                }
            }
        }
    }

    #[test]
    fn a_way_may_need_more_stones_than_the_board_is_long() {
        let position = read(5, "RRRR./BBBB./...../.BBBB/.RRRR");
        assert_eq!(Ways::new(&position, Colour::Red), Some(Ways { stones: 7, cells: 7 }));
        assert_eq!(named(&position, Colour::Red), "e1 e2 d3 c3 b3 a4 a5");
    }

    #[test]
    fn an_empty_board_needs_as_many_stones_as_it_is_long_and_the_way_keeps_to_the_middle() {
        for size in 1..=LARGEST {
            let position = Hex::new(size, Swap::None).unwrap();
            let ways = Ways { stones: size as u32, cells: (size * size) as u32 };
            assert_eq!(Colour::BOTH.map(|colour| Ways::new(&position, colour)), [Some(ways); 2]);
        }
        let position = Hex::new(5, Swap::None).unwrap();
        assert_eq!(named(&position, Colour::Red), "d1 c2 c3 b4 b5");
        assert_eq!(named(&position, Colour::Blue), "a4 b3 c3 d2 e2");
    }

    fn read(size: usize, words: &str) -> Hex {
        Hex::new(size, Swap::None).unwrap().read_position(words).unwrap().into_position()
    }

    fn named(position: &Hex, colour: Colour) -> String {
        let way = shortest_way(position, colour).unwrap();
        way.iter().map(|cell| cell.name()).collect::<Vec<_>>().join(" ")
    }
}
