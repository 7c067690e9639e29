//! How often a player of Connect Four plays a best move: in random positions, by the exact scores.
//!
//! ```sh
//! cargo run --release -p ludoteca-arena --example best_moves -- 1000 neural:level=expert
//! ```
//!
//! A move is good if it keeps the result, and best if it also keeps the score, which says how soon. The
//! positions are those after 0 to 40 random plies, as many of each number as there are different
//! ones, in which the game goes on. Of those with a win at once nothing is learnt, as any player that
//! looks one ply ahead sees it, nor of those in which every move is good: both are told apart.

use std::{collections::HashSet, env, fs};

use ludoteca_arena::Share;
use ludoteca_games::{Connect4, Game, Position, below};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, PlayerError, Supply,
    connect4::{Oracle, Score, key},
    machine,
};
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// Room for exact scores, in megabytes.
const TABLE: usize = 256;
/// The most random plies; so often positions of one number are drawn: of few there are not many, and
/// of many most are over.
const MOST_PLIES: u32 = 40;
const DRAWS: usize = 20_000;
/// The numbers of plies that are told by themselves.
const PARTS: [(&str, std::ops::RangeInclusive<u32>); 3] =
    [("0–13 plies", 0..=13), ("14–27 plies", 14..=27), ("28–40 plies", 28..=40)];

/// A position with the exact score of every move.
struct Asked {
    position: Connect4,
    scores: Vec<(String, Score)>,
}

/// What a player played there.
#[derive(Clone, Copy)]
struct Played {
    good: bool,
    best: bool,
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let Some((count, players)) = words.split_first() else {
        eprintln!("best_moves POSITIONS PLAYER ...");
        return;
    };
    let asked = asked(count.parse().unwrap_or(1000));
    for words in players {
        match answers(words, &asked) {
            Ok(played) => tell(words, &asked, &played),
            Err(why) => eprintln!("{words}: {why:?}"),
        }
    }
}

/// About so many different positions with their scores.
fn asked(count: usize) -> Vec<Asked> {
    let mut rng = SplitMix64::seed_from_u64(1);
    let mut seen = HashSet::new();
    let mut oracle = Oracle::new(TABLE, true);
    oracle.begin(&Budget::default());
    let each = count.div_ceil(MOST_PLIES as usize + 1);
    let mut asked = Vec::new();
    for plies in 0..=MOST_PLIES {
        let wanted = asked.len() + each;
        for _ in 0..DRAWS {
            if asked.len() == wanted {
                break;
            }
            if let Some(position) = after(plies, &mut rng).filter(|it| seen.insert(key(it))) {
                let moves = position.legal_plies().into_iter();
                let mut score =
                    |ply| oracle.score_after(&position, ply).expect("there is no limit");
                let scores = moves.map(|ply| (position.write_ply(&ply), score(ply))).collect();
                asked.push(Asked { position, scores });
            }
        }
    }
    asked
}

/// A position after so many random plies; none where the game ended before.
fn after(plies: u32, rng: &mut SplitMix64) -> Option<Connect4> {
    let mut position = Connect4::default();
    for _ in 0..plies {
        let legal = position.legal_plies();
        position.play_unchecked(&legal[below(rng, legal.len() as u32) as usize]);
        if Game::outcome(&position).is_some() {
            return None;
        }
    }
    Some(position)
}

/// What a player plays in each of them; it has all the positions it looks at by itself.
fn answers(words: &str, asked: &[Asked]) -> Result<Vec<Played>, PlayerError> {
    let read_file = |file: &str, _: usize| Ok(fs::read(file).unwrap_or_default().into());
    let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
    let mut player = machine(Connect4::NAME, words, &supply)?;
    Ok(asked.iter().map(|asked| asked.answer(player.as_mut())).collect())
}

impl Asked {
    fn best(&self) -> Score {
        self.scores.iter().map(|(_, score)| *score).max().unwrap_or(0)
    }

    /// Whether some move is not good.
    fn matters(&self) -> bool {
        self.scores.iter().any(|(_, score)| score.signum() != self.best().signum())
    }

    /// Whether the side to move wins with its next stone.
    fn wins_at_once(&self) -> bool {
        self.position.legal_plies().iter().any(|ply| {
            let mut next = self.position;
            next.play_unchecked(ply);
            Game::outcome(&next).is_some_and(|outcome| outcome.winner.is_some())
        })
    }

    fn answer(&self, player: &mut dyn AnyPlayer) -> Played {
        let position: &dyn Position = &self.position;
        let budget = Budget::nodes(u64::MAX);
        let thought = player.consider(position, &budget, AnyWatch::Nobody);
        let ply = thought.ok().and_then(|thought| thought.ply());
        let of = |(name, _): &&(String, Score)| ply.as_ref() == Some(name);
        let score = self.scores.iter().find(of).map(|(_, score)| *score);
        Played {
            good: score.is_some_and(|score| score.signum() == self.best().signum()),
            best: score == Some(self.best()),
        }
    }
}

fn tell(words: &str, asked: &[Asked], played: &[Played]) {
    println!("{words}");
    let row = |name: &str, is: &dyn Fn(&Asked) -> bool| {
        let all: Vec<Played> = asked
            .iter()
            .zip(played)
            .filter(|(asked, _)| is(asked))
            .map(|(_, each)| *each)
            .collect();
        let share = |hits: usize| {
            let Share { share, low, high } = Share::of(hits, all.len());
            let [share, low, high] = [share, low, high].map(|each| 100.0 * each);
            format!("{share:5.1} % ({low:.1}–{high:.1})")
        };
        let good = all.iter().filter(|each| each.good).count();
        let best = all.iter().filter(|each| each.best).count();
        println!("  {name:36} {:5}  good {}  best {}", all.len(), share(good), share(best));
    };
    row("all", &|_| true);
    for (name, plies) in PARTS {
        row(name, &|asked| plies.contains(&asked.position.count()));
    }
    row("no win at once", &|asked| !asked.wins_at_once());
    row("some move is not good", &Asked::matters);
    row("both", &|asked| asked.matters() && !asked.wins_at_once());
}
