//! Positions of any game.

use std::{
    collections::{BTreeMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use ludoteca_formats::{Format, read};
use ludoteca_games::{AnyLine, GameTree, Outcome, Side, Start, draw_text};
use pyo3::prelude::*;

use crate::told::{json_of, told};

/// A position and the way to it. Nothing changes it: to play makes another one.
#[pyclass(frozen, skip_from_py_object, module = "ludoteca._native")]
#[derive(Clone)]
pub struct Position {
    start: Start,
    /// So many plies belong to the start.
    before: usize,
    pub line: AnyLine,
}

#[pymethods]
impl Position {
    /// The beginning of a game with some options, or a position of it in its own notation.
    #[staticmethod]
    fn begin(
        game: &str,
        options: BTreeMap<String, String>,
        position: Option<&str>,
    ) -> PyResult<Position> {
        let start = Start { game: game.to_owned(), options, position: position.map(str::to_owned) };
        let tree = GameTree::begin(start.clone()).map_err(told)?;
        Ok(Position { start, before: tree.line().len(), line: tree.line().clone() })
    }

    /// The end of a game in a file of any format.
    #[staticmethod]
    fn read(file: &[u8]) -> PyResult<Position> {
        let mut tree = read(file).map_err(told)?;
        tree.go_on();
        let start = tree.start().clone();
        let before = GameTree::begin(start.clone()).map_err(told)?.line().len();
        Ok(Position { start, before, line: tree.line().clone() })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.line.position().game()
    }

    /// The options that were chosen.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.start.options.clone()
    }

    /// Whose move it is: `first` or `second`.
    #[getter]
    fn side(&self) -> &'static str {
        side(self.line.position().side())
    }

    /// The legal moves, in the game's notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line.position().plies()
    }

    /// The moves that led here from where it began.
    #[getter]
    fn played(&self) -> Vec<String> {
        self.line.plies()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Who won: `first`, `second`, or nobody. Nothing as long as the game goes on, too.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.outcome()?.winner.map(side)
    }

    /// A number that equal positions share.
    #[getter]
    fn key(&self) -> u64 {
        self.line.position().key()
    }

    /// Why the game ended, as a message in JSON; nothing as long as it goes on.
    fn reason(&self) -> PyResult<Option<String>> {
        self.line.position().reason().as_ref().map(json_of).transpose()
    }

    /// The position after a move.
    fn play(&self, r#move: &str) -> PyResult<Position> {
        let line = self.line.play(r#move).map_err(told)?;
        Ok(Position { line, ..self.clone() })
    }

    /// The position before the last move; nothing at the beginning.
    fn back(&self) -> Option<Position> {
        if self.line.len() <= self.before {
            return None;
        }
        Some(Position { line: self.line.before()?, ..self.clone() })
    }

    /// The legal moves with the gestures that make them, as JSON.
    fn handles(&self) -> PyResult<String> {
        json_of(&self.line.position().handles())
    }

    /// The board as it is drawn, as JSON.
    fn geometry(&self) -> PyResult<String> {
        json_of(&self.line.position().geometry())
    }

    /// What stands on it, as JSON.
    fn picture(&self) -> PyResult<String> {
        json_of(&self.line.position().picture())
    }

    /// How many ways there are to play so many moves.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.line.position().perft(depth).nodes)
    }

    /// So many random games at least: how many `first` won, `second` won, and nobody.
    fn playouts(&self, py: Python<'_>, games: u64, seed: u64) -> (u64, u64, u64) {
        let results = py.detach(|| {
            let position = self.line.position();
            position.playouts(seed, &mut |tally| tally.games < games).results
        });
        results.into()
    }

    /// The game as a file of a format: `sgf`, `xml`, `json`, `svg` …
    fn write(&self, format: &str) -> PyResult<String> {
        let format = Format::named(format).map_err(told)?;
        format.text(&self.tree()?).map_err(told)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.write("svg")
    }

    fn __str__(&self) -> String {
        let position = self.line.position();
        draw_text(&position.geometry(), &position.picture())
    }

    fn __repr__(&self) -> String {
        let Position { line, start, .. } = self;
        format!("<Position of {} after {:?}>", start.game, line.plies().join(" "))
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.game() == other.game()
            && self.key() == other.key()
            && self.__str__() == other.__str__()
            && self.side() == other.side()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game(), self.key()).hash(&mut hasher);
        hasher.finish()
    }
}

impl Position {
    fn outcome(&self) -> Option<Outcome> {
        self.line.position().outcome()
    }

    /// The game as it was played to here.
    pub fn tree(&self) -> PyResult<GameTree> {
        let mut tree = GameTree::begin(self.start.clone()).map_err(told)?;
        for ply in self.line.plies().iter().skip(self.before) {
            tree.play(ply).map_err(told)?;
        }
        Ok(tree)
    }

    /// Where games begin that begin here; without a position where nothing was played.
    pub fn start_here(&self) -> Start {
        let position = (!self.line.is_empty()).then(|| self.line.plies().join(" "));
        Start { position: position.or_else(|| self.start.position.clone()), ..self.start.clone() }
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
