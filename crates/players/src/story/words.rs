//! Words that stories of several players share.

use ludoteca_games::{Game, Side, picture::Gesture};
use ludoteca_text::{Text, text};

use super::{KindName, MomentKind};

/// A number as it is, to be written with three decimals at most.
pub fn figure(number: f64) -> Text {
    Text::new("verbatim").with("words", number)
}

/// A measured number in a table or on a board: two decimals, or two figures where it is small, as
/// nobody reads more.
pub fn measured(number: f64) -> Text {
    figure(shortened(number))
}

/// A number to two decimals, or to two figures where it is small.
pub fn shortened(number: f64) -> f64 {
    let places = match number.abs() {
        small @ 1e-9..0.01 => 1 - small.log10().floor() as i32,
        _ => 2,
    };
    let scale = 10f64.powi(places);
    (number * scale).round() / scale
}

/// A share from 0 to 1 in whole percent.
pub fn percent(share: f64) -> Text {
    // No percent is not less than none.
    text!("percent", percent = (100.0 * share).round() + 0.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_given_more_decimals_than_are_read() {
        let short = [
            (7.246_04, 7.25),
            (1.405, 1.41),
            (0.333_3, 0.33),
            (0.049_96, 0.05),
            (0.001_234, 0.001_2),
            (-0.016_662, -0.02),
            (0.0, 0.0),
            (12.0, 12.0),
        ];
        for (number, shown) in short {
            assert!((shortened(number) - shown).abs() < 1e-9, "{number}: {}", shortened(number));
        }
        assert_eq!(shortened(f64::INFINITY), f64::INFINITY);
        assert_eq!(percent(-0.002), text!("percent", percent = 0.0));
    }
}
