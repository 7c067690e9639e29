//! Jobs, workers and servers that are killed, and every result exactly once.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    env,
    process::{Child, Command, Stdio},
    sync::{Mutex, mpsc},
    thread,
    time::Duration,
};

use ludoteca_arena::{Adjudication, Entrant, GameDone, GameJob, Pace};
use ludoteca_games::Start;
use ludoteca_players::{Stop, Supply};
use ludoteca_spread::{
    Able, Address, Bench, Came, Kind, Run, Spread, SpreadError, Told, VERSION, Work,
    kinds::{Games, Host, play_games},
    testing::Server,
    work,
};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};

/// Squares a number, and takes its time.
struct Square;

#[derive(Serialize, Deserialize)]
struct Number {
    number: u64,
    milliseconds: u64,
    needs: Vec<String>,
}

impl Work for Square {
    const NAME: &'static str = "square";
    type Job = Number;
    type Done = u64;
    type Kept = ();

    fn needs(job: &Number) -> Vec<String> {
        job.needs.clone()
    }

    fn work(job: Number, (): &mut (), bench: &Bench<'_>) -> Result<Option<u64>, Text> {
        for _ in 0..job.milliseconds / 5 {
            if bench.stop.is_set() {
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(5));
        }
        match job.number {
            13 => Err(text!("game-over")),
            666 => panic!("a job that breaks whoever does it"),
            number => Ok(Some(number * number)),
        }
    }
}

const LEASE: Duration = Duration::from_millis(800);
const WAIT: Duration = Duration::from_secs(60);

fn number(number: u64, milliseconds: u64) -> Number {
    Number { number, milliseconds, needs: Vec::new() }
}

fn connect(url: &str, version: &str) -> Spread {
    Spread::connect_as(&Address::new(url), version, LEASE).unwrap()
}

fn able(name: &str, jobs: usize) -> Able {
    Able { name: name.to_owned(), jobs, programs: Vec::new() }
}

/// Works in threads of its own until `stop`, and what it tells.
fn at_work(spread: &Spread, able: &Able, stop: &Stop) -> Vec<Told> {
    let told = Mutex::new(Vec::new());
    let tell = |what: Told| told.lock().unwrap().push(what);
    work(spread, &[Kind::of::<Square>()], able, &Supply::seeded(0), stop, &tell).unwrap();
    told.into_inner().unwrap()
}

/// The next result, which has to come.
fn next(run: &mut Run<'_, Square>) -> Came<u64> {
    let came = run.next(WAIT).unwrap();
    let came = came.unwrap_or_else(|| panic!("nothing comes: {:?}", run.spread().status()));
    run.accept(&came);
    came
}

/// A process of its own that works, so that it can be killed.
fn process(url: &str, name: &str) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "a_worker_in_a_process_of_its_own", "--ignored", "--nocapture"])
        .envs([("SPREAD_TEST_URL", url), ("SPREAD_TEST_NAME", name)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "other tests start it"]
fn a_worker_in_a_process_of_its_own() {
    let (Ok(url), Ok(name)) = (env::var("SPREAD_TEST_URL"), env::var("SPREAD_TEST_NAME")) else {
        return;
    };
    // The server may be away just now.
    let spread = loop {
        match Spread::connect_as(&Address::new(&url), VERSION, LEASE) {
            Ok(spread) => break spread,
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    };
    at_work(&spread, &able(&name, 2), &Stop::default());
}

#[test]
fn workers_and_the_server_are_killed_and_every_result_is_there_exactly_once() {
    // More of them by hand: LUDOTECA_KILLS=100 cargo test -p ludoteca-spread --test queue killed
    let asked = env::var("LUDOTECA_KILLS").ok().and_then(|words| words.parse().ok());
    let kills: usize = asked.unwrap_or(4);
    let jobs = 30 * (kills as u64 + 1);
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &[]).unwrap();
    let url = server.url();
    let spread = connect(&url, VERSION);
    let stop = Stop::default();
    let mut workers: Vec<Child> = (0..3).map(|n| process(&url, &format!("w{n}"))).collect();
    let mut run = Run::<Square>::begin(&spread, "kills", &stop).unwrap();
    for n in 1000..1000 + jobs {
        run.put(&n.to_string(), &number(n, 30)).unwrap();
    }
    // Whoever is not sure asks again; it is there once.
    run.put("1003", &number(1003, 30)).unwrap();
    let mut results = BTreeMap::new();
    while run.open() > 0 {
        let came = next(&mut run);
        let before = results.insert(came.job.clone(), came.done.unwrap());
        assert_eq!(before, None, "{} came twice", came.job);
        // In turn a worker and the server.
        match (results.len() % 30, results.len() / 30 % 2) {
            (20, 0) => {
                let mut worker = workers.remove(0);
                worker.kill().unwrap();
                worker.wait().unwrap();
                workers.push(process(&url, &format!("again-{}", results.len())));
            }
            (15, 1) => {
                server.kill();
                thread::sleep(Duration::from_millis(300));
                server.come_back().unwrap();
            }
            _ => {}
        }
    }
    let all = (1000..1000 + jobs).map(|n| (n.to_string(), n * n));
    assert_eq!(results, all.collect());
    // Whoever was lost before it could say that a job was done leaves it to another, for nothing. A disk
    // that others keep busy makes the server slow to write down even that.
    let mut left = u64::MAX;
    for _ in 0..500 {
        assert!(run.next(Duration::from_millis(200)).unwrap().is_none(), "nothing comes after all");
        let queued = spread.status().unwrap().queued;
        left = queued.iter().map(|group| group.waiting + group.working).sum();
        if left == 0 {
            break;
        }
    }
    assert_eq!(left, 0);
    run.end();
    let status = spread.status().unwrap();
    assert_eq!((status.queued.len(), status.results), (0, 0), "{status:?}");
    let mut seen = status.workers.len();
    for _ in 0..30 {
        seen = seen.max(spread.status().unwrap().workers.len());
        if seen == 3 {
            break;
        }
    }
    assert_eq!(seen, 3, "all found the server again");
    for mut worker in workers {
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
}

#[test]
fn whoever_asks_may_be_killed_and_takes_the_run_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let (mine, theirs) = (connect(&server.url(), VERSION), connect(&server.url(), VERSION));
    let stop = Stop::default();
    thread::scope(|scope| {
        scope.spawn(|| at_work(&theirs, &able("worker", 2), &stop));
        let mut run = Run::<Square>::begin(&mine, "r", &stop).unwrap();
        (2..12).for_each(|n| run.put(&n.to_string(), &number(n, 5)).unwrap());
        let first: Vec<String> = (0..3).map(|_| next(&mut run).job).collect();
        // One result has come and was not accepted when whoever asked is gone.
        let lost = run.next(WAIT).unwrap().unwrap().job;
        drop(run);
        let mut run = Run::<Square>::begin(&mine, "r", &stop).unwrap();
        let mut rest = BTreeMap::new();
        while rest.len() < 7 {
            let came = next(&mut run);
            assert_eq!(rest.insert(came.job.clone(), came.worker), None);
        }
        assert!(rest.contains_key(&lost) && first.iter().all(|job| !rest.contains_key(job)));
        stop.set();
    });
}

/// Quick games, of which it is known how many were asked for and how many are over.
struct Many {
    asked: Cell<usize>,
    over: BTreeSet<u32>,
    /// The most that were under way at once.
    most: usize,
}

const GAMES: u32 = 400;

impl Host for Many {
    fn open(&self) -> Option<Vec<(u32, u32)>> {
        let open = (0..GAMES).filter(|pair| !self.over.contains(pair)).map(|pair| (pair, 0));
        Some(open.collect()).filter(|open: &Vec<_>| !open.is_empty())
    }

    fn job(&self, pair: u32, game: u32) -> Option<GameJob> {
        self.asked.set(self.asked.get() + 1);
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            player: "random".to_owned(),
            pace: Pace::default(),
        };
        Some(GameJob {
            pair,
            game,
            start: Start::of("tictactoe"),
            opening: Vec::new(),
            players: ["one", "other"].map(entrant),
            adjudication: Adjudication::default(),
            seed: pair.into(),
        })
    }

    fn keep(&mut self, done: &GameDone) -> Result<(), Text> {
        self.most = self.most.max(self.asked.get() - self.over.len());
        assert!(self.over.insert(done.pair), "{} came twice", done.pair);
        Ok(())
    }
}

#[test]
fn the_first_games_are_kept_while_the_last_are_still_to_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let (mine, theirs) = (connect(&server.url(), VERSION), connect(&server.url(), VERSION));
    let stop = Stop::default();
    let mut many = Many { asked: Cell::new(0), over: BTreeSet::new(), most: 0 };
    thread::scope(|scope| {
        scope.spawn(|| {
            let kinds = [Kind::of::<Games>()];
            work(&theirs, &kinds, &able("worker", 2), &Supply::seeded(0), &stop, &|_| ()).unwrap();
        });
        play_games(&mine, "many", &mut many, &Stop::default()).unwrap();
        stop.set();
    });
    assert_eq!((many.over.len(), many.asked.get()), (GAMES as usize, GAMES as usize));
    assert!(many.most < GAMES as usize, "{} at once", many.most);
}

#[test]
fn a_server_that_comes_back_with_nothing_is_asked_again() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut server = Server::start(folders[0].path(), &[]).unwrap();
    let (mine, theirs) = (connect(&server.url(), VERSION), connect(&server.url(), VERSION));
    let stop = Stop::default();
    let mut run = Run::<Square>::begin(&mine, "r", &stop).unwrap();
    (2..8).for_each(|n| run.put(&n.to_string(), &number(n, 5)).unwrap());
    server.kill();
    std::fs::remove_dir_all(folders[0].path().join("jetstream")).unwrap();
    server.come_back().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| at_work(&theirs, &able("worker", 1), &stop));
        let sum: u64 = (2..8).map(|_| next(&mut run).done.unwrap()).sum();
        assert_eq!((sum, run.open()), (4 + 9 + 16 + 25 + 36 + 49, 0));
        stop.set();
    });
}

#[test]
fn of_what_a_server_has_lost_only_that_is_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let (mine, theirs) = (connect(&server.url(), VERSION), connect(&server.url(), VERSION));
    let stop = Stop::default();
    let mut run = Run::<Square>::begin(&mine, "r", &stop).unwrap();
    (2..8).for_each(|n| run.put(&n.to_string(), &number(n, 5)).unwrap());
    // Two jobs are gone as if they had never been written down.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let queue = async_nats::jetstream::new(client).get_stream("ludoteca-work").await.unwrap();
        for job in ["3", "6"] {
            let gone = queue.purge().filter(format!("ludoteca.work.r.*.{job}")).await.unwrap();
            assert_eq!(gone.purged, 1);
        }
    });
    thread::scope(|scope| {
        scope.spawn(|| at_work(&theirs, &able("worker", 1), &stop));
        let sum: u64 = (2..8).map(|_| next(&mut run).done.unwrap()).sum();
        assert_eq!((sum, run.open()), (4 + 9 + 16 + 25 + 36 + 49, 0));
        stop.set();
    });
}

#[test]
fn a_worker_that_stops_gives_its_job_back_at_once_and_the_next_one_does_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let mine = connect(&server.url(), VERSION);
    let theirs = Spread::connect(&Address::new(server.url())).unwrap();
    let mut run = Run::<Square>::begin(&mine, "r", &Stop::default()).unwrap();
    run.put("long", &number(7, 600_000)).unwrap();
    let (stop, name) = (Stop::default(), able("first", 1));
    let told = thread::scope(|scope| {
        let worker = scope.spawn(|| at_work(&theirs, &name, &stop));
        while mine.status().unwrap().workers.iter().all(|seen| seen.busy.is_empty()) {}
        stop.set();
        worker.join().unwrap()
    });
    let [run_name, job] = ["r".to_owned(), "long".to_owned()];
    assert_eq!(told.last(), Some(&Told::GaveBack { run: run_name.clone(), job: job.clone() }));
    // The next one has it until nobody wants it any more.
    let (stop, name, (send, receive)) = (Stop::default(), able("second", 1), mpsc::channel());
    thread::scope(|scope| {
        let (stop, theirs, name) = (&stop, &theirs, &name);
        scope.spawn(move || {
            let tell = Mutex::new(send);
            let tell = |what: Told| tell.lock().unwrap().send(what).unwrap();
            let kinds = [Kind::of::<Square>()];
            work(theirs, &kinds, name, &Supply::seeded(0), stop, &tell).unwrap();
        });
        assert_eq!(receive.recv(), Ok(Told::Ready));
        let took = Told::Took {
            run: run_name.clone(),
            job: job.clone(),
            kind: "square".to_owned(),
            again: true,
        };
        assert_eq!(receive.recv(), Ok(took));
        run.enough("long");
        assert_eq!(receive.recv(), Ok(Told::Dropped { run: run_name, job }));
        stop.set();
    });
    assert_eq!(run.open(), 0);
}

#[test]
fn work_is_for_workers_of_its_version_that_have_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let [mine, theirs, others] = [VERSION, VERSION, "0.0.9-1"].map(|v| connect(&server.url(), v));
    let stop = Stop::default();
    let mut run = Run::<Square>::begin(&mine, "r", &stop).unwrap();
    run.put("plain", &number(5, 5)).unwrap();
    run.put("rare", &Number { needs: vec!["mohex --quiet".into()], ..number(6, 5) }).unwrap();
    let other_version = thread::scope(|scope| {
        let end = Stop::default();
        let (spread, able, stop) = (&others, able("other", 1), end.clone());
        let other = scope.spawn(move || at_work(spread, &able, &stop));
        assert!(run.next(Duration::from_millis(700)).unwrap().is_none(), "it takes nothing");
        let seen = mine.status().unwrap().workers;
        assert_eq!((seen.len(), seen[0].version.as_str(), seen[0].done), (1, "0.0.9-1", 0));
        end.set();
        other.join().unwrap()
    });
    let version = VERSION.to_owned();
    let told = Told::OtherVersion { run: "r".to_owned(), version };
    assert_eq!(other_version, [Told::Ready, told]);
    thread::scope(|scope| {
        let (spread, able, end) = (&theirs, able("plain", 1), Stop::default());
        let worker = {
            let end = end.clone();
            scope.spawn(move || at_work(spread, &able, &end))
        };
        assert_eq!(next(&mut run).done, Ok(25));
        assert!(run.next(Duration::from_millis(700)).unwrap().is_none(), "mohex is not there");
        end.set();
        let told = worker.join().unwrap();
        let programs = "mohex --quiet".to_owned();
        assert!(told.contains(&Told::Lacking { run: "r".to_owned(), programs }), "{told:?}");
        let able = Able { programs: vec!["mohex --quiet".into()], ..crate::able("mohex", 1) };
        let end = Stop::default();
        let worker = {
            let end = end.clone();
            scope.spawn(move || at_work(spread, &able, &end))
        };
        assert_eq!(next(&mut run).done, Ok(36));
        end.set();
        worker.join().unwrap();
    });
}

#[test]
fn what_cannot_be_done_comes_back_with_its_reason_and_breaks_no_worker() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let (mine, theirs) = (connect(&server.url(), VERSION), connect(&server.url(), VERSION));
    let stop = Stop::default();
    let mut run = Run::<Square>::begin(&mine, "r", &stop).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| at_work(&theirs, &able("worker", 1), &stop));
        for (n, came) in [(13, "game-over"), (666, "spread-broke")] {
            run.put(&n.to_string(), &number(n, 0)).unwrap();
            assert_eq!(next(&mut run).done, Err(Text::new(came)));
        }
        // What was refused may be asked for again.
        run.put("13", &number(4, 0)).unwrap();
        stop_after(&mut run, 16, &stop);
    });
    let refused = Run::<Square>::begin(&mine, "no.name", &stop).err();
    assert_eq!(refused, Some(SpreadError::Name { name: "no.name".to_owned() }));
}

fn stop_after(run: &mut Run<'_, Square>, done: u64, stop: &Stop) {
    assert_eq!(next(run).done, Ok(done));
    stop.set();
}

#[test]
fn who_may_not_come_in_and_what_is_no_server_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--user", "ana", "--pass", "secret"]).unwrap();
    let refused = |url: &str| Spread::connect(&Address::new(url)).err().unwrap();
    let (url, host) = (server.url(), server.url().replace("nats://", ""));
    assert_eq!(refused(&url), SpreadError::Refused { address: url.clone() });
    let wrong = format!("nats://ana:wrong@{host}");
    assert_eq!(refused(&wrong), SpreadError::Refused { address: url });
    Spread::connect(&Address::new(format!("nats://ana:secret@{host}"))).unwrap();
    drop(server);
    assert!(matches!(refused(&format!("nats://{host}")), SpreadError::Unreachable { .. }));
    assert!(matches!(refused("nats://:::"), SpreadError::Address { .. }));
    let file = folder.path().join("none.creds");
    let address = Address { credentials: Some(file), ..Address::new("nats://127.0.0.1:1") };
    assert!(matches!(Spread::connect(&address).err(), Some(SpreadError::Credentials { .. })));
}

/// A server that shows a certificate, and the folder with what vouches for it.
fn safe_server(folder: &std::path::Path) -> Server {
    let openssl = |asked: &str| {
        let words = asked.split_whitespace();
        let done = Command::new("openssl").args(words).current_dir(folder).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem \
             -days 2 -subj /CN=ours",
    );
    openssl(
        "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout own.key -out own.csr \
             -subj /CN=localhost",
    );
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
    openssl(
        "x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out own.pem -days 2 \
             -extfile names",
    );
    let [certificate, key] = ["own.pem", "own.key"].map(|name| folder.join(name));
    let [certificate, key] = [&certificate, &key].map(|path| path.to_str().unwrap());
    let options = ["--tls", "--tlscert", certificate, "--tlskey", key, "--auth", "t0ken"];
    Server::start(&folder.join("queue"), &options).unwrap()
}

#[test]
fn a_safe_connection_is_made_with_whoever_somebody_vouches_for_and_with_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = safe_server(folder.path());
    let url = server.url().replace("nats://", "tls://t0ken@");
    let vouched = |url: &str| Address {
        authorities: Some(folder.path().join("ca.pem")),
        ..Address::new(url)
    };
    assert!(Spread::connect(&vouched(&url)).unwrap().is_connected());
    let refused = |address: &Address| Spread::connect(address).err().unwrap();
    assert!(matches!(refused(&Address::new(&url)), SpreadError::Unsafe { .. }));
    let wrong = url.replace("t0ken", "guess");
    assert!(matches!(refused(&vouched(&wrong)), SpreadError::Refused { .. }));
    // Where a safe connection is asked for, none is made that is not.
    let plain = Server::start(&folder.path().join("plain"), &[]).unwrap();
    assert!(matches!(refused(&vouched(&plain.url())), SpreadError::Unsafe { .. }));
}
