//! How the plies of Arimaa are made by hand: steps, whole pushes, presets of the setup; and why
//! what somebody tries is not possible.

use ludoteca_text::{Text, text};

use super::{
    index, kind_name, piece,
    tell::{Follows, deed, pulls},
};
use crate::{
    Game, Side,
    arimaa::{
        Arimaa, ArimaaPly, ArimaaRefusal, Kind, Pending, STEPS, Square, Step, beside, home, squares,
    },
    picture::{Gesture, PathMark, Touched},
};

/// Setups of a side by the letters of its two rows, the one nearer to the middle first, and the
/// messages that name them as they are and mirrored. The first is the usual one: rabbits at the
/// edges and behind, cats behind the traps, horses outside them.
const PRESETS: [([&str; 2], [&str; 2]); 2] = [
    (["RHCMECHR", "RRRDDRRR"], ["arimaa-preset-usual", "arimaa-preset-usual-mirrored"]),
    (["HDCMECDH", "RRRRRRRR"], ["arimaa-preset-behind", "arimaa-preset-behind-mirrored"]),
];

pub fn gesture(position: &Arimaa, ply: &ArimaaPly) -> Gesture {
    match *ply {
        ArimaaPly::Place(kind, square) => {
            Gesture::Place { piece: index(position.side(), kind), lands: square.index() }
        }
        ArimaaPly::Step(step) => {
            let (about, follows) = deed(position, step);
            let mark = match follows {
                Follows::Nothing => PathMark::Dot,
                Follows::Pull => PathMark::Ring,
                Follows::Enemy => PathMark::Arrow,
            };
            let cells = vec![step.from.index(), step.to.index()];
            Gesture::Path { cells, mark, about: Some(about) }
        }
        ArimaaPly::End => Gesture::Press { button: text!("arimaa-end-turn"), about: None },
    }
}

/// Buttons for pulls and for completing a push, pushes begun with one's own piece, and in the setup
/// the presets, or the rest of one.
pub fn shortcuts(position: &Arimaa) -> Vec<(Vec<ArimaaPly>, Gesture)> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    if position.in_setup() {
        return setups(position);
    }
    let steps: Vec<Step> = position
        .legal_plies()
        .into_iter()
        .filter_map(|ply| match ply {
            ArimaaPly::Step(step) => Some(step),
            _ => None,
        })
        .collect();
    let board = &position.state().board;
    let press = |message, step: Step| {
        let kind = Text::new(kind_name(board.kind_on(step.from)));
        let (from, to) = (step.from.name(), step.to.name());
        let button = text!(message, kind = kind, from = from, to = to);
        (vec![ArimaaPly::Step(step)], Gesture::Press { button, about: None })
    };
    if position.state().pushing() {
        return steps.into_iter().map(|step| press("arimaa-follow-button", step)).collect();
    }
    let pulls = pulls(position).into_iter().map(|step| press("arimaa-pull-button", step));
    pulls.chain(pushes(position, &steps)).collect()
}

/// Whole pushes: from one's own piece over the enemy to where that goes.
fn pushes(position: &Arimaa, steps: &[Step]) -> Vec<(Vec<ArimaaPly>, Gesture)> {
    let mut pushes = Vec::new();
    for first in steps {
        let mut begun = position.clone();
        begun.play_unchecked(&ArimaaPly::Step(*first));
        if !begun.state().pushing() {
            continue;
        }
        for second in begun.legal_plies() {
            let ArimaaPly::Step(Step { from, .. }) = second else { continue };
            let cells = vec![from.index(), first.from.index(), first.to.index()];
            let (mark, about) = (PathMark::Arrow, Some(deed(position, *first).0));
            pushes.push((
                vec![ArimaaPly::Step(*first), second],
                Gesture::Path { cells, mark, about },
            ));
        }
    }
    pushes
}

/// The presets for an empty home, or the rest of the usual one.
fn setups(position: &Arimaa) -> Vec<(Vec<ArimaaPly>, Gesture)> {
    let press =
        |message, plies| (plies, Gesture::Press { button: Text::new(message), about: None });
    let side = position.side();
    if position.state().board.of(side) != 0 {
        return vec![press("arimaa-preset-rest", rest(position))];
    }
    let presets = PRESETS.iter().flat_map(|(rows, names)| {
        let plies = |mirrored| preset(side, rows, mirrored).collect();
        [press(names[0], plies(false)), press(names[1], plies(true))]
    });
    presets.collect()
}

/// The placements of a preset.
fn preset(side: Side, rows: &[&str; 2], mirrored: bool) -> impl Iterator<Item = ArimaaPly> {
    let ranks = if side == Side::First { [1, 0] } else { [6, 7] };
    rows.iter().zip(ranks).flat_map(move |(letters, row)| {
        letters.chars().enumerate().filter_map(move |(column, letter)| {
            let (_, kind) = Kind::of_letter(letter)?;
            let column = if mirrored { 7 - column } else { column };
            Some(ArimaaPly::Place(kind, Square::new(column, row)))
        })
    })
}

/// What is still to be placed: where the usual setup has it, as far as there is room there.
fn rest(position: &Arimaa) -> Vec<ArimaaPly> {
    let mut at = position.clone();
    let mut plies = Vec::new();
    let mut put = |at: &mut Arimaa, kind, square| {
        let ply = ArimaaPly::Place(kind, square);
        if at.side() == position.side() && at.check(&ply).is_ok() {
            at.play_unchecked(&ply);
            plies.push(ply);
        }
    };
    for ply in preset(position.side(), &PRESETS[0].0, false) {
        if let ArimaaPly::Place(kind, square) = ply {
            put(&mut at, kind, square);
        }
    }
    for square in squares(home(position.side())) {
        for kind in Kind::ALL.into_iter().rev() {
            put(&mut at, kind, square);
        }
    }
    plies
}

pub fn why_not(position: &Arimaa, touched: &Touched) -> Option<Text> {
    let on_board: Option<Vec<Square>> =
        touched.cells.iter().map(|cell| (*cell < 64).then(|| Square::at(*cell))).collect();
    let cells = on_board?;
    if let Some(taken) = touched.piece {
        let (side, kind) = piece(taken);
        let place = ArimaaPly::Place(kind, *cells.last()?);
        return if side == position.side() {
            position.check(&place).err().map(Text::from)
        } else {
            None
        };
    }
    match cells[..] {
        [from, to] if position.in_setup() => misplaced(position, from, to),
        _ if position.in_setup() => Some(text!("arimaa-take-a-piece")),
        [square] => untouchable(position, square),
        [from, to] => unreachable(position, from, to),
        [_, enemy, to] => {
            position.check(&ArimaaPly::Step(Step { from: enemy, to })).err().map(Text::from)
        }
        _ => None,
    }
}

/// Why what is being set up cannot stand on another square instead.
fn misplaced(position: &Arimaa, from: Square, to: Square) -> Option<Text> {
    match position.state().board.piece(from) {
        Some((side, kind)) if side == position.side() => {
            position.check(&ArimaaPly::Place(kind, to)).err().map(Text::from)
        }
        _ => Some(text!("arimaa-take-a-piece")),
    }
}

/// Why nothing on a square can be moved.
fn untouchable(position: &Arimaa, square: Square) -> Option<Text> {
    let state = position.state();
    let (side, kind) = match state.board.piece(square) {
        Some(piece) => piece,
        None => return Some(ArimaaRefusal::NobodyThere(square).into()),
    };
    let free = beside(square.bit()) & state.board.empty();
    let named = Text::new(kind_name(kind));
    if let Pending::Push(to, _) = state.pending {
        return Some(ArimaaRefusal::CompletePush(to).into());
    }
    if side == state.side && state.able() & square.bit() == 0 {
        return Some(ArimaaRefusal::Frozen(kind, square).into());
    }
    if side != state.side && state.board.of(state.side) & beside(square.bit()) == 0 {
        return Some(ArimaaRefusal::NobodyToPush.into());
    }
    let refusals =
        squares(free).map(|to| position.check(&ArimaaPly::Step(Step { from: square, to })));
    match refusals.filter_map(Result::err).next() {
        Some(why) => Some(why.into()),
        None => Some(text!("arimaa-no-room", kind = named, square = square.name())),
    }
}

/// Why what stands on a square cannot go to another, or push what stands there.
fn unreachable(position: &Arimaa, from: Square, to: Square) -> Option<Text> {
    let state = position.state();
    let own = |square: Square| state.board.of(state.side) & square.bit() != 0;
    let enemy = state.board.of(state.side.other()) & to.bit() != 0;
    if !(own(from) && enemy && beside(from.bit()) & to.bit() != 0) || state.pushing() {
        return position.check(&ArimaaPly::Step(Step { from, to })).err().map(Text::from);
    }
    let (kind, pushed) = (state.board.kind_on(from), state.board.kind_on(to));
    if state.able() & from.bit() == 0 {
        Some(ArimaaRefusal::Frozen(kind, from).into())
    } else if kind <= pushed {
        Some(ArimaaRefusal::TooWeakToFollow { kind, pushed }.into())
    } else if state.made + 1 == STEPS {
        Some(ArimaaRefusal::NoStepToFollow.into())
    } else {
        untouchable(position, to)
    }
}
