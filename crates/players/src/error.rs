//! Why there is no such player, and what else cannot be done here.

use ludoteca_games::{WrongGame, params::SettingError};
#[cfg(feature = "nets")]
use ludoteca_nets::FileFault;
use ludoteca_text::{Text, errors, text};

#[cfg(feature = "connect4")]
use crate::rules::RulesError;

errors! {
    /// Why a text describes no player of a game.
    pub enum PlayerError {
        /// It begins with no name.
        Nameless => text!("player-nameless"),
        /// It has too many bytes.
        TooLong { bytes: usize } => {
            text!("player-too-long", bytes = bytes, most = crate::spec::MOST_BYTES)
        },
        /// What is left of it is no `key=value`.
        Syntax(rest: String) => text!("player-syntax", rest = rest),
        /// The game has nobody of that name.
        Unknown { name: String, game: &'static str, names: Vec<&'static str> } => {
            text!("player-unknown", name = name, game = game, list = names.join(", "))
        },
        /// No person can sit here.
        Human => text!("human-not-here"),
        /// Another program is to play, and none is named.
        NoCommand => text!("engine-no-command"),
        /// A file that should be a text is none.
        NoText { file: String } => text!("file-no-text", file = file),
        /// A file of weights lacks some.
        WeightsNotWhole { file: String } => text!("weights-not-whole", file = file),
        /// Both say how far to look ahead.
        LevelAndDepth => text!("level-and-depth"),
        /// A file holds no net that can be used.
        #[cfg(feature = "nets")]
        Net { file: String, why: FileFault } => text!("net-refused", file = file, why = why),
        /// A net was made for another game.
        NetOfAnother { file: String } => text!("net-of-another", file = file),
        /// No net comes with the program for a game, and none is named.
        NoNet { game: &'static str } => text!("neural-no-net", game = game),
        /// No net can see the board of a game.
        NoBoard { game: &'static str } => text!("neural-no-board", game = game),
        /// A level judges by rules, and this evaluation does not.
        LevelWithoutRules { eval: &'static str } => text!("level-other-eval", eval = eval),
        /// A file of rules is named, and this evaluation does not read it.
        FileWithoutRules { eval: &'static str } => text!("file-other-eval", eval = eval),
        /// By rules no table is kept.
        TableWithRules => text!("table-with-rules"),
        /// Without rules nothing is left to chance.
        SeedWithoutRules => text!("seed-without-rules"),
        /// The weakest trail may not be stronger than the strongest.
        BoundsCrossed { least: f64, most: f64 } => {
            text!("ants-bounds-crossed", least = least, most = most)
        },
        /// Whole turns cannot be learnt before the game.
        TurnsBefore => text!("ants-turns-before"),
    }
    from {
        /// A key is unknown or has another value.
        Setting(SettingError),
        /// There is no such game.
        Game(WrongGame),
        /// A file of rules cannot be followed.
        #[cfg(feature = "connect4")]
        Rules(RulesError),
        /// What has to come from outside cannot be had: a file, a program.
        Outside(Text),
    }
}

errors! {
    /// Why a position is not solved.
    pub enum SolveError {
        /// Its game is over.
        Over(reason: Text) => text!("solve-over", reason = reason),
        /// Nobody says in this game where to look first.
        Unguided { game: &'static str } => {
            text!("solve-unguided", game = Text::new(format!("game-{game}")))
        },
    }
    from {
        /// It is of no game that is known here.
        Game(WrongGame),
    }
}
