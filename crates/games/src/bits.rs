//! Sets of squares as the bits of a word, for games that keep their boards so.

/// The numbers of the bits that are set, the lowest first.
pub(crate) fn each(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(at)
    })
}

/// The set bit that has `n` others below it, alone.
#[inline]
pub(crate) fn nth(mut bits: u64, n: u32) -> u64 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_lowest() {
        let bits = 1 << 3 | 1 << 17 | 1 << 63;
        assert_eq!(each(bits).collect::<Vec<_>>(), [3, 17, 63]);
        assert_eq!([0, 1, 2].map(|n| nth(bits, n)), [1 << 3, 1 << 17, 1 << 63]);
    }
}
