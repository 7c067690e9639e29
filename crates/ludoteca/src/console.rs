//! Where a command speaks, in which language, and how it can fail.

use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    sync::Arc,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_arena::{ExperimentError, MatchError};
use ludoteca_formats::FileError;
use ludoteca_games::{
    TreeError, WrongGame,
    gdl::{Loading, Watch},
    params::SettingError,
};
use ludoteca_lab::{LabError, tournament::TournamentError};
use ludoteca_players::{PlayerError, SolveError, connect4::BookError, rules::RulesError};
use ludoteca_protocols::Say;
use ludoteca_spread::SpreadError;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
pub use ludoteca_words::reason;
use serde::Serialize;

/// Speaks one language on standard output, and on standard error where it is not an answer.
#[derive(Clone, Copy)]
pub struct Console {
    /// The language it speaks.
    pub lang: Lang,
    /// How it draws the stones of each side, where somebody wants other letters than the game's.
    pub letters: Option<[char; 2]>,
}

/// Why a command ended before its end.
#[derive(Debug)]
pub enum Failure {
    /// The command was not understood: exit status 2.
    Usage(Text),
    /// It was understood and could not be done: exit status 1.
    Failed(Text),
    /// Nobody reads the output any more, which is no failure.
    Closed,
}

impl Failure {
    /// The command was not understood, for this reason.
    pub fn usage(why: impl Into<Text>) -> Failure {
        Failure::Usage(why.into())
    }
}

impl Console {
    /// The message in its language. It may quote a file or a stranger, whose words are to do nothing
    /// to the terminal that shows them.
    pub fn say(&self, text: &Text) -> String {
        let words = self.lang.say(text);
        let does_something = |letter: char| letter.is_control() && !"\n\t".contains(letter);
        words.replace(does_something, "\u{fffd}")
    }

    /// The same for whoever is to speak its language elsewhere.
    pub fn sayer(&self) -> Say {
        let console = *self;
        Arc::new(move |text| console.say(text))
    }

    /// One line of the answer.
    pub fn print(&self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(io::stdout().lock(), "{line}")?)
    }

    /// A sentence of the answer.
    pub fn tell(&self, text: &Text) -> Result<(), Failure> {
        self.print(&self.say(text))
    }

    /// The whole answer as one JSON document.
    pub fn json(&self, answer: &impl Serialize) -> Result<(), Failure> {
        let document = serde_json::to_string(answer).expect("answers have only text for keys");
        self.print(&document)
    }

    /// A file as the answer. What is no text would do anything to a terminal.
    pub fn give(&self, file: &[u8]) -> Result<(), Failure> {
        match str::from_utf8(file) {
            Ok(words) => self.print(words.trim_end_matches('\n')),
            Err(_) if io::stdout().is_terminal() => {
                Err(Failure::Usage(text!("cli-no-text-for-terminal")))
            }
            Err(_) => Ok(io::stdout().lock().write_all(file)?),
        }
    }

    /// A sentence beside the answer.
    pub fn note(&self, text: &Text) {
        // Where even this cannot be written there is nobody to tell.
        let _ = writeln!(io::stderr().lock(), "{}", self.say(text));
    }

    /// Whether somebody sees progress.
    pub fn is_watched(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// How many characters a line has.
    pub fn width(&self) -> usize {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        terminal.map_or(100, |(width, _)| usize::from(width.0)).clamp(40, 120)
    }
}

/// What the libraries say is wrong.
macro_rules! failed {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(why: $error) -> Failure {
                Failure::Failed(why.into())
            }
        }
    )*};
}
failed!(
    BookError,
    ExperimentError,
    FileError,
    LabError,
    MatchError,
    PlayerError,
    RulesError,
    SettingError,
    SolveError,
    SpreadError,
    Text,
    TournamentError,
    TreeError,
    WrongGame,
);

/// Standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Failed(text!("cli-output", why = reason(&error))),
        }
    }
}

/// How much of something is done; drawn only where somebody sees it.
pub fn progress_bar(length: u64, console: Console) -> ProgressBar {
    if !console.is_watched() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {elapsed} / {duration}");
    ProgressBar::new(length).with_style(style.expect("a fixed template"))
}

/// What is said while a description loads, once that takes a while, and only where somebody sees it.
pub fn loading(console: Console) -> Option<Watch> {
    if !console.is_watched() {
        return None;
    }
    let bar = ProgressBar::no_length();
    bar.set_style(ProgressStyle::with_template("{msg}").expect("a fixed template"));
    Some(Arc::new(move |loading: &Loading| {
        if loading.over {
            bar.finish_and_clear();
        } else if loading.time >= Duration::from_secs(1) {
            bar.set_message(console.say(&text!(
                "cli-loading",
                rules = loading.rules,
                megabytes = loading.bytes / 1_000_000,
                seconds = loading.time.as_secs()
            )));
        }
        true
    }))
}

/// Seconds as they are shown: what is too short to be shown is still not nothing.
pub fn shown(seconds: f64) -> f64 {
    seconds.max(0.001)
}
