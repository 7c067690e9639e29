//! Ludoteca for Python, the part of it that is Rust: positions, players, solvers, matches and nets.
//!
//! What is large (a thought, a solution, a match) goes over as the JSON that the command line and the
//! page get, too; `ludoteca/__init__.py` makes typed values of it. `ludoteca/_native.pyi` says what is
//! here, and a test compares.

mod patience;
mod player;
mod position;
mod told;

use std::{collections::BTreeMap, time::Duration};

use ludoteca_arena::{Limits, Match, Openings, play_match};
use ludoteca_games::{GAMES, Start};
use ludoteca_nets::Model;
use ludoteca_players::{Asked, Budget, Extent, Stop, players, settings, solve_as};
use ludoteca_text::Text;
use pyo3::prelude::*;
use serde_json::json;

use crate::{
    player::{Player, supply},
    position::Position,
    told::{Error, json_of, told},
};

/// The games by their names, each with its options, as JSON.
#[pyfunction]
fn games() -> PyResult<String> {
    let options: BTreeMap<&str, _> = GAMES.iter().map(|kind| (kind.name, kind.options())).collect();
    json_of(&options)
}

/// The players of a game with their keys and levels, the strongest last, as JSON.
#[pyfunction]
fn players_of(game: &str) -> PyResult<String> {
    json_of(&players(game).map_err(told)?)
}

/// Who wins a position with best play, and what each move is worth, as JSON.
#[pyfunction]
fn solve(
    py: Python<'_>,
    position: &Position,
    seconds: Option<f64>,
    nodes: Option<u64>,
    outcome: bool,
) -> PyResult<String> {
    let budget = budget(seconds, nodes)?;
    let extent = if outcome { Extent::Outcome } else { Extent::Moves };
    let asked = Asked { extent, guided: None };
    let solution = patience::wait(py, &budget.stop, || {
        solve_as(position.line.position(), asked, &budget, &mut |_, _| {})
    })?;
    json_of(&solution.map_err(told)?)
}

/// A match between two players, as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn play(
    py: Python<'_>,
    position: &Position,
    a: &str,
    b: &str,
    games: u32,
    opening_plies: u32,
    seconds: Option<f64>,
    nodes: Option<u64>,
    seed: u64,
    jobs: usize,
) -> PyResult<String> {
    let supply = supply(0);
    let start = position.start_here();
    let player = |words| settings(&start.game, words, &supply).map_err(told);
    let Budget { time, nodes, stop, .. } = budget(seconds, nodes)?;
    let limits = Limits { time, nodes, clock: None };
    let what = Match {
        a: player(a)?,
        b: player(b)?,
        start: Start { position: None, ..start.clone() },
        games: games.max(1),
        openings: match &start.position {
            Some(_) => Openings::Games(vec![position.tree()?]),
            None => Openings::Plies(opening_plies),
        },
        limits: [limits, limits],
        seed,
        jobs: jobs.max(1),
    };
    let result = patience::wait(py, &stop, || play_match(&what, &supply, &stop, &mut |_| {}))?;
    json_of(&result.map_err(told)?)
}

/// What is known of a net in a file: how it was made, and its shape, as JSON.
#[pyfunction]
fn net(file: &[u8]) -> PyResult<String> {
    let model = Model::read(file).map_err(told)?;
    let shape = model.shape();
    json_of(&json!({
        "record": model.record, "bytes": file.len(), "planes": shape.planes,
        "channels": shape.channels, "blocks": shape.blocks,
    }))
}

/// A message, given as JSON, in a language.
#[pyfunction]
fn say(message: &str, language: Option<&str>) -> PyResult<String> {
    let text: Text =
        serde_json::from_str(message).map_err(|error| Error::new_err(error.to_string()))?;
    told::say(&text, language)
}

/// The budget of a thought.
fn budget(seconds: Option<f64>, nodes: Option<u64>) -> PyResult<Budget> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| Error::new_err(error.to_string()))?;
    Ok(Budget { time, nodes, stop: Stop::default(), ..Budget::default() })
}

/// Board games to play, analyse and understand.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<Position>()?;
    module.add_class::<Player>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(players_of, module)?)?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(play, module)?)?;
    module.add_function(wrap_pyfunction!(net, module)?)?;
    module.add_function(wrap_pyfunction!(say, module)?)?;
    module.add_function(wrap_pyfunction!(told::speak, module)?)?;
    Ok(())
}
