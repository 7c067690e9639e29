//! Killed at any moment, as by a loss of power: what was acknowledged is there afterwards, what was under
//! way goes on, and nothing that was finished is done twice.
//!
//! A few rounds in every run of the tests, and more of them by hand:
//!
//! ```sh
//! LUDOTECA_KILLS=100 cargo test -p ludoteca --test cli kill -- --nocapture
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

use crate::run;

/// How many rounds there are, if nobody says.
const USUAL: usize = 3;

/// So many kills; `usual` unless somebody asks for more.
pub fn kills(usual: usize) -> usize {
    env::var("LUDOTECA_KILLS").ok().and_then(|words| words.parse().ok()).unwrap_or(usual)
}

/// Moments that look like chance and are the same in every run.
pub struct Moments(pub u64);

impl Moments {
    /// Some milliseconds within these.
    pub fn between(&mut self, least: u64, most: u64) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Duration::from_millis(least + (self.0 >> 33) % (most - least))
    }
}

/// A server, killed when it is dropped.
struct Server {
    process: Child,
    asker: Asker,
}

#[derive(Clone)]
struct Asker {
    agent: Agent,
    link: String,
}

impl Server {
    fn begin(data: &Path) -> Server {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut link = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut link).unwrap();
        assert!(link.starts_with("http"), "it serves again after a kill: {link}");
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Server { process, asker: Asker { agent, link: link.trim_end().to_owned() } }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL: it hears nothing of it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Asker {
    /// What is answered; none where the server is gone before it has answered whole.
    fn ask(&self, path: &str, body: Option<Value>) -> Option<(u16, Value)> {
        let link = format!("{}{path}", self.link);
        let answer = match body {
            Some(body) => {
                let post = self.agent.post(link).content_type("application/json");
                post.send(body.to_string())
            }
            None => self.agent.get(link).call(),
        };
        let answer = answer.ok()?;
        let status = answer.status().as_u16();
        let words = answer.into_body().read_to_string().ok()?;
        Some((status, serde_json::from_str(&words).unwrap_or(Value::Null)))
    }

    fn get(&self, path: &str) -> Value {
        let (status, told) = self.ask(path, None).expect("it answers");
        assert_eq!(status, 200, "{path}: {told}");
        told
    }

    fn begin(&self, second: &str) -> Option<String> {
        let wish = json!({ "game": "connect4", "first": "human", "second": second });
        let (status, game) = self.ask("/api/games", Some(wish))?;
        assert_eq!(status, 201, "{game}");
        Some(game["id"].as_str().unwrap().to_owned())
    }

    /// Plays against a machine, game after game, until the server is gone. Every move that it says is
    /// made is noted.
    fn play(&self, acknowledged: &Mutex<Acknowledged>) -> Option<()> {
        loop {
            let id = self.begin("mcts:playouts=20")?;
            let listening = self.agent.get(format!("{}/api/games/{id}/events", self.link)).call();
            let stream = BufReader::new(listening.ok()?.into_body().into_reader());
            for line in stream.lines().map_while(Result::ok) {
                if !line.starts_with("data:") {
                    continue;
                }
                let (_, game) = self.ask(&format!("/api/games/{id}"), None)?;
                if !game["outcome"].is_null() {
                    break;
                }
                let moves = game["moves"].as_array()?.len();
                if moves % 2 == 1 {
                    continue;
                }
                // A column that is full is refused, and the next one is tried.
                for column in (0..7).map(|more| (moves * 3 + more) % 7 + 1) {
                    let ply = column.to_string();
                    let wish = json!({ "move": ply, "at": moves });
                    let (status, _) = self.ask(&format!("/api/games/{id}/moves"), Some(wish))?;
                    if status == 200 {
                        acknowledged.lock().unwrap().insert((id.clone(), moves), ply);
                    }
                    if status != 422 {
                        break;
                    }
                }
            }
        }
    }
}

/// Moves that were acknowledged, by their games and their numbers.
type Acknowledged = BTreeMap<(String, usize), String>;

/// The games of a tournament that are kept, each once.
fn numbers(asker: &Asker, id: &str) -> BTreeSet<String> {
    let link = format!("{}/api/tournaments/{id}/file?what=games", asker.link);
    let table = asker.agent.get(link).call().unwrap().into_body().read_to_string().unwrap();
    let number = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(".");
    let games: Vec<String> = table.lines().skip(1).map(number).collect();
    let found: BTreeSet<String> = games.iter().cloned().collect();
    assert_eq!(found.len(), games.len(), "no game is there twice");
    found
}

#[test]
fn a_server_that_is_killed_with_everything_under_way_loses_nothing_it_has_told() {
    let folder = TempDir::new().unwrap();
    let (mut moments, rounds) = (Moments(11), kills(USUAL));
    let acknowledged: Arc<Mutex<Acknowledged>> = Arc::default();
    let (mut reviewed, mut played) = (0, BTreeSet::new());
    let mut server = Server::begin(folder.path());
    // Something that goes on by itself: a review, a tournament, a training.
    let game = server.asker.begin("human").unwrap();
    for (at, ply) in "4435261".chars().enumerate() {
        let wish = json!({ "move": ply.to_string(), "at": at });
        server.asker.ask(&format!("/api/games/{game}/moves"), Some(wish)).unwrap();
    }
    let wish = json!({ "player": "mcts", "seconds": 0.1 });
    let review = format!("/api/games/{game}/review");
    assert_eq!(server.asker.ask(&review, Some(wish)).unwrap().0, 202);
    let wish = json!({ "game": "tictactoe", "players": ["random", "random:seed=2"],
                       "settings": { "rounds": "10000", "jobs": "1" } });
    let (status, tournament) = server.asker.ask("/api/tournaments/run", Some(wish)).unwrap();
    assert_eq!(status, 201, "{tournament}");
    let tournament = tournament["id"].as_str().unwrap().to_owned();
    let net = json!({ "name": "net", "game": "tictactoe", "settings": { "net": "2x16", "threads": "1" } });
    for round in 0..rounds {
        let players: Vec<_> = (0..2)
            .map(|_| {
                let (asker, acknowledged) = (server.asker.clone(), acknowledged.clone());
                thread::spawn(move || asker.play(&acknowledged))
            })
            .collect();
        let asker = server.asker.clone();
        // It begins, or goes on with what it has kept; while another goes on it is refused.
        asker.ask("/api/training/run", Some(net.clone()));
        // Somebody who looks at the game lets its review go on.
        let looking = asker.clone();
        let events = format!("{}/api/games/{game}/events", asker.link);
        let looks = thread::spawn(move || {
            if let Ok(answer) = looking.agent.get(events).call() {
                let lines = BufReader::new(answer.into_body().into_reader()).lines();
                lines.map_while(Result::ok).for_each(drop);
            }
        });
        thread::sleep(moments.between(50, 900));
        reviewed = reviewed.max(asker.get(&review)["done"].as_u64().unwrap());
        played.extend(numbers(&asker, &tournament));
        thread::sleep(moments.between(0, 60));
        drop(server);
        for player in players {
            let _ = player.join().expect("nothing it was told was strange");
        }
        looks.join().unwrap();
        server = Server::begin(folder.path());
        let asker = &server.asker;
        let mut games: BTreeMap<String, Value> = BTreeMap::new();
        for ((id, at), ply) in acknowledged.lock().unwrap().iter() {
            let game =
                games.entry(id.clone()).or_insert_with(|| asker.get(&format!("/api/games/{id}")));
            assert_eq!(game["moves"][*at], json!(ply), "move {at} of {id} after kill {round}");
        }
        let done = asker.get(&review)["done"].as_u64().unwrap();
        assert!(done >= reviewed, "{done} of {reviewed} judgements are left after kill {round}");
        let kept = numbers(asker, &tournament);
        assert!(kept.is_superset(&played), "games are lost after kill {round}");
        let wish = json!({ "tournament": tournament });
        // One that is over is not played any more.
        asker.ask("/api/tournaments/run", Some(wish)).expect("it answers");
        let nets = asker.get("/api/training")["nets"].clone();
        assert!(nets.as_array().is_some_and(|nets| nets.len() <= 1), "{nets}");
    }
    let moves = acknowledged.lock().unwrap().len();
    eprintln!("{rounds} kills: {moves} moves, {reviewed} judgements, {} games", played.len());
    assert!(moves > 0 && !played.is_empty(), "it was never killed while anything went on");
}

#[test]
fn a_training_that_is_killed_goes_on_from_a_whole_file() {
    let folder = TempDir::new().unwrap();
    let net = folder.path().join("net");
    let (mut moments, rounds) = (Moments(5), kills(USUAL));
    let mut found = 0;
    for _ in 0..rounds {
        let mut training = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
            .args(["train", "tictactoe", "--minutes", "1", "--net", "2x16", "--jobs", "1", "--out"])
            .arg(&net)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(moments.between(100, 1500));
        let _ = training.kill();
        training.wait().unwrap();
        // Empty, it only shows that it can be written.
        if net.metadata().is_ok_and(|file| file.len() > 0) {
            let player = format!("neural:net={},looks=30", net.display());
            let told = run(&["think", "tictactoe", "--player", &player, "--json"]);
            assert_eq!(told.code, 0, "{}", told.err);
            found += 1;
        }
    }
    let out = net.to_str().unwrap();
    let end = run(&[
        "train",
        "tictactoe",
        "--minutes",
        "1",
        "--games",
        "8",
        "--net",
        "2x16",
        "--out",
        out,
    ]);
    assert_eq!(end.code, 0, "{}", end.err);
    eprintln!("{rounds} kills, {found} of them after something was kept");
}
