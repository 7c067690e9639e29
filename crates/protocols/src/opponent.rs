//! What programs that speak any protocol have in common as players of ours: how they are started and
//! ended, what goes wrong with them, and what becomes of their answer.

use std::time::{Duration, Instant};

use ludoteca_games::{AnyLine, Game, Line};
use ludoteca_players::{
    Answer, Failure, Fault, Program, Stop, Thought,
    thought::{Value, Variation},
};
use ludoteca_text::{Text, text};

use crate::process::{Process, Silence, cut};

/// The word of HTP and of AEI for giving up.
pub const RESIGN: &str = "resign";

/// How long a program that was asked to stop may take to say what it has found.
pub const LAST_WORD: Duration = Duration::from_secs(1);

/// When a wait is over. One of ages, which no clock can show the end of, is over in thirty years.
pub fn over_in(limit: Duration) -> Instant {
    const AGES: Duration = Duration::from_secs(1_000_000_000);
    Instant::now() + limit.min(AGES)
}

/// How a program is started.
pub struct Command {
    words: Vec<String>,
    /// As it was given, for messages.
    shown: String,
    wait: Duration,
    /// What it is told before the first game, in the words of its protocol.
    pub wishes: Vec<String>,
}

/// A program at work. Asked to quit when nobody needs it any more, it is ended if it does not.
pub struct Running {
    process: Process,
    /// The command it was started with, for messages.
    shown: String,
    /// How long an answer may take beyond the time for a move.
    pub wait: Duration,
}

/// Why there was no answer.
pub enum Trouble {
    /// None came.
    Silence(Silence),
    /// What came is none.
    Garbage(String),
    /// It has no end.
    Endless,
}

impl Trouble {
    /// Which fault of the program it is.
    pub fn fault(&self) -> Fault {
        match self {
            Trouble::Silence(Silence::Ended { killed: true, .. }) => Fault::Killed,
            Trouble::Silence(Silence::Ended { .. }) => Fault::Crash,
            Trouble::Silence(Silence::Late) => Fault::Stall,
            Trouble::Silence(Silence::Stopped) => Fault::Interrupted,
            Trouble::Garbage(_) | Trouble::Endless => Fault::Garbage,
        }
    }
}

impl Command {
    /// A program, with the words of its command.
    pub fn new(words: Vec<String>, program: &Program<'_>) -> Command {
        let (shown, wishes) = (cut(program.command), program.wishes.to_vec());
        Command { words, shown, wait: program.wait, wishes }
    }

    /// Starts it.
    pub fn start(&self) -> Result<Running, Failure> {
        let (shown, wait) = (self.shown.clone(), self.wait);
        match Process::start(&self.words) {
            Ok(process) => Ok(Running { process, shown, wait }),
            Err(error) => {
                let why = error.to_string();
                Err(Fault::Crash.told(text!("engine-not-started", command = shown, why = why)))
            }
        }
    }
}

impl Running {
    /// Says a line to it.
    pub fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.process.send(line).map_err(Trouble::Silence)
    }

    /// The next line it says, if it comes in time.
    pub fn line(&mut self, until: Instant, stop: Option<&Stop>) -> Result<String, Trouble> {
        self.process.line(until, stop).map_err(Trouble::Silence)
    }

    /// What went wrong when it was asked something and had so much time.
    pub fn trouble(&self, trouble: Trouble, asked: &str, limit: Duration) -> Failure {
        let (command, asked, fault) = (self.shown.as_str(), cut(asked), trouble.fault());
        fault.told(match trouble {
            Trouble::Silence(silence) => silence.told(command, &asked, limit),
            Trouble::Garbage(words) => {
                text!("engine-garbage", command = command, asked = asked, words = cut(&words))
            }
            Trouble::Endless => text!("engine-babbles", command = command, asked = asked),
        })
    }

    /// That it refused what it was asked.
    pub fn refused(&self, asked: &str, why: &str) -> Failure {
        let (command, asked, why) = (self.shown.as_str(), cut(asked), cut(why));
        let text = text!("engine-refused", command = command, asked = asked, why = why);
        Fault::Refused.told(text)
    }

    /// That it wants to play what it cannot.
    pub fn illegal(&self, ply: &str, why: impl Into<Text>) -> Failure {
        let (command, ply) = (self.shown.as_str(), cut(ply));
        let why = why.into();
        Fault::Illegal.told(text!("engine-illegal", command = command, ply = ply, why = why))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Whoever does not listen any more is ended with its process.
        let _ = self.process.send("quit");
    }
}

/// The line of play that a program is to think about.
pub fn unfinished<G: Game>(line: &AnyLine) -> Result<Line<G>, Text> {
    if line.position().outcome().is_some() {
        return Err(text!("game-over"));
    }
    Ok(line.typed()?)
}

/// The plies that a program has chosen, or none if it gives up, as a thought that began then.
pub fn thought(plies: Vec<String>, begun: Instant) -> Thought {
    Thought {
        answer: plies.first().cloned().map_or(Answer::Resign, Answer::Ply),
        lines: if plies.is_empty() {
            Vec::new()
        } else {
            vec![Variation { plies, value: Value::NOTHING }]
        },
        value: Value::NOTHING,
        candidates: Vec::new(),
        nodes: 0,
        depth: None,
        seconds: begun.elapsed().as_secs_f64(),
        layers: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_all_the_time_in_the_world_is_waited_for_and_not_fallen_over() {
        assert!(over_in(Duration::MAX) > over_in(Duration::from_secs(999_999_999)));
        assert!(over_in(Duration::ZERO) <= Instant::now());
    }
}
