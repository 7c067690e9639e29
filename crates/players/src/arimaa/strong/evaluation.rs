//! What a board is worth, as a sum of features with weights that `tune` finds.
//!
//! Every feature is counted for a side as if it moved up the board, so that Silver's are Gold's seen
//! from the other end. One function names the features; whoever calls it adds up weights (the
//! search), counts (the tuner) or both by group (the explanation).

use std::{ops::Range, sync::LazyLock};

use ludoteca_games::{
    Side,
    arimaa::{Board, Kind, State, beside},
};

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
    // The strongest guard of the trap is one's own: near, far.
    STRONGEST "strongest-guard" 2;
    // By kind, from the rabbit to the elephant.
    FROZEN "frozen" 6;
    HOSTAGE "hostage" 6;
    FRAMED "framed" 6;
    THREATENED "threatened" 6;
    // The elephant's ways: squares within two steps, and none at all.
    MOBILITY "elephant-mobility" 2;
    // Rabbits on the fifth to seventh row by how many enemies (0, 1, more) are in their way.
    LANE "rabbit-lane" 9;
    // Rabbits that nothing freezes, with nothing on their column ahead, by steps to goal (1 to 4).
    RUN "rabbit-run" 4;
    // To be about to move.
    TEMPO "tempo" 1;
}

const SQUARES: [usize; 6] =
    [SQUARES_RABBIT, SQUARES_CAT, SQUARES_DOG, SQUARES_HORSE, SQUARES_CAMEL, SQUARES_ELEPHANT];

/// Something that features are added to.
pub trait Sum {
    /// Adds `amount` times a feature.
    fn add(&mut self, feature: usize, amount: i32);
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
    fn add(&mut self, feature: usize, amount: i32) {
        self.sum += self.weights[feature] * amount;
    }
}

/// How often each feature is there.
pub struct Counts(pub [i32; FEATURES]);

impl Sum for Counts {
    fn add(&mut self, feature: usize, amount: i32) {
        self.0[feature] += amount;
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
    let mut sum = Weighted { weights, sum: 0 };
    features(state, &mut sum);
    if state.side == Side::First { sum.sum } else { -sum.sum }
}

/// Adds all features: Gold's, and Silver's negatively.
#[inline]
pub fn features(state: &State, sum: &mut impl Sum) {
    side_features(&View::of(&state.board, Side::First), 1, sum);
    side_features(&View::of(&state.board, Side::Second), -1, sum);
    let sign = if state.side == Side::First { 1 } else { -1 };
    sum.add(TEMPO, sign * i32::from(4 - state.made));
}

/// The board as a side sees it that moves up.
struct View {
    own: [u64; 6],
    enemy: [u64; 6],
    all_own: u64,
    all_enemy: u64,
}

impl View {
    #[inline]
    fn of(board: &Board, side: Side) -> View {
        // Rows are bytes: turning the bytes round turns the rows round.
        let turn = |set: u64| if side == Side::First { set } else { set.swap_bytes() };
        View {
            own: Kind::ALL.map(|kind| turn(board.pieces(side, kind))),
            enemy: Kind::ALL.map(|kind| turn(board.pieces(side.other(), kind))),
            all_own: turn(board.of(side)),
            all_enemy: turn(board.of(side.other())),
        }
    }
}

/// The squares of a trap and within two steps of it.
const fn around(trap: u32) -> u64 {
    let bit = 1u64 << trap;
    let one = bit | bit << 1 | bit >> 1 | bit << 8 | bit >> 8;
    one | one << 1 | one >> 1 | one << 8 | one >> 8
}

/// The traps c3, f3, c6, f6, and the squares near them.
const TRAP_AT: [u32; 4] = [18, 21, 42, 45];
const NEAR: [u64; 4] = [around(18), around(21), around(42), around(45)];

fn side_features(view: &View, sign: i32, sum: &mut impl Sum) {
    let View { own, enemy, all_own, all_enemy } = view;
    let empty = !(all_own | all_enemy);

    // Enemies stronger than each kind, as a set.
    let mut stronger = [0u64; 6];
    for kind in (0..5).rev() {
        stronger[kind] = stronger[kind + 1] | enemy[kind + 1];
    }
    let alone = all_own & !beside(*all_own);
    let mut frozen_all = 0;
    let mut menaced = 0;
    for kind in 0..6 {
        let beside_stronger = own[kind] & beside(stronger[kind]);
        menaced |= beside_stronger;
        let frozen = beside_stronger & alone;
        frozen_all |= frozen;
        if frozen != 0 {
            sum.add(FROZEN + kind, sign * frozen.count_ones() as i32);
        }
        if kind > 0 && own[kind] != 0 {
            let count = (stronger[kind].count_ones() as usize).min(8);
            sum.add(MATERIAL + count, sign * own[kind].count_ones() as i32);
        }
        let mut rest = own[kind];
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            sum.add(on_square(kind, square), sign);
        }
    }
    let rabbits = own[0].count_ones() as usize;
    if rabbits > 0 {
        sum.add(RABBITS + rabbits.min(8) - 1, sign);
    }

    for (trap, at) in TRAP_AT.into_iter().enumerate() {
        let bit = 1u64 << at;
        let ring = beside(bit);
        let (mine, theirs) = (all_own & ring, all_enemy & ring);
        let (guards, enemies) = (mine.count_ones() as usize, theirs.count_ones() as usize);
        let group = if trap < 2 { TRAP_HOME } else { TRAP_AWAY };
        sum.add(group + guards.min(3) * 4 + enemies.min(3), sign);
        let strongest = |pieces: &[u64; 6]| (0..6).rev().find(|kind| pieces[*kind] & ring != 0);
        if strongest(own) > strongest(enemy) {
            sum.add(STRONGEST + trap / 2, sign);
        }
        // A piece in the trap that one friend keeps alive.
        if guards == 1
            && let Some(kind) = (0..6).find(|kind| own[*kind] & bit != 0)
        {
            sum.add(FRAMED + kind, sign);
        }
        let held = NEAR[trap] & frozen_all;
        if held != 0 && enemies > guards {
            for (kind, set) in own.iter().enumerate() {
                if set & held != 0 {
                    sum.add(HOSTAGE + kind, sign * (set & held).count_ones() as i32);
                }
            }
        }
        // Beside a trap that nobody else guards, with a stronger enemy at hand.
        let exposed = menaced & ring;
        if exposed != 0 && guards == 1 && all_own & bit == 0 {
            for (kind, set) in own.iter().enumerate() {
                if set & exposed != 0 {
                    sum.add(THREATENED + kind, sign);
                }
            }
        }
    }

    let elephant = own[5];
    if elephant != 0 {
        let one = beside(elephant) & empty;
        let two = (beside(one) & empty) | one;
        sum.add(MOBILITY, sign * two.count_ones() as i32);
        if one == 0 {
            sum.add(MOBILITY + 1, sign);
        }
    }

    let mut advanced = own[0] & 0x00ff_ffff_0000_0000;
    while advanced != 0 {
        let square = advanced.trailing_zeros() as usize;
        let bit = advanced & advanced.wrapping_neg();
        advanced &= advanced - 1;
        let row = square / 8;
        // The own column and its neighbours, from the next row on.
        let columns = (bit | beside(bit)) >> (row * 8) & 0xff;
        let rows_ahead = !0u64 << ((row + 1) * 8);
        let lane = columns.wrapping_mul(0x0101_0101_0101_0101) & rows_ahead;
        let enemies = ((all_enemy & lane).count_ones() as usize).min(2);
        sum.add(LANE + (row - 4) * 3 + enemies, sign);
        let column = (0x0101_0101_0101_0101u64 << (square % 8)) & rows_ahead;
        if bit & frozen_all == 0 && (all_own | all_enemy) & column == 0 {
            sum.add(RUN + 7 - row - 1, sign);
        }
    }
}
