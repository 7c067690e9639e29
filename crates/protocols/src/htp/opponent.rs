//! Any program that speaks HTP, as a player of ours.
//!
//! It follows the line of play that it is asked about: it is told the moves it does not know yet, in
//! the order they were played, and takes back what is not part of that line where it knows how
//! (`undo`); otherwise it is told all from an empty board. Where a line begins on a board that
//! somebody set up stones are laid without an order.
//!
//! So they are after a swap. Programs do not agree on what that is (MoHex answers `swap-pieces`, and
//! leaves the stone where it was), so none is told of one: whoever swapped, the board is cleared and
//! its stone laid, as HexGui does it too.
//!
//! Whatever goes wrong ends the program and is an error that says what it was; asked again, it is
//! started anew.

use std::time::{Duration, Instant};

use ludoteca_games::{
    AnyLine, Game, Hex, Line,
    hex::{Colour, HexPly, Swap},
};
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Failure, Program, Stop, Thought};

use super::names;
use crate::{
    opponent::{Command, LAST_WORD, RESIGN, Running, Trouble, over_in, thought, unfinished},
    process::Silence,
};

/// What programs call a swap.
const SWAPS: [&str; 3] = ["swap", "swap-pieces", "swap-sides"];
/// A longer answer has no end.
const LONGEST: usize = 1 << 20;

/// A program that plays Hex.
pub struct Opponent {
    command: Command,
    talk: Option<Talk>,
}

/// A program at work, and what it knows.
struct Talk {
    program: Running,
    /// The commands it has.
    commands: Vec<String>,
    /// What it has on its board.
    told: Option<Told>,
    /// The time for a move it has been told of.
    timed: Option<Duration>,
    /// Whether it may swap, as it has been told.
    may_swap: Option<bool>,
}

/// The line of play that a program has on its board.
struct Told {
    start: Hex,
    plies: Vec<HexPly>,
    /// How many of the plies, up to a swap, were not played but laid: they cannot be taken back one
    /// by one.
    laid: usize,
}

/// What a program answered: words, or why not.
type Reply = Result<String, String>;

impl Opponent {
    /// A program, which is started with these words when it is first asked to think.
    pub fn new(words: Vec<String>, program: &Program<'_>) -> Opponent {
        Opponent { command: Command::new(words, program), talk: None }
    }

    /// Its ply; none if it gives up.
    fn choose(&mut self, line: &Line<Hex>, budget: &Budget) -> Result<Option<String>, Failure> {
        let talk = match &mut self.talk {
            Some(talk) => talk,
            None => self.talk.insert(Talk::begin(&self.command, &budget.stop)?),
        };
        talk.tell(line, &budget.stop)?;
        talk.give_time(line.position().colour(), budget)?;
        talk.genmove(line.position(), budget)
    }
}

impl AnyPlayer for Opponent {
    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        let line = unfinished(line)?;
        let begun = Instant::now();
        let chosen = self.choose(&line, budget);
        if chosen.is_err() {
            // What it has on its board now, nobody knows.
            self.talk = None;
        }
        Ok(thought(chosen?.into_iter().collect(), begun))
    }
}

impl Talk {
    fn begin(command: &Command, stop: &Stop) -> Result<Talk, Failure> {
        let program = command.start()?;
        let commands = Vec::new();
        let mut talk = Talk { program, commands, told: None, timed: None, may_swap: None };
        if let Ok(list) = talk.ask("list_commands", Duration::ZERO, Some(stop))? {
            talk.commands = list.split_whitespace().map(str::to_owned).collect();
        }
        for wish in &command.wishes {
            talk.must(wish, stop)?;
        }
        Ok(talk)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Brings the program's board to the end of a line of play.
    fn tell(&mut self, line: &Line<Hex>, stop: &Stop) -> Result<(), Failure> {
        let told = self.told.take();
        let (start, plies) = (line.start(), line.plies());
        let same_size = told.as_ref().is_some_and(|told| told.start.size() == start.size());
        let swap = plies.iter().rposition(|ply| !matches!(ply, HexPly::Stone(_)));
        let laid = swap.map_or(0, |swap| swap + 1);
        let known = match told.filter(|told| told.start == *start) {
            Some(told) => self.go_back(&told, &plies, stop)?.filter(|known| *known >= laid),
            None => None,
        };
        let mut at = *start;
        plies[..laid].iter().for_each(|ply| at.play_unchecked(ply));
        if known.is_none() {
            if !same_size {
                self.set_size(start.size(), stop)?;
            }
            self.must("clear_board", stop)?;
            self.put_stones(&at, stop)?;
        }
        for (number, ply) in plies.iter().enumerate().skip(laid) {
            if number >= known.unwrap_or(laid) {
                self.must(&format!("play {} {}", names(at.colour())[1], at.write_ply(ply)), stop)?;
            }
            at.play_unchecked(ply);
        }
        self.told = Some(Told { start: *start, plies, laid });
        self.allow_swap(line.position(), stop)
    }

    fn set_size(&mut self, size: usize, stop: &Stop) -> Result<(), Failure> {
        if self.ask(&format!("boardsize {size}"), Duration::ZERO, Some(stop))?.is_err() {
            self.must(&format!("boardsize {size} {size}"), stop)?;
        }
        Ok(())
    }

    /// Says whether it may swap, which ends when somebody has: a program that sees one stone on its
    /// board might do it again.
    fn allow_swap(&mut self, hex: &Hex, stop: &Stop) -> Result<(), Failure> {
        let allowed = hex.swap() != Swap::None && !hex.swapped();
        if self.may_swap != Some(allowed) && self.knows("param_game") {
            let asked = format!("param_game allow_swap {}", u8::from(allowed));
            // Who cannot be told may still know.
            let _ = self.ask(&asked, Duration::ZERO, Some(stop))?;
        }
        self.may_swap = Some(allowed);
        Ok(())
    }

    /// Takes back what was told and is not on the way to these plies. How many of them are on the
    /// board then; none if the board has to be cleared for it.
    fn go_back(
        &mut self,
        told: &Told,
        plies: &[HexPly],
        stop: &Stop,
    ) -> Result<Option<usize>, Failure> {
        let common = told.plies.iter().zip(plies).take_while(|(told, ply)| told == ply).count();
        let back = &told.plies[common..];
        let can_undo = common >= told.laid && self.knows("undo");
        if !back.is_empty() && !can_undo {
            return Ok(None);
        }
        for _ in back {
            if self.ask("undo", Duration::ZERO, Some(stop))?.is_err() {
                return Ok(None);
            }
        }
        Ok(Some(common))
    }

    /// Puts the stones of a position onto an empty board, without a word about swaps.
    fn put_stones(&mut self, hex: &Hex, stop: &Stop) -> Result<(), Failure> {
        let of = |colour| hex.stones().filter(move |stone| stone.1 == colour);
        let (mut red, mut blue) = (of(Colour::Red), of(Colour::Blue));
        let turns = std::iter::from_fn(|| match (red.next(), blue.next()) {
            (None, None) => None,
            (one, other) => Some([one, other]),
        });
        for (cell, colour) in turns.flatten().flatten() {
            self.must(&format!("play {} {}", names(colour)[1], cell.name()), stop)?;
        }
        Ok(())
    }

    /// Says how long the next move may take, in the way the program understands.
    fn give_time(&mut self, colour: Colour, budget: &Budget) -> Result<(), Failure> {
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

    fn genmove(&mut self, hex: &Hex, budget: &Budget) -> Result<Option<String>, Failure> {
        let asked = format!("genmove {}", names(hex.colour())[1]);
        let time = budget.time.unwrap_or_default();
        let answer = self.ask(&asked, time, Some(&budget.stop))?;
        let words = answer.map_err(|why| self.program.refused(&asked, &why))?;
        let words = words.trim().to_lowercase();
        let told = self.told.take();
        if words == RESIGN {
            // It may have noted that as a move, so that its board is told anew.
            return Ok(None);
        }
        // A swap is the one that was agreed on, whatever a program calls it: MoHex has one word.
        let ply = match (words.as_str(), hex.swap()) {
            (swap, Swap::Pieces) if SWAPS.contains(&swap) => Ok(HexPly::SwapPieces),
            (swap, Swap::Sides) if SWAPS.contains(&swap) => Ok(HexPly::SwapSides),
            (words, _) => hex.read_ply(words),
        };
        let legal = ply.and_then(|ply| hex.check(&ply).map(|()| ply));
        let ply = legal.map_err(|why| self.program.illegal(&words, why))?;
        // What it has made of its board by a swap, nobody knows.
        let stone = matches!(ply, HexPly::Stone(_));
        self.told = told.filter(|_| stone).map(|mut told| {
            told.plies.push(ply);
            told
        });
        Ok(Some(hex.write_ply(&ply)))
    }

    fn must(&mut self, asked: &str, stop: &Stop) -> Result<(), Failure> {
        match self.ask(asked, Duration::ZERO, Some(stop))? {
            Ok(_) => Ok(()),
            Err(why) => Err(self.program.refused(asked, &why)),
        }
    }

    /// Asks, and waits for the answer as long as the time for it and the grace go.
    fn ask(&mut self, asked: &str, time: Duration, stop: Option<&Stop>) -> Result<Reply, Failure> {
        let limit = time.saturating_add(self.program.wait);
        let until = over_in(limit);
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
    fn hear(&mut self, until: Instant, stop: Option<&Stop>) -> Result<Reply, Trouble> {
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
fn read(block: &str) -> Reply {
    let sign = block.chars().next();
    let words = block[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    if sign == Some('=') { Ok(words) } else { Err(words) }
}

#[cfg(all(test, unix))]
mod tests;
