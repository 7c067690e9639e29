//! Legal plies, results, notation and keys.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Listed, Record, Sample, Spot, words::Words};
use crate::Game;

/// How many positions are compared each with each other.
const COMPARED: usize = 400;

pub fn hold<G: Game>(sample: &Sample<G>) {
    let mut words = Words::default();
    for key in G::options() {
        words.are_known(&key.help.into());
    }
    for spot in sample.spots() {
        match spot.position.outcome() {
            Some(_) => {
                let reason = spot.position.reason();
                words.are_known(&reason.unwrap_or_else(|| panic!("no reason for the end: {spot}")));
                is_final(&spot, &sample.pool);
            }
            None => {
                lists_what_it_accepts(&spot);
                refuses_the_rest(&spot, sample, &mut words);
                plies_are_read_back(&spot);
            }
        }
    }
    for record in &sample.records {
        games_are_read_back(record);
        replays_alike(record);
        knows_its_beginning(record);
        turns_are_as_said(record);
    }
    keys_tell_positions_apart(sample);
}

fn is_final<G: Game>(spot: &Spot<'_, G>, pool: &[G::Ply]) {
    let listed = spot.position.legal_plies();
    assert!(listed.is_empty(), "plies {listed:?} though the game is over: {spot}");
    for ply in pool {
        let mut position = spot.position.clone();
        assert!(position.play(ply).is_err(), "{ply:?} is played though the game is over: {spot}");
        assert!(position == *spot.position, "{ply:?} is refused and yet changes {spot}");
    }
}

fn lists_what_it_accepts<G: Game>(spot: &Spot<'_, G>) {
    let listed = spot.position.legal_plies();
    let mut appended = listed.clone();
    spot.position.plies(&mut appended);
    assert!(
        appended.len() == 2 * listed.len() && appended.starts_with(&listed),
        "plies are not added to the list they are given: {spot}"
    );
    let mut seen = HashSet::new();
    for ply in &listed {
        assert!(seen.insert(ply), "{ply:?} is listed twice: {spot}");
        if let Err(why) = spot.position.check(ply) {
            panic!("{ply:?} is listed and yet refused (\"{why}\"): {spot}");
        }
        let mut position = spot.position.clone();
        assert!(position.play(ply).is_ok(), "{ply:?} is listed and yet not played: {spot}");
        assert!(position == spot.after(ply), "play and play_unchecked differ on {ply:?}: {spot}");
    }
}

fn refuses_the_rest<G: Game>(spot: &Spot<'_, G>, sample: &Sample<G>, words: &mut Words) {
    let listed: HashSet<_> = spot.position.legal_plies().into_iter().collect();
    for ply in sample.pool.iter().filter(|ply| !listed.contains(ply)) {
        match spot.position.check(ply) {
            Err(why) => words.are_known(&why.into()),
            Ok(()) => {
                let again = sample.listed == Listed::OnePerResult
                    && listed.iter().any(|other| spot.after(other) == spot.after(ply));
                assert!(again, "{ply:?} is not listed and yet accepted: {spot}");
                continue;
            }
        }
        let mut position = spot.position.clone();
        assert!(position.play(ply).is_err(), "{ply:?} fails its check and yet is played: {spot}");
        assert!(position == *spot.position, "{ply:?} is refused and yet changes {spot}");
    }
}

fn plies_are_read_back<G: Game>(spot: &Spot<'_, G>) {
    let mut seen = HashMap::new();
    for ply in spot.position.legal_plies() {
        let text = spot.position.write_ply(&ply);
        match spot.position.read_ply(&text) {
            Ok(read) => assert!(read == ply, "{ply:?} is written {text}, read {read:?}: {spot}"),
            Err(why) => panic!("{ply:?} is written {text}, which is refused (\"{why}\"): {spot}"),
        }
        if let Some(other) = seen.insert(text.clone(), ply.clone()) {
            panic!("{ply:?} and {other:?} are both written {text}: {spot}");
        }
    }
}

fn games_are_read_back<G: Game>(record: &Record<G>) {
    let (first, last) = (record.spot(0), record.spot(record.plies.len()));
    match first.position.read_position(&record.text(record.plies.len())) {
        Err(why) => panic!("its own plies are refused (\"{why}\"): {last}"),
        Ok(line) => {
            assert!(
                *line.start() == *first.position,
                "the game is read from another start: {last}"
            );
            assert!(line.plies() == record.plies, "the game is read as {:?}: {last}", line.plies());
            assert!(
                *line.position() == *last.position,
                "the game is read to {:?}: {last}",
                line.position()
            );
        }
    }
}

/// The same plies lead to the same position and key.
fn replays_alike<G: Game>(record: &Record<G>) {
    let mut position = record.positions[0].clone();
    for (at, ply) in record.plies.iter().enumerate() {
        position.play_unchecked(ply);
        let spot = record.spot(at + 1);
        assert!(position == *spot.position, "replaying leads elsewhere: {spot}");
        assert!(position.key() == spot.position.key(), "replaying leads to another key: {spot}");
    }
}

fn knows_its_beginning<G: Game>(record: &Record<G>) {
    let last = record.spot(record.plies.len());
    let beginning = record.positions[0].beginning();
    assert!(last.position.beginning() == beginning, "began elsewhere: {last}");
    assert!(
        beginning.beginning() == beginning,
        "nothing is played, and yet it began elsewhere: {last}"
    );
}

/// A game that says so has no two plies of one side in a row.
fn turns_are_as_said<G: Game>(record: &Record<G>) {
    if !G::ONE_PLY_TURNS {
        return;
    }
    for at in 1..record.plies.len() {
        let spot = record.spot(at);
        let before = record.positions[at - 1].side();
        assert!(spot.position.side() != before, "the same side goes on after its turn: {spot}");
    }
}

fn keys_tell_positions_apart<G: Game>(sample: &Sample<G>) {
    let mut seen: HashMap<u64, Spot<'_, G>> = HashMap::new();
    for spot in sample.spots() {
        let known = seen.entry(spot.position.key()).or_insert_with(|| spot.record.spot(spot.at));
        assert!(known.position == spot.position, "one key for two positions: {known}; {spot}");
    }
    // Positions near the beginning, some of which are the same by another way; and later ones.
    let mut compared = first_positions(sample.start(), COMPARED / 2);
    compared.extend(sample.some_spots(COMPARED / 2).map(|spot| spot.position.clone()));
    for (i, a) in compared.iter().enumerate() {
        compared[..i].iter().for_each(|b| key_fits(a, b));
    }
    // The plies of both sides in another order.
    for record in &sample.records {
        for at in 0..record.plies.len() {
            for last in [at + 1, at + 2] {
                let Some(plies) = record.plies.get(at..=last) else { continue };
                let mut other = record.positions[at].clone();
                if plies.iter().rev().all(|ply| other.play(ply).is_ok()) {
                    key_fits(&other, &record.positions[last + 1]);
                }
            }
        }
    }
}

fn key_fits<G: Game>(a: &G, b: &G) {
    assert!(
        (a == b) == (a.key() == b.key()),
        "keys {:x} and {:x} of {} for {a:?} and {b:?}",
        a.key(),
        b.key(),
        G::NAME
    );
}

/// Positions after no plies, after one, after two, each way by itself.
fn first_positions<G: Game>(start: &G, count: usize) -> Vec<G> {
    let mut waiting = VecDeque::from([start.clone()]);
    let mut all = Vec::new();
    while let Some(position) = waiting.pop_front() {
        if all.len() + waiting.len() < count {
            for ply in position.legal_plies() {
                let mut next = position.clone();
                next.play_unchecked(&ply);
                waiting.push_back(next);
            }
        }
        all.push(position);
    }
    all
}
