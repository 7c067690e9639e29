//! What a position is worth for certain, and each of its moves.
//!
//! A game with a solver of its own is one line in [`solve`]; every other is searched to the end.

use std::time::Instant;

use ludoteca_games::{Game, GameVisitor, Position, WrongGame, visit};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    AlphaBeta, Budget, Player, SolveError, Watch, evaluations,
    thought::{Value, Verdict},
};

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// For the side to move; none if the budget did not suffice.
    #[serde(serialize_with = "or_unknown")]
    pub outcome: Option<Verdict>,
    /// In the game's own measure, where it has one.
    pub score: Option<i64>,
    /// The moves, each for the side that makes it.
    #[serde(serialize_with = "as_map")]
    pub moves: Vec<(String, Solved)>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds it took.
    pub seconds: f64,
}

/// What is asked about a position, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// How much is asked.
    pub extent: Extent,
    /// Who says where to look first, in games where somebody can; as the game has it if nobody says.
    pub guided: Option<GuidedBy>,
}

/// Who says where a solver looks first. What it proves does not depend on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuidedBy {
    /// Nobody.
    Nobody,
    /// A net.
    Net,
}

/// How much is asked about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// How it ends, and what every move is worth.
    #[default]
    Moves,
    /// How it ends, which takes less: of the moves only those come that are known then.
    Outcome,
}

/// What is proved of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Its score in the game's own measure.
    Score(i64),
    /// How the game ends after it.
    Outcome(Verdict),
    /// Nothing.
    Unknown,
}

impl Solution {
    /// The solution of a game without scores, from what is known of its moves.
    pub(crate) fn of_moves(moves: Vec<(String, Solved)>, nodes: u64, seconds: f64) -> Solution {
        let verdicts = || moves.iter().map(|(_, solved)| solved.verdict());
        // A win is one whatever the other moves are; for anything less all have to be known.
        let all_known = verdicts().all(|verdict| verdict.is_some());
        let best = verdicts().max().flatten();
        let outcome = best.filter(|best| all_known || *best == Verdict::Win);
        Solution { outcome, score: None, moves, nodes, seconds }
    }
}

impl Solved {
    /// How the game ends, where that is proved.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Solved::Score(1..) => Some(Verdict::Win),
            Solved::Score(0) => Some(Verdict::Draw),
            Solved::Score(_) => Some(Verdict::Loss),
            Solved::Outcome(verdict) => Some(verdict),
            Solved::Unknown => None,
        }
    }
}

/// Told how many moves of how many are done with.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize);

/// Solves a position whose game goes on, as far as the budget allows.
pub fn solve(
    position: &dyn Position,
    budget: &Budget,
    progress: Progress<'_>,
) -> Result<Solution, SolveError> {
    solve_as(position, Asked::default(), budget, progress)
}

/// Finds out how a position ends whose game goes on, which takes less than to solve it: of its moves
/// only those come that are known then.
pub fn solve_outcome(position: &dyn Position, budget: &Budget) -> Result<Solution, SolveError> {
    let outcome = Asked { extent: Extent::Outcome, ..Asked::default() };
    solve_as(position, outcome, budget, &mut |_, _| {})
}

/// Solves a position as it is asked, as far as the budget allows.
pub fn solve_as(
    position: &dyn Position,
    asked: Asked,
    budget: &Budget,
    progress: Progress<'_>,
) -> Result<Solution, SolveError> {
    struct Solve<'a>(&'a dyn Position, Asked, &'a Budget, Progress<'a>);
    impl GameVisitor for Solve<'_> {
        type Out = Result<Solution, SolveError>;
        fn visit<G: Game>(self) -> Self::Out {
            let Solve(position, asked, budget, progress) = self;
            let any = position.as_any();
            #[cfg(feature = "hex")]
            if let Some(position) = any.downcast_ref::<ludoteca_games::Hex>() {
                return Ok(crate::hex::solve_to(position, asked, budget, progress));
            }
            if asked.guided.is_some() {
                return Err(SolveError::Unguided { game: position.game() });
            }
            #[cfg(feature = "connect4")]
            if let Some(position) = any.downcast_ref::<ludoteca_games::Connect4>() {
                return Ok(crate::connect4::solve(position, asked.extent, budget));
            }
            match any.downcast_ref::<G>() {
                Some(position) => Ok(match asked.extent {
                    Extent::Moves => search_to_the_end(position, budget, progress),
                    Extent::Outcome => search_for_the_outcome(position, budget),
                }),
                None => Err(WrongGame::Other { player: G::NAME, position: position.game() })?,
            }
        }
    }
    if let Some(reason) = position.reason() {
        return Err(SolveError::Over(reason));
    }
    visit(position.game(), Solve(position, asked, budget, progress))?
}

/// The table of a search to the end, in megabytes.
const MEGABYTES: usize = 256;

fn search_to_the_end<G: Game>(position: &G, budget: &Budget, progress: Progress<'_>) -> Solution {
    let begun = Instant::now();
    let mut search = AlphaBeta::<G>::new(None, evaluations::none(), MEGABYTES);
    let mut nodes = 0;
    let mut moves = Vec::new();
    let plies = position.legal_plies();
    for (done, ply) in plies.iter().enumerate() {
        progress(done, plies.len());
        let mut next = position.clone();
        next.play_unchecked(ply);
        let left = Budget {
            time: budget.time.map(|time| time.saturating_sub(begun.elapsed())),
            nodes: Some(budget.nodes.unwrap_or(u64::MAX).saturating_sub(nodes)),
            ..budget.clone()
        };
        let thought = search.consider(&next, &left, &mut Watch::nobody());
        nodes += thought.nodes;
        let value =
            if next.side() == position.side() { thought.value } else { thought.value.flipped() };
        let solved = match value {
            Value::Proved { result, .. } => Solved::Outcome(result),
            Value::Guess { .. } => Solved::Unknown,
        };
        moves.push((position.write_ply(ply), solved));
    }
    Solution::of_moves(moves, nodes, begun.elapsed().as_secs_f64())
}

/// One search of the position itself, which leaves out whatever cannot change how it ends.
fn search_for_the_outcome<G: Game>(position: &G, budget: &Budget) -> Solution {
    let begun = Instant::now();
    let mut search = AlphaBeta::<G>::new(None, evaluations::none(), MEGABYTES);
    let thought = search.consider(position, budget, &mut Watch::nobody());
    let outcome = match thought.value {
        Value::Proved { result, .. } => Some(result),
        Value::Guess { .. } => None,
    };
    let best = thought.ply().zip(outcome);
    let moves = best.map(|(ply, result)| (position.write_ply(&ply), Solved::Outcome(result)));
    Solution {
        outcome,
        score: None,
        moves: moves.into_iter().collect(),
        nodes: thought.nodes,
        seconds: begun.elapsed().as_secs_f64(),
    }
}

fn or_unknown<S: Serializer>(verdict: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    match verdict {
        Some(verdict) => verdict.serialize(serializer),
        None => serializer.serialize_str("unknown"),
    }
}

fn as_map<S: Serializer>(moves: &[(String, Solved)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(moves.len()))?;
    for (ply, solved) in moves {
        match solved {
            Solved::Score(score) => map.serialize_entry(ply, score)?,
            solved => map.serialize_entry(ply, &Shown(solved.verdict()))?,
        }
    }
    map.end()
}

/// A verdict or `unknown`.
#[derive(Serialize)]
struct Shown(#[serde(serialize_with = "or_unknown")] Option<Verdict>);

#[cfg(test)]
mod tests {
    use ludoteca_games::find;
    use ludoteca_words::Lang;

    use super::*;

    fn solved(game: &str, position: &str, budget: &Budget) -> Result<Solution, SolveError> {
        let start = find(game).unwrap().begin([]).unwrap();
        let line = start.read_position(position).unwrap();
        solve(line.position(), budget, &mut |_, _| {})
    }

    #[test]
    fn an_outcome_alone_is_the_same_and_takes_fewer_positions() {
        for (game, position) in [
            ("tictactoe", ""),
            ("tictactoe", "b2 a2"),
            ("connect4", "274552224131661"),
            ("connect4", "37475"),
        ] {
            let start = find(game).unwrap().begin([]).unwrap();
            let line = start.read_position(position).unwrap();
            let all = solved(game, position, &Budget::default()).unwrap();
            let outcome = solve_outcome(line.position(), &Budget::default()).unwrap();
            assert_eq!((outcome.outcome, outcome.score), (all.outcome, all.score), "{position}");
            assert!(outcome.nodes <= all.nodes, "{position}");
            assert!(outcome.moves.iter().all(|known| all.moves.contains(known)), "{position}");
        }
    }

    #[test]
    fn tic_tac_toe_is_a_draw_and_the_corner_answers_the_middle() {
        let solution = solved("tictactoe", "", &Budget::default()).unwrap();
        assert_eq!((solution.outcome, solution.score), (Some(Verdict::Draw), None));
        assert!(solution.moves.iter().all(|(_, solved)| solved.verdict() == Some(Verdict::Draw)));
        let solution = solved("tictactoe", "b2", &Budget::default()).unwrap();
        for (ply, solved) in &solution.moves {
            let corner = ["a1", "a3", "c1", "c3"].contains(&ply.as_str());
            let right = if corner { Verdict::Draw } else { Verdict::Loss };
            assert_eq!(*solved, Solved::Outcome(right), "{ply}");
        }
    }

    #[test]
    fn a_solution_is_written_as_programs_expect_it() {
        let solution = solved("connect4", "37475", &Budget::default()).unwrap();
        let json = serde_json::to_value(&solution).unwrap();
        assert_eq!(json["outcome"], "loss");
        assert_eq!(json["score"], -18);
        assert_eq!(json["moves"]["2"], -18);
        assert!(json["nodes"].is_u64() && json["seconds"].is_f64());
        let solution = solved("tictactoe", "b2 a1", &Budget::nodes(1)).unwrap();
        let json = serde_json::to_value(&solution).unwrap();
        assert_eq!(
            (&json["outcome"], &json["moves"]["c3"]),
            (&"unknown".into(), &"unknown".into())
        );
        assert!(json["score"].is_null());
    }

    #[test]
    fn a_finished_game_has_nothing_to_solve() {
        let refused = Lang::ENGLISH
            .say(&solved("connect4", "1122334", &Budget::default()).unwrap_err().into());
        assert!(refused.contains("over"), "{refused}");
    }
}
