//! Why a player gave no answer, told apart by type for whoever runs games and in words for whoever
//! watches them.

use std::fmt;

use ludoteca_games::{Illegal, WrongGame};
use ludoteca_text::Text;

use crate::PlayerError;

/// What became of a player instead of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Which fault it was.
    pub kind: Fault,
    /// What happened, for a person.
    pub text: Text,
}

/// The faults of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It ended, or never began.
    Crash,
    /// Somebody else ended it, perhaps the system for want of memory.
    Killed,
    /// It gave no answer in time.
    Stall,
    /// It wanted to play what cannot be played.
    Illegal,
    /// It said what is no answer.
    Garbage,
    /// It would not do what it was asked.
    Refused,
    /// It was stopped before it had found anything: no fault of its own.
    Interrupted,
    /// None of these: it was asked about another game, or one that is over.
    Other,
}

impl Fault {
    /// A failure by this fault, with words for it.
    pub fn told(self, text: impl Into<Text>) -> Failure {
        Failure { kind: self, text: text.into() }
    }
}

impl From<Text> for Failure {
    fn from(text: Text) -> Failure {
        Fault::Other.told(text)
    }
}

impl From<PlayerError> for Failure {
    fn from(why: PlayerError) -> Failure {
        Fault::Other.told(why)
    }
}

impl From<WrongGame> for Failure {
    fn from(why: WrongGame) -> Failure {
        Fault::Other.told(why)
    }
}

impl<R: Into<Text>> From<Illegal<R>> for Failure {
    fn from(why: Illegal<R>) -> Failure {
        Fault::Other.told(why)
    }
}

impl From<Failure> for Text {
    fn from(failure: Failure) -> Text {
        failure.text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl std::error::Error for Failure {}
