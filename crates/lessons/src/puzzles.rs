//! Puzzles: positions in which something has to be found, with how hard it is and why.
//!
//! A game's puzzles are the lines of a file (`puzzles/GAME.jsonl`) that [`crate::making`] wrote and
//! somebody chose from; those of Arimaa are kept beside its players. A puzzle is known by what it
//! asks: its name is a number made of that, so that it stays the same whatever else is added.
//!
//! Grades are measured ([`Puzzle::measured`]): 1, and one more for each of the game's four examiners
//! that does not find the move.

mod daily;
mod exam;

use std::sync::OnceLock;

use ludoteca_games::{GAMES, Position, Side, scatter};
use ludoteca_players::arimaa::puzzles::Puzzle as ArimaaPuzzle;
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};

pub use self::{
    daily::{Date, daily},
    exam::examiners,
};
use crate::{
    LessonError, Prover, Standing, TaskState, arimaa,
    fight::Fight,
    lessons::{Goal, Step, Task},
};

/// Something to be found.
#[derive(Debug)]
pub struct Puzzle {
    /// Of which game it is.
    pub game: &'static str,
    /// Its name in addresses.
    pub id: String,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// What it is about.
    pub theme: String,
    /// The moves that begin its solution: all there are.
    pub keys: Vec<String>,
    /// Moves that look as if they did.
    pub tries: Vec<String>,
    /// Its board and its task.
    pub step: Step,
}

/// A puzzle as a line of a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    theme: String,
    grade: u8,
    keys: Vec<String>,
    tries: Vec<String>,
    #[serde(flatten)]
    step: Asked,
}

/// The part of a step that puzzles have.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    goal: Goal,
    next: Side,
    rows: Vec<String>,
}

/// How a puzzle is solved, and what is wrong with what looks as good.
#[derive(Debug)]
pub struct Solution {
    /// The moves of both sides to its end.
    pub line: Vec<String>,
    /// Wrong first moves worth seeing refuted.
    pub tries: Vec<String>,
}

/// The puzzles of a game, the easiest first.
pub fn puzzles(game: &str) -> &'static [Puzzle] {
    const FILES: [(&str, &str); 4] = [
        ("hex", include_str!("puzzles/hex.jsonl")),
        ("connect4", include_str!("puzzles/connect4.jsonl")),
        ("checkers", include_str!("puzzles/checkers.jsonl")),
        ("breakthrough", include_str!("puzzles/breakthrough.jsonl")),
    ];
    static ALL: OnceLock<Vec<(&str, Vec<Puzzle>)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let of = |kind: &ludoteca_games::GameKind| {
            let file = FILES.iter().find(|(game, _)| *game == kind.name);
            let mut puzzles: Vec<Puzzle> = match (file, kind.name) {
                (_, "arimaa") => {
                    arimaa::all().map(|(puzzle, step)| of_arimaa(puzzle, step)).collect()
                }
                (Some((game, lines)), _) => {
                    read_all(game, lines).map(|one| one.expect("a test reads these")).collect()
                }
                (None, _) => Vec::new(),
            };
            puzzles.sort_by_key(|puzzle| puzzle.grade);
            (kind.name, puzzles)
        };
        GAMES.iter().map(of).collect()
    });
    all.iter().find(|(name, _)| *name == game).map_or(&[], |(_, puzzles)| puzzles)
}

/// The puzzle of a game with that name.
pub fn find(game: &str, id: &str) -> Option<&'static Puzzle> {
    puzzles(game).iter().find(|puzzle| puzzle.id == id)
}

/// The puzzles in the lines of a file; what is wrong with a line names its number.
pub fn read_all(
    game: &'static str,
    lines: &str,
) -> impl Iterator<Item = Result<Puzzle, (usize, Text)>> {
    let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(move |(at, line)| {
        let read = serde_json::from_str::<Written>(line);
        let written = read.map_err(|error| (at + 1, Text::verbatim(error.to_string())))?;
        Ok(Puzzle::of(game, written))
    })
}

fn of_arimaa(puzzle: &'static ArimaaPuzzle, step: Step) -> Puzzle {
    let asked = format!("{:?}", puzzle.aim);
    Puzzle {
        game: "arimaa",
        id: id("arimaa", &asked, &step),
        grade: puzzle.grade,
        theme: puzzle.number.to_string(),
        keys: Vec::new(),
        tries: Vec::new(),
        step,
    }
}

fn id(game: &str, asked: &str, step: &Step) -> String {
    let words = format!("{game} {asked} {:?} {}", step.next.side(), step.rows.join("/"));
    let number = words.bytes().fold(0, |sum: u64, byte| scatter(sum ^ u64::from(byte)));
    format!("{:08x}", number >> 32)
}

impl Puzzle {
    fn of(game: &'static str, written: Written) -> Puzzle {
        let Written { theme, grade, keys, tries, step: Asked { goal, next, rows } } = written;
        let step = Step::asking(rows, next, goal);
        Puzzle::new(game, theme, grade, keys, tries, step)
    }

    pub(crate) fn new(
        game: &'static str,
        theme: String,
        grade: u8,
        keys: Vec<String>,
        tries: Vec<String>,
        step: Step,
    ) -> Puzzle {
        let goal = step.task.as_ref().map(|task| &task.goal);
        let asked = serde_json::to_string(&goal).unwrap_or_default();
        Puzzle { game, id: id(game, &asked, &step), grade, theme, keys, tries, step }
    }

    /// It as a line of a file; none of Arimaa, whose puzzles are written elsewhere.
    pub fn line(&self) -> Option<String> {
        let task = self.step.task.as_ref()?;
        if matches!(task.goal, Goal::Arimaa(_)) {
            return None;
        }
        let (goal, next) = (task.goal.clone(), self.step.next.side());
        serde_json::to_string(&Written {
            theme: self.theme.clone(),
            grade: self.grade,
            keys: self.keys.clone(),
            tries: self.tries.clone(),
            step: Asked { goal, next, rows: self.step.rows.clone() },
        })
        .ok()
    }

    fn task(&self) -> Result<&Task, LessonError> {
        self.step.task.as_ref().ok_or(LessonError::Broken)
    }

    /// Where it begins.
    pub fn start(&self) -> Result<Box<dyn Position>, LessonError> {
        self.step.start(self.game)
    }

    /// What is asked for, in a sentence.
    pub fn words(&self) -> Result<Text, LessonError> {
        let task = self.task()?;
        let start = self.start()?;
        let side = start.geometry().sides[task.you.side().index()].name.clone();
        Ok(match &task.goal {
            Goal::Win | Goal::First => text!("puzzle-first", side = side),
            Goal::Within(moves) => text!("puzzle-within", side = side, n = usize::from(*moves)),
            Goal::Hold(_) => text!("puzzle-hold", side = side),
            Goal::Gain(moves) => text!("puzzle-gain", side = side, n = usize::from(*moves)),
            Goal::Join { side: joins, ends: [stone, edge] } => {
                let size = self.step.rows.len();
                let line = match edge.as_str() {
                    "top" => text!("puzzle-row", row = 1),
                    "bottom" => text!("puzzle-row", row = size),
                    "left" => text!("puzzle-column", column = "a"),
                    _ => {
                        let last = start.geometry().cells.last().map(|cell| cell.name.clone());
                        let column = last.unwrap_or_default();
                        let column =
                            column.trim_end_matches(|letter: char| letter.is_ascii_digit());
                        text!("puzzle-column", column = column)
                    }
                };
                let id = if *joins == task.you { "puzzle-join" } else { "puzzle-cut" };
                Text::new(id).with("side", side).with("stone", stone.as_str()).with("edge", line)
            }
            Goal::Arimaa(puzzle) => puzzle.task(),
            Goal::Reach(_) => return Err(LessonError::Broken),
        })
    }

    /// The idea behind it, in a sentence.
    pub fn idea(&self) -> Text {
        match self.game {
            "arimaa" => Text::new(format!("puzzle-arimaa-{}", self.theme)),
            game => Text::new(format!("puzzle-theme-{game}-{}", self.theme)),
        }
    }

    /// What helps whoever does not find it: first the idea, then where to look.
    pub fn hints(&self) -> Result<[Text; 2], LessonError> {
        if let Goal::Arimaa(puzzle) = &self.task()?.goal {
            let begins = arimaa::solution(puzzle).into_iter().next().unwrap_or_default();
            let square: String = begins.chars().skip(1).take(2).collect();
            return Ok([self.idea(), text!("puzzle-begins", square = square)]);
        }
        let mut moves: Vec<&str> =
            self.keys.iter().chain(&self.tries).map(String::as_str).collect();
        moves.sort_unstable();
        Ok([self.idea(), text!("puzzle-among", moves = moves.join(", "))])
    }

    /// It after these moves of both sides, answered if it is the program's turn.
    pub fn turn(&self, moves: &[String], attempt: usize) -> Result<TaskState, LessonError> {
        // What would have been right is for whoever solves it to find.
        let mut turn = self.step.turn_telling(self.game, moves, attempt, false)?;
        if turn.standing == Standing::Lost && !matches!(self.task()?.goal, Goal::Arimaa(_)) {
            let answered = turn.moves.len() > moves.len();
            let you = self.task()?.you.side();
            let side = turn.position.geometry().sides[you.other().index()].name.clone();
            turn.says = Some(match turn.moves.last().filter(|_| answered) {
                Some(reply) => text!("puzzle-refuted", side = side, reply = reply.as_str()),
                None => text!("puzzle-late"),
            });
        }
        Ok(turn)
    }

    /// How it is solved: what begins it, the program's answers, and what goes on.
    pub fn solution(&self) -> Result<Solution, LessonError> {
        const LONGEST: usize = 60;
        if let Goal::Arimaa(puzzle) = &self.task()?.goal {
            return Ok(Solution { line: arimaa::solution(puzzle), tries: Vec::new() });
        }
        let start = self.start()?;
        let prover = &mut Prover::default();
        let you = self.task()?.you.side();
        let mut made = 0_u8;
        let mut line = Vec::new();
        let mut next = self.keys.first().cloned();
        while let Some(ply) = next.take().filter(|_| line.len() < LONGEST) {
            line.push(ply);
            made = made.saturating_add(1);
            let turn = self.step.turn_telling(self.game, &line, 0, false)?;
            line = turn.moves;
            if turn.standing == Standing::Open && turn.position.side() == you {
                let good = self.step.good(start.as_ref(), turn.position.as_ref(), made, prover)?;
                next = good.into_iter().next();
            }
        }
        Ok(Solution { line, tries: self.tries.clone() })
    }

    /// The moves that begin a solution, found anew by trying every move there is; none if that was
    /// too much for the prover.
    pub fn proved(&self, prover: &mut Prover) -> Result<Option<Vec<String>>, LessonError> {
        keys(&self.step, self.game, prover, usize::MAX)
    }
}

/// The moves of a step's first position that serve its goal, of which `enough` are sought; none if
/// that was too much to find out.
pub(crate) fn keys(
    step: &Step,
    game: &str,
    prover: &mut Prover,
    enough: usize,
) -> Result<Option<Vec<String>>, LessonError> {
    let start = step.start(game)?;
    let task = step.task.as_ref().ok_or(LessonError::Broken)?;
    let mut fight = Fight::of(step, task, start.as_ref(), start.as_ref(), 0)?;
    if let Fight::Join(..) = fight {
        return Ok(Some(fight.good(prover, enough)?));
    }
    let mut keys = Vec::new();
    for ply in start.plies() {
        match fight.after(prover, &ply)? {
            Some(true) => keys.push(ply),
            Some(false) => continue,
            None => return Ok(None),
        }
        if keys.len() == enough {
            break;
        }
    }
    Ok(Some(keys))
}
