//! `ludoteca match`: two players, many games, and who is stronger.

use std::time::Duration;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use ludoteca_arena::{GameFault, Limits, Match, MatchResult, Openings, play_match};
use ludoteca_games::clock::Control;
use ludoteca_players::{Budget, Stop, settings};
use ludoteca_text::{Text, text};
use serde::Serialize;

use crate::{
    args::{BudgetArgs, GameArgs, SeedArgs, seconds, whole},
    console::{Console, Failure, progress_bar, shown},
    subject,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "player")]
    a: String,
    #[arg(long, value_name = "player")]
    b: String,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--games", 1, 1_000_000, words))]
    games: i64,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--opening-plies", 0, 1000, words))]
    opening_plies: Option<i64>,
    #[arg(long, value_name = "file", conflicts_with = "opening_plies")]
    openings: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[arg(long, value_name = "seconds", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| seconds("--time-a", words))]
    time_a: Option<Duration>,
    #[arg(long, value_name = "seconds", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| seconds("--time-b", words))]
    time_b: Option<Duration>,
    #[arg(long, value_name = "seconds", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| seconds("--game-time", words))]
    game_time: Option<Duration>,
    #[arg(long, value_name = "seconds", allow_negative_numbers = true, requires = "game_time")]
    #[arg(value_parser = |words: &str| seconds("--increment", words))]
    increment: Option<Duration>,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long, value_name = "n", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: i64,
    #[arg(long)]
    json: bool,
}

/// So many different reasons for lost games are told.
const FAULTS_TOLD: usize = 8;

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    a: &'a str,
    b: &'a str,
    seed: u64,
    #[serde(flatten)]
    result: &'a MatchResult,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let supply = subject::supply(0);
    let player = |words| settings(what.game.game.name, words, &supply).map_err(Failure::usage);
    let [a, b] = [player(&what.a)?, player(&what.b)?];
    let start = subject::start(&what.game)?;
    let openings = match &what.openings {
        Some(file) => Openings::Games(subject::openings(file, &start)?),
        None => Openings::Plies(what.opening_plies.unwrap_or(0) as u32),
    };
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let game = Match {
        start,
        a,
        b,
        games: what.games as u32,
        openings,
        limits: what.limits(),
        seed: what.seed.seed(),
        jobs: what.jobs as usize,
    };
    let bar = progress_bar(u64::from(game.games), console);
    let result = play_match(&game, &supply, &stop, &mut |_| bar.inc(1))?;
    bar.finish_and_clear();
    if what.json {
        let Match { start, seed, .. } = &game;
        let (a, b) = (what.a.as_str(), what.b.as_str());
        return console.json(&Answer { game: &start.game, a, b, seed: *seed, result: &result });
    }
    tell(&game, [&what.a, &what.b], &result, console)
}

impl Options {
    /// How much A and B may take: the same, but for the time of a move where it is said for one.
    fn limits(&self) -> [Limits; 2] {
        let Budget { time, nodes, .. } = self.budget.budget(Stop::default());
        let increment = self.increment.unwrap_or_default();
        let clock = self.game_time.map(|time| Control::game(time, increment));
        [self.time_a, self.time_b].map(|own| Limits { time: own.or(time), nodes, clock })
    }
}

fn tell(
    game: &Match,
    [a, b]: [&str; 2],
    result: &MatchResult,
    console: Console,
) -> Result<(), Failure> {
    if result.games == 0 {
        return console.tell(&text!("cli-match-nothing"));
    }
    console.tell(&verdict(result))?;
    console.print("")?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let heads = ["", "cli-match-player", "cli-match-won", "cli-match-drawn", "cli-match-lost"];
    table.set_header(
        heads.map(|id| if id.is_empty() { String::new() } else { console.say(&id.into()) }),
    );
    let MatchResult { a_wins, b_wins, draws, .. } = result;
    for (name, player, won, lost) in [("A", a, a_wins, b_wins), ("B", b, b_wins, a_wins)] {
        table.add_row([name, player, &won.to_string(), &draws.to_string(), &lost.to_string()]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.to_string().lines() {
        console.print(line.trim_end())?;
    }
    console.print("")?;
    let elo = result.elo;
    let place = if elo.diff < 0.0 { "cli-match-below" } else { "cli-match-above" };
    let [diff, low, high] = [elo.diff.abs(), elo.low, elo.high].map(f64::round);
    console.tell(&text!(place, diff = diff, low = low, high = high))?;
    console.tell(&text!(
        "cli-match-counts",
        games = result.games,
        first = result.first_wins,
        seconds = shown(result.seconds)
    ))?;
    if result.repeated > 0 {
        console.tell(&text!("cli-match-repeated", games = result.repeated))?;
    }
    if result.forfeits > 0 {
        console.tell(&text!("cli-match-forfeits", forfeits = result.forfeits))?;
        tell_faults(&result.faults, console)?;
    }
    if result.games < game.games {
        console.tell(&text!("cli-match-stopped", games = result.games, of = game.games))?;
    }
    Ok(())
}

/// Why games were lost before their end: each reason once, with the first game it ended.
fn tell_faults(faults: &[GameFault], console: Console) -> Result<(), Failure> {
    let mut told: Vec<(char, &Text)> = Vec::new();
    for GameFault { game, player, reason, .. } in faults {
        if told.len() < FAULTS_TOLD && !told.contains(&(*player, reason)) {
            told.push((*player, reason));
            let player = player.to_ascii_uppercase().to_string();
            let reason = reason.clone();
            console.tell(&text!(
                "cli-match-fault",
                game = *game,
                player = player,
                reason = reason
            ))?;
        }
    }
    Ok(())
}

/// What the match says, before the figures.
fn verdict(result: &MatchResult) -> Text {
    match result.elo {
        elo if elo.low > 0.0 => text!("cli-match-stronger", player = "A"),
        elo if elo.high < 0.0 => text!("cli-match-stronger", player = "B"),
        _ => text!("cli-match-open"),
    }
}
