use crate::{line, run};

const PLAYERS: &str = "--player random --player alphabeta:depth=5 --games 8 --nodes 300 --seed 2";

#[test]
fn a_ladder_puts_those_who_are_named_on_one_scale() {
    let answer = line(&format!("ladder tictactoe {PLAYERS} --json")).json();
    assert_eq!((&answer["game"], &answer["anchor"]), (&"tictactoe".into(), &"random".into()));
    assert_eq!(answer["date"].as_str().unwrap().len(), "2026-01-31".len());
    let rows = answer["rows"].as_array().unwrap();
    let players: Vec<&str> = rows.iter().map(|row| row["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["alphabeta:depth=5", "random"]);
    let number = |row: usize, key: &str| rows[row][key].as_f64().unwrap();
    assert!(number(0, "low") < number(0, "elo") && number(0, "elo") < number(0, "high"));
    assert_eq!((number(1, "elo"), number(1, "games") > 0.0), (0.0, true));
    let told = line(&format!("ladder tictactoe {PLAYERS} --lang es"));
    assert!(told.said().contains("random vale 0"), "{}", told.out);
}

#[test]
fn a_ladder_of_all_is_climbed_by_those_who_play_without_a_file_of_somebodys() {
    let answer = line("ladder tictactoe --games 1 --nodes 5 --jobs 2 --json").json();
    let rows = answer["rows"].as_array().unwrap();
    let takes_part = |name: &str| {
        rows.iter().any(|row| row["player"].as_str().unwrap().split(':').next() == Some(name))
    };
    assert!(["random", "minimax", "alphabeta", "mcts", "ants"].into_iter().all(takes_part));
    assert!(!takes_part("neural"), "no net for this game comes with the program");
}

#[test]
fn a_ladder_of_one_is_none() {
    assert!(line("ladder tictactoe --player random").refused(2).contains("two players"));
}

#[test]
fn every_two_players_get_the_openings_of_a_file_from_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    // Whoever begins wins at once, so that nobody stands above another.
    std::fs::write(&file, "# won by the first side\n414141\n\n  717171  \n").unwrap();
    let file = file.to_str().unwrap();
    let words = ["ladder", "connect4", "--player", "alphabeta:depth=1"];
    let words = [&words[..], &["--player", "alphabeta:depth=2", "--games", "8"]].concat();
    let answer = run(&[&words[..], &["--openings", file, "--json"]].concat()).json();
    let rows = answer["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["elo"].as_f64().unwrap().abs() < 1e-6), "{answer}");
    let refused = run(&[&words[..], &["--openings", "/no/such/file"]].concat());
    assert!(refused.refused(1).contains("/no/such/file"));
    let both = ["--openings", file, "--opening-plies", "3"];
    assert_eq!(run(&[&words[..], &both].concat()).code, 2);
}
