//! Any program that speaks AEI, as a player of ours.
//!
//! It is asked for a whole turn at the beginning of one, and the plies of that turn are handed out one
//! by one. It is told of each position what it does not know yet: its own turn and the other side's,
//! or a board from which a game goes on where turns were taken back or the game was taken up in the
//! middle. A turn that somebody else has begun it cannot be told.
//!
//! Whatever goes wrong ends the program and is an error that says what it was; asked again, it is
//! started anew.

use std::time::{Duration, Instant};

use ludoteca_games::{
    AnyLine, Arimaa, Game, Side,
    arimaa::{ArimaaPly, write_board},
};
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Stop, Thought};
use ludoteca_text::{Text, text};

use super::turn;
use crate::{
    opponent::{Command, LAST_WORD, Program, RESIGN, Trouble, thought, unfinished},
    process::Silence,
};

/// What an engine may say, whoever asked for it.
const SAYS: [&str; 7] = ["protocol-version", "id", "aeiok", "readyok", "bestmove", "info", "log"];

/// A program that plays Arimaa.
pub struct Opponent {
    command: Command,
    talk: Option<Talk>,
    /// Its last turn: each ply, and the position it belongs to.
    plan: Vec<(Arimaa, ArimaaPly)>,
}

/// A program at work, and what it knows.
struct Talk {
    program: Program,
    /// The letters of Gold and Silver, which were others before version 1.
    letters: [char; 2],
    /// The position it has on its board.
    told: Option<Arimaa>,
    /// The time for a turn it has been told of.
    timed: Option<Duration>,
    /// The last error it has told us.
    complaint: Option<String>,
}

impl Opponent {
    /// The program that a command starts, when it is first asked to think. `shown` is the command in
    /// messages; an answer may take as long as `wait` beyond the time for the turn.
    pub fn new(command: Vec<String>, shown: &str, wait: Duration) -> Opponent {
        Opponent { command: Command::new(command, shown, wait), talk: None, plan: Vec::new() }
    }

    /// Asks for a turn; false if the program gives up.
    fn choose(&mut self, position: &Arimaa, budget: &Budget) -> Result<bool, Text> {
        let talk = match &mut self.talk {
            Some(talk) => talk,
            None => self.talk.insert(Talk::begin(&self.command, &budget.stop)?),
        };
        let own: Vec<ArimaaPly> = self.plan.drain(..).map(|entry| entry.1).collect();
        talk.tell(position, &own, &budget.stop)?;
        talk.give_time(budget)?;
        let words = talk.go(budget)?;
        if words.to_lowercase() == RESIGN {
            return Ok(false);
        }
        let read = turn::read(position, &words);
        let (plies, _) = read.map_err(|why| talk.program.illegal(&words, why))?;
        let mut at = position.clone();
        for ply in plies {
            self.plan.push((at.clone(), ply));
            at.play_unchecked(&ply);
        }
        Ok(true)
    }

    /// The plies of its turn from this position on.
    fn planned(&self, position: &Arimaa) -> Option<&[(Arimaa, ArimaaPly)]> {
        let at = self.plan.iter().position(|entry| turn::same(&entry.0, position))?;
        self.plan.get(at..)
    }
}

impl AnyPlayer for Opponent {
    fn think(&mut self, line: &AnyLine, budget: &Budget, _: AnyWatch<'_>) -> Result<Thought, Text> {
        let line = unfinished(line)?;
        let arimaa: &Arimaa = line.position();
        let begun = Instant::now();
        if begins_turn(arimaa) {
            match self.choose(arimaa, budget) {
                Ok(true) => {}
                Ok(false) => return Ok(thought(Vec::new(), begun)),
                Err(why) => {
                    // What it has on its board now, nobody knows.
                    self.talk = None;
                    self.plan.clear();
                    return Err(why);
                }
            }
        }
        match self.planned(arimaa) {
            Some(plan) => {
                Ok(thought(plan.iter().map(|(at, ply)| at.write_ply(ply)).collect(), begun))
            }
            None => Err(text!("engine-half-turn", command = self.command.shown())),
        }
    }
}

/// Whether nothing of a turn was played yet.
fn begins_turn(position: &Arimaa) -> bool {
    let state = position.state();
    state.made == 0 && !(position.in_setup() && state.board.of(state.side) != 0)
}

impl Talk {
    fn begin(command: &Command, stop: &Stop) -> Result<Talk, Text> {
        let program = command.start()?;
        let (letters, told, timed, complaint) = (['w', 'b'], None, None, None);
        let mut talk = Talk { program, letters, told, timed, complaint };
        talk.send("aei")?;
        talk.expect("aei", "aeiok", stop)?;
        talk.settle("isready", stop)?;
        Ok(talk)
    }

    /// Brings the program's board to a position. `own` is the turn it last wanted to play.
    fn tell(&mut self, position: &Arimaa, own: &[ArimaaPly], stop: &Stop) -> Result<(), Text> {
        if let Some(told) = self.told.take()
            && let Some(turns) = turns(&told, own, position)
        {
            let mut at = told;
            for plies in turns {
                let asked = format!("makemove {}", turn::write(&at, &plies));
                self.send(&asked)?;
                self.settle(&asked, stop)?;
                plies.iter().for_each(|ply| at.play_unchecked(ply));
            }
        } else {
            self.send("newgame")?;
            let mut asked = "newgame".to_owned();
            let start = Arimaa::default();
            if !turn::same(&start, position) {
                asked = match turn::between(&start, position) {
                    Some(setup) => format!("makemove {}", turn::write(&start, &setup)),
                    None => {
                        let side = Game::side(position);
                        let board = write_board(&position.state().board, side);
                        format!("setposition {}{}", self.letters[side.index()], &board[1..])
                    }
                };
                self.send(&asked)?;
            }
            self.settle(&asked, stop)?;
        }
        self.told = Some(position.clone());
        Ok(())
    }

    /// Says how long the next turn may take. Engines count whole seconds, so that what is less is up
    /// to `stop`.
    fn give_time(&mut self, budget: &Budget) -> Result<(), Text> {
        let Some(time) = budget.time else { return Ok(()) };
        let set = |name: &str, value: f64| format!("setoption name {name} value {value}");
        if self.timed != Some(time) {
            self.send(&set("tcmove", time.as_secs_f64().ceil().max(1.0)))?;
            self.send(&set("tcreserve", 0.0))?;
            self.send(&set("tcpercent", 0.0))?;
            self.timed = Some(time);
        }
        for name in ["greserve", "sreserve", "moveused"] {
            self.send(&set(name, 0.0))?;
        }
        Ok(())
    }

    /// Asks for a turn, and to stop when its time is over.
    fn go(&mut self, budget: &Budget) -> Result<String, Text> {
        let asked = "go";
        self.send(asked)?;
        let wait = self.program.wait;
        let time = budget.time.unwrap_or(wait);
        let mut limit = time;
        let mut heard = self.hear("bestmove", Instant::now() + time, Some(&budget.stop));
        if matches!(heard, Err(Trouble::Silence(Silence::Late | Silence::Stopped))) {
            let stopped = budget.stop.is_set();
            let grace = if stopped || budget.time.is_none() {
                LAST_WORD.min(wait)
            } else {
                limit = limit.saturating_add(wait);
                wait
            };
            self.send("stop")?;
            heard = self.hear("bestmove", Instant::now() + grace, None);
            if stopped && matches!(heard, Err(Trouble::Silence(Silence::Late))) {
                heard = Err(Trouble::Silence(Silence::Stopped));
            }
        }
        heard.map_err(|trouble| self.told_trouble(trouble, asked, limit))
    }

    /// Waits until the program has done all that it was told, the last thing being `asked`.
    fn settle(&mut self, asked: &str, stop: &Stop) -> Result<(), Text> {
        self.send("isready")?;
        self.expect(asked, "readyok", stop)?;
        match self.complaint.take() {
            Some(why) => Err(self.program.refused(asked, &why)),
            None => Ok(()),
        }
    }

    fn expect(&mut self, asked: &str, answer: &str, stop: &Stop) -> Result<String, Text> {
        let wait = self.program.wait;
        let heard = self.hear(answer, Instant::now() + wait, Some(stop));
        heard.map_err(|trouble| self.told_trouble(trouble, asked, wait))
    }

    /// The rest of the next line that begins with a word.
    fn hear(&mut self, word: &str, until: Instant, stop: Option<&Stop>) -> Result<String, Trouble> {
        loop {
            let line = self.program.line(until, stop)?;
            let line = line.trim();
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let (first, rest) = (first.to_lowercase(), rest.trim());
            if first == word {
                return Ok(rest.to_owned());
            }
            if !first.is_empty() && !SAYS.contains(&first.as_str()) {
                return Err(Trouble::Garbage(line.to_owned()));
            }
            match first.as_str() {
                "protocol-version" => self.letters = Side::BOTH.map(super::letter),
                "log" => {
                    if let Some(why) = rest.strip_prefix("Error:") {
                        self.complaint = Some(why.trim().to_owned());
                    }
                }
                _ => {}
            }
            // One that talks all the time is to hear it too.
            if stop.is_some_and(Stop::is_set) {
                return Err(Trouble::Silence(Silence::Stopped));
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Text> {
        let sent = self.program.send(line);
        sent.map_err(|trouble| self.told_trouble(trouble, line, self.program.wait))
    }

    /// What went wrong, for a person. One that ended or fell silent after it had told an error has
    /// said why.
    fn told_trouble(&mut self, trouble: Trouble, asked: &str, limit: Duration) -> Text {
        match (trouble, self.complaint.take()) {
            (Trouble::Silence(Silence::Ended { .. } | Silence::Late), Some(why)) => {
                self.program.refused(asked, &why)
            }
            (trouble, _) => self.program.trouble(trouble, asked, limit),
        }
    }
}

/// The turns from one position to another, of which the first may be `own`; none if there are no such
/// turns.
fn turns(from: &Arimaa, own: &[ArimaaPly], to: &Arimaa) -> Option<Vec<Vec<ArimaaPly>>> {
    if turn::same(from, to) {
        return Some(Vec::new());
    }
    let mut after = from.clone();
    own.iter().for_each(|ply| after.play_unchecked(ply));
    if !own.is_empty()
        && let Some(theirs) = turn::between(&after, to)
    {
        return Some(vec![own.to_vec(), theirs]);
    }
    turn::between(from, to).map(|turn| vec![turn])
}

#[cfg(all(test, unix))]
mod tests;
