//! `worker`, and what others do with workers.

use std::{
    collections::BTreeSet,
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use ludoteca_arena::{
    Adjudication, Entrant, GameDone, GameJob, Pace,
    experiment::{CHANCE_FIELDS, CHANCE_FORMS, chance_runs},
};
use ludoteca_games::Start;
use ludoteca_players::{
    Stop,
    connect4::{Book, key, positions_after},
};
use ludoteca_spread::{
    Address, Bench, Run, Spread, Work,
    kinds::{Games, KINDS},
    testing::Server,
};
use ludoteca_text::Text;
use ludoteca_words::Lang;
use serde_json::json;
use tempfile::TempDir;

use crate::{kills, line, run};

/// Workers that end with their value.
struct Workers(Vec<Child>);

impl Workers {
    fn start(url: &str, many: usize) -> Workers {
        let worker = |_| {
            Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
                .args(["worker", "--nats", url, "--jobs", "1"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        let workers = Workers((0..many).map(worker).collect());
        let seen = || line(&format!("worker --nats {url} --status --json")).json();
        while seen()["workers"].as_array().unwrap().len() < many {
            thread::sleep(Duration::from_millis(100));
        }
        workers
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

#[test]
fn workers_prove_together_what_one_machine_proves_and_the_proof_can_be_checked() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(&folder.path().join("queue"), &[]).unwrap();
    let mut workers = Workers::start(&server.url(), 2);
    let file = folder.path().join("proof.txt").display().to_string();
    for (opening, save) in [("a1", false), ("d3", true)] {
        let asked = format!("solve hex --size 5 --position {opening} --outcome --json");
        let alone = line(&asked).json();
        let shared = format!("{asked} --workers {} --part 5", server.url());
        let shared = if save { format!("{shared} --save {file}") } else { shared };
        let together = line(&shared).json();
        assert_eq!(together["outcome"], alone["outcome"], "{opening}");
        assert!(!together["shared"]["parts"].as_array().unwrap().is_empty());
        // One of the two is lost, and it goes on.
        if !save {
            workers.0[0].kill().unwrap();
        }
    }
    let held = line(&format!("solve verify {file} --json")).json();
    assert_eq!((&held["holds"], &held["size"]), (&true.into(), &5.into()));
    assert!(line(&format!("solve verify {file}")).said().contains("holds against every move"));
    // Without its last line the strategy has no answer to something.
    let words = fs::read_to_string(&file).unwrap();
    let cut = &words[..words.trim_end().rfind('\n').unwrap()];
    fs::write(&file, cut).unwrap();
    let failed = line(&format!("solve verify {file}"));
    assert_eq!(failed.code, 1);
    assert!(failed.err.contains("has no answer to"), "{}", failed.err);
}

#[test]
fn it_is_told_who_works_and_who_is_asked_in_vain() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let url = server.url();
    for kind in KINDS {
        let id = format!("worker-kind-{}", kind.name);
        let told = [Lang::ENGLISH, Lang::named("es").unwrap()]
            .map(|lang| lang.say(&Text::new(id.clone())));
        assert!(told.iter().all(|told| *told != id) && told[0] != told[1], "{told:?}");
    }
    let status = |json: &str| line(&format!("worker --nats {url} --status{json}"));
    assert!(status("").said().starts_with("Nobody works"));
    let workers = Workers::start(&url, 1);
    let told = status(" --lang es");
    assert!(told.said().starts_with("Un obrero"), "{}", told.out);
    drop(workers);
    drop(server);
    for (words, why) in [
        (["worker", "--nats", url.as_str()], "No NATS server answers at"),
        (["worker", "--nats", "nats://:::"], "is no address of a NATS server"),
    ] {
        let refused = run(&words);
        assert_eq!(refused.code, 1);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
    let refused = line(&format!("solve hex --size 5 --swap pieces --workers {url}"));
    assert!(refused.err.contains("may still swap"), "{}", refused.err);
    let refused = line("solve tictactoe --save x");
    assert!(refused.err.contains("Only positions of Hex"), "{}", refused.err);
}

/// Positions of a book that are quick to solve again.
const OPEN: [usize; 3] = [20_000, 30_001, 30_002];

#[test]
fn rows_trainings_and_books_come_out_the_same_with_workers_as_without() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(&folder.path().join("queue"), &[]).unwrap();
    let mut workers = Workers::start(&server.url(), 2);
    let place = |name: &str| folder.path().join(name).display().to_string();
    let with = format!("--workers {}", server.url());
    // An experiment that some machine has begun: two rows are missing.
    let rows: Vec<_> = ["here", "there"].into_iter().zip(["--jobs 2", &with]).collect();
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(name, how)| {
            begin_experiment(&folder.path().join(name), 2);
            line(&format!("experiment ants-vs-random --games 2 --out {} {how} --json", place(name)))
                .json()
        })
        .collect();
    assert_eq!(rows[0], rows[1]);
    assert_eq!(rows[0]["rows"].as_array().unwrap().len(), 20);
    // One of the two is lost, and it goes on.
    workers.0[0].kill().unwrap();
    let train = |name: &str, how: &str| {
        let games = "train tictactoe --games 20 --net 0x16 --nodes 4 --seed 3 --minutes 100";
        let mut told = line(&format!("{games} --out {} {how} --json", place(name))).json();
        told["minutes"].take();
        told
    };
    let alone = train("alone.net", "--jobs 1");
    assert_eq!(alone["games"], json!(20));
    assert_eq!(alone, train("together.net", &with));
    // A book of which a few scores are missing.
    let positions = positions_after(9);
    let notes: String = positions
        .iter()
        .enumerate()
        .filter(|(at, _)| !OPEN.contains(at))
        .map(|(_, position)| {
            format!("{} {}\n", key(position), Book::built_in().score(position).unwrap())
        })
        .collect();
    fs::write(place("book.scores"), notes).unwrap();
    line(&format!("book make {} --plies 9 {with}", place("book"))).said();
    let right = line(&format!("book check {} --positions 0", place("book")));
    assert!(right.said().contains("9"), "{}", right.out);
    let made = fs::read(place("book")).unwrap();
    let book = Book::open(&made).unwrap();
    for at in OPEN {
        assert_eq!(book.score(&positions[at]), Book::built_in().score(&positions[at]));
    }
    let alone = line(&format!("experiment hextress {with}"));
    assert!(alone.refused(2).contains("measures the machine"), "{}", alone.err);
}

/// A folder in which every run of an experiment but the first `missing` has a row.
fn begin_experiment(folder: &std::path::Path, missing: usize) {
    let head = json!({ "experiment": "ants-vs-random", "version": env!("CARGO_PKG_VERSION") });
    let mut words = head.to_string() + "\n";
    for (at, run) in chance_runs(2).iter().enumerate().skip(missing) {
        let ((field, _), (form, _)) = (CHANCE_FIELDS[at / 4], CHANCE_FORMS[at % 4]);
        let row = json!({ "game": field.name, "form": form, "wins": 1, "losses": 1, "draws": 0 });
        words += &(json!({ "run": run.name, "row": row }).to_string() + "\n");
    }
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("rows.jsonl"), words).unwrap();
}

/// Games for workers, by somebody who does not say what they need.
struct Hidden;

impl Work for Hidden {
    const NAME: &'static str = Games::NAME;
    type Job = GameJob;
    type Done = GameDone;
    type Kept = ();

    fn work(_: GameJob, (): &mut (), _: &Bench<'_>) -> Result<Option<GameDone>, Text> {
        unreachable!("others work")
    }
}

#[test]
fn a_worker_starts_no_program_and_reads_no_file_that_its_owner_has_not_named() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(&folder.path().join("queue"), &[]).unwrap();
    let _workers = Workers::start(&server.url(), 1);
    let spread = Spread::connect(&Address::new(server.url())).unwrap();
    let mut run = Run::<Hidden>::begin(&spread, "hidden", &Stop::default()).unwrap();
    let trace = folder.path().join("trace");
    let program = format!("engine:cmd=\"sh -c 'touch {}; sleep 9'\"", trace.display());
    for (name, player, refused) in [
        ("program", program.as_str(), "spread-program-not-allowed"),
        ("file", "neural:net=/etc/passwd", "spread-no-files"),
    ] {
        let entrant = |player: &str| Entrant {
            name: player.to_owned(),
            player: player.to_owned(),
            pace: Pace::default(),
        };
        let job = GameJob {
            pair: 0,
            game: 0,
            start: Start::of("hex").with("size", "3"),
            opening: Vec::new(),
            players: [entrant(player), entrant("random")],
            adjudication: Adjudication::default(),
            seed: 1,
        };
        run.put(name, &job).unwrap();
        let came = run.next(Duration::from_secs(60)).unwrap().expect("it comes back");
        let why = came.done.clone().err().map(|why| format!("{why:?}")).unwrap_or_default();
        assert!(why.contains(refused), "{name}: {why}");
        run.accept(&came);
    }
    assert!(!trace.exists());
    run.end();
}

#[test]
fn a_tournament_whose_workers_queue_and_asker_are_all_killed_has_every_game_once() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(&folder.path().join("queue"), &[]).unwrap();
    let url = server.url();
    let (kept, asked) = (folder.path().join("kept"), folder.path().join("t.toml"));
    let kills = kills::kills(3);
    let words = format!(
        "game = \"connect4\"\nplayers = [\"random\", \"mcts:playouts=10\", \"alphabeta:depth=1\"]\n\
         rounds = {}\nopening_plies = 2\nseed = 3\nout = {:?}\n",
        4 * kills,
        kept.display().to_string()
    );
    fs::write(&asked, words).unwrap();
    let ask = |begin: bool| {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"));
        program.arg("tournament");
        match begin {
            true => program.arg(&asked),
            false => program.arg("resume").arg(&kept),
        };
        program.args(["--workers", &url]).stdout(Stdio::null()).stderr(Stdio::null());
        program.spawn().unwrap()
    };
    let list = || line(&format!("tournament games {} --json", kept.display()));
    let games = |told: &crate::Run| told.json()["games"].as_array().unwrap().clone();
    let mut workers = Workers::start(&url, 2);
    let mut asker = ask(true);
    for mark in (0..kills).map(|kill| 5 + 20 * kill) {
        let played =
            || Some(list()).filter(|told| told.code == 0).map_or(0, |told| games(&told).len());
        while played() < mark {
            assert!(asker.try_wait().unwrap().is_none_or(|ended| ended.success()));
            thread::sleep(Duration::from_millis(20));
        }
        let _ = asker.kill();
        asker.wait().unwrap();
        server.kill();
        drop(workers);
        server.come_back().unwrap();
        workers = Workers::start(&url, 2);
        asker = ask(false);
    }
    assert!(asker.wait().unwrap().success());
    let games = games(&list());
    let numbers: BTreeSet<(u64, u64)> = games
        .iter()
        .map(|game| (game["pair"].as_u64().unwrap(), game["game"].as_u64().unwrap()))
        .collect();
    eprintln!("{kills} kills: {} games", games.len());
    assert_eq!((games.len(), numbers.len()), (24 * kills, 24 * kills));
}
