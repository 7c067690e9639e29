//! What somebody tries in a position of a game that was reviewed, and how boards look along a line. The
//! game is not touched by it: a try is a variation beside what was played.

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use ludoteca_games::{
    Side,
    picture::{CellIndex, Picture},
    tree::NodeId,
};
use ludoteca_players::{
    AnyWatch, Budget, Stop, ask,
    review::{Error, seen_by, verdict_on},
    thought::Value as Expected,
};
use ludoteca_text::text;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    crew::Thinking,
    error::Problem,
    judging::{self, Told},
    queue::Need,
    store::Judgement,
    table::Table,
};

/// What a ply is worth that somebody tried.
#[derive(Debug, Serialize, ToSchema)]
pub struct Trial {
    /// The node it leads to, beside the game.
    node: NodeId,
    /// The ply as the game writes it.
    r#move: String,
    /// Whoever plays it.
    side: Side,
    /// What it is worth to them.
    value: Expected,
    /// What the position was worth before.
    before: Expected,
    /// What it lost; null if nothing that matters.
    #[schema(required)]
    error: Option<Error>,
    /// What the reviewer expects after it.
    line: Vec<String>,
}

/// How the board looks after one ply of a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct Still {
    /// The ply.
    r#move: String,
    /// Who plays it.
    side: Side,
    /// What is on the board then.
    picture: Picture,
    /// Where the ply lands.
    last: Vec<CellIndex>,
}

impl Table {
    /// Judges a ply that somebody tries at a node. It becomes a variation, and the judgement is kept
    /// like that of any position.
    pub fn try_at(self: &Arc<Self>, node: NodeId, words: &str) -> Result<Trial, Problem> {
        let view = self.reviewed()?;
        let (player, seconds) = view.judge();
        let mut state = self.open()?;
        if !state.sheet.record.holds(node) {
            return Err(Problem::refused(text!("no-such-node", node = node)));
        }
        let mut after = node;
        self.amend(&mut state, |sheet| {
            after = sheet.record.explore(node, words)?;
            Ok(())
        })?;
        drop(state);
        let before = self.judged(node, player, seconds)?;
        let then = self.judged(after, player, seconds)?;
        let state = self.open()?;
        let record = &state.sheet.record;
        let side = record.node(node).position().side();
        let value = seen_by(record.node(after).position().side(), then.value, side);
        let ply = record.node(after).ply();
        let advised = before.ply.as_ref() == Some(&ply);
        Ok(Trial {
            node: after,
            r#move: ply,
            side,
            value,
            before: before.value,
            error: verdict_on(side, before.value, value).filter(|_| !advised),
            line: then.line().to_vec(),
        })
    }

    /// What a player thinks of the position of a node: what it thought before, or what it thinks now
    /// that somebody waits for it.
    fn judged(self: &Arc<Self>, node: NodeId, player: &str, seconds: f64) -> Result<Told, Problem> {
        let state = self.open()?;
        let sheet = state.sheet.clone();
        drop(state);
        let line = sheet.record.node(node).line().clone();
        if let Some(value) = judging::ended(line.position()) {
            return Ok(Told::of(value));
        }
        let known = self.store.judgement(&sheet.id, node, player)?;
        let known = known.filter(|known| known.suffices(seconds));
        if let Some(told) = known.and_then(|known| known.told()) {
            return Ok(told);
        }
        let supply = self.supply(sheet.seed);
        let (settings, _) = self.read(sheet.record.game(), player, &sheet.files, supply)?;
        let mut thinker =
            self.seated(Need::Hint, settings, supply).map_err(Problem::unavailable)?;
        let stop = Stop::default();
        let time = Duration::from_secs_f64(seconds);
        let budget = Budget { stop: stop.clone(), ..Budget::time(time) };
        let (answer, wait) = mpsc::channel();
        let asking = Thinking { need: Need::Hint, stop: &stop, told: Arc::new(|_| ()) };
        let work = move |_place| {
            // Whoever waits no longer need not be told.
            let mut seen = |_| ();
            let watch = AnyWatch::Live(time, &mut seen);
            let _ = answer.send(ask(thinker.as_mut(), &line, &budget, watch));
        };
        self.crew.think(asking, work).map_err(Problem::unavailable)?;
        let thought = wait.recv().map_err(|_| Problem::panicked())?;
        let thought = thought.map_err(|failure| Problem::unavailable(failure.text))?;
        let judgement = Judgement::of(&thought, time, stop.is_set());
        let judgement = judgement.ok_or_else(Problem::panicked)?;
        self.store.judge(&sheet.id, node, player, &judgement)?;
        judgement.told().ok_or_else(Problem::panicked)
    }

    /// How the board looks along a line that begins at a node; as far as its plies are legal.
    pub fn frames(&self, node: NodeId, plies: &[String]) -> Result<Vec<Still>, Problem> {
        let state = self.open()?;
        if !state.sheet.record.holds(node) {
            return Err(Problem::refused(text!("no-such-node", node = node)));
        }
        let mut line = state.sheet.record.node(node).line().clone();
        drop(state);
        let mut frames = Vec::new();
        for ply in plies {
            let side = line.position().side();
            let Ok(next) = line.play(ply) else { break };
            line = next;
            frames.push(Still {
                r#move: line.ply().unwrap_or_default(),
                side,
                picture: line.position().picture(),
                last: line.handle().and_then(|handle| handle.lands()).into_iter().collect(),
            });
        }
        Ok(frames)
    }
}
