//! Tells what can be done in positions of Arimaa, one on each line of the input, so that other
//! programs can be asked the same: `scripts/arimaa-against-aei` does.
//!
//! A line of the answer: how many ends the legal turns have, a sum of hashes of their boards, who has
//! won, and the legal plies; or what is wrong with the position.

use std::io::{self, BufRead, Write};

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{Board, turns, write_board},
};

const PRIME: u128 = (1 << 61) - 1;

/// The 64 letters of a board, read as one number, to the third power.
fn hash(board: &Board) -> u128 {
    let words = write_board(board, Side::First);
    let letters = &words.as_bytes()[3..67];
    let number = letters.iter().fold(0, |sum, letter| (sum * 256 + u128::from(*letter)) % PRIME);
    number * number % PRIME * number % PRIME
}

fn answer(words: &str) -> String {
    let position = match Arimaa::default().read_position(words) {
        Ok(line) => line.into_position(),
        Err(error) => return format!("refused at {}: {}", error.at, error.why),
    };
    let turns = turns(&position);
    let sum = turns.iter().fold(0, |sum, turn| (sum + hash(turn.end())) % PRIME);
    let winner = match position.outcome().and_then(|outcome| outcome.winner) {
        Some(Side::First) => "g",
        Some(Side::Second) => "s",
        None => "-",
    };
    let mut plies: Vec<String> =
        position.legal_plies().iter().map(|ply| position.write_ply(ply)).collect();
    plies.sort();
    format!("{} {sum} {winner} {}", turns.len(), plies.join(" "))
}

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&line?))?;
    }
    out.flush()
}
