//! Puts the words of a language onto the commands: what `--help` says.
//!
//! The message about a command is `cli-COMMAND-about`. The message about its argument is
//! `cli-COMMAND-ARGUMENT` or, where it means the same for all commands, `cli-arg-ARGUMENT`.

use clap::{Arg, ArgAction, Args, Command, CommandFactory};
use ludoteca_games::params::Kind;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use crate::{
    args::{Cli, game_option},
    console::{Console, Failure},
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "command")]
    command: Vec<String>,
}

/// What stands where in a help text.
const TEMPLATE: &str = "{about}\n\n{usage-words} {usage}\n\n{all-args}{after-help}";

/// The help of a command named by its words.
pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let mut command = dressed(console.lang);
    // What is common to all commands is handed down to them.
    command.build();
    for word in &what.command {
        command = match command.find_subcommand(word) {
            Some(sub) => sub.clone(),
            // A word of its own, such as the name of an experiment: its help is that of the command.
            None if command.get_subcommands().next().is_none() => break,
            None => {
                return Err(Failure::Usage(crate::usage::unknown_command(&command, word, None)));
            }
        };
    }
    console.print(command.render_help().to_string().trim_end())
}

/// All commands in the words of a language.
pub fn dressed(lang: Lang) -> Command {
    dress(Cli::command(), "", lang)
}

/// `path` are the command's words, divided by `-`; none for the program itself.
fn dress(command: Command, path: &str, lang: Lang) -> Command {
    let name = ["ludoteca", path].join(" ").replace('-', " ");
    let mut command = command
        .about(lang.say(&Text::new(about_id(path))))
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help))
        .subcommand_help_heading(lang.say(&text!("cli-heading-commands")))
        .subcommand_value_name(lang.say(&text!("cli-value-command")));
    if path.is_empty() {
        command = command
            .arg(Arg::new("version").short('V').long("version").action(ArgAction::Version))
            .after_help(lang.say(&text!("cli-after")));
    }
    let mut place = 0;
    command = command.mut_args(|arg| {
        place += 1;
        dress_arg(arg, path, lang, place)
    });
    let usage = usage(&command, name.trim(), lang);
    command = command
        .help_template(TEMPLATE.replace("{usage-words}", &lang.say(&text!("cli-heading-usage"))))
        .override_usage(usage);
    command.mut_subcommands(|sub| {
        let path = [path, sub.get_name()].join("-");
        dress(sub, path.trim_start_matches('-'), lang)
    })
}

/// `place` is where it was written among the command's arguments, and is shown.
fn dress_arg(arg: Arg, path: &str, lang: Lang, place: usize) -> Arg {
    let heading = if arg.is_positional() { "cli-heading-arguments" } else { "cli-heading-options" };
    let help = lang.say(&arg_help(&arg, path, lang));
    let arg = arg.help(help).help_heading(lang.say(&Text::new(heading)));
    let everywhere = ["lang", "languages", "help", "version"].contains(&arg.get_id().as_str());
    let arg = arg.display_order(if everywhere { usize::MAX } else { place });
    let names = value_names(&arg).map(|name| lang.say(&Text::new(value_id(&name))));
    match names.collect::<Vec<_>>() {
        names if names.is_empty() => arg,
        names => arg.value_names(names).hide_default_value(true),
    }
}

/// What the values of an argument are called; nothing for one that takes none.
fn value_names(arg: &Arg) -> impl Iterator<Item = String> + use<> {
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    names.unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>().into_iter()
}

/// What is said about an argument, with its default.
fn arg_help(arg: &Arg, path: &str, lang: Lang) -> Text {
    let name = arg.get_id().as_str();
    if let Some(text) = option_help(name, lang) {
        return text;
    }
    let help = Text::new(arg_id(path, name));
    match arg.get_default_values().first().filter(|_| arg.get_action().takes_values()) {
        Some(value) => {
            text!("cli-with-default", help = help, value = value.to_string_lossy().into_owned())
        }
        None => help,
    }
}

/// What is said about an option of some games: what it is, and what each game takes.
fn option_help(name: &str, lang: Lang) -> Option<Text> {
    let mut help = None;
    let mut games = Vec::new();
    for (game, key) in game_option(name) {
        let range = range(&key.kind);
        games.push(lang.say(&match &key.default {
            Some(value) => text!(
                "cli-option-game-default",
                game = game,
                range = range,
                value = value.to_string()
            ),
            None => text!("cli-option-game", game = game, range = range),
        }));
        help.get_or_insert(Text::new(key.help));
    }
    Some(text!("cli-option", help = help?, games = games.join("; ")))
}

/// What a value may be, in few signs.
pub fn range(kind: &Kind) -> Text {
    let list = |words: Vec<String>| Text::verbatim(words.join(", "));
    match kind {
        Kind::Int(low, i64::MAX) => text!("cli-range-up", low = *low as f64),
        Kind::Int(low, high) => text!("cli-range", low = *low as f64, high = *high as f64),
        Kind::Real(low, high) => text!("cli-range", low = *low, high = *high),
        Kind::IntOf(all) => list(all.iter().map(i64::to_string).collect()),
        Kind::Choice(all) => list(all.iter().map(ToString::to_string).collect()),
        Kind::Switch => Text::verbatim("on, off"),
        Kind::Words | Kind::List => text!("cli-range-words"),
        Kind::Text { .. } | Kind::File { .. } => text!("cli-range-file"),
    }
}

fn about_id(path: &str) -> String {
    if path.is_empty() { "cli-about".to_owned() } else { format!("cli-{path}-about") }
}

fn arg_id(path: &str, name: &str) -> String {
    let own = format!("cli-{path}-{name}");
    if Lang::ENGLISH.knows(&own) { own } else { format!("cli-arg-{name}") }
}

fn value_id(name: &str) -> String {
    format!("cli-value-{}", name.to_lowercase())
}

/// `ludoteca think GAME --player PLAYER [options]`: what is needed first, in the order of the book.
pub fn usage(command: &Command, name: &str, lang: Lang) -> String {
    let value = |arg: &Arg| value_names(arg).next().unwrap_or_default();
    let mut usage = name.to_owned();
    for arg in command.get_positionals() {
        let value = value(arg);
        usage += &if arg.is_required_set() { format!(" <{value}>") } else { format!(" [{value}]") };
    }
    for arg in command.get_opts().filter(|arg| arg.is_required_set()) {
        usage += &format!(" --{} <{}>", arg.get_long().unwrap_or_default(), value(arg));
    }
    if command.has_subcommands() {
        let value = lang.say(&text!("cli-value-command"));
        // The program itself has a command for those who name none; where a command does without
        // one, it is one or the other.
        usage += &match name {
            "ludoteca" => format!(" [{value}]"),
            _ if command.is_args_conflicts_with_subcommands_set() => format!(" | <{value}>"),
            _ => format!(" <{value}>"),
        };
    }
    usage + " " + &lang.say(&text!("cli-usage-options"))
}

#[cfg(test)]
mod tests {
    use ludoteca_words::languages;

    use super::*;

    /// Every command below `command`, itself included, with its path.
    fn walk(command: &Command, path: &str, look: &mut impl FnMut(&Command, &str)) {
        look(command, path);
        for sub in command.get_subcommands() {
            walk(sub, [path, sub.get_name()].join("-").trim_start_matches('-'), look);
        }
    }

    #[test]
    fn every_command_argument_and_value_is_explained_in_every_language() {
        let mut missing = Vec::new();
        walk(&Cli::command(), "", &mut |command, path| {
            let mut ids = vec![about_id(path), "cli-arg-help".into(), "cli-arg-version".into()];
            for arg in command.get_arguments() {
                let name = arg.get_id().as_str();
                ids.extend(game_option(name).map(|(_, key)| key.help.to_owned()));
                if game_option(name).next().is_none() {
                    ids.push(arg_id(path, name));
                }
                ids.extend(value_names(arg).map(|name| value_id(&name)));
            }
            for lang in languages() {
                let unknown = ids.iter().filter(|id| !lang.knows(id));
                missing.extend(unknown.map(|id| format!("{}: {id}", lang.code())));
            }
        });
        missing.dedup();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn the_commands_are_well_formed_in_every_language() {
        languages().into_iter().for_each(|lang| dressed(lang).debug_assert());
    }

    #[test]
    fn no_english_of_clap_is_left_in_the_spanish_help() {
        let spanish = Lang::named("es").unwrap();
        walk(&dressed(spanish), "", &mut |command, path| {
            let help = command.clone().render_help().to_string();
            for word in ["Usage", "Options", "OPTIONS", "Commands", "Arguments", "default", "Print"]
            {
                assert!(!help.contains(word), "{path}: {help}");
            }
        });
    }
}
