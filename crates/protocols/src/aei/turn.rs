//! Whole turns of Arimaa, of which AEI speaks, and the plies they are made of.
//!
//! A turn is written as its steps, each capture after the step that caused it, or as sixteen
//! placements. It has no `end`: a turn that is written is over.

use std::collections::HashSet;

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{ArimaaPly, Board, Capture, STEPS, State, Step},
    point,
};
use ludoteca_text::{Text, text};

use super::letter;

/// The plies of a turn, and the position after it. Captures may be left out; those that are written
/// have to be true.
pub fn read(start: &Arimaa, words: &str) -> Result<(Vec<ArimaaPly>, Arimaa), Text> {
    let mut at = start.clone();
    let mut plies = Vec::new();
    let mut lost: Option<Capture> = None;
    for token in words.split_whitespace() {
        let wrong = |why: Text| Text::from(point(words, token, why));
        if token.len() == 4 && token.ends_with('x') {
            match lost.map(|lost| lost.name()) {
                Some(capture) if capture == token => continue,
                Some(capture) => {
                    return Err(wrong(text!("arimaa-other-capture", capture = capture)));
                }
                None => return Err(wrong(text!("arimaa-no-capture"))),
            }
        }
        if at.side() != start.side() {
            return Err(wrong(text!("aei-turn-over")));
        }
        let ply = at.read_ply(token).map_err(wrong)?;
        if ply == ArimaaPly::End {
            return Err(wrong(text!("arimaa-not-a-ply")));
        }
        lost = capture(&at, &ply);
        at.play(&ply).map_err(wrong)?;
        plies.push(ply);
    }
    if at.side() == start.side() {
        if at.in_setup() {
            return Err(text!("aei-setup-unfinished"));
        }
        at.play(&ArimaaPly::End)?;
        plies.push(ArimaaPly::End);
    }
    Ok((plies, at))
}

/// Plies as AEI writes them. Where another turn begins, the letter of its side stands before it.
pub fn write(start: &Arimaa, plies: &[ArimaaPly]) -> String {
    let mut at = start.clone();
    let mut side = at.side();
    let mut words = Vec::new();
    for ply in plies {
        if at.side() != side {
            side = at.side();
            words.push(letter(side).to_string());
        }
        if *ply != ArimaaPly::End {
            words.push(at.list_ply(ply));
        }
        at.play_unchecked(ply);
    }
    words.join(" ")
}

/// The plies of the turn that leads from the beginning of one to the beginning of the next; none if
/// there is no such turn.
pub fn between(from: &Arimaa, to: &Arimaa) -> Option<Vec<ArimaaPly>> {
    if from.outcome().is_some() || from.side() == to.side() {
        return None;
    }
    let mut plies = Vec::new();
    if from.in_setup() {
        let own = to.state().board.all().filter(|piece| piece.1 == from.side());
        plies.extend(own.map(|(square, _, kind)| ArimaaPly::Place(kind, square)));
    } else {
        // The shortest, as a person would write it.
        let steps = (1..=STEPS).find_map(|most| {
            let mut steps = Vec::new();
            let mut search = Search { board: to.state().board, most, seen: HashSet::new() };
            search.leads(from.state(), &mut steps).then_some(steps)
        })?;
        let end = (steps.len() < usize::from(STEPS)).then_some(ArimaaPly::End);
        plies.extend(steps.into_iter().map(ArimaaPly::Step).chain(end));
    }
    let mut at = from.clone();
    for ply in &plies {
        at.play(ply).ok()?;
    }
    same(&at, to).then_some(plies)
}

/// Whether two positions are equal, and what may not be repeated in them too.
pub fn same(one: &Arimaa, other: &Arimaa) -> bool {
    one == other && one.past().eq(other.past())
}

/// The way to a board within a turn.
struct Search {
    board: Board,
    /// Steps that a turn may have made there.
    most: u8,
    seen: HashSet<u64>,
}

impl Search {
    /// Whether further steps lead there; if so, which.
    fn leads(&mut self, state: &State, steps: &mut Vec<Step>) -> bool {
        if state.made > 0 && !state.pushing() && state.board == self.board {
            return true;
        }
        if state.made == self.most || !self.seen.insert(state.key()) {
            return false;
        }
        let mut possible = Vec::new();
        state.steps(&mut possible);
        for step in possible {
            let mut next = *state;
            next.step(step);
            steps.push(step);
            if self.leads(&next, steps) {
                return true;
            }
            steps.pop();
        }
        false
    }
}

/// What a trap swallows when a ply is played.
fn capture(at: &Arimaa, ply: &ArimaaPly) -> Option<Capture> {
    match ply {
        ArimaaPly::Step(step) => {
            let mut state = *at.state();
            state.step(*step)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;
    use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

    use super::*;

    fn position(words: &str) -> Arimaa {
        Arimaa::default().read_position(words).unwrap().into_position()
    }

    /// Silver's cat can be pushed into the trap c6, where Gold's elephant follows it.
    fn cat_by_the_trap() -> Arimaa {
        let mut rows = ["        "; 8];
        rows[0] = "r      r"; // 8
        rows[2] = " c      "; // 6
        rows[3] = " E      "; // 5
        rows[7] = "R      R"; // 1
        position(&format!("g [{}]", rows.concat()))
    }

    #[test]
    fn a_turn_is_read_with_its_captures_or_without_and_written_with_them() {
        let start = cat_by_the_trap();
        for words in ["cb6e cc6x Eb5n Ra1n", "cb6e Eb5n Ra1n"] {
            let (plies, after) = read(&start, words).unwrap();
            assert_eq!(plies.len(), 4, "three steps and the end");
            assert_eq!(write(&start, &plies), "cb6e cc6x Eb5n Ra1n");
            assert_ne!(after.side(), start.side());
        }
        let refused = |words| Lang::ENGLISH.say(&read(&start, words).unwrap_err());
        assert!(refused("cb6e cf6x Eb5n").contains("cc6x"));
        assert!(refused("Ra1n cc6x").contains("took no piece"));
    }

    #[test]
    fn what_is_no_whole_turn_is_refused_with_the_word_that_is_wrong() {
        let start = cat_by_the_trap();
        let refused = |words| Lang::ENGLISH.say(&read(&start, words).unwrap_err());
        assert!(refused("Eb5s Eb4s Eb3s Eb2s Ra1n").contains("“Ra1n”, at character 21"));
        assert!(refused("Eb5n").contains("“Eb5n”"));
        assert!(refused("Ra1n end").contains("“end”"));
        assert!(!refused("cb6w").is_empty(), "an unfinished push");
        assert!(!refused("").is_empty(), "nothing at all");
        assert!(!refused("\u{1d11e}").is_empty());
        assert!(read(&Arimaa::default(), "Ra1 Rb1").is_err());
    }

    #[test]
    fn further_turns_are_written_with_the_letter_of_their_side() {
        let start = cat_by_the_trap();
        let line = start.read_position("2g Ra1n 2s ra8s 3g Ra2n").unwrap();
        assert_eq!(write(&start, &line.plies()), "Ra1n s ra8s g Ra2n");
    }

    #[test]
    fn the_turn_between_two_positions_of_a_game_is_found_and_no_other() {
        let mut rng = SplitMix64::seed_from_u64(4);
        for _ in 0..3 {
            let mut at = Arimaa::default();
            let mut begin = at.clone();
            for _ in 0..200 {
                let Some(ply) = at.random_ply(&mut rng) else { break };
                let side = at.side();
                at.play_unchecked(&ply);
                if at.side() != side {
                    let plies = between(&begin, &at).expect("a turn was played");
                    let (_, after) = read(&begin, &write(&begin, &plies)).unwrap();
                    assert!(same(&after, &at));
                    assert_eq!(between(&at, &at), None);
                    begin = at.clone();
                }
            }
        }
        let start = cat_by_the_trap();
        let two = start.read_position("2g Ra1n 2s ra8s").unwrap().into_position();
        assert_eq!(between(&start, &two), None);
    }
}
