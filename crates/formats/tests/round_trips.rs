//! What is written is read back the same, whatever was played and said; and nothing that is read
//! brings the program down.

use ludoteca_words::Lang;

use ludoteca_formats::{FileFault, Format, Part, read, read_numbered};
use ludoteca_games::{
    End, GameTree, Side, Start, Unit, Value, Verdict,
    tree::{Colour, Mark, Note, Shape, Sign, plain},
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Games with their options, and whether a swap can be made.
const GAMES: [(&str, &[(&str, &str)]); 12] = [
    ("hex", &[("size", "1")]),
    ("hex", &[("size", "3"), ("swap", "pieces")]),
    ("hex", &[("size", "5"), ("swap", "sides")]),
    ("hex", &[("swap", "pieces")]),
    ("hex", &[("size", "19"), ("swap", "sides")]),
    ("connect4", &[]),
    ("tictactoe", &[]),
    ("tictactoe", &[("size", "5"), ("line", "4")]),
    ("arimaa", &[]),
    ("checkers", &[]),
    ("breakthrough", &[]),
    ("breakthrough", &[("size", "5")]),
];

/// One ply: after which node, which of the legal ones, and what is said about it.
type Step = (Option<Index>, Index, Option<String>, Option<Note>);

#[derive(Clone, Debug)]
struct Plan {
    game: usize,
    /// Plies whose position the record begins from as a board.
    before: Vec<Index>,
    steps: Vec<Step>,
    names: [String; 2],
    comment: String,
    end: Option<End>,
    /// Back to which ply before the end the game was taken, and stops.
    back: Option<Index>,
}

fn words() -> impl Strategy<Value = String> {
    let odd = prop_oneof![
        any::<char>(),
        prop::sample::select(vec![
            '[', ']', '\\', '(', ')', ';', ':', '&', '<', '>', '"', '\'', '\n', '\r', '\t', ' ',
            '\0'
        ])
    ];
    vec(odd, 0..30).prop_map(|letters| letters.into_iter().collect())
}

/// The early ends that every whole format can tell apart.
fn end() -> impl Strategy<Value = End> {
    let lost = Side::BOTH.into_iter().flat_map(|side| {
        [End::Resigned(side), End::Late(side), End::Forfeited(side), End::Unsaid(side)]
    });
    prop::sample::select(lost.chain([End::Agreed]).collect::<Vec<_>>())
}

/// What can be said about a position besides words; its cells are on any board once they are divided
/// by the number of its cells.
fn note() -> impl Strategy<Value = Note> {
    let cell = 0..1000usize;
    let shape = prop_oneof![
        cell.clone().prop_map(|cell| Shape::Cell { cell }),
        cell.clone().prop_map(|cell| Shape::Circle { cell }),
        cell.clone().prop_map(|cell| Shape::Square { cell }),
        cell.clone().prop_map(|cell| Shape::Triangle { cell }),
        cell.clone().prop_map(|cell| Shape::Cross { cell }),
        (cell.clone(), words())
            .prop_map(|(cell, words)| Shape::Label { cell, words: plain(&words) }),
        (cell.clone(), cell).prop_map(|(from, to)| Shape::Arrow { from, to }),
    ];
    let colours = vec![Colour::Green, Colour::Red, Colour::Blue, Colour::Yellow];
    let mark =
        (shape, prop::sample::select(colours)).prop_map(|(shape, colour)| Mark { shape, colour });
    let units = prop::sample::select(vec![Unit::Points, Unit::Fitted, Unit::Unknown]);
    let value = prop_oneof![
        (-1000..=1000i32, prop::option::of(any::<i64>()), units).prop_map(
            |(thousandths, score, unit)| Value::Guess {
                result: f64::from(thousandths) / 1000.0,
                score,
                unit,
            }
        ),
        (0..3usize, prop::option::of(0..900u32)).prop_map(|(which, plies)| Value::Proved {
            result: [Verdict::Loss, Verdict::Draw, Verdict::Win][which],
            plies,
        }),
    ];
    (
        words(),
        prop::option::of(prop::sample::select(Sign::ALL.to_vec())),
        vec(mark, 0..4),
        prop::option::of(0..100_000_000u64),
        prop::option::of(0..100_000_000u64),
        prop::option::of(value),
    )
        .prop_map(|(name, sign, marks, used, left, value)| {
            let mut note = Note { name: plain(&name), sign, marks, used, left, ..Note::default() };
            value.into_iter().for_each(|value| note.judge(value, "mcts:playouts=20"));
            note
        })
}

fn plan() -> impl Strategy<Value = Plan> {
    let step = (
        prop::option::weighted(0.2, any::<Index>()),
        any::<Index>(),
        prop::option::weighted(0.2, words()),
        prop::option::weighted(0.3, note()),
    );
    (
        0..GAMES.len(),
        prop_oneof![2 => Just(Vec::new()), 1 => vec(any::<Index>(), 0..12)],
        vec(step, 0..60),
        [words(), words()],
        words(),
        prop::option::of(end()),
        prop::option::weighted(0.2, any::<Index>()),
    )
        .prop_map(|(game, before, steps, names, comment, end, back)| Plan {
            game,
            before,
            steps,
            names,
            comment,
            end,
            back,
        })
}

fn begin(game: &str, options: &[(&str, &str)], position: Option<String>) -> GameTree {
    let options = options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    GameTree::begin(Start { game: game.into(), options, position }).unwrap()
}

/// The game of a plan; plies after its end are left out.
fn made(plan: &Plan) -> GameTree {
    let (game, options) = GAMES[plan.game];
    let mut before = begin(game, options, None);
    for choice in &plan.before {
        let plies = before.position().plies();
        if !plies.is_empty() {
            before.play(choice.get::<String>(&plies)).unwrap();
        }
    }
    let board = before.position().board_text();
    let mut tree = begin(game, options, board.filter(|_| !plan.before.is_empty()));
    let mut here = 0;
    let cells = tree.position().geometry().cells.len();
    for (elsewhere, choice, comment, note) in &plan.steps {
        if let Some(elsewhere) = elsewhere {
            here = elsewhere.index(tree.nodes().len());
        }
        let plies = tree.node(here).position().plies();
        if !plies.is_empty() {
            here = tree.add(here, choice.get::<String>(&plies)).unwrap();
        }
        if let Some(note) = note {
            let comment = std::mem::take(&mut tree.note_mut(here).comment);
            *tree.note_mut(here) =
                Note { comment, marks: fitting(&note.marks, cells), ..note.clone() };
        }
        if let Some(comment) = comment {
            tree.remark(here, comment);
        }
    }
    tree.remark(0, &plan.comment);
    for (side, name) in Side::BOTH.into_iter().zip(&plan.names) {
        tree.name_player(side, name);
    }
    if let (Some(back), true) = (&plan.back, tree.length() > 0) {
        // To the very beginning no file but our own can tell.
        let line: Vec<usize> = tree.main_line().collect();
        tree.stop(line[back.index(line.len())]);
    }
    if let Some(end) = &plan.end {
        tree.end_early(end.clone());
    }
    tree
}

/// Marks on a board of so many cells.
fn fitting(marks: &[Mark], cells: usize) -> Vec<Mark> {
    let on = |mark: &Mark| {
        let mut mark = mark.clone();
        match &mut mark.shape {
            Shape::Cell { cell }
            | Shape::Circle { cell }
            | Shape::Square { cell }
            | Shape::Triangle { cell }
            | Shape::Cross { cell }
            | Shape::Label { cell, .. } => *cell %= cells,
            Shape::Arrow { from, to } => (*from, *to) = (*from % cells, *to % cells),
        }
        mark
    };
    marks.iter().map(on).collect()
}

/// The same game as far as a format has a place for what is said in it.
fn carried(tree: &GameTree, format: Format) -> GameTree {
    let mut tree = tree.clone();
    let all: Vec<usize> = tree.walk().collect();
    for at in all {
        let note = tree.note_mut(at);
        match format {
            Format::Sgf => {
                note.used = None;
                // In SGF marks stand by their shapes.
                note.marks.iter_mut().for_each(|mark| mark.colour = Colour::default());
                note.marks.sort_by_key(|mark| shape(&mark.shape));
                note.name = note.name.trim().to_owned();
            }
            _ => {
                note.values.clear();
                note.name = String::new();
                let kept =
                    |mark: &Mark| matches!(mark.shape, Shape::Circle { .. } | Shape::Arrow { .. });
                note.marks.retain(kept);
                note.marks.sort_by_key(|mark| shape(&mark.shape));
                note.sign = note.sign.filter(|_| at != 0);
            }
        }
    }
    tree
}

/// The order in which formats write shapes.
fn shape(shape: &Shape) -> usize {
    match shape {
        Shape::Cell { .. } => 0,
        Shape::Circle { .. } => 1,
        Shape::Square { .. } => 2,
        Shape::Triangle { .. } => 3,
        Shape::Cross { .. } => 4,
        Shape::Label { .. } => 5,
        Shape::Arrow { .. } => 6,
    }
}

/// The same game without what a list of moves cannot hold. A swap that was not made is not told
/// either.
fn bare(tree: &GameTree, end: Option<&End>, swap: bool) -> GameTree {
    let plies = tree.plies();
    let made = plies.iter().any(|ply| ply.starts_with("swap"));
    let options = tree.options();
    let options = options.iter().map(|(name, value)| match name.as_str() {
        "swap" if !made && !swap => (name.as_str(), "none"),
        name => (name, value.as_str()),
    });
    let mut bare = begin(tree.game(), &options.collect::<Vec<_>>(), None);
    for ply in plies {
        bare.play(&ply).unwrap();
    }
    end.cloned().into_iter().for_each(|end| bare.end_early(end));
    bare
}

fn back(format: Format, record: &GameTree) -> GameTree {
    let written = format.write(record).unwrap();
    let shown = || String::from_utf8_lossy(&written);
    read(&written).unwrap_or_else(|why| panic!("{why}\n{}", shown()))
}

proptest! {
    #[test]
    fn whole_formats_keep_every_game_with_all_that_was_said(plan in plan()) {
        let record = made(&plan);
        for format in [Format::Xml, Format::Json] {
            prop_assert_eq!(&back(format, &record), &record, "{}", format.name());
            prop_assert!(format.leaves_out(&record).is_empty());
        }
        if Format::Sgf.serves(record.game()) {
            prop_assert_eq!(&back(Format::Sgf, &record), &carried(&record, Format::Sgf));
        }
    }

    #[test]
    fn lists_of_moves_keep_the_moves(plan in plan()) {
        let record = made(&Plan { before: Vec::new(), ..plan });
        let told = record.early().and_then(|end| match end {
            End::Late(side) => Some(End::Forfeited(*side)),
            End::Unsaid(_) | End::Agreed => None,
            end => Some(end.clone()),
        });
        if Format::HexWorld.serves(record.game()) {
            prop_assert_eq!(back(Format::HexWorld, &record), bare(&record, told.as_ref(), false));
        }
        prop_assert_eq!(back(Format::Text, &record), bare(&record, None, true));
        if Format::C4.serves(record.game()) {
            prop_assert_eq!(back(Format::C4, &record), bare(&record, None, true));
        }
    }

    #[test]
    fn records_of_arimaa_keep_the_turns_the_board_they_began_from_and_who_resigned(
        before in prop_oneof![Just(0usize), 30..80usize],
        choices in vec(any::<Index>(), 120),
        more in 0..40usize,
        end in prop::option::of(end()),
    ) {
        let mut record = begin("arimaa", &[], None);
        for (nth, choice) in choices[..before + more].iter().enumerate() {
            if nth == before && nth > 0 {
                let board = record.position().board_text();
                record = begin("arimaa", &[], board);
            }
            let plies = record.position().plies();
            if !plies.is_empty() {
                record.play(choice.get::<String>(&plies)).unwrap();
            }
        }
        end.into_iter().for_each(|end| record.end_early(end));
        let read = back(Format::Arimaa, &record);
        let resigned = record.early().filter(|end| matches!(end, End::Resigned(_)));
        prop_assert_eq!((read.plies(), read.board()), (record.plies(), record.board()));
        prop_assert_eq!(read.early(), resigned);
    }

    #[test]
    fn pdn_keeps_a_game_of_checkers_with_all_that_was_said(plan in plan()) {
        // A comment of PDN ends with its first closing brace, and a question mark is nobody's name.
        let said = |words: &String| words.replace('}', ")");
        let named = |name: &String| if plain(name).trim() == "?" { String::new() } else { name.clone() };
        let steps = plan.steps.iter().map(|(at, choice, comment, note)| {
            (*at, *choice, comment.as_ref().map(said), note.clone())
        });
        let plan = Plan {
            game: GAMES.iter().position(|game| game.0 == "checkers").unwrap(),
            steps: steps.collect(),
            names: [named(&plan.names[0]), named(&plan.names[1])],
            comment: said(&plan.comment),
            ..plan
        };
        let record = made(&plan);
        prop_assert_eq!(&back(Format::Pdn, &record), &carried(&record, Format::Pdn));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_words_after_a_right_beginning_are_read_or_refused(words in words(), kind in 0..11usize) {
        let begin = ["(;GM[11]", "<game name=\"hex\">", "{\"game\": \"hex\"", "#11c1,", "# ludoteca play hex --size", "(;W[aa]", "1g Ra1 ", "g [", "[Event \"", "[FEN \"B:W", "1. 11-15 "];
        let _ = read((begin[kind].to_owned() + &words).as_bytes());
    }

    #[test]
    fn a_right_file_with_something_changed_is_read_or_refused(
        plan in plan(),
        changes in vec((any::<Index>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let record = made(&plan);
        for format in Format::ALL.into_iter().filter(|format| format.serves(record.game())) {
            if format.is_picture() {
                continue;
            }
            let Ok(mut bytes) = format.write(&record) else { continue };
            for (at, byte, how) in &changes {
                let at = at.index(bytes.len().max(1));
                match how {
                    0 if at < bytes.len() => bytes[at] = *byte,
                    1 if at < bytes.len() => { bytes.remove(at); }
                    2 => bytes.truncate(at),
                    _ => bytes.insert(at.min(bytes.len()), *byte),
                }
            }
            let _ = read(&bytes);
        }
    }
}

#[test]
fn a_file_with_several_games_is_read_by_their_number() {
    let sgf = b"(;GM[11];B[a1])\n(;GM[11];B[b1])";
    let (second, games) = read_numbered(sgf, 2).unwrap();
    assert_eq!((second.plies(), games), (vec!["b1".to_owned()], 2));
    assert_eq!(read(sgf).unwrap_err(), FileFault::SeveralGames { games: 2 }.into());
    for (file, number) in [(&sgf[..], 3), (b"1. 11-15 *", 2), (b"4435", 2), (b"4435", 0)] {
        let fault = read_numbered(file, number).unwrap_err().fault;
        assert!(matches!(fault, FileFault::NoSuchGame { .. }), "{fault}");
    }
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let why = read(&vec![b' '; 10_000_001]).unwrap_err().into();
    assert!(Lang::ENGLISH.say(&why).contains("10 MB"), "{why}");
}

#[test]
fn old_files_in_latin_1_are_read_and_other_bytes_are_refused_by_their_place() {
    let record = read(b"(;GM[11]PB[Mart\xedn];B[a1])").unwrap();
    assert_eq!(record.player(Side::First), "Martín");
    let why = read(b"<game name=\"hex\">\n<comment>\xff").unwrap_err().into();
    assert!(Lang::ENGLISH.say(&why).starts_with("Line 2, column 10:"), "{why}");
}

#[test]
fn a_game_is_written_only_in_the_formats_it_has() {
    let record = begin("connect4", &[], Some("4435".into()));
    let why = Lang::ENGLISH.say(&Format::Sgf.write(&record).unwrap_err().into());
    assert_eq!(
        why,
        "Connect Four cannot be written as sgf, only as xml, json, text, c4, svg, png."
    );
    assert_eq!(Format::C4.text(&record).unwrap(), "4435\n");
    let why = Lang::ENGLISH.say(&Format::named("pdf").unwrap_err().into());
    assert!(why.contains("sgf, xml, hexworld, json, text, c4, arimaa, pdn, svg, png"), "{why}");
}

#[test]
fn a_game_in_which_nothing_was_played_is_read_back_from_every_format() {
    for (game, options) in GAMES.into_iter().chain([("gdl", &[][..])]) {
        let record = begin(game, options, None);
        let formats = Format::ALL.into_iter().filter(|format| format.serves(game));
        for format in formats.filter(|format| !format.is_picture()) {
            let read = back(format, &record);
            assert_eq!((read.game(), read.length()), (game, 0), "{}", format.name());
        }
    }
}

#[test]
fn words_that_are_no_game_are_refused_with_what_could_be_read() {
    for words in ["", "  ", "hello", "f6 e5", "\u{feff}"] {
        assert_eq!(read(words.as_bytes()).unwrap_err(), FileFault::Unknown.into(), "{words:?}");
    }
}

#[test]
fn a_link_in_a_comment_does_not_make_a_link_of_a_file() {
    let file = "From a friend:\n(;GM[11]C[see https://hexworld.org/board/#5c1,e4];B[a1])";
    assert_eq!(read(file.as_bytes()).unwrap().plies(), ["a1"]);
}

#[test]
fn what_a_format_has_no_place_for_is_known_before_a_game_is_saved() {
    let left_out = |format: Format, tree: &GameTree| format.leaves_out(tree);
    let mut tree = begin("hex", &[], Some("c3 d4".into()));
    for format in [Format::Sgf, Format::HexWorld, Format::Text] {
        assert_eq!(left_out(format, &tree), [], "{}", format.name());
    }
    tree.explore(1, "e5").unwrap();
    tree.name_player(Side::First, "Ana");
    tree.remark(2, "so");
    let note = tree.note_mut(2);
    (note.used, note.left, note.sign) = (Some(1), Some(2), Some(Sign::Good));
    note.judge(Value::NOTHING, "mcts");
    note.marks.push(Mark { shape: Shape::Circle { cell: 0 }, colour: Colour::Red });
    assert_eq!(left_out(Format::Sgf, &tree), [Part::Colours, Part::TimesUsed]);
    let all = [Part::Variations, Part::Comments, Part::Signs, Part::Marks, Part::TimesUsed];
    let rest = [Part::TimesLeft, Part::Values, Part::Players];
    assert_eq!(left_out(Format::HexWorld, &tree), [&all[..], &rest].concat());
    for format in [Format::Xml, Format::Json, Format::Svg, Format::Png] {
        assert_eq!(left_out(format, &tree), [], "{}", format.name());
    }
    let mut tree = begin("checkers", &[], Some("11-15".into()));
    tree.note_mut(1).name = "a way".into();
    tree.note_mut(1).marks = vec![Mark::of(Shape::Arrow { from: 0, to: 1 })];
    assert_eq!(left_out(Format::Pdn, &tree), [Part::LineNames]);
    tree.note_mut(1).marks.push(Mark::of(Shape::Cell { cell: 0 }));
    assert_eq!(left_out(Format::Pdn, &tree), [Part::LineNames, Part::Marks]);
}
