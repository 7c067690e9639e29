//! What is refused, and the reason that is given for it.

use ludoteca_games::{Arimaa, Game, Side};

use super::{bare, on, play, refusal};

/// Why a ply is refused to Gold after others.
fn refused(pieces: &str, before: &str, ply: &str) -> String {
    let mut position = on(Side::First, pieces);
    play(&mut position, before);
    refusal(&position, ply)
}

#[test]
fn a_step_that_no_piece_could_make_is_told_by_what_is_there() {
    assert_eq!(refused("", "", "Ra1s"), "arimaa-off-the-board");
    assert_eq!(refused("", "", "Rb1n"), "arimaa-nobody-there");
    assert_eq!(refused("Cb1", "", "Ra1e"), "arimaa-taken");
    assert_eq!(refused("Cb1", "", "Rb1n"), "arimaa-another-stands-there");
    assert_eq!(refused("", "", "hello"), "arimaa-not-a-ply");
    assert_eq!(refused("", "", "Ra1"), "arimaa-setup-over");
}

#[test]
fn rabbits_do_not_step_back() {
    assert_eq!(refused("Rd4", "", "Rd4s"), "arimaa-backwards");
    let silver = bare(Side::Second, "Ra1 rd4");
    assert_eq!(refusal(&silver, "rd4n"), "arimaa-backwards");
}

#[test]
fn frozen_pieces_do_not_step_push_or_pull_but_still_freeze() {
    assert_eq!(refused("Hd4 ed5", "", "Hd4s"), "arimaa-frozen");
    assert_eq!(refused("He4 ce5 md4", "", "ce5n"), "arimaa-pusher-frozen");
    play(&mut on(Side::First, "Hd4 ed5 Rc4"), "Hd4s");
    play(&mut on(Side::First, "Hd4 hd5"), "Hd4s");
    let silver = on(Side::Second, "Hd4 ed5 cd3");
    assert_eq!(refusal(&silver, "cd3s"), "arimaa-frozen", "the horse is frozen itself");
}

#[test]
fn only_a_stronger_piece_pushes_and_pulls() {
    assert_eq!(refused("De4 de5", "", "de5n"), "arimaa-too-strong");
    assert_eq!(refused("De4 he5 Re3", "", "he5n"), "arimaa-too-strong");
    assert_eq!(refused("De4 ch6", "", "ch6n"), "arimaa-nobody-to-push");
    assert_eq!(refused("De4 de5", "De4s", "de5s"), "arimaa-too-strong");
    assert_eq!(refused("De4 he5 Rf4", "De4s", "he5s"), "arimaa-too-strong");
    assert_eq!(refused("Re4 re5", "", "re5n"), "arimaa-too-strong");
}

#[test]
fn a_push_has_to_be_completed_at_once_by_a_stronger_piece() {
    let push = "Ee4 ce5 Rd5";
    assert_eq!(refused(push, "ce5n", "end"), "arimaa-push-unfinished");
    assert_eq!(refused(push, "ce5n", "Ra1n"), "arimaa-complete-push");
    assert_eq!(refused(push, "ce5n", "ce6n"), "arimaa-complete-push");
    assert_eq!(refused(push, "ce5n", "Ee4s"), "arimaa-complete-push");
    assert_eq!(refused(push, "ce5n", "Rd5e"), "arimaa-too-weak-to-follow");
    assert_eq!(refused("Ee4 ce5 Df5 hg5", "ce5n", "Df5w"), "arimaa-frozen");
}

#[test]
fn a_push_does_not_begin_with_the_fourth_step() {
    let before = "Ra1n Ra2n Ra3n";
    assert_eq!(refused("Ee4 ce5", before, "ce5n"), "arimaa-no-step-to-follow");
    play(&mut on(Side::First, "Ee4 ce5"), "Ra1n Ra2n ce5n Ee4n");
    play(&mut on(Side::First, "Ee4 ce5"), "Ra1n Ra2n Ee4s ce5s");
}

#[test]
fn a_piece_that_completes_a_push_does_not_pull_with_that_step() {
    let push = "ce5n Ee4n";
    assert_eq!(refused("Ee4 ce5 rd4", push, "rd4e"), "arimaa-pusher-cannot-pull");
    // With another step it does.
    play(&mut on(Side::First, "Ee4 ce5 rd5"), "ce5n Ee4n Ee5s rd5e");
}

#[test]
fn a_pull_is_only_into_the_square_just_left_and_only_at_once() {
    assert_eq!(refused("Ee4 ce5", "Ee4s", "ce5n"), "arimaa-nobody-to-push");
    assert_eq!(refused("Ee4 ce5", "Ee4s Ra1n", "ce5s"), "arimaa-nobody-to-push");
    assert_eq!(refused("Ee4 ce5 rd4", "Ee4s ce5s", "rd4e"), "arimaa-taken");
}

#[test]
fn a_turn_has_to_move_something_and_to_change_something() {
    assert_eq!(refused("", "", "end"), "arimaa-nothing-moved");
    assert_eq!(refused("", "Ra1e Rb1w", "end"), "arimaa-nothing-changed");
    assert_eq!(refused("", "Ra1e Rb1e Rc1w", "Rb1w"), "arimaa-nothing-changed");
    assert_eq!(refused("Ee4 re5", "re5n Ee4n Ee5s", "re6s"), "arimaa-nothing-changed");
}

#[test]
fn a_push_that_could_only_bring_the_beginning_back_is_not_begun() {
    // Pull the rabbit down, then push it up again: four steps, and nothing has changed.
    let mut position = on(Side::First, "Ee4 re5");
    play(&mut position, "Ee4s re5s");
    assert_eq!(refusal(&position, "re4n"), "arimaa-leads-nowhere");
    play(&mut position, "re4w Ee3n");
}

#[test]
fn a_setup_is_sixteen_pieces_on_two_ranks() {
    let mut position = Arimaa::default();
    assert_eq!(refusal(&position, "Ra3"), "arimaa-not-home");
    assert_eq!(refusal(&position, "ra1"), "arimaa-other-sets-up");
    assert_eq!(refusal(&position, "end"), "arimaa-setup-first");
    play(&mut position, "Ea1");
    assert_eq!(refusal(&position, "Ra1"), "arimaa-taken");
    assert_eq!(refusal(&position, "Eb1"), "arimaa-all-placed");
    assert_eq!(refusal(&position, "Ea1n"), "arimaa-setup-first");
    play(&mut position, "Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Re2 Cf2 Dg2 Hh2");
    assert_eq!(position.side(), Side::Second);
    assert_eq!(refusal(&position, "ra1"), "arimaa-not-home");
    assert_eq!(refusal(&position, "Ra8"), "arimaa-other-sets-up");
    play(&mut position, "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7");
    assert_eq!((position.side(), position.number()), (Side::First, 2));
    assert!(!position.in_setup());
}
