//! What is wrong with a file, and where.

use std::fmt;

use ludoteca_games::{TreeError, WrongGame};
use ludoteca_text::{Arg, Text, errors, text};

use crate::files::{Format, MOST_BYTES};

/// Why a file is refused, or cannot be written.
#[derive(Clone, Debug, PartialEq)]
pub struct FileError {
    /// The line and the column, both from 1, if it is one place that is wrong.
    pub at: Option<(usize, usize)>,
    /// What is wrong.
    pub fault: FileFault,
}

errors! {
    /// What is wrong with a file.
    pub enum FileFault {
        /// It is larger than any that is read.
        TooLarge => text!("file-too-large", most = MOST_BYTES / 1_000_000),
        /// It holds something else than text.
        NotText => text!("file-not-text"),
        /// It is of no format that is known.
        Unknown => text!("file-unknown"),
        /// It holds more games than one.
        SeveralGames { games: usize } => text!("file-several-games", games = games),
        /// It holds fewer games.
        NoSuchGame { games: usize, number: usize } => {
            text!("file-no-such-game", games = games, number = number)
        },
        /// No format has that name.
        UnknownFormat(name: String) => {
            let all = Format::ALL.map(Format::name).join(", ");
            text!("format-unknown", name = name, list = all)
        },
        /// A game cannot be written so.
        OtherFormat { format: Format, game: String } => {
            let possible = Format::ALL.into_iter().filter(|format| format.serves(&game));
            let list = possible.map(Format::name).collect::<Vec<_>>().join(", ");
            let game = Text::new(format!("game-{game}"));
            text!("format-not-of-game", name = format.name(), game = game, list = list)
        },
        /// The format has moves only, and the game began from a board.
        MovesOnly => text!("file-moves-only"),
        /// A move is wrong, by its number.
        Move { number: usize, why: Box<FileFault> } => {
            text!("file-move", number = number, why = *why)
        },
        /// It is the turn of another side.
        Turn { side: String } => text!("file-turn", side = side),
        /// It is the turn of another colour.
        ColourTurn { colour: String } => text!("file-turn", side = colour_name(&colour)),
        /// An attribute has another value.
        Value { key: &'static str, value: String, allowed: Vec<String> } => {
            let allowed = text!("allowed-list", list = allowed.join(", "));
            text!("value-refused", key = key, value = value, allowed = allowed)
        },
        /// A board of Hex has as many rows as columns.
        HexUnequal { columns: Arg, rows: Arg } => {
            text!("hex-unequal", columns = columns, rows = rows)
        },
        /// In Hex nobody passes.
        HexNoPass => text!("hex-no-pass"),
        /// SGF: there is no game.
        SgfNoTree => text!("sgf-no-tree"),
        /// SGF: the game is another.
        SgfOtherGame(game: String) => text!("sgf-other-game", game = game),
        /// SGF: that is no size.
        SgfSize(found: String) => text!("sgf-size", found = found),
        /// SGF: that is no colour.
        SgfColour(found: String) => text!("sgf-colour", found = found),
        /// SGF: stones are set up after the first move.
        SgfLateSetup => text!("sgf-late-setup"),
        /// SGF: that is no cell.
        SgfNotACell(found: String) => text!("sgf-not-a-cell", found = found),
        /// SGF: a parenthesis is not closed.
        SgfNotClosed => text!("sgf-not-closed"),
        /// SGF: something stands where it has no place.
        SgfUnexpected(found: char) => text!("sgf-unexpected", found = found.to_string()),
        /// SGF: a property has no value.
        SgfNoValue(name: String) => text!("sgf-no-value", name = name),
        /// SGF: a value is not closed.
        SgfValueOpen => text!("sgf-value-open"),
        /// XML: there is no game.
        XmlNotAGame => text!("xml-not-a-game"),
        /// XML: the whole is another element.
        XmlNotAGameBut(found: String) => text!("xml-not-a-game-but", found = found),
        /// XML: something follows the game.
        XmlAfterGame => text!("xml-after-game"),
        /// XML: the board has no such cell.
        XmlCell(found: String) => text!("xml-cell", found = found),
        /// XML: that is no time.
        XmlTime(found: String) => text!("xml-time", found = found),
        /// XML: document types are not read.
        XmlDoctype => text!("xml-doctype"),
        /// XML: it is not well-formed.
        XmlBroken => text!("xml-broken"),
        /// XML: another element is closed than the one that is open.
        XmlEndTag { expected: String, found: String } => {
            text!("xml-end-tag", expected = expected, found = found)
        },
        /// XML: that is no entity.
        XmlEntity(name: String) => text!("xml-entity", name = name),
        /// XML: an element holds only words.
        XmlInside(name: String) => text!("xml-inside", name = name),
        /// XML: an element has no such attribute.
        XmlAttribute { name: String, element: String } => {
            text!("xml-attribute", name = name, element = element)
        },
        /// XML: an element has more attributes.
        XmlAttributes { most: usize } => text!("xml-attributes", most = most),
        /// XML: the game has no name.
        XmlNoName => text!("xml-no-name"),
        /// XML: an element is not closed.
        XmlNotClosed => text!("xml-not-closed"),
        /// XML: something stands between elements.
        XmlStray => text!("xml-stray"),
        /// XML: there is no such element.
        XmlElement(name: String) => text!("xml-element", name = name),
        /// XML: a variation has no move before it.
        XmlVariation => text!("xml-variation"),
        /// XML: an element comes after the first move.
        XmlLate(name: String) => text!("xml-late", name = name),
        /// XML: a variation has a result.
        XmlResultAside => text!("xml-result-aside"),
        /// HexWorld: a link has nothing behind its address.
        HexWorldEmpty => text!("hexworld-empty"),
        /// HexWorld: a link begins with the size.
        HexWorldSize => text!("hexworld-size"),
        /// HexWorld: a word after a colon is not known.
        HexWorldSpecial(found: String) => text!("hexworld-special", found = found),
        /// HexWorld: a letter stands where it has no place.
        HexWorldUnexpected(found: char) => {
            text!("hexworld-unexpected", found = found.to_string())
        },
        /// JSON: it ends too soon.
        JsonEnds => text!("json-ends"),
        /// JSON: it is none.
        JsonNone => text!("json-none"),
        /// JSON: it is of something else.
        JsonBroken => text!("json-broken"),
        /// JSON: nothing of a game is called that.
        JsonUnknown(name: String) => text!("json-unknown", name = name),
        /// JSON: a game needs something of that name.
        JsonMissing(name: String) => text!("json-missing", name = name),
        /// JSON: a move follows one that is not there yet.
        JsonAfter { number: usize } => text!("json-after", number = number),
        /// JSON: no game ends so.
        JsonEnd(by: String) => text!("json-end", by = by),
        /// PDN: a comment is not closed.
        PdnCommentOpen => text!("pdn-comment-open"),
        /// PDN: that is no tag.
        PdnTag => text!("pdn-tag"),
        /// PDN: the game is another.
        PdnOtherGame(kind: String) => text!("pdn-other-game", kind = kind),
        /// PDN: a variation has no move before it.
        PdnNoMoveBefore => text!("pdn-no-move-before"),
        /// PDN: a variation is closed that is not open.
        PdnNotOpen => text!("pdn-not-open"),
        /// PDN: a variation is not closed.
        PdnVariationOpen => text!("pdn-variation-open"),
    }
    from {
        /// There is no such game.
        Game(WrongGame),
        /// The game cannot be played so.
        Tree(TreeError),
        /// The game refuses it, whichever that is.
        Refused(Text),
    }
}

fn colour_name(colour: &str) -> Text {
    Text::new(format!("file-{colour}"))
}

impl<F: Into<FileFault>> From<F> for FileError {
    fn from(fault: F) -> FileError {
        FileError { at: None, fault: fault.into() }
    }
}

impl From<FileError> for Text {
    fn from(FileError { at, fault }: FileError) -> Text {
        match at {
            Some((line, column)) => text!("file-at", line = line, column = column, why = fault),
            None => fault.into(),
        }
    }
}

impl From<FileError> for Arg {
    fn from(error: FileError) -> Arg {
        Arg::Text(error.into())
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for FileError {}
