//! Files of games.

use ludoteca_formats::{Format, read, read_numbered};
use ludoteca_games::GameTree;

use crate::answer::Answer;

pub const SGF: &[&str] = &[
    "(;",
    "GM[11]",
    "FF[4]",
    "SZ[5]",
    "B[a1]",
    "W[b2]",
    "B[swap-pieces]",
    "B[resign]",
    "C[x]",
    "AB[a1]",
    "AW[b2]",
    "PL[W]",
    "LB[a1:x]",
    "TR[a1]",
    "RE[B+R]",
    "GM[1]",
    "CA[UTF-8]",
    ";",
    "(",
    ")",
    "]",
    "V[0.5]",
    "EL[3]",
    "BL[10]",
    "OT[]",
    "LDV[",
    "HA[2]",
    "AP[x:1]",
];
pub const XML: &[&str] = &[
    "<game name=\"hex\">",
    "</game>",
    "<move>",
    "</move>",
    "<variation>",
    "</variation>",
    "<comment>",
    "<option",
    " name=\"",
    " value=\"",
    "size=\"5\"",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?xml",
    "&amp;",
    "&#x0;",
    "&#1114112;",
    "<!DOCTYPE a [<!ENTITY b \"bbbb\">]>",
    "&b;",
    "<mark",
    "<end",
    "<player",
];
pub const JSON: &[&str] = &[
    "\"game\":",
    "\"hex\"",
    "\"options\":",
    "\"size\":",
    "\"moves\":",
    "{\"move\":",
    "\"a1\"",
    "\"after\":",
    "\"comment\":",
    "\"marks\":",
    "\"end\":",
    "\"value\":",
    "\"players\":",
    "\"clock\":",
    "\\u0000",
    "\\ud800",
    "[[[[",
    "{\"a\":{\"a\":",
];
pub const PDN: &[&str] = &[
    "[Event \"x\"]",
    "[FEN \"B:W1,2:B31\"]",
    "[FEN \"W:WK1:BK32\"]",
    "[Result \"1-0\"]",
    "1. ",
    "11-15",
    "22x15",
    "23x16x7",
    "{x}",
    "(",
    ")",
    "$1",
    "*",
    "1/2-1/2",
    "[GameType \"21\"]",
    ";",
    "!",
    "?",
];
pub const ARIMAA: &[&str] = &[
    "1g ",
    "1s ",
    "2g ",
    "1w ",
    "1b ",
    "Ra1 ",
    "ra8 ",
    "Ee2n ",
    "ee7s ",
    "takeback",
    "resigns",
    "lost",
    "Ra1n Ra2n Ra3n Ra4n",
    "x ",
    "[",
    "]",
    "|",
    "+-----------------+",
];
pub const HEXWORLD: &[&str] = &[
    "https://hexworld.org/board/#",
    "#5,",
    "c2,",
    ":s",
    ":rb",
    ":rw",
    ":p",
    ":fw",
    "a1",
    "s19",
    "%20",
    "%",
    "r3",
    "n",
];
pub const MOVES: &[&str] = &[
    "# ludoteca play ",
    "hex",
    "arimaa",
    "connect4",
    "checkers",
    "breakthrough",
    "tictactoe",
    "gdl",
    " --size 5",
    " --swap none",
    "# comment\n",
    "a1",
    "b2",
    "swap",
    "resign",
    "4",
    "end",
    "11-15",
];

/// A file of any format. What was read is written again in every format and can be read, and comes
/// back whole from those that hold everything.
pub fn any(input: &[u8]) -> Answer {
    let read_one = read_numbered(input, 1);
    Answer::from(read_one, |(tree, games)| {
        // Writing it in all formats takes longer than reading; nobody stores the largest in passing.
        if tree.nodes().len() < 200 {
            for format in Format::ALL.into_iter().filter(|format| format.serves(tree.game())) {
                if format.is_picture() {
                    continue;
                }
                let Ok(written) = format.write(tree) else { continue };
                let again = read(&written);
                let again =
                    again.unwrap_or_else(|why| panic!("{} is unread: {why}", format.name()));
                if [Format::Json, Format::Xml].contains(&format) {
                    assert!(again == *tree, "{}", difference(format, tree, &again));
                }
            }
        }
        Answer::of((Answer::game(tree), *games > 1))
    })
}

/// What a format has lost, though it did not say so.
fn difference(format: Format, tree: &GameTree, again: &GameTree) -> String {
    let [before, after] = [tree, again].map(|tree| Format::Json.text(tree).unwrap_or_default());
    let mut lines = before.lines().zip(after.lines());
    let (before, after) = lines.find(|(before, after)| before != after).unwrap_or_default();
    format!("{} makes of{before} this:{after}", format.name())
}
