//! What Arimaa tells the player: what has just happened, what can be pulled, who is in danger in a
//! trap, and who is frozen.

use ludoteca_text::{Text, text};

use super::{kind_name, piece_name};
use crate::{
    Game, Side,
    arimaa::{
        Arimaa, ArimaaPly, Board, Deed, Kind, Pending, STEPS, Square, Step, TRAPS, Told, beside,
        squares,
    },
    picture::{Note, Tone},
};

/// The notes on a position, what has just happened first.
pub fn notes(position: &Arimaa) -> Vec<Note> {
    if position.in_setup() {
        let rows = if position.side() == Side::First { "1–2" } else { "7–8" };
        let text = text!("arimaa-set-up", rows = rows);
        return vec![Note { tone: Tone::News, text, cells: Vec::new() }];
    }
    let mut notes: Vec<Note> = news(position).into_iter().collect();
    if position.outcome().is_some() {
        return notes;
    }
    let board = &position.state().board;
    notes.extend(pull(position));
    notes.extend(guards(board));
    notes.extend(frozen(board, position.side()));
    notes
}

/// Whose piece a note is about; whoever shows it to one of the players may say so in that player's
/// terms.
fn owner(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// The pushes, pulls and captures of this turn; before its first step, those of the turn before.
fn news(position: &Arimaa) -> Option<Note> {
    let state = position.state();
    if let Pending::Push(square, _) = state.pending {
        let text = text!("arimaa-complete-push", square = square.name());
        return Some(Note { tone: Tone::News, text, cells: vec![square.index()] });
    }
    let mover = if state.made == 0 { state.side.other() } else { state.side };
    let told: Vec<Told> = position.deeds.told.iter().flatten().copied().collect();
    let mut events = Vec::new();
    let mut cells = Vec::new();
    for (n, at) in told.iter().enumerate() {
        let neighbour = match at.deed {
            Deed::Pushing => told.get(n + 1).map(|next| ("arimaa-news-push", next.kind)),
            Deed::Pulled => n.checked_sub(1).map(|before| ("arimaa-news-pull", told[before].kind)),
            Deed::Stepped | Deed::Pushed => None,
        };
        if let Some((message, kind)) = neighbour {
            events.push(text!(
                message,
                owner = owner(mover),
                kind = Text::new(kind_name(kind)),
                piece = Text::new(piece_name(mover, kind)),
                moved = Text::new(kind_name(at.kind)),
                other = Text::new(piece_name(mover.other(), at.kind)),
                from = at.step.from.name(),
                to = at.step.to.name()
            ));
            cells.push(at.step.to.index());
        }
        if let Some(lost) = at.lost {
            events.push(text!(
                "arimaa-news-lost",
                owner = owner(lost.side),
                kind = Text::new(kind_name(lost.kind)),
                piece = Text::new(piece_name(lost.side, lost.kind)),
                trap = lost.trap.name()
            ));
            cells.push(lost.trap.index());
        }
    }
    let text = events
        .into_iter()
        .rev()
        .reduce(|then, first| text!("arimaa-news-then", first = first, then = then))?;
    Some(Note { tone: Tone::News, text, cells })
}

/// The enemies that the step just made can draw after it, with the square they are drawn to.
pub fn pulls(position: &Arimaa) -> Vec<Step> {
    let Pending::Pull(to, puller) = position.state().pending else { return Vec::new() };
    let board = &position.state().board;
    let enemies = board.of(position.side().other()) & beside(to.bit()) & board.weaker(puller);
    let steps = squares(enemies).map(|from| Step { from, to });
    let mut steps: Vec<Step> =
        steps.filter(|step| position.check(&ArimaaPly::Step(*step)).is_ok()).collect();
    steps.sort_by_key(|step| std::cmp::Reverse(board.kind_on(step.from)));
    steps
}

/// The strongest enemy that can be pulled now.
fn pull(position: &Arimaa) -> Option<Note> {
    let Step { from, to } = *pulls(position).first()?;
    let kind = position.state().board.kind_on(from);
    let text = text!(
        "arimaa-can-pull",
        kind = Text::new(kind_name(kind)),
        from = from.name(),
        to = to.name()
    );
    Some(Note { tone: Tone::Good, text, cells: vec![from.index(), to.index()] })
}

/// Pieces in a trap that one friend keeps alive.
fn guards(board: &Board) -> impl Iterator<Item = Note> {
    board.all().filter(|piece| TRAPS & piece.0.bit() != 0).filter_map(|(square, side, kind)| {
        let guards = board.of(side) & beside(square.bit());
        if guards.count_ones() != 1 {
            return None;
        }
        let guard = Square::at(guards.trailing_zeros() as usize);
        let text = text!(
            "arimaa-one-guard",
            owner = owner(side),
            kind = Text::new(kind_name(kind)),
            piece = Text::new(piece_name(side, kind)),
            square = square.name(),
            guard = Text::new(kind_name(board.kind_on(guard))),
            from = guard.name()
        );
        Some(Note { tone: Tone::Warn, text, cells: vec![square.index(), guard.index()] })
    })
}

/// The strongest piece of a side that is frozen, who does it, and how many others there are.
fn frozen(board: &Board, side: Side) -> Option<Note> {
    let frozen = board.frozen(side);
    let square = squares(frozen).max_by_key(|square| board.kind_on(*square))?;
    let kind = board.kind_on(square);
    let by = board.of(side.other()) & beside(square.bit()) & board.stronger(kind);
    let by = squares(by).max_by_key(|by| board.kind_on(*by))?;
    let more = frozen.count_ones() - 1;
    let text = text!(
        if more == 0 { "arimaa-is-frozen" } else { "arimaa-are-frozen" },
        owner = owner(side),
        kind = Text::new(kind_name(kind)),
        piece = Text::new(piece_name(side, kind)),
        square = square.name(),
        by = Text::new(kind_name(board.kind_on(by))),
        from = by.name(),
        more = more
    );
    Some(Note { tone: Tone::Info, text, cells: vec![square.index(), by.index()] })
}

/// What a step would do, in a few words; whether a pull can follow it, or it moves an enemy.
pub fn deed(position: &Arimaa, step: Step) -> (Text, Follows) {
    let state = *position.state();
    let kind = state.board.kind_on(step.from);
    let own = state.board.of(state.side) & step.from.bit() != 0;
    let mut next = state;
    let lost = next.step(step);
    let named = |kind: Kind| Text::new(kind_name(kind));
    if !own {
        let push = next.pushing();
        let message = match (push, lost.is_some()) {
            (true, false) => "arimaa-way-push",
            (true, true) => "arimaa-way-push-takes",
            (false, false) => "arimaa-way-pull",
            (false, true) => "arimaa-way-pull-takes",
        };
        return (text!(message, kind = named(kind)), Follows::Enemy);
    }
    if state.pushing() {
        return (text!("arimaa-way-follow"), Follows::Nothing);
    }
    let drawn = match next.pending {
        Pending::Pull(to, puller) if next.made < STEPS => {
            let enemies = next.board.of(state.side.other()) & beside(to.bit());
            squares(enemies & next.board.weaker(puller)).map(|from| next.board.kind_on(from)).max()
        }
        _ => None,
    };
    match (lost, drawn) {
        (Some(lost), _) => {
            (text!("arimaa-way-step-loses", kind = named(lost.kind)), Follows::Nothing)
        }
        (None, Some(drawn)) => (text!("arimaa-way-step-pull", kind = named(drawn)), Follows::Pull),
        (None, None) => (text!("arimaa-way-step"), Follows::Nothing),
    }
}

/// What a step is besides a step.
pub enum Follows {
    /// Nothing.
    Nothing,
    /// A pull can come after it.
    Pull,
    /// It moves an enemy.
    Enemy,
}
