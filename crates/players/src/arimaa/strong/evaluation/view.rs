//! The board as a side sees it that moves up, with what every feature asks of it.

use ludoteca_games::{
    Side,
    arimaa::{Board, Kind, beside},
};

/// The traps c3, f3, c6, f6: the first two are near the own side.
pub const TRAP_AT: [u32; 4] = [18, 21, 42, 45];

/// The board as a side sees it that moves up.
#[derive(Clone, Copy)]
pub struct View {
    pub own: [u64; 6],
    pub enemy: [u64; 6],
    pub all_own: u64,
    pub all_enemy: u64,
    /// Enemies stronger than each kind.
    pub above: [u64; 6],
    /// Own pieces stronger than each kind.
    pub below: [u64; 6],
    /// Own pieces beside a stronger enemy, and those of them without a friend beside them.
    pub menaced: u64,
    pub frozen: u64,
    pub menaced_enemy: u64,
    pub frozen_enemy: u64,
}

impl View {
    /// As Gold sees it.
    #[inline]
    pub fn of_gold(board: &Board) -> View {
        let own = Kind::ALL.map(|kind| board.pieces(Side::First, kind));
        let enemy = Kind::ALL.map(|kind| board.pieces(Side::Second, kind));
        let (all_own, all_enemy) = (board.of(Side::First), board.of(Side::Second));
        let [above, below] = [enemy, own].map(stronger);
        let menaced = beside_any(&own, &above);
        let menaced_enemy = beside_any(&enemy, &below);
        View {
            own,
            enemy,
            all_own,
            all_enemy,
            above,
            below,
            menaced,
            frozen: menaced & !beside(all_own),
            menaced_enemy,
            frozen_enemy: menaced_enemy & !beside(all_enemy),
        }
    }

    /// As the other side sees it.
    #[inline]
    pub fn turned(&self) -> View {
        // Rows are bytes: turning the bytes round turns the rows round.
        View {
            own: self.enemy.map(u64::swap_bytes),
            enemy: self.own.map(u64::swap_bytes),
            all_own: self.all_enemy.swap_bytes(),
            all_enemy: self.all_own.swap_bytes(),
            above: self.below.map(u64::swap_bytes),
            below: self.above.map(u64::swap_bytes),
            menaced: self.menaced_enemy.swap_bytes(),
            frozen: self.frozen_enemy.swap_bytes(),
            menaced_enemy: self.menaced.swap_bytes(),
            frozen_enemy: self.frozen.swap_bytes(),
        }
    }

    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.all_own | self.all_enemy)
    }
}

/// The pieces stronger than each kind.
#[inline]
fn stronger(pieces: [u64; 6]) -> [u64; 6] {
    let mut above = [0; 6];
    for kind in (0..5).rev() {
        above[kind] = above[kind + 1] | pieces[kind + 1];
    }
    above
}

/// The pieces beside one that is stronger than they.
#[inline]
fn beside_any(pieces: &[u64; 6], above: &[u64; 6]) -> u64 {
    (0..5).fold(0, |all, kind| all | pieces[kind] & beside(above[kind]))
}

/// The squares at most so far from a square, by steps.
pub const fn disk(square: u32, radius: u32) -> u64 {
    let mut set = 0;
    let mut at = 0;
    while at < 64 {
        if distance(square, at) <= radius {
            set |= 1 << at;
        }
        at += 1;
    }
    set
}

/// Steps from square to square.
pub const fn distance(a: u32, b: u32) -> u32 {
    (a % 8).abs_diff(b % 8) + (a / 8).abs_diff(b / 8)
}
