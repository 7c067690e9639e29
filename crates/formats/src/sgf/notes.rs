//! What SGF says about positions besides their moves: comments, names of variations, signs, marks
//! and clocks; and in a property of our own, which others pass over, what positions were judged to be
//! worth and by whom, as JSON has it.

use ludoteca_games::{
    GameTree, boards,
    picture::CellIndex,
    tree::{Judged, Mark, NodeId, Note, Shape, Sign, plain},
};

use super::scan::escaped;

/// The properties that speak of a position or of the move that led to it.
pub const ALL: [&str; 16] = [
    "C", "N", "TE", "BM", "DO", "IT", "BL", "WL", "SL", "CR", "SQ", "TR", "MA", "LB", "AR", JUDGED,
];

/// What a position was judged to be worth; the property V of SGF is a number of points, and does not
/// say whose.
const JUDGED: &str = "JUDGED";

/// Adds what a property says about a node. What makes no sense there is no reason to refuse a game.
pub fn add(tree: &mut GameTree, at: NodeId, name: &str, values: &[(usize, String)]) {
    let value = values.first().map(|(_, value)| value.trim()).unwrap_or_default();
    let much = value == "2";
    match name {
        "C" => tree.remark(at, values.first().map_or("", |(_, value)| value)),
        "N" => tree.note_mut(at).name = plain(value),
        "TE" => tree.note_mut(at).sign = Some(if much { Sign::Brilliant } else { Sign::Good }),
        "BM" => tree.note_mut(at).sign = Some(if much { Sign::Blunder } else { Sign::Bad }),
        "DO" => tree.note_mut(at).sign = Some(Sign::Doubtful),
        "IT" => tree.note_mut(at).sign = Some(Sign::Interesting),
        "BL" | "WL" => {
            let left = value.parse::<f64>().ok().filter(|left| (0.0..1e9).contains(left));
            if let Some(seconds) = left {
                tree.note_mut(at).left = Some((seconds * 1000.0).round() as u64);
            }
        }
        JUDGED => {
            let read = |(_, value): &(usize, String)| serde_json::from_str(value).ok();
            let judged: Vec<Judged> = values.iter().filter_map(read).collect();
            if !judged.is_empty() {
                tree.note_mut(at).values.extend(judged);
            }
        }
        _ => {
            let marks: Vec<Mark> =
                values.iter().filter_map(|(_, value)| mark(tree, name, value)).collect();
            if !marks.is_empty() {
                tree.note_mut(at).marks.extend(marks);
            }
        }
    }
}

/// Writes what is said about a node; `black` made the move that led to it.
pub fn write(out: &mut String, note: &Note, names: &[String], black: bool) {
    let mut put = |name: &str, values: &[String]| {
        if !values.is_empty() {
            out.push_str(name);
            values.iter().for_each(|value| *out += &format!("[{}]", escaped(value)));
        }
    };
    let some = |words: &str| -> Vec<String> {
        Some(words.to_owned()).filter(|words| !words.is_empty()).into_iter().collect()
    };
    put("N", &some(&note.name));
    match note.sign {
        None => {}
        Some(Sign::Good) => put("TE", &["1".to_owned()]),
        Some(Sign::Brilliant) => put("TE", &["2".to_owned()]),
        Some(Sign::Bad) => put("BM", &["1".to_owned()]),
        Some(Sign::Blunder) => put("BM", &["2".to_owned()]),
        Some(Sign::Doubtful) => put("DO", &[String::new()]),
        Some(Sign::Interesting) => put("IT", &[String::new()]),
    }
    if let Some(left) = note.left {
        put(if black { "BL" } else { "WL" }, &[(left as f64 / 1000.0).to_string()]);
    }
    for shape in MARKS {
        let values = note.marks.iter().map(|mark| written(&mark.shape, names));
        let same: Vec<String> = values.filter(|(name, _)| *name == shape).map(|v| v.1).collect();
        put(shape, &same);
    }
    let judged = note.values.iter().filter_map(|judged| serde_json::to_string(judged).ok());
    put(JUDGED, &judged.collect::<Vec<_>>());
    put("C", &some(&note.comment));
}

/// The properties of marks.
const MARKS: [&str; 7] = ["SL", "CR", "SQ", "TR", "MA", "LB", "AR"];

/// The property of a mark, and its value.
fn written(shape: &Shape, names: &[String]) -> (&'static str, String) {
    let cell = |cell: &CellIndex| names.get(*cell).cloned().unwrap_or_default();
    match shape {
        Shape::Cell { cell: on } => ("SL", cell(on)),
        Shape::Circle { cell: on } => ("CR", cell(on)),
        Shape::Square { cell: on } => ("SQ", cell(on)),
        Shape::Triangle { cell: on } => ("TR", cell(on)),
        Shape::Cross { cell: on } => ("MA", cell(on)),
        Shape::Label { cell: on, words } => ("LB", format!("{}:{words}", cell(on))),
        Shape::Arrow { from, to } => ("AR", format!("{}:{}", cell(from), cell(to))),
    }
}

fn mark(tree: &GameTree, name: &str, value: &str) -> Option<Mark> {
    let size: usize = tree.start().options.get("size")?.parse().ok()?;
    let cell = |word: &str| {
        let (column, row) = boards::read_name(&word.trim().to_ascii_lowercase())?;
        (column.max(row) < size).then_some(row * size + column)
    };
    let (first, rest) = value.split_once(':').unwrap_or((value, ""));
    let on = cell(first)?;
    Some(Mark::of(match name {
        "SL" => Shape::Cell { cell: on },
        "CR" => Shape::Circle { cell: on },
        "SQ" => Shape::Square { cell: on },
        "TR" => Shape::Triangle { cell: on },
        "MA" => Shape::Cross { cell: on },
        "LB" => Shape::Label { cell: on, words: plain(rest) },
        "AR" => Shape::Arrow { from: on, to: cell(rest)? },
        _ => return None,
    }))
}
