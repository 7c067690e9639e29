//! Counts the ways to play so many moves, in any game: `cargo run --example perft -- hex 3`.

use std::{env, process::ExitCode};

use ludoteca_games::{GAMES, find};

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "tictactoe".to_owned());
    let deepest = words.next().and_then(|depth| depth.parse().ok()).unwrap_or(4);
    // A library says what is wrong by the name of a message; `ludoteca-words` has the sentence.
    let begun = find(&name).map_err(Into::into).and_then(|kind| kind.begin([]));
    match begun {
        Ok(position) => {
            for depth in 1..=deepest {
                println!("{depth} {}", position.perft(depth).nodes);
            }
            ExitCode::SUCCESS
        }
        Err(why) => {
            let all: Vec<&str> = GAMES.iter().map(|kind| kind.name).collect();
            eprintln!("{why}; there are {}", all.join(", "));
            ExitCode::FAILURE
        }
    }
}
