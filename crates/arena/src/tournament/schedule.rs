//! Who meets whom, and how their games begin.

use std::collections::BTreeSet;

use ludoteca_games::{GameTree, Start, TreeError, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};

use super::{Opening, Plan, Tournament, knockout, swiss};
use crate::{MatchError, Seed};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Whoever loses a meeting is out.
    Knockout,
    /// In every round those meet who have about as many points and have not met yet.
    Swiss,
}

/// Two players and how their pair of games begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Their places among the entrants; the first of them begins the first of the two games.
    pub players: [usize; 2],
    /// Which opening it is.
    pub opening: u32,
    /// The round it belongs to, from 0.
    pub round: u32,
}

impl Form {
    /// Every form with its name.
    pub const ALL: [(&'static str, Form); 4] = [
        ("round-robin", Form::RoundRobin),
        ("gauntlet", Form::Gauntlet),
        ("knockout", Form::Knockout),
        ("swiss", Form::Swiss),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Form::ALL.iter().find(|(_, form)| *form == self).map_or("", |(name, _)| name)
    }

    /// Whether all pairs are known before the first game.
    pub(super) fn is_known_at_once(self) -> bool {
        matches!(self, Form::RoundRobin | Form::Gauntlet)
    }
}

impl Plan {
    /// How many games it has, where that is known before the first one; a test may end it earlier.
    pub fn most_games(&self) -> Option<u32> {
        let players = self.entrants.len() as u32;
        let meetings = match self.form {
            Form::RoundRobin => players * players.saturating_sub(1) / 2,
            Form::Gauntlet => players.saturating_sub(1),
            Form::Swiss => self.swiss_rounds * (players / 2),
            // Meetings that stay even go on.
            Form::Knockout => return None,
        };
        Some(meetings.saturating_mul(self.pairs).saturating_mul(2))
    }
}

/// The pairs that come after all that are known are over; none if there are no more.
pub fn next(tournament: &Tournament) -> Vec<Pairing> {
    match tournament.plan().form {
        Form::RoundRobin => round_robin(tournament.plan()),
        Form::Gauntlet => gauntlet(tournament.plan()),
        Form::Knockout => knockout::next(tournament),
        Form::Swiss => swiss::next(tournament),
    }
}

/// Every meeting has its first pair before any has its second, so that a table that is not finished
/// is fair.
fn round_robin(plan: &Plan) -> Vec<Pairing> {
    let players = plan.entrants.len();
    let meetings = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
    rounds(plan, &meetings.collect::<Vec<_>>())
}

fn gauntlet(plan: &Plan) -> Vec<Pairing> {
    rounds(plan, &(1..plan.entrants.len()).map(|other| [0, other]).collect::<Vec<_>>())
}

fn rounds(plan: &Plan, meetings: &[[usize; 2]]) -> Vec<Pairing> {
    let round = |round| {
        meetings.iter().map(move |players| Pairing { players: *players, opening: round, round })
    };
    (0..plan.pairs).flat_map(round).collect()
}

/// Openings that end the game or were drawn before are drawn again, so often.
const DRAWS: u32 = 1000;

/// Openings of so many random plies. They are different as long as that is not too hard: where a
/// game has fewer of them, some come again.
pub fn random_openings(
    start: &Start,
    plies: u32,
    count: usize,
    seed: u64,
) -> Result<Vec<Opening>, MatchError> {
    let beginning = GameTree::begin(start.clone())?;
    if plies == 0 {
        return Ok(vec![Opening::default()]);
    }
    let mut known = BTreeSet::new();
    let mut openings = Vec::new();
    let mut left = DRAWS;
    while openings.len() < count.max(1) {
        // Each has a seed of its own, so that a longer list begins as a shorter one.
        let seed = Seed::new(seed).child(openings.len() as u64).value();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut found = None;
        for _ in 0..DRAWS {
            let Some(opening) = draw(&beginning, plies, &mut rng)? else { continue };
            let new = !known.contains(&opening);
            found = Some(opening);
            if new || left == 0 {
                break;
            }
            // A game with few openings is not asked for more of them again and again.
            left -= 1;
        }
        let plies = found.ok_or(MatchError::OpeningTooLong { plies })?;
        known.insert(plies.clone());
        openings.push(Opening { position: None, plies });
    }
    Ok(openings)
}

/// So many random plies; none if the game is over then.
fn draw(
    beginning: &GameTree,
    plies: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Option<Vec<String>>, TreeError> {
    let mut game = beginning.clone();
    let mut played = Vec::new();
    for _ in 0..plies {
        let legal = game.position().plies();
        if legal.is_empty() {
            return Ok(None);
        }
        let ply = &legal[below(rng, legal.len() as u32) as usize];
        game.play(ply)?;
        played.push(ply.clone());
    }
    Ok(game.ended().is_none().then_some(played))
}

/// The openings of a file's positions.
pub fn read_openings(start: &Start, words: &str) -> Result<Vec<Opening>, (usize, TreeError)> {
    let mut openings = Vec::new();
    for (number, line) in words.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |why| (number + 1, why);
        let game = GameTree::begin(start.clone().at(line)).map_err(wrong)?;
        if game.ended().is_some() {
            return Err(wrong(TreeError::Over));
        }
        openings.push(Opening { position: Some(line.to_owned()), plies: Vec::new() });
    }
    Ok(openings)
}
