//! The file that asks for a tournament, in TOML. Whatever is wrong with it is told with its line and
//! with what would be right.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
};

use ludoteca_arena::{
    Adjudication, Agreed, EloModel, Entrant, Pace, Sprt, can_be_exact,
    tournament::{Form, Opening, Plan, random_openings, read_openings},
};
use ludoteca_games::{
    Game, Gdl, Start, find,
    gdl::RULES,
    params::{Key, Kind, Value},
};
use ludoteca_players::{Supply, settings};
use ludoteca_text::{Text, text};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    TournamentError,
    book::{BALANCED, balanced},
};

/// A tournament that is asked for, and how it is to be played here.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What it is called.
    pub title: String,
    /// What it follows from.
    pub plan: Plan,
    /// Games at the same time.
    pub jobs: usize,
    /// Whether each of them has processors of its own.
    pub pin: bool,
    /// Where everything is kept.
    pub out: PathBuf,
}

/// Something wrong, and where: the bytes it stands at, or nowhere.
type Wrong = (Option<Range<usize>>, Text);

/// Reads a text file that is named in the file.
type ReadText<'a> = &'a dyn Fn(&str) -> Result<String, Text>;

/// So many players meet at most.
const MOST_PLAYERS: usize = 500;
/// So many games are played at most.
const MOST_GAMES: i64 = 10_000_000;
/// No time is longer, in seconds.
const MOST_SECONDS: f64 = 1e9;
/// The player that is called 0 where it takes part and nobody says otherwise.
const ANCHOR: &str = "random";

const KEYS: [&str; 21] = [
    "title",
    "game",
    "form",
    "players",
    "rounds",
    "swiss_rounds",
    "openings",
    "opening_plies",
    "time",
    "game_time",
    "increment",
    "nodes",
    "seed",
    "jobs",
    "pin",
    "out",
    "sprt",
    "adjudication",
    "anchor",
    "anchor_elo",
    "position",
];
const OF_A_PLAYER: [&str; 6] = ["name", "player", "time", "game_time", "increment", "nodes"];

/// Reads the file of that name, whose words these are. Players, openings and descriptions are read
/// and found to be right, too.
pub fn read(
    path: &Path,
    words: &str,
    supply: &Supply<'_>,
    read_text: ReadText<'_>,
) -> Result<Asked, TournamentError> {
    let asked = document(words).and_then(|table| {
        let root = Section { table: &table, name: "", keys: &KEYS, options: RefCell::default() };
        asked(&root, path, supply, read_text)
    });
    asked.map_err(|(place, why)| match place {
        Some(place) => {
            let line = words.as_bytes()[..place.start.min(words.len())]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count()
                + 1;
            TournamentError::Line { file: path.display().to_string(), line, why }
        }
        None => TournamentError::of(path, why),
    })
}

fn document(words: &str) -> Result<DeTable<'_>, Wrong> {
    match DeTable::parse(words) {
        Ok(table) => Ok(table.into_inner()),
        Err(error) => {
            // What the library says is in English; what stands there tells more.
            let place = error.span().unwrap_or(0..0);
            let line = words.get(place.start.min(words.len())..).unwrap_or_default();
            let before = words.get(..place.start).unwrap_or_default();
            let begin = before.rfind('\n').map_or(0, |at| at + 1);
            let end = line.find('\n').map_or(words.len(), |at| place.start + at);
            let shown = words.get(begin..end).unwrap_or_default().trim();
            Err((Some(place), text!("tournament-no-toml", line = shown)))
        }
    }
}

/// A table of the file, and the keys it may have.
struct Section<'a> {
    table: &'a DeTable<'a>,
    /// What it is called; nothing is the whole file.
    name: &'static str,
    keys: &'a [&'static str],
    /// The options of the game, which stand among the keys of the whole file.
    options: RefCell<Vec<&'static str>>,
}

impl<'a> Section<'a> {
    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        let found = self.table.iter().find(|(name, _)| name.get_ref().as_ref() == key);
        found.map(|(_, value)| value)
    }

    fn at(&self, key: &str) -> Option<Range<usize>> {
        self.get(key).map(Spanned::span)
    }

    /// Nothing stands here that means nothing.
    fn all_known(&self) -> Result<(), Wrong> {
        let options = self.options.borrow();
        for (name, _) in self.table {
            let key: &str = name.get_ref().as_ref();
            if !self.keys.contains(&key) && !options.contains(&key) {
                let mut known: Vec<&str> = self.keys.to_vec();
                known.extend(options.iter());
                let list = known.join(", ");
                let why = match self.name {
                    "" => text!("tournament-unknown-key", key = key, list = list),
                    name => text!("key-unknown", whose = name, key = key, list = list),
                };
                return Err((Some(name.span()), why));
            }
        }
        Ok(())
    }

    /// A value of some kind.
    fn value(&self, key: &'static str, kind: Kind) -> Result<Option<Value>, Wrong> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let refused = |why: Text| (Some(value.span()), why);
        let Some(words) = plain(value.get_ref()) else {
            let allowed = kind.allowed();
            let value = text!("tournament-a-list");
            return Err(refused(text!(
                "value-refused",
                key = key,
                value = value,
                allowed = allowed
            )));
        };
        Key::new(key, kind, "").read(&words).map(Some).map_err(|why| refused(why.into()))
    }

    fn whole(&self, key: &'static str, low: i64, high: i64) -> Result<Option<i64>, Wrong> {
        let value = self.value(key, Kind::Int(low, high))?;
        Ok(value.and_then(|value| if let Value::Int(number) = value { Some(number) } else { None }))
    }

    fn real(&self, key: &'static str, low: f64, high: f64) -> Result<Option<f64>, Wrong> {
        let value = self.value(key, Kind::Real(low, high))?;
        Ok(value
            .and_then(|value| if let Value::Real(number) = value { Some(number) } else { None }))
    }

    /// A number of seconds above nothing.
    fn seconds(&self, key: &'static str) -> Result<Option<f64>, Wrong> {
        let given = self.real(key, 0.0, MOST_SECONDS)?;
        if given == Some(0.0) {
            let allowed = text!("cli-allowed-time");
            let why = text!("value-refused", key = key, value = "0", allowed = allowed);
            return Err((self.at(key), why));
        }
        Ok(given)
    }

    fn switch(&self, key: &'static str) -> Result<Option<bool>, Wrong> {
        let value = self.value(key, Kind::Switch)?;
        Ok(value.map(|value| value == Value::Switch(true)))
    }

    fn words(&self, key: &'static str) -> Result<Option<String>, Wrong> {
        Ok(self.value(key, Kind::Words)?.map(|value| value.to_string()))
    }

    fn choice(&self, key: &'static str, all: &[&'static str]) -> Result<Option<String>, Wrong> {
        Ok(self.value(key, Kind::Choice(all.to_vec()))?.map(|value| value.to_string()))
    }

    /// A table within this one.
    fn section(
        &self,
        key: &'static str,
        keys: &'a [&'static str],
    ) -> Result<Option<Section<'a>>, Wrong> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref() {
                DeValue::Table(table) => {
                    let section = Section { table, name: key, keys, options: RefCell::default() };
                    section.all_known()?;
                    Ok(Some(section))
                }
                _ => {
                    let list = keys.join(", ");
                    Err((Some(value.span()), text!("tournament-no-table", key = key, list = list)))
                }
            },
        }
    }

    fn pace(&self) -> Result<Pace, Wrong> {
        let pace = Pace {
            time: self.seconds("time")?,
            game_time: self.seconds("game_time")?,
            increment: self.real("increment", 0.0, MOST_SECONDS)?,
            nodes: self.whole("nodes", 1, i64::MAX)?.map(|nodes| nodes as u64),
        };
        if pace.increment.is_some() && pace.game_time.is_none() {
            return Err((self.at("increment"), text!("tournament-increment")));
        }
        Ok(pace)
    }
}

/// A value as it would be typed on the command line; none of a list or table.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(words) => Some(words.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(on) => Some(if *on { "on" } else { "off" }.to_owned()),
        DeValue::Datetime(time) => Some(time.to_string()),
        DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

fn asked(
    root: &Section<'_>,
    path: &Path,
    supply: &Supply<'_>,
    read_text: ReadText<'_>,
) -> Result<Asked, Wrong> {
    let start = start(root, read_text)?;
    root.all_known()?;
    let form = form(root)?;
    let (entrants, places) = entrants(root, &start, supply)?;
    if form.1 && entrants.len() != 2 {
        return Err((root.at("players"), text!("tournament-duel", players = entrants.len())));
    }
    let form = form.0;
    let pairs = root.whole("rounds", 1, 1_000_000)?.unwrap_or(1) as u32;
    let swiss_rounds = swiss_rounds(root, form, entrants.len())?;
    let seed = root.whole("seed", 0, i64::MAX)?.unwrap_or(1) as u64;
    let meetings = match form {
        Form::Swiss => swiss_rounds,
        Form::Knockout => entrants.len().next_power_of_two().ilog2(),
        Form::RoundRobin | Form::Gauntlet => 1,
    };
    let count = pairs.saturating_mul(meetings.max(1));
    let openings = openings(root, &start, count, seed, read_text)?;
    let plan = Plan {
        adjudication: adjudication(root, &start)?,
        anchor: anchor(root, &entrants)?,
        sprt: sprt(root, entrants.len())?,
        start,
        form,
        entrants,
        pairs,
        swiss_rounds,
        openings,
        seed,
    };
    if plan.most_games().is_some_and(|games| i64::from(games) > MOST_GAMES) {
        return Err((root.at("rounds"), text!("tournament-too-many", most = MOST_GAMES as f64)));
    }
    plan.check(supply).map_err(|why| (places.first().cloned(), why.into()))?;
    let jobs = root.whole("jobs", 1, 256)?.unwrap_or(1) as usize;
    let pin = root.switch("pin")?.unwrap_or(false);
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    let title = root.words("title")?.unwrap_or_else(|| stem.to_string_lossy().into_owned());
    let out = root.words("out")?.map_or_else(|| PathBuf::from(stem), PathBuf::from);
    if out == path {
        return Err((root.at("out"), text!("tournament-out", file = path.display().to_string())));
    }
    Ok(Asked { title, plan, jobs, pin, out })
}

/// The game with its options.
fn start(root: &Section<'_>, read_text: ReadText<'_>) -> Result<Start, Wrong> {
    let example = || text!("tournament-missing", key = "game", example = "game = \"hex\"");
    let game = root.words("game")?.ok_or_else(|| (None, example()))?;
    let place = root.at("game");
    let refused = |why: Text| (place.clone(), why);
    let mut options = BTreeMap::new();
    let name = match game.split_once(':') {
        Some((Gdl::NAME, file)) => {
            options.insert(RULES.to_owned(), read_text(file).map_err(refused)?);
            Gdl::NAME
        }
        _ => find(&game).map_err(|why| refused(why.into()))?.name,
    };
    let kind = find(name).map_err(|why| refused(why.into()))?;
    for key in kind.options().into_iter().filter(|key| key.name != RULES) {
        let key_name = key.name;
        if let Some(value) = root.value(key_name, key.kind)? {
            options.insert(key_name.to_owned(), value.to_string());
        }
        root.options.borrow_mut().push(key_name);
    }
    let position = root.words("position")?;
    let start = Start { game: name.to_owned(), options, position };
    start.reached().map_err(|why| (root.at("position").or(root.at("size")).or(place), why))?;
    Ok(start)
}

/// The form, and whether it is one for two players alone.
fn form(root: &Section<'_>) -> Result<(Form, bool), Wrong> {
    const DUEL: &str = "duel";
    let names = Form::ALL.map(|(name, _)| name);
    let all: Vec<&'static str> = names.into_iter().chain([DUEL]).collect();
    let chosen = root.choice("form", &all)?;
    let chosen = chosen.as_deref().unwrap_or("round-robin");
    let form = Form::ALL.into_iter().find(|(name, _)| *name == chosen);
    Ok((form.map_or(Form::RoundRobin, |(_, form)| form), chosen == DUEL))
}

/// Who takes part, and where they stand in the file.
fn entrants(
    root: &Section<'_>,
    start: &Start,
    supply: &Supply<'_>,
) -> Result<(Vec<Entrant>, Vec<Range<usize>>), Wrong> {
    let example = || {
        let example = "players = [\"mcts\", \"random\"]";
        text!("tournament-missing", key = "players", example = example)
    };
    let list = root.get("players").ok_or_else(|| (None, example()))?;
    let DeValue::Array(items) = list.get_ref() else { return Err((Some(list.span()), example())) };
    if !(2..=MOST_PLAYERS).contains(&items.len()) {
        return Err((Some(list.span()), text!("tournament-players", most = MOST_PLAYERS)));
    }
    let common = root.pace()?;
    let mut entrants: Vec<Entrant> = Vec::new();
    let mut places = Vec::new();
    for item in items.iter() {
        let refused = |why: Text| (Some(item.span()), why);
        let (name, player, own) = match item.get_ref() {
            DeValue::String(words) => (None, words.to_string(), Pace::default()),
            DeValue::Table(table) => {
                let keys = &OF_A_PLAYER;
                let section = Section { table, name: "players", keys, options: RefCell::default() };
                section.all_known()?;
                let player = section.words("player")?.ok_or_else(|| refused(example()))?;
                (section.words("name")?, player, section.pace()?)
            }
            _ => return Err(refused(example())),
        };
        settings(&start.game, &player, supply).map_err(|why| refused(why.into()))?;
        let name = name.unwrap_or_else(|| player.clone());
        if entrants.iter().any(|other| other.name == name) {
            return Err(refused(text!("tournament-twice", name = name)));
        }
        let pace = if own == Pace::default() { common } else { own };
        entrants.push(Entrant { name, player, pace });
        places.push(item.span());
    }
    Ok((entrants, places))
}

fn swiss_rounds(root: &Section<'_>, form: Form, players: usize) -> Result<u32, Wrong> {
    // In as many rounds as there are opponents everybody has met everybody; with an odd number one
    // rests in each.
    let most = (players - 1 + players % 2) as i64;
    let given = root.whole("swiss_rounds", 1, most)?;
    if given.is_some() && form != Form::Swiss {
        return Err((root.at("swiss_rounds"), text!("tournament-swiss-rounds")));
    }
    let usual = i64::from(players.next_power_of_two().ilog2()).clamp(1, most);
    Ok(if form == Form::Swiss { given.unwrap_or(usual) as u32 } else { 0 })
}

fn openings(
    root: &Section<'_>,
    start: &Start,
    count: u32,
    seed: u64,
    read_text: ReadText<'_>,
) -> Result<Vec<Opening>, Wrong> {
    const LIST: &str = "balanced";
    let plies = root.whole("opening_plies", 0, 1000)?;
    let Some(name) = root.words("openings")? else {
        let plies = plies.unwrap_or(0) as u32;
        let drawn = random_openings(start, plies, count as usize, seed);
        return drawn.map_err(|why| (root.at("opening_plies"), why.into()));
    };
    let refused = |why: Text| (root.at("openings"), why);
    if plies.is_some() {
        return Err(refused(text!("tournament-both-openings")));
    }
    if name == LIST {
        let list = BALANCED.join(", ");
        return balanced(start)
            .ok_or_else(|| refused(text!("tournament-not-balanced", list = list)));
    }
    let words = read_text(&name).map_err(refused)?;
    let found = read_openings(start, &words).map_err(|(line, why)| {
        refused(text!("cli-in-line", file = name.as_str(), line = line, why = why))
    })?;
    if found.is_empty() {
        return Err(refused(text!("cli-file-empty", file = name.as_str())));
    }
    Ok(found)
}

fn adjudication(root: &Section<'_>, start: &Start) -> Result<Adjudication, Wrong> {
    let keys = &["length", "agreed", "exact"];
    let Some(section) = root.section("adjudication", keys)? else {
        return Ok(Adjudication::default());
    };
    let agreed = match section.section("agreed", &["value", "plies"])? {
        None => None,
        Some(agreed) => Some(Agreed {
            value: agreed.real("value", 0.01, 1.0)?.unwrap_or(0.9),
            plies: agreed.whole("plies", 1, 1000)?.unwrap_or(3) as u32,
        }),
    };
    let exact = section.whole("exact", 1, i64::MAX)?.map(|nodes| nodes as u64);
    if exact.is_some() && !can_be_exact(&start.game) {
        let game = Text::new(format!("game-{}", start.game));
        return Err((section.at("exact"), text!("not-exact", game = game)));
    }
    let length = section.whole("length", 1, 1_000_000)?.map(|plies| plies as u32);
    Ok(Adjudication { length, agreed, exact })
}

fn anchor(root: &Section<'_>, entrants: &[Entrant]) -> Result<(usize, f64), Wrong> {
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let place = match root.words("anchor")? {
        Some(name) => names.iter().position(|known| *known == name).ok_or_else(|| {
            let list = text!("allowed-list", list = names.join(", "));
            let why = text!("value-refused", key = "anchor", value = name, allowed = list);
            (root.at("anchor"), why)
        })?,
        None => names.iter().position(|name| *name == ANCHOR).unwrap_or(0),
    };
    Ok((place, root.real("anchor_elo", -10_000.0, 10_000.0)?.unwrap_or(0.0)))
}

fn sprt(root: &Section<'_>, players: usize) -> Result<Option<Sprt>, Wrong> {
    let keys = &["elo0", "elo1", "alpha", "beta", "model"];
    let Some(section) = root.section("sprt", keys)? else { return Ok(None) };
    let place = root.at("sprt");
    if players != 2 {
        return Err((place, text!("tournament-sprt-two", players = players)));
    }
    let number = |key, low, high, usual: Option<f64>| {
        section.real(key, low, high)?.or(usual).ok_or_else(|| {
            let example = "sprt = { elo0 = 0, elo1 = 10, alpha = 0.05, beta = 0.05 }";
            (place.clone(), text!("tournament-missing", key = key, example = example))
        })
    };
    let elo0 = number("elo0", -1000.0, 1000.0, None)?;
    let elo1 = number("elo1", -1000.0, 1000.0, None)?;
    if elo0 >= elo1 {
        return Err((place, text!("tournament-sprt-order")));
    }
    let alpha = number("alpha", 0.0001, 0.49, Some(0.05))?;
    let beta = number("beta", 0.0001, 0.49, Some(0.05))?;
    let model = match section.choice("model", &["logistic", "normalized"])?.as_deref() {
        Some("normalized") => EloModel::Normalized,
        _ => EloModel::Logistic,
    };
    Ok(Some(Sprt { elo0, elo1, alpha, beta, model }))
}
