//! The lab of the house: the results that are kept, and the one experiment that runs.
//!
//! A result is a file in the folder `lab`, which the experiment writes row by row, so that a run that
//! was stopped, by somebody or by the end of the program, can go on.

use std::{
    collections::BTreeMap,
    fs, io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};

use axum::http::StatusCode;
use ludoteca_games::params::{Key, Values};
use ludoteca_lab::{ALL, AnyExperiment, Conduct, Head, Kept, Ledger, Progress, find};
use ludoteca_players::Stop;
use ludoteca_text::{Text, text};
use ludoteca_words::reason;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{crew::Crew, error::Problem, queue::Need};

/// So many results are kept at most; who wants more deletes some.
const MOST: usize = 200;

/// About how much memory a run takes: players with their usual tables.
const MEGABYTES: usize = 256;

/// The largest file that is taken for a result.
pub const MOST_BYTES: usize = 10_000_000;

/// The lab.
pub struct Lab {
    folder: PathBuf,
    crew: Arc<Crew>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    going: Option<Arc<Going>>,
    /// Why the last run ended before its end.
    trouble: Option<Text>,
}

/// The run that goes on now.
struct Going {
    result: String,
    stop: Stop,
    begun: Instant,
    progress: Mutex<Progress>,
}

/// How the lab stands.
#[derive(Serialize, ToSchema)]
#[schema(as = Lab)]
pub struct LabView {
    /// All that can be found out.
    experiments: Vec<LabExperiment>,
    /// What was found out, the newest first.
    results: Vec<LabResult>,
    /// The run that goes on now; there is never more than one.
    #[schema(required)]
    going: Option<LabRun>,
    /// Why the last run ended before its end, if it did.
    #[schema(required)]
    trouble: Option<Text>,
    /// Whether those who work for others can be looked at.
    pub workers: bool,
}

/// An experiment. Its words are the messages `lab-NAME` and `lab-NAME-about`.
#[derive(Serialize, ToSchema)]
struct LabExperiment {
    name: &'static str,
    /// What it asks before it begins.
    keys: Vec<Key>,
    /// Whether it measures times, so that the machine should do nothing else while it runs.
    alone: bool,
}

/// A result, whole or begun.
#[derive(Serialize, ToSchema)]
pub struct LabResult {
    pub id: String,
    experiment: String,
    /// What it is called: the machine's name, or that of the file it came from.
    #[schema(required)]
    name: Option<String>,
    /// The machine, in a sentence.
    #[schema(required)]
    machine: Option<Text>,
    /// What was set.
    settings: BTreeMap<String, String>,
    /// When it was begun, in milliseconds since 1970.
    #[schema(required)]
    begun: Option<u64>,
    /// The rows there are, and those there will be.
    done: usize,
    all: usize,
    /// Whether this version can go on with it.
    open: bool,
    /// Why it cannot be read.
    #[schema(required)]
    broken: Option<Text>,
}

/// A run that goes on.
#[derive(Serialize, ToSchema)]
struct LabRun {
    /// The result that it makes.
    result: String,
    done: usize,
    all: usize,
    /// Which part of the work is done, from 0 to 1.
    part: f64,
    /// How long it has been going on.
    seconds: f64,
}

impl Lab {
    /// The lab in a folder, with the crew that works there.
    pub fn new(folder: PathBuf, crew: Arc<Crew>) -> Lab {
        Lab { folder, crew, state: Mutex::default() }
    }

    /// How it stands.
    pub fn view(&self) -> Result<LabView, Problem> {
        let experiments = ALL.map(|experiment| LabExperiment {
            name: experiment.name(),
            keys: experiment.keys(),
            alone: experiment.alone(),
        });
        let ids = self.ids()?.into_iter();
        let mut results: Vec<LabResult> = ids.map(|id| self.result(id)).collect();
        results.sort_by_key(|result| std::cmp::Reverse((result.begun, number(&result.id))));
        let state = self.state();
        let going = state.going.as_ref().map(|going| {
            let Progress { done, all, part } = *lock(&going.progress);
            let seconds = going.begun.elapsed().as_secs_f64();
            LabRun { result: going.result.clone(), done, all, part, seconds }
        });
        let trouble = state.trouble.clone();
        Ok(LabView { experiments: experiments.into(), results, going, trouble, workers: false })
    }

    /// Begins an experiment, and says what its result is called here.
    pub fn begin(
        self: &Arc<Self>,
        name: &str,
        given: &[(String, String)],
    ) -> Result<LabResult, Problem> {
        let experiment = find(name).map_err(Problem::refused)?;
        let pairs = given.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let settings = Values::read(name, &experiment.keys(), pairs).map_err(Problem::refused)?;
        let id = self.free_id(name)?;
        self.run(id, experiment, settings)
    }

    /// Goes on with a result that is not whole.
    pub fn go_on(self: &Arc<Self>, id: &str) -> Result<LabResult, Problem> {
        let (experiment, settings) = self.kept(id)?.asked().map_err(Problem::refused)?;
        self.run(id.to_owned(), experiment, settings)
    }

    fn run(
        self: &Arc<Self>,
        id: String,
        experiment: &'static dyn AnyExperiment,
        settings: Values,
    ) -> Result<LabResult, Problem> {
        if experiment.done(&settings, &|_| false).all == 0 {
            return Err(Problem::refused(text!("lab-no-runs")));
        }
        let mut state = self.state();
        if state.going.is_some() {
            return Err(Problem::new(StatusCode::CONFLICT, text!("lab-busy")));
        }
        let path = self.path(&id);
        let head = Head::here(experiment.name(), &settings);
        let ledger = Ledger::open(&path, &head, &|row| experiment.fits(row));
        let ledger = ledger.map_err(Problem::refused)?;
        let going = Arc::new(Going {
            result: id.clone(),
            stop: self.crew.stop_in_turn(),
            begun: Instant::now(),
            progress: Mutex::default(),
        });
        let jobs = if experiment.alone() { 1 } else { jobs() };
        let room =
            self.crew.room_for(Need::Work, jobs * MEGABYTES).map_err(Problem::unavailable)?;
        let (lab, own) = (self.clone(), going.clone());
        let work = move || {
            let _room = room;
            // Whatever happens, the next one can begin after it.
            let _leaving = Leaving(lab.clone());
            let conducted = experiment.conduct(&Conduct {
                settings: &settings,
                ledger: Some(&ledger),
                jobs,
                stop: &own.stop,
                told: &|progress| *lock(&own.progress) = progress,
            });
            lab.state().trouble = conducted.err().map(Text::from);
        };
        self.crew.work(going.stop.clone(), work).map_err(Problem::unavailable)?;
        state.going = Some(going);
        state.trouble = None;
        drop(state);
        Ok(self.result(id))
    }

    /// Stops the run that goes on; its rows are kept.
    pub fn stop(&self) {
        if let Some(going) = &self.state().going {
            going.stop.set();
        }
    }

    /// Keeps a result from elsewhere.
    pub fn import(&self, words: &str, name: &str) -> Result<LabResult, Problem> {
        let kept = ludoteca_lab::import(words, name).map_err(Problem::refused)?;
        let id = self.free_id(&kept.head.experiment)?;
        fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(self.path(&id), kept.lines()))
            .map_err(|error| self.failed(&error))?;
        Ok(self.result(id))
    }

    /// Forgets a result.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        if self.state().going.as_ref().is_some_and(|going| going.result == id) {
            return Err(Problem::new(StatusCode::CONFLICT, text!("lab-busy")));
        }
        if !self.ids()?.iter().any(|known| known == id) {
            return Err(missing(id));
        }
        fs::remove_file(self.path(id)).map_err(|error| self.failed(&error))
    }

    /// The rows of a result.
    pub fn kept(&self, id: &str) -> Result<Kept, Problem> {
        if !self.ids()?.iter().any(|known| known == id) {
            return Err(missing(id));
        }
        self.read(id).map_err(Problem::refused)
    }

    fn read(&self, id: &str) -> Result<Kept, Text> {
        let path = self.path(id);
        let words = fs::read_to_string(&path).map_err(|error| {
            text!("cli-in-file", file = path.display().to_string(), why = reason(&error))
        })?;
        Ok(Kept::of(&words)?)
    }

    fn result(&self, id: String) -> LabResult {
        let read = self.read(&id).and_then(|kept| {
            let (experiment, settings) = kept.asked()?;
            let progress = experiment.done(&settings, &|run| kept.rows.contains_key(run));
            Ok((kept.head, progress))
        });
        let mut result = LabResult {
            experiment: id.rsplit_once('-').map_or("", |(name, _)| name).to_owned(),
            id,
            name: None,
            machine: None,
            settings: BTreeMap::new(),
            begun: None,
            done: 0,
            all: 0,
            open: false,
            broken: None,
        };
        match read {
            Ok((head, progress)) => {
                result.machine = head.machine.map(|machine| machine.text(&head.version));
                result.open = progress.done < progress.all && head.version == ludoteca_lab::VERSION;
                (result.experiment, result.name) = (head.experiment, head.name);
                (result.settings, result.begun) = (head.settings, head.begun);
                (result.done, result.all) = (progress.done, progress.all);
            }
            Err(why) => result.broken = Some(why),
        }
        result
    }

    /// The names of all results; only what we named ourselves is one.
    fn ids(&self) -> Result<Vec<String>, Problem> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.failed(&error)),
        };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let ids = names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned()));
        Ok(ids.filter(|id| number(id) > 0).collect())
    }

    fn free_id(&self, experiment: &str) -> Result<String, Problem> {
        let ids = self.ids()?;
        if ids.len() >= MOST {
            return Err(Problem::refused(text!("lab-full", most = MOST)));
        }
        let last = ids.iter().map(|id| number(id)).max().unwrap_or(0);
        Ok(format!("{experiment}-{}", last + 1))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.jsonl"))
    }

    fn failed(&self, error: &io::Error) -> Problem {
        Problem::folder(&self.folder, error)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Makes room for the next run when a run ends, however it does.
struct Leaving(Arc<Lab>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.state().going = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many runs are made at once: one processor is left to those who play.
fn jobs() -> usize {
    thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1))
}

/// The number at the end of a result's name, which grows from one to the next; 0 for other names.
fn number(id: &str) -> u64 {
    let (name, number) = id.rsplit_once('-').unwrap_or_default();
    if find(name).is_ok() { number.parse().unwrap_or(0) } else { 0 }
}

fn missing(id: &str) -> Problem {
    let shown: String = id.chars().take(40).collect();
    Problem::new(StatusCode::NOT_FOUND, text!("lab-no-result", id = shown))
}
