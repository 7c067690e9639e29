//! What nets see of Arimaa, plane for plane and number for number as the trainer has it, and what
//! this house knows of a position for certain before a net has looked.
//!
//! A side is shown the board as if it went towards the first row; columns are as they are. A ply is a
//! step, by the square that a piece leaves and its way, whosever it is; and the end of a turn has the
//! number of a step that leaves the board.

use ludoteca_games::{
    Arimaa, Side,
    arimaa::{ArimaaPly, Kind, Pending, STEPS, Square, State, Step, TRAPS, squares},
};
use ludoteca_nets::Planes;

use super::{
    eyes::{BuiltInNet, Eyes, Places},
    graph::Finding,
};
use crate::arimaa::{placement, tactics};

/// Six kinds of the mover's, and six of the other side's.
const KINDS: usize = 6;
const NO_BOARD: usize = 12;
/// Whole planes for one, two and three steps that are made.
const MADE: usize = 13;
/// Where a push has to be completed, and where something may be pulled to.
const PUSH: usize = 16;
const PULL: usize = 17;
/// The mover's frozen pieces, then the other side's.
const FROZEN: usize = 18;
const TRAP: usize = 20;
const PLANES: usize = 21;
/// Ways from a square: ahead, to the right, back, to the left.
const WAYS: usize = 4;
/// The number of the end of a turn: from the first cell nobody goes ahead.
const END: usize = 0;

/// The net that comes with the program.
pub const ARIMAA: BuiltInNet =
    BuiltInNet { name: "arimaa-6x64", file: include_bytes!("../../nets/arimaa-6x64.net") };

/// A board of eight by eight with what a turn has begun.
pub struct ArimaaEyes;

/// A square's cell, row by row as a side sees them.
fn cell(side: Side, square: Square) -> usize {
    match side {
        Side::First => square.index() ^ 56,
        Side::Second => square.index(),
    }
}

/// The planes of a state, each as a set of squares.
fn sets(state: &State) -> [u64; PLANES] {
    let State { board, side, made, pending } = state;
    let mut sets = [0; PLANES];
    for (at, whose) in [*side, side.other()].into_iter().enumerate() {
        for kind in Kind::ALL {
            sets[KINDS * at + kind.index()] = board.pieces(whose, kind);
        }
        sets[FROZEN + at] = board.frozen(whose);
    }
    for steps in 0..usize::from(*made).min(3) {
        sets[MADE + steps] = !0;
    }
    match pending {
        Pending::Nothing => {}
        Pending::Push(square, _) => sets[PUSH] = square.bit(),
        Pending::Pull(square, _) => sets[PULL] = square.bit(),
    }
    sets[TRAP] = TRAPS;
    sets
}

impl Eyes<Arimaa> for ArimaaEyes {
    fn planes(&self) -> usize {
        PLANES
    }

    fn plies(&self) -> usize {
        WAYS
    }

    fn show(&self, position: &Arimaa) -> Planes {
        let state = position.state();
        let mut planes = Planes::new(8, PLANES);
        for at in 0..10 {
            for edge in [0, 9] {
                planes.set(edge, at, NO_BOARD, 1);
                planes.set(at, edge, NO_BOARD, 1);
            }
        }
        for (plane, set) in sets(state).into_iter().enumerate() {
            for square in squares(set) {
                let cell = cell(state.side, square);
                planes.set(cell / 8 + 1, cell % 8 + 1, plane, 1);
            }
        }
        planes
    }

    fn places(&self, position: &Arimaa, ply: &ArimaaPly) -> Places {
        let place = match ply {
            ArimaaPly::Place(..) => None,
            ArimaaPly::End => Some(END),
            ArimaaPly::Step(step) => {
                let [from, to] = [step.from, step.to].map(|at| cell(position.state().side, at));
                let way = match to.wrapping_sub(from) as isize {
                    -8 => 0,
                    1 => 1,
                    8 => 2,
                    _ => 3,
                };
                Some(WAYS * from + way)
            }
        };
        [place, None]
    }

    /// In whichever order and on whichever way a position came about.
    fn key(&self, position: &Arimaa) -> u64 {
        position.near_key()
    }

    /// A goal with one step. That in a look of a whole search it is not asked: it was known before.
    fn wins_at_once(&self, position: &Arimaa, plies: &[ArimaaPly]) -> Option<usize> {
        let turn = self.winning_turn(position)?;
        plies.iter().position(|ply| turn.len() <= 2 && turn.first() == Some(ply))
    }

    fn winning_turn(&self, position: &Arimaa) -> Option<Vec<ArimaaPly>> {
        if position.in_setup() {
            return None;
        }
        let state = position.state();
        let steps = tactics::goal(state)?;
        let mut at = *state;
        let mut turn = Vec::with_capacity(steps.len() + 1);
        for step in steps.iter() {
            at.step(*step);
            turn.push(ArimaaPly::Step(*step));
        }
        if at.made < STEPS {
            turn.push(ArimaaPly::End);
        }
        Some(turn)
    }

    /// Where the other side threatens to reach its goal, only what stops it.
    fn examine(&self, position: &Arimaa) -> Option<Finding<ArimaaPly>> {
        if position.in_setup() {
            return None;
        }
        let first = tactics::holding(position.state(), position.turn_key())?;
        let ply = |first: Option<Step>| first.map_or(ArimaaPly::End, ArimaaPly::Step);
        Some(match first.is_empty() {
            true => Finding::Loses,
            false => Finding::Open(first.into_iter().map(ply).collect()),
        })
    }

    fn set_up(&self, position: &Arimaa, variant: u64) -> Option<ArimaaPly> {
        position.in_setup().then(|| placement(position, variant))?
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Game, arimaa::read_board};
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;

    /// A position of Arimaa by its rows from the eighth down, after some plies.
    fn at(side: char, rows: [&str; 8], plies: &[&str]) -> Arimaa {
        let rows = rows.concat().replace('.', " ");
        let (board, side) = read_board(&format!("{side} [{rows}]")).unwrap();
        let mut position = Arimaa::from_board(board, side);
        for ply in plies {
            let ply = position.read_ply(ply).unwrap();
            position.play(&ply).unwrap();
        }
        position
    }

    const ROWS: [&str; 8] = [
        "r......r", "........", "...d....", "..cE.h..", "........", "......r.", "....R...",
        "R......R",
    ];

    /// The cells of a plane from 0 to 63, as the net is shown them.
    fn cells(position: &Arimaa, plane: usize) -> Vec<usize> {
        let planes = ArimaaEyes.show(position);
        (0..64).filter(|at| planes.get(at / 8 + 1, at % 8 + 1, plane) == 1).collect()
    }

    fn place(position: &Arimaa, ply: &str) -> usize {
        ArimaaEyes.places(position, &position.read_ply(ply).unwrap())[0].unwrap()
    }

    #[test]
    fn each_side_sees_its_pieces_first_and_goes_towards_the_first_row() {
        let gold = at('g', ROWS, &[]);
        // The rows as they are written begin with the eighth, which is the first that Gold sees.
        assert_eq!(cells(&gold, 0), [52, 56, 63]);
        assert_eq!(cells(&gold, 5), [3 * 8 + 3]);
        assert_eq!((cells(&gold, 6), cells(&gold, 7)), (vec![0, 7, 46], vec![3 * 8 + 2]));
        assert_eq!((cells(&gold, 8), cells(&gold, 9)), (vec![2 * 8 + 3], vec![3 * 8 + 5]));
        assert_eq!(cells(&gold, TRAP), [18, 21, 42, 45]);
        let planes = ArimaaEyes.show(&gold);
        let ring = (0..100).filter(|at| planes.get(at / 10, at % 10, NO_BOARD) == 1).count();
        assert_eq!((ring, cells(&gold, NO_BOARD)), (36, vec![]));
        // The cat beside the elephant has no friend; nobody freezes the dog’s neighbour.
        assert_eq!((cells(&gold, FROZEN), cells(&gold, FROZEN + 1)), (vec![], vec![19, 26]));
        // Silver sees the first row first, columns as they are.
        let silver = at('s', ROWS, &[]);
        assert_eq!(cells(&silver, 0), [2 * 8 + 6, 56, 63]);
        assert_eq!((cells(&silver, 6), cells(&silver, 11)), (vec![0, 7, 12], vec![4 * 8 + 3]));
        assert_eq!((cells(&silver, FROZEN), cells(&silver, FROZEN + 1)), (vec![34, 43], vec![]));
        for made in [MADE, MADE + 1, MADE + 2, PUSH, PULL] {
            assert_eq!((cells(&gold, made).len(), cells(&silver, made).len()), (0, 0));
        }
    }

    #[test]
    fn what_a_turn_has_begun_is_seen() {
        let count =
            |position: &Arimaa| [MADE, MADE + 1, MADE + 2].map(|at| cells(position, at).len());
        // The elephant leaves d5, where the cat and the dog beside it may be pulled.
        let pulls = at('g', ROWS, &["Ed5e"]);
        assert_eq!((cells(&pulls, PULL), cells(&pulls, PUSH)), (vec![3 * 8 + 3], vec![]));
        assert_eq!(count(&pulls), [64, 0, 0]);
        assert_eq!(place(&pulls, "dd6s"), 4 * (2 * 8 + 3) + 2);
        let pulled = at('g', ROWS, &["Ed5e", "dd6s"]);
        assert_eq!((cells(&pulled, PULL), cells(&pulled, PUSH)), (vec![], vec![]));
        assert_eq!(count(&pulled), [64, 64, 0]);
        // The dog is pushed: its square has to be entered.
        let pushes = at('g', ROWS, &["dd6n"]);
        assert_eq!((cells(&pushes, PULL), cells(&pushes, PUSH)), (vec![], vec![2 * 8 + 3]));
        // Who completes a push pulls nobody.
        let pushed = at('g', ROWS, &["dd6n", "Ed5n"]);
        assert_eq!((cells(&pushed, PULL), cells(&pushed, PUSH)), (vec![], vec![]));
        // Whom nobody stands beside pulls nothing.
        let quiet = at('g', ROWS, &["Rh1n"]);
        assert!(cells(&quiet, PULL).is_empty());
        let later = at('g', ROWS, &["Rh1n", "Ra1n", "Ra2n"]);
        assert_eq!(count(&later), [64, 64, 64]);
        assert_eq!((place(&later, "end"), place(&later, "Ra3e")), (0, 4 * 40 + 1));
    }

    #[test]
    fn every_legal_ply_of_a_game_has_a_place_of_its_own_and_silver_sees_as_gold_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for game in 0..6 {
            let mut position = Arimaa::default();
            while let Some(ply) = ArimaaEyes.set_up(&position, game) {
                position.play(&ply).unwrap();
            }
            for _ in 0..300 {
                let plies = position.legal_plies();
                let places = plies.iter().map(|ply| ArimaaEyes.places(&position, ply)[0].unwrap());
                let mut places: Vec<usize> = places.collect();
                places.sort_unstable();
                places.dedup();
                assert_eq!(places.len(), plies.len());
                assert!(places.iter().all(|place| *place < 64 * WAYS));
                // A step goes from an own or an enemy piece to a cell beside it on the board.
                for place in places.into_iter().filter(|place| *place != END) {
                    let (row, column) = (place / WAYS / 8, place / WAYS % 8);
                    let on = [row > 0, column < 7, row < 7, column > 0];
                    let taken = (0..12).any(|plane| {
                        ArimaaEyes.show(&position).get(row + 1, column + 1, plane) == 1
                    });
                    assert!(on[place % WAYS] && taken);
                }
                let Some(ply) = plies.get(rng.random_range(0..plies.len().max(1))) else { break };
                position.play(ply).unwrap();
            }
        }
    }

    #[test]
    fn steps_in_another_order_come_to_one_position_and_a_turn_may_be_any_length() {
        let key = |plies: &[&str]| ArimaaEyes.key(&at('g', ROWS, plies));
        assert_eq!(key(&["Rh1n", "Ra1n"]), key(&["Ra1n", "Rh1n"]));
        assert_ne!(key(&["Rh1n", "Ra1n"]), key(&["Rh1n", "Ra1n", "end"]));
        assert_eq!(key(&["Ra1n", "end"]), key(&["Ra1e", "Rb1n", "Rb2w", "end"]));
        // A turn has to change what it began with, so that beginnings are told apart in its middle.
        let other = [
            "r......r", "........", "...d....", "..cE.h..", "........", "......r.", "...R...R",
            "R.......",
        ];
        let [one, other] = [(ROWS, ["Rh1n", "Ra1n"]), (other, ["Ra1n", "Rd2e"])]
            .map(|(rows, plies)| at('g', rows, &plies));
        assert_eq!(one, other);
        assert_ne!(ArimaaEyes.key(&one), ArimaaEyes.key(&other));
    }

    #[test]
    fn what_was_there_twice_is_told_apart_and_nothing_else_of_the_past() {
        let rows = [
            "r.......", "........", "........", "...E....", ".....e..", "........", "........",
            "R.......",
        ];
        let around = ["Ed5e", "end", "ef4w", "end", "Ee5w", "end", "ee4e", "end"];
        let once = at('g', rows, &around[..6]);
        let again = at('g', rows, &[&around[..], &around[..6]].concat());
        assert_eq!(once, again);
        assert_ne!(ArimaaEyes.key(&once), ArimaaEyes.key(&again));
        // There the last turn would bring about the beginning for the third time.
        let may_end = |mut position: Arimaa| {
            position.play(&position.read_ply("ee4e").unwrap()).unwrap();
            position.check(&ArimaaPly::End).is_ok()
        };
        assert!(may_end(once) && !may_end(again));
        let (way, detour) = (&around[..4], ["Ed5n", "end", "ef4e", "end", "Ed6e", "end"]);
        let detour = [&detour[..], &["eg4w", "end", "Ee6s", "end", "ef4w", "end"]].concat();
        let [one, other] = [at('g', rows, way), at('g', rows, &detour)];
        assert_eq!((&one, ArimaaEyes.key(&one)), (&other, ArimaaEyes.key(&other)));
        assert_ne!(one.future_key(), other.future_key());
    }

    #[test]
    fn a_goal_within_the_turn_is_known_and_one_that_nobody_stops() {
        let runs = [
            "...r....", ".R......", "........", "........", "........", "........", "........",
            ".......E",
        ];
        let gold = at('g', runs, &[]);
        let turn = ArimaaEyes.winning_turn(&gold).unwrap();
        assert_eq!(turn.len(), 2, "a step and the end");
        let mut position = gold.clone();
        turn.iter().for_each(|ply| position.play(ply).unwrap());
        assert_eq!(position.outcome().unwrap().winner, Some(Side::First));
        let plies = gold.legal_plies();
        assert_eq!(ArimaaEyes.wins_at_once(&gold, &plies).map(|at| plies[at]), Some(turn[0]));
        // Silver's rabbit on d8 is too far away to do anything about it.
        let silver = at('s', runs, &[]);
        assert!(ArimaaEyes.winning_turn(&silver).is_none());
        assert!(matches!(ArimaaEyes.examine(&silver), Some(Finding::Loses)));
        assert!(ArimaaEyes.examine(&gold).is_none());
    }
}
