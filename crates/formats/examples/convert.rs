//! Writes the game of a file in another format: `cargo run --example convert -- GAME.sgf svg`.

use std::{
    env, fs,
    io::{self, Write},
    process::ExitCode,
};

use ludoteca_formats::{Format, read};

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let (Some(file), Some(format)) = (words.next(), words.next()) else {
        eprintln!("convert FILE FORMAT");
        return ExitCode::from(2);
    };
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    // What is wrong with a file is told with its line and column.
    let written = read(&bytes).and_then(|tree| Format::named(&format)?.write(&tree));
    match written {
        Ok(bytes) => {
            if let Err(error) = io::stdout().write_all(&bytes) {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
        Err(why) => {
            eprintln!("{file}: {}", ludoteca_text::Text::from(why));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
