//! Why something could not be stored or read, for a person.

use std::path::{Path, PathBuf};

use ludoteca_text::{Text, text};
use rusqlite::ErrorCode;

/// Why something could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or written.
    #[error("cannot write the data folder {folder}: {why}")]
    Folder { folder: PathBuf, why: String },
    /// Nothing was ever stored in the folder.
    #[error("there are no stored games in {folder}")]
    Nothing { folder: PathBuf },
    /// Another server has the folder.
    #[error("another server uses the data folder {folder}")]
    InUse { folder: PathBuf },
    /// The file was written by a newer program.
    #[error("{file} has tables of version {found}; this program knows {known}")]
    Newer { file: PathBuf, found: i64, known: i64 },
    /// The file is not what it should be.
    #[error("{file} is damaged: {why}")]
    Damaged { file: PathBuf, why: String },
    /// No room is left.
    #[error("no room is left for {file}")]
    Full { file: PathBuf },
    /// Anything else that goes wrong between us and the disk.
    #[error("{file}: {why}")]
    Disk { file: PathBuf, why: String },
    /// A copy cannot be written.
    #[error("cannot write {file}: {why}")]
    Copy { file: PathBuf, why: Text },
    /// A stored game cannot be played again.
    #[error("the stored game {id} cannot be played again: {why}")]
    Unreadable { id: String, why: Text },
}

/// What an error of the database means for whoever uses its file.
pub(super) fn explained(file: &Path, error: &rusqlite::Error) -> StoreError {
    let file = file.to_owned();
    let why = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full { file },
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Damaged { file, why }
        }
        _ => StoreError::Disk { file, why },
    }
}

impl From<&StoreError> for Text {
    fn from(error: &StoreError) -> Text {
        let shown = |path: &Path| path.display().to_string();
        match error {
            StoreError::Folder { folder, why } => {
                text!("server-data-folder", folder = shown(folder), why = why.as_str())
            }
            StoreError::Nothing { folder } => text!("server-data-none", folder = shown(folder)),
            StoreError::InUse { folder } => text!("server-data-in-use", folder = shown(folder)),
            StoreError::Newer { file, found, known } => text!(
                "server-data-newer",
                file = shown(file),
                found = *found as f64,
                known = *known as f64
            ),
            StoreError::Damaged { file, why } => {
                text!("server-data-damaged", file = shown(file), why = why.as_str())
            }
            StoreError::Full { file } => text!("server-disk-full", file = shown(file)),
            StoreError::Disk { file, why } => {
                text!("server-disk-failed", file = shown(file), why = why.as_str())
            }
            StoreError::Copy { file, why } => {
                text!("server-data-not-copied", file = shown(file), why = why.clone())
            }
            StoreError::Unreadable { id, why } => {
                text!("server-game-unreadable", id = id.as_str(), why = why.clone())
            }
        }
    }
}
