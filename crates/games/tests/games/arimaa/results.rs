//! How games end: judged at the end of a turn, in this order.

use ludoteca_games::{Arimaa, Game, Side};

use super::{bare, on, play};

const GOAL: &str = "reason-goal";
const NO_RABBITS: &str = "reason-no-rabbits";
const NO_TURN: &str = "reason-no-turn";

/// Who wins, and why, if Gold has just ended a turn with these pieces.
fn after_gold(pieces: &str) -> Option<(Side, &'static str)> {
    ended(&bare(Side::Second, pieces))
}

fn ended(position: &Arimaa) -> Option<(Side, &'static str)> {
    position.outcome().map(|outcome| (outcome.winner.unwrap(), outcome.reason))
}

#[test]
fn results_are_judged_in_their_order() {
    use Side::{First, Second};
    assert_eq!(after_gold("Rd8 re1"), Some((First, GOAL)), "the goal of the mover first");
    assert_eq!(after_gold("Rd7 re1"), Some((Second, GOAL)));
    assert_eq!(after_gold("Ed7 re1"), Some((Second, GOAL)), "before rabbits are counted");
    assert_eq!(after_gold("Rd8 ee1"), Some((First, GOAL)));
    assert_eq!(after_gold("Ed7 ee1"), Some((First, NO_RABBITS)), "of both: the mover wins");
    assert_eq!(after_gold("Rd7 ee1"), Some((First, NO_RABBITS)));
    assert_eq!(after_gold("Ed7 re5"), Some((Second, NO_RABBITS)));
    assert_eq!(after_gold("Ra1 Ch7 rh8"), Some((First, NO_TURN)), "frozen");
    assert_eq!(after_gold("Rg7 Rh6 rh7"), Some((First, NO_TURN)), "shut in");
    assert_eq!(after_gold("Ch7 rh8"), Some((Second, NO_RABBITS)), "before turns are looked for");
    assert_eq!(after_gold("Rd7 re5"), None);
    let mirrored = bare(Side::First, "Re1 rd1 Ra8");
    assert_eq!(ended(&mirrored), Some((Second, GOAL)), "Silver has moved");
}

#[test]
fn a_goal_wins_when_the_turn_ends_and_not_before() {
    let mut position = on(Side::First, "Rd6");
    play(&mut position, "Rd6n Rd7n");
    assert_eq!(ended(&position), None);
    play(&mut position, "end");
    assert_eq!(ended(&position), Some((Side::First, GOAL)));
    let mut fourth = on(Side::First, "Rd7");
    play(&mut fourth, "Ra1n Ra2n Ra3n Rd7n");
    assert_eq!(ended(&fourth), Some((Side::First, GOAL)));
}

#[test]
fn nothing_is_judged_in_the_middle_of_a_turn() {
    // The rabbit is pushed onto its goal and pulled back again.
    let mut position = on(Side::First, "Ee2 rd2");
    play(&mut position, "rd2s Ee2w");
    assert_eq!(ended(&position), None);
    play(&mut position, "Ed2n rd1n");
    assert_eq!((ended(&position), position.side()), (None, Side::Second));
    let mut left = on(Side::First, "Ee2 rd2");
    play(&mut left, "rd2s Ee2w end");
    assert_eq!(ended(&left), Some((Side::Second, GOAL)), "but whoever leaves it there loses");
}

#[test]
fn capturing_the_last_rabbit_wins_and_losing_ones_own_loses() {
    let mut position = bare(Side::First, "Ra1 Ec5 rc4");
    play(&mut position, "rc4s Ec5s end");
    assert_eq!(ended(&position), Some((Side::First, NO_RABBITS)));
    let mut own = bare(Side::First, "Rc2 Ee4 rh8");
    play(&mut own, "Rc2n end");
    assert_eq!(ended(&own), Some((Side::Second, NO_RABBITS)));
}

#[test]
fn a_side_that_cannot_change_anything_is_immobilised() {
    let mut position = bare(Side::First, "Ra1 Cg7 rh8");
    play(&mut position, "Cg7e end");
    assert_eq!(ended(&position), Some((Side::First, NO_TURN)));
    assert!(position.legal_plies().is_empty());
}
