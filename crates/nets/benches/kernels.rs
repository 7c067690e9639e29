//! How long a net takes for one board, with each kernel this processor has, on one thread:
//! `cargo bench -p ludoteca-nets`. The plain one runs in the same measurement, as a yardstick.

use divan::Bencher;
use ludoteca_nets::{Conv, Dense, Evaluator, Kernel, Model, Net, Planes, Shape};
use rand::Rng;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn main() {
    divan::main();
}

const SMALL: (usize, usize) = (6, 64);
const LARGE: (usize, usize) = (8, 128);

/// A net of random weights: what a net takes does not depend on them.
fn net((blocks, channels): (usize, usize)) -> Net {
    let shape = Shape { planes: 2, channels, blocks, policy: 32, value: 32, hidden: 64, plies: 1 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut conv = |window: usize, inputs, outputs, step| Conv {
        weights: (0..window * window * inputs * outputs).map(|_| rng.next_u32() as i8).collect(),
        scale: vec![1e-4; outputs],
        bias: vec![0.1; outputs],
        step,
    };
    let mut layers = vec![conv(3, 2, channels, Some(0.02))];
    layers.extend((0..2 * blocks).map(|_| conv(3, channels, channels, Some(0.02))));
    layers.extend([conv(3, channels, 32, None), conv(1, channels, 32, None)]);
    let dense =
        |inputs, outputs| Dense { weights: vec![0.1; inputs * outputs], bias: vec![0.0; outputs] };
    let dense = vec![dense(32, 1), dense(64, 64), dense(64, 1)];
    Net::new(&Model::new(shape, String::new(), layers, dense).expect("the layers fit"))
}

fn evaluate(bencher: Bencher, shape: (usize, usize), size: usize, kernel: Kernel) {
    let mut evaluator = Evaluator::with(net(shape), kernel);
    let mut planes = Planes::new(size, 2);
    for at in 0..=size {
        planes.set(0, at, 0, 1);
        planes.set(at, at / 2, at % 2, 1);
    }
    bencher.bench_local(|| evaluator.evaluate(&planes).value);
}

#[divan::bench(args = Kernel::all(), sample_count = 50, sample_size = 4)]
fn small_11(bencher: Bencher, kernel: Kernel) {
    evaluate(bencher, SMALL, 11, kernel);
}

#[divan::bench(args = Kernel::all(), sample_count = 30, sample_size = 2)]
fn large_11(bencher: Bencher, kernel: Kernel) {
    evaluate(bencher, LARGE, 11, kernel);
}

/// Other sizes, with the fastest.
#[divan::bench(args = [5, 7, 9, 13, 14, 19], sample_count = 50)]
fn small_best(bencher: Bencher, size: usize) {
    evaluate(bencher, SMALL, size, Kernel::best());
}

#[divan::bench(args = [5, 7, 9, 13, 14, 19], sample_count = 50)]
fn large_best(bencher: Bencher, size: usize) {
    evaluate(bencher, LARGE, size, Kernel::best());
}
