use std::fs;

use insta::assert_snapshot;

use crate::{Run, finish, program};

fn play(words: &str, typed: impl Into<Vec<u8>>) -> Run {
    finish(program().arg("play").args(words.split(' ')).write_stdin(typed))
}

/// What the players are once they are chosen.
fn chosen(words: &str, typed: &str) -> Vec<String> {
    let game = play(words, typed);
    let ready = game.said().lines().filter_map(|line| Some(line.split_once(" is ready: ")?.1));
    ready.map(str::to_owned).collect()
}

#[test]
fn everything_is_asked_and_told_in_both_languages() {
    for (lang, yes) in [("en", "yes"), ("es", "sí")] {
        let words = format!("connect4 --choose --seed 1 --lang {lang}");
        let typed = format!("1\n7\n2\n\n4\nresign\n{yes}\n4\nquit\n");
        assert_snapshot!(format!("choosing-{lang}"), play(&words, typed).said());
    }
}

#[test]
fn the_scores_of_the_columns_are_shown_as_seed_004_shows_them() {
    let game = play("connect4 --second rules:level=2", "4\n");
    let scores = "Its values:   1: -50   2: -40   3: -40   4: 0   5: -40   6: -40   7: -50\n";
    assert!(game.said().replace('−', "-").contains(scores), "{}", game.out);
    // Of many moves the best are shown, in the order of the game.
    let many = play("tictactoe --size 5 --second minimax:depth=1", "c3\n");
    let shown = many.said().lines().find(|line| line.starts_with("Its values")).unwrap();
    assert_eq!(shown.matches(": −").count(), 12, "{shown}");
    assert!(shown.ends_with('…'), "{shown}");
}

#[test]
fn an_empty_line_takes_what_is_proposed() {
    assert_eq!(chosen("connect4 --choose", "\n\n\n"), ["human", "mcts:playouts=1000"]);
    assert_eq!(
        chosen("connect4 --choose", "minimax\n\n\nrules\n3\n\n"),
        ["minimax:level=2", "rules:level=3"]
    );
    // A player without levels and files is asked for neither, and a whole text says everything.
    assert_eq!(
        chosen("connect4 --choose", "random\nmcts:playouts=7\n"),
        ["random", "mcts:playouts=7"]
    );
    // As this level plays it reads no file, so it is not asked for one.
    assert_eq!(chosen("connect4 --choose", "5\n1\nhuman\n"), ["alphabeta:depth=1", "human"]);
    assert_eq!(chosen("tictactoe --choose", "minimax\n1\nhuman\n"), ["minimax:depth=1", "human"]);
}

#[test]
fn only_who_is_not_named_is_asked_for_and_nobody_without_being_told_to() {
    assert_eq!(chosen("connect4 --choose --first random", "human\n"), ["human"]);
    assert_eq!(chosen("connect4 --choose --second random", "human\n"), ["human"]);
    let silent = play("connect4 --seed 1", "4\nresign\nyes\n");
    assert!(!silent.said().contains("Who plays?") && !silent.out.contains("Play again?"));
    assert!(silent.out.ends_with("The other side resigned.\n"), "{}", silent.out);
}

#[test]
fn an_answer_that_will_not_do_is_asked_for_again_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let [good, bad] = ["my rules, good.txt", "bad.txt"].map(|name| {
        let file = folder.path().join(name);
        fs::write(&file, if name == "bad.txt" { "# H" } else { "# H 1" }).unwrap();
        file.to_str().unwrap().to_owned()
    });
    let typed = format!(
        "0\n10\nnobody\nmcts:playouts=0\nminimax\n0\n4\nmany\n3\n/no/such/file\n{bad}\n{good}\nhuman\n"
    );
    let game = play("connect4 --choose", typed);
    for told in [
        "The players go from 1 to 9.",
        "connect4 has no player called “nobody”.",
        "“0” does not fit playouts",
        "minimax has levels from 1 to 3.",
        "/no/such/file: it does not exist.",
        "bad.txt has one error, so its rules are not used.",
    ] {
        assert!(game.said().contains(told), "{told}\n{}", game.out);
    }
    assert!(game.out.contains(&format!("is ready: minimax:level=3,file=\"{good}\"")));
    let answers = ["Who plays?", "Level?", "File of rules?"];
    assert_eq!(answers.map(|asked| game.out.matches(asked).count()), [6, 4, 3]);
}

#[test]
fn leaving_and_the_end_of_input_end_every_question() {
    for typed in ["", "human\n", "human\nmcts\n", "minimax\n1\n", "human\nmcts\n1"] {
        let ended = play("connect4 --choose", typed);
        assert!(ended.said().lines().last().unwrap().starts_with("The input ends here"));
    }
    for typed in ["quit\n", "human\nsalir\n", "minimax\nQUIT\n", "minimax\n1\nquit\n"] {
        assert!(play("connect4 --choose", typed).said().ends_with("Until next time.\n"));
    }
    let ended = play("connect4 --choose", "human\nhuman\n4 resign\n");
    assert!(ended.said().ends_with("Play again? (yes or no; Enter: no)\n"), "{}", ended.out);
    for no in ["no", "N", "", "perhaps\nno"] {
        let ended = play("connect4 --choose", format!("human\nhuman\nresign\n{no}\n4\n"));
        assert!(ended.said().ends_with("Enter: no)\n"), "{}", ended.out);
        assert_eq!(ended.out.contains("Answer yes or no."), no.starts_with("perhaps"));
    }
}

#[test]
fn the_score_belongs_to_the_player_and_sides_change_every_game() {
    let crosses_win = "b2 a1 c3 a2 a3 b3 c1";
    let draw = "b2 a1 a2 c2 b3 b1 c1 a3 c3";
    let words = "tictactoe --choose --first human --second human";
    let typed = format!("{crosses_win}\ny\n{crosses_win}\nSí\n{draw}\ns\n{crosses_win}\n");
    let game = play(words, typed);
    let scores: Vec<&str> = game.said().lines().filter(|line| line.starts_with("Score")).collect();
    assert_eq!(
        scores,
        [
            "Score: player 1 (human) 1, player 2 (human) 0, draws 0.",
            "Score: player 1 (human) 1, player 2 (human) 1, draws 0.",
            "Score: player 1 (human) 1, player 2 (human) 1, draws 1.",
            "Score: player 1 (human) 1, player 2 (human) 2, draws 1.",
        ]
    );
    assert_eq!(game.out.matches("Sides change").count(), 3);
    // The next game begins where the first began, and a changed level keeps what was won.
    let words = "connect4 --choose --first human --second random --position 44 --seed 1";
    let game = play(words, "resign\nyes\nlevel first mcts:playouts=20\nresign\nno\n");
    assert!(game.said().contains("Yellow (X): random\nRed (O): human\n"), "{}", game.out);
    assert!(game.out.ends_with(
        "Score: player 1 (human) 0, player 2 (mcts:playouts=20) 2, draws 0.\n\
         Play again? (yes or no; Enter: no)\n"
    ));
    let boards: Vec<&str> = game.out.split("\n\n").filter(|part| part.contains("1 2 3")).collect();
    assert!(boards.iter().all(|board| board.contains("O")), "{}", game.out);
}

#[test]
fn two_machines_are_chosen_and_play_again() {
    let game = play("connect4 --choose --seed 5", "random\nminimax:level=1\ny\nn\n");
    assert_eq!(game.said().matches("Four in line.").count(), 2, "{}", game.out);
    assert!(game.out.contains("Yellow (X): minimax:level=1\nRed (O): random\n"));
}

#[test]
fn a_game_that_was_over_from_the_beginning_counts_for_nobody() {
    let over = play("connect4 --choose --position 1122334", "human\nhuman\ny\n");
    assert!(over.said().ends_with("Yellow (X) wins. Four in line.\n"), "{}", over.out);
}
