//! `ludoteca ggp`: players of ours as processes, and our manager between them.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Child, Command, Stdio},
};

use insta::assert_snapshot;
use serde_json::json;

use crate::{line, run};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gdl/tictactoe.gdl");

/// A player at work, ended with the test.
struct Player {
    child: Child,
    url: String,
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn player(text: &str) -> Player {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(["ggp", "player", "--port", "0", "--seed", "1", "--player", text])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    Player { child, url: url.trim_end().to_owned() }
}

/// The words of a manager for these players, who have all the time they want.
fn managed<'a>(players: [&'a str; 2], more: &[&'a str]) -> Vec<&'a str> {
    let [one, two] = players;
    let words = ["ggp", "manager", GAME, "--player", one, "--player", two, "--id", "test"];
    let clocks = ["--startclock", "300", "--playclock", "300"];
    [&words[..], &clocks, more].concat()
}

#[test]
fn two_players_play_through_the_manager_which_tells_every_step_in_both_languages() {
    let players = [player("random"), player("alphabeta:depth=9")];
    for lang in ["en", "es"] {
        // What chance does depends on how many matches a player has played: one series in each
        // language, with players that have played none.
        let fresh = [player("random"), player("alphabeta:depth=9")];
        let urls = fresh.each_ref().map(|player| player.url.as_str());
        let words = managed(urls, &["--games", "2", "--lang", lang]);
        let told = run(&words).said().replace(urls[0], "URL-1").replace(urls[1], "URL-2");
        assert_snapshot!(format!("ggp-{lang}"), told);
    }
    let urls = players.each_ref().map(|player| player.url.as_str());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.json");
    let log = run(&managed(urls, &["--json", "--out", file.to_str().unwrap()])).json();
    let kept: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(log, kept);
    let game = &log["matches"][0];
    assert_eq!((&game["id"], &game["roles"]), (&json!("test.1"), &json!(["x", "o"])));
    assert_eq!((&game["players"], &game["playclock"]), (&json!(urls), &json!(300)));
    assert_eq!((&game["errors"], &game["ending"]), (&json!([]), &json!("terminal")));
    let steps = game["steps"].as_array().unwrap();
    assert!((5..=9).contains(&steps.len()) && steps[0][1] == "noop", "{game}");
    let goals = game["goals"].as_array().unwrap();
    assert_eq!(goals.iter().map(|goal| goal.as_u64().unwrap()).sum::<u64>(), 100);
}

#[test]
fn players_that_are_not_there_lose_nothing_but_their_moves() {
    // A port at which nobody listens any more.
    let gone = || {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let urls = [gone(), gone()];
    let words = managed([&urls[0], &urls[1]], &["--json", "--seed", "3"]);
    let [one, again] = [run(&words).json(), run(&words).json()];
    assert_eq!(one, again);
    let game = &one["matches"][0];
    assert_eq!(game["ending"], "terminal");
    let errors = game["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2 * (game["steps"].as_array().unwrap().len() + 2));
    assert!(errors.iter().all(|error| error["reason"]["id"] == "ggp-unreachable"), "{game}");
    let told = run(&managed([&urls[0], &urls[1]], &["--seed", "3"]));
    assert!(told.said().contains("Step 1, x (http://127.0.0.1:"), "{}", told.out);
}

#[test]
fn what_is_wrong_is_said_before_anything_is_played() {
    let manager = |words: &[&str]| run(&[&["ggp", "manager"], words].concat());
    let one = ["--player", "a:1"];
    let two = ["--player", "a:1", "--player", "b:2"];
    let refused = |words: &[&[&str]], code| manager(&words.concat()).refused(code).to_owned();
    assert!(refused(&[&[GAME], &one], 1).contains("x, o"));
    assert!(refused(&[&["no-such-file.gdl"], &two], 1).contains("no-such-file.gdl"));
    assert!(refused(&[&[GAME, "--player", "ftp://a"]], 2).contains("http://HOST:PORT"));
    assert!(refused(&[&[GAME], &two, &["--playclock", "0"]], 2).contains("86"));
    assert!(refused(&[&[GAME], &two, &["--id", "(a"]], 2).contains("(a"));
    assert!(refused(&[&[GAME], &two, &["--out", "/no/such/folder/log"]], 1).contains("/no/such"));
    let twice = ["--player", "a:1", "--player", "a:1"];
    assert!(refused(&[&[GAME], &twice], 1).contains("http://a:1"));
    assert!(refused(&[&[GAME]], 2).contains("--player"));
    assert!(line("ggp player --player nobody").refused(2).contains("mcts"));
    assert!(line("ggp player --player human").refused(2).len() > 10);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert!(run(&["ggp", "player", "--port", &port]).refused(1).contains(&port));
}
