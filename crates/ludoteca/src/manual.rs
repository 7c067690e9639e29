//! `ludoteca manual`: a page of the system's manual for each command, as `man ludoteca-play` shows it.
//!
//! A page says what `--help` says, in the language of whoever asks.

use std::{fmt::Write as _, fs, io, path::PathBuf};

use clap::{Arg, Args, Command};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use crate::{
    console::{Console, Failure, reason},
    help,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "folder")]
    folder: PathBuf,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let folder = what.folder.to_string_lossy().into_owned();
    let failed = |error: io::Error| text!("cli-file", file = folder.as_str(), why = reason(&error));
    fs::create_dir_all(&what.folder).map_err(failed)?;
    let pages = pages(console.lang);
    for (name, page) in &pages {
        fs::write(what.folder.join(format!("{name}.1")), page).map_err(failed)?;
    }
    console.tell(&text!("cli-manual-written", pages = pages.len(), folder = folder.as_str()))
}

/// Every page, by its name.
fn pages(lang: Lang) -> Vec<(String, String)> {
    fn add(command: &Command, name: &str, above: Option<&str>, lang: Lang, pages: &mut Pages) {
        let page_name = name.replace(' ', "-");
        pages.push((page_name.clone(), page(command, name, above, lang)));
        for sub in command.get_subcommands() {
            add(sub, &format!("{name} {}", sub.get_name()), Some(&page_name), lang, pages);
        }
    }
    let mut pages = Vec::new();
    add(&help::dressed(lang), "ludoteca", None, lang, &mut pages);
    pages
}

type Pages = Vec<(String, String)>;

/// The page of the command that is called by `name`; `above` is the page of the command it is part of.
fn page(command: &Command, name: &str, above: Option<&str>, lang: Lang) -> String {
    let page_name = name.replace(' ', "-");
    let (day, version) = (env!("LUDOTECA_DAY"), env!("CARGO_PKG_VERSION"));
    let mut page = format!(
        ".TH {} 1 \"{day}\" \"Ludoteca {version}\" \"Ludoteca\"\n",
        page_name.to_uppercase()
    );
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = escaped(about.trim_end_matches('.'));
    section(&mut page, "cli-manual-name", lang);
    let _ = writeln!(page, "{} \\- {about}", escaped(&page_name));
    section(&mut page, "cli-manual-synopsis", lang);
    let _ = writeln!(page, "{}", escaped(&help::usage(command, name, lang)));
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let (positional, options): (Vec<_>, Vec<_>) =
        command.get_arguments().filter(shown).partition(|arg| arg.is_positional());
    for (heading, all) in [("cli-manual-arguments", positional), ("cli-manual-options", options)] {
        if !all.is_empty() {
            section(&mut page, heading, lang);
        }
        for arg in all {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            item(&mut page, &term(arg), &help);
        }
    }
    if command.has_subcommands() {
        section(&mut page, "cli-manual-commands", lang);
        for sub in command.get_subcommands() {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            let term =
                format!("\\fB{}\\fR(1)", escaped(&format!("{page_name}-{}", sub.get_name())));
            item(&mut page, &term, &about);
        }
    }
    if let Some(after) = command.get_after_help() {
        section(&mut page, "cli-manual-examples", lang);
        let _ = write!(page, ".nf\n{}\n.fi\n", escaped(&after.to_string()));
    }
    if let Some(above) = above {
        section(&mut page, "cli-manual-see", lang);
        let _ = writeln!(page, "\\fB{}\\fR(1)", escaped(above));
    }
    page
}

fn section(page: &mut String, heading: &'static str, lang: Lang) {
    let _ = writeln!(page, ".SH \"{}\"", escaped(&lang.say(&Text::new(heading)).to_uppercase()));
}

fn item(page: &mut String, term: &str, help: &str) {
    let _ = write!(page, ".TP\n{term}\n{}\n", escaped(help));
}

/// An argument as it is written: `-h, --help`, `--size N`, `GAME`.
fn term(arg: &Arg) -> String {
    let short = arg.get_short().map(|letter| format!("-{letter}"));
    let long = arg.get_long().map(|word| format!("--{word}"));
    let names: Vec<String> = short.into_iter().chain(long).map(|name| escaped(&name)).collect();
    let bold = names.iter().map(|name| format!("\\fB{name}\\fR")).collect::<Vec<_>>().join(", ");
    let values = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let values = values.unwrap_or_default().iter().map(|name| format!("\\fI{}\\fR", escaped(name)));
    let values = values.collect::<Vec<_>>().join(" ");
    [bold, values].join(" ").trim().to_owned()
}

/// Words that mean nothing but themselves to what sets the page.
fn escaped(words: &str) -> String {
    let words = words.replace('\\', "\\e").replace('-', "\\-").replace('"', "\\(dq");
    let line = |line: &str| {
        // What begins with one of these would be an order.
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() }
    };
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use ludoteca_words::languages;

    use super::*;

    #[test]
    fn every_command_has_a_page_that_names_each_of_its_options() {
        for lang in languages() {
            let pages = pages(lang);
            let page = |name: &str| &pages.iter().find(|page| page.0 == name).unwrap().1;
            let play = page("ludoteca-play");
            for word in
                ["\\fB\\-\\-first\\fR", "\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "ludoteca play <"]
            {
                assert!(play.contains(word), "{word}: {play}");
            }
            assert!(page("ludoteca").contains("\\fBludoteca\\-tournament\\fR(1)"));
            assert!(page("ludoteca-ggp-player").contains("\\fBludoteca\\-ggp\\fR(1)"));
        }
    }

    #[test]
    fn no_line_of_a_text_becomes_an_order() {
        assert_eq!(escaped(".SH a\n'b \\n --c \"d\""), "\\&.SH a\n\\&'b \\en \\-\\-c \\(dqd\\(dq");
    }
}
