//! `perfect`: knows the exact score of every move, and plays the best unless it is told to slip.
//!
//! A weaker level does not think worse: it slips. With a stated chance it takes any move that is up
//! to so many points worse than the best, so that it misses wins as a person does, the far ones
//! before the near ones.

use ludoteca_games::{Connect4, Game, Line, below, connect4::WIDTH};
use rand::seq::SliceRandom;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    oracle::{Oracle, in_order, rank},
    solver::{Score, plies_left},
    telling, why,
};
use crate::{
    Budget, Clock, Form, Player, PlayerKind, Watch, explain,
    kind::levels_of,
    search,
    thought::{Content, Layer, PlyLabel, PlyValue, Thought, Value, Variation, Verdict},
};

/// Plays perfectly, or slips now and then.
pub struct Perfect {
    oracle: Oracle,
    slips: Slips,
    rng: Xoshiro256PlusPlus,
}

/// How often and how far a player slips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    /// How often, in percent of its moves.
    pub percent: u32,
    /// How many points worse than the best its move may be then.
    pub points: Score,
}

/// What is known of a position and its moves.
#[derive(Clone, Copy, Default)]
struct Known {
    score: Option<Score>,
    columns: [Option<Score>; WIDTH],
}

/// The most points that two moves can differ in.
const MOST_POINTS: i64 = 40;
/// How many positions are searched at most for the line to the end, where there is no other limit.
const LINE_NODES: u64 = 4_000_000;
/// The table's size unless another is wanted, in megabytes.
pub(super) const MEGABYTES: usize = 256;

impl Known {
    fn of(&self, column: u8) -> Option<Score> {
        self.columns[usize::from(column)]
    }

    /// What the position is worth. A move that wins is a win, though a nearer one may be left.
    fn value(&self, position: &Connect4) -> Value {
        let best = position.legal_plies().into_iter().filter_map(|column| self.of(column)).max();
        match (self.score, best) {
            (Some(score), _) => proved(score, position.count()),
            (None, Some(1..)) => Value::Proved { result: Verdict::Win, plies: None },
            (None, _) => search::known(position).unwrap_or(Value::NOTHING),
        }
    }
}

impl Perfect {
    /// A player that asks this oracle; chance comes from the seed.
    pub fn new(oracle: Oracle, slips: Slips, seed: u64) -> Perfect {
        Perfect { oracle, slips, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// The column to play, of those known to be good enough one by chance. What the budget left
    /// unknown is preferred to a known loss.
    fn choose(&mut self, open: &[u8], known: &Known) -> Option<u8> {
        let best = open.iter().filter_map(|column| known.of(*column)).max();
        let unknown = open.iter().copied().find(|column| known.of(*column).is_none());
        let Some(best) = best.filter(|best| *best >= 0 || unknown.is_none()) else {
            return unknown;
        };
        let slips = below(&mut self.rng, 100) < self.slips.percent;
        let allowed = if slips { best - self.slips.points } else { best };
        let good = |column: &&u8| known.of(**column).is_some_and(|score| score >= allowed);
        let good: Vec<u8> = open.iter().filter(good).copied().collect();
        Some(good[below(&mut self.rng, good.len() as u32) as usize])
    }

    /// The thought that follows from what is known so far.
    fn thought(
        &self,
        position: &Connect4,
        known: &Known,
        line: Vec<u8>,
        clock: &Clock,
        layers: bool,
    ) -> Thought<u8> {
        let ply = line.first().copied();
        let mut order: Vec<(Score, u8)> = position
            .legal_plies()
            .into_iter()
            .filter_map(|column| Some((known.of(column)?, column)))
            .collect();
        order.sort_by_key(|(score, column)| (-score, Some(*column) != ply, rank(*column)));
        let candidates: Vec<PlyValue<u8>> = order
            .into_iter()
            .map(|(score, ply)| PlyValue {
                ply,
                value: proved(score, position.count()),
                at_most: false,
                visits: None,
            })
            .collect();
        // What it expects of its own move: after a slip that is less than the position is worth.
        let value = match ply.and_then(|ply| known.of(ply)) {
            Some(score) if known.score.is_some() => proved(score, position.count()),
            _ => known.value(position),
        };
        Thought {
            answer: ply.into(),
            value,
            layers: if layers {
                self::layers(position, known, &candidates, &line)
            } else {
                Vec::new()
            },
            lines: (ply.is_some())
                .then_some(Variation { plies: line, value })
                .into_iter()
                .collect(),
            candidates,
            nodes: self.oracle.nodes(),
            depth: None,
            seconds: clock.seconds(),
        }
    }

    /// The line that begins with `ply`, as far as it is worth the time.
    fn line(
        &mut self,
        position: &Connect4,
        ply: Option<u8>,
        known: &Known,
        search: bool,
    ) -> Vec<u8> {
        let mut line: Vec<u8> = ply.into_iter().collect();
        if let Some(ply) = ply
            && let Some(score) = known.of(ply)
        {
            let mut next = *position;
            next.play_unchecked(&ply);
            line.extend(self.oracle.line(&next, -score, search));
        }
        line
    }
}

/// A score as a value.
fn proved(score: Score, stones: u32) -> Value {
    let (result, plies) = match score {
        1.. => (Verdict::Win, Some(plies_left(score, stones))),
        0 => (Verdict::Draw, None),
        _ => (Verdict::Loss, Some(plies_left(score, stones))),
    };
    Value::Proved { result, plies }
}

impl Player<Connect4> for Perfect {
    fn think(
        &mut self,
        line: &Line<Connect4>,
        budget: &Budget,
        watch: &mut Watch<'_, Connect4>,
    ) -> Thought<u8> {
        let position = line.position();
        let clock = Clock::start(budget);
        self.oracle.begin(budget);
        let mut known = Known::default();
        let mut open = in_order(position);
        if open.is_empty() {
            return self.thought(position, &known, Vec::new(), &clock, false);
        }
        // The best move first, so that a small budget is spent on what matters.
        open.shuffle(&mut self.rng);
        let (recorder, mut asked) = (watch.recorder.take(), Vec::new());
        known.score = self.oracle.score_telling(position, |question| asked.push(question));
        let best = known.score.and_then(|score| self.oracle.keeping(position, &open, score));
        if let Some(best) = best {
            known.columns[usize::from(best)] = known.score;
        }
        if let Some(recorder) = recorder {
            let told = telling::tell(recorder, position, &asked, known.score, &open, best);
            watch.recorder = Some(told);
        }
        if !watch.wants_layers() && self.slips.percent == 0 && best.is_some() {
            return self.thought(position, &known, best.into_iter().collect(), &clock, false);
        }
        for column in in_order(position) {
            if Some(column) != best {
                known.columns[usize::from(column)] = self.oracle.score_after(position, column);
            }
            if watch.is_due() {
                let line = best.into_iter().collect();
                watch.report(self.thought(position, &known, line, &clock, true));
            }
        }
        // Who never slips plays the same move whether somebody watches or not.
        let ply = match best {
            Some(best) if self.slips.percent == 0 => Some(best),
            _ => self.choose(&in_order(position), &known),
        };
        let line: Vec<u8> = ply.into_iter().collect();
        if !watch.wants_layers() {
            return self.thought(position, &known, line, &clock, false);
        }
        if watch.is_live() {
            watch.report(self.thought(position, &known, line, &clock, true));
        }
        // In the opening, where the moves are known by heart, the line to the end is all that takes
        // time: somebody who only waits for the answer does without.
        let search = watch.is_live() || !self.oracle.knows_by_heart(position);
        if budget.time.is_none() && budget.nodes.is_none() {
            self.oracle.end_after(LINE_NODES);
        }
        let line = self.line(position, ply, &known, search);
        self.thought(position, &known, line, &clock, true)
    }
}

/// What each column is worth in points, and why.
fn layers(
    position: &Connect4,
    known: &Known,
    candidates: &[PlyValue<u8>],
    line: &[u8],
) -> Vec<Layer> {
    let value = known.value(position);
    let Some(mut values) = explain::values(position, value, candidates) else { return Vec::new() };
    let label = |each: &PlyValue<u8>| {
        Some(PlyLabel {
            ply: position.write_ply(&each.ply),
            label: explain::points(known.of(each.ply)?.into()),
            value: each.value,
            best: each.ply == candidates[0].ply,
        })
    };
    values.content = Content::Labels { plies: candidates.iter().filter_map(label).collect() };
    let mut layers = vec![values];
    if let Some(score) = known.score {
        // A line that begins with a slip is not best play.
        let best = line.first().is_some_and(|ply| known.of(*ply) == known.score);
        let line = if best { line } else { &[] };
        layers.extend(why::layers(position, score, &known.columns, line));
    }
    layers
}

/// What is asked of whoever wants a [`Perfect`].
#[derive(Debug, PartialEq)]
struct Settings {
    slips: Slips,
    book: bool,
    megabytes: usize,
}

fn read(form: &mut Form<'_>) -> Settings {
    Settings {
        slips: Slips {
            percent: form.whole("slip", 0..=100, "key-slip").or(0),
            points: form.whole("points", 0..=MOST_POINTS, "key-points").or(MOST_POINTS as Score),
        },
        book: form.switch("book", "key-book").or(true),
        megabytes: form.whole("table", 1..=65_536, "key-table").or(MEGABYTES),
    }
}

pub(crate) fn kind() -> PlayerKind<Connect4> {
    let levels = [
        "slip=80,points=40",
        "slip=60,points=20",
        "slip=45,points=10",
        "slip=25,points=4",
        "slip=0,points=0",
    ];
    PlayerKind::by_chance(
        "perfect",
        |form| Ok(read(form)),
        |settings, seed| {
            Perfect::new(Oracle::new(settings.megabytes, settings.book), settings.slips, seed)
        },
    )
    .with_levels(levels_of(levels))
    .telling("table=64")
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    fn player(slips: Slips, seed: u64) -> Perfect {
        Perfect::new(Oracle::new(16, false), slips, seed)
    }

    fn at(columns: &str) -> Connect4 {
        Connect4::default().read_position(columns).unwrap().into_position()
    }

    fn think(player: &mut Perfect, columns: &str) -> Thought<u8> {
        player.consider(&at(columns), &Budget::default(), &mut Watch::at_the_end())
    }

    fn play(player: &mut Perfect, columns: &str) -> Thought<u8> {
        player.consider(&at(columns), &Budget::default(), &mut Watch::nobody())
    }

    const NO_SLIPS: Slips = Slips { percent: 0, points: 0 };

    /// From the middle of a game: column 5 alone does not lose.
    const MIDGAME: &str = "44444152265617";

    #[test]
    fn every_column_has_its_exact_score_and_the_line_ends_the_game_when_the_score_says() {
        let position = at(MIDGAME);
        let thought = think(&mut player(NO_SLIPS, 1), MIDGAME);
        let mut oracle = Oracle::new(16, false);
        assert_eq!(thought.candidates.len(), position.legal_plies().len());
        for each in &thought.candidates {
            let score = oracle.score_after(&position, each.ply).unwrap();
            assert_eq!(each.value, proved(score, position.count()));
        }
        let Content::Labels { plies } = &thought.layers[0].content else { panic!() };
        let score = oracle.score(&position).unwrap();
        assert_eq!(
            Lang::ENGLISH.say(&plies[0].label),
            Lang::ENGLISH.say(&explain::points(score.into()))
        );
        let mut end = position;
        for ply in &thought.lines[0].plies {
            assert!(end.check(ply).is_ok() && end.outcome().is_none());
            end.play_unchecked(ply);
        }
        assert!(end.outcome().is_some());
        assert_eq!(end.count() - position.count(), plies_left(score, position.count()));
    }

    #[test]
    fn who_is_not_watched_plays_a_move_as_good() {
        for seed in 0..5 {
            for columns in [MIDGAME, "444441522656175", "2531276566711153", "5455174361263362"] {
                let watched = think(&mut player(NO_SLIPS, seed), columns);
                let thought = play(&mut player(NO_SLIPS, seed), columns);
                assert_eq!(thought.value, watched.value, "{columns}");
                let ply = thought.ply().unwrap();
                let kept = watched.candidates.iter().find(|each| each.ply == ply).unwrap();
                assert_eq!(kept.value, watched.value, "{columns}");
            }
        }
    }

    #[test]
    fn it_takes_the_nearest_win_and_the_farthest_loss() {
        let thought = play(&mut player(NO_SLIPS, 1), "112233");
        assert_eq!(thought.ply(), Some(3));
        assert_eq!(thought.value, Value::Proved { result: Verdict::Win, plies: Some(1) });
        // Three in the bottom row with both ends free: no move is any help.
        let thought = play(&mut player(NO_SLIPS, 1), "37475");
        assert_eq!(thought.value, Value::Proved { result: Verdict::Loss, plies: Some(2) });
        // Three on top of each other: who does not stop them loses at once.
        let thought = play(&mut player(NO_SLIPS, 1), "17171");
        assert_eq!(thought.ply(), Some(0));
    }

    #[test]
    fn it_slips_as_often_and_as_far_as_it_is_told() {
        let best = think(&mut player(NO_SLIPS, 1), MIDGAME);
        let mut oracle = Oracle::new(16, false);
        let position = at(MIDGAME);
        let top = oracle.score(&position).unwrap();
        for (percent, points) in [(0, 40), (100, 2), (50, 40)] {
            let mut slipped = 0;
            let mut player = player(Slips { percent, points }, 3);
            for _ in 0..60 {
                let thought = think(&mut player, MIDGAME);
                let score = oracle.score_after(&position, thought.ply().unwrap()).unwrap();
                assert_eq!(thought.value, proved(score, position.count()));
                assert!(score >= top - points);
                slipped += u32::from(score < top);
            }
            let allowed = best.candidates.iter().filter(|each| {
                let score = oracle.score_after(&position, each.ply).unwrap();
                score < top && score >= top - points
            });
            let wrong = allowed.count() as u32;
            assert_eq!(slipped > 0, percent > 0 && wrong > 0, "{percent} {points}: {slipped}");
            assert!(percent == 100 || slipped < 60, "{percent} {points}: {slipped}");
        }
    }

    #[test]
    fn a_spent_budget_still_gives_a_move_and_claims_nothing() {
        let position = at("4");
        for nodes in [1, 100, 20_000] {
            for watch in [&mut Watch::nobody(), &mut Watch::at_the_end()] {
                let thought = player(NO_SLIPS, 1).consider(&position, &Budget::nodes(nodes), watch);
                assert!(position.check(&thought.ply().unwrap()).is_ok());
                assert_eq!(thought.value, Value::NOTHING);
            }
        }
        assert_eq!(think(&mut player(NO_SLIPS, 1), "1122334").ply(), None);
    }
}
