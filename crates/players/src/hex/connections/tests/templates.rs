//! Edge templates: the cells that hold a stone to an edge though the opponent moves first. They need
//! no list of their own, as AND and OR find them; which there are the solver says.

use super::*;
use crate::hex::{hexodus::Settings, solver::Solver};

const SIZE: usize = 11;
/// The column of the stone.
const COLUMN: usize = 5;

/// Whether a stone in that row over the bottom edge is joined with it if it has no more than these
/// cells: from the top edge down to it everything is Red's, and all else is Blue's.
fn suffice(row: usize, cells: &Cells<2>) -> bool {
    let red: Cells<2> = (0..=SIZE - row).map(|down| down * SIZE + COLUMN).collect();
    let ground = Ground::new(SIZE);
    let blue = ground.all.without(&(red | *cells));
    if ground.joined(Colour::Blue, &blue) {
        return false;
    }
    let mut solver = Solver::<2>::new(SIZE, 1, Clock::start(&Budget::default()));
    solver.solve([red, blue], Colour::Blue).is_some_and(|proof| !proof.wins)
}

#[test]
fn every_template_of_one_stone_up_to_the_fourth_row_is_found_by_the_rules() {
    let mut rng = SplitMix64::seed_from_u64(3);
    let ground = Arc::new(Ground::<2>::new(SIZE));
    let mut sizes = HashMap::new();
    for row in 2..=4 {
        let stone = (SIZE - row) * SIZE + COLUMN;
        let mut connections = Connections::new(&ground, Colour::Red, Settings::NORMAL.limits);
        connections.build(Cells::of(stone), Cells::NONE, Until::All);
        let found = connections.full(stone as Node, connections.edge(true));
        for _ in 0..8 {
            // Cells are left out in any order until none can be missed.
            let rows = (SIZE - row) * SIZE..SIZE * SIZE;
            let mut cells = rows.collect::<Cells<2>>().without(&Cells::of(stone));
            let mut order: Vec<usize> = cells.collect();
            while !order.is_empty() {
                let cell = order.swap_remove(below(&mut rng, order.len() as u32) as usize);
                let fewer = cells.without(&Cells::of(cell));
                if suffice(row, &fewer) {
                    cells = fewer;
                }
            }
            assert!(found.contains(&cells), "row {row}: {:?}", cells.collect::<Vec<_>>());
            sizes.entry((row, cells.count())).or_insert(cells);
        }
    }
    // The bridge, the ziggurat and two of the fourth row.
    let mut sizes: Vec<_> = sizes.into_keys().collect();
    sizes.sort();
    assert_eq!(sizes, [(2, 2), (3, 8), (4, 19), (4, 22)]);
}
