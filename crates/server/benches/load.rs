//! What a server bears: many games against machines, many who listen, and lists of many games, all over
//! this machine's own network. It prints what it finds and judges nothing.
//!
//! ```sh
//! cargo bench -p ludoteca-server --bench load -- --minutes 2
//! cargo bench -p ludoteca-server --bench load -- --minutes 15 --opponent mcts:time=1
//! cargo bench -p ludoteca-server --bench load -- --minutes 0 --listed 10000
//! cargo bench -p ludoteca-server --bench load -- --minutes 0 --analyses 200
//! ```
//!
//! The server is a process of its own, this program once more. People play as fast as machines answer;
//! how long a move takes to be acknowledged is the time from asking to the whole answer.

use std::{
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use ludoteca_server::{Config, serve};
use serde_json::{Value, json};
use ureq::Agent;

/// Says in the environment of a process that it is the server, and on which folder.
const FOLDER: &str = "LUDOTECA_LOAD_FOLDER";
/// The size of the boards of Hex.
const SIZE: usize = 11;
/// How often memory is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// What is asked for on the command line.
struct Asked {
    games: usize,
    listeners: usize,
    minutes: f64,
    opponent: String,
    listed: usize,
    analyses: usize,
}

impl Asked {
    fn read() -> Asked {
        let words: Vec<String> = env::args().collect();
        let after = |name: &str| {
            let at = words.iter().position(|word| word == name)?;
            words.get(at + 1).cloned()
        };
        let number = |name: &str, usual: f64| {
            after(name).map_or(usual, |words| words.parse().expect("a number"))
        };
        Asked {
            games: number("--games", 100.0) as usize,
            listeners: number("--listeners", 300.0) as usize,
            minutes: number("--minutes", 1.0),
            opponent: after("--opponent").unwrap_or_else(|| "alphabeta:depth=2".to_owned()),
            listed: number("--listed", 0.0) as usize,
            analyses: number("--analyses", 0.0) as usize,
        }
    }
}

/// A server in a process of its own, which ends with it.
struct Elsewhere {
    process: Child,
    address: String,
}

impl Elsewhere {
    fn begin(folder: &Path) -> Elsewhere {
        let mut process = Command::new(env::current_exe().expect("this program has a name"))
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server begins");
        let out = process.stdout.as_mut().expect("its output is ours");
        let mut address = String::new();
        BufReader::new(out).read_line(&mut address).expect("it says where it is");
        Elsewhere { process, address: address.trim().to_owned() }
    }

    /// The megabytes it holds, and its threads; none where the system does not say.
    fn size(&self) -> Option<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let of = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        Some((of("VmRSS:")? / 1024, of("Threads:")?))
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Somebody who asks the server.
#[derive(Clone)]
struct Client {
    agent: Agent,
    address: String,
    /// Which browser it is.
    guest: usize,
}

impl Client {
    fn new(address: &str, guest: usize) -> Client {
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        Client { agent, address: address.to_owned(), guest }
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let answer = self
            .agent
            .post(format!("http://{}{path}", self.address))
            .header("cookie", format!("ludoteca-guest={:x}", self.guest + 1))
            .content_type("application/json")
            .send(body.to_string())
            .expect("the server answers");
        let status = answer.status().as_u16();
        let read = serde_json::from_reader(answer.into_body().into_reader());
        (status, read.unwrap_or(Value::Null))
    }

    fn get(&self, path: &str) -> ureq::Body {
        let url = format!("http://{}{path}", self.address);
        let guest = format!("ludoteca-guest={:x}", self.guest + 1);
        let answer = self.agent.get(url).header("cookie", guest).call();
        answer.expect("the server answers").into_body()
    }

    /// Hears what happens in a game until `hear` wants no more.
    fn listen(&self, id: &str, mut hear: impl FnMut(&str, &str) -> bool) {
        let stream = self.get(&format!("/api/games/{id}/events"));
        let mut name = String::new();
        for line in BufReader::new(stream.into_reader()).lines().map_while(Result::ok) {
            if let Some(given) = line.strip_prefix("event: ") {
                name = given.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ")
                && !hear(&name, data)
            {
                return;
            }
        }
    }

    fn begin(&self, opponent: &str) -> String {
        let wish = json!({ "game": "hex", "options": { "size": SIZE.to_string(), "swap": "none" },
                           "first": "human", "second": opponent });
        let (status, game) = self.post("/api/games", &wish);
        assert_eq!(status, 201, "{game}");
        game["id"].as_str().expect("a game has a name").to_owned()
    }
}

/// What was measured.
#[derive(Default)]
struct Measured {
    moves: Mutex<Vec<f64>>,
    refused: AtomicU64,
    heard: AtomicU64,
    over: AtomicBool,
}

/// Plays one game after the other as long as it may.
fn play(client: &Client, opponent: &str, id: String, seen: &Measured) {
    let mut id = id;
    while !seen.over.load(Ordering::Relaxed) {
        let mut moves: Vec<String> = Vec::new();
        client.listen(&id, |name, data| {
            seen.heard.fetch_add(1, Ordering::Relaxed);
            if seen.over.load(Ordering::Relaxed) || !["view", "change"].contains(&name) {
                return !seen.over.load(Ordering::Relaxed);
            }
            let now: Value = serde_json::from_str(data).expect("what is sent is JSON");
            moves.truncate(now["kept"].as_u64().map_or(0, |kept| kept as usize));
            let more = now["moves"].as_array().into_iter().flatten();
            moves.extend(more.filter_map(|ply| ply.as_str().map(str::to_owned)));
            if !now["outcome"].is_null() {
                return false;
            }
            if moves.len().is_multiple_of(2) && now["at"] == json!(moves.len()) {
                let Some(ply) = free(&moves) else { return false };
                let body = json!({ "move": ply, "at": moves.len() });
                let begun = Instant::now();
                let (status, _) = client.post(&format!("/api/games/{id}/moves"), &body);
                let took = begun.elapsed().as_secs_f64();
                match status {
                    200 => seen.moves.lock().expect("nobody panics").push(took),
                    _ => drop(seen.refused.fetch_add(1, Ordering::Relaxed)),
                }
            }
            true
        });
        if !seen.over.load(Ordering::Relaxed) {
            id = client.begin(opponent);
        }
    }
}

/// A free cell, scattered so that games are long.
fn free(moves: &[String]) -> Option<String> {
    let cell = |at: usize| {
        let at = (at * 37 + 11 * moves.len()) % (SIZE * SIZE);
        format!("{}{}", char::from(b'a' + (at % SIZE) as u8), at / SIZE + 1)
    };
    (0..SIZE * SIZE).map(cell).find(|cell| !moves.contains(cell))
}

fn load(server: &Elsewhere, asked: &Asked) {
    let seen = Arc::new(Measured::default());
    let ids: Vec<String> = (0..asked.games)
        .map(|guest| Client::new(&server.address, guest).begin(&asked.opponent))
        .collect();
    let mut threads = Vec::new();
    // Whoever plays listens too.
    for at in 0..asked.listeners.saturating_sub(asked.games) {
        let (id, seen) = (ids[at % ids.len()].clone(), seen.clone());
        let client = Client::new(&server.address, asked.games + at);
        threads.push(thread::spawn(move || {
            client.listen(&id, |_, _| {
                seen.heard.fetch_add(1, Ordering::Relaxed);
                !seen.over.load(Ordering::Relaxed)
            });
        }));
    }
    for (guest, id) in ids.into_iter().enumerate() {
        let (opponent, seen) = (asked.opponent.clone(), seen.clone());
        let client = Client::new(&server.address, guest);
        threads.push(thread::spawn(move || play(&client, &opponent, id, &seen)));
    }
    let begun = Instant::now();
    let mut sizes = Vec::new();
    let time = Duration::from_secs_f64(60.0 * asked.minutes);
    while begun.elapsed() < time {
        thread::sleep(LOOK.min(time.saturating_sub(begun.elapsed())));
        if let Some((megabytes, threads)) = server.size() {
            sizes.push(megabytes);
            let moves = seen.moves.lock().expect("nobody panics").len();
            let seconds = begun.elapsed().as_secs();
            println!("{seconds:5} s  {megabytes:5} MB  {threads:4} threads  {moves:7} moves");
        }
    }
    seen.over.store(true, Ordering::Relaxed);
    let mut moves = std::mem::take(&mut *seen.moves.lock().expect("nobody panics"));
    println!("{}", told("moves acknowledged", &mut moves));
    println!(
        "{} refused, {} events heard, by {} games and {} listeners against {}",
        seen.refused.load(Ordering::Relaxed),
        seen.heard.load(Ordering::Relaxed),
        asked.games,
        asked.listeners,
        asked.opponent
    );
    let third = sizes.len() / 3;
    let mean = |part: &[u64]| part.iter().sum::<u64>() / part.len().max(1) as u64;
    if third > 0 {
        let parts = [&sizes[..third], &sizes[third..2 * third], &sizes[2 * third..]].map(mean);
        println!("memory in the three thirds of the time: {parts:?} MB");
    }
    // Those who listen end with the server.
    drop(threads);
}

/// How long something took, in milliseconds.
fn told(what: &str, seconds: &mut [f64]) -> String {
    seconds.sort_by(f64::total_cmp);
    let at = |part: f64| match seconds.len() {
        0 => f64::NAN,
        all => 1000.0 * seconds[((all - 1) as f64 * part).round() as usize],
    };
    format!(
        "{what}: {}, p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        seconds.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    )
}

/// Stores so many games of sixty plies each, and lists them.
fn list(server: &Elsewhere, count: usize) {
    let client = Client::new(&server.address, 0);
    let begun = Instant::now();
    for number in 0..count {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..60 {
            moves.extend(free(&moves));
        }
        moves.rotate_left(number % 60);
        let sgf: String = moves
            .iter()
            .enumerate()
            .map(|(at, ply)| format!(";{}[{ply}]", ["B", "W"][at % 2]))
            .collect();
        let text = format!("(;FF[4]GM[11]SZ[{SIZE}]{sgf})");
        let (status, answer) = client.post("/api/open", &json!({ "text": text }));
        assert_eq!(status, 201, "{answer}");
    }
    println!("{count} games of 60 plies stored in {:.0} s", begun.elapsed().as_secs_f64());
    let mut times = Vec::new();
    for _ in 0..100 {
        let begun = Instant::now();
        let page: Value =
            serde_json::from_reader(client.get("/api/games").into_reader()).expect("a list");
        times.push(begun.elapsed().as_secs_f64());
        assert_eq!(page["total"], json!(count));
    }
    println!("{}", told("lists of the last games", &mut times));
    let (mut times, mut after, mut seen) = (Vec::new(), None::<String>, 0);
    let whole = Instant::now();
    loop {
        let path = after.map_or("/api/games".to_owned(), |at| format!("/api/games?after={at}"));
        let begun = Instant::now();
        let page: Value = serde_json::from_reader(client.get(&path).into_reader()).expect("a list");
        times.push(begun.elapsed().as_secs_f64());
        seen += page["games"].as_array().map_or(0, Vec::len);
        after = page["next"].as_str().map(str::to_owned);
        if after.is_none() {
            break;
        }
    }
    println!("{}", told("pages of the whole list", &mut times));
    println!("all {seen} in {:.2} s", whole.elapsed().as_secs_f64());
}

/// Asks for so many analyses at once, two for each browser, and waits until all of those that are not
/// refused have been seen to think.
fn analyse(server: &Elsewhere, count: usize) {
    let ids: Vec<(usize, String)> = (0..count)
        .map(|at| (at / 2, Client::new(&server.address, at / 2).begin("human")))
        .collect();
    let begun = Instant::now();
    let seen: Vec<_> = ids
        .into_iter()
        .map(|(guest, id)| {
            let client = Client::new(&server.address, guest);
            thread::spawn(move || {
                let wish = json!({ "at": 0, "player": "hexodus", "seconds": 3600 });
                let (status, told) = client.post(&format!("/api/games/{id}/think"), &wish);
                if status != 202 {
                    return Err(told["error"]["id"].to_string());
                }
                let accepted = begun.elapsed().as_secs_f64();
                client.listen(&id, |name, _| name != "thought");
                Ok((accepted, begun.elapsed().as_secs_f64()))
            })
        })
        .collect();
    let (mut accepted, mut thought, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for one in seen {
        match one.join().expect("nobody panics") {
            Ok((first, then)) => {
                accepted.push(first);
                thought.push(then);
            }
            Err(why) => refused.push(why),
        }
    }
    println!("{}", told("analyses accepted", &mut accepted));
    println!("{}", told("first thoughts seen", &mut thought));
    refused.sort();
    refused.dedup_by(|one, other| one == other);
    println!("refused with {refused:?}; memory and threads: {:?}", server.size());
}

fn main() {
    if let Some(folder) = env::var_os(FOLDER) {
        let config = Config {
            host: "127.0.0.1".to_owned(),
            port: 0,
            data: folder.into(),
            token: None,
            names: Vec::new(),
            memory: None,
            workers: None,
        };
        serve(config, |address| println!("{address}")).expect("the server serves");
        return;
    }
    let asked = Asked::read();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let server = Elsewhere::begin(folder.path());
    if asked.listed > 0 {
        list(&server, asked.listed);
    }
    if asked.analyses > 0 {
        analyse(&server, asked.analyses);
    }
    if asked.minutes > 0.0 {
        load(&server, &asked);
    }
}
