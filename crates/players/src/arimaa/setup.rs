//! Where the players set their pieces up: a small repertoire.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Kind, Square},
};

/// The second rank and the first, the camel in the west: each a line, and the two pieces in the first
/// rank in the middle, behind the traps, or one of each.
#[rustfmt::skip]
const REPERTOIRE: [[&str; 2]; 10] = [
    ["RHCMECHR", "RRRDDRRR"], ["RHCMECHR", "RRDRRDRR"], ["RHCMECHR", "RRDRDRRR"],
    ["RHDMEDHR", "RRRCCRRR"], ["RHDMEDHR", "RRCRRCRR"], ["RHDMEDHR", "RRCRCRRR"],
    ["DHCMECHD", "RRRRRRRR"],
    ["RDHMEHDR", "RRRCCRRR"], ["RDHMEHDR", "RRCRRCRR"], ["RDHMEHDR", "RRCRCRRR"],
];

/// The next piece and its square, strongest first; `variant` chooses from the repertoire. Who comes
/// second keeps its camel away from the enemy elephant. Games between players that leave nothing
/// else to chance differ by their setups alone, so that there are more than a few.
pub fn placement(position: &Arimaa, variant: u64) -> Option<ArimaaPly> {
    let (board, side) = (&position.state().board, position.side());
    let rows = REPERTOIRE[(variant % REPERTOIRE.len() as u64) as usize];
    let elephant = board.pieces(side.other(), Kind::Elephant);
    let turned = match elephant {
        0 => variant / REPERTOIRE.len() as u64 % 2 == 1,
        _ => Square::at(elephant.trailing_zeros() as usize).column() < 4,
    };
    let place = |kind: Kind| {
        let squares = rows.into_iter().enumerate().flat_map(|(from_second, pieces)| {
            let row = if side == Side::First { 1 - from_second } else { 6 + from_second };
            pieces.chars().enumerate().map(move |(column, letter)| {
                (letter, Square::new(if turned { 7 - column } else { column }, row))
            })
        });
        let letter = kind.letter(Side::First);
        let mut fitting = squares.filter(|(stands, _)| *stands == letter);
        fitting
            .find(|(_, square)| board.empty() & square.bit() != 0)
            .map(|(_, square)| ArimaaPly::Place(kind, square))
    };
    let mut waiting = Kind::ALL.into_iter().rev().filter(|kind| position.waiting(*kind) > 0);
    // Where a person began otherwise, what is left goes where there is room.
    waiting.find_map(place).or_else(|| position.legal_plies().first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_of_the_repertoire_is_whole_and_camels_avoid_elephants() {
        let mut seen = std::collections::BTreeSet::new();
        for variant in 0..2 * REPERTOIRE.len() as u64 {
            let mut position = Arimaa::default();
            while position.in_setup() {
                let ply = placement(&position, variant).unwrap();
                position.play(&ply).unwrap();
            }
            let column = |side, kind| {
                let set = position.state().board.pieces(side, kind);
                Square::at(set.trailing_zeros() as usize).column()
            };
            let camel = column(Side::Second, Kind::Camel);
            assert!(camel.abs_diff(column(Side::First, Kind::Elephant)) > 0, "{variant}");
            assert_eq!(position.state().board.all().count(), 32);
            assert!(seen.insert(position.key()), "{variant} is another's setup");
        }
    }
}
