//! A net learns a game by playing it against itself, on the processor and by the rules alone.
//!
//! Rounds of games are played by the net of whole numbers as it stands, with a search; what a search
//! has found out about a position, and how its game ended, is an example. The examples of the last
//! games are kept, and after each round the net in real numbers learns from some of them. Chance comes
//! from the number of each game, and what threads find is added up in a fixed order: so many games
//! from a seed make the same net, however many threads play them.

mod round;

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use ludoteca_games::{GameTree, Start};
use ludoteca_nets::{
    Model,
    learn::{Example, Learner, Wrong},
};
use ludoteca_players::{
    Stop, Supply,
    neural::learning::{Course, course},
    settings, threads,
};
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

pub use self::round::{Round, SelfPlayed};
use crate::{Limits, Match, MatchError, MatchResult, Openings, Seed, play_match};

/// Games of a round: the same net plays them.
const GAMES: u64 = 16;
/// Examples of a step, and parts of it that threads can take.
const BATCH: usize = 64;
const PARTS: usize = 8;
/// How often an example is learnt from.
const REUSE: f64 = 4.0;
/// How far a step goes at the beginning, and by what part of that in the end.
const RATE: f32 = 2e-3;
const LAST_RATE: f32 = 0.1;
/// Examples that are kept, by number and by bytes, and so many that nothing is learnt from fewer.
const MOST_EXAMPLES: usize = 40_000;
const MOST_BYTES: usize = 96 << 20;
const LEAST_EXAMPLES: usize = 2 * BATCH;
/// Examples by which the steps of a net of whole numbers are found, on the way and at the end.
const MEASURED: usize = 96;
const MEASURED_LAST: usize = 1024;
/// Games against the net it began with, and the random plies they begin with.
const AGAINST_START: u32 = 40;
const OPENING: u32 = 2;

/// How long it learns and how thoroughly it plays.
#[derive(Clone, Copy, Debug)]
pub struct Lessons {
    /// No round is begun after that.
    pub time: Duration,
    /// Nor after so many games.
    pub games: Option<u64>,
    /// Games at the same time.
    pub jobs: usize,
    /// Positions looked at for each ply.
    pub looks: u64,
    /// All chance follows from it.
    pub seed: u64,
}

/// How a net is built that is made anew.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels.
    pub channels: usize,
}

/// How far somebody has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Games played to their end.
    pub games: u64,
    /// Games of others that were learnt from.
    pub others: u64,
    /// Positions seen in them.
    pub positions: u64,
    /// How long that took.
    pub time: Duration,
    /// How wrong the net was lately, of plies and of results.
    pub wrong: [f64; 2],
}

/// A net that learns a game.
pub struct School {
    start: Start,
    course: Box<dyn Course>,
    learner: Learner,
    /// The net that plays, and the one that was there first.
    playing: Arc<Model>,
    first: Arc<Model>,
    window: VecDeque<Example>,
    bytes: usize,
    /// Steps that are owed to new examples.
    owed: f64,
    progress: Progress,
    last: Option<GameTree>,
}

impl School {
    /// Begins with a net that knows nothing, or with another one.
    pub fn begin(
        start: Start,
        from: Option<Model>,
        body: Body,
        seed: u64,
    ) -> Result<School, MatchError> {
        let beginning = GameTree::begin(start.clone())?;
        let course = course(beginning.position())?;
        let name = course.name();
        let (learner, model) = match from {
            Some(model) if course.fits(&model) => (Learner::of(&model), model),
            Some(_) => return Err(MatchError::OtherNet),
            None => {
                let fresh = Learner::fresh(course.shape(body.blocks, body.channels), seed);
                let learner = fresh.ok_or(MatchError::NoSuchNet)?;
                let model = learner.rounded([], &name).ok_or(MatchError::NoSuchNet)?;
                (learner, model)
            }
        };
        let model = Arc::new(model);
        Ok(School {
            start,
            course,
            learner,
            playing: Arc::clone(&model),
            first: model,
            window: VecDeque::new(),
            bytes: 0,
            owed: 0.0,
            progress: Progress::default(),
            last: None,
        })
    }

    /// Goes on where another one stopped: with the net it wrote and with what [`School::checkpoint`]
    /// gave.
    pub fn go_on(start: Start, model: Model, checkpoint: &[u8]) -> Result<School, MatchError> {
        let (learner, record) = Learner::read(checkpoint).map_err(MatchError::Checkpoint)?;
        if learner.shape() != model.shape() {
            return Err(MatchError::OtherNet);
        }
        let body = Body { blocks: 0, channels: 0 };
        let mut school = School::begin(start, Some(model), body, 0)?;
        let mut numbers = record.split(' ').map_while(|number| number.parse().ok());
        let mut next = || numbers.next().unwrap_or(0);
        school.progress.games = next();
        school.progress.positions = next();
        school.progress.time = Duration::from_secs(next());
        school.progress.others = next();
        school.learner = learner;
        Ok(school)
    }

    /// What [`School::go_on`] goes on with. The examples are not in it.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Progress { games, positions, time, others, .. } = self.progress;
        self.learner.write(&format!("{games} {positions} {} {others}", time.as_secs()))
    }

    /// How far it has come, with all that was before.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The first game of the last round, for whoever wants to see how it plays.
    pub fn last_game(&self) -> Option<&GameTree> {
        self.last.as_ref()
    }

    /// The net in whole numbers, with its record. None as long as nothing was learnt here.
    pub fn net(&self) -> Option<Model> {
        if self.window.is_empty() {
            return None;
        }
        let Progress { games, positions, time, others, .. } = self.progress;
        let shape = self.learner.shape();
        let before = match others {
            0 => String::new(),
            others => format!("from {others} games of others, and "),
        };
        let record = format!(
            "{}: {}x{}, learnt {before}by playing against itself: {games} games, {positions} \
             positions, {} minutes on a processor",
            self.course.name(),
            shape.blocks,
            shape.channels,
            time.as_secs().div_ceil(60),
        );
        self.learner.rounded(self.some(MEASURED_LAST), &record)
    }

    /// Plays and learns until the time is over, the games are played or somebody sets `stop`. `each`
    /// is told after every round.
    pub fn learn(
        &mut self,
        how: &Lessons,
        stop: &Stop,
        each: &mut dyn FnMut(&School),
    ) -> Result<(), MatchError> {
        let mut here = |round: &Round| round.play_all(how.jobs, stop);
        self.learn_from_rounds(how, stop, &mut here, each)
    }

    /// The same from rounds that somebody else plays. Games may come in any order, and those that are
    /// missing are missing.
    pub fn learn_from_rounds<E: From<MatchError>>(
        &mut self,
        how: &Lessons,
        stop: &Stop,
        play: &mut dyn FnMut(&Round) -> Result<Vec<SelfPlayed>, E>,
        each: &mut dyn FnMut(&School),
    ) -> Result<(), E> {
        let (begun, before) = (Instant::now(), self.progress);
        loop {
            let played = self.progress.games - before.games;
            let left = how.games.map_or(GAMES, |games| games.saturating_sub(played).min(GAMES));
            let time = begun.elapsed();
            // One round at least, however short the time.
            if left == 0 || stop.is_set() || (played > 0 && time >= how.time) {
                return Ok(());
            }
            let share = match how.games {
                Some(games) => played as f64 / games as f64,
                None => time.as_secs_f64() / how.time.as_secs_f64().max(1e-3),
            };
            let first = self.progress.games;
            let round = Round {
                start: self.start.clone(),
                net: Arc::clone(&self.playing),
                looks: how.looks,
                seed: how.seed,
                numbers: first..first + left,
            };
            let mut games = play(&round)?;
            // In whatever order they come, the same games teach the same.
            games.sort_by_key(|game| game.number);
            games.dedup_by_key(|game| game.number);
            let teach = |_: &mut (), at: usize| Some(self.taught(&games[at]));
            let taught = threads::each(how.jobs, games.len(), |_| (), teach);
            let taught: Vec<_> = taught.into_iter().collect::<Result<_, MatchError>>()?;
            let mut new = 0;
            for (number, (examples, record)) in taught.into_iter().enumerate() {
                if number == 0 {
                    self.last = Some(record);
                }
                self.progress.games += 1;
                self.progress.positions += games[number].positions();
                new += examples.len();
                self.keep(examples);
            }
            self.owed += new as f64 * REUSE / BATCH as f64;
            self.study(share as f32, how, stop);
            self.progress.time = before.time + begun.elapsed();
            each(self);
        }
    }

    /// Learns from games that others have played, and says how many were of use: those that are over
    /// and have the options of the games that are played here. Whatever was played counts as good to
    /// play, and how the game ended as what a position was worth.
    pub fn learn_from(
        &mut self,
        games: &[GameTree],
        how: &Lessons,
        stop: &Stop,
    ) -> Result<u64, MatchError> {
        let own = GameTree::begin(self.start.clone())?;
        let (mut used, mut new) = (0, 0);
        for game in games {
            let alike = game.game() == own.game() && game.options() == own.options();
            let Some(end) = game.ended().filter(|end| alike && end.counts()) else { continue };
            let before = |at| game.node(at).parent().map(|before| game.node(before).position());
            let lessons = game
                .main_line()
                .filter_map(|at| self.course.lesson_of_ply(before(at)?, &game.node(at).ply()));
            let examples: Vec<Example> =
                lessons.flat_map(|lesson| lesson.examples(end.winner())).collect();
            used += u64::from(!examples.is_empty());
            new += examples.len();
            self.keep(examples);
        }
        self.progress.others += used;
        self.owed += new as f64 * REUSE / BATCH as f64;
        self.study(0.0, how, stop);
        Ok(used)
    }

    /// Plays the net as it is against the one it began with, both at a glance.
    pub fn against_start(
        &self,
        jobs: usize,
        seed: u64,
        stop: &Stop,
    ) -> Result<MatchResult, MatchError> {
        let files = [self.playing.write(), self.first.write()];
        let read_file = |name: &str, _: usize| Ok(files[usize::from(name != "now")].clone().into());
        let supply = Supply { read_file: &read_file, ..Supply::seeded(seed) };
        // Nothing but the net is to decide: on a small board any search would see to the end.
        let player = |name: &str| {
            let words = format!("neural:level=club,temperature=0,net={name}");
            settings(&self.start.game, &words, &supply)
        };
        let what = Match {
            start: self.start.clone(),
            a: player("now")?,
            b: player("first")?,
            games: AGAINST_START,
            openings: Openings::Plies(OPENING),
            limits: [Limits::default(); 2],
            seed,
            jobs,
        };
        play_match(&what, &supply, stop, &mut |_| ())
    }

    /// What a game of its own teaches, and its record.
    fn taught(&self, game: &SelfPlayed) -> Result<(Vec<Example>, GameTree), MatchError> {
        let foreign = || MatchError::NotTheLesson { number: game.number };
        let record = game.record(&self.start)?;
        let nodes: Vec<usize> = record.main_line().collect();
        let winner = record.ended().and_then(|end| end.winner());
        let mut examples = Vec::new();
        for (at, finding) in &game.found {
            let before = nodes.get(*at).and_then(|node| record.node(*node).parent());
            let position = record.node(before.ok_or_else(foreign)?).position();
            let lesson = self.course.lesson(position, finding).ok_or_else(foreign)?;
            examples.extend(lesson.examples(winner));
        }
        Ok((examples, record))
    }

    /// Keeps examples, and lets the oldest go where there are too many.
    fn keep(&mut self, examples: Vec<Example>) {
        for example in examples {
            self.bytes += example.bytes();
            self.window.push_back(example);
        }
        while self.window.len() > MOST_EXAMPLES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.window.pop_front() else { break };
            self.bytes -= oldest.bytes();
        }
    }

    /// Learns from what is kept, and lets the net play that comes of it.
    fn study(&mut self, share: f32, how: &Lessons, stop: &Stop) {
        if self.window.len() < LEAST_EXAMPLES {
            return;
        }
        let seed = Seed::new(how.seed).child(u64::MAX).child(self.progress.games);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.value());
        let rate = RATE * (1.0 - (1.0 - LAST_RATE) * share.clamp(0.0, 1.0));
        let mut wrong: Vec<Wrong> = Vec::new();
        while self.owed >= 1.0
            && let Some(_turn) = stop.turn()
        {
            self.owed -= 1.0;
            let batch: Vec<&Example> =
                (0..BATCH).map(|_| &self.window[rng.random_range(0..self.window.len())]).collect();
            let slope = |_: &mut (), part: usize| {
                let each = BATCH / PARTS;
                Some(self.learner.slope(batch[part * each..][..each].iter().copied()))
            };
            let slopes = threads::each(how.jobs.min(PARTS), PARTS, |_| (), slope);
            wrong.push(self.learner.learn(&slopes, rate));
        }
        if let Some(model) = self.learner.rounded(self.some(MEASURED), &self.course.name()) {
            self.playing = Arc::new(model);
        }
        if !wrong.is_empty() {
            let mean = |which: usize| {
                wrong.iter().map(|wrong| wrong.each()[which]).sum::<f64>() / wrong.len() as f64
            };
            self.progress.wrong = [mean(0), mean(1)];
        }
    }

    /// Some of what is kept, from all of it.
    fn some(&self, count: usize) -> impl Iterator<Item = &Example> {
        self.window.iter().step_by(self.window.len().div_ceil(count).max(1))
    }
}

#[cfg(test)]
mod tests;
