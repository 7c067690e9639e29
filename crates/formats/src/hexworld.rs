//! Links to HexWorld's board, <https://hexworld.org/board/>, which hold a whole game of Hex:
//! `#11c1,a10:sf6`.
//!
//! After `#` come the size and settings of the board (`r4` its turn, `m` mirrored, `n` numbered
//! stones, `c1` colours), none of which matters to the game; then a comma and the moves without
//! anything between them. `:s` swaps the pieces, `:S` the sides; `:rb` and `:rw` say that Black or
//! White resigned, `:fb` and `:fw` that they forfeited; `:p` is a pass, which Hex does not know.
//! A second comma stands where somebody was looking; the moves after it belong to the game too.

use ludoteca_games::{End, GameTree, Start, TreeError};

use crate::{
    error::{FileError, FileFault},
    kind::{FormatKind, Holds, Told, all_is_read, if_so, moves_only, only},
    place::{at, shown},
    sides::{Reading, Sides},
};

/// The format.
pub const FORMAT: FormatKind = FormatKind {
    name: "hexworld",
    ending: "txt",
    media_type: "text/plain; charset=utf-8",
    serves: |game| game == "hex",
    told: |words| if_so(is_link(words), Told::Perhaps),
    holds: Holds::Game,
    read: |words| Ok(only(move || read(words))),
    unplaced: all_is_read,
    write: |tree| Ok(write(tree)?.into()),
    stops_early: false,
    keeps: moves_only,
};

const BOARD: &str = "https://hexworld.org/board/#";

/// Whose links these are: what comes after `#` in those of trmph is the same, but for what only
/// HexWorld has.
const SITES: [&str; 2] = ["hexworld.org/board", "trmph.com/hex/board"];

/// Whether a text is such a link, with or without its address.
fn is_link(words: &str) -> bool {
    let words = words.trim();
    let bare = words.strip_prefix('#').unwrap_or(words);
    let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let size = digits > 0 && (digits < bare.len() || words.starts_with('#'));
    let head = bare.split(',').next().unwrap_or_default();
    let settings = |c: char| c.is_ascii_digit() || "rmncx%".contains(c);
    let named = SITES.iter().any(|site| words.contains(site));
    named || size && head.chars().all(settings)
}

/// A game from a link.
pub fn read(words: &str) -> Result<GameTree, FileError> {
    let letters = letters(words)?;
    let mut link = Link { words, letters, next: 0 };
    let size = link.size()?;
    link.settings()?;
    let swap = if link.has(":s") {
        "pieces"
    } else if link.has(":S") {
        "sides"
    } else {
        "none"
    };
    let start = Start::of("hex").with("size", size.1).with("swap", swap);
    let mut game = Reading::begin(start).map_err(|why| at(words, size.0, why))?;
    let mut commas = 0;
    while let Some((place, letter)) = link.take() {
        match letter {
            ',' if commas < 2 => commas += 1,
            ':' if commas > 0 => link.special(place, &mut game)?,
            letter if letter.is_ascii_lowercase() && commas > 0 => {
                let cell = link.word(letter);
                play(&mut game, &cell).map_err(|why| at(words, place, why))?;
            }
            letter => return Err(at(words, place, FileFault::HexWorldUnexpected(letter))),
        }
    }
    Ok(game.done())
}

/// A game of Hex as a link: its moves and how it ended, nothing else.
pub fn write(tree: &GameTree) -> Result<String, FileError> {
    if tree.board().is_some() {
        return Err(FileFault::MovesOnly.into());
    }
    let options = tree.options();
    let size = options.get("size").map(String::as_str).unwrap_or_default();
    let mut link = format!("{BOARD}{size}c1,");
    for ply in tree.plies() {
        link += match ply.as_str() {
            "swap-pieces" => ":s",
            "swap-sides" => ":S",
            cell => cell,
        };
    }
    if let Some((end, side)) = tree.early().zip(tree.early().and_then(End::loser)) {
        let black = Sides::of(tree).name(tree.last(), side) == "black";
        link += match (end, black) {
            (End::Unsaid(_) | End::Adjudicated(_), _) => "",
            (End::Resigned(_), true) => ":rb",
            (End::Resigned(_), false) => ":rw",
            (_, true) => ":fb",
            (_, false) => ":fw",
        };
    }
    Ok(link + "\n")
}

/// The letters after `#`, each with its place, as they were before an address hid some of them.
fn letters(words: &str) -> Result<Vec<(usize, char)>, FileError> {
    let begin = match words.find('#') {
        Some(hash) => hash + 1,
        None if words.contains("hexworld.org") => {
            return Err(at(words, words.trim_end().len(), FileFault::HexWorldEmpty));
        }
        None => 0,
    };
    let mut letters = Vec::new();
    let mut chars = words[begin..].char_indices();
    while let Some((offset, letter)) = chars.next() {
        let place = begin + offset;
        match letter {
            '%' => {
                let code =
                    chars.as_str().get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
                let Some(code) = code.filter(u8::is_ascii) else {
                    return Err(at(words, place, FileFault::HexWorldUnexpected('%')));
                };
                chars.nth(1);
                letters.push((place, char::from(code)));
            }
            letter => letters.push((place, letter)),
        }
    }
    letters.retain(|(_, letter)| !letter.is_whitespace());
    Ok(letters)
}

struct Link<'a> {
    words: &'a str,
    letters: Vec<(usize, char)>,
    next: usize,
}

impl Link<'_> {
    fn peek(&self) -> Option<(usize, char)> {
        self.letters.get(self.next).copied()
    }

    fn take(&mut self) -> Option<(usize, char)> {
        let taken = self.peek()?;
        self.next += 1;
        Some(taken)
    }

    /// Where the next letter is, or the end.
    fn place(&self) -> usize {
        self.peek().map_or(self.words.trim_end().len(), |(place, _)| place)
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some((_, digit)) = self.peek().filter(|(_, letter)| letter.is_ascii_digit()) {
            digits.push(digit);
            self.next += 1;
        }
        digits
    }

    /// Whether two letters stand somewhere.
    fn has(&self, two: &str) -> bool {
        self.letters.windows(2).any(|pair| pair.iter().map(|(_, letter)| *letter).eq(two.chars()))
    }

    /// The size and its place.
    fn size(&mut self) -> Result<(usize, String), FileError> {
        let place = self.place();
        let columns = self.digits();
        if columns.is_empty() {
            return Err(at(self.words, place, FileFault::HexWorldSize));
        }
        if self.peek().is_some_and(|(_, letter)| letter == 'x') {
            self.next += 1;
            let rows = self.digits();
            if rows != columns {
                let (columns, rows) = (shown(&columns).into(), shown(&rows).into());
                let why = FileFault::HexUnequal { columns, rows };
                return Err(at(self.words, place, why));
            }
        }
        Ok((place, columns))
    }

    fn settings(&mut self) -> Result<(), FileError> {
        while let Some((place, letter)) = self.peek().filter(|(_, letter)| *letter != ',') {
            self.next += 1;
            match letter {
                'r' | 'c' => drop(self.digits()),
                'm' | 'n' => {}
                letter => return Err(at(self.words, place, FileFault::HexWorldUnexpected(letter))),
            }
        }
        Ok(())
    }

    /// A cell that begins with a letter.
    fn word(&mut self, letter: char) -> String {
        letter.to_string() + &self.digits()
    }

    /// What comes after a colon.
    fn special(&mut self, place: usize, game: &mut Reading) -> Result<(), FileError> {
        let refused = |why: FileFault| at(self.words, place, why);
        let end = self.letters.len().min(self.next + 2);
        let word: String = self.letters[self.next..end].iter().map(|(_, letter)| letter).collect();
        let taken = match word.chars().next() {
            Some('s') => play(game, "swap-pieces").map(|()| 1).map_err(FileFault::Tree),
            Some('S') => play(game, "swap-sides").map(|()| 1).map_err(FileFault::Tree),
            Some('p') => Err(FileFault::HexNoPass),
            Some('r' | 'f') => {
                let end = if word.starts_with('r') { End::Resigned } else { End::Forfeited };
                let colour = match word.chars().nth(1) {
                    Some('b') => "black",
                    Some('w') => "white",
                    _ => {
                        return Err(refused(FileFault::HexWorldSpecial(format!(":{word}"))));
                    }
                };
                if let Some(side) = game.sides.side(game.tree.last(), colour) {
                    game.tree.end_early(end(side));
                }
                Ok(2)
            }
            _ => Err(FileFault::HexWorldSpecial(format!(":{word}"))),
        };
        self.next += taken.map_err(refused)?;
        Ok(())
    }
}

fn play(game: &mut Reading, ply: &str) -> Result<(), TreeError> {
    // Whoever was said to have given up did not, if the game went on.
    game.tree.go_on();
    game.play(game.tree.last(), ply, false).map(|_| ())
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Side;
    use ludoteca_words::Lang;

    use super::*;

    fn plies(words: &str) -> (String, String, String) {
        let tree = read(words).unwrap();
        let option = |name: &str| tree.options()[name].clone();
        (option("size"), option("swap"), tree.plies().join(" "))
    }

    fn refused(words: &str) -> String {
        Lang::ENGLISH.say(&read(words).unwrap_err().into())
    }

    #[test]
    fn links_that_others_wrote_are_read_with_any_settings_of_the_board() {
        let none = |size: &str, moves: &str| (size.to_owned(), "none".to_owned(), moves.to_owned());
        assert_eq!(plies("5c1,e4c3a2b2"), none("5", "e4 c3 a2 b2"));
        assert_eq!(plies("#5c1,d5a2e1"), none("5", "d5 a2 e1"));
        assert_eq!(plies("https://hexworld.org/board/#5c1,a4d1e3"), none("5", "a4 d1 e3"));
        assert_eq!(plies("#13r3mnc1,d10j9d5"), none("13", "d10 j9 d5"));
        assert_eq!(plies("#13x13,d10j9,d5"), none("13", "d10 j9 d5"), "and wherever one looked");
        assert_eq!(plies("#13,,d10"), none("13", "d10"));
        assert_eq!(plies("#13"), none("13", ""));
        assert_eq!(plies("https://trmph.com/hex/board#11,a3f6e7"), none("11", "a3 f6 e7"));
        assert!(is_link("https://trmph.com/hex/board#11,a3f6e7"));
    }

    #[test]
    fn swaps_and_resignations_are_read() {
        let (size, swap, moves) = plies("https://hexworld.org/board/#11c1,a10:s f6");
        assert_eq!((&*size, &*swap, &*moves), ("11", "pieces", "a10 swap-pieces f6"));
        assert_eq!(plies("#11c1,a10:Sf6").2, "a10 swap-sides f6");
        assert_eq!(plies("11c1%2Ca10%3Asf6").2, "a10 swap-pieces f6");
        let early = |words: &str| read(words).unwrap().early().cloned();
        assert_eq!(early("9,b3:sc6:rw"), Some(End::Resigned(Side::Second)));
        assert_eq!(early("11r9c1,b3c9:fb"), Some(End::Forfeited(Side::First)));
        let white = early("11,b3:Sc9:rw").unwrap();
        assert_eq!(white.loser(), Some(Side::First), "who was White by then");
        assert_eq!(early("11,b3:rbc9"), None, "the game went on");
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_place() {
        for (link, column, why) in [
            ("11x5,d2", 1, "edges of equal length"),
            ("40,a1", 1, "does not fit size"),
            ("11q,a1", 3, "“q”"),
            ("11,a1a1", 6, "a1 is taken"),
            ("11,z9", 4, "from a1 to k11"),
            ("11,a1:p", 6, "no pass"),
            ("11,a1:rx", 6, ":rx"),
            ("11,a1,b1,c1", 9, "“,”"),
            ("11,a1:sb1:s", 10, "second move"),
            ("11,a1%zz", 6, "“%”"),
            ("#c1,a1", 2, "size"),
            ("3,a1a2b1b2c1", 0, ""),
        ] {
            let Err(said) = read(link) else {
                assert_eq!(column, 0, "{link}");
                continue;
            };
            let said = Lang::ENGLISH.say(&said.into());
            assert!(said.starts_with(&format!("Line 1, column {column}:")), "{link}: {said}");
            assert!(said.contains(why), "{link}: {said}");
        }
        assert!(refused("https://hexworld.org/board/").contains("after “#”"));
    }

    #[test]
    fn a_link_is_known_from_other_texts() {
        for link in ["5c1,e4", "#11", "11,a1", "https://hexworld.org/board/#11c1,a1", "9x9n,"] {
            assert!(is_link(link), "{link}");
        }
        for other in ["4435452266", "f6 e5", "11", "", "(;GM[11])", "# ludoteca play hex", "{}"] {
            assert!(!is_link(other), "{other}");
        }
    }

    #[test]
    fn a_board_that_was_set_up_has_no_link() {
        let tree = GameTree::begin(Start::of("hex").with("size", "2").at("R./.B")).unwrap();
        assert_eq!(write(&tree).unwrap_err(), FileFault::MovesOnly.into());
    }
}
