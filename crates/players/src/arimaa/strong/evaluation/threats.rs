//! What may be lost: for each piece and each trap the steps it takes to capture it there, if nobody
//! does anything about it.
//!
//! A piece goes two steps for each square of its way, as it is pushed or pulled, and two for each
//! friend beside the trap that has to be led away first; before that a stronger enemy has to come
//! beside it. Whether there will be time for all that depends on who rules the trap, so a threat counts
//! as much as the enemy does.

use ludoteca_games::arimaa::{TRAPS, beside};

use super::{
    EXPOSED, HELD, Sum, THREAT, WHOLE,
    control::Control,
    view::{TRAP_AT, View, disk, distance},
};

/// The most steps that still count as a threat.
pub const MOST_STEPS: usize = 10;
/// Squares from which a piece can be brought to a trap at all.
const REACH: [u64; 4] =
    [disk(TRAP_AT[0], 4), disk(TRAP_AT[1], 4), disk(TRAP_AT[2], 4), disk(TRAP_AT[3], 4)];
/// The enemy's control with which a threat counts half, and how steeply that rises.
const HALF: f64 = 45.0;
const STEEP: f64 = 16.0;
/// The least control with which the enemy threatens anything.
const LEAST: i32 = -15;

/// What a threat counts by the enemy's control, in parts of [`WHOLE`].
static POWER: std::sync::LazyLock<[i32; 256]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|at| {
        let likely = 1.0 / (1.0 + (-(at as f64 - 128.0 - HALF) / STEEP).exp());
        (likely * f64::from(WHOLE)).round() as i32
    })
});

/// The squares that enemies stronger than a kind reach, by steps: those beside one that is already
/// there, and those they need one to three steps to come beside.
#[derive(Clone, Copy, Default)]
pub struct Attack([u64; 4]);

impl Attack {
    #[inline]
    fn on(view: &View, kind: usize) -> Attack {
        let able = view.above[kind] & !view.frozen_enemy;
        let stuck = view.above[kind] & view.frozen_enemy;
        let free = view.empty() & !(TRAPS & !beside(view.all_enemy));
        let taken = !view.empty();
        let one = able | beside(able) & free;
        // Who is in the way has to be led away, and who is frozen freed.
        let two = one | beside(one) & free | beside(able) & taken | stuck;
        let three = two | beside(two) & free | beside(one) & taken;
        Attack([able, one, two, three].map(beside))
    }

    /// The steps until a stronger enemy stands beside a piece; none if that takes more than three.
    #[inline]
    fn steps(&self, bit: u64) -> Option<usize> {
        self.0.iter().position(|squares| squares & bit != 0)
    }
}

/// Adds what a side may lose.
pub fn threats(view: &View, control: &Control, sign: i32, sum: &mut impl Sum) {
    let attacks: [Attack; 5] = std::array::from_fn(|kind| match view.own[kind] {
        0 => Attack::default(),
        _ => Attack::on(view, kind),
    });
    for (trap, at) in TRAP_AT.into_iter().enumerate() {
        // Nobody adds more than that by standing there.
        if -control.over(trap) + 45 < LEAST {
            continue;
        }
        let ring = beside(1 << at);
        let guards = (view.all_own & ring).count_ones() as usize;
        let blocked = usize::from(view.all_own & 1 << at != 0);
        for (kind, attack) in attacks.iter().enumerate() {
            let mut prey = view.own[kind] & REACH[trap] & attack.0[3];
            while prey != 0 {
                let square = prey.trailing_zeros();
                let bit = prey & prey.wrapping_neg();
                prey &= prey - 1;
                let far = distance(square, at) as usize;
                let in_the_way = match far {
                    0 => guards,
                    1 => guards - 1 + blocked,
                    _ => guards + blocked,
                };
                let Some(near) = attack.steps(bit) else { continue };
                let steps = 2 * (far + in_the_way) + near + usize::from(near > 2);
                if steps > MOST_STEPS {
                    continue;
                }
                let power = control.share(square as usize, trap) - control.over(trap);
                if power < LEAST {
                    continue;
                }
                let power = POWER[(power + 128).clamp(0, 255) as usize];
                let group = trap / 2 * 2 + usize::from(view.frozen & bit != 0);
                let feature = THREAT + (group * 5 + kind) * (MOST_STEPS + 1) + steps;
                sum.part(feature, sign * power);
            }
        }
    }
    exposed(view, control, &attacks, sign, sum);
    held(view, sign, sum);
}

/// A camel or horse for which only the enemy's strongest is too strong, by how far it has gone and
/// how far that one is: the more, the less one rules the trap it would be taken to.
fn exposed(view: &View, control: &Control, attacks: &[Attack; 5], sign: i32, sum: &mut impl Sum) {
    for kind in [3, 4] {
        let hunter = view.above[kind];
        if hunter == 0 || hunter & (hunter - 1) != 0 {
            continue;
        }
        let mut rest = view.own[kind];
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            let bit = rest & rest.wrapping_neg();
            rest &= rest - 1;
            let Some(near) = attacks[kind].steps(bit) else { continue };
            let trap = if square % 8 < 4 { 2 } else { 3 };
            let power = (24 - control.over(trap)).clamp(0, WHOLE);
            sum.part(EXPOSED + near * 8 + square / 8, sign * power);
        }
    }
}

/// Frozen pieces that an enemy other than the strongest holds: that one is free for other things.
fn held(view: &View, sign: i32, sum: &mut impl Sum) {
    for kind in 0..5 {
        let frozen = view.own[kind] & view.frozen;
        if frozen == 0 {
            continue;
        }
        let lesser = view.above[kind] & !view.enemy[5];
        let held = frozen & beside(lesser);
        if held != 0 {
            sum.add(HELD + kind, sign * held.count_ones() as i32);
        }
    }
}
