//! What of a game a format has no place for, to be said before anybody saves it so.

use ludoteca_games::{
    GameTree, Side,
    tree::{Colour, Note, ROOT},
};

use crate::Format;

/// Something that may be in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Lines beside the game.
    Variations,
    /// What is said in words.
    Comments,
    /// Names of lines.
    LineNames,
    /// How good plies were.
    Signs,
    /// What is drawn on the board.
    Marks,
    /// The colours in which it is drawn.
    Colours,
    /// How long plies took.
    TimesUsed,
    /// How much time was left.
    TimesLeft,
    /// What positions are worth.
    Values,
    /// What the players are called.
    Players,
}

impl Part {
    const ALL: [Part; 10] = [
        Part::Variations,
        Part::Comments,
        Part::LineNames,
        Part::Signs,
        Part::Marks,
        Part::Colours,
        Part::TimesUsed,
        Part::TimesLeft,
        Part::Values,
        Part::Players,
    ];

    /// The message that names it.
    pub fn id(self) -> &'static str {
        match self {
            Part::Variations => "file-part-variations",
            Part::Comments => "file-part-comments",
            Part::LineNames => "file-part-line-names",
            Part::Signs => "file-part-signs",
            Part::Marks => "file-part-marks",
            Part::Colours => "file-part-colours",
            Part::TimesUsed => "file-part-times-used",
            Part::TimesLeft => "file-part-times-left",
            Part::Values => "file-part-values",
            Part::Players => "file-part-players",
        }
    }

    /// Whether a note has it.
    fn is_in(self, note: &Note) -> bool {
        match self {
            Part::Comments => !note.comment.is_empty(),
            Part::LineNames => !note.name.is_empty(),
            Part::Signs => note.sign.is_some(),
            Part::Marks => !note.marks.is_empty(),
            Part::Colours => note.marks.iter().any(|mark| mark.colour != Colour::default()),
            Part::TimesUsed => note.used.is_some(),
            Part::TimesLeft => note.left.is_some(),
            Part::Values => !note.values.is_empty(),
            // Of the game as a whole.
            Part::Variations | Part::Players => false,
        }
    }

    /// Whether a game has it, and a format has no place for it.
    fn lost(self, tree: &GameTree, format: Format) -> bool {
        let keeps = format.kind().keeps;
        let kept = || keeps(self, &Note::default(), false);
        match self {
            Part::Variations => tree.walk().count() > tree.length() + 1 && !kept(),
            Part::Players => {
                Side::BOTH.into_iter().any(|side| !tree.player(side).is_empty()) && !kept()
            }
            part => tree.walk().any(|at| {
                let note = tree.note(at);
                part.is_in(note) && !keeps(part, note, at == ROOT)
            }),
        }
    }
}

impl Format {
    /// What of a game has no place in this format. A picture is of one position alone, and says so
    /// itself.
    pub fn leaves_out(self, tree: &GameTree) -> Vec<Part> {
        Part::ALL.into_iter().filter(|part| part.lost(tree, self)).collect()
    }
}
