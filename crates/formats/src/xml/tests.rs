//! Files of XML, those that are refused, and whether what is written fits the schema.

use std::collections::{BTreeMap, BTreeSet};

use ludoteca_games::{
    End, GAMES, GameTree, Side, Start, Value, Verdict,
    tree::{Colour, Mark, Shape, Sign},
};
use quick_xml::{Reader, events::Event};

use ludoteca_words::Lang;

use super::{read, write};

const SCHEMA: &str = include_str!("game.xsd");

fn refused(file: &str) -> String {
    Lang::ENGLISH.say(&read(file).unwrap_err().into())
}

/// A game with everything in it.
fn rich() -> GameTree {
    let start = Start::of("hex").with("size", "3").with("swap", "sides").at("R../.../...");
    let mut record = GameTree::begin(start).unwrap();
    record.name_player(Side::First, "Ana <&> \"Luis\"");
    record.name_player(Side::Second, "b");
    record.remark(0, "a & b ]]> <c>\n  two lines ");
    let one = record.add(0, "b2").unwrap();
    record.remark(one, "é 😀");
    let two = record.add(0, "a2").unwrap();
    record.add(two, "a3").unwrap();
    record.add(0, "c1").unwrap();
    record.add(one, "c3").unwrap();
    let note = record.note_mut(two);
    (note.name, note.sign) = ("the \"other\" way\n".into(), Sign::read("?!"));
    (note.used, note.left) = (Some(1500), Some(60_000));
    note.judge(
        Value::Guess { result: -0.25, score: Some(-7), unit: Default::default() },
        "mcts:playouts=20",
    );
    note.judge(Value::Proved { result: Verdict::Win, plies: Some(3) }, "1");
    let red = Mark { shape: Shape::Arrow { from: 0, to: 8 }, colour: Colour::Red };
    let label = Shape::Label { cell: 4, words: "<A>".into() };
    note.marks = vec![red, Mark::of(label), Mark::of(Shape::Triangle { cell: 2 })];
    record.note_mut(0).marks.push(Mark::of(Shape::Cell { cell: 1 }));
    record.end_early(End::Forfeited(Side::Second));
    record
}

#[test]
fn the_form_of_the_book_is_read() {
    let file = "<game name=\"hex\" size=\"11\" swap=\"pieces\"><move side=\"black\">f6</move>\
                <move side=\"white\">swap-pieces</move></game>";
    let record = read(file).unwrap();
    assert_eq!(record.plies(), ["f6", "swap-pieces"]);
    assert_eq!(record.options()["swap"], "pieces");
    assert_eq!(read("<game name='connect4'/>").unwrap().plies().len(), 0);
}

#[test]
fn every_part_is_written_and_read_back() {
    let record = rich();
    let written = write(&record);
    assert_eq!(read(&written).unwrap(), record, "{written}");
    assert!(written.contains("  <variation>\n    <move side=\"white\">a2</move>"), "{written}");
    assert!(written.contains("<result winner=\"black\" by=\"forfeit\"/>"), "{written}");
}

#[test]
fn a_game_that_stops_before_its_line_does_says_where() {
    for played in 0..=3 {
        let mut record = GameTree::begin(Start::of("connect4")).unwrap();
        let mut nodes = vec![0];
        for ply in ["4", "4", "3"] {
            nodes.push(record.add(nodes[nodes.len() - 1], ply).unwrap());
        }
        record.add(0, "1").unwrap();
        record.stop(nodes[played]);
        record.end_early(End::Resigned(Side::First));
        let written = write(&record);
        let again = read(&written).unwrap();
        assert_eq!((again.length(), &again), (played, &record), "{written}");
        assert_eq!(written.contains("<played/>"), played < 3, "{written}");
        conforms(&written, &declared());
    }
    let aside =
        "<game name='connect4'><move>4</move><variation><move>1</move><played/></variation></game>";
    assert!(refused(aside).contains("variation"), "{}", refused(aside));
}

#[test]
fn every_end_is_written_and_read_back() {
    let all = ["resigned", "late", "illegal", "crash", "stall", "garbage", "memory", "forfeited"];
    let lost = all.map(|kind| End::named(kind, Some(Side::First)).unwrap());
    let others = [End::Agreed, End::Interrupted, End::Adjudicated(Some(Side::Second))];
    for end in lost.into_iter().chain(others).chain([End::Adjudicated(None)]) {
        let mut tree = GameTree::begin(Start::of("connect4").at("44")).unwrap();
        tree.end_early(end.clone());
        assert_eq!(read(&write(&tree)).unwrap().early(), Some(&end), "{}", write(&tree));
    }
}

#[test]
fn what_cannot_be_read_is_told_by_its_place() {
    for (file, place, why) in [
        ("<games/>", "Line 1, column 1:", "<games>"),
        ("<game size=\"3\"/>", "Line 1, column 1:", "name="),
        ("<game name=\"go\"/>", "Line 1, column 1:", "go"),
        ("<game name=\"hex\" size=\"99\"/>", "Line 1, column 1:", "does not fit size"),
        ("<game name=\"hex\" colour=\"x\"/>", "Line 1, column 1:", "colour"),
        ("<game name=\"hex\">\n<move>z9</move></game>", "Line 2, column 1:", "from a1 to k11"),
        ("<game name=\"hex\"><move side=\"white\">a1</move></game>", "Line 1, column 18:", "black"),
        ("<game name=\"hex\"><mov>a1</mov></game>", "Line 1, column 18:", "<mov>"),
        ("<game name=\"hex\">\n<move>a1</moves></game>", "Line 2", "well-formed"),
        ("<game name=\"hex\"><move>a1</move>", "Line 1", "</game>"),
        ("<game name=\"hex\"><variation/></game>", "Line 1, column 18:", "could replace"),
        ("<game name=\"hex\">stray</game>", "Line 1, column 18:", "no other words"),
        ("<game name=\"hex\"><move side=\"black\" at=\"1\">a1</move></game>", "Line 1", "no at"),
        (
            "<game name=\"hex\"><move>a1</move><player side=\"black\">x</player></game>",
            "Line 1",
            "before",
        ),
        ("<game name=\"hex\"><comment>&bomb;</comment></game>", "Line 1, column 27:", "&bomb;"),
        ("<game name=\"hex\"/><game name=\"hex\"/>", "Line 1, column 19:", "nothing more"),
        ("<game name=\"hex\" size=\"1\"><move>a1</move><move>a1</move></game>", "Line 1", "over"),
        ("<game name=\"hex\"><result winner=\"green\" by=\"play\"/></game>", "Line 1", "green"),
        ("<game name=\"hex\"><result winner=\"black\" by=\"luck\"/></game>", "Line 1", "luck"),
        ("<game name=\"hex\"><note sign=\"!!!\"/></game>", "Line 1, column 18:", "!!!"),
        ("<game name=\"hex\"><note used=\"soon\"/></game>", "Line 1, column 18:", "soon"),
        ("<game name=\"hex\"><mark shape=\"star\" cell=\"a1\"/></game>", "Line 1", "star"),
        ("<game name=\"hex\"><mark shape=\"cell\" cell=\"z9\"/></game>", "Line 1", "z9"),
    ] {
        let said = refused(file);
        assert!(said.starts_with(place) && said.contains(why), "{file}: {said}");
    }
}

#[test]
fn documents_that_would_grow_are_refused_and_deep_ones_are_only_long() {
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE game [<!ENTITY a \"aaaaaaaaaa\">\
                <!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n\
                <game name=\"hex\"><comment>&b;</comment></game>";
    assert!(refused(bomb).contains("<!DOCTYPE"));
    let deep = "<variation><move>a1</move>".repeat(40_000);
    let file = format!("<game name=\"hex\"><move>b1</move>{deep}");
    assert!(refused(&file).contains("</game>"));
    assert!(refused(&"<game name=\"hex\">".repeat(100_000)).contains("no part of a game"));
}

/// What the schema says of its elements: their attributes, those among them that must be there, and
/// the elements in them.
#[derive(Debug, Default)]
struct Declared {
    attributes: BTreeSet<String>,
    required: BTreeSet<String>,
    children: BTreeSet<String>,
}

/// The declarations of the schema, by element or type. It knows as much of XML Schema as the schema
/// uses: named types and groups, and `game` with its own.
fn declared() -> BTreeMap<String, Declared> {
    let mut all: BTreeMap<String, Declared> = BTreeMap::new();
    let mut inside: Vec<String> = Vec::new();
    let mut reader = Reader::from_str(SCHEMA);
    loop {
        let (element, empty) = match reader.read_event().unwrap() {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(_) => {
                inside.pop();
                continue;
            }
            Event::Eof => return all,
            _ => continue,
        };
        let attribute = |name: &str| {
            let found = element.try_get_attribute(name).unwrap()?;
            Some(found.value.into_owned())
        };
        let kind = element.name().as_ref().trim_start_matches("xs:").to_owned();
        let name = attribute("name").or_else(|| attribute("ref"));
        let owner = inside.iter().rev().find(|owner| !owner.is_empty()).cloned();
        if let (Some(owner), Some(name)) = (&owner, &name) {
            let declared = all.entry(owner.clone()).or_default();
            match kind.as_str() {
                "attribute" => {
                    declared.attributes.insert(name.clone());
                    if attribute("use").as_deref() == Some("required") {
                        declared.required.insert(name.clone());
                    }
                }
                "element" | "group" => {
                    declared.children.insert(name.clone());
                }
                _ => {}
            }
        }
        if !empty {
            let owns = ["element", "complexType", "group"].contains(&kind.as_str());
            inside.push(name.filter(|_| owns).unwrap_or_default());
        }
    }
}

/// Checks a document against the declarations: no element or attribute but those declared where
/// they stand, and all that must be there.
fn conforms(document: &str, declared: &BTreeMap<String, Declared>) {
    let none = Declared::default();
    let mut inside: Vec<String> = Vec::new();
    let mut reader = Reader::from_str(document);
    loop {
        let (element, empty) = match reader.read_event().unwrap() {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(_) => {
                inside.pop();
                continue;
            }
            Event::Eof => return,
            _ => continue,
        };
        let name = element.name().as_ref().to_owned();
        if let Some(owner) = inside.last() {
            let children = &declared.get(owner).unwrap_or(&none).children;
            // A group stands for what is in it, and may hold others.
            let within = |group: &str| declared[group].children.contains(&name);
            let turn = children.contains("turn") && (within("turn") || within("said"));
            assert!(children.contains(&name) || turn, "<{name}> in <{owner}>");
        }
        let known = declared.get(&name).unwrap_or(&none);
        let found: BTreeSet<String> =
            element.attributes().map(|found| found.unwrap().key.as_ref().to_owned()).collect();
        assert!(found.is_subset(&known.attributes), "<{name}> has {found:?}");
        assert!(known.required.is_subset(&found), "<{name}> lacks some of {:?}", known.required);
        if !empty {
            inside.push(name);
        }
    }
}

#[test]
fn what_is_written_fits_the_schema() {
    let declared = declared();
    conforms(&write(&rich()), &declared);
    for kind in GAMES {
        let mut record = GameTree::begin(Start::of(kind.name)).unwrap();
        while let Some(ply) = record.position().plies().pop() {
            record.play(&ply).unwrap();
        }
        let written = write(&record);
        conforms(&written, &declared);
        assert!(written.contains("by=\"play\""), "{written}");
        assert_eq!(read(&written).unwrap(), record);
    }
}

#[test]
fn the_schema_knows_the_options_of_every_game_and_nothing_that_is_refused() {
    let declared = declared();
    let options = GAMES.iter().flat_map(|kind| kind.options()).map(|key| key.name.to_owned());
    let expected: BTreeSet<String> = options.chain(["name".to_owned()]).collect();
    assert_eq!(declared["game"].attributes, expected);
    assert_eq!(declared["result"].attributes.len(), 2);
    assert_eq!(declared["variation"].children, BTreeSet::from(["turn".to_owned()]));
}
