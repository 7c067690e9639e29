//! Any program that speaks AEI, as a player of ours.
//!
//! It follows the line of play that it is asked about: it is told the turns it does not know yet, one
//! after the other from the first setup on, so that it knows what must not be repeated. As AEI takes
//! nothing back, a game that took another course is told from its beginning. Only where a line begins
//! on a board that somebody set up is it told a board.
//!
//! It is asked for a whole turn at the beginning of one, and the plies of that turn are handed out one
//! by one. A turn that somebody else has begun AEI knows no words for. Then the program is asked for
//! its turn all the same; if that begins with what was played, the rest of it is the answer. Otherwise
//! it is asked for a turn on the board as it stands, once a push that is half done is completed, and
//! as much of that is played as steps are left and the rules of the whole turn allow. What remains is
//! ended in any legal way. A setup that is begun is completed with the placements that still fit.
//!
//! Whatever goes wrong ends the program and is an error that says what it was; asked again, it is
//! started anew.

use std::time::{Duration, Instant};

use ludoteca_games::{
    AnyLine, Arimaa, Game, Line, Side,
    arimaa::{ArimaaPly, write_board},
};
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Failure, Program, Stop, Thought};

use super::{
    course::{Course, begins_turn},
    turn,
};
use crate::{
    opponent::{Command, LAST_WORD, RESIGN, Running, Trouble, over_in, thought, unfinished},
    process::Silence,
};

/// What an engine may say, whoever asked for it.
const SAYS: [&str; 7] = ["protocol-version", "id", "aeiok", "readyok", "bestmove", "info", "log"];

/// The reserve of a side: seconds, and turns.
const RESERVE: [f64; 2] = [10.0, 2.0];

/// A program that plays Arimaa.
pub struct Opponent {
    command: Command,
    talk: Option<Talk>,
    /// Its last turn: each ply, and the position it belongs to.
    plan: Vec<(Arimaa, ArimaaPly)>,
}

/// A program at work, and what it knows.
struct Talk {
    program: Running,
    /// The letters of Gold and Silver, which were others before version 1.
    letters: [char; 2],
    /// The course of the game as it was told.
    told: Option<Course>,
    /// The time for a turn it has been told of.
    timed: Option<Duration>,
    /// The last error it has told us.
    complaint: Option<String>,
}

/// A turn that a program has chosen, or the rest of one; none if it gives up.
type Chosen = Option<Vec<ArimaaPly>>;

impl Opponent {
    /// A program, which is started with these words when it is first asked to think.
    pub fn new(words: Vec<String>, program: &Program<'_>) -> Opponent {
        Opponent { command: Command::new(words, program), talk: None, plan: Vec::new() }
    }

    /// Plans a turn, or the rest of one; false if the program gives up.
    fn choose(&mut self, line: &Line<Arimaa>, budget: &Budget) -> Result<bool, Failure> {
        self.plan.clear();
        let chosen = match Course::of(line) {
            Some(course) if course.made.is_empty() => self.ask(&course, budget)?,
            course => self.take_over(course.as_ref(), line.position(), budget)?,
        };
        let mut at = line.position().clone();
        for ply in chosen.iter().flatten() {
            self.plan.push((at.clone(), *ply));
            at.play_unchecked(ply);
        }
        Ok(chosen.is_some())
    }

    /// The rest of a turn that somebody else has begun.
    fn take_over(
        &mut self,
        course: Option<&Course>,
        position: &Arimaa,
        budget: &Budget,
    ) -> Result<Chosen, Failure> {
        // Two questions take the time of one.
        let budget = &Budget { time: budget.time.map(|time| time / 2), ..budget.clone() };
        if let Some(course) = course {
            let Some(wanted) = self.ask(course, budget)? else { return Ok(None) };
            if let Some(rest) = wanted.strip_prefix(&course.made[..]) {
                return Ok(Some(rest.to_vec()));
            }
            if position.in_setup() {
                return Ok(Some(turn::finish(position, &wanted)));
            }
        }
        let mut at = position.clone();
        let follows = at.legal_plies().pop().filter(|_| at.state().pushing());
        follows.iter().for_each(|ply| at.play_unchecked(ply));
        let mut plies: Vec<ArimaaPly> = follows.into_iter().collect();
        if Game::side(&at) == Game::side(position) {
            let standing = Course::standing(&at);
            // On a board on which the game would be over there is nothing to ask.
            let wanted = match standing.begin.outcome() {
                None => self.ask(&standing, budget)?,
                Some(_) => Some(Vec::new()),
            };
            let Some(wanted) = wanted else { return Ok(None) };
            plies.extend(turn::finish(&at, &wanted));
        }
        Ok(Some(plies))
    }

    /// Asks for the turn with which a course goes on, from its beginning.
    fn ask(&mut self, course: &Course, budget: &Budget) -> Result<Chosen, Failure> {
        let talk = match &mut self.talk {
            Some(talk) => talk,
            None => self.talk.insert(Talk::begin(&self.command, &budget.stop)?),
        };
        talk.tell(course, &budget.stop)?;
        talk.give_time(budget)?;
        let words = talk.go(budget)?;
        if words.to_lowercase() == RESIGN {
            return Ok(None);
        }
        let read = turn::read(&course.begin, &words);
        let (plies, _) = read.map_err(|why| talk.program.illegal(&words, why))?;
        Ok(Some(plies))
    }

    /// The plies of its turn from this position on.
    fn planned(&self, position: &Arimaa) -> Option<&[(Arimaa, ArimaaPly)]> {
        let at = self.plan.iter().position(|entry| turn::same(&entry.0, position))?;
        self.plan.get(at..)
    }
}

impl AnyPlayer for Opponent {
    fn plans_turns(&self) -> bool {
        true
    }

    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        let line = unfinished(line)?;
        let arimaa: &Arimaa = line.position();
        let begun = Instant::now();
        if begins_turn(arimaa) || self.planned(arimaa).is_none() {
            match self.choose(&line, budget) {
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
        let plan = self.planned(arimaa).unwrap_or_default();
        Ok(thought(plan.iter().map(|(at, ply)| at.write_ply(ply)).collect(), begun))
    }
}

impl Talk {
    fn begin(command: &Command, stop: &Stop) -> Result<Talk, Failure> {
        let program = command.start()?;
        let (letters, told, timed, complaint) = (['w', 'b'], None, None, None);
        let mut talk = Talk { program, letters, told, timed, complaint };
        talk.send("aei")?;
        talk.expect("aei", "aeiok", stop)?;
        talk.settle("isready", stop)?;
        for wish in &command.wishes {
            let (name, value) = wish.split_once('=').unwrap_or((wish, ""));
            let asked = format!("setoption name {} value {}", name.trim(), value.trim());
            talk.send(asked.trim_end())?;
            talk.settle(&asked, stop)?;
        }
        Ok(talk)
    }

    /// Brings the program's board to where the last turn of a course begins.
    fn tell(&mut self, course: &Course, stop: &Stop) -> Result<(), Failure> {
        let told = self.told.take();
        let known = told.and_then(|told| Some((course.since(&told)?, told.begin)));
        let (turns, mut at) = match known {
            Some(known) => known,
            None => {
                self.begin_game(&course.start, stop)?;
                (&course.turns[..], course.start.clone())
            }
        };
        for plies in turns {
            let asked = format!("makemove {}", turn::write(&at, plies));
            self.send(&asked)?;
            self.settle(&asked, stop)?;
            plies.iter().for_each(|ply| at.play_unchecked(ply));
        }
        self.told = Some(course.clone());
        Ok(())
    }

    fn begin_game(&mut self, start: &Arimaa, stop: &Stop) -> Result<(), Failure> {
        let mut asked = "newgame".to_owned();
        self.send(&asked)?;
        if !start.in_setup() {
            let side = Game::side(start);
            let board = write_board(&start.state().board, side);
            asked = format!("setposition {}{}", self.letters[side.index()], &board[1..]);
            self.send(&asked)?;
        }
        self.settle(&asked, stop)
    }

    /// Says how long the next turn may take. Engines count whole seconds, so that what is less is up
    /// to `stop`. One that sees no reserve fears for its time, as bot_sharp does, and hardly thinks;
    /// so both sides have one, as in a usual game, and it is full again at each turn.
    fn give_time(&mut self, budget: &Budget) -> Result<(), Failure> {
        let Some(time) = budget.time else { return Ok(()) };
        let set = |name: &str, value: f64| format!("setoption name {name} value {value}");
        let turn = time.as_secs_f64().ceil().max(1.0);
        let reserve = RESERVE[0] + RESERVE[1] * turn;
        if self.timed != Some(time) {
            self.send(&set("tcmove", turn))?;
            self.send(&set("tcreserve", reserve))?;
            self.send(&set("tcpercent", 100.0))?;
            self.timed = Some(time);
        }
        for (name, value) in [("greserve", reserve), ("sreserve", reserve), ("moveused", 0.0)] {
            self.send(&set(name, value))?;
        }
        Ok(())
    }

    /// Asks for a turn, and to stop when its time is over.
    fn go(&mut self, budget: &Budget) -> Result<String, Failure> {
        let asked = "go";
        self.send(asked)?;
        let wait = self.program.wait;
        let time = budget.time.unwrap_or(wait);
        let mut limit = time;
        let mut heard = self.hear("bestmove", over_in(time), Some(&budget.stop));
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
    fn settle(&mut self, asked: &str, stop: &Stop) -> Result<(), Failure> {
        self.send("isready")?;
        self.expect(asked, "readyok", stop)?;
        match self.complaint.take() {
            Some(why) => Err(self.program.refused(asked, &why)),
            None => Ok(()),
        }
    }

    fn expect(&mut self, asked: &str, answer: &str, stop: &Stop) -> Result<String, Failure> {
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

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = self.program.send(line);
        sent.map_err(|trouble| self.told_trouble(trouble, line, self.program.wait))
    }

    /// What went wrong. One that ended or fell silent after it had told an error has said why.
    fn told_trouble(&mut self, trouble: Trouble, asked: &str, limit: Duration) -> Failure {
        match (trouble, self.complaint.take()) {
            (trouble @ Trouble::Silence(Silence::Ended { .. } | Silence::Late), Some(why)) => {
                trouble.fault().told(self.program.refused(asked, &why).text)
            }
            (trouble, _) => self.program.trouble(trouble, asked, limit),
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
