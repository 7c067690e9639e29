//! Arimaa: an elephant, a camel, two horses, two dogs, two cats and eight rabbits a side; a turn of
//! one to four steps; whoever brings a rabbit to the other end wins.
//!
//! A ply is a placement, a step, or `end`; the fourth step ends the turn by itself. The positions at
//! the ends of earlier turns hang on a position as a shared list, back to the last capture, which no
//! repetition crosses.

mod board;
mod count;
mod look;
mod record;
mod refusal;
mod state;
mod text;
mod turns;

use ludoteca_text::Text;

pub use board::{Board, Kind, Square, TRAPS, ahead, beside, goal, home, piece_key, squares};
pub use look::kind_name;
pub use record::{is_resignation, read_label, write_label, write_record};
pub use refusal::ArimaaRefusal;
pub use state::{Capture, Pending, STEPS, State, Step};
pub use text::{read_board, write_board};
pub use turns::{TurnFinder, WholeTurn, turns};

use crate::{
    Count, Game, Line, Outcome, Side, Unread,
    params::Values,
    past::Past,
    picture::{Geometry, Gesture, Layout, Picture, Touched},
    scatter,
};

/// The smallest thing a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArimaaPly {
    /// Set a piece up on a square of the own two rows.
    Place(Kind, Square),
    /// One step of a piece.
    Step(Step),
    /// End the turn.
    End,
}

/// A position of Arimaa. Two are equal when pieces, side, steps made and what is pending are; what
/// was played before is not compared.
#[derive(Clone, Debug)]
pub struct Arimaa {
    state: State,
    /// Whether the sides still set their pieces up.
    setup: bool,
    /// The number of the turn, from 1, the same for both sides.
    number: u32,
    /// The positions at the ends of the turns since the last capture, the last one first: the
    /// beginning of this turn.
    past: Past,
    /// Their keys in one number, whatever their order.
    trail: u64,
    /// The keys of those that were there more than once, in one number.
    twice: u64,
    /// What this turn has done so far.
    deeds: Deeds,
    outcome: Option<Outcome>,
}

/// What a turn has done, for those who tell of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deeds {
    /// What the last step gave to a trap.
    pub(crate) lost: Option<Capture>,
    /// Whether anything was lost in this turn.
    pub(crate) any_lost: bool,
    /// The steps of this turn; before its first, those of the turn before.
    pub(crate) told: [Option<Told>; STEPS as usize],
}

/// A step, for those who tell of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub(crate) step: Step,
    pub(crate) deed: Deed,
    /// What moved.
    pub(crate) kind: Kind,
    /// What a trap took then.
    pub(crate) lost: Option<Capture>,
}

/// What a step was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// A piece of one's own went.
    Stepped,
    /// The first half of a push.
    Pushing,
    /// The second half of a push.
    Pushed,
    /// The second half of a pull.
    Pulled,
}

impl PartialEq for Arimaa {
    fn eq(&self, other: &Arimaa) -> bool {
        self.state == other.state && self.setup == other.setup
    }
}

impl Default for Arimaa {
    /// The empty board, Gold to set up.
    fn default() -> Arimaa {
        Arimaa {
            state: State::new(Board::default(), Side::First),
            setup: true,
            number: 1,
            past: Past::default(),
            trail: 0,
            twice: 0,
            deeds: Deeds::default(),
            outcome: None,
        }
    }
}

impl Arimaa {
    /// A board with a side to begin a turn on it. Nothing was played before; if the game is over,
    /// it is as if the other side had just ended it.
    pub fn from_board(board: Board, side: Side) -> Arimaa {
        let state = State::new(board, side);
        let mut position = Arimaa { state, setup: false, number: 2, ..Arimaa::default() };
        position.begin_turn();
        position
    }

    /// Pieces, side, steps made and what is pending.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the sides still set their pieces up.
    pub fn in_setup(&self) -> bool {
        self.setup
    }

    /// The number of the turn, from 1, the same for both sides; setting up is turn 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The keys of the positions at the beginnings of this turn and of those before it, latest
    /// first, back to the last capture: what must not come about for the third time.
    pub fn past(&self) -> impl Iterator<Item = u64> {
        self.past.keys()
    }

    /// The key of the board at the beginning of this turn.
    pub fn turn_key(&self) -> u64 {
        let begin = self.past().next();
        begin.map_or(self.state.board.key(), |key| key ^ state_key_of_side(self.state.side))
    }

    /// A number that is equal for positions in which the same plies are legal, and the same ones after
    /// those as long as nothing repeats what was there but once: for searches that come to a position
    /// in many ways.
    pub fn near_key(&self) -> u64 {
        if self.setup {
            return self.key();
        }
        let begun = if self.state.made > 0 { scatter(self.turn_key()) } else { 0 };
        self.state.key() ^ begun ^ self.twice
    }

    /// Pieces of a kind that a side has yet to set up.
    pub fn waiting(&self, kind: Kind) -> usize {
        let placed = self.state.board.pieces(self.state.side, kind).count_ones() as usize;
        if self.setup { kind.count().saturating_sub(placed) } else { 0 }
    }

    /// Whether a turn may end with this state: something has changed, and the position does not
    /// come about for the third time.
    fn may_end(&self, state: &State) -> Result<(), ArimaaRefusal> {
        if state.made == 0 {
            return Err(ArimaaRefusal::NothingMoved);
        }
        if state.pushing() {
            return Err(ArimaaRefusal::PushUnfinished);
        }
        if self.turn_key() == state.board.key() {
            return Err(ArimaaRefusal::NothingChanged);
        }
        let key = state.ended().key();
        if self.past.times(key) >= 2 {
            return Err(ArimaaRefusal::Repetition);
        }
        Ok(())
    }

    /// The keys of the boards that have been there twice with the other side to move: this turn must
    /// not bring one about again.
    fn barred(&self) -> Vec<u64> {
        let other = state_key_of_side(self.state.side.other());
        let mut ends: Vec<u64> = self.past().skip(1).step_by(2).map(|key| key ^ other).collect();
        ends.sort_unstable();
        let mut barred: Vec<u64> =
            ends.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        barred.dedup();
        barred
    }

    /// Whether a turn that has come to this state can be brought to a legal end.
    fn can_end(&self, state: &State) -> bool {
        if self.may_end(state).is_ok() {
            return true;
        }
        let mut steps = Vec::new();
        state.steps(&mut steps);
        steps.into_iter().any(|step| {
            let mut next = *state;
            next.step(step);
            self.can_end(&next)
        })
    }

    fn place(&mut self, kind: Kind, square: Square) {
        let side = self.state.side;
        self.state.board.put(side, kind, square);
        if Kind::ALL.into_iter().all(|kind| self.waiting(kind) == 0) {
            self.state = self.state.ended();
            if side == Side::Second {
                self.setup = false;
                self.number += 1;
                self.begin_turn();
            }
        }
    }

    fn step(&mut self, step: Step) {
        let before = self.state;
        let kind = before.board.kind_on(step.from);
        let own = before.board.of(before.side) & step.from.bit() != 0;
        let lost = self.state.step(step);
        let deed = match (own, self.state.pending, before.pending) {
            (true, _, Pending::Push(..)) => Deed::Pushed,
            (true, ..) => Deed::Stepped,
            (false, Pending::Push(..), _) => Deed::Pushing,
            (false, ..) => Deed::Pulled,
        };
        let any_lost = lost.is_some() || before.made > 0 && self.deeds.any_lost;
        let mut told = if before.made > 0 { self.deeds.told } else { Default::default() };
        told[usize::from(before.made)] = Some(Told { step, deed, kind, lost });
        self.deeds = Deeds { lost, any_lost, told };
        if self.state.made == STEPS {
            self.end();
        }
    }

    fn end(&mut self) {
        if self.deeds.any_lost {
            self.past.clear();
            (self.trail, self.twice) = (0, 0);
        }
        if self.state.side == Side::Second {
            self.number += 1;
        }
        self.state = self.state.ended();
        self.begin_turn();
    }

    /// Remembers the position, and says whether the game is over.
    fn begin_turn(&mut self) {
        let key = self.state.key();
        if self.past.times(key) == 1 {
            self.twice ^= scatter(key ^ 0x7477_6963_6500_0000);
        }
        self.past.push(key);
        self.trail = self.trail.wrapping_add(scatter(key));
        let (next, moved) = (self.state.side, self.state.side.other());
        let board = &self.state.board;
        let rabbits = |side| board.pieces(side, Kind::Rabbit);
        let win = |side, reason| Some(Outcome::win(side, reason));
        self.outcome = if rabbits(moved) & goal(moved) != 0 {
            win(moved, "reason-goal")
        } else if rabbits(next) & goal(next) != 0 {
            win(next, "reason-goal")
        } else if rabbits(next) == 0 {
            win(moved, "reason-no-rabbits")
        } else if rabbits(moved) == 0 {
            win(next, "reason-no-rabbits")
        } else if !self.can_end(&self.state) {
            win(moved, "reason-no-turn")
        } else {
            None
        };
    }

    /// Why a step is not allowed; none if it is.
    fn refusal(&self, step: Step) -> Option<ArimaaRefusal> {
        let State { board, side, made, pending } = self.state;
        let Step { from, to } = step;
        if beside(from.bit()) & to.bit() == 0 {
            return Some(ArimaaRefusal::NotBeside);
        }
        let Some((whose, kind)) = board.piece(from) else {
            return Some(ArimaaRefusal::NobodyThere(from));
        };
        if let Some((other, stands)) = board.piece(to) {
            return Some(ArimaaRefusal::Taken { side: other, kind: stands, square: to });
        }
        let able = self.state.able();
        if let Pending::Push(square, pushed) = pending {
            return if whose != side || to != square {
                Some(ArimaaRefusal::CompletePush(square))
            } else if kind <= pushed {
                Some(ArimaaRefusal::TooWeakToFollow { kind, pushed })
            } else if able & from.bit() == 0 {
                Some(ArimaaRefusal::Frozen(kind, from))
            } else {
                None
            };
        }
        if whose == side {
            return if able & from.bit() == 0 {
                Some(ArimaaRefusal::Frozen(kind, from))
            } else if !State::goes(side, kind, from, to) {
                Some(ArimaaRefusal::Backwards)
            } else {
                None
            };
        }
        if matches!(pending, Pending::Pull(left, puller) if left == to && puller > kind) {
            return None;
        }
        let own = board.of(side) & beside(from.bit());
        // Whoever has just left the square may have been meant to pull.
        let last = usize::from(made).checked_sub(1).and_then(|at| self.deeds.told[at]);
        if own == 0 {
            Some(match last.filter(|last| last.step.from == to) {
                Some(Told { deed: Deed::Pushed, kind: puller, .. }) if puller > kind => {
                    ArimaaRefusal::PusherCannotPull
                }
                Some(Told { deed: Deed::Pushed | Deed::Stepped, .. }) => {
                    ArimaaRefusal::TooStrong(kind)
                }
                _ => ArimaaRefusal::NobodyToPush,
            })
        } else if own & board.stronger(kind) == 0 {
            Some(ArimaaRefusal::TooStrong(kind))
        } else if own & board.stronger(kind) & able == 0 {
            Some(ArimaaRefusal::PusherFrozen)
        } else if made + 1 == STEPS {
            Some(ArimaaRefusal::NoStepToFollow)
        } else {
            None
        }
    }
}

/// What the side to begin a turn adds to a board's key.
fn state_key_of_side(side: Side) -> u64 {
    State::new(Board::default(), side).key()
}

impl Game for Arimaa {
    type Ply = ArimaaPly;
    type Refusal = ArimaaRefusal;
    const NAME: &'static str = "arimaa";
    const ONE_PLY_TURNS: bool = false;

    fn start(_: &Values) -> Result<Self, ArimaaRefusal> {
        Ok(Arimaa::default())
    }

    fn side(&self) -> Side {
        self.state.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn plies(&self, out: &mut Vec<ArimaaPly>) {
        if self.outcome.is_some() {
            return;
        }
        if self.setup {
            let free = home(self.state.side) & self.state.board.empty();
            for kind in Kind::ALL.into_iter().rev().filter(|kind| self.waiting(*kind) > 0) {
                out.extend(squares(free).map(|square| ArimaaPly::Place(kind, square)));
            }
            return;
        }
        let mut steps = Vec::with_capacity(64);
        self.state.steps(&mut steps);
        let legal = steps.into_iter().filter(|step| {
            let mut next = self.state;
            next.step(*step);
            self.can_end(&next)
        });
        out.extend(legal.map(ArimaaPly::Step));
        if self.may_end(&self.state).is_ok() {
            out.push(ArimaaPly::End);
        }
    }

    fn check(&self, ply: &ArimaaPly) -> Result<(), ArimaaRefusal> {
        match *ply {
            ArimaaPly::Place(kind, square) => {
                if !self.setup {
                    return Err(ArimaaRefusal::SetupOver);
                }
                if home(self.state.side) & square.bit() == 0 {
                    return Err(ArimaaRefusal::NotHome(self.state.side, square));
                }
                if let Some((side, stands)) = self.state.board.piece(square) {
                    return Err(ArimaaRefusal::Taken { side, kind: stands, square });
                }
                if self.waiting(kind) == 0 {
                    return Err(ArimaaRefusal::AllPlaced(kind));
                }
                Ok(())
            }
            _ if self.setup => Err(ArimaaRefusal::SetupFirst),
            ArimaaPly::End => self.may_end(&self.state),
            ArimaaPly::Step(step) => {
                if let Some(refusal) = self.refusal(step) {
                    return Err(refusal);
                }
                let mut next = self.state;
                next.step(step);
                if self.can_end(&next) {
                    return Ok(());
                }
                // The fourth step ends the turn, so that what is wrong with that end is wrong with
                // the step.
                let ends = next.made == STEPS;
                let why = self.may_end(&next).err().filter(|_| ends);
                Err(why.unwrap_or(ArimaaRefusal::LeadsNowhere))
            }
        }
    }

    fn play_unchecked(&mut self, ply: &ArimaaPly) {
        match *ply {
            ArimaaPly::Place(kind, square) => self.place(kind, square),
            ArimaaPly::Step(step) => self.step(step),
            ArimaaPly::End => {
                self.deeds.lost = None;
                self.end();
            }
        }
    }

    fn key(&self) -> u64 {
        self.state.key() ^ if self.setup { 0x5365_7475_7021_2121 } else { 0 }
    }

    /// A turn has to change the board it began with, and must not bring a position about for the
    /// third time; what was there before a capture comes never again.
    fn future_key(&self) -> u64 {
        if self.setup || self.state.made > 0 && self.deeds.any_lost {
            return self.key();
        }
        scatter(self.key() ^ scatter(self.turn_key() ^ scatter(self.trail)))
    }

    fn write_ply(&self, ply: &ArimaaPly) -> String {
        text::write_ply(self, ply)
    }

    fn read_ply(&self, words: &str) -> Result<ArimaaPly, ArimaaRefusal> {
        text::read_ply(self, words)
    }

    fn count(&self, depth: u32) -> Count {
        count::count(self, depth)
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        text::read_position(self, words)
    }

    fn write_board(&self, board: &Layout) -> Option<String> {
        look::write_layout(self, board)
    }

    fn sample() -> Option<Self> {
        look::sample()
    }

    fn geometry(&self) -> Geometry {
        look::geometry()
    }

    fn picture(&self) -> Picture {
        look::picture(self)
    }

    fn gesture(&self, ply: &ArimaaPly) -> Gesture {
        look::gesture(self, ply)
    }

    fn shortcuts(&self) -> Vec<(Vec<ArimaaPly>, Gesture)> {
        look::shortcuts(self)
    }

    fn why_not(&self, touched: &Touched) -> Option<Text> {
        look::why_not(self, touched)
    }

    fn list_ply(&self, ply: &ArimaaPly) -> String {
        text::list_ply(self, ply)
    }

    fn turn_name(&self) -> Option<String> {
        Some(write_label(self.number, self.state.side))
    }
}
