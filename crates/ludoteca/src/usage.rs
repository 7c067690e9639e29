//! Reads the command line, and says in a sentence what is wrong with it.

use std::{error::Error as _, ffi::OsString};

use clap::{
    Command, FromArgMatches,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use crate::{args::Cli, console::Failure, help::dressed};

/// The command line as it was meant. Where help was asked for it is given, and nothing is left to do.
pub fn read(words: Vec<OsString>, lang: Lang) -> Result<Cli, Failure> {
    let mut command = dressed(lang);
    let read = command
        .try_get_matches_from_mut(&words)
        .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
    read.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match error.print() {
            Ok(()) => Failure::Closed,
            Err(error) => error.into(),
        },
        _ => {
            let at = innermost(&command, &words);
            Failure::Usage(sentence(&error, at))
        }
    })
}

/// The command that the words lead to, as far as they do.
fn innermost<'a>(command: &'a Command, words: &[OsString]) -> Vec<&'a Command> {
    let mut path = vec![command];
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        let at = path[path.len() - 1];
        path.extend(at.find_subcommand(word));
    }
    path
}

/// What is wrong, what would be right, and where to read on.
fn sentence(error: &Error, path: Vec<&Command>) -> Text {
    let context = |kind| strings(error.get(kind));
    let first = |kind| context(kind).first().map(|word| bare(word)).unwrap_or_default();
    let names: Vec<&str> = path.iter().map(|command| command.get_name()).collect();
    let at = path[path.len() - 1];
    let see = text!("cli-see", command = names.join(" "));
    let option = first(ContextKind::InvalidArg);
    let value = first(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ValueValidation => match error.source().and_then(|why| why.downcast_ref()) {
            Some(why) => Text::clone(why),
            None => text!("cli-bad-value", option = option, value = value, see = see),
        },
        ErrorKind::InvalidValue if value.is_empty() => {
            text!("cli-no-value", option = option, see = see)
        }
        ErrorKind::InvalidValue => {
            text!("cli-bad-value", option = option, value = value, see = see)
        }
        ErrorKind::TooManyValues => text!("cli-value-unwanted", option = option, see = see),
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            match context(ContextKind::SuggestedArg).first() {
                Some(near) => {
                    text!("cli-unknown-option-near", option = option, near = bare(near), see = see)
                }
                None => text!("cli-unknown-option", option = option, see = see),
            }
        }
        ErrorKind::UnknownArgument => text!("cli-extra-word", word = option, see = see),
        ErrorKind::InvalidSubcommand => unknown_command(
            at,
            &first(ContextKind::InvalidSubcommand),
            context(ContextKind::SuggestedSubcommand).first().map(String::as_str),
        ),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            text!("cli-no-command", list = commands(at))
        }
        ErrorKind::MissingRequiredArgument => {
            text!("cli-missing", list = context(ContextKind::InvalidArg).join(", "), see = see)
        }
        ErrorKind::ArgumentConflict => {
            let other = first(ContextKind::PriorArg);
            if other == option {
                text!("cli-twice", option = option)
            } else {
                text!("cli-conflict", one = option, two = other)
            }
        }
        ErrorKind::InvalidUtf8 => text!("cli-not-text"),
        _ => text!("cli-not-understood", see = see),
    }
}

/// A command that does not exist: the nearest one, or all.
pub fn unknown_command(at: &Command, name: &str, near: Option<&str>) -> Text {
    match near {
        Some(near) => text!("cli-unknown-command-near", name = name, near = near),
        None => text!("cli-unknown-command", name = name, list = commands(at)),
    }
}

fn commands(at: &Command) -> String {
    at.get_subcommands().map(Command::get_name).collect::<Vec<_>>().join(", ")
}

/// An option without what it takes: `--time <SECONDS>` is `--time`.
fn bare(option: &str) -> String {
    match option.split_once(" <") {
        Some((name, _)) => name.to_owned(),
        None => option.to_owned(),
    }
}

fn strings(value: Option<&ContextValue>) -> Vec<String> {
    match value {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}
