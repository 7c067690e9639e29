//! Why an experiment goes no further.

use ludoteca_games::{hex::HexRefusal, tree::TreeError};
use ludoteca_players::{Failure, PlayerError};
use ludoteca_text::{Text, errors, text};

use crate::MatchError;

errors! {
    /// Why an experiment goes no further.
    pub enum ExperimentError {
        /// A game that is the same whichever algorithm plays it has come out as two.
        Differs { size: usize, number: usize, first: String, again: String } => text!(
            "stress-differs",
            size = size,
            number = number,
            first = first,
            again = again,
        ),
    }
    from {
        /// There is no such board.
        Hex(HexRefusal),
        /// A game cannot begin.
        Tree(TreeError),
        /// There is no such player.
        Player(PlayerError),
        /// A match cannot be played.
        Match(MatchError),
        /// A player gave no answer.
        Failed(Failure),
        /// What a position of any game says, or whoever keeps the rows: of that only words are left.
        Told(Text),
    }
}
