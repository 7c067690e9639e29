//! One game as a unit of work: all that is needed to play it on whatever machine, and what came of it.
//!
//! Both can be written and read, and name nothing but texts and numbers. Two results with the same
//! pair and game are results of the same work: whoever gathers them keeps the first.

use std::time::{Duration, Instant};

use ludoteca_games::{End, GameTree, Side, Start, TreeError, clock::Control};
use ludoteca_players::{PlayerError, Stop, Supply, settings};
use ludoteca_text::Text;
use serde::{Deserialize, Serialize};

use crate::{
    Limits, MatchError, Seed,
    adjudication::{Adjudication, Adjudicator},
    game::play,
};

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameJob {
    /// The number of its pair, which is another for every two games with an opening in common.
    pub pair: u32,
    /// 0 or 1: in the other game of its pair colours are changed.
    pub game: u32,
    /// What it begins from: the game, its options, perhaps a position.
    pub start: Start,
    /// The plies that follow before the players are asked.
    pub opening: Vec<String>,
    /// Who plays the side that begins, and who the other.
    pub players: [Entrant; 2],
    /// When somebody else ends the game.
    pub adjudication: Adjudication,
    /// All chance of this game follows from it.
    pub seed: u64,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in tables.
    pub name: String,
    /// The player text.
    pub player: String,
    /// How much it may take.
    pub pace: Pace,
}

/// How much a player may take, in the numbers that people write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Seconds a ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Seconds for its whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_time: Option<f64>,
    /// Seconds that come to that with every turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<f64>,
    /// Positions looked at for each ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameDone {
    /// The number of its pair.
    pub pair: u32,
    /// Its number in the pair.
    pub game: u32,
    /// What was played after the opening.
    pub plies: Vec<String>,
    /// How long each of these plies took, in milliseconds.
    pub used: Vec<u64>,
    /// What each left on its side's clock, in milliseconds, where there are clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u64>,
    /// How it ended, as records name it.
    pub end: String,
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// What was wrong, for a person, if a player's fault ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Text>,
    /// Seconds it took.
    pub seconds: f64,
    /// Which machine played it; nothing is the one that asked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub worker: String,
}

impl Pace {
    /// The same as limits of a game.
    pub fn limits(&self) -> Limits {
        let seconds = |given: f64| Duration::try_from_secs_f64(given).unwrap_or(Duration::MAX);
        let increment = self.increment.map_or(Duration::ZERO, seconds);
        Limits {
            time: self.time.map(seconds),
            nodes: self.nodes,
            clock: self.game_time.map(|time| Control::game(seconds(time), increment)),
        }
    }
}

impl GameJob {
    /// The game where its players begin to think.
    pub fn begin(&self) -> Result<GameTree, TreeError> {
        let mut record = GameTree::begin(self.start.clone())?;
        for ply in &self.opening {
            record.play(ply)?;
        }
        for (side, player) in Side::BOTH.into_iter().zip(&self.players) {
            record.name_player(side, &player.name);
        }
        Ok(record)
    }

    /// Plays it. Nothing comes of a game that is stopped. What is wrong with the work itself, or
    /// cannot be had here (a file, a program), is told at once.
    pub fn play(&self, supply: &Supply<'_>, stop: &Stop) -> Result<Option<GameDone>, MatchError> {
        let begun = Instant::now();
        let record = self.begin()?;
        let first = record.length();
        let seed = Seed::new(self.seed);
        // A player begins every game with no memory of others: what it plays depends on its seed
        // alone, and one that broke down is whole again.
        let build = |side: Side| {
            let Entrant { player, .. } = &self.players[side.index()];
            let seed = seed.child(side.index() as u64).value();
            let supply = Supply { seed, ..*supply };
            Ok::<_, MatchError>(settings(&self.start.game, player, &supply)?.build(&supply)?)
        };
        let mut players = [build(Side::First)?, build(Side::Second)?];
        let limits = [0, 1].map(|side| self.players[side].pace.limits());
        let mut judge = Adjudicator::new(&self.adjudication, &self.start.game, supply)?;
        let mut referee = |game: &GameTree, thought: &_| judge.look(game, thought);
        let done = play(record, &mut players, limits, stop, &mut referee);
        if !done.end.counts() {
            return Ok(None);
        }
        let record = &done.record;
        let nodes: Vec<usize> = record.main_line().skip(first).collect();
        let note = |at: &usize| record.note(*at);
        Ok(Some(GameDone {
            pair: self.pair,
            game: self.game,
            plies: nodes.iter().map(|at| record.node(*at).ply()).collect(),
            used: nodes.iter().map(|at| note(at).used.unwrap_or(0)).collect(),
            left: nodes.iter().filter_map(|at| note(at).left).collect(),
            end: done.end.kind().to_owned(),
            winner: done.end.winner(),
            fault: done.fault,
            seconds: begun.elapsed().as_secs_f64(),
            worker: String::new(),
        }))
    }
}

/// Whether an entrant is a player that there is here.
pub(crate) fn check(game: &str, entrant: &Entrant, supply: &Supply<'_>) -> Result<(), PlayerError> {
    settings(game, &entrant.player, supply).map(drop)
}

impl GameDone {
    /// How it ended, if the board does not show it.
    pub(crate) fn early(&self) -> Option<End> {
        let side = match (self.end.as_str(), self.winner) {
            ("adjudicated", winner) => winner,
            (_, winner) => winner.map(Side::other),
        };
        End::named(&self.end, side)
    }

    /// The whole record. What does not belong to the work, or was not played by the rules, is refused.
    pub fn record(&self, job: &GameJob) -> Result<GameTree, MatchError> {
        let foreign = || MatchError::NotTheGame { pair: self.pair, game: self.game };
        if (self.pair, self.game) != (job.pair, job.game) || self.used.len() != self.plies.len() {
            return Err(foreign());
        }
        let clocks = self.left.len() == self.plies.len();
        let mut record = job.begin()?;
        for (at, ply) in self.plies.iter().enumerate() {
            let node = record.play(ply)?;
            let note = record.note_mut(node);
            note.used = Some(self.used[at]);
            note.left = clocks.then(|| self.left[at]);
        }
        if let Some(end) = self.early() {
            record.end_early(end);
        }
        match record.ended() {
            Some(end) if end.kind() == self.end && end.winner() == self.winner => Ok(record),
            _ => Err(foreign()),
        }
    }

    /// Who lost by a fault.
    pub fn at_fault(&self) -> Option<Side> {
        self.early().and_then(|end| crate::at_fault(&end))
    }
}
