//! The course of a game as AEI knows it: a beginning, and whole turns.

use std::iter::successors;

use ludoteca_games::{Arimaa, Game, Line, Side, arimaa::ArimaaPly};

use super::turn;

/// A line of play as turns.
#[derive(Clone, Debug)]
pub struct Course {
    /// The first beginning of a turn that is known.
    pub start: Arimaa,
    /// The turns from there on that are over.
    pub turns: Vec<Vec<ArimaaPly>>,
    /// Where the turn that is under way begins.
    pub begin: Arimaa,
    /// What was made of it.
    pub made: Vec<ArimaaPly>,
}

impl Course {
    /// The turns of a line; none if it begins in the middle of one that is still under way, and
    /// nobody knows how that began. Pieces that are set up tell it themselves: their order is
    /// nothing.
    pub fn of(line: &Line<Arimaa>) -> Option<Course> {
        let mut links: Vec<&Line<Arimaa>> = successors(Some(line), |line| line.before()).collect();
        links.reverse();
        let first = links.iter().position(|link| begins_turn(link.position()));
        let mut course = match first {
            Some(first) => Course::begun(links[first].position()),
            None if line.position().in_setup() => Course::begun(line.position()),
            None => return None,
        };
        for link in &links[first.map_or(links.len(), |first| first + 1)..] {
            course.made.extend(link.last());
            if begins_turn(link.position()) {
                course.begin = link.position().clone();
                course.turns.push(std::mem::take(&mut course.made));
            }
        }
        Some(course)
    }

    /// The board as it stands in the middle of a turn, as if that were the beginning of one.
    pub fn standing(position: &Arimaa) -> Course {
        let state = position.state();
        Course::begun(&Arimaa::from_board(state.board, state.side))
    }

    /// The turns that follow what is known so far; none if the game took another course.
    pub fn since(&self, known: &Course) -> Option<&[Vec<ArimaaPly>]> {
        let same = turn::same(&self.start, &known.start) && self.turns.starts_with(&known.turns);
        same.then(|| &self.turns[known.turns.len()..])
    }

    /// Nothing was played from a position, unless its pieces are still being set up: then all of
    /// them were.
    fn begun(position: &Arimaa) -> Course {
        let start = if position.in_setup() { Arimaa::default() } else { position.clone() };
        let mut course =
            Course { begin: start.clone(), start, turns: Vec::new(), made: Vec::new() };
        let of = |side| {
            let pieces = position.state().board.all().filter(move |piece| piece.1 == side);
            pieces.map(|(square, _, kind)| ArimaaPly::Place(kind, square))
        };
        if position.in_setup() {
            if position.side() == Side::Second {
                course.turns.push(of(Side::First).collect());
                of(Side::First).for_each(|ply| course.begin.play_unchecked(&ply));
            }
            course.made = of(position.side()).collect();
        }
        course
    }
}

/// Whether nothing of a turn was played yet.
pub fn begins_turn(position: &Arimaa) -> bool {
    let state = position.state();
    state.made == 0 && !(position.in_setup() && state.board.of(state.side) != 0)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

    use super::*;

    /// Random games, as lines.
    fn games() -> impl Iterator<Item = Line<Arimaa>> {
        let mut rng = SplitMix64::seed_from_u64(4);
        (0..3).map(move |_| {
            let mut line = Line::still(Arimaa::default());
            for _ in 0..200 {
                let Some(ply) = line.position().random_ply(&mut rng) else { break };
                line = line.play(&ply).unwrap();
            }
            line
        })
    }

    fn played(course: &Course) -> Arimaa {
        let mut at = course.start.clone();
        for plies in &course.turns {
            let (_, after) = turn::read(&at, &turn::write(&at, plies)).unwrap();
            at = after;
        }
        assert!(turn::same(&at, &course.begin));
        course.made.iter().for_each(|ply| at.play_unchecked(ply));
        at
    }

    #[test]
    fn every_line_is_its_turns_and_what_was_made_of_the_last() {
        for game in games() {
            let mut before: Option<Course> = None;
            let mut links: Vec<_> = successors(Some(&game), |line| line.before()).collect();
            links.reverse();
            for line in links {
                let course = Course::of(line).unwrap();
                let all: Vec<_> =
                    course.turns.concat().into_iter().chain(course.made.clone()).collect();
                assert_eq!(all, line.plies());
                assert!(turn::same(&played(&course), line.position()));
                assert_eq!(course.made.is_empty(), begins_turn(line.position()));
                if let Some(before) = before {
                    let new = usize::from(course.turns.len() > before.turns.len());
                    assert_eq!(course.since(&before).unwrap().len(), new);
                    assert_eq!(before.since(&course).is_some(), new == 0);
                }
                before = Some(course);
            }
        }
    }

    #[test]
    fn of_a_bare_position_only_the_setup_is_known_and_no_turn_that_is_under_way() {
        for game in games() {
            for line in successors(Some(&game), |line| line.before()) {
                let position = line.position();
                let course = Course::of(&Line::still(position.clone()));
                let known = position.in_setup() || begins_turn(position);
                assert_eq!(course.is_some(), known);
                if let Some(course) = course {
                    assert_eq!(&played(&course), position);
                }
            }
        }
    }
}
