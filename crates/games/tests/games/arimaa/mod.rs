//! Arimaa's rules: counts from outside, every kind of turn, every refusal and every result.

mod counts;
mod hand;
mod kinds;
mod notation;
mod refusals;
mod repetition;
mod results;

use std::collections::{HashMap, HashSet};

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{Board, Kind, Square, State, TurnFinder},
};
use ludoteca_text::Text;

/// A position with the pieces that a text names, `Ee4 cd5`, and a rabbit of each side at home.
fn on(side: Side, pieces: &str) -> Arimaa {
    bare(side, &format!("{pieces} Ra1 rh8"))
}

/// A position with just the pieces that a text names.
fn bare(side: Side, pieces: &str) -> Arimaa {
    let mut board = Board::default();
    for piece in pieces.split_whitespace() {
        let (owner, kind) = Kind::of_letter(piece.chars().next().unwrap()).unwrap();
        board.put(owner, kind, Square::read(&piece[1..]).unwrap());
    }
    Arimaa::from_board(board, side)
}

/// Plays plies, each of which is legal.
fn play(position: &mut Arimaa, plies: &str) {
    for words in plies.split_whitespace() {
        let ply = position.read_ply(words).unwrap_or_else(|why| panic!("{words}: {why}"));
        let legal = position.legal_plies().contains(&ply);
        position.play(&ply).unwrap_or_else(|why| panic!("{words} in {plies}: {why}"));
        assert!(legal, "{words} is played but not listed");
    }
}

/// Why a ply is refused, by the name of the message.
fn refusal(position: &Arimaa, words: &str) -> String {
    let refused = match position.read_ply(words) {
        Ok(ply) => {
            assert!(!position.legal_plies().contains(&ply), "{words} is listed");
            position.clone().play(&ply)
        }
        Err(why) => Err(why.into()),
    };
    Text::from(refused.expect_err(words)).id.into_owned()
}

/// The pieces on the board by their squares.
fn pieces(board: &Board) -> HashMap<String, char> {
    board.all().map(|(square, side, kind)| (square.name(), kind.letter(side))).collect()
}

/// Every board that a turn can end with, found by trying all steps in all orders.
fn plain_ends(state: State, begin: u64) -> HashSet<u64> {
    fn search(state: State, begin: u64, seen: &mut HashSet<u64>, out: &mut HashSet<u64>) {
        if state.made > 0 && !state.pushing() && state.board.key() != begin {
            out.insert(state.board.key());
        }
        let mut steps = Vec::new();
        state.steps(&mut steps);
        for step in steps {
            let mut next = state;
            next.step(step);
            if seen.insert(next.key()) {
                search(next, begin, seen, out);
            }
        }
    }
    let mut out = HashSet::new();
    search(state, begin, &mut HashSet::new(), &mut out);
    out
}

/// The same from the fast search, once it is seen that nothing comes twice and that the steps it
/// names lead there.
fn fast_ends(finder: &mut TurnFinder, state: State, begin: u64) -> HashSet<u64> {
    let mut out = HashSet::new();
    let mut legal = Vec::new();
    finder.ends(&state, begin, |key, steps| {
        assert!(out.insert(key), "an end comes twice");
        let mut at = state;
        for step in steps {
            legal.clear();
            at.steps(&mut legal);
            assert!(legal.contains(step), "{step:?} of {steps:?}");
            at.step(*step);
        }
        assert!(!at.pushing() && at.made > 0 && at.board.key() == key, "{steps:?}");
    });
    out
}
