//! The production rules of Connect Four: their language, how they are found on a board, the player
//! that follows them, and the players that look ahead with them.
//!
//! ```
//! use ludoteca_games::{Connect4, Game};
//! use ludoteca_players::rules::{RuleBook, Worth, built_in, read};
//! let book = RuleBook::new(read(built_in("@rules").unwrap()).unwrap().rules);
//! let position = Connect4::default().read_position("4").unwrap().into_position();
//! assert_eq!(book.score(&position)[3], Some(Worth::Number(9)));
//! ```

mod automaton;
mod explained;
mod language;
mod lookahead;
mod matcher;
mod player;
mod telling;

pub use explained::explained;
pub use language::{
    Actual, Directions, Element, Expected, Fault, MOST_BYTES, MOST_RULES, MOST_WORTH, Reading,
    Rule, RulesError, Worth, read,
};
pub use lookahead::{Judge, Lookahead};
pub(crate) use lookahead::{alphabeta, minimax};
pub use matcher::{COLUMNS, Fired, RuleBook};
pub use player::{ColumnReport, HEADS, MOST_LEVEL, Report, Rules, blurred, score_text};
pub(crate) use player::{file_kind, kind};

/// The files that are always there, by name.
pub const BUILT_IN: [(&str, &str); 2] =
    [("@rules", include_str!("rules.txt")), ("@heuristic", include_str!("heuristic.txt"))];

/// The text of a built-in file.
pub fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.into_iter().find(|(known, _)| *known == name).map(|(_, file)| file)
}

/// The rules of a file that somebody named. One with errors is not used: the answer says how many
/// there are, and the first of them.
pub fn open<E: From<RulesError>>(
    name: &str,
    read_file: impl FnOnce(&str) -> Result<String, E>,
) -> Result<Vec<Rule>, E> {
    let reading = match built_in(name) {
        Some(file) => read(file),
        None => read(&read_file(name)?),
    };
    let file = || name.to_owned();
    let reading =
        reading.map_err(|why| RulesError::Refused { file: file(), why: Box::new(why) })?;
    match reading.faults.first() {
        None => Ok(reading.rules),
        Some(first) => {
            let (count, first) = (reading.faults.len(), first.clone());
            Err(RulesError::Faulty { file: file(), count, first })?
        }
    }
}
