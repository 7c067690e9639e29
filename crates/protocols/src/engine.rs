//! Programs as players, and players as programs: which protocol the programs of each game speak.

use std::{
    env,
    io::{self, BufRead, Write},
    path::Path,
    time::Duration,
};

use ludoteca_games::AnyLine;
use ludoteca_players::{AnyPlayer, PlayerError, Program, Supply};
use ludoteca_text::{Text, text};

use crate::{Say, aei, htp};

/// A protocol: how programs of a game talk, from both ends.
pub(crate) struct Protocol {
    /// The game.
    pub game: &'static str,
    /// Makes a player of a program, given the words of its command.
    pub opponent: fn(Vec<String>, &Program<'_>) -> Box<dyn AnyPlayer>,
    /// Answers as a program, with a player of ours.
    pub serve: Serve,
}

/// The protocol of each game: a line for each.
const PROTOCOLS: &[Protocol] = &[htp::PROTOCOL, aei::PROTOCOL];

/// Answers as an engine of ours until the controller has nothing more to say.
type Serve = for<'a> fn(
    Engine,
    Supply<'a>,
    Box<dyn BufRead + Send>,
    Voice<'a>,
) -> Result<io::Result<()>, PlayerError>;

/// An engine of ours, as somebody starts it.
pub struct Engine {
    /// Where its games begin.
    pub start: AnyLine,
    /// Who plays, as a player text.
    pub player: String,
    /// The time for a move where no clock says otherwise; none leaves it to the player.
    pub time: Option<Duration>,
    /// What chance follows from.
    pub seed: u64,
    /// The language of everything that is not a word of the protocol.
    pub say: Say,
    /// How files are read, where a controller may name some.
    pub load: htp::Load,
}

/// Where an engine speaks.
pub struct Voice<'a> {
    /// To the controller: the answers.
    pub answers: &'a mut dyn Write,
    /// Beside them: what it thinks meanwhile.
    pub beside: &'a mut dyn Write,
}

/// Answers as an engine of ours in the protocol of its game, until the controller has nothing more to
/// say; none if programs of that game have no protocol. An error says what is wrong with the player.
pub fn serve_engine<'a>(
    engine: Engine,
    supply: Supply<'a>,
    input: impl BufRead + Send + 'static,
    voice: Voice<'a>,
) -> Option<Result<io::Result<()>, PlayerError>> {
    let protocol =
        PROTOCOLS.iter().find(|protocol| protocol.game == engine.start.position().game())?;
    Some((protocol.serve)(engine, supply, Box::new(input), voice))
}

/// The games whose programs can be talked to, and for which there is an engine of ours.
pub fn engine_games() -> Vec<&'static str> {
    PROTOCOLS.iter().map(|protocol| protocol.game).collect()
}

/// Makes a player of another program, as [`Supply::engine`](ludoteca_players::Supply::engine) does.
/// The program is looked for now and started when it is first asked to think.
pub fn start_engine(program: &Program<'_>) -> Result<Box<dyn AnyPlayer>, Text> {
    let command = program.command;
    let words = words_of(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| text!("engine-bad-command", command = command))?;
    if !is_there(&words[0]) {
        return Err(text!("engine-not-found", program = words[0].as_str()));
    }
    match PROTOCOLS.iter().find(|protocol| protocol.game == program.game) {
        Some(protocol) => Ok((protocol.opponent)(words, program)),
        None => {
            let list = engine_games().join(", ");
            Err(text!("engine-no-protocol", game = program.game, list = list))
        }
    }
}

/// The words of a command, as a shell reads them. Where backslashes stand between the folders of a
/// path they mean nothing else.
fn words_of(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&command.replace('\\', r"\\")) } else { shlex::split(command) }
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
