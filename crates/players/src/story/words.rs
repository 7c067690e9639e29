//! Words that stories of several players share.

use ludoteca_games::{Game, Side, picture::Gesture};
use ludoteca_text::Text;

use super::{KindName, MomentKind};

/// A number as it is, to be written with three decimals at most.
pub fn figure(number: f64) -> Text {
    Text::new("verbatim").with("words", number)
}

/// What the button says by which a ply is made that is not made on the board.
pub fn pressed<G: Game>(position: &G, ply: &G::Ply) -> Option<Text> {
    match position.gesture(ply) {
        Gesture::Press { button, .. } => Some(button),
        _ => None,
    }
}

/// Nothing where a table has nothing to say.
pub fn blank() -> Text {
    Text::verbatim("")
}

/// What a side is called.
pub fn side<G: Game>(position: &G, side: Side) -> Text {
    position.geometry().sides[side.index()].name.clone()
}

/// What kinds of moments are called.
pub fn kinds<const N: usize>(kinds: [(MomentKind, &'static str); N]) -> Vec<KindName> {
    kinds.into_iter().map(|(kind, name)| KindName { kind, name: Text::new(name) }).collect()
}
