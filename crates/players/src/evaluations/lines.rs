//! `lines`: counts the lines that can still be completed, by how many pieces are already in them.

/// What a line with so many own pieces and no others is worth.
const WORTH: [i32; 6] = [0, 1, 4, 16, 64, 0];

/// The difference of both sides' open lines, for the side `own` belongs to.
pub(super) fn difference(lines: &[u64], own: u64, other: u64) -> i32 {
    let worth = |mine: u64, theirs: u64, line: u64| {
        if theirs & line == 0 { WORTH[(mine & line).count_ones() as usize] } else { 0 }
    };
    lines.iter().map(|line| worth(own, other, *line) - worth(other, own, *line)).sum()
}

/// Every straight line of `length` on a board whose cells have the bit `column × across + row × up`.
pub(super) fn lines(width: i32, height: i32, length: i32, across: i32, up: i32) -> Vec<u64> {
    let mut all = Vec::new();
    for column in 0..width {
        for row in 0..height {
            for (right, rise) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let (c, r) = (column + right * (length - 1), row + rise * (length - 1));
                if c < width && (0..height).contains(&r) {
                    let bit = |k: i32| (column + right * k) * across + (row + rise * k) * up;
                    all.push((0..length).fold(0, |line, k| line | 1 << bit(k)));
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect_four_has_sixty_nine_lines_and_tic_tac_toe_eight() {
        assert_eq!(lines(7, 6, 4, 7, 1).len(), 69);
        assert_eq!(lines(3, 3, 3, 1, 4).len(), 8);
        assert_eq!(lines(5, 5, 4, 1, 6).len(), 28);
    }
}
