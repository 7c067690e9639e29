//! What a player learns from games against itself: Arimaa's `strong`, the weights of its evaluation.

use std::time::{Duration, Instant};

use ludoteca_games::{AnyLine, Arimaa, End, Game, GameTree, Start};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Erased, Failure, Random, Stop, Thought,
    arimaa::strong::{Lesson, Sample, Weights, fit, learner},
    threads,
};

use crate::{Limits, MatchError, Seed, play};

/// The turn of both sides after which a game is given up.
const LAST_TURN: u32 = 100;
/// Up to this turn of both sides, the setups aside, games are played at random: else all would be
/// the same.
const LAST_RANDOM_TURN: u32 = 3;

/// What came of training.
pub struct Trained {
    /// The weights.
    pub weights: Weights,
    /// Games that somebody won.
    pub games: usize,
    /// Positions the weights were fitted to.
    pub positions: usize,
    /// The mean error before and after.
    pub error: [f64; 2],
}

/// How long and how thoroughly it trains.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// No game is begun after that, but each job plays one.
    pub time: Duration,
    /// Games at the same time.
    pub jobs: usize,
    /// Steps looked at for each turn.
    pub nodes: u64,
    /// All chance follows from it.
    pub seed: u64,
}

/// Lets `strong` play against itself with some weights, and fits weights to the games: those that
/// were played to their end when the time was over or somebody set `stop`.
pub fn train_arimaa(from: &Weights, what: Training, stop: &Stop) -> Result<Trained, MatchError> {
    let end = Instant::now() + what.time;
    let work = |_: &mut (), number: usize| {
        // One game for each job at least, however short the time.
        let over = number >= what.jobs.max(1) && Instant::now() >= end;
        (!over && !stop.is_set()).then(|| wild_game(from, &what, number as u64, stop))
    };
    let played = threads::each(what.jobs, usize::MAX, |_| (), work);
    let played = played.into_iter().collect::<Result<Vec<_>, MatchError>>()?;
    Ok(fit_arimaa(from, &played.into_iter().flatten().collect::<Vec<_>>()))
}

/// Fits weights to what games with some weights have taught.
pub fn fit_arimaa(from: &Weights, games: &[Vec<Sample>]) -> Trained {
    let samples = games.concat();
    let fitted = fit(from, &samples);
    let (weights, error) = (fitted.weights, fitted.error);
    Trained { weights, games: games.len(), positions: samples.len(), error }
}

/// What the game of a number teaches; nothing if nobody wins it, or if it was stopped. It follows from
/// the weights, the seed and the steps looked at.
pub fn wild_game(
    from: &Weights,
    what: &Training,
    number: u64,
    stop: &Stop,
) -> Result<Option<Vec<Sample>>, MatchError> {
    self_play(from, what.nodes, Seed::new(what.seed).child(number), stop)
}

/// What one game teaches; nothing if nobody wins it.
fn self_play(
    from: &Weights,
    nodes: u64,
    seed: Seed,
    stop: &Stop,
) -> Result<Option<Vec<Sample>>, MatchError> {
    let begin = GameTree::begin(Start::of(Arimaa::NAME))?;
    let mut players = [0, 1].map(|side| Wild::boxed(from, nodes, seed.child(side)));
    let mut lesson = Lesson::default();
    let mut watch = |game: &GameTree, thought: &Thought| {
        let line = game.line().typed::<Arimaa>().ok()?;
        let before = line.before()?.position();
        // The first thought of a turn is about all of it.
        if before.state().made == 0 && !is_wild(before) {
            lesson.note(before, thought.value);
        }
        (line.position().number() > LAST_TURN).then_some(End::Adjudicated(None))
    };
    let game = play(begin, &mut players, [Limits::default(); 2], stop, &mut watch);
    match game.fault {
        _ if stop.is_set() => Ok(None),
        Some(fault) => Err(Failure::from(fault))?,
        None => Ok(game.end.winner().map(|winner| lesson.samples(winner).collect())),
    }
}

/// A player that moves at random for some turns after the setups.
struct Wild {
    player: Box<dyn AnyPlayer>,
    chance: Box<dyn AnyPlayer>,
}

impl Wild {
    fn boxed(weights: &Weights, nodes: u64, seed: Seed) -> Box<dyn AnyPlayer> {
        let player = learner(*weights, nodes, seed.child(0).value());
        let chance = Erased::<Arimaa, _>::boxed(Random::new(seed.child(1).value()));
        Box::new(Wild { player, chance })
    }
}

impl AnyPlayer for Wild {
    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        let wild = is_wild(line.typed::<Arimaa>()?.position());
        let player = if wild { &mut self.chance } else { &mut self.player };
        player.think(line, budget, watch)
    }
}

fn is_wild(position: &Arimaa) -> bool {
    !position.in_setup() && position.number() <= LAST_RANDOM_TURN
}

#[cfg(test)]
mod tests {
    use ludoteca_players::arimaa::strong::WEIGHTS;

    use super::*;

    #[test]
    fn a_game_teaches_the_same_whenever_it_is_played_and_other_games_teach_something_else() {
        let learnt = |number| {
            let seed = Seed::new(1).child(number);
            let samples = self_play(&WEIGHTS, 5000, seed, &Stop::default()).unwrap();
            let fitted = fit(&WEIGHTS, &samples.unwrap_or_default());
            (fitted.weights, fitted.error)
        };
        let all: Vec<(Weights, [f64; 2])> = (0..4).map(learnt).collect();
        assert!(all.iter().any(|fitted| fitted != &all[0]));
        assert_eq!(learnt(2), all[2]);
    }

    #[test]
    fn whoever_is_stopped_has_learnt_from_what_was_played() {
        let stop = Stop::default();
        stop.set();
        let time = Duration::from_secs(1000);
        let training = Training { time, jobs: 2, nodes: 100, seed: 1 };
        let trained = train_arimaa(&WEIGHTS, training, &stop).unwrap();
        assert_eq!((trained.games, trained.positions), (0, 0));
    }
}
