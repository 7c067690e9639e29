//! All kinds of turn: PS is a step of one's own, E a push, T a pull.

use std::collections::HashMap;

use ludoteca_games::{Game, Side, arimaa::turns};

use super::{on, pieces, play};

const KINDS: [(&str, &str); 20] = [
    ("PS", "Ra1n"),
    ("PS+PS", "Ra1n Ra2n"),
    ("T", "Ee4s ce5s"),
    ("E", "ce5n Ee4n"),
    ("PS+PS+PS", "Ra1n Ra2n Ra3n"),
    ("E+PS", "ce5n Ee4n Ra1n"),
    ("PS+E", "Ra1n ce5n Ee4n"),
    ("T+PS", "Ee4s ce5s Ra1n"),
    ("PS+T", "Ra1n Ee4s ce5s"),
    ("PS+PS+PS+PS", "Ra1n Ra2n Ra3n Ra4n"),
    ("E+PS+PS", "ce5n Ee4n Ra1n Ra2n"),
    ("T+PS+PS", "Ee4s ce5s Ra1n Ra2n"),
    ("PS+E+PS", "Ra1n ce5n Ee4n Ra2n"),
    ("PS+T+PS", "Ra1n Ee4s ce5s Ra2n"),
    ("PS+PS+E", "Ra1n Ra2n ce5n Ee4n"),
    ("PS+PS+T", "Ra1n Ra2n Ee4s ce5s"),
    ("E+E", "ce5n Ee4n rb5n Hb4n"),
    ("T+T", "Ee4s ce5s Hb4s rb5s"),
    ("E+T", "ce5n Ee4n Hb4s rb5s"),
    ("T+E", "Ee4s ce5s rb5n Hb4n"),
];

/// Where the pieces are once each has gone where its step says; nothing is captured in these turns.
fn moved(mut pieces: HashMap<String, char>, steps: &str) -> HashMap<String, char> {
    for step in steps.split_whitespace() {
        let letter = pieces.remove(&step[1..3]).unwrap();
        let (mut column, mut row) = (step.as_bytes()[1], step.as_bytes()[2]);
        match &step[3..] {
            "n" => row += 1,
            "s" => row -= 1,
            "e" => column += 1,
            _ => column -= 1,
        }
        pieces.insert([column as char, row as char].iter().collect(), letter);
    }
    pieces
}

#[test]
fn every_kind_of_turn_is_played_and_found() {
    let begin = on(Side::First, "Ee4 Hb4 ce5 rb5");
    let found: Vec<_> = turns(&begin).iter().map(|turn| pieces(turn.end())).collect();
    for (kind, steps) in KINDS {
        let mut position = begin.clone();
        play(&mut position, steps);
        if steps.split_whitespace().count() < 4 {
            assert_eq!(position.side(), Side::First, "{kind}: the turn goes on");
            play(&mut position, "end");
        }
        assert_eq!((position.side(), position.state().made), (Side::Second, 0), "{kind}");
        assert_eq!(position.outcome(), None);
        let end = moved(pieces(&begin.state().board), steps);
        assert_eq!(pieces(&position.state().board), end, "{kind}");
        assert!(found.contains(&end), "{kind}");
    }
}

#[test]
fn a_rabbit_is_pushed_and_pulled_back_though_it_never_steps_back() {
    let mut position = on(Side::Second, "Rd4 hd5 he3");
    play(&mut position, "Rd4s hd5s end");
    assert_eq!(pieces(&position.state().board)["d3"], 'R');
    let mut position = on(Side::Second, "Rd4 hd3 he3");
    play(&mut position, "hd3s Rd4s end");
    assert_eq!(pieces(&position.state().board)["d3"], 'R');
}

#[test]
fn a_piece_alone_in_a_trap_is_gone_at_once_whoever_brought_it_there() {
    let gone = |pieces_: &str, steps: &str, square: &str| {
        let mut position = on(Side::First, pieces_);
        play(&mut position, steps);
        assert!(!pieces(&position.state().board).contains_key(square), "{steps}");
    };
    gone("Dc2", "Dc2n", "c3");
    gone("Dc3 Cc2", "Cc2w", "c3");
    gone("Ec5 cc4", "cc4s", "c3");
    gone("Ef4 cf6 df5", "df5e", "f6");
    gone("Hf3 Rf2 ce3", "Hf3n ce3e", "f3");
    let mut kept = on(Side::First, "Dc2 Cb3");
    play(&mut kept, "Dc2n");
    assert_eq!(pieces(&kept.state().board)["c3"], 'D');
}

#[test]
fn a_puller_that_dies_in_a_trap_still_pulls() {
    let mut position = on(Side::First, "Dc2 rb2");
    play(&mut position, "Dc2n rb2e end");
    let board = pieces(&position.state().board);
    assert_eq!((board.get("c2"), board.values().any(|piece| *piece == 'D')), (Some(&'r'), false));
}

#[test]
fn a_piece_freed_by_a_friend_moves_and_one_that_lost_its_friend_does_not() {
    let mut position = on(Side::First, "Cd4 hd5 Rc3 Rc2");
    play(&mut position, "Rc3n Cd4s end");
    let mut position = on(Side::First, "Cd4 hd5 Rc4");
    play(&mut position, "Rc4w");
    assert_eq!(super::refusal(&position, "Cd4s"), "arimaa-frozen");
}
