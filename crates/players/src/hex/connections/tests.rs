mod templates;

use std::collections::HashMap;

use ludoteca_games::below;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::*;
use crate::hex::brute::random_stones;

const WIDE: Limits =
    Limits { fulls: 12, semis: 24, size: usize::MAX, ors: 4, steps: usize::MAX, captures: false };
const CAPTURING: Limits = Limits { captures: true, ..WIDE };

/// Whether ends are joined within so many moves, by trying everything: stones elsewhere are all the
/// other colour's.
struct Referee<'a, const W: usize> {
    ground: &'a Ground<W>,
    /// Edges that are stones of their colour: with an edge a stone captures what it could not without.
    edges: &'a [Cells<W>],
    from: Cells<W>,
    to: Cells<W>,
    seen: HashMap<(Cells<W>, Cells<W>, Depth), bool>,
}

impl<const W: usize> Referee<'_, W> {
    fn joins(&mut self, own: Cells<W>, free: Cells<W>, own_moves: bool, moves: Depth) -> bool {
        let mut reached = self.ground.flood(self.from, &own);
        for edge in self.edges.iter().chain(self.edges) {
            if reached.meets(edge) {
                reached = self.ground.flood(reached | *edge, &own);
            }
        }
        if reached.meets(&self.to) {
            return true;
        }
        if free.is_empty() || moves == 0 {
            return false;
        }
        if let Some(known) = self.seen.get(&(own, free, moves)) {
            return *known;
        }
        let mut left = free;
        let after = |cell: usize| free.without(&Cells::of(cell));
        let joins = if own_moves {
            left.any(|cell| self.joins(own | Cells::of(cell), after(cell), false, moves - 1))
        } else {
            left.all(|cell| self.joins(own, after(cell), true, moves - 1))
        };
        self.seen.insert((own, free, moves), joins);
        joins
    }
}

/// Whether a connection holds within so many moves of both colours.
fn holds<const W: usize>(
    connections: &Connections<W>,
    connection: &Connection<W>,
    moves: Depth,
) -> bool {
    let ground = &connections.ground;
    // An end is its stones, or the cell as if a stone stood there, or the cells along the edge.
    let mut own = connections.own;
    let mut end = |node: Node| match usize::from(node).checked_sub(ground.count()) {
        Some(edge) => ground.edges[connections.colour as usize][edge],
        None => {
            own.insert(usize::from(node));
            Cells::of(usize::from(node))
        }
    };
    let [from, to] = connection.ends.map(&mut end);
    let edges = &ground.edges[connections.colour as usize];
    let edges = if connections.limits.captures { &edges[..] } else { &[] };
    let mut referee = Referee { ground, edges, from, to, seen: HashMap::new() };
    referee.joins(own, connection.carrier, connection.semi, moves)
}

#[test]
fn every_connection_claimed_on_small_boards_holds_in_all_play_and_within_its_depth() {
    let mut rng = SplitMix64::seed_from_u64(7);
    let mut checked = [0; 2];
    let mut exact = [0; 2];
    for round in 0..2000 {
        let size = 2 + round % 3;
        let ground = Arc::new(Ground::<1>::new(size));
        let both =
            random_stones(size, below(&mut rng, (size * size / 2 + 1) as u32) as usize, &mut rng);
        for colour in Colour::BOTH {
            let [own, other] = [both[colour as usize], both[colour.other() as usize]];
            if ground.joined(colour, &own) {
                continue;
            }
            let mut connections = Connections::new(&ground, colour, WIDE);
            connections.build(own, other, Until::All);
            for connection in connections.all() {
                assert!(
                    holds(&connections, &connection, connection.depth),
                    "{connection:?} of {colour:?} {both:?} on {size}"
                );
                checked[usize::from(connection.semi)] += 1;
                if connection.carrier.count() < 8 && round < 500 {
                    let sooner = connection.depth.checked_sub(1);
                    let sooner = sooner.is_some_and(|less| holds(&connections, &connection, less));
                    exact[usize::from(sooner)] += 1;
                }
            }
        }
    }
    assert!(checked.iter().all(|count| *count > 50_000), "{checked:?}");
    // The rules say how deep a connection is at most, and that is nearly always how deep it is.
    assert!(exact[1] * 100 < exact[0], "{exact:?}");
}

#[test]
fn parts_that_share_captured_cells_make_connections_that_hold_as_well_and_are_more() {
    let mut rng = SplitMix64::seed_from_u64(13);
    let (mut checked, mut more) = (0, 0);
    for round in 0..400 {
        let size = 3 + round % 2;
        let ground = Arc::new(Ground::<1>::new(size));
        let stones = below(&mut rng, (size * size / 2) as u32) as usize;
        let both = random_stones(size, stones, &mut rng);
        let colour = Colour::BOTH[round % 4 / 2];
        let [own, other] = [both[colour as usize], both[colour.other() as usize]];
        if ground.joined(colour, &own) {
            continue;
        }
        let [without, with] = [WIDE, CAPTURING].map(|limits| {
            let mut connections = Connections::new(&ground, colour, limits);
            connections.build(own, other, Until::All);
            connections
        });
        for connection in with.all().filter(|each| each.carrier.count() < 10) {
            let [a, b] = connection.ends;
            let known = if connection.semi { without.semi(a, b) } else { without.full(a, b) };
            if known.iter().any(|carrier| carrier.within(&connection.carrier)) {
                continue;
            }
            more += 1;
            assert!(
                holds(&with, &connection, connection.depth),
                "{connection:?} of {colour:?} {both:?} on {size}"
            );
        }
        checked += usize::from(with.joined().count() >= without.joined().count());
    }
    assert!(more > 1000 && checked > 200, "{more} {checked}");
}

#[test]
fn every_connection_is_made_of_what_it_says_down_to_neighbours() {
    let mut rng = SplitMix64::seed_from_u64(5);
    let mut kinds = [0; 3];
    for round in 0..200 {
        let size = 3 + round % 2;
        let ground = Arc::new(Ground::<1>::new(size));
        let stones = below(&mut rng, (size * size / 2) as u32) as usize;
        let both = random_stones(size, stones, &mut rng);
        let colour = Colour::BOTH[round % 4 / 2];
        let [own, other] = [both[colour as usize], both[colour.other() as usize]];
        if ground.joined(colour, &own) {
            continue;
        }
        let mut connections = Connections::new(&ground, colour, WIDE);
        connections.build(own, other, Until::All);
        let all: Vec<Connection<1>> = connections.all().collect();
        let is_known = |part: &Connection<1>| {
            all.iter().any(|each| {
                let [a, b] = each.ends;
                [[a, b], [b, a]].contains(&part.ends)
                    && (each.carrier, each.semi, each.depth)
                        == (part.carrier, part.semi, part.depth)
            })
        };
        for connection in &all {
            let because = connections.because(connection);
            let because =
                because.unwrap_or_else(|| panic!("{connection:?} of {colour:?} {both:?}"));
            match because {
                Because::Touch => {
                    assert_eq!((connection.carrier, connection.depth), (Cells::NONE, 0));
                    kinds[0] += 1;
                }
                Because::And(mid, [one, two]) => {
                    assert!(is_known(&one) && is_known(&two) && !one.semi && !two.semi);
                    assert!(!one.carrier.meets(&two.carrier), "the parts do without each other");
                    let mut union = one.carrier | two.carrier;
                    assert_eq!(connection.semi, connections.empty().has(mid));
                    if connection.semi {
                        union.insert(mid);
                    }
                    assert_eq!(union, connection.carrier);
                    let depth = one.depth + two.depth + Depth::from(connection.semi);
                    assert!(connection.depth <= depth);
                    kinds[1] += 1;
                }
                Because::Or(parts) => {
                    assert!(parts.len() > 1 && !connection.semi);
                    assert!(parts.iter().all(|part| is_known(part) && part.semi));
                    let meet = parts.iter().fold(ground.all, |meet, part| meet & part.carrier);
                    let union = parts.iter().fold(Cells::NONE, |all, part| all | part.carrier);
                    assert_eq!((meet, union), (Cells::NONE, connection.carrier));
                    kinds[2] += 1;
                }
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 500), "{kinds:?}");
}

#[test]
fn connections_that_follow_stones_hold_as_well_and_end_where_there_are_none() {
    let mut rng = SplitMix64::seed_from_u64(11);
    let mut checked = 0;
    for round in 0..300 {
        let size = 3 + round % 2;
        let ground = Arc::new(Ground::<1>::new(size));
        let colour = Colour::BOTH[round % 4 / 2];
        let mut both = [Cells::NONE; 2];
        let limits = if round % 3 == 0 { CAPTURING } else { WIDE };
        let mut connections = Connections::new(&ground, colour, limits);
        connections.build(Cells::NONE, Cells::NONE, Until::All);
        for stones in 1.. {
            let free = ground.all.without(&(both[0] | both[1]));
            // Sometimes several stones at once, as cells filled in for nothing are.
            let new = [0, 1].map(|_| {
                let cells = free.filter(|_| below(&mut rng, 8) == 0);
                cells.collect::<Cells<1>>()
            });
            let new = [new[0], new[1].without(&new[0])];
            both = [both[0] | new[0], both[1] | new[1]];
            let [own, other] = [colour, colour.other()].map(|colour| colour as usize);
            if ground.joined(colour, &both[own]) || free.is_empty() {
                break;
            }
            let mut next = Connections::new(&ground, colour, limits);
            next.follow(&connections, new[own], new[other], Until::All);
            for connection in next.all() {
                assert!(
                    holds(&next, &connection, connection.depth),
                    "{connection:?} of {colour:?} {both:?} after {stones}"
                );
                checked += 1;
            }
            connections = next;
        }
    }
    assert!(checked > 20_000, "{checked}");
}

/// The two smallest full connections of a lone stone with its edge, as rows away from the edge's
/// side of the stone and cells along it, the same for all four edges.
fn edge_templates(colour: Colour, second: bool, row: usize) -> Vec<Vec<(isize, isize)>> {
    let size = 11;
    let ground = Arc::new(Ground::<2>::new(size));
    let (away, along) = (if second { size - row } else { row - 1 }, size / 2);
    let stone = match colour {
        Colour::Red => away * size + along,
        Colour::Blue => along * size + away,
    };
    let mut connections = Connections::new(&ground, colour, WIDE);
    connections.build(Cells::of(stone), Cells::NONE, Until::All);
    let edge = connections.edge(second);
    let carriers = connections.full(stone as Node, edge).iter().take(2);
    let place = |cell: usize| {
        let (down, right) = (
            (cell / size) as isize - (stone / size) as isize,
            (cell % size) as isize - (stone % size) as isize,
        );
        let (away, along) = if colour == Colour::Red { (down, right) } else { (right, down) };
        if second { (away, along) } else { (-away, -along) }
    };
    let places = carriers.map(|carrier| {
        let this = |each: &Connection<2>| {
            each.carrier == *carrier
                && !each.semi
                && [stone as Node, edge].iter().all(|end| each.ends.contains(end))
        };
        let connection = connections.all().find(this).unwrap();
        assert_eq!(connection.depth, [2, 6, 10][row - 2], "{row} {carrier:?}");
        // The fourth row has too many cells to try everything; the solver's tests prove it.
        assert!(row > 3 || holds(&connections, &connection, connection.depth), "{row} {carrier:?}");
        assert!(row > 3 || !holds(&connections, &connection, connection.depth - 1), "{row}");
        let mut places: Vec<(isize, isize)> = carrier.map(place).collect();
        places.sort_unstable();
        places
    });
    let mut places: Vec<Vec<(isize, isize)>> = places.collect();
    places.sort_unstable();
    places
}

#[test]
fn a_lone_stone_up_to_the_fourth_row_is_connected_with_its_edge_in_both_mirror_images() {
    // The bridge is its own image; the ziggurat and the template of the fourth row lean.
    for (row, cells, images) in [(2, 2, 1), (3, 8, 2), (4, 19, 2)] {
        let templates = edge_templates(Colour::Red, true, row);
        assert_eq!(templates.iter().map(Vec::len).collect::<Vec<_>>(), vec![cells; images]);
        let mirrored = |template: &Vec<(isize, isize)>| {
            let mut image: Vec<(isize, isize)> =
                template.iter().map(|(away, along)| (*away, -along - away)).collect();
            image.sort_unstable();
            image
        };
        assert!(templates.iter().all(|template| templates.contains(&mirrored(template))));
        for (colour, second) in [(Colour::Red, false), (Colour::Blue, true), (Colour::Blue, false)]
        {
            assert_eq!(edge_templates(colour, second, row), templates, "{colour:?} {second}");
        }
    }
}
