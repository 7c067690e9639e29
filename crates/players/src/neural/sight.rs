//! How a net sees a position of Hex: always as the side that joins top and bottom and moves next. For
//! the other side the board is mirrored along its long diagonal.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, Colour, HexPly},
};
use ludoteca_nets::{Evaluator, Model, Net, Planes, Seen};

use super::{
    eyes::{Eyes, Places, expected},
    graph::{Look, Looks},
};

/// A net that comes with the program.
struct BuiltIn {
    name: &'static str,
    file: &'static [u8],
    net: LazyLock<Option<Net>>,
}

static SMALL: BuiltIn = BuiltIn {
    name: "hex-6x64",
    file: include_bytes!("../../nets/hex-6x64.net"),
    net: LazyLock::new(|| SMALL.read()),
};
static LARGE: BuiltIn = BuiltIn {
    name: "hex-8x128",
    file: include_bytes!("../../nets/hex-8x128.net"),
    net: LazyLock::new(|| LARGE.read()),
};

impl BuiltIn {
    fn read(&self) -> Option<Net> {
        Model::read(self.file).ok().map(|model| Net::new(&model))
    }
}

/// The names of the nets that are always there.
pub fn built_in() -> Vec<&'static str> {
    [&SMALL, &LARGE].map(|built_in| built_in.name).to_vec()
}

/// A net that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The quick one.
    Small,
    /// The one that sees more in a position, and takes five times as long.
    Large,
}

impl Size {
    pub fn named(name: &str) -> Option<Size> {
        let all = [(&SMALL, Size::Small), (&LARGE, Size::Large)];
        all.into_iter().find(|(built_in, _)| built_in.name == name).map(|(_, size)| size)
    }

    pub fn net(self) -> Net {
        self.built_in().net.clone().expect("the nets in the program are whole: a test reads them")
    }

    fn built_in(self) -> &'static BuiltIn {
        match self {
            Size::Small => &SMALL,
            Size::Large => &LARGE,
        }
    }
}

/// How long the quick net looks at a board of 11 on this processor: twenty times as long on one as on
/// another.
pub static GLANCE: LazyLock<Duration> = LazyLock::new(|| {
    let mut evaluator = Evaluator::new(Size::Small.net());
    let board = Planes::new(11, PLANES);
    let glances = (0..5).map(|_| {
        let begun = Instant::now();
        evaluator.evaluate(&board);
        begun.elapsed()
    });
    glances.min().unwrap_or_default()
});

/// What is known of each cell.
const PLANES: usize = 2;

/// A net that looks at positions.
pub struct Sight {
    evaluator: Evaluator,
}

/// What a net sees of a position.
pub struct View<'a> {
    seen: &'a Seen,
    size: usize,
    mirrored: bool,
}

impl Sight {
    pub fn new(net: Net) -> Sight {
        Sight { evaluator: Evaluator::new(net) }
    }

    /// Looks at a position without a swap.
    pub fn see(&mut self, position: &Hex) -> View<'_> {
        self.see_without(position, None)
    }

    /// The same as if one of the stones were not there.
    pub fn see_without(&mut self, position: &Hex, missing: Option<Cell>) -> View<'_> {
        let (size, mirrored) = (position.size(), is_mirrored(position));
        View { seen: self.evaluator.evaluate(&planes(position, missing)), size, mirrored }
    }

    /// Looks at any stones on a board of a size, as the side `own` that is to move.
    pub fn see_stones(
        &mut self,
        size: usize,
        own: Colour,
        stones: impl Iterator<Item = (Cell, Colour)>,
    ) -> View<'_> {
        let planes = planes_of(size, own, stones);
        View { seen: self.evaluator.evaluate(&planes), size, mirrored: own == Colour::Blue }
    }
}

/// What a net is shown, as if one of the stones were not there.
fn planes(position: &Hex, missing: Option<Cell>) -> Planes {
    let stones = position.stones().filter(|(cell, _)| missing != Some(*cell));
    planes_of(position.size(), position.colour(), stones)
}

/// The same of any stones, as the side `own` that is to move.
fn planes_of(size: usize, own: Colour, stones: impl Iterator<Item = (Cell, Colour)>) -> Planes {
    let mut planes = Planes::new(size, PLANES);
    for at in 0..size + 2 {
        for edge in [0, size + 1] {
            planes.set(edge, at, 0, 1);
            planes.set(at, edge, 1, 1);
        }
    }
    for (cell, colour) in stones {
        let (row, column) = place(cell, own == Colour::Blue);
        planes.set(row + 1, column + 1, usize::from(colour != own), 1);
    }
    planes
}

fn is_mirrored(position: &Hex) -> bool {
    position.colour() == Colour::Blue
}

impl Looks<Hex> for Sight {
    fn look(&mut self, position: &Hex) -> Look<HexPly> {
        let view = self.see(position);
        let free = position.cells().filter(|cell| position.stone(*cell).is_none());
        let plies = free.map(|cell| (HexPly::Stone(cell), view.cell(cell))).collect();
        Look { value: view.value(), plies, wins: None }
    }

    /// Positions of the same stones and the same side to move are one.
    fn key(&self, position: &Hex) -> u64 {
        position.key() ^ (position.colour() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The same for whoever knows no Hex: a swap has no number.
pub struct HexEyes;

impl Eyes<Hex> for HexEyes {
    fn planes(&self) -> usize {
        PLANES
    }

    fn show(&self, position: &Hex) -> Planes {
        planes(position, None)
    }

    fn places(&self, position: &Hex, ply: &HexPly) -> Places {
        let HexPly::Stone(cell) = ply else { return [None, None] };
        let (row, column) = place(*cell, is_mirrored(position));
        [Some(row * position.size() + column), None]
    }
}

impl View<'_> {
    /// The result it expects for the side to move, from -1 to 1.
    pub fn value(&self) -> f32 {
        expected(self.seen.value)
    }

    /// How good a cell looks: the logarithm of its chance to be the best, but for a constant.
    pub fn cell(&self, cell: Cell) -> f32 {
        let (row, column) = place(cell, self.mirrored);
        self.seen.policy.get(row * self.size + column).copied().unwrap_or(f32::MIN)
    }
}

fn place(cell: Cell, mirrored: bool) -> (usize, usize) {
    match mirrored {
        false => (cell.row(), cell.column()),
        true => (cell.column(), cell.row()),
    }
}
