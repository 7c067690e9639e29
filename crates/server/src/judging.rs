//! What was thought of a position, kept with its game: whoever asks again is answered at once.

use std::time::Duration;

use ludoteca_games::{Outcome, Position, Side, tree::NodeId};
use ludoteca_players::{
    Thought,
    thought::{Value, Verdict},
};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    store::{Judgement, Store, StoreError},
    view::{Shown, shown},
};

/// Layers longer than this are not kept: they are seen again by thinking again.
const LONGEST: usize = 64 << 10;

/// What is read of a thought that was kept.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Told {
    /// What it would play.
    #[serde(rename = "move")]
    pub ply: Option<String>,
    /// What it expects for the side to move.
    #[serde(flatten)]
    pub value: Value,
    /// What it expects to happen, best line first.
    lines: Vec<ToldLine>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct ToldLine {
    moves: Vec<String>,
}

impl Told {
    /// Nothing but a value.
    pub fn of(value: Value) -> Told {
        Told { ply: None, value, lines: Vec::new() }
    }

    /// The line it expects.
    pub fn line(&self) -> &[String] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }

    /// Whether what it expects is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self.value, Value::Proved { .. })
    }
}

impl Judgement {
    /// A thought as it is kept, that was given so long; one that was cut short had only what it took.
    pub fn of(thought: &Thought, given: Duration, cut: bool) -> Option<Judgement> {
        let layers = serde_json::to_string(&thought.layers).ok();
        let bare = Thought { layers: Vec::new(), ..thought.clone() };
        Some(Judgement {
            seconds: if cut { thought.seconds } else { given.as_secs_f64() },
            thought: serde_json::to_string(&bare).ok()?,
            layers: layers.filter(|layers| layers.len() <= LONGEST),
        })
    }

    /// What it says; none if somebody has spoilt it by hand.
    pub fn told(&self) -> Option<Told> {
        serde_json::from_str(&self.thought).ok()
    }

    /// Whether it need not be thought again by somebody who would give it so many seconds.
    pub fn suffices(&self, seconds: f64) -> bool {
        self.seconds >= seconds || self.told().is_some_and(|told| told.is_proved())
    }

    /// The whole thought, as the page reads it.
    pub fn shown(&self) -> Option<Shown> {
        let mut whole: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&self.thought).ok()?;
        if let Some(layers) = &self.layers {
            whole.insert("layers".to_owned(), serde_json::from_str(layers).ok()?);
        }
        // Nobody else can read it wrongly who cannot read this.
        self.told()?;
        Some(shown(&whole))
    }
}

/// What a player has thought of a position before, as the page reads it.
pub fn remembered(
    store: &Store,
    game: &str,
    node: NodeId,
    player: &str,
) -> Result<Option<Shown>, StoreError> {
    Ok(store.judgement(game, node, player)?.and_then(|judgement| judgement.shown()))
}

/// A thought, as the page reads it.
pub fn written(thought: &Thought) -> Box<RawValue> {
    serde_json::value::to_raw_value(thought).expect("a thought can be written as JSON")
}

/// What the end of a game is worth to the side that would move.
pub fn ended(position: &dyn Position) -> Option<Value> {
    position
        .outcome()
        .map(|outcome| Value::Proved { result: result(&outcome, position.side()), plies: Some(0) })
}

fn result(outcome: &Outcome, side: Side) -> Verdict {
    match outcome.winner {
        None => Verdict::Draw,
        Some(winner) if winner == side => Verdict::Win,
        Some(_) => Verdict::Loss,
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Start, tree::GameTree};
    use ludoteca_players::{AnyWatch, Budget, Supply, machine};

    use super::*;

    #[test]
    fn a_thought_that_was_kept_says_what_it_said() {
        let game = GameTree::begin(Start::of("connect4").at("444444")).unwrap();
        let mut player = machine("connect4", "alphabeta:depth=4", &Supply::seeded(1)).unwrap();
        let budget = Budget::default();
        let thought =
            player.consider(game.position(), &budget, AnyWatch::Live(Duration::ZERO, &mut |_| {}));
        let thought = thought.unwrap();
        let kept = Judgement::of(&thought, Duration::from_secs(3), false).unwrap();
        assert_eq!((kept.seconds, kept.suffices(3.0), kept.suffices(3.1)), (3.0, true, false));
        let told = kept.told().unwrap();
        assert_eq!((told.ply.clone(), told.value), (thought.ply(), thought.value));
        assert_eq!(told.line(), thought.lines[0].plies);
        let whole: serde_json::Value = serde_json::from_str(kept.shown().unwrap().get()).unwrap();
        assert_eq!(whole, serde_json::to_value(&thought).unwrap());
        let spoilt = Judgement { thought: "{}".to_owned(), ..kept.clone() };
        assert_eq!(spoilt.shown().map(|_| ()), None);
        let cut = Judgement::of(&thought, Duration::from_secs(3), true).unwrap();
        assert_eq!(cut.seconds, thought.seconds);
    }

    #[test]
    fn what_is_proved_need_not_be_thought_again_however_long_one_would() {
        let proved = r#"{"move":"4","value":1.0,"proved":"win","lines":[]}"#;
        let kept = Judgement { seconds: 0.1, thought: proved.to_owned(), layers: None };
        assert!(kept.suffices(1000.0));
        let guess = Judgement { thought: r#"{"move":"4","value":1.0,"lines":[]}"#.into(), ..kept };
        assert!(!guess.suffices(1000.0));
    }

    #[test]
    fn the_end_of_a_game_is_worth_its_result() {
        let game = GameTree::begin(Start::of("connect4").at("1212121")).unwrap();
        let lost = Value::Proved { result: Verdict::Loss, plies: Some(0) };
        assert_eq!(ended(game.position()), Some(lost));
        assert_eq!(ended(GameTree::begin(Start::of("connect4")).unwrap().position()), None);
    }
}
