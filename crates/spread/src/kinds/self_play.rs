//! Games that a net plays against itself so that it learns from them.

use std::sync::Arc;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use ludoteca_arena::{Lessons, MatchError, Round, School, SelfPlayed};
use ludoteca_games::Start;
use ludoteca_nets::Model;
use ludoteca_players::{PlayerError, Stop};
use ludoteca_text::Text;
use serde::{Deserialize, Serialize};

use super::{WAIT, name_of};
use crate::{Bench, Run, Spread, Work};

/// A game of a net against itself.
pub struct SelfPlay;

/// A game to be played.
#[derive(Serialize, Deserialize)]
pub struct Job {
    start: Start,
    /// The net's file, in letters.
    net: String,
    looks: u64,
    seed: u64,
    number: u64,
}

/// The net of the last game, as most games are of the same one.
#[derive(Default)]
pub struct Last(Option<(String, Arc<Model>)>);

impl Work for SelfPlay {
    const NAME: &'static str = "self-play";
    type Job = Job;
    type Done = SelfPlayed;
    type Kept = Last;

    fn work(job: Job, last: &mut Last, bench: &Bench<'_>) -> Result<Option<SelfPlayed>, Text> {
        let Job { start, net, looks, seed, number } = job;
        let net = last.read(net)?;
        let round = Round { start, net, looks, seed, numbers: number..number + 1 };
        Ok(round.play(number, &bench.stop)?)
    }
}

impl Last {
    fn read(&mut self, net: String) -> Result<Arc<Model>, Text> {
        match &self.0 {
            Some((last, model)) if *last == net => Ok(Arc::clone(model)),
            _ => {
                let unreadable = |why| PlayerError::Net { file: "–".to_owned(), why };
                let bytes = BASE64_STANDARD.decode(&net).unwrap_or_default();
                let model = Arc::new(Model::read(&bytes).map_err(unreadable)?);
                self.0 = Some((net, Arc::clone(&model)));
                Ok(model)
            }
        }
    }
}

/// Lets a school learn from games that workers play, as a run of this name. What it learns is the
/// same as if it had played alone, as far as nobody stops it.
pub fn learn_together(
    spread: &Spread,
    name: &str,
    school: &mut School,
    how: &Lessons,
    stop: &Stop,
    each: &mut dyn FnMut(&School),
) -> Result<(), Text> {
    let mut run = Run::begin(spread, name, stop)?;
    let learnt = school.learn_from_rounds(
        how,
        stop,
        &mut |round| play_round(&mut run, round, stop).map_err(Told),
        each,
    );
    run.end();
    learnt.map_err(|Told(why)| why)
}

/// Why there is no round.
struct Told(Text);

impl From<MatchError> for Told {
    fn from(why: MatchError) -> Told {
        Told(why.into())
    }
}

fn play_round(
    run: &mut Run<'_, SelfPlay>,
    round: &Round,
    stop: &Stop,
) -> Result<Vec<SelfPlayed>, Text> {
    let net = BASE64_STANDARD.encode(round.net.write());
    // Results for another net, of a training that was killed, are told apart by their names.
    let tag = name_of(&(&net, round.looks, round.seed));
    for number in round.numbers.clone() {
        let job = Job {
            start: round.start.clone(),
            net: net.clone(),
            looks: round.looks,
            seed: round.seed,
            number,
        };
        run.put(&format!("{number}-{tag}"), &job)?;
    }
    let mut games = Vec::new();
    while run.open() > 0 && !stop.is_set() {
        let Some(came) = run.next(WAIT)? else { continue };
        if run.is_open(&came.job) {
            let played = came.done.clone()?;
            if round.numbers.contains(&played.number) {
                games.push(played);
            }
        }
        run.accept(&came);
    }
    Ok(games)
}
