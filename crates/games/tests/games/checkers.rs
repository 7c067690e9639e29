//! Checkers: the moves against a slow plain twin, its rules about chains, crowns and draws, and what
//! is refused and why.

use std::collections::{BTreeMap, BTreeSet};

use ludoteca_games::{
    Checkers, Game, Outcome, Side,
    checkers::{Square, read_board, write_board},
    picture::{Gesture, Touched},
};
use ludoteca_words::Lang;
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

fn at(words: &str) -> Checkers {
    Checkers::default()
        .read_position(words)
        .unwrap_or_else(|why| panic!("{words}: {why}"))
        .into_position()
}

fn plies(position: &Checkers) -> BTreeSet<String> {
    position.legal_plies().iter().map(|ply| position.write_ply(ply)).collect()
}

fn refused(words: &str) -> String {
    Lang::ENGLISH.say(&Checkers::default().read_position(words).unwrap_err().into())
}

/// The rules once more, on a map from rows and columns: nothing shared with the bits.
mod plain {
    use super::*;

    type Place = (i32, i32);
    type Map = BTreeMap<Place, (Side, bool)>;

    fn number((row, column): Place) -> i32 {
        row * 4 + column / 2 + 1
    }

    fn on_board((row, column): Place) -> bool {
        (0..8).contains(&row) && (0..8).contains(&column)
    }

    fn ways(side: Side, king: bool) -> Vec<Place> {
        let ahead = if side == Side::First { 1 } else { -1 };
        let rows = if king { vec![1, -1] } else { vec![ahead] };
        rows.into_iter().flat_map(|row| [(row, 1), (row, -1)]).collect()
    }

    fn jumps(map: &Map, at: Place, side: Side, king: bool, path: &[Place], out: &mut Vec<String>) {
        let last_row = if side == Side::First { 7 } else { 0 };
        let mut ended = true;
        for (down, right) in ways(side, king) {
            let over = (at.0 + down, at.1 + right);
            let to = (at.0 + 2 * down, at.1 + 2 * right);
            let enemy = map.get(&over).is_some_and(|(whose, _)| *whose != side);
            if !enemy || !on_board(to) || map.contains_key(&to) {
                continue;
            }
            ended = false;
            let mut rest = map.clone();
            rest.remove(&over);
            let path = [path, &[to]].concat();
            if !king && to.0 == last_row {
                out.push(named(&path, "x"));
            } else {
                jumps(&rest, to, side, king, &path, out);
            }
        }
        if ended && path.len() > 1 {
            out.push(named(path, "x"));
        }
    }

    fn named(path: &[Place], between: &str) -> String {
        path.iter().map(|at| number(*at).to_string()).collect::<Vec<_>>().join(between)
    }

    pub fn moves(position: &Checkers) -> Vec<String> {
        let mut map = Map::new();
        for square in Square::all() {
            let (row, column) = square.row_and_column();
            if let Some(piece) = position.board().piece(square) {
                map.insert((row as i32, column as i32), piece);
            }
        }
        let side = position.side();
        let (mut takes, mut steps) = (Vec::new(), Vec::new());
        for (at, (_, king)) in map.iter().filter(|(_, (whose, _))| *whose == side) {
            let mut lifted = map.clone();
            lifted.remove(at);
            jumps(&lifted, *at, side, *king, &[*at], &mut takes);
            for (down, right) in ways(side, *king) {
                let to = (at.0 + down, at.1 + right);
                if on_board(to) && !map.contains_key(&to) {
                    steps.push(named(&[*at, to], "-"));
                }
            }
        }
        if takes.is_empty() { steps } else { takes }
    }
}

fn agrees(position: &Checkers) {
    let mut slow = plain::moves(position);
    slow.sort();
    let mut fast: Vec<String> = ludoteca_games::Position::plies(position);
    fast.sort();
    assert_eq!(fast, slow, "{}", write_board(position.board(), position.side()));
}

#[test]
fn random_games_have_the_moves_of_the_plain_rules() {
    let mut rng = SplitMix64::seed_from_u64(1);
    for _ in 0..60 {
        let mut position = Checkers::default();
        while position.outcome().is_none() {
            agrees(&position);
            let ply = position.random_ply(&mut rng).unwrap();
            position.play_unchecked(&ply);
        }
    }
}

/// Any pieces anywhere, each square once, at most twelve a side, no man on its own crown row.
fn any_board() -> impl Strategy<Value = String> {
    let squares = Just((1..=32).collect::<Vec<usize>>()).prop_shuffle();
    (squares, 0..=12usize, 1..=12usize, any::<u32>(), any::<bool>()).prop_map(
        |(squares, black, white, kings, next)| {
            let list = |range: &[usize], crown: std::ops::RangeInclusive<usize>| {
                let one = |square: &usize| {
                    let king = kings >> (square - 1) & 1 == 1 || crown.contains(square);
                    format!("{}{square}", if king { "K" } else { "" })
                };
                range.iter().map(one).collect::<Vec<_>>().join(",")
            };
            let (blacks, rest) = squares.split_at(black);
            format!(
                "{}:W{}:B{}",
                if next { 'B' } else { 'W' },
                list(&rest[..white], 1..=4),
                list(blacks, 29..=32)
            )
        },
    )
}

proptest! {
    #[test]
    fn any_board_has_the_moves_of_the_plain_rules(words in any_board()) {
        agrees(&at(&words));
    }

    #[test]
    fn any_board_is_read_back_as_it_is_written(words in any_board()) {
        let position = at(&words);
        let written = write_board(position.board(), position.side());
        prop_assert_eq!(read_board(&written).unwrap(), (*position.board(), position.side()));
        prop_assert_eq!(ludoteca_games::Position::board_text(&position), Some(written));
    }

    #[test]
    fn the_first_and_the_last_square_are_enough_or_several_ways_are_named(words in any_board()) {
        let position = at(&words);
        for ply in position.legal_plies() {
            let path = ply.path();
            let short = format!("{}x{}", path[0].number(), ply.end().number());
            let alike = position.legal_plies().into_iter().filter(|other| {
                other.from() == ply.from() && other.end() == ply.end()
            }).count();
            if ply.takes() < 2 { continue }
            match position.read_ply(&short) {
                Ok(read) => {
                    // A single jump that is written in full is never meant for a longer chain.
                    prop_assert!(read == ply || read.path().len() == 2);
                    prop_assert!(alike == 1 || read.path().len() == 2);
                }
                Err(why) => prop_assert!(alike > 1, "{}: {}", short, why),
            }
        }
    }
}

#[test]
fn a_chain_is_one_move_and_is_named_by_all_its_squares_or_its_ends() {
    let position = at("B:W18,26:B15");
    assert_eq!(plies(&position), BTreeSet::from(["15x22x31".into()]));
    for words in ["15x22x31", "15x31", "15-31", "15:22:31", "15×31", "15X31"] {
        let ply = position.read_ply(words).unwrap();
        assert_eq!(position.write_ply(&ply), "15x22x31", "{words}");
    }
    let after = at("B:W18,26:B15 15x31");
    assert_eq!(after.outcome(), Some(Outcome::win(Side::First, "reason-no-move")));
}

#[test]
fn two_ways_between_the_same_squares_are_two_moves_and_have_to_be_named() {
    let position = at("B:W6,7,14,15,30:BK2");
    // Round the square in both directions, back to where it began.
    assert_eq!(plies(&position), BTreeSet::from(["2x9x18x11x2".into(), "2x11x18x9x2".into()]));
    let why = Lang::ENGLISH.say(&position.read_ply("2x2").unwrap_err().into());
    assert!(why.contains("2x9x18x11x2, ") || why.contains("2x11x18x9x2, "), "{why}");
    assert_eq!(position.write_ply(&position.read_ply("2x9x2").unwrap()), "2x9x18x11x2");
}

#[test]
fn a_man_that_is_crowned_stops_there() {
    let position = at("B:W26,27,7:B22");
    assert_eq!(plies(&position), BTreeSet::from(["22x31".into()]));
    let longer = position.read_ply("22x31x24").unwrap();
    let why = Lang::ENGLISH.say(&position.check(&longer).unwrap_err().into());
    assert_eq!(why, "The man is crowned on 31, and a move that crowns ends there.");
    let after = at("B:W26,27,7:B22 22x31");
    assert_eq!(after.board().count(Side::First), [0, 1]);
    assert!(at("B:W26,27,7:BK22").read_ply("22x31x24").is_ok());
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason_and_its_place() {
    for (words, why) in [
        ("11-15 x", "“x”, at character 7: A move is two squares from 1 to 32: 11-15 for a step,"),
        ("11", "A move is two squares"),
        ("11-33", "A move is two squares"),
        ("11--15", "A move is two squares"),
        ("+1-5", "A move is two squares"),
        ("15-18", "There is no piece on 15."),
        ("21-17", "The piece on 21 is the other side’s."),
        ("8-11", "Square 11 is not free."),
        ("11x15", "15 is beside 11, so nothing is taken in between. A step is written 11-15."),
        ("11-19", "Nothing goes from 11 to 19:"),
        ("11x18", "There is nothing to take on 15."),
        ("7x14", "On 10 stands a piece of one’s own"),
        ("11-15 22-18 15-19", "A capture is forced: 15x22."),
        ("11-15 22-18 12-16", "A capture is forced: 15x22."),
        ("B:W18,26:B15 15x22", "it has to be made to its end: 15x22x31."),
        ("B:W9:B14,K20 14-10", "Men only go forwards; kings go both ways."),
        ("B:W10:B14,K20 14x7", "Men only take forwards; kings take both ways."),
        ("B:W18,19,24:B15,K12 15x24", "Square 24 is not free."),
    ] {
        assert!(refused(words).contains(why), "{words}: {}", refused(words));
    }
}

#[test]
fn boards_that_cannot_be_are_refused_at_the_word_that_is_wrong() {
    for (words, token, at, id) in [
        ("B:W", "B:W", 1, "checkers-board-shape"),
        ("BW:W1:B2", "BW", 1, "checkers-board-shape"),
        ("B:W31:W30", "W30", 7, "checkers-board-shape"),
        ("B:W31,x:B2", "x", 7, "checkers-board-square"),
        ("B:W31,:B2", "", 7, "checkers-board-square"),
        ("B:W31,33:B2", "33", 7, "checkers-board-square"),
        ("B:W31:B8-1", "8-1", 8, "checkers-board-square"),
        ("B:W31:B2,K31", "K31", 10, "checkers-square-twice"),
        ("B:W31:B2,30", "30", 10, "checkers-uncrowned"),
        ("W:W1:B2", "1", 4, "checkers-uncrowned"),
        ("W:W31:B1-13", "B1-13", 7, "checkers-too-many"),
        ("W:W:B", "W:W:B", 1, "checkers-empty"),
    ] {
        let error = Checkers::default().read_position(words).expect_err(words).erased();
        assert_eq!(
            (error.token.as_str(), error.at, error.why.id.as_ref()),
            (token, at, id),
            "{words}"
        );
    }
    assert_eq!(at("  W:W31:B2,K30 31-26").side(), Side::First);
    let error = Checkers::default().read_position("  W:W31:B2,40").unwrap_err();
    assert_eq!(error.at, 12);
    assert_eq!(
        at("w:B1-12:w21-32."),
        Checkers::from_board(*Checkers::default().board(), Side::Second)
    );
}

#[test]
fn whoever_cannot_move_has_lost() {
    let none = at("W:W12:B8,3");
    assert_eq!(none.outcome(), Some(Outcome::win(Side::First, "reason-no-move")));
    assert!(none.legal_plies().is_empty());
}

#[test]
fn a_position_that_comes_about_for_the_third_time_is_a_draw() {
    let start = "B:WK32:BK1";
    let circle = "1-5 32-28 5-1 28-32";
    let twice = at(&format!("{start} {circle}"));
    assert_eq!(twice.outcome(), None);
    assert_eq!(twice.picture().notes[0].text.id, "checkers-seen-twice");
    let thrice = at(&format!("{start} {circle} {circle}"));
    assert_eq!(thrice.outcome(), Some(Outcome::draw("reason-repetition")));
    assert!(thrice.legal_plies().is_empty());
    let before = at(&format!("{start} {circle} 1-5 32-28 5-1"));
    assert_eq!(before.outcome(), None);
}

#[test]
fn an_advance_of_a_man_begins_the_count_of_repetitions_anew() {
    let circle = "1-5 32-28 5-1 28-32";
    let moved = at(&format!("B:W21,K32:BK1 {circle} 1-5 21-17 5-1 32-28 1-5 28-32 5-1 32-28"));
    assert_eq!(moved.outcome(), None);
}

#[test]
fn eighty_plies_without_a_capture_or_an_advance_are_a_draw() {
    // Kings on two circles that share no step: together they are back after 48 plies, and for the
    // third time after 96.
    let black = [1, 5, 9, 14, 10, 6];
    let white = [32, 28, 24, 20, 16, 19, 23, 27];
    let mut position = at("B:WK32:BK1");
    for ply in 0..80 {
        assert_eq!(position.outcome(), None, "after {ply} plies");
        let circle: &[usize] = if ply % 2 == 0 { &black } else { &white };
        let step = [ply / 2, ply / 2 + 1].map(|n| circle[n % circle.len()].to_string()).join("-");
        let step = position.read_ply(&step).unwrap();
        position.play(&step).unwrap();
    }
    assert_eq!(position.outcome(), Some(Outcome::draw("reason-quiet")));
}

#[test]
fn a_chain_is_made_square_by_square_and_vain_attempts_are_answered() {
    let position = at("B:W18,26,19:B15,1");
    let chain = position.read_ply("15x31").unwrap();
    let Gesture::Path { cells, about, .. } = position.gesture(&chain) else { panic!() };
    assert_eq!(cells, [14, 21, 30]);
    assert_eq!(Lang::ENGLISH.say(&about.unwrap()), "takes 2 pieces and is crowned");
    let why = |cells: &[usize]| {
        let touched = Touched { piece: None, cells: cells.to_vec() };
        ludoteca_games::Position::why_not(&position, &touched).map(|why| why.id.into_owned())
    };
    assert_eq!(why(&[0]).as_deref(), Some("checkers-must-take"));
    assert_eq!(why(&[0, 4]).as_deref(), Some("checkers-must-take"));
    assert_eq!(why(&[0, 30]).as_deref(), Some("checkers-must-take"));
    assert_eq!(why(&[14, 21]).as_deref(), Some("checkers-goes-on"));
    assert_eq!(why(&[14, 2]).as_deref(), Some("checkers-too-far"));
    assert_eq!(why(&[17]).as_deref(), Some("checkers-not-yours"));
    assert_eq!(why(&[9]).as_deref(), Some("checkers-nobody-there"));
    assert_eq!(why(&[14]), None, "it can take");
    assert_eq!(why(&[77, 3]), None);
}

#[test]
fn what_was_taken_and_what_must_be_is_told() {
    let notes = |words: &str| {
        let notes = at(words).picture().notes;
        notes.iter().map(|note| Lang::ENGLISH.say(&note.text)).collect::<Vec<_>>()
    };
    assert_eq!(
        notes("11-15 22-18 15x22"),
        ["15x22 has taken a piece.", "A capture is forced: 26x17, 25x18."]
    );
    assert_eq!(
        notes("B:W18,26,21:B15 15x31")[0],
        "15x22x31 has taken 2 pieces, and the man is crowned on 31."
    );
    assert_eq!(notes("B:W21:B26 26-31"), ["A man is crowned on 31."]);
    assert!(notes("11-15").is_empty());
}
