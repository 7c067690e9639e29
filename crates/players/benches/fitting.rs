//! Makes the weights by which `hexodus` at its best knows promising moves and judges positions
//! (`src/hex/hexodus/weights.txt`), from games of our own net:
//!
//! `cargo bench -p ludoteca-players --bench fitting -- 4000 8 1 > weights.txt`: games of each thread,
//! threads, and the seed of the first one. A thousand games give some 8,000 positions.

use std::thread;

use ludoteca_players::hex::fitting::{self, Judged};

fn main() {
    let args = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let [games, threads, seed] = args.collect::<Vec<_>>()[..] else { return };
    let judged: Vec<Judged> = thread::scope(|scope| {
        let play = |at| scope.spawn(move || fitting::gather(games as usize, seed + at));
        let threads: Vec<_> = (0..threads).map(play).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no game fails")).collect()
    });
    let made =
        format!("cargo bench -p ludoteca-players --bench fitting -- {games} {threads} {seed}");
    print!("{}", fitting::fit(&judged, threads as usize, &made));
}
