//! Who ends a game before its end on the board: whoever can prove how it ends, both players where
//! they agree, or the length of the game.

use ludoteca_games::{End, Game, GameTree, Hex, Side, Value, Verdict};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Supply, Thought, ask, exact, machine, solve_outcome,
};
use serde::{Deserialize, Serialize};

use crate::MatchError;

/// When somebody else ends a game. Usually nobody does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// After so many plies, the opening's among them, nobody has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// When both players agree who wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Agreed>,
    /// When it is proved who wins: the most positions that may be looked at for that after each ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<u64>,
}

/// What it takes for both players to agree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// What each expects at least for the winner, from 0 to 1 (won).
    pub value: f64,
    /// At so many of its own plies in a row.
    pub plies: u32,
}

/// Whether games of that name can be decided by proof.
pub fn can_be_exact(game: &str) -> bool {
    game == Hex::NAME || exact(game).is_some()
}

/// Looks at one game.
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// The exact player; none where nothing is to be proved, or the solver itself is asked.
    prover: Option<Box<dyn AnyPlayer>>,
    /// Whom each side has thought of as the winner last, and at how many of its plies in a row.
    expected: [(Option<Side>, u32); 2],
}

impl Adjudicator {
    pub fn new(
        rules: &Adjudication,
        game: &str,
        supply: &Supply<'_>,
    ) -> Result<Adjudicator, MatchError> {
        if rules.exact.is_some() && !can_be_exact(game) {
            return Err(MatchError::NotExact { game: game.to_owned() });
        }
        let prover = exact(game).filter(|_| rules.exact.is_some());
        let prover = prover.map(|name| machine(game, name, supply)).transpose()?;
        Ok(Adjudicator { rules: *rules, prover, expected: [(None, 0); 2] })
    }

    /// Sees a ply with the thought that led to it, and says whether the game is over.
    pub fn look(&mut self, game: &GameTree, thought: &Thought) -> Option<End> {
        self.expect(game, thought);
        if game.ended().is_some() {
            return None;
        }
        if let Some(result) = self.proved(game) {
            return Some(End::Adjudicated(result));
        }
        if let Some(winner) = self.agreed() {
            return Some(End::Adjudicated(Some(winner)));
        }
        let long = |most| game.length() >= most as usize;
        self.rules.length.is_some_and(long).then_some(End::Adjudicated(None))
    }

    fn expect(&mut self, game: &GameTree, thought: &Thought) {
        let (Some(rule), Some(side)) = (self.rules.agreed, game.mover(game.last())) else { return };
        let winner = match thought.value.result() {
            result if result >= rule.value => Some(side),
            result if result <= -rule.value => Some(side.other()),
            _ => None,
        };
        let expected = &mut self.expected[side.index()];
        let before = if expected.0 == winner { expected.1 } else { 0 };
        *expected = (winner, before + 1);
    }

    fn agreed(&self) -> Option<Side> {
        let rule = self.rules.agreed?;
        let [(one, first), (two, second)] = self.expected;
        one.filter(|_| one == two && first.min(second) >= rule.plies)
    }

    /// How it is proved to end: who wins, or nobody.
    fn proved(&mut self, game: &GameTree) -> Option<Option<Side>> {
        let budget = Budget::nodes(self.rules.exact?);
        let verdict = match &mut self.prover {
            Some(prover) => {
                match ask(prover.as_mut(), game.line(), &budget, AnyWatch::Nobody).ok()?.value {
                    Value::Proved { result, .. } => result,
                    Value::Guess { .. } => return None,
                }
            }
            None => solve_outcome(game.position(), &budget).ok()?.outcome?,
        };
        let side = game.position().side();
        Some(match verdict {
            Verdict::Win => Some(side),
            Verdict::Draw => None,
            Verdict::Loss => Some(side.other()),
        })
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Start, Unit};
    use ludoteca_players::Answer;

    use super::*;

    fn guess(result: f64) -> Thought {
        let mut player = machine("connect4", "random", &Supply::seeded(1)).unwrap();
        let start = Start::of("connect4").reached().unwrap();
        let any = player.think(&start, &Budget::default(), AnyWatch::Nobody).unwrap();
        let value = Value::Guess { result, score: None, unit: Unit::Playouts };
        Thought { answer: Answer::Nothing, value, ..any }
    }

    /// What is said after each ply of a game, whose players think so of it.
    fn looks(game: &str, rules: Adjudication, plies: &str, values: &[f64]) -> Vec<Option<End>> {
        let mut judge = Adjudicator::new(&rules, game, &Supply::seeded(1)).unwrap();
        let mut record = GameTree::begin(Start::of(game)).unwrap();
        let plies = plies.split(' ');
        plies
            .zip(values)
            .map(|(ply, value)| {
                record.play(ply).unwrap();
                judge.look(&record, &guess(*value))
            })
            .collect()
    }

    #[test]
    fn a_long_game_is_drawn_and_usually_nobody_interferes() {
        let length = Adjudication { length: Some(3), ..Adjudication::default() };
        let draw = Some(End::Adjudicated(None));
        assert_eq!(looks("connect4", length, "4 4 4", &[0.0; 3]), [None, None, draw]);
        assert_eq!(looks("connect4", Adjudication::default(), "4 4", &[1.0; 2]), [None, None]);
    }

    #[test]
    fn both_have_to_expect_the_same_for_some_plies_in_a_row() {
        let agreed = Some(Agreed { value: 0.9, plies: 2 });
        let rules = Adjudication { agreed, ..Adjudication::default() };
        let won = Some(End::Adjudicated(Some(Side::First)));
        let agree = looks("connect4", rules, "4 4 4 5", &[0.95, -0.9, 1.0, -0.95]);
        assert_eq!(agree, [None, None, None, won]);
        let doubt = looks("connect4", rules, "4 4 4 5 5 6", &[0.95, -0.9, 0.2, -0.95, 0.95, -0.95]);
        assert_eq!(doubt, [const { None }; 6]);
        // Both think that they win.
        let hope = looks("connect4", rules, "4 4 4 5", &[0.95, 0.95, 0.95, 0.95]);
        assert_eq!(hope, [const { None }; 4]);
    }

    #[test]
    fn what_can_be_proved_ends_the_game_and_a_game_without_proofs_is_refused() {
        let exact = Adjudication { exact: Some(100_000), ..Adjudication::default() };
        let won = Some(End::Adjudicated(Some(Side::First)));
        // Three in a row with both ends open.
        let ends = looks("connect4", exact, "3 3 4 4 5", &[0.0; 5]);
        assert_eq!(ends[4], won);
        // The answer to a centre that loses.
        let ends = looks("tictactoe", exact, "b2 a2", &[0.0; 2]);
        assert_eq!(ends, [Some(End::Adjudicated(None)), won.clone()]);
        let little = Adjudication { exact: Some(1), ..exact };
        assert_eq!(looks("hex", little, "f6", &[0.0]), [None], "too much to prove");
        let refused = Adjudicator::new(&exact, "arimaa", &Supply::seeded(1));
        assert_eq!(refused.err(), Some(MatchError::NotExact { game: "arimaa".to_owned() }));
    }
}
