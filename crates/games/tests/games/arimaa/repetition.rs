//! The same position with the same side to move does not come about for the third time.

use std::collections::HashSet;

use ludoteca_games::{Arimaa, Game, Side, arimaa::turns};

use super::{bare, on, play, refusal};

/// The boards that the legal plies of a turn lead to, and the same as whole turns.
fn both_ways(position: &Arimaa) -> (HashSet<u64>, HashSet<u64>) {
    fn search(position: &Arimaa, side: Side, out: &mut HashSet<u64>) {
        for ply in position.legal_plies() {
            let mut next = position.clone();
            next.play_unchecked(&ply);
            if next.side() == side && next.state().made > 0 {
                search(&next, side, out);
            } else {
                out.insert(next.state().board.key());
            }
        }
    }
    let mut plain = HashSet::new();
    search(position, position.side(), &mut plain);
    let whole: HashSet<u64> = turns(position).iter().map(|turn| turn.end().key()).collect();
    for turn in turns(position) {
        let played = turn.played(position);
        assert_eq!(played.state().board, *turn.end());
        assert_ne!(played.side(), position.side());
    }
    (plain, whole)
}

#[test]
fn a_third_time_is_refused_to_whoever_would_bring_it_about() {
    let mut position = on(Side::First, "Ee3 ee7");
    let begin = position.clone();
    let (out, back) = ("ee7w ed7s end", "ed6n ed7e end");
    play(&mut position, &format!("Ee3w end {out} Ed3e end {back}"));
    assert!(position == begin, "for the second time");
    play(&mut position, &format!("Ee3w end {out} Ed3e end"));
    let (plain, whole) = both_ways(&position);
    assert_eq!(plain, whole);
    assert!(!whole.contains(&begin.state().board.key()));
    assert_eq!(position.count(1).nodes, whole.len() as u64);
    let mut by_end = position.clone();
    play(&mut by_end, "ed6n ed7e");
    assert_eq!(refusal(&by_end, "end"), "arimaa-repetition");
    play(&mut by_end, "ee7e end");
    let mut by_fourth_step = position.clone();
    play(&mut by_fourth_step, "ed6s ed5e ee5n");
    assert_eq!(refusal(&by_fourth_step, "ee6n"), "arimaa-repetition");
    play(&mut by_fourth_step, "end");
}

#[test]
fn a_push_that_would_end_in_a_third_time_is_not_begun() {
    let mut position = on(Side::First, "Ee4 ce5 hh6");
    let push = "ce5n Ee4n end";
    let (aside, home) = ("hh6s end", "ce6s hh5n end");
    play(&mut position, &format!("{push} {aside} Ee5s end {home}"));
    play(&mut position, &format!("{push} {aside} Ee5s Ee4s Ee3s end {home}"));
    play(&mut position, "Ee2n Ee3n");
    assert_eq!(refusal(&position, "ce5n"), "arimaa-leads-nowhere");
    play(&mut position, "ce5w Ee4n");
}

#[test]
fn a_side_whose_every_turn_would_be_a_third_time_has_lost() {
    // The cat goes to and fro between a8 and b8, and the rabbit is frozen.
    let mut position = bare(Side::First, "Ee2 Rd1 Ca7 Cb7 Cc8 Ch7 ca8 rh8");
    play(&mut position, "Ee2n end ca8e end Ee3s end cb8w end");
    play(&mut position, "Ee2n end ca8e end");
    let (plain, whole) = both_ways(&position);
    assert_eq!(plain, whole);
    play(&mut position, "Ee3s end");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), "reason-no-turn"));
    assert!(position.legal_plies().is_empty());
}

#[test]
fn a_capture_begins_the_count_anew() {
    let mut position = on(Side::First, "Ee4 ee7 Cc2");
    play(&mut position, "Ee4w end ee7w end Ed4e end ed7e end");
    assert_eq!(position.past().count(), 5);
    play(&mut position, "Cc2n end");
    assert_eq!(position.past().count(), 1);
}

#[test]
fn equal_boards_with_different_futures_have_different_keys_for_the_future() {
    let begin = on(Side::First, "Ee4 ee7 Dd2");
    let after = |plies: &str| {
        let mut position = begin.clone();
        play(&mut position, plies);
        position
    };
    let (once, again) = (after("Ee4w end"), after("Ee4w end ee7w end Ed4e end ed7e end Ee4w end"));
    assert_eq!((&once, once.key()), (&again, again.key()));
    assert_ne!(once.future_key(), again.future_key(), "the third time is nearer");
    // Two ways through one turn are one.
    assert_eq!(after("Ee4w Dd2n").future_key(), after("Dd2n Ee4w").future_key());
    // A turn has to change the board that it began with.
    let came = |from: &str, step: &str| {
        let mut position = on(Side::First, from);
        play(&mut position, step);
        position
    };
    let (along, ahead) = (came("Ed4 ee7", "Ed4e"), came("Ee3 ee7", "Ee3n"));
    assert_eq!((&along, along.key()), (&ahead, ahead.key()));
    assert_ne!(along.future_key(), ahead.future_key());
}

#[test]
fn what_was_before_a_capture_is_of_no_matter_for_the_future() {
    let straight = |around: &str| {
        let mut position = on(Side::First, "Ee4 ee7 Cc2");
        play(&mut position, around);
        play(&mut position, "Cc2n");
        let within = position.future_key();
        play(&mut position, "end");
        (within, position.future_key())
    };
    assert_eq!(straight(""), straight("Ee4w end ee7w end Ed4e end ed7e end"));
}
