//! Who proves what a task claims: the exact solvers of Connect Four and of Hex, and for everything
//! else a search that tries all there is.

use ludoteca_games::{
    Connect4, Game, Hex, Position, Side,
    hex::{Colour, Swap},
};
use ludoteca_players::{
    Budget, Clock,
    connect4::{Oracle, Score},
    hex::{solver::Solver, stones},
    solve_outcome,
    thought::Verdict,
};

use crate::{
    LessonError,
    forced::{Aim, forces},
};

/// What a side is able to do, whatever the other side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// To win, however long it takes.
    Win,
    /// To win within so many own moves.
    Within(u8),
    /// To play so that the other side cannot win within so many moves of its own.
    Hold(u8),
    /// To have more pieces than the other side by more than `by`, within so many own moves.
    Gain {
        /// Own moves that are left.
        left: u8,
        /// By how many more there were.
        by: i32,
    },
}

/// Proves claims, and remembers what helps with the next one.
#[derive(Default)]
pub struct Prover {
    /// The most positions to look at for each question.
    most: Option<u64>,
    connect4: Option<Oracle>,
    small: Option<(usize, Solver<1>)>,
    large: Option<(usize, Solver<2>)>,
}

/// The tables of a prover, in megabytes: what is asked of it is small.
const MEGABYTES: usize = 16;
/// A position of Hex's solver takes as long as so many of the other searches.
const HEX_TAKES: u64 = 400;

impl Prover {
    /// One that gives up a question after so many positions.
    pub fn limited(most: u64) -> Prover {
        Prover { most: Some(most), ..Prover::default() }
    }

    /// Whether a side can do what is claimed; none if that was too much to find out.
    pub(crate) fn holds(
        &mut self,
        position: &dyn Position,
        you: Side,
        claim: Claim,
    ) -> Result<Option<bool>, LessonError> {
        if let Some(outcome) = position.outcome() {
            return Ok(Some(match claim {
                Claim::Hold(_) => outcome.winner != Some(you.other()),
                _ => outcome.winner == Some(you),
            }));
        }
        if let Some(board) = position.as_any().downcast_ref::<Connect4>() {
            return Ok(self.ends(board).map(|ends| ends.allow(you, claim)));
        }
        let most = self.most.unwrap_or(u64::MAX);
        match claim {
            Claim::Win => self.wins(position, you),
            Claim::Within(left) => Ok(forces(position, you, Aim::Win, left, most)?),
            Claim::Gain { left, by } => Ok(forces(position, you, Aim::Ahead(by), left, most)?),
            Claim::Hold(moves) if position.side() != you => {
                let lost = forces(position, you.other(), Aim::Win, moves, most)?;
                Ok(lost.map(|lost| !lost))
            }
            Claim::Hold(_) => {
                let mut known = true;
                for ply in position.plies() {
                    let mut next = position.boxed();
                    next.play(&ply)?;
                    match self.holds(next.as_ref(), you, claim)? {
                        Some(true) => return Ok(Some(true)),
                        held => known &= held.is_some(),
                    }
                }
                Ok(known.then_some(false))
            }
        }
    }

    fn wins(&mut self, position: &dyn Position, you: Side) -> Result<Option<bool>, LessonError> {
        if let Some(hex) = position.as_any().downcast_ref::<Hex>()
            && let Some(colour) = self.winner_of_hex(hex)
        {
            return Ok(colour.map(|colour| hex.player(colour) == you));
        }
        let budget = Budget { nodes: self.most, ..Budget::default() };
        if position.game() != Hex::NAME {
            let most = self.most.unwrap_or(u64::MAX);
            return Ok(forces(position, you, Aim::Win, u8::MAX, most)?);
        }
        let outcome = solve_outcome(position, &budget)?.outcome;
        let wanted = if position.side() == you { Verdict::Win } else { Verdict::Loss };
        Ok(outcome.map(|outcome| outcome == wanted))
    }

    /// Who wins a position of Hex without swaps on a board of usual size, if that is found out; none
    /// of any other.
    fn winner_of_hex(&mut self, hex: &Hex) -> Option<Option<Colour>> {
        if hex.swap() != Swap::None {
            return None;
        }
        let nodes = self.most.map(|most| most.div_ceil(HEX_TAKES));
        let clock = Clock::start(&Budget { nodes, ..Budget::default() });
        let wins = match hex.size() {
            0..=8 => ask(&mut self.small, hex, clock),
            9..=11 => ask(&mut self.large, hex, clock),
            _ => return None,
        };
        let winner = |wins: bool| if wins { hex.colour() } else { hex.colour().other() };
        Some(wins.map(winner))
    }

    /// In Hex, a move that wins for the side to move in a position that was just proved to be won.
    pub(crate) fn winning_move(&self, hex: &Hex) -> Option<String> {
        fn of<const W: usize>(kept: &Option<(usize, Solver<W>)>, hex: &Hex) -> Option<String> {
            let (_, solver) = kept.as_ref().filter(|(size, _)| *size == hex.size())?;
            let own = stones(hex, solver.ground());
            let (cell, _) = solver.winning_move(own, hex.colour())?;
            Some(solver.ground().cell(cell).name())
        }
        if hex.size() <= 8 { of(&self.small, hex) } else { of(&self.large, hex) }
    }

    /// How a position of Connect Four ends, if that is found out.
    pub(crate) fn ends(&mut self, position: &Connect4) -> Option<Ending> {
        let oracle = self.connect4.get_or_insert_with(|| Oracle::new(MEGABYTES, true));
        oracle.begin(&Budget { nodes: self.most, ..Budget::default() });
        oracle.score(position).map(|score| Ending::of(position, score))
    }
}

fn ask<const W: usize>(
    kept: &mut Option<(usize, Solver<W>)>,
    hex: &Hex,
    clock: Clock,
) -> Option<bool> {
    if kept.as_ref().is_none_or(|(size, _)| *size != hex.size()) {
        *kept = None;
    }
    let new = || (hex.size(), Solver::new(hex.size(), MEGABYTES, Clock::start(&Budget::default())));
    let (_, solver) = kept.get_or_insert_with(new);
    solver.set_clock(clock);
    let stones = stones(hex, solver.ground());
    solver.solve(stones, hex.colour()).map(|proof| proof.wins)
}

/// How a game of Connect Four ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who wins, if anybody.
    pub winner: Option<Side>,
    /// How many own moves the winner still makes.
    pub moves: u8,
}

impl Ending {
    fn of(position: &Connect4, score: Score) -> Ending {
        let side = Game::side(position);
        let winner = match score {
            1.. => Some(side),
            0 => None,
            _ => Some(side.other()),
        };
        let stones = |winner: Side| position.stones(winner).count_ones() as i32;
        let moves = winner.map_or(0, |winner| 22 - score.abs() - stones(winner));
        Ending { winner, moves: moves as u8 }
    }

    fn allow(self, you: Side, claim: Claim) -> bool {
        match claim {
            Claim::Win => self.winner == Some(you),
            Claim::Within(left) => self.winner == Some(you) && self.moves <= left,
            Claim::Hold(moves) => self.winner != Some(you.other()) || self.moves > moves,
            Claim::Gain { .. } => false,
        }
    }
}
