//! Every player of every game keeps its budget.

use std::sync::Arc;

use ludoteca_games::{GAMES, Position, below, find};
use ludoteca_nets::learn::Learner;
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, PlayerInfo, Supply, machine,
    neural::learning::course,
    players,
    rules::MOST_RULES,
    testing::{Candidate, Counted, Looks, conforms},
};
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// The plies of the longest random game that an ant plays in one go.
const LONGEST_GAME: u64 = 400;

/// A position some random plies after the beginning.
fn after(game: &str, options: &[(&str, &str)], plies: usize) -> Box<dyn Position> {
    let mut position = find(game).unwrap().begin(options.iter().copied()).unwrap();
    let mut rng = SplitMix64::seed_from_u64(plies as u64);
    for _ in 0..plies {
        let plies = position.plies();
        let ply = &plies[below(&mut rng, plies.len() as u32) as usize];
        let mut next = position.boxed();
        next.play(ply).unwrap();
        if next.outcome().is_none() {
            position = next;
        }
    }
    position
}

/// The positions of a game in which its players are asked.
fn positions(game: &str) -> Vec<Box<dyn Position>> {
    match game {
        "hex" => vec![after(game, &[("size", "5")], 4), after(game, &[], 12)],
        // A setup is 32 plies.
        "arimaa" => vec![after(game, &[], 3), after(game, &[], 38)],
        _ => vec![after(game, &[], 0), after(game, &[], 9)],
    }
}

/// The texts with which a player is tried: small tables, and once with two threads if it has any.
fn texts(player: &PlayerInfo) -> Vec<(String, u64)> {
    let has = |name| player.keys.iter().any(|key| key.name == name);
    let table = if has("table") { "table=1" } else { "" };
    let net = if player.needs == Some("net") { "net=small.net" } else { "" };
    let text = |keys: &str| {
        let all = [net, table, keys].into_iter().filter(|keys| !keys.is_empty());
        match all.collect::<Vec<_>>().join(",").as_str() {
            "" => player.name.to_owned(),
            keys => format!("{}:{keys}", player.name),
        }
    };
    let mut texts = vec![(text(""), 1)];
    if has("threads") {
        texts.push((text("threads=2"), 2));
    }
    texts
}

/// How many positions a player is let look at in a game: a few milliseconds' worth.
fn most(game: &str, text: &str) -> u64 {
    match (game, text) {
        // Whole games at random, of hundreds of steps.
        ("arimaa", text) if text.starts_with("mcts") => 60,
        // A net takes as long as a hundred positions of others.
        (_, text) if text.starts_with("neural") => 120,
        _ => 1500,
    }
}

/// The file of a small net that knows nothing of a game, for a player that needs one.
fn small_net(game: &str) -> Arc<[u8]> {
    let course = course(find(game).unwrap().begin([]).unwrap().as_ref()).unwrap();
    let learner = Learner::fresh(course.shape(1, 16), 7).unwrap();
    learner.rounded([], &course.name()).unwrap().write().into()
}

fn holds(game: &str, text: &str, threads: u64, most: u64, position: &dyn Position) {
    let net = text.contains("net=small.net").then(|| small_net(game));
    let read_file = |_: &str, _: usize| Ok(net.clone().unwrap_or_default());
    let supply = Supply { read_file: &read_file, ..Supply::seeded(7) };
    let make = || -> Box<dyn AnyPlayer> { machine(game, text, &supply).unwrap() };
    let in_one_go = if text.starts_with("ants") { LONGEST_GAME } else { 1 };
    conforms(&Candidate { name: text, make: &make, threads, in_one_go, most }, position);
}

fn game_holds(game: &str) {
    for player in players(game).unwrap() {
        if player.human || player.needs.is_some_and(|key| key != "net") {
            continue;
        }
        for (text, threads) in texts(&player) {
            for position in positions(game) {
                holds(game, &text, threads, most(game, &text), position.as_ref());
            }
        }
    }
}

#[test]
fn the_players_of_hex_keep_their_budgets() {
    game_holds("hex");
}

#[test]
fn the_players_of_arimaa_keep_their_budgets() {
    game_holds("arimaa");
}

#[test]
fn the_players_of_connect_four_keep_their_budgets() {
    game_holds("connect4");
}

#[test]
fn the_players_of_all_other_games_keep_their_budgets() {
    let others = GAMES.iter().filter(|game| !["hex", "arimaa", "connect4"].contains(&game.name));
    others.for_each(|game| game_holds(game.name));
}

#[test]
fn the_players_of_any_game_count_what_they_play() {
    for name in Counted::players() {
        let text = if name == "random" { name.to_owned() } else { format!("{name}:table=1") };
        let text = match Counted::player(&text, &Supply::seeded(7)) {
            Ok(_) => text,
            Err(_) => name.to_owned(),
        };
        let make = || Counted::player(&text, &Supply::seeded(7)).unwrap();
        let in_one_go = if name == "ants" { LONGEST_GAME } else { 1 };
        let candidate = Candidate { name, make: &make, threads: 1, in_one_go, most: 1500 };
        let before = Counted::played();
        conforms(&candidate, &Counted::begin());
        // Who chooses by chance looks at nothing.
        assert!(name == "random" || Counted::played() > before + 1500, "{name}");
    }
}

/// How often a thought about one position looks at its clock, where nothing ends it.
fn looks(player: &mut dyn AnyPlayer, position: &dyn Position) -> usize {
    let looks = Looks::default();
    let budget = Budget { nodes: Some(1), ..looks.stopped_at(usize::MAX) };
    player.consider(position, &budget, AnyWatch::Nobody).unwrap();
    looks.seen().len()
}

#[test]
fn the_clock_is_looked_at_while_one_position_takes_long() {
    let large = after("hex", &[("size", "19")], 30);
    let mut hexodus = machine("hex", "hexodus:level=expert", &Supply::seeded(1)).unwrap();
    assert!(looks(hexodus.as_mut(), large.as_ref()) > 100);
    // As many rules as there can be in a file.
    let rule = |n: usize| format!("{}#{} HVD 1\n", "O".repeat(n % 4), "z".repeat(n / 4 % 4));
    let file: String = (0..MOST_RULES).map(rule).collect();
    let bytes: std::sync::Arc<[u8]> = file.into_bytes().into();
    let read_file = |_: &str, _: usize| Ok(bytes.clone());
    let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
    let position = after("connect4", &[], 6);
    let mut rules = machine("connect4", "rules:file=large", &supply).unwrap();
    assert!(looks(rules.as_mut(), position.as_ref()) > 12);
    for look in [1, 2, 5, 12] {
        let looks = Looks::default();
        let budget = looks.stopped_at(look);
        let thought = rules.consider(position.as_ref(), &budget, AnyWatch::Nobody).unwrap();
        assert!(position.boxed().play(&thought.ply().unwrap()).is_ok());
        assert_eq!(looks.seen().len(), look);
    }
}

#[test]
fn whatever_takes_longest_keeps_its_budget() {
    let large = after("hex", &[("size", "19")], 30);
    for text in ["hexodus:level=normal", "hexodus:level=expert,eval=path", "hexodus:level=master"] {
        holds("hex", text, 1, 10, large.as_ref());
    }
    holds("hex", "neural:level=full,net=hex-8x128,table=1", 1, 10, large.as_ref());
    // A position in which the solver has something to do, and one in which it wins at once.
    for plies in [12, 40] {
        let middle = after("hex", &[("size", "7")], plies);
        holds("hex", "neural:level=full,table=1", 1, 200, middle.as_ref());
        holds("hex", "hexodus:level=master,table=1", 1, 400, middle.as_ref());
    }
    holds("hex", "ants:ants=10000,variant=mmas,table=1", 1, 1500, large.as_ref());
    let slips = after("connect4", &[], 9);
    holds("connect4", "perfect:slip=100,table=1", 1, 1500, slips.as_ref());
    let by_rules = after("connect4", &[], 4);
    holds("connect4", "alphabeta:eval=rules", 1, 1500, by_rules.as_ref());
    holds("connect4", "ants:learn=before,table=1", 1, 1500, by_rules.as_ref());
}
