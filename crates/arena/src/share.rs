//! Shares with their error: so many of so many.

use serde::Serialize;

/// A share from 0 to 1 with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share itself.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Two sides of a normal distribution hold 95% within this many deviations.
pub(crate) const DEVIATIONS: f64 = 1.959_964;

impl Share {
    /// `hits` of `all`, with the interval of Wilson (1927), which stays within 0 and 1 and is honest
    /// about few trials and clean scores. Of nothing nothing is known.
    ///
    /// ```
    /// use ludoteca_arena::Share;
    /// let half = Share::of(5, 10);
    /// assert_eq!((half.share, half.low.max(0.23), half.high.min(0.77)), (0.5, half.low, half.high));
    /// ```
    pub fn of(hits: usize, all: usize) -> Share {
        Share::of_half_points(2 * hits, all)
    }

    /// The same with half points for draws. As drawn games spread less than decided ones, the
    /// interval is then rather too wide than too narrow.
    pub fn of_half_points(half_points: usize, games: usize) -> Share {
        if games == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, squared) = (games as f64, DEVIATIONS * DEVIATIONS);
        let share = half_points as f64 / (2.0 * n);
        let centre = (share + squared / (2.0 * n)) / (1.0 + squared / n);
        let error = DEVIATIONS / (1.0 + squared / n)
            * (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
        Share {
            share,
            low: (centre - error).clamp(0.0, share),
            high: (centre + error).clamp(share, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(hits: usize, all: usize) -> [f64; 2] {
        let share = Share::of(hits, all);
        [share.low, share.high].map(|end| (end * 1e4).round() / 1e4)
    }

    /// The examples of Newcombe (1998), table I, method 3.
    #[test]
    fn the_interval_is_that_of_the_literature() {
        assert_eq!(rounded(81, 263), [0.2553, 0.3662]);
        assert_eq!(rounded(15, 148), [0.0624, 0.1605]);
        assert_eq!(rounded(0, 20), [0.0, 0.1611]);
        assert_eq!(rounded(1, 29), [0.0061, 0.1718]);
    }

    #[test]
    fn every_share_lies_in_its_interval_and_the_interval_between_nothing_and_all() {
        for all in 0..40 {
            for hits in 0..=all {
                let Share { share, low, high } = Share::of(hits, all);
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{hits}/{all}");
                assert!(low < high);
            }
        }
    }
}
