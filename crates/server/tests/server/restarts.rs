//! Beginning, ending, being killed, and beginning again.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use ludoteca_server::{Server, serve};
use serde_json::json;

use crate::client::{Client, House, config, wait_until};

/// Says in the environment of a process that it is the server of a test, and on which folder.
const FOLDER: &str = "LUDOTECA_TEST_FOLDER";

/// A server in a process of its own, killed when it is dropped.
struct Elsewhere {
    process: Child,
    client: Client,
}

impl Elsewhere {
    /// The test that is called `name`, as a server.
    fn begin(name: &str, folder: &Path) -> Elsewhere {
        let mut process = Command::new(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.as_mut().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.split_once("serving at ").map(|(_, address)| address.to_owned()))
            .expect("the other process serves");
        Elsewhere { process, client: Client::new(address.parse().unwrap()) }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        // SIGKILL: the process hears nothing of it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Serves if this process was begun by [`Elsewhere::begin`].
fn is_elsewhere() -> bool {
    let Some(folder) = env::var_os(FOLDER) else { return false };
    serve(config(Path::new(&folder)), |address| println!("serving at {address}")).unwrap();
    true
}

#[test]
fn after_a_kill_every_acknowledged_move_is_there() {
    if is_elsewhere() {
        return;
    }
    let name = "restarts::after_a_kill_every_acknowledged_move_is_there";
    let folder = tempfile::tempdir().unwrap();
    let mut server = Elsewhere::begin(name, folder.path());
    let client = &server.client;
    let id = client.begin("connect4", "human", "human");
    let finished = client.begin("connect4", "human", "human");
    for (at, ply) in ["4", "3", "4", "3", "4", "3", "4"].iter().enumerate() {
        client.play(&finished, at, ply).view();
    }
    for at in 0..4 {
        match at {
            // Taking back is a change like any other.
            3 => server.client.act(&id, "goto", json!({ "at": 3, "to": 1 })).view(),
            _ => server.client.play(&id, at, "1").view(),
        };
        let before = server.client.view(&id);
        drop(server);
        server = Elsewhere::begin(name, folder.path());
        let mut after = server.client.view(&id);
        after["revision"] = before["revision"].clone();
        assert_eq!(after, before);
        assert_eq!(server.client.view(&finished)["outcome"]["winner"], "first");
    }
}

#[test]
fn a_clock_that_was_set_back_a_year_costs_nobody_time_and_games_go_on() {
    let mut house = House::open();
    let clock = json!({ "minutes": 5, "extra": 0 });
    let wish = json!({ "game": "connect4", "first": "human", "second": "human", "clock": clock });
    let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
    for at in 0..2 {
        house.play(&id, at, "4").view();
    }
    let before = house.view(&id);
    house.server.take().unwrap().stop();
    // What was stored was stored a year from now.
    let store = rusqlite::Connection::open(house.folder.path().join("ludoteca.db")).unwrap();
    let later = "UPDATE games SET created = created + ?1, updated = updated + ?1";
    assert_eq!(store.execute(later, [365 * 86_400_000_i64]).unwrap(), 1);
    drop(store);
    let server = Server::start(config(house.folder.path())).unwrap();
    house.client = Client::new(server.address());
    house.server = Some(server);
    assert_eq!(house.get("/api/games").json()["total"], json!(1));
    let after = house.view(&id);
    assert_eq!(after["moves"], before["moves"]);
    let left =
        |view: &serde_json::Value, side: usize| view["clocks"]["left"][side].as_i64().unwrap();
    for side in [0, 1] {
        assert!(left(&after, side) > 200_000, "{after}");
    }
    // Whoever looks hears of what is played.
    let mut events = house.watch(&id);
    house.play(&id, 2, "4").view();
    let seen = events.until("view", |view| view["moves"].as_array().unwrap().len() == 3);
    assert!(seen["revision"].as_i64() > after["revision"].as_i64(), "{seen}");
    assert!(house.get("/api/games").json()["games"][0]["updated"].is_number());
}

#[test]
fn a_port_in_use_is_refused_by_name() {
    let house = House::open();
    let folder = tempfile::tempdir().unwrap();
    let mut taken = config(folder.path());
    taken.port = house.address.port();
    let error = Server::start(taken).err().unwrap();
    assert_eq!(error.id, "server-port-in-use");
    assert!(error.to_string().contains(&house.address.to_string()), "{error}");
    let mut nowhere = config(folder.path());
    nowhere.host = "no-such-host.invalid".into();
    assert_eq!(Server::start(nowhere).err().unwrap().id, "server-cannot-listen");
}

#[test]
fn a_folder_that_cannot_be_used_is_refused_by_name() {
    let house = House::open();
    let file = house.folder.path().join("plain file");
    fs::write(&file, "").unwrap();
    let error = Server::start(config(&file.join("data"))).err().unwrap();
    assert_eq!(error.id, "server-data-folder");
    assert!(error.to_string().contains("plain file"), "{error}");
    let error = Server::start(config(house.folder.path())).err().unwrap();
    assert_eq!(error.id, "server-data-in-use");
    assert_eq!(house.get("/api/languages").status, 200, "the other one goes on");
}

#[test]
fn a_server_that_ends_closes_streams_and_thoughts_and_keeps_the_games() {
    let mut house = House::open();
    let id = house.begin("connect4", "human", "minimax:depth=42");
    let mut events = house.watch(&id);
    house.play(&id, 0, "4").view();
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    house.restart();
    events.end();
    assert_eq!(house.thoughts(), 0);
    let view = house.view(&id);
    assert_eq!((&view["at"], &view["players"][1]), (&json!(1), &json!("minimax:depth=42")));
}

#[cfg(unix)]
#[test]
fn a_server_asked_to_end_ends_well_in_the_middle_of_a_thought() {
    if is_elsewhere() {
        return;
    }
    let name = "restarts::a_server_asked_to_end_ends_well_in_the_middle_of_a_thought";
    let folder = tempfile::tempdir().unwrap();
    let mut server = Elsewhere::begin(name, folder.path());
    let id = server.client.begin("connect4", "minimax:depth=42", "human");
    let mut events = server.client.watch(&id);
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    let kill =
        Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    assert!(kill.success());
    events.end();
    assert!(server.process.wait().unwrap().success());
    let log = folder.path().join("ludoteca.db-wal");
    wait_until("the log has been put away", || !log.exists());
}
