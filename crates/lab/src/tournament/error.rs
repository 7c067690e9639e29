//! What can be wrong with a tournament before and while it is played.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

use ludoteca_arena::MatchError;
use ludoteca_text::{Text, errors, text};
use ludoteca_words::reason;
use rusqlite::ErrorCode;

errors! {
    /// What is wrong.
    pub enum TournamentError {
        /// A line of the file that asks for it.
        Line { file: String, line: usize, why: Text } => {
            text!("cli-in-line", file = file, line = line, why = why)
        },
        /// The whole file, or a folder.
        Of { file: String, why: Text } => text!("cli-in-file", file = file, why = why),
        /// The folder has a tournament already.
        Begun { folder: String } => text!("tournament-begun", folder = folder),
        /// The folder has none.
        None { folder: String } => text!("tournament-none", folder = folder),
        /// Somebody else plays it.
        Busy { folder: String } => text!("tournament-busy", folder = folder),
        /// Another version began it.
        Version { folder: String, version: String, ours: &'static str } => {
            text!("tournament-version", folder = folder, version = version, ours = ours)
        },
    }
    from {
        /// A game cannot be played.
        Match(MatchError),
    }
}

impl TournamentError {
    /// What the system said of a file or folder.
    pub(super) fn io(path: &Path, error: &io::Error) -> TournamentError {
        TournamentError::of(path, reason(error))
    }

    /// What the database said of its file.
    pub(super) fn sql(path: &Path, error: &rusqlite::Error) -> TournamentError {
        let why = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => text!("tournament-disk-full"),
            Some(ErrorCode::ReadOnly) => reason(&ErrorKind::ReadOnlyFilesystem.into()),
            _ => text!("tournament-database", why = error.to_string()),
        };
        TournamentError::of(path, why)
    }

    pub(super) fn of(path: &Path, why: impl Into<Text>) -> TournamentError {
        TournamentError::Of { file: path.display().to_string(), why: why.into() }
    }
}
