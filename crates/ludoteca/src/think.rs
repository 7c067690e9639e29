//! `ludoteca think`: what a player thinks of a position.

use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use ludoteca_games::GameTree;
use ludoteca_players::{AnyWatch, Stop, Story, Thought, ask, in_slow_motion, machine};
use ludoteca_text::{Text, text};

use crate::{
    args::{BudgetArgs, GameArgs, SeedArgs},
    board,
    console::{Console, Failure, shown},
    subject,
};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "player")]
    player: String,
    #[arg(long, value_name = "position")]
    position: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long)]
    story: bool,
    #[arg(long)]
    json: bool,
}

/// So many moments of a story are told at most.
const MOMENTS: usize = 1000;

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let game = what.game.game.name;
    // A story of a thought as it usually is would be too long to be followed.
    let short = what.story.then(|| in_slow_motion(game, &what.player)).flatten();
    let words = short.as_deref().unwrap_or(&what.player);
    let mut player =
        machine(game, words, &subject::supply(what.seed.seed())).map_err(Failure::usage)?;
    let record = subject::begin(&what.game, what.position.as_deref())?;
    if let Some(ending) = record.ended_here() {
        return Err(text!("cli-think-over", reason = ending.reason()).into());
    }
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let budget = what.budget.budget(stop);
    if what.story {
        let mut story = None;
        let watch = AnyWatch::Recording(MOMENTS, &mut story);
        ask(player.as_mut(), record.line(), &budget, watch).map_err(Text::from)?;
        let Some(story) = story else {
            return Err(text!("cli-think-no-story", player = what.player.as_str()).into());
        };
        return if what.json { console.json(&story) } else { tell_story(&story, console) };
    }
    let thought = if console.is_watched() {
        let line = ProgressBar::new_spinner();
        let mut show = |thought: Thought| line.set_message(console.say(&progress(&thought)));
        let watch = AnyWatch::Live(Duration::from_millis(100), &mut show);
        let thought = ask(player.as_mut(), record.line(), &budget, watch);
        line.finish_and_clear();
        thought
    } else {
        ask(player.as_mut(), record.line(), &budget, AnyWatch::AtTheEnd)
    };
    let thought = thought.map_err(Text::from)?;
    if what.json { console.json(&thought) } else { tell(&record, &thought, console) }
}

/// The first interrupt ends the thought and lets it answer, the second ends the program.
pub fn stop_on_interrupt(stop: Stop) {
    // Without a handler an interrupt ends the program at once, as it always did.
    let _ = ctrlc::set_handler(move || {
        if stop.is_set() {
            std::process::exit(130);
        }
        stop.set();
    });
}

fn progress(thought: &Thought) -> Text {
    let ply = thought.ply().clone().unwrap_or_default();
    let value = board::value(thought.value).unwrap_or_else(|| Text::verbatim("?"));
    text!("cli-think-progress", ply = ply, value = value, nodes = thought.nodes)
}

fn tell(record: &GameTree, thought: &Thought, console: Console) -> Result<(), Failure> {
    let position = record.position();
    board::show(position, record.last_ply().and_then(|handle| handle.lands()), console)?;
    console.tell(&text!("cli-to-move", side = board::side(position, position.side(), console)))?;
    console.tell(&sentence(thought))?;
    if thought.lines.iter().any(|line| line.plies.len() > 1) {
        console.print("")?;
        console.tell(&text!("cli-think-lines"))?;
        for line in &thought.lines {
            let value =
                board::value(line.value).map_or_else(String::new, |text| console.say(&text));
            console.print(format!("  {:<44} {value}", line.plies.join(" ")).trim_end())?;
        }
    }
    console.print("")?;
    console.tell(&counts(thought))
}

/// Moment by moment, each with its figure.
fn tell_story(story: &Story, console: Console) -> Result<(), Failure> {
    console.tell(&story.sentence)?;
    if let Some(values) = &story.values {
        console.tell(values)?;
    }
    for (number, moment) in (1..).zip(&story.moments) {
        if let Some(chapter) = &moment.chapter {
            console.print("")?;
            console.tell(chapter)?;
        }
        let figure = moment.figure.as_ref().map_or_else(String::new, |text| console.say(text));
        let sentence = console.say(&moment.sentence);
        console.print(format!("{number:>4}  {sentence}  {figure}").trim_end())?;
    }
    if story.more { console.tell(&text!("cli-think-story-more")) } else { Ok(()) }
}

/// The move and why, in one sentence.
pub fn sentence(thought: &Thought) -> Text {
    let values = thought.layers.iter().find(|layer| layer.id == "values");
    match values {
        Some(layer) => layer.sentence.clone(),
        None => text!("cli-think-move", ply = thought.ply().clone().unwrap_or_default()),
    }
}

fn counts(thought: &Thought) -> Text {
    let counts = text!("cli-think-counts", nodes = thought.nodes, seconds = shown(thought.seconds));
    match thought.depth {
        Some(depth) => text!("cli-think-depth", counts = counts, depth = depth),
        None => counts,
    }
}
