//! What stands around a cell, as numbers of weights: the six cells that touch it, each pair of steps on
//! to the next six, and where the last moves were made. A board is seen by a side as if it joined top
//! and bottom, and turned by half it is the same.

use ludoteca_games::hex::Colour;

use crate::hex::{cells::Ground, inferior::Stones};

/// What a cell holds, as a digit: nothing, a stone of whoever looks or of the other side. Beyond an edge
/// stand stones of its colour.
type Digit = usize;

/// The cells that touch a cell, as rows down and columns to the right, in the order of a clock.
const RING: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];
/// How far beyond the edges cells are looked at.
const MARGIN: i32 = 2;
/// How far away a last move is told apart.
const NEAR: i32 = 3;
/// From how far on all edges are equally far away.
const INSIDE: i32 = 4;

/// How many weights there are of each kind of surroundings.
const RINGS: usize = 729;
const SECTORS: usize = 3 * 243;
const STRAIGHTS: usize = 3 * 9;
pub(super) const SHAPES: usize = RINGS + SECTORS + STRAIGHTS;
/// How many weights there are for where a cell lies, for where a last move was made from there, and for
/// what stands beside one that touches it.
pub(super) const PLACES: usize = 2 * ((INSIDE + 1) * (INSIDE + 1)) as usize;
pub(super) const LASTS: usize = ((2 * NEAR + 1) * (2 * NEAR + 1) + 1) as usize;
pub(super) const ANSWERS: usize = 3 * 81;

/// A board as one side sees it.
pub(super) struct Seen {
    size: i32,
    mirrored: bool,
    digits: Vec<u8>,
}

impl Seen {
    pub(super) fn new<const W: usize>(
        ground: &Ground<W>,
        stones: &Stones<W>,
        colour: Colour,
    ) -> Seen {
        let size = ground.size as i32;
        let wide = size + 2 * MARGIN;
        let beyond = |at: i32| !(MARGIN..size + MARGIN).contains(&at);
        let digit = |at: i32| match (beyond(at / wide), beyond(at % wide)) {
            (false, false) => 0,
            (true, _) => 1,
            (false, true) => 2,
        };
        let digits = (0..wide * wide).map(digit).collect();
        let mut seen = Seen { size, mirrored: colour == Colour::Blue, digits };
        for (digit, of) in [(1, colour), (2, colour.other())] {
            for cell in stones[of as usize] {
                let at = seen.index(seen.place(cell));
                seen.digits[at] = digit;
            }
        }
        seen
    }

    /// The row and the column of a cell.
    fn place(&self, cell: usize) -> (i32, i32) {
        let (row, column) = (cell as i32 / self.size, cell as i32 % self.size);
        if self.mirrored { (column, row) } else { (row, column) }
    }

    fn index(&self, (row, column): (i32, i32)) -> usize {
        ((row + MARGIN) * (self.size + 2 * MARGIN) + column + MARGIN) as usize
    }

    fn digit(&self, place: (i32, i32)) -> Digit {
        usize::from(self.digits[self.index(place)])
    }

    fn ring(&self, here: (i32, i32)) -> [Digit; 6] {
        RING.map(|step| self.digit(sum(here, step)))
    }

    /// The weights of what stands around a cell, from 0 to [`SHAPES`].
    pub(super) fn shapes(&self, cell: usize, mut tell: impl FnMut(usize)) {
        let here = self.place(cell);
        let ring = self.ring(here);
        // Between two cells that touch it and each other lies one of the next: what a bridge leads to.
        let bridge: [Digit; 6] =
            std::array::from_fn(|i| self.digit(sum(here, sum(RING[i], RING[(i + 1) % 6]))));
        let turned = |turn: usize| number((0..6).map(|i| ring[(i + turn) % 6]));
        tell(turned(0).min(turned(3)));
        for i in 0..6 {
            let [next, after] = [(i + 1) % 6, (i + 2) % 6];
            let sector = [ring[i], bridge[i], ring[next], bridge[next], ring[after]];
            tell(RINGS + i % 3 * 243 + number(sector));
            let straight = [ring[i], self.digit(sum(here, sum(RING[i], RING[i])))];
            tell(RINGS + SECTORS + i % 3 * 9 + number(straight));
        }
    }

    /// The weight of where a cell lies: how far from the edges, and in which half.
    pub(super) fn lies(&self, cell: usize) -> usize {
        let (row, column) = self.place(cell);
        let away = |at: i32| at.min(self.size - 1 - at).min(INSIDE);
        // The middle row and column are in no half, so that nothing changes when the board is turned.
        let side = |at: i32| (2 * at - (self.size - 1)).signum();
        let acute = side(row) * side(column) > 0;
        2 * (away(row) * (INSIDE + 1) + away(column)) as usize + usize::from(acute)
    }

    /// The weight of where a move was made, seen from a cell.
    pub(super) fn after(&self, cell: usize, last: usize) -> usize {
        let (down, right) = self.from(cell, last);
        if down.abs().max(right.abs()) > NEAR {
            return LASTS - 1;
        }
        let code = |sign: i32| (sign * down + NEAR) * (2 * NEAR + 1) + sign * right + NEAR;
        code(1).min(code(-1)) as usize
    }

    /// The weight of what stands around a cell beside a last move that touches it.
    pub(super) fn answers(&self, cell: usize, last: usize) -> Option<usize> {
        let step = self.from(cell, last);
        let at = RING.iter().position(|there| *there == step)?;
        let ring = self.ring(self.place(cell));
        Some(at % 3 * 81 + number([4, 5, 1, 2].map(|turn| ring[(at + turn) % 6])))
    }

    fn from(&self, cell: usize, to: usize) -> (i32, i32) {
        let [from, to] = [cell, to].map(|cell| self.place(cell));
        (to.0 - from.0, to.1 - from.1)
    }
}

fn sum(a: (i32, i32), b: (i32, i32)) -> (i32, i32) {
    (a.0 + b.0, a.1 + b.1)
}

/// Digits to base 3.
fn number(digits: impl IntoIterator<Item = Digit>) -> usize {
    digits.into_iter().fold(0, |number, digit| 3 * number + digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::cells::Cells;

    fn all(seen: &Seen, cell: usize, last: usize) -> Vec<usize> {
        let mut all = Vec::new();
        seen.shapes(cell, |number| all.push(number));
        all.sort_unstable();
        all.extend([seen.lies(cell), seen.after(cell, last)]);
        all.extend(seen.answers(cell, last));
        all
    }

    #[test]
    fn a_board_looks_the_same_turned_by_half_and_to_the_other_side_mirrored() {
        let ground = Ground::<1>::new(7);
        let red: Cells<1> = [3, 10, 17, 30].into_iter().collect();
        let blue: Cells<1> = [11, 23, 24, 45].into_iter().collect();
        let mirror = |cell: usize| cell % 7 * 7 + cell / 7;
        let mirrored = |cells: Cells<1>| cells.map(mirror).collect::<Cells<1>>();
        let seen = Seen::new(&ground, &[red, blue], Colour::Red);
        let turned = Seen::new(&ground, &[ground.turned(&red), ground.turned(&blue)], Colour::Red);
        let other = Seen::new(&ground, &[mirrored(blue), mirrored(red)], Colour::Blue);
        for cell in ground.all {
            for last in [11, 24, 45] {
                let here = all(&seen, cell, last);
                assert_eq!(here, all(&turned, 48 - cell, 48 - last));
                assert_eq!(here, all(&other, mirror(cell), mirror(last)));
            }
        }
    }

    #[test]
    fn numbers_stay_in_their_tables() {
        let ground = Ground::<1>::new(5);
        let (mut most, mut places) = (0, 0);
        for stones in [[Cells::NONE; 2], [Cells::of(12), Cells::of(13)]] {
            let seen = Seen::new(&ground, &stones, Colour::Blue);
            for cell in ground.all {
                seen.shapes(cell, |number| most = most.max(number));
                places = places.max(seen.lies(cell));
                let mut all = ground.all;
                assert!(all.all(|last| seen.after(cell, last) < LASTS));
                assert!(seen.answers(cell, 12).is_none_or(|number| number < ANSWERS));
            }
        }
        assert!(most < SHAPES && places < PLACES);
    }
}
