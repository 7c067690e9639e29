//! Fits the curve from a player's scores to its chances: it plays itself from random openings, and of
//! all scores it gave itself on the way the scale is sought with which ½ + ½·tanh(score ÷ scale) says
//! best who won.
//!
//! ```sh
//! cargo run -p ludoteca-arena --example curves -- hex 400 alphabeta:depth=2 size=11
//! ```

use std::env;

use ludoteca_arena::{Limits, Seed, play};
use ludoteca_games::{End, GameTree, Side, Start, Value};
use ludoteca_players::{Stop, Supply, Thought, machine};

/// Plies at random before both begin to think.
const RANDOM: std::ops::Range<u64> = 2..10;
/// A game that goes on beyond so many plies counts for nobody.
const LONGEST: usize = 600;
/// One side of the scale's bounds, and how often they are brought nearer.
const BOUNDS: [f64; 2] = [0.01, 1_000_000.0];
const NEARER: usize = 80;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, games, player, options @ ..] = words.as_slice() else {
        eprintln!("curves GAME GAMES PLAYER [OPTION=VALUE ...]");
        return;
    };
    let mut samples = Vec::new();
    for number in 0..games.parse().unwrap_or(100) {
        match samples_of(game, player, options, Seed::new(1).child(number)) {
            Ok(more) => samples.extend(more),
            Err(why) => {
                eprintln!("{why}");
                return;
            }
        }
    }
    let scale = fit(&samples);
    let [ours, even] = [loss(&samples, scale), 2f64.ln()];
    println!(
        "{game} {player}: {} scores, scale {scale:.1}, loss {ours:.4} ({even:.4} knows nothing)",
        samples.len()
    );
    // What was expected and what came of it, tenth by tenth.
    for tenth in 0..10 {
        let (low, high) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
        let within =
            samples.iter().filter(|(score, _)| (low..high).contains(&chance(*score, scale)));
        let (count, won) =
            within.fold((0, 0.0), |(count, won), (_, result)| (count + 1, won + result));
        if count > 0 {
            println!("{low:.1}–{high:.1}: {:.3} of {count}", won / f64::from(count));
        }
    }
}

/// The scores of one game, each with what came of it for the side it was for.
fn samples_of(
    game: &str,
    player: &str,
    options: &[String],
    seed: Seed,
) -> Result<Vec<(f64, f64)>, String> {
    let pairs = options.iter().filter_map(|option| option.split_once('='));
    let start = pairs.fold(Start::of(game), |start, (name, value)| start.with(name, value));
    let mut tree = GameTree::begin(start).map_err(|why| format!("{why:?}"))?;
    let mut random = seed.child(0).value();
    for _ in 0..RANDOM.start + random % (RANDOM.end - RANDOM.start) {
        let plies = tree.position().plies();
        if plies.is_empty() || tree.ended().is_some() {
            break;
        }
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let ply = plies[(random >> 33) as usize % plies.len()].clone();
        tree.play(&ply).map_err(|why| format!("{why:?}"))?;
    }
    let seat = |number| machine(game, player, &Supply::seeded(seed.child(number).value()));
    let made = |number| seat(number).map_err(|why| format!("{why:?}"));
    let mut players = [made(1)?, made(2)?];
    let mut said: Vec<(Side, i64)> = Vec::new();
    let mut side = tree.position().side();
    let mut watch = |record: &GameTree, thought: &Thought| {
        if let Value::Guess { score: Some(score), .. } = thought.value {
            said.push((side, score));
        }
        side = record.position().side();
        (record.at() > LONGEST).then_some(End::Adjudicated(None))
    };
    let end = play(tree, &mut players, [Limits::default(); 2], &Stop::default(), &mut watch).end;
    let result =
        |side: Side| end.winner().map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    Ok(said.into_iter().map(|(side, score)| (score as f64, result(side))).collect())
}

fn chance(score: f64, scale: f64) -> f64 {
    (0.5 + 0.5 * (score / scale).tanh()).clamp(1e-6, 1.0 - 1e-6)
}

/// How badly the results are foretold.
fn loss(samples: &[(f64, f64)], scale: f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|(score, result)| {
            let chance = chance(*score, scale);
            -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// The scale that foretells them best, by cutting thirds off.
fn fit(samples: &[(f64, f64)]) -> f64 {
    let [mut low, mut high] = BOUNDS.map(f64::ln);
    for _ in 0..NEARER {
        let third = (high - low) / 3.0;
        let [one, other] = [low + third, high - third];
        if loss(samples, one.exp()) < loss(samples, other.exp()) { high = other } else { low = one }
    }
    (0.5 * (low + high)).exp()
}
