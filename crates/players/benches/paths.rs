//! How fast Hex positions are judged by their shortest ways, and how long a search to a fixed depth
//! takes that does so, on one thread: `cargo bench -p ludoteca-players --bench paths`.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::{Game, Hex, hex::Swap};
use ludoteca_players::{AlphaBeta, Budget, Player, Watch, evaluations_of};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn main() {
    divan::main();
}

fn empty(size: usize) -> Hex {
    Hex::new(size, Swap::None).expect("the size is allowed")
}

/// A thousand positions of random games.
fn positions(size: usize) -> Vec<Hex> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut all = Vec::new();
    while all.len() < 1000 {
        let mut position = empty(size);
        while let Some(ply) = position.random_ply(&mut rng) {
            all.push(position);
            position.play_unchecked(&ply);
        }
    }
    all
}

/// Items are positions, both sides of each measured.
#[divan::bench(args = [7, 11, 19], sample_count = 50)]
fn judge(bencher: Bencher, size: usize) {
    let mut path = evaluations_of::<Hex>().remove(0).make();
    let positions = positions(size);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(|position| path.judge(position)).max());
}

/// The first move on the usual board.
#[divan::bench(args = [1, 2, 3], sample_count = 5)]
fn think(bencher: Bencher, depth: u32) {
    let position = empty(11);
    bencher
        .with_inputs(|| AlphaBeta::new(Some(depth), evaluations_of::<Hex>().remove(0).make(), 16))
        .bench_local_values(|mut player| {
            player.consider(&position, &Budget::default(), &mut Watch::nobody()).ply()
        });
}
