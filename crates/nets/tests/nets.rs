//! Any net: its file, and kernels that agree to the last bit.

use ludoteca_nets::{
    Conv, Dense, Evaluator, FileFault, Kernel, LARGEST, Model, Net, Planes, Shape,
};
use proptest::prelude::*;
use rand::{Rng, RngExt};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A net of random numbers, of which some are as large as weights and activations can be.
fn random_model(shape: Shape, seed: u64) -> Model {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let extreme = rng.random_bool(0.3);
    let mut conv =
        |window: usize, inputs: usize, outputs: usize, step: Option<f32>| Conv {
            weights: (0..window * window * inputs * outputs)
                .map(|_| {
                    if extreme { [-128, 127][rng.random_range(0..2)] } else { rng.next_u32() as i8 }
                })
                .collect(),
            scale: (0..outputs).map(|_| rng.random_range(-1e-4..1e-3)).collect(),
            bias: (0..outputs).map(|_| rng.random_range(-1.0..1.0)).collect(),
            step,
        };
    let Shape { planes, channels, blocks, policy, value, hidden, plies } = shape;
    let mut layers = vec![conv(3, planes, channels, Some(0.01))];
    layers.extend((0..2 * blocks).map(|_| conv(3, channels, channels, Some(0.03))));
    layers.extend([conv(3, channels, policy, None), conv(1, channels, value, None)]);
    let mut dense = |inputs: usize, outputs: usize| Dense {
        weights: (0..inputs * outputs).map(|_| rng.random_range(-1.0..1.0)).collect(),
        bias: (0..outputs).map(|_| rng.random_range(-1.0..1.0)).collect(),
    };
    let dense = vec![dense(policy, plies), dense(2 * value, hidden), dense(hidden, 1)];
    Model::new(shape, format!("random {seed}"), layers, dense).unwrap()
}

fn random_planes(size: usize, planes: usize, seed: u64) -> Planes {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut all = Planes::new(size, planes);
    for row in 0..size + 2 {
        for column in 0..size + 2 {
            (0..planes).for_each(|plane| all.set(row, column, plane, rng.next_u32() as u8 & 127));
        }
    }
    all
}

const SMALL: Shape =
    Shape { planes: 2, channels: 32, blocks: 2, policy: 16, value: 32, hidden: 5, plies: 1 };

#[test]
fn every_kernel_finds_the_same_as_the_plain_one_to_the_last_bit_on_boards_of_every_size() {
    let shapes = [
        SMALL,
        // One block of channels is left over beside a pair, and more planes than a word holds.
        Shape { planes: 7, channels: 48, blocks: 1, policy: 48, value: 16, hidden: 64, plies: 3 },
        Shape { planes: 1, channels: 16, blocks: 0, policy: 32, value: 48, hidden: 1, plies: 1 },
        // More channels than a tile holds, and no whole number of tiles.
        Shape { planes: 3, channels: 80, blocks: 1, policy: 16, value: 16, hidden: 1, plies: 1 },
    ];
    for (seed, shape) in (0..).zip(shapes) {
        let net = Net::new(&random_model(shape, seed));
        let mut plain = Evaluator::with(net.clone(), Kernel::PLAIN);
        let mut others: Vec<Evaluator> =
            Kernel::all().into_iter().map(|kernel| Evaluator::with(net.clone(), kernel)).collect();
        for size in (1..=LARGEST).chain([5, 19, 2]) {
            let planes = random_planes(size, shape.planes, size as u64);
            let right = plain.evaluate(&planes).clone();
            assert_eq!(right.policy.len(), size * size * shape.plies);
            assert!(right.policy.iter().chain([&right.value]).all(|number| number.is_finite()));
            for other in &mut others {
                assert_eq!(*other.evaluate(&planes), right, "{size}");
            }
        }
    }
}

/// Some kernels use what belongs to a thread, or has to be asked for.
#[test]
fn a_net_sees_the_same_on_every_thread_whatever_kernel_it_ran_on_before() {
    let net = Net::new(&random_model(SMALL, 6));
    let boards: Vec<Planes> = (1..=8).map(|size| random_planes(size, 2, size as u64)).collect();
    let mut plain = Evaluator::with(net.clone(), Kernel::PLAIN);
    let right: Vec<_> = boards.iter().map(|board| plain.evaluate(board).clone()).collect();
    let sees_right = |mut evaluator: Evaluator| {
        for (board, right) in boards.iter().zip(&right) {
            assert_eq!(evaluator.evaluate(board), right);
        }
    };
    for kernel in Kernel::all() {
        let mut used = Evaluator::with(net.clone(), kernel);
        used.evaluate(&boards[7]);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| sees_right(Evaluator::with(net.clone(), kernel)));
            }
            scope.spawn(|| sees_right(used));
        });
    }
}

/// The same sums in the plainest way there is, from the weights as the file has them.
#[test]
fn the_plain_kernel_does_what_the_format_says() {
    let shape =
        Shape { planes: 3, channels: 16, blocks: 0, policy: 16, value: 16, hidden: 2, plies: 2 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut conv = |window: usize, inputs: usize, step| Conv {
        weights: (0..window * window * inputs * 16).map(|_| rng.next_u32() as i8).collect(),
        scale: (0..16).map(|i| 0.001 + 0.0001 * i as f32).collect(),
        bias: (0..16).map(|i| 0.1 * i as f32 - 0.8).collect(),
        step,
    };
    let layers = vec![conv(3, 3, Some(0.25)), conv(3, 16, None), conv(1, 16, None)];
    let dense = |inputs: usize, outputs: usize| Dense {
        weights: (0..inputs * outputs).map(|i| i as f32 / 100.0 - 0.1).collect(),
        bias: (0..outputs).map(|i| 0.5 - i as f32).collect(),
    };
    let dense = vec![dense(16, 2), dense(32, 2), dense(2, 1)];
    let model = Model::new(shape, String::new(), layers.clone(), dense.clone()).unwrap();
    let size = 4;
    let planes_at = |row: usize, column: usize, plane: usize| (row * 5 + column * 3 + plane) % 2;
    let mut planes = Planes::new(size, 3);
    for (row, column) in (0..6).flat_map(|row| (0..6).map(move |column| (row, column))) {
        (0..3).for_each(|plane| {
            planes.set(row, column, plane, planes_at(row, column, plane) as u8);
        });
    }
    let mut first = [[[0i64; 16]; 6]; 6];
    for (row, column, out) in places(size) {
        let mut sum = 0;
        for (down, across, input) in window(3, 3) {
            let weight = layers[0].weights[((down * 3 + across) * 3 + input) * 16 + out];
            sum += planes_at(row + down, column + across, input) as i64 * i64::from(weight);
        }
        let real = sum as f32 * layers[0].scale[out] + layers[0].bias[out];
        first[row + 1][column + 1][out] = (real / 0.25).round_ties_even().clamp(0.0, 127.0) as i64;
    }
    let mut heads = [vec![[0.0; 16]; 16], vec![[0.0; 16]; 16]];
    for (row, column, out) in places(size) {
        for (head, layer) in heads.iter_mut().zip(&layers[1..]) {
            let across_all = if layer.weights.len() == 16 * 16 { 1 } else { 3 };
            let mut sum = 0;
            for (down, across, input) in window(across_all, 16) {
                let weight = layer.weights[((down * across_all + across) * 16 + input) * 16 + out];
                let from = (3 - across_all) / 2;
                sum += first[row + down + from][column + across + from][input] * i64::from(weight);
            }
            head[row * size + column][out] =
                (sum as f32 * layer.scale[out] + layer.bias[out]).max(0.0);
        }
    }
    let times = |dense: &Dense, inputs: &[f32]| -> Vec<f32> {
        let out = dense.bias.len();
        let sum =
            |o: usize| (0..inputs.len()).map(|i| inputs[i] * dense.weights[i * out + o]).sum();
        (0..out)
            .map(|o| {
                dense.bias[o] + {
                    let sum: f32 = sum(o);
                    sum
                }
            })
            .collect()
    };
    let seen = Evaluator::with(Net::new(&model), Kernel::PLAIN).evaluate(&planes).clone();
    assert_eq!(seen.policy.len(), 2 * size * size);
    for (place, number) in seen.policy.iter().enumerate() {
        let (cell, way) = (place / 2, place % 2);
        assert!((times(&dense[0], &heads[0][cell])[way] - number).abs() < 1e-3, "{cell} {way}");
    }
    let mean = |out: usize| heads[1].iter().map(|cell| cell[out]).sum::<f32>() / 16.0;
    let most = |out: usize| heads[1].iter().map(|cell| cell[out]).fold(0.0, f32::max);
    let pooled: Vec<f32> = (0..16).map(mean).chain((0..16).map(most)).collect();
    let hidden: Vec<f32> =
        times(&dense[1], &pooled).into_iter().map(|each| each.max(0.0)).collect();
    assert!((times(&dense[2], &hidden)[0] - seen.value).abs() < 1e-3);
}

fn places(size: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..size * size * 16).map(move |i| (i / 16 / size, i / 16 % size, i % 16))
}

fn window(across: usize, inputs: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let all = across * across * inputs;
    (0..all).map(move |i| (i / inputs / across, i / inputs % across, i % inputs))
}

#[test]
fn planes_that_a_net_does_not_know_are_not_looked_at() {
    let mut evaluator = Evaluator::new(Net::new(&random_model(SMALL, 1)));
    let two = random_planes(6, 2, 1);
    let mut three = Planes::new(6, 3);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        for plane in 0..2 {
            three.set(row, column, plane, rng.next_u32() as u8 & 127);
        }
        three.set(row, column, 2, 1);
    }
    assert_eq!(evaluator.evaluate(&two).clone(), *evaluator.evaluate(&three));
    evaluator.evaluate(&Planes::new(6, 1));
}

#[test]
fn a_net_comes_back_from_its_file_as_it_was() {
    let model = random_model(SMALL, 4);
    assert_eq!(Model::read(&model.write()), Ok(model));
}

#[test]
fn a_file_of_the_first_version_has_one_number_for_each_cell() {
    let model = random_model(SMALL, 4);
    let mut file = model.write();
    // What the second version says besides.
    file.drain(28..30);
    file[8] = 1;
    let sum = crc32fast::hash(&file[16..]);
    file[12..16].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(Model::read(&file), Ok(model));
}

#[test]
fn a_net_of_the_trainer_sees_what_the_trainer_says() {
    let model = Model::read(include_bytes!("data/trainer.net")).unwrap();
    let shape =
        Shape { planes: 3, channels: 16, blocks: 1, policy: 16, value: 16, hidden: 4, plies: 3 };
    assert_eq!((model.shape(), model.record.as_str()), (shape, "breakthrough:4 1x16, untrained"));
    let mut numbers = include_str!("data/trainer.tsv")
        .lines()
        .map(|line| line.split('\t').map(|number| number.parse().unwrap()).collect::<Vec<f32>>());
    let mut line = || numbers.next().unwrap();
    let mut planes = Planes::new(4, 3);
    for (at, number) in line().into_iter().enumerate() {
        planes.set(at / 18, at / 3 % 6, at % 3, number as u8);
    }
    let seen = Evaluator::new(Net::new(&model)).evaluate(&planes).clone();
    let right = [line(), line()].concat();
    for (number, right) in seen.policy.iter().chain([&seen.value]).zip(&right) {
        assert!((number - right).abs() < 1e-4 * (1.0 + right.abs()), "{number} {right}");
    }
    assert_eq!(right.len(), 16 * 3 + 1);
    assert_eq!(Model::read(&model.write()), Ok(model));
}

#[test]
fn what_is_no_net_is_refused_with_its_reason() {
    let whole = random_model(SMALL, 5).write();
    let changed = |at: usize, byte: u8| {
        let mut file = whole.clone();
        file[at] ^= byte;
        Model::read(&file)
    };
    assert_eq!(Model::read(b""), Err(FileFault::NoNet));
    assert_eq!(changed(0, 1), Err(FileFault::NoNet));
    assert_eq!(changed(8, 1), Err(FileFault::Version(3)));
    assert_eq!(changed(12, 1), Err(FileFault::Damaged));
    assert_eq!(changed(whole.len() - 1, 1), Err(FileFault::Damaged));
    assert_eq!(Model::read(&whole[..whole.len() - 1]), Err(FileFault::Damaged));
}

/// A file whose checksum is right, whatever else is in it.
fn signed(mut file: Vec<u8>) -> Vec<u8> {
    if let Some((head, body)) = file.split_at_mut_checked(16) {
        head[..12].copy_from_slice(b"LUDONET\0\x02\0\0\0");
        head[12..].copy_from_slice(&crc32fast::hash(body).to_le_bytes());
    }
    file
}

proptest! {
    #[test]
    fn no_file_makes_the_reader_fall(file in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Model::read(&file);
        let _ = Model::read(&signed(file));
    }

    /// What is changed in a net and signed anew is read and can be run, or is refused.
    #[test]
    fn a_net_with_other_bytes_is_refused_or_runs(
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::weighted(0.2, any::<proptest::sample::Index>()),
    ) {
        let shape = Shape { planes: 1, channels: 16, blocks: 1, policy: 16, value: 16, hidden: 2, plies: 2 };
        let mut file = random_model(shape, 6).write();
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()));
        }
        if let Ok(model) = Model::read(&signed(file)) {
            let seen = Evaluator::new(Net::new(&model)).evaluate(&random_planes(3, 1, 7)).clone();
            prop_assert!(seen.policy.iter().chain([&seen.value]).all(|number| number.is_finite()));
        }
    }
}
