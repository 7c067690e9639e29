//! How a described game looks: its board is guessed from facts such as `(cell 2 3 x)`. All other
//! facts are told in words, and moves that name no cell are buttons.

use ludoteca_text::{Text, text};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    course::moves,
    description::Symbol,
    guess::{Content, Guess, Placing, written},
    look_pieces::{Kind, colours, pieces, sheet},
    rules::{Rules, State},
    terms::TermId,
    text::compact,
};
use crate::{
    boards::{self, Board},
    picture::{CellIndex, Geometry, Gesture, Note, Picture, PieceIndex, Placed, SideLook, Tone},
};

/// The most facts that are told in words.
const TOLD: usize = 40;

/// The look of a game.
#[derive(Debug)]
pub struct Look {
    geometry: Geometry,
    board: Option<Grid>,
}

/// Facts that are a board.
#[derive(Debug)]
struct Grid {
    /// Which facts, by their place among those of a state: what they put where; none if it is
    /// nothing.
    facts: FxHashMap<usize, (CellIndex, Option<PieceIndex>)>,
    columns: FxHashMap<TermId, usize>,
    rows: FxHashMap<TermId, usize>,
    /// Whether rows are named before columns.
    row_first: bool,
    /// Moves, by their name and how many terms they have, that name cells only by chance: some of
    /// them more than others.
    elsewhere: FxHashSet<(Symbol, usize)>,
}

/// What a move names on the board.
#[derive(PartialEq)]
enum Named {
    /// Cells one after the other.
    Cells(Vec<CellIndex>),
    /// One coordinate.
    Line(TermId),
    Nothing,
}

impl Look {
    /// Guesses the look of a game whose role `first` moves first. `brought` says of every fact how
    /// often it came with a move of each role.
    pub fn of(rules: &Rules, first: usize, brought: &[[u32; 2]]) -> Look {
        let order = [first, 1 - first];
        let roles = order.map(|role| rules.write(rules.roles[role].name));
        let goal = Text::new("goal-gdl");
        let side = |side: usize, mark: &'static str, paint| SideLook {
            name: Text::verbatim(roles[side].clone()),
            mark: Text::new(mark),
            goal: goal.clone(),
            piece: side,
            paint,
        };
        let [[first, ..], [second, ..]] = colours(&roles);
        let sides = [side(0, "mark-ring", first), side(1, "mark-diamond", second)];
        let Some(guess) = Guess::of(rules) else {
            let geometry = sheet().geometry(pieces(&roles, Vec::new()), sides);
            return Look { geometry, board: None };
        };
        let mut kinds = Vec::new();
        let mut numbers: FxHashMap<Content, PieceIndex> = FxHashMap::default();
        for content in guess.contents(rules, &roles) {
            let name = written(rules, &content);
            let number = match roles.iter().position(|role| *role == name) {
                Some(side) => side,
                None => {
                    let by_side = |at: usize| order.map(|role| brought[at][role]);
                    let side = guess.owner(rules, &content, &roles, by_side);
                    kinds.push(Kind { name, side });
                    kinds.len() + 1
                }
            };
            numbers.insert(content, number);
        }
        let grid = Grid::of(rules, &guess, &numbers);
        let geometry = grid.board(rules, &guess).geometry(pieces(&roles, kinds), sides);
        Look { geometry, board: Some(grid) }
    }

    /// The board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// What a state looks like.
    pub fn picture(&self, rules: &Rules, state: &State) -> Picture {
        let mut notes = Vec::new();
        let mut note = |tone, text| notes.push(Note { tone, text, cells: Vec::new() });
        let on_board =
            |at: &usize| self.board.as_ref().is_some_and(|grid| grid.facts.contains_key(at));
        let whose_turn =
            |at: &usize| rules.symbols.name(rules.terms.name(rules.bases[*at])) == "control";
        let others = held(state).filter(|at| !on_board(at) && !whose_turn(at));
        let mut told: Vec<String> =
            others.map(|at| compact(rules, rules.bases[at])).take(TOLD + 1).collect();
        if told.len() > TOLD {
            told[TOLD] = "…".to_owned();
        }
        if !told.is_empty() {
            note(Tone::Info, text!("gdl-note-facts", list = told.join(" ")));
        }
        Picture { pieces: self.placed(state), notes, ..Picture::default() }
    }

    /// How a move, of all the legal ones, is made by hand. `after` is the state it leads to.
    pub fn gesture(
        &self,
        rules: &Rules,
        [role, mv]: [usize; 2],
        legal: &[u32],
        state: &State,
        after: impl FnOnce() -> State,
    ) -> Gesture {
        let term = rules.roles[role].moves[mv];
        let press = || Gesture::Press { button: Text::verbatim(compact(rules, term)), about: None };
        let Some(grid) = &self.board else { return press() };
        let named = grid.named(rules, term);
        let others = legal.iter().filter(|other| **other as usize != mv);
        let others =
            others.map(|other| grid.named(rules, rules.roles[role].moves[*other as usize]));
        let doubtful = |other: Named| match (&named, &other) {
            (Named::Cells(one), Named::Cells(two)) => {
                one == two || (one.len() == 1) != (two.len() == 1) && one[0] == two[0]
            }
            (Named::Line(_), Named::Cells(_)) | (Named::Cells(_), Named::Line(_)) => true,
            _ => named == other,
        };
        if others.into_iter().any(doubtful) {
            return press();
        }
        match &named {
            Named::Cells(cells) if cells.len() > 1 => Gesture::path(cells.clone()),
            Named::Nothing => press(),
            named => {
                let placed = self.placed(&after());
                let before = self.placed(state);
                let new = placed.iter().find(|placed| !before.contains(placed));
                let (cells, lands) = match (named, new) {
                    (Named::Cells(cells), _) => (cells.clone(), cells[0]),
                    (Named::Line(term), Some(new)) => (grid.line(*term, new.cell), new.cell),
                    _ => return press(),
                };
                if cells.is_empty() {
                    return press();
                }
                let there = placed.iter().find(|placed| placed.cell == lands);
                let own = self.geometry.sides.iter().position(|side| {
                    side.name == Text::verbatim(rules.write(rules.roles[role].name))
                });
                let piece = there.map_or(own.unwrap_or_default(), |placed| placed.piece);
                Gesture::Tap { cells, lands, piece }
            }
        }
    }

    fn placed(&self, state: &State) -> Vec<Placed> {
        let Some(grid) = &self.board else { return Vec::new() };
        let mut placed: Vec<Placed> = Vec::new();
        for (cell, piece) in held(state).filter_map(|at| grid.facts.get(&at)) {
            if let Some(piece) = piece
                && !placed.iter().any(|placed| placed.cell == *cell)
            {
                placed.push(Placed { cell: *cell, piece: *piece, state: None });
            }
        }
        placed
    }
}

impl Grid {
    /// The board that was guessed, with `numbers` for what may be on its cells.
    fn of(rules: &Rules, guess: &Guess, numbers: &FxHashMap<Content, PieceIndex>) -> Grid {
        let [columns, rows] = [&guess.columns, &guess.rows].map(|all| {
            all.iter().enumerate().map(|(at, term)| (*term, at)).collect::<FxHashMap<_, _>>()
        });
        let width = columns.len();
        let facts = guess.facts.iter().map(|Placing { at, column, row, content }| {
            (*at, (rows[row] * width + columns[column], numbers.get(content).copied()))
        });
        let mut grid = Grid {
            facts: facts.collect(),
            columns,
            rows,
            row_first: guess.row_first,
            elsewhere: FxHashSet::default(),
        };
        let mut counts = FxHashMap::default();
        for mv in all_moves(rules) {
            let count = grid.cells(rules, mv).len();
            if *counts.entry(kind(rules, mv)).or_insert(count) != count {
                grid.elsewhere.insert(kind(rules, mv));
            }
        }
        grid
    }

    /// What it is drawn as: chequered if things are moved on it, otherwise ruled.
    fn board(&self, rules: &Rules, guess: &Guess) -> Board {
        let (width, height) = (self.columns.len(), self.rows.len());
        let is_path = |mv| matches!(self.named(rules, mv), Named::Cells(cells) if cells.len() > 1);
        let mut board = if all_moves(rules).any(is_path) {
            let mut board = boards::chequered_squares(width, height);
            // A game on half of the squares is played on the dark ones.
            let tone = |cell: CellIndex| (cell % width + cell / width) % 2;
            if self.facts.values().all(|(cell, _)| tone(*cell) == 1) {
                let tones = [board.cells[1].fill, board.cells[0].fill];
                for (at, cell) in board.cells.iter_mut().enumerate() {
                    cell.fill = tones[tone(at)];
                }
            }
            board
        } else {
            boards::ruled_squares(width, height)
        };
        let [across, up] =
            [&guess.columns, &guess.rows].map(|all| all.iter().map(|term| rules.write(*term)));
        let (across, up): (Vec<String>, Vec<String>) = (across.collect(), up.collect());
        for (label, name) in board.labels.iter_mut().zip(across.iter().chain(&up)) {
            label.text = name.clone();
        }
        let letters = across.iter().all(|name| name.parse::<u32>().is_err());
        for (at, cell) in board.cells.iter_mut().enumerate() {
            let between = if letters { "" } else { "," };
            cell.name = format!("{}{between}{}", across[at % width], up[at / width]);
        }
        board
    }

    fn named(&self, rules: &Rules, mv: TermId) -> Named {
        let cells = self.cells(rules, mv);
        match rules.terms.terms(mv) {
            _ if self.elsewhere.contains(&kind(rules, mv)) => Named::Nothing,
            _ if !cells.is_empty() => Named::Cells(cells),
            [only] if self.columns.contains_key(only) || self.rows.contains_key(only) => {
                Named::Line(*only)
            }
            _ => Named::Nothing,
        }
    }

    /// The cells whose coordinates a move has, one after the other.
    fn cells(&self, rules: &Rules, mv: TermId) -> Vec<CellIndex> {
        let width = self.columns.len();
        let mut cells = Vec::new();
        let mut rest = rules.terms.terms(mv);
        while let [first, after @ ..] = rest {
            rest = after;
            let Some(second) = after.first() else { continue };
            let (across, up) = if self.row_first { (second, first) } else { (first, second) };
            if let (Some(column), Some(row)) = (self.columns.get(across), self.rows.get(up)) {
                cells.push(row * width + column);
                rest = &after[1..];
            }
        }
        cells
    }

    /// The cells of the column or row that a coordinate names and that goes through `cell`.
    fn line(&self, term: TermId, cell: CellIndex) -> Vec<CellIndex> {
        let (width, height) = (self.columns.len(), self.rows.len());
        let cells = 0..width * height;
        if self.columns.get(&term) == Some(&(cell % width)) {
            cells.filter(|other| other % width == cell % width).collect()
        } else if self.rows.get(&term) == Some(&(cell / width)) {
            cells.filter(|other| other / width == cell / width).collect()
        } else {
            Vec::new()
        }
    }
}

/// The moves of all roles.
fn all_moves(rules: &Rules) -> impl Iterator<Item = TermId> {
    rules.roles.iter().flat_map(|role| role.moves.iter().copied())
}

/// The name of a move and how many terms it has.
fn kind(rules: &Rules, mv: TermId) -> (Symbol, usize) {
    (rules.terms.name(mv), rules.terms.terms(mv).len())
}

/// The places of the facts that hold in a state.
fn held(state: &State) -> impl Iterator<Item = usize> + '_ {
    moves(state.0.iter().copied())
}
