//! Asking a player: the one place where a player that falls is caught.
//!
//! Whoever lets machines play (matches, the page, the engines of protocols) asks them here, so that
//! a fault of ours in one of them ends its game and nothing else.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludoteca_games::AnyLine;
use ludoteca_text::text;

use crate::{AnyPlayer, AnyWatch, Budget, Failure, Fault, Thought};

/// Asks a player what it thinks of the position that a line has led to.
///
/// Nobody knows what a player that broke down ([`Fault::Crash`]) remembers: it is to be built anew
/// before it is asked again.
pub fn ask(
    player: &mut dyn AnyPlayer,
    line: &AnyLine,
    budget: &Budget,
    watch: AnyWatch<'_>,
) -> Result<Thought, Failure> {
    match catch_unwind(AssertUnwindSafe(|| player.think(line, budget, watch))) {
        Ok(answer) => answer,
        Err(_) => Err(Fault::Crash.told(text!("reason-crashed"))),
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::find;

    use super::*;

    struct Falls;

    impl AnyPlayer for Falls {
        fn think(&mut self, _: &AnyLine, _: &Budget, _: AnyWatch<'_>) -> Result<Thought, Failure> {
            panic!("this player always falls");
        }
    }

    #[test]
    fn a_player_that_falls_has_crashed_and_nobody_else_has() {
        let line = find("tictactoe").unwrap().begin([]).unwrap().line();
        let failure = ask(&mut Falls, &line, &Budget::default(), AnyWatch::Nobody).unwrap_err();
        assert_eq!((failure.kind, failure.text.id.as_ref()), (Fault::Crash, "reason-crashed"));
    }
}
