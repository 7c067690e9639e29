//! What of a game a format has no place for, to be said before anybody saves it so.

use ludoteca_games::{
    GameTree, Side,
    tree::{Colour, Note, ROOT, Shape},
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

    /// Whether a game has it, and a format has no place for it.
    fn lost(self, tree: &GameTree, format: Format) -> bool {
        let said = |of: &dyn Fn(&Note) -> bool| tree.walk().any(|at| of(tree.note(at)));
        let here = |of: &dyn Fn(&Note) -> bool| of(tree.note(ROOT));
        let whole = matches!(format, Format::Xml | Format::Json);
        let pdn = format == Format::Pdn;
        let some = format == Format::Sgf || pdn;
        match self {
            _ if whole => false,
            Part::Variations => !some && tree.walk().count() > tree.length() + 1,
            Part::Comments => !some && said(&|note| !note.comment.is_empty()),
            Part::LineNames => format != Format::Sgf && said(&|note| !note.name.is_empty()),
            Part::Signs => {
                (!some && said(&|note| note.sign.is_some())) || here(&|note| note.sign.is_some())
            }
            Part::Marks => said(&|note| {
                note.marks.iter().any(|mark| match mark.shape {
                    Shape::Circle { .. } | Shape::Arrow { .. } => !some,
                    _ => format != Format::Sgf,
                })
            }),
            Part::Colours => {
                format == Format::Sgf
                    && said(&|note| note.marks.iter().any(|mark| mark.colour != Colour::default()))
            }
            Part::TimesUsed => !pdn && said(&|note| note.used.is_some()),
            Part::TimesLeft => !some && said(&|note| note.left.is_some()),
            Part::Values => said(&|note| !note.values.is_empty()),
            Part::Players => {
                !some && Side::BOTH.into_iter().any(|side| !tree.player(side).is_empty())
            }
        }
    }
}

impl Format {
    /// What of a game has no place in this format. A picture is of one position alone, and says so
    /// itself.
    pub fn leaves_out(self, tree: &GameTree) -> Vec<Part> {
        let all = Part::ALL.into_iter().filter(|part| part.lost(tree, self));
        if self == Format::Svg { Vec::new() } else { all.collect() }
    }
}
