//! Puzzles of Arimaa: positions of our own making in which one turn has to be found.
//!
//! They are data (`puzzles/puzzles.tsv`): what has to be done, how hard it is, how many turns do it,
//! and the position. Whether a turn does it is decided by looking at every reply, never by a list of
//! answers. The easiest come first, and a puzzle is known by its number.
//!
//! A grade is measured. It is 1, and one more for each of these: no turn of fewer than four steps
//! does it; fewer than one turn in a thousand does it; `alphabeta` misses it when it looks one turn
//! ahead (`limit=5000`); and when it looks two turns ahead (`limit=30`).

mod aim;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Kind, Step, kind_name, read_board},
};
use ludoteca_text::{Text, text};

pub use self::aim::{Aim, Fault};

/// A position in which one turn has to be found.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name, from 1.
    pub number: usize,
    /// Where the turn begins.
    pub position: Arimaa,
    /// What the turn has to bring about.
    pub aim: Aim,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// How many turns do it, counted by where they end.
    pub solutions: usize,
}

/// All puzzles, the easiest first.
pub fn puzzles() -> &'static [Puzzle] {
    static PUZZLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    PUZZLES.get_or_init(|| {
        let lines = include_str!("puzzles/puzzles.tsv").lines().skip(1).enumerate();
        let read = |(at, line)| Puzzle::read(at + 1, line).expect("a test reads these puzzles");
        lines.map(read).collect()
    })
}

impl Puzzle {
    fn read(number: usize, line: &str) -> Option<Puzzle> {
        let mut fields = line.split('\t');
        let aim = Aim::read(fields.next()?)?;
        let (grade, solutions) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let (board, side) = read_board(fields.next()?).ok()?;
        Some(Puzzle { number, position: Arimaa::from_board(board, side), aim, grade, solutions })
    }

    /// Whether a turn that ended with this position does what the puzzle asks for.
    pub fn solved_by(&self, end: &Arimaa) -> bool {
        self.aim.is_reached(&self.position, end)
    }

    /// What is wrong with a turn that ended with this position and does not do it, in a sentence.
    pub fn objection(&self, end: &Arimaa) -> Option<Text> {
        Some(match self.aim.fault(&self.position, end)? {
            Fault::Undone => text!("puzzle-undone"),
            Fault::LetsThrough(steps) => text!("puzzle-lets-through", turn = written(end, &steps)),
            Fault::Held(steps) => text!("puzzle-held", turn = written(end, &steps)),
        })
    }

    /// What is asked for, in a sentence.
    pub fn task(&self) -> Text {
        let side = match self.position.side() {
            Side::First => text!("gold"),
            Side::Second => text!("silver"),
        };
        match self.aim {
            Aim::GoalInOne => text!("puzzle-goal-in-one", side = side),
            Aim::GoalInTwo => text!("puzzle-goal-in-two", side = side),
            Aim::Defend => text!("puzzle-defend", side = side),
            Aim::Capture(kind) => {
                Text::new(format!("puzzle-capture-{}", kind_name(kind))).with("side", side)
            }
        }
    }

    /// The idea behind it, in a sentence.
    pub fn theme(&self) -> Text {
        Text::new(format!("puzzle-arimaa-{}", self.number))
    }
}

/// Steps as a record has them.
fn written(begin: &Arimaa, steps: &[Step]) -> String {
    let mut at = begin.clone();
    let mut words = Vec::new();
    for step in steps {
        let ply = ArimaaPly::Step(*step);
        words.push(at.list_ply(&ply));
        at.play_unchecked(&ply);
    }
    words.join(" ")
}

impl Aim {
    fn read(words: &str) -> Option<Aim> {
        match words {
            "goal-in-one" => Some(Aim::GoalInOne),
            "goal-in-two" => Some(Aim::GoalInTwo),
            "defend" => Some(Aim::Defend),
            _ => {
                let letter = words.strip_prefix("capture-")?.chars().next()?;
                Kind::of_letter(letter).map(|(_, kind)| Aim::Capture(kind))
            }
        }
    }
}
