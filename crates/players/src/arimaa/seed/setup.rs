//! Where the searches set their pieces up: rabbits at the rim, strong pieces in front.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Kind, Square},
};

/// The second rank and the first, the camel in the west.
const SETUP: [&str; 2] = ["RHCMECHR", "RRRDDRRR"];

/// The next piece and its square, strongest first. Who comes second keeps its camel away from the
/// enemy elephant.
pub fn placement(position: &Arimaa) -> Option<ArimaaPly> {
    let (board, side) = (&position.state().board, position.side());
    let elephant = board.pieces(side.other(), Kind::Elephant);
    let turned = elephant != 0 && Square::at(elephant.trailing_zeros() as usize).column() < 4;
    let place = |kind: Kind| {
        let squares = SETUP.into_iter().enumerate().flat_map(|(from_second, pieces)| {
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
