//! A position of Hex proved with many workers, kept as a strategy, and a strategy that is checked.

use std::{fs, process, time::Instant};

use clap::Args;
use indicatif::ProgressBar;
use ludoteca_games::{
    Game, GameTree, Hex,
    hex::{Colour, HexPly},
};
use ludoteca_players::{
    Solution, SolveError, Solved, Stop,
    hex::{
        shared::{Part, Proved, searcher},
        strategy::{Strategy, StrategyError, cell_name},
    },
    thought::Verdict,
};
use ludoteca_spread::{
    Spread,
    kinds::proofs::{Outcome, Progress, prove, recall},
};
use ludoteca_text::{Text, text};
use serde::Serialize;

use super::Options;
use crate::console::{Console, Failure, progress_bar, reason};

/// Positions that a worker looks at for one part of a proof, if nobody says.
const PART: u64 = 400;
/// Room for what is remembered here, in megabytes.
const MEGABYTES: usize = 1024;
/// A file of a strategy has at most so many bytes.
const MOST_BYTES: u64 = 1 << 30;

#[derive(Args)]
pub struct VerifyOptions {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long)]
    json: bool,
}

/// A solution, with what its parts took.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    solution: Solution,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<Shared>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<usize>,
}

#[derive(Serialize)]
struct Shared {
    slots: usize,
    /// Seconds of work of all workers.
    work: f64,
    /// Seconds of each part, in the order in which they came back.
    parts: Vec<f64>,
}

/// Solves with workers, or keeps the proof, or both.
pub fn run(
    what: &Options,
    record: &GameTree,
    stop: &Stop,
    console: Console,
) -> Result<(), Failure> {
    let position = record.position().as_any().downcast_ref::<Hex>();
    let position = position.ok_or_else(|| text!("cli-solve-hex-only"))?;
    if let Some(reason) = record.position().reason() {
        return Err(SolveError::Over(reason).into());
    }
    let swap = |ply: &HexPly| !matches!(ply, HexPly::Stone(_));
    if position.legal_plies().iter().any(swap) || may_be_swapped(position) {
        return Err(text!("cli-solve-no-swap").into());
    }
    let root = part(position);
    let begun = Instant::now();
    let spread = what.workers.connect()?;
    let (proved, mut answer) = match &spread {
        Some(spread) => with_workers(what, spread, &root, stop, console)?,
        None => alone(&root, stop, begun),
    };
    if let (Some(file), Some(_)) = (&what.save, proved) {
        answer.claims = Some(save(file, &root, spread.as_ref(), stop, console)?);
    }
    if what.json {
        return console.json(&answer);
    }
    super::tell(record, &answer.solution, console)?;
    if let Some(Shared { slots, work, parts }) = &answer.shared {
        let (parts, work) = (parts.len(), work.round());
        console.tell(&text!("cli-solve-shared", parts = parts, slots = *slots, work = work))?;
    }
    if let (Some(file), Some(claims)) = (&what.save, answer.claims) {
        console.tell(&text!("cli-solve-saved", file = file.as_str(), claims = claims))?;
    }
    Ok(())
}

/// Plays a kept strategy against every move.
pub fn verify(what: &VerifyOptions, console: Console) -> Result<(), Failure> {
    let VerifyOptions { file, json } = what;
    let failed =
        |error: std::io::Error| text!("cli-file", file = file.as_str(), why = reason(&error));
    let size = fs::metadata(file).map_err(failed)?.len();
    if size > MOST_BYTES {
        let most = MOST_BYTES as f64;
        return Err(text!("cli-file-too-large", file = file.as_str(), most = most).into());
    }
    let words = fs::read_to_string(file).map_err(failed)?;
    let in_file = |why: StrategyError| text!("cli-in-file", file = file.as_str(), why = why);
    let strategy = Strategy::read(&words).map_err(in_file)?;
    let checked = strategy.check().map_err(in_file)?;
    let winner = if strategy.winner == Colour::Blue { "blue" } else { "red" };
    if *json {
        #[derive(Serialize)]
        struct Held<'a> {
            holds: bool,
            size: usize,
            winner: &'a str,
            claims: usize,
            replies: u64,
        }
        let (size, claims) = (strategy.root.size, checked.claims);
        return console.json(&Held { holds: true, size, winner, claims, replies: checked.replies });
    }
    let (claims, replies) = (checked.claims, checked.replies);
    let told = text!("cli-verify-holds", winner = winner, claims = claims, replies = replies);
    console.tell(&told)
}

/// The stones of a position.
fn part(position: &Hex) -> Part {
    let size = position.size();
    let of = |colour: Colour| {
        let cells = position.cells().filter(|cell| position.stone(*cell) == Some(colour));
        cells.map(|cell| (cell.row() * size + cell.column()) as u16).collect()
    };
    let (red, blue) = (of(Colour::Red), of(Colour::Blue));
    Part { size, red, blue, blue_moves: position.colour() == Colour::Blue, nodes: 0 }
}

/// Whether the next stone can be answered by a swap.
fn may_be_swapped(position: &Hex) -> bool {
    position.count() == 0 && position.swap() != ludoteca_games::hex::Swap::None
}

fn with_workers(
    what: &Options,
    spread: &Spread,
    root: &Part,
    stop: &Stop,
    console: Console,
) -> Result<(Option<Proved>, Answer), Failure> {
    let effort = what.part.map_or(PART, |part| part as u64);
    let name = format!("hex-{}-{}", process::id(), now());
    let bar = ProgressBar::new_spinner();
    let watched = console.is_watched();
    let mut lonely = false;
    let mut told = |progress: Progress| {
        if progress.slots == 0 && !lonely {
            lonely = true;
            console.note(&text!("cli-solve-nobody", address = spread.address()));
        }
        if watched {
            let Progress { parts, under_way, nodes, slots } = progress;
            bar.set_message(console.say(&text!(
                "cli-solve-parts",
                parts = parts,
                busy = under_way,
                nodes = nodes,
                slots = slots
            )));
        }
    };
    let outcome = prove(spread, &name, root, effort, stop, &mut told)?;
    bar.finish_and_clear();
    let Outcome { proved, winning_move, progress, work, seconds, parts } = outcome;
    let solution = solution(root, proved.as_ref(), winning_move, progress.nodes, seconds);
    let shared = Some(Shared { slots: progress.slots, work, parts });
    Ok((proved, Answer { solution, shared, claims: None }))
}

fn alone(root: &Part, stop: &Stop, begun: Instant) -> (Option<Proved>, Answer) {
    let whole = Part { nodes: u64::MAX, ..root.clone() };
    let searched = searcher(root.size, MEGABYTES).search(&whole, stop);
    let nodes = searched.as_ref().map_or(0, |searched| searched.nodes);
    let proved = searched.and_then(|searched| searched.proved);
    let solution = solution(root, proved.as_ref(), None, nodes, begun.elapsed().as_secs_f64());
    (proved, Answer { solution, shared: None, claims: None })
}

fn solution(
    root: &Part,
    proved: Option<&Proved>,
    winning_move: Option<u16>,
    nodes: u64,
    seconds: f64,
) -> Solution {
    let outcome = proved.map(|proved| if proved.wins { Verdict::Win } else { Verdict::Loss });
    let moves = winning_move
        .map(|cell| (cell_name(root.size, cell), Solved::Outcome(Verdict::Win)))
        .into_iter()
        .collect();
    Solution { outcome, score: None, moves, nodes, seconds }
}

/// Makes a strategy of what is proved and writes it.
fn save(
    file: &str,
    root: &Part,
    spread: Option<&Spread>,
    stop: &Stop,
    console: Console,
) -> Result<usize, Failure> {
    let mut searcher = searcher(root.size, MEGABYTES);
    for fact in spread.map(|spread| recall(spread, root.size)).unwrap_or_default() {
        searcher.learn(&fact);
    }
    let bar = progress_bar(0, console);
    let mut told = |claims: usize| bar.set_position(claims as u64);
    let strategy = Strategy::make(root, searcher.as_mut(), stop, &mut told).map_err(Text::from)?;
    bar.finish_and_clear();
    // Nothing is kept that was not checked.
    strategy.check().map_err(Text::from)?;
    fs::write(file, strategy.write())
        .map_err(|error| text!("cli-file", file = file, why = reason(&error)))?;
    Ok(strategy.claims())
}

/// Milliseconds of the clock, to tell runs apart.
fn now() -> u128 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap_or_default().as_millis()
}
