//! Writes checkers as PDN.

use crate::marks::Cells;
use ludoteca_games::{
    End, GameTree, Side,
    tree::{NodeId, ROOT},
};

use super::{ENGLISH, FORFEITED, LATE, RESIGNED, TERMINATION, commands};

/// Letters of a line, unless a comment is longer.
const WIDTH: usize = 80;

/// What waits while something else is written.
enum Task {
    /// A move, by its node and its depth.
    Move(NodeId, usize),
    /// The variations beside the move that was played, and what followed it.
    Follow(NodeId, usize),
    Open,
    Close,
}

/// A game of checkers as a file.
pub fn write(tree: &GameTree) -> String {
    let result = match tree.ended().filter(End::counts).map(|end| end.winner()) {
        Some(Some(Side::First)) => "0-1",
        Some(Some(Side::Second)) => "1-0",
        Some(None) => "1/2-1/2",
        None => "*",
    };
    let mut out = String::new();
    head(tree, result, &mut out);
    out.push('\n');
    let mut words = body(tree);
    words.push(result.into());
    let mut column = 0;
    for word in words {
        let open = out.ends_with('(');
        let tight = open || word == ")" || column == 0;
        if !tight && column + 1 + word.chars().count() > WIDTH {
            out.push('\n');
            column = 0;
        } else if !tight {
            out.push(' ');
            column += 1;
        }
        out += &word;
        column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => column + word.chars().count(),
        };
    }
    out.push('\n');
    out
}

fn head(tree: &GameTree, result: &str, out: &mut String) {
    let mut put = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        *out += &format!("[{name} \"{value}\"]\n");
    };
    let named = |side| Some(tree.player(side)).filter(|name| !name.is_empty()).unwrap_or("?");
    put("Event", "?");
    put("Site", "?");
    put("Date", "????.??.??");
    put("Round", "?");
    put("White", named(Side::Second));
    put("Black", named(Side::First));
    put("Result", result);
    put("GameType", ENGLISH);
    match tree.early().filter(|end| end.loser().is_some()) {
        Some(End::Resigned(_)) => put(TERMINATION, RESIGNED),
        Some(End::Late(_)) => put(TERMINATION, LATE),
        Some(End::Unsaid(_) | End::Adjudicated(_)) | None => {}
        Some(_) => put(TERMINATION, FORFEITED),
    }
    if let Some(board) = tree.board() {
        put("SetUp", "1");
        put("FEN", board);
    }
}

/// The words of the moves.
fn body(tree: &GameTree) -> Vec<String> {
    // Where White moves first, the first number is already half used.
    let late = usize::from(tree.node(ROOT).position().side() == Side::Second);
    let cells = Cells::of(tree);
    let mut words = Vec::new();
    let comment = |words: &mut Vec<String>, at: NodeId| {
        let note = tree.note(at);
        let commands = commands::write(note, &cells);
        let apart = if note.comment.is_empty() || commands.is_empty() { "" } else { " " };
        // A comment ends with its first closing brace, and nothing takes that meaning from it.
        let comment = format!("{}{apart}{commands}", note.comment.replace('}', ")"));
        words.extend((!comment.is_empty()).then(|| format!("{{{comment}}}")));
        !comment.is_empty()
    };
    comment(&mut words, ROOT);
    // Whether a move of White needs its number, as something stands before it.
    let mut apart = true;
    let mut tasks = vec![Task::Follow(ROOT, 0)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Open => {
                words.push("(".into());
                apart = true;
            }
            Task::Close => {
                words.push(")".into());
                apart = true;
            }
            Task::Move(at, depth) => {
                let (number, second) = ((depth + late) / 2 + 1, (depth + late) % 2 == 1);
                let sign = tree.note(at).sign.map_or("", |sign| sign.as_str());
                let ply = tree.node(at).ply() + sign;
                match (second, apart) {
                    (false, _) => words.push(format!("{number}. {ply}")),
                    (true, true) => words.push(format!("{number}... {ply}")),
                    (true, false) => words.push(ply),
                }
                apart = comment(&mut words, at);
            }
            Task::Follow(at, depth) => {
                let Some((played, others)) = tree.node(at).next().split_first() else { continue };
                tasks.push(Task::Follow(*played, depth + 1));
                for other in others.iter().rev() {
                    tasks.push(Task::Close);
                    tasks.push(Task::Follow(*other, depth + 1));
                    tasks.push(Task::Move(*other, depth));
                    tasks.push(Task::Open);
                }
                tasks.push(Task::Move(*played, depth));
            }
        }
    }
    words
}
