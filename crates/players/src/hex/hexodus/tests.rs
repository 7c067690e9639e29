use ludoteca_games::{
    below,
    hex::{Cell, Swap},
};
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::*;
use crate::hex::connections::Limits;

fn start(size: usize) -> Hex {
    Hex::new(size, Swap::None).unwrap()
}

fn random_position(size: usize, stones: usize, rng: &mut SplitMix64) -> Option<Hex> {
    let mut position = start(size);
    for _ in 0..stones {
        position.play_unchecked(&position.random_ply(rng)?);
    }
    position.winner().is_none().then_some(position)
}

fn think(player: &mut Hexodus, position: &Hex) -> Thought<HexPly> {
    player.consider(position, &Budget::default(), &mut Watch::nobody())
}

/// Lets the opponent of a player that has proved a win try every reply, to the end.
fn wins_against_everything(settings: Settings, position: &Hex, kept: &[Hex], winner: Colour) {
    assert_ne!(position.winner(), Some(winner.other()), "after {}", kept.len());
    if position.winner().is_some() {
        return;
    }
    if position.colour() == winner {
        // A player that has seen just the positions of this line.
        let mut player = Hexodus::new(settings);
        for seen in kept {
            think(&mut player, seen);
        }
        let thought = think(&mut player, position);
        assert_eq!(thought.value, Value::Proved { result: Verdict::Win, plies: None });
        let mut next = *position;
        next.play(&thought.ply().unwrap()).unwrap();
        wins_against_everything(settings, &next, &[kept, &[*position]].concat(), winner);
    } else {
        for ply in position.legal_plies() {
            let mut next = *position;
            next.play_unchecked(&ply);
            wins_against_everything(settings, &next, kept, winner);
        }
    }
}

#[test]
fn a_winning_connection_is_kept_against_every_reply() {
    let mut rng = SplitMix64::seed_from_u64(3);
    let mut kept = 0;
    // Narrow limits as well, so that what is known is not always found again.
    let narrow = Limits { fulls: 2, semis: 3, size: 12, ors: 2, steps: 300, captures: false };
    for round in 0..60 {
        let settings = match round % 2 {
            0 => Settings::NORMAL,
            _ => Settings { limits: narrow, ..Settings::NORMAL },
        };
        let Some(position) = random_position(4, 4 + round % 4, &mut rng) else { continue };
        let thought = think(&mut Hexodus::new(settings), &position);
        if thought.value == (Value::Proved { result: Verdict::Win, plies: None }) {
            wins_against_everything(settings, &position, &[], position.colour());
            kept += 1;
        }
    }
    assert!(kept > 20, "{kept}");
}

#[test]
fn what_it_calls_won_or_lost_is() {
    let mut rng = SplitMix64::seed_from_u64(4);
    let mut proved = 0;
    for round in 0..150 {
        let size = 3 + round % 4;
        let stones = 1 + below(&mut rng, (size * size / 2) as u32) as usize;
        let Some(position) = random_position(size, stones, &mut rng) else { continue };
        let judge = if round % 2 == 0 { Judge::Circuit } else { Judge::Path };
        let thought = think(&mut Hexodus::new(Settings { judge, ..Settings::NORMAL }), &position);
        let solution = crate::hex::solve(&position, &Budget::default(), &mut |_, _| {});
        for each in &thought.candidates {
            let Value::Proved { result, .. } = each.value else { continue };
            let name = position.write_ply(&each.ply);
            let (_, known) = solution.moves.iter().find(|(ply, _)| *ply == name).unwrap();
            assert_eq!(known.verdict(), Some(result), "{name} in {solution:?}");
            proved += 1;
        }
    }
    assert!(proved > 100, "{proved}");
}

#[test]
fn what_it_calls_won_is_won_by_its_move_at_any_budget() {
    let mut rng = SplitMix64::seed_from_u64(6);
    let narrow = Limits { fulls: 2, semis: 3, size: 12, ors: 2, steps: 300, captures: false };
    let mut won = 0;
    for round in 0..120 {
        let Some(position) = random_position(5, 6 + round % 6, &mut rng) else { continue };
        let budget = Budget::nodes([0, 1, 2, 5, 20][round % 5]);
        let mut player = Hexodus::new(Settings { limits: narrow, ..Settings::NORMAL });
        let thought = player.consider(&position, &budget, &mut Watch::nobody());
        let mut next = position;
        next.play(&thought.ply().unwrap()).unwrap();
        if thought.value == (Value::Proved { result: Verdict::Win, plies: None }) {
            won += 1;
            let lost = next.winner().is_some() || {
                let solution = crate::hex::solve(&next, &Budget::default(), &mut |_, _| {});
                solution.outcome == Some(Verdict::Loss)
            };
            assert!(lost, "{thought:?}");
        }
    }
    assert!(won > 10, "{won}");
}

#[test]
fn without_time_it_plays_where_the_shortest_ways_meet() {
    for (size, moves) in [(11, "f6 g5 d8 h4"), (19, "j10 k9 g13 m7 d4 p16")] {
        let position = start(size).read_position(moves).unwrap().into_position();
        let thought = Hexodus::new(Settings::NORMAL).consider(
            &position,
            &Budget::nodes(0),
            &mut Watch::nobody(),
        );
        let HexPly::Stone(cell) = thought.ply().unwrap() else { panic!("no stone") };
        let way = crate::hex::shortest_way(&position, position.colour()).unwrap();
        assert!(way.contains(&cell), "{}", cell.name());
        assert_eq!((thought.value, thought.depth), (Value::NOTHING, None));
    }
}

#[test]
fn every_algorithm_finds_the_same_move_and_value() {
    let mut rng = SplitMix64::seed_from_u64(5);
    let mut pruned = 0;
    for round in 0..24 {
        let size = 3 + round % 6;
        let Some(position) = random_position(size, 2 + round % 5, &mut rng) else { continue };
        let found = |mode, threads| {
            // Bridges alone, so that there is something to search.
            let limits =
                Limits { fulls: 1, semis: 2, size: 2, ors: 2, steps: 40_000, captures: false };
            let settings = Settings { mode, threads, limits, width: 6, ..Settings::EXPERT };
            think(&mut Hexodus::new(settings), &position)
        };
        let alone = found(Mode::Sequential, 1);
        for (mode, threads) in
            [(Mode::Parallel, 1), (Mode::Parallel, 3), (Mode::Shared, 1), (Mode::Shared, 3)]
        {
            let other = found(mode, threads);
            assert_eq!(
                (alone.ply(), alone.value, &alone.lines),
                (other.ply(), other.value, &other.lines)
            );
            // What is lost with the pruning of the first level is seen in the positions.
            assert!(alone.nodes <= other.nodes, "{mode:?} of {threads} in {round}");
            pruned += u32::from(mode == Mode::Parallel && alone.nodes < other.nodes);
            assert!(mode != Mode::Parallel || other.candidates.iter().all(|each| !each.at_most));
        }
    }
    assert!(pruned > 10, "{pruned}");
}

#[test]
fn it_opens_in_the_centre_without_a_swap_and_modestly_with_one() {
    let opens = |swap| {
        let position = Hex::new(11, swap).unwrap();
        position.write_ply(&think(&mut Hexodus::new(Settings::NORMAL), &position).ply().unwrap())
    };
    assert_eq!(opens(Swap::None), "f6");
    assert_eq!(opens(Swap::Pieces), "a2");
    let answer = |first: &str, swap| {
        let position = Hex::new(11, swap).unwrap().read_position(first).unwrap().into_position();
        think(&mut Hexodus::new(Settings::NORMAL), &position).ply().unwrap()
    };
    assert_eq!(answer("f6", Swap::Pieces), HexPly::SwapPieces);
    assert_eq!(answer("f6", Swap::Sides), HexPly::SwapSides);
    assert!(matches!(answer("a1", Swap::Sides), HexPly::Stone(_)));
}

#[test]
fn it_shows_how_it_thinks() {
    let position = start(7).read_position("d4 c5 e3 d2").unwrap().into_position();
    let thought = Hexodus::new(Settings::NORMAL).consider(
        &position,
        &Budget::default(),
        &mut Watch::at_the_end(),
    );
    let ids: Vec<&str> = thought.layers.iter().map(|layer| layer.id).collect();
    for id in ["values", "connections", "current-red", "current-blue", "ways", "judged", "tree"] {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
}

/// Endgames on 11x11 in which no connection shows who wins: red stones, blue stones, who moves, and
/// the winning moves, as benzene's regression tests have them.
#[test]
fn a_move_that_the_solver_refutes_gives_way_to_one_that_it_does_not() {
    let mut rng = SplitMix64::seed_from_u64(8);
    let mut given_way = 0;
    for round in 0..60 {
        let Some(position) = random_position(5, 4 + round % 6, &mut rng) else { continue };
        let solution = crate::hex::solve(&position, &Budget::default(), &mut |_, _| {});
        let wins = |ply: &HexPly| {
            let name = position.write_ply(ply);
            solution
                .moves
                .iter()
                .any(|(ply, solved)| *ply == name && solved.verdict() == Some(Verdict::Win))
        };
        // The search prefers what loses.
        let mut plies = position.legal_plies();
        plies.sort_by_key(wins);
        let number = |ply: &HexPly| match ply {
            HexPly::Stone(cell) => cell.row() * 5 + cell.column(),
            _ => panic!("no stone"),
        };
        let moves: Vec<Ranked> = plies.iter().map(|ply| Ranked::new(number(ply))).collect();
        let clock = Clock::start(&Budget::default());
        let ground = Arc::new(Ground::<1>::new(5));
        let stones = stones(&position, &ground);
        let mut mind = Mind::new(&ground, stones, position.colour(), Settings::MASTER, clock);
        let plan = probing::Probe::new(&position, &mut mind).doubt(&position, &mut mind, moves);
        match plan {
            Plan::Win(cell, _) => {
                assert!(wins(&HexPly::Stone(ground.cell(cell))), "{stones:?}");
                given_way += u32::from(!wins(&plies[0]));
            }
            Plan::Lost(_) => assert_eq!(solution.outcome, Some(Verdict::Loss)),
            _ => panic!("not decided"),
        }
    }
    assert!(given_way > 15, "{given_way}");
}

const ENDGAMES: [(&str, &str, Colour, &str); 6] = [
    // close endgame 02
    (
        "j2 f3 e4 i4 d5 g5 d6 h6 e7 i7 d8 c9 c10",
        "f2 g2 e3 g3 c4 e5 h5 i5 f6 f7 e8 g8 d9",
        Colour::Red,
        "h4",
    ),
    // close endgame 04
    (
        "a2 i4 d5 e6 g6 h6 i6 j6 k6 d7 k7 b8 c8 d8 f8 g8 i8 k8 a9 i9 j9 a10 b10 j10",
        "c5 e5 i5 j5 f6 c7 e7 f7 g7 h7 i7 j7 h8 j8 b9 c9 d9 h9 d10 g10 a11 b11 h11",
        Colour::Blue,
        "h4 g5",
    ),
    // close endgame 06
    (
        "i2 a3 d3 d4 g4 b5 d5 e5 f5 h5 g6 b7 d7 g7 c8",
        "j2 e3 g3 h3 i3 b4 f4 b6 c6 d6 e6 f6 h6 g8 b10",
        Colour::Red,
        "h7 e8 i8",
    ),
    // close endgame 07
    (
        "f3 i3 b4 f4 g4 h4 b5 c5 d5 g5 a6 e6 g6 a7 c7 g7 h7 a8 c8 d8 e8 a9 a10 b11",
        "j1 c2 d2 g2 g3 h3 c4 d4 e4 e5 h5 b6 d6 f6 h6 b7 d7 e7 b8 f8 b9 c9 d9 e9",
        Colour::Red,
        "j3",
    ),
    // close endgame 12
    (
        "d3 i3 j3 c4 g5 i5 c7 d7 e7 f7 g7 h7 h8 i8 i9 j9 k10 c11",
        "j2 c3 e4 i4 j4 c5 h5 f6 g6 i7 c8 d8 e8 f8 j8 g9 h10 i11",
        Colour::Red,
        "d5 f5",
    ),
    // close endgame 13
    (
        "a1 h3 i3 j3 c5 h5 d6 e6 f6 d8 b10",
        "h2 i2 j2 h4 d5 e5 f5 g5 d7 b9",
        Colour::Blue,
        "f3 g3 c4 d4",
    ),
];

#[test]
fn endgames_that_the_solver_decides_are_won() {
    for (red, blue, colour, wins) in ENDGAMES {
        let cells = |names: &str, colour: Colour| {
            let cells = names.split(' ').map(move |name| {
                let (column, row) = (name.as_bytes()[0] - b'a', name[1..].parse::<usize>());
                (Cell::new(column.into(), row.unwrap() - 1).unwrap(), colour)
            });
            cells.collect::<Vec<_>>()
        };
        let stones = [cells(red, Colour::Red), cells(blue, Colour::Blue)].concat();
        let position = start(11).set_up(&stones, colour).unwrap();
        let budget = Budget::nodes(2000);
        let mut player = Hexodus::new(Settings::MASTER);
        let thought = player.consider(&position, &budget, &mut Watch::nobody());
        let ply = position.write_ply(&thought.ply().unwrap());
        assert!(wins.split(' ').any(|win| win == ply), "{ply} instead of {wins}");
        assert_eq!(thought.value, Value::Proved { result: Verdict::Win, plies: None }, "{wins}");
    }
}

#[test]
fn that_all_moves_looked_at_lose_proves_nothing_of_the_others() {
    let mut rng = SplitMix64::seed_from_u64(8);
    let mut proved = 0;
    for round in 0..40 {
        let Some(position) = random_position(7, 14 + round % 6, &mut rng) else { continue };
        // As few moves and connections as can be, and the moves are tried that are left.
        let limits = Limits { fulls: 1, semis: 2, size: 2, ors: 2, steps: 40_000, captures: false };
        let settings = Settings { width: 1, depth: 3, limits, ..Settings::NORMAL };
        let thought = think(&mut Hexodus::new(settings), &position);
        let solution = crate::hex::solve(&position, &Budget::default(), &mut |_, _| {});
        for each in &thought.candidates {
            let Value::Proved { result, .. } = each.value else { continue };
            let name = position.write_ply(&each.ply);
            let (_, known) = solution.moves.iter().find(|(ply, _)| *ply == name).unwrap();
            assert_eq!(known.verdict(), Some(result), "{name} in {solution:?}");
            proved += 1;
        }
    }
    assert!(proved > 20, "{proved}");
}

#[test]
fn what_a_closer_look_proves_is_so_and_more_is_proved_with_it() {
    let mut rng = SplitMix64::seed_from_u64(21);
    let (mut proved, mut decided) = (0, [0, 0]);
    for round in 0..24 {
        let Some(position) = random_position(7, 6 + round % 8, &mut rng) else { continue };
        let solution = crate::hex::solve(&position, &Budget::default(), &mut |_, _| {});
        // Connections so narrow that only a closer look sees far, and no solver.
        let limits = Limits { fulls: 1, semis: 2, size: 2, ors: 2, steps: 40_000, captures: false };
        for closer in [false, true] {
            let settings = Settings { closer, limits, probe: 0, ..Settings::MASTER };
            let mut player = Hexodus::new(settings);
            let thought = player.consider(&position, &Budget::nodes(400), &mut Watch::nobody());
            for each in &thought.candidates {
                let Value::Proved { result, .. } = each.value else { continue };
                let name = position.write_ply(&each.ply);
                let (_, known) = solution.moves.iter().find(|(ply, _)| *ply == name).unwrap();
                assert_eq!(known.verdict(), Some(result), "{name} in {solution:?}");
                proved += 1;
            }
            let is_decided = matches!(thought.value, Value::Proved { .. });
            decided[usize::from(closer)] += usize::from(is_decided);
        }
    }
    assert!(proved > 50 && decided[1] > decided[0], "{proved} {decided:?}");
}

#[test]
fn with_more_budget_it_looks_farther() {
    let position = start(9).read_position("e5 d6").unwrap().into_position();
    let depth = |nodes| {
        let mut player = Hexodus::new(Settings::MASTER);
        player.consider(&position, &Budget::nodes(nodes), &mut Watch::nobody()).depth
    };
    let depths = [30, 100, 600].map(depth);
    assert!(depths.is_sorted() && depths[0] < depths[2], "{depths:?}");
}

#[test]
fn what_was_seen_before_the_reply_is_gone_on_from_and_nothing_else() {
    let position = start(7).read_position("d4").unwrap().into_position();
    let ground = Arc::new(Ground::<1>::new(7));
    let mind_of = |position: &Hex, nodes| {
        let clock = Clock::start(&Budget::nodes(nodes));
        let settings = Settings { probe: 0, ..Settings::MASTER };
        Mind::new(&ground, stones(position, &ground), position.colour(), settings, clock)
    };
    let tree_of = |mind: &Mind<1>| {
        let moves: Vec<Ranked> = mind.moves(0).0.into_iter().map(Ranked::new).collect();
        Tree::new(mind, &moves)
    };
    let explored = || {
        let mut mind = mind_of(&position, 400);
        let mut tree = tree_of(&mind);
        mind.explore(&mut tree, |_, _| ());
        tree
    };
    let tree = explored();
    let line = tree.ranked()[0].line.clone();
    let child = |at: usize, cell: usize| {
        let mut children = tree.nodes[at].children.iter().copied();
        children.find(|child| tree.nodes[*child].cell == cell).unwrap()
    };
    let reached = child(child(0, line[0]), line[1]);
    let visits = tree.nodes[reached].visits;
    let play = |position: &Hex, cell: usize| {
        let mut after = *position;
        after.play_unchecked(&HexPly::Stone(ground.cell(cell)));
        after
    };
    let replied = play(&play(&position, line[0]), line[1]);

    let mind = mind_of(&replied, 400);
    let mut later = tree_of(&mind);
    later.go_on_from(tree);
    assert!(visits > 10 && later.nodes[0].visits > visits / 2, "{visits}");
    assert!(later.nodes[0].visits <= visits + 1);
    for (number, node) in later.nodes.iter().enumerate() {
        assert!(node.children.len() <= node.moves.len());
        for (child, (cell, _)) in node.children.iter().zip(&node.moves) {
            let child = &later.nodes[*child];
            assert_eq!((child.cell, child.parent), (usize::from(*cell), number));
            assert_eq!((child.depth, child.pending), (node.depth + 1, 0));
        }
        assert_eq!(later.kept.contains(&number), number > 0 && node.step.is_some());
    }

    // After one move, or in another position, there is nothing to go on from.
    for other in
        [play(&position, line[0]), start(7).read_position("e4 d4 c3").unwrap().into_position()]
    {
        let mut later = tree_of(&mind_of(&other, 400));
        later.go_on_from(explored());
        assert_eq!(later.nodes.len(), 1);
    }
}

#[test]
fn a_player_that_plays_on_has_seen_more_than_one_that_begins() {
    let position = start(9).read_position("e5 d6").unwrap().into_position();
    let budget = Budget::nodes(300);
    let mut player = Hexodus::new(Settings { probe: 0, ..Settings::MASTER });
    let thought = player.consider(&position, &budget, &mut Watch::nobody());
    let mut replied = position;
    for ply in &thought.lines[0].plies[..2] {
        replied.play_unchecked(ply);
    }
    let mut widths =
        [player, Hexodus::new(Settings { probe: 0, ..Settings::MASTER })].map(|mut player| {
            let thought = player.consider(&replied, &Budget::nodes(60), &mut Watch::nobody());
            thought.depth.unwrap_or(0)
        });
    widths.reverse();
    assert!(widths.is_sorted_by(|new, old| new < old), "{widths:?}");
}

#[test]
fn what_saves_a_bridge_promises_most() {
    let ground = Arc::new(Ground::<2>::new(11));
    let at = |row: usize, column: usize| row * 11 + column;
    // Red's two stones are a bridge apart, and Blue has just played into it.
    let stones = [[at(6, 4), at(4, 5)], [at(2, 8), at(5, 4)]].map(|two| two.into_iter().collect());
    let clock = Clock::start(&Budget::default());
    let mut mind = Mind::new(&ground, stones, Colour::Red, Settings::MASTER, clock);
    mind.last = [Some(at(5, 4)), None];
    let moves: Vec<Ranked> = mind.moves(0).0.into_iter().map(Ranked::new).collect();
    let tree = Tree::new(&mind, &moves);
    assert_eq!(usize::from(tree.nodes[0].moves[0].0), at(5, 5));
}
