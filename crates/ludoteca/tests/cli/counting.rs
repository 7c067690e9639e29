//! `perft` and `bench`.

use crate::{line, run};

#[test]
fn perft_counts_what_is_known_of_connect_four() {
    // Computed with OpenSpiel to depth 6, and by two programs of their own beyond.
    let known = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234];
    for (depth, nodes) in known.into_iter().enumerate() {
        let answer = line(&format!("perft connect4 {depth} --json")).json();
        assert_eq!(answer["depth"], depth);
        assert_eq!(answer["nodes"], nodes);
        assert!(answer["seconds"].is_f64());
        assert_eq!(answer.as_object().unwrap().len(), 3);
    }
}

#[test]
fn perft_counts_what_is_known_of_tic_tac_toe() {
    // 255168 games in all: 1440, 5328, 47952 and 72576 end after 5 to 8 moves, the rest after 9.
    let known = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0];
    assert_eq!(known[9], 255168 - 1440 - 5328 - 47952 - 72576);
    for (depth, nodes) in known.into_iter().enumerate() {
        let answer = line(&format!("perft tictactoe {depth} --json")).json();
        assert_eq!(answer["nodes"], nodes, "depth {depth}");
    }
    let large = line("perft tictactoe 4 --size 5 --line 4 --json").json();
    assert_eq!(large["nodes"], 25 * 24 * 23 * 22);
    assert_eq!(line("perft tictactoe 10000 --json").json()["nodes"], 0);
}

#[test]
fn perft_counts_what_is_known_of_checkers_and_breakthrough() {
    // Aart Bik, and OpenSpiel.
    for (asked, nodes) in [
        ("checkers 6", 36768),
        ("breakthrough 4", 256036),
        ("breakthrough 4 --size 6", 71478),
        ("breakthrough 1 --position a2a3", 22),
        ("checkers 1 --position B:W18,26:B15,1", 1),
    ] {
        assert_eq!(line(&format!("perft {asked} --json")).json()["nodes"], nodes, "{asked}");
    }
}

#[test]
fn perft_begins_at_a_position_and_tells_people_too() {
    let answer = line("perft connect4 1 --position 444444 --json").json();
    assert_eq!(answer["nodes"], 6);
    assert!(line("perft connect4 6").said().starts_with("There are 117,649 ways to play 6 moves"));
    assert!(line("perft connect4 1 --lang es").said().contains("7 maneras de jugar una jugada"));
}

#[test]
fn perft_counts_whole_turns_of_arimaa() {
    let homes = ["rrrrrrrrhdcemcdh", "HDCEMCDHRRRRRRRR"].join(&" ".repeat(32));
    let board = format!("g [{homes}]");
    let count =
        |more: &[&str]| run(&[&["perft", "arimaa", "1", "--position", &board], more].concat());
    let answer = count(&["--json"]).json();
    // On which three independent programs agree.
    assert_eq!(answer["nodes"], 3353);
    assert_eq!(answer["sequences"], 23_754);
    assert_eq!(answer.as_object().unwrap().len(), 4);
    assert!(count(&[]).said().starts_with("One turn can end in 3,353 positions"));
    assert!(count(&["--lang", "es"]).said().contains("23.754 series de pasos"));
    assert_eq!(line("perft arimaa 1 --json").json()["nodes"], 64_864_800);
}

#[test]
fn bench_counts_random_games() {
    for game in ["connect4", "tictactoe --size 5"] {
        let answer = line(&format!("bench playouts {game} --seconds 0.05 --json")).json();
        let number = |name: &str| answer[name].as_f64().unwrap();
        assert!(answer["games"].is_u64() && answer["moves"].is_u64());
        assert!(number("moves") > number("games") && number("seconds") >= 0.05);
        let rate = number("games") / number("seconds");
        assert!((number("games_per_second") - rate).abs() < 1.0);
        let rate = number("moves") / number("seconds");
        assert!((number("moves_per_second") - rate).abs() < 1.0);
        // On a machine that others use too the processor has worked for less than the time that passed.
        assert!(number("cpu_seconds") <= number("seconds") + 0.01, "{answer}");
        let rate = number("games") / number("cpu_seconds");
        assert!((number("games_per_cpu_second") - rate).abs() < 1.0);
        let rate = number("moves") / number("cpu_seconds");
        assert!((number("moves_per_cpu_second") - rate).abs() < 1.0);
        assert_eq!(answer.as_object().unwrap().len(), 8);
    }
    assert!(line("bench playouts connect4 --seconds 0.01").said().contains("on the processor"));
    assert!(line("bench playouts connect4 --seconds 0.01").said().contains("games and"));
    let spanish = line("bench playouts connect4 --seconds 0.01 --lang es");
    assert!(spanish.said().contains("partidas al azar"));
}
