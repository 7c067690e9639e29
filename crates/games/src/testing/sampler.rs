//! A made-up game that uses what few games use: hexagons, a tray, turns of one or two steps, a
//! button, frozen and endangered pieces, notes.
//!
//! Each side has a runner and a tower and puts them into its own corner. Then a turn is one or two
//! steps to neighbouring cells. Stepping onto an enemy takes it, but a runner takes no tower. A
//! runner beside an enemy tower is frozen unless its own tower is beside it too. Whoever reaches
//! the other corner or takes everything wins; after forty plies it is a draw.

use ludoteca_text::{Text, text};

use crate::{
    Game, Outcome, Side, boards,
    params::Values,
    picture::{
        Form, Geometry, Gesture, Note, Picture, Piece, PieceState, Placed, Shape, SideLook, Steps,
        Tone, Waiting,
    },
    scatter,
};

const SIZE: usize = 4;
const CELLS: usize = SIZE * SIZE;
/// The corners of the first side and of the second.
const HOMES: [[usize; 3]; 2] = [[0, 1, SIZE], [CELLS - 1, CELLS - 2, CELLS - 1 - SIZE]];
const MOST_STEPS: u8 = 2;
const MOST_PLIES: u8 = 40;

/// The two kinds of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Takes runners.
    Runner,
    /// Takes everything and freezes runners.
    Tower,
}

/// The smallest thing a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplerPly {
    /// Put a piece onto a cell of its own corner.
    Place(Kind, usize),
    /// Go from a cell to a neighbouring one.
    Step(usize, usize),
    /// End the turn.
    End,
}

/// A position of the made-up game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampler {
    board: [Option<(Side, Kind)>; CELLS],
    side: Side,
    /// Steps made in this turn.
    steps: u8,
    plies: u8,
    key: u64,
}

impl Default for Sampler {
    fn default() -> Sampler {
        Sampler { board: [None; CELLS], side: Side::First, steps: 0, plies: 0, key: 0 }
    }
}

impl Sampler {
    /// Whether pieces are still put onto the board.
    fn placing(&self) -> bool {
        usize::from(self.plies) < 4
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = (usize, Kind)> {
        let cells = self.board.iter().enumerate();
        cells.filter_map(move |(cell, piece)| {
            piece.filter(|(whose, _)| *whose == side).map(|(_, kind)| (cell, kind))
        })
    }

    /// The cell of the other corner that a side stands on.
    fn arrived(&self, side: Side) -> Option<usize> {
        HOMES[side.other().index()]
            .into_iter()
            .find(|cell| !self.placing() && self.board[*cell].is_some_and(|p| p.0 == side))
    }

    fn frozen(&self, cell: usize) -> bool {
        let Some((side, Kind::Runner)) = self.board[cell] else { return false };
        let beside =
            |side| neighbours(cell).any(|next| self.board[next] == Some((side, Kind::Tower)));
        beside(side.other()) && !beside(side)
    }

    fn in_danger(&self, cell: usize) -> bool {
        let Some((side, _)) = self.board[cell] else { return false };
        neighbours(cell).any(|from| self.step_refused(side.other(), from, cell).is_none())
    }

    /// Why a side may not put a piece there: the name of the message.
    fn place_refused(&self, kind: Kind, cell: usize) -> Option<&'static str> {
        if !self.placing() {
            Some("sampler-all-placed")
        } else if self.pieces(self.side).any(|(_, placed)| placed == kind) {
            Some("sampler-placed-already")
        } else if !HOMES[self.side.index()].contains(&cell) {
            Some("sampler-not-home")
        } else if self.board[cell].is_some() {
            Some("cell-taken")
        } else {
            None
        }
    }

    /// Why a side may not step: the name of the message.
    fn step_refused(&self, side: Side, from: usize, to: usize) -> Option<&'static str> {
        let Some((_, kind)) = self.board[from].filter(|(whose, _)| *whose == side) else {
            return Some("sampler-not-yours");
        };
        match self.board[to] {
            _ if self.placing() => Some("sampler-place-first"),
            _ if !neighbours(from).any(|next| next == to) => Some("sampler-too-far"),
            Some((whose, _)) if whose == side => Some("cell-taken"),
            Some((_, Kind::Tower)) if kind == Kind::Runner => Some("sampler-tower-safe"),
            _ if self.frozen(from) => Some("sampler-frozen"),
            _ => None,
        }
    }

    fn steps(&self) -> impl Iterator<Item = SamplerPly> {
        self.pieces(self.side).flat_map(move |(from, _)| {
            neighbours(from)
                .filter(move |to| self.step_refused(self.side, from, *to).is_none())
                .map(move |to| SamplerPly::Step(from, to))
        })
    }

    /// A turn ends by hand after a step, or when there is none to make.
    fn may_end(&self) -> bool {
        !self.placing() && (self.steps > 0 || self.steps().next().is_none())
    }

    fn put(&mut self, cell: usize, piece: Option<(Side, Kind)>) {
        for (side, kind) in [self.board[cell], piece].into_iter().flatten() {
            self.key ^= scatter((piece_index(side, kind) * CELLS + cell + 1) as u64);
        }
        self.board[cell] = piece;
    }

    fn pass_on(&mut self, side: Side, steps: u8) {
        self.key ^= self.clock();
        (self.side, self.steps, self.plies) = (side, steps, self.plies + 1);
        self.key ^= self.clock();
    }

    /// The part of the key that all but the board decides.
    fn clock(&self) -> u64 {
        let clock = u64::from(self.plies) << 8 | u64::from(self.steps) << 1 | self.side as u64;
        // The clock of the beginning is 0, and so is the key.
        if clock == 0 { 0 } else { scatter(1 << 32 | clock) }
    }

    fn notes(&self) -> Vec<Note> {
        let note = |tone, name, cell: usize| {
            let (side, kind) = self.board[cell].expect("a note is about a piece");
            let piece = text!(piece_name(side, kind));
            Note {
                tone,
                text: text!(name, piece = piece, cell = cell_name(cell)),
                cells: vec![cell],
            }
        };
        let mut notes = Vec::new();
        for (cell, _) in self.pieces(self.side) {
            if self.frozen(cell) {
                notes.push(note(Tone::Info, "sampler-note-frozen", cell));
            }
            if self.in_danger(cell) {
                notes.push(note(Tone::Warn, "sampler-note-danger", cell));
            }
            let goal = HOMES[self.side.other().index()];
            if goal.iter().any(|to| self.step_refused(self.side, cell, *to).is_none()) {
                notes.push(note(Tone::Good, "sampler-note-goal", cell));
            }
        }
        notes
    }
}

/// The neighbours of a cell, at most six.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (column, row) = ((cell % SIZE) as i32, (cell / SIZE) as i32);
    [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)].into_iter().filter_map(move |(dc, dr)| {
        let inside = 0..SIZE as i32;
        (inside.contains(&(column + dc)) && inside.contains(&(row + dr)))
            .then_some(((row + dr) * SIZE as i32 + column + dc) as usize)
    })
}

fn cell_name(cell: usize) -> String {
    boards::name(cell % SIZE, cell / SIZE)
}

fn read_cell(words: &str) -> Option<usize> {
    let (column, row) = boards::read_name(words)?;
    (column < SIZE && row < SIZE).then_some(row * SIZE + column)
}

fn piece_index(side: Side, kind: Kind) -> usize {
    side.index() * 2 + kind as usize
}

fn piece_name(side: Side, kind: Kind) -> &'static str {
    ["red-runner", "red-tower", "blue-runner", "blue-tower"][piece_index(side, kind)]
}

impl Kind {
    const BOTH: [Kind; 2] = [Kind::Runner, Kind::Tower];

    fn letter(self) -> char {
        ['R', 'T'][self as usize]
    }
}

impl Game for Sampler {
    type Ply = SamplerPly;
    type Refusal = Text;
    const NAME: &'static str = "sampler";
    const ONE_PLY_TURNS: bool = false;

    fn start(_: &Values) -> Result<Self, Text> {
        Ok(Sampler::default())
    }

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.placing() {
            return None;
        }
        for side in Side::BOTH {
            if self.arrived(side).is_some() {
                return Some(Outcome::win(side, "reason-arrived"));
            }
            if self.pieces(side.other()).next().is_none() {
                return Some(Outcome::win(side, "reason-all-taken"));
            }
        }
        (self.plies >= MOST_PLIES).then(|| Outcome::draw("reason-forty"))
    }

    fn plies(&self, out: &mut Vec<SamplerPly>) {
        if self.outcome().is_some() {
            return;
        }
        for kind in Kind::BOTH {
            let cells = HOMES[self.side.index()].into_iter();
            out.extend(
                cells
                    .filter(|cell| self.place_refused(kind, *cell).is_none())
                    .map(|cell| SamplerPly::Place(kind, cell)),
            );
        }
        out.extend(self.steps());
        out.extend(self.may_end().then_some(SamplerPly::End));
    }

    fn check(&self, ply: &SamplerPly) -> Result<(), Text> {
        let refused = match *ply {
            SamplerPly::Place(kind, cell) => self.place_refused(kind, cell).map(|why| (why, cell)),
            SamplerPly::Step(from, to) => self.step_refused(self.side, from, to).map(|why| {
                (why, if matches!(why, "sampler-not-yours" | "sampler-frozen") { from } else { to })
            }),
            SamplerPly::End if self.may_end() => None,
            SamplerPly::End => return Err(text!("sampler-end-early")),
        };
        refused.map_or(Ok(()), |(why, cell)| Err(text!(why, cell = cell_name(cell))))
    }

    fn play_unchecked(&mut self, ply: &SamplerPly) {
        let (side, other) = (self.side, self.side.other());
        match *ply {
            SamplerPly::Place(kind, cell) => {
                self.put(cell, Some((side, kind)));
                let next = if self.pieces(side).count() == 2 { other } else { side };
                self.pass_on(next, 0);
            }
            SamplerPly::Step(from, to) => {
                let piece = self.board[from];
                self.put(from, None);
                self.put(to, piece);
                if self.steps + 1 == MOST_STEPS {
                    self.pass_on(other, 0);
                } else {
                    self.pass_on(side, self.steps + 1);
                }
            }
            SamplerPly::End => self.pass_on(other, 0),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// `Rb1` puts the runner onto b1, `b1c1` is a step, and `end` ends the turn.
    fn write_ply(&self, ply: &SamplerPly) -> String {
        match *ply {
            SamplerPly::Place(kind, cell) => format!("{}{}", kind.letter(), cell_name(cell)),
            SamplerPly::Step(from, to) => cell_name(from) + &cell_name(to),
            SamplerPly::End => "end".to_owned(),
        }
    }

    fn read_ply(&self, words: &str) -> Result<SamplerPly, Text> {
        let ply = || {
            if words == "end" {
                return Some(SamplerPly::End);
            }
            for kind in Kind::BOTH {
                if let Some(cell) = words.strip_prefix(kind.letter()) {
                    return Some(SamplerPly::Place(kind, read_cell(cell)?));
                }
            }
            let (from, to) = words.split_at_checked(2)?;
            Some(SamplerPly::Step(read_cell(from)?, read_cell(to)?))
        };
        ply().ok_or_else(|| text!("sampler-not-a-move"))
    }

    /// The board may be turned over along the line from corner to corner.
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize) -> Self {
        let mut image = self.clone();
        for (cell, piece) in self.board.iter().enumerate() {
            image.put(cell_image(symmetry, cell), *piece);
        }
        image
    }

    fn ply_image(&self, symmetry: usize, ply: &SamplerPly) -> SamplerPly {
        match *ply {
            SamplerPly::Place(kind, cell) => SamplerPly::Place(kind, cell_image(symmetry, cell)),
            SamplerPly::Step(from, to) => {
                SamplerPly::Step(cell_image(symmetry, from), cell_image(symmetry, to))
            }
            SamplerPly::End => SamplerPly::End,
        }
    }

    fn geometry(&self) -> Geometry {
        let piece = |side: Side, kind: Kind, paint, rim| {
            let body = match kind {
                Kind::Runner => Form::circle(0.0, 0.0, 9.0),
                Kind::Tower => Form::rect(-10.0, -10.0, 20.0, 20.0, 3.0),
            };
            let bar = match side {
                Side::First => Form::path("M0 -5V5"),
                Side::Second => Form::path("M-5 0H5"),
            };
            let letter = match side {
                Side::First => kind.letter(),
                Side::Second => kind.letter().to_ascii_lowercase(),
            };
            let shapes =
                vec![Shape::filled(body, paint).rimmed(rim, 1.2), Shape::drawn(bar, "mark", 2.4)];
            Piece::new(piece_name(side, kind), side.index(), letter, shapes)
        };
        let goal = Text::new("goal-corner");
        boards::hexagons(SIZE).geometry(
            vec![
                piece(Side::First, Kind::Runner, "a", "a2"),
                piece(Side::First, Kind::Tower, "a", "a2"),
                piece(Side::Second, Kind::Runner, "b", "b2"),
                piece(Side::Second, Kind::Tower, "b", "b2"),
            ],
            [
                SideLook::new("sampler-red", "mark-upright", goal.clone(), 0, "a"),
                SideLook::new("sampler-blue", "mark-level", goal, 2, "b"),
            ],
        )
    }

    fn picture(&self) -> Picture {
        let placed = |(cell, piece): (usize, &Option<(Side, Kind)>)| {
            let (side, kind) = (*piece)?;
            let state = if self.frozen(cell) {
                Some(PieceState::Frozen)
            } else if self.in_danger(cell) {
                Some(PieceState::Danger)
            } else {
                None
            };
            Some(Placed { cell, piece: piece_index(side, kind), state })
        };
        let waiting = Side::BOTH.into_iter().flat_map(|side| {
            let kinds = Kind::BOTH.into_iter();
            kinds
                .filter(move |kind| !self.pieces(side).any(|(_, placed)| placed == *kind))
                .map(move |kind| Waiting { piece: piece_index(side, kind), count: 1 })
        });
        let playing = !self.placing() && self.outcome().is_none();
        Picture {
            pieces: self.board.iter().enumerate().filter_map(placed).collect(),
            winning: Side::BOTH.into_iter().filter_map(|side| self.arrived(side)).collect(),
            notes: if playing { self.notes() } else { Vec::new() },
            tray: if self.placing() { waiting.collect() } else { Vec::new() },
            lost: Vec::new(),
            barred: Vec::new(),
            steps: playing.then(|| Steps { done: self.steps.into(), of: usize::from(MOST_STEPS) }),
        }
    }

    fn gesture(&self, ply: &SamplerPly) -> Gesture {
        match *ply {
            SamplerPly::Place(kind, cell) => {
                Gesture::Place { piece: piece_index(self.side, kind), lands: cell }
            }
            SamplerPly::Step(from, to) => Gesture::path(vec![from, to]),
            SamplerPly::End => Gesture::Press { button: text!("sampler-end"), about: None },
        }
    }
}

fn cell_image(symmetry: usize, cell: usize) -> usize {
    if symmetry == 0 { cell } else { cell % SIZE * SIZE + cell / SIZE }
}
