//! Other programs as players: which protocol each game's programs speak.

use std::{env, path::Path};

use ludoteca_games::{Arimaa, Game, Hex};
use ludoteca_players::{AnyPlayer, Program};
use ludoteca_text::{Text, text};

use crate::{aei, htp};

/// Makes a player of a program, given the words of its command.
type Begin = fn(Vec<String>, &Program<'_>) -> Box<dyn AnyPlayer>;

/// The protocol of each game: a line for each.
const PROTOCOLS: &[(&str, Begin)] = &[
    (Hex::NAME, |words, program| Box::new(htp::Opponent::new(words, program))),
    (Arimaa::NAME, |words, program| Box::new(aei::Opponent::new(words, program))),
];

/// The games whose programs can be talked to, and for which there is an engine of ours.
pub fn engine_games() -> Vec<&'static str> {
    PROTOCOLS.iter().map(|protocol| protocol.0).collect()
}

/// Makes a player of another program, as [`Supply::engine`](ludoteca_players::Supply::engine) does.
/// The program is looked for now and started when it is first asked to think.
pub fn start_engine(program: &Program<'_>) -> Result<Box<dyn AnyPlayer>, Text> {
    let command = program.command;
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| text!("engine-bad-command", command = command))?;
    if !is_there(&words[0]) {
        return Err(text!("engine-not-found", program = words[0].as_str()));
    }
    match PROTOCOLS.iter().find(|protocol| protocol.0 == program.game) {
        Some((_, begin)) => Ok(begin(words, program)),
        None => {
            let list = engine_games().join(", ");
            Err(text!("engine-no-protocol", game = program.game, list = list))
        }
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

    use ludoteca_games::GAMES;
    use ludoteca_players::{ENGINE, players};

    use super::*;

    fn program<'a>(game: &'static str, command: &'a str) -> Program<'a> {
        Program { game, command, wait: Duration::from_secs(1), wishes: &[] }
    }

    #[test]
    fn every_game_with_a_protocol_offers_programs_as_players_and_no_other() {
        for game in GAMES {
            let offered = players(game.name).unwrap().iter().any(|player| player.name == ENGINE);
            assert_eq!(offered, engine_games().contains(&game.name), "{}", game.name);
        }
    }

    #[test]
    fn what_is_wrong_with_a_command_is_said_before_anything_is_started() {
        let refused = |game, command| {
            let made = start_engine(&program(game, command));
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
        let made = |game, command| start_engine(&program(game, command)).map(|_| ());
        assert_eq!(made("hex", "sh -c 'one word'"), Ok(()));
        assert_eq!(made("hex", "/bin/sh"), Ok(()));
        assert_eq!(made("arimaa", "sh"), Ok(()));
        assert_eq!(made("connect4", "sh").unwrap_err().id, "engine-no-protocol");
    }
}
