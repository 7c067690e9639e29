//! The layer `why`: the result and its reasons, in a few paragraphs.

use ludoteca_games::{
    Side,
    connect4::{STRIDE, WIDTH},
};
use ludoteca_text::{Text, text};

use super::{
    super::{
        could_win,
        plans::{COLUMN, EVEN_ROWS, ODD_ROWS, Plan, first_waits, second_follows},
        plies_left,
        solver::Score,
    },
    Line, View, column_number,
    line::Step,
    name, name_cells, name_columns, paragraph, row_number,
};
use crate::thought::{Content, Layer};

pub(super) fn layer(
    view: &View,
    score: Score,
    scores: &[Option<Score>; WIDTH],
    line: &Line,
) -> Layer {
    let mut paragraphs = vec![columns(view, score, scores)];
    paragraphs.push(duties(view));
    // Where the next two moves end the game, that is the whole reason.
    if plies_left(score, view.taken().count_ones()) > 2 {
        let reasons = reasons(view, score, line);
        let proved = !reasons.is_empty();
        paragraphs.extend(reasons.into_iter().map(Some));
        if let Some((winner, cell)) = line.four() {
            paragraphs.push(turning_points(line, winner, cell));
            if !proved {
                paragraphs.push(end(line, winner));
            }
        }
    }
    Layer {
        id: "why",
        title: text!("layer-why"),
        sentence: result(view, score),
        content: Content::Words { paragraphs: paragraphs.into_iter().flatten().collect() },
    }
}

/// Who wins with best play, and when.
fn result(view: &View, score: Score) -> Text {
    let (side, other) = (name(view.side), name(view.side.other()));
    let plies = plies_left(score, view.taken().count_ones());
    let disc = 22 - score.abs();
    match score {
        0 => text!("why-draw", side = side),
        1.. => text!("why-win", side = side, plies = plies, disc = disc),
        _ => text!("why-loss", side = side, other = other, plies = plies, disc = disc),
    }
}

/// What each column comes to; nothing while one of them is unknown.
fn columns(view: &View, score: Score, scores: &[Option<Score>; WIDTH]) -> Option<Text> {
    let those = |wanted: &dyn Fn(Score) -> bool| {
        (0..WIDTH)
            .filter(|column| scores[*column].is_some_and(wanted))
            .map(|column| view.free & COLUMN << (column * STRIDE))
            .fold(0, |all, cell| all | cell)
    };
    let say = |id: &'static str, cells: u64| {
        let count = cells.count_ones();
        (count > 0).then(|| text!(id, count = count, list = name_columns(cells)))
    };
    let all = those(&|_| true);
    // "Only this one wins" is true only if all the others are known.
    if all != view.free {
        return None;
    }
    let best = those(&|each| each == score);
    let [win, draw, loss] = [1, 0, -1].map(|sign| those(&|each| each.signum() == sign));
    let sentences = match score {
        1.. if win.count_ones() == 1 => {
            [say("why-only-wins", win), say("why-draws-only", draw), say("why-loses", loss)]
        }
        1.. if best == win => {
            [say("why-wins-alike", win), say("why-draws-only", draw), say("why-loses", loss)]
        }
        1.. => [
            say("why-wins-soonest", best),
            say("why-wins-later", win & !best),
            paragraph([say("why-draws-only", draw), say("why-loses", loss)].into_iter().flatten()),
        ],
        0 if draw == all => [say("why-all-draw", draw), None, None],
        0 if draw.count_ones() == 1 => [say("why-only-draws", draw), say("why-loses", loss), None],
        0 => [say("why-draws", draw), say("why-loses", loss), None],
        _ if best == all => [None, None, None],
        _ => [say("why-longest", best), None, None],
    };
    paragraph(sentences.into_iter().flatten())
}

/// What the side to move has to do, or must not do, because of the next move.
fn duties(view: &View) -> Option<Text> {
    let (side, other) = (name(view.side), name(view.side.other()));
    let (wins, attacked, lifting) = (view.wins(), view.attacked(), view.lifting());
    let columns = |cells: u64| (cells.count_ones(), name_columns(cells));
    if wins != 0 {
        let (count, list) = columns(wins);
        return Some(text!("why-four-now", count = count, list = list));
    }
    match attacked.count_ones() {
        0 if lifting == 0 => None,
        0 if lifting == view.free => {
            Some(text!("why-lifts-everywhere", side = side, other = other))
        }
        0 => {
            let (count, list) = columns(lifting);
            Some(text!("why-lifts", count = count, list = list, other = other))
        }
        1 if attacked & lifting != 0 => Some(text!(
            "why-block-lifts",
            side = side,
            other = other,
            column = column_number(attacked)
        )),
        1 => Some(text!(
            "why-must-block",
            side = side,
            other = other,
            column = column_number(attacked)
        )),
        _ => Some(text!(
            "why-cannot-stop",
            side = side,
            other = other,
            list = name_columns(attacked)
        )),
    }
}

/// Plans that prove the result, and lines that are left to nobody.
fn reasons(view: &View, score: Score, line: &Line) -> Vec<Text> {
    let taken = view.taken();
    let open = view.stones.map(|stones| could_win(stones, taken));
    if open == [false, false] {
        return vec![text!("why-neither")];
    }
    let mut reasons = Vec::new();
    if score == 0
        && let Some(side) = Side::BOTH.into_iter().find(|side| !open[side.index()])
    {
        reasons.push(text!("why-cannot", side = name(side)));
    }
    // Who cannot make four any more needs no plan to be held to a draw.
    let needed = |side: Side| score != 0 || open[side.other().index()];
    let (side, other) = (view.side, view.side.other());
    let proves = |view: &View, score: Score| {
        plan(view).filter(|plan| {
            plan.bound == score || plan.bound.signum() == score.signum() && ends_in_zugzwang(line)
        })
    };
    if score <= 0
        && needed(other)
        && let Some(plan) = proves(view, score)
    {
        let opening = text!("why-plan", side = name(other), other = name(side));
        reasons.extend(explain(view, plan, score, opening));
    }
    if score >= 0
        && needed(side)
        && let Some(Step { cell, after, .. }) = line.steps.first()
        && let Some(plan) = proves(after, -score)
    {
        let column = column_number(*cell);
        let opening =
            text!("why-plan-after", side = name(side), other = name(other), column = column);
        reasons.extend(explain(after, plan, -score, opening));
    }
    reasons
}

/// Whether the line ends because the loser has to play below a four of the winner. Where it ends in
/// a double threat instead, a slower plan would tell another story than the line.
fn ends_in_zugzwang(line: &Line) -> bool {
    let loser = line.four().map(|(winner, _)| winner.other());
    let last = line.steps.iter().rev().find(|step| Some(step.side()) == loser);
    last.is_some_and(|step| step.before.lost_at_once() && step.before.attacked() == 0)
}

/// The plan of the side that is not to move, if it has one and the game does not end at once.
pub(super) fn plan(view: &View) -> Option<Plan> {
    let [first, second] = view.stones;
    if view.wins() != 0 {
        return None;
    }
    match view.side {
        Side::First => second_follows(first, second, view.threats[1]),
        Side::Second => first_waits(first, second, view.threats[0]),
    }
}

/// How a plan of the side that is not to move goes, and what comes of it; `score` is that of the
/// side to move.
fn explain(view: &View, plan: Plan, score: Score, opening: Text) -> Option<Text> {
    let (side, other) = (view.side.other(), view.side);
    let target = plan.target.map_or(0, |at| 1u64 << at);
    let odd = paired(view, plan);
    let how = match odd.count_ones() {
        0 => text!("why-plan-on-top"),
        count => text!("why-plan-pairs", count = count, list = name_columns(odd)),
    };
    let (winner, loser) = (name(side), name(other));
    let what = if target != 0 {
        text!("why-plan-target", side = winner, other = loser, cell = name_cells(target))
    } else if plan.bound < 0 {
        text!("why-plan-rows", side = winner)
    } else {
        text!("why-plan-holds", side = winner, other = loser)
    };
    let sooner = (score < plan.bound).then(|| text!("why-plan-sooner"));
    paragraph([opening, how, what].into_iter().chain(sooner))
}

/// The free cells of columns of odd height, where a plan answers a stone in another of these columns
/// instead of on top of it.
pub(super) fn paired(view: &View, plan: Plan) -> u64 {
    let odd = view.free & EVEN_ROWS;
    match plan.target {
        // For the first side the target's column is the odd one out.
        Some(at) if view.side == Side::Second => odd & !(COLUMN << (at as usize / STRIDE * STRIDE)),
        _ => odd,
    }
}

/// Where the deciding four comes from, and from when on the loser has no choice.
fn turning_points(line: &Line, winner: Side, cell: u64) -> Option<Text> {
    let at = winner.index();
    let made = line.steps.iter().position(|step| step.before.threats[at] & cell != 0);
    let decides = match made? {
        0 => text!("why-decides-already", side = name(winner), cell = name_cells(cell)),
        // The move before the first position that has the threat; moves are counted from 1.
        number => {
            text!("why-decides", side = name(winner), cell = name_cells(cell), number = number)
        }
    };
    let loser = winner.other();
    let turns = || line.steps.iter().enumerate().filter(|(_, step)| step.side() == loser);
    let forced = turns().rev().take_while(|(_, step)| step.before.forced());
    let (count, start) = forced.fold((0, 0), |(count, _), (number, _)| (count + 1, number + 1));
    // The very last move is always forced; only a longer run is news.
    let run = (count > 1).then(|| {
        if start <= 2 {
            text!("why-forced-all", side = name(loser))
        } else {
            text!("why-forced", side = name(loser), number = start)
        }
    });
    paragraph(std::iter::once(decides).chain(run))
}

/// Why the loser's last move of the line cannot help.
fn end(line: &Line, winner: Side) -> Option<Text> {
    let last = line.steps.iter().rev().find(|step| step.side() != winner)?.before;
    let (side, other) = (name(winner), name(winner.other()));
    if !last.lost_at_once() {
        return None;
    }
    if last.attacked() != 0 {
        return Some(text!(
            "why-end-fours",
            side = side,
            other = other,
            cells = name_cells(last.unstoppable())
        ));
    }
    if last.free.count_ones() > 1 {
        let list = name_columns(last.free);
        return Some(text!("why-end-zugzwang", side = side, other = other, list = list));
    }
    let target = last.free << 1;
    let (column, row) = (column_number(target), row_number(target));
    let end = text!("why-end-column", side = side, other = other, column = column, row = row);
    let first = name(Side::First);
    // With all else full the row alone says whose turn it is.
    let parity = if target & ODD_ROWS != 0 {
        text!("why-end-odd", first = first)
    } else {
        text!("why-end-even", first = first, second = name(Side::Second))
    };
    paragraph([end, parity])
}
