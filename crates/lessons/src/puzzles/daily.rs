//! The puzzles of a day: over all games, the easiest first, the same for everybody.

use std::fmt;

use ludoteca_games::{GAMES, scatter};
use ludoteca_text::{errors, text};

use super::{Puzzle, puzzles};

/// How many puzzles a day has: one of each grade.
const GRADES: u8 = 5;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

errors! {
    /// Why words are no day.
    pub enum DateError {
        /// They are not written as one, or the calendar has no such day.
        NoDay => text!("puzzle-no-day"),
    }
}

impl Date {
    /// Reads `2026-11-19`.
    pub fn read(words: &str) -> Result<Date, DateError> {
        let mut parts = words.split('-').map(|part| {
            let digits = part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u16>().ok().filter(|_| digits)
        });
        let mut next = || parts.next().flatten();
        let (Some(year), Some(month), Some(day)) = (next(), next(), next()) else {
            return Err(DateError::NoDay);
        };
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let whole = parts.next().is_none() && (1..=days).contains(&day);
        let date = Date { year, month: month as u8, day: day as u8 };
        if whole { Ok(date) } else { Err(DateError::NoDay) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The puzzles of a day: one of each grade, the easiest first, of as many games as there are.
pub fn daily(date: Date) -> Vec<&'static Puzzle> {
    let of_day = u64::from(date.year) * 512 + u64::from(date.month) * 32 + u64::from(date.day);
    let mut games: Vec<&str> =
        GAMES.iter().map(|kind| kind.name).filter(|game| !puzzles(game).is_empty()).collect();
    let mut chosen = Vec::new();
    for grade in 1..=GRADES {
        let dice = scatter(of_day * u64::from(GRADES) + u64::from(grade));
        let has = |game: &&str| puzzles(game).iter().any(|puzzle| puzzle.grade == grade);
        let mut left: Vec<&str> = games.iter().copied().filter(has).collect();
        if left.is_empty() {
            left = GAMES.iter().map(|kind| kind.name).filter(has).collect();
        }
        let Some(game) = left.get(dice as usize % left.len().max(1)).copied() else { continue };
        games.retain(|other| *other != game);
        let alike: Vec<&Puzzle> =
            puzzles(game).iter().filter(|puzzle| puzzle.grade == grade).collect();
        chosen.push(alike[(dice >> 32) as usize % alike.len()]);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_a_puzzle_of_each_grade_of_different_games_and_is_the_same_whenever_it_is_asked() {
        let mut first = Vec::new();
        for day in 1..=28 {
            let date = Date::read(&format!("2026-02-{day:02}")).unwrap();
            let mix = daily(date);
            let grades: Vec<u8> = mix.iter().map(|puzzle| puzzle.grade).collect();
            assert_eq!(grades, [1, 2, 3, 4, 5], "{date}");
            let mut games: Vec<&str> = mix.iter().map(|puzzle| puzzle.game).collect();
            games.sort_unstable();
            games.dedup();
            assert_eq!(games.len(), 5, "{date}: {games:?}");
            let ids = |mix: &[&Puzzle]| mix.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(&mix), ids(&daily(date)));
            first.push(mix[0].id.clone());
        }
        first.dedup();
        assert!(first.len() > 14, "{first:?}");
    }

    #[test]
    fn only_days_of_the_calendar_are_days() {
        assert_eq!(Date::read("2028-02-29").unwrap().to_string(), "2028-02-29");
        for wrong in [
            "",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-04-31",
            "2026-1",
            "+1-1-1",
            "2026-01-01-01",
        ] {
            assert_eq!(Date::read(wrong), Err(DateError::NoDay), "{wrong}");
        }
    }
}
