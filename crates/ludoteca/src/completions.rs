//! `ludoteca completions`: what a shell has to know to complete our command lines.

use clap::Args;
use clap_complete::{Shell, generate};
use ludoteca_text::Text;

use crate::{
    args::choice,
    console::{Console, Failure},
    help::dressed,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "shell", value_parser = shell)]
    shell: Shell,
}

/// The shells, by the names they are called by.
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

fn shell(words: &str) -> Result<Shell, Text> {
    Ok(match choice("shell", &SHELLS, words)? {
        "zsh" => Shell::Zsh,
        "fish" => Shell::Fish,
        "powershell" => Shell::PowerShell,
        "elvish" => Shell::Elvish,
        _ => Shell::Bash,
    })
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(what.shell, &mut dressed(console.lang), "ludoteca", &mut script);
    console.print(String::from_utf8_lossy(&script).trim_end())
}
