//! Chases all targets, or some, for as long as somebody wants:
//!
//! ```sh
//! cargo run --release -p ludoteca-fuzz -- --minutes 10 --jobs 2
//! cargo run --release -p ludoteca-fuzz -- sgf htp --minutes 1
//! cargo run --release -p ludoteca-fuzz -- sgf --input crates/fuzz/finds/sgf-0123456789abcdef
//! ```
//!
//! Every target is a process of its own, so that one that hangs or takes the memory of the machine ends
//! alone. Inputs over which something fell, hung or grew are written to `crates/fuzz/finds`.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode, exit},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use ludoteca_fuzz::{Chase, TARGETS, Target, Watched, chase};
use ludoteca_games::scatter;
use ludoteca_players::threads;

/// What takes longer than this hangs, on a machine that has other things to do as well.
const LONGEST: Duration = Duration::from_secs(60);
/// Whoever takes more memory than this takes that of the machine, in kilobytes.
const MOST_MEMORY: u64 = 3 << 20;
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(200);
/// How a process ends that has found something.
const FOUND: u8 = 3;

struct Asked {
    targets: Vec<&'static Target>,
    minutes: f64,
    jobs: usize,
    seed: u64,
    corpus: PathBuf,
    finds: PathBuf,
    input: Option<PathBuf>,
    /// Whether this is the process of one target.
    alone: bool,
}

fn main() -> ExitCode {
    match asked(env::args().skip(1)) {
        Ok(asked) if asked.input.is_some() => once(&asked),
        Ok(asked) if asked.alone => alone(&asked),
        Ok(asked) => all(&asked),
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn asked(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut asked = Asked {
        targets: Vec::new(),
        minutes: 1.0,
        jobs: thread::available_parallelism().map_or(1, usize::from),
        seed: 1,
        corpus: here.join("corpus"),
        finds: here.join("finds"),
        input: None,
        alone: false,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} wants a value."));
        let number =
            |value: String| value.parse::<f64>().map_err(|_| format!("{value} is no number."));
        match word.as_str() {
            "--minutes" => asked.minutes = number(value()?)?,
            "--jobs" => asked.jobs = number(value()?)? as usize,
            "--seed" => asked.seed = number(value()?)? as u64,
            "--corpus" => asked.corpus = value()?.into(),
            "--finds" => asked.finds = value()?.into(),
            "--input" => asked.input = Some(value()?.into()),
            "--alone" => asked.alone = true,
            name => match TARGETS.iter().find(|target| target.name == name) {
                Some(target) => asked.targets.push(target),
                None => {
                    let all: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                    return Err(format!(
                        "There is no target {name}. There are: {}.",
                        all.join(", ")
                    ));
                }
            },
        }
    }
    if asked.targets.is_empty() {
        asked.targets = TARGETS.iter().collect();
    }
    Ok(asked)
}

/// A process for each target, some at the same time, so that all are through when the time is over.
fn all(asked: &Asked) -> ExitCode {
    let rounds = asked.targets.len().div_ceil(asked.jobs.max(1));
    let minutes = (asked.minutes / rounds as f64).to_string();
    let run = |_: &mut (), at: usize| {
        let target = asked.targets[at];
        let status = env::current_exe().and_then(|program| {
            Command::new(program)
                .args([target.name, "--alone", "--minutes", &minutes])
                .args(["--seed", &asked.seed.to_string()])
                .arg("--corpus")
                .arg(&asked.corpus)
                .arg("--finds")
                .arg(&asked.finds)
                .status()
        });
        let ended = match &status {
            Ok(status) if status.success() => return Some(true),
            Ok(status) if status.code() == Some(FOUND.into()) => return Some(false),
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        println!("{:<14} ENDED: {ended}", target.name);
        Some(false)
    };
    let well = threads::each(asked.jobs, asked.targets.len(), |_| (), run);
    if well.into_iter().all(|well| well) { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

/// One target, in a process of its own.
fn alone(asked: &Asked) -> ExitCode {
    let target = asked.targets[0];
    let watched = Arc::new(Watched::default());
    let watching = Arc::clone(&watched);
    let finds = asked.finds.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK);
            let hangs = watching.longer_than(LONGEST).map(|input| ("HANGS", input));
            let grows = || watching.now().filter(|_| memory() > MOST_MEMORY);
            let grows = || grows().map(|input| ("GROWS", input));
            if let Some((what, input)) = hangs.or_else(grows) {
                let file = keep(&finds, target, &input);
                println!("{:<14} {what}: {}", target.name, shown(file));
                exit(FOUND.into());
            }
        }
    });
    let end = Instant::now() + Duration::from_secs_f64(asked.minutes * 60.0);
    let mut more = |_| Instant::now() < end;
    match chase(target, &asked.corpus, asked.seed, &watched, &mut more) {
        Ok(chase) => tell(target, &chase, &asked.finds),
        Err(error) => {
            println!("{:<14} has no corpus: {error}", target.name);
            ExitCode::from(FOUND)
        }
    }
}

fn tell(target: &Target, chase: &Chase, finds: &Path) -> ExitCode {
    let (longest, input) = &chase.slowest;
    let Chase { tried, answers, finds: found, .. } = chase;
    let bytes = input.len();
    println!(
        "{:<14} {tried} inputs, {answers} answers, longest {} ms ({bytes} bytes), {} MB, {} finds",
        target.name,
        longest.as_millis(),
        memory() >> 10,
        found.len()
    );
    for find in found {
        let file = keep(finds, target, &find.input);
        println!("{:<14} FALLS: {}\n    {}", target.name, shown(file), find.told);
    }
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

/// One input, to look at what happens with it.
fn once(asked: &Asked) -> ExitCode {
    let (Some(file), target) = (&asked.input, asked.targets[0]) else { return ExitCode::from(2) };
    match fs::read(file) {
        Ok(input) => {
            let begun = Instant::now();
            let answer = (target.run)(&input);
            println!("{answer:?} after {} ms", begun.elapsed().as_millis());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            ExitCode::from(2)
        }
    }
}

fn keep(finds: &Path, target: &Target, input: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(finds)?;
    let sum = input.iter().fold(0, |sum, byte| scatter(sum ^ u64::from(*byte)));
    let file = finds.join(format!("{}-{sum:016x}", target.name));
    fs::write(&file, input)?;
    Ok(file)
}

fn shown(file: io::Result<PathBuf>) -> String {
    match file {
        Ok(file) => file.display().to_string(),
        Err(error) => format!("(not kept: {error})"),
    }
}

/// What this process has at most taken of the machine's memory, in kilobytes, where that can be known.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
