//! `ludoteca train GAME`: a net for `neural`, out of games it plays against itself.

use std::{
    fs, io,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use ludoteca_arena::{Body, Lessons, School};
use ludoteca_games::Start;
use ludoteca_nets::Model;
use ludoteca_players::{PlayerError, Stop};
use ludoteca_spread::kinds::{SelfPlay, learn_together};
use ludoteca_text::{Text, text};
use serde::Serialize;

use super::{Options, played};
use crate::{
    console::{Console, Failure, reason},
    subject,
    think::stop_on_interrupt,
};

/// The net that is made if nobody says, and the one for so few minutes that a large one would not have
/// learnt more than its mistakes: after half a minute of a processor on Hex 5x5 the small one won 60
/// of 100 games against either of 2x32 and 3x32, at a glance.
const USUAL: Body = Body { blocks: 3, channels: 32 };
const QUICK: Body = Body { blocks: 2, channels: 16 };
const QUICK_MINUTES: i64 = 2;
/// Positions looked at for each ply, if nobody says. In the same time 16 taught less (a net of
/// 3x32 lost 117 of 200 games to that of 64), and 160 no more (2x16: 210 of 400).
const NODES: i64 = 64;
/// How often what was learnt is kept.
const OFTEN: Duration = Duration::from_secs(30);

#[derive(Serialize)]
struct Answer {
    games: u64,
    others: u64,
    positions: u64,
    minutes: f64,
    against_start: Option<AgainstStart>,
}

#[derive(Serialize)]
struct AgainstStart {
    wins: u32,
    losses: u32,
    draws: u32,
}

/// Reads `3x32`: blocks and channels.
pub fn body(words: &str) -> Result<Body, Text> {
    let numbers = words.split_once('x');
    let numbers =
        numbers.and_then(|(blocks, channels)| Some((blocks.parse().ok()?, channels.parse().ok()?)));
    match numbers {
        Some((blocks, channels))
            if blocks <= 20 && [16, 32, 48, 64, 96, 128].contains(&channels) =>
        {
            Ok(Body { blocks, channels })
        }
        _ => Err(text!(
            "value-refused",
            key = "--net",
            value = words,
            allowed = text!("cli-allowed-net")
        )),
    }
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let start = subject::start(&what.game)?;
    let seed = what.seed.seed();
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let mut school = begin(what, start, seed)?;
    let mut others = Vec::new();
    for place in &what.learn_from {
        others.extend(played::games(place, what.game.game.name)?);
    }
    let spread = what.workers.connect_for::<SelfPlay>(console)?;
    let is_new = what.try_out()?;
    let nodes = what.nodes.unwrap_or(NODES) as u64;
    let games = what.games.map(|games| games as u64);
    let how = Lessons { time: what.time(), games, jobs: what.jobs(), looks: nodes, seed };
    let used = school.learn_from(&others, &how, &stop)?;
    if !what.learn_from.is_empty() {
        console.note(&text!("cli-train-others", used = used, games = others.len()));
    }
    // Progress is for whoever looks, and what was learnt is kept now and then.
    let line = console.is_watched().then(ProgressBar::new_spinner);
    let (mut kept, mut failed) = (Instant::now(), None);
    let mut each = |school: &School| {
        if let Some(line) = &line {
            line.set_message(console.say(&told(school)));
        }
        if kept.elapsed() >= OFTEN {
            failed = keep(what, school).err().or(failed.take());
            kept = Instant::now();
        }
    };
    let learnt = match &spread {
        Some(spread) => learn_together(spread, &what.run(), &mut school, &how, &stop, &mut each),
        None => school.learn(&how, &stop, &mut each).map_err(Text::from),
    };
    if let Some(line) = &line {
        line.finish_and_clear();
    }
    let kept = learnt.map_err(Failure::from).and_then(|()| match keep(what, &school)? {
        true => Ok(()),
        false => Err(text!("cli-train-no-games").into()),
    });
    if let Err(why) = kept {
        if is_new && fs::metadata(&what.out).is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&what.out);
        }
        return Err(why);
    }
    // Whoever has interrupted it does not want to wait for games that teach nothing.
    let against = match stop.is_set() {
        true => None,
        false => Some(school.against_start(what.jobs(), seed, &stop)?),
    };
    let progress = school.progress();
    let answer = Answer {
        games: progress.games,
        others: progress.others,
        positions: progress.positions,
        minutes: (progress.time.as_secs_f64() / 0.6).round() / 100.0,
        against_start: against.map(|against| AgainstStart {
            wins: against.a_wins,
            losses: against.b_wins,
            draws: against.draws,
        }),
    };
    if what.json {
        return console.json(&answer);
    }
    let Answer { games, positions, .. } = answer;
    let file = what.out.as_str();
    let Some(AgainstStart { wins, losses, draws }) = answer.against_start else {
        let kept = text!("cli-train-kept", games = games, positions = positions, file = file);
        return console.tell(&kept);
    };
    console.tell(&text!(
        "cli-train-learnt",
        games = games,
        positions = positions,
        wins = wins,
        losses = losses,
        draws = draws,
        file = file
    ))
}

/// The net that is to learn: one to begin with, the one that is there already, or a new one.
fn begin(what: &Options, start: Start, seed: u64) -> Result<School, Failure> {
    let read = |file: &str| -> Result<Model, Text> {
        let bytes = subject::read_net(file)?;
        let model = Model::read(&bytes);
        Ok(model.map_err(|why| PlayerError::Net { file: file.to_owned(), why })?)
    };
    let body = what.net.unwrap_or(if what.minutes <= QUICK_MINUTES { QUICK } else { USUAL });
    if let Some(from) = &what.from {
        return Ok(School::begin(start, Some(read(from)?), body, seed)?);
    }
    let there = fs::metadata(&what.out).is_ok_and(|file| file.len() > 0);
    if !there {
        return Ok(School::begin(start, None, body, seed)?);
    }
    let model = read(&what.out)?;
    match fs::read(checkpoint(what)) {
        Ok(kept) => Ok(School::go_on(start, model, &kept)?),
        Err(_) => Ok(School::begin(start, Some(model), body, seed)?),
    }
}

/// Where a training keeps what it goes on with.
fn checkpoint(what: &Options) -> String {
    format!("{}.checkpoint", what.out)
}

/// Writes the net and what it goes on with; says whether there was anything to write.
fn keep(what: &Options, school: &School) -> Result<bool, Text> {
    let Some(model) = school.net() else { return Ok(false) };
    write(&checkpoint(what), &school.checkpoint())?;
    write(&what.out, &model.write())?;
    Ok(true)
}

/// Writes a file so that at any moment there is a whole one.
fn write(file: &str, bytes: &[u8]) -> Result<(), Text> {
    let failed = |error: io::Error| text!("cli-file", file = file, why = reason(&error));
    let unfinished = format!("{file}.unfinished");
    fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, file)).map_err(failed)
}

fn told(school: &School) -> Text {
    let progress = school.progress();
    let [policy, value] = progress.wrong.map(|wrong| format!("{wrong:.3}"));
    text!(
        "cli-train-progress",
        games = progress.games,
        positions = progress.positions,
        policy = policy,
        value = value
    )
}
