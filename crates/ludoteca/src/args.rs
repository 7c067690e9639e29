//! The commands and their options, without a word about them: [`crate::help`] adds the words.

use std::{collections::BTreeMap, ffi::OsString, path::PathBuf, time::Duration};

use clap::{Arg, ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use directories::ProjectDirs;
use ludoteca_games::{
    GAMES, Game, Gdl, find,
    params::{Key, Kind, Value},
};
use ludoteca_players::{Budget, Stop};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use crate::{
    bench, book, completions, convert, engine, experiment, games, ggp, help, ladder, language,
    library, licences, manual, matches, perft, play, puzzles, rules, serve, solve, stress, think,
    tournament, train, worker,
};

#[derive(Parser)]
#[command(name = "ludoteca", version, long_version = env!("LUDOTECA_BUILD"))]
#[command(disable_version_flag = true)]
pub struct Cli {
    #[arg(long, global = true, value_name = "lang", value_parser = language::read)]
    pub lang: Option<Lang>,
    #[arg(long, global = true, value_name = "folder")]
    pub languages: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Serve(serve::Options),
    Games(games::Options),
    Play(play::Options),
    Think(think::Options),
    Solve(solve::Options),
    Perft(perft::Options),
    Engine(engine::Options),
    Ggp(ggp::Options),
    Match(matches::Options),
    Tournament(tournament::Options),
    Ladder(ladder::Options),
    Convert(convert::Options),
    Library(library::Options),
    Rules(rules::Options),
    Book(book::Options),
    Puzzles(puzzles::Options),
    Stress(stress::Options),
    Experiment(experiment::Options),
    Train(train::Options),
    Bench(bench::Options),
    Worker(worker::Options),
    Completions(completions::Options),
    Manual(manual::Options),
    Licences(licences::Options),
    Help(help::Options),
}

/// A game, and what can be chosen before it begins.
#[derive(Args)]
pub struct GameArgs {
    #[arg(value_name = "game", value_parser = Chosen::read)]
    pub game: Chosen,
    #[command(flatten)]
    pub options: GameOptions,
}

/// A game by its name, or by a file that describes it.
#[derive(Clone)]
pub struct Chosen {
    pub name: &'static str,
    pub file: Option<String>,
}

impl Chosen {
    /// Reads `hex` or `gdl:FILE`.
    pub fn read(words: &str) -> Result<Chosen, Text> {
        match words.split_once(':') {
            Some((Gdl::NAME, file)) if !file.is_empty() => {
                Ok(Chosen { name: Gdl::NAME, file: Some(file.to_owned()) })
            }
            _ if matches!(words, "gdl" | "gdl:") => Err(text!("cli-gdl-which")),
            _ => Ok(Chosen { name: find(words)?.name, file: None }),
        }
    }
}

/// The options of all games together; what a game does not have it refuses itself.
#[derive(Clone)]
pub struct GameOptions(pub BTreeMap<String, String>);

/// How long a player may think.
#[derive(Args)]
pub struct BudgetArgs {
    #[arg(long, value_name = "seconds", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| seconds("--time", words))]
    time: Option<Duration>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--nodes", 1, i64::MAX, words))]
    nodes: Option<i64>,
}

/// Where the games of the page are kept.
#[derive(Args)]
pub struct DataArgs {
    #[arg(long, value_name = "folder")]
    data: Option<PathBuf>,
}

/// Where chance comes from.
#[derive(Args)]
pub struct SeedArgs {
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--seed", 0, i64::MAX, words))]
    pub seed: Option<i64>,
}

/// Without a command the web application opens: `serve` is put where the command would stand.
pub fn with_default_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let mut at = 1;
    while let Some(word) = words.get(at).and_then(|word| word.to_str()) {
        match word {
            "--lang" | "--languages" => at += 2,
            _ if word.starts_with("--lang=") || word.starts_with("--languages=") => at += 1,
            "-h" | "--help" | "-V" | "--version" => return words,
            _ if word.starts_with('-') => break,
            _ => return words,
        }
    }
    if at <= words.len() {
        words.insert(at, "serve".into());
    }
    words
}

/// The description of the option `name` by each game that has it.
pub fn game_option(name: &str) -> impl Iterator<Item = (&'static str, Key)> + '_ {
    GAMES.iter().flat_map(move |kind| {
        let key = kind.options().into_iter().find(|key| key.name == name);
        key.map(|key| (kind.name, key))
    })
}

fn option_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    let keys = GAMES.iter().flat_map(|kind| kind.options());
    // A whole text comes from a file that the game is named by.
    for key in keys.filter(|key| !matches!(key.kind, Kind::Text { .. })) {
        if !names.contains(&key.name) {
            names.push(key.name);
        }
    }
    names
}

impl Args for GameOptions {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arg = |name| {
            let number = |(_, key): (_, Key)| {
                !matches!(key.kind, Kind::Choice(_) | Kind::Words | Kind::List | Kind::File { .. })
            };
            let value = if game_option(name).all(number) { "n" } else { "value" };
            Arg::new(name).long(name).value_name(value).allow_negative_numbers(true)
        };
        command.args(option_names().into_iter().map(arg))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |name: &'static str| Some((name, matches.get_one::<String>(name)?));
        let given = option_names().into_iter().filter_map(given);
        Ok(GameOptions(given.map(|(name, value)| (name.to_owned(), value.clone())).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl BudgetArgs {
    /// The budget, ended early by `stop`.
    pub fn budget(&self, stop: Stop) -> Budget {
        Budget {
            time: self.time,
            nodes: self.nodes.map(|nodes| nodes as u64),
            stop,
            ..Budget::default()
        }
    }
}

impl DataArgs {
    /// The folder: the usual one of the system if nobody says.
    pub fn folder(&self) -> Result<PathBuf, Text> {
        let usual = || Some(ProjectDirs::from("", "", "ludoteca")?.data_dir().to_owned());
        self.data.clone().or_else(usual).ok_or_else(|| text!("cli-no-home"))
    }
}

impl SeedArgs {
    /// The seed; without one always the same, so that a run can be repeated.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1) as u64
    }
}

/// A whole number from `low` to `high`.
pub fn whole(name: &'static str, low: i64, high: i64, words: &str) -> Result<i64, Text> {
    match Key::new(name, Kind::Int(low, high), "").read(words)? {
        Value::Int(number) => Ok(number),
        _ => unreachable!("a key of whole numbers gives whole numbers"),
    }
}

/// One of some words.
pub fn choice(name: &'static str, all: &[&'static str], words: &str) -> Result<&'static str, Text> {
    match Key::new(name, Kind::Choice(all.to_vec()), "").read(words)? {
        Value::Word(word) => {
            Ok(all.iter().find(|each| **each == word).copied().unwrap_or_default())
        }
        _ => unreachable!("a choice of words gives words"),
    }
}

/// No time is longer, in seconds: thirty years. Far longer ones are beyond every clock.
const MOST_SECONDS: f64 = 1e9;

/// A time above nothing, in seconds.
pub fn seconds(name: &'static str, words: &str) -> Result<Duration, Text> {
    let seconds = words.parse().ok().filter(|seconds| *seconds <= MOST_SECONDS);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| {
        text!("value-refused", key = name, value = words, allowed = text!("cli-allowed-time"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(line: &str) -> String {
        let words = with_default_command(line.split(' ').map(OsString::from).collect());
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn no_command_is_serve_and_options_belong_to_it() {
        assert_eq!(completed("ludoteca"), "ludoteca serve");
        assert_eq!(completed("ludoteca --port 1"), "ludoteca serve --port 1");
        assert_eq!(completed("ludoteca --lang es"), "ludoteca --lang es serve");
        assert_eq!(completed("ludoteca --lang=es --port 1"), "ludoteca --lang=es serve --port 1");
        assert_eq!(completed("ludoteca --languages x"), "ludoteca --languages x serve");
    }

    #[test]
    fn commands_help_and_version_stay_as_they_are() {
        for line in
            ["ludoteca games", "ludoteca --lang es games", "ludoteca --help", "ludoteca --lang"]
        {
            assert_eq!(completed(line), line);
        }
    }

    #[test]
    fn a_time_is_a_number_above_nothing() {
        assert_eq!(seconds("--time", "0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["0", "-1", "nan", "inf", "1e400", "1e19", "1000000001", "soon", "", "0,5"] {
            assert!(seconds("--time", wrong).is_err(), "{wrong}");
        }
    }
}
