use ludoteca_games::below;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::*;
use crate::{
    Budget,
    hex::{
        WINNING,
        brute::{Brute, random_stones, read, walled_stones},
    },
};

fn solver(size: usize) -> Solver<1> {
    Solver::new(size, 64, Clock::start(&Budget::default()))
}

/// A solver that sees no connections but those of neighbours, and has to search what they decide.
fn blind_solver(size: usize) -> Solver<1> {
    Solver { limits: Limits { steps: 0, ..LIMITS }, ..solver(size) }
}

/// A guide that says anything at all.
struct Nonsense;

impl Guide<1> for Nonsense {
    fn look(&mut self, ground: &Ground<1>, stones: &Stones<1>, colour: Colour) -> Hint {
        let mut rng = SplitMix64::seed_from_u64(
            stones[0].words()[0] ^ stones[1].words()[0].rotate_left(20) ^ colour as u64,
        );
        let mut number = || f32::from(below(&mut rng, 2001) as u16) / 1000.0 - 1.0;
        Hint { promise: (0..ground.count()).map(|_| 9.0 * number()).collect(), value: number() }
    }
}

/// Holds a solution, and the cells said to suffice for it, against brute force.
fn check(mut solver: Solver<1>, brute: &mut Brute, stones: Stones<1>, colour: Colour) {
    let ground = solver.ground.clone();
    let size = ground.size;
    let proof = solver.solve(stones, colour).unwrap();
    assert_eq!(proof.wins, brute.wins(stones, colour), "{stones:?} {colour:?} on {size}");
    // The loser gets every cell that is not needed.
    let loser = if proof.wins { colour.other() } else { colour };
    let mut given = stones;
    given[loser as usize] |= ground.all.without(&(stones[0] | stones[1] | proof.cells));
    assert_eq!(proof.wins, brute.wins(given, colour), "{stones:?} {proof:?} on {size}");
}

#[test]
fn winners_of_random_positions_are_those_of_brute_force_and_so_are_the_cells_that_suffice() {
    let mut rng = SplitMix64::seed_from_u64(5);
    for round in 0..1500 {
        let size = 2 + round % 3;
        let count = below(&mut rng, (size * size) as u32) as usize + usize::from(size == 4) * 2;
        let stones = random_stones(size, count.min(size * size - 1), &mut rng);
        let colour = Colour::BOTH[below(&mut rng, 2) as usize];
        let ground = Ground::new(size);
        if Colour::BOTH.into_iter().any(|colour| ground.joined(colour, &stones[colour as usize])) {
            continue;
        }
        check(solver(size), &mut Brute::new(&ground), stones, colour);
    }
}

#[test]
fn what_a_guide_says_changes_nothing_of_what_is_proved() {
    let mut rng = SplitMix64::seed_from_u64(9);
    let ground = Ground::new(4);
    let mut brute = Brute::new(&ground);
    for round in 0..150 {
        let stones = random_stones(4, 2 + below(&mut rng, 4) as usize, &mut rng);
        let colour = Colour::BOTH[round % 2];
        if Colour::BOTH.into_iter().any(|colour| ground.joined(colour, &stones[colour as usize])) {
            continue;
        }
        for solver in [solver(4), blind_solver(4)] {
            check(solver.guided_by(Some(Box::new(Nonsense))), &mut brute, stones, colour);
        }
    }
}

#[test]
fn with_the_net_as_guide_openings_are_as_known_and_take_fewer_positions() {
    let (_, winning) = WINNING[6];
    let (mut plain, mut guided) = (0, 0);
    for cell in 0..25 {
        let name = Ground::<1>::new(7).cell(cell).name();
        let stones = [Cells::of(cell), Cells::NONE];
        let mut solver = solver(7).guided_by(crate::hex::net_guide());
        let wins = !solver.solve(stones, Colour::Blue).unwrap().wins;
        assert_eq!(wins, winning.split(' ').any(|each| each == name), "{name}");
        // These are the quickest without a guide.
        if ["d4", "d3", "c4"].contains(&name.as_str()) {
            guided += solver.nodes();
            let mut solver = self::solver(7);
            solver.solve(stones, Colour::Blue).unwrap();
            plain += solver.nodes();
        }
    }
    assert!(3 * guided < 2 * plain, "{guided} of {plain}");
}

#[test]
fn what_is_told_of_a_search_keeps_the_equations_of_proof_numbers_and_ends_in_the_proof() {
    let mut rng = SplitMix64::seed_from_u64(8);
    let (mut weighed, mut told) = (0, 0);
    let grounds = [3, 4].map(Ground::<1>::new);
    let mut brutes = grounds.each_ref().map(Brute::new);
    for round in 0..120 {
        let (ground, brute) = (&grounds[round % 2], &mut brutes[round % 2]);
        let size = ground.size;
        let count = if size == 3 { 0 } else { 5 } + below(&mut rng, 3) as usize;
        let stones = random_stones(size, count, &mut rng);
        let colour = Colour::BOTH[round / 2 % 2];
        if Colour::BOTH.into_iter().any(|colour| ground.joined(colour, &stones[colour as usize])) {
            continue;
        }
        let plain = blind_solver(size).solve(stones, colour);
        let mut solver = blind_solver(size);
        solver.trace = Some(Trace::new(usize::MAX));
        let proof = solver.solve(stones, colour);
        assert_eq!(proof, plain, "looking changes nothing");
        let trace = solver.trace.unwrap();
        for Event { line, what } in &trace.events {
            let mut reached = stones;
            let mut mover = colour;
            for cell in line {
                assert!(!(reached[0] | reached[1]).has(*cell), "{line:?}");
                reached[mover as usize].insert(*cell);
                mover = mover.other();
            }
            match what {
                What::Weighed { phi, delta, moves, next } => {
                    let least = moves.iter().map(|(_, _, delta)| *delta).min().unwrap();
                    let sum: u32 = moves.iter().map(|(_, phi, _)| *phi).sum();
                    assert_eq!((*phi, *delta), (least, sum.min(NEVER - 1)));
                    if let Some(next) = next {
                        let next = moves.iter().find(|(cell, _, _)| cell == next).unwrap();
                        assert_eq!(next.2, least, "the most proving move");
                    }
                    weighed += 1;
                }
                What::Proved(wins) => assert_eq!(*wins, brute.wins(reached, mover), "{line:?}"),
            }
        }
        if let Some(last) = trace.events.last() {
            let end = Event { line: Vec::new(), what: What::Proved(proof.unwrap().wins) };
            assert_eq!(last, &end);
            told += 1;
        }
    }
    assert!(weighed > 50 && told > 40, "{weighed} {told}");
}

#[test]
fn positions_that_fall_apart_are_solved_as_brute_force_does() {
    let mut rng = SplitMix64::seed_from_u64(6);
    for size in [4, 5] {
        let ground = Ground::new(size);
        let mut brute = Brute::new(&ground);
        for _ in 0..600 {
            let free = 4 + below(&mut rng, 11) as usize;
            let stones = walled_stones(&ground, free, &mut rng);
            for colour in Colour::BOTH {
                check(solver(size), &mut brute, stones, colour);
                check(blind_solver(size), &mut brute, stones, colour);
            }
        }
    }
}

/// Boards that a red wall splits, and whether Blue wins with the first move.
const WALLS: [(&str, bool); 5] = [
    ("...../...../RRRRR/...../.....", false),
    ("..B../B..B./RRRRR/...../.....", true),
    ("...../...../RRRRR/.B..B/..B..", true),
    ("..B../...../BBRBB/...../.....", true),
    ("....../..BB../....../RRRRRR/....../......", false),
];

#[test]
fn a_wall_wins_if_it_holds_on_both_sides_with_connections_seen_or_not() {
    for (rows, blue_wins) in WALLS {
        let size = rows.split('/').count();
        let stones = read(rows);
        for mut solver in [solver(size), blind_solver(size)] {
            assert_eq!(solver.solve(stones, Colour::Blue).unwrap().wins, blue_wins, "{rows}");
        }
    }
}

/// Follows the solver's moves for the winner and tries every move of the loser, to the chain.
struct Checker {
    solver: Solver<1>,
    seen: std::collections::HashSet<[Cells<1>; 2]>,
}

impl Checker {
    fn check(&mut self, stones: [Cells<1>; 2], winner: Colour, colour: Colour) {
        let ground = self.solver.ground.clone();
        if ground.joined(winner, &stones[winner as usize]) || !self.seen.insert(stones) {
            return;
        }
        assert!(!ground.joined(winner.other(), &stones[winner.other() as usize]), "{stones:?}");
        let mut free = ground.all.without(&(stones[0] | stones[1]));
        let mut after = |cell: usize| {
            let mut next = stones;
            next[colour as usize].insert(cell);
            next
        };
        if colour == winner {
            let wins = |next: &[Cells<1>; 2], solver: &mut Solver<1>| {
                ground.joined(winner, &next[winner as usize])
                    || !solver.solve(*next, colour.other()).unwrap().wins
            };
            let winning = free.map(&mut after).find(|next| wins(next, &mut self.solver));
            self.check(winning.expect("a move that wins"), winner, colour.other());
        } else {
            free.by_ref().for_each(|cell| self.check(after(cell), winner, colour.other()));
        }
    }
}

#[test]
fn a_proof_is_played_out_against_every_reply() {
    for size in 2..=4 {
        for first in 0..size * size {
            let stones = [Cells::of(first), Cells::NONE];
            let mut solver = solver(size);
            let blue_wins = solver.solve(stones, Colour::Blue).unwrap().wins;
            let winner = if blue_wins { Colour::Blue } else { Colour::Red };
            Checker { solver, seen: Default::default() }.check(stones, winner, Colour::Blue);
        }
    }
}

#[test]
fn the_winning_first_moves_up_to_7x7_are_those_known() {
    use ludoteca_games::{Hex, hex::Swap};
    for (size, winning) in WINNING {
        let solution = crate::hex::solve(
            &Hex::new(size, Swap::None).unwrap(),
            &Budget::default(),
            &mut |_, _| {},
        );
        let wins = solution
            .moves
            .iter()
            .filter(|(_, solved)| solved.verdict() == Some(crate::thought::Verdict::Win));
        let wins: Vec<&str> = wins.map(|(ply, _)| ply.as_str()).collect();
        assert_eq!(wins.join(" "), winning, "{size}");
        println!("{size} {} {}", solution.nodes, solution.seconds);
    }
}

/// Puzzles with all their winning moves, from HexWiki, checked with benzene.
const PUZZLES: [(&str, &str, &str); 7] = [
    ("...../RB.../..B../....R/.....", "red", "a3"),
    ("....R/B..../...../...../...R.", "blue", "d2"),
    ("...B./...../....R/R..../.....", "blue", "b2"),
    ("R.B.B/...../...../...../....R", "red", "d2"),
    ("R...B/....R/...../...../.B...", "red", "b4"),
    ("....../..B.../....../.....R/....../......", "red", "c3"),
    ("......./.....R./......./...BBB./.....R./......./.......", "red", "g3 c4 g4"),
];

#[test]
fn puzzles_have_exactly_the_winning_moves_known() {
    for (rows, colour, winning) in PUZZLES {
        let size = rows.split('/').count();
        let mut solver = solver(size);
        let stones = read(rows);
        let colour = if colour == "red" { Colour::Red } else { Colour::Blue };
        let ground = solver.ground.clone();
        let wins = ground.all.without(&(stones[0] | stones[1])).filter(|cell| {
            let mut next = stones;
            next[colour as usize].insert(*cell);
            !solver.solve(next, colour.other()).unwrap().wins
        });
        let wins: Vec<String> = wins.map(|cell| ground.cell(cell).name()).collect();
        assert_eq!(wins.join(" "), winning, "{rows}");
    }
}

/// What a lone red stone needs to be joined with the edge below it though Blue moves: stone and free
/// cells, row by row, from the second row to the fifth. Found by the solver on an empty board.
const TEMPLATES: [&[&str]; 4] = [
    &[".....R.....", "....**....."],
    &[".....R*....", "....***....", "...****...."],
    &[".....R*....", "...*****...", "..******...", ".*******..."],
    &[".....*R*...", "....*****..", "..********.", ".*********.", "**********."],
];

#[test]
fn edge_templates_up_to_the_fifth_row_hold_and_need_every_cell() {
    for rows in TEMPLATES {
        let size = rows[0].len();
        let mut solver = Solver::<2>::new(size, 64, Clock::start(&Budget::default()));
        let above = size - rows.len();
        let cells = |kind: u8| -> Cells<2> {
            let bytes = rows.iter().flat_map(|row| row.bytes());
            let found = bytes.enumerate().filter(|(_, byte)| *byte == kind);
            found.map(|(i, _)| above * size + i).collect()
        };
        let (stone, free) = (cells(b'R'), cells(b'*'));
        // Red comes down to the stone from above, and all the rest is Blue's.
        let column = stone.first().unwrap() % size;
        let red: Cells<2> = (0..=above).map(|row| row * size + column).collect();
        let mut blue_wins = |free: Cells<2>| {
            let blue = solver.ground().all.without(&(red | free));
            solver.solve([red, blue], Colour::Blue).unwrap().wins
        };
        assert!(!blue_wins(free), "{rows:?}");
        for cell in free {
            assert!(blue_wins(free.without(&Cells::of(cell))), "{rows:?} without {cell}");
        }
    }
}
