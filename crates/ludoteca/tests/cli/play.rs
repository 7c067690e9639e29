use std::fs;

use insta::assert_snapshot;

use crate::{Run, finish, program};

fn play(words: &str, typed: impl Into<Vec<u8>>) -> Run {
    finish(program().arg("play").args(words.split(' ')).write_stdin(typed))
}

/// The columns of the last board that was shown, each a number of discs.
fn last_board(said: &str) -> Vec<&str> {
    let end = said.rfind(" 1 2 3 4 5 6 7").expect("a board was shown");
    said[..end].lines().rev().take(6).collect()
}

#[test]
fn a_game_against_the_machine_in_both_languages() {
    for lang in ["en", "es"] {
        let words = format!("connect4 --second minimax:depth=2 --seed 3 --lang {lang}");
        let game = play(&words, "4\n4 4\nlevel\nxyz\nhelp\nresign\n");
        assert_snapshot!(format!("play-{lang}"), game.said());
    }
}

#[test]
fn two_people_play_to_the_end_with_several_moves_a_line() {
    let game = play("tictactoe --second human", "b2 a1 c3\na2 a3 b3 c1\n");
    assert!(game.said().ends_with("Crosses (X) wins. A complete line.\n"), "{}", game.out);
    assert!(game.out.contains("[X]"));
    let game = play("tictactoe --second human --lang es", "b2 a1 a2 c2 b3 b1 c1 a3 c3\n");
    assert!(game.said().ends_with("Tablas. El tablero está lleno.\n"), "{}", game.out);
}

#[test]
fn a_swap_is_typed_and_the_colours_go_with_the_players() {
    let game = play("hex --size 3 --swap sides --second human", "b2 swap\na1 swap\nb1 a2 b3\n");
    let said = game.said();
    assert!(said.contains("Whoever began now plays Blue"), "{said}");
    assert!(said.contains("You cannot swap now."), "{said}");
    assert!(said.ends_with("Red (R) wins. The two red edges are joined.\n"), "{said}");
    let game = play("hex --size 5 --swap pieces --second human --lang es", "a3 cambiar\nsalir\n");
    assert!(game.said().contains("\n 1 . . B . .\n"), "{}", game.out);
    let game = play("hex --size 3 --second human", "b2 swap\nquit\n");
    assert!(game.said().contains("This game has no swap."), "{}", game.out);
}

#[test]
fn two_machines_play_by_themselves_and_the_same_seed_gives_the_same_game() {
    let words = "connect4 --first random --second mcts:playouts=50 --seed 9";
    let game = play(words, "");
    assert!(game.said().contains(" wins. Four in line."), "{}", game.out);
    assert_eq!(game.out, play(words, "this is not read").out);
}

#[test]
fn every_word_works_by_its_english_and_its_spanish_name() {
    for [english, spanish] in [
        ["hint", "pista"],
        ["undo", "deshacer"],
        ["redo", "rehacer"],
        ["level second random", "nivel segundo random"],
        ["swap", "cambiar"],
        ["save", "guardar"],
        ["end", "terminar"],
        ["resign", "rendirse"],
        ["help", "ayuda"],
        ["quit", "SALIR"],
    ] {
        let said = |word: &str| {
            let words = "connect4 --second mcts:playouts=50 --seed 2";
            play(words, format!("4\nundo\n4\n{word}\n")).said().to_owned()
        };
        assert_eq!(said(english), said(spanish), "{english}");
    }
}

#[test]
fn undo_goes_back_to_ones_own_choice_and_redo_forward_again() {
    let words = "connect4 --second mcts:playouts=50 --seed 2";
    let before = play(words, "4\n");
    let undone = play(words, "4\n4\nundo\n");
    assert_eq!(last_board(before.said()), last_board(undone.said()));
    let after = play(words, "4\n4\n");
    let redone = play(words, "4\n4\nundo\nundo\nredo\nredo\n");
    assert_eq!(last_board(after.said()), last_board(redone.said()));
    assert!(play(words, "undo\n").said().contains("There is no move to take back."));
    assert!(play(words, "redo\n").said().contains("There is no move to play again."));
    // Before the first choice of the second side there is only a move of the machine.
    let second = play("connect4 --first mcts:playouts=50 --second human --seed 1", "undo\n");
    assert!(second.said().contains("There is no move to take back."), "{}", second.out);
    let people = play("connect4 --second human", "4 4 undo 3\n");
    assert!(last_board(people.said())[0].contains(". .(O)X . . ."), "{}", people.out);
}

#[test]
fn resigning_loses_quitting_and_the_end_of_input_lose_nothing() {
    let words = "connect4 --second random --seed 1";
    assert!(
        play(words, "4\nresign\n").said().ends_with("Red (O) wins. The other side resigned.\n")
    );
    assert!(play(words, "4\nquit\n5\n").said().ends_with("Until next time.\n"));
    let ended = play(words, "4");
    assert!(ended.said().ends_with("The input ends here, after 2 moves; so does the game.\n"));
    assert!(play(words, "").said().ends_with("after 0 moves; so does the game.\n"));
}

#[test]
fn a_mistake_is_told_in_a_sentence_and_the_turn_stays() {
    let long = "7".repeat(1_000_000);
    let garbage: Vec<Vec<u8>> = vec![
        b"xyz".to_vec(),
        b"0 4".to_vec(),
        b"\xff\xfe\x80".to_vec(),
        "ñ 日本語 \u{202e}".into(),
        b"\x00\x1b[2J".to_vec(),
        long.clone().into_bytes(),
        "x ".repeat(50_000).into_bytes(),
        b"level first".to_vec(),
        b"level mcts:playouts=0".to_vec(),
        b"level third random".to_vec(),
        b"save".to_vec(),
        b"save /no/such/folder/file".to_vec(),
        b"swap".to_vec(),
        b"end".to_vec(),
        b"redo".to_vec(),
    ];
    for bytes in garbage {
        let game = play("connect4 --second random --seed 1", [&bytes[..], b"\n"].concat());
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
        assert!(game.said().ends_with("after 0 moves; so does the game.\n"), "{shown}");
        let told = game.out.lines().rev().nth(2).unwrap();
        assert!(told.ends_with('.') && told.len() < 250, "{shown}: {told}");
    }
    let full = play("connect4 --second human", "444444 \n4 4 4 4 4 4 4 1\n");
    assert!(full.said().contains("“4”: Column 4 is full."), "{}", full.out);
    // What came after the mistake was not played.
    assert!(full.out.ends_with("after 6 moves; so does the game.\n"));
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game");
    let file = file.to_str().unwrap();
    let saved = play(
        "tictactoe --size 5 --line 4 --second random --seed 1",
        format!("c3\nsave {file}\nb3\nsave {file}\n"),
    );
    assert!(saved.said().contains(&format!("Saved in {file}.")));
    let text = fs::read_to_string(file).unwrap();
    assert!(text.starts_with(
        "# ludoteca play tictactoe --line 4 --size 5 --first human --second random --position '@"
    ));
    let mut again = program();
    again.args(["play", "tictactoe", "--size", "5", "--line", "4", "--position"]);
    let again = finish(again.arg(format!("@{file}")).write_stdin("undo\nquit\n"));
    assert!(again.said().contains("5 . . . . ."), "{}", again.out);
    let marks = |said: &str| said.matches(['X', 'O']).count();
    assert!(marks(again.said()) > 4);
    // Somebody else's file is left alone, and a board that was set up has no list of moves.
    fs::write(file, "a letter").unwrap();
    let refused = play("tictactoe --second human", format!("save {file}\n"));
    assert!(refused.said().contains("is not a game of Ludoteca"), "{}", refused.out);
    assert_eq!(fs::read_to_string(file).unwrap(), "a letter");
    let rows = "......./......./......./......./......./...X...";
    let set_up = play(&format!("connect4 --second human --position {rows}"), "save /tmp/x\n");
    assert!(set_up.said().contains("Nothing was saved."), "{}", set_up.out);
}

#[test]
fn the_level_changes_during_the_game() {
    let words = "connect4 --second mcts:playouts=50 --seed 2";
    let game = play(words, "4\nlevel random\n4\n");
    assert!(game.said().contains("Red (O): random\n"), "{}", game.out);
    let game = play(words, "level second human\n4 4\n");
    assert!(game.said().contains("Yellow (X) to move."), "{}", game.out);
    let game = play(words, "level 1\nlevel 9\nlevel random\nlevel 1\n");
    assert!(game.said().contains("Red (O): mcts:playouts=20\n"), "{}", game.out);
    assert!(game.out.contains("mcts has levels from 1 to 5.\n"), "{}", game.out);
    assert!(game.out.contains("random has no levels.\n"), "{}", game.out);
    let whose = play("connect4 --second human", "level random\n");
    assert!(whose.said().contains("Say whose"), "{}", whose.out);
}

#[test]
fn a_game_that_is_over_from_the_beginning_says_so() {
    let over = play("connect4 --position 1122334", "5\n");
    assert!(over.said().ends_with("Yellow (X) wins. Four in line.\n"));
}
