//! Arimaa's rules against counts from outside: distinct end positions of all legal turns, on which
//! three independent programs agree.

use std::collections::HashSet;

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{State, read_board},
};

/// Positions with the number of ends of their legal turns and the fewest steps to goal.
fn counted() -> impl Iterator<Item = (Arimaa, usize, u8)> {
    include_str!("data/arimaa-turn-counts.tsv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let (board, side) = read_board(&format!("{} [{}]", fields[0], fields[1])).unwrap();
        (Arimaa::from_board(board, side), fields[2].parse().unwrap(), fields[3].parse().unwrap())
    })
}

/// Every end of a turn, found by plain search.
fn ends(state: State, begin: u64, seen: &mut HashSet<u64>, out: &mut HashSet<u64>) {
    if state.made > 0 && !state.pushing() && state.board.key() != begin {
        out.insert(state.board.key());
    }
    let mut steps = Vec::new();
    state.steps(&mut steps);
    for step in steps {
        let mut next = state;
        next.step(step);
        if seen.insert(next.key()) {
            ends(next, begin, seen, out);
        }
    }
}

#[test]
fn turns_end_in_as_many_positions_as_outside_counts_say() {
    let mut rows = 0;
    for (position, count, _) in counted() {
        let state = *position.state();
        let mut out = HashSet::new();
        ends(state, state.board.key(), &mut HashSet::new(), &mut out);
        assert_eq!(out.len(), count, "{:?}", position);
        rows += 1;
    }
    assert_eq!(rows, 351);
}

#[test]
fn a_position_is_read_from_its_record() {
    let text = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n\
                2g Ee2n Ee3n Ee4n";
    let line = Arimaa::default().read_position(text).unwrap();
    assert_eq!(line.end.number(), 2);
    assert_eq!(line.end.side(), ludoteca_games::Side::Second);
    assert_eq!(line.plies.len(), 36);
}
