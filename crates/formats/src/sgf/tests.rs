//! Files of Hex as others write them, and those that are refused.

use ludoteca_games::Side;

use ludoteca_text::Text;
use ludoteca_words::Lang;

use super::write;
use crate::{Lost, Record, record::Reason};

/// The first game of a file.
fn read(file: &str) -> Result<Record, Text> {
    super::read(file, 1).map(|(record, _)| record.unwrap())
}

fn moves(file: &str) -> String {
    read(file).unwrap().plies().join(" ")
}

fn refused(file: &str) -> String {
    Lang::ENGLISH.say(&read(file).unwrap_err())
}

#[test]
fn a_file_is_read_with_its_players_size_comments_and_variations() {
    let file = "(;FF[4]GM[11]AP[HexGui:0.10]SZ[5]PB[Ana]PW[Luis]C[Sunday]XX[whatever][else]\n\
                ;B[C3]C[the centre](;W[b4];B[D2])(;W[a5]C[\\[far\\]]))";
    let record = read(file).unwrap();
    assert_eq!(record.options()["size"], "5");
    assert_eq!([Side::First, Side::Second].map(|side| record.player(side)), ["Ana", "Luis"]);
    assert_eq!(record.plies(), ["c3", "b4", "d2"]);
    let comments: Vec<&str> = record.nodes().iter().map(|node| node.comment()).collect();
    assert_eq!(comments, ["Sunday", "the centre", "", "", "[far]"]);
    assert_eq!(record.variations(), 1);
}

#[test]
fn a_comment_belongs_to_its_node_wherever_it_stands_there() {
    let record = read("(;GM[11]SZ[3];C[first]B[b2];C[second]W[a1])").unwrap();
    let comments: Vec<&str> = record.nodes().iter().map(|node| node.comment()).collect();
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
    let lost = Lost { side: Side::First, reason: Reason::Resigned };
    assert_eq!(record.lost(), Some(lost), "White was played by whoever began");
}

#[test]
fn resignations_and_results_are_read() {
    let lost = |file: &str| read(file).unwrap().lost().map(|lost| (lost.side, lost.reason));
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(lost("(;GM[11];B[a3];W[resign])"), Some((second, Reason::Resigned)));
    assert_eq!(lost("(;GM[11];B[a3];W[b2];W[Forfeit])"), Some((second, Reason::Forfeited)));
    assert_eq!(lost("(;GM[11]RE[W+T];B[a3])"), Some((first, Reason::Forfeited)));
    assert_eq!(lost("(;GM[11]RE[W+Resign];B[a3])"), Some((first, Reason::Resigned)));
    assert_eq!(lost("(;GM[11]RE[B];B[a3])"), Some((second, Reason::Unsaid)));
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
    assert_eq!(record.nodes()[1].mover(), "black");
    assert_eq!(record.player(Side::First), "Ana");
    let lost = Lost { side: Side::Second, reason: Reason::Resigned };
    assert_eq!(record.lost(), Some(lost));
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
    assert_eq!(record.nodes()[1].mover(), "white");
    let later = read("(;GM[11]SZ[3];AB[a1]PL[W];W[a2])").unwrap();
    assert_eq!(later.board(), Some("R../.../..."));
    let swapped = read("(;GM[11]SZ[3]AW[a1]PL[B];B[a2])").unwrap();
    assert_eq!(swapped.board(), Some("B../.../... swap-pieces"));
}

#[test]
fn what_cannot_be_read_is_told_by_its_place() {
    for (file, place, why) in [
        ("(;GM[1];B[aa])", "Line 1, column 6:", "number 1 of SGF"),
        ("(;GM[11]\n;B[a1]\n;W[a1])", "Line 3, column 4:", "a1 is taken"),
        ("(;GM[11];B[a1];B[b1])", "Line 1, column 18:", "White’s turn"),
        ("(;GM[11];W[a1])", "Line 1, column 12:", "first move is White’s"),
        ("(;GM[11];B[])", "Line 1, column 12:", "no pass"),
        ("(;GM[11];B[z9])", "Line 1, column 12:", "from a1 to k11"),
        ("(;GM[11]SZ[1];B[a1];W[a1])", "Line 1, column 23:", "over"),
        ("(;GM[11]AB[z1])", "Line 1, column 12:", "no cell"),
        ("(;GM[11]AB[a1][b1])", "Line 1, column 9:", "Red has 2"),
        ("(;GM[11]AB[a1]PL[B])", "Line 1, column 18:", "cannot be Black’s turn"),
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
    let game = |number| super::read(file, number).unwrap();
    assert_eq!((game(1).0.unwrap().plies(), game(1).1), (vec!["b2"], 3));
    assert_eq!(game(3).0.unwrap().options()["size"], "5");
    assert!(game(4).0.is_none());
    let why = Lang::ENGLISH.say(&super::read(file, 2).unwrap_err());
    assert!(why.starts_with("Line 2, column 12:"), "{why}");
}

#[test]
fn a_draw_that_was_agreed_is_kept() {
    let record = read("(;GM[11]SZ[3]RE[Draw];B[b2])").unwrap();
    assert!(record.is_agreed_draw());
    assert!(write(&record).contains("RE[Draw]"), "{}", write(&record));
    assert!(read("(;GM[11]SZ[3]RE[0];B[b2])").unwrap().is_agreed_draw());
}

#[test]
fn what_is_written_looks_like_what_others_write() {
    let mut record =
        Record::begin("hex", [("size", "5"), ("swap", "pieces")], Some("a3 b2")).unwrap();
    record.play(1, "swap-pieces").unwrap();
    record.remark(1, "[sic]");
    record.name_player(Side::First, "Ana");
    record.lose(Side::First, Reason::Resigned);
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
    let wide = format!("(;GM[11]{})", "(;B[a1])".repeat(60_000));
    assert!(refused(&wide).contains("50,000 moves"));
}
