//! Games between players.

use std::collections::HashSet;

use ludoteca_arena::{GameDone, GameJob};
use ludoteca_players::{ENGINE, Spec, Stop};
use ludoteca_text::Text;

use super::WAIT;
use crate::{Bench, Came, Run, Spread, Work};

/// So many games are asked for at once: enough for all workers, and so few that the first are known
/// soon, and that a test that has decided leaves little behind.
const AHEAD: usize = 256;

/// One game.
pub struct Games;

impl Work for Games {
    const NAME: &'static str = "game";
    type Job = GameJob;
    type Done = GameDone;
    type Kept = ();

    fn needs(job: &GameJob) -> Vec<String> {
        let specs = job.players.iter().filter_map(|entrant| Spec::read(&entrant.player).ok());
        let engines = specs.filter(|spec| spec.name == ENGINE);
        engines.filter_map(|spec| spec.get("cmd").map(str::to_owned)).collect()
    }

    fn work(job: GameJob, (): &mut (), bench: &Bench<'_>) -> Result<Option<GameDone>, Text> {
        Ok(job.play(bench.supply, &bench.stop)?)
    }
}

/// Whose games are played: a tournament with its record.
pub trait Host {
    /// The games that can be played now and are not over, by pair and number; nothing once all is
    /// over.
    fn open(&self) -> Option<Vec<(u32, u32)>>;
    /// One of them.
    fn job(&self, pair: u32, game: u32) -> Option<GameJob>;
    /// Makes sure of a game that was played. One that is known already is known.
    fn keep(&mut self, done: &GameDone) -> Result<(), Text>;
}

/// Has workers play all games of a host, as a run of this name. A run that was ended in the middle is
/// taken up with what was played meanwhile.
pub fn play_games(
    spread: &Spread,
    name: &str,
    host: &mut dyn Host,
    stop: &Stop,
) -> Result<(), Text> {
    let mut run = Run::<Games>::begin(spread, name, stop)?;
    let done = gather(&mut run, host, stop);
    run.end();
    done
}

fn gather(run: &mut Run<'_, Games>, host: &mut dyn Host, stop: &Stop) -> Result<(), Text> {
    // What was played while nobody listened comes first, so that it is not asked for again.
    while let Some(came) = run.next(WAIT)? {
        keep(run, host, &came)?;
    }
    let mut asked = HashSet::new();
    while let Some(open) = host.open().filter(|_| !stop.is_set()) {
        for (pair, game) in open {
            if run.open() >= AHEAD {
                break;
            }
            if asked.insert((pair, game))
                && let Some(job) = host.job(pair, game)
            {
                run.put(&format!("{pair}-{game}"), &job)?;
            }
        }
        if let Some(came) = run.next(WAIT)? {
            keep(run, host, &came)?;
        }
    }
    Ok(())
}

fn keep(run: &mut Run<'_, Games>, host: &mut dyn Host, came: &Came<GameDone>) -> Result<(), Text> {
    let mut done = came.done.clone()?;
    done.worker = came.worker.clone();
    host.keep(&done)?;
    run.accept(came);
    Ok(())
}
