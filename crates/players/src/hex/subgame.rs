//! The game for one connection: a colour wants to join two ends with the cells of a small region,
//! the other wants to cut them off; searched to the end.
//!
//! It is the subgame (x, A, y) of V. Anshelevich ("A hierarchical approach to computer Hex", 2002)
//! with the definition itself instead of his rules, which find only part of what holds. The search
//! follows R. Hayward and others ("Solving 7x7 Hex with Domination, Fill-In, and Virtual
//! Connections", 2005): each win says which cells it needs, and whoever wants to spoil it has to play
//! on one of those (the must-play region).

use ludoteca_games::{
    Hex,
    hex::{Cell, Colour},
};
use rustc_hash::FxHashMap;

/// The most cells a region may have.
pub const LARGEST_REGION: usize = 64;

/// What is to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The group of the stone on a cell.
    Stone(Cell),
    /// The edge of the colour that lies at row 1, or at column a.
    Near,
    /// The other one.
    Far,
}

/// How it stands between the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A chain of stones joins them.
    Joined,
    /// No stones in the region can join them any more.
    Cut,
    /// Neither yet.
    Open,
}

/// The game for the connection of two ends within a region.
///
/// ```
/// use ludoteca_games::{Hex, hex::{Cell, Colour, Swap}};
/// use ludoteca_players::hex::subgame::{End, Subgame};
/// let at = |column, row| Cell::new(column, row).unwrap();
/// // The bridge: b3 and c1 touch the same two cells.
/// let ends = [at(1, 2), at(2, 0)];
/// let hex = Hex::new(4, Swap::None).unwrap();
/// let hex = hex.set_up(&ends.map(|cell| (cell, Colour::Red)), Colour::Blue).unwrap();
/// let between = [at(1, 1), at(2, 1)];
/// let mut bridge = Subgame::new(&hex, Colour::Red, ends.map(End::Stone), &between).unwrap();
/// assert_eq!(bridge.carrier(Colour::Blue).map(|cells| cells.len()), Some(2));
/// let mut half = Subgame::new(&hex, Colour::Red, ends.map(End::Stone), &between[..1]).unwrap();
/// assert_eq!(half.carrier(Colour::Blue), None);
/// ```
#[derive(Debug)]
pub struct Subgame {
    colour: Colour,
    /// The empty cells of the region; the place of a cell here is its bit in every set.
    cells: Vec<Cell>,
    /// The cells that touch each cell, or the same group of the colour's stones.
    near: Vec<Set>,
    /// The cells that touch each of the two ends.
    ends: [Set; 2],
    /// Whether the ends are one group already.
    joined: bool,
    /// How it ends when the colour moves next, by the stones of either side.
    known: FxHashMap<(Set, Set), Ending>,
}

/// How it ends, and the empty cells that whoever wins needs for it.
#[derive(Clone, Copy, Debug)]
struct Ending {
    joins: bool,
    needs: Set,
}

/// A set of cells of the region.
type Set = u64;

impl Subgame {
    /// The game for the connection of a colour's two ends on this board; cells of the region that
    /// are taken are left out. None if an end is no stone of that colour, or if the region is
    /// larger than [`LARGEST_REGION`].
    pub fn new(hex: &Hex, colour: Colour, ends: [End; 2], region: &[Cell]) -> Option<Subgame> {
        let cells: Vec<Cell> =
            region.iter().copied().filter(|cell| hex.stone(*cell).is_none()).collect();
        if cells.len() > LARGEST_REGION {
            return None;
        }
        let groups = ends.map(|end| group(hex, colour, end));
        let [Some(from), Some(to)] = &groups else { return None };
        let joined = from.iter().any(|place| to.contains(place));
        let touching = |group: &[Place]| set(&cells, |cell| touches(hex, colour, cell, group));
        let near = cells.iter().map(|cell| {
            let mut near = set(&cells, |other| hex.neighbours(*cell).any(|next| next == other));
            for next in hex.neighbours(*cell).filter(|next| hex.stone(*next) == Some(colour)) {
                near |= group(hex, colour, End::Stone(next)).map_or(0, |group| touching(&group));
            }
            near
        });
        let (near, ends) = (near.collect(), [touching(from), touching(to)]);
        Some(Subgame { colour, near, ends, joined, cells, known: FxHashMap::default() })
    }

    /// The empty cells of the region.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How it stands now.
    pub fn standing(&self) -> Standing {
        if self.joined {
            Standing::Joined
        } else if self.reaches(self.all()) {
            Standing::Open
        } else {
            Standing::Cut
        }
    }

    /// Cells with which the colour joins the ends when `next` moves first, whatever the other does;
    /// none if it cannot.
    pub fn carrier(&mut self, next: Colour) -> Option<Vec<Cell>> {
        let ending = if next == self.colour { self.first(0, 0) } else { self.second(0, 0) };
        ending.joins.then(|| self.named(ending.needs))
    }

    /// The moves after which `next` gets what it wants: the colour its connection, the other its cut.
    pub fn good(&mut self, next: Colour) -> Vec<Cell> {
        let good = bits(self.all()).filter(|bit| self.is_good(*bit, next));
        let good = good.collect::<Vec<_>>();
        good.into_iter().map(|bit| self.cells[bit.trailing_zeros() as usize]).collect()
    }

    /// The moves of `next` that are hardest to meet: those after which the other side has the fewest
    /// moves that are good for it. None if the region is full.
    pub fn hardest(&mut self, next: Colour) -> Vec<Cell> {
        let mut hardest: Vec<Cell> = Vec::new();
        let mut fewest = usize::MAX;
        for bit in bits(self.all()) {
            let (mine, theirs) = if next == self.colour { (bit, 0) } else { (0, bit) };
            let answers = bits(self.all() & !bit).filter(|answer| match next == self.colour {
                true => !self.first(mine, theirs | answer).joins,
                false => self.second(mine | answer, theirs).joins,
            });
            let count = answers.count();
            if count < fewest {
                hardest.clear();
                fewest = count;
            }
            if count == fewest {
                hardest.push(self.cells[bit.trailing_zeros() as usize]);
            }
        }
        hardest
    }

    fn is_good(&mut self, bit: Set, next: Colour) -> bool {
        match next == self.colour {
            true => self.second(bit, 0).joins,
            false => !self.first(0, bit).joins,
        }
    }

    /// How it ends when the colour moves next. Where one of its moves is refuted, it has to play on
    /// a cell that the refutation needs.
    fn first(&mut self, mine: Set, theirs: Set) -> Ending {
        let free = self.all() & !mine & !theirs;
        if self.joined || self.reaches(mine) {
            return Ending { joins: true, needs: 0 };
        }
        if !self.reaches(mine | free) {
            return Ending { joins: false, needs: 0 };
        }
        if let Some(known) = self.known.get(&(mine, theirs)) {
            return *known;
        }
        let (mut must, mut needs) = (free, 0);
        let at_once = |bit: Set| Some(self.bridged(mine | bit, free & !bit)? | bit);
        let mut ending = bits(free).find_map(at_once).map(|needs| Ending { joins: true, needs });
        while ending.is_none() {
            let Some(bit) = bits(must).next() else { break };
            let after = self.second(mine | bit, theirs);
            if after.joins {
                ending = Some(Ending { joins: true, needs: after.needs | bit });
            }
            must &= after.needs & !bit;
            needs |= after.needs;
        }
        let ending = ending.unwrap_or(Ending { joins: false, needs });
        self.known.insert((mine, theirs), ending);
        ending
    }

    /// The same when the other side moves next. It has to play on a cell that each way to join
    /// needs, that against doing nothing at all among them.
    fn second(&mut self, mine: Set, theirs: Set) -> Ending {
        if let Some(needs) = self.bridged(mine, self.all() & !mine & !theirs) {
            return Ending { joins: true, needs };
        }
        let idle = self.first(mine, theirs);
        let (mut must, mut needs) = (idle.needs, idle.needs);
        if !idle.joins {
            return idle;
        }
        while let Some(bit) = bits(must).next() {
            let after = self.first(mine, theirs | bit);
            if !after.joins {
                return Ending { joins: false, needs: after.needs | bit };
            }
            must &= after.needs & !bit;
            needs |= after.needs;
        }
        Ending { joins: true, needs }
    }

    /// Whether stones on these cells join the ends.
    fn reaches(&self, stones: Set) -> bool {
        let mut reached = stones & self.ends[0];
        let mut fresh = reached;
        while fresh != 0 {
            if reached & self.ends[1] != 0 {
                return true;
            }
            let next =
                bits(fresh).fold(0, |near, bit| near | self.near[bit.trailing_zeros() as usize]);
            fresh = next & stones & !reached;
            reached |= fresh;
        }
        false
    }

    /// Cells with which bridges that do not overlap join the ends, each over two free cells; none if
    /// a first look finds no such way. It only saves the search from playing out every bridge.
    fn bridged(&self, stones: Set, free: Set) -> Option<Set> {
        // What a way needs that comes to a cell, or to an end, from all that touches `near`.
        let over = |near: Set, used: Set| {
            let mut open = bits(near & free & !used);
            Some(used | open.next()? | open.next()?)
        };
        let to_end = |at: Set, used: Set| match at & self.ends[1] {
            0 => over(self.near[at.trailing_zeros() as usize] & self.ends[1], used),
            _ => Some(used),
        };
        if self.joined {
            return Some(0);
        }
        if let Some(needs) = over(self.ends[0] & self.ends[1], 0) {
            return Some(needs);
        }
        let mut reached: Set = 0;
        let mut ways: Vec<(Set, Set)> = Vec::new();
        for bit in bits(stones) {
            let near = self.near[bit.trailing_zeros() as usize];
            let needs =
                if bit & self.ends[0] != 0 { Some(0) } else { over(near & self.ends[0], 0) };
            if let Some(needs) = needs {
                reached |= bit;
                ways.push((bit, needs));
            }
        }
        let mut at = 0;
        while let Some((bit, used)) = ways.get(at).copied() {
            at += 1;
            if let Some(needs) = to_end(bit, used) {
                return Some(needs);
            }
            let near = self.near[bit.trailing_zeros() as usize];
            for next in bits(stones & !reached) {
                let needs = match near & next {
                    0 => over(near & self.near[next.trailing_zeros() as usize], used),
                    _ => Some(used),
                };
                if let Some(needs) = needs {
                    reached |= next;
                    ways.push((next, needs));
                }
            }
        }
        None
    }

    fn all(&self) -> Set {
        Set::MAX.checked_shr((LARGEST_REGION - self.cells.len()) as u32).unwrap_or(0)
    }

    fn named(&self, set: Set) -> Vec<Cell> {
        bits(set).map(|bit| self.cells[bit.trailing_zeros() as usize]).collect()
    }
}

/// A part of a group: a stone, or an edge by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Stone(Cell),
    Edge(bool),
}

/// All the stones and edges of a colour that hang together with an end; none if the end is no such
/// stone.
fn group(hex: &Hex, colour: Colour, end: End) -> Option<Vec<Place>> {
    let start = match end {
        End::Stone(cell) if hex.stone(cell) != Some(colour) => return None,
        End::Stone(cell) => Place::Stone(cell),
        End::Near => Place::Edge(false),
        End::Far => Place::Edge(true),
    };
    let mut group = vec![start];
    let mut at = 0;
    while let Some(place) = group.get(at).copied() {
        at += 1;
        let stones = hex.stones().filter(|stone| stone.1 == colour).map(|stone| stone.0);
        let more: Vec<Place> = match place {
            Place::Stone(cell) => {
                let near = stones.filter(|other| hex.neighbours(cell).any(|near| near == *other));
                let edges =
                    [false, true].into_iter().filter(|far| lies_at(hex, colour, cell, *far));
                near.map(Place::Stone).chain(edges.map(Place::Edge)).collect()
            }
            Place::Edge(far) => {
                stones.filter(|cell| lies_at(hex, colour, *cell, far)).map(Place::Stone).collect()
            }
        };
        for place in more {
            if !group.contains(&place) {
                group.push(place);
            }
        }
    }
    Some(group)
}

/// Whether a cell lies at the near or the far edge of a colour.
fn lies_at(hex: &Hex, colour: Colour, cell: Cell, far: bool) -> bool {
    let along = if colour == Colour::Red { cell.row() } else { cell.column() };
    along == if far { hex.size() - 1 } else { 0 }
}

fn touches(hex: &Hex, colour: Colour, cell: Cell, group: &[Place]) -> bool {
    group.iter().any(|place| match place {
        Place::Stone(stone) => hex.neighbours(cell).any(|near| near == *stone),
        Place::Edge(far) => lies_at(hex, colour, cell, *far),
    })
}

fn set(cells: &[Cell], holds: impl Fn(Cell) -> bool) -> Set {
    cells.iter().enumerate().fold(0, |set, (at, cell)| set | (Set::from(holds(*cell)) << at))
}

/// Each cell of a set as a set of its own.
fn bits(set: Set) -> impl Iterator<Item = Set> {
    std::iter::successors(Some(set), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|left| *left != 0)
        .map(|left| left & left.wrapping_neg())
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{below, hex::Swap};
    use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

    use super::*;

    /// Whether Red joins top and bottom, by trying everything on the region's cells.
    fn by_trying(stones: &[(Cell, Colour)], free: &[Cell], next: Colour) -> bool {
        let hex = Hex::new(4, Swap::None).unwrap().set_up(stones, next).unwrap();
        if hex.winner() == Some(Colour::Red) || free.is_empty() {
            return hex.winner() == Some(Colour::Red);
        }
        let wins = |at: usize| {
            let mut rest = free.to_vec();
            let mut more = stones.to_vec();
            more.push((rest.swap_remove(at), next));
            by_trying(&more, &rest, next.other())
        };
        let mut moves = 0..free.len();
        if next == Colour::Red { moves.any(wins) } else { moves.all(wins) }
    }

    #[test]
    fn it_ends_as_trying_everything_says() {
        let mut rng = SplitMix64::seed_from_u64(7);
        let mut ended = [0, 0];
        for _ in 0..400 {
            let cells: Vec<Cell> = Hex::new(4, Swap::None).unwrap().cells().collect();
            let (mut stones, mut free) = (Vec::new(), Vec::new());
            for cell in cells {
                match below(&mut rng, 5) {
                    0 | 1 => stones.push((cell, Colour::Red)),
                    2 => stones.push((cell, Colour::Blue)),
                    _ if free.len() < 7 => free.push(cell),
                    _ => {}
                }
            }
            let hex = Hex::new(4, Swap::None).unwrap().set_up(&stones, Colour::Red).unwrap();
            for next in Colour::BOTH {
                let ends = [End::Near, End::Far];
                let mut game = Subgame::new(&hex, Colour::Red, ends, &free).unwrap();
                let carrier = game.carrier(next);
                assert_eq!(carrier.is_some(), by_trying(&stones, &free, next), "{hex:?} {free:?}");
                ended[usize::from(carrier.is_some())] += 1;
                // What it says it needs is enough.
                let Some(carrier) = carrier else { continue };
                let mut game = Subgame::new(&hex, Colour::Red, ends, &carrier).unwrap();
                assert!(game.carrier(next).is_some(), "{hex:?} {carrier:?}");
            }
        }
        assert!(ended.iter().all(|count| *count > 100), "{ended:?}");
    }

    #[test]
    fn an_end_that_is_no_stone_of_the_colour_is_none() {
        let hex = Hex::new(4, Swap::None).unwrap();
        let cell = Cell::new(1, 1).unwrap();
        assert!(Subgame::new(&hex, Colour::Red, [End::Stone(cell), End::Far], &[]).is_none());
    }
}
