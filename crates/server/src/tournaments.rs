//! The tournaments of the house: those that are kept in the folder `tournaments`, whoever plays them,
//! and the one that is played here.
//!
//! Each is a folder as `ludoteca tournament` makes it, so that one that was begun on the page can be
//! gone on with in a terminal, and the other way round. Whoever looks reads beside whoever plays.

use std::{
    collections::{BTreeMap, HashMap},
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use axum::http::StatusCode;
use ludoteca_arena::tournament::Form;
use ludoteca_formats::Format;
use ludoteca_games::params::{Key, Kind, Values};
use ludoteca_lab::tournament::{Hall, TournamentError, play_here, read};
use ludoteca_players::{ReadFile, Stop, Supply};
use ludoteca_text::{Text, text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{error::Problem, files::kept, house::House, queue::Need, sheet::now};

/// So many are kept at most; who wants more deletes some.
const MOST: usize = 200;
/// About how much memory a game takes: two players with their usual tables.
const MEGABYTES: usize = 128;
/// So many stay open to be looked at.
const OPEN: usize = 16;
/// The rate is that of the last minute, in milliseconds.
const MINUTE: i64 = 60_000;

/// The tournaments of a house.
pub struct Tournaments {
    folder: PathBuf,
    house: Arc<House>,
    state: Mutex<State>,
    /// Those that were looked at last.
    looked: Mutex<HashMap<String, Arc<Mutex<Hall>>>>,
}

#[derive(Default)]
struct State {
    going: Option<Going>,
    /// Why the last one stopped before its end.
    trouble: Option<Text>,
}

/// The tournament that is played here now.
struct Going {
    id: String,
    stop: Stop,
}

/// How the tournaments stand.
#[derive(Serialize, ToSchema)]
#[schema(as = Tournaments)]
pub struct TournamentsView {
    /// What is asked before a tournament.
    keys: Vec<Key>,
    /// All there are, the last one begun first.
    tournaments: Vec<TournamentEntry>,
    /// The one that is played here now; there is never more than one.
    #[schema(required)]
    going: Option<String>,
    /// Why the last one stopped before its end, if it did.
    #[schema(required)]
    trouble: Option<Text>,
}

/// A tournament in the list.
#[derive(Serialize, ToSchema)]
pub struct TournamentEntry {
    pub id: String,
    title: String,
    game: String,
    /// Who meets whom: `tournament-form-…` names it.
    form: &'static str,
    players: usize,
    /// When it was begun, in milliseconds since 1970.
    begun: u64,
    #[serde(flatten)]
    progress: TournamentProgress,
    /// Why it cannot be read.
    #[schema(required)]
    broken: Option<Text>,
}

/// How far a tournament has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct TournamentProgress {
    /// Games that are over.
    games: u32,
    /// How many there are to be, as far as is known.
    of: u32,
    /// Whether nothing is left to be played.
    over: bool,
    /// Whether somebody plays it now, here or elsewhere.
    playing: bool,
    /// Games that were kept in the last minute.
    minute: u32,
}

/// A tournament to begin.
pub struct Begin {
    pub title: String,
    pub game: String,
    pub options: BTreeMap<String, String>,
    pub players: Vec<String>,
    pub settings: Vec<(String, String)>,
}

impl Tournaments {
    /// Those in a folder, of a house.
    pub fn new(folder: PathBuf, house: Arc<House>) -> Tournaments {
        Tournaments { folder, house, state: Mutex::default(), looked: Mutex::default() }
    }

    /// How they stand.
    pub fn view(&self) -> Result<TournamentsView, Problem> {
        let mut tournaments: Vec<TournamentEntry> =
            self.ids()?.into_iter().map(|id| self.entry(id)).collect();
        tournaments.sort_by(|one, other| other.begun.cmp(&one.begun).then(other.id.cmp(&one.id)));
        let state = lock(&self.state);
        let going = state.going.as_ref().map(|going| going.id.clone());
        Ok(TournamentsView { keys: keys(), tournaments, going, trouble: state.trouble.clone() })
    }

    /// Begins one, and says what it is called here.
    pub fn begin(self: &Arc<Self>, wish: Begin) -> Result<TournamentEntry, Problem> {
        let ids = self.ids()?;
        if ids.len() >= MOST {
            return Err(Problem::refused(text!("tournament-full", most = MOST)));
        }
        let last = ids.iter().filter_map(|id| id.parse::<u64>().ok()).max().unwrap_or(0);
        let id = (last + 1).to_string();
        let settings = Values::read("tournament", &keys(), wish.pairs());
        let settings = settings.map_err(Problem::refused)?;
        let words = wish.toml(&settings, &id);
        let read_file = |name: &str, _: usize| kept(self.house.store(), name);
        let supply = self.supply(&read_file);
        let no_texts = |name: &str| Err(text!("spread-no-files", file = name));
        let asked = read(Path::new("page.toml"), &words, &supply, &no_texts);
        let mut asked = asked.map_err(plainly).map_err(Problem::refused)?;
        asked.out = self.path(&id);
        let jobs = asked.jobs;
        self.run(id, jobs, || Hall::begin(&asked))
    }

    /// Goes on with one that is not over.
    pub fn go_on(self: &Arc<Self>, id: &str) -> Result<TournamentEntry, Problem> {
        let jobs = self.look(id, |hall| Ok(hall.folder().jobs()))?;
        let path = self.path(id);
        self.run(id.to_owned(), jobs, || Hall::resume(&path))
    }

    fn run(
        self: &Arc<Self>,
        id: String,
        jobs: usize,
        open: impl FnOnce() -> Result<Hall, TournamentError>,
    ) -> Result<TournamentEntry, Problem> {
        let mut state = lock(&self.state);
        if state.going.is_some() {
            return Err(Problem::new(StatusCode::CONFLICT, text!("tournament-going")));
        }
        let crew = self.house.crew();
        let room = crew.room_for(Need::Work, jobs * MEGABYTES).map_err(Problem::unavailable)?;
        let hall = Mutex::new(open().map_err(refused)?);
        let stop = crew.stop_in_turn();
        let (all, own) = (self.clone(), stop.clone());
        let work = move || {
            let _room = room;
            // Whatever happens, the next one can begin after it.
            let _leaving = Leaving(all.clone());
            let read_file = |name: &str, _: usize| kept(all.house.store(), name);
            let played = play_here(&hall, &all.supply(&read_file), &own, &|_, _| ());
            lock(&all.state).trouble = played.err().map(plainly);
        };
        crew.work(stop.clone(), work).map_err(Problem::unavailable)?;
        state.going = Some(Going { id: id.clone(), stop });
        state.trouble = None;
        drop(state);
        Ok(self.entry(id))
    }

    /// Stops the one that is played here; games that are over are kept.
    pub fn stop(&self) {
        if let Some(going) = &lock(&self.state).going {
            going.stop.set();
        }
    }

    /// Forgets one with all its games.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        if !self.ids()?.iter().any(|known| known == id) {
            return Err(missing(id));
        }
        let played = lock(&self.state).going.as_ref().is_some_and(|going| going.id == id)
            || self.look(id, |hall| Ok(hall.folder().is_played())).unwrap_or(false);
        if played {
            return Err(Problem::new(StatusCode::CONFLICT, text!("tournament-going")));
        }
        lock(&self.looked).remove(id);
        fs::remove_dir_all(self.path(id)).map_err(|error| Problem::folder(&self.folder, &error))
    }

    /// Looks at one as it is now.
    pub fn look<T>(
        &self,
        id: &str,
        look: impl FnOnce(&Hall) -> Result<T, TournamentError>,
    ) -> Result<T, Problem> {
        if !self.ids()?.iter().any(|known| known == id) {
            return Err(missing(id));
        }
        let open = || -> Result<Arc<Mutex<Hall>>, TournamentError> {
            if let Some(hall) = lock(&self.looked).get(id) {
                return Ok(hall.clone());
            }
            let hall = Arc::new(Mutex::new(Hall::look(&self.path(id))?));
            let mut looked = lock(&self.looked);
            if looked.len() >= OPEN {
                looked.clear();
            }
            looked.insert(id.to_owned(), hall.clone());
            Ok(hall)
        };
        let hall = open().map_err(refused)?;
        let mut hall = lock(&hall);
        let seen = hall.refresh().and_then(|()| look(&hall));
        seen.map_err(|error| {
            // It may be another one by now, under the same name.
            lock(&self.looked).remove(id);
            refused(error)
        })
    }

    /// How far one has come.
    pub fn progress(&self, id: &str) -> Result<TournamentProgress, Problem> {
        self.look(id, progress)
    }

    /// A game as a file that can be opened; none if it was not played.
    pub fn record(&self, id: &str, pair: u32, game: u32) -> Result<String, Problem> {
        let record = self.look(id, |hall| {
            let done = hall.folder().game(pair, game)?;
            let job = hall.tournament().job(pair, game);
            let (Some(done), Some(job)) = (done, job) else { return Ok(None) };
            Ok(Some(done.record(&job)?))
        })?;
        let record = record.ok_or_else(|| {
            Problem::new(StatusCode::NOT_FOUND, text!("tournament-no-game", pair = pair + 1))
        })?;
        Format::Json.text(&record).map_err(Problem::refused)
    }

    fn entry(&self, id: String) -> TournamentEntry {
        let read = self.look(&id, |hall| {
            let (folder, plan) = (hall.folder(), hall.folder().plan());
            Ok(TournamentEntry {
                id: id.clone(),
                title: folder.title().to_owned(),
                game: plan.start.game.clone(),
                form: plan.form.name(),
                players: plan.entrants.len(),
                begun: folder.begun(),
                progress: progress(hall)?,
                broken: None,
            })
        });
        read.unwrap_or_else(|problem| TournamentEntry {
            title: id.clone(),
            id,
            game: String::new(),
            form: "",
            players: 0,
            begun: 0,
            progress: TournamentProgress::default(),
            broken: Some(problem.text().clone()),
        })
    }

    /// The names of all that there are.
    fn ids(&self) -> Result<Vec<String>, Problem> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(Problem::folder(&self.folder, &error)),
        };
        let folders = entries.flatten().filter(|entry| entry.path().join(FILE).is_file());
        Ok(folders.filter_map(|entry| entry.file_name().into_string().ok()).collect())
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }

    fn supply<'a>(&self, read_file: &'a ReadFile<'a>) -> Supply<'a> {
        Supply { seed: 0, read_file, engine: self.house.crew().engines() }
    }
}

/// The file that makes a folder a tournament.
const FILE: &str = "tournament.db";

fn progress(hall: &Hall) -> Result<TournamentProgress, TournamentError> {
    let (tournament, folder) = (hall.tournament(), hall.folder());
    let [games, of] = tournament.progress();
    let since = u64::try_from(now() - MINUTE).unwrap_or(0);
    let (over, playing) = (tournament.is_over(), folder.is_played());
    Ok(TournamentProgress { games, of, over, playing, minute: folder.since(since)? })
}

/// What is asked before a tournament.
fn keys() -> Vec<Key> {
    let most = thread::available_parallelism().map_or(1, usize::from) as i64;
    let forms = Form::ALL.map(|(name, _)| name).to_vec();
    vec![
        Key::new("form", Kind::Choice(forms), "tournament-key-form").or("round-robin"),
        Key::new("rounds", Kind::Int(1, 10_000), "tournament-key-rounds").or(5),
        Key::new("time", Kind::Real(0.01, 3600.0), "tournament-key-time").or(0.2),
        Key::new("opening_plies", Kind::Int(0, 20), "tournament-key-openings").or(2),
        // One processor is left to those who play.
        Key::new("jobs", Kind::Int(1, most), "tournament-key-jobs").or((most - 1).max(1)),
        Key::new("sprt", Kind::Switch, "tournament-key-sprt").or(false),
    ]
}

impl Begin {
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The file that asks for it, as somebody would write it.
    fn toml(&self, settings: &Values, id: &str) -> String {
        // Words in quotes are written alike in both.
        let quoted = |words: &str| serde_json::to_string(words).unwrap_or_default();
        let title = self.title.trim();
        let title = if title.is_empty() { format!("{} {id}", self.game) } else { title.to_owned() };
        let players: Vec<String> = self.players.iter().map(|player| quoted(player)).collect();
        let mut lines = vec![
            format!("title = {}", quoted(&title)),
            format!("game = {}", quoted(&self.game)),
            format!("players = [{}]", players.join(", ")),
        ];
        for (name, value) in &self.options {
            lines.push(format!("{} = {}", quoted(name), quoted(value)));
        }
        for key in ["rounds", "time", "opening_plies", "jobs"] {
            if let Some(value) = settings.get(key) {
                lines.push(format!("{key} = {value}"));
            }
        }
        if let Some(form) = settings.get("form") {
            lines.push(format!("form = {}", quoted(&form.to_string())));
        }
        if settings.switch("sprt") {
            lines.push("sprt = { elo0 = 0, elo1 = 20, alpha = 0.05, beta = 0.05 }".to_owned());
        }
        lines.join("\n")
    }
}

/// Why something is refused, for somebody who has seen no file.
fn plainly(error: TournamentError) -> Text {
    match error {
        TournamentError::Line { why, .. } | TournamentError::Of { why, .. } => why,
        other => other.into(),
    }
}

fn refused(error: TournamentError) -> Problem {
    let status = match error {
        TournamentError::None { .. } => StatusCode::NOT_FOUND,
        TournamentError::Busy { .. } => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Problem::new(status, plainly(error))
}

/// Makes room for the next tournament when one ends, however it does.
struct Leaving(Arc<Tournaments>);

impl Drop for Leaving {
    fn drop(&mut self) {
        lock(&self.0.state).going = None;
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn missing(id: &str) -> Problem {
    let shown: String = id.chars().take(40).collect();
    Problem::new(StatusCode::NOT_FOUND, text!("tournament-unknown", id = shown))
}
