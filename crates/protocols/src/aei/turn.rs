//! Whole turns of Arimaa, of which AEI speaks, and the plies they are made of.
//!
//! A turn is written as its steps, each capture after the step that caused it, or as sixteen
//! placements. It has no `end`: a turn that is written is over.

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{ArimaaPly, ArimaaRefusal, Capture},
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
        let wrong = |why: Text| Text::from(point::<Text>(words, token, why));
        if token.len() == 4 && token.ends_with('x') {
            match lost {
                Some(lost) if lost.name() == token => continue,
                Some(lost) => return Err(wrong(ArimaaRefusal::OtherCapture(lost).into())),
                None => return Err(wrong(ArimaaRefusal::NoCapture.into())),
            }
        }
        if at.side() != start.side() {
            return Err(wrong(text!("aei-turn-over")));
        }
        let ply = at.read_ply(token).map_err(|why| wrong(why.into()))?;
        if ply == ArimaaPly::End {
            return Err(wrong(ArimaaRefusal::NotAPly.into()));
        }
        lost = capture(&at, &ply);
        at.play(&ply).map_err(|why| wrong(why.into()))?;
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

/// A turn that is under way brought to its end: as much of another turn as can be played in its
/// place, and then whatever ends it soonest. A ply that is legal always leads to an end that is.
pub fn finish(begun: &Arimaa, wanted: &[ArimaaPly]) -> Vec<ArimaaPly> {
    let side = begun.side();
    let mut at = begun.clone();
    let mut plies = Vec::new();
    for ply in wanted {
        if at.side() != side {
            break;
        }
        if at.play(ply).is_ok() {
            plies.push(*ply);
        } else if !at.in_setup() {
            // Steps build on each other, pieces that are set up do not.
            break;
        }
    }
    while at.side() == side {
        // `end` is the last of all plies.
        let Some(ply) = at.legal_plies().pop() else { break };
        at.play_unchecked(&ply);
        plies.push(ply);
    }
    plies
}

/// Whether two positions are equal, and what may not be repeated in them too.
pub fn same(one: &Arimaa, other: &Arimaa) -> bool {
    one == other && one.past().eq(other.past())
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
    fn a_turn_that_is_under_way_ends_legally_whatever_is_wanted_of_it() {
        let mut rng = SplitMix64::seed_from_u64(4);
        let other = |at: &Arimaa| {
            let board = at.state().board;
            let mut fresh = Arimaa::from_board(board, at.side());
            let mut rng = SplitMix64::seed_from_u64(board.key());
            let mut plies = Vec::new();
            while fresh.side() == at.side() && !at.in_setup() {
                let Some(ply) = fresh.random_ply(&mut rng) else { break };
                fresh.play_unchecked(&ply);
                plies.push(ply);
            }
            plies
        };
        for _ in 0..3 {
            let mut at = Arimaa::default();
            for _ in 0..200 {
                for wanted in [Vec::new(), other(&at)] {
                    let mut end = at.clone();
                    for ply in finish(&at, &wanted) {
                        assert_eq!(end.side(), at.side());
                        end.play(&ply).unwrap();
                    }
                    assert_ne!(end.side(), at.side());
                }
                let Some(ply) = at.random_ply(&mut rng) else { break };
                at.play_unchecked(&ply);
                if at.outcome().is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn what_is_wanted_of_a_turn_is_done_as_far_as_steps_are_left_and_pushes_are_whole() {
        let start = cat_by_the_trap();
        let begun = |words: &str| start.read_position(words).unwrap().into_position();
        let finished = |at: &Arimaa, words: &str| {
            let (wanted, _) =
                read(&Arimaa::from_board(at.state().board, at.side()), words).unwrap();
            write(at, &finish(at, &wanted))
        };
        let one = begun("Ra1n");
        assert_eq!(finished(&one, "cb6e Eb5n Ra2n Ra3n"), "cb6e cc6x Eb5n Ra2n");
        let three = begun("Ra1n Ra2n Ra3n");
        assert_eq!(finished(&three, "cb6e Eb5n"), "", "a push takes two steps");
        assert_eq!(finished(&three, "Eb5s Eb4s"), "Eb5s");
        // Back to where the turn began is no turn.
        let away = begun("Eb5s");
        assert_ne!(finished(&away, "Eb4n"), "Eb4n");
        // The pieces that are there stay; the others go where they are wanted, or wherever there is
        // room.
        let two = position("Ea1 Rb1");
        let wanted = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2";
        let (wanted, _) = read(&Arimaa::default(), wanted).unwrap();
        let set = write(&two, &finish(&two, &wanted));
        assert_eq!(set, "Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Me2 Cf2 Dg2 Hh2 Rd2");
    }
}
