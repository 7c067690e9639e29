//! A colour's chances as an electric circuit (V. Anshelevich, after C. Shannon's machine): current
//! flows from edge to edge, easily through own stones, with resistance 1 through an empty cell and
//! not at all through the other colour's stones.
//!
//! Neighbours are linked, and so are the ends of every full connection; a link has the resistances
//! of both its ends. Groups and edges that are fully connected are one point, as nothing lies
//! between them. The potentials follow from Kirchhoff's law, a symmetric positive definite system.

use ludoteca_games::hex::Colour;
use nalgebra::{Cholesky, DMatrix, DVector};

use super::{
    cells::Cells,
    connections::{Connections, Node},
};

/// The circuit of a colour.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The resistance between the edges: 0 if they are joined, infinite if they cannot be.
    pub resistance: f64,
    /// What part of the current flows through each cell; of a group through its lowest cell.
    pub current: Vec<f64>,
}

/// What is measured in a circuit, with the whole potential 1 between the edges.
#[derive(Clone, Debug)]
pub struct Points {
    /// The point of the circuit that each cell and each edge is part of.
    pub point: Vec<usize>,
    /// The potential of each cell and each edge.
    pub potential: Vec<f64>,
    /// The links between points that current can reach.
    pub wires: Vec<Wire>,
}

/// A link between two points.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    /// The points.
    pub ends: [usize; 2],
    /// Its resistance, which is that of both ends.
    pub resistance: f64,
    /// What flows from the first end to the second.
    pub current: f64,
}

/// What [`Circuit::measured`] has found out.
struct Measured<'a> {
    point: &'a [usize],
    links: &'a [([usize; 2], f64)],
    potential: &'a dyn Fn(usize) -> f64,
    reached: &'a dyn Fn(usize) -> bool,
}

/// How much better than even a position is for `colour`, from the resistances: the logarithm of
/// the other's by its own.
pub fn advantage(circuits: &[Circuit; 2], colour: Colour) -> f64 {
    let [own, other] = [colour, colour.other()].map(|colour| circuits[colour as usize].resistance);
    (other / own).ln()
}

/// Where points of the circuit are: the second edge at no potential, the first edge at full
/// potential, and all others, unknown, from 0 on.
const GROUND: usize = usize::MAX;
const SOURCE: usize = usize::MAX - 1;
const NOWHERE: usize = usize::MAX - 2;

impl Circuit {
    /// The circuit that the connections of a colour make.
    pub fn new<const W: usize>(connections: &Connections<W>) -> Circuit {
        Circuit::measured(connections, |_| ())
    }

    /// The same with what is measured at each point of it; nothing if no current flows.
    pub fn with_points<const W: usize>(connections: &Connections<W>) -> (Circuit, Option<Points>) {
        let mut points = None;
        let circuit = Circuit::measured(connections, |measured: Measured<'_>| {
            let potential = measured.point.iter().map(|point| (measured.potential)(*point));
            let wires = measured
                .links
                .iter()
                .filter(|(ends, _)| ends.iter().all(|point| (measured.reached)(*point)));
            let wires = wires.map(|([from, to], conductance)| {
                let fall = (measured.potential)(*from) - (measured.potential)(*to);
                Wire {
                    ends: [*from, *to],
                    resistance: 1.0 / conductance,
                    current: fall * conductance,
                }
            });
            points = Some(Points {
                point: measured.point.to_vec(),
                potential: potential.collect(),
                wires: wires.collect(),
            });
        });
        (circuit, points)
    }

    fn measured<const W: usize>(
        connections: &Connections<W>,
        see: impl FnOnce(Measured<'_>),
    ) -> Circuit {
        let count = connections.ground().count();
        let [first, second] = [false, true].map(|second| usize::from(connections.edge(second)));
        let is_stone = |node: usize| node >= count || connections.own().has(node);
        let pairs = || connections.joined().map(|ends| ends.map(usize::from));

        // Stones that are fully connected are one point.
        let mut point: Vec<usize> = (0..count + 2).collect();
        for [a, b] in pairs().filter(|ends| ends.iter().all(|node| is_stone(*node))) {
            let (a, b) = (root(&mut point, a), root(&mut point, b));
            point[a.min(b)] = a.max(b);
        }
        let point: Vec<usize> = (0..count + 2).map(|node| root(&mut point, node)).collect();
        if point[first] == point[second] {
            return Circuit { resistance: 0.0, current: vec![0.0; count] };
        }

        // Links between points, and those that current can reach.
        let resistance = |node: usize| if is_stone(node) { 0.0 } else { 1.0 };
        let links: Vec<([usize; 2], f64)> = pairs()
            .filter(|[a, b]| point[*a] != point[*b])
            .map(|[a, b]| ([point[a], point[b]], 1.0 / (resistance(a) + resistance(b))))
            .collect();
        let mut number = vec![NOWHERE; count + 2];
        number[point[first]] = SOURCE;
        number[point[second]] = GROUND;
        let unknown = reach(&links, &mut number, point[first]);
        if !unknown.complete {
            return Circuit { resistance: f64::INFINITY, current: vec![0.0; count] };
        }

        let mut matrix = DMatrix::<f64>::zeros(unknown.count, unknown.count);
        let mut flow = DVector::<f64>::zeros(unknown.count);
        for ([a, b], conductance) in &links {
            for (here, there) in [(number[*a], number[*b]), (number[*b], number[*a])] {
                if here < unknown.count {
                    matrix[(here, here)] += conductance;
                    match there {
                        SOURCE => flow[here] += conductance,
                        GROUND | NOWHERE => {}
                        there => matrix[(here, there)] -= conductance,
                    }
                }
            }
        }
        let potentials = match Cholesky::new(matrix) {
            Some(cholesky) => cholesky.solve(&flow),
            None => return Circuit { resistance: f64::INFINITY, current: vec![0.0; count] },
        };
        let potential = |point: usize| match number[point] {
            SOURCE => 1.0,
            GROUND | NOWHERE => 0.0,
            number => potentials[number],
        };
        let mut through = vec![0.0; count + 2];
        for ([a, b], conductance) in &links {
            if number[*a] != NOWHERE && number[*b] != NOWHERE {
                let flow = conductance * (potential(*a) - potential(*b)).abs();
                through[*a] += flow;
                through[*b] += flow;
            }
        }
        // What leaves the source is the whole current; elsewhere what comes in leaves again.
        let whole = through[point[first]];
        let part = |node: usize| match number[point[node]] {
            // A stone that is as good as part of an edge.
            SOURCE | GROUND => 1.0,
            _ => through[point[node]] / 2.0 / whole,
        };
        let current = (0..count).map(part).collect();
        see(Measured {
            point: &point,
            links: &links,
            potential: &potential,
            reached: &|point| number[point] != NOWHERE,
        });
        Circuit { resistance: 1.0 / whole, current }
    }
}

/// The point that stands for a node.
fn root(point: &mut [usize], mut node: usize) -> usize {
    while point[node] != node {
        point[node] = point[point[node]];
        node = point[node];
    }
    node
}

struct Reached {
    count: usize,
    complete: bool,
}

/// Numbers the points that can be reached from one over links, and tells whether the second edge is
/// among them.
fn reach(links: &[([usize; 2], f64)], number: &mut [usize], from: usize) -> Reached {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); number.len()];
    for ([a, b], _) in links {
        next[*a].push(*b);
        next[*b].push(*a);
    }
    let mut reached = Reached { count: 0, complete: false };
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for there in &next[point] {
            match number[*there] {
                GROUND => reached.complete = true,
                NOWHERE => {
                    number[*there] = reached.count;
                    reached.count += 1;
                    open.push(*there);
                }
                _ => {}
            }
        }
    }
    reached
}

/// A cell's current, which a group has at its lowest cell.
pub fn current_at<const W: usize>(
    circuit: &Circuit,
    connections: &Connections<W>,
    cell: usize,
) -> f64 {
    let node: Node = connections.node(cell);
    circuit.current.get(usize::from(node)).copied().unwrap_or(1.0)
}

/// Cells with the most current of both colours first.
pub fn by_current<const W: usize>(circuits: &[Circuit; 2], moves: Cells<W>) -> Vec<usize> {
    let both = |cell: usize| circuits[0].current[cell] + circuits[1].current[cell];
    let mut order: Vec<usize> = moves.collect();
    order.sort_by(|a, b| both(*b).total_cmp(&both(*a)).then(a.cmp(b)));
    order
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ludoteca_games::below;
    use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

    use super::*;
    use crate::hex::{
        cells::Ground,
        connections::{Limits, Until},
    };

    const LIMITS: Limits =
        Limits { fulls: 4, semis: 8, size: 40, ors: 3, steps: 40_000, captures: false };

    fn connections(size: usize, stones: [Cells<1>; 2], colour: Colour) -> Connections<1> {
        let ground = Arc::new(Ground::new(size));
        let mut connections = Connections::new(&ground, colour, LIMITS);
        let [own, other] = [colour, colour.other()].map(|colour| stones[colour as usize]);
        connections.build(own, other, Until::All);
        connections
    }

    /// The resistance by plain elimination with one unit of current into the first edge, every pair
    /// of stones joined by next to nothing instead of made one.
    fn slow_resistance(connections: &Connections<1>) -> f64 {
        let count = connections.ground().count();
        let stone = |node: usize| node >= count || connections.own().has(node);
        let (first, second) = (count, count + 1);
        let mut rows = vec![vec![0.0; count + 3]; count + 2];
        for [a, b] in connections.joined().map(|ends| ends.map(usize::from)) {
            let resistance = [a, b].iter().filter(|node| !stone(**node)).count() as f64;
            let conductance = 1.0 / resistance.max(1e-7);
            for (here, there) in [(a, b), (b, a)] {
                rows[here][here] += conductance;
                rows[here][there] -= conductance;
            }
        }
        rows[first][count + 2] = 1.0;
        rows[second] = vec![0.0; count + 3];
        rows[second][second] = 1.0;
        for at in 0..count + 2 {
            let pivot =
                (at..count + 2).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()));
            rows.swap(at, pivot.unwrap());
            if rows[at][at].abs() < 1e-12 {
                continue;
            }
            let row = rows[at].clone();
            for other in rows.iter_mut().enumerate().filter(|(i, _)| *i != at).map(|(_, row)| row) {
                let factor = other[at] / row[at];
                other.iter_mut().zip(&row).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
        rows[first][count + 2] / rows[first][first]
    }

    #[test]
    fn currents_keep_the_laws_of_kirchhoff_and_ohm() {
        let mut rng = SplitMix64::seed_from_u64(3);
        let mut checked = 0;
        for round in 0..60 {
            let size = 2 + round % 4;
            let mut stones = [Cells::NONE; 2];
            for i in 0..below(&mut rng, size as u32 * 2) as usize {
                let cell = below(&mut rng, (size * size) as u32) as usize;
                if !stones[1 - i % 2].has(cell) {
                    stones[i % 2].insert(cell);
                }
            }
            let connections = connections(size, stones, Colour::BOTH[round % 2]);
            let (circuit, points) = Circuit::with_points(&connections);
            assert_eq!(circuit.resistance, Circuit::new(&connections).resistance);
            let Some(points) = points else {
                assert!([0.0, f64::INFINITY].contains(&circuit.resistance));
                continue;
            };
            let [first, second] =
                [false, true].map(|edge| points.point[usize::from(connections.edge(edge))]);
            let mut out = vec![0.0; points.point.len()];
            for wire in &points.wires {
                let [from, to] = wire.ends.map(|point| {
                    let node = points.point.iter().position(|known| *known == point);
                    points.potential[node.unwrap()]
                });
                assert!((wire.current * wire.resistance - (from - to)).abs() < 1e-9, "Ohm");
                out[wire.ends[0]] += wire.current;
                out[wire.ends[1]] -= wire.current;
            }
            for (point, out) in out.iter().enumerate() {
                let source =
                    f64::from(u8::from(point == first)) - f64::from(u8::from(point == second));
                assert!((out - source / circuit.resistance).abs() < 1e-9, "Kirchhoff at {point}");
            }
            checked += 1;
        }
        assert!(checked > 30, "{checked}");
    }

    #[test]
    fn a_single_cell_resists_at_both_ends() {
        for colour in Colour::BOTH {
            let circuit = Circuit::new(&connections(1, [Cells::NONE; 2], colour));
            assert!((circuit.resistance - 2.0).abs() < 1e-9);
            assert!((circuit.current[0] - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn who_has_no_way_has_infinite_resistance_and_who_is_joined_none() {
        // Blue's wall on the middle row; Red may not pass.
        let wall: Cells<1> = [3, 4, 5].into_iter().collect();
        let red = Circuit::new(&connections(3, [Cells::NONE, wall], Colour::Red));
        assert_eq!(red.resistance, f64::INFINITY);
        // Two blue stones with a bridge to each edge and between them.
        let bridges = [Cells::NONE, Cells::of(4)];
        let blue = Circuit::new(&connections(3, bridges, Colour::Blue));
        assert_eq!(blue.resistance, 0.0);
        assert_eq!(advantage(&[red, blue], Colour::Red), f64::NEG_INFINITY);
    }

    #[test]
    fn resistances_are_those_of_plain_elimination_and_the_same_for_both_on_the_empty_board() {
        let mut rng = SplitMix64::seed_from_u64(9);
        let mut compared = 0;
        for round in 0..300 {
            let size = 2 + round % 5;
            let mut stones = [Cells::NONE; 2];
            let mut free: Vec<usize> = (0..size * size).collect();
            for i in 0..below(&mut rng, (size * size / 2) as u32) as usize {
                let pick = below(&mut rng, free.len() as u32) as usize;
                stones[i % 2].insert(free.swap_remove(pick));
            }
            let colour = Colour::BOTH[round % 2];
            let connections = connections(size, stones, colour);
            let resistance = Circuit::new(&connections).resistance;
            if resistance.is_finite() && resistance > 0.0 {
                let slow = slow_resistance(&connections);
                assert!((resistance - slow).abs() < 1e-4 * slow, "{resistance} {slow} {stones:?}");
                compared += 1;
            }
        }
        assert!(compared > 150, "{compared}");
        for size in 2..=8 {
            let [red, blue] = Colour::BOTH.map(|colour| {
                Circuit::new(&connections(size, [Cells::NONE; 2], colour)).resistance
            });
            assert!((red - blue).abs() < 1e-9 * red, "{size}: {red} {blue}");
        }
    }
}
