//! The traps: who guards them, who rules them, and who is caught beside them.

use ludoteca_games::arimaa::beside;

use super::{
    CONTROL, FRAMED, HOSTAGE, STRONGEST, Sum, THREATENED, TRAP_AWAY, TRAP_HOME, WHOLE,
    control::Control,
    view::{TRAP_AT, View, disk},
};

/// The squares within two steps of each trap.
const NEAR: [u64; 4] =
    [disk(TRAP_AT[0], 2), disk(TRAP_AT[1], 2), disk(TRAP_AT[2], 2), disk(TRAP_AT[3], 2)];

/// Adds what a side has and has to fear at the traps.
pub fn traps(view: &View, control: &Control, sign: i32, sum: &mut impl Sum) {
    let View { own, enemy, all_own, all_enemy, .. } = view;
    for (trap, at) in TRAP_AT.into_iter().enumerate() {
        let bit = 1u64 << at;
        let ring = beside(bit);
        let (mine, theirs) = (all_own & ring, all_enemy & ring);
        let (guards, enemies) = (mine.count_ones() as usize, theirs.count_ones() as usize);
        let group = if trap < 2 { TRAP_HOME } else { TRAP_AWAY };
        sum.add(group + guards.min(3) * 4 + enemies.min(3), sign);
        // Each trap is at home for one side, which counts who rules it.
        if trap < 2 {
            let rule = (control.over(trap) + 128).clamp(0, 255);
            let (step, rest) = (rule as usize / 16, rule % 16 * (WHOLE / 16));
            sum.part(CONTROL + step, sign * (WHOLE - rest));
            sum.part(CONTROL + step + 1, sign * rest);
        }
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
        let held = NEAR[trap] & view.frozen;
        if held != 0 && enemies > guards {
            for (kind, set) in own.iter().enumerate() {
                if set & held != 0 {
                    sum.add(HOSTAGE + kind, sign * (set & held).count_ones() as i32);
                }
            }
        }
        // Beside a trap that nobody else guards, with a stronger enemy at hand.
        let exposed = view.menaced & ring;
        if exposed != 0 && guards == 1 && all_own & bit == 0 {
            for (kind, set) in own.iter().enumerate() {
                if set & exposed != 0 {
                    sum.add(THREATENED + kind, sign);
                }
            }
        }
    }
}
