//! A thought of `neural` in slow motion: what the net sees at first, and how each line that is tried
//! corrects it, move by move.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, HexPly},
};
use ludoteca_text::{Text, text};
use rustc_hash::FxHashMap;

use super::{
    Found, How,
    graph::{Graph, Tried},
    showing::{WORTH_DRAWING, index, percent},
    value_of,
};
use crate::{
    explain,
    story::{
        Curve, Drawn, DrawnId, Look, Moment, MomentKind, NodeChange, NodeState, Recorder,
        StoryNode, StoryNodeId, Sum,
        words::{blank, figure, kinds},
    },
    thought::Value,
};

/// How many moves the table at the end compares, and of how many the share is drawn as a curve.
const ROWS: usize = 8;
const CURVES: usize = 4;

/// The node of the position that is thought about.
const ROOT: StoryNodeId = 0;

/// Tells what becomes of the first sight.
pub(super) struct Telling {
    recorder: Recorder<HexPly>,
    position: Hex,
    nodes: FxHashMap<Cell, StoryNodeId>,
    /// What is drawn on a cell now.
    drawn: FxHashMap<Cell, DrawnId>,
    /// How often each move was tried.
    visits: FxHashMap<Cell, u32>,
    best: Option<Cell>,
    /// The moments with the visits of all moves after them.
    course: Vec<(usize, FxHashMap<Cell, u32>)>,
}

impl Telling {
    /// Tells what the net sees before anything is tried: these moves, and what it expects.
    pub fn new(
        mut recorder: Recorder<HexPly>,
        position: &Hex,
        seen: &[Tried],
        value: Value,
    ) -> Telling {
        let story = recorder.story();
        story.sentence = text!("neural-story");
        story.values = Some(text!("neural-story-values"));
        story.kinds = kinds([
            (MomentKind::New, "neural-kind-new"),
            (MomentKind::Visit, "neural-kind-visit"),
            (MomentKind::Choose, "neural-kind-choose"),
        ]);
        recorder.node(StoryNode::root());
        let mut telling = Telling {
            recorder,
            position: *position,
            nodes: FxHashMap::default(),
            drawn: FxHashMap::default(),
            visits: seen.iter().map(|each| (each.cell, each.visits)).collect(),
            best: seen.first().map(|best| best.cell),
            course: Vec::new(),
        };
        let liked = seen.iter().max_by(|a, b| a.prior.total_cmp(&b.prior));
        let Some(liked) = liked else { return telling };
        let worth = seen.iter().filter(|each| each.prior >= WORTH_DRAWING);
        let shows = worth.map(|each| {
            let label = text!("percent", percent = percent(each.prior));
            telling.draw(each.cell, each.prior / liked.prior, label)
        });
        let shows = shows.collect();
        let (cell, share) = (liked.cell.name(), percent(liked.prior));
        let mut root = NodeChange::to(ROOT, NodeState::Open);
        root.value = Some(explain::figure(value));
        telling.recorder.keep(Moment {
            node: Some(ROOT),
            shows,
            changes: vec![root],
            ..Moment::new(
                MomentKind::New,
                text!("neural-told-first", cell = cell.clone(), percent = share),
                text!("neural-told-first-brief", cell = cell),
            )
        });
        telling
    }

    /// Draws a figure on a cell in the place of the one that was there.
    fn draw(&mut self, cell: Cell, heat: f32, label: Text) -> DrawnId {
        let sentence = text!("neural-told-drawn", cell = cell.name(), figure = label.clone());
        let heat = f64::from(heat.clamp(0.0, 1.0));
        let look = Look::Warm { cell: index(&self.position, cell), heat, label, side: None };
        let new = self.recorder.draw(Drawn { look, sentence, because: Vec::new() });
        self.drawn.insert(cell, new);
        new
    }

    fn node(&mut self, cell: Cell) -> StoryNodeId {
        let Telling { nodes, recorder, position, .. } = self;
        *nodes.entry(cell).or_insert_with(|| {
            let side = position.side();
            recorder.node(StoryNode::after(ROOT, vec![HexPly::Stone(cell)], side))
        })
    }

    /// Tells of the line that was just tried.
    pub fn tell(&mut self, graph: &Graph) {
        let tried = graph.tried();
        let before = |each: &Tried| self.visits.get(&each.cell).copied().unwrap_or(0);
        let Some(now) = tried.iter().find(|each| each.visits > before(each)).copied() else {
            return;
        };
        self.visits = tried.iter().map(|each| (each.cell, each.visits)).collect();
        let best = tried.first().map(|best| best.cell);
        if self.recorder.is_full() {
            // Only that there was more.
            return self.recorder.keep(Moment::new(MomentKind::Visit, blank(), blank()));
        }
        let ply = now.cell.name();
        let node = self.node(now.cell);
        let most = tried.iter().map(|each| each.visits).max().unwrap_or(1).max(1);
        let gone = self.drawn.get(&now.cell).copied();
        let shown = self.draw(now.cell, now.visits as f32 / most as f32, figure(now.visits.into()));
        let value = value_of(&now);
        let state = if now.wins.is_some() { NodeState::Proved } else { NodeState::Open };
        let mut change = NodeChange::to(node, state);
        change.value = Some(explain::figure(value));
        change.notes = Some(vec![figure(now.visits.into())]);
        // What it expects to come next is on the board too.
        let plies = graph.line(now.cell).into_iter().skip(1).map(HexPly::Stone).collect();
        let sentence = text!(
            "neural-told-try",
            cell = ply.clone(),
            looks = now.visits,
            value = explain::told(value)
        );
        self.course.push((self.recorder.next(), self.visits.clone()));
        self.recorder.keep(Moment {
            node: Some(node),
            plies,
            shows: vec![shown],
            hides: gone.into_iter().collect(),
            stresses: vec![shown],
            changes: vec![change],
            figure: Some(explain::figure(value)),
            ..Moment::new(
                MomentKind::Visit,
                sentence,
                text!("neural-told-try-brief", cell = ply, looks = now.visits),
            )
        });
        if let (Some(best), Some(before)) = (best, std::mem::replace(&mut self.best, best))
            && best != before
        {
            let node = self.node(best);
            self.recorder.keep(Moment {
                node: Some(node),
                ..Moment::new(
                    MomentKind::Choose,
                    text!("neural-told-better", cell = best.name(), before = before.name()),
                    text!("neural-told-better-brief", cell = best.name()),
                )
            });
        }
    }

    /// Ends with what is played and why.
    pub fn end(mut self, found: &Found) -> Recorder<HexPly> {
        let Some(ply) = found.ply else { return self.recorder };
        let first = match found.tried.first() {
            Some(best) if ply == HexPly::Stone(best.cell) => Some(self.node(best.cell)),
            _ => None,
        };
        let row = |each: &Tried| {
            vec![
                Text::verbatim(each.cell.name()),
                text!("percent", percent = percent(each.prior)),
                figure(each.visits.into()),
                explain::figure(value_of(each)),
            ]
        };
        let heads =
            ["neural-told-move", "neural-told-seen", "neural-told-looks", "neural-told-value"];
        let sum = first.map(|_| Sum {
            columns: heads.map(Text::new).to_vec(),
            rows: found.tried.iter().take(ROWS).map(row).collect(),
            chosen: Some(0),
        });
        let name = self.position.write_ply(&ply);
        let why = match found.how {
            How::First => text!("neural-first"),
            How::Swap => text!("neural-swap"),
            How::Glance => text!("neural-glance"),
            How::Proof => text!("neural-proof"),
            How::Search => text!("neural-told-chosen"),
        };
        let mut change = NodeChange::to(first.unwrap_or(ROOT), NodeState::Best);
        change.value = Some(explain::figure(found.value));
        self.recorder.conclude(Moment {
            node: Some(ROOT),
            changes: vec![change],
            sum,
            ..Moment::new(
                MomentKind::Choose,
                text!("neural-told-end", ply = name.clone(), why = why),
                text!("neural-told-end-brief", ply = name),
            )
        });
        let kept = self.recorder.next();
        let share = |cell: &Cell, visits: &FxHashMap<Cell, u32>| {
            let sum: u32 = visits.values().sum();
            let own = visits.get(cell).copied().unwrap_or(0);
            f64::from(own) / f64::from(sum.max(1))
        };
        let course = &self.course;
        let curve = |each: &Tried| Curve {
            label: text!("neural-told-curve", cell = each.cell.name()),
            points: course
                .iter()
                .filter(|(moment, _)| *moment < kept)
                .map(|(moment, visits)| (*moment, share(&each.cell, visits)))
                .collect(),
        };
        if !course.is_empty() {
            self.recorder.story().curves = found.tried.iter().take(CURVES).map(curve).collect();
        }
        self.recorder
    }
}
