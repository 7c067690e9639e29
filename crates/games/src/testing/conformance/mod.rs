//! One suite that every game must pass: what the contract of [`Game`] says, tried on seeded random
//! games.
//!
//! The first thing that is wrong ends the suite with a panic that says what, and after which plies.

mod chance;
mod looks;
mod rules;
mod symmetry;
mod words;

use std::{collections::HashSet, fmt};

use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::Turns;
use crate::{Game, below};

/// Random games that the rules are tried on.
const GAMES: u64 = 24;
/// A game that goes on for longer than this never ends.
const MOST_PLIES: usize = 20_000;
/// How many different plies are tried where they are not legal.
const POOL: usize = 200;

/// Holds a game to its contract, from a position in which games begin.
///
/// ```
/// use ludoteca_games::{TicTacToe, testing::conforms};
/// conforms(&TicTacToe::new(3, 3).unwrap());
/// ```
///
/// # Panics
/// When the game breaks its contract; the message says how.
pub fn conforms<G: Game>(start: &G) {
    let sample = Sample::of(start, Listed::Each);
    rules::hold(&sample);
    symmetry::holds(&sample);
    chance::is_fair(&sample);
    looks::are_sound(&sample);
    looks::gestures_are_clear(&sample);
    looks::attempts_are_answered(&sample);
    looks::boards_are_read_back(&sample);
}

/// Holds a game of whole turns to its contract, as far as it goes: of the turns that lead to the
/// same position only one is listed, and nobody makes a turn with one gesture.
///
/// # Panics
/// When the game breaks its contract; the message says how.
pub fn conforms_in_turns<G: Game>(start: &Turns<G>) {
    let sample = Sample::of(start, Listed::OnePerResult);
    rules::hold(&sample);
    symmetry::holds(&sample);
    chance::is_fair(&sample);
    looks::are_sound(&sample);
}

/// What the list of legal plies has in it.
#[derive(Clone, Copy, PartialEq)]
enum Listed {
    /// Each legal ply.
    Each,
    /// One of those that lead to the same position.
    OnePerResult,
}

/// Random games of one kind.
struct Sample<G: Game> {
    listed: Listed,
    records: Vec<Record<G>>,
    /// Plies that were legal somewhere.
    pool: Vec<G::Ply>,
}

/// A whole game: each position, and the plies between them.
struct Record<G: Game> {
    positions: Vec<G>,
    plies: Vec<G::Ply>,
}

/// A position of a sampled game, which can say how it came about.
struct Spot<'a, G: Game> {
    position: &'a G,
    record: &'a Record<G>,
    /// How many plies led here.
    at: usize,
}

impl<G: Game> Sample<G> {
    fn of(start: &G, listed: Listed) -> Sample<G> {
        let records: Vec<_> = (0..GAMES).map(|seed| Record::random(start, seed)).collect();
        let mut sample = Sample { listed, records, pool: Vec::new() };
        let mut seen = HashSet::new();
        let plies = sample.spots().flat_map(|spot| spot.position.legal_plies());
        sample.pool = plies.filter(|ply| seen.insert(ply.clone())).take(POOL).collect();
        sample
    }

    fn start(&self) -> &G {
        &self.records[0].positions[0]
    }

    /// Every position of every game.
    fn spots(&self) -> impl Iterator<Item = Spot<'_, G>> {
        self.records.iter().flat_map(|record| {
            let positions = record.positions.iter().enumerate();
            positions.map(move |(at, position)| Spot { position, record, at })
        })
    }

    /// About `count` positions, from the beginning to the end of games.
    fn some_spots(&self, count: usize) -> impl Iterator<Item = Spot<'_, G>> {
        let step = self.spots().count().div_ceil(count).max(1);
        self.spots().step_by(step)
    }
}

impl<G: Game> Record<G> {
    fn random(start: &G, seed: u64) -> Record<G> {
        let mut rng = SplitMix64::seed_from_u64(seed);
        let mut record = Record { positions: vec![start.clone()], plies: Vec::new() };
        while let Some(last) = record.positions.last().filter(|last| last.outcome().is_none()) {
            let mut plies = last.legal_plies();
            let spot = record.spot(record.plies.len());
            assert!(!plies.is_empty(), "no legal ply though the game goes on: {spot}");
            assert!(record.plies.len() < MOST_PLIES, "a game of {} never ends", G::NAME);
            let ply = plies.swap_remove(below(&mut rng, plies.len() as u32) as usize);
            let mut next = last.clone();
            next.play_unchecked(&ply);
            record.positions.push(next);
            record.plies.push(ply);
        }
        record
    }

    fn spot(&self, at: usize) -> Spot<'_, G> {
        Spot { position: &self.positions[at], record: self, at }
    }

    /// The first `count` plies in the game's notation.
    fn text(&self, count: usize) -> String {
        let plies = self.positions.iter().zip(&self.plies).take(count);
        let words: Vec<_> = plies.map(|(position, ply)| position.write_ply(ply)).collect();
        words.join(" ")
    }
}

impl<G: Game> Spot<'_, G> {
    /// The position after one more ply, which is known to be legal.
    fn after(&self, ply: &G::Ply) -> G {
        let mut next = self.position.clone();
        next.play_unchecked(ply);
        next
    }
}

impl<G: Game> fmt::Display for Spot<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.record.text(self.at);
        write!(f, "{} after \"{text}\", which is {:?}", G::NAME, self.position)
    }
}
