//! Any program that speaks HTP, as a player of ours.
//!
//! It is told of each position what it does not know yet: the moves since the last one, or the whole
//! game from an empty board where moves were taken back or the game was taken up in the middle. As
//! positions do not remember their order of moves, an order that leads there is found ([`path`]).
//!
//! Whatever goes wrong ends the program and is an error that says what it was; asked again, it is
//! started anew.

use std::time::{Duration, Instant};

use ludoteca_games::{
    AnyLine, Game, Hex,
    hex::{Colour, HexPly, Swap},
};
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Stop, Thought};
use ludoteca_text::{Text, text};

use super::names;
use crate::{
    opponent::{Command, LAST_WORD, Program, RESIGN, Trouble, thought, unfinished},
    process::Silence,
};

/// A longer answer has no end.
const LONGEST: usize = 1 << 20;

/// A program that plays Hex.
pub struct Opponent {
    command: Command,
    talk: Option<Talk>,
}

/// A program at work, and what it knows.
struct Talk {
    program: Program,
    /// The commands it has.
    commands: Vec<String>,
    /// The position it has on its board.
    told: Option<Hex>,
    /// The time for a move it has been told of.
    timed: Option<Duration>,
}

/// What a program answered: words, or why not.
type Answer = Result<String, String>;

impl Opponent {
    /// The program that a command starts, when it is first asked to think. `shown` is the command in
    /// messages; an answer may take as long as `wait` beyond the time for the move.
    pub fn new(command: Vec<String>, shown: &str, wait: Duration) -> Opponent {
        Opponent { command: Command::new(command, shown, wait), talk: None }
    }

    /// Its ply; none if it gives up.
    fn choose(&mut self, hex: &Hex, budget: &Budget) -> Result<Option<String>, Text> {
        let talk = match &mut self.talk {
            Some(talk) => talk,
            None => self.talk.insert(Talk::begin(&self.command, &budget.stop)?),
        };
        talk.tell(hex, &budget.stop)?;
        talk.give_time(hex.colour(), budget)?;
        talk.genmove(hex, budget)
    }
}

impl AnyPlayer for Opponent {
    fn think(&mut self, line: &AnyLine, budget: &Budget, _: AnyWatch<'_>) -> Result<Thought, Text> {
        let line = unfinished(line)?;
        let begun = Instant::now();
        let chosen = self.choose(line.position(), budget);
        if chosen.is_err() {
            // What it has on its board now, nobody knows.
            self.talk = None;
        }
        Ok(thought(chosen?.into_iter().collect(), begun))
    }
}

impl Talk {
    fn begin(command: &Command, stop: &Stop) -> Result<Talk, Text> {
        let program = command.start()?;
        let mut talk = Talk { program, commands: Vec::new(), told: None, timed: None };
        if let Ok(list) = talk.ask("list_commands", Duration::ZERO, Some(stop))? {
            talk.commands = list.split_whitespace().map(str::to_owned).collect();
        }
        Ok(talk)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Brings the program's board to a position.
    fn tell(&mut self, hex: &Hex, stop: &Stop) -> Result<(), Text> {
        let told = self.told.take();
        if let Some((told, plies)) = told.and_then(|told| Some((told, path(&told, hex)?))) {
            let followed = self.play_all(told, &plies, stop)?;
            return if followed { self.now_at(hex) } else { self.lay(hex, stop) };
        }
        let size = hex.size();
        if told.is_none_or(|told| told.size() != size) {
            if self.ask(&format!("boardsize {size}"), Duration::ZERO, Some(stop))?.is_err() {
                self.must(&format!("boardsize {size} {size}"), stop)?;
            }
            if self.knows("param_game") {
                let allowed = u8::from(hex.swap() != Swap::None);
                let asked = format!("param_game allow_swap {allowed}");
                // Who cannot be told may still know.
                let _ = self.ask(&asked, Duration::ZERO, Some(stop))?;
            }
        }
        self.must("clear_board", stop)?;
        let start = Hex::new(size, hex.swap())?;
        let plies = path(&start, hex)
            .ok_or_else(|| text!("engine-position", command = self.program.shown.as_str()))?;
        if self.play_all(start, &plies, stop)? { self.now_at(hex) } else { self.lay(hex, stop) }
    }

    fn now_at(&mut self, hex: &Hex) -> Result<(), Text> {
        self.told = Some(*hex);
        Ok(())
    }

    /// Plays moves; false if the program does not know how to swap.
    fn play_all(&mut self, mut at: Hex, plies: &[HexPly], stop: &Stop) -> Result<bool, Text> {
        for ply in plies {
            let asked = format!("play {} {}", names(at.colour())[1], at.write_ply(ply));
            match self.ask(&asked, Duration::ZERO, Some(stop))? {
                Ok(_) => {}
                Err(_) if !matches!(ply, HexPly::Stone(_)) => return Ok(false),
                Err(why) => return Err(self.program.refused(&asked, &why)),
            }
            at.play_unchecked(ply);
        }
        Ok(true)
    }

    /// Lays the stones of a position onto an empty board, without a word about swaps.
    fn lay(&mut self, hex: &Hex, stop: &Stop) -> Result<(), Text> {
        self.must("clear_board", stop)?;
        let of = |colour| hex.stones().filter(move |stone| stone.1 == colour);
        let (mut red, mut blue) = (of(Colour::Red), of(Colour::Blue));
        let turns = std::iter::from_fn(|| match (red.next(), blue.next()) {
            (None, None) => None,
            (one, other) => Some([one, other]),
        });
        for (cell, colour) in turns.flatten().flatten() {
            self.must(&format!("play {} {}", names(colour)[1], cell.name()), stop)?;
        }
        self.now_at(hex)
    }

    /// Says how long the next move may take, in the way the program understands.
    fn give_time(&mut self, colour: Colour, budget: &Budget) -> Result<(), Text> {
        let Some(time) = budget.time else { return Ok(()) };
        let (seconds, whole) = (time.as_secs_f64(), time.as_secs_f64().ceil());
        let stop = Some(&budget.stop);
        if self.knows("time_settings") {
            if self.timed == Some(time) {
                return Ok(());
            }
            let asked = format!("time_settings 0 {seconds} 1");
            // Strictly a time is in whole seconds.
            if self.ask(&asked, Duration::ZERO, stop)?.is_err() {
                let _ = self.ask(&format!("time_settings 0 {whole} 1"), Duration::ZERO, stop)?;
            }
            self.timed = Some(time);
        } else if self.knows("time_left") {
            // MoHex has the time of a game alone; it will not use all of it for one move.
            let asked = format!("time_left {} {whole}", names(colour)[1]);
            let _ = self.ask(&asked, Duration::ZERO, stop)?;
        }
        Ok(())
    }

    fn genmove(&mut self, hex: &Hex, budget: &Budget) -> Result<Option<String>, Text> {
        let asked = format!("genmove {}", names(hex.colour())[1]);
        let time = budget.time.unwrap_or_default();
        let answer = self.ask(&asked, time, Some(&budget.stop))?;
        let words = answer.map_err(|why| self.program.refused(&asked, &why))?;
        let words = words.trim().to_lowercase();
        self.told = None;
        if words == RESIGN {
            return Ok(None);
        }
        let mut next = *hex;
        let ply = match (words.as_str(), hex.swap()) {
            ("swap", Swap::Pieces) => Ok(HexPly::SwapPieces),
            ("swap", Swap::Sides) => Ok(HexPly::SwapSides),
            (words, _) => hex.read_ply(words),
        };
        let played = ply.and_then(|ply| Game::play(&mut next, &ply).map(|()| hex.write_ply(&ply)));
        let ply = played.map_err(|why| self.program.illegal(&words, why))?;
        self.told = Some(next);
        Ok(Some(ply))
    }

    fn must(&mut self, asked: &str, stop: &Stop) -> Result<(), Text> {
        match self.ask(asked, Duration::ZERO, Some(stop))? {
            Ok(_) => Ok(()),
            Err(why) => Err(self.program.refused(asked, &why)),
        }
    }

    /// Asks, and waits for the answer as long as the time for it and the grace go.
    fn ask(&mut self, asked: &str, time: Duration, stop: Option<&Stop>) -> Result<Answer, Text> {
        let limit = time.saturating_add(self.program.wait);
        let until = Instant::now() + limit;
        let sent = self.program.send(asked);
        sent.map_err(|trouble| self.program.trouble(trouble, asked, limit))?;
        let heard = match self.hear(until, stop) {
            Err(Trouble::Silence(Silence::Stopped)) if self.knows("gogui-interrupt") => {
                let _ = self.program.send("# interrupt");
                self.hear(until.min(Instant::now() + LAST_WORD), None)
            }
            heard => heard,
        };
        let stopped = stop.is_some_and(Stop::is_set);
        heard.map_err(|trouble| {
            let trouble = match trouble {
                Trouble::Silence(Silence::Late) if stopped => Trouble::Silence(Silence::Stopped),
                trouble => trouble,
            };
            self.program.trouble(trouble, asked, limit)
        })
    }

    /// The next answer; what is drawn meanwhile, as MoHex does it for HexGui, is passed over.
    fn hear(&mut self, until: Instant, stop: Option<&Stop>) -> Result<Answer, Trouble> {
        let mut heard = 0;
        let mut block: Vec<String> = Vec::new();
        loop {
            let line = self.program.line(until, stop)?;
            heard += line.len() + 1;
            if heard > LONGEST {
                return Err(Trouble::Endless);
            }
            let ends = line.trim().is_empty();
            match block.first() {
                None if ends => {}
                None if line.starts_with(['=', '?']) || line.starts_with("gogui-gfx:") => {
                    block.push(line);
                }
                None => return Err(Trouble::Garbage(line)),
                Some(first) if ends && first.starts_with("gogui-gfx:") => {
                    if stop.is_some_and(Stop::is_set) {
                        return Err(Trouble::Silence(Silence::Stopped));
                    }
                    block.clear();
                    heard = 0;
                }
                Some(_) if ends => return Ok(read(&block.join("\n"))),
                Some(_) => block.push(line),
            }
        }
    }
}

/// An answer without its sign and id.
fn read(block: &str) -> Answer {
    let sign = block.chars().next();
    let words = block[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    if sign == Some('=') { Ok(words) } else { Err(words) }
}

/// Moves from one position to another; none if there are no such moves.
fn path(from: &Hex, to: &Hex) -> Option<Vec<HexPly>> {
    let mut at = *from;
    let mut plies = Vec::new();
    while at != *to {
        let ply = step(&at, to)?;
        Game::play(&mut at, &ply).ok()?;
        plies.push(ply);
    }
    Some(plies)
}

/// A move on the way to a position.
fn step(at: &Hex, to: &Hex) -> Option<HexPly> {
    let swap_ahead = to.swapped() && !at.swapped();
    match (to.swap(), at.count()) {
        // A blue stone was the first, red and across the diagonal; any of them may have been it.
        (Swap::Pieces, 0) if swap_ahead => {
            let first = to.stones().find(|stone| stone.1 == Colour::Blue)?;
            Some(HexPly::Stone(first.0.across()))
        }
        (Swap::Pieces, _) if swap_ahead => Some(HexPly::SwapPieces),
        (Swap::Sides, 1..) if swap_ahead => Some(HexPly::SwapSides),
        _ => {
            let next = |stone: &(_, Colour)| stone.1 == at.colour() && at.stone(stone.0).is_none();
            to.stones().find(next).map(|stone| HexPly::Stone(stone.0))
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
