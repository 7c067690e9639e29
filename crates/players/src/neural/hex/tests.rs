use std::time::Duration;

use ludoteca_games::hex::{Cell, Colour};
use ludoteca_nets::{Conv, Dense, Model, Net, Shape};
use ludoteca_text::Text;

use super::*;
use crate::{
    AnyPlayer, AnyWatch, PlayerError, Spec, Supply, Timer,
    hex::solve,
    neural::{settings::Manner, sight::built_in},
    solve::Solved,
    story::{
        MomentKind,
        checks::{told, word},
    },
    thought::Content,
};

fn empty(size: usize) -> Hex {
    Hex::new(size, Swap::None).unwrap()
}

fn after(start: Hex, plies: &str) -> Hex {
    start.read_position(plies).unwrap().into_position()
}

fn neural(keys: &str) -> Box<dyn AnyPlayer> {
    kind().machine(&format!("neural:{keys}"), &Supply::seeded(1)).unwrap()
}

fn thought(player: &mut dyn AnyPlayer, position: &Hex, nodes: u64) -> Thought {
    player.consider(position, &Budget::nodes(nodes), AnyWatch::AtTheEnd).unwrap()
}

/// The moves that win, by the solver.
fn winning(position: &Hex) -> Vec<HexPly> {
    let solution = solve(position, &Budget::default(), &mut |_, _| {});
    let wins = |(_, solved): &&(String, Solved)| solved.verdict() == Some(Verdict::Win);
    let moves = solution.moves.iter().filter(wins);
    moves.map(|(name, _)| position.read_ply(name).unwrap()).collect()
}

/// Who wins a game in which `player` has the first or the second turn and the other side plays by
/// the solver: a winning move, or else one of the rest.
fn wins_against_the_solver(mut player: Neural, start: Hex, seed: u64, nodes: u64) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let side = start.side();
    let mut at = start;
    while at.outcome().is_none() {
        let ply = match at.side() == side {
            true => {
                player.consider(&at, &Budget::nodes(nodes), &mut Watch::nobody()).ply().unwrap()
            }
            false => {
                let good = winning(&at);
                let all = if good.is_empty() { at.legal_plies() } else { good };
                all[rng.random_range(0..all.len())]
            }
        };
        at.play(&ply).unwrap();
    }
    at.outcome().unwrap().winner == Some(side)
}

fn full(seed: u64) -> Neural {
    let manner = Manner {
        looks: None,
        temperature: 0.0,
        view: 1,
        explore: 1.25,
        resigns: false,
        threads: 1,
    };
    let settings = HexSettings { net: Which::BuiltIn(Size::Small), manner, proves: true, table: 4 };
    Neural::new(settings, seed)
}

#[test]
fn the_nets_in_the_program_are_whole() {
    for size in built_in().into_iter().map(|name| Size::named(name).unwrap()) {
        let Shape { planes, .. } = size.net().shape();
        assert_eq!(planes, 2);
    }
    assert_eq!(Size::named("hex"), None);
}

#[test]
fn a_position_mirrored_with_its_colours_looks_the_same() {
    let mut sight = Sight::new(Size::Small.net());
    let stones = [((2, 1), Colour::Red), ((0, 3), Colour::Blue), ((3, 3), Colour::Red)];
    let at = |(column, row)| Cell::new(column, row).unwrap();
    let mirrored = |(column, row)| at((row, column));
    let position = |of: &dyn Fn((usize, usize)) -> Cell, turn: bool, next: Colour| {
        let colour = |colour: Colour| if turn { colour.other() } else { colour };
        let stones: Vec<_> = stones.iter().map(|(cell, of_)| (of(*cell), colour(*of_))).collect();
        empty(5).set_up(&stones, next).unwrap()
    };
    let red = position(&at, false, Colour::Red);
    let blue = position(&mirrored, true, Colour::Blue);
    let view = sight.see(&red);
    let (value, numbers): (f32, Vec<f32>) =
        (view.value(), red.cells().map(|cell| view.cell(cell)).collect());
    let view = sight.see(&blue);
    assert_eq!(view.value(), value);
    let again: Vec<f32> =
        red.cells().map(|cell| view.cell(Cell::new(cell.row(), cell.column()).unwrap())).collect();
    assert_eq!(again, numbers);
}

#[test]
fn it_opens_small_boards_with_a_winning_move() {
    for size in 1..=5 {
        let good = winning(&empty(size));
        for seed in 0..3 {
            let found =
                full(seed).consider(&empty(size), &Budget::nodes(200), &mut Watch::nobody());
            assert!(good.contains(&found.ply().unwrap()), "{:?} on {size}", found.answer);
        }
    }
}

#[test]
fn a_won_game_is_never_lost_against_the_solver() {
    for (start, seed) in [("b3", 1), ("a1 b2", 2), ("a5 c2", 3), ("a2 d1 c1 b4", 4)] {
        let start = after(empty(5), start);
        // Where the side to move has lost, the other one's good move makes it win.
        let start = match winning(&start).is_empty() {
            false => start,
            true => {
                let mut next = start;
                next.play(&start.legal_plies()[7]).unwrap();
                next
            }
        };
        assert!(!winning(&start).is_empty());
        assert!(wins_against_the_solver(full(seed), start, seed, 60), "{seed}");
    }
}

#[test]
fn on_solved_boards_it_opens_with_a_winning_move_and_takes_over_those_and_no_others() {
    for size in 1..=7 {
        for net in [Size::Small, Size::Large] {
            let mut player = full(1);
            player.settings.net = Which::BuiltIn(net);
            let think = |player: &mut Neural, position: &Hex| {
                player.consider(position, &Budget::nodes(20), &mut Watch::nobody()).ply().unwrap()
            };
            let HexPly::Stone(cell) = think(&mut player, &empty(size)) else { panic!("a stone") };
            assert_eq!(opening::wins(size, cell), Some(true), "{} on {size}", cell.name());
            for (swap, cell) in [Swap::Pieces, Swap::Sides]
                .into_iter()
                .flat_map(|swap| empty(size).cells().map(move |cell| (swap, cell)))
            {
                let mut position = Hex::new(size, swap).unwrap();
                position.play(&HexPly::Stone(cell)).unwrap();
                if position.outcome().is_none() {
                    let takes = !matches!(think(&mut player, &position), HexPly::Stone(_));
                    assert_eq!(Some(takes), opening::wins(size, cell), "{} {size}", cell.name());
                }
            }
        }
    }
}

/// One whose net knows nothing at all.
fn ignorant(seed: u64) -> Neural {
    let shape =
        Shape { planes: 2, channels: 16, blocks: 0, policy: 16, value: 16, hidden: 1, plies: 1 };
    let conv = |weights, step| Conv {
        weights: vec![0; weights],
        scale: vec![1.0; 16],
        bias: vec![0.0; 16],
        step,
    };
    let layers = vec![conv(9 * 2 * 16, Some(1.0)), conv(9 * 16 * 16, None), conv(16 * 16, None)];
    let dense = |weights| Dense { weights: vec![0.0; weights], bias: vec![0.0] };
    let dense = vec![dense(16), dense(32), dense(1)];
    let net = Net::new(&Model::new(shape, String::new(), layers, dense).unwrap());
    let mut player = full(seed);
    player.sight = Some((player.settings.net.clone(), Sight::new(net)));
    player
}

#[test]
fn what_is_proved_does_not_depend_on_what_the_net_believes() {
    for seed in 0..4 {
        assert!(wins_against_the_solver(ignorant(seed), empty(4), seed, 400), "{seed}");
        let found = ignorant(seed).consider(&empty(4), &Budget::nodes(2000), &mut Watch::nobody());
        assert_eq!(found.value, Value::Proved { result: Verdict::Win, plies: None });
    }
    // After a stone that wins, the other side has lost, and every move is as bad.
    let lost = after(empty(4), "d1");
    let found = ignorant(1).consider(&lost, &Budget::nodes(3000), &mut Watch::nobody());
    assert_eq!(found.value, Value::Proved { result: Verdict::Loss, plies: None });
}

#[test]
fn a_search_alone_proves_small_boards() {
    for (position, wins) in [(empty(3), true), (after(empty(3), "b2"), false)] {
        let mut player = full(1);
        player.settings.proves = false;
        let found = player.consider(&position, &Budget::nodes(3000), &mut Watch::nobody());
        let result = if wins { Verdict::Win } else { Verdict::Loss };
        assert_eq!(found.value, Value::Proved { result, plies: None });
    }
}

#[test]
fn what_was_tried_is_kept_for_the_next_move() {
    let mut player = full(1);
    player.settings.proves = false;
    let start = after(empty(7), "d4 d3");
    let found = player.consider(&start, &Budget::nodes(150), &mut Watch::nobody());
    let line = &found.lines[0].plies;
    let mut next = start;
    next.play(&line[0]).unwrap();
    next.play(&line[1]).unwrap();
    let kept = player.consider(&next, &Budget::nodes(0), &mut Watch::nobody());
    assert!(kept.candidates.iter().filter_map(|each| each.visits).sum::<u64>() > 10);
}

#[test]
fn a_strong_first_stone_is_taken_over_and_a_weak_one_is_left() {
    for swap in [Swap::Sides, Swap::Pieces] {
        for size in [5, 8, 11, 14] {
            let start = Hex::new(size, swap).unwrap();
            for (column, row, takes) in [(size / 2, size / 2, true), (1, 0, false)] {
                let mut position = start;
                let cell = Cell::new(column, row).unwrap();
                position.play(&HexPly::Stone(cell)).unwrap();
                let found = full(1).consider(&position, &Budget::nodes(30), &mut Watch::nobody());
                let takes_over = !matches!(found.ply(), Some(HexPly::Stone(_)));
                assert_eq!(takes_over, takes, "{} of {size}", cell.name());
            }
        }
    }
}

#[test]
fn a_first_stone_that_may_be_taken_over_is_fair_and_not_always_the_same() {
    let position = Hex::new(11, Swap::Pieces).unwrap();
    let mut first = Vec::new();
    for seed in 0..12 {
        let found = full(seed).consider(&position, &Budget::nodes(30), &mut Watch::nobody());
        first.push(found.ply().unwrap().name());
    }
    assert!(
        first.iter().all(|cell| ["b1", "a2", "b2", "c2", "b4", "j8", "k10", "j10", "i10"]
            .contains(&cell.as_str())),
        "{first:?}"
    );
    first.sort();
    first.dedup();
    assert!(first.len() > 2, "{first:?}");
    for size in [2, 5, 12, 19] {
        let position = Hex::new(size, Swap::Sides).unwrap();
        let found = full(1).consider(&position, &Budget::nodes(100), &mut Watch::nobody());
        assert!(position.check(&found.ply().unwrap()).is_ok());
    }
}

#[test]
fn it_gives_up_only_where_that_is_wanted_and_has_looked_lost_for_some_turns() {
    let think = |keys: &str, plies: &str| {
        let (line, budget) = (empty(4).read_position(plies).unwrap().erased(), Budget::nodes(3000));
        neural(keys).think(&line, &budget, AnyWatch::Nobody).unwrap().answer
    };
    // After its first stone Red has won for certain, but nobody sees that at once.
    let (young, old) = ("d1", "d1 a1 c2 a2 d2 a3 d3");
    assert_eq!(think("level=full,resign=on", old), Answer::Resign);
    for (keys, plies) in
        [("level=full", old), ("level=full,resign=on", young), ("level=full,resign=on", "d1 a1 c2")]
    {
        assert!(matches!(think(keys, plies), Answer::Ply(_)), "{keys} {plies}");
    }
}

#[test]
fn it_ends_its_thought_when_the_time_left_can_change_nothing() {
    // A millisecond for each position, so that there is time for a thousand.
    let looks = |position: &Hex, watch: &mut Watch<'_, Hex>| {
        let timer = Timer::new(Duration::from_millis);
        let budget = Budget { timer, ..Budget::time(Duration::from_secs(1)) };
        let mut player = full(1);
        player.settings.proves = false;
        player.consider(position, &budget, watch).nodes
    };
    // Only c4 keeps Blue from joining its edges.
    let clear = after(empty(7), "a1 b4 a2 d4 a3 e4 a4 f4 a6 g4 a7 a5");
    assert!(looks(&clear, &mut Watch::nobody()) < 900);
    assert!(looks(&clear, &mut Watch::at_the_end()) >= 1000);
}

#[test]
fn a_weaker_level_plays_lesser_moves_but_only_of_those_it_considers() {
    let start = after(empty(9), "e5 d6");
    let best: Vec<String> = thought(neural("level=club,temperature=0").as_mut(), &start, 10)
        .candidates
        .into_iter()
        .map(|each| each.ply)
        .collect();
    let mut played = Vec::new();
    let mut player = neural("level=casual,view=5,temperature=8");
    for _ in 0..40 {
        played.push(thought(player.as_mut(), &start, 10).ply().unwrap());
    }
    played.sort();
    played.dedup();
    assert!((2..=5).contains(&played.len()) && played.contains(&best[0]), "{played:?}");
    let mut always = neural("level=casual,view=1");
    assert!((0..5).all(|_| thought(always.as_mut(), &start, 10).ply() == Some(best[0].clone())));
}

#[test]
fn it_shows_what_it_saw_tried_and_left_out_in_every_language() {
    let position = after(empty(8), "d2 c3 d5");
    let told = thought(neural("level=full").as_mut(), &position, 60);
    let ids: Vec<&str> = told.layers.iter().map(|layer| layer.id).collect();
    for id in ["values", "visits", "policy", "stones", "expected", "account", "tree"] {
        assert!(ids.contains(&id), "{ids:?}");
    }
    for language in ludoteca_words::languages() {
        for layer in &told.layers {
            for text in [&layer.title, &layer.sentence] {
                assert!(language.knows(&text.id), "{}", text.id);
            }
        }
    }
}

#[test]
fn what_it_likes_and_proofs_rule_out_is_said() {
    // Red is a move from joining its edges by two bridges, and Blue has to play in them.
    let position = after(empty(6), "c3 a1 b5 f1 d1");
    let told = thought(neural("level=full").as_mut(), &position, 60);
    let layer = told.layers.iter().find(|layer| layer.id == "left-out").expect("something is");
    let Content::Marks { marks } = &layer.content else { panic!("{layer:?}") };
    assert!(!marks.is_empty());
}

#[test]
fn its_story_tells_how_each_line_corrects_the_first_sight() {
    let settings = || {
        let mut player = full(1);
        player.settings.proves = false;
        player
    };
    let position = after(empty(7), "d4 c3");
    let (story, thought) = told(&position, 200, &Budget::nodes(40), settings);
    let tries = story.moments.iter().filter(|moment| moment.kind == MomentKind::Visit).count();
    let looks: u64 = thought.candidates.iter().filter_map(|each| each.visits).sum();
    assert_eq!(tries as u64, looks, "every line that was tried is told");
    let last = story.moments.last().unwrap();
    let sum = last.sum.as_ref().unwrap();
    assert_eq!(word(&sum.rows[0][0], "words"), position.write_ply(&thought.ply().unwrap()));
    assert!(!story.curves.is_empty() && !story.more);
    // Where there is no room for all of it, it says so and still ends with the move.
    let (short, _) = told(&position, 6, &Budget::nodes(40), settings);
    assert!(short.more && short.moments.len() == 6);
    assert_eq!(short.moments[5].kind, MomentKind::Choose);
}

#[test]
fn a_glance_a_proof_and_a_first_stone_have_a_story_too() {
    let swapping = Hex::new(5, Swap::Pieces).unwrap();
    for (position, looks) in [(empty(5), Some(1)), (after(empty(4), "d1"), None), (swapping, None)]
    {
        let player = || {
            let mut player = full(1);
            player.settings.manner.looks = looks;
            player
        };
        let (story, thought) = told(&position, 50, &Budget::nodes(30), player);
        assert!(thought.ply().is_some() && !story.moments.is_empty());
    }
}

#[test]
fn a_net_out_of_a_file_plays_and_what_is_none_is_refused() {
    let whole = include_bytes!("../../../nets/hex-6x64.net");
    let read = |file: &[u8]| {
        let file: std::sync::Arc<[u8]> = file.into();
        let read_file = |_: &str, _: usize| Ok(file.clone());
        let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
        kind().read(&Spec::read("neural:net=mine.net,level=full")?, &supply)
    };
    let own = read(whole).unwrap();
    assert_eq!(read(whole), Ok(own.clone()));
    let mut player = own.build(&Supply::seeded(1)).unwrap();
    assert!(thought(player.as_mut(), &empty(5), 20).ply().is_some());
    let refused = read(&whole[..1000]).unwrap_err();
    assert!(matches!(refused, PlayerError::Net { .. }));
    assert_eq!(Text::from(refused).id, "net-refused");
}

#[test]
fn the_large_net_plays_where_there_is_time_for_it() {
    let mut player = full(1);
    player.settings.net = Which::Auto;
    let times = [(Duration::from_nanos(1), Size::Small), (Duration::from_secs(3600), Size::Large)];
    for (time, size) in times {
        player.choose_net(&Budget { time: Some(time), ..Budget::default() });
        let chosen = player.sight.as_ref().map(|(which, _)| which);
        assert_eq!(chosen, Some(&Which::BuiltIn(size)));
    }
}
