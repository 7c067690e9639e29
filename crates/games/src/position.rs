//! A position of any game, with its type erased: plies are text.
//!
//! Whatever is not in a hurry (the command line, the server, the page) speaks to this form and
//! knows no game. Counting and playouts run inside it at full speed.

use std::{any::Any, fmt};

use ludoteca_text::Text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

use crate::{
    AnyLine, Game, Line, NotationError, Outcome, Side,
    picture::{CellIndex, Geometry, Gesture, Layout, Picture, Touched},
};

/// A position of some game.
pub trait Position: Any + fmt::Debug + Send + Sync {
    /// The name of its game.
    fn game(&self) -> &'static str;
    /// The same position once more.
    fn boxed(&self) -> Box<dyn Position>;
    /// Itself, to find its type again.
    fn as_any(&self) -> &dyn Any;
    /// Whose ply it is.
    fn side(&self) -> Side;
    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether every ply is a whole turn: nobody makes two in a row.
    fn one_ply_turns(&self) -> bool;
    /// Why the game ended as it did, if it is over.
    fn reason(&self) -> Option<Text>;
    /// A number for the position.
    fn key(&self) -> u64;
    /// The legal plies.
    fn plies(&self) -> Vec<String>;
    /// The legal plies and how a person makes each of them; then what else can be done by one
    /// gesture.
    fn handles(&self) -> Vec<Handle>;
    /// Why what somebody has tried with the hand makes no ply, where there is something to say.
    fn why_not(&self, touched: &Touched) -> Option<Text>;
    /// A legal ply as it stands in a list of moves; empty if it is not listed.
    fn list_ply(&self, words: &str) -> String;
    /// What the turn that is begun or goes on here is called in a list of moves.
    fn turn_name(&self) -> Option<String>;
    /// Plays a ply given in the game's notation and returns what was done; otherwise says what is
    /// wrong and changes nothing.
    fn play(&mut self, words: &str) -> Result<Handle, Text>;
    /// The board.
    fn geometry(&self) -> Geometry;
    /// What is on the board.
    fn picture(&self) -> Picture;
    /// A line that begins here, nothing played yet.
    fn line(&self) -> AnyLine;
    /// Reads a position from text, with the plies that led to it.
    fn read_position(&self, words: &str) -> Result<AnyLine, NotationError>;
    /// A board that somebody set up, as text; none if this game's positions cannot be set up.
    fn write_board(&self, board: &Layout) -> Option<String>;
    /// This position as such a text.
    fn board_text(&self) -> Option<String> {
        let placed = self.picture().pieces;
        let pieces = placed.iter().map(|placed| (placed.cell, placed.piece)).collect();
        self.write_board(&Layout { pieces, side: self.side() })
    }
    /// Counts the ways to play exactly `depth` moves.
    fn perft(&self, depth: u32) -> Count;
    /// Plays random games from here for as long as `go_on` wants more. It is asked before the first
    /// and then often: every few thousand short games, every few long ones.
    fn playouts(&self, seed: u64, go_on: &mut dyn FnMut(&Tally) -> bool) -> Tally;
}

/// How many ways to play there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Leaves of the tree: lines of plies, or of turns where those with the same end are one.
    pub nodes: u64,
    /// Where moves are turns: sequences of plies that make whole turns, before those with the same
    /// end are one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequences: Option<u64>,
}

/// What a person does by one gesture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Handle {
    /// A legal ply in the game's notation, or several to be played one after the other, divided by
    /// spaces.
    pub ply: String,
    /// How a person makes it.
    #[serde(flatten)]
    pub gesture: Gesture,
}

/// What came of many random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played to the end.
    pub games: u64,
    /// Plies in all of them.
    pub plies: u64,
    /// Games won by the first side, by the second, and drawn.
    pub results: [u64; 3],
}

impl<G: Game> Position for G {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn side(&self) -> Side {
        Game::side(self)
    }

    fn one_ply_turns(&self) -> bool {
        G::ONE_PLY_TURNS
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn reason(&self) -> Option<Text> {
        Game::reason(self)
    }

    fn key(&self) -> u64 {
        Game::key(self)
    }

    fn plies(&self) -> Vec<String> {
        self.legal_plies().iter().map(|ply| self.write_ply(ply)).collect()
    }

    fn handles(&self) -> Vec<Handle> {
        let plies = self.legal_plies();
        let shortcuts = self.shortcuts().into_iter().map(|(plies, gesture)| {
            let mut at = self.clone();
            let words = plies.iter().map(|ply| {
                let words = at.write_ply(ply);
                at.play_unchecked(ply);
                words
            });
            Handle { ply: words.collect::<Vec<_>>().join(" "), gesture }
        });
        plies.iter().map(|ply| Handle::of(self, ply)).chain(shortcuts).collect()
    }

    fn why_not(&self, touched: &Touched) -> Option<Text> {
        if Game::outcome(self).is_some() { None } else { Game::why_not(self, touched) }
    }

    fn list_ply(&self, words: &str) -> String {
        match self.read_ply(words) {
            Ok(ply) => Game::list_ply(self, &ply),
            Err(_) => words.to_owned(),
        }
    }

    fn turn_name(&self) -> Option<String> {
        Game::turn_name(self)
    }

    fn play(&mut self, words: &str) -> Result<Handle, Text> {
        let ply = self.read_ply(words.trim()).map_err(Into::into)?;
        let before = self.clone();
        Game::play(self, &ply)?;
        Ok(Handle::of(&before, &ply))
    }

    fn geometry(&self) -> Geometry {
        Game::geometry(self)
    }

    fn picture(&self) -> Picture {
        Game::picture(self)
    }

    fn line(&self) -> AnyLine {
        Line::still(self.clone()).erased()
    }

    fn read_position(&self, words: &str) -> Result<AnyLine, NotationError> {
        let read = Game::read_position(self, words);
        read.map(|line| line.erased()).map_err(NotationError::erased)
    }

    fn write_board(&self, board: &Layout) -> Option<String> {
        Game::write_board(self, board)
    }

    fn perft(&self, depth: u32) -> Count {
        self.count(depth)
    }

    fn playouts(&self, seed: u64, go_on: &mut dyn FnMut(&Tally) -> bool) -> Tally {
        self.random_games(&mut Xoshiro256PlusPlus::seed_from_u64(seed), go_on)
    }
}

impl Handle {
    /// How a person makes a legal ply.
    pub fn of<G: Game>(position: &G, ply: &G::Ply) -> Handle {
        Handle { ply: position.write_ply(ply), gesture: position.gesture(ply) }
    }

    /// The cell that shows what has just been done, where there is one.
    pub fn lands(&self) -> Option<CellIndex> {
        self.gesture.lands()
    }
}

/// The number of ways to play exactly `depth` plies from a position.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    fn count<G: Game>(position: &G, depth: u32, lists: &mut [Vec<G::Ply>]) -> u64 {
        let Some((plies, rest)) = lists.split_first_mut() else { return 1 };
        plies.clear();
        position.plies(plies);
        if depth == 1 {
            return plies.len() as u64;
        }
        plies
            .iter()
            .map(|ply| {
                let mut next = position.clone();
                next.play_unchecked(ply);
                count(&next, depth - 1, rest)
            })
            .sum()
    }
    count(position, depth, &mut vec![Vec::new(); depth as usize])
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}
