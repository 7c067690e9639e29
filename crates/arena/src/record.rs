//! The record of one game: where it began, what was played, and how it ended.

use std::collections::BTreeMap;

use ludoteca_games::{Handle, Position, Side, find};
use ludoteca_players::Answer;
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};

/// What a game begins from: all that is needed to begin it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game's name.
    pub game: String,
    /// Its options, as they would be typed.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// A position in the game's notation; none is the usual beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ending {
    /// Who won; none is a draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<Side>,
    /// Why, for a person.
    pub reason: Text,
}

/// A loss that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The side gave up.
    Resigned(Side),
    /// The side had no time left.
    Late(Side),
}

/// A game as it was played so far. It can be looked at from any ply on; playing there drops what
/// came after.
#[derive(Clone, Debug)]
pub struct Record {
    setup: Setup,
    /// The position before each ply, and after the last.
    positions: Vec<Box<dyn Position>>,
    handles: Vec<Handle>,
    /// How many plies of the record have been played at the position shown.
    at: usize,
    lost: Option<Loss>,
}

impl Loss {
    /// Who has lost.
    pub fn side(self) -> Side {
        match self {
            Loss::Resigned(side) | Loss::Late(side) => side,
        }
    }
}

impl Setup {
    /// The usual beginning of a game.
    pub fn of(game: &str) -> Setup {
        Setup { game: game.to_owned(), ..Setup::default() }
    }
}

impl Record {
    /// Begins a game. Plies in the setup's position are part of the record.
    pub fn begin(setup: Setup) -> Result<Record, Text> {
        let options = setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let start = find(&setup.game)?.begin(options)?;
        let line = match &setup.position {
            Some(words) => start.read_position(words)?,
            None => start.line(),
        };
        let (start, plies) = (line.start().position().boxed(), line.plies());
        let mut record =
            Record { setup, positions: vec![start], handles: Vec::new(), at: 0, lost: None };
        for ply in plies {
            record.play(&ply)?;
        }
        Ok(record)
    }

    /// What the game began from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position shown.
    pub fn position(&self) -> &dyn Position {
        self.positions[self.at].as_ref()
    }

    /// How many plies have been played at the position shown.
    pub fn at(&self) -> usize {
        self.at
    }

    /// All plies of the record, also those after the position shown.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = &str> {
        self.handles.iter().map(|handle| handle.ply.as_str())
    }

    /// Who made each ply of the record.
    pub fn movers(&self) -> impl Iterator<Item = Side> {
        self.positions[..self.handles.len()].iter().map(|position| position.side())
    }

    /// The position before each ply of the record.
    pub fn positions(&self) -> impl Iterator<Item = &dyn Position> {
        self.positions[..self.handles.len()].iter().map(AsRef::as_ref)
    }

    /// The plies of the turn that led to the position shown: the last one, and those that the same
    /// side made before it, the latest first.
    pub fn turn(&self) -> impl Iterator<Item = &Handle> {
        let mover = |at: &usize| self.positions[*at].side();
        let side = self.at.checked_sub(1).map(|last| mover(&last));
        let plies = (0..self.at).rev().take_while(move |at| Some(mover(at)) == side);
        plies.map(|at| &self.handles[at])
    }

    /// The ply that led to the position shown.
    pub fn last(&self) -> Option<&Handle> {
        self.at.checked_sub(1).map(|last| &self.handles[last])
    }

    /// How the game ended, if the position shown is its end.
    pub fn ending(&self) -> Option<Ending> {
        if let (Some(loss), true) = (self.lost, self.at == self.handles.len()) {
            let reason = match loss {
                Loss::Resigned(_) => text!("reason-resigned"),
                Loss::Late(_) => text!("reason-late"),
            };
            return Some(Ending { winner: Some(loss.side().other()), reason });
        }
        let position = self.position();
        let (outcome, reason) = position.outcome().zip(position.reason())?;
        Some(Ending { winner: outcome.winner, reason })
    }

    /// Who has lost though the board does not show it, if somebody has.
    pub fn lost(&self) -> Option<Loss> {
        self.lost
    }

    /// Plays a ply at the position shown; what came after is dropped. An error changes nothing.
    pub fn play(&mut self, words: &str) -> Result<&Handle, Text> {
        if self.ending().is_some() {
            return Err(text!("game-over"));
        }
        let mut next = self.positions[self.at].clone();
        let handle = next.play(words)?;
        self.positions.truncate(self.at + 1);
        self.handles.truncate(self.at);
        self.positions.push(next);
        self.handles.push(handle);
        self.at += 1;
        self.lost = None;
        Ok(&self.handles[self.at - 1])
    }

    /// Does at the position shown what a machine answered.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), Text> {
        match answer {
            Answer::Ply(ply) => self.play(ply).map(|_| ()),
            Answer::Resign => self.resign(self.position().side()),
            Answer::Nothing => Err(text!("game-over")),
        }
    }

    /// Gives up for a side.
    pub fn resign(&mut self, side: Side) -> Result<(), Text> {
        self.lose(Loss::Resigned(side))
    }

    /// Ends the game at the position shown; what came after is dropped.
    pub fn lose(&mut self, loss: Loss) -> Result<(), Text> {
        if self.ending().is_some() {
            return Err(text!("game-over"));
        }
        self.positions.truncate(self.at + 1);
        self.handles.truncate(self.at);
        self.lost = Some(loss);
        Ok(())
    }

    /// Shows the position after `at` plies.
    pub fn go_to(&mut self, at: usize) -> Result<(), Text> {
        if at > self.handles.len() {
            return Err(text!("no-such-ply", at = at, plies = self.handles.len()));
        }
        self.at = at;
        Ok(())
    }

    /// Goes back one ply; a loss that the board does not show counts as one.
    pub fn undo(&mut self) -> Result<(), Text> {
        if self.at == self.handles.len() && self.lost.take().is_some() {
            return Ok(());
        }
        match self.at.checked_sub(1) {
            Some(before) => self.go_to(before),
            None => Err(text!("nothing-to-undo")),
        }
    }

    /// Goes forward one ply.
    pub fn redo(&mut self) -> Result<(), Text> {
        if self.at == self.handles.len() {
            return Err(text!("nothing-to-redo"));
        }
        self.go_to(self.at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_and_redo_walk_through_the_record_and_playing_drops_the_rest() {
        let setup = Setup { position: Some("4433".into()), ..Setup::of("connect4") };
        let mut record = Record::begin(setup).unwrap();
        assert_eq!(record.at(), 4);
        record.undo().unwrap();
        record.undo().unwrap();
        assert_eq!(record.plies().count(), 4);
        record.redo().unwrap();
        assert_eq!(record.at(), 3);
        record.play("7").unwrap();
        assert_eq!(record.plies().collect::<Vec<_>>(), ["4", "4", "3", "7"]);
        assert!(record.redo().is_err());
    }

    #[test]
    fn a_turn_is_the_plies_that_one_side_made_in_a_row() {
        let setup = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                     1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n\
                     2g Ee2n Ee3n";
        let setup = Setup { position: Some(setup.into()), ..Setup::of("arimaa") };
        let mut record = Record::begin(setup).unwrap();
        let turn = |record: &Record| -> Vec<String> {
            record.turn().map(|handle| handle.ply.clone()).collect()
        };
        assert_eq!(turn(&record), ["end", "Ee3n", "Ee2n"]);
        record.play("ed7s").unwrap();
        assert_eq!(turn(&record), ["ed7s"]);
        record.go_to(0).unwrap();
        assert!(turn(&record).is_empty());
    }

    #[test]
    fn a_refused_ply_changes_nothing() {
        let setup = Setup { position: Some("444444".into()), ..Setup::of("connect4") };
        let mut record = Record::begin(setup).unwrap();
        record.undo().unwrap();
        record.redo().unwrap();
        assert_eq!(record.play("4").unwrap_err().id, "column-full");
        assert_eq!((record.at(), record.plies().count()), (6, 6));
    }

    #[test]
    fn a_resignation_ends_the_game_and_can_be_taken_back() {
        let mut record = Record::begin(Setup::of("tictactoe")).unwrap();
        record.play("b2").unwrap();
        record.resign(Side::Second).unwrap();
        assert_eq!(record.ending().unwrap().winner, Some(Side::First));
        assert_eq!(record.play("a1").unwrap_err().id, "game-over");
        record.undo().unwrap();
        assert!(record.ending().is_none());
        record.play("a1").unwrap();
    }
}
