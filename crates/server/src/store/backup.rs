//! A copy of the stored games in one file, taken at one moment while others read and write.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use ludoteca_text::text;
use ludoteca_words::reason;

use super::{FILE, StoreError, error::explained, private, schema};

/// What a copy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// How many games.
    pub games: usize,
    /// How many bytes.
    pub bytes: u64,
}

/// Writes all that is stored in a folder to a file, as it is at this moment. Nobody waits for it: it is
/// read as by anybody who reads. A file that is there is replaced once the copy is whole, and not
/// before.
pub fn back_up(folder: &Path, target: &Path) -> Result<BackedUp, StoreError> {
    let source = folder.join(FILE);
    if !source.exists() {
        return Err(StoreError::Nothing { folder: folder.to_owned() });
    }
    let same = |target: &Path| Some(target.canonicalize().ok()? == source.canonicalize().ok()?);
    if same(target) == Some(true) {
        let why = text!("server-copy-itself");
        return Err(StoreError::Copy { file: target.to_owned(), why });
    }
    let mut part = target.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let done = copied(&source, part).and_then(|done| {
        fs::rename(part, target).map(|()| done).map_err(|why| failed(target, &why))
    });
    if done.is_err() {
        let _ = fs::remove_file(part);
    }
    done
}

fn copied(source: &Path, part: &Path) -> Result<BackedUp, StoreError> {
    let refused = |error: io::Error| failed(part, &error);
    match fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(refused(error)),
        _ => {}
    }
    // The database writes into an empty file that is its owner's alone.
    drop(private::file(part).map_err(refused)?);
    let name = part.to_str().ok_or_else(|| refused(io::ErrorKind::InvalidFilename.into()))?;
    let reader = schema::open_to_read(source)?;
    reader.execute("VACUUM INTO ?1", [name]).map_err(|error| explained(source, &error))?;
    File::options().write(true).open(part).and_then(|file| file.sync_all()).map_err(refused)?;
    let copy = schema::open_to_read(part)?;
    let games = copy.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
    let games = games.map_err(|error| explained(source, &error))? as usize;
    Ok(BackedUp { games, bytes: fs::metadata(part).map_err(refused)?.len() })
}

fn failed(file: &Path, error: &io::Error) -> StoreError {
    StoreError::Copy { file: file.to_owned(), why: reason(error) }
}
