//! The agents of Hex that count stones, against the shortest possible code of what they are.

use std::time::Duration;

use ludoteca_games::{
    Game, Hex, Side,
    hex::{Colour, HexPly, Swap},
};
use ludoteca_players::{
    AnyWatch, Budget, Supply, Thought,
    hex::Ways,
    machine,
    thought::{Content, Unit, Value, Verdict},
};
use ludoteca_words::{Lang, languages};
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// What a position is worth to a side: lost, a measure, or won; the nearest win and the farthest
/// loss are best.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Worth {
    Lost(i32),
    Measure(f64),
    Won(i32),
}

/// What a position measures to a side.
type Measure = fn(&Hex, Side) -> f64;

/// The measure of `distance`: the fewer stones it needs, the better.
fn distance(position: &Hex, side: Side) -> f64 {
    -f64::from(stones(position, side))
}

/// The measure of `dijkstra`: the stones the other side needs more.
fn dijkstra(position: &Hex, side: Side) -> f64 {
    f64::from(stones(position, side.other())) - f64::from(stones(position, side))
}

fn stones(position: &Hex, side: Side) -> u32 {
    let colour = Colour::BOTH.into_iter().find(|colour| position.player(*colour) == side);
    Ways::new(position, colour.unwrap()).expect("the game goes on").stones
}

/// Plain minimax for `side`, looking `depth` plies ahead.
fn worth(position: &Hex, depth: u32, side: Side, measure: Measure) -> Worth {
    if let Some(outcome) = position.outcome() {
        return if outcome.winner == Some(side) { Worth::Won(0) } else { Worth::Lost(0) };
    }
    if depth == 0 {
        return Worth::Measure(measure(position, side));
    }
    let after = position.legal_plies().into_iter().map(|ply| {
        let mut next = *position;
        next.play_unchecked(&ply);
        // A win further away is less, a loss further away is more.
        match worth(&next, depth - 1, side, measure) {
            Worth::Lost(plies) => Worth::Lost(plies + 1),
            Worth::Won(plies) => Worth::Won(plies - 1),
            measure => measure,
        }
    });
    let better = |a: &Worth, b: &Worth| a.partial_cmp(b).unwrap();
    let best = if position.side() == side { after.max_by(better) } else { after.min_by(better) };
    best.expect("an unfinished game has a legal ply")
}

/// A value of `distance` or `dijkstra`, in its own measure.
fn measured(player: &str, value: Value) -> Worth {
    match value {
        Value::Proved { result: Verdict::Win, plies: Some(plies) } => Worth::Won(-(plies as i32)),
        Value::Proved { result: Verdict::Loss, plies: Some(plies) } => Worth::Lost(plies as i32),
        Value::Guess { score: Some(score), unit, .. } => {
            let told = if player == "distance" { Unit::Needed } else { Unit::Stones };
            assert_eq!(unit, told, "{player}");
            Worth::Measure(score as f64)
        }
        value => panic!("{value:?} of {player}"),
    }
}

fn think(position: &Hex, words: &str, watch: AnyWatch<'_>) -> Thought {
    let mut player = machine("hex", words, &Supply::seeded(1)).unwrap();
    player.consider(position, &Budget::default(), watch).unwrap()
}

fn read(size: usize, words: &str) -> Hex {
    Hex::new(size, Swap::None).unwrap().read_position(words).unwrap().into_position()
}

/// A position of a random game that goes on; the swap is made where there is one.
fn random(size: usize, swap: Swap, plies: usize, seed: u64) -> Hex {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let mut position = Hex::new(size, swap).unwrap();
    for _ in 0..plies {
        let swap = |ply: &HexPly| !matches!(ply, HexPly::Stone(_));
        let made = position.legal_plies().into_iter().find(swap);
        let Some(ply) = made.or(position.random_ply(&mut rng)) else { break };
        let mut next = position;
        next.play_unchecked(&ply);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_value_is_that_of_plain_minimax(
        size in 1usize..=4,
        swap in prop_oneof![Just(Swap::None), Just(Swap::Pieces), Just(Swap::Sides)],
        plies in 0usize..12,
        depth in 1u32..=3,
        seed: u64,
    ) {
        let position = random(size, swap, plies, seed);
        let side = position.side();
        for (player, measure) in [("distance", distance as Measure), ("dijkstra", dijkstra)] {
            let words = format!("{player}:depth={depth}");
            let slow = worth(&position, depth, side, measure);
            for watch in [AnyWatch::Nobody, AnyWatch::AtTheEnd] {
                let thought = think(&position, &words, watch);
                prop_assert_eq!(measured(player, thought.value), slow, "{} {:?}", words, position);
                let ply = position.read_ply(thought.ply().as_ref().unwrap()).unwrap();
                prop_assert!(position.check(&ply).is_ok());
            }
            // For somebody who looks, each ply has a value of its own, as far as it was searched:
            // a win that is found ends the search.
            let thought = think(&position, &words, AnyWatch::AtTheEnd);
            let reached = thought.depth.unwrap();
            for each in thought.candidates.iter().filter(|each| !each.at_most) {
                let mut next = position;
                next.play(&position.read_ply(&each.ply).unwrap()).unwrap();
                let slow = match worth(&next, reached - 1, side, measure) {
                    Worth::Lost(plies) => Worth::Lost(plies + 1),
                    Worth::Won(plies) => Worth::Won(plies - 1),
                    measure => measure,
                };
                prop_assert_eq!(measured(player, each.value), slow, "{} {:?}", each.ply, position);
            }
        }
    }

    #[test]
    fn whoever_plays_both_sides_does_not_mix_them_up(seed: u64, depth in 1u32..=2) {
        for name in ["distance", "dijkstra"] {
            let mut position = random(4, Swap::Sides, 3, seed);
            let words = format!("{name}:depth={depth}");
            let mut both = machine("hex", &words, &Supply::seeded(1)).unwrap();
            while position.outcome().is_none() {
                let thought = both.consider(&position, &Budget::default(), AnyWatch::Nobody).unwrap();
                let fresh = think(&position, &words, AnyWatch::Nobody);
                prop_assert_eq!(thought.value, fresh.value);
                let ply = position.read_ply(&thought.ply().unwrap()).unwrap();
                position.play(&ply).unwrap();
            }
        }
    }
}

#[test]
fn an_empty_board_is_worth_what_the_measures_say() {
    for size in [2, 5, 11] {
        let position = Hex::new(size, Swap::None).unwrap();
        // After its own stone it needs one less.
        let Value::Guess { score, unit: Unit::Needed, .. } =
            think(&position, "distance:depth=1", AnyWatch::Nobody).value
        else {
            panic!("nothing is proved on an empty board, and stones are no chance");
        };
        assert_eq!(score, Some(1 - size as i64));
        let Value::Guess { score, .. } =
            think(&position, "dijkstra:depth=1", AnyWatch::Nobody).value
        else {
            panic!("nothing is proved on an empty board");
        };
        assert!(score >= Some(1));
    }
}

#[test]
fn a_win_and_a_loss_within_reach_are_proved_and_nothing_else_is() {
    // Red has b1 and b2, and joins them to the bottom on a3 or b3.
    let [won, lost] = ["b1 a1 b2 a3", "b1 a1 b2"].map(|words| read(3, words));
    for player in ["distance", "dijkstra"] {
        let thought = think(&won, &format!("{player}:depth=1"), AnyWatch::AtTheEnd);
        assert_eq!(thought.value, Value::Proved { result: Verdict::Win, plies: Some(1) });
        let thought = think(&lost, &format!("{player}:depth=2"), AnyWatch::AtTheEnd);
        assert_eq!(thought.value, Value::Proved { result: Verdict::Loss, plies: Some(2) });
        let open = think(&read(5, "c3"), player, AnyWatch::AtTheEnd);
        assert!(matches!(open.value, Value::Guess { .. }), "{:?}", open.value);
    }
}

#[test]
fn the_shortest_ways_are_drawn_and_told_in_both_languages() {
    let position = read(5, "c3 b3 d2");
    for (player, english, spanish) in [
        ("distance", "worth 1 − 4/25 = 0.84", "vale 1 − 4/25 = 0,84"),
        ("dijkstra", "worth 3 − 4 = −1", "vale 3 − 4 = −1"),
    ] {
        let thought = think(&position, player, AnyWatch::AtTheEnd);
        let ids: Vec<&str> = thought.layers.iter().map(|layer| layer.id).collect();
        assert_eq!(ids, ["values", "tree", "ways", "account"]);
        let ways = &thought.layers[2];
        let Content::Links { links, .. } = &ways.content else { panic!("{ways:?}") };
        let sides: Vec<(Side, usize)> =
            links.iter().map(|link| (link.side, link.carrier.len())).collect();
        assert_eq!(sides, [(Side::Second, 4), (Side::First, 3)]);
        assert_eq!(
            Lang::ENGLISH.say(&ways.sentence),
            "Blue needs 4 more stones, for instance on a4, c2, d1, e1. \
             Red needs 3 more stones, for instance on d1, b4, b5."
        );
        let es = Lang::named("es").unwrap();
        assert_eq!(
            es.say(&ways.sentence),
            "A Azul le faltan 4 fichas, por ejemplo en a4, c2, d1, e1. \
             A Rojo le faltan 3 fichas, por ejemplo en d1, b4, b5."
        );
        let account = &thought.layers[3].sentence;
        assert!(Lang::ENGLISH.say(account).contains(english), "{account}");
        assert!(es.say(account).contains(spanish), "{}", es.say(account));
    }
}

#[test]
fn an_unfinished_thought_is_told_in_the_same_measure() {
    let position = read(4, "b2");
    for (player, whole) in [("distance", 16), ("dijkstra", 4)] {
        let mut reports = Vec::new();
        let mut note = |thought: Thought| reports.push(thought);
        think(&position, &format!("{player}:depth=3"), AnyWatch::Live(Duration::ZERO, &mut note));
        assert!(!reports.is_empty());
        for report in reports {
            assert!(report.layers.iter().any(|layer| layer.id == "ways"));
            let Value::Guess { score: Some(score), .. } = report.value else {
                panic!("{report:?}")
            };
            assert!(score.abs() <= whole, "{score} stones on so small a board");
        }
    }
}

#[test]
fn a_search_stopped_at_once_plays_and_claims_nothing() {
    let position = read(5, "c3");
    for player in ["distance", "dijkstra"] {
        let mut machine = machine("hex", player, &Supply::seeded(1)).unwrap();
        let budget = Budget::nodes(1);
        let thought = machine.consider(&position, &budget, AnyWatch::AtTheEnd).unwrap();
        assert!(
            position
                .read_ply(&thought.ply().unwrap())
                .is_ok_and(|ply| position.check(&ply).is_ok())
        );
        assert!(matches!(thought.value, Value::Guess { .. }));
        let said = thought.layers.iter().map(|layer| layer.sentence.id.as_ref());
        assert!(said.clone().any(|id| id == "sentences"), "the ways are there all the same");
        assert!(!said.clone().any(|id| id.contains("-best")), "{:?}", said.collect::<Vec<_>>());
    }
}

#[test]
fn everything_an_agent_says_is_known_in_every_language() {
    for position in ["c3", "c3 b3 d2", "a1 c3", "c3 a1 c1 a2 c2 b4"].map(|words| read(5, words)) {
        for player in ["distance:depth=1", "dijkstra:depth=1", "dijkstra:depth=2"] {
            let thought = think(&position, player, AnyWatch::AtTheEnd);
            for layer in thought.layers {
                for id in [&layer.title.id, &layer.sentence.id] {
                    assert!(languages().iter().all(|language| language.knows(id)), "{id}");
                }
            }
        }
    }
}

#[test]
fn the_depth_goes_from_one_to_six_and_is_two_if_nobody_says() {
    let start = Hex::new(3, Swap::None).unwrap();
    for player in ["distance", "dijkstra"] {
        for refused in ["0", "7", "deep"] {
            let told = machine("hex", &format!("{player}:depth={refused}"), &Supply::seeded(1));
            assert!(Lang::ENGLISH.say(&told.map(|_| ()).unwrap_err().into()).contains("1 to 6"));
        }
        let asked = |words: &str| think(&start, words, AnyWatch::Nobody).depth;
        assert_eq!(asked(player), Some(2));
        assert_eq!(asked(&format!("{player}:depth=1")), Some(1));
        assert!(machine("connect4", player, &Supply::seeded(1)).is_err());
    }
}
