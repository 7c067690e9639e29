//! What pieces are there, where they stand, and who of them can move.

use ludoteca_games::arimaa::beside;

use super::{FROZEN, MATERIAL, MOBILITY, RABBITS, Sum, on_square, view::View};

/// Adds what a side has.
pub fn pieces(view: &View, sign: i32, sum: &mut impl Sum) {
    for kind in 0..6 {
        let mut rest = view.own[kind];
        if rest == 0 {
            continue;
        }
        let frozen = rest & view.frozen;
        if frozen != 0 {
            sum.add(FROZEN + kind, sign * frozen.count_ones() as i32);
        }
        if kind > 0 {
            let stronger = (view.above[kind].count_ones() as usize).min(8);
            sum.add(MATERIAL + stronger, sign * rest.count_ones() as i32);
        }
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            sum.add(on_square(kind, square), sign);
        }
    }
    let rabbits = view.own[0].count_ones() as usize;
    if rabbits > 0 {
        sum.add(RABBITS + rabbits.min(8) - 1, sign);
    }
    let elephant = view.own[5];
    if elephant != 0 {
        let empty = view.empty();
        let one = beside(elephant) & empty;
        let two = (beside(one) & empty) | one;
        sum.add(MOBILITY + two.count_ones().min(12) as usize, sign);
    }
}
