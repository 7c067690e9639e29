//! What a person may do by hand, written small: what many gestures have in common is said once.
//!
//! On a large board there are hundreds of legal plies, and nearly all of them are a tap on a free cell
//! that is played by its name. Those are one entry here.

use std::collections::BTreeSet;

use ludoteca_games::{
    Handle,
    picture::{CellIndex, Geometry, Gesture, PathMark, Picture, PieceIndex},
};
use ludoteca_text::Text;
use serde::Serialize;
use utoipa::ToSchema;

/// Gestures that have something in common. The lists of one entry belong together: the first ply is
/// made with the first cells.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Gestures {
    /// A tap on one of these cells plays the ply that is called like the cell and puts a piece there.
    Cells {
        /// The piece that will stand there.
        piece: PieceIndex,
        /// The cells; not given where it is every cell on which nothing stands.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        cells: Option<Vec<CellIndex>>,
    },
    /// Tap any cell of several that mean the same ply.
    Tap {
        /// The piece that will stand there.
        piece: PieceIndex,
        /// The plies.
        plies: Vec<String>,
        /// The cells that mean each of them.
        cells: Vec<Vec<CellIndex>>,
        /// Where the piece will stand.
        lands: Vec<CellIndex>,
    },
    /// Drag from the first cell to the last, or tap one after the other.
    Path {
        /// How it is marked on the board once its first cell is chosen.
        mark: PathMark,
        /// What it does, in a few words that follow its last cell.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        about: Option<Text>,
        /// The plies, of which one entry may be several divided by spaces.
        plies: Vec<String>,
        /// The cells of each way.
        cells: Vec<Vec<CellIndex>>,
    },
    /// Take a piece from the tray and put it down.
    Place {
        /// What is taken.
        piece: PieceIndex,
        /// The plies.
        plies: Vec<String>,
        /// Where each of them puts it.
        lands: Vec<CellIndex>,
    },
    /// Press a button beside the board.
    Press {
        /// The ply, or several divided by spaces.
        ply: String,
        /// What the button says.
        button: Text,
        /// What pressing it does, where that is not plain.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        about: Option<Text>,
    },
}

/// Puts together what gestures have in common. Entries stand in the order in which the first of each
/// was given.
pub fn together(handles: Vec<Handle>, board: &Geometry, picture: &Picture) -> Vec<Gestures> {
    let mut all: Vec<Gestures> = Vec::new();
    for handle in handles {
        let alone = Gestures::alone(handle, board);
        let left =
            all.iter_mut().try_fold(alone, |one, entry| entry.take_in(one).map_or(Err(()), Ok));
        all.extend(left);
    }
    let taken: BTreeSet<CellIndex> = picture.pieces.iter().map(|placed| placed.cell).collect();
    let free: Vec<CellIndex> = (0..board.cells.len()).filter(|i| !taken.contains(i)).collect();
    for entry in &mut all {
        if let Gestures::Cells { cells, .. } = entry {
            // Which of them comes first makes no difference: each cell is there once.
            cells.iter_mut().for_each(|cells| cells.sort_unstable());
            cells.take_if(|cells| *cells == free);
        }
    }
    all
}

impl Gestures {
    fn alone(Handle { ply, gesture }: Handle, board: &Geometry) -> Gestures {
        match gesture {
            Gesture::Tap { cells, lands, piece } => {
                let by_name = board.cells.get(lands).is_some_and(|cell| cell.name == ply);
                if by_name && cells == [lands] {
                    return Gestures::Cells { piece, cells: Some(cells) };
                }
                let (plies, cells, lands) = (vec![ply], vec![cells], vec![lands]);
                Gestures::Tap { piece, plies, cells, lands }
            }
            Gesture::Path { cells, mark, about } => {
                Gestures::Path { mark, about, plies: vec![ply], cells: vec![cells] }
            }
            Gesture::Place { piece, lands } => {
                Gestures::Place { piece, plies: vec![ply], lands: vec![lands] }
            }
            Gesture::Press { button, about } => Gestures::Press { ply, button, about },
        }
    }

    /// Takes in another entry that differs only in its lists; any other is handed back.
    fn take_in(&mut self, other: Gestures) -> Option<Gestures> {
        use Gestures::{Cells, Path, Place, Tap};
        match (self, other) {
            (Cells { piece, cells: Some(all) }, Cells { piece: of, cells: Some(more) })
                if *piece == of =>
            {
                all.extend(more);
            }
            (
                Tap { piece, plies, cells, lands },
                Tap { piece: of, plies: p, cells: c, lands: l },
            ) if *piece == of => {
                plies.extend(p);
                cells.extend(c);
                lands.extend(l);
            }
            (
                Path { mark, about, plies, cells },
                Path { mark: m, about: a, plies: p, cells: c },
            ) if *mark == m && *about == a => {
                plies.extend(p);
                cells.extend(c);
            }
            (Place { piece, plies, lands }, Place { piece: of, plies: p, lands: l })
                if *piece == of =>
            {
                plies.extend(p);
                lands.extend(l);
            }
            (_, other) => return Some(other),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{GAMES, Position, below};
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;

    /// What a page makes of it.
    fn apart(all: &[Gestures], board: &Geometry, picture: &Picture) -> Vec<Handle> {
        let taken = |cell: usize| picture.pieces.iter().any(|placed| placed.cell == cell);
        let handle = |ply: &String, gesture| Handle { ply: ply.clone(), gesture };
        let one = |entry: &Gestures| -> Vec<Handle> {
            match entry.clone() {
                Gestures::Cells { piece, cells } => {
                    let free = || (0..board.cells.len()).filter(|cell| !taken(*cell)).collect();
                    let tap = |lands| Gesture::Tap { cells: vec![lands], lands, piece };
                    let cells = cells.unwrap_or_else(free).into_iter();
                    cells.map(|cell| handle(&board.cells[cell].name, tap(cell))).collect()
                }
                Gestures::Tap { piece, plies, cells, lands } => {
                    let taps = plies.iter().zip(cells).zip(lands);
                    let tap =
                        |((ply, cells), lands)| handle(ply, Gesture::Tap { cells, lands, piece });
                    taps.map(tap).collect()
                }
                Gestures::Path { mark, about, plies, cells } => {
                    let path = |cells| Gesture::Path { cells, mark, about: about.clone() };
                    plies.iter().zip(cells).map(|(ply, cells)| handle(ply, path(cells))).collect()
                }
                Gestures::Place { piece, plies, lands } => {
                    let place = |lands| Gesture::Place { piece, lands };
                    plies.iter().zip(lands).map(|(ply, lands)| handle(ply, place(lands))).collect()
                }
                Gestures::Press { ply, button, about } => {
                    vec![Handle { ply, gesture: Gesture::Press { button, about } }]
                }
            }
        };
        all.iter().flat_map(one).collect()
    }

    /// The gesture without what it looks like: of two that are made alike the first counts.
    fn touch(gesture: &Gesture) -> String {
        match gesture {
            Gesture::Path { cells, .. } => format!("path {cells:?}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn what_is_put_together_can_be_taken_apart_in_every_game() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for kind in GAMES {
            let mut position: Box<dyn Position> = kind.begin([]).unwrap();
            while position.outcome().is_none() && position.key() % 97 != 0 {
                let (board, picture) = (position.geometry(), position.picture());
                let handles = position.handles();
                let small = together(handles.clone(), &board, &picture);
                let back = apart(&small, &board, &picture);
                let sorted = |handles: &[Handle]| {
                    let mut all: Vec<_> = handles.iter().map(|one| format!("{one:?}")).collect();
                    all.sort();
                    all
                };
                assert_eq!(sorted(&back), sorted(&handles), "{}", kind.name);
                for handle in &handles {
                    let meant = |all: &[Handle]| {
                        let same = |one: &&Handle| touch(&one.gesture) == touch(&handle.gesture);
                        all.iter().find(same).map(|one| one.ply.clone())
                    };
                    assert_eq!(meant(&back), meant(&handles), "{}", kind.name);
                }
                let plies = position.plies();
                let ply = &plies[below(&mut rng, plies.len() as u32) as usize];
                position.play(ply).unwrap();
            }
        }
    }

    #[test]
    fn hundreds_of_free_cells_are_one_small_entry() {
        let position = ludoteca_games::find("hex").unwrap().begin([("size", "19")]).unwrap();
        let small = together(position.handles(), &position.geometry(), &position.picture());
        let json = serde_json::to_string(&small).unwrap();
        assert_eq!(json, r#"[{"kind":"cells","piece":0}]"#);
    }
}
