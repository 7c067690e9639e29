//! Nets that learn at home: what each has learnt so far, and the one that learns now.
//!
//! What a net goes on with is in the folder `nets`: its course, a file people can read, and a
//! checkpoint. The net itself is one of the kept files, so that a player can be told of it by its name
//! (`neural:net=NAME`) at any moment of its training.

use std::{
    collections::BTreeMap,
    fs, io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use ludoteca_arena::{Body, Lessons, School};
use ludoteca_formats::Format;
use ludoteca_games::{
    Start,
    params::{Key, Kind, Values},
};
use ludoteca_nets::Model;
use ludoteca_players::{PlayerError, Stop};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    error::Problem,
    files,
    house::House,
    queue::Need,
    sheet::{chance, now},
};

/// How large nets can be: blocks and channels.
const BODIES: [(&str, Body); 4] = [
    ("2x16", Body { blocks: 2, channels: 16 }),
    ("3x32", Body { blocks: 3, channels: 32 }),
    ("4x48", Body { blocks: 4, channels: 48 }),
    ("6x64", Body { blocks: 6, channels: 64 }),
];
/// The net, the minutes and the positions looked at for each ply, if nobody says.
const USUAL: (&str, i64) = ("3x32", 10);
const LOOKS: u64 = 64;
/// How often what was learnt is kept and tried out.
const OFTEN: Duration = Duration::from_secs(30);
/// So many steps of a course are told at most; of a longer one every second is left out.
const STEPS: usize = 240;
/// So many of the last games are kept to be looked at.
const SHOWN: usize = 6;
/// So many nets are kept at most; who wants more forgets some.
const MOST: usize = 100;
/// About how much memory a training takes.
const MEGABYTES: usize = 384;

/// The nets that learn here.
pub struct Trainings {
    folder: PathBuf,
    house: Arc<House>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    going: Option<Arc<Going>>,
    /// Why the last training ended before its end.
    trouble: Option<Text>,
}

/// The training that goes on now.
struct Going {
    name: String,
    stop: Stop,
    begun: Instant,
    time: Duration,
    course: Mutex<Course>,
}

/// How a net has learnt.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = NetCourse)]
pub struct Course {
    /// What it is called; a player follows it by this name.
    name: String,
    /// What it plays, and with which options.
    game: String,
    options: BTreeMap<String, String>,
    /// How large it is: blocks and channels.
    net: String,
    /// When its last training was begun, in milliseconds since 1970.
    begun: i64,
    /// Games played to their end, the positions in them, and how long that took.
    games: u64,
    positions: u64,
    seconds: u64,
    /// What it knew on the way.
    steps: Vec<Step>,
    /// Its last games as files, the newest first.
    shown: Vec<String>,
}

/// What a net knew at a moment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = NetStep)]
pub struct Step {
    /// After so many games.
    games: u64,
    /// How wrong it was of plies and of results.
    wrong: [f64; 2],
    /// Games won, lost and drawn against the net its training began with, if they were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    against: Option<[u32; 3]>,
}

/// How the trainings stand.
#[derive(Serialize, ToSchema)]
#[schema(as = Trainings)]
pub struct TrainingsView {
    /// What is asked before a training.
    keys: Vec<Key>,
    /// The nets, the last one trained first.
    nets: Vec<Course>,
    /// The training that goes on now; there is never more than one.
    #[schema(required)]
    going: Option<TrainingRun>,
    /// Why the last one ended before its end, if it did.
    #[schema(required)]
    trouble: Option<Text>,
}

/// A training that goes on.
#[derive(Serialize, ToSchema)]
struct TrainingRun {
    /// The net.
    name: String,
    /// How long it has been going on, and how long it is to.
    seconds: f64,
    all: f64,
}

/// What is to learn.
pub struct Beginner {
    /// What the net is to be called.
    pub name: String,
    /// What it is to play.
    pub game: String,
    pub options: BTreeMap<String, String>,
}

impl Trainings {
    /// Those in a folder, of a house.
    pub fn new(folder: PathBuf, house: Arc<House>) -> Trainings {
        Trainings { folder, house, state: Mutex::default() }
    }

    /// How they stand.
    pub fn view(&self) -> Result<TrainingsView, Problem> {
        let mut nets = self.courses()?;
        let state = self.state();
        let going = state.going.as_ref().map(|going| {
            let course = lock(&going.course).clone();
            // What is being learnt is newer here than in its file.
            nets.retain(|net| net.name != course.name);
            nets.push(course);
            let (seconds, all) = (going.begun.elapsed().as_secs_f64(), going.time.as_secs_f64());
            TrainingRun { name: going.name.clone(), seconds, all }
        });
        let trouble = state.trouble.clone();
        nets.sort_by_key(|net| std::cmp::Reverse(net.begun));
        Ok(TrainingsView { keys: keys(), nets, going, trouble })
    }

    /// Begins with a net that knows nothing.
    pub fn begin(
        self: &Arc<Self>,
        beginner: Beginner,
        given: &[(String, String)],
    ) -> Result<Course, Problem> {
        let name = files::name(&beginner.name).map_err(Problem::refused)?.to_owned();
        if self.house.store().file(&name)?.is_some() {
            return Err(Problem::new(StatusCode::CONFLICT, text!("file-exists", name = name)));
        }
        if self.courses()?.len() >= MOST {
            return Err(Problem::refused(text!("train-full", most = MOST)));
        }
        let settings = settings(given)?;
        let net = settings.word("net").unwrap_or(USUAL.0).to_owned();
        let start = Start { options: beginner.options.clone(), ..Start::of(&beginner.game) };
        let seed = chance().map_err(Problem::unavailable)?;
        let school = self.house.counted(|| School::begin(start, None, body(&net), seed));
        let course = Course {
            name,
            game: beginner.game,
            options: beginner.options,
            net,
            begun: now(),
            games: 0,
            positions: 0,
            seconds: 0,
            steps: Vec::new(),
            shown: Vec::new(),
        };
        self.run(course, school.map_err(Problem::refused)?, &settings, seed)
    }

    /// Goes on with a net where its training stopped.
    pub fn go_on(
        self: &Arc<Self>,
        name: &str,
        given: &[(String, String)],
    ) -> Result<Course, Problem> {
        let course = self.course(name)?;
        let settings = settings(given)?;
        let file = self.house.store().file(name)?.ok_or_else(|| missing(name))?;
        let model = Model::read(&file)
            .map_err(|why| Problem::refused(PlayerError::Net { file: name.to_owned(), why }))?;
        let checkpoint =
            fs::read(self.path(name, "checkpoint")).map_err(|why| self.failed(&why))?;
        let start = Start { options: course.options.clone(), ..Start::of(&course.game) };
        let school = self.house.counted(|| School::go_on(start, model, &checkpoint));
        let course = Course { begun: now(), ..course };
        let seed = chance().map_err(Problem::unavailable)?;
        self.run(course, school.map_err(Problem::refused)?, &settings, seed)
    }

    fn run(
        self: &Arc<Self>,
        course: Course,
        mut school: School,
        settings: &Values,
        seed: u64,
    ) -> Result<Course, Problem> {
        let mut state = self.state();
        if state.going.is_some() {
            return Err(Problem::new(StatusCode::CONFLICT, text!("train-busy")));
        }
        let minutes = settings.int("minutes").unwrap_or(USUAL.1) as u64;
        let jobs = settings.int("threads").map_or(1, |threads| threads as usize);
        let time = Duration::from_secs(60 * minutes);
        let going = Arc::new(Going {
            name: course.name.clone(),
            stop: self.house.crew().stop_in_turn(),
            begun: Instant::now(),
            time,
            course: Mutex::new(course.clone()),
        });
        let crew = self.house.crew();
        let room = crew.room_for(Need::Work, MEGABYTES).map_err(Problem::unavailable)?;
        let how = Lessons { time, games: None, jobs, looks: LOOKS, seed };
        let (all, own) = (self.clone(), going.clone());
        let work = move || {
            let _room = room;
            // Whatever happens, the next one can begin after it.
            let _leaving = Leaving(all.clone());
            let mut failed = None;
            let mut kept = Instant::now();
            let learnt = school.learn(&how, &own.stop, &mut |school| {
                all.note(&own, school);
                if kept.elapsed() >= OFTEN {
                    failed = all.keep(&own, school, &how).err();
                    kept = Instant::now();
                }
                if failed.is_some() {
                    own.stop.set();
                }
            });
            let learnt = learnt.map_err(Text::from);
            let ended = learnt.and_then(|()| all.keep(&own, &school, &how));
            all.state().trouble = failed.or(ended.err());
        };
        crew.work(going.stop.clone(), work).map_err(Problem::unavailable)?;
        state.going = Some(going);
        state.trouble = None;
        Ok(course)
    }

    /// Notes what a round has brought.
    fn note(&self, going: &Going, school: &School) {
        let progress = school.progress();
        let mut course = lock(&going.course);
        course.games = progress.games;
        course.positions = progress.positions;
        course.seconds = progress.time.as_secs();
        course.steps.push(Step { games: progress.games, wrong: progress.wrong, against: None });
        if course.steps.len() > STEPS {
            // The games that were played against others are what people look at first.
            let mut odd = false;
            course.steps.retain(|step| {
                odd = !odd;
                odd || step.against.is_some()
            });
        }
        if let Some(file) = school.last_game().and_then(|game| Format::Json.text(game).ok()) {
            course.shown.insert(0, file);
            course.shown.truncate(SHOWN);
        }
    }

    /// Keeps the net and what it goes on with, and tries it out against the one it began with.
    fn keep(&self, going: &Going, school: &School, how: &Lessons) -> Result<(), Text> {
        let Some(model) = school.net() else { return Ok(()) };
        let name = &going.name;
        self.house.store().save_file(name, &model.write(), None).map_err(|why| Text::from(&why))?;
        if !going.stop.is_set() {
            let tried = school.against_start(how.jobs, how.seed, &going.stop)?;
            let mut course = lock(&going.course);
            if let Some(step) = course.steps.last_mut().filter(|_| !going.stop.is_set()) {
                step.against = Some([tried.a_wins, tried.b_wins, tried.draws]);
            }
        }
        let course = serde_json::to_vec(&*lock(&going.course)).unwrap_or_default();
        fs::create_dir_all(&self.folder)
            .and_then(|()| write(self.path(name, "checkpoint"), &school.checkpoint()))
            .and_then(|()| write(self.path(name, "json"), &course))
            .map_err(|why| self.failed(&why).text().clone())
    }

    /// Stops the training that goes on; what was learnt is kept.
    pub fn stop(&self) {
        if let Some(going) = &self.state().going {
            going.stop.set();
        }
    }

    /// Forgets a net. Games that are played with it keep their own copy.
    pub fn forget(&self, name: &str) -> Result<(), Problem> {
        if self.state().going.as_ref().is_some_and(|going| going.name == name) {
            return Err(Problem::new(StatusCode::CONFLICT, text!("train-busy")));
        }
        self.course(name)?;
        self.house.store().delete_file(name)?;
        ["checkpoint", "json"]
            .into_iter()
            .try_for_each(|ending| fs::remove_file(self.path(name, ending)))
            .map_err(|why| self.failed(&why))
    }

    fn course(&self, name: &str) -> Result<Course, Problem> {
        self.courses()?.into_iter().find(|course| course.name == name).ok_or_else(|| missing(name))
    }

    fn courses(&self) -> Result<Vec<Course>, Problem> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.failed(&error)),
        };
        let courses = entries.flatten().map(|entry| entry.path());
        let courses = courses.filter(|path| path.extension().is_some_and(|end| end == "json"));
        Ok(courses.filter_map(|path| serde_json::from_slice(&fs::read(path).ok()?).ok()).collect())
    }

    /// Where something of a net is: a name may have any letters, and a file may not.
    fn path(&self, name: &str, ending: &str) -> PathBuf {
        let plain: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(format!("{plain}.{ending}"))
    }

    fn failed(&self, error: &io::Error) -> Problem {
        Problem::folder(&self.folder, error)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Makes room for the next training when one ends, however it does.
struct Leaving(Arc<Trainings>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.state().going = None;
    }
}

/// What is asked before a training.
fn keys() -> Vec<Key> {
    let most = thread::available_parallelism().map_or(1, usize::from) as i64;
    let sizes = BODIES.map(|(name, _)| name).to_vec();
    vec![
        Key::new("minutes", Kind::Int(1, 10_000), "train-key-minutes").or(USUAL.1),
        // One processor is left to those who play.
        Key::new("threads", Kind::Int(1, most), "train-key-threads").or((most - 1).max(1)),
        Key::new("net", Kind::Choice(sizes), "train-key-net").or(USUAL.0),
    ]
}

fn settings(given: &[(String, String)]) -> Result<Values, Problem> {
    let pairs = given.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    Values::read("neural", &keys(), pairs).map_err(Problem::refused)
}

fn body(name: &str) -> Body {
    let found = BODIES.into_iter().find(|(known, _)| *known == name);
    found.map_or(BODIES[1].1, |(_, body)| body)
}

/// Writes a file so that at any moment there is a whole one.
fn write(path: PathBuf, bytes: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn missing(name: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, files::missing(name))
}
