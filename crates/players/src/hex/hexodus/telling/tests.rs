use std::{collections::BTreeSet, sync::Arc};

use ludoteca_games::hex::Swap;

use super::*;
use crate::{
    hex::{
        cells::Ground,
        hexodus::{Hexodus, Settings},
        stones,
    },
    story::{
        Story,
        checks::{number, told, word},
    },
    thought::Link,
};

fn story_of(size: usize, words: &str) -> (Hex, Story<HexPly>) {
    let start = Hex::new(size, Swap::None).unwrap();
    let position = start.read_position(words).unwrap().into_position();
    let make = || Hexodus::new(Settings::NORMAL);
    let (story, _) = told(&position, 5000, &Budget::default(), make);
    (position, story)
}

fn link_of(drawn: &Drawn) -> Option<&Link> {
    match &drawn.look {
        Look::Link(link) => Some(link),
        _ => None,
    }
}

#[test]
fn every_connection_has_its_proof_down_to_neighbours_and_comes_after_it() {
    for (size, words) in [(3, ""), (4, ""), (4, "b2 c2"), (4, "a1 d4 b3"), (5, "c2 b4 d3 b2")] {
        let (_, story) = story_of(size, words);
        let mut kinds = [0; 3];
        for (id, drawn) in story.drawn.iter().enumerate() {
            let Some(link) = link_of(drawn) else { continue };
            let carrier: BTreeSet<usize> = link.carrier.iter().copied().collect();
            let parts: Vec<&Link> =
                drawn.because.iter().map(|part| link_of(&story.drawn[*part]).unwrap()).collect();
            let cells = |part: &&Link| part.carrier.iter().copied().collect::<BTreeSet<usize>>();
            let union: BTreeSet<usize> = parts.iter().flat_map(cells).collect();
            if parts.is_empty() {
                assert!(carrier.is_empty() && !link.semi, "{id} comes of nothing");
                kinds[0] += 1;
            } else if parts.iter().all(|part| part.semi) {
                let meet = |cell: &usize| parts.iter().all(|part| part.carrier.contains(cell));
                assert!(!carrier.iter().any(meet), "{id}: one move spoils all");
                assert_eq!(union, carrier);
                kinds[1] += 1;
            } else {
                let [one, two] = parts[..] else { panic!("AND has two parts") };
                assert!(!one.semi && !two.semi && cells(&one).is_disjoint(&cells(&two)));
                let more: Vec<usize> = carrier.difference(&union).copied().collect();
                assert_eq!(more.len(), usize::from(link.semi), "the cell in the middle");
                assert!(union.is_subset(&carrier));
                kinds[2] += 1;
            }
        }
        assert!(kinds.iter().all(|count| *count > 0), "{words} on {size}: {kinds:?}");
        // What is shown is shown once and has its parts beside it.
        let mut shown: BTreeSet<DrawnId> = BTreeSet::new();
        for moment in &story.moments {
            for id in &moment.hides {
                assert!(shown.remove(id), "{id} is hidden and was not there");
            }
            for id in &moment.shows {
                assert!(shown.insert(*id), "{id} is shown twice");
            }
            assert!(moment.stresses.iter().all(|id| shown.contains(id)));
            let new = moment.stresses.last().filter(|_| moment.kind == MomentKind::New);
            if let Some(id) = new {
                let parts = &story.drawn[*id].because;
                assert!(parts.iter().all(|part| shown.contains(part)));
            }
        }
        let chapters = story.moments.iter().filter_map(|moment| moment.chapter.as_ref());
        let generations = chapters.filter(|chapter| chapter.id == "hsearch-chapter");
        let generations: Vec<f64> = generations.map(|text| number(text, "number")).collect();
        assert_eq!(generations[0], 0.0);
        assert!(generations.windows(2).all(|two| two[0] < two[1] || two[1] == 0.0));
    }
}

#[test]
fn the_cell_that_matters_is_named() {
    // Blue has cut on b2: only a2 joins the stones on a1 and a3.
    let (_, story) = story_of(3, "a1 b2 a3 c2");
    let said = story.moments.iter().find(|moment| moment.sentence.id == "hsearch-but-for");
    assert_eq!(word(&said.unwrap().sentence, "cell"), "a2");
    let (_, story) = story_of(4, "b2 c2 b3 c3");
    assert!(story.moments.iter().any(|moment| moment.sentence.id == "connections-won"));
}

#[test]
fn the_circuit_before_and_after_is_the_one_that_judges() {
    let (position, story) = story_of(5, "c2 b4 d3 b2");
    let last = story.moments.last().unwrap();
    let measured = |position: &Hex| {
        let ground = Arc::new(Ground::<1>::new(position.size()));
        let stones = stones(position, &ground);
        let circuit = |colour: Colour| {
            let mut connections = Connections::new(&ground, colour, Settings::NORMAL.limits);
            let [own, other] = [colour, colour.other()].map(|colour| stones[colour as usize]);
            if ground.joined(colour, &own) {
                return 0.0;
            }
            connections.build(own, other, Until::All);
            Circuit::new(&connections).resistance
        };
        Colour::BOTH.map(circuit)
    };
    let before = measured(&position);
    let mut next = position;
    next.play_unchecked(&last.plies[0]);
    let rows = &last.sum.as_ref().unwrap().rows;
    for colour in 0..2 {
        assert_eq!(rows[0][1 + colour], figure(before[colour]));
    }
    // Of what follows stones connections may be others than those from scratch, but no worse by far.
    for (colour, resistance) in measured(&next).into_iter().enumerate() {
        let told = match rows[1][1 + colour].args.get("value") {
            Some(_) => number(&rows[1][1 + colour], "value"),
            None => f64::INFINITY,
        };
        assert!(told == resistance || (told - resistance).abs() < 0.5, "{told} {resistance}");
    }
    let mut tables = 0;
    for moment in &story.moments {
        let Some(sum) = moment.sum.as_ref().filter(|_| moment.chapter.is_none()) else { continue };
        let [resistance, fall, share] = [(1, "words"), (2, "words"), (3, "percent")]
            .map(|(column, gap)| sum.rows.iter().map(|row| number(&row[column], gap)).collect());
        let (resistance, fall, share): (Vec<f64>, Vec<f64>, Vec<f64>) = (resistance, fall, share);
        assert!(share.iter().sum::<f64>().abs() < 1e-6, "what comes in goes out");
        let whole: Vec<f64> = (0..share.len())
            .map(|at| share[at] * resistance[at] - fall[at] * share[0] * resistance[0] / fall[0])
            .collect();
        assert!(whole.iter().all(|off| off.abs() < 1e-6), "current is fall by resistance");
        tables += 1;
    }
    assert!(tables >= 1);
}

#[test]
fn a_short_story_ends_with_the_move() {
    let start = Hex::new(5, Swap::Pieces).unwrap();
    for most in [1, 3, 30] {
        let make = || Hexodus::new(Settings::NORMAL);
        let (story, thought) = told(&start, most, &Budget::default(), make);
        assert_eq!(story.moments.last().unwrap().plies, [thought.ply().unwrap()]);
    }
}

#[test]
fn the_solver_tells_its_tree_to_the_proof() {
    // Nothing is joined here, so that the solver has something to do.
    let start = Hex::new(5, Swap::None).unwrap();
    let mut told_any = 0;
    for words in ["a1", "e1", "a2 e5", "b1", "a5 b2"] {
        let position = start.read_position(words).unwrap().into_position();
        let settings = Settings {
            probe: u64::MAX,
            table: 1,
            limits: crate::hex::connections::Limits { steps: 60, ..Settings::NORMAL.limits },
            ..Settings::NORMAL
        };
        let (story, thought) =
            told(&position, 5000, &Budget::nodes(100_000), || Hexodus::new(settings));
        let is_proof = |moment: &&Moment<HexPly>| moment.node == Some(0);
        let Some(last) = story.moments.iter().rev().find(is_proof) else { continue };
        if story.more {
            continue;
        }
        assert_eq!(last.sentence.id, "proof-proved");
        let wins = last.figure == Some(name(position.colour()));
        assert_eq!(wins, thought.value.result() > 0.0, "the tree ends in what the player knows");
        told_any += 1;
    }
    assert!(told_any > 0);
}
