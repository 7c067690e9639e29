//! How a net sees a position of Hex: always as the side that joins top and bottom and moves next. For
//! the other side the board is mirrored along its long diagonal.

use std::sync::LazyLock;

use ludoteca_games::{
    Hex,
    hex::{Cell, Colour},
};
use ludoteca_nets::{Evaluator, Model, Net, Planes, Seen};

/// A net that comes with the program.
struct BuiltIn {
    name: &'static str,
    file: &'static [u8],
    net: LazyLock<Option<Net>>,
}

static SMALL: BuiltIn = BuiltIn {
    name: "hex-6x64",
    file: include_bytes!("../../../../nets/hex-6x64.net"),
    net: LazyLock::new(|| SMALL.read()),
};
static LARGE: BuiltIn = BuiltIn {
    name: "hex-8x128",
    file: include_bytes!("../../../../nets/hex-8x128.net"),
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
        let stones = position.stones().filter(|(cell, _)| missing != Some(*cell));
        self.see_stones(position.size(), position.colour(), stones)
    }

    /// Looks at any stones on a board of a size, as the side `own` that is to move.
    pub fn see_stones(
        &mut self,
        size: usize,
        own: Colour,
        stones: impl Iterator<Item = (Cell, Colour)>,
    ) -> View<'_> {
        let mirrored = own == Colour::Blue;
        let mut planes = Planes::new(size, 2);
        for at in 0..size + 2 {
            for edge in [0, size + 1] {
                planes.set(edge, at, 0, 1);
                planes.set(at, edge, 1, 1);
            }
        }
        for (cell, colour) in stones {
            let (row, column) = place(cell, mirrored);
            planes.set(row + 1, column + 1, usize::from(colour != own), 1);
        }
        View { seen: self.evaluator.evaluate(&planes), size, mirrored }
    }
}

impl View<'_> {
    /// The result it expects for the side to move, from -1 to 1.
    pub fn value(&self) -> f32 {
        (0.5 * self.seen.value).tanh()
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

/// Chances out of logarithms, together 1. The higher the temperature, the more alike they become.
pub fn chances(logarithms: &[f32], temperature: f32) -> Vec<f32> {
    let most = logarithms.iter().copied().fold(f32::MIN, f32::max);
    let chances = logarithms.iter().map(|each| ((each - most) / temperature).exp());
    let mut chances: Vec<f32> = chances.collect();
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}
