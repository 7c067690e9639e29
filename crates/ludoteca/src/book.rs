//! `ludoteca book`: makes the opening book of Connect Four, and checks one; and writes the book to
//! read as a folder of pages.
//!
//! Solving takes hours, so every score is written down as soon as it is known, and whoever begins
//! again goes on from there.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    fs::{self, File, OpenOptions},
    io::Write as _,
    path::PathBuf,
    sync::Mutex,
};

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use ludoteca_book::{Board, LANGUAGES, Labels, Still, edition};
use ludoteca_formats::picture;
use ludoteca_games::{AnyLine, Connect4, Position, Start, palette, scatter};
use ludoteca_players::{
    AnyWatch, Budget, Stop, Supply, ask,
    connect4::{Book, MOST_PLIES, Score, Solver, key, positions_after},
    machine,
    sketch::sketch,
    thought::Layer,
    threads,
};
use ludoteca_spread::{
    Spread,
    kinds::{Scores, score_positions},
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use crate::{
    args::{SeedArgs, whole},
    console::{Console, Failure, progress_bar, reason},
    think::stop_on_interrupt,
    worker::{WorkersArgs, run_of},
};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Make(Make),
    Check(Check),
    Write(Write),
}

#[derive(Args)]
struct Make {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long, value_name = "n", default_value = "9", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--plies", 0, MOST_PLIES.into(), words))]
    plies: i64,
    #[arg(long, value_name = "n", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: i64,
    #[arg(long, value_name = "n", default_value = "1024", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--memory", 1, 1 << 20, words))]
    memory: i64,
    #[command(flatten)]
    workers: WorkersArgs,
}

#[derive(Args)]
struct Write {
    #[arg(value_name = "folder")]
    dir: PathBuf,
}

#[derive(Args)]
struct Check {
    #[arg(value_name = "file")]
    file: Option<String>,
    #[arg(long, value_name = "n", default_value = "10", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--positions", 0, 1_000_000, words))]
    positions: i64,
    #[command(flatten)]
    seed: SeedArgs,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match &what.what {
        What::Make(what) => make(what, console),
        What::Check(what) => check(what, console),
        What::Write(what) => write(what, console),
    }
}

fn make(what: &Make, console: Console) -> Result<(), Failure> {
    let positions = positions_after(what.plies as u32);
    let notes = notes_of(what);
    let mut scores = read_notes(&notes, &positions)?;
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let open: Vec<&Connect4> =
        positions.iter().filter(|position| !scores.contains_key(&key(position))).collect();
    if !open.is_empty() {
        let bar = progress_bar(positions.len() as u64, console);
        bar.set_position(scores.len() as u64);
        let file = OpenOptions::new().append(true).create(true).open(&notes);
        let file = file.map_err(|error| failed(&notes.to_string_lossy(), &error))?;
        scores.extend(match what.workers.connect_for::<Scores>(console)? {
            Some(spread) => {
                solve_elsewhere(&positions, &scores, what, &spread, &file, &stop, &bar)?
            }
            None => solve(&open, what, &file, &stop, &bar)?,
        });
        bar.finish_and_clear();
    }
    if stop.is_set() {
        let done = scores.len();
        return console.tell(&text!("cli-book-stopped", done = done, all = positions.len()));
    }
    let book = Book::make(what.plies as u32, scores)?;
    fs::write(&what.file, &book).map_err(|error| failed(&what.file, &error))?;
    console.tell(&text!("cli-book-made", file = what.file.as_str(), bytes = book.len()))
}

/// Writes the book to read as a folder of pages, with a picture of every board as it is now.
fn write(what: &Write, console: Console) -> Result<(), Failure> {
    let mut pages = 0;
    let thoughts = Thoughts::default();
    for language in LANGUAGES {
        let lang = Lang::named(language).unwrap_or(Lang::ENGLISH);
        let draw = |board: &Board| thoughts.still(board, lang);
        let labels = Labels {
            search: lang.say(&text!("page-book-search")),
            whole: lang.say(&text!("book-whole")),
        };
        for page in edition(language).site(palette::CSS, &labels, &draw)? {
            let file = what.dir.join(language).join(&page.path);
            let written = file.parent().map_or(Ok(()), fs::create_dir_all);
            let written = written.and_then(|()| fs::write(&file, &page.text));
            written.map_err(|error| failed(&file.to_string_lossy(), &error))?;
            pages += usize::from(page.path.ends_with(".html"));
        }
    }
    let folder = what.dir.to_string_lossy().into_owned();
    console.tell(&text!("cli-book-written", pages = pages, folder = folder))
}

/// What was thought of the boards of the book: they are the same in every language, and what is
/// thought of each is thought once.
#[derive(Default)]
struct Thoughts(RefCell<Vec<(Board, Layer)>>);

impl Thoughts {
    /// A board with what it shows, in a language.
    fn still(&self, board: &Board, lang: Lang) -> Result<Still, Text> {
        let position = Some(board.position.clone()).filter(|position| !position.is_empty());
        let start = Start { game: board.game.clone(), options: board.options.clone(), position };
        let line = start.reached()?;
        let layer = self.layer(board, &line)?;
        let drawn = layer.as_ref().and_then(|layer| sketch(layer, line.position()));
        let say = |text: &Text| lang.say(text);
        let svg = picture(line.position(), &drawn.unwrap_or_default(), &say);
        Ok(Still { svg, says: layer.map(|layer| say(&layer.sentence)) })
    }

    /// The layer that a board shows, as the page shows it. What is told moment by moment stands still
    /// where it begins.
    fn layer(&self, board: &Board, line: &AnyLine) -> Result<Option<Layer>, Text> {
        let (Some(player), Some(show)) = (&board.player, &board.show) else { return Ok(None) };
        if show == Board::STORY {
            return Ok(None);
        }
        let nameless = Board { caption: String::new(), ..board.clone() };
        if let Some((_, layer)) = self.0.borrow().iter().find(|(known, _)| *known == nameless) {
            return Ok(Some(layer.clone()));
        }
        let supply = Supply::seeded(Board::SEED);
        let mut thinker = machine(&board.game, player, &supply)?;
        let budget = Budget { nodes: board.nodes, ..Budget::time(Board::LONGEST) };
        let thought = ask(thinker.as_mut(), line, &budget, AnyWatch::AtTheEnd);
        let thought = thought.map_err(|failure| failure.text)?;
        let layer = thought.layers.into_iter().find(|layer| layer.id == show);
        let missing = || text!("book-no-layer", player = player.as_str(), layer = show.as_str());
        let layer = layer.ok_or_else(missing)?;
        self.0.borrow_mut().push((nameless, layer.clone()));
        Ok(Some(layer))
    }
}

/// The file in which scores are noted.
fn notes_of(what: &Make) -> PathBuf {
    PathBuf::from(format!("{}.scores", what.file))
}

/// Solves positions on several threads with one table, and notes each score.
fn solve(
    positions: &[&Connect4],
    what: &Make,
    notes: &File,
    stop: &Stop,
    bar: &ProgressBar,
) -> Result<Vec<(u64, Score)>, Text> {
    let noting = Mutex::new(notes);
    let shared = Solver::new(what.memory as usize);
    let begin = |_| {
        let mut solver = shared.beside();
        solver.begin(&Budget { stop: stop.clone(), ..Budget::default() });
        solver
    };
    let score = |solver: &mut Solver, number: usize| {
        let position = positions[number];
        let score = solver.score(position)?;
        let mut notes = noting.lock().expect("no holder panics");
        let noted = writeln!(notes, "{} {score}", key(position));
        bar.inc(1);
        Some(match noted {
            Ok(()) => Ok((key(position), score)),
            Err(error) => {
                stop.set();
                Err(failed(&notes_of(what).to_string_lossy(), &error))
            }
        })
    };
    threads::each(what.jobs as usize, positions.len(), begin, score).into_iter().collect()
}

/// Has workers solve the positions whose scores are not known, and notes each score.
fn solve_elsewhere(
    positions: &[Connect4],
    known: &HashMap<u64, Score>,
    what: &Make,
    spread: &Spread,
    mut notes: &File,
    stop: &Stop,
    bar: &ProgressBar,
) -> Result<Vec<(u64, Score)>, Text> {
    let is_open = |at: &usize| !known.contains_key(&key(&positions[*at]));
    let open = (0..positions.len()).filter(is_open);
    let file = notes_of(what);
    let mut scores = Vec::new();
    let mut keep = |at: usize, score: Score| {
        let key = key(&positions[at]);
        writeln!(notes, "{key} {score}")
            .map_err(|error| failed(&file.to_string_lossy(), &error))?;
        bar.inc(1);
        scores.push((key, score));
        Ok(())
    };
    let run = run_of("book", &file);
    score_positions(spread, &run, what.plies as u32, open, stop, &mut keep)?;
    Ok(scores)
}

/// The scores noted so far. A last line that was cut off is as good as none.
fn read_notes(notes: &PathBuf, positions: &[Connect4]) -> Result<HashMap<u64, Score>, Failure> {
    if !notes.exists() {
        return Ok(HashMap::new());
    }
    let name = notes.to_string_lossy();
    // As long as the book is: far longer than other files may be.
    let mut words = fs::read_to_string(notes).map_err(|error| failed(&name, &error))?;
    let whole = words.rfind('\n').map_or(0, |end| end + 1);
    let cut_off = whole < words.len();
    words.truncate(whole);
    let keys: HashSet<u64> = positions.iter().map(key).collect();
    let mut scores = HashMap::new();
    for (number, line) in words.lines().enumerate() {
        let read = line.split_once(' ').and_then(|(key, score)| {
            let key = key.parse().ok().filter(|key| keys.contains(key))?;
            Some((key, score.parse().ok().filter(|score| (-21..=21).contains(score))?))
        });
        let (key, score) = read.ok_or_else(|| {
            let why = text!("cli-book-note");
            text!("cli-in-line", file = name.as_ref(), line = number + 1, why = why)
        })?;
        scores.insert(key, score);
    }
    // Only now is it sure that these are notes of ours.
    if cut_off {
        fs::write(notes, &words).map_err(|error| failed(&name, &error))?;
    }
    Ok(scores)
}

fn check(what: &Check, console: Console) -> Result<(), Failure> {
    let file = match &what.file {
        Some(file) => Some(fs::read(file).map_err(|error| failed(file, &error))?),
        None => None,
    };
    let own = file.as_deref().map(Book::open).transpose()?;
    let book = own.as_ref().unwrap_or_else(|| Book::built_in());
    if let Some(wrong) = book.wrong() {
        return Err(wrong_about(&wrong).into());
    }
    // The scores of the last ply, from which all others follow, have to be searched for.
    let last = positions_after(book.plies());
    let mut solver = Solver::new(1024);
    let bar = progress_bar(what.positions as u64, console);
    for number in 0..what.positions as u64 {
        let chance = scatter(scatter(what.seed.seed()) ^ number);
        let position = &last[(chance % last.len() as u64) as usize];
        if solver.score(position) != book.score(position) {
            return Err(wrong_about(position).into());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count: usize = (0..=book.plies()).map(|plies| positions_after(plies).len()).sum();
    console.tell(&text!(
        "cli-book-right",
        plies = book.plies(),
        count = count,
        solved = what.positions as f64
    ))
}

fn wrong_about(position: &Connect4) -> Text {
    text!("cli-book-wrong", position = Position::board_text(position).unwrap_or_default())
}

fn failed(file: &str, error: &std::io::Error) -> Text {
    text!("cli-file", file = file, why = reason(error))
}
