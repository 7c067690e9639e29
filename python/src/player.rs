//! Players of any game.

use std::{
    fs::File,
    io::Read,
    sync::{Mutex, PoisonError},
};

use ludoteca_players::{AnyPlayer, AnyWatch, Fault, Story, Supply, ask, in_slow_motion, machine};
use ludoteca_text::text;
use pyo3::prelude::*;

use crate::{
    budget, patience,
    position::Position,
    told::{json_of, told},
};

/// So many moments of a story are told at most.
const MOMENTS: usize = 1000;

/// A player of a game, chosen by text such as `mcts:playouts=500`.
#[pyclass(frozen, module = "ludoteca._native")]
pub struct Player {
    /// The game it plays.
    #[pyo3(get)]
    game: String,
    /// The text that chose it.
    #[pyo3(get)]
    text: String,
    seed: u64,
    player: Mutex<Box<dyn AnyPlayer>>,
}

#[pymethods]
impl Player {
    #[new]
    fn new(game: String, text: String, seed: u64) -> PyResult<Player> {
        let player = Mutex::new(machine(&game, &text, &supply(seed)).map_err(told)?);
        Ok(Player { game, text, seed, player })
    }

    /// What it thinks of a position, as JSON, with layers if they are wanted.
    fn think(
        &self,
        py: Python<'_>,
        position: &Position,
        seconds: Option<f64>,
        nodes: Option<u64>,
        layers: bool,
    ) -> PyResult<String> {
        let budget = budget(seconds, nodes)?;
        let thought = patience::wait(py, &budget.stop, || {
            let watch = if layers { AnyWatch::AtTheEnd } else { AnyWatch::Nobody };
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            let thought = ask(player.as_mut(), &position.line, &budget, watch);
            if thought.as_ref().is_err_and(|failure| failure.kind == Fault::Crash)
                && let Ok(anew) = machine(&self.game, &self.text, &supply(self.seed))
            {
                *player = anew;
            }
            thought
        })?;
        json_of(&thought.map_err(told)?)
    }

    /// How it comes to its move, moment by moment, as JSON; nothing if it tells no story.
    fn story(&self, py: Python<'_>, position: &Position) -> PyResult<Option<String>> {
        let Some(short) = in_slow_motion(&self.game, &self.text) else { return Ok(None) };
        let mut player = machine(&self.game, &short, &supply(self.seed)).map_err(told)?;
        let budget = budget(None, None)?;
        let told_story = patience::wait(py, &budget.stop, || {
            let mut story: Option<Story> = None;
            let watch = AnyWatch::Recording(MOMENTS, &mut story);
            ask(player.as_mut(), &position.line, &budget, watch).map(|_| story)
        })?;
        told_story.map_err(told)?.as_ref().map(json_of).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<Player {} of {}>", self.text, self.game)
    }
}

/// What players get here: chance, and the files that their texts name. Other programs as players belong
/// to the command line and the page.
pub fn supply(seed: u64) -> Supply<'static> {
    Supply {
        read_file: &|name, most| {
            let mut bytes = Vec::new();
            let opened = File::open(name);
            let read = opened.and_then(|file| {
                file.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)
            });
            let failed = |why: String| text!("cli-file", file = name, why = why);
            read.map_err(|error| failed(error.to_string()))?;
            if bytes.len() > most {
                return Err(text!("cli-file-too-large", file = name, most = most));
            }
            Ok(bytes.into())
        },
        ..Supply::seeded(seed)
    }
}
