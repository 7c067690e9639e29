//! Lessons and puzzles: what somebody who learns is asked to do, on boards that answer, and who
//! proves that it can be done.
//!
//! A [`lessons::Lesson`] is steps with words; a [`puzzles::Puzzle`] is one step that has to be found.
//! Both are tasks of the same kind, and whether a task can still be done is always searched to the
//! end, never guessed ([`Prover`]). [`making`] finds puzzles in games that machines play.
//!
//! ```
//! use ludoteca_lessons::{Standing, puzzles::puzzles};
//! let puzzle = &puzzles("connect4")[0];
//! let solved = puzzle.turn(&puzzle.solution().unwrap().line, 0).unwrap();
//! assert_eq!(solved.standing, Standing::Done);
//! ```
#![warn(missing_docs)]

mod arimaa;
mod drill;
mod fight;
mod forced;
mod hex;
pub mod lessons;
pub mod making;
mod plain;
mod proof;
pub mod puzzles;
#[cfg(test)]
mod tests;

use ludoteca_games::{NotationError, WrongGame, hex::HexRefusal};
use ludoteca_players::{PlayerError, SolveError};
use ludoteca_text::{Text, errors, text};

pub use self::{
    drill::{Standing, TaskState},
    proof::Prover,
};

errors! {
    /// Why a task cannot be done or gone on with.
    pub enum LessonError {
        /// The lesson itself is wrong.
        Broken => text!("lesson-broken"),
        /// The game is over.
        Over => text!("game-over"),
    }
    from {
        /// It is about another game.
        Game(WrongGame),
        /// Its board cannot be read.
        Board(NotationError),
        /// It cannot be judged.
        Unsolved(SolveError),
        /// A cell or a board of Hex is refused.
        Hex(HexRefusal),
        /// Who plays or is examined cannot be had.
        Player(PlayerError),
        /// A move is refused.
        Refused(Text),
    }
}
