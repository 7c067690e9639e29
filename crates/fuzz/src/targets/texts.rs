//! What people type: positions and plies of every game, player texts, rules, descriptions.

use std::time::Duration;

use ludoteca_games::{
    GameTree, Start, draw_text,
    gdl::{self, Patience, with_patience},
};
use ludoteca_players::{Supply, rules as production, settings};
use ludoteca_text::Text;

use crate::answer::{Answer, about};

pub const POSITION: &[&str] = &[
    "hex",
    "arimaa",
    "connect4",
    "checkers",
    "breakthrough",
    "tictactoe",
    "size=",
    "swap=",
    "a1 ",
    "b2 ",
    "swap ",
    "BB.B/..../R.R./.... red",
    "/",
    ".",
    "R",
    "B",
    "red",
    "blue",
    "X",
    "O",
    "x",
    "o",
    "W:WK1:B2",
    "g [rrr",
    "]",
    "1g ",
    "Ra1 ",
    "end ",
    "resign",
    "11-15 ",
    "a2a3 ",
    "a2xb3 ",
    "44444",
    "?",
];
pub const PLAYER: &[&str] = &[
    "random",
    "minimax",
    "alphabeta",
    "mcts",
    "ants",
    "neural",
    "hexodus",
    "rules",
    "strong",
    "perfect",
    "distance",
    "dijkstra",
    "engine",
    ":",
    ",",
    "=",
    "depth=",
    "level=",
    "time=",
    "nodes=",
    "eval=",
    "seed=",
    "threads=",
    "table=",
    "variant=",
    "net=",
    "cmd=\"sh\"",
    "resign=on",
    "view=",
    "searches=",
];
pub const RULES: &[&str] = &[
    "rule ", "if ", "then ", "and ", "or ", "not ", "play ", "block", "win", "column", "@level",
    "weight", "#", "(", ")", "[", "]", "->", "=", "1", "7", "priority", "regla", "\n",
];
pub const GDL: &[&str] = &[
    "(role white)",
    "(role black)",
    "(init (cell 1 1 b))",
    "(<= ",
    "(legal white noop)",
    "(true ",
    "(does ",
    "(next ",
    "(goal white 100)",
    "terminal",
    "(not ",
    "(or ",
    "(distinct ",
    "?x ",
    "?y ",
    "(base ",
    "(input ",
    "(control white)",
    "(succ 1 2)",
    ")",
    "))",
    ";",
    "|x|",
    "noop",
];

/// Descriptions may take seconds and a gigabyte to load; here only a little of either.
const PATIENCE: Duration = Duration::from_millis(150);
const BYTES: usize = 32 << 20;

fn patiently<T>(then: impl FnOnce() -> T) -> T {
    let patience = Patience { time: PATIENCE, bytes: BYTES, watch: None, account: None };
    with_patience(patience, then)
}

/// A start: the game and its options in the first line, the position in the rest.
fn start(words: &str) -> (Start, &str) {
    let (first, rest) = words.split_once('\n').unwrap_or((words, ""));
    let mut parts = first.split_whitespace();
    let mut start = Start::of(parts.next().unwrap_or("hex"));
    for (name, value) in parts.filter_map(|pair| pair.split_once('=')) {
        start.options.insert(name.to_owned(), value.to_owned());
    }
    (start, rest)
}

/// A position of any game, looked at as the page and the terminal look at it.
pub fn position(input: &[u8]) -> Answer {
    let words = String::from_utf8_lossy(input);
    let (start, rest) = start(&words);
    Answer::from(patiently(|| GameTree::begin(start.at(rest))), |tree| {
        let position = tree.position();
        let _ = draw_text(&position.geometry(), &position.picture());
        let plies = position.plies();
        for ply in plies.iter().take(5) {
            let played = tree.position().boxed().play(ply);
            assert!(played.is_ok(), "{ply} is listed and not legal");
        }
        // Whoever keeps the game keeps its board.
        if let Some(board) = position.board_text() {
            let same = GameTree::begin(tree.start().clone().at(board.as_str()));
            assert!(same.is_ok(), "a board cannot be read: {board}");
        }
        Answer::of((Answer::game(tree), about(plies.len()), position.reason().map(|why| why.id)))
    })
}

/// Plies, in the position that the first lines make.
pub fn ply(input: &[u8]) -> Answer {
    let words = String::from_utf8_lossy(input);
    let (start, rest) = start(&words);
    Answer::from(patiently(|| GameTree::begin(start)), |tree| {
        let mut tree = tree.clone();
        let mut answers = Vec::new();
        for ply in rest.split_whitespace().take(300) {
            answers.push(match tree.play(ply) {
                Ok(_) => Answer::of("played"),
                Err(why) => Answer::reason(why),
            });
        }
        answers.sort_by_key(|answer| format!("{answer:?}"));
        answers.dedup();
        Answer::of((tree.game().to_owned(), about(tree.length()), answers))
    })
}

/// A player text, for every game.
pub fn player(input: &[u8]) -> Answer {
    let words = String::from_utf8_lossy(input);
    let supply = Supply::seeded(1);
    let answers = ludoteca_games::GAMES
        .iter()
        .map(|game| Answer::from(settings(game.name, &words, &supply), |_| Answer::of("read")));
    Answer::of(answers.collect::<Vec<_>>())
}

/// A file of production rules.
pub fn rules(input: &[u8]) -> Answer {
    Answer::from(production::read(&String::from_utf8_lossy(input)), |reading| {
        let faults = reading.faults.iter().take(20).map(|fault| format!("{:?}", fault.expected));
        let kind = |why: String| why.split(['(', '{']).next().unwrap_or_default().to_owned();
        let kinds: std::collections::BTreeSet<String> = faults.map(kind).collect();
        Answer::of((about(reading.rules.len()), kinds))
    })
}

/// A description of a game, and its first position.
pub fn description(input: &[u8]) -> Answer {
    let words = String::from_utf8_lossy(input).into_owned();
    let begun = patiently(|| GameTree::begin(Start::of("gdl").with(gdl::RULES, words)));
    Answer::from(begun.map_err(Text::from), |tree| {
        let mut tree = tree.clone();
        // Some plies, always the first that is legal.
        for _ in 0..20 {
            let Some(ply) = tree.position().plies().into_iter().next() else { break };
            if tree.play(&ply).is_err() {
                break;
            }
        }
        Answer::of((Answer::game(&tree), about(tree.position().geometry().cells.len())))
    })
}
