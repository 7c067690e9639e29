use super::*;
use crate::{Evaluator, FileFault, Net};

const SHAPE: Shape =
    Shape { planes: 3, channels: 16, blocks: 2, policy: 16, value: 16, hidden: 8, plies: 2 };

/// A board of 4 with some pieces, and a ply to each empty cell.
fn example(seed: u64) -> Example {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut planes = Planes::new(4, 3);
    let mut open = Vec::new();
    for cell in 0..16 {
        match rng.next_u32() % 3 {
            2 => open.push(cell),
            side => planes.set(cell / 4 + 1, cell % 4 + 1, side as usize, 1),
        }
    }
    let last = open.last().copied();
    let chance = |cell: &usize| if Some(*cell) == last { 1.0 } else { 0.0 };
    let place = |cell: &usize| [Some(2 * cell), (cell % 3 != 0).then_some(cell / 2 * 2 + 1)];
    let plies: Vec<_> = open.iter().map(|cell| (place(cell), chance(cell))).collect();
    let value = if rng.next_u32() % 2 == 0 { 1.0 } else { -0.5 };
    Example::new(planes, plies, value)
}

#[test]
fn the_slope_is_what_a_small_change_of_a_number_does() {
    let net = Learner::fresh(SHAPE, 1).unwrap();
    let examples: Vec<Example> = (0..3).map(example).collect();
    let slope = net.slope(&examples);
    let wrong = |net: &Learner| {
        let wrong = net.slope(&examples).wrong;
        wrong.policy + wrong.value
    };
    for part in parts(&SHAPE) {
        // The steepest number of each layer's weights and of its biases.
        for range in [part.weights..part.bias, part.bias..part.end] {
            let steep =
                |a: &usize, b: &usize| slope.numbers[*a].abs().total_cmp(&slope.numbers[*b].abs());
            let at = range.max_by(steep).unwrap();
            let moved = |by: f32| {
                let mut net = net.clone();
                net.numbers[at] += by;
                wrong(&net)
            };
            let step = 1e-3;
            let found = (moved(step) - moved(-step)) / f64::from(2.0 * step);
            let said = f64::from(slope.numbers[at]);
            // Some cells begin to say something within the step, so that it is not quite straight.
            assert!((found - said).abs() < 0.08 * (0.1 + said.abs()), "{at}: {found} {said}");
        }
    }
}

#[test]
fn what_is_learnt_is_known_and_the_net_in_whole_numbers_knows_it_too() {
    let mut net = Learner::fresh(SHAPE, 2).unwrap();
    let examples: Vec<Example> = (0..24).map(example).collect();
    let before = net.slope(&examples).wrong.each();
    for _ in 0..150 {
        let slopes = [net.slope(&examples[..10]), net.slope(&examples[10..])];
        net.learn(&slopes, 3e-3);
    }
    let after = net.slope(&examples).wrong.each();
    assert!(after[0] < 0.2 * before[0] && after[1] < 0.9 * before[1], "{before:?} {after:?}");
    let model = net.rounded(&examples, "a test").unwrap();
    let mut evaluator = Evaluator::new(Net::new(&model));
    let mut tape = Tape::default();
    for example in &examples {
        tape.see(&net, &example.planes);
        let seen = evaluator.evaluate(&example.planes);
        let (real, whole) = (tape.said(), (&seen.policy, seen.value));
        let most = real.0.iter().map(|number| number.abs()).fold(1.0, f32::max);
        for (real, whole) in real.0.iter().zip(whole.0) {
            assert!((real - whole).abs() < 0.1 * most, "{real} {whole}");
        }
        assert!((real.1 - whole.1).abs() < 0.4, "{} {}", real.1, whole.1);
    }
    // And back: it goes on from what the file says.
    let again = Learner::of(&model).slope(&examples).wrong.each();
    assert!((again[0] - after[0]).abs() < 0.1 && (again[1] - after[1]).abs() < 0.1, "{again:?}");
}

#[test]
fn a_net_that_learns_comes_back_from_its_file_as_it_was_and_what_is_none_is_refused() {
    let mut net = Learner::fresh(SHAPE, 3).unwrap();
    net.learn(&[net.slope(&[example(1)])], 1e-3);
    let file = net.write("10 games");
    assert_eq!(Learner::read(&file), Ok((net, "10 games".to_owned())));
    for cut in [0, 5, 12, 20, 40, file.len() - 4] {
        assert!(Learner::read(&file[..cut]).is_err(), "{cut}");
    }
    let mut other = file.clone();
    other[60] ^= 1;
    assert_eq!(Learner::read(&other), Err(FileFault::Damaged));
}

#[test]
fn an_example_for_another_net_teaches_nothing() {
    let net = Learner::fresh(Shape { plies: 1, ..SHAPE }, 4).unwrap();
    assert_eq!(net.slope(&[example(1)]).wrong.examples, 0);
    assert!(Learner::fresh(Shape { channels: 17, ..SHAPE }, 1).is_none());
}
