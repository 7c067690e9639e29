//! Files of Hex as others write them, and those that are refused.

use ludoteca_games::{
    End, GameTree, Side, Start,
    tree::{Mark, Shape, Sign},
};

use ludoteca_words::Lang;

use super::write;
use crate::{error::FileError, sides::Sides};

/// The first game of a file.
fn read(file: &str) -> Result<GameTree, FileError> {
    all(file)?.remove(0)
}

/// Every game of a file, or why it cannot be read.
fn all(file: &str) -> Result<Vec<Result<GameTree, FileError>>, FileError> {
    Ok(super::read(file)?.map(|unread| unread()).collect())
}

fn moves(file: &str) -> String {
    read(file).unwrap().plies().join(" ")
}

fn refused(file: &str) -> String {
    Lang::ENGLISH.say(&read(file).unwrap_err().into())
}

#[test]
fn a_file_is_read_with_its_players_size_comments_and_variations() {
    let file = "(;FF[4]GM[11]AP[HexGui:0.10]SZ[5]PB[Ana]PW[Luis]C[Sunday]XX[whatever][else]\n\
                ;B[C3]C[the centre](;W[b4];B[D2])(;W[a5]C[\\[far\\]]))";
    let record = read(file).unwrap();
    assert_eq!(record.options()["size"], "5");
    assert_eq!([Side::First, Side::Second].map(|side| record.player(side)), ["Ana", "Luis"]);
    assert_eq!(record.plies(), ["c3", "b4", "d2"]);
    let comments: Vec<&str> = record.nodes().iter().map(|node| &*node.note().comment).collect();
    assert_eq!(comments, ["Sunday", "the centre", "", "", "[far]"]);
    assert_eq!(record.variations(), 1);
}

#[test]
fn what_there_is_no_place_for_is_said_once_by_its_name() {
    let file = "(;FF[4]GM[11]AP[HexGui]SZ[5]PB[Ana]EV[The Sunday cup]DT[]C[Sunday];B[C3]DM[1];W[b4]DM[2])\
                (;GM[11]SZ[5]RO[3])";
    assert_eq!(super::unplaced(file, 1), ["EV", "DM"]);
    assert_eq!(super::unplaced(file, 2), ["RO"]);
    assert!(super::unplaced(file, 3).is_empty());
    let ours = write(&read(file).unwrap());
    assert!(super::unplaced(&ours, 1).is_empty(), "what is written here is read here: {ours}");
}

#[test]
fn a_comment_belongs_to_its_node_wherever_it_stands_there() {
    let record = read("(;GM[11]SZ[3];C[first]B[b2];C[second]W[a1])").unwrap();
    let comments: Vec<&str> = record.nodes().iter().map(|node| &*node.note().comment).collect();
    assert_eq!(comments, ["", "first", "second"]);
}

#[test]
fn eleven_is_the_usual_size_and_unequal_edges_are_refused() {
    assert_eq!(read("(;GM[11];B[k11])").unwrap().options()["size"], "11");
    assert_eq!(read("(;GM[11]SZ[9:9])").unwrap().options()["size"], "9");
    let unequal = refused("(;GM[11]\nSZ[9:12];B[a1])");
    assert!(unequal.starts_with("Line 2, column 4:") && unequal.contains("9 columns and 12 rows"));
    assert!(refused("(;GM[11]SZ[20])").contains("does not fit size"));
    assert!(refused("(;GM[11]SZ[99999999999999999999])").contains("is no size"));
    assert!(refused("(;GM[11]AB[a1]SZ[4000000000])").contains("does not fit size"));
}

#[test]
fn both_swaps_are_read_by_any_of_their_names() {
    for (file, plies) in [
        ("(;GM[11];B[a3];W[swap-pieces];B[c2])", "a3 swap-pieces c2"),
        ("(;GM[11];B[a3];W[SWAP-SIDES];W[c2])", "a3 swap-sides c2"),
        ("(;GM[11];B[a3];W[swap];B[c2])", "a3 swap-pieces c2"),
        ("(;GM[11];B[a3];W[swap];W[c2])", "a3 swap-sides c2"),
        // HexGui up to 0.9 writes so of sides.
        ("(;GM[11];B[a3];W[swap-pieces];W[c2];B[c1])", "a3 swap-sides c2 c1"),
        ("(;GM[11]RU[swap-sides];B[a3];W[swap-sides])", "a3 swap-sides"),
    ] {
        assert_eq!(moves(file), plies, "{file}");
    }
    let allowed = read("(;GM[11]RU[swap-pieces];B[a3];W[b2])").unwrap();
    assert_eq!(allowed.options()["swap"], "pieces");
    assert!(refused("(;GM[11];B[a3];W[b2];B[swap-pieces])").contains("second move"));
}

#[test]
fn a_swap_of_sides_moves_names_and_results_with_the_colours() {
    let record = read("(;GM[11]PB[Ana]RE[B+R];B[a3];W[swap-sides];W[c2])").unwrap();
    assert_eq!(record.player(Side::First), "Ana", "who had Black when it began");
    let resigned = End::Resigned(Side::First);
    assert_eq!(record.early(), Some(&resigned), "White was played by whoever began");
}

#[test]
fn resignations_and_results_are_read() {
    let lost = |file: &str| read(file).unwrap().early().cloned();
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(lost("(;GM[11];B[a3];W[resign])"), Some(End::Resigned(second)));
    assert_eq!(lost("(;GM[11];B[a3];W[b2];W[Forfeit])"), Some(End::Forfeited(second)));
    assert_eq!(lost("(;GM[11]RE[W+T];B[a3])"), Some(End::Late(first)));
    assert_eq!(lost("(;GM[11]RE[W+Resign];B[a3])"), Some(End::Resigned(first)));
    assert_eq!(lost("(;GM[11]RE[B];B[a3])"), Some(End::Unsaid(second)));
    assert_eq!(lost("(;GM[11]RE[?];B[a3])"), None);
    assert_eq!(lost("(;GM[11]SZ[1]RE[W+];B[a1])"), None, "the board knows better");
    assert_eq!(lost("(;GM[11];B[a3](;W[b2])(;W[resign]))"), None, "only in a variation");
}

#[test]
fn little_golem_calls_whoever_begins_white_and_names_cells_by_letters() {
    let file = "(;FF[4]EV[hex.ch.32.2.1]PB[Ana]PW[Luis]SZ[13]RE[B]GC[game #1]\
                SO[https://www.littlegolem.net];W[am];B[ii];W[de];B[resign])";
    let record = read(file).unwrap();
    assert_eq!(record.plies(), ["a13", "i9", "d5"]);
    assert_eq!(Sides::of(&record).mover(&record, 1), "black");
    assert_eq!(record.player(Side::First), "Ana");
    assert_eq!(record.early(), Some(&End::Resigned(Side::Second)));
    assert_eq!(moves("(;FF[4]SZ[11];W[ad];B[swap];W[eg];B[resign])"), "a4 swap-pieces e7");
    let numbered = "(;GM[11]SO[www.littlegolem.net];W[f6];B[swap];W[e5])";
    assert_eq!(moves(numbered), "f6 swap-pieces e5");
    let unfinished = "(;FF[4]PB[x]PW[Shumacher;]]SZ[13]RE[W];W[ac])";
    assert_eq!(read(unfinished).unwrap().player(Side::Second), "Shumacher;]");
}

#[test]
fn stones_are_set_up_before_the_first_move() {
    let record = read("(;GM[11]SZ[3]AB[a1][b2]AW[c3]AW[a3]AE[a3];W[a2])").unwrap();
    assert_eq!(record.board(), Some("R../.R./..B"));
    assert_eq!(Sides::of(&record).mover(&record, 1), "white");
    let later = read("(;GM[11]SZ[3];AB[a1]PL[W];W[a2])").unwrap();
    assert_eq!(later.board(), Some("R../.../..."));
    let single = read("(;GM[11]SZ[1]AW[a1]PL[B])").unwrap();
    assert_eq!((single.board(), single.length()), (Some("B red"), 0));
    let swapped = read("(;GM[11]SZ[3]AW[a1]PL[B];B[a2])").unwrap();
    assert_eq!(swapped.board(), Some("B../.../... swap-pieces"));
}

#[test]
fn boards_of_puzzles_and_games_that_white_begins_are_read() {
    for (file, board, mover) in [
        ("(;GM[11]SZ[4]AB[c3]AW[a1][b1][d1]PL[B])", "BB.B/..../..R./.... red", "black"),
        ("(;GM[11]SZ[4]AB[c3]AW[a1][b1][d1]PL[W])", "BB.B/..../..R./.... blue", "white"),
        ("(;GM[11]SZ[4]AB[c3]AW[a1][b1][d1];W[a2])", "BB.B/..../..R./.... blue", "white"),
        ("(;GM[11]SZ[3]AB[a1][b1])", "RR./.../... blue", "white"),
        ("(;GM[11]SZ[3]AB[a1]PL[B])", "R../.../... red", "black"),
        ("(;GM[11]SZ[3]PL[W])", ".../.../... blue", "white"),
        ("(;GM[11]SZ[3];W[a1];B[b2])", ".../.../... blue", "white"),
    ] {
        let record = read(file).unwrap();
        let start = record.node(0).position();
        assert_eq!((record.board(), Sides::of(&record).next(&record, 0)), (Some(board), mover));
        assert_eq!(start.picture().notes[0].text.id, "hex-note-unreachable", "{file}");
        assert_eq!(read(&write(&record)).unwrap(), record, "{file}");
    }
    assert_eq!(moves("(;GM[11]SZ[3];W[a1];B[b2])"), "a1 b2");
    // The colours still take turns.
    assert!(refused("(;GM[11]SZ[3];W[a1];W[b2])").contains("Black’s turn"));
}

#[test]
fn what_cannot_be_read_is_told_by_its_place() {
    for (file, place, why) in [
        ("(;GM[1];B[aa])", "Line 1, column 6:", "number 1 of SGF"),
        ("(;GM[11]\n;B[a1]\n;W[a1])", "Line 3, column 4:", "a1 is taken"),
        ("(;GM[11];B[a1];B[b1])", "Line 1, column 18:", "White’s turn"),
        ("(;GM[11];B[])", "Line 1, column 12:", "no pass"),
        ("(;GM[11];B[z9])", "Line 1, column 12:", "from a1 to k11"),
        ("(;GM[11]SZ[1];B[a1];W[a1])", "Line 1, column 23:", "over"),
        ("(;GM[11]AB[z1])", "Line 1, column 12:", "no cell"),
        ("(;GM[11];B[a1];AB[b1])", "Line 1, column 16:", "before the first move"),
        ("(;GM[11]PL[x])", "Line 1, column 12:", "no colour"),
    ] {
        let said = refused(file);
        assert!(said.starts_with(place) && said.contains(why), "{file}: {said}");
    }
}

#[test]
fn each_game_of_a_file_is_read_by_its_number() {
    let file = "(;GM[11]SZ[3];B[b2])\n(;GM[11];W[oops])\nand\n(;GM[11]SZ[5](;B[a1])(;B[a2]))";
    let [first, second, third] = all(file).unwrap().try_into().unwrap();
    assert_eq!(first.unwrap().plies(), ["b2"]);
    assert_eq!(third.unwrap().options()["size"], "5");
    let why = Lang::ENGLISH.say(&second.unwrap_err().into());
    assert!(why.starts_with("Line 2, column 12:"), "{why}");
}

#[test]
fn a_draw_that_was_agreed_is_kept() {
    let record = read("(;GM[11]SZ[3]RE[Draw];B[b2])").unwrap();
    assert_eq!(record.early(), Some(&End::Agreed));
    assert!(write(&record).contains("RE[Draw]"), "{}", write(&record));
    assert_eq!(read("(;GM[11]SZ[3]RE[0];B[b2])").unwrap().early(), Some(&End::Agreed));
}

#[test]
fn what_is_written_looks_like_what_others_write() {
    let start = Start::of("hex").with("size", "5").with("swap", "pieces").at("a3 b2");
    let mut record = GameTree::begin(start).unwrap();
    record.add(1, "swap-pieces").unwrap();
    record.remark(1, "[sic]");
    record.name_player(Side::First, "Ana");
    record.end_early(End::Resigned(Side::First));
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[11]CA[UTF-8]AP[Ludoteca:{version}]SZ[5]RU[swap-pieces]PB[Ana]RE[W+R]\n\
         ;B[a3]C[[sic\\]]\n(\n;W[b2])\n(\n;W[swap-pieces]))\n"
    );
    assert_eq!(write(&record), expected);
}

#[test]
fn nesting_without_end_is_no_trouble() {
    let deep = format!("(;GM[11]{}{}", "(;".repeat(200_000), ")".repeat(200_001));
    assert_eq!(read(&deep).unwrap().plies().len(), 0);
    let deep = format!("(;GM[11]{}{}", "(;B[a1]".repeat(1000), ")".repeat(1001));
    assert!(refused(&deep).contains("turn"));
    let twice = format!("(;GM[11]{})", "(;B[a1])".repeat(60_000));
    assert_eq!(read(&twice).unwrap().nodes().len(), 2, "the same ply is there once");
    let replies = |first: usize| {
        let cells = (0..300).filter(|cell| *cell != first);
        let name = |cell: usize| ludoteca_games::boards::name(cell % 19, cell / 19);
        let replies: String = cells.map(|cell| format!("(;W[{}])", name(cell))).collect();
        format!("(;B[{}]{replies})", name(first))
    };
    let wide = format!("(;GM[11]SZ[19]{})", (0..170).map(replies).collect::<String>());
    assert!(refused(&wide).contains("50,000 moves"));
}

#[test]
fn signs_marks_names_and_clocks_are_kept() {
    let file = "(;GM[11]SZ[5]CR[a1];B[c3]TE[1]BL[59.5](;W[b4]BM[2])\
                (;W[d2]N[The ladder]IT[]TR[a2][b2]LB[c1:A:b]AR[a1:b2]AR[a1:z9]))";
    let tree = read(file).unwrap();
    assert_eq!(tree.note(0).marks, [Mark::of(Shape::Circle { cell: 0 })]);
    assert_eq!((tree.note(1).sign, tree.note(1).left), (Some(Sign::Good), Some(59_500)));
    assert_eq!(tree.note(2).sign, Some(Sign::Blunder));
    let aside = tree.note(3);
    assert_eq!((&*aside.name, aside.sign), ("The ladder", Some(Sign::Interesting)));
    let marks = [
        Shape::Triangle { cell: 5 },
        Shape::Triangle { cell: 6 },
        Shape::Label { cell: 2, words: "A:b".into() },
        Shape::Arrow { from: 0, to: 6 },
    ];
    assert_eq!(aside.marks, marks.map(Mark::of));
    assert_eq!(read(&write(&tree)).unwrap(), tree);
    let cells = tree.position().geometry().cells;
    assert_eq!(cells[6].name, "b2", "cells are numbered row by row");
}

#[test]
fn what_was_taken_back_stands_beside_the_last_move() {
    let mut tree = GameTree::begin(Start::of("hex").with("size", "5").at("a3 b2 c1")).unwrap();
    tree.go_to_ply(2).unwrap();
    tree.resign(Side::First).unwrap();
    let written = crate::Format::Sgf.text(&tree).unwrap();
    assert_eq!(read(&written).unwrap(), tree, "{written}");
}
