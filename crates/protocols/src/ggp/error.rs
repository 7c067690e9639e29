//! What goes wrong between a game manager and its players.

use ludoteca_games::gdl::GdlError;
use ludoteca_text::{errors, text};

errors! {
    /// Why a message, an answer or a match is refused.
    pub enum GgpError {
        /// It is no message that managers send.
        Unknown(words: String) => text!("ggp-unknown", words = words),
        /// A message has other parts than it should.
        Parts { name: String, form: &'static str } => text!("ggp-parts", name = name, form = form),
        /// A clock nobody can play by.
        Clock { words: String, most: u32 } => text!("ggp-clock", words = words, most = most),
        /// No address of a player.
        Address(words: String) => text!("ggp-address", words = words),
        /// A player did not answer in time.
        Late { seconds: f64 } => text!("ggp-late", seconds = seconds),
        /// An answer is longer than any can be.
        Endless { most: u64 } => text!("ggp-endless", most = most),
        /// A player cannot be reached.
        Unreachable { why: String } => text!("ggp-unreachable", why = why),
        /// A player answered that it will not.
        Status { status: u32, words: String } => text!("ggp-status", status = status, words = words),
        /// The game has no such role.
        NoRole { role: String, list: String } => text!("ggp-no-role", role = role, list = list),
        /// Moves were left out.
        NoMoves => text!("ggp-no-moves"),
        /// There are more or fewer moves than roles.
        Count { count: usize, roles: usize } => text!("ggp-count", count = count, roles = roles),
        /// The game is over.
        Over => text!("ggp-over"),
        /// A game needs as many players as it has roles.
        Players { count: usize, list: String, given: usize } =>
            text!("ggp-players", count = count, list = list, given = given),
        /// A player has one place in a match.
        PlayerTwice { player: String } => text!("ggp-player-twice", player = player),
        /// A player answered with nothing.
        SaidNothing => text!("ggp-said-nothing"),
        /// A player answered with no legal move.
        Illegal { words: String } => text!("ggp-illegal", words = words),
        /// A player is not ready when the match begins.
        NotReady { words: String } => text!("ggp-not-ready", words = words),
    }
    from {
        /// What was described is no game, or a move none of it.
        Gdl(GdlError),
    }
}
