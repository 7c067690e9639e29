//! Makes puzzles: machines play games, and of every position it is asked whether there is something
//! in it to be found. What can be asked in a game, and when it is worth asking, is its `Finder`;
//! everything else is the same for all of them: a puzzle has one move that begins its solution, found
//! by trying every move there is, and its grade is measured.

mod breakthrough;
mod checkers;
mod connect4;
mod hex;

use std::collections::HashSet;

use ludoteca_arena::{Limits, Seed, nobody, play};
use ludoteca_games::{GAMES, GameTree, Position, Side, Start};
use ludoteca_players::{Stop, Supply, machine};
use ludoteca_text::{Text, errors, text};

use crate::{
    LessonError, Prover,
    lessons::{Goal, Step},
    puzzles::{self, Puzzle},
};

/// What there is to find in a game.
trait Finder {
    /// The next game that machines play, by a number from which its chance comes.
    fn game(&self, chance: u64) -> SelfPlay;

    /// Whether a game is gone through from its end: there is less on the board then.
    fn backwards(&self) -> bool;

    /// What could be asked in a position, the best question first.
    fn questions(
        &self,
        position: &dyn Position,
        prover: &mut Prover,
    ) -> Result<Vec<Step>, LessonError>;

    /// What a puzzle is about, once it is solved; none if it is dull.
    fn theme(&self, found: &Found<'_>) -> Result<Option<&'static str>, LessonError>;
}

/// A game that machines play against themselves.
struct SelfPlay {
    /// The options of the game.
    options: Vec<(&'static str, String)>,
    /// Who plays both sides.
    player: &'static str,
    /// How many plies are played at random before.
    random: usize,
}

/// A question that has one answer.
struct Found<'a> {
    goal: &'a Goal,
    /// Who is asked.
    you: Side,
    /// Every position of the solution, from the first to the last.
    positions: &'a [Box<dyn Position>],
    /// The plies between them.
    line: &'a [String],
}

errors! {
    /// Why no puzzles are made.
    pub enum MakingError {
        /// Nobody knows what to ask in that game.
        NoFinder { game: String } => text!("puzzles-none-made", game = game),
    }
    from {
        /// A game or a puzzle went wrong.
        Lesson(LessonError),
        /// A machine could not play.
        Play(Text),
    }
}

/// The most positions that are looked at to answer a question.
const MOST: u64 = 60_000;
/// The most puzzles from one game, so that they are not all alike.
const FROM_ONE_GAME: usize = 2;
/// The most wrong moves that are kept with a puzzle.
const TRIES: usize = 3;

/// The games in which puzzles can be made.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|kind| kind.name).filter(|game| finder(game).is_some())
}

fn finder(game: &str) -> Option<&'static dyn Finder> {
    match game {
        "connect4" => Some(&connect4::Columns),
        "hex" => Some(&hex::Chains),
        "breakthrough" => Some(&breakthrough::Runners),
        "checkers" => Some(&checkers::Shots),
        _ => None,
    }
}

/// Makes puzzles of a game and hands each to `each`, until that has enough or somebody stops it. The
/// same seed makes the same puzzles in the same order.
pub fn make(
    game: &'static str,
    seed: u64,
    stop: &Stop,
    each: &mut dyn FnMut(Puzzle) -> bool,
) -> Result<(), MakingError> {
    let finder = finder(game).ok_or_else(|| MakingError::NoFinder { game: game.to_owned() })?;
    let mut seen = HashSet::new();
    let mut prover = Prover::limited(MOST);
    for number in 0.. {
        let chance = Seed::new(seed).child(number);
        let record = played(game, &finder.game(chance.value()), chance)?;
        let mut made = 0;
        let mut nodes: Vec<_> = record.main_line().collect();
        if finder.backwards() {
            nodes.reverse();
        }
        for node in nodes {
            if stop.is_set() {
                return Ok(());
            }
            let line = record.node(node).line();
            if line.position().outcome().is_some() {
                continue;
            }
            for step in finder.questions(line.position(), &mut prover)? {
                let Some(puzzle) = puzzle(game, finder, step, &mut prover)? else { continue };
                if !seen.insert(puzzle.id.clone()) {
                    continue;
                }
                made += 1;
                if !each(puzzle) {
                    return Ok(());
                }
                break;
            }
            if made == FROM_ONE_GAME {
                break;
            }
        }
    }
    Ok(())
}

/// A game that machines have played.
fn played(game: &'static str, how: &SelfPlay, chance: Seed) -> Result<GameTree, MakingError> {
    let options = how.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let start = Start { game: game.to_owned(), options: options.collect(), position: None };
    let mut record = GameTree::begin(start).map_err(Text::from)?;
    for ply in 0..how.random {
        let plies = record.position().plies();
        let dice = chance.child(2 + ply as u64).value();
        let Some(ply) = plies.get(dice as usize % plies.len().max(1)) else { break };
        record.play(ply).map_err(Text::from)?;
    }
    let player = |side: u64| {
        machine(game, how.player, &Supply::seeded(chance.child(side).value())).map_err(Text::from)
    };
    let mut players = [player(0)?, player(1)?];
    let limits = [Limits::default(); 2];
    Ok(play(record, &mut players, limits, &Stop::default(), &mut nobody).record)
}

/// A question as a puzzle, if it has one answer and is not dull.
fn puzzle(
    game: &'static str,
    finder: &dyn Finder,
    step: Step,
    prover: &mut Prover,
) -> Result<Option<Puzzle>, LessonError> {
    let Some(keys) = puzzles::keys(&step, game, prover, 2)? else { return Ok(None) };
    let [_] = &keys[..] else { return Ok(None) };
    let allowed: Vec<String> =
        step.turn(game, &[], 0)?.handles.into_iter().map(|handle| handle.ply).collect();
    if allowed.len() <= TRIES {
        return Ok(None);
    }
    let asked = Puzzle::new(game, String::new(), 1, keys, Vec::new(), step);
    let line = asked.solution()?.line;
    let mut positions = vec![asked.start()?];
    for ply in &line {
        let mut next = positions[positions.len() - 1].boxed();
        next.play(ply)?;
        positions.push(next);
    }
    let Some(task) = &asked.step.task else { return Ok(None) };
    let found =
        Found { goal: &task.goal, you: task.you.side(), positions: &positions, line: &line };
    let Some(theme) = finder.theme(&found)? else { return Ok(None) };
    let answers = asked.answers()?;
    let wrong = answers.iter().filter(|answer| !asked.keys.contains(answer));
    let grade = 1 + wrong.clone().count() as u8;
    let mut tries: Vec<String> = Vec::new();
    let others = allowed.iter().filter(|ply| !asked.keys.contains(ply));
    for ply in wrong.filter(|ply| allowed.contains(ply)).chain(others) {
        if tries.len() < TRIES && !tries.contains(ply) {
            tries.push(ply.clone());
        }
    }
    Ok(Some(Puzzle { theme: theme.to_owned(), grade, tries, ..asked }))
}

/// The rows of a board as a step has them.
fn rows(position: &dyn Position) -> Vec<String> {
    let (geometry, picture) = (position.geometry(), position.picture());
    let mut cells: Vec<usize> = (0..geometry.cells.len()).collect();
    cells.sort_by(|one, other| {
        let (one, other) = (&geometry.cells[*one], &geometry.cells[*other]);
        one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x))
    });
    let mut rows: Vec<String> = Vec::new();
    let mut height = f64::NEG_INFINITY;
    for cell in cells {
        let y = f64::from(geometry.cells[cell].y);
        if y > height {
            height = y;
            rows.push(String::new());
        }
        let stands = picture.pieces.iter().find(|placed| placed.cell == cell);
        let letter = stands.map_or('.', |placed| geometry.pieces[placed.piece].letter);
        if let Some(row) = rows.last_mut() {
            row.push(letter);
        }
    }
    rows
}

/// The question that a goal is in a position, for the side to move.
fn asking(position: &dyn Position, goal: Goal) -> Step {
    Step::asking(rows(position), position.side(), goal)
}
