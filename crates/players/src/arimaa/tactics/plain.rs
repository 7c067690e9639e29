//! The answers by trying every turn, and the states on which they are compared.

use ludoteca_games::{
    Side,
    arimaa::{
        Board, Kind, STEPS, Square, State, Step, TRAPS, beside, goal as goal_row, home, read_board,
        squares,
    },
};
use rand::{RngExt, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

/// The states after each step that the rules allow, and the steps.
fn nexts(state: &State) -> impl Iterator<Item = (Step, State)> {
    let mut list = Vec::new();
    state.steps(&mut list);
    list.into_iter().map(|step| {
        let mut next = *state;
        next.step(step);
        (step, next)
    })
}

/// The fewest steps to a rabbit on its goal row.
pub fn goal(state: &State) -> Option<u8> {
    fn visit(state: &State, seen: &mut FxHashSet<u64>) -> Option<u8> {
        let rabbits = state.board.pieces(state.side, Kind::Rabbit);
        if rabbits & goal_row(state.side) != 0 && !state.pushing() {
            return Some(state.made);
        }
        nexts(state)
            .filter_map(|(_, next)| seen.insert(next.key()).then(|| visit(&next, seen)).flatten())
            .min()
    }
    visit(state, &mut FxHashSet::default()).map(|made| made - state.made)
}

/// The fewest steps to the capture of each enemy, by the square where it stands.
pub fn captures(state: &State) -> [Option<u8>; 64] {
    /// Enemies that are left: where they stood, and where they stand.
    type Names = Vec<(Square, Square)>;
    fn visit(
        state: &State,
        names: &Names,
        seen: &mut FxHashSet<(u64, Names)>,
        caught: &mut [Option<u8>; 64],
    ) {
        if !seen.insert((state.key(), names.clone())) {
            return;
        }
        if !state.pushing() {
            for square in squares(!0).filter(|square| names.iter().all(|name| name.0 != *square)) {
                let known = &mut caught[square.index()];
                *known = Some(known.map_or(state.made, |known| known.min(state.made)));
            }
        }
        for (step, next) in nexts(state) {
            let enemy = next.board.of(state.side.other());
            let names = names
                .iter()
                .map(|(was, at)| (*was, if *at == step.from { step.to } else { *at }))
                .filter(|(_, at)| enemy & at.bit() != 0)
                .collect();
            visit(&next, &names, seen, caught);
        }
    }
    let mut caught = [None; 64];
    let enemy = state.board.of(state.side.other());
    let names = squares(enemy).map(|at| (at, at)).collect();
    visit(state, &names, &mut FxHashSet::default(), &mut caught);
    for square in squares(!enemy) {
        caught[square.index()] = None;
    }
    caught.map(|made| made.map(|made| made - state.made))
}

/// The state after these steps, if they follow the rules and leave no push unfinished.
pub fn follow(state: &State, steps: &[Step]) -> Option<State> {
    let mut state = *state;
    for step in steps {
        let (_, next) = nexts(&state).find(|next| next.0 == *step)?;
        state = next;
    }
    (!state.pushing()).then_some(state)
}

/// The positions with outside counts, and the fewest steps to goal in them, 0 for none.
pub fn counted() -> impl Iterator<Item = (State, u8)> {
    include_str!("../../../../games/tests/data/arimaa-turn-counts.tsv").lines().skip(1).map(
        |line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let (board, side) = read_board(&format!("{} [{}]", fields[0], fields[1])).unwrap();
            (State::new(board, side), fields[3].parse().unwrap())
        },
    )
}

/// `count` states from the beginnings of turns to their last steps: on boards with few pieces, and on
/// some such as random games come to.
pub fn states(count: usize, rng: &mut Xoshiro256PlusPlus) -> impl Iterator<Item = State> {
    (0..count).map(move |number| {
        let made = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3][number % 10];
        let state = if number / 10 % 20 == 0 { played(rng) } else { scattered(rng) };
        wander(state, made, rng)
    })
}

/// The beginning of a turn with some of the pieces anywhere in a part of the board, which makes goals
/// and captures likely and seldom easy; nobody is on a trap without a friend, and no rabbit at its
/// goal.
fn scattered(rng: &mut Xoshiro256PlusPlus) -> State {
    let mut board = Board::default();
    let [columns, rows] = [(); 2].map(|()| {
        let first = rng.random_range(0..=4);
        first..rng.random_range(first + 3..=8)
    });
    let most = rng.random_range(1..=8);
    for (side, kind) in Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind))) {
        for _ in 0..rng.random_range(0..=kind.count().min(most)) {
            let column = rng.random_range(columns.clone());
            let square = Square::new(column, rng.random_range(rows.clone()));
            let wins = kind == Kind::Rabbit && goal_row(side) & square.bit() != 0;
            if board.empty() & square.bit() != 0 && !wins {
                board.put(side, kind, square);
            }
        }
    }
    let lonely = |side| board.of(side) & TRAPS & !beside(board.of(side));
    if lonely(Side::First) | lonely(Side::Second) != 0 {
        return scattered(rng);
    }
    let side = if rng.random() { Side::First } else { Side::Second };
    State::new(board, side)
}

/// The beginning of a turn of a random game, with any setup.
fn played(rng: &mut Xoshiro256PlusPlus) -> State {
    let mut board = Board::default();
    for side in Side::BOTH {
        let mut places: Vec<Square> = squares(home(side)).collect();
        places.shuffle(rng);
        for kind in Kind::ALL {
            places.drain(..kind.count()).for_each(|square| board.put(side, kind, square));
        }
    }
    let mut state = State::new(board, Side::First);
    for _ in 0..rng.random_range(0..80) {
        let next = wander(state, STEPS, rng);
        let rabbit = |side| next.board.pieces(side, Kind::Rabbit) & goal_row(side) != 0;
        if next.pushing() || rabbit(Side::First) || rabbit(Side::Second) {
            continue;
        }
        state = next.ended();
    }
    state
}

/// The state some random steps later.
fn wander(mut state: State, steps: u8, rng: &mut Xoshiro256PlusPlus) -> State {
    for _ in 0..steps {
        let nexts: Vec<(Step, State)> = nexts(&state).collect();
        if !nexts.is_empty() {
            state = nexts[rng.random_range(0..nexts.len())].1;
        }
    }
    state
}
