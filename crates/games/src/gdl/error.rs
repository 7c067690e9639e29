//! What is wrong with a description, and where.

use std::{fmt, time::Duration};

use ludoteca_text::{Arg, Text, errors, text};

use super::{
    limits::{
        DEEPEST_BRACKETS, DEEPEST_TERM, LONGEST_GAME, MOST_ALTERNATIVES, MOST_BYTES,
        MOST_CONDITIONS, MOST_ROLES, MOST_VARIABLES, MOST_WRITTEN_OUT,
    },
    read::Place,
};

/// Why a description or a move is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct GdlError {
    /// Where, if it is one place of the text that is wrong.
    pub at: Option<Place>,
    /// What is wrong.
    pub fault: GdlFault,
}

errors! {
    /// What is wrong with a description or a move.
    pub enum GdlFault {
        /// The text has too many bytes.
        TooLarge { bytes: usize } => text!("gdl-too-large", bytes = bytes, most = MOST_BYTES),
        /// Too many brackets are within each other.
        TooDeep => text!("gdl-too-deep", most = DEEPEST_BRACKETS),
        /// A bracket is closed that was never opened.
        NeverOpened => text!("gdl-never-opened"),
        /// A bracket is never closed.
        NeverClosed => text!("gdl-never-closed"),
        /// A letter cannot be seen.
        Control(letter: char) => {
            text!("gdl-control", code = format!("U+{:04X}", u32::from(letter)))
        },
        /// A rule has not even a head.
        RuleEmpty => text!("gdl-rule-empty"),
        /// A word cannot be the head of a rule.
        NotAHead(word: String) => text!("gdl-not-a-head", word = word),
        /// A word can only be the head of a rule.
        OnlyAHead(word: String) => text!("gdl-only-a-head", word = word),
        /// Rules with every `or` written out are too many.
        TooMuchWrittenOut => text!("gdl-too-much-written-out", most = MOST_WRITTEN_OUT),
        /// A rule stands for too many.
        TooManyAlternatives => text!("gdl-too-many-alternatives", most = MOST_ALTERNATIVES),
        /// A rule has too many conditions.
        TooManyConditions => text!("gdl-too-many-conditions", most = MOST_CONDITIONS),
        /// A rule has too many variables.
        TooManyVariables => text!("gdl-too-many-variables", most = MOST_VARIABLES),
        /// `distinct` cannot be denied.
        NotDistinct => text!("gdl-not-distinct"),
        /// A list begins with another list.
        NoName => text!("gdl-no-name"),
        /// A list is empty.
        Nothing => text!("gdl-nothing"),
        /// A variable stands for a relation.
        VariableRelation(variable: String) => text!("gdl-variable-relation", variable = variable),
        /// A word belongs to another language.
        Foreign(word: String) => text!("gdl-foreign", word = word),
        /// A word was given too many terms, or too few.
        Arity { word: String, takes: usize, given: usize } => {
            text!("gdl-arity", word = word, takes = takes, given = given)
        },
        /// A word that every game needs is said nowhere.
        Missing(word: String) => text!("gdl-missing", word = word),
        /// What a word means must not depend on what it does.
        Depends(word: String) => text!("gdl-depends", word = word),
        /// A relation is asked for and said nowhere.
        Undefined(word: String) => text!("gdl-undefined", word = word),
        /// A variable is bound by nothing that holds.
        Unsafe(variable: String) => text!("gdl-unsafe", variable = variable),
        /// Something follows from its own absence.
        NotStratified { word: String, head: String } => {
            text!("gdl-not-stratified", word = word, head = head)
        },
        /// Terms grow within terms without end.
        Endless => text!("gdl-endless", most = DEEPEST_TERM),
        /// Rules without variables would take too many bytes.
        TooMuch { most: usize } => text!("gdl-too-much", most = most / 1_000_000),
        /// Whoever counts the memory of all games has none for this one.
        NoRoom(why: Text) => why,
        /// It takes too long to load.
        TooLong { time: Duration } => text!("gdl-too-long", seconds = time.as_secs_f64()),
        /// Whoever waited for it stopped it.
        Stopped => text!("gdl-stopped"),
        /// Too many play.
        TooManyRoles { count: usize } => {
            text!("gdl-too-many-roles", count = count, most = MOST_ROLES)
        },
        /// A goal is no number from 0 to 100.
        GoalValue(fact: String) => text!("gdl-goal-value", fact = fact),
        /// Only one plays.
        OneRole(role: String) => text!("gdl-one-role", role = role),
        /// More than two play.
        ManyRoles(roles: Vec<String>) => {
            text!("gdl-many-roles", count = roles.len(), list = roles.join(", "))
        },
        /// A state has no legal move and is no end.
        Stuck { plies: u32 } => text!("gdl-stuck", plies = plies),
        /// Both choose at the same time.
        Simultaneous { plies: u32 } => text!("gdl-simultaneous", plies = plies),
        /// A game goes on and on.
        NeverEnds => text!("gdl-never-ends", plies = LONGEST_GAME),
        /// An end is worth nothing that is known to a role.
        NoGoal(role: String) => text!("gdl-no-goal", role = role),
        /// That is no move.
        NotAMove(words: String) => text!("gdl-not-a-move", words = words),
        /// A role has no such move.
        NoMove { role: String, words: String } => {
            text!("gdl-no-move", role = role, words = words)
        },
        /// A move is not legal here.
        Illegal(ply: String) => text!("gdl-illegal", ply = ply),
    }
}

impl Place {
    /// An error at this place.
    pub fn error(self, fault: GdlFault) -> GdlError {
        GdlError { at: Some(self), fault }
    }
}

impl From<GdlFault> for GdlError {
    fn from(fault: GdlFault) -> GdlError {
        GdlError { at: None, fault }
    }
}

impl From<GdlError> for Text {
    fn from(GdlError { at, fault }: GdlError) -> Text {
        match at {
            Some(at) => text!("gdl-at", line = at.line, column = at.column, why = fault),
            None => fault.into(),
        }
    }
}

impl From<GdlError> for Arg {
    fn from(error: GdlError) -> Arg {
        Arg::Text(error.into())
    }
}

impl fmt::Display for GdlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for GdlError {}
