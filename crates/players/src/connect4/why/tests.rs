//! Every claim of an explanation, against the rules and the exact scores.

mod words;

use ludoteca_games::connect4::{CELLS, HEIGHT, STRIDE};
use ludoteca_text::Arg;
use ludoteca_words::Lang;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    line::{Remark, Step},
    threats::{Worth, threats},
    *,
};
use crate::{
    connect4::{Solver, plies_left},
    thought::Content,
};

/// A position with everything that [`layers`] is given.
struct Solved {
    position: Connect4,
    score: Score,
    scores: [Option<Score>; WIDTH],
    line: Vec<u8>,
}

impl Solved {
    fn of(solver: &mut Solver, position: Connect4) -> Solved {
        let scores = scores(solver, &position);
        let score = scores.into_iter().flatten().max().unwrap();
        let (mut at, mut line) = (position, Vec::new());
        while at.outcome().is_none() {
            let scores = self::scores(solver, &at);
            let best = scores.into_iter().flatten().max();
            let column = scores.iter().position(|each| *each == best).unwrap() as u8;
            line.push(column);
            at.play_unchecked(&column);
        }
        Solved { position, score, scores, line }
    }

    fn read(columns: &str) -> Solved {
        let position = Connect4::default().read_position(columns).unwrap().into_position();
        Solved::of(&mut Solver::new(16), position)
    }

    fn layers(&self) -> Vec<Layer> {
        layers(&self.position, self.score, &self.scores, &self.line)
    }
}

fn scores(solver: &mut Solver, position: &Connect4) -> [Option<Score>; WIDTH] {
    std::array::from_fn(|column| {
        let next = played(position, column as u8)?;
        Some(match next.outcome() {
            Some(outcome) if outcome.winner.is_none() => 0,
            Some(_) => (44 - next.count() as Score) / 2,
            None => -solver.score(&next).unwrap(),
        })
    })
}

fn played(position: &Connect4, column: u8) -> Option<Connect4> {
    position.check(&column).ok()?;
    let mut next = *position;
    next.play_unchecked(&column);
    Some(next)
}

/// The columns with which the side to move ends the game at once.
fn winning(position: &Connect4) -> Vec<u8> {
    let wins = |column: &u8| {
        played(position, *column)
            .is_some_and(|next| next.outcome().is_some_and(|o| o.winner.is_some()))
    };
    position.legal_plies().into_iter().filter(wins).collect()
}

/// The columns that let the opponent win at once.
fn losing(position: &Connect4) -> Vec<u8> {
    let loses =
        |column: &u8| played(position, *column).is_some_and(|next| !winning(&next).is_empty());
    position.legal_plies().into_iter().filter(loses).collect()
}

/// Random positions whose games go on, with exact scores and a line to the end.
fn samples(seed: u64, stones: u32, count: usize) -> Vec<Solved> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = Solver::new(64);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Connect4::default();
        while position.count() < stones + found.len() as u32 % (42 - stones)
            && let Some(ply) = position.random_ply(&mut rng)
        {
            position.play_unchecked(&ply);
        }
        if position.outcome().is_none() {
            found.push(Solved::of(&mut solver, position));
        }
    }
    found
}

/// The columns of some cells, from 0.
fn columns_of(bits: u64) -> Vec<u8> {
    each(bits).map(|cell| column_number(cell) as u8 - 1).collect()
}

/// Four in line, looked for cell by cell.
fn has_four(stones: u64) -> bool {
    let at = |column: i32, row: i32| {
        let on = (0..WIDTH as i32).contains(&column) && (0..HEIGHT as i32).contains(&row);
        on && stones >> (column as usize * STRIDE + row as usize) & 1 == 1
    };
    (0..WIDTH as i32).any(|column| {
        (0..HEIGHT as i32).any(|row| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .into_iter()
                .any(|(x, y)| (0..4).all(|k| at(column + k * x, row + k * y)))
        })
    })
}

/// All texts in a text, itself first.
fn inside(text: &Text) -> Vec<&Text> {
    let parts = text.args.values().filter_map(|arg| match arg {
        Arg::Text(text) => Some(inside(text)),
        _ => None,
    });
    std::iter::once(text).chain(parts.flatten()).collect()
}

fn texts(layer: &Layer) -> Vec<&Text> {
    let content: Vec<&Text> = match &layer.content {
        Content::Words { paragraphs } => paragraphs.iter().collect(),
        Content::Table { columns, rows } => columns.iter().chain(rows.iter().flatten()).collect(),
        _ => Vec::new(),
    };
    let all = [&layer.title, &layer.sentence].into_iter().chain(content);
    all.flat_map(inside).collect()
}

/// The text called `id`, if the explanation has it.
fn said<'a>(layers: &'a [Layer], id: &str) -> Option<&'a Text> {
    layers.iter().flat_map(texts).find(|text| text.id == id)
}

fn number(text: &Text, gap: &str) -> usize {
    match &text.args[gap] {
        Arg::Number(number) => *number as usize,
        other => panic!("{other:?} is no number"),
    }
}

fn words(text: &Text, gap: &str) -> String {
    match &text.args[gap] {
        Arg::Text(text) => Lang::ENGLISH.say(text),
        other => panic!("{other:?} is no text"),
    }
}

#[test]
fn exactly_the_cells_that_complete_four_are_threats_and_their_lines_are_drawn() {
    for solved in samples(1, 14, 200) {
        let view = View::of(&solved.position);
        let empty = CELLS & !view.taken();
        for side in Side::BOTH {
            let stones = view.stones[side.index()];
            let fours = each(empty).filter(|cell| has_four(stones | cell)).fold(0, |a, b| a | b);
            let found = threats(&view).into_iter().filter(|threat| threat.side == side);
            assert_eq!(found.fold(0, |all, threat| all | threat.cell), fours);
        }
        let layers = solved.layers();
        let Content::Links { links, .. } = &layers[1].content else { panic!() };
        let mut drawn = [0, 0];
        for link in links {
            let bits = each(CELLS).filter(|cell| cells(*cell).all(|at| link.cells.contains(&at)));
            let line = bits.fold(0, |all, cell| all | cell);
            let missing = line & !view.stones[link.side.index()];
            assert!(has_four(line) && line.count_ones() == 4 && missing.count_ones() == 1);
            assert_eq!(link.carrier, cells(missing).collect::<Vec<_>>());
            drawn[link.side.index()] |= missing;
        }
        assert_eq!(drawn, view.threats);
    }
}

#[test]
fn what_a_threat_is_said_to_be_worth_is_true() {
    let mut seen = [0; 6];
    for solved in samples(2, 16, 400) {
        let view = View::of(&solved.position);
        for threat in threats(&view) {
            let column = column_number(threat.cell) as u8 - 1;
            let [own, other] = [threat.side, threat.side.other()].map(|s| view.stones[s.index()]);
            let open = each(view.free).any(|cell| cell == threat.cell);
            assert_eq!(threat.worth == Worth::Open, open);
            // Who plays the cell below, when all the other columns are full?
            let stones = (WIDTH - 1) * HEIGHT + row_number(threat.cell) - 2;
            let below = if stones.is_multiple_of(2) { Side::First } else { Side::Second };
            seen[match threat.worth {
                Worth::Open => 0,
                Worth::Undermined(at) => {
                    assert!(has_four(other | at) && row_number(at) < row_number(threat.cell));
                    assert!(columns_of(at) == [column] && at & view.taken() == 0);
                    1
                }
                Worth::Paired(low) => {
                    assert!(has_four(own | low) && has_four(own | low << 1));
                    assert!(low == threat.cell || low << 1 == threat.cell);
                    assert!(!has_four(other | low), "the other side would not block there but win");
                    2
                }
                Worth::Shared => {
                    assert!(has_four(own | threat.cell) && has_four(other | threat.cell));
                    let below = threat.cell >> 1;
                    assert!(!has_four(own | below) && !has_four(other | below));
                    3
                }
                Worth::Waits => {
                    assert_eq!(below, threat.side.other());
                    4
                }
                Worth::Wasted => {
                    assert_eq!(below, threat.side);
                    5
                }
            }] += 1;
        }
    }
    assert!(seen.into_iter().all(|count| count > 5), "{seen:?}");
}

#[test]
fn what_has_to_be_done_now_is_what_the_next_two_moves_say() {
    let mut seen = [0; 6];
    for solved in samples(3, 14, 600) {
        let position = &solved.position;
        let layers = solved.layers();
        let (wins, loses, all) = (winning(position), losing(position), position.legal_plies());
        let said = |id| said(&layers, id);
        let list = |columns: &[u8]| {
            Lang::ENGLISH
                .say(&list(columns.iter().map(|c| Text::verbatim((c + 1).to_string())), true))
        };
        if let Some(now) = said("why-four-now") {
            assert_eq!(words(now, "list"), list(&wins));
            seen[0] += 1;
            continue;
        }
        assert!(wins.is_empty(), "{position:?}");
        let kept: Vec<u8> = all.iter().copied().filter(|c| !loses.contains(c)).collect();
        if let Some(block) = said("why-must-block") {
            assert_eq!(kept, [number(block, "column") as u8 - 1]);
            seen[1] += 1;
        } else if let Some(lifts) = said("why-lifts") {
            assert_eq!(words(lifts, "list"), list(&loses));
            assert!(!kept.is_empty());
            seen[2] += 1;
        } else if let Some(block) = said("why-block-lifts") {
            assert!(kept.is_empty());
            let next = played(position, number(block, "column") as u8 - 1).unwrap();
            assert_eq!(winning(&next), [number(block, "column") as u8 - 1]);
            seen[3] += 1;
        } else if said("why-cannot-stop").is_some() {
            assert!(kept.is_empty());
            seen[4] += 1;
        } else if said("why-lifts-everywhere").is_some() {
            assert!(kept.is_empty());
            for column in all {
                assert!(winning(&played(position, column).unwrap()).contains(&column));
            }
            seen[5] += 1;
        } else {
            assert!(loses.is_empty(), "{position:?}");
        }
    }
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}

#[test]
fn a_line_ends_the_game_when_the_score_says_and_its_remarks_are_true() {
    let mut seen = [0; 9];
    for solved in samples(4, 14, 400) {
        let line = Line::follow(&solved.position, &solved.line);
        let plies = plies_left(solved.score, solved.position.count()) as usize;
        assert_eq!(line.steps.len(), plies);
        let winner = line.four().map(|(winner, _)| winner);
        let side = solved.position.side();
        assert_eq!(
            winner,
            [Some(side.other()), None, Some(side)][(solved.score.signum() + 1) as usize]
        );
        let mut at = solved.position;
        for (step, column) in line.steps.iter().zip(&solved.line) {
            let next = played(&at, *column).unwrap();
            for remark in step.remarks() {
                seen[check(remark, step, &at, &next, *column)] += 1;
            }
            at = next;
        }
        assert!(at.outcome().is_some());
    }
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}

/// Checks a remark by trying all moves; which kind it is.
fn check(remark: Remark, step: &Step, before: &Connect4, next: &Connect4, column: u8) -> usize {
    let stones = next.stones(step.side());
    let fours = |cells: u64| each(cells).all(|cell| has_four(stones | cell));
    let playable = |cells: u64| cells & !next.playable() == 0;
    let moves = |at: &Connect4| at.legal_plies().len();
    match remark {
        Remark::Four => {
            assert_eq!(next.outcome().unwrap().winner, Some(step.side()));
            0
        }
        Remark::Fills => {
            assert!(next.outcome().unwrap().winner.is_none());
            1
        }
        Remark::Blocks => {
            assert!(winning(before).is_empty() && !losing(before).contains(&column));
            assert_eq!(losing(before).len(), moves(before) - 1);
            2
        }
        Remark::CannotStop(cells) => {
            assert_eq!(losing(before).len(), moves(before));
            assert_eq!(winning(next), columns_of(cells));
            3
        }
        Remark::LastColumn => {
            assert_eq!((moves(before), winning(next)), (1, vec![column]));
            4
        }
        Remark::NothingElse => {
            assert!(winning(before).is_empty());
            for each in before.legal_plies() {
                assert!(winning(&played(before, each).unwrap()).contains(&each));
            }
            5
        }
        Remark::TwoThreats(cells) => {
            assert!(winning(next).is_empty() && losing(next).len() == moves(next));
            assert!(fours(cells) && cells.count_ones() > 1);
            6
        }
        Remark::Threatens(cell) => {
            assert!(fours(cell) && playable(cell) && winning(next).is_empty());
            let mut others = next.legal_plies();
            others.retain(|each| *each != columns_of(cell)[0]);
            assert_eq!(losing(next), others);
            7
        }
        Remark::Prepares(cells) => {
            let earlier = before.stones(step.side());
            assert!(fours(cells) && each(cells).all(|cell| !playable(cell)));
            assert!(each(cells).all(|cell| !has_four(earlier | cell)));
            8
        }
    }
}
