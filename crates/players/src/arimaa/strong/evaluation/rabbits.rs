//! How near the rabbits are to their goal.

use ludoteca_games::arimaa::beside;

use super::{LANE, RUN, Sum, view::View};

/// Rows five to seven.
const ADVANCED: u64 = 0x00ff_ffff_0000_0000;

/// Adds a side's rabbits on their way.
pub fn rabbits(view: &View, sign: i32, sum: &mut impl Sum) {
    let mut advanced = view.own[0] & ADVANCED;
    while advanced != 0 {
        let square = advanced.trailing_zeros() as usize;
        let bit = advanced & advanced.wrapping_neg();
        advanced &= advanced - 1;
        let row = square / 8;
        // The own column and its neighbours, from the next row on.
        let columns = (bit | beside(bit)) >> (row * 8) & 0xff;
        let rows_ahead = !0u64 << ((row + 1) * 8);
        let lane = columns.wrapping_mul(0x0101_0101_0101_0101) & rows_ahead;
        let enemies = ((view.all_enemy & lane).count_ones() as usize).min(2);
        sum.add(LANE + (row - 4) * 3 + enemies, sign);
        let column = (0x0101_0101_0101_0101u64 << (square % 8)) & rows_ahead;
        if bit & view.frozen == 0 && (view.all_own | view.all_enemy) & column == 0 {
            sum.add(RUN + 7 - row - 1, sign);
        }
    }
}
