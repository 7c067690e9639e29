//! A game manager's part in a match: it asks every player at once, keeps the clocks, plays on for
//! whoever is silent, late or talks nonsense, and notes everything.

use std::{sync::Arc, thread, time::Duration};

use ludoteca_games::gdl::{Rules, limits::LONGEST_GAME};
use ludoteca_players::{Stop, roles::random};
use ludoteca_text::Text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

use super::{
    call::{Address, Caller},
    error::GgpError,
    message::{Clocks, Message},
};
use crate::process::cut;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// What it is called.
    pub id: String,
    /// The game.
    pub rules: Arc<Rules>,
    /// Its description, as it is sent.
    pub description: String,
    /// Who plays, in the order of the roles.
    pub players: Vec<Address>,
    /// The time there is.
    pub clocks: Clocks,
    /// How much later an answer may come, for the way there and back.
    pub grace: Duration,
    /// What the moves for players in trouble follow from.
    pub seed: u64,
}

/// What happened in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Log {
    /// What it was called.
    pub id: String,
    /// The roles, in the order of the description.
    pub roles: Vec<String>,
    /// Who played them.
    pub players: Vec<String>,
    /// Seconds before the first move.
    pub startclock: u32,
    /// Seconds for each move.
    pub playclock: u32,
    /// The moves of all roles, step by step.
    pub steps: Vec<Vec<String>>,
    /// What players did wrong.
    pub errors: Vec<Fault>,
    /// How it ended.
    pub ending: Ending,
    /// What the end was worth to each role; nothing if there was none.
    pub goals: Vec<Option<u8>>,
}

/// Something a player did wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// The step, from 1; 0 before the first.
    pub step: usize,
    /// The player's role.
    pub role: String,
    /// Where the player was asked.
    pub player: String,
    /// What was wrong.
    pub reason: Text,
    /// The move that was played for it, where one was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules.
    Terminal,
    /// Nobody had a legal move, although the rules did not end it.
    Stuck,
    /// It had too many steps.
    Endless,
    /// Somebody broke it off.
    Aborted,
}

/// What is told while a match goes on.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// A player did something wrong.
    Fault(&'a Fault),
    /// The moves of a step, which has a number from 1.
    Step(usize, &'a [String]),
}

impl Match {
    /// Plays it to its end, or until `stop` is set between two steps.
    pub fn play(&self, stop: &Stop, tell: &mut dyn FnMut(Told<'_>)) -> Log {
        let mut log = Log {
            id: self.id.clone(),
            roles: self.rules.roles(),
            players: self.players.iter().map(|player| player.as_str().to_owned()).collect(),
            startclock: self.clocks.start,
            playclock: self.clocks.play,
            steps: Vec::new(),
            errors: Vec::new(),
            ending: Ending::Aborted,
            goals: vec![None; self.players.len()],
        };
        self.start(&mut log, tell);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut state = self.rules.initial().clone();
        loop {
            let standing = self.rules.standing(&state);
            if standing.terminal {
                let goals = (0..log.roles.len()).map(|role| self.rules.goal(&state, role));
                (log.ending, log.goals) = (Ending::Terminal, goals.collect());
            } else if standing.legal.iter().all(Vec::is_empty) {
                log.ending = Ending::Stuck;
            } else if log.steps.len() == LONGEST_GAME as usize {
                log.ending = Ending::Endless;
            } else if !stop.is_set() {
                let joint = self.step(&standing.legal, &mut log, &mut rng, tell);
                state = self.rules.after(&state, &joint);
                continue;
            }
            break;
        }
        self.finish(&mut log, tell);
        log
    }

    fn start(&self, log: &mut Log, tell: &mut dyn FnMut(Told<'_>)) {
        let start = |role: &String| {
            let (id, role, rules) = (self.id.clone(), role.clone(), self.description.clone());
            Message::Start { id, role, rules, clocks: self.clocks }
        };
        let messages = log.roles.iter().map(start).collect();
        for (role, answer) in self.ask(messages, self.clocks.start).into_iter().enumerate() {
            let ready = answer.and_then(|words| match words.eq_ignore_ascii_case("ready") {
                true => Ok(()),
                false => Err(GgpError::NotReady { words: cut(&words) }),
            });
            if let Err(reason) = ready {
                note(log, (0, role), reason, None, tell);
            }
        }
    }

    /// Asks all players for a move, and makes one for those who have none to give.
    fn step(
        &self,
        legal: &[Vec<usize>],
        log: &mut Log,
        rng: &mut Xoshiro256PlusPlus,
        tell: &mut dyn FnMut(Told<'_>),
    ) -> Vec<Option<usize>> {
        let moves = log.steps.last().cloned();
        let play = Message::Play { id: self.id.clone(), moves };
        let answers = self.ask(vec![play; legal.len()], self.clocks.play);
        let number = log.steps.len() + 1;
        let written = |role, mv: Option<usize>| {
            mv.map_or_else(|| "nil".to_owned(), |mv| self.rules.write_move(role, mv))
        };
        let mut joint = Vec::new();
        for (role, (answer, legal)) in answers.into_iter().zip(legal).enumerate() {
            let mv = answer.and_then(|words| {
                let known = self.rules.read_move(role, &words);
                let mv = known.ok().filter(|mv| legal.contains(mv));
                // Who cannot move may say anything.
                let free = legal.is_empty();
                mv.map(Some).or(free.then_some(None)).ok_or_else(|| match words.is_empty() {
                    true => GgpError::SaidNothing,
                    false => GgpError::Illegal { words: cut(&words) },
                })
            });
            joint.push(mv.unwrap_or_else(|reason| {
                let mv = random(legal, rng);
                note(log, (number, role), reason, Some(written(role, mv)), tell);
                mv
            }));
        }
        let made = joint.iter().enumerate().map(|(role, mv)| written(role, *mv)).collect();
        log.steps.push(made);
        tell(Told::Step(number, &log.steps[number - 1]));
        joint
    }

    /// Tells the players that it is over.
    fn finish(&self, log: &mut Log, tell: &mut dyn FnMut(Told<'_>)) {
        let id = self.id.clone();
        let message = match log.ending {
            Ending::Terminal => Message::Stop { id, moves: log.steps.last().cloned() },
            _ => Message::Abort { id },
        };
        let answers = self.ask(vec![message; log.roles.len()], self.clocks.play);
        for (role, answer) in answers.into_iter().enumerate() {
            if let Err(reason) = answer {
                note(log, (log.steps.len(), role), reason, None, tell);
            }
        }
    }

    /// Sends each player its message, and waits for all answers or their time.
    fn ask(&self, messages: Vec<Message>, clock: u32) -> Vec<Result<String, GgpError>> {
        let limit = Duration::from_secs(clock.into()) + self.grace;
        let caller = Caller::new();
        let asked = self.players.iter().zip(messages);
        thread::scope(|scope| {
            let asked = asked.map(|(player, message)| {
                let caller = &caller;
                scope.spawn(move || caller.ask(player, &message.to_string(), limit))
            });
            let answers = asked.collect::<Vec<_>>().into_iter();
            let broken = || Err(GgpError::Unreachable { why: "?".to_owned() });
            answers.map(|answer| answer.join().unwrap_or_else(|_| broken())).collect()
        })
    }
}

fn note(
    log: &mut Log,
    (step, role): (usize, usize),
    reason: impl Into<Text>,
    played: Option<String>,
    tell: &mut dyn FnMut(Told<'_>),
) {
    let [role, player] = [&log.roles[role], &log.players[role]].map(String::clone);
    let fault = Fault { step, role, player, reason: reason.into(), played };
    tell(Told::Fault(&fault));
    log.errors.push(fault);
}
