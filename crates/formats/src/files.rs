//! The formats there are: which file is which, and which game can be written how.

use std::{borrow::Cow, ops::ControlFlow};

use ludoteca_games::{GameTree, tree::Note};

use crate::{
    Part, arimaa,
    error::{FileError, FileFault},
    hexworld, json,
    kind::{FormatKind, Holds, Told, Unread},
    moves, pdn, place, png, sgf, svg, xml,
};

/// The largest file that is read.
pub const MOST_BYTES: usize = 10_000_000;

/// Every format, each with where it is told what it is.
macro_rules! formats {
    ($($(#[$meta:meta])* $name:ident = $kind:expr,)+) => {
        /// A way to write a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format {
            $($(#[$meta])* $name,)+
        }

        impl Format {
            /// Every format.
            pub const ALL: [Format; [$(stringify!($name)),+].len()] = [$(Format::$name),+];

            pub(crate) fn kind(self) -> &'static FormatKind {
                match self {
                    $(Format::$name => const { &$kind },)+
                }
            }
        }
    };
}

formats! {
    /// The Smart Game Format: Hex.
    Sgf = sgf::FORMAT,
    /// XML: any game.
    Xml = xml::FORMAT,
    /// A link to HexWorld's board: Hex.
    HexWorld = hexworld::FORMAT,
    /// JSON: any game.
    Json = json::FORMAT,
    /// The moves below the command that goes on with them: any game.
    Text = moves::MOVES,
    /// The columns played: Connect Four.
    C4 = moves::COLUMNS,
    /// Turns with their labels: Arimaa.
    Arimaa = arimaa::FORMAT,
    /// The Portable Draughts Notation: checkers.
    Pdn = pdn::FORMAT,
    /// A picture of the last position, as shapes: any game.
    Svg = svg::FORMAT,
    /// A picture of the last position, as dots: any game.
    Png = png::FORMAT,
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
    let (mut found, mut games) = (None, 0);
    for unread in games_of(&decoded(bytes)?)? {
        games += 1;
        if games == number {
            found = Some(unread()?);
        }
    }
    Ok((found.ok_or(FileFault::NoSuchGame { games, number })?, games))
}

/// Every game of a file in turn, or why it cannot be read, until `take` has had enough and says why.
pub fn read_each<B>(
    bytes: &[u8],
    mut take: impl FnMut(Result<GameTree, FileError>) -> ControlFlow<B>,
) -> Result<Option<B>, FileError> {
    let words = decoded(bytes)?;
    Ok(games_of(&words)?.try_for_each(|unread| take(unread())).break_value())
}

/// What of a game in a file, by its number from 1, there is no place for, by the names it has in the
/// file: the event, the date. Nothing of a file that cannot be read.
pub fn unplaced(bytes: &[u8], number: usize) -> Vec<String> {
    let Ok(words) = decoded(bytes) else { return Vec::new() };
    told(&words).map(|format| (format.kind().unplaced)(&words, number)).unwrap_or_default()
}

/// The games of a text, none of which has been read yet.
fn games_of(words: &str) -> Result<Unread<'_>, FileError> {
    (told(words).ok_or(FileFault::Unknown)?.kind().read)(words)
}

/// The text of a file.
fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, FileError> {
    if bytes.len() > MOST_BYTES {
        return Err(FileFault::TooLarge.into());
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(words) => Ok(Cow::Borrowed(words)),
        // SGF and PDN files from before UTF-8 are in Latin-1, whose letters are the first of
        // Unicode.
        Err(_) if matches!(bytes.trim_ascii_start().first(), Some(b'(' | b'[')) => {
            Ok(Cow::Owned(bytes.iter().copied().map(char::from).collect()))
        }
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            Err(place::at(&before, before.len(), FileFault::NotText))
        }
    }
}

/// What a text is; none if that cannot be told.
pub fn told(words: &str) -> Option<Format> {
    let how = |format: &Format| (format.kind().told)(words);
    // The first of those that are told equally clearly.
    let all = Format::ALL.into_iter().rev();
    all.max_by_key(how).filter(|format| how(format) != Told::No)
}

impl Format {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.kind().name
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
        self.kind().media_type
    }

    /// How the names of such files end.
    pub fn ending(self) -> &'static str {
        self.kind().ending
    }

    /// Whether games of that name can be written like this.
    pub fn serves(self, game: &str) -> bool {
        (self.kind().serves)(game)
    }

    /// Whether variations, comments and names of players are written too.
    pub fn is_whole(self) -> bool {
        let keeps = |part| (self.kind().keeps)(part, &Note::default(), false);
        !self.is_picture()
            && [Part::Variations, Part::Comments, Part::Players].into_iter().all(keeps)
    }

    /// Whether a file is a picture of the last position, and not to be read again.
    pub fn is_picture(self) -> bool {
        self.kind().holds == Holds::Picture
    }

    /// Whether files one after another, with an empty line between them, are a file of several games.
    pub fn holds_several(self) -> bool {
        self.kind().holds == Holds::Games
    }

    /// Writes a game as a text; a picture may be none.
    pub fn text(self, tree: &GameTree) -> Result<String, FileError> {
        String::from_utf8(self.write(tree)?).map_err(|_| FileFault::NotText.into())
    }

    /// Writes a game.
    pub fn write(self, tree: &GameTree) -> Result<Vec<u8>, FileError> {
        let game = tree.game();
        if !self.serves(game) {
            return Err(FileFault::OtherFormat { format: self, game: game.to_owned() }.into());
        }
        let kind = self.kind();
        let tree = if kind.stops_early { Cow::Borrowed(tree) } else { tree.for_files() };
        (kind.write)(&tree)
    }
}
