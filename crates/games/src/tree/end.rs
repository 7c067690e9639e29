//! How a game ended: on the board, or before that, and by whose doing.

use ludoteca_text::{Text, text};
use serde::{Serialize, Serializer};

use crate::{Position, Side};

/// How a game ended. A side in it is the one that lost by it.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// On the board.
    Board {
        /// Who won; none is a draw.
        winner: Option<Side>,
        /// Why, for a person.
        reason: Text,
    },
    /// The side gave up.
    Resigned(Side),
    /// The side had no time left.
    Late(Side),
    /// The side played what is not allowed.
    Illegal(Side),
    /// The player of the side broke down.
    Crash(Side),
    /// The player of the side did not answer.
    Stall(Side),
    /// What the player of the side answered made no sense.
    Garbage(Side),
    /// The player of the side took more memory than there was.
    OutOfMemory(Side),
    /// The side did not come, or lost by the rules of an event.
    Forfeited(Side),
    /// The side lost, and nobody says why.
    Unsaid(Side),
    /// Both agreed to a draw.
    Agreed,
    /// Somebody else decided who won; none is a draw.
    Adjudicated(Option<Side>),
    /// It was stopped and has no result.
    Interrupted,
}

/// The names of early ends that one side lost by.
type Lost = (&'static str, fn(Side) -> End);

const LOST: [Lost; 9] = [
    ("resigned", End::Resigned),
    ("late", End::Late),
    ("illegal", End::Illegal),
    ("crash", End::Crash),
    ("stall", End::Stall),
    ("garbage", End::Garbage),
    ("memory", End::OutOfMemory),
    ("forfeited", End::Forfeited),
    ("unsaid", End::Unsaid),
];

impl End {
    /// How the game ended on the board, if it has.
    pub fn on_board(position: &dyn Position) -> Option<End> {
        let (outcome, reason) = position.outcome().zip(position.reason())?;
        Some(End::Board { winner: outcome.winner, reason })
    }

    /// The early end of that name; `side` is who lost by it, and of an adjudication who won.
    pub fn named(kind: &str, side: Option<Side>) -> Option<End> {
        match (kind, side) {
            ("agreed", None) => Some(End::Agreed),
            ("interrupted", None) => Some(End::Interrupted),
            ("adjudicated", side) => Some(End::Adjudicated(side)),
            (_, side) => LOST.iter().find(|(name, _)| *name == kind).zip(side).map(|(l, s)| l.1(s)),
        }
    }

    /// Its name, the same in every file.
    pub fn kind(&self) -> &'static str {
        match self {
            End::Board { .. } => "board",
            End::Agreed => "agreed",
            End::Adjudicated(_) => "adjudicated",
            End::Interrupted => "interrupted",
            lost => {
                let same = |(_, make): &&Lost| lost.loser().map(make).as_ref() == Some(lost);
                LOST.iter().find(same).map_or("unsaid", |(name, _)| name)
            }
        }
    }

    /// The side that an early end is named with, see [`End::named`].
    pub fn side(&self) -> Option<Side> {
        match self {
            End::Adjudicated(winner) => *winner,
            early => early.loser().filter(|_| early.is_early()),
        }
    }

    /// Whether the board does not show it.
    pub fn is_early(&self) -> bool {
        !matches!(self, End::Board { .. })
    }

    /// Whether it is a result: a game that was interrupted has none.
    pub fn counts(&self) -> bool {
        *self != End::Interrupted
    }

    /// Who won; none is a draw, or no result.
    pub fn winner(&self) -> Option<Side> {
        match self {
            End::Board { winner, .. } | End::Adjudicated(winner) => *winner,
            End::Agreed | End::Interrupted => None,
            End::Resigned(side)
            | End::Late(side)
            | End::Illegal(side)
            | End::Crash(side)
            | End::Stall(side)
            | End::Garbage(side)
            | End::OutOfMemory(side)
            | End::Forfeited(side)
            | End::Unsaid(side) => Some(side.other()),
        }
    }

    /// Who lost, if somebody has.
    pub fn loser(&self) -> Option<Side> {
        self.winner().map(Side::other)
    }

    /// Why it ended, for a person.
    pub fn reason(&self) -> Text {
        match self {
            End::Board { reason, .. } => reason.clone(),
            End::Resigned(_) => text!("reason-resigned"),
            End::Late(_) => text!("reason-late"),
            End::Illegal(_) => text!("reason-not-allowed"),
            End::Crash(_) => text!("reason-crashed"),
            End::Stall(_) => text!("reason-stalled"),
            End::Garbage(_) => text!("reason-garbage"),
            End::OutOfMemory(_) => text!("reason-memory"),
            End::Forfeited(_) => text!("reason-forfeited"),
            End::Unsaid(_) => text!("reason-unsaid"),
            End::Agreed => text!("reason-agreed"),
            End::Adjudicated(_) => text!("reason-adjudicated"),
            End::Interrupted => text!("reason-stopped"),
        }
    }
}

/// How a game ended, as it is written: `{"winner": "first", "reason": {"id": …}, "kind": "resigned"}`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = End))]
struct Written {
    /// Who won; null is a draw, or no result.
    #[cfg_attr(feature = "schema", schema(required))]
    winner: Option<Side>,
    /// Why, for a person.
    reason: Text,
    /// The name of such an end.
    kind: &'static str,
}

impl Serialize for End {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (winner, reason, kind) = (self.winner(), self.reason(), self.kind());
        Written { winner, reason, kind }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
mod described {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{RefOr, Schema},
    };

    use super::{End, Written};

    impl PartialSchema for End {
        fn schema() -> RefOr<Schema> {
            Written::schema()
        }
    }

    impl ToSchema for End {
        fn name() -> Cow<'static, str> {
            "End".into()
        }

        fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
            Written::schemas(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_early_end_has_a_name_that_finds_it_again() {
        let lost = Side::BOTH.into_iter().flat_map(|side| LOST.map(|(_, make)| make(side)));
        let others = [None, Some(Side::First), Some(Side::Second)].map(End::Adjudicated);
        let all = lost.chain(others).chain([End::Agreed, End::Interrupted]);
        for end in all {
            assert_eq!(End::named(end.kind(), end.side()), Some(end.clone()));
            assert!(end.is_early());
        }
        assert_eq!(End::named("late", None), None);
        assert_eq!(End::named("board", None), None);
    }

    #[test]
    fn whoever_an_end_names_has_lost_and_only_an_interruption_has_no_result() {
        let end = End::Crash(Side::First);
        assert_eq!((end.winner(), end.loser()), (Some(Side::Second), Some(Side::First)));
        assert!(end.counts() && !End::Interrupted.counts());
        assert_eq!(End::Adjudicated(Some(Side::First)).loser(), Some(Side::Second));
        let written = serde_json::to_value(End::Late(Side::Second)).unwrap();
        assert_eq!(written["winner"], "first");
        assert_eq!(written["reason"]["id"], "reason-late");
        assert_eq!(written["kind"], "late");
    }
}
