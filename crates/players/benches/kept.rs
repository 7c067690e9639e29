//! Whether `hexodus` keeps what it has won: of positions that the solver alone decides for the side to
//! move within a budget, how many the player loses with a move for which it has the same. Both have the
//! same processor and count its time, so that whatever else runs makes no difference.
//!
//! `cargo bench -p ludoteca-players --bench kept`, followed by `-- SECONDS GAMES` (1 and 24), or by
//! `-- SECONDS FILE` with positions of one's own, one a line: the rows from the top, and who moves
//! (`R.B/.../..B red`).

use std::time::Duration;

use cpu_time::ProcessTime;
use ludoteca_games::{
    Game, Hex, below,
    hex::{Cell, Colour, Swap},
};
use ludoteca_players::{
    Budget, Clock, Player, Timer, Watch,
    hex::{Hexodus, HexodusSettings, cells::Ground, solver::Solver, stones},
};
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// What is decided sooner than this share of the budget tells nothing.
const LEAST: f64 = 0.02;
/// How much longer it may take to find out whether a move has lost.
const PATIENCE: u32 = 30;
/// Room for what is proved, in megabytes: as much as the player has.
const TABLE: usize = HexodusSettings::MASTER.table;
/// Of so many positions of a game before the end in a row that were not decided, none earlier is asked.
const HOPELESS: usize = 4;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let seconds = args.first().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let budget = Duration::from_secs_f64(seconds);
    let mut sums = Sums::default();
    let heads = ["size", "stones", "to move", "solver", "player", "move"];
    let [size, count, mover, solver, player, ply] = heads;
    println!("{size:4} {count:>6} {mover:7} {solver:>7} {player:>7} {ply:5}");
    match args.get(1).map_or(Ok(24), |text| text.parse()) {
        Ok(games) => {
            for seed in 0..games {
                of_game(seed, budget, &mut sums);
            }
        }
        Err(_) => {
            let file = std::fs::read_to_string(&args[1]).expect("the file can be read");
            for line in file.lines().filter(|line| !line.trim().is_empty()) {
                sums.ask(&position(line), budget, 0.0);
            }
        }
    }
    let Sums { asked, won, lost, late } = sums;
    println!("{asked} asked, {won} won and decided in time, {lost} of them lost, {late} unknown");
}

#[derive(Default)]
struct Sums {
    asked: usize,
    won: usize,
    lost: usize,
    late: usize,
}

impl Sums {
    /// Asks the solver, and if it finds the position won, the player. Whether it was decided.
    fn ask(&mut self, position: &Hex, budget: Duration, least: f64) -> bool {
        self.asked += 1;
        let Some((wins, taken)) = solved(position, budget) else { return false };
        if !wins || taken.as_secs_f64() < least {
            return true;
        }
        self.won += 1;
        let begun = ProcessTime::now();
        let mut player = Hexodus::new(HexodusSettings::MASTER);
        let thought = player.consider(position, &timed(budget), &mut Watch::nobody());
        let thinking = begun.elapsed();
        let ply = thought.ply().expect("the game goes on");
        let mut after = *position;
        after.play_unchecked(&ply);
        let verdict = match after.outcome() {
            Some(_) => Some((false, Duration::ZERO)),
            None => solved(&after, budget * PATIENCE),
        };
        let word = match verdict {
            Some((false, _)) => "",
            Some((true, _)) => "loses",
            None => "unknown",
        };
        self.lost += usize::from(word == "loses");
        self.late += usize::from(word == "unknown");
        let (taken, thinking) = (taken.as_secs_f64(), thinking.as_secs_f64());
        println!(
            "{:4} {:6} {:7} {taken:7.3} {thinking:7.3} {:5} {word}{}",
            position.size(),
            position.count(),
            colour(position),
            position.write_ply(&ply),
            match word {
                "" => String::new(),
                _ => format!(" in {}", written(position)),
            },
        );
        true
    }
}

/// A budget of processor time.
fn timed(time: Duration) -> Budget {
    let begun = ProcessTime::now();
    Budget { timer: Timer::new(move |_| begun.elapsed()), ..Budget::time(time) }
}

/// Whether the side to move wins, and how long it took to find out.
fn solved(position: &Hex, budget: Duration) -> Option<(bool, Duration)> {
    fn on<const W: usize>(position: &Hex, budget: Duration) -> Option<(bool, Duration)> {
        let begun = ProcessTime::now();
        let clock = Clock::start(&timed(budget));
        let mut solver = Solver::<W>::new(position.size(), TABLE, clock);
        let stones = stones(position, &Ground::new(position.size()));
        let proof = solver.solve(stones, position.colour())?;
        Some((proof.wins, begun.elapsed()))
    }
    match position.size() {
        0..=8 => on::<1>(position, budget),
        9..=11 => on::<2>(position, budget),
        12..=16 => on::<4>(position, budget),
        _ => on::<6>(position, budget),
    }
}

/// The positions of a game of two quick players, from the end to where they are hard to decide.
fn of_game(seed: u64, budget: Duration, sums: &mut Sums) {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let size = 8 + (seed % 4) as usize;
    let mut position = Hex::new(size, Swap::None).expect("the size is allowed");
    let mut player = Hexodus::new(HexodusSettings { width: 8, ..HexodusSettings::CLUB });
    let mut positions = Vec::new();
    while position.outcome().is_none() {
        let plies = position.legal_plies();
        // Now and then a move by chance, so that games differ and have their ups and downs.
        let ply = match positions.len() < 3 || below(&mut rng, 12) == 0 {
            true => plies[below(&mut rng, plies.len() as u32) as usize],
            false => {
                let thought = player.consider(&position, &Budget::nodes(40), &mut Watch::nobody());
                thought.ply().expect("the game goes on")
            }
        };
        positions.push(position);
        position.play_unchecked(&ply);
    }
    let least = LEAST * budget.as_secs_f64();
    let mut open = 0;
    for position in positions.iter().rev() {
        open = if sums.ask(position, budget, least) { 0 } else { open + 1 };
        if open == HOPELESS {
            break;
        }
    }
}

/// A position as a line of a file says it.
fn position(line: &str) -> Hex {
    let size = 1 + line.matches('/').count();
    let start = Hex::new(size, Swap::None).expect("the size is allowed");
    start.read_position(line).expect("the line is a position").into_position()
}

/// The same, for whoever wants to look at a position again.
fn written(position: &Hex) -> String {
    let letter = |cell: Cell| match position.stone(cell) {
        Some(Colour::Red) => 'R',
        Some(Colour::Blue) => 'B',
        None => '.',
    };
    let cells: Vec<char> = position.cells().map(letter).collect();
    let rows: Vec<String> = cells.chunks(position.size()).map(String::from_iter).collect();
    format!("{} {}", rows.join("/"), colour(position))
}

fn colour(position: &Hex) -> &'static str {
    if position.colour() == Colour::Red { "red" } else { "blue" }
}
