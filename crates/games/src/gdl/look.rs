//! How a described game looks: its board is guessed from facts such as `(cell 2 3 x)`, that is two
//! coordinates and what is there. All other facts are told in words, and moves that name no cell are
//! buttons.

use ludoteca_words::{Text, text};
use rustc_hash::FxHashMap;

use super::{
    look_pieces::{owner, pieces, sheet},
    rules::{Rules, State},
    terms::TermId,
    text::compact,
};
use crate::{
    boards,
    picture::{CellIndex, Geometry, Gesture, Note, Picture, PieceIndex, Placed, SideLook, Tone},
};

/// The most facts that are told in words.
const TOLD: usize = 40;
/// The most columns or rows of a board.
const LARGEST: usize = 26;

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
    /// Guesses the look of a game whose role `first` moves first.
    pub fn of(rules: &Rules, first: usize) -> Look {
        let roles = [first, 1 - first].map(|role| rules.write(rules.roles[role].name));
        let goal = Text::new("goal-gdl");
        let side = |side: usize, mark: &'static str, paint| SideLook {
            name: Text::verbatim(roles[side].clone()),
            mark: Text::new(mark),
            goal: goal.clone(),
            piece: side,
            paint,
        };
        let sides = [side(0, "mark-ring", "a"), side(1, "mark-diamond", "b")];
        let Some(guess) = Guess::of(rules) else {
            let geometry = sheet().geometry(pieces(&roles, &[]), sides);
            return Look { geometry, board: None };
        };
        let blank = guess.blank(rules, &roles);
        let mut contents: Vec<TermId> = Vec::new();
        for (_, [_, _, content]) in &guess.facts {
            let role = roles.contains(&rules.write(*content));
            if Some(*content) != blank && !role && !contents.contains(content) {
                contents.push(*content);
            }
        }
        let names: Vec<String> = contents.iter().map(|content| compact(rules, *content)).collect();
        let piece = |content: TermId| {
            let name = rules.write(content);
            let role = roles.iter().position(|role| *role == name);
            let other = || contents.iter().position(|other| *other == content).map(|at| at + 2);
            role.or_else(other).filter(|_| Some(content) != blank)
        };
        let [columns, rows] = [&guess.columns, &guess.rows].map(|all| {
            all.iter().enumerate().map(|(at, term)| (*term, at)).collect::<FxHashMap<_, _>>()
        });
        let (width, height) = (columns.len(), rows.len());
        let facts = guess.facts.iter().map(|(at, [column, row, content])| {
            (*at, (rows[row] * width + columns[column], piece(*content)))
        });
        let grid = Grid { facts: facts.collect(), columns, rows };
        let paths = rules
            .roles
            .iter()
            .flat_map(|role| &role.moves)
            .any(|mv| matches!(grid.named(rules, *mv), Named::Cells(cells) if cells.len() > 1));
        let mut board = if paths {
            boards::chequered_squares(width, height)
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
        let geometry = board.geometry(pieces(&roles, &names), sides);
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
    fn named(&self, rules: &Rules, mv: TermId) -> Named {
        let terms = rules.terms.terms(mv);
        let width = self.columns.len();
        let mut cells = Vec::new();
        let mut rest = terms;
        while let [first, after @ ..] = rest {
            rest = after;
            if let [second, after @ ..] = after
                && let (Some(column), Some(row)) = (self.columns.get(first), self.rows.get(second))
            {
                cells.push(row * width + column);
                rest = after;
            }
        }
        match terms {
            _ if !cells.is_empty() => Named::Cells(cells),
            [only] if self.columns.contains_key(only) || self.rows.contains_key(only) => {
                Named::Line(*only)
            }
            _ => Named::Nothing,
        }
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

/// The places of the facts that hold in a state.
fn held(state: &State) -> impl Iterator<Item = usize> + '_ {
    let bits = state.0.iter().enumerate();
    bits.flat_map(|(word, bits)| {
        (0..64).filter(move |at| bits >> at & 1 == 1).map(move |at| 64 * word + at)
    })
}

/// Facts that may be a board: for each its place among those of a state, and its column, its row
/// and what is there.
struct Guess {
    facts: Vec<(usize, [TermId; 3])>,
    columns: Vec<TermId>,
    rows: Vec<TermId>,
}

impl Guess {
    /// The largest board among the facts.
    fn of(rules: &Rules) -> Option<Guess> {
        let mut named: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (at, base) in rules.bases.iter().enumerate() {
            if rules.terms.terms(*base).len() == 3 {
                named.entry(rules.terms.name(*base)).or_default().push(at);
            }
        }
        let mut guesses = Vec::new();
        for (name, facts) in named {
            // What is there usually stands last, or else first.
            let orders = [[0, 1, 2], [1, 2, 0]].into_iter();
            guesses.extend(
                orders
                    .filter_map(|order| Guess::with(rules, &facts, order))
                    .next()
                    .map(|guess| (guess.facts.len(), std::cmp::Reverse(name), guess)),
            );
        }
        guesses.into_iter().max_by_key(|(facts, name, _)| (*facts, *name)).map(|guess| guess.2)
    }

    fn with(rules: &Rules, facts: &[usize], order: [usize; 3]) -> Option<Guess> {
        let terms = |at: &usize| {
            let terms = rules.terms.terms(rules.bases[*at]);
            (*at, order.map(|place| terms[place]))
        };
        let facts: Vec<(usize, [TermId; 3])> = facts.iter().map(terms).collect();
        let [columns, rows] = [0, 1].map(|axis| {
            let mut all: Vec<TermId> = facts.iter().map(|(_, terms)| terms[axis]).collect();
            all.sort_unstable();
            all.dedup();
            all.sort_by_key(|term| coordinate(rules, *term));
            let fine = (2..=LARGEST).contains(&all.len())
                && all.iter().all(|term| coordinate(rules, *term).is_some());
            fine.then_some(all)
        });
        Some(Guess { facts, columns: columns?, rows: rows? })
    }

    /// The word for an empty cell: one that means it, or what half of the board or more begins with.
    fn blank(&self, rules: &Rules, roles: &[String; 2]) -> Option<TermId> {
        let initial: Vec<usize> = held(rules.initial()).collect();
        let mut counts: FxHashMap<TermId, usize> = FxHashMap::default();
        for (at, [_, _, content]) in &self.facts {
            *counts.entry(*content).or_default() += usize::from(initial.contains(at));
        }
        let means_it = |content: &&TermId| {
            let name = rules.write(**content);
            matches!(name.as_str(), "blank" | "empty" | "nil" | "none" | "free")
        };
        if let Some(content) = counts.keys().find(means_it) {
            return Some(*content);
        }
        let (content, count) = counts.into_iter().max_by_key(|(term, count)| (*count, *term))?;
        let most = 2 * count >= self.columns.len() * self.rows.len();
        let name = rules.write(content);
        let named = name.len() > 1 && owner(&name, roles).is_some() || roles.contains(&name);
        (most && !named).then_some(content)
    }
}

/// The order of a coordinate: a number, or one letter.
fn coordinate(rules: &Rules, term: TermId) -> Option<i64> {
    if !rules.terms.terms(term).is_empty() {
        return None;
    }
    let name = rules.symbols.name(rules.terms.name(term));
    match name.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => Some(i64::from(*letter)),
        _ => name.parse::<i32>().ok().map(i64::from),
    }
}
