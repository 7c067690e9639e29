//! The deterministic finite automaton that reads one line of a file of rules.
//!
//! It goes from state to state by the class of each character: [`TABLE`] says which state follows.
//! Where there is no way on, the state it stopped in says what it would have taken.

use super::Expected;

/// Where a line goes wrong.
pub(super) struct Stuck {
    /// How many characters were right.
    pub at: usize,
    /// The first that was not; none at the end of the line.
    pub letter: Option<char>,
    /// What would have been.
    pub expected: Expected,
}

/// Whether a line is a rule, a comment or blank; otherwise where it goes wrong.
pub(super) fn accept(line: &str) -> Result<(), Stuck> {
    let mut state = State::Start;
    let letters = line.chars().map(|letter| (class(letter), Some(letter)));
    for (at, (class, letter)) in letters.chain([(Class::End, None)]).enumerate() {
        state = match TABLE[state as usize][class as usize] {
            State::Stuck => return Err(Stuck { at, letter, expected: expected(state, class) }),
            next => next,
        };
    }
    debug_assert_eq!(state, State::Accepted);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing but white space so far.
    Start,
    /// In a sequence that has no mark yet.
    Unmarked,
    /// In a sequence that has its mark.
    Marked,
    /// After the sequence.
    SequenceDone,
    Directions,
    /// After the directions.
    DirectionsDone,
    Sign,
    Number,
    /// `M`.
    UpperM,
    /// `m`.
    LowerM,
    /// `MA`.
    WantsUpperX,
    /// `MI`.
    WantsUpperN,
    /// `Ma` or `ma`.
    WantsLowerX,
    /// `Mi` or `mi`.
    WantsLowerN,
    /// A whole `MAX` or `MIN`.
    Limit,
    /// After the value.
    ValueDone,
    Slash,
    Comment,
    /// The line is right.
    Accepted,
    /// There is no way on.
    Stuck,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Space,
    /// `#` and `=`.
    Mark,
    /// The elements that are nothing else.
    Element,
    UpperX,
    UpperI,
    /// `H`, `V` and `D`.
    Direction,
    Sign,
    Digit,
    UpperM,
    LowerM,
    UpperA,
    LowerA,
    LowerI,
    UpperN,
    LowerN,
    LowerX,
    Slash,
    Else,
    End,
}

const STATES: usize = State::Stuck as usize + 1;
const CLASSES: usize = Class::End as usize + 1;

/// The ways of the automaton: from a state, by any of some classes, to a state.
const WAYS: &[(State, &[Class], State)] = {
    use Class as C;
    use State as S;
    const ELEMENT: &[Class] = &[C::Element, C::UpperX, C::UpperI];
    const ANYTHING: &[Class] = &[
        C::Space,
        C::Mark,
        C::Element,
        C::UpperX,
        C::UpperI,
        C::Direction,
        C::Sign,
        C::Digit,
        C::UpperM,
        C::LowerM,
        C::UpperA,
        C::LowerA,
        C::LowerI,
        C::UpperN,
        C::LowerN,
        C::LowerX,
        C::Slash,
        C::Else,
    ];
    &[
        (S::Start, &[C::Space], S::Start),
        (S::Start, &[C::End], S::Accepted),
        (S::Start, &[C::Slash], S::Slash),
        (S::Start, ELEMENT, S::Unmarked),
        (S::Start, &[C::Mark], S::Marked),
        (S::Unmarked, ELEMENT, S::Unmarked),
        (S::Unmarked, &[C::Mark], S::Marked),
        (S::Marked, ELEMENT, S::Marked),
        (S::Marked, &[C::Space], S::SequenceDone),
        (S::SequenceDone, &[C::Space], S::SequenceDone),
        (S::SequenceDone, &[C::Direction], S::Directions),
        (S::SequenceDone, &[C::Sign], S::Sign),
        (S::SequenceDone, &[C::Digit], S::Number),
        (S::SequenceDone, &[C::UpperM], S::UpperM),
        (S::SequenceDone, &[C::LowerM], S::LowerM),
        (S::Directions, &[C::Direction], S::Directions),
        (S::Directions, &[C::Space], S::DirectionsDone),
        (S::DirectionsDone, &[C::Space], S::DirectionsDone),
        (S::DirectionsDone, &[C::Sign], S::Sign),
        (S::DirectionsDone, &[C::Digit], S::Number),
        (S::DirectionsDone, &[C::UpperM], S::UpperM),
        (S::DirectionsDone, &[C::LowerM], S::LowerM),
        (S::Sign, &[C::Digit], S::Number),
        (S::Number, &[C::Digit], S::Number),
        (S::Number, &[C::Space], S::ValueDone),
        (S::Number, &[C::End], S::Accepted),
        (S::UpperM, &[C::UpperA], S::WantsUpperX),
        (S::UpperM, &[C::UpperI], S::WantsUpperN),
        (S::UpperM, &[C::LowerA], S::WantsLowerX),
        (S::UpperM, &[C::LowerI], S::WantsLowerN),
        (S::LowerM, &[C::LowerA], S::WantsLowerX),
        (S::LowerM, &[C::LowerI], S::WantsLowerN),
        (S::WantsUpperX, &[C::UpperX], S::Limit),
        (S::WantsUpperN, &[C::UpperN], S::Limit),
        (S::WantsLowerX, &[C::LowerX], S::Limit),
        (S::WantsLowerN, &[C::LowerN], S::Limit),
        (S::Limit, &[C::Space], S::ValueDone),
        (S::Limit, &[C::End], S::Accepted),
        (S::ValueDone, &[C::Space], S::ValueDone),
        (S::ValueDone, &[C::Slash], S::Slash),
        (S::ValueDone, &[C::End], S::Accepted),
        (S::Slash, &[C::Slash], S::Comment),
        (S::Comment, ANYTHING, S::Comment),
        (S::Comment, &[C::End], S::Accepted),
    ]
};

/// The state that follows each state by each class.
static TABLE: [[State; CLASSES]; STATES] = {
    let mut table = [[State::Stuck; CLASSES]; STATES];
    let mut way = 0;
    while way < WAYS.len() {
        let (from, classes, to) = WAYS[way];
        let mut at = 0;
        while at < classes.len() {
            table[from as usize][classes[at] as usize] = to;
            at += 1;
        }
        way += 1;
    }
    table
};

fn class(letter: char) -> Class {
    match letter {
        ' ' | '\t' => Class::Space,
        '#' | '=' => Class::Mark,
        'O' | '_' | 'z' | 'E' | '?' => Class::Element,
        'X' => Class::UpperX,
        'I' => Class::UpperI,
        'H' | 'V' | 'D' => Class::Direction,
        '+' | '-' => Class::Sign,
        '0'..='9' => Class::Digit,
        'M' => Class::UpperM,
        'm' => Class::LowerM,
        'A' => Class::UpperA,
        'a' => Class::LowerA,
        'i' => Class::LowerI,
        'N' => Class::UpperN,
        'n' => Class::LowerN,
        'x' => Class::LowerX,
        '/' => Class::Slash,
        _ => Class::Else,
    }
}

/// What a state that has no way on by `class` would have taken.
fn expected(state: State, class: Class) -> Expected {
    match state {
        State::Start => Expected::Sequence,
        State::Unmarked => Expected::Mark,
        State::Marked if class == Class::Mark => Expected::OneMark,
        State::Marked => Expected::Element,
        State::SequenceDone => Expected::DirectionsOrValue,
        State::Directions => Expected::Direction,
        State::DirectionsDone => Expected::Value,
        State::Sign => Expected::Digit,
        State::Number => Expected::NumberEnd,
        State::UpperM
        | State::LowerM
        | State::WantsUpperX
        | State::WantsUpperN
        | State::WantsLowerX
        | State::WantsLowerN => Expected::Limit,
        State::Limit => Expected::LimitEnd,
        State::Slash => Expected::Slash,
        State::ValueDone | State::Comment | State::Accepted | State::Stuck => Expected::Comment,
    }
}
