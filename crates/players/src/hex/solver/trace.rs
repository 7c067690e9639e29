//! What a proof search did, for whoever wants to see it.

/// What happened, as far as there was room.
#[derive(Debug)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Whether more happened.
    pub more: bool,
    most: usize,
    /// The moves to the position that is searched.
    line: Vec<usize>,
    /// How many searches of parts of a board are under way, which are no positions of a game.
    parts: u32,
}

/// Something that happened at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The moves that lead to it.
    pub line: Vec<usize>,
    /// What happened.
    pub what: What,
}

/// What happened at a position.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Its numbers were worked out from those of the moves.
    Weighed {
        /// How much has still to be shown for the side to move to win.
        phi: u32,
        /// How much has still to be shown for it to lose.
        delta: u32,
        /// The moves that are looked at: each with both numbers of the position after it.
        moves: Vec<(usize, u32, u32)>,
        /// The move that is followed; none if the search goes back, as another part of the tree has
        /// become more promising.
        next: Option<usize>,
    },
    /// It is proved whether the side to move wins.
    Proved(bool),
}

impl Trace {
    /// Keeps so many events at most.
    pub fn new(most: usize) -> Trace {
        Trace { events: Vec::new(), more: false, most, line: Vec::new(), parts: 0 }
    }

    pub(super) fn note(&mut self, then: Option<usize>, what: What) {
        if self.parts > 0 {
            return;
        }
        if self.events.len() == self.most {
            self.more = true;
            return;
        }
        let line: Vec<usize> = self.line.iter().copied().chain(then).collect();
        self.events.push(Event { line, what });
    }

    pub(super) fn down(&mut self, cell: usize) {
        self.line.push(cell);
    }

    pub(super) fn up(&mut self) {
        self.line.pop();
    }

    pub(super) fn part(&mut self) {
        self.parts += 1;
    }

    pub(super) fn whole(&mut self) {
        self.parts -= 1;
    }
}
