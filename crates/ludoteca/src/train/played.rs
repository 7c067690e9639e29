//! Games that people have played, for a net to learn from.

use std::{ops::ControlFlow, path::Path};

use ludoteca_formats::{FileError, read_each};
use ludoteca_games::GameTree;
use ludoteca_server::Library;
use ludoteca_text::{Text, text};

use crate::subject;

/// The games of a file of any format, or those of this game in the data folder of `serve`.
pub fn games(place: &str, game: &str) -> Result<Vec<GameTree>, Text> {
    if Path::new(place).is_dir() {
        return stored(Path::new(place), game);
    }
    let mut games = Vec::new();
    let bytes = subject::read_bytes(place)?;
    let refused = |why: FileError| text!("cli-in-file", file = place, why = why);
    let wrong = read_each(&bytes, |game| match game {
        Ok(game) => {
            games.push(game);
            ControlFlow::Continue(())
        }
        Err(why) => ControlFlow::Break(why),
    });
    match wrong.map_err(refused)? {
        None => Ok(games),
        Some(why) => Err(refused(why)),
    }
}

/// The games of a kind that are stored in a folder, the one last touched first. What cannot be played
/// again is of no use here.
fn stored(folder: &Path, game: &str) -> Result<Vec<GameTree>, Text> {
    if !Library::is_in(folder) {
        return Ok(Vec::new());
    }
    let library = Library::open(folder)?;
    let of_it = library.list()?.0.into_iter().filter(|listed| listed.game == game);
    Ok(of_it.filter_map(|listed| library.game(&listed.id).ok()).collect())
}
