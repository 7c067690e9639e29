//! The Portable Draughts Notation: checkers, with comments, variations, signs, clocks, circles and
//! arrows; a file may hold many games.
//!
//! `1-0` is a win for White and `0-1` one for Black, who begins in English draughts.

mod commands;
mod read;
mod write;

use read::{is_pdn, read, unplaced};
use write::write;

use ludoteca_games::tree::Shape;

use crate::{
    Part,
    kind::{FormatKind, Holds, Told, if_so},
};

/// The format.
pub const FORMAT: FormatKind = FormatKind {
    name: "pdn",
    ending: "pdn",
    media_type: "text/plain; charset=utf-8",
    serves: |game| game == "checkers",
    told: |words| if_so(is_pdn(words), Told::Likely),
    holds: Holds::Games,
    read,
    unplaced,
    write: |tree| Ok(write(tree).into()),
    stops_early: false,
    keeps: |part, note, begins| match part {
        Part::LineNames | Part::Values => false,
        Part::Signs => !begins,
        Part::Marks => note
            .marks
            .iter()
            .all(|mark| matches!(mark.shape, Shape::Circle { .. } | Shape::Arrow { .. })),
        _ => true,
    },
};

/// English draughts among the games of PDN.
const ENGLISH: &str = "21";
/// The tag that tells how a game was lost before its end on the board, as in chess.
const TERMINATION: &str = "Termination";
const RESIGNED: &str = "resignation";
const LATE: &str = "time forfeit";
const FORFEITED: &str = "forfeit";

#[cfg(test)]
mod tests {
    use ludoteca_games::{End, GameTree, Side, Start};
    use ludoteca_words::Lang;

    use super::*;
    use crate::FileError;

    const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                        [White \"Ana\"]\n[Black \"Luis \\\"El Rey\\\"\"]\n[Result \"1-0\"]\n\
                        [GameType \"21\"]\n[Termination \"resignation\"]\n\n\
                        {A short one.} 1. 11-15 {Old Fourteenth} (1. 9-13 22-18 (1... 24-20) \
                        2. 10-14)\n1... 23-19 2. 8-11 22-17 1-0\n";

    /// Every game of a file, or why it cannot be read.
    fn all(words: &str) -> Vec<Result<GameTree, FileError>> {
        read(words).unwrap().map(|unread| unread()).collect()
    }

    /// The first game of a file.
    fn first(words: &str) -> GameTree {
        all(words).remove(0).unwrap()
    }

    fn refused(words: &str) -> String {
        Lang::ENGLISH.say(&all(words).remove(0).unwrap_err().into())
    }

    #[test]
    fn a_game_is_written_as_it_was_read() {
        let record = first(GAME);
        assert_eq!(record.plies(), ["11-15", "23-19", "8-11", "22-17"]);
        assert_eq!(
            (record.player(Side::First), record.player(Side::Second)),
            ("Luis \"El Rey\"", "Ana")
        );
        assert_eq!((record.variations(), record.comments()), (2, 2));
        assert_eq!(record.early(), Some(&End::Resigned(Side::First)));
        assert_eq!(write(&record), GAME);
    }

    #[test]
    fn a_board_that_was_set_up_stands_in_its_tag() {
        let words = "[SetUp \"1\"] [FEN \"W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29.\"]\n24-19";
        let record = first(words);
        assert_eq!(record.board(), Some("W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"));
        let written = write(&record);
        assert!(written.contains("\n1... 24-19 *\n"), "{written}");
        assert_eq!(first(&written), record);
        let spaced = first("[FEN \"B:W 18, 24 : B 12,K22\"]");
        assert_eq!(spaced.board(), Some("B:W18,24:B12,K22"));
    }

    #[test]
    fn files_are_read_as_people_and_programs_write_them() {
        let plain = ["11-15", "22-18", "15x22", "25x18"];
        for words in [
            "1. 11-15 22-18 2. 15x22 25x18 *",
            "1.11-15 22-18 2.15x22 25x18",
            "1. 11-15! 22-18? 2. 15-22 $4 25x18!? 1/2-1/2",
            "[Event \"a ] b\"]\r\n; a line\r\n1. 11-15 22-18 ; another (\r\n2. 15x22 25x18 0-1",
            "% skipped [\n11-15 22-18 15x22 25x18",
            "[GameType \"21,B,8,8,N1,0\"]\n11-15 22-18 15x22 25x18 1-0\n\n[Event \"2\"]\n9-13 *",
            "11-15 22-18 15x22 25x18 2-0 9-13",
            "1. 11-15 1... 22-18 2. 15:22 25×18",
        ] {
            assert_eq!(first(words).plies(), plain, "{words}");
        }
        assert_eq!(first("[Result \"*\"]").plies().len(), 0);
    }

    #[test]
    fn the_result_says_who_gave_up_unless_the_board_does() {
        let loser = |words: &str| first(words).early().filter(|end| end.loser().is_some()).cloned();
        assert_eq!(loser("11-15 0-1"), Some(End::Unsaid(Side::Second)));
        assert_eq!(loser("[Result \"1-0\"] 11-15"), Some(End::Unsaid(Side::First)));
        assert_eq!(loser("11-15 1/2-1/2"), None);
        assert_eq!(loser("[Result \"1-0\"] 11-15 0-0"), None, "both have lost");
        assert_eq!(loser("[FEN \"B:W18:B15\"] 15x22 1-0"), None, "Black has won on the board");
    }

    #[test]
    fn a_draw_that_was_agreed_is_kept() {
        for words in ["11-15 1/2-1/2", "11-15 1-1", "[Result \"1/2-1/2\"] 11-15 *"] {
            let record = first(words);
            assert_eq!(record.early(), Some(&End::Agreed), "{words}");
            assert!(write(&record).ends_with("1. 11-15 1/2-1/2\n"), "{}", write(&record));
            assert_eq!(first(&write(&record)), record);
        }
        let late = "[Result \"1-0\"] 11-15 1/2-1/2";
        assert_eq!(first(late).early(), Some(&End::Agreed), "the end of the moves says it last");
        let won = first("[FEN \"B:W18:B15\"] 15x22 1/2-1/2");
        assert_eq!(won.early(), None, "Black has won");
    }

    #[test]
    fn each_game_of_a_file_is_read_by_its_number() {
        let file = "[Event \"1\"]\n1. 11-15 22-18 1-0\n{Said between.}\n[Event \"2\"]\n\
                    [White \"Ana\"]\n1. 9-13 (1. 10-14 * {no end [here}) 1-0\n\n\
                    [Event \"3\"] 12-16\n[Event \"4\"] *\n10-14 0-1 {So it went.}";
        let games: Vec<GameTree> = all(file).into_iter().map(Result::unwrap).collect();
        let plies: Vec<String> = games.iter().map(|record| record.plies().join(" ")).collect();
        assert_eq!(plies, ["11-15 22-18", "9-13", "12-16", "", "10-14"]);
        let second = &games[1];
        assert_eq!(second.player(Side::Second), "Ana");
        assert_eq!(second.note(0).comment, "Said between.");
        // What is wrong with one game is no matter for another.
        let broken = "11-15 *\n1. oops *\n9-13 {never";
        let [first, second, _] = all(broken).try_into().unwrap();
        assert_eq!(first.unwrap().plies(), ["11-15"]);
        let why = Lang::ENGLISH.say(&second.unwrap_err().into());
        assert!(why.starts_with("Line 2, column 4:"), "{why}");
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_place() {
        for (words, line, column, why) in [
            ("11-15 22-18\n15-19", 2, 1, "A capture is forced: 15x22."),
            ("11-15 hello", 1, 7, "A move is two squares"),
            ("1. 11-15 2.x", 1, 12, "A move is two squares"),
            ("11-15 {never", 1, 7, "This comment never ends"),
            ("11-15 (9-13", 1, 7, "This variation never ends"),
            ("11-15 22-18)", 1, 12, "No variation is open here"),
            ("(11-15)", 1, 1, "A variation stands after the move"),
            ("11-15 ((9-13))", 1, 8, "A variation stands after the move"),
            ("[Event]", 1, 1, "A tag is a name and its value"),
            ("[Event \"x", 1, 1, "A tag is a name and its value"),
            ("[Event \"x\" y]", 1, 1, "A tag is a name and its value"),
            ("[Event \"?\"]\n[GameType \"20\"]", 2, 12, "another kind of draughts, number 20"),
            ("[FEN \"B:W18:B40\"]", 1, 14, "A square is a number from 1 to 32"),
            ("[FEN \"nonsense\"]", 1, 7, "A board is the side to move"),
            ("[FEN \"B:W18:B15\"] 15x22 9-13", 1, 25, "The game is over."),
        ] {
            let said = refused(words);
            assert!(said.starts_with(&format!("Line {line}, column {column}:")), "{words}: {said}");
            assert!(said.contains(why), "{words}: {said}");
        }
    }

    #[test]
    fn tags_that_there_is_no_place_for_are_named_unless_they_say_nothing() {
        assert!(read::unplaced(GAME, 1).is_empty());
        let two = GAME.replace("Event \"?", "Event \"Sunday cup") + "\n" + GAME;
        assert_eq!(read::unplaced(&two, 1), ["Event"]);
        assert!(read::unplaced(&two, 2).is_empty());
    }

    #[test]
    fn a_file_is_known_from_other_texts() {
        for words in ["[Event \"x\"]", " [FEN \"B\"]", "1. 11-15 22-18", "1.11-15", "12... 9x14"] {
            assert!(is_pdn(words), "{words}");
        }
        for words in ["", "[", "[1]", "11-15", "1g Ra1", "1.", "1. e4 e5", "4435", "g [rrr"] {
            assert!(!is_pdn(words), "{words}");
        }
    }

    #[test]
    fn nesting_is_never_too_deep() {
        let words = "11-15".to_owned() + &" (9-13 22-18 (22-17".repeat(5000) + &"))".repeat(5000);
        let _ = all(&words);
        let mut record = GameTree::begin(Start::of("checkers")).unwrap();
        let played = record.play("11-15").unwrap();
        record.remark(played, "a } b");
        assert_eq!(first(&write(&record)).note(1).comment, "a ) b");
    }
}
