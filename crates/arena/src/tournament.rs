//! Tournaments: many players, everybody's games in pairs with colours changed, and who is to play
//! next.
//!
//! A tournament knows its [`Plan`] and which games are over, and nothing else: games come in any
//! order, from whoever played them, and each counts once. From the same plan and the same games comes
//! the same tournament, so that one that was stopped goes on where it was.

mod course;
mod knockout;
mod rounds;
mod schedule;
mod standings;
mod swiss;

use std::collections::BTreeMap;

use ludoteca_games::{Side, Start};
use ludoteca_players::Supply;
use serde::{Deserialize, Serialize};

use crate::{
    Adjudication, Entrant, GameDone, GameJob, MatchError, Seed, Sprt, can_be_exact,
    tally::{Counted, Tally},
    work::check,
};

pub use self::{
    course::Course,
    rounds::{Place, Round, RoundMeeting},
    schedule::{Form, Pairing, random_openings, read_openings},
    standings::{Cell, Standing, Standings},
};

/// All that a tournament follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What every game begins from, before its opening.
    pub start: Start,
    /// Who meets whom.
    pub form: Form,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Pairs of games of each two players that meet.
    pub pairs: u32,
    /// Rounds of a Swiss tournament.
    #[serde(default)]
    pub swiss_rounds: u32,
    /// How games begin: each meeting goes through them in turn.
    pub openings: Vec<Opening>,
    /// When somebody else ends a game.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// All chance follows from it.
    pub seed: u64,
    /// Whose strength is known, by its place among the entrants, and what it is called.
    pub anchor: (usize, f64),
    /// The test that ends it; for two players.
    #[serde(default)]
    pub sprt: Option<Sprt>,
}

/// How a pair of games begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// A position in the game's notation; none is the plan's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What is played after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<String>,
}

/// A tournament as far as it has come.
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    /// The pairs that are known to be played, by their numbers.
    pairings: Vec<Pairing>,
    /// The games that are over, by the places of two players, the lower first.
    meetings: BTreeMap<[usize; 2], Tally>,
    /// Games over of each pair.
    over: Vec<[Option<Counted>; 2]>,
    /// How many pairs are whole.
    whole: usize,
    /// All pairs before it are.
    first: usize,
    /// No pair will come besides those that are known.
    complete: bool,
    /// The test, as far as pairs are whole without a gap.
    trial: Option<Course>,
}

impl Plan {
    /// Everything that can be wrong with its players and openings, before the first game.
    pub fn check(&self, supply: &Supply<'_>) -> Result<(), MatchError> {
        for entrant in &self.entrants {
            check(&self.start.game, entrant, supply)?;
        }
        if self.adjudication.exact.is_some() && !can_be_exact(&self.start.game) {
            return Err(MatchError::NotExact { game: self.start.game.clone() });
        }
        if self.openings.is_empty() {
            return Err(MatchError::NoOpenings);
        }
        for opening in &self.openings {
            let job = self.job_from(opening, 0, 0, [0, 1]);
            let game = job.begin()?;
            if game.ended().is_some() {
                return Err(MatchError::OpeningOver { position: game.plies().join(" ") });
            }
        }
        Ok(())
    }

    /// A game of a pair.
    fn job(&self, number: u32, pairing: &Pairing, game: u32) -> GameJob {
        let opening = &self.openings[pairing.opening as usize % self.openings.len()];
        let [a, b] = pairing.players;
        self.job_from(opening, number, game, if game == 0 { [a, b] } else { [b, a] })
    }

    fn job_from(&self, opening: &Opening, pair: u32, game: u32, players: [usize; 2]) -> GameJob {
        let seed = Seed::new(self.seed).child(pair.into()).child(game.into());
        let Opening { position, plies } = opening;
        let position = position.as_ref().or(self.start.position.as_ref()).cloned();
        GameJob {
            pair,
            game,
            start: Start { position, ..self.start.clone() },
            opening: plies.clone(),
            players: players.map(|player| self.entrants[player].clone()),
            adjudication: self.adjudication,
            seed: seed.value(),
        }
    }
}

impl Tournament {
    /// A tournament before its first game. The plan has been [checked](Plan::check).
    pub fn new(plan: Plan) -> Tournament {
        let mut tournament = Tournament {
            plan,
            pairings: Vec::new(),
            meetings: BTreeMap::new(),
            over: Vec::new(),
            whole: 0,
            first: 0,
            complete: false,
            trial: None,
        };
        tournament.trial = tournament.plan.sprt.map(Course::new);
        tournament.go_on();
        tournament
    }

    /// What it follows from.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The pairs that are known to be played, by their numbers.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// How many games are over, and how many there are to be as far as is known.
    pub fn progress(&self) -> [u32; 2] {
        let over = self.over.iter().flatten().flatten().count();
        let all = self.plan.most_games().unwrap_or(2 * self.pairings.len() as u32);
        [over as u32, all]
    }

    /// The test that may end it, as far as it has come.
    pub fn trial(&self) -> Option<&Course> {
        self.trial.as_ref()
    }

    /// Whether there is nothing left to be played: all games are over, or the test has decided.
    pub fn is_over(&self) -> bool {
        self.decided() || (self.complete && self.whole == self.pairings.len())
    }

    /// The games that can be played now and are not over, in the order in which they should be.
    pub fn open(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let pairs = if self.decided() { &[] } else { &self.over[self.first..] };
        let open = |(pair, over): (u32, &[Option<Counted>; 2])| {
            let open = [over[0].is_none(), over[1].is_none()];
            (0..2).filter(move |game| open[*game as usize]).map(move |game| (pair, game))
        };
        (self.first as u32..).zip(pairs).flat_map(open)
    }

    /// A game as work for somebody; none if no such game is known.
    pub fn job(&self, pair: u32, game: u32) -> Option<GameJob> {
        let pairing = self.pairings.get(pair as usize).filter(|_| game < 2)?;
        Some(self.plan.job(pair, pairing, game))
    }

    /// Whether a game is known and over.
    pub fn knows(&self, pair: u32, game: u32) -> bool {
        let over = self.over.get(pair as usize).and_then(|over| over.get(game as usize));
        over.is_some_and(Option::is_some)
    }

    /// Counts a game, whoever played it and when. Says whether it is new: of two results of one game
    /// the first counts. A game that is not of this tournament counts for nothing.
    pub fn take(&mut self, done: &GameDone) -> bool {
        let (pair, game) = (done.pair as usize, done.game as usize);
        let Some(pairing) = self.pairings.get(pair).filter(|_| game < 2) else { return false };
        if self.over[pair][game].is_some() {
            return false;
        }
        let [one, two] = pairing.players;
        let lower = [one.min(two), one.max(two)];
        let begins = (lower[0] == one) == (game == 0);
        let a = if begins { Side::First } else { Side::Second };
        let opening = pairing.opening as usize % self.plan.openings.len();
        let counted = Counted::of(done, a, &self.plan.openings[opening]);
        let number = 2 * done.pair + done.game;
        self.meetings.entry(lower).or_default().count(number, counted.clone());
        self.over[pair][game] = Some(counted);
        if self.over[pair].iter().all(Option::is_some) {
            self.whole += 1;
            let is_whole = |over: &[Option<Counted>; 2]| over.iter().all(Option::is_some);
            while self.over.get(self.first).is_some_and(is_whole) {
                self.first += 1;
            }
            if let Some(trial) = &mut self.trial {
                trial.follow(&self.over);
            }
            self.go_on();
        }
        true
    }

    fn decided(&self) -> bool {
        self.trial.as_ref().is_some_and(|trial| trial.decision().is_some())
    }

    /// Adds the pairs that are known to be next, once all that are known are over.
    fn go_on(&mut self) {
        if self.complete || self.whole < self.pairings.len() {
            return;
        }
        let next = schedule::next(self);
        self.complete = next.is_empty() || self.plan.form.is_known_at_once();
        self.pairings.extend(next);
        self.over.resize(self.pairings.len(), [None, None]);
    }

    /// The half points of the two players of a pair that is whole, the lower place first.
    fn half_points(&self, pair: usize) -> Option<u32> {
        let [one, two] = &self.over[pair];
        Some(one.as_ref()?.points as u32 + two.as_ref()?.points as u32)
    }
}

#[cfg(test)]
mod tests;
