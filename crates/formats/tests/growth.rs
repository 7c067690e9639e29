//! Files made to cost more than their length.
//!
//! Each is so long that a reader whose cost grew with the square of the length would not come to an
//! end over it, and one that follows the text once is through in a moment: no clock is looked at.

use ludoteca_formats::{Format, files::MOST_BYTES, read, read_numbered};
use ludoteca_games::{
    GameTree, Start,
    tree::{MOST_PLIES, TreeError},
};
use proptest::{prelude::*, sample::select};

/// Far less than may be read, and enough.
const LONG: usize = MOST_BYTES / 10;

/// A beginning, and one thing after it again and again.
const LONG_FILES: [(&str, &str); 44] = [
    // PDN
    ("[a \"b\"]", "["),
    ("[a \"b\"]", "[ "),
    ("[a \"b\"]", "[a \""),
    ("[a \"b\"]", "[a \"\\"),
    ("[a \"b\"]", "[a \"\\\""),
    ("[a \"b\"]", "[a \"\" "),
    ("[a \"b\"]", "[a]"),
    ("[a \"b\"]", "\"["),
    ("[a \"b\"]", "(["),
    ("[a \"b\"]", "* "),
    ("[a \"b\"] 11-15 ", "(9-13)"),
    ("[a \"b\"] 11-15 ", "{x}"),
    ("[a \"b\"] 11-15 ", ";\n"),
    ("[a \"b\"] 11-15 ", "\n%"),
    ("[a \"b\"] 11-15 ", "$"),
    ("1. 11-15 ", "("),
    ("[FEN \"B:W1:B", "2,"),
    // SGF
    ("(;GM[11]", "("),
    ("(;GM[11]", "(;"),
    ("(;GM[11]C[", "\\"),
    ("(;GM[11]C[", "]"),
    ("(;GM[11]", "AB[a1]"),
    ("(;GM[11]AB", "[a1]"),
    ("(;GM[11]", ";C[x]"),
    ("(;GM[11]", "LB[a1:x]"),
    ("(;GM[11])", "(;GM[11])"),
    ("(;GM[11])", "( "),
    ("(;GM[11]", "B[resign]"),
    // XML
    ("<game name=\"hex\"", " a=''"),
    ("<game name=\"hex\">", "<variation>"),
    ("<game name=\"hex\"><comment>", "&amp;"),
    ("<game name=\"hex\">", "<!---->"),
    ("<game name=\"hex\"><move>a1</move>", "<variation/>"),
    ("<game name=\"hex\"><move>a1</move>", "<variation><move>b1</move></variation>"),
    // JSON
    ("{\"game\": \"hex\", \"moves\": [{\"move\": \"a1\"}", ", {\"move\": \"b1\", \"after\": 1}"),
    ("{\"game\": \"hex\", \"options\": {\"a\": ", "["),
    ("{\"game\": \"hex\", \"marks\": [", "{\"shape\": \"cell\", \"cell\": 1}, "),
    // Moves, links and records of Arimaa
    ("# ludoteca play hex", " --size 5"),
    ("# ludoteca play hex --size 5\n", "# \n"),
    ("#11,", "a1"),
    ("#11,", "%"),
    ("4", "4 "),
    ("1g Ra1", " takeback Ra1"),
    ("1g", " 1g"),
];

#[test]
fn no_file_costs_more_than_its_length() {
    for (begin, again) in LONG_FILES {
        let file = begin.to_owned() + &again.repeat(LONG / again.len());
        let _ = read_numbered(file.as_bytes(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn nothing_that_is_said_again_and_again_costs_more_than_its_length(
        begin in select(LONG_FILES.map(|file| file.0).to_vec()),
        again in prop::collection::vec(select(
            ["[", "]", "(", ")", "{", "}", "<", ">", "\"", "\\", ";", "a", "1", " ", "\n", ":", ",",
             "=", "&", "%", "/", "-", "*", "B[a1]", "11-15", "\"move\":"].to_vec()), 1..6),
    ) {
        let again = again.concat();
        let file = begin.to_owned() + &again.repeat(LONG / 4 / again.len());
        let _ = read_numbered(file.as_bytes(), 1);
    }
}

/// A game of Arimaa in which nobody takes anything, of many thousand plies: six pieces of each side go
/// up and down, one of them a turn, as long as no board comes about for the third time.
fn shuffled() -> GameTree {
    let setup = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Hb2 Cc2 Dd2 Ee2 Cf2 Dg2 Mh2\n\
                 1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 hb7 cc7 dd7 ee7 cf7 dg7 mh7";
    let mut tree = GameTree::begin(Start::of("arimaa").at(setup)).unwrap();
    // Which of a side's pieces are up, and how a step of one of them is written.
    let mut up = [[false; 6]; 2];
    let pieces = ["Ha", "Hb", "Dd", "Ee", "Dg", "Mh"];
    let step = |side: usize, piece: usize, up: bool| match (side, up) {
        (0, false) => format!("{}2n", pieces[piece]),
        (0, true) => format!("{}3s", pieces[piece]),
        (_, false) => format!("{}7s", pieces[piece].to_lowercase()),
        (_, true) => format!("{}6n", pieces[piece].to_lowercase()),
    };
    let mut any = 1u32;
    for turn in 0.. {
        any = any.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let side = turn % 2;
        let moved = (0..6).map(|next| (any as usize / 7 + next) % 6).find(|piece| {
            let begun = tree.play(&step(side, *piece, up[side][*piece])).is_ok();
            begun && (tree.play("end").is_ok() || tree.take_back().is_err())
        });
        match moved {
            Some(piece) => up[side][piece] = !up[side][piece],
            None => break,
        }
    }
    tree
}

#[test]
fn a_long_game_is_written_and_read_in_every_format() {
    let tree = shuffled();
    assert!(tree.length() > 8000, "{} plies", tree.length());
    for format in [Format::Json, Format::Xml, Format::Text, Format::Arimaa] {
        assert_eq!(read(&format.write(&tree).unwrap()).unwrap().length(), tree.length());
    }
}

#[test]
fn a_game_with_as_many_variations_as_any_is_written_and_read() {
    let mut tree = GameTree::begin(Start::of("hex").with("size", "19")).unwrap();
    let cells = tree.position().plies();
    // Lines of different beginnings, none of which is over.
    'all: for first in 0.. {
        let mut at = 0;
        for step in 0..180 {
            if tree.nodes().len() > MOST_PLIES {
                break 'all;
            }
            let cell = &cells[(first + step * 2) % cells.len()];
            at = tree.add(at, cell).unwrap();
        }
    }
    assert_eq!(tree.add(0, "s19").map(|_| ()).unwrap_err(), TreeError::Full);
    for format in [Format::Json, Format::Xml, Format::Sgf] {
        assert_eq!(read(&format.write(&tree).unwrap()).unwrap(), tree);
    }
}
