//! What a colony does, seen from inside; `tests/players` sees it from outside.

mod formulas;
mod paths;
mod telling;
mod thesis;

use ludoteca_games::{Connect4, TicTacToe, params::Values, testing::Tree};

use super::{Asked, Settings, Usual};
use crate::{Budget, Clock, Form, Played, Supply};

const VARIANTS: [&str; 5] = ["as", "acs", "mmas", "bwas", "ggp"];

impl Played for Tree {}

/// The settings of a player text's keys.
fn settings<G: Played>(words: &str) -> Settings {
    let (nothing, supply) = (Values::default(), Supply::seeded(1));
    let mut form = Form::new(&nothing, &supply);
    Asked::<G>::read(&mut form, Usual::default()).unwrap();
    let pairs = words.split(',').filter_map(|pair| pair.split_once('='));
    let values = Values::read("ants", &form.keys(), pairs).unwrap();
    let asked = Asked::<G>::read(&mut Form::new(&values, &supply), Usual::default());
    asked.unwrap().settings(1)
}

/// A clock that never ends.
fn endless() -> Clock {
    Clock::start(&Budget::default())
}

#[test]
fn what_a_variant_usually_does_is_in_its_settings() {
    let settings = settings::<TicTacToe>("depth=1");
    assert_eq!((settings.depth, settings.ants, settings.searches), (Some(1), 40, 200));
    assert_eq!(settings.rho, 0.9);
    assert_eq!(super::tests::settings::<Connect4>("variant=as").rho, 0.1);
}
