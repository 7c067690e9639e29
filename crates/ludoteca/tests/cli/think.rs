use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::{line, run};

/// A thought without the time it took.
fn timeless(mut thought: Value) -> Value {
    assert!(thought["seconds"].take().as_f64().unwrap() >= 0.0);
    thought
}

#[test]
fn every_player_answers_with_the_fields_of_the_contract() {
    for player in [
        "random",
        "ants:threads=2",
        "minimax",
        "alphabeta:depth=5",
        "mcts:playouts=500",
        "mcts:threads=2",
    ] {
        for game in ["connect4 --position 4435", "tictactoe --size 5 --position c3"] {
            let answer =
                line(&format!("think {game} --player {player} --nodes 2000 --json")).json();
            assert!(answer["move"].is_string(), "{player}: {answer}");
            let value = answer["value"].as_f64().unwrap();
            assert!((-1.0..=1.0).contains(&value));
            assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64());
            assert!(answer["layers"].is_array());
            for line in answer["lines"].as_array().unwrap() {
                assert!(line["moves"].as_array().unwrap().iter().all(Value::is_string));
                assert!(line["value"].is_f64());
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    for player in ["random", "ants:searches=20", "minimax", "mcts:playouts=300"] {
        let ask = |seed| {
            let words = format!("think connect4 --player {player} --seed {seed} --json");
            timeless(line(&words).json())
        };
        assert_eq!(ask(5), ask(5), "{player}");
    }
    let moves = |seed| {
        let words = format!("think tictactoe --size 5 --player random --seed {seed} --json");
        line(&words).json()["move"].clone()
    };
    assert!((0..10).any(|seed| moves(seed) != moves(10)), "seeds make a difference");
}

#[test]
fn a_proof_is_told_as_a_proof_and_a_guess_as_a_guess() {
    let proved = line("think connect4 --player alphabeta --position 112233 --json").json();
    assert_eq!(
        (&proved["move"], &proved["proved"], &proved["plies"]),
        (&"4".into(), &"win".into(), &1.into())
    );
    let said = line("think connect4 --player alphabeta --position 112233");
    assert!(said.said().contains("4 wins at once."), "{}", said.out);
    let guess = line("think connect4 --player mcts:playouts=200 --json").json();
    assert_eq!(guess.get("proved"), None);
    let said = line("think connect4 --player mcts:playouts=200 --lang es");
    assert!(said.said().contains("Es una intuición, no una prueba."), "{}", said.out);
}

#[test]
fn people_see_the_board_the_move_and_what_is_expected() {
    let told = |lang: &str| {
        let words =
            format!("think connect4 --player minimax:depth=3 --position 4435 --lang {lang}");
        let answer = line(&words);
        let all: Vec<&str> = answer.said().lines().collect();
        all[..all.len() - 1].join("\n")
    };
    assert_snapshot!("think-en", told("en"));
    assert_snapshot!("think-es", told("es"));
}

#[test]
fn agents_of_hex_tell_their_move_in_stones() {
    let told = |player: &str, lang: &str| {
        let words = "think hex --size 5 --position";
        let words: Vec<&str> = words.split(' ').collect();
        let more = ["c3 d2", "--player", player, "--lang", lang];
        let answer = run(&[&words[..], &more].concat());
        let all: Vec<&str> = answer.said().lines().collect();
        all[..all.len() - 1].join("\n")
    };
    for (lang, name) in [("en", "hex-en"), ("es", "hex-es")] {
        assert_snapshot!(name, [told("distance", lang), told("dijkstra", lang)].join("\n\n"));
    }
}

#[test]
fn time_and_nodes_limit_the_thought() {
    let timed = line("think connect4 --player alphabeta --time 0.05 --json").json();
    assert!(timed["seconds"].as_f64().unwrap() < 5.0);
    let counted = line("think connect4 --player alphabeta --nodes 1000 --json").json();
    assert!(counted["nodes"].as_u64().unwrap() <= 1000);
}

#[test]
fn a_position_is_read_from_a_file_without_comments_and_ends_of_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a position");
    fs::write(&file, "# a comment\n44 35\n\n").unwrap();
    let at = format!("@{}", file.display());
    let read = run(&["think", "connect4", "--player", "minimax", "--position", &at, "--json"]);
    let typed = line("think connect4 --player minimax --position 4435 --json");
    assert_eq!(timeless(read.json()), timeless(typed.json()));
}

#[test]
fn a_finished_game_is_nothing_to_think_about() {
    let over = line("think connect4 --player random --position 1122334");
    assert!(over.refused(1).contains("the game is over"));
    let over = line("think connect4 --player random --position 1122334 --json --lang es");
    assert!(over.refused(1).contains("la partida ha terminado"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_thought_and_it_answers() {
    use std::{process::Stdio, thread, time::Duration};
    let words = ["think", "connect4", "--player", "alphabeta", "--time", "60", "--json"];
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(700));
    crate::serve::signal("INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["move"].is_string() && answer["seconds"].as_f64().unwrap() < 30.0);
}
