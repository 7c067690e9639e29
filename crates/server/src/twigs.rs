//! The tree of a game as the page sees it: its nodes by their numbers, each with what is said there.
//! A change brings those that are new or no longer what they were.

use std::sync::Arc;

use ludoteca_games::{
    GameTree, Side,
    picture::CellIndex,
    tree::{NodeId, Note},
};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// A node of a game's tree, and the ply that led to it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Twig {
    /// Its number, which never changes.
    pub id: NodeId,
    /// The node before; the beginning has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    after: Option<NodeId>,
    /// The place among those that follow the same node, from 0; none if it was taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    place: Option<usize>,
    /// The ply that led here; empty at the beginning.
    ply: String,
    /// Which side made it: 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mover: Option<usize>,
    /// The cell on which the ply put a piece from beside the board; none if it moved one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lands: Option<CellIndex>,
    /// How it stands in a list of moves, where its turn has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    listed: Option<Listed>,
    #[serde(flatten)]
    note: Note,
}

/// A ply in a list of moves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Listed {
    /// What is written there; empty if nothing is.
    pub words: String,
    /// The name of its turn.
    pub turn: String,
}

/// All nodes of a tree, also those that were taken out. What is the same as `before` is not worked
/// out again.
pub fn twigs(record: &GameTree, before: &[Arc<Twig>]) -> Vec<Arc<Twig>> {
    let mut places = vec![None; record.nodes().len()];
    for node in record.nodes() {
        node.next().iter().enumerate().for_each(|(place, at)| places[*at] = Some(place));
    }
    let same = |at: NodeId, twig: &Twig| {
        twig.place == places[at]
            && twig.note == *record.note(at)
            && record.node(at).parent() == twig.after
    };
    let twig = |at: NodeId| match before.get(at) {
        Some(twig) if same(at, twig) => twig.clone(),
        Some(twig) => {
            let note = record.note(at).clone();
            Arc::new(Twig { place: places[at], note, ..Twig::clone(twig) })
        }
        None => Arc::new(Twig {
            id: at,
            after: record.node(at).parent(),
            place: places[at],
            ply: record.node(at).ply(),
            mover: record.mover(at).map(Side::index),
            lands: lands(record, at),
            listed: listed(record, at),
            note: record.note(at).clone(),
        }),
    };
    (0..record.nodes().len()).map(twig).collect()
}

/// The nodes that are new or no longer what they were.
pub fn changed(now: &[Arc<Twig>], before: &[Arc<Twig>]) -> Vec<Arc<Twig>> {
    let same = |twig: &&Arc<Twig>| {
        before.get(twig.id).is_some_and(|was| Arc::ptr_eq(was, twig) || was == *twig)
    };
    now.iter().filter(|twig| !same(twig)).cloned().collect()
}

/// Writes nodes as if nobody shared them.
pub fn plainly<S: Serializer>(all: &[Arc<Twig>], writer: S) -> Result<S::Ok, S::Error> {
    writer.collect_seq(all.iter().map(Arc::as_ref))
}

/// The cell on which a ply put the one piece that is new: where others went or came, it is no stone with
/// a number.
fn lands(record: &GameTree, at: NodeId) -> Option<CellIndex> {
    let node = record.node(at);
    let before = record.node(node.parent()?).position().picture().pieces;
    let after = node.position().picture().pieces;
    let mut new = after.iter().filter(|placed| !before.contains(placed));
    let one = new.next().filter(|_| new.next().is_none() && after.len() == before.len() + 1)?;
    Some(one.cell)
}

/// How a ply stands in a list of moves.
pub fn listed(record: &GameTree, at: NodeId) -> Option<Listed> {
    let node = record.node(at);
    let before = record.node(node.parent()?).position();
    Some(Listed { turn: before.turn_name()?, words: before.list_ply(&node.ply()) })
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;

    use super::*;

    #[test]
    fn a_change_brings_what_is_new_what_was_said_and_what_has_another_place() {
        let mut record = GameTree::begin(Start::of("connect4").at("4435")).unwrap();
        let first = twigs(&record, &[]);
        let aside = record.explore(2, "1").unwrap();
        let ids = |now: &[Arc<Twig>], before: &[Arc<Twig>]| -> Vec<usize> {
            changed(now, before).iter().map(|twig| twig.id).collect()
        };
        let second = twigs(&record, &first);
        assert_eq!(ids(&second, &first), [aside]);
        record.remark(3, "so");
        let third = twigs(&record, &second);
        assert_eq!(ids(&third, &second), [3]);
        record.make_main(aside).unwrap();
        let fourth = twigs(&record, &third);
        assert_eq!(ids(&fourth, &third), [3, aside]);
        record.detach(3).unwrap();
        let fifth = twigs(&record, &fourth);
        assert_eq!(ids(&fifth, &fourth), [3], "what comes after it is known");
        assert_eq!(fifth[3].place, None);
        assert_eq!(twigs(&record, &[]), fifth, "nothing is left out");
        assert_eq!(changed(&fifth, &twigs(&record, &fifth)), []);
    }
}
