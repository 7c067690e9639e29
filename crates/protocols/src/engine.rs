//! Other programs as players: which protocol each game's programs speak.

use std::{env, path::Path};

use ludoteca_players::{AnyPlayer, Program};
use ludoteca_text::{Text, text};

use crate::{aei, htp};

/// The games whose programs can be talked to, and for which there is an engine of ours.
pub const ENGINE_GAMES: [&str; 2] = ["hex", "arimaa"];

/// Makes a player of another program, as [`Supply::engine`](ludoteca_players::Supply::engine) does.
/// The program is looked for now and started when it is first asked to think.
pub fn start_engine(program: &Program<'_>) -> Result<Box<dyn AnyPlayer>, Text> {
    let command = program.command;
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| text!("engine-bad-command", command = command))?;
    if !is_there(&words[0]) {
        return Err(text!("engine-not-found", program = words[0].as_str()));
    }
    match program.game {
        "hex" => Ok(Box::new(htp::Opponent::new(words, command, program.wait))),
        "arimaa" => Ok(Box::new(aei::Opponent::new(words, command, program.wait))),
        game => Err(text!("engine-no-protocol", game = game, list = ENGINE_GAMES.join(", "))),
    }
}

/// Whether there is a program of that name, or at that path.
fn is_there(program: &str) -> bool {
    let with_suffix = format!("{program}{}", env::consts::EXE_SUFFIX);
    let is_in =
        |folder: &Path| folder.join(program).is_file() || folder.join(&with_suffix).is_file();
    if Path::new(program).components().count() > 1 {
        return is_in(Path::new(""));
    }
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| is_in(&folder)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_wrong_with_a_command_is_said_before_anything_is_started() {
        let refused = |game, command| {
            let wait = Duration::from_secs(1);
            let made = start_engine(&Program { game, command, wait });
            made.map(|_| ()).unwrap_err().id
        };
        assert_eq!(refused("hex", "sh -c 'echo"), "engine-bad-command");
        assert_eq!(refused("hex", "# nothing but a comment"), "engine-bad-command");
        assert_eq!(refused("hex", "no-such-program --quiet"), "engine-not-found");
        assert_eq!(refused("hex", "./no-such-program"), "engine-not-found");
        assert_eq!(refused("hex", "''"), "engine-not-found");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_found_by_name_and_by_path_and_its_game_has_to_have_a_protocol() {
        let made = |game, command| {
            start_engine(&Program { game, command, wait: Duration::from_secs(1) }).map(|_| ())
        };
        assert_eq!(made("hex", "sh -c 'one word'"), Ok(()));
        assert_eq!(made("hex", "/bin/sh"), Ok(()));
        assert_eq!(made("arimaa", "sh"), Ok(()));
        assert_eq!(made("connect4", "sh").unwrap_err().id, "engine-no-protocol");
    }
}
