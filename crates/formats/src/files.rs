//! The formats there are: which file is which, and which game can be written how.

use std::borrow::Cow;

use ludoteca_games::{GAMES, Game, GameTree, Gdl};

use crate::{
    arimaa,
    error::{FileError, FileFault},
    hexworld, json, moves, pdn, place, sgf, svg, xml,
};

/// The largest file that is read.
pub const MOST_BYTES: usize = 10_000_000;

/// A way to write a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The Smart Game Format: Hex.
    Sgf,
    /// XML: any game.
    Xml,
    /// A link to HexWorld's board: Hex.
    HexWorld,
    /// JSON: any game.
    Json,
    /// The moves below the command that goes on with them: any game.
    Text,
    /// The columns played: Connect Four.
    C4,
    /// Turns with their labels: Arimaa.
    Arimaa,
    /// The Portable Draughts Notation: checkers.
    Pdn,
    /// A picture of the last position: any game.
    Svg,
}

/// The one game in a file of any format; which format is seen from what is in it.
pub fn read(bytes: &[u8]) -> Result<GameTree, FileError> {
    match read_numbered(bytes, 1)? {
        (tree, 1) => Ok(tree),
        (_, games) => Err(FileFault::SeveralGames { games }.into()),
    }
}

/// A game from a file that may hold several, by its number from 1, and how many there are.
pub fn read_numbered(bytes: &[u8], number: usize) -> Result<(GameTree, usize), FileError> {
    if bytes.len() > MOST_BYTES {
        return Err(FileFault::TooLarge.into());
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let old;
    let words = match std::str::from_utf8(bytes) {
        Ok(words) => words,
        // SGF and PDN files from before UTF-8 are in Latin-1, whose letters are the first of
        // Unicode.
        Err(_) if matches!(bytes.trim_ascii_start().first(), Some(b'(' | b'[')) => {
            old = bytes.iter().copied().map(char::from).collect::<String>();
            &old
        }
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            return Err(place::at(&before, before.len(), FileFault::NotText));
        }
    };
    let one = |tree| (Some(tree).filter(|_| number == 1), 1);
    let (tree, games) = match told(words) {
        Some(Format::Sgf) => sgf::read(words, number)?,
        Some(Format::Pdn) => pdn::read(words, number)?,
        Some(Format::Xml) => one(xml::read(words)?),
        Some(Format::HexWorld) => one(hexworld::read(words)?),
        Some(Format::Json) => one(json::read(words)?),
        Some(Format::Text) => one(moves::read(words)?),
        Some(Format::C4) => one(moves::read_columns(words)?),
        Some(Format::Arimaa) => one(arimaa::read(words)?),
        Some(Format::Svg) | None => return Err(FileFault::Unknown.into()),
    };
    let tree = tree.ok_or(FileFault::NoSuchGame { games, number })?;
    Ok((tree, games))
}

/// What a text is, by how it begins; none if that cannot be told.
pub fn told(words: &str) -> Option<Format> {
    let begin = words.trim_start();
    match begin.chars().next()? {
        '<' => Some(Format::Xml),
        '{' => Some(Format::Json),
        '(' => Some(Format::Sgf),
        _ if moves::is_saved(words) => Some(Format::Text),
        _ if pdn::is_pdn(words) => Some(Format::Pdn),
        // Somebody may have written something before it; a link may stand in a comment.
        _ if begin.contains("(;") => Some(Format::Sgf),
        _ if moves::is_columns(words) => Some(Format::C4),
        _ if arimaa::is_record(words) => Some(Format::Arimaa),
        _ if hexworld::is_link(words) => Some(Format::HexWorld),
        _ => None,
    }
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 9] = [
        Format::Sgf,
        Format::Xml,
        Format::HexWorld,
        Format::Json,
        Format::Text,
        Format::C4,
        Format::Arimaa,
        Format::Pdn,
        Format::Svg,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Xml => "xml",
            Format::HexWorld => "hexworld",
            Format::Json => "json",
            Format::Text => "text",
            Format::C4 => "c4",
            Format::Arimaa => "arimaa",
            Format::Pdn => "pdn",
            Format::Svg => "svg",
        }
    }

    /// The format of that name, or an error that lists all names.
    pub fn named(name: &str) -> Result<Format, FileError> {
        let known = Format::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| FileFault::UnknownFormat(place::shown(name)).into())
    }

    /// The format that the end of a file's name stands for.
    pub fn of_file(file: &str) -> Option<Format> {
        let (_, end) = file.rsplit_once('.')?;
        match end.to_ascii_lowercase().as_str() {
            "txt" => Some(Format::Text),
            "hsgf" => Some(Format::Sgf),
            end => Format::named(end).ok(),
        }
    }

    /// What such a file is, to a browser.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Sgf => "application/x-go-sgf",
            Format::Xml => "application/xml",
            Format::Json => "application/json",
            Format::Svg => "image/svg+xml",
            Format::HexWorld | Format::Text | Format::C4 | Format::Arimaa | Format::Pdn => {
                "text/plain; charset=utf-8"
            }
        }
    }

    /// How the names of such files end.
    pub fn ending(self) -> &'static str {
        match self {
            Format::HexWorld | Format::Text | Format::C4 | Format::Arimaa => "txt",
            format => format.name(),
        }
    }

    /// Whether games of that name can be written like this.
    pub fn serves(self, game: &str) -> bool {
        match self {
            Format::Sgf | Format::HexWorld => game == "hex",
            Format::C4 => game == "connect4",
            Format::Arimaa => game == "arimaa",
            Format::Pdn => game == "checkers",
            // A whole description does not fit into a line.
            Format::Text if game == Gdl::NAME => false,
            Format::Xml | Format::Json | Format::Text | Format::Svg => {
                GAMES.iter().any(|kind| kind.name == game)
            }
        }
    }

    /// Whether variations, comments and names of players are written too.
    pub fn is_whole(self) -> bool {
        matches!(self, Format::Sgf | Format::Xml | Format::Json | Format::Pdn)
    }

    /// Writes a game.
    pub fn write(self, tree: &GameTree) -> Result<String, FileError> {
        let game = tree.game();
        if !self.serves(game) {
            return Err(FileFault::OtherFormat { format: self, game: game.to_owned() }.into());
        }
        // Only our own has a place for a game that stops before its first line does.
        let tree = if self == Format::Json { Cow::Borrowed(tree) } else { tree.for_files() };
        match self {
            Format::Sgf => Ok(sgf::write(&tree)),
            Format::Xml => Ok(xml::write(&tree)),
            Format::HexWorld => hexworld::write(&tree),
            Format::Json => Ok(json::write(&tree)),
            Format::Text => moves::write(&tree),
            Format::C4 => moves::write_columns(&tree),
            Format::Arimaa => arimaa::write(&tree),
            Format::Pdn => Ok(pdn::write(&tree)),
            Format::Svg => Ok(svg::write(tree.node(tree.last()).position())),
        }
    }
}
