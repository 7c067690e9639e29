//! A net as the guide of the exact solver of Hex.

use ludoteca_games::hex::Colour;

use super::sight::{Sight, Size};
use crate::hex::{
    cells::Ground,
    inferior::Stones,
    solver::{Guide, Hint},
};

/// What a net sees.
struct ByNet(Sight);

/// A guide that knows where the quick net would play and who it thinks wins.
pub fn guide<const W: usize>() -> Box<dyn Guide<W>> {
    Box::new(ByNet(Sight::new(Size::Small.net())))
}

/// The same of the large net.
pub(crate) fn large_guide<const W: usize>() -> Box<dyn Guide<W>> {
    Box::new(ByNet(Sight::new(Size::Large.net())))
}

impl<const W: usize> Guide<W> for ByNet {
    fn look(&mut self, ground: &Ground<W>, stones: &Stones<W>, colour: Colour) -> Hint {
        let of = |colour: Colour| stones[colour as usize].map(move |cell| (cell, colour));
        let all = Colour::BOTH.into_iter().flat_map(of);
        let stones = all.map(|(cell, colour)| (ground.cell(cell), colour));
        let view = self.0.see_stones(ground.size, colour, stones);
        let promise = (0..ground.count()).map(|cell| view.cell(ground.cell(cell)));
        Hint { promise: promise.collect(), value: view.value() }
    }
}
