//! Pieces that were put down in a turn that still goes on can be moved: the turn is played anew with
//! one of them elsewhere, or with two that change places.
//!
//! This is so in every game whose plies put pieces down one by one; the game itself knows nothing of
//! it. What somebody asks for is written with the two cells, `a1>b2`.

use std::collections::BTreeSet;

use ludoteca_games::{
    GameTree, Handle,
    picture::{CellIndex, Gesture, PathMark},
    tree::NodeId,
};
use ludoteca_text::{Text, text};

/// Every piece put down in the turn that goes on, with each cell where it could stand instead.
pub fn handles(record: &GameTree) -> Vec<Handle> {
    let placed: BTreeSet<CellIndex> = turn(record).iter().filter_map(lands).collect();
    if placed.is_empty() {
        return Vec::new();
    }
    let position = record.position();
    let free = position.handles().iter().filter_map(lands).collect::<BTreeSet<_>>();
    let names: Vec<String> = position.geometry().cells.into_iter().map(|cell| cell.name).collect();
    let ways = placed.iter().flat_map(|from| {
        let others = placed.union(&free).filter(move |to| *to != from);
        others.map(move |to| (*from, *to))
    });
    let handle = |(from, to): (CellIndex, CellIndex)| {
        let about =
            Text::new(if placed.contains(&to) { "rearrange-swap" } else { "rearrange-here" });
        Handle {
            ply: format!("{}>{}", names[from], names[to]),
            gesture: Gesture::Path {
                cells: vec![from, to],
                mark: PathMark::Dot,
                about: Some(about),
            },
        }
    };
    ways.map(handle).collect()
}

/// What somebody asks for with `a1>b2`: the node where the turn began, and the plies that make it
/// anew; none if the words are no such thing here.
pub fn anew(record: &GameTree, words: &str) -> Option<Result<(NodeId, Vec<String>), Text>> {
    let (from_name, to_name) = words.split_once('>')?;
    let asked = handles(record).into_iter().find(|handle| handle.ply == words)?;
    let Gesture::Path { cells, .. } = asked.gesture else { return None };
    let refused = || text!("rearrange-refused", from = from_name, to = to_name);
    Some(exchanged(record, cells[0], cells[1]).ok_or_else(refused))
}

/// The node where the turn began, and the plies that make it anew with what stands on two cells
/// exchanged; none where that cannot be.
fn exchanged(record: &GameTree, from: CellIndex, to: CellIndex) -> Option<(NodeId, Vec<String>)> {
    let plies = turn(record);
    let path = record.path(record.cursor());
    let back = path[path.len().checked_sub(plies.len() + 1)?];
    let mut line = record.node(back).line().clone();
    let mut anew = Vec::new();
    for handle in plies {
        let ply = match handle.gesture {
            Gesture::Place { piece, lands } => {
                let lands = match lands {
                    cell if cell == from => to,
                    cell if cell == to => from,
                    cell => cell,
                };
                let meant = Gesture::Place { piece, lands };
                line.position().handles().into_iter().find(|one| one.gesture == meant)?.ply
            }
            _ => handle.ply,
        };
        line = line.play(&ply).ok()?;
        anew.push(ply);
    }
    Some((back, anew))
}

/// The plies of the turn that goes on, in order; none if it has just begun.
fn turn(record: &GameTree) -> Vec<Handle> {
    let mover = record.mover(record.cursor());
    if record.ended_here().is_some() || mover != Some(record.position().side()) {
        return Vec::new();
    }
    let mut plies: Vec<Handle> = record.turn().collect();
    plies.reverse();
    plies
}

fn lands(handle: &Handle) -> Option<CellIndex> {
    match handle.gesture {
        Gesture::Place { lands, .. } => Some(lands),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;

    use super::*;

    fn record(plies: &str) -> GameTree {
        let mut record = GameTree::begin(Start::of("arimaa")).unwrap();
        for ply in plies.split_whitespace() {
            record.play(ply).unwrap();
        }
        record
    }

    fn after(plies: &str, words: &str) -> String {
        anew(&record(plies), words).unwrap().unwrap().1.join(" ")
    }

    #[test]
    fn a_piece_moves_to_a_free_cell_or_changes_places_and_the_rest_stays() {
        assert_eq!(after("Ra1 Ed2 Cc1", "a1>h2"), "Rh2 Ed2 Cc1");
        assert_eq!(after("Ra1 Ed2 Cc1", "c1>a1"), "Rc1 Ed2 Ca1");
    }

    #[test]
    fn only_pieces_of_the_turn_that_goes_on_can_be_moved_and_only_where_one_may_be_put() {
        assert!(handles(&record("")).is_empty());
        assert_eq!(handles(&record("Ra1")).len(), 15);
        assert_eq!(handles(&record("Ra1 Rb1")).len(), 30);
        let gold = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
        assert!(handles(&record(gold)).is_empty(), "the other side sets up");
        assert_eq!(handles(&record(&format!("{gold} ra8"))).len(), 15);
        for words in ["a1>a3", "a1>a1", "b1>c1", "a1", ">", "Rb1"] {
            assert!(anew(&record("Ra1"), words).is_none(), "{words}");
        }
    }

    #[test]
    fn games_whose_pieces_are_not_put_down_from_beside_the_board_have_nothing_of_it() {
        let start = Start::of("connect4").at("4433");
        assert!(handles(&GameTree::begin(start).unwrap()).is_empty());
    }
}
