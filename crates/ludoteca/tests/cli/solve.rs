//! `solve` and `book`.

use std::fs;

use ludoteca_players::connect4::{Book, key, positions_after};
use tempfile::TempDir;

use crate::{line, run};

#[test]
fn solve_gives_the_score_of_the_position_and_of_every_move() {
    let answer = line("solve connect4 --json").json();
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["score"], 1);
    // J. Allen and V. Allis, 1988: only the middle column wins.
    let moves: Vec<i64> =
        (1..=7).map(|c| answer["moves"][c.to_string()].as_i64().unwrap()).collect();
    assert_eq!(moves, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(answer["nodes"], 0, "the book knows");
    assert_eq!(answer.as_object().unwrap().len(), 5);
    // Eight moves are played, and each reply is in the book.
    let answer = line("solve connect4 --position 12345671 --json").json();
    assert_eq!(answer["nodes"], 0, "{answer}");
    // Beyond the book; from P. Pons's benchmark positions.
    let answer = line("solve connect4 --position 274552224131661 --json").json();
    assert_eq!((&answer["outcome"], &answer["score"]), (&"draw".into(), &0.into()));
    let rows = "......./......./......./...O.../..OX.../.XXOOX.";
    let answer = line(&format!("solve connect4 --position {rows} --json")).json();
    assert!(answer["moves"].as_object().unwrap().len() == 7, "{answer}");
}

#[test]
fn solve_tells_people_in_their_language_and_knows_other_games() {
    let english = line("solve connect4 --position 112233");
    assert!(english.said().contains("Yellow (X) wins with best play.\nScore: +18"));
    assert!(english.said().contains("\n  4       +18\n"), "{}", english.out);
    let spanish = line("solve tictactoe --position b2 --lang es");
    assert!(spanish.said().contains("Con el mejor juego no gana nadie."));
    assert!(spanish.said().contains("a2     pierde") && spanish.said().contains("a1     empata"));
    let answer = line("solve tictactoe --json").json();
    assert_eq!((&answer["outcome"], &answer["moves"]["b2"]), (&"draw".into(), &"draw".into()));
}

#[test]
fn a_puzzle_with_more_stones_of_one_colour_is_solved_and_said_to_be_laid_by_hand() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("puzzle.sgf");
    fs::write(&file, "(;GM[11]SZ[4]AB[c3]AW[a1][b1][d1]PL[B])").unwrap();
    let file = format!("@{}", file.display());
    let solve = |position: &str, more: &[&str]| {
        run(&[&["solve", "hex", "--size", "4", "--position", position], more].concat())
    };
    let board = "BB.B/..../..R./.... red";
    let answer = solve(board, &["--json"]).json();
    let outcome = (&answer["outcome"], answer["moves"].as_object().unwrap().len());
    assert_eq!(outcome, (&"loss".into(), 12));
    assert_eq!(solve(&file, &["--json"]).json()["moves"], answer["moves"]);
    // Whoever is to move is said, too.
    assert_eq!(solve("BB.B/..../..R./.... blue", &["--json"]).json()["outcome"], "win");
    assert!(solve(&file, &[]).said().contains("No game leads to this position"));
}

#[test]
fn solve_stops_at_the_outcome_where_nothing_else_is_asked() {
    let solve = |more: &str| line(&format!("solve hex --size 4 --json{more}")).json();
    let (all, outcome) = (solve(""), solve(" --outcome"));
    assert_eq!((&all["outcome"], &outcome["outcome"]), (&"win".into(), &"win".into()));
    assert_eq!(all["moves"].as_object().unwrap().len(), 16);
    assert!(outcome["nodes"].as_u64() < all["nodes"].as_u64(), "{outcome}");
    assert!(outcome["moves"].is_object());
    let told = line("solve connect4 --position 274552224131661 --outcome --lang es");
    assert!(told.said().contains("no gana nadie"), "{}", told.out);
}

#[test]
fn solve_proves_the_same_whoever_says_where_to_look_first() {
    let solve = |guide: &str| line(&format!("solve hex --size 5 --guide {guide} --json")).json();
    let (none, net) = (solve("none"), solve("net"));
    assert_eq!((&none["outcome"], &none["moves"]), (&net["outcome"], &net["moves"]));
    assert_ne!(none["nodes"], net["nodes"]);
    let refused = line("solve tictactoe --guide net");
    assert!(refused.refused(1).contains("--guide"));
}

#[test]
fn solve_says_what_it_could_not_find_out() {
    let answer = line("solve tictactoe --size 5 --nodes 1000 --json").json();
    assert_eq!(
        (&answer["outcome"], &answer["moves"]["c3"]),
        (&"unknown".into(), &"unknown".into())
    );
    assert!(line("solve tictactoe --size 5 --nodes 1000").said().contains("not enough time"));
    let answer = line("solve connect4 --position 6353274167 --nodes 10 --json").json();
    assert_eq!((&answer["outcome"], &answer["score"]), (&"unknown".into(), &().into()));
    let over = line("solve connect4 --position 1122334");
    assert_eq!((over.code, over.out.as_str()), (1, ""));
    assert!(over.err.contains("nothing to solve"), "{}", over.err);
}

/// The notes of a book of three plies that is all but made.
fn notes() -> String {
    let book = Book::built_in();
    let positions = positions_after(3);
    let note = |position| format!("{} {}\n", key(position), book.score(position).unwrap());
    positions.iter().map(note).collect()
}

#[test]
fn a_book_is_made_from_its_notes_always_the_same_and_found_right() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("small.book");
    let file = file.to_str().unwrap();
    let turned: String = notes().lines().rev().map(|line| format!("{line}\n")).collect();
    let mut books = Vec::new();
    // A last line that was cut off is solved again or, as here, was there before.
    for notes in [notes(), turned, format!("{}12345", notes())] {
        fs::write(format!("{file}.scores"), notes).unwrap();
        let made = line(&format!("book make {file} --plies 3"));
        assert!(made.said().contains("small.book"), "{}", made.out);
        books.push(fs::read(file).unwrap());
    }
    assert!(books[0] == books[1] && books[1] == books[2]);
    let right = line(&format!("book check {file} --positions 0"));
    assert!(right.said().contains("151 positions up to move 3"), "{}", right.out);
    let mut wrong = books.remove(0);
    wrong.iter_mut().skip(20).for_each(|byte| *byte ^= 1);
    fs::write(file, wrong).unwrap();
    let wrong = line(&format!("book check {file} --positions 0"));
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("wrong about the position"), "{}", wrong.err);
}

#[test]
fn notes_that_are_none_and_files_that_are_no_book_are_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("small.book");
    let file = file.to_str().unwrap();
    for bad in ["hello", "1 2", "5 x", "4432676268034 99"] {
        fs::write(format!("{file}.scores"), format!("{}{bad}\n", notes())).unwrap();
        let refused = line(&format!("book make {file} --plies 3"));
        assert_eq!(refused.code, 1, "{bad}");
        assert!(refused.err.contains("line 122"), "{}", refused.err);
    }
    // A file that holds something else is not touched, not even where its last line has no end.
    let other = "my shopping list\nbread";
    fs::write(format!("{file}.scores"), other).unwrap();
    assert_eq!(line(&format!("book make {file} --plies 3")).code, 1);
    assert_eq!(fs::read_to_string(format!("{file}.scores")).unwrap(), other);
    fs::write(file, "no book").unwrap();
    let refused = line(&format!("book check {file}"));
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("not a whole opening book"), "{}", refused.err);
    assert_eq!(line("book check nowhere.book").code, 1);
    assert_eq!(line(&format!("book make {file} --plies 13")).code, 2);
}

#[test]
fn the_book_to_read_is_a_folder_of_pages_with_a_picture_of_every_board() {
    let folder = tempfile::tempdir().unwrap();
    let written = crate::run(&["book", "write", folder.path().to_str().unwrap()]);
    assert_eq!(written.code, 0, "{}", written.err);
    for language in ludoteca_book::LANGUAGES {
        let edition = ludoteca_book::edition(language);
        for chapter in edition.chapters() {
            let file = folder.path().join(language).join(format!("{}.html", chapter.name));
            let html = std::fs::read_to_string(&file).unwrap();
            let pictures = html.matches("<figure><svg").count();
            let boards: Vec<_> = chapter.boards().into_iter().map(Result::unwrap).collect();
            assert_eq!(pictures, boards.len(), "{}", file.display());
            // A layer is drawn, and says its sentence below the picture.
            let shows = |board: &&ludoteca_book::Board| {
                board.show.as_deref().is_some_and(|show| show != ludoteca_book::Board::STORY)
            };
            let says = html.matches("<p class=\"says\">").count();
            assert_eq!(says, boards.iter().filter(shows).count(), "{}", file.display());
            assert!(html.contains(r#"<input type="search""#), "{}", file.display());
            // Every way to another page leads to one that is there.
            for link in html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let to = link.split('#').next().unwrap();
                let there = to.contains("://") || file.parent().unwrap().join(to).exists();
                assert!(to.is_empty() || there, "{}: {link}", file.display());
            }
        }
    }
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let connections = page("es/works/hexodus.html");
    assert!(connections.contains("url(#hatch-a-upright") && connections.contains("orillas"));
    // One page has everything, and what is looked through is there without a program.
    let whole = std::fs::read_to_string(folder.path().join("es/whole.html")).unwrap();
    let words = std::fs::read_to_string(folder.path().join("es/words.js")).unwrap();
    for chapter in ludoteca_book::edition("es").chapters() {
        assert!(whole.contains(&format!("<section id=\"{}\"", chapter.name)), "{}", chapter.name);
        assert!(words.contains(&format!("[\"{}\",", chapter.name)), "{}", chapter.name);
    }
    let nowhere = folder.path().join("es/index.html/below");
    assert_eq!(crate::run(&["book", "write", nowhere.to_str().unwrap()]).code, 1);
}
