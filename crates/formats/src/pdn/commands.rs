//! What PDN says in comments as PGN does, in words for programs: circles and arrows (`[%csl G12]`,
//! `[%cal G1216]`) and clocks (`[%clk 0:01:30]`, `[%emt 0:00:02.5]`). Squares have two figures.

use ludoteca_games::tree::{Colour, Mark, Note, Shape};

use crate::marks::Cells;

const COLOURS: [(char, Colour); 4] =
    [('G', Colour::Green), ('R', Colour::Red), ('B', Colour::Blue), ('Y', Colour::Yellow)];

/// What is said about a node in commands; empty if nothing is.
pub fn write(note: &Note, cells: &Cells) -> String {
    let mut out = Vec::new();
    let square = |cell: usize| format!("{:0>2}", cells.name(cell));
    let colour = |mark: &Mark| {
        COLOURS.iter().find(|known| known.1 == mark.colour).map_or('G', |known| known.0)
    };
    let circles = note.marks.iter().filter_map(|mark| match mark.shape {
        Shape::Circle { cell } => Some(format!("{}{}", colour(mark), square(cell))),
        _ => None,
    });
    let arrows = note.marks.iter().filter_map(|mark| match mark.shape {
        Shape::Arrow { from, to } => {
            Some(format!("{}{}{}", colour(mark), square(from), square(to)))
        }
        _ => None,
    });
    for (name, all) in [("csl", circles.collect::<Vec<_>>()), ("cal", arrows.collect())] {
        out.extend((!all.is_empty()).then(|| format!("[%{name} {}]", all.join(","))));
    }
    out.extend(note.used.map(|used| format!("[%emt {}]", time(used))));
    out.extend(note.left.map(|left| format!("[%clk {}]", time(left))));
    out.join(" ")
}

/// Takes the commands at the beginning and the end of a comment for what they say; what remains is
/// in words.
pub fn read<'a>(comment: &'a str, note: &mut Note, cells: &Cells) -> &'a str {
    let mut words = comment;
    while let Some(command) = words.trim_end().strip_suffix(']').and_then(|rest| rest.rfind("[%")) {
        let whole = words.trim_end();
        let mut found = Note::default();
        if !take(&whole[command + 2..whole.len() - 1], &mut found, cells) {
            break;
        }
        // What stands first is drawn first.
        found.marks.append(&mut note.marks);
        note.marks = found.marks;
        (note.used, note.left) = (note.used.or(found.used), note.left.or(found.left));
        words = whole[..command].strip_suffix(' ').unwrap_or(&whole[..command]);
    }
    while let Some(rest) = words.trim_start().strip_prefix("[%") {
        let Some((command, after)) = rest.split_once(']') else { break };
        if !take(command, note, cells) {
            break;
        }
        words = after.strip_prefix(' ').unwrap_or(after);
    }
    words
}

/// Does what a command says; whether it is one that is known and makes sense.
fn take(command: &str, note: &mut Note, cells: &Cells) -> bool {
    let Some((name, value)) = command.split_once(' ') else { return false };
    let marks = || -> Option<Vec<Mark>> {
        let cell = |word: &str| cells.cell(word.trim_start_matches('0'));
        let one = |word: &str| {
            let word = word.trim();
            let colour = COLOURS.iter().find(|known| word.starts_with(known.0))?.1;
            let word = &word[1..];
            let shape = match (name, word.len()) {
                ("csl", 1 | 2) => Shape::Circle { cell: cell(word)? },
                ("cal", 4) => {
                    Shape::Arrow { from: cell(word.get(..2)?)?, to: cell(word.get(2..)?)? }
                }
                _ => return None,
            };
            Some(Mark { shape, colour })
        };
        value.split(',').map(one).collect()
    };
    match name {
        "csl" | "cal" => marks().map(|all| note.marks.extend(all)).is_some(),
        "clk" => read_time(value).map(|time| note.left = Some(time)).is_some(),
        "emt" => read_time(value).map(|time| note.used = Some(time)).is_some(),
        _ => false,
    }
}

/// Hours, minutes and seconds.
fn time(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn read_time(words: &str) -> Option<u64> {
    let mut seconds = 0.0;
    for part in words.trim().split(':') {
        let part = part.parse::<f64>().ok().filter(|part| (0.0..1e9).contains(part))?;
        seconds = seconds * 60.0 + part;
    }
    (seconds < 1e12).then(|| (seconds * 1000.0).round() as u64)
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{GameTree, Start};

    use super::*;

    #[test]
    fn commands_are_read_wherever_a_comment_has_them_and_others_stay_words() {
        let cells = Cells::of(&GameTree::begin(Start::of("checkers")).unwrap());
        for (comment, words, marks) in [
            ("well [%csl G05,R32] [%cal Y1116]", "well", 3),
            ("[%clk 0:01:30] well [played]", "well [played]", 0),
            ("[%csl G05]", "", 1),
            ("[%csl G99]", "[%csl G99]", 0),
            ("[%cal é1116]", "[%cal é1116]", 0),
            ("[%eval 0.3] so", "[%eval 0.3] so", 0),
            ("[%", "[%", 0),
            ("]", "]", 0),
        ] {
            let mut note = Note::default();
            assert_eq!(read(comment, &mut note, &cells), words);
            assert_eq!(note.marks.len(), marks, "{comment}");
        }
        let mut note = Note::default();
        read("[%emt 0:00:02.5] [%clk 1:01:01]", &mut note, &cells);
        assert_eq!((note.used, note.left), (Some(2500), Some(3_661_000)));
        assert_eq!(write(&note, &cells), "[%emt 0:00:02.500] [%clk 1:01:01]");
    }
}
