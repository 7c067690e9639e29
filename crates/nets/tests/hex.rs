//! The nets of Hex that come with the program see what those who trained it say it sees.

use ludoteca_nets::{Evaluator, Kernel, Model, Net, Planes, Seen};

const NET: &[u8] = include_bytes!("../../players/nets/hex-6x64.net");
const LARGE: &[u8] = include_bytes!("../../players/nets/hex-8x128.net");
const POSITIONS: &str = include_str!("data/positions.tsv");

/// A board row by row as its side to move sees it: `x` its stones, `o` the other's.
fn planes(size: usize, board: &str) -> Planes {
    let mut planes = Planes::new(size, 2);
    for at in 0..size + 2 {
        for edge in [0, size + 1] {
            planes.set(edge, at, 0, 1);
            planes.set(at, edge, 1, 1);
        }
    }
    for (cell, stone) in board.chars().enumerate() {
        if let Some(plane) = ['x', 'o'].iter().position(|each| *each == stone) {
            planes.set(cell / size + 1, cell % size + 1, plane, 1);
        }
    }
    planes
}

fn evaluators(net: &[u8]) -> Vec<Evaluator> {
    let net = Net::new(&Model::read(net).unwrap());
    Kernel::all().into_iter().map(|kernel| Evaluator::with(net.clone(), kernel)).collect()
}

/// The empty cells, the best first.
fn best(seen: &Seen, board: &str) -> Vec<usize> {
    let mut cells: Vec<usize> = board.match_indices('.').map(|(cell, _)| cell).collect();
    cells.sort_by(|a, b| seen.policy[*b].total_cmp(&seen.policy[*a]));
    cells
}

fn is_near(one: f32, other: f32, within: f32) {
    assert!((one - other).abs() < within * (1.0 + other.abs()), "{one}, not {other}");
}

/// Boards of 11, the best cells with their numbers, and the number of the board, as the trainer's
/// own program says.
#[test]
fn the_net_sees_what_its_trainer_says() {
    let empty = ".".repeat(121);
    let with = |stones: &[(usize, &str)]| {
        let mut board = empty.clone();
        stones.iter().for_each(|(cell, stone)| board.replace_range(cell..&(cell + 1), stone));
        board
    };
    let boards = [empty.clone(), with(&[(0, "o")]), with(&[(60, "x"), (40, "o")])];
    let quick = [
        ([(80, 5.5425), (40, 5.4781), (47, -2.8039)], 4.9883),
        ([(40, 7.303), (80, 3.9672), (73, -2.9145)], 2.9637),
        ([(39, 5.5262), (47, 1.9348), (59, -0.6346)], 3.6277),
    ];
    let large = [
        ([(80, 5.0778), (40, 5.0668), (47, -1.769)], 4.0443),
        ([(40, 8.2996), (80, 3.5168), (73, -4.0705)], 2.9405),
        ([(39, 5.9506), (47, 2.8644), (30, -0.1642)], 3.0322),
    ];
    for (net, said) in [(NET, quick), (LARGE, large)] {
        for (board, (cells, value)) in boards.iter().zip(said) {
            let mut before = None;
            for evaluator in &mut evaluators(net) {
                let seen = evaluator.evaluate(&planes(11, board));
                // The trainer divides by a step at the end of a layer, we in advance: an activation
                // that lies between two whole numbers may then go either way.
                is_near(seen.value, value, 0.01);
                assert_eq!(*before.get_or_insert(seen.clone()), *seen, "bit for bit");
                assert_eq!(best(seen, board)[..3], cells.map(|(cell, _)| cell));
                cells.iter().for_each(|(cell, number)| is_near(seen.policy[*cell], *number, 0.01));
            }
        }
    }
}

#[test]
fn positions_of_all_sizes_it_was_trained_on_are_seen_as_another_program_sees_them() {
    let (mut as_searched, mut all) = (0, 0);
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |field: usize| fields[field].parse::<f32>().unwrap();
        let cell = |field: usize| fields[field].parse::<usize>().unwrap();
        let board = fields[1];
        let mut before = None;
        for evaluator in &mut evaluators(NET) {
            let seen = evaluator.evaluate(&planes(cell(0), board));
            is_near(seen.value, number(2), 1e-4);
            is_near(seen.policy[cell(3)], number(4), 1e-4);
            is_near(seen.policy[cell(5)], number(6), 1e-4);
            assert_eq!(*before.get_or_insert(seen.clone()), *seen, "bit for bit");
            all += 1;
            as_searched += usize::from(best(seen, board)[0] == cell(7));
        }
    }
    assert!(4 * as_searched > 2 * all, "{as_searched} of {all} as a search would move");
}
