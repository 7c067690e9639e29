//! `ludoteca ladder`: our own players and levels against each other, and all of them on one scale.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use ludoteca_arena::{Elo, Ladder, Limits, Openings, Rung};
use ludoteca_lab::report::Grid;
use ludoteca_players::{Budget, ENGINE, PlayerInfo, PlayerSettings, Stop, players, settings};
use ludoteca_text::{Text, text};
use serde::Serialize;

use crate::{
    args::{BudgetArgs, GameArgs, SeedArgs, whole},
    console::{Console, Failure, progress_bar},
    day, subject, table,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "player")]
    player: Vec<String>,
    #[arg(long, value_name = "n", default_value = "40", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--games", 1, 1_000_000, words))]
    games: i64,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--opening-plies", 0, 1000, words))]
    opening_plies: Option<i64>,
    #[arg(long, value_name = "file", conflicts_with = "opening_plies")]
    openings: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long, value_name = "n", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: i64,
    #[arg(long)]
    json: bool,
}

/// Time for a move, where nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(100);
/// Random plies at the beginning of a pair of games, where nothing is said.
const OPENING_PLIES: i64 = 2;
/// The one that is called 0 where it takes part.
const ANCHOR: &str = "random";

/// Somebody who takes part.
struct Climber {
    name: Text,
    settings: PlayerSettings,
}

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    date: String,
    anchor: String,
    seed: u64,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    player: String,
    name: String,
    elo: f64,
    low: f64,
    high: f64,
    games: u32,
    step: Option<Elo>,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let climbers = climbers(what)?;
    if climbers.len() < 2 {
        return Err(Failure::usage(text!("cli-ladder-few")));
    }
    let anchor = climbers.iter().position(|each| each.settings.name() == ANCHOR).unwrap_or(0);
    let start = subject::start(&what.game)?;
    let openings = match &what.openings {
        Some(file) => Openings::Games(subject::openings(file, &start)?),
        None => Openings::Plies(what.opening_plies.unwrap_or(OPENING_PLIES) as u32),
    };
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let ladder = Ladder {
        start,
        players: climbers.iter().map(|each| each.settings.clone()).collect(),
        anchor,
        games: what.games as u32,
        openings,
        limits: what.limits(),
        seed: what.seed.seed(),
        jobs: what.jobs as usize,
    };
    let bar = progress_bar(u64::from(ladder.length()), console);
    let rungs = ladder.climb(&subject::supply(0), &stop, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let row = |Rung { player, elo, step, games }: &Rung| Row {
        player: climbers[*player].settings.to_string(),
        name: console.say(&climbers[*player].name),
        elo: elo.diff,
        low: elo.low,
        high: elo.high,
        games: *games,
        step: *step,
    };
    let rows: Vec<Row> = rungs.iter().map(row).collect();
    let anchor = climbers[anchor].settings.to_string();
    if what.json {
        let (game, seed) = (what.game.game.name, ladder.seed);
        return console.json(&Answer { game, date: today(), anchor, seed, rows });
    }
    tell(&rows, anchor, console)?;
    if stop.is_set() { console.tell(&text!("cli-ladder-stopped")) } else { Ok(()) }
}

impl Options {
    fn limits(&self) -> Limits {
        let Budget { time, nodes, .. } = self.budget.budget(Stop::default());
        let usual = nodes.is_none().then_some(USUAL_TIME);
        Limits { time: time.or(usual), nodes, clock: None }
    }
}

/// Who takes part: those who are named, or every player of the game at every level it has.
fn climbers(what: &Options) -> Result<Vec<Climber>, Failure> {
    let (game, supply) = (what.game.game.name, subject::supply(0));
    if !what.player.is_empty() {
        let named = what.player.iter().map(|words| {
            let settings = settings(game, words, &supply).map_err(Failure::usage)?;
            Ok(Climber { name: Text::verbatim(words.clone()), settings })
        });
        return named.collect();
    }
    let all = players(game)?;
    // A player of nothing but files has the strength of the file.
    let is_ours = |player: &&PlayerInfo| player.name != ENGINE && player.needs.is_none();
    let ours = all.iter().filter(|player| !player.human).filter(is_ours);
    let at_levels = ours.flat_map(|PlayerInfo { name, levels, .. }| {
        let level = |keys: &str, of: Text| (format!("{name}{keys}"), of);
        match levels.is_empty() {
            true => vec![level("", Text::verbatim((*name).to_owned()))],
            false => levels
                .iter()
                .map(|each| {
                    let of = text!("ladder-level", player = *name, level = Text::new(each.name));
                    level(&format!(":{}", each.keys), of)
                })
                .collect(),
        }
    });
    let read = at_levels.map(|(words, name)| {
        let settings = settings(game, &words, &supply)?;
        Ok(Climber { name, settings })
    });
    read.collect()
}

fn tell(rows: &[Row], anchor: String, console: Console) -> Result<(), Failure> {
    let heads = ["player", "elo", "from", "to", "step", "games"];
    let whole = |number: f64| format!("{number:.0}");
    let cells = |row: &Row| {
        let step = row.step.map_or_else(String::new, |step| {
            let [diff, low, high] = [step.diff, step.low, step.high].map(f64::round);
            console.say(&text!("cli-ladder-step", diff = diff, low = low, high = high))
        });
        let [elo, low, high] = [row.elo, row.low, row.high].map(whole);
        vec![row.player.clone(), elo, low, high, step, row.games.to_string()]
    };
    let heads = heads.map(|head| console.say(&Text::new(format!("cli-ladder-heads-{head}"))));
    let grid =
        Grid { heads: heads.to_vec(), rows: rows.iter().map(cells).collect(), words: vec![0] };
    table::print(grid, console)?;
    console.print("")?;
    console.tell(&text!("cli-ladder-scale", anchor = anchor))
}

/// Today by the calendar of Greenwich, as 2026-05-31.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    day::of(now.as_secs() as i64)
}
