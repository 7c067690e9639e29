//! How long the exact score of a Connect Four position takes, without the opening book, on one
//! thread, the table cleared before every position: CPU time, positions searched, and how many of
//! them a second, for each of the six sets of positions.
//!
//! `cargo bench -p ludoteca-players --bench solver`, followed by `-- L1_R2 empty` for some of them.

use std::{fs, path::Path};

use cpu_time::ProcessTime;
use ludoteca_games::{Connect4, Game};
use ludoteca_players::connect4::{Score, Solver};

/// The sets, from the end of the game to its beginning, and how often each is gone through.
const SETS: [(&str, u32); 6] =
    [("L3_R1", 200), ("L2_R1", 50), ("L2_R2", 3), ("L1_R1", 10), ("L1_R2", 1), ("L1_R3", 1)];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|each| each == name);
    println!("{:8} {:>14} {:>14} {:>12}", "set", "µs/position", "nodes/position", "Mnodes/s");
    let mut solver = Solver::new(256);
    for (name, times) in SETS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/connect4-{name}.txt"));
        let lines = fs::read_to_string(file).expect("the set is there");
        let positions: Vec<(Connect4, Score)> = lines.lines().map(read).collect();
        let begun = ProcessTime::now();
        let mut nodes = 0;
        for _ in 0..times {
            for (position, score) in &positions {
                solver.clear();
                solver.begin(&Default::default());
                assert_eq!(solver.score(position), Some(*score), "{position:?}");
                nodes += solver.nodes();
            }
        }
        report(name, begun.elapsed().as_secs_f64(), nodes, positions.len() as u32 * times);
    }
    // Minutes: only for who asks for it.
    if wanted.iter().any(|each| each == "empty") {
        let begun = ProcessTime::now();
        solver.clear();
        solver.begin(&Default::default());
        solver.score(&Connect4::default()).expect("there is no limit");
        report("empty", begun.elapsed().as_secs_f64(), solver.nodes(), 1);
    }
}

fn read(line: &str) -> (Connect4, Score) {
    let (columns, score) = line.split_once(' ').expect("columns played, and the score");
    let position = Connect4::default().read_position(columns).expect("the position is legal");
    (position.into_position(), score.parse().expect("a score is a number"))
}

fn report(name: &str, seconds: f64, nodes: u64, positions: u32) {
    println!(
        "{name:8} {:14.2} {:14} {:12.2}",
        seconds * 1e6 / f64::from(positions),
        nodes / u64::from(positions),
        nodes as f64 / seconds / 1e6
    );
}
