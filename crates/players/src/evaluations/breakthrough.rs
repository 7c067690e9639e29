//! `race`: pieces, how near they are to the last rank, who guards whom, and runners that nobody can
//! catch any more.

use ludoteca_games::{Breakthrough, Game, Side};

use super::{Evaluation, EvaluationKind, by};

/// What a piece is worth by the moves it still needs to the last rank.
const BY_DISTANCE: [i32; 8] = [0, 190, 150, 125, 112, 105, 101, 100];
/// For a piece that another one guards.
const GUARDED: i32 = 6;
/// For a piece that can be taken and is not guarded, if its own side moves, and if the other does.
const HANGING: [i32; 2] = [-12, -70];
/// A runner that arrives first, less something for every move it needs.
const RUNNER: i32 = 5000;
const RUNNER_STEP: i32 = 100;

/// The evaluation `race`.
pub(crate) fn race() -> EvaluationKind<Breakthrough> {
    EvaluationKind::new("race", evaluation)
}

fn evaluation() -> Box<dyn Evaluation<Breakthrough>> {
    let catchers = Side::BOTH.map(catchers);
    let judge = move |position: &Breakthrough| {
        let (own, other) = (position.side(), position.side().other());
        match (runner(position, own, &catchers), runner(position, other, &catchers)) {
            (Some(mine), theirs) if theirs.is_none_or(|theirs| mine <= theirs) => {
                RUNNER - RUNNER_STEP * mine
            }
            (_, Some(theirs)) => RUNNER_STEP * theirs - RUNNER,
            _ => weighed(position, own) - weighed(position, other),
        }
    };
    by(120.0, judge)
}

/// From each cell, the cells of enemies that could still catch a piece of a side that runs from
/// there.
///
/// Between the two the rows grow fewer by two a round, and the other comes nearer by one column; it
/// has to be in the next one when the runner passes.
fn catchers(side: Side) -> [u64; 64] {
    let mut all = [0; 64];
    for (from, cells) in all.iter_mut().enumerate() {
        for at in 0..64 {
            let rows = at / 8 - from as i32 / 8;
            let ahead = if side == Side::First { rows } else { -rows };
            let across = (at % 8 - from as i32 % 8).abs();
            if ahead >= 1 && across <= 1 + (ahead - 1) / 2 {
                *cells |= 1u64 << at;
            }
        }
    }
    all
}

/// Moves of the nearest piece of a side that nobody can catch to the last rank.
fn runner(position: &Breakthrough, side: Side, catchers: &[[u64; 64]; 2]) -> Option<i32> {
    let enemies = position.pieces(side.other());
    let free = cells(position.pieces(side))
        .filter(|cell| enemies & catchers[side.index()][*cell as usize] == 0);
    free.map(|cell| distance(position, side, cell)).min()
}

fn distance(position: &Breakthrough, side: Side, cell: u32) -> i32 {
    let row = cell as i32 / 8;
    if side == Side::First { i32::from(position.size()) - 1 - row } else { row }
}

fn weighed(position: &Breakthrough, side: Side) -> i32 {
    let (own, other) = (position.pieces(side), position.pieces(side.other()));
    let guarded = own & aims(own, side);
    let hanging = own & aims(other, side.other()) & !guarded;
    let near = |cell| BY_DISTANCE[distance(position, side, cell) as usize];
    let hangs = HANGING[usize::from(position.side() != side)];
    cells(own).map(near).sum::<i32>()
        + GUARDED * guarded.count_ones() as i32
        + hangs * hanging.count_ones() as i32
}

/// The cells diagonally ahead of pieces of a side.
fn aims(pieces: u64, side: Side) -> u64 {
    let (lower, higher) = (pieces & !0x0101_0101_0101_0101, pieces & !0x8080_8080_8080_8080);
    match side {
        Side::First => lower << 7 | higher << 9,
        Side::Second => lower >> 9 | higher >> 7,
    }
}

fn cells(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(words: &str) -> i32 {
        let start = Breakthrough::new(8).unwrap();
        race().make().judge(&start.read_position(words).unwrap().into_position())
    }

    /// A board with these rows at the top, and nothing below.
    fn rows(rows: &[&str], next: char) -> String {
        let mut all = rows.to_vec();
        all.resize(8, "........");
        format!("{} {next}", all.join("/"))
    }

    #[test]
    fn the_beginning_is_even_and_more_pieces_are_better() {
        assert_eq!(judged(""), 0);
        let one_less = "BBBBBBBB/BBBBBBB./......../......../......../......../WWWWWWWW/WWWWWWWW";
        assert!(judged(&format!("{one_less} w")) > 0);
        assert!(judged(&format!("{one_less} b")) < 0);
    }

    #[test]
    fn a_runner_nobody_can_catch_decides_and_the_nearer_one_arrives() {
        let free = rows(&["B.......", "........", "........", "W......."], 'w');
        assert!(judged(&free).abs() < RUNNER / 2, "the piece on a8 waits for it");
        let free = rows(&["........", ".......B", "........", "W......."], 'w');
        assert!(judged(&free) > RUNNER / 2, "nobody is near: {}", judged(&free));
        let both =
            rows(&["........", "........", "W.......", "........", "........", ".......B"], 'w');
        assert!(judged(&both) > RUNNER / 2 && judged(&both.replace(" w", " b")) > RUNNER / 2);
    }

    #[test]
    fn a_runner_is_only_told_free_if_it_is() {
        // Every place of one piece against one: what the evaluation calls decided is so.
        use crate::{AlphaBeta, Budget, Player, Watch, thought::Value};
        let start = Breakthrough::new(5).unwrap();
        for white in 0..20 {
            for black in 5..25 {
                let cell = |at: i32| match at {
                    at if at == white => 'W',
                    at if at == black => 'B',
                    _ => '.',
                };
                let row =
                    |row: i32| (0..5).map(|column| cell(row * 5 + column)).collect::<String>();
                let board = (0..5).rev().map(row).collect::<Vec<_>>().join("/") + " w";
                let Ok(line) = start.read_position(&board) else { continue };
                let judged = race().make().judge(line.position());
                if white == black || judged.abs() < RUNNER / 2 {
                    continue;
                }
                let mut search = AlphaBeta::new(None, crate::evaluations::none(), 1);
                let thought = search.think(&line, &Budget::default(), &mut Watch::nobody());
                let Value::Proved { .. } = thought.value else { panic!("{board}") };
                assert_eq!(thought.value.result() > 0.0, judged > 0, "{board}");
            }
        }
    }
}
