//! What the seed evaluation of Arimaa costs, and a turn chosen by it alone, on one thread:
//! `cargo bench -p ludoteca-players --bench arimaa`.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::{Arimaa, Game, arimaa::Board};
use ludoteca_players::{
    Budget, Player, Watch,
    arimaa::{Judge, Seed, TurnSearch, Weights},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

const MIDDLE_GAME: &str = "g [r.r.rrr.rrdrccd..h..mHh.RH..RC.R....EerR.C......R.......R.RMR...]";

fn main() {
    divan::main();
}

fn middle_game() -> Arimaa {
    Arimaa::default().read_position(MIDDLE_GAME).expect("it is a position").into_position()
}

/// Items are boards.
#[divan::bench]
fn judge(bencher: Bencher) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut boards: Vec<Board> = Vec::new();
    let mut position = middle_game();
    while boards.len() < 1000 {
        boards.push(position.state().board);
        match position.random_ply(&mut rng) {
            Some(ply) => position.play_unchecked(&ply),
            None => position = middle_game(),
        }
    }
    let seed = Seed::new(Weights::default());
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| boards.iter().map(|board| seed.score(board)).max());
}

/// All turns of a middle game found, judged and put in order.
#[divan::bench]
fn turn(bencher: Bencher) {
    let position = middle_game();
    let seed = Seed::new(Weights::default());
    let mut player = TurnSearch::new(1, 1, seed, Judge::Seed, true);
    bencher.bench_local(|| player.consider(&position, &Budget::default(), &mut Watch::nobody()));
}
