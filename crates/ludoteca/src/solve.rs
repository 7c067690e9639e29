//! `ludoteca solve`: who wins a position with best play, and what each move is worth.

mod shared;

use clap::{Args, Subcommand};
use ludoteca_games::GameTree;
use ludoteca_players::{
    Asked, Extent, GuidedBy, Solution, Solved, Stop, points, solve_as, thought::Verdict,
};
use ludoteca_text::text;

use crate::{
    args::{BudgetArgs, Chosen, GameArgs, GameOptions, choice, whole},
    board,
    console::{Console, Failure, progress_bar, shown},
    subject,
    think::stop_on_interrupt,
    worker::WorkersArgs,
};

/// Who can say where to look first.
const GUIDES: [&str; 2] = ["none", "net"];

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Options {
    #[command(subcommand)]
    verify: Option<Verify>,
    #[arg(value_name = "game", value_parser = Chosen::read, required = true)]
    game: Option<Chosen>,
    #[command(flatten)]
    options: GameOptions,
    #[arg(long, value_name = "position")]
    position: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[arg(long)]
    outcome: bool,
    #[arg(long, value_name = "value", value_parser = |words: &str| choice("--guide", &GUIDES, words))]
    guide: Option<&'static str>,
    #[command(flatten)]
    workers: WorkersArgs,
    #[arg(long, value_name = "n", allow_negative_numbers = true, requires = "workers")]
    #[arg(value_parser = |words: &str| whole("--part", 1, i64::MAX, words))]
    part: Option<i64>,
    #[arg(long, value_name = "file")]
    save: Option<String>,
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Verify {
    Verify(shared::VerifyOptions),
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    if let Some(Verify::Verify(what)) = &what.verify {
        return shared::verify(what, console);
    }
    let Some(game) = &what.game else {
        return Err(Failure::Usage(text!("cli-solve-what")));
    };
    let game = GameArgs { game: game.clone(), options: what.options.clone() };
    let record = subject::begin(&game, what.position.as_deref())?;
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    if what.workers.workers.is_some() || what.save.is_some() {
        return shared::run(what, &record, &stop, console);
    }
    let bar = progress_bar(0, console);
    let mut progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let budget = what.budget.budget(stop);
    let guided = |guide| if guide == "net" { GuidedBy::Net } else { GuidedBy::Nobody };
    let asked = Asked {
        extent: if what.outcome { Extent::Outcome } else { Extent::Moves },
        guided: what.guide.map(guided),
    };
    let solution = solve_as(record.position(), asked, &budget, &mut progress)?;
    bar.finish_and_clear();
    if what.json { console.json(&solution) } else { tell(&record, &solution, console) }
}

fn tell(record: &GameTree, solution: &Solution, console: Console) -> Result<(), Failure> {
    let position = record.position();
    board::show(position, record.last_ply().and_then(|handle| handle.lands()), console)?;
    let side = board::side(position, position.side(), console);
    console.tell(&text!("cli-solve-told", side = side, outcome = outcome(solution.outcome)))?;
    if let Some(score) = solution.score {
        console.tell(&text!("cli-solve-score", score = points(score)))?;
    }
    if !solution.moves.is_empty() {
        console.print("")?;
    }
    for (ply, solved) in &solution.moves {
        let worth = match solved {
            Solved::Score(score) => console.say(&points(*score)),
            solved => console.say(&text!("cli-solve-move", outcome = outcome(solved.verdict()))),
        };
        console.print(&format!("  {ply:<6} {worth:>4}"))?;
    }
    console.print("")?;
    let counts =
        text!("cli-think-counts", nodes = solution.nodes, seconds = shown(solution.seconds));
    console.tell(&counts)
}

/// The name of an outcome among those that messages tell apart.
fn outcome(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Win) => "win",
        Some(Verdict::Draw) => "draw",
        Some(Verdict::Loss) => "loss",
        None => "unknown",
    }
}
