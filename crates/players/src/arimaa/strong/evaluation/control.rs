//! Who rules a trap: the pieces near it, by how near and how strong they are, all over the board and
//! just there, and by whether they can move.

use ludoteca_games::arimaa::beside;

use super::view::{TRAP_AT, View, disk, distance};

/// What a piece counts by how many enemies are stronger.
const STRENGTH: [u64; 9] = [20, 15, 13, 12, 11, 10, 9, 9, 8];
/// What it counts besides by how many of them that can move are within three steps: 0, 1, more.
const LOCAL: [u64; 3] = [12, 6, 2];
/// What it counts by its distance from the trap; four of a 64 beside it make one of control.
const NEAR: [u64; 5] = [56, 64, 36, 14, 4];
const UNIT: i32 = 48;
/// What guards count besides, by their number.
const GUARDS: [i32; 5] = [0, 3, 11, 19, 21];

/// The squares within three steps of each.
const AROUND: [u64; 64] = {
    let mut all = [0; 64];
    let mut at = 0;
    while at < 64 {
        all[at] = disk(at as u32, 3);
        at += 1;
    }
    all
};

/// What a piece on each square counts for the four traps, sixteen bits for each: sums of sixteen
/// pieces, none of which counts more than 32, need no more.
const LANES: [u64; 64] = {
    let mut all = [0; 64];
    let mut at = 0;
    while at < 64 {
        let mut trap = 0;
        while trap < 4 {
            let far = distance(at as u32, TRAP_AT[trap]) as usize;
            if far < NEAR.len() {
                all[at] |= NEAR[far] << (16 * trap);
            }
            trap += 1;
        }
        at += 1;
    }
    all
};

/// Who rules the traps.
pub struct Control {
    /// For each trap, positive where it is one's own.
    traps: [i32; 4],
    /// How much each piece counts, own and enemy.
    strength: [u8; 64],
}

impl Control {
    /// As Gold sees it.
    pub fn of(view: &View) -> Control {
        let mut strength = [0; 64];
        let able = !view.frozen_enemy;
        let own = lanes(&view.own, &view.above, able, view.frozen, &mut strength);
        let able = !view.frozen;
        let enemy = lanes(&view.enemy, &view.below, able, view.frozen_enemy, &mut strength);
        let mut traps = [0; 4];
        for (trap, at) in TRAP_AT.into_iter().enumerate() {
            let ring = beside(1 << at);
            let count = |lanes: u64| (lanes >> (16 * trap) & 0xffff) as i32 / UNIT;
            let guards = |all: u64| GUARDS[(all & ring).count_ones() as usize];
            traps[trap] = count(own) - count(enemy) + guards(view.all_own) - guards(view.all_enemy);
        }
        Control { traps, strength }
    }

    /// As the other side sees it.
    pub fn turned(&self) -> Control {
        let [a, b, c, d] = self.traps;
        let mut strength = [0; 64];
        for (row, from) in strength.chunks_exact_mut(8).zip(self.strength.chunks_exact(8).rev()) {
            row.copy_from_slice(from);
        }
        Control { traps: [-c, -d, -a, -b], strength }
    }

    /// How much a trap is one's own.
    #[inline]
    pub fn over(&self, trap: usize) -> i32 {
        self.traps[trap]
    }

    /// What the piece on a square adds to that for its side.
    #[inline]
    pub fn share(&self, square: usize, trap: usize) -> i32 {
        let lane = LANES[square] >> (16 * trap) & 0xffff;
        (u64::from(self.strength[square]) * lane) as i32 / UNIT
    }
}

/// What the pieces of a side count for each trap together; notes how strong each is.
#[inline]
fn lanes(
    pieces: &[u64; 6],
    above: &[u64; 6],
    able: u64,
    frozen: u64,
    strength: &mut [u8; 64],
) -> u64 {
    let mut sum = 0;
    for kind in 0..6 {
        let mut rest = pieces[kind];
        if rest == 0 {
            continue;
        }
        let base = STRENGTH[above[kind].count_ones().min(8) as usize];
        let stronger = above[kind] & able;
        let menaced = beside(stronger);
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            let bit = rest & rest.wrapping_neg();
            rest &= rest - 1;
            let near = stronger & AROUND[square];
            let local = match near {
                0 => LOCAL[0],
                _ if near & (near - 1) == 0 => LOCAL[1],
                _ => LOCAL[2],
            };
            let sixteenths = match () {
                () if frozen & bit != 0 => 8,
                () if menaced & bit != 0 => 12,
                () => 16,
            };
            let counts = (base + local) * sixteenths / 16;
            strength[square] = counts as u8;
            sum += LANES[square] * counts;
        }
    }
    sum
}
