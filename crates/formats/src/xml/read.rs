//! Reads a game from XML.

use ludoteca_games::{
    End, GameTree, Side, Start, TreeError, find,
    tree::{Judged, Mark, ROOT, Shape, Sign, plain},
};
use quick_xml::{
    XmlVersion,
    errors::IllFormedError,
    escape::resolve_xml_entity,
    events::{BytesStart, Event},
    reader::Reader,
};

use super::ENDS;
use crate::{
    error::{FileError, FileFault},
    marks::{Cells, colour},
    place::{at, shown},
    sides::Reading,
};

/// The most attributes of an element: no game has so many options.
const MOST_ATTRIBUTES: usize = 64;

/// A game from a file.
pub fn read(words: &str) -> Result<GameTree, FileError> {
    let mut document = Document { words, reader: Reader::from_str(words), place: 0 };
    document.reader.config_mut().check_end_names = true;
    let root = loop {
        match document.next()? {
            Event::Start(root) => break (root, false),
            Event::Empty(root) => break (root, true),
            Event::Text(space) if space.trim().is_empty() => {}
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            _ => return Err(document.wrong(FileFault::XmlNotAGame)),
        }
    };
    let (root, empty) = root;
    if root.name().as_ref() != "game" {
        let why = FileFault::XmlNotAGameBut(shown(root.name().as_ref()));
        return Err(document.wrong(why));
    }
    let mut game = Game::begin(&mut document, &root)?;
    if !empty {
        game.read(&mut document)?;
    }
    let tree = game.done(&document)?;
    loop {
        match document.next()? {
            Event::Eof => return Ok(tree),
            Event::Text(space) if space.trim().is_empty() => {}
            Event::Comment(_) | Event::PI(_) => {}
            _ => return Err(document.wrong(FileFault::XmlAfterGame)),
        }
    }
}

/// A text and how far it has been read.
struct Document<'a> {
    words: &'a str,
    reader: Reader<&'a [u8]>,
    /// Where the last event began.
    place: usize,
}

/// What is wrong with XML that is none.
fn malformed(error: quick_xml::Error) -> FileFault {
    match error {
        quick_xml::Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            FileFault::XmlEndTag { expected: shown(&expected), found: shown(&found) }
        }
        _ => FileFault::XmlBroken,
    }
}

impl<'a> Document<'a> {
    fn next(&mut self) -> Result<Event<'a>, FileError> {
        self.place = self.reader.buffer_position() as usize;
        match self.reader.read_event() {
            Ok(Event::DocType(_)) => Err(self.wrong(FileFault::XmlDoctype)),
            Ok(event) => Ok(event),
            Err(error) => {
                let place = self.reader.error_position() as usize;
                Err(at(self.words, place, malformed(error)))
            }
        }
    }

    /// The words in an element that holds nothing else, up to its end.
    fn content(&mut self, name: &str) -> Result<String, FileError> {
        let mut words = String::new();
        loop {
            match self.next()? {
                Event::Text(text) => words += &text,
                Event::CData(text) => words += &text,
                Event::GeneralRef(entity) => match entity.resolve_char_ref() {
                    Ok(Some(letter)) => words.push(letter),
                    Ok(None) if resolve_xml_entity(&entity).is_some() => {
                        words += resolve_xml_entity(&entity).unwrap_or_default();
                    }
                    _ => return Err(self.wrong(FileFault::XmlEntity(shown(&entity)))),
                },
                Event::End(_) => return Ok(words),
                Event::Comment(_) | Event::PI(_) => {}
                _ => return Err(self.wrong(FileFault::XmlInside(name.to_owned()))),
            }
        }
    }

    /// The attributes of an element, of which only these are allowed; none allows any.
    fn attributes(
        &self,
        element: &BytesStart<'_>,
        allowed: Option<&[&str]>,
    ) -> Result<Vec<(String, String)>, FileError> {
        let mut found = Vec::new();
        // Each is compared with all before it.
        for (number, attribute) in element.attributes().enumerate() {
            if number == MOST_ATTRIBUTES {
                return Err(self.wrong(FileFault::XmlAttributes { most: MOST_ATTRIBUTES }));
            }
            let attribute = attribute.map_err(|_| self.wrong(FileFault::XmlBroken))?;
            let name = attribute.key.as_ref();
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|_| self.wrong(FileFault::XmlBroken))?;
            if allowed.is_some_and(|allowed| !allowed.contains(&name)) {
                let element = element.name().as_ref().to_owned();
                let why = FileFault::XmlAttribute { name: shown(name), element };
                return Err(self.wrong(why));
            }
            // Others may say where the schema is.
            if !name.starts_with("xmlns") && !name.contains(':') {
                found.push((name.to_owned(), value.into_owned()));
            }
        }
        Ok(found)
    }

    fn wrong(&self, why: impl Into<FileError>) -> FileError {
        at(self.words, self.place, why)
    }
}

/// A game under way: the beginning can be told until the first move is made.
struct Game {
    start: Start,
    reading: Option<Reading>,
    /// The cells of its board, once they are asked for.
    cells: Option<Cells>,
    players: Vec<(String, String)>,
    position: Option<(usize, String)>,
    /// The node reached, and the one before it; the beginning has none before it.
    here: usize,
    before: Option<usize>,
    /// The same outside of each open variation.
    outside: Vec<(usize, Option<usize>)>,
    /// Where the game as it was played stops, if what is beyond it was only looked at.
    played: Option<usize>,
    ended: bool,
}

impl Game {
    fn begin(document: &mut Document<'_>, root: &BytesStart<'_>) -> Result<Game, FileError> {
        let mut options = document.attributes(root, None)?;
        let Some(name) = options.iter().position(|(name, _)| name == "name") else {
            return Err(document.wrong(FileFault::XmlNoName));
        };
        let kind = find(&options.remove(name).1).map_err(|why| document.wrong(why))?;
        let options = options.into_iter().collect();
        let start = Start { options, ..Start::of(kind.name) };
        start.usual().map_err(|why| document.wrong(why))?;
        Ok(Game {
            start,
            reading: None,
            cells: None,
            players: Vec::new(),
            position: None,
            here: 0,
            before: None,
            outside: Vec::new(),
            played: None,
            ended: false,
        })
    }

    fn read(&mut self, document: &mut Document<'_>) -> Result<(), FileError> {
        loop {
            match document.next()? {
                Event::Start(element) => self.element(document, &element, false)?,
                Event::Empty(element) => self.element(document, &element, true)?,
                Event::End(_) => match self.outside.pop() {
                    Some(outside) => (self.here, self.before) = outside,
                    None => return Ok(()),
                },
                Event::Text(space) if space.trim().is_empty() => {}
                Event::Comment(_) | Event::PI(_) => {}
                Event::Eof => return Err(document.wrong(FileFault::XmlNotClosed)),
                _ => return Err(document.wrong(FileFault::XmlStray)),
            }
        }
    }

    fn element(
        &mut self,
        document: &mut Document<'_>,
        element: &BytesStart<'_>,
        empty: bool,
    ) -> Result<(), FileError> {
        let place = document.place;
        let name = element.name().as_ref().to_owned();
        let allowed: &[&str] = match name.as_str() {
            "move" | "player" => &["side"],
            "result" => &["winner", "by"],
            "comment" | "variation" | "position" | "played" => &[],
            "note" => &["name", "sign", "used", "left"],
            "mark" => &["shape", "cell", "from", "to", "colour"],
            "value" => &VALUE,
            _ => return Err(document.wrong(FileFault::XmlElement(shown(&name)))),
        };
        let attributes = document.attributes(element, Some(allowed))?;
        let value = |name: &str| attributes.iter().find(|(known, _)| known == name);
        let value = |name: &str| value(name).map(|(_, value)| value.as_str());
        if name == "variation" {
            let before = self.before.ok_or_else(|| document.wrong(FileFault::XmlVariation))?;
            if !empty {
                self.outside.push((self.here, self.before));
                (self.here, self.before) = (before, None);
            }
            return Ok(());
        }
        let content = if empty { String::new() } else { document.content(&name)? };
        let refused = |why: FileError| at(document.words, place, why);
        let begun = self.reading.is_some();
        match name.as_str() {
            "player" | "position" if begun => Err(refused(FileFault::XmlLate(name).into())),
            "player" => {
                let side = value("side").unwrap_or_default().to_owned();
                self.players.push((side, content));
                Ok(())
            }
            "position" => {
                self.position = Some((place, content));
                Ok(())
            }
            "comment" => {
                let (reading, here) = self.begun(document.words)?;
                reading.tree.remark(here, &content);
                Ok(())
            }
            "note" => self.note(document, &attributes).map_err(refused),
            "mark" => self.mark(document, &attributes, &content).map_err(refused),
            "value" => {
                let (reading, here) = self.begun(document.words)?;
                // A value of another version is no reason to refuse a game.
                reading.tree.note_mut(here).values.extend(judged(&attributes));
                Ok(())
            }
            "played" if !self.outside.is_empty() => Err(refused(FileFault::XmlResultAside.into())),
            "played" => {
                let (_, here) = self.begun(document.words)?;
                self.played = Some(here);
                Ok(())
            }
            "result" => self.result(document, value("winner"), value("by")).map_err(refused),
            _ => self.play(document, value("side"), content.trim()).map_err(refused),
        }
    }

    /// The name of a line, a sign and times.
    fn note(&mut self, document: &Document<'_>, all: &[(String, String)]) -> Result<(), FileError> {
        let (reading, here) = self.begun(document.words)?;
        for (name, value) in all {
            let time = || {
                let whole = || FileFault::XmlTime(shown(value));
                value.trim().parse::<u64>().map(Some).map_err(|_| whole())
            };
            let note = reading.tree.note_mut(here);
            match name.as_str() {
                "name" => note.name = plain(value),
                "used" => note.used = time()?,
                "left" => note.left = time()?,
                _ => {
                    let known = Sign::ALL.map(Sign::as_str);
                    let sign = Sign::read(value).ok_or_else(|| unknown("sign", value, &known))?;
                    note.sign = Some(sign);
                }
            }
        }
        Ok(())
    }

    /// Something drawn on the board.
    fn mark(
        &mut self,
        document: &Document<'_>,
        all: &[(String, String)],
        words: &str,
    ) -> Result<(), FileError> {
        self.begun(document.words)?;
        let reading = self.reading.as_mut().expect("begun above");
        let cells = self.cells.get_or_insert_with(|| Cells::of(&reading.tree));
        let value = |name: &str| {
            let found = all.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.as_str()).unwrap_or_default()
        };
        let cell = |name: &str| {
            let found = cells.cell(value(name));
            found.ok_or_else(|| FileFault::XmlCell(shown(value(name))))
        };
        let shape = match value("shape") {
            "cell" => Shape::Cell { cell: cell("cell")? },
            "circle" => Shape::Circle { cell: cell("cell")? },
            "square" => Shape::Square { cell: cell("cell")? },
            "triangle" => Shape::Triangle { cell: cell("cell")? },
            "cross" => Shape::Cross { cell: cell("cell")? },
            "label" => Shape::Label { cell: cell("cell")?, words: plain(words) },
            "arrow" => Shape::Arrow { from: cell("from")?, to: cell("to")? },
            other => return Err(unknown("shape", other, &SHAPES).into()),
        };
        let mut mark = Mark::of(shape);
        if let Some((_, name)) = all.iter().find(|(known, _)| known == "colour") {
            let known = ["green", "red", "blue", "yellow"];
            mark.colour = colour(name).ok_or_else(|| unknown("colour", name, &known))?;
        }
        reading.tree.note_mut(self.here).marks.push(mark);
        Ok(())
    }

    fn play(
        &mut self,
        document: &Document<'_>,
        side: Option<&str>,
        ply: &str,
    ) -> Result<(), FileError> {
        let (ended, aside) = (self.ended, !self.outside.is_empty());
        let (reading, here) = self.begun(document.words)?;
        let turn = reading.next(here);
        if ended || reading.tree.node(here).position().outcome().is_some() {
            return Err(TreeError::Over.into());
        }
        if side.is_some_and(|side| side != turn) {
            return Err(FileFault::Turn { side: turn.to_owned() }.into());
        }
        let next = reading.play(here, ply, aside)?;
        (self.before, self.here) = (Some(here), next);
        Ok(())
    }

    fn result(
        &mut self,
        document: &Document<'_>,
        winner: Option<&str>,
        by: Option<&str>,
    ) -> Result<(), FileError> {
        if !self.outside.is_empty() {
            return Err(FileFault::XmlResultAside.into());
        }
        self.ended = true;
        let played = self.played;
        let (reading, _) = self.begun(document.words)?;
        if let Some(last) = played {
            reading.tree.stop(last);
        }
        let known = ENDS.iter().find(|known| Some(known.0) == by);
        if let (Some(by), None) = (by, known) {
            return Err(unknown("by", by, &ENDS.map(|known| known.0)).into());
        }
        let winner = winner.map(|winner| reading.side("winner", reading.tree.last(), winner));
        let winner = winner.transpose()?;
        if let Some((_, kind)) = known {
            let named = if *kind == "adjudicated" { winner } else { winner.map(Side::other) };
            End::named(kind, named).into_iter().for_each(|end| reading.tree.end_early(end));
        }
        Ok(())
    }

    /// The game, begun with all that has been told of its beginning, and the node reached.
    fn begun(&mut self, words: &str) -> Result<(&mut Reading, usize), FileError> {
        if self.reading.is_none() {
            let start = self.start.clone();
            let mut reading = match &self.position {
                None => Reading::begin(start)?,
                Some((place, board)) => {
                    let begun = Reading::begin(start.at(board.trim()));
                    begun.map_err(|why| at(words, *place, why))?
                }
            };
            for (side, name) in &self.players {
                let known = reading.side("side", ROOT, side)?;
                reading.tree.name_player(known, name);
            }
            self.here = reading.tree.last();
            self.before = None;
            self.reading = Some(reading);
        }
        Ok((self.reading.as_mut().expect("begun above"), self.here))
    }

    fn done(mut self, document: &Document<'_>) -> Result<GameTree, FileError> {
        let played = self.played.filter(|_| !self.ended);
        let (reading, _) = self.begun(document.words)?;
        if let Some(last) = played {
            reading.tree.stop(last);
        }
        Ok(self.reading.expect("begun above").done())
    }
}

impl Reading {
    /// The side that an attribute names at a node.
    fn side(&self, key: &'static str, at: usize, name: &str) -> Result<Side, FileError> {
        self.sides.side(at, name).ok_or_else(|| {
            let names = Side::BOTH.map(|side| self.sides.name(at, side));
            unknown(key, name, &names).into()
        })
    }
}

/// The attributes of a value.
const VALUE: [&str; 6] = ["by", "value", "proved", "plies", "score", "unit"];

/// The shapes that are drawn on boards.
const SHAPES: [&str; 7] = ["cell", "circle", "square", "triangle", "cross", "label", "arrow"];

/// A value from its attributes, which are those of JSON.
fn judged(all: &[(String, String)]) -> Option<Judged> {
    let part = |name: &str, value: &str| match serde_json::from_str(value) {
        Ok(serde_json::Value::Number(number)) if name != "by" => number.into(),
        _ => serde_json::Value::from(value),
    };
    let parts = all.iter().map(|(name, value)| (name.clone(), part(name, value))).collect();
    serde_json::from_value(serde_json::Value::Object(parts)).ok()
}

/// That an attribute has none of the values that are known.
fn unknown(key: &'static str, value: &str, known: &[&str]) -> FileFault {
    let allowed = known.iter().map(|known| (*known).to_owned()).collect();
    FileFault::Value { key, value: shown(value), allowed }
}
