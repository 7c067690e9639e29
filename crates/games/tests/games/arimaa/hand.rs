//! Arimaa by hand: what the page is told to show, how pushes, pulls and setups are made, and why
//! what is not possible is not.

use ludoteca_games::{
    Arimaa, Game, Handle, Position,
    picture::{Gesture, PathMark, Picture, Tone, Touched},
};
use ludoteca_text::Text;
use ludoteca_words::Lang;

/// A board by its eight rows, Gold to move.
fn board(rows: [&str; 8]) -> Arimaa {
    let words = format!("g [{}]", rows.concat());
    Game::read_position(&Arimaa::default(), &words).unwrap().into_position()
}

/// An elephant that can throw a dog into a trap, a frozen horse, and a cat with one guard.
fn fight() -> Arimaa {
    board([
        "rrcrrc r", "rh  d hr", "   d  m ", " M E  H ", "    e   ", " H  DC  ", "R DC   R",
        " RR RR R",
    ])
}

fn played(mut position: Arimaa, plies: &str) -> Arimaa {
    for ply in plies.split_whitespace() {
        Position::play(&mut position, ply).unwrap();
    }
    position
}

fn cell(name: &str) -> usize {
    let name = name.as_bytes();
    usize::from(name[0] - b'a') + 8 * usize::from(name[1] - b'1')
}

fn cells(names: &[&str]) -> Vec<usize> {
    names.iter().map(|name| cell(name)).collect()
}

/// The path over these cells, if it is one.
fn path(position: &Arimaa, names: &[&str]) -> Option<(String, PathMark, String)> {
    position.handles().into_iter().find_map(|Handle { ply, gesture }| match gesture {
        Gesture::Path { cells: found, mark, about } if found == cells(names) => {
            Some((ply, mark, about?.id.to_string()))
        }
        _ => None,
    })
}

/// The plies behind a button.
fn button(position: &Arimaa, id: &str) -> Option<String> {
    position.handles().into_iter().find_map(|Handle { ply, gesture }| match gesture {
        Gesture::Press { button, .. } if button.id == id => Some(ply),
        _ => None,
    })
}

fn notes(picture: &Picture, tone: Tone) -> Vec<String> {
    let notes = picture.notes.iter().filter(|note| note.tone == tone);
    notes.map(|note| Lang::ENGLISH.say(&note.text)).collect()
}

fn why_not(position: &Arimaa, names: &[&str]) -> Option<String> {
    let touched = Touched { piece: None, cells: cells(names) };
    Position::why_not(position, &touched).map(|why: Text| why.id.to_string())
}

#[test]
fn there_is_a_picture_of_the_game_being_played() {
    assert_eq!(Arimaa::sample().unwrap(), fight());
}

#[test]
fn a_push_is_made_from_either_piece() {
    let position = fight();
    let whole = path(&position, &["d5", "d6", "c6"]).unwrap();
    assert_eq!(whole, ("dd6w Ed5n".into(), PathMark::Arrow, "arimaa-way-push-takes".into()));
    let half = path(&position, &["d6", "e6"]).unwrap();
    assert_eq!(half, ("dd6e".into(), PathMark::Arrow, "arimaa-way-push".into()));
    let begun = played(position, "dd6e");
    assert_eq!(button(&begun, "arimaa-follow-button").unwrap(), "Ed5n");
    let picture = Game::picture(&begun);
    assert_eq!(picture.barred[0].why.id, "arimaa-push-unfinished");
    assert!(notes(&picture, Tone::News)[0].contains("complete the push"));
}

#[test]
fn a_step_says_that_a_pull_can_follow_and_then_offers_it() {
    let position = fight();
    let step = path(&position, &["d5", "d4"]).unwrap();
    assert_eq!(step, ("Ed5s".into(), PathMark::Ring, "arimaa-way-step-pull".into()));
    assert_eq!(path(&position, &["b3", "b4"]).unwrap().1, PathMark::Dot);
    let stepped = played(position, "Ed5s");
    assert_eq!(button(&stepped, "arimaa-pull-button").unwrap(), "dd6s");
    let chance = &notes(&Game::picture(&stepped), Tone::Good)[0];
    assert_eq!(chance, "You can pull the dog from d6 to d5 with your next step.");
    let pulled = played(stepped, "dd6s");
    assert_eq!(
        notes(&Game::picture(&pulled), Tone::News),
        ["The gold elephant pulls the silver dog from d6 to d5."]
    );
    assert_eq!(button(&pulled, "arimaa-pull-button"), None);
}

#[test]
fn a_step_that_loses_a_piece_says_so_before_it_is_made() {
    let step = path(&fight(), &["e3", "d3"]).unwrap();
    assert_eq!(step.2, "arimaa-way-step-loses");
}

#[test]
fn the_other_side_is_told_what_the_whole_turn_did() {
    let position = played(fight(), "dd6w Ed5n Rh2n end");
    let picture = Game::picture(&position);
    assert_eq!(
        notes(&picture, Tone::News),
        [
            "The gold elephant pushes the silver dog from d6 to c6. The trap on c6 takes the silver dog."
        ]
    );
    let lost: Vec<_> = picture.lost.iter().map(|lost| (lost.piece, lost.count)).collect();
    assert_eq!(lost, [(0, 1), (8, 1), (6, 1)], "a gold rabbit, a silver dog, a silver rabbit");
}

#[test]
fn a_list_of_moves_has_captures_and_no_ends() {
    let position = fight();
    assert_eq!(Position::turn_name(&position).unwrap(), "2g");
    assert_eq!(Position::list_ply(&position, "dd6w"), "dd6w dc6x");
    assert_eq!(Position::list_ply(&position, "Ed5s"), "Ed5s");
    assert_eq!(Position::list_ply(&played(position, "Ed5s"), "end"), "");
}

#[test]
fn the_frozen_and_those_with_one_guard_are_named() {
    let picture = Game::picture(&fight());
    assert!(notes(&picture, Tone::Warn)[0].starts_with("The gold cat on f3 has one guard"));
    let frozen = notes(&picture, Tone::Info);
    assert!(frozen[0].starts_with("The gold horse on g5 is frozen: the camel on g6 is stronger"));
    assert_eq!(picture.barred[0].why.id, "arimaa-nothing-moved");
    assert!(Game::picture(&played(fight(), "Rh2n")).barred.is_empty());
}

#[test]
fn what_is_tried_in_vain_is_refused_for_its_reason() {
    let position = fight();
    for (tried, why) in [
        (&["g5"][..], "arimaa-frozen"),
        (&["g5", "f5"], "arimaa-frozen"),
        (&["h2", "h1"], "arimaa-taken"),
        (&["a2", "a1"], "arimaa-backwards"),
        (&["a2", "a4"], "arimaa-not-beside"),
        (&["d5", "d6", "d6"], "arimaa-not-beside"),
        (&["e4"], "arimaa-too-strong"),
        (&["e3", "e4"], "arimaa-too-weak-to-follow"),
        (&["a8"], "arimaa-nobody-to-push"),
        (&["c1"], "arimaa-no-room"),
        (&["a5"], "arimaa-nobody-there"),
    ] {
        assert_eq!(why_not(&position, tried).as_deref(), Some(why), "{tried:?}");
    }
    let begun = played(position.clone(), "dd6e");
    assert_eq!(why_not(&begun, &["a2"]).unwrap(), "arimaa-complete-push");
    let three = played(position.clone(), "Rh2n Rh3n Rh4n");
    assert_eq!(why_not(&three, &["d5", "d6"]).unwrap(), "arimaa-no-step-to-follow");
    assert_eq!(why_not(&position, &["d5", "d4"]), None, "that is a step");
    let setting_up = played(Arimaa::default(), "Ra1");
    assert_eq!(why_not(&setting_up, &["a1", "a4"]).unwrap(), "arimaa-not-home");
    assert_eq!(why_not(&setting_up, &["b1", "b2"]).unwrap(), "arimaa-take-a-piece");
}

#[test]
fn a_setup_is_made_at_once_mirrored_or_after_a_few_placements() {
    let start = Arimaa::default();
    let usual = button(&start, "arimaa-preset-usual").unwrap();
    let mirrored = button(&start, "arimaa-preset-usual-mirrored").unwrap();
    assert!(usual.contains("Ee2") && mirrored.contains("Ed2"));
    let silver = played(start.clone(), &usual);
    assert!(button(&silver, "arimaa-preset-behind").unwrap().contains("ra8"));
    let begun = played(start.clone(), "Ed1 Ra2");
    assert_eq!(button(&begun, "arimaa-preset-usual"), None);
    let rest = button(&begun, "arimaa-preset-rest").unwrap();
    assert_eq!(rest.split_whitespace().count(), 14);
    let ready = played(begun, &rest);
    assert!(Game::side(&ready) == ludoteca_games::Side::Second);
    assert_eq!(why_not(&start, &["a1"]).unwrap(), "arimaa-take-a-piece");
    let rabbit = Touched { piece: Some(0), cells: cells(&["a5"]) };
    assert_eq!(Position::why_not(&start, &rabbit).unwrap().id, "arimaa-not-home");
}
