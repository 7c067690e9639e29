use ludoteca_games::{
    Side,
    arimaa::{read_board, write_board},
};

use super::{evaluation::*, *};

fn player(nodes: u64) -> Strong {
    Strong::new(Settings { depth: None, nodes: Some(nodes), threads: 1, megabytes: 16, seed: 1 })
}

fn at(words: &str) -> Arimaa {
    Arimaa::default().read_position(words).unwrap().into_position()
}

/// Plays what a player wants until the turn is over.
fn turn(player: &mut Strong, position: &Arimaa) -> (Arimaa, Value) {
    let mut next = position.clone();
    let mut value = None;
    while next.outcome().is_none() && next.side() == position.side() {
        let thought = player.consider(&next, &Budget::default(), &mut Watch::nobody());
        value.get_or_insert(thought.value);
        next.play(&thought.ply().unwrap()).unwrap();
    }
    (next, value.unwrap())
}

/// Public positions in which the side to move forces a goal by its second turn.
fn forced_wins() -> impl Iterator<Item = Arimaa> {
    include_str!("forced-wins.tsv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let (board, side) = read_board(&format!("{} [{}]", fields[0], fields[1])).unwrap();
        Arimaa::from_board(board, side)
    })
}

#[test]
fn forced_wins_are_proved() {
    for position in forced_wins() {
        let mut strong = player(4_000_000);
        let thought = strong.consider(&position, &Budget::default(), &mut Watch::nobody());
        let board = write_board(&position.state().board, position.side());
        let won = Value::Proved { result: Verdict::Win, plies: None };
        assert_eq!(thought.value, won, "{board} {} nodes", thought.nodes);
    }
}

/// Even material, and whoever is to move went on to win: an engine that was stronger, and said so by
/// then, against `strong` as it was, which saw it in 17 of the 51 positions.
#[test]
fn most_positions_that_were_once_misjudged_are_seen_for_whoever_won() {
    let mut seen = 0;
    for row in include_str!("misjudged.tsv").lines().skip(1) {
        let (side, board) = row.split_once('\t').unwrap();
        let position = at(&format!("{side} [{board}]"));
        let thought = player(20_000).consider(&position, &Budget::default(), &mut Watch::nobody());
        seen += match thought.value {
            Value::Guess { score, .. } => u32::from(score.is_some_and(|score| score > 0)),
            Value::Proved { result, .. } => u32::from(result == Verdict::Win),
        };
    }
    assert!(seen >= 29, "{seen}");
}

#[test]
fn a_goal_in_one_turn_is_played() {
    let rows = [
        ".....rrr", "...E.R..", ".e......", "........", "........", "r.......", "........",
        "...RR...",
    ];
    let position = at(&format!("g [{}]", rows.concat()));
    let (next, value) = turn(&mut player(1_000), &position);
    assert_eq!(next.outcome().unwrap().winner, Some(Side::First));
    assert_eq!(value, Value::Proved { result: Verdict::Win, plies: None });
}

#[test]
fn both_sides_are_judged_alike() {
    for position in forced_wins() {
        let state = position.state();
        let mut turned = ludoteca_games::arimaa::Board::default();
        for (square, side, kind) in state.board.all() {
            let across = ludoteca_games::arimaa::Square::new(square.column(), 7 - square.row());
            turned.put(side.other(), kind, across);
        }
        let other = ludoteca_games::arimaa::State::new(turned, state.side.other());
        assert_eq!(evaluate(state, &WEIGHTS), evaluate(&other, &WEIGHTS));
    }
}

#[test]
fn weights_are_read_back_and_files_that_are_not_whole_are_refused() {
    let file = write_weights(&WEIGHTS);
    assert_eq!(read_weights(&file), Some(*WEIGHTS));
    assert_eq!(read_weights(&file.replace("tempo", "temper")), None);
    assert_eq!(read_weights(&format!("{file} 3")), None);
    assert_eq!(read_weights(file.lines().next().unwrap()), None);
}

#[test]
fn a_whole_game_is_played_with_legal_turns_from_the_setup_on() {
    let mut position = Arimaa::default();
    let mut players = [player(300), player(3_000)];
    let mut turns = 0;
    while position.outcome().is_none() && turns < 160 {
        let side = position.side().index();
        position = turn(&mut players[side], &position).0;
        turns += 1;
    }
    assert!(turns > 4, "{position:?}");
}

#[test]
fn the_same_nodes_give_the_same_thought() {
    for position in forced_wins().take(3) {
        let [a, b] = [(); 2].map(|()| {
            let thought =
                player(20_000).consider(&position, &Budget::default(), &mut Watch::nobody());
            (thought.ply(), thought.value, thought.nodes, thought.lines)
        });
        assert_eq!(a, b);
    }
}

#[test]
fn a_spent_budget_and_many_threads_still_give_a_legal_ply() {
    for position in forced_wins().take(5) {
        for (nodes, threads) in [(1, 1), (2_000, 3)] {
            let settings =
                Settings { depth: None, nodes: Some(nodes), threads, megabytes: 4, seed: 1 };
            let thought = Strong::new(settings).consider(
                &position,
                &Budget::default(),
                &mut Watch::at_the_end(),
            );
            assert!(position.check(&thought.ply().unwrap()).is_ok());
        }
    }
}
