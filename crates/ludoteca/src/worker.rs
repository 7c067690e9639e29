//! `ludoteca worker`: does work of others, on their queue.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    num::NonZero,
    path::{Path, PathBuf},
    process,
    sync::Arc,
    thread,
};

use clap::{Args, builder::NonEmptyStringValueParser};
use ludoteca_lab::report::Grid;
use ludoteca_players::{Program, Stop, Supply};
use ludoteca_protocols::start_engine;
use ludoteca_spread::{
    Able, Address, Queued, Seen, Spread, Status, Told, Work, kinds::KINDS, work,
};
use ludoteca_text::{Text, text};

use crate::{
    args::whole,
    console::{Console, Failure},
    table,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[arg(long, value_name = "url", value_parser = NonEmptyStringValueParser::new())]
    nats: String,
    #[command(flatten)]
    pass: PassArgs,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 1024, words))]
    jobs: Option<i64>,
    #[arg(long, value_name = "command", value_parser = NonEmptyStringValueParser::new())]
    engine: Vec<String>,
    #[arg(long, value_name = "name", value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    #[arg(long)]
    status: bool,
    #[arg(long, requires = "status")]
    json: bool,
}

/// What a server of queues may ask for.
#[derive(Args)]
pub struct PassArgs {
    #[arg(long, value_name = "file")]
    creds: Option<PathBuf>,
    #[arg(long, value_name = "file")]
    ca: Option<PathBuf>,
}

/// Who does the work, where somebody else may.
#[derive(Args)]
pub struct WorkersArgs {
    #[arg(long, value_name = "url", value_parser = NonEmptyStringValueParser::new())]
    pub workers: Option<String>,
    #[command(flatten)]
    pass: PassArgs,
}

impl PassArgs {
    fn address(&self, url: &str) -> Address {
        let PassArgs { creds, ca } = self;
        Address { url: url.to_owned(), credentials: creds.clone(), authorities: ca.clone() }
    }
}

impl WorkersArgs {
    /// The queue, if others are to do the work.
    pub fn connect(&self) -> Result<Option<Spread>, Failure> {
        let connect = |url: &String| Ok(Spread::connect(&self.pass.address(url))?);
        self.workers.as_ref().map(connect).transpose()
    }

    /// The same, and says so if nobody is there yet for this kind of work.
    pub fn connect_for<W: Work>(&self, console: Console) -> Result<Option<Spread>, Failure> {
        let spread = self.connect()?;
        if let Some(spread) = &spread
            && spread.slots(W::NAME) == 0
        {
            console.note(&text!("cli-solve-nobody", address = spread.address()));
        }
        Ok(spread)
    }
}

/// What tells the work on a file from all other work: the file, and the machine it is on.
pub fn run_of(what: &str, file: &Path) -> String {
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut hasher = DefaultHasher::new();
    (sysinfo::System::host_name().ok(), whole).hash(&mut hasher);
    format!("{what}-{:016x}", hasher.finish())
}

pub fn run(what: Options, console: Console) -> Result<(), Failure> {
    let spread = Spread::connect(&what.pass.address(&what.nats))?;
    if what.status {
        let status = spread.status()?;
        return if what.json { console.json(&status) } else { tell_status(&status, console) };
    }
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let able = Able {
        name: what.name.unwrap_or_else(own_name),
        jobs: what.jobs.map_or(processors, |jobs| jobs as usize),
        programs: what.engine,
    };
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let programs = able.programs.clone();
    // As long as the process: whatever plays here may be asked for a program at any time.
    let engine = Box::leak(Box::new(move |program: &Program<'_>| {
        match programs.iter().any(|command| command == program.command) {
            true => start_engine(program),
            false => Err(text!("spread-program-not-allowed", program = program.command)),
        }
    }));
    let supply = Supply { seed: 0, read_file: &no_files, engine };
    let (address, version) = (spread.address().to_owned(), spread.version().to_owned());
    let tell = |what: Told| {
        let ready = || {
            text!(
                "worker-ready",
                address = address.as_str(),
                version = version.as_str(),
                jobs = able.jobs
            )
        };
        // A worker whose output nobody reads goes on working.
        let _ = console.tell(&sentence(what, ready));
    };
    work(&spread, KINDS, &able, &supply, &stop, &tell)?;
    let _ = console.tell(&text!("worker-ended"));
    Ok(())
}

/// Files are on the machine of whoever asks.
pub fn no_files(file: &str, _: usize) -> Result<Arc<[u8]>, Text> {
    Err(text!("spread-no-files", file = file))
}

/// The name of this machine, and of this process on it.
fn own_name() -> String {
    let host = sysinfo::System::host_name().unwrap_or_else(|_| "worker".to_owned());
    format!("{host}-{}", process::id())
}

fn sentence(told: Told, ready: impl Fn() -> Text) -> Text {
    match told {
        Told::Ready => ready(),
        Told::Took { run, job, kind, again } => {
            let again = if again { "yes" } else { "no" };
            text!("worker-took", run = run, job = job, kind = kind_name(&kind), again = again)
        }
        Told::Did { run, job, seconds } => {
            let seconds = (10.0 * seconds).round() / 10.0;
            text!("worker-did", run = run, job = job, seconds = seconds)
        }
        Told::Failed { run, job, why } => text!("worker-failed", run = run, job = job, why = why),
        Told::Dropped { run, job } => text!("worker-dropped", run = run, job = job),
        Told::GaveBack { run, job } => text!("worker-gave-back", run = run, job = job),
        Told::OtherVersion { run, version } => {
            let ours = ludoteca_spread::VERSION;
            text!("worker-other-version", run = run, version = version, ours = ours)
        }
        Told::Lacking { run, programs } => {
            text!("worker-lacking", run = run, programs = programs)
        }
        Told::Away => text!("worker-away"),
        Told::Back => text!("worker-back"),
    }
}

/// What a kind of work is called; another version may know others.
fn kind_name(kind: &str) -> Text {
    match KINDS.iter().any(|known| known.name == kind) {
        true => Text::new(format!("worker-kind-{kind}")),
        false => Text::verbatim(kind),
    }
}

fn tell_status(status: &Status, console: Console) -> Result<(), Failure> {
    let heads = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| console.say(&Text::new(format!("worker-heads-{name}")))).collect()
    };
    let faults: u64 = status.workers.iter().map(|seen| seen.faults).sum();
    let rate: u64 = status.workers.iter().map(|seen| seen.last_minute).sum();
    let left: u64 = status.queued.iter().map(|group| group.waiting + group.working).sum();
    console.tell(&text!(
        "worker-status",
        workers = status.workers.len(),
        rate = rate,
        left = left,
        faults = faults,
        results = status.results
    ))?;
    if !status.workers.is_empty() {
        console.print("")?;
        let row = |seen: &Seen| {
            let numbers = [seen.jobs as u64, seen.busy.len() as u64, seen.done];
            let numbers = numbers.into_iter().chain([seen.last_minute, seen.faults]);
            let words = [seen.worker.clone(), seen.version.clone()];
            words.into_iter().chain(numbers.map(|number| number.to_string())).collect()
        };
        let heads = heads(&["worker", "version", "jobs", "busy", "done", "minute", "faults"]);
        let rows = status.workers.iter().map(row).collect();
        table::print(Grid { heads, rows, words: vec![0, 1] }, console)?;
    }
    if !status.queued.is_empty() {
        console.print("")?;
        let row = |group: &Queued| {
            let Queued { run, kind, version, waiting, working, again, needs } = group;
            let numbers = [waiting, working, again].map(u64::to_string);
            let words = [run.clone(), console.say(&kind_name(kind)), version.clone()];
            words.into_iter().chain(numbers).chain([needs.join(", ")]).collect()
        };
        let heads = heads(&["run", "kind", "version", "waiting", "working", "again", "needs"]);
        let rows = status.queued.iter().map(row).collect();
        table::print(Grid { heads, rows, words: vec![0, 1, 2, 6] }, console)?;
    }
    Ok(())
}
