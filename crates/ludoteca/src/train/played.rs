//! Games that people have played, for a net to learn from.

use std::path::Path;

use ludoteca_formats::read_numbered;
use ludoteca_games::GameTree;
use ludoteca_server::stored_games;
use ludoteca_text::{Text, text};

use crate::subject;

/// The games of a file of any format, or those of this game in the data folder of `serve`.
pub fn games(place: &str, game: &str) -> Result<Vec<GameTree>, Text> {
    if Path::new(place).is_dir() {
        return stored_games(Path::new(place), game);
    }
    let bytes = subject::read_bytes(place)?;
    let read = |number| {
        let read = read_numbered(&bytes, number);
        read.map_err(|why| text!("cli-in-file", file = place, why = why))
    };
    let (first, count) = read(1)?;
    let others = (2..=count).map(|number| read(number).map(|(game, _)| game));
    [Ok(first)].into_iter().chain(others).collect()
}
