//! Virtual connections and the solver of Hex, in CPU time of one thread.
//!
//! `cargo bench -p ludoteca-players --bench hex`, followed by `-- build empty7` for some parts:
//! - `build`: the connections of both colours from scratch, on 11x11, empty and in the middle of
//!   games, and in how many of these they show a winner;
//! - `follow`: the same after one more stone;
//! - `empty5` to `empty8`: who wins the empty board (8: only if asked for);
//! - `all6` to `all8`: every opening, with a fresh table each (from 7 on only if asked for);
//! - `whole6` to `whole8`: every opening with one table, as `solve` does (the same);
//! - `net`: the solver with the net as its guide, on all of these boards, and not as `solve` has it,
//!   from the size on where that pays.

use std::{sync::Arc, time::Duration};

use cpu_time::ThreadTime;
use ludoteca_games::{
    Game, Hex,
    hex::{Colour, Swap},
};
use ludoteca_players::{
    AlphaBeta, Asked, Budget, Clock, GuidedBy, Player, Solved, Watch, evaluations_of,
    hex::{
        cells::{Cells, Ground},
        connections::{Connections, Limits, Until},
        inferior::Stones,
        net_guide,
        solver::Solver,
        stones,
    },
    solve_as,
    thought::Verdict,
};

const SIZE: usize = 11;

/// Openings of two moves that leave both sides about even.
const OPENINGS: &str = "a2d10 a2f9 k3h9 d2h2 d2f10 b2f9 d1i6 g2h6 e1i7 f1d11 a3e7 i2d6 g2d9 d2f7 \
    f2b10 b1j1 f2h6 i1i4 i2e9 d2d4 d2c9 i2d10 d1f11 b2g3 g2e10 b2d10 e1c7 a3e4 g1c7 j1d11 h2e6 \
    h1f11 f1i7 i1i7 h1c8 e2b10 g2f4 k3f6 f1c10 c1d3 e1c10 a3h2 b1f2 h2e8 a2f5 a2f8 b2g5 k3f5";

/// How far connections are worked out, from narrow to wide.
const LIMITS: [(&str, Limits); 4] = [
    (
        "narrow",
        Limits { fulls: 4, semis: 8, size: usize::MAX, ors: 3, steps: 20_000, captures: false },
    ),
    (
        "medium",
        Limits { fulls: 6, semis: 16, size: usize::MAX, ors: 4, steps: 20_000, captures: false },
    ),
    (
        "wide",
        Limits { fulls: 12, semis: 24, size: usize::MAX, ors: 4, steps: 20_000, captures: false },
    ),
    (
        "widest",
        Limits {
            fulls: 16,
            semis: 48,
            size: usize::MAX,
            ors: 4,
            steps: usize::MAX,
            captures: false,
        },
    ),
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_named = |name: &str| wanted.iter().any(|each| each == name);
    // Those of minutes only for who asks for them.
    let is_wanted = |name: &str| {
        let long = ["empty8", "all7", "all8", "whole7", "whole8"].contains(&name);
        is_named(name) || (wanted.is_empty() || wanted == ["net"]) && !long
    };
    let guided = if is_named("net") { GuidedBy::Net } else { GuidedBy::Nobody };
    let solver = |size| solver(size, guided);
    if is_wanted("build") || is_wanted("follow") {
        let games = middle_games();
        println!("{:7} {:8} {:>12} {:>12} {:>12}", "", "limits", "µs", "connections", "won");
        for (name, limits) in LIMITS {
            if is_wanted("build") {
                build("empty", name, limits, &[[Cells::NONE; 2]; 20]);
                build("games", name, limits, &games);
            }
            if is_wanted("follow") {
                follow(name, limits, &games);
            }
        }
    }
    println!("{:7} {:>12} {:>12} {:>12} {:>6}", "", "seconds", "nodes", "µs/node", "won");
    for size in 5..=8 {
        let name = format!("empty{size}");
        if is_wanted(&name) {
            let begun = ThreadTime::now();
            let mut solver = solver(size);
            let proof = solver.solve([Cells::NONE; 2], Colour::Red).expect("there is no limit");
            report(&name, begun.elapsed(), solver.nodes(), usize::from(proof.wins));
        }
    }
    for size in 6..=8 {
        let name = format!("all{size}");
        if is_wanted(&name) {
            let begun = ThreadTime::now();
            let (mut nodes, mut won) = (0, 0);
            for cell in 0..size * size {
                let mut solver = solver(size);
                let proof = solver.solve([Cells::of(cell), Cells::NONE], Colour::Blue);
                won += usize::from(!proof.expect("there is no limit").wins);
                nodes += solver.nodes();
            }
            report(&name, begun.elapsed(), nodes, won);
        }
        let name = format!("whole{size}");
        if is_wanted(&name) {
            let begun = ThreadTime::now();
            let position = Hex::new(size, Swap::None).expect("the size is allowed");
            let asked = Asked { guided: Some(guided), ..Asked::default() };
            let solution = solve_as(&position, asked, &Budget::default(), &mut |_, _| {})
                .expect("the game is not over");
            let wins = |solved: &Solved| solved.verdict() == Some(Verdict::Win);
            let won = solution.moves.iter().filter(|(_, solved)| wins(solved)).count();
            report(&name, begun.elapsed(), solution.nodes, won);
        }
    }
}

fn solver(size: usize, guided: GuidedBy) -> Solver<1> {
    let solver = Solver::new(size, 1024, Clock::start(&Budget::default()));
    match guided {
        GuidedBy::Nobody => solver,
        GuidedBy::Net => solver.guided_by(net_guide()),
    }
}

fn report(name: &str, time: Duration, nodes: u64, won: usize) {
    let seconds = time.as_secs_f64();
    println!("{name:7} {seconds:12.3} {nodes:12} {:12.2} {won:6}", seconds * 1e6 / nodes as f64);
}

/// The openings, played on by short ways of one's own and long ones of the opponent until 10 to 24
/// stones stand.
fn middle_games() -> Vec<Stones<2>> {
    let ground = Ground::new(SIZE);
    let mut player = AlphaBeta::new(Some(1), evaluations_of::<Hex>().remove(0).make(), 1);
    let mut game = |(i, opening): (usize, &str)| {
        let mut position = Hex::new(SIZE, Swap::None).expect("the size is allowed");
        let second = 1 + opening[1..].find(char::is_alphabetic).expect("there are two moves");
        for text in [&opening[..second], &opening[second..]] {
            let ply = position.read_ply(text).expect("the opening is legal");
            position.play_unchecked(&ply);
        }
        for _ in 2..10 + i % 15 {
            let thought = player.consider(&position, &Budget::default(), &mut Watch::nobody());
            let Some(ply) = thought.ply() else { break };
            position.play_unchecked(&ply);
        }
        stones(&position, &ground)
    };
    let games = OPENINGS.split_whitespace().enumerate().map(&mut game);
    let chain =
        |stones: &Stones<2>| Colour::BOTH.iter().any(|c| ground.joined(*c, &stones[*c as usize]));
    games.filter(|stones| !chain(stones)).collect()
}

fn connections(limits: Limits) -> [Connections<2>; 2] {
    let ground = Arc::new(Ground::new(SIZE));
    Colour::BOTH.map(|colour| Connections::new(&ground, colour, limits))
}

fn build(what: &str, name: &str, limits: Limits, games: &[Stones<2>]) {
    let mut both = connections(limits);
    let mut counts = Counts::default();
    for stones in games {
        let begun = ThreadTime::now();
        for (own, connections) in both.iter_mut().enumerate() {
            connections.build(stones[own], stones[1 - own], Until::All);
        }
        counts.add(begun.elapsed(), &both);
    }
    counts.report(what, name);
}

/// A red stone on the middle one of the empty cells.
fn follow(name: &str, limits: Limits, games: &[Stones<2>]) {
    let (mut before, mut after) = (connections(limits), connections(limits));
    let mut counts = Counts::default();
    for stones in games {
        for (own, connections) in before.iter_mut().enumerate() {
            connections.build(stones[own], stones[1 - own], Until::All);
        }
        let middle = SIZE * SIZE / 2;
        let free = *before[0].empty();
        let cell = free.min_by_key(|cell| cell.abs_diff(middle)).expect("there are empty cells");
        let new = [Cells::of(cell), Cells::NONE];
        if before[0].ground().joined(Colour::Red, &(stones[0] | new[0])) {
            continue;
        }
        let begun = ThreadTime::now();
        for own in [0, 1] {
            after[own].follow(&before[own], new[own], new[1 - own], Until::All);
        }
        counts.add(begun.elapsed(), &after);
    }
    counts.report("follow", name);
}

#[derive(Default)]
struct Counts {
    positions: usize,
    time: Duration,
    found: usize,
    full: usize,
    semi: usize,
}

impl Counts {
    fn add(&mut self, time: Duration, both: &[Connections<2>; 2]) {
        self.positions += 1;
        self.time += time;
        self.found += both.iter().map(|connections| connections.all().count()).sum::<usize>();
        let full = both.iter().any(|connections| connections.won().is_some());
        self.full += usize::from(full);
        let semi = both.iter().any(|connections| connections.wins_to_move().is_some());
        self.semi += usize::from(semi && !full);
    }

    fn report(&self, what: &str, name: &str) {
        println!(
            "{what:7} {name:8} {:12.1} {:12} {:4} full {:3} semi of {}",
            self.time.as_secs_f64() * 1e6 / self.positions as f64,
            self.found / self.positions,
            self.full,
            self.semi,
            self.positions
        );
    }
}
