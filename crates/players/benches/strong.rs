//! How fast `strong` searches, in CPU time of one thread: `cargo bench -p ludoteca-players --bench
//! strong`. Midgame positions, each with as many nodes and a table of its own; and how long the
//! forced wins of the tests take to be proved.

use cpu_time::ThreadTime;
use ludoteca_games::{Arimaa, arimaa::read_board};
use ludoteca_players::{
    Budget, Player, Watch,
    arimaa::strong::{Settings, Strong},
    thought::{Value, Verdict},
};

fn main() {
    let midgame = positions(include_str!("../../games/tests/data/arimaa-turn-counts.tsv"));
    let (mut nodes, mut seconds, mut depth) = (0, 0.0, 0);
    let midgame = midgame.into_iter().step_by(9);
    let count = midgame.len();
    for position in midgame {
        let (thought, time) = think(&position, 500_000);
        nodes += thought.0;
        depth += thought.1;
        seconds += time;
    }
    println!(
        "midgame: {count} positions, {:.2} million nodes/s, mean depth {:.1} steps",
        nodes as f64 / seconds / 1e6,
        f64::from(depth) / count as f64
    );
    let wins = positions(include_str!("../src/arimaa/strong/forced-wins.tsv"));
    let mut slowest: f64 = 0.0;
    let mut proved = 0;
    for position in &wins {
        let (thought, time) = think(position, 10_000_000);
        slowest = slowest.max(time);
        proved += u32::from(thought.2);
    }
    println!("forced wins: {proved} of {} proved, the slowest in {slowest:.2} s", wins.len());
}

fn positions(file: &str) -> Vec<Arimaa> {
    let rows = file.lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let (board, side) = read_board(&format!("{} [{}]", fields[0], fields[1])).unwrap();
        Arimaa::from_board(board, side)
    })
    .collect()
}

/// Nodes, depth, whether a win was proved; and seconds.
fn think(position: &Arimaa, nodes: u64) -> ((u64, u32, bool), f64) {
    let settings =
        Settings { depth: None, nodes: Some(nodes), threads: 1, megabytes: 128, seed: 1 };
    let mut strong = Strong::new(settings);
    let begun = ThreadTime::now();
    let thought = strong.consider(position, &Budget::default(), &mut Watch::nobody());
    let won = matches!(thought.value, Value::Proved { result: Verdict::Win, .. });
    ((thought.nodes, thought.depth.unwrap_or(0), won), begun.elapsed().as_secs_f64())
}
