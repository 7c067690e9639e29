//! One target, and input after input.

use std::{
    fs, io,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
    time::{Duration, Instant},
};

use ludoteca_games::scatter;
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use rustc_hash::FxHashSet;

use crate::{Answer, Target, mutation::Mutation};

/// What came of chasing a target.
#[derive(Debug, Default)]
pub struct Chase {
    /// Inputs that were tried.
    pub tried: u64,
    /// Different answers that were seen.
    pub answers: usize,
    /// What went wrong.
    pub finds: Vec<Find>,
    /// The input that took longest, and how long.
    pub slowest: (Duration, Vec<u8>),
}

/// An input over which something fell.
#[derive(Clone, Debug)]
pub struct Find {
    /// The input.
    pub input: Vec<u8>,
    /// What was said when it fell, and where.
    pub told: String,
}

/// What is being tried, for whoever watches that it comes to an end.
#[derive(Default)]
pub struct Watched(Mutex<Option<(Instant, Vec<u8>)>>);

impl Watched {
    /// What has been tried for longer than this.
    pub fn longer_than(&self, limit: Duration) -> Option<Vec<u8>> {
        let trying = lock(&self.0);
        let (_, input) = trying.as_ref().filter(|(begun, _)| begun.elapsed() > limit)?;
        Some(input.clone())
    }

    /// What is being tried now.
    pub fn now(&self) -> Option<Vec<u8>> {
        lock(&self.0).as_ref().map(|(_, input)| input.clone())
    }
}

/// More finds of one target are of no use to anybody.
const ENOUGH: usize = 20;
/// So many inputs are kept to go on from.
const POOL: usize = 4000;

/// Tries the files of a corpus and what becomes of them, as long as `more` says so, which is told how
/// many were tried. All chance follows from the seed.
pub fn chase(
    target: &Target,
    corpus: &Path,
    seed: u64,
    watched: &Watched,
    more: &mut dyn FnMut(u64) -> bool,
) -> io::Result<Chase> {
    // Falls are heard wherever they are in this process.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one_at_a_time = lock(&ONE_AT_A_TIME);
    let mut pool = files(&corpus.join(target.name))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(scatter(seed ^ hash(target.name)));
    let mut chase = Chase::default();
    let mut seen = FxHashSet::default();
    let mut places = FxHashSet::default();
    let corpus = pool.len();
    while more(chase.tried) && chase.finds.len() < ENOUGH {
        let input = match pool.get(chase.tried as usize) {
            Some(file) if (chase.tried as usize) < corpus => file.clone(),
            _ => {
                // What came last gets as much attention as all that came before.
                let from = if rng.random_bool(0.5) { 0 } else { pool.len().saturating_sub(50) };
                let input = &pool[rng.random_range(from..pool.len())];
                Mutation { pool: &pool, words: target.words }.of(input, &mut rng)
            }
        };
        chase.tried += 1;
        let begun = Instant::now();
        *lock(&watched.0) = Some((begun, input.clone()));
        let answer = tried(target, &input);
        *lock(&watched.0) = None;
        if begun.elapsed() > chase.slowest.0 {
            chase.slowest = (begun.elapsed(), input.clone());
        }
        match answer {
            Ok(answer) => {
                if seen.insert(answer) && pool.len() < POOL {
                    pool.push(input);
                }
            }
            // Once for each place.
            Err(told) => {
                if places.insert(place(&told)) {
                    chase.finds.push(Find { input, told });
                }
            }
        }
    }
    chase.answers = seen.len();
    Ok(chase)
}

/// Where something fell, and how what was said then begins.
fn place(told: &str) -> String {
    let (place, said) = told.split_once('\n').unwrap_or((told, ""));
    place.chars().chain(said.chars().take(24)).collect()
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut files = paths.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
    files.push(Vec::new());
    Ok(files)
}

/// What a target answers, or what was said when something fell: here, or in a thread of its own.
fn tried(target: &Target, input: &[u8]) -> Result<Answer, String> {
    let fallen = listen_for_falls();
    lock(&fallen).clear();
    let answer = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let told = lock(&fallen).first().cloned();
    match (answer, told) {
        (_, Some(told)) => Err(told),
        (Ok(answer), None) => Ok(answer),
        (Err(_), None) => Err("it fell and said nothing".to_owned()),
    }
}

/// What is said whenever anything falls in this process. Who catches it does not matter: nothing is to
/// fall over what a stranger sends.
fn listen_for_falls() -> Arc<Mutex<Vec<String>>> {
    static LISTENING: Once = Once::new();
    static FALLEN: Mutex<Option<Arc<Mutex<Vec<String>>>>> = Mutex::new(None);
    LISTENING.call_once(|| {
        let fallen = Arc::<Mutex<Vec<String>>>::default();
        *lock(&FALLEN) = Some(fallen.clone());
        drop(take_hook());
        set_hook(Box::new(move |fall| lock(&fallen).push(fall.to_string())));
    });
    lock(&FALLEN).clone().unwrap_or_default()
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hash(name: &str) -> u64 {
    name.bytes().fold(0, |all, byte| scatter(all ^ u64::from(byte)))
}
