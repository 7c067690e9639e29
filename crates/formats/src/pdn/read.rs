//! Reads checkers from PDN. It goes along the text and never recurses, so that no nesting is too
//! deep.

use std::iter::from_fn;

use ludoteca_games::{
    Checkers, End, Game, GameTree, Side, Start,
    checkers::read_board,
    tree::{NodeId, Note, ROOT, Sign},
};
use ludoteca_text::Text;

use super::{ENGLISH, FORFEITED, LATE, RESIGNED, TERMINATION, commands};
use crate::{
    error::{FileError, FileFault},
    kind::{Read, Unread},
    marks::Cells,
    place::{at, shown},
    sides::done,
};

/// Whether a text is PDN: it begins with a tag, or with a numbered move of two numbers.
pub fn is_pdn(words: &str) -> bool {
    let begin = words.trim_start();
    if let Some(tag) = begin.strip_prefix('[') {
        return tag.starts_with(|letter: char| letter.is_ascii_alphabetic());
    }
    let Some((number, rest)) = begin.split_once('.') else { return false };
    let square = |words: &str| !words.is_empty() && words.bytes().all(|byte| byte.is_ascii_digit());
    let ply = rest.trim_start_matches('.').split_whitespace().next().unwrap_or_default();
    square(number) && ply.split_once(['-', 'x']).is_some_and(|(from, _)| square(from))
}

/// The games of a file.
pub fn read(words: &str) -> Result<Unread<'_>, FileError> {
    let mut reader = Reader { words, place: 0 };
    let places = from_fn(move || {
        while reader.peek().is_some() {
            let from = reader.place;
            if reader.skip() {
                return Some(from);
            }
        }
        None
    });
    let unread =
        move |place| Box::new(move || game(Reader { words, place })) as Box<dyn FnOnce() -> Read>;
    Ok(Box::new(places.map(unread)))
}

/// What of game number `number` is read as nothing: the names of tags that say something.
pub fn unplaced(words: &str, number: usize) -> Vec<String> {
    let mut reader = Reader { words, place: 0 };
    for _ in 1..number {
        reader.skip();
    }
    reader.peek();
    reader.head().map(|head| head.unplaced).unwrap_or_default()
}

/// The game that a reader has come to.
fn game(mut reader: Reader<'_>) -> Result<GameTree, FileError> {
    let head = reader.head()?;
    let start = Start { position: head.board.clone(), ..Start::of(Checkers::NAME) };
    let mut tree = GameTree::begin(start)?;
    let cells = Cells::of(&tree);
    head.said.iter().for_each(|comment| say(&mut tree, ROOT, comment, &cells));
    let ended = reader.moves(&mut tree, &cells)?;
    tree.name_player(Side::Second, &head.white);
    tree.name_player(Side::First, &head.black);
    match ended.as_deref().filter(|result| *result != "*").unwrap_or(&head.result) {
        "1-0" | "2-0" => tree.end_early((head.how)(Side::First)),
        "0-1" | "0-2" => tree.end_early((head.how)(Side::Second)),
        "1/2-1/2" | "1-1" | "1/2" => tree.end_early(End::Agreed),
        // Both have lost, or the game goes on.
        _ => {}
    }
    Ok(done(tree))
}

/// The ends of games. None of them could be a move: there is no square 0, and none leads to itself.
const RESULTS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0", "1/2"];

/// What the tags say.
struct Head {
    white: String,
    black: String,
    result: String,
    board: Option<String>,
    /// How whoever lost has lost.
    how: fn(Side) -> End,
    /// Comments before the first move.
    said: Vec<String>,
    /// Tags that say something for which there is no place.
    unplaced: Vec<String>,
}

struct Reader<'a> {
    words: &'a str,
    /// How far it is read.
    place: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.words[self.place..]
    }

    fn wrong(&self, place: usize, why: impl Into<FileError>) -> FileError {
        at(self.words, place, why)
    }

    /// Goes to what is neither white space nor a line that is to be skipped, and looks at it.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            self.place += rest.len() - rest.trim_start().len();
            let first = self.rest().chars().next();
            let begins_line = self.place == 0 || self.words[..self.place].ends_with('\n');
            if first != Some('%') || !begins_line {
                return first;
            }
            self.place += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Reads up to a letter and passes it; none if it does not come.
    fn until(&mut self, end: char) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.place += length + end.len_utf8();
        Some(&rest[..length])
    }

    /// What is said in braces, or up to the end of a line.
    fn comment(&mut self) -> Result<&'a str, FileError> {
        let from = self.place;
        if self.rest().starts_with(';') {
            let line = self.rest().lines().next().unwrap_or_default();
            self.place += line.len();
            return Ok(line[1..].trim());
        }
        self.place += 1;
        self.until('}').ok_or_else(|| self.wrong(from, FileFault::PdnCommentOpen))
    }

    /// Goes past a game without playing it; false if there was only something said.
    fn skip(&mut self) -> bool {
        let (mut tags, mut moves, mut open) = (false, false, 0usize);
        while let Some(first) = self.peek() {
            match first {
                '[' if open == 0 && moves => return true,
                '[' if open == 0 => {
                    tags = true;
                    self.place += tag(self.rest()).map_or(1, |(.., length)| length);
                }
                '{' | ';' => {
                    if self.comment().is_err() {
                        self.place = self.words.len();
                    }
                }
                '(' => {
                    (moves, open) = (true, open + 1);
                    self.place += 1;
                }
                ')' => {
                    (moves, open) = (true, open.saturating_sub(1));
                    self.place += 1;
                }
                _ => {
                    moves = true;
                    if RESULTS.contains(&self.word()) && open == 0 {
                        return true;
                    }
                }
            }
        }
        tags || moves
    }

    /// The tags before the moves, and what is said there.
    fn head(&mut self) -> Result<Head, FileError> {
        let (white, black, result, said, unplaced) = Default::default();
        let mut head = Head { white, black, result, board: None, how: End::Unsaid, said, unplaced };
        while let Some(first @ ('[' | '{' | ';')) = self.peek() {
            if first != '[' {
                head.said.push(self.comment()?.to_owned());
                continue;
            }
            let from = self.place;
            let refused = || self.wrong(from, FileFault::PdnTag);
            let (name, at_value, value, length) = tag(self.rest()).ok_or_else(refused)?;
            let value_place = from + at_value;
            self.place += length;
            let named = || if value == "?" { String::new() } else { value.clone() };
            match name {
                "White" => head.white = named(),
                "Black" => head.black = named(),
                "Result" => head.result = value.trim().to_owned(),
                "FEN" => head.board = Some(self.board(value_place, &value)?),
                TERMINATION if value == RESIGNED => head.how = End::Resigned,
                TERMINATION if value == LATE => head.how = End::Late,
                TERMINATION if value == FORFEITED => head.how = End::Forfeited,
                "GameType" => {
                    let kind = value.split(',').next().unwrap_or_default().trim();
                    if kind != ENGLISH {
                        let why = FileFault::PdnOtherGame(shown(kind));
                        return Err(self.wrong(value_place, why));
                    }
                }
                // They say what FEN says, or how the game went on.
                "SetUp" | TERMINATION => {}
                _ if value.chars().all(|letter| matches!(letter, '?' | '.' | ' ')) => {}
                _ => head.unplaced.push(name.to_owned()),
            }
        }
        Ok(head)
    }

    /// The board of a tag without white space, if it can be read.
    fn board(&self, place: usize, value: &str) -> Result<String, FileError> {
        let board: String = value.split_whitespace().collect();
        match read_board(&board) {
            Ok(_) => Ok(board),
            Err(error) => {
                // Where white space was taken away, the place is that of the whole value.
                let offset = board.char_indices().nth(error.at - 1).map_or(0, |(offset, _)| offset);
                let offset = if board == value { offset } else { 0 };
                Err(self.wrong(place + offset, Text::from(error.why)))
            }
        }
    }

    /// The moves with comments and variations, up to the result, which is given back, the next
    /// game, or the end of the file.
    fn moves(&mut self, tree: &mut GameTree, cells: &Cells) -> Result<Option<String>, FileError> {
        let mut here = ROOT;
        // What the last move was made from.
        let mut before = None;
        // Where each open variation began, and what is to be gone on from after it.
        let mut open: Vec<(usize, NodeId, Option<NodeId>)> = Vec::new();
        let mut result = None;
        while let Some(first) = self.peek() {
            let from = self.place;
            match first {
                '{' | ';' => say(tree, here, self.comment()?, cells),
                '(' => {
                    let back =
                        before.ok_or_else(|| self.wrong(from, FileFault::PdnNoMoveBefore))?;
                    open.push((from, here, before));
                    (here, before) = (back, None);
                    self.place += 1;
                }
                ')' => {
                    let closed = open.pop();
                    let closed = closed.ok_or_else(|| self.wrong(from, FileFault::PdnNotOpen))?;
                    (here, before) = (closed.1, closed.2);
                    self.place += 1;
                }
                '[' if open.is_empty() => break,
                _ => {
                    let word = self.word();
                    if RESULTS.contains(&word) && open.is_empty() {
                        result = Some(word.to_owned());
                        break;
                    }
                    let Some((skipped, ply, praise)) = ply(word) else {
                        if let Some(sign) = numbered_sign(word) {
                            tree.note_mut(here).sign = Some(sign);
                        }
                        continue;
                    };
                    let played =
                        if open.is_empty() { tree.add(here, ply) } else { tree.explore(here, ply) };
                    let next = played.map_err(|why| self.wrong(from + skipped, why))?;
                    if let Some(sign) = Sign::read(praise) {
                        tree.note_mut(next).sign = Some(sign);
                    }
                    (here, before) = (next, Some(here));
                }
            }
        }
        match open.pop() {
            Some((from, ..)) => Err(self.wrong(from, FileFault::PdnVariationOpen)),
            None => Ok(result),
        }
    }

    /// Letters up to white space or whatever begins something else.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |(place, letter): &(usize, char)| {
            *place > 0 && (letter.is_whitespace() || "{}()[];".contains(*letter))
        };
        let end = rest.char_indices().find(ends).map_or(rest.len(), |(place, _)| place);
        self.place += end;
        &rest[..end]
    }
}

/// Says what a comment says, in words and in commands.
fn say(tree: &mut GameTree, at: NodeId, comment: &str, cells: &Cells) {
    let mut note = Note::default();
    let words = commands::read(comment, &mut note, cells);
    if !note.is_empty() {
        let told = tree.note_mut(at);
        told.marks.extend(note.marks);
        (told.used, told.left) = (note.used.or(told.used), note.left.or(told.left));
    }
    tree.remark(at, words);
}

/// The name of a tag, the place of its value and the value, and how long it is; none if it is no
/// tag.
fn tag(words: &str) -> Option<(&str, usize, String, usize)> {
    let inside = words.strip_prefix('[')?.trim_start();
    // No name goes beyond a bracket: what is no tag is known by then, and many of them in a row are
    // not looked through to the end of the file for each.
    let end = inside.find(|letter: char| letter.is_whitespace() || "\"[]".contains(letter))?;
    let name = &inside[..end];
    let quoted = inside[end..].trim_start().strip_prefix('"')?;
    let begins = words.len() - quoted.len();
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    loop {
        match letters.next()? {
            (_, '\\') => value.push(letters.next()?.1),
            (_, '\n' | '\r') => return None,
            (end, '"') => {
                let after = quoted[end + 1..].trim_start().strip_prefix(']')?;
                let length = words.len() - after.len();
                return (!name.is_empty()).then_some((name, begins, value, length));
            }
            (_, letter) => value.push(letter),
        }
    }
}

/// The move in a word, without its number before it and its praise behind it, and how much stands
/// before it, and the praise; none if there is no move in the word.
fn ply(word: &str) -> Option<(usize, &str, &str)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = word[digits..].starts_with('.');
    let ply = if numbered { word[digits..].trim_start_matches('.') } else { word };
    let skipped = word.len() - ply.len();
    let (bare, praise) = ply.split_at(ply.trim_end_matches(['!', '?', '*']).len());
    (!bare.is_empty() && !bare.starts_with('$')).then_some((skipped, bare, praise))
}

/// The sign that a number stands for, `$1` to `$6`.
fn numbered_sign(word: &str) -> Option<Sign> {
    const SIGNS: [Sign; 6] =
        [Sign::Good, Sign::Bad, Sign::Brilliant, Sign::Blunder, Sign::Interesting, Sign::Doubtful];
    let number = word.strip_prefix('$')?.parse::<usize>().ok()?;
    SIGNS.get(number.checked_sub(1)?).copied()
}
