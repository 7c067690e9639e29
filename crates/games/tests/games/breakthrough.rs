//! Breakthrough: what is refused and why, how games end, and boards set up by hand.

use ludoteca_games::{
    Breakthrough, Game, Outcome, Side,
    picture::{Gesture, Touched},
};
use ludoteca_words::Lang;

fn at(words: &str) -> Breakthrough {
    Breakthrough::new(8).unwrap().read_position(words).unwrap().into_position()
}

fn small(words: &str) -> Breakthrough {
    Breakthrough::new(4).unwrap().read_position(words).unwrap().into_position()
}

fn refused(words: &str) -> String {
    Lang::ENGLISH.say(&Breakthrough::new(8).unwrap().read_position(words).unwrap_err().into())
}

#[test]
fn white_begins_and_the_sides_take_turns() {
    let start = Breakthrough::new(8).unwrap();
    assert_eq!((start.side(), start.legal_plies().len()), (Side::First, 22));
    assert_eq!(at("a2a3").side(), Side::Second);
    assert_eq!(at("a2a3 b7b6").side(), Side::First);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason_and_its_place() {
    for (words, why) in [
        ("a2a3 b7", "“b7”, at character 6: A move is two squares, from a1 to h8: a2a3."),
        ("a2a9", "“a2a9”, at character 1: A move is two squares, from a1 to h8: a2a3."),
        ("ñ2a3", "“ñ2a3”, at character 1: A move is two squares, from a1 to h8: a2a3."),
        ("a3a4", "There is no piece on a3."),
        ("a7a6", "The piece on a7 is the other side’s."),
        ("a2a4", "A piece goes one square ahead, straight or diagonally, and never back."),
        ("a2a3 h7h6 a3a2", "straight or diagonally, and never back."),
        ("a1a2", "On a2 stands another piece of yours."),
    ] {
        assert!(refused(words).ends_with(why), "{words}: {}", refused(words));
    }
}

#[test]
fn straight_moves_never_take_and_diagonal_ones_do() {
    let position = small(".BB./..../.W../.... b");
    assert!(position.legal_plies().iter().all(|ply| ply.to / 8 == 2));
    let facing = small("..B./.B../.W../.... w");
    let straight = facing.read_ply("b2b3").unwrap();
    let why = Lang::ENGLISH.say(&facing.check(&straight).unwrap_err().into());
    assert!(why.starts_with("Straight ahead nothing is ever taken"), "{why}");
    let taken = small("..../.BB./.W../.... w b2c3");
    assert_eq!(taken.pieces(Side::Second).count_ones(), 1);
}

#[test]
fn a_game_ends_on_the_last_rank_or_when_all_are_taken() {
    let arrived = small("..../..W./B.../.... w c3d4");
    assert_eq!(arrived.outcome(), Some(Outcome::win(Side::First, "reason-breakthrough")));
    assert_eq!(arrived.picture().winning, [15]);
    let alone = small("..../.B../..W./.... w c2b3");
    assert_eq!(alone.outcome(), Some(Outcome::win(Side::First, "reason-no-pieces")));
    let black = small("..../W.../..B./.... b c2c1");
    assert_eq!(black.outcome(), Some(Outcome::win(Side::Second, "reason-breakthrough")));
}

#[test]
fn boards_that_no_game_leads_to_are_refused_with_the_reason() {
    let small = |words: &str| {
        Lang::ENGLISH.say(&Breakthrough::new(4).unwrap().read_position(words).unwrap_err().into())
    };
    for (words, why) in [
        ("WWWW/WWW./W.../WWWW w", "A side has at most 8 pieces on this board."),
        ("..../..../..../.... w", "There is no piece on the board."),
        ("W..W/..../..B./.... b", "More than one piece is on a last rank"),
        ("W.../..../..B./B... b", "More than one piece is on a last rank"),
        ("W.../..../..B./.... w", "One side has won, and the other one moved after that."),
        ("..../..../..W./.... w", "One side has won, and the other one moved after that."),
        ("..../..../..W./....", "After the rows stands who moves next"),
        ("..../..../..W./.... x", "“x”, at character 21: After the rows stands who moves next"),
        ("..../..../..W. w", "A board has 4 rows divided by “/”, and here there are 3."),
        ("..../.../..W./.... w", "“...”, at character 6: A row has 4 cells, and this one has 3."),
        ("..../.x../..W./.... w", "“x”, at character 7: A cell is W, B, or a dot"),
        ("..../B.../..W./.... w c2c2", "“c2c2”, at character 23:"),
    ] {
        assert!(small(words).contains(why), "{words}: {}", small(words));
    }
}

#[test]
fn sizes_beyond_those_played_are_refused() {
    for size in [0, 3, 9, 255] {
        let why = Lang::ENGLISH.say(&Breakthrough::new(size).unwrap_err().into());
        assert!(why.ends_with("which takes a number from 4 to 8."), "{why}");
    }
}

#[test]
fn a_piece_is_taken_from_its_square_to_the_next_and_a_vain_attempt_is_answered() {
    let facing = small("..B./.B../.W../.... w");
    let ply = facing.read_ply("b2a3").unwrap();
    let Gesture::Path { cells, about, .. } = facing.gesture(&ply) else { panic!() };
    assert_eq!((cells, about), (vec![5, 8], None));
    let why = |cells: &[usize]| {
        let touched = Touched { piece: None, cells: cells.to_vec() };
        ludoteca_games::Position::why_not(&facing, &touched).map(|why| why.id.into_owned())
    };
    assert_eq!(why(&[5, 9]).as_deref(), Some("breakthrough-straight"));
    assert_eq!(why(&[9]).as_deref(), Some("breakthrough-not-yours"));
    assert_eq!(why(&[0]).as_deref(), Some("breakthrough-nobody-there"));
    assert_eq!(why(&[5]), None, "it can move");
    for far in [99, 1000, usize::MAX] {
        assert_eq!((why(&[far]), why(&[0, far])), (None, None), "{far}");
    }
    for far in ["a2a99", "a99a2", "z9a1", "a2i3"] {
        assert_eq!(
            ludoteca_text::Text::from(facing.read_ply(far).unwrap_err()).id,
            "breakthrough-not-a-move",
            "{far}"
        );
    }
    let start = Breakthrough::new(4).unwrap();
    let back = Touched { piece: None, cells: vec![0] };
    assert_eq!(
        ludoteca_games::Position::why_not(&start, &back).unwrap().id,
        "breakthrough-blocked"
    );
}

#[test]
fn whoever_is_one_move_from_the_end_is_told() {
    let note = |words| {
        let notes = small(words).picture().notes;
        notes.iter().map(|note| Lang::ENGLISH.say(&note.text)).collect::<Vec<_>>()
    };
    assert_eq!(note("..../W.../..B./.... w"), ["Your piece on a3 is one move from the last rank."]);
    assert_eq!(
        note("..../..../W.B./.... w"),
        ["The piece on c2 is one move from the last rank. Take it now, or it wins."]
    );
    assert!(note("B.../..../..../...W w").is_empty());
}
