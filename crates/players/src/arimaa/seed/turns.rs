//! The turns of a position in the order in which the searches try them: by the evaluation of the
//! board they lead to, best for whoever moves first, equals by their text. Turns that lead to the
//! same board are one, told in the fewest steps.

use std::cmp::Reverse;

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Board, Kind, Square, State, Step, TurnFinder, WholeTurn, beside, goal},
};

use super::Seed;
use crate::{
    Clock,
    search::{Score, WIN},
};

/// The rest of a turn, from the position it was found in to its end.
#[derive(Clone, Copy, Debug)]
pub struct RankedTurn {
    turn: WholeTurn,
    /// The steps as they are written. A step is four letters, so that numbers compare as texts do;
    /// captures and the word `end`, which follow from the steps, change nothing.
    text: u128,
    /// The evaluation of the board it leads to, for whoever makes it; beyond it, a game won or lost.
    pub rank: Score,
}

/// The turns that are looked at.
pub struct RankedTurns {
    /// The turns in order.
    pub turns: Vec<RankedTurn>,
    /// Whether none was left out that could have been better.
    pub whole: bool,
}

/// Finds turns; what it needs room for is kept from one position to the next.
#[derive(Default)]
pub struct Finder(TurnFinder);

impl RankedTurn {
    /// Its plies in the position it was found in.
    pub fn plies(&self, position: &Arimaa) -> Vec<ArimaaPly> {
        self.turn.plies(position).collect()
    }
}

impl Finder {
    /// The first `limit` turns of a position whose setup is over. A goal within reach is the only
    /// turn: in the fewest steps, of those the first by its text. Each board they are chosen from is
    /// a position looked at; when the budget is spent they are chosen from those seen until then.
    pub fn turns(
        &mut self,
        position: &Arimaa,
        seed: &Seed,
        limit: usize,
        clock: &mut Clock,
    ) -> RankedTurns {
        let found = self.0.turns(position);
        let all = found.len();
        let (state, side) = (position.state(), position.side());
        let home = |turn: &&WholeTurn| turn.end().pieces(side, Kind::Rabbit) & goal(side) != 0;
        let best = |turn: &&WholeTurn| (turn.len(), text(state, turn));
        if let Some(turn) = found.iter().filter(home).min_by_key(best) {
            let turns = vec![RankedTurn { turn: *turn, text: text(state, turn), rank: WIN }];
            clock.tick();
            return RankedTurns { turns, whole: true };
        }
        let ranked = |turn: WholeTurn| {
            let (text, rank) = (text(state, &turn), rank(turn.end(), side, seed));
            RankedTurn { turn, text, rank }
        };
        let mut turns = Vec::with_capacity(all);
        for turn in found {
            turns.push(ranked(turn));
            if clock.tick() {
                break;
            }
        }
        let order = |turn: &RankedTurn| (Reverse(turn.rank), turn.text);
        let whole = all == turns.len() && all <= limit;
        if turns.len() > limit {
            turns.select_nth_unstable_by_key(limit, order);
            turns.truncate(limit);
        }
        turns.sort_unstable_by_key(order);
        RankedTurns { turns, whole }
    }
}

/// The steps of a turn as they are written.
fn text(state: &State, turn: &WholeTurn) -> u128 {
    let mut at = *state;
    let mut text = 0;
    for (i, step) in turn.iter().enumerate() {
        text |= u128::from(letters(*step, &at.board)) << (96 - 32 * i);
        at.step(*step);
    }
    text
}

/// What a board is worth to `moved`, who has just ended a turn with it.
fn rank(board: &Board, moved: Side, seed: &Seed) -> Score {
    match winner(board, moved) {
        Some(winner) if winner == moved => WIN,
        Some(_) => -WIN,
        None => seed.score_for(board, moved),
    }
}

/// Who has won when `moved` ends a turn with a board. Whether all turns of the other side would
/// repeat a position is left to the rules.
fn winner(board: &Board, moved: Side) -> Option<Side> {
    let next = moved.other();
    let rabbits = |side| board.pieces(side, Kind::Rabbit);
    if let Some(side) = [moved, next].into_iter().find(|side| rabbits(*side) & goal(*side) != 0) {
        return Some(side);
    }
    if let Some(side) = [next, moved].into_iter().find(|side| rabbits(*side) == 0) {
        return Some(side.other());
    }
    let state = State::new(*board, next);
    let moves = state.able() & beside(board.empty());
    if moves & !board.kind(Kind::Rabbit) != 0 {
        return None;
    }
    let mut steps = Vec::new();
    state.steps(&mut steps);
    steps.is_empty().then_some(moved)
}

/// The four letters of a step, `Ee2n`, the first one highest.
fn letters(Step { from, to }: Step, board: &Board) -> u32 {
    let piece = board.piece(from).map_or('?', |(side, kind)| kind.letter(side));
    let direction = match to.index() as isize - from.index() as isize {
        8 => 'n',
        1 => 'e',
        -8 => 's',
        _ => 'w',
    };
    let (column, row) = (b'a' + from.column() as u8, b'1' + from.row() as u8);
    u32::from_be_bytes([piece as u8, column, row, direction as u8])
}

/// The turn of some plies in the notation of game records, captures among its steps.
pub fn written(position: &Arimaa, plies: &[ArimaaPly]) -> String {
    let mut at = position.clone();
    let mut state = *position.state();
    let mut words = Vec::new();
    for ply in plies {
        if let ArimaaPly::Step(step) = ply {
            words.push(at.write_ply(ply));
            if let Some(lost) = state.step(*step) {
                let trap: Square = lost.trap;
                words.push(format!("{}{}x", lost.kind.letter(lost.side), trap.name()));
            }
        }
        at.play_unchecked(ply);
    }
    if words.is_empty() { "end".into() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::testing::Turns as EveryTurn;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Budget,
        arimaa::{Weights, seed::tests::some_position},
    };

    fn all(position: &Arimaa) -> RankedTurns {
        let mut clock = Clock::start(&Budget::default());
        Finder::default().turns(position, &Seed::new(Weights::default()), usize::MAX, &mut clock)
    }

    fn read(words: &str) -> Arimaa {
        Arimaa::default().read_position(words).unwrap().into_position()
    }

    fn after(position: &Arimaa, turn: &RankedTurn) -> Arimaa {
        let mut next = position.clone();
        for ply in turn.plies(position) {
            next.play(&ply).unwrap();
        }
        next
    }

    #[test]
    fn the_reference_positions_have_as_many_turns_as_other_programs_count() {
        let empty = " ".repeat(32);
        for (setup, count) in [
            (format!("g [rrrrrrrrhdcemcdh{empty}HDCEMCDHRRRRRRRR]"), 3353),
            (format!("g [hdcemcdhrrrrrrrr{empty}RRRRRRRRHDCEMCDH]"), 2467),
        ] {
            assert_eq!(all(&read(&setup)).turns.len(), count);
        }
    }

    #[test]
    fn turns_are_ordered_by_the_evaluation_and_then_by_their_text() {
        let empty = " ".repeat(32);
        let position = read(&format!("g [rrrrrrrrhdcemcdh{empty}HDCEMCDHRRRRRRRR]"));
        let seed = Seed::new(Weights::default());
        let listed: Vec<(Reverse<Score>, String)> = all(&position)
            .turns
            .iter()
            .map(|turn| {
                let board = after(&position, turn).state().board;
                (Reverse(seed.score(&board)), written(&position, &turn.plies(&position)))
            })
            .collect();
        assert!(listed.is_sorted());
        assert!(listed.windows(2).any(|two| two[0].0 == two[1].0), "some are equally good");
        let mut clock = Clock::start(&Budget::default());
        let few = Finder::default().turns(&position, &seed, 10, &mut clock);
        let few: Vec<String> =
            few.turns.iter().map(|turn| written(&position, &turn.plies(&position))).collect();
        assert_eq!(few, listed.iter().take(10).map(|each| each.1.clone()).collect::<Vec<_>>());
    }

    #[test]
    fn a_goal_within_reach_is_the_only_turn_and_in_the_fewest_steps() {
        let board = |rows: [&str; 8]| rows.concat();
        let goal = read(&format!(
            "g [{}]",
            board([
                "........", ".R......", "........", "........", "........", "........", "...r....",
                "........",
            ])
        ));
        let turns = all(&goal);
        assert_eq!(turns.turns.len(), 1);
        assert_eq!(written(&goal, &turns.turns[0].plies(&goal)), "Rb7n");
        let far = read(&format!(
            "s [{}]",
            board([
                "........", "........", "....R...", "........", ".r......", "........", "........",
                "........",
            ])
        ));
        let turns = all(&far);
        assert_eq!(written(&far, &turns.turns[0].plies(&far)), "rb4s rb3s rb2s");
        assert_eq!(after(&far, &turns.turns[0]).outcome().unwrap().winner, Some(Side::Second));
    }

    #[test]
    fn a_capture_is_written_after_the_step_that_caused_it() {
        // The elephant pushes a cat into a trap.
        let board: String = [
            "r.......", "........", "........", "........", "........", ".c......", ".E......",
            "R.......",
        ]
        .concat();
        let position = read(&format!("g [{board}]"));
        let mut at = position.clone();
        let mut plies = Vec::new();
        for words in ["cb3e", "Eb2n", "end"] {
            let ply = at.read_ply(words).unwrap();
            at.play(&ply).unwrap();
            plies.push(ply);
        }
        assert_eq!(written(&position, &plies), "cb3e cc3x Eb2n");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_turns_are_those_of_the_rules_in_any_part_of_a_game(
            seed: u64, pieces in 2usize..32, plies in 0usize..9
        ) {
            let position = some_position(seed, pieces, plies);
            if position.outcome().is_some() {
                return Ok(());
            }
            let turns = all(&position);
            let mut reached: Vec<u64> =
                turns.turns.iter().map(|turn| after(&position, turn).key()).collect();
            reached.sort_unstable();
            let every = EveryTurn(position.clone());
            let mut expected: Vec<u64> = Vec::new();
            let mut goal = false;
            for turn in every.legal_plies() {
                let mut next = every.clone();
                next.play_unchecked(&turn);
                let won = next.outcome().filter(|outcome| outcome.reason == "reason-goal");
                goal |= won.is_some_and(|outcome| outcome.winner == Some(position.side()));
                expected.push(next.key());
            }
            expected.sort_unstable();
            if goal {
                let won = after(&position, &turns.turns[0]).outcome();
                prop_assert_eq!(won.and_then(|won| won.winner), Some(position.side()));
            } else {
                prop_assert_eq!(reached, expected);
            }
        }
    }
}
