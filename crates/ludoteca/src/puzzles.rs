//! `ludoteca puzzles`: makes puzzles of games that machines play, proves those of a file again, and
//! shows them.

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use ludoteca_games::find;
use ludoteca_lessons::{
    Prover, making,
    puzzles::{Puzzle, puzzles, read_all},
};
use ludoteca_players::Stop;
use ludoteca_text::{Text, text};

use crate::{
    args::{SeedArgs, whole},
    board,
    console::{Console, Failure, progress_bar, reason},
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Make(Make),
    Check(Kept),
    Show(Kept),
}

#[derive(Args)]
struct Make {
    #[arg(value_name = "game", value_parser = maker)]
    game: &'static str,
    #[arg(long, value_name = "n", default_value = "20", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--count", 1, 1_000_000, words))]
    count: i64,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long, value_name = "file")]
    out: Option<PathBuf>,
}

/// The puzzles of a file, or those of the program.
#[derive(Args)]
struct Kept {
    #[arg(value_name = "game", value_parser = |words: &str| find(words).map(|kind| kind.name).map_err(Text::from))]
    game: &'static str,
    #[arg(value_name = "file")]
    file: Option<PathBuf>,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match &what.what {
        What::Make(what) => make(what, console),
        What::Check(what) => check(what, console),
        What::Show(what) => show(what, console),
    }
}

fn maker(words: &str) -> Result<&'static str, Text> {
    let name = find(words)?.name;
    let known = making::games().find(|game| *game == name);
    known.ok_or_else(|| making::MakingError::NoFinder { game: name.to_owned() }.into())
}

fn make(what: &Make, console: Console) -> Result<(), Failure> {
    let file = |path: &PathBuf| File::create(path).map_err(|error| failed(path, &error));
    let mut file = what.out.as_ref().map(file).transpose()?;
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let bar = progress_bar(what.count as u64, console);
    let (mut made, mut trouble) = (0, None);
    making::make(what.game, what.seed.seed(), &stop, &mut |puzzle| {
        let Some(line) = puzzle.line() else { return true };
        let written = match (&mut file, &what.out) {
            (Some(file), Some(path)) => {
                writeln!(file, "{line}").map_err(|error| failed(path, &error).into())
            }
            _ => console.print(&line),
        };
        trouble = written.err();
        made += 1;
        bar.set_position(made as u64);
        trouble.is_none() && made < what.count
    })
    .map_err(Text::from)?;
    bar.finish_and_clear();
    match (trouble, &what.out) {
        (Some(trouble), _) => Err(trouble),
        (None, Some(path)) => {
            let file = path.display().to_string();
            console.tell(&text!("cli-puzzles-made", n = made as usize, file = file))
        }
        (None, None) => Ok(()),
    }
}

/// Proves every puzzle and measures its grade again, and says of which that is not what is written.
fn check(what: &Kept, console: Console) -> Result<(), Failure> {
    let kept = what.read()?;
    let all = kept.as_deref().unwrap_or_else(|| puzzles(what.game));
    let bar = progress_bar(all.len() as u64, console);
    let mut wrong = 0;
    for (at, puzzle) in all.iter().enumerate() {
        bar.set_position(at as u64);
        let Some(line) = puzzle.line() else { continue };
        let keys = puzzle.proved(&mut Prover::default()).map_err(Text::from)?;
        let grade = puzzle.measured().map_err(Text::from)?;
        if keys.as_ref() == Some(&puzzle.keys) && grade == puzzle.grade {
            continue;
        }
        wrong += 1;
        let keys = keys.unwrap_or_default().join(", ");
        let (n, grade) = (at + 1, usize::from(grade));
        bar.suspend(|| {
            console.tell(&text!(
                "cli-puzzles-wrong",
                n = n,
                keys = keys,
                grade = grade,
                line = line
            ))
        })?;
    }
    bar.finish_and_clear();
    match wrong {
        0 => console.tell(&text!("cli-puzzles-right", n = all.len())),
        wrong => Err(Failure::Failed(text!("cli-puzzles-some-wrong", n = wrong as usize))),
    }
}

fn show(what: &Kept, console: Console) -> Result<(), Failure> {
    let kept = what.read()?;
    let all = kept.as_deref().unwrap_or_else(|| puzzles(what.game));
    for (at, puzzle) in all.iter().enumerate() {
        let start = puzzle.start().map_err(Text::from)?;
        console.tell(&text!(
            "cli-puzzles-head",
            n = at + 1,
            grade = usize::from(puzzle.grade),
            idea = puzzle.idea()
        ))?;
        console.tell(&puzzle.words().map_err(Text::from)?)?;
        console.print("")?;
        console.print(&board::draw(start.as_ref(), None, console))?;
        console.print("")?;
        let line = puzzle.solution().map_err(Text::from)?.line.join(" ");
        console.tell(&text!("cli-puzzles-line", line = line))?;
        console.print("")?;
    }
    Ok(())
}

impl Kept {
    /// The puzzles of the file, if one is named.
    fn read(&self) -> Result<Option<Vec<Puzzle>>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        let words = fs::read_to_string(path).map_err(|error| failed(path, &error))?;
        let all = read_all(self.game, &words).collect::<Result<Vec<_>, _>>();
        let misread = |(line, why): (usize, Text)| {
            let file = path.display().to_string();
            text!("cli-puzzles-misread", file = file, line = line, why = why)
        };
        Ok(Some(all.map_err(misread)?))
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Text {
    text!("cli-file", file = path.display().to_string(), why = reason(error))
}
