//! Reads Hex from SGF.

use std::{collections::BTreeMap, iter::successors};

use ludoteca_games::{End, GameTree, Side, Start, TreeError, boards, tree::ROOT};

use super::{
    SWAPPED, notes,
    scan::{Part, Property, Scanner},
};
use crate::{
    error::{FileError, FileFault},
    kind::{Read, Unread},
    place::shown,
    sides::Reading,
};

/// Hex among the games of SGF.
const HEX: &str = "11";
/// The length of an edge where nothing is said.
const USUAL: usize = 11;

/// The games of a file.
pub fn read(words: &str) -> Result<Unread<'_>, FileError> {
    let trees = successors(Some(Scanner::new(words)?), |tree| tree.clone().after());
    Ok(Box::new(trees.map(|tree| Box::new(move || game(&tree)) as Box<dyn FnOnce() -> Read>)))
}

/// What of game number `number` is read as nothing: the names of properties that say something.
pub fn unplaced(words: &str, number: usize) -> Vec<String> {
    let mut tree = Scanner::new(words).ok();
    for _ in 1..number {
        tree = tree.and_then(Scanner::after);
    }
    let mut all = Vec::new();
    let Some(mut tree) = tree else { return all };
    while let Ok(Some((_, part))) = tree.next() {
        let Part::Property(Property { name, values }) = part else { continue };
        let known = READ.contains(&name.as_str()) || notes::ALL.contains(&name.as_str());
        let says = values.iter().any(|(_, value)| !value.trim().is_empty());
        if says && !known && !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The properties that are read besides those of [`notes`], and those that say something of the file
/// and nothing of the game.
const READ: [&str; 20] = [
    "B", "W", "AB", "AW", "AE", "GM", "SZ", "PL", "RU", "PB", "PW", "RE", SWAPPED, "FF", "CA",
    "AP", "ST", "MN", "KO", "VW",
];

/// The game of a tree.
fn game(tree: &Scanner<'_>) -> Result<GameTree, FileError> {
    let survey = Survey::of(tree.clone())?;
    let mut reader = Reader::new(tree.clone(), survey);
    reader.read()?;
    reader.finish()
}

/// What has to be known of the moves before the first of them is made.
#[derive(Default)]
struct Survey {
    /// Whose the first move is, if there is one.
    first: Option<&'static str>,
    /// Whether it is written in two letters.
    letters: bool,
    /// The swap that was made.
    swap: Option<&'static str>,
}

impl Survey {
    fn of(mut scanner: Scanner<'_>) -> Result<Survey, FileError> {
        let mut survey = Survey::default();
        // The colour that has just made a swap.
        let mut swapper = None;
        while let Some((_, part)) = scanner.next()? {
            let Property { name, values } = match part {
                Part::Property(property) => property,
                Part::Node => continue,
                Part::Open | Part::Close => {
                    // The next move does not follow the swap.
                    swapper = None;
                    continue;
                }
            };
            if name != "B" && name != "W" {
                continue;
            }
            let word = values[0].1.trim().to_ascii_lowercase();
            if survey.first.is_none() {
                survey.first = Some(if name == "W" { "white" } else { "black" });
                survey.letters = pair(&word).is_some();
            }
            if swapper.take().as_ref() == Some(&name) {
                // The same colour again: it was the sides that changed, whatever it was called.
                survey.swap = Some("sides");
            }
            match word.as_str() {
                "swap" | "swap-pieces" if survey.swap.is_none() => {
                    survey.swap = Some("pieces");
                    swapper = Some(name);
                }
                "swap-sides" if survey.swap.is_none() => survey.swap = Some("sides"),
                _ => {}
            }
        }
        Ok(survey)
    }
}

/// The head of a file, until the first move begins the game.
#[derive(Default)]
struct Head {
    /// SZ and its place.
    size: Option<(usize, usize)>,
    /// The swap that RU allows.
    swap: Option<&'static str>,
    /// Whether GM says that this is Hex.
    hex: bool,
    /// Whether it comes from Little Golem.
    golem: bool,
    players: [String; 2],
    result: String,
    /// What is said about the beginning.
    said: Vec<Property>,
    /// The stones that were set up, true for black, by column and row.
    stones: BTreeMap<(usize, usize), bool>,
    /// The place of the first of them.
    set_up: Option<usize>,
    /// Who is said to move first.
    to_move: Option<&'static str>,
    swapped_sides: bool,
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    survey: Survey,
    head: Head,
    game: Option<Reading>,
    /// The swap that the game is played with.
    swap: &'static str,
    /// The node reached.
    here: usize,
    /// Where each open parenthesis began.
    open: Vec<usize>,
    /// Whether the game itself has been read, and all that comes is beside it.
    aside: bool,
    /// Whether W stands for whoever begins.
    turned: bool,
}

impl<'a> Reader<'a> {
    fn new(scanner: Scanner<'a>, survey: Survey) -> Reader<'a> {
        Reader {
            scanner,
            survey,
            head: Head::default(),
            game: None,
            swap: "none",
            here: ROOT,
            open: Vec::new(),
            aside: false,
            turned: false,
        }
    }

    fn read(&mut self) -> Result<(), FileError> {
        let mut node = Vec::new();
        while let Some((place, part)) = self.scanner.next()? {
            match part {
                Part::Property(property) => node.push((place, property)),
                part => {
                    self.node(&mut node)?;
                    match part {
                        Part::Open => self.open.push(self.here),
                        Part::Close => {
                            self.here = self.open.pop().unwrap_or(ROOT);
                            self.aside = true;
                        }
                        Part::Node | Part::Property(_) => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows the properties of a node. They may come in any order, and each kind of them speaks of
    /// what the kinds before it have made.
    fn node(&mut self, properties: &mut Vec<(usize, Property)>) -> Result<(), FileError> {
        properties.sort_by_key(|(_, property)| match property.name.as_str() {
            "AB" | "AW" | "AE" => 1,
            "B" | "W" => 2,
            name if notes::ALL.contains(&name) => 3,
            _ => 0,
        });
        properties.drain(..).try_for_each(|(place, property)| self.property(place, property))
    }

    fn finish(mut self) -> Result<GameTree, FileError> {
        self.begun(0)?;
        let Some(mut game) = self.game else { return Err(FileFault::SgfNoTree.into()) };
        for side in Side::BOTH {
            game.tree.name_player(side, &self.head.players[side.index()]);
        }
        if game.tree.early().is_none() {
            result(&mut game, &self.head.result);
        }
        Ok(game.done())
    }

    fn property(
        &mut self,
        place: usize,
        Property { name, values }: Property,
    ) -> Result<(), FileError> {
        let (at, value) = &values[0];
        let simple = value.trim().to_ascii_lowercase();
        match name.as_str() {
            "B" | "W" => {
                return self.play(*at, if name == "B" { "black" } else { "white" }, &simple);
            }
            name if notes::ALL.contains(&name) => match &mut self.game {
                Some(game) => notes::add(&mut game.tree, self.here, name, &values),
                None => {
                    let name = name.to_owned();
                    self.head.said.push(Property { name, values });
                }
            },
            "AB" | "AW" | "AE" => return self.set_up(place, &name, &values),
            "GM" if simple != HEX => {
                return Err(self.wrong(*at, FileFault::SgfOtherGame(shown(&simple))));
            }
            "GM" => self.head.hex = true,
            "SZ" => self.head.size = Some((*at, self.size(*at, &simple)?)),
            "PL" => self.head.to_move = Some(self.colour(*at, &simple)?),
            "RU" if simple.contains("swap-sides") => self.head.swap = Some("sides"),
            "RU" if simple.contains("swap") => self.head.swap = Some("pieces"),
            "SO" | "PC" => self.head.golem |= simple.contains("littlegolem"),
            "PB" => self.head.players[0].clone_from(value),
            "PW" => self.head.players[1].clone_from(value),
            "RE" => self.head.result.clone_from(value),
            SWAPPED => self.head.swapped_sides = simple == "sides",
            _ => {}
        }
        Ok(())
    }

    fn size(&self, place: usize, value: &str) -> Result<usize, FileError> {
        let number = |words: &str| words.trim().parse::<usize>().ok();
        let size = match value.split_once(':') {
            None => number(value),
            Some((columns, rows)) => match (number(columns), number(rows)) {
                (Some(columns), Some(rows)) if columns != rows => {
                    let (columns, rows) = (columns.into(), rows.into());
                    let why = FileFault::HexUnequal { columns, rows };
                    return Err(self.wrong(place, why));
                }
                (columns, _) => columns,
            },
        };
        size.ok_or_else(|| self.wrong(place, FileFault::SgfSize(shown(value))))
    }

    fn colour(&self, place: usize, value: &str) -> Result<&'static str, FileError> {
        match value {
            "b" | "black" | "1" => Ok("black"),
            "w" | "white" | "2" => Ok("white"),
            _ => Err(self.wrong(place, FileFault::SgfColour(shown(value)))),
        }
    }

    fn set_up(
        &mut self,
        place: usize,
        name: &str,
        values: &[(usize, String)],
    ) -> Result<(), FileError> {
        if self.game.is_some() {
            return Err(self.wrong(place, FileFault::SgfLateSetup));
        }
        let size = self.head.size.map_or(USUAL, |(_, size)| size);
        for (at, value) in values {
            let value = value.trim().to_ascii_lowercase();
            let cell = pair(&value).or_else(|| boards::read_name(&value));
            let Some(cell) = cell.filter(|(column, row)| column.max(row) < &size) else {
                return Err(self.wrong(*at, FileFault::SgfNotACell(shown(&value))));
            };
            match name {
                "AE" => self.head.stones.remove(&cell),
                _ => self.head.stones.insert(cell, name == "AB"),
            };
        }
        self.head.set_up.get_or_insert(place);
        Ok(())
    }

    fn play(&mut self, place: usize, written: &'static str, value: &str) -> Result<(), FileError> {
        self.begun(place)?;
        let turned = self.turned;
        let Some(game) = &mut self.game else { return Ok(()) };
        let colour = if (written == "black") == turned { "white" } else { "black" };
        if let "resign" | "forfeit" = value {
            let end = if value == "resign" { End::Resigned } else { End::Forfeited };
            let here = self.here == game.tree.last() && !self.aside;
            if let (Some(side), true) = (game.sides.side(self.here, colour), here) {
                game.tree.end_early(end(side));
            }
            return Ok(());
        }
        let turn = game.next(self.here);
        let refused = if game.tree.node(self.here).position().outcome().is_some() {
            Some(TreeError::Over.into())
        } else if turn != colour {
            Some(FileFault::ColourTurn { colour: turn.to_owned() })
        } else if value.is_empty() || value == "pass" {
            Some(FileFault::HexNoPass)
        } else {
            None
        };
        if let Some(why) = refused {
            return Err(self.scanner.wrong(place, why));
        }
        let ply = match (self.swap, pair(value)) {
            (kind, _) if value.starts_with("swap") && kind != "none" => format!("swap-{kind}"),
            (_, Some((column, row))) => boards::name(column, row),
            _ => value.to_owned(),
        };
        if !self.aside {
            // Whoever was said to have given up did not, if the game went on.
            game.tree.go_on();
        }
        let played = game.play(self.here, &ply, self.aside);
        self.here = played.map_err(|why| self.scanner.wrong(place, why))?;
        Ok(())
    }

    /// Begins the game, if it is not begun yet.
    fn begun(&mut self, place: usize) -> Result<(), FileError> {
        if self.game.is_some() {
            return Ok(());
        }
        let Survey { first, letters, swap } = self.survey;
        let head = &self.head;
        let foreign = head.golem || letters || !head.hex;
        self.turned = first == Some("white") && head.set_up.is_none() && foreign;
        let to_move = first.or(head.to_move).filter(|_| !self.turned);
        let (size_at, size) = head.size.unwrap_or((place, USUAL));
        let mut swap = swap.or(head.swap).unwrap_or("none");
        let board = head.board(&mut swap, to_move);
        let start = Start::of("hex").with("size", size.to_string()).with("swap", swap);
        let usual = start.usual().map_err(|why| self.wrong(size_at, why))?;
        let set_up = head.set_up.unwrap_or(place);
        if let Some(Err(error)) = board.as_ref().map(|board| usual.read_position(board)) {
            return Err(self.wrong(set_up, error.why));
        }
        let mut game = Reading::begin(Start { position: board, ..start.clone() })?;
        if let Some(colour) = to_move.filter(|colour| game.next(ROOT) != *colour) {
            // No game leads to a board on which the other colour moves: that is said with the board.
            let next = if colour == "black" { "red" } else { "blue" };
            game = Reading::begin(start.at(head.rows() + " " + next))?;
        }
        for Property { name, values } in &head.said {
            notes::add(&mut game.tree, ROOT, name, values);
        }
        self.swap = swap;
        self.game = Some(game);
        Ok(())
    }

    fn wrong(&self, place: usize, why: impl Into<FileError>) -> FileError {
        self.scanner.wrong(place, why)
    }
}

impl Head {
    /// The board that was set up, as the game writes it, with that colour to move if one is named.
    /// Where White has a stone too many for Black to have begun, the first stone was swapped.
    fn board(&self, swap: &mut &'static str, to_move: Option<&str>) -> Option<String> {
        self.set_up?;
        let mut words = self.rows();
        let black = self.stones.values().filter(|black| **black).count();
        let white = self.stones.len() - black;
        let swapped = white == black + 1 && to_move != Some("white")
            || white == black && white > 0 && to_move == Some("white");
        // On a single cell the first stone ends the game, and there is nobody to swap it.
        let swapped = swapped && self.size.is_none_or(|(_, size)| size > 1);
        if self.swapped_sides && *swap == "sides" {
            words += " swap-sides";
        } else if swapped && *swap != "sides" {
            *swap = "pieces";
            words += " swap-pieces";
        }
        Some(words)
    }

    /// The rows of the board, with the stones that were set up.
    fn rows(&self) -> String {
        // A board larger than any is refused by its size.
        let shown = self.size.map_or(USUAL, |(_, size)| size.min(MOST_ROWS));
        let cell = |column, row| match self.stones.get(&(column, row)) {
            Some(true) => 'R',
            Some(false) => 'B',
            None => '.',
        };
        let row = |row| (0..shown).map(|column| cell(column, row)).collect::<String>();
        (0..shown).map(row).collect::<Vec<_>>().join("/")
    }
}

/// More rows than a board can have.
const MOST_ROWS: usize = 99;

/// A cell in two letters, column and row.
fn pair(word: &str) -> Option<(usize, usize)> {
    match word.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            Some((usize::from(column - b'a'), usize::from(row - b'a')))
        }
        _ => None,
    }
}

/// What RE says of a game that did not end on the board.
fn result(game: &mut Reading, value: &str) {
    let value = value.trim().to_ascii_lowercase();
    let (winner, how) = value.split_once('+').unwrap_or((&value, ""));
    let last = game.tree.last();
    let loser = match winner {
        "b" | "black" => game.sides.side(last, "white"),
        "w" | "white" => game.sides.side(last, "black"),
        _ => None,
    };
    let end = match how {
        "r" | "resign" => End::Resigned,
        "t" | "time" => End::Late,
        "f" | "forfeit" => End::Forfeited,
        _ => End::Unsaid,
    };
    match (loser, winner) {
        (Some(side), _) => game.tree.end_early(end(side)),
        (None, "draw" | "0") => game.tree.end_early(End::Agreed),
        (None, "void") => game.tree.end_early(End::Interrupted),
        _ => {}
    }
}
