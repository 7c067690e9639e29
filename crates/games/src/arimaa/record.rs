//! Game records: turns with their labels, `2g Ee2n Ee3n`.
//!
//! A capture stands after the step that caused it, `cf3x`. `takeback` takes the turn before it back,
//! `resigns` ends a record. A turn that is not whole yet is followed by `...`, which is ours: other
//! programs write whole turns only.

use super::{Arimaa, ArimaaPly, ArimaaRefusal};
use crate::{Game, Illegal, Line, Side, Unread, point};

/// What follows a turn that is not whole yet.
const GOES_ON: &str = "...";

/// Whether a word of a record says that a side gives up.
pub fn is_resignation(word: &str) -> bool {
    matches!(word, "resigns" | "resign")
}

/// The label of a turn, `2g`.
pub fn write_label(number: u32, side: Side) -> String {
    format!("{number}{}", if side == Side::First { 'g' } else { 's' })
}

/// Reads the label of a turn: `2g`, `17s`; also `w` and `b`.
///
/// ```
/// use ludoteca_games::{Side, arimaa::read_label};
/// assert_eq!(read_label("17s"), Some((17, Side::Second)));
/// assert_eq!(read_label("Ee2n"), None);
/// ```
pub fn read_label(token: &str) -> Option<(u32, Side)> {
    let number = token.strip_suffix(['g', 'w', 's', 'b'])?;
    let side = if token.ends_with(['g', 'w']) { Side::First } else { Side::Second };
    if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some((number.parse().ok()?, side))
}

/// The turns of a game, a line each, from a position at the beginning of a turn. `plies` are legal.
pub fn write_record(start: &Arimaa, plies: &[ArimaaPly]) -> String {
    let mut at = start.clone();
    let mut lines: Vec<String> = Vec::new();
    let mut turn = None;
    for ply in plies {
        let now = Some((at.number(), at.side()));
        if turn != now {
            lines.push(write_label(at.number(), at.side()));
            turn = now;
        }
        let line = lines.last_mut().expect("a turn has its line");
        let words = at.list_ply(ply);
        at.play_unchecked(ply);
        if !words.is_empty() {
            line.push(' ');
            line.push_str(&words);
        }
    }
    if at.state.made > 0
        && let Some(line) = lines.last_mut()
    {
        line.push(' ');
        line.push_str(GOES_ON);
    }
    lines.join("\n")
}

/// Plays the plies of `rest`, a piece of `words`.
pub(super) fn replay(
    start: Arimaa,
    words: &str,
    rest: &str,
) -> Result<Line<Arimaa>, Unread<Arimaa>> {
    let mut line = Line::still(start);
    // The line as it was where each turn began.
    let mut turns = vec![line.clone()];
    let (mut labelled, mut resigned, mut goes_on) = (false, false, false);
    let mut tokens = rest.split_whitespace().peekable();
    while let Some(token) = tokens.next() {
        let wrong = |why: Illegal<ArimaaRefusal>| point(words, token, why);
        let refused = |why: ArimaaRefusal| wrong(why.into());
        if resigned {
            return Err(refused(ArimaaRefusal::AfterResigning));
        }
        // Anybody may give up at any time.
        let labelled_so = read_label(token).and(tokens.peek().copied());
        let resigns = is_resignation(labelled_so.unwrap_or(token));
        if goes_on && !resigns {
            return Err(refused(ArimaaRefusal::AfterUnfinished));
        }
        if let Some((_, side)) = read_label(token) {
            labelled = true;
            if line.position().state.made > 0 && !goes_on {
                play(&mut line, &mut turns, ArimaaPly::End).map_err(wrong)?;
            }
            if !resigns && line.position().outcome().is_none() && line.position().side() != side {
                return Err(refused(ArimaaRefusal::WrongSide));
            }
        } else if token == "takeback" {
            take_back(&mut line, &mut turns).map_err(refused)?;
        } else if is_resignation(token) {
            resigned = true;
        } else if token == GOES_ON && line.position().state.made > 0 {
            goes_on = true;
        } else if token.len() == 4 && token.ends_with('x') {
            check_capture(line.position(), token).map_err(refused)?;
        } else {
            let ply = line.position().read_ply(token).map_err(refused)?;
            play(&mut line, &mut turns, ply).map_err(wrong)?;
        }
    }
    // The turns of a record are whole, unless it says otherwise.
    if labelled && !goes_on && line.position().state.made > 0 {
        match play(&mut line, &mut turns, ArimaaPly::End) {
            Err(why) if !resigned => {
                let last = rest.split_whitespace().next_back().unwrap_or(rest);
                return Err(point(words, last, why));
            }
            _ => {}
        }
    }
    Ok(line)
}

/// Takes back the turn that was just made, or what there is of the one that is being made.
fn take_back(line: &mut Line<Arimaa>, turns: &mut Vec<Line<Arimaa>>) -> Result<(), ArimaaRefusal> {
    let begun = turns.last().is_some_and(|turn| turn.len() < line.len());
    if !begun {
        if turns.len() < 2 {
            return Err(ArimaaRefusal::NothingToTakeBack);
        }
        turns.pop();
    }
    if let Some(turn) = turns.last() {
        *line = turn.clone();
    }
    Ok(())
}

fn play(
    line: &mut Line<Arimaa>,
    turns: &mut Vec<Line<Arimaa>>,
    ply: ArimaaPly,
) -> Result<(), Illegal<ArimaaRefusal>> {
    let turn = |line: &Line<Arimaa>| (line.position().side(), line.position().number());
    let before = turn(line);
    *line = line.play(&ply)?;
    if turn(line) != before {
        turns.push(line.clone());
    }
    Ok(())
}

/// A capture in a record says what the step before it did.
fn check_capture(position: &Arimaa, token: &str) -> Result<(), ArimaaRefusal> {
    match position.deeds.lost {
        Some(lost) if lost.name() == token => Ok(()),
        Some(lost) => Err(ArimaaRefusal::OtherCapture(lost)),
        None => Err(ArimaaRefusal::NoCapture),
    }
}
