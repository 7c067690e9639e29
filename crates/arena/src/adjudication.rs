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
