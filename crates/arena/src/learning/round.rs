//! Games that a net plays against itself so that it learns from them: work for whatever machine.

use std::{ops::Range, sync::Arc};

use ludoteca_games::{End, GameTree, Start};
use ludoteca_nets::Model;
use ludoteca_players::{
    Failure, Stop, Thought,
    neural::learning::{Finding, course},
    threads,
};
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};

use crate::{Limits, MatchError, Seed, play};

/// After so many plies a game is given up as a draw.
const LONGEST: usize = 400;
/// The share of games that begin with some random plies, so that strange positions are seen, too.
const STRANGE: f64 = 0.4;

/// Games that the same net plays. Each depends on its number and on nothing that another does.
#[derive(Clone, Debug)]
pub struct Round {
    /// What they begin from.
    pub start: Start,
    /// The net.
    pub net: Arc<Model>,
    /// Positions looked at for each ply.
    pub looks: u64,
    /// All chance follows from it, and from the number of a game.
    pub seed: u64,
    /// The numbers of the games.
    pub numbers: Range<u64>,
}

/// A game that a net has played against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayed {
    /// Its number.
    pub number: u64,
    /// All that was played.
    plies: Vec<String>,
    /// What was found out before each of these plies, by their places; nothing where nobody looked.
    pub(super) found: Vec<(usize, Finding)>,
}

impl Round {
    /// Plays all games, some at the same time. Those that were stopped are missing.
    pub fn play_all(&self, jobs: usize, stop: &Stop) -> Result<Vec<SelfPlayed>, MatchError> {
        let work = |_: &mut (), at: usize| {
            let number = self.numbers.start + at as u64;
            (!stop.is_set()).then(|| self.play(number, stop))
        };
        let games = (self.numbers.end - self.numbers.start) as usize;
        let games: Result<Vec<_>, _> =
            threads::each(jobs, games, |_| (), work).into_iter().collect();
        Ok(games?.into_iter().flatten().collect())
    }

    /// Plays a game by its number. None if it was stopped.
    pub fn play(&self, number: u64, stop: &Stop) -> Result<Option<SelfPlayed>, MatchError> {
        let usual = GameTree::begin(self.start.clone())?;
        let course = course(usual.position())?;
        if !course.fits(&self.net) {
            return Err(MatchError::OtherNet);
        }
        let seed = Seed::new(self.seed).child(number);
        let begin = opening(&usual, seed.child(2))?;
        let mut players =
            [0, 1].map(|side| course.player(&self.net, self.looks, true, seed.child(side).value()));
        let mut found = Vec::new();
        let mut watch = |game: &GameTree, thought: &Thought| {
            if let Some(before) = game.line().before() {
                let finding = course.finding(before.position(), thought);
                let at = game.main_line().count() - 1;
                found.extend(finding.map(|finding| (at, finding)));
            }
            (game.length() >= LONGEST).then_some(End::Adjudicated(None))
        };
        let game = play(begin, &mut players, [Limits::default(); 2], stop, &mut watch);
        match game.fault {
            _ if stop.is_set() => Ok(None),
            Some(fault) => Err(Failure::from(fault))?,
            None => Ok(Some(SelfPlayed { number, plies: game.record.plies(), found })),
        }
    }
}

impl SelfPlayed {
    /// The game again, by the rules. One that is not over was given up.
    pub fn record(&self, start: &Start) -> Result<GameTree, MatchError> {
        let mut record = GameTree::begin(start.clone())?;
        for ply in &self.plies {
            record.play(ply)?;
        }
        if record.ended().is_none() {
            record.end_early(End::Adjudicated(None));
        }
        Ok(record)
    }

    /// Positions that were looked at.
    pub fn positions(&self) -> u64 {
        self.found.len() as u64
    }
}

/// How a game begins: as usual, or after some random plies.
fn opening(usual: &GameTree, seed: Seed) -> Result<GameTree, MatchError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.value());
    if !rng.random_bool(STRANGE) {
        return Ok(usual.clone());
    }
    let mut game = usual.clone();
    let most = usual.position().plies().len().min(8);
    for _ in 0..rng.random_range(1..=most.max(1)) {
        let plies = game.position().plies();
        game.play(&plies[rng.random_range(0..plies.len())])?;
        if game.ended().is_some() {
            return Ok(usual.clone());
        }
    }
    Ok(game)
}
