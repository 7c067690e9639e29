use std::fs;

use serde_json::{Value, json};

use crate::{line, run};

fn sums_up(answer: &Value, games: u64) {
    let count = |name: &str| answer[name].as_u64().unwrap();
    assert_eq!(count("games"), games);
    assert_eq!(count("a_wins") + count("b_wins") + count("draws"), games);
    let elo = |name: &str| answer["elo"][name].as_f64().unwrap();
    assert!(elo("low") <= elo("diff") && elo("diff") <= elo("high"));
    assert!(answer["seconds"].is_f64());
}

#[test]
fn a_match_adds_up_and_a_search_beats_chance() {
    let answer =
        line("match tictactoe --a alphabeta --b random --games 30 --nodes 500 --json").json();
    sums_up(&answer, 30);
    assert_eq!(answer["b_wins"], 0);
    assert!(answer["elo"]["low"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_same_seed_gives_the_same_match_with_any_number_of_jobs() {
    let play = |more: &str| {
        let words = format!(
            "match connect4 --a mcts:playouts=30 --b random --games 11 --opening-plies 2 --json {more}"
        );
        let mut answer = line(&words).json();
        sums_up(&answer, 11);
        answer["seconds"].take();
        answer
    };
    assert_eq!(play("--seed 4"), play("--seed 4 --jobs 3"));
}

#[test]
fn both_players_get_every_opening_from_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    // Whoever begins wins at once.
    fs::write(&file, "# won by the first side\n414141\n\n  717171  \n").unwrap();
    let file = file.to_str().unwrap();
    let words = ["match", "connect4", "--a", "alphabeta:depth=1", "--b", "alphabeta:depth=1"];
    let words = [&words[..], &["--games", "4", "--openings", file, "--json"]].concat();
    let answer = run(&words).json();
    sums_up(&answer, 4);
    assert_eq!((&answer["a_wins"], &answer["first_wins"]), (&2.into(), &4.into()));
}

#[test]
fn a_duel_at_hex_is_two_games_one_with_each_colour() {
    // On one cell whoever begins wins, so that each wins the game it begins.
    let answer = line("match hex --size 1 --a dijkstra --b distance --games 2 --json").json();
    sums_up(&answer, 2);
    assert_eq!(
        (&answer["a_wins"], &answer["b_wins"], &answer["first_wins"]),
        (&1.into(), &1.into(), &2.into())
    );
    // Whoever counts stones wins against chance with either colour, swap or no swap.
    for swap in ["none", "pieces", "sides"] {
        for player in ["distance", "dijkstra", "alphabeta:depth=2"] {
            let words = format!(
                "match hex --size 5 --swap {swap} --a {player} --b random --games 2 --json"
            );
            assert_eq!(line(&words).json()["a_wins"], 2, "{player} with swap {swap}");
        }
    }
}

#[test]
fn games_that_repeat_are_counted_and_told() {
    let words = "match tictactoe --a alphabeta --b alphabeta --games 6 --nodes 500";
    let answer = line(&format!("{words} --json")).json();
    sums_up(&answer, 6);
    assert_eq!((&answer["repeated"], &answer["forfeits"]), (&4.into(), &0.into()));
    assert_eq!((&answer["a_faults"], &answer["b_faults"]), (&json!({}), &json!({})));
    let told = line(words);
    assert!(told.out.contains("4 games are the same as earlier ones"), "{}", told.out);
}

#[test]
fn a_game_is_played_by_the_clock_and_whoever_has_no_time_left_loses() {
    let words = "match connect4 --a random --b random --games 2 --json";
    let answer = line(&format!("{words} --game-time 0.000000001")).json();
    sums_up(&answer, 2);
    assert_eq!((&answer["forfeits"], &answer["first_wins"]), (&2.into(), &0.into()));
    assert_eq!(
        (&answer["a_faults"], &answer["b_faults"]),
        (&json!({"late": 1}), &json!({"late": 1}))
    );
    let answer = line(&format!("{words} --game-time 600 --increment 1")).json();
    assert_eq!(answer["forfeits"], 0);
    let refused = line("match connect4 --a random --b random --games 2 --increment 1");
    assert!(refused.refused(2).contains("--game-time"), "{}", refused.err);
}

#[test]
fn each_player_can_have_its_own_time_for_a_move() {
    // What takes no time is the same with any; that each gets its own is tested where it is played.
    let words = "match connect4 --a random --b random --games 2 --json";
    let answer = line(&format!("{words} --time 0.01 --time-b 3600")).json();
    sums_up(&answer, 2);
    let refused = line(&format!("{words} --time-a never"));
    assert!(refused.refused(2).contains("--time-a"), "{}", refused.err);
}

#[test]
fn people_read_who_is_stronger_before_the_figures() {
    let told = line("match tictactoe --a random --b mcts:playouts=100 --games 20");
    assert!(told.said().starts_with("B is stronger."), "{}", told.out);
    assert!(told.out.contains("Elo points below B; from −"), "{}", told.out);
    assert!(told.out.contains("mcts:playouts=100"));
    let told = line("match tictactoe --a random --b random --games 2 --lang es");
    assert!(told.said().starts_with("Por ahora no se puede decir"), "{}", told.out);
    assert!(told.out.contains("Ganadas  Tablas  Perdidas"), "{}", told.out);
}

#[test]
fn a_wrong_opening_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    let file = file.to_str().unwrap();
    let told = |text: &str| {
        fs::write(file, text).unwrap();
        let words = ["match", "connect4", "--a", "random", "--b", "random", "--games", "2"];
        run(&[&words[..], &["--openings", file]].concat()).refused(1).to_owned()
    };
    assert!(told("44\n\n48\n").contains("openings, line 3: “8”, at character 2:"));
    assert!(told("# one\n1122334\n").contains("line 2: The game is over."));
    assert!(told("# none\n").contains("there is no position in it"));
    let words = "match connect4 --a random --b random --games 2 --opening-plies 50";
    assert!(line(words).refused(1).contains("Choose fewer"));
}
