//! How much faster a proof of Hex becomes with more workers: played on one processor. Each part is
//! searched for real, by a searcher of the worker that has it, and takes as long as it looks at
//! positions; facts go to the others when the part is over.
//!
//! `cargo run --release -p ludoteca-players --example workers -- 7 a1 100`: size, opening, positions a
//! part, and how many workers (1 2 4 16 64 if nobody says).

use std::{cmp::Reverse, collections::BinaryHeap, env, process::ExitCode};

use ludoteca_games::hex::Cell;
use ludoteca_players::{
    Stop,
    hex::shared::{Part, Searched, SharedProof, searcher},
};

/// What one number of workers needed.
struct Course {
    wins: bool,
    parts: usize,
    nodes: u64,
    /// Positions until the end, by whoever looked at most.
    span: u64,
}

fn play(root: &Part, effort: u64, workers: usize) -> Course {
    let mut shared = SharedProof::new(root, effort);
    let mut searchers: Vec<_> = (0..workers).map(|_| searcher(root.size, 24)).collect();
    let mut facts = Vec::new();
    let mut heard = vec![0; workers];
    let mut idle: Vec<usize> = (0..workers).rev().collect();
    let mut busy: BinaryHeap<Reverse<(u64, usize, usize)>> = BinaryHeap::new();
    let mut results: Vec<Option<(Searched, Vec<_>)>> = (0..workers).map(|_| None).collect();
    let (mut now, mut parts, mut nodes) = (0, 0, 0);
    loop {
        while let Some(worker) = idle.pop() {
            let Some((at, part)) = shared.hand_out() else {
                idle.push(worker);
                break;
            };
            let searcher = &mut searchers[worker];
            facts[heard[worker]..].iter().for_each(|fact| searcher.learn(fact));
            heard[worker] = facts.len();
            let searched = searcher.search(&part, &Stop::default()).expect("nobody stops it");
            busy.push(Reverse((now + searched.nodes.max(1), worker, at)));
            results[worker] = Some((searched, searcher.found()));
        }
        if let Some(proved) = shared.proved() {
            return Course { wins: proved.wins, parts, nodes, span: now };
        }
        let Reverse((time, worker, at)) = busy.pop().expect("somebody searches");
        let (searched, found) = results[worker].take().expect("it was searched");
        now = time;
        parts += 1;
        nodes += searched.nodes;
        facts.extend(found);
        shared.take(at, &searched);
        idle.push(worker);
        // Whoever searches what nobody wants any more is stopped.
        let wanted = shared.wanted();
        let (go_on, stopped): (Vec<_>, Vec<_>) =
            busy.drain().partition(|Reverse((_, _, at))| wanted.contains(at));
        busy = go_on.into();
        idle.extend(stopped.into_iter().map(|Reverse((_, worker, _))| worker));
    }
}

/// The cell of that name.
fn cell(name: &str) -> Option<Cell> {
    let column = usize::from(name.bytes().next()?.checked_sub(b'a')?);
    Cell::new(column, name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?)
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let (Some(size), Some(cell), Some(effort)) = (
        words.first().and_then(|word| word.parse().ok()),
        words.get(1).and_then(|word| cell(word)),
        words.get(2).and_then(|word| word.parse().ok()),
    ) else {
        eprintln!("workers SIZE OPENING POSITIONS [WORKERS...]");
        return ExitCode::from(2);
    };
    let red = vec![(cell.row() * size + cell.column()) as u16];
    let root = Part { size, red, blue: Vec::new(), blue_moves: true, nodes: 0 };
    let given: Vec<usize> = words[3..].iter().filter_map(|word| word.parse().ok()).collect();
    let all = if given.is_empty() { vec![1, 2, 4, 16, 64] } else { given };
    let mut alone = None;
    println!("workers  wins  parts  positions  until the end  faster");
    for workers in all {
        let Course { wins, parts, nodes, span } = play(&root, effort, workers);
        let faster = *alone.get_or_insert(span) as f64 / span.max(1) as f64;
        println!("{workers:>7}  {wins:>5}  {parts:>5}  {nodes:>9}  {span:>13}  {faster:>6.2}");
    }
    ExitCode::SUCCESS
}
