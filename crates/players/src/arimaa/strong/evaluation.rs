//! What a board is worth, as a sum of features with weights that `tune` finds.
//!
//! Every feature is counted for a side as if it moved up the board, so that Silver's are Gold's seen
//! from the other end. One function names the features; whoever calls it adds up weights (the
//! search), counts (the tuner) or both by group (the explanation).

mod control;
mod pieces;
mod rabbits;
mod threats;
mod traps;
mod view;

use std::{ops::Range, sync::LazyLock};

use ludoteca_games::{
    Side,
    arimaa::{Board, Kind, STEPS, State},
};

use self::{control::Control, threats::MOST_STEPS, view::View};

/// A group of features: its name in the file of weights, and how many it has.
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// Where its features are.
    pub features: Range<usize>,
}

macro_rules! groups {
    ($($constant:ident $name:literal $size:expr;)*) => {
        groups!(@ 0; $($constant $name $size;)*);
        /// All groups of features, in order.
        pub const GROUPS: &[Group] =
            &[$(Group { name: $name, features: $constant..$constant + $size }),*];
    };
    (@ $from:expr; $constant:ident $name:literal $size:expr; $($rest:tt)*) => {
        pub(super) const $constant: usize = $from;
        groups!(@ $constant + $size; $($rest)*);
    };
    (@ $from:expr;) => {
        /// How many features there are.
        pub const FEATURES: usize = $from;
    };
}

groups! {
    // A piece by how many enemies are stronger; all rabbits together by how many there are.
    MATERIAL "material" 9;
    RABBITS "rabbits" 8;
    // Half the board for each kind, row by row from the own side; columns are mirrored.
    SQUARES_RABBIT "squares-rabbit" 32;
    SQUARES_CAT "squares-cat" 32;
    SQUARES_DOG "squares-dog" 32;
    SQUARES_HORSE "squares-horse" 32;
    SQUARES_CAMEL "squares-camel" 32;
    SQUARES_ELEPHANT "squares-elephant" 32;
    // Traps by own guards (0 to 3) and enemy guards (0 to 3), near the own side and far from it.
    TRAP_HOME "trap-home" 16;
    TRAP_AWAY "trap-away" 16;
    // Who rules a trap, from wholly the enemy to wholly whose home it is at.
    CONTROL "trap-control" 17;
    // What may be captured: near the own side, there frozen, far from it, there frozen; by kind up to
    // the camel, by steps.
    THREAT "in-danger" 4 * 5 * (MOST_STEPS + 1);
    // Who has one stronger enemy only, by the steps until that one is there and by its row.
    EXPOSED "exposed" 32;
    // The strongest guard of the trap is one's own: near, far.
    STRONGEST "strongest-guard" 2;
    // By kind, from the rabbit to the elephant.
    FROZEN "frozen" 6;
    HOSTAGE "hostage" 6;
    // Frozen by others than the strongest enemy, by kind up to the camel.
    HELD "held" 5;
    FRAMED "framed" 6;
    THREATENED "threatened" 6;
    // The elephant's ways: by the squares within two steps.
    MOBILITY "elephant-mobility" 13;
    // Rabbits on the fifth to seventh row by how many enemies (0, 1, more) are in their way.
    LANE "rabbit-lane" 9;
    // Rabbits that nothing freezes, with nothing on their column ahead, by steps to goal (1 to 4).
    RUN "rabbit-run" 4;
    // To be about to move.
    TEMPO "tempo" 1;
}

const SQUARES: [usize; 6] =
    [SQUARES_RABBIT, SQUARES_CAT, SQUARES_DOG, SQUARES_HORSE, SQUARES_CAMEL, SQUARES_ELEPHANT];

/// Into how many parts a feature can be divided.
pub const WHOLE: i32 = 64;

/// Something that features are added to.
pub trait Sum {
    /// Adds so many parts of a feature.
    fn part(&mut self, feature: usize, parts: i32);

    /// Adds `amount` times a feature.
    #[inline]
    fn add(&mut self, feature: usize, amount: i32) {
        self.part(feature, amount * WHOLE);
    }
}

/// Weights, one for each feature, in hundredths of the first rabbit.
pub type Weights = [i32; FEATURES];

/// The features added up with their weights.
struct Weighted<'a> {
    weights: &'a Weights,
    sum: i32,
}

impl Sum for Weighted<'_> {
    #[inline]
    fn part(&mut self, feature: usize, parts: i32) {
        self.sum += self.weights[feature] * parts;
    }
}

/// How often each feature is there, in parts of [`WHOLE`].
pub struct Counts(pub [i32; FEATURES]);

impl Sum for Counts {
    fn part(&mut self, feature: usize, parts: i32) {
        self.0[feature] += parts;
    }
}

/// The weights that come with the program.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    read_weights(include_str!("weights.txt")).expect("the weights in the program are whole")
});

/// Reads a file of weights: a line for each group, its name and its numbers.
pub fn read_weights(file: &str) -> Option<Weights> {
    let mut weights = [0; FEATURES];
    let mut lines = file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    for group in GROUPS {
        let mut words = lines.next()?.split_whitespace();
        if words.next()? != group.name {
            return None;
        }
        for weight in &mut weights[group.features.clone()] {
            *weight = words.next()?.parse().ok()?;
        }
        if words.next().is_some() {
            return None;
        }
    }
    lines.next().is_none().then_some(weights)
}

/// Writes a file of weights.
pub fn write_weights(weights: &Weights) -> String {
    let mut file = String::new();
    for group in GROUPS {
        file += group.name;
        for weight in &weights[group.features.clone()] {
            file += &format!(" {weight}");
        }
        file.push('\n');
    }
    file
}

/// What a piece of a side is worth on a square beyond what it is worth anywhere.
#[inline]
pub fn square_worth(weights: &Weights, side: Side, kind: Kind, square: usize) -> i32 {
    weights[on_square(kind.index(), if side == Side::First { square } else { square ^ 56 })]
}

/// The feature of a piece that moves up the board on a square.
#[inline]
fn on_square(kind: usize, square: usize) -> usize {
    let column = square % 8;
    SQUARES[kind] + square / 8 * 4 + column.min(7 - column)
}

/// The worth of a state to the side whose turn it is.
#[inline]
pub fn evaluate(state: &State, weights: &Weights) -> i32 {
    let worth = worth(&state.board, weights);
    on_move(state, weights) + if state.side == Side::First { worth } else { -worth }
}

/// What a board is worth to Gold, whoever moves.
#[inline]
pub fn worth(board: &Board, weights: &Weights) -> i32 {
    let mut sum = Weighted { weights, sum: 0 };
    board_features(board, &mut sum);
    sum.sum / WHOLE
}

/// What it is worth besides to be about to move.
#[inline]
pub fn on_move(state: &State, weights: &Weights) -> i32 {
    weights[TEMPO] * steps_left(state)
}

/// Adds all features: Gold's, and Silver's negatively.
#[inline]
pub fn features(state: &State, sum: &mut impl Sum) {
    board_features(&state.board, sum);
    let sign = if state.side == Side::First { 1 } else { -1 };
    sum.add(TEMPO, sign * steps_left(state));
}

fn steps_left(state: &State) -> i32 {
    i32::from(STEPS - state.made)
}

#[inline]
fn board_features(board: &Board, sum: &mut impl Sum) {
    let gold = View::of_gold(board);
    let control = Control::of(&gold);
    side_features(&gold, &control, 1, sum);
    side_features(&gold.turned(), &control.turned(), -1, sum);
}

fn side_features(view: &View, control: &Control, sign: i32, sum: &mut impl Sum) {
    pieces::pieces(view, sign, sum);
    traps::traps(view, control, sign, sum);
    threats::threats(view, control, sign, sum);
    rabbits::rabbits(view, sign, sum);
}
