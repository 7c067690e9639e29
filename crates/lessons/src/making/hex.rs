//! What there is to find in Hex: the only move that wins, on boards that the solver knows, and the
//! only move that joins a stone with its edge, or keeps it from it, within a small region.

use ludoteca_games::{
    Hex, Position,
    hex::{Cell, Colour},
};

use super::{Finder, Found, SelfPlay, asking};
use crate::{
    LessonError, Prover,
    lessons::{Goal, Seat, Step},
    proof::Claim,
};

pub struct Chains;

/// How many cells a region may have.
const REGION: std::ops::RangeInclusive<usize> = 6..=14;
/// How far from the edge a stone may stand, and how far to either side its region goes.
const DEEPEST: usize = 4;
const SIDEWAYS: usize = 4;

impl Finder for Chains {
    fn game(&self, chance: u64) -> SelfPlay {
        let size = 4 + chance % 8;
        let player = ["mcts:playouts=40", "mcts:playouts=200"][(chance >> 8) as usize % 2];
        SelfPlay { options: vec![("size", size.to_string())], player, random: 1 }
    }

    fn backwards(&self) -> bool {
        false
    }

    fn questions(
        &self,
        position: &dyn Position,
        prover: &mut Prover,
    ) -> Result<Vec<Step>, LessonError> {
        let Some(hex) = position.as_any().downcast_ref::<Hex>() else { return Ok(Vec::new()) };
        let cells = hex.size() * hex.size();
        let free = cells - hex.count();
        let mut questions = Vec::new();
        // From one move to the next there is little that is new beside an edge.
        if hex.size() >= 7 && hex.count() % 8 == 5 {
            questions.extend(local(hex));
        }
        // On a large board only what is nearly decided is decided soon.
        let small = if hex.size() <= 6 { free <= 30 } else { free <= 40 };
        if small && prover.holds(position, position.side(), Claim::Win)? == Some(true) {
            questions.push(asking(position, Goal::First));
        }
        Ok(questions)
    }

    fn theme(&self, found: &Found<'_>) -> Result<Option<&'static str>, LessonError> {
        let first = found.positions.first().and_then(|at| at.as_any().downcast_ref::<Hex>());
        let (Some(hex), Some(key)) = (first, found.line.first()) else { return Ok(None) };
        let Some(cell) = hex.cells().find(|cell| cell.name() == *key) else { return Ok(None) };
        if let Goal::Join { side, ends } = found.goal {
            // One stone that does it alone shows nothing.
            if found.line.len() < 3 {
                return Ok(None);
            }
            if side.side() != found.you {
                return Ok(Some("cut"));
            }
            let view = View::of(hex, found.you.into(), &ends[1]);
            let own = found.line.iter().step_by(2);
            let low = own.filter(|ply| {
                let cell = hex.cells().find(|cell| cell.name() == **ply);
                cell.is_some_and(|cell| view.depth(cell) == 1)
            });
            return Ok(Some(if low.count() >= 3 { "ladder" } else { "template" }));
        }
        let touched = |colour| groups_beside(hex, cell, colour);
        let own = hex.colour();
        Ok(Some(match (touched(own), touched(own.other())) {
            (2.., _) => "link",
            (_, 2..) => "split",
            (1, _) => "step",
            (0, _) => "far",
        }))
    }
}

/// The board as one of its edges sees it.
struct View {
    size: usize,
    colour: Colour,
    near: bool,
}

impl View {
    fn of(hex: &Hex, seat: Seat, edge: &str) -> View {
        let near = matches!(edge, "top" | "left");
        View { size: hex.size(), colour: crate::hex::colour(seat.side()), near }
    }

    /// How many rows lie between a cell and the edge.
    fn depth(&self, cell: Cell) -> usize {
        let along = match self.colour {
            Colour::Red => cell.row(),
            Colour::Blue => cell.column(),
        };
        if self.near { along } else { self.size - 1 - along }
    }

    fn across(&self, cell: Cell) -> usize {
        match self.colour {
            Colour::Red => cell.column(),
            Colour::Blue => cell.row(),
        }
    }

    fn edge(&self) -> &'static str {
        match (self.colour, self.near) {
            (Colour::Red, true) => "top",
            (Colour::Red, false) => "bottom",
            (Colour::Blue, true) => "left",
            (Colour::Blue, false) => "right",
        }
    }
}

/// Whether stones near an edge can be joined with it, or kept from it, each as a board with nothing
/// on it that has no part in that.
fn local(hex: &Hex) -> Vec<Step> {
    let mut steps = Vec::new();
    for colour in Colour::BOTH {
        for near in [true, false] {
            let view = View { size: hex.size(), colour, near };
            let own = hex.cells().filter(|cell| hex.stone(*cell) == Some(colour));
            for stone in own.filter(|cell| (1..=DEEPEST).contains(&view.depth(*cell))) {
                for you in Colour::BOTH {
                    steps.extend(beside(hex, &view, stone, you));
                }
            }
        }
    }
    steps
}

fn beside(hex: &Hex, view: &View, stone: Cell, you: Colour) -> Option<Step> {
    let deep = view.depth(stone);
    let reach = |cell: &Cell| {
        view.depth(*cell) <= deep && view.across(*cell).abs_diff(view.across(stone)) <= SIDEWAYS
    };
    let region: Vec<Cell> =
        hex.cells().filter(reach).filter(|cell| hex.stone(*cell).is_none()).collect();
    if !REGION.contains(&region.len()) {
        return None;
    }
    // What touches the region, and the stone itself: the fewer stones, the clearer what it is about.
    let kept =
        |cell: &Cell| *cell == stone || hex.neighbours(*cell).any(|next| region.contains(&next));
    let letter = |cell: &Cell| match hex.stone(*cell).filter(|_| kept(cell)) {
        Some(Colour::Red) => 'R',
        Some(Colour::Blue) => 'B',
        None if region.contains(cell) => '*',
        None => '.',
    };
    let all: Vec<char> = hex.cells().map(|cell| letter(&cell)).collect();
    let rows = all.chunks(hex.size()).map(|row| row.iter().collect()).collect();
    let seat = |colour| Seat::from(hex.player(colour));
    let ends = [stone.name(), view.edge().to_owned()];
    let goal = Goal::Join { side: seat(view.colour), ends };
    Some(Step::asking(rows, hex.player(you), goal))
}

/// How many groups of a colour, its edges among them, a cell touches.
fn groups_beside(hex: &Hex, cell: Cell, colour: Colour) -> usize {
    let last = hex.size() - 1;
    let along = |cell: Cell| if colour == Colour::Red { cell.row() } else { cell.column() };
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    for begin in hex.neighbours(cell).filter(|next| hex.stone(*next) == Some(colour)) {
        if groups.iter().any(|group| group.contains(&begin)) {
            continue;
        }
        let mut group = vec![begin];
        let mut at = 0;
        while let Some(stone) = group.get(at).copied() {
            at += 1;
            for next in hex.neighbours(stone) {
                if hex.stone(next) == Some(colour) && !group.contains(&next) {
                    group.push(next);
                }
            }
        }
        groups.push(group);
    }
    let at_edge = |edge: usize| {
        let by_stone = groups.iter().any(|group| group.iter().any(|cell| along(*cell) == edge));
        along(cell) == edge && !by_stone
    };
    groups.len() + usize::from(at_edge(0)) + usize::from(at_edge(last))
}
