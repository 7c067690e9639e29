//! `neural` in any game.

use std::sync::Arc;

use ludoteca_games::{Arimaa, Connect4, GAMES, Game, Gdl, Position, TicTacToe, below, find};
use ludoteca_nets::learn::Learner;
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, PlayerError, Supply, Thought,
    arimaa::puzzles::{Aim, puzzles},
    connect4::{Oracle, Score},
    machine,
    neural::learning::course,
    settings,
    thought::{Value, Verdict},
};
use ludoteca_text::Text;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// Of 120 positions the net of Connect Four keeps the result in at least so many, by what it sees at
/// first and with a small search: fewer than the 99 of 100 that were measured, as 120 are few.
const GLANCES: usize = 112;
const SEARCHES: usize = 114;

/// A net for the game that begins with a position that knows nothing of it.
fn ignorant(position: &dyn Position, seed: u64) -> Vec<u8> {
    let course = course(position).unwrap();
    let learner = Learner::fresh(course.shape(1, 16), seed).unwrap();
    learner.rounded([], &format!("{}, untrained", course.name())).unwrap().write()
}

/// `neural` with a net out of a file.
fn seated(game: &str, keys: &str, file: Vec<u8>) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let file: Arc<[u8]> = file.into();
    let read_file = |_: &str, _: usize| Ok(file.clone());
    let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
    machine(game, &format!("neural:net=mine.net,{keys}"), &supply)
}

fn thought(player: &mut dyn AnyPlayer, position: &dyn Position, nodes: u64) -> Thought {
    player.consider(position, &Budget::nodes(nodes), AnyWatch::AtTheEnd).unwrap()
}

fn beginnings() -> Vec<Box<dyn Position>> {
    let described = ["breakthrough", "checkers", "connect4", "hex", "tictactoe", "tictactoe5"];
    let gdl = described.map(|name| {
        let path = format!("{}/../../gdl/{name}.gdl", env!("CARGO_MANIFEST_DIR"));
        Gdl::new(&std::fs::read_to_string(path).unwrap()).unwrap().boxed()
    });
    let others = GAMES.iter().filter(|game| game.name != Gdl::NAME);
    others.map(|game| game.begin([]).unwrap()).chain(gdl).collect()
}

/// The position after some plies, as they are written.
fn at<G: Game>(start: &G, plies: &str) -> G {
    start.read_position(plies).unwrap().into_position()
}

/// Some plies into a game.
fn after(start: &dyn Position, plies: usize) -> Box<dyn Position> {
    let mut position = start.boxed();
    for number in 0..plies {
        let all = position.plies();
        if let Some(ply) = all.get(number * 7 % all.len().max(1)) {
            position.play(ply).unwrap();
        }
    }
    position
}

#[test]
fn it_plays_every_game_with_a_net_for_it_and_says_of_every_ply_what_it_thinks() {
    for start in beginnings() {
        let mut player = seated(start.game(), "level=full", ignorant(start.as_ref(), 1)).unwrap();
        for plies in [0, 3, 4] {
            let position = after(start.as_ref(), plies);
            let told = thought(player.as_mut(), position.as_ref(), 40);
            assert!(position.boxed().play(&told.ply().unwrap()).is_ok(), "{}", start.game());
            let decided = matches!(told.value, Value::Proved { .. });
            // A setup is known, and nothing else is thought of.
            let set_up = start.game() == Arimaa::NAME;
            assert!(decided || set_up || told.candidates.len() > 1 || position.plies().len() == 1);
            for language in ludoteca_words::languages() {
                for layer in &told.layers {
                    assert!(language.knows(&layer.sentence.id), "{}", layer.sentence.id);
                }
            }
        }
    }
}

#[test]
fn wins_losses_and_draws_are_proved_whatever_the_net_believes() {
    let start = TicTacToe::new(3, 3).unwrap();
    for (plies, result) in [
        ("", Verdict::Draw),
        ("b2 a2", Verdict::Win),
        ("a1 b1 b2", Verdict::Loss),
        ("b2 a1 c3", Verdict::Draw),
    ] {
        let position = at(&start, plies);
        for seed in 0..3 {
            let file = ignorant(&start, seed);
            let mut player = seated("tictactoe", "level=full", file).unwrap();
            let told = thought(player.as_mut(), &position, 20_000);
            assert_eq!(told.value, Value::Proved { result, plies: None }, "{plies}");
        }
    }
}

#[test]
fn a_win_at_once_is_seen_at_a_glance() {
    let position = at(&Connect4::default(), "112233");
    let file = ignorant(&Connect4::default(), 1);
    for keys in ["level=full,looks=1", "level=full,looks=2"] {
        let mut player = seated("connect4", keys, file.clone()).unwrap();
        assert_eq!(thought(player.as_mut(), &position, 10).ply().unwrap(), "4");
    }
}

#[test]
fn a_net_for_another_game_is_refused_and_so_is_none_where_none_comes_with_the_program() {
    let told = |game: &str, file: Vec<u8>| seated(game, "level=full", file).err();
    let of = |game: &str| ignorant(find(game).unwrap().begin([]).unwrap().as_ref(), 1);
    for (game, other) in [
        ("checkers", "arimaa"),
        ("connect4", "tictactoe"),
        ("tictactoe", "connect4"),
        ("breakthrough", "hex"),
        ("hex", "breakthrough"),
    ] {
        let refused = told(game, of(other));
        assert!(matches!(refused, Some(PlayerError::NetOfAnother { .. })), "{game} {other}");
        assert!(told(game, of(game)).is_none(), "{game}");
    }
    let refused = settings("checkers", "neural", &Supply::seeded(1)).unwrap_err();
    assert_eq!(Text::from(refused).id, "neural-no-net");
    // Which game a description describes is known when it is played.
    let [breakthrough, tictactoe] = [0, 4].map(|at| beginnings().swap_remove(GAMES.len() - 1 + at));
    let mut player = seated("gdl", "level=full", ignorant(tictactoe.as_ref(), 1)).unwrap();
    let refused =
        player.consider(breakthrough.as_ref(), &Budget::nodes(5), AnyWatch::Nobody).unwrap_err();
    assert_eq!(refused.text.id, "net-of-another");
    assert!(player.consider(tictactoe.as_ref(), &Budget::nodes(5), AnyWatch::Nobody).is_ok());
}

/// `neural` in Arimaa with a net that knows nothing.
fn newcomer(keys: &str) -> Box<dyn AnyPlayer> {
    seated("arimaa", keys, ignorant(&Arimaa::default(), 1)).unwrap()
}

/// The positions that a turn looks at ply by ply, and where it ends.
fn turn(player: &mut dyn AnyPlayer, begin: &Arimaa, nodes: u64) -> (Vec<u64>, Box<dyn Position>) {
    let mut at: Box<dyn Position> = begin.boxed();
    let mut looked = Vec::new();
    while at.side() == Game::side(begin) && at.outcome().is_none() {
        let told = player.consider(at.as_ref(), &Budget::nodes(nodes), AnyWatch::Nobody).unwrap();
        looked.push(told.nodes);
        at.play(&told.ply().unwrap()).unwrap();
    }
    (looked, at)
}

#[test]
fn a_turn_of_arimaa_is_one_thought_and_a_setup_none() {
    let mut player = newcomer("level=full");
    assert!(player.plans_turns());
    let (looked, set_up) = turn(player.as_mut(), &Arimaa::default(), 300);
    assert_eq!(looked, [0; 16]);
    let begin: &Arimaa = set_up.as_any().downcast_ref().unwrap();
    let (looked, silver) = turn(player.as_mut(), begin, 300);
    assert_eq!(looked, [0; 16]);
    let begin: &Arimaa = silver.as_any().downcast_ref().unwrap();
    let (looked, _) = turn(player.as_mut(), begin, 300);
    assert!(looked[0] > 100 && looked[1..].iter().all(|each| *each == 0), "{looked:?}");
    // Whoever looks once sees each of its plies for itself.
    let mut glancing = newcomer("level=expert");
    assert!(!glancing.plans_turns());
    let (looked, _) = turn(glancing.as_mut(), begin, 300);
    assert!(looked.iter().all(|each| *each == 1), "{looked:?}");
}

#[test]
fn goals_of_arimaa_are_found_and_stopped_whatever_the_net_believes() {
    let mut found = [0; 2];
    for puzzle in puzzles() {
        let nodes = match puzzle.aim {
            Aim::GoalInOne => 0,
            Aim::Defend => 2_000,
            _ => continue,
        };
        let (looked, end) = turn(newcomer("level=full").as_mut(), &puzzle.position, nodes.max(1));
        let solved = puzzle.solved_by(end.as_any().downcast_ref().unwrap());
        match puzzle.aim {
            Aim::GoalInOne => {
                assert!(solved && looked.iter().all(|each| *each == 0), "{}", puzzle.number);
                found[0] += 1;
            }
            _ => found[1] += usize::from(solved),
        }
    }
    // All that stop a goal within the turn that a search of this size finds.
    assert!(found[0] == 12 && found[1] >= 5, "{found:?}");
}

/// A position of Connect Four after so many random plies, in which the game goes on.
fn random_position(plies: u32, rng: &mut SplitMix64) -> Connect4 {
    loop {
        let mut position = Connect4::default();
        for _ in 0..plies {
            let legal = position.legal_plies();
            if let Some(ply) = legal.get(below(rng, legal.len().max(1) as u32) as usize) {
                position.play_unchecked(ply);
            }
        }
        if Game::outcome(&position).is_none() {
            return position;
        }
    }
}

#[test]
fn the_net_of_connect_four_seldom_gives_a_result_away() {
    // The example `best_moves` of the arena measures it: this is to notice when it gets worse.
    const POSITIONS: usize = 120;
    let mut oracle = Oracle::new(16, true);
    oracle.begin(&Budget::default());
    let mut rng = SplitMix64::seed_from_u64(3);
    for (keys, least) in [("level=expert", GLANCES), ("level=full,looks=64", SEARCHES)] {
        let mut player =
            machine("connect4", &format!("neural:{keys}"), &Supply::seeded(1)).unwrap();
        let keeps = |_: &usize| {
            let position = random_position(14 + below(&mut rng, 22), &mut rng);
            let ply = thought(player.as_mut(), &position, u64::MAX).ply().unwrap();
            let scores = position.legal_plies().into_iter().map(|ply| {
                (position.write_ply(&ply), oracle.score_after(&position, ply).unwrap().signum())
            });
            let scores: Vec<(String, Score)> = scores.collect();
            let best = scores.iter().map(|(_, score)| *score).max();
            scores.iter().find(|(name, _)| *name == ply).map(|(_, score)| *score) == best
        };
        let kept = (0..POSITIONS).filter(keeps).count();
        assert!(kept >= least, "{keys}: {kept} of {POSITIONS}");
    }
}
