//! Records of Arimaa as the game's own site and programs write them: a line for each turn, with its
//! label and with captures, and `resigns` at the end. A board that was set up stands before them.

use ludoteca_games::{
    Arimaa, End, Game, GameTree, Side, Start,
    arimaa::{is_resignation, read_label, write_label, write_record},
    find,
    tree::ROOT,
};
use ludoteca_text::Text;

use crate::{
    error::FileError,
    kind::{FormatKind, Holds, Told, all_is_read, if_so, moves_only, only},
    place,
    sides::done,
};

/// The format.
pub const FORMAT: FormatKind = FormatKind {
    name: "arimaa",
    ending: "txt",
    media_type: "text/plain; charset=utf-8",
    serves: |game| game == Arimaa::NAME,
    told: |words| if_so(is_record(words), Told::Perhaps),
    holds: Holds::Game,
    read: |words| Ok(only(move || read(words))),
    unplaced: all_is_read,
    write: |tree| Ok(write(tree)?.into()),
    stops_early: false,
    keeps: moves_only,
};

/// Whether a text is a record or a board: it begins with the label of a turn, or with a side and a
/// bracket.
fn is_record(words: &str) -> bool {
    let begin = words.trim_start();
    let bracket = begin.strip_prefix(['g', 's', 'w', 'b']).map(str::trim_start);
    bracket.is_some_and(|rest| rest.starts_with('['))
        || begin.split_whitespace().next().and_then(read_label).is_some()
}

/// A game from its record; turns that were taken back are gone.
pub fn read(words: &str) -> Result<GameTree, FileError> {
    let start = find(Arimaa::NAME)?.begin([])?;
    start.read_position(words).map_err(|error| place::of_notation(words, error))?;
    let mut tree = GameTree::begin(Start::of(Arimaa::NAME).at(words))?;
    let mut last = words.split_whitespace().rev();
    if last.next().is_some_and(is_resignation) {
        let labelled = last.next().and_then(read_label).map(|(_, side)| side);
        let to_move = tree.position().side();
        tree.end_early(End::Resigned(labelled.unwrap_or(to_move)));
    }
    Ok(done(tree))
}

/// The record of a game: what was played from where, and who resigned.
pub fn write(tree: &GameTree) -> Result<String, FileError> {
    let at = |node: usize| tree.node(node).position().as_any().downcast_ref::<Arimaa>();
    let (Some(start), Some(end)) = (at(ROOT), at(tree.last())) else {
        unreachable!("only games of Arimaa are written like this");
    };
    let mut position = start.clone();
    let mut plies = Vec::new();
    for words in tree.plies() {
        let ply = position.read_ply(&words).map_err(Text::from)?;
        position.play_unchecked(&ply);
        plies.push(ply);
    }
    let mut lines: Vec<String> = tree.board().map(str::to_owned).into_iter().collect();
    lines.extend((!plies.is_empty()).then(|| write_record(start, &plies)));
    if let Some(End::Resigned(side)) = tree.early() {
        lines.push(format!("{} resigns", write_label(end.number(), *side)));
    }
    if lines.is_empty() {
        // Nothing at all would say nothing of its game.
        lines.push(write_label(1, Side::First));
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    const SETUPS: &str = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                          1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n";

    fn again(words: &str) -> String {
        write(&read(words).unwrap()).unwrap()
    }

    fn refused(words: &str) -> String {
        Lang::ENGLISH.say(&read(words).unwrap_err().into())
    }

    #[test]
    fn a_record_is_written_as_it_was_read() {
        let record = format!("{SETUPS}2g Ee2n Ee3n Ee4n Ee5n\n2s ed7s\n3g resigns\n");
        assert_eq!(again(&record), record);
        let old = record.replace("g ", "w ").replace("s ", "b ").replace('\n', "\r\n");
        assert_eq!(again(&old), record, "white and black are Gold and Silver");
        assert_eq!(again(SETUPS), SETUPS);
        assert_eq!(again("1g"), "1g\n");
    }

    #[test]
    fn a_capture_stands_before_the_step_that_completes_the_push() {
        // A cat on f4 above a trap, the elephant beside it on g4, a rabbit of each side at home.
        let board = format!("g [{:<37}cE{:>25}]", "r", "R");
        let record = format!("{board}\n2g cf4s cf3x Eg4w\n");
        assert_eq!(again(&record), record);
        assert_eq!(again(&record.replace("cf3x ", "")), record, "it need not be said");
        let other = record.replace("cf3x", "rf3x");
        assert!(refused(&other).contains("took cf3x"), "{}", refused(&other));
        let none = record.replace("cf4s cf3x", "cf4n cf3x");
        assert!(refused(&none).starts_with("Line 2, column 9:"), "{}", refused(&none));
    }

    #[test]
    fn a_turn_that_was_taken_back_is_not_in_the_game() {
        let record = format!("{SETUPS}2g Ee2n\n2s takeback\n2g Md2n\n");
        assert_eq!(again(&record), format!("{SETUPS}2g Md2n\n"));
        let all = format!("{SETUPS}2g takeback\n1s takeback\n1g takeback");
        assert!(refused(&all).contains("no turn to take back"), "{}", refused(&all));
    }

    #[test]
    fn an_unfinished_turn_stays_unfinished() {
        let record = format!("{SETUPS}2g Ee2n Ee3n ...\n");
        assert_eq!(again(&record), record);
        assert_eq!(read(&record).unwrap().plies().len(), 34);
        assert_eq!(read(&record.replace(" ...", "")).unwrap().plies().last().unwrap(), "end");
        let gave_up = record + "2s resigns\n";
        assert_eq!(again(&gave_up), gave_up, "also by the side that is not to move");
        let more = format!("{SETUPS}2g Ee2n ...\n2s ed7s");
        assert!(refused(&more).starts_with("Line 4, column 1:"), "{}", refused(&more));
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_place() {
        for (words, line, column) in [
            (format!("{SETUPS}2g Ee2n Ee2n"), 3, 9),
            (format!("{SETUPS}2g Ee2n Ee3s"), 3, 9),
            (format!("{SETUPS}2g Ee2n Ee3s\n2s ed7s"), 4, 1),
            (format!("{SETUPS}2s ed7s"), 3, 1),
            ("g [short]".to_owned(), 1, 4),
            ("5w hello".to_owned(), 1, 4),
        ] {
            let said = refused(&words);
            assert!(said.starts_with(&format!("Line {line}, column {column}:")), "{said}");
        }
    }

    #[test]
    fn a_record_is_known_from_other_texts() {
        for record in ["1g", "2w Ee2n", " 17s\n +-----", "g [", "s  [rrr]"] {
            assert!(is_record(record), "{record}");
        }
        for other in ["good [", "4435452266", "9x9n,", "#11", "g", "", "Ra1 Rb1", "# ludoteca play"]
        {
            assert!(!is_record(other), "{other}");
        }
    }
}
