//! Virtual connections and the solver of Hex, in CPU time of one thread.

use cpu_time::ThreadTime;
use ludoteca_games::hex::Colour;
use ludoteca_players::{
    Budget, Clock,
    hex::{cells::Cells, solver::Solver},
};

fn solver(size: usize) -> Solver<1> {
    Solver::<1>::new(size, 1024, Clock::start(&Budget::default()))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wants = |name: &str| wanted.iter().any(|w| w == name);
    for size in 5..=8 {
        if !wants(&format!("empty{size}")) {
            continue;
        }
        let begun = ThreadTime::now();
        let mut solver = solver(size);
        let proof = solver.solve([Cells::NONE; 2], Colour::Red);
        let time = begun.elapsed();
        println!(
            "empty {size}: {time:?} {:?} {} nodes {:?} each",
            proof.map(|p| p.wins),
            solver.nodes(),
            time / solver.nodes() as u32
        );
    }
    for size in 5..=7 {
        if !wants(&format!("all{size}")) {
            continue;
        }
        let begun = ThreadTime::now();
        let mut nodes = 0;
        let mut wins = 0;
        for cell in 0..size * size {
            if wants("some") && ![13, 14, 21].contains(&cell) {
                continue;
            }
            let begun = ThreadTime::now();
            let mut solver = solver(size);
            let proof = solver.solve([Cells::of(cell), Cells::NONE], Colour::Blue);
            nodes += solver.nodes();
            wins += usize::from(!proof.unwrap().wins);
            if wants("each") {
                println!("{cell} {:?} {}", begun.elapsed(), solver.nodes());
            }
        }
        let time = begun.elapsed();
        println!(
            "openings {size}: {time:?} {wins} wins {nodes} nodes {:?} each",
            time / nodes as u32
        );
    }
}
