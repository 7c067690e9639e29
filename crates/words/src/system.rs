//! What the system says, as a message.

use std::io::{self, ErrorKind};

use ludoteca_text::{Text, text};

/// Why a file could not be used, for a person.
pub fn reason(error: &io::Error) -> Text {
    match error.kind() {
        ErrorKind::NotFound => text!("cli-io-missing"),
        ErrorKind::PermissionDenied => text!("cli-io-denied"),
        ErrorKind::IsADirectory => text!("cli-io-folder"),
        ErrorKind::NotADirectory => text!("cli-io-not-folder"),
        ErrorKind::StorageFull => text!("cli-io-full"),
        ErrorKind::ReadOnlyFilesystem => text!("cli-io-read-only"),
        ErrorKind::InvalidData => text!("cli-io-not-text"),
        _ => Text::verbatim(error.to_string()),
    }
}
