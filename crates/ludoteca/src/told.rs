//! What the book, the README and whatever else is to be read tell people to type, tried on the
//! reader of the command line, so that no line of theirs can rot.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use clap::{
    ArgMatches, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};
use ludoteca_games::{Game, Gdl};
use ludoteca_lab::tournament;
use ludoteca_players::{AnyPlayer, Program, Supply, machine, seat};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use crate::{
    args::{Chosen, GameArgs, GameOptions, with_default_command},
    console::Failure,
    help::dressed,
    subject,
};

/// A line that somebody is told to type.
struct Line {
    place: String,
    words: Vec<String>,
    /// Whether it stands by itself; within a sentence it may be the beginning of one.
    whole: bool,
}

/// Names that stand for something of whoever reads, and what is tried in their place.
const STAND_FOR: [(&str, &str); 10] = [
    ("GAME", "hex"),
    ("JUEGO", "hex"),
    ("N", "5"),
    ("M", "5"),
    ("S", "5"),
    ("SHELL", "bash"),
    // What a chapter has its reader write.
    ("mygame", "hex"),
    ("mijuego", "hex"),
    ("mine", "mcts"),
    ("mio", "mcts"),
];

#[test]
fn whatever_people_are_told_to_type_is_understood() {
    let lines = lines();
    assert!(lines.iter().filter(|line| line.whole).count() > 150, "the lines are found");
    let wrong = lines.iter().filter_map(|line| {
        let why = tried(line).err()?;
        Some(format!("{}: {}\n{why}", line.place, line.words.join(" ")))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_tournament_that_is_shown_can_be_played() {
    let mut shown = 0;
    for file in
        ["README.md", "book/en/src/engines/tournaments.md", "book/es/src/engines/tournaments.md"]
    {
        let text = fs::read_to_string(root().join(file)).expect("the file is text");
        for words in text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let supply = Supply { engine: &somebody, ..subject::supply(1) };
            let none = |file: &str| Err(text!("cli-file", file = file, why = "-"));
            let asked = tournament::read(Path::new("cup.toml"), words, &supply, &none);
            if let Err(why) = asked {
                panic!("{file}: {}", Lang::ENGLISH.say(&why.into()));
            }
            shown += 1;
        }
    }
    assert_eq!(shown, 3);
}

#[test]
fn a_line_that_is_wrong_is_found_out() {
    for wrong in [
        "ludoteca thikn hex",
        "ludoteca think hex --player mctz",
        "ludoteca think hex --player mcts:playout=3",
        "ludoteca match hex --a mcts --b hexodus:level=nobody",
        "ludoteca solve hex --size 4 --position z9",
        "ludoteca play tictactoe --size 1000",
        "ludoteca games --gdl gdl/nothing.gdl",
        "ludoteca think hex",
    ] {
        let words = commands(wrong).remove(0);
        let line = Line { place: String::new(), words, whole: true };
        assert!(tried(&line).is_err(), "{wrong}");
    }
}

#[test]
fn a_line_is_divided_as_shells_do_it() {
    let quoted = "ludoteca play hex --second 'engine:cmd=\"a b\"' @f#1 # and so on";
    let words = ["ludoteca", "play", "hex", "--second", "engine:cmd=\"a b\"", "@f#1"];
    assert_eq!(commands(quoted), [words]);
    assert_eq!(commands("a 'b  c'|d && e > f"), [vec!["a", "b  c"], vec!["d"], vec!["e"]]);
}

/// Reads the line as the program does, and then what it says of a game, its players and a position.
fn tried(line: &Line) -> Result<(), String> {
    let meant = |word: &String| {
        let known = STAND_FOR.iter().find(|(name, _)| name == word);
        known.map_or(word.clone(), |(_, meant)| (*meant).to_owned()).into()
    };
    let words = with_default_command(line.words.iter().map(meant).collect());
    let mut read = match dressed(Lang::ENGLISH).try_get_matches_from(words) {
        Ok(read) => read,
        Err(error) => {
            let begun = [
                ErrorKind::MissingRequiredArgument,
                ErrorKind::MissingSubcommand,
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            ];
            let asked = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
            let cut_off = error.kind() == ErrorKind::InvalidValue
                && error.get(ContextKind::InvalidValue).is_none_or(
                    |value| matches!(value, ContextValue::String(value) if value.is_empty()),
                );
            let right = asked.contains(&error.kind())
                || !line.whole && (cut_off || begun.contains(&error.kind()));
            return if right { Ok(()) } else { Err(error.to_string()) };
        }
    };
    while let Some((_, inner)) = read.remove_subcommand() {
        read = inner;
    }
    named(&read).map_err(|why| Lang::ENGLISH.say(&why))
}

/// Whether the game, its options, the players and the position are there.
fn named(read: &ArgMatches) -> Result<(), Text> {
    let game = read.try_get_one::<Chosen>("game").ok().flatten();
    for id in ["player", "a", "b", "first", "second"] {
        let texts = read.try_get_many::<String>(id).ok().flatten();
        for words in texts.into_iter().flatten() {
            sits(game.map_or(Gdl::NAME, |game| game.name), words)?;
        }
    }
    let files = [game.and_then(|game| game.file.as_ref()), one(read, "gdl")];
    for file in files.into_iter().flatten().filter(|file| file.starts_with("gdl/")) {
        if !root().join(file).exists() {
            return Err(text!("cli-file", file = file.as_str(), why = "-"));
        }
    }
    let Some(game) = game.filter(|game| game.file.is_none()) else { return Ok(()) };
    let options = GameOptions::from_arg_matches(read).expect("a game has its options beside it");
    let position = one(read, "position").filter(|position| !position.starts_with('@'));
    let begun = subject::begin(&GameArgs { game: game.clone(), options }, position.map(|at| &**at));
    match begun {
        Ok(_) | Err(Failure::Closed) => Ok(()),
        Err(Failure::Usage(why) | Failure::Failed(why)) => Err(why),
    }
}

fn one<'a>(read: &'a ArgMatches, id: &str) -> Option<&'a String> {
    read.try_get_one::<String>(id).ok().flatten()
}

/// Whether such a player can sit at the game. What is in a file of a reader's own, nobody knows.
fn sits(game: &str, words: &str) -> Result<(), Text> {
    let words = STAND_FOR.iter().find(|(name, _)| *name == words).map_or(words, |(_, meant)| meant);
    let asked = AtomicBool::new(false);
    let read_file = |file: &str, _: usize| {
        asked.store(true, Ordering::Relaxed);
        Err(text!("cli-file", file = file, why = "-"))
    };
    let supply = Supply { read_file: &read_file, engine: &somebody, seed: 1 };
    match seat(game, words, &supply) {
        Err(why) if !asked.load(Ordering::Relaxed) => Err(why.into()),
        _ => Ok(()),
    }
}

/// Plays in the place of a program that a reader has and this machine has not.
fn somebody(program: &Program<'_>) -> Result<Box<dyn AnyPlayer>, Text> {
    Ok(machine(program.game, "random", &subject::supply(1))?)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every line with a command of ours in what there is to read. What is shown with its answer is
/// tried, answer and all, by `tests/cli/shown.rs`.
fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for file in
        ["README.md", "UPGRADING.md", "CONTRIBUTING.md", "packaging/README.md", "python/README.md"]
    {
        read(&root().join(file), &mut lines);
    }
    walk(&root().join("book"), &mut lines);
    lines
}

fn walk(folder: &Path, lines: &mut Vec<Line>) {
    for entry in fs::read_dir(folder).expect("the book is there").flatten() {
        match entry.path() {
            path if path.is_dir() => walk(&path, lines),
            path if path.extension().is_some_and(|ending| ending == "md") => read(&path, lines),
            _ => {}
        }
    }
}

fn read(path: &Path, lines: &mut Vec<Line>) {
    let text = fs::read_to_string(path).expect("the file is text").replace("\\\n", " ");
    let mut block = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind) };
            continue;
        }
        let mut take = |line: &str, whole| {
            let ours = commands(line).into_iter().filter(|words| words[0] == "ludoteca");
            let place = format!("{}:{}", path.display(), number + 1);
            lines.extend(ours.map(|words| Line { place: place.clone(), words, whole }));
        };
        match block {
            Some("sh") => take(line, true),
            Some(_) => {}
            None => line.split('`').skip(1).step_by(2).for_each(|code| take(code, false)),
        }
    }
}

/// The commands of a line for a shell, word by word.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let (mut word, mut quote) = (None::<String>, None);
    for letter in line.chars().chain([' ']) {
        match (quote, letter) {
            (Some(mark), _) if mark == letter => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, ' ' | '|' | '&' | '>' | ';') => {
                commands.last_mut().expect("one is begun").extend(word.take());
                if letter != ' ' {
                    commands.push(Vec::new());
                }
                // What follows is no word of a command.
                if letter == '>' {
                    break;
                }
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    commands.retain(|words| !words.is_empty());
    commands
}
