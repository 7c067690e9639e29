//! How a board looks and how a person makes a move on it, as data.
//!
//! A game describes its board once ([`Geometry`]), each position on it ([`Picture`]), and how each
//! legal ply is made by hand ([`Gesture`]). Whoever draws (the page, a terminal, an SVG file) draws
//! this data and knows no game. Colours are names from the design language (`a`, `frame`, `hole`);
//! whoever draws knows what they look like by day and by night.

use ludoteca_text::Text;
use serde::{Deserialize, Serialize};

use crate::Side;

/// A colour by its name in the design language.
pub type Paint = &'static str;

/// The place of a cell in [`Geometry::cells`].
pub type CellIndex = usize;

/// The place of a kind of piece in [`Geometry::pieces`].
pub type PieceIndex = usize;

/// The place of an edge in [`Geometry::edges`].
pub type EdgeIndex = usize;

/// A board without anything on it, and the looks of all that can stand there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Geometry {
    /// Left, top, width and height of what has to be seen.
    #[cfg_attr(feature = "schema", schema(min_items = 4, max_items = 4))]
    pub view: [f32; 4],
    /// What lies beneath the cells: frame, wood, grid lines.
    pub ground: Vec<Shape>,
    /// The cells, in the order that all indices use.
    pub cells: Vec<Cell>,
    /// Letters and numbers along the edges.
    pub labels: Vec<Label>,
    /// The edges that something can be joined to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// The ways the board can lie, the usual one first; none if it lies in one way only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Rotation>,
    /// Every kind of piece, drawn around (0, 0).
    pub pieces: Vec<Piece>,
    /// Which pieces are stronger than which, the strongest first; none where that is no question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Rank>,
    /// The two sides as they look now, whoever began first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideLook; 2],
    /// How a new piece comes onto the board.
    pub entrance: Entrance,
}

impl Geometry {
    /// The same board after the players have changed colours: each side has the look and the pieces
    /// of the other.
    pub fn exchanged(mut self) -> Geometry {
        self.sides.swap(0, 1);
        self.pieces.iter_mut().for_each(|piece| piece.side = piece.side.map(|side| 1 - side));
        self
    }
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// Its name in the game's notation.
    pub name: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// Its visible outline.
    pub outline: Form,
    /// Where a finger or the mouse hits it, if not just within the outline.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub hit: Option<Form>,
    /// Its colour; none lets the ground show through.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub fill: Option<Paint>,
}

/// An outline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Form {
    /// A circle.
    Circle {
        /// Centre.
        x: f32,
        /// Centre.
        y: f32,
        /// Radius.
        r: f32,
    },
    /// An upright rectangle.
    Rect {
        /// Left edge.
        x: f32,
        /// Top edge.
        y: f32,
        /// Width.
        w: f32,
        /// Height.
        h: f32,
        /// Radius of its corners.
        r: f32,
    },
    /// A path in the words of SVG's `d`.
    Path {
        /// The path.
        d: String,
    },
}

/// A form with its colours.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Shape {
    /// The outline.
    #[serde(flatten)]
    pub form: Form,
    /// Colour inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub fill: Option<Paint>,
    /// Colour of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub stroke: Option<Paint>,
    /// Width of the line.
    pub width: f32,
}

/// A letter or number beside the board, or in the corner of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Label {
    /// Centre.
    pub x: f32,
    /// Centre.
    pub y: f32,
    /// What it says.
    pub text: String,
    /// How tall it is; none leaves that to whoever draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub size: Option<f32>,
}

impl Label {
    /// A label that is as tall as whoever draws likes.
    pub fn new(x: f32, y: f32, text: impl Into<String>) -> Label {
        Label { x, y, text: text.into(), size: None }
    }
}

/// An edge of the board, as a straight line along its middle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Edge {
    /// What it is called, however the board lies.
    pub name: Text,
    /// One end.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub from: [f32; 2],
    /// The other end.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub to: [f32; 2],
}

/// A way for the board to lie. Whoever draws keeps letters and figures upright.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rotation {
    /// What it is called.
    pub name: Text,
    /// How far it is turned clockwise from how it is described here, in degrees.
    pub degrees: f32,
    /// The side that sees it so from where it sits, if the sides sit across from each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub seat: Option<usize>,
}

/// The look of one kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// What it is called.
    pub name: Text,
    /// The side it belongs to; none is nobody's.
    pub side: Option<usize>,
    /// One letter for it where nothing can be drawn.
    pub letter: char,
    /// Its drawing, bottom first.
    pub shapes: Vec<Shape>,
    /// Whether it points somewhere on the board: then it turns with the board, and does not stand
    /// upright.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub points: bool,
}

/// Pieces of the two sides that are equally strong.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rank {
    /// What they are called, whosever they are.
    pub name: Text,
    /// Which they are.
    pub pieces: Vec<PieceIndex>,
}

/// How a side is called and recognised.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideLook {
    /// "Yellow".
    pub name: Text,
    /// What tells it apart besides the colour: "ring".
    pub mark: Text,
    /// What it wants, in one sentence: "Join the two red edges."
    pub goal: Text,
    /// The piece that stands for the side beside its name.
    pub piece: PieceIndex,
    /// Its colour where something is tinted for a side: heat, bars, links.
    pub paint: Paint,
}

/// How a new piece comes onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Entrance {
    /// It appears in its place.
    Fade,
    /// It falls from above the board.
    Drop,
}

/// A position on the board: what changes from ply to ply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Picture {
    /// What stands where.
    pub pieces: Vec<Placed>,
    /// The cells of a line or chain that won the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winning: Vec<CellIndex>,
    /// What the player should know about this position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Pieces beside the board that wait to be placed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tray: Vec<Waiting>,
    /// Pieces that are no longer on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Waiting>,
    /// Where a turn of several steps stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub steps: Option<Steps>,
    /// Buttons that will be there but cannot be pressed now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Placed {
    /// Where it stands.
    pub cell: CellIndex,
    /// What it is.
    pub piece: PieceIndex,
    /// Something that is the matter with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub state: Option<PieceState>,
}

/// Something that is the matter with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PieceState {
    /// It cannot move now.
    Frozen,
    /// It may soon be lost.
    Danger,
}

/// A sentence to the player about the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Note {
    /// How urgent it is.
    pub tone: Tone,
    /// The sentence.
    pub text: Text,
    /// The cells it speaks of.
    pub cells: Vec<CellIndex>,
}

/// How urgent a note is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// What has just happened; it is the message of the moment.
    News,
    /// Good to know.
    Info,
    /// A chance.
    Good,
    /// A danger.
    Warn,
}

/// Pieces of one kind beside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Waiting {
    /// What they are.
    pub piece: PieceIndex,
    /// How many of them.
    pub count: usize,
}

/// Where a turn of several steps stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Steps {
    /// Steps already made in this turn.
    pub done: usize,
    /// Steps a turn has at most.
    pub of: usize,
}

/// A button that cannot be pressed now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Barred {
    /// What the button says.
    pub button: Text,
    /// Why it cannot be pressed.
    pub why: Text,
}

/// What somebody has tried with the hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Touched {
    /// The piece taken from the tray, if one was.
    #[serde(default)]
    pub piece: Option<PieceIndex>,
    /// The cells touched one after the other.
    pub cells: Vec<CellIndex>,
}

/// A board that somebody set up by hand. Whether any game leads to it is for the game to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// What stands where, each cell once.
    pub pieces: Vec<(CellIndex, PieceIndex)>,
    /// Who is to move, in games where that does not follow from the pieces.
    pub side: Side,
}

/// How a person makes one legal ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Gesture {
    /// Tap any of these cells.
    Tap {
        /// Cells that all mean this ply.
        cells: Vec<CellIndex>,
        /// Where the piece will stand.
        lands: CellIndex,
        /// The piece that will stand there.
        piece: PieceIndex,
    },
    /// Drag from the first cell to the last, or tap one after the other.
    Path {
        /// At least two cells.
        cells: Vec<CellIndex>,
        /// How it is marked on the board once its first cell is chosen.
        #[serde(skip_serializing_if = "PathMark::is_dot")]
        mark: PathMark,
        /// What it does, in a few words that follow its last cell: "push the dog (2 steps)".
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<Text>,
    },
    /// Take a piece from the tray and put it down.
    Place {
        /// What is taken.
        piece: PieceIndex,
        /// Where it is put.
        lands: CellIndex,
    },
    /// Press a button beside the board.
    Press {
        /// What the button says.
        button: Text,
        /// What pressing it does, where that is not plain: it is then offered in so many words
        /// before the person makes another move.
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<Text>,
    },
}

/// How a path is marked on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PathMark {
    /// Its last cell has a dot.
    #[default]
    Dot,
    /// A dot with a ring: once there, more can be made of it.
    Ring,
    /// An arrow to its last cell from the one before, whose piece goes there.
    Arrow,
}

impl PathMark {
    fn is_dot(&self) -> bool {
        *self == PathMark::Dot
    }
}

impl Gesture {
    /// A path of which there is nothing to say.
    pub fn path(cells: Vec<CellIndex>) -> Gesture {
        Gesture::Path { cells, mark: PathMark::Dot, about: None }
    }

    /// The cell that shows what has just been done, where there is one.
    pub fn lands(&self) -> Option<CellIndex> {
        match self {
            Gesture::Tap { lands, .. } | Gesture::Place { lands, .. } => Some(*lands),
            Gesture::Path { cells, .. } => cells.last().copied(),
            Gesture::Press { .. } => None,
        }
    }
}

impl Piece {
    /// A piece by the name of the message that names it.
    pub fn new(name: &'static str, side: usize, letter: char, shapes: Vec<Shape>) -> Piece {
        Piece { name: Text::new(name), side: Some(side), letter, shapes, points: false }
    }

    /// The same piece, which points somewhere on the board.
    pub fn pointing(self) -> Piece {
        Piece { points: true, ..self }
    }
}

impl SideLook {
    /// A side by the names of the messages that name it and its mark.
    pub fn new(
        name: &'static str,
        mark: &'static str,
        goal: Text,
        piece: PieceIndex,
        paint: Paint,
    ) -> SideLook {
        SideLook { name: Text::new(name), mark: Text::new(mark), goal, piece, paint }
    }
}

impl Shape {
    /// A form filled with one colour.
    pub fn filled(form: Form, paint: Paint) -> Shape {
        Shape { form, fill: Some(paint), stroke: None, width: 0.0 }
    }

    /// A form drawn as a line of one colour.
    pub fn drawn(form: Form, paint: Paint, width: f32) -> Shape {
        Shape { form, fill: None, stroke: Some(paint), width }
    }

    /// The same shape with a line around it.
    pub fn rimmed(mut self, paint: Paint, width: f32) -> Shape {
        self.stroke = Some(paint);
        self.width = width;
        self
    }
}

impl Form {
    /// A circle.
    pub fn circle(x: f32, y: f32, r: f32) -> Form {
        Form::Circle { x, y, r }
    }

    /// An upright rectangle with rounded corners.
    pub fn rect(x: f32, y: f32, w: f32, h: f32, r: f32) -> Form {
        Form::Rect { x, y, w, h, r }
    }

    /// A path in the words of SVG's `d`.
    pub fn path(d: impl Into<String>) -> Form {
        Form::Path { d: d.into() }
    }
}
