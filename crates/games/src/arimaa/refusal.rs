//! Why plies, boards and records of Arimaa are refused.

use ludoteca_text::{Text, errors, text};

use super::{Capture, Kind, Square, look};
use crate::Side;

errors! {
    /// Why Arimaa refuses something.
    #[derive(Copy)]
    pub enum ArimaaRefusal {
        /// A turn has at least one step.
        NothingMoved => text!("arimaa-nothing-moved"),
        /// A turn changes the board.
        NothingChanged => text!("arimaa-nothing-changed"),
        /// A push has a second half.
        PushUnfinished => text!("arimaa-push-unfinished"),
        /// The position would come about for the third time.
        Repetition => text!("arimaa-repetition"),
        /// A step goes to a square beside.
        NotBeside => text!("arimaa-not-beside"),
        /// There is no piece.
        NobodyThere(square: Square) => text!("arimaa-nobody-there", square = square.name()),
        /// Something stands there.
        Taken { side: Side, kind: Kind, square: Square } => {
            text!("arimaa-taken", piece = piece(side, kind), square = square.name())
        },
        /// A stronger piece has to go where the pushed one stood.
        CompletePush(square: Square) => text!("arimaa-complete-push", square = square.name()),
        /// This one is not stronger than what it would push.
        TooWeakToFollow { kind: Kind, pushed: Kind } => {
            text!("arimaa-too-weak-to-follow", kind = named(kind), pushed = named(pushed))
        },
        /// It is held by a stronger piece and has no friend beside it.
        Frozen(kind: Kind, square: Square) => {
            text!("arimaa-frozen", kind = named(kind), square = square.name())
        },
        /// Rabbits do not go back.
        Backwards => text!("arimaa-backwards"),
        /// Nothing of one's own stands beside it.
        NobodyToPush => text!("arimaa-nobody-to-push"),
        /// Nothing of one's own beside it is stronger.
        TooStrong(kind: Kind) => text!("arimaa-too-strong", kind = named(kind)),
        /// What could push it is frozen.
        PusherFrozen => text!("arimaa-pusher-frozen"),
        /// Whoever completes a push does not pull by the same step.
        PusherCannotPull => text!("arimaa-pusher-cannot-pull"),
        /// A push takes two steps.
        NoStepToFollow => text!("arimaa-no-step-to-follow"),
        /// No turn that goes on like this may end.
        LeadsNowhere => text!("arimaa-leads-nowhere"),
        /// All pieces are set up.
        SetupOver => text!("arimaa-setup-over"),
        /// Pieces are still to be set up.
        SetupFirst => text!("arimaa-setup-first"),
        /// A side sets up on its own two rows.
        NotHome(side: Side, square: Square) => {
            let rows = if side == Side::First { "1–2" } else { "7–8" };
            text!("arimaa-not-home", square = square.name(), rows = rows)
        },
        /// All pieces of a kind stand already.
        AllPlaced(kind: Kind) => text!("arimaa-all-placed", kind = named(kind)),
        /// That is no ply.
        NotAPly => text!("arimaa-not-a-ply"),
        /// The other side's piece was named in the setup; this one is the own.
        OtherSetsUp(side: Side, kind: Kind) => {
            text!("arimaa-other-sets-up", piece = kind.letter(side).to_string())
        },
        /// There is no square in that direction.
        OffTheBoard(square: Square) => text!("arimaa-off-the-board", square = square.name()),
        /// Another piece stands there than was said.
        AnotherStandsThere { square: Square, stands: (Side, Kind), meant: (Side, Kind) } => {
            text!(
                "arimaa-another-stands-there",
                square = square.name(),
                piece = piece(stands.0, stands.1),
                meant = piece(meant.0, meant.1)
            )
        },
        /// A board is not written like this.
        BoardShape => text!("arimaa-board-shape"),
        /// After a board comes nothing.
        AfterBoard => text!("arimaa-after-board"),
        /// A board has 64 squares.
        SquaresCount { found: usize } => text!("arimaa-squares-count", found = found),
        /// A square of a board is another letter.
        BoardLetter => text!("arimaa-board-letter"),
        /// A piece stands in a trap with no friend beside it.
        AloneInTrap { side: Side, kind: Kind, square: Square } => {
            text!("arimaa-alone-in-trap", piece = piece(side, kind), square = square.name())
        },
        /// A rank is a number from 1 to 8.
        Rank => text!("arimaa-rank"),
        /// A rank is there twice.
        RankTwice { rank: usize } => text!("arimaa-rank-twice", rank = rank),
        /// A rank has eight squares.
        RankWidth { rank: usize } => text!("arimaa-rank-width", rank = rank),
        /// A rank is not there.
        RanksMissing => text!("arimaa-ranks-missing"),
        /// A board says whose turn it is.
        BoardLabel => text!("arimaa-board-label"),
        /// Nothing comes after resigning.
        AfterResigning => text!("arimaa-after-resigning"),
        /// Nothing comes after a turn that is not whole.
        AfterUnfinished => text!("arimaa-after-unfinished"),
        /// It is the other side's turn.
        WrongSide => text!("arimaa-wrong-side"),
        /// No turn was made.
        NothingToTakeBack => text!("arimaa-nothing-to-take-back"),
        /// The step before took another piece.
        OtherCapture(lost: Capture) => text!("arimaa-other-capture", capture = lost.name()),
        /// The step before took nothing.
        NoCapture => text!("arimaa-no-capture"),
    }
}

fn named(kind: Kind) -> Text {
    Text::new(look::kind_name(kind))
}

fn piece(side: Side, kind: Kind) -> Text {
    Text::new(look::piece_name(side, kind))
}
