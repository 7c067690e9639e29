//! A thought of `neural` in slow motion: what the net sees at first, and how each line that is tried
//! corrects it, move by move.

use ludoteca_games::Game;
use ludoteca_text::{Text, text};
use rustc_hash::FxHashMap;

use super::{
    found::{Found, How, guess, value_of},
    graph::{Graph, Tried},
    showing::{WORTH_DRAWING, lands, percent},
};
use crate::{
    Watch, explain,
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
pub(super) struct Telling<G: Game> {
    recorder: Recorder<G::Ply>,
    position: G,
    nodes: FxHashMap<G::Ply, StoryNodeId>,
    /// What is drawn for a move now.
    drawn: FxHashMap<G::Ply, DrawnId>,
    /// How often each move was tried.
    visits: FxHashMap<G::Ply, u32>,
    best: Option<G::Ply>,
    /// The moments with the visits of all moves after them.
    course: Vec<(usize, FxHashMap<G::Ply, u32>)>,
}

impl<G: Game> Telling<G> {
    /// Tells what a net sees of a position before its search has tried anything anew.
    pub fn of(recorder: Recorder<G::Ply>, position: &G, graph: &Graph<G>) -> Telling<G> {
        Telling::new(recorder, position, &graph.tried(), guess(graph.value().0))
    }

    /// Tells what the net sees before anything is tried: these moves, and what it expects.
    fn new(
        mut recorder: Recorder<G::Ply>,
        position: &G,
        seen: &[Tried<G::Ply>],
        value: Value,
    ) -> Telling<G> {
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
            position: position.clone(),
            nodes: FxHashMap::default(),
            drawn: FxHashMap::default(),
            visits: seen.iter().map(|each| (each.ply.clone(), each.visits)).collect(),
            best: seen.first().map(|best| best.ply.clone()),
            course: Vec::new(),
        };
        let liked = seen.iter().max_by(|a, b| a.prior.total_cmp(&b.prior));
        let Some(liked) = liked else { return telling };
        let worth = seen.iter().filter(|each| each.prior >= WORTH_DRAWING);
        let shows = worth.filter_map(|each| {
            let label = text!("percent", percent = percent(each.prior));
            let name = position.write_ply(&each.ply);
            let told = text!("neural-told-prior", ply = name, percent = percent(each.prior));
            telling.draw(&each.ply, each.prior / liked.prior, label, told)
        });
        let shows = shows.collect();
        let (ply, share) = (position.write_ply(&liked.ply), percent(liked.prior));
        let mut root = NodeChange::to(ROOT, NodeState::Open);
        root.value = Some(explain::figure(value));
        telling.recorder.keep(Moment {
            node: Some(ROOT),
            shows,
            changes: vec![root],
            ..Moment::new(
                MomentKind::New,
                text!("neural-told-first", ply = ply.clone(), percent = share),
                text!("neural-told-first-brief", ply = ply),
            )
        });
        telling
    }

    /// Draws a figure where a move goes, in the place of the one that was there.
    fn draw(&mut self, ply: &G::Ply, heat: f32, label: Text, sentence: Text) -> Option<DrawnId> {
        let cell = lands(&self.position, ply)?;
        let heat = f64::from(heat.clamp(0.0, 1.0));
        let look = Look::Warm { cell, heat, label, side: None };
        let new = self.recorder.draw(Drawn { look, sentence, because: Vec::new() });
        self.drawn.insert(ply.clone(), new);
        Some(new)
    }

    fn node(&mut self, ply: &G::Ply) -> StoryNodeId {
        let Telling { nodes, recorder, position, .. } = self;
        *nodes.entry(ply.clone()).or_insert_with(|| {
            recorder.node(StoryNode::after(ROOT, vec![ply.clone()], position.side()))
        })
    }

    /// Tells of the line that was just tried.
    pub fn tell(&mut self, graph: &Graph<G>) {
        let tried = graph.tried();
        let before = |each: &Tried<G::Ply>| self.visits.get(&each.ply).copied().unwrap_or(0);
        let Some(now) = tried.iter().find(|each| each.visits > before(each)).cloned() else {
            return;
        };
        self.visits = tried.iter().map(|each| (each.ply.clone(), each.visits)).collect();
        let best = tried.first().map(|best| best.ply.clone());
        if self.recorder.is_full() {
            // Only that there was more.
            return self.recorder.keep(Moment::new(MomentKind::Visit, blank(), blank()));
        }
        let ply = self.position.write_ply(&now.ply);
        let node = self.node(&now.ply);
        let most = tried.iter().map(|each| each.visits).max().unwrap_or(1).max(1);
        let gone = self.drawn.get(&now.ply).copied();
        let times = text!("neural-times", times = now.visits);
        let told = text!("neural-told-drawn", ply = ply.clone(), times = now.visits);
        let shown = self.draw(&now.ply, now.visits as f32 / most as f32, times.clone(), told);
        let value = value_of(&now);
        let state = if now.known.is_some() { NodeState::Proved } else { NodeState::Open };
        let mut change = NodeChange::to(node, state);
        change.value = Some(explain::figure(value));
        change.notes = Some(vec![times]);
        // What it expects to come next is on the board too.
        let plies = graph.line(&now.ply).into_iter().skip(1).collect();
        let sentence = text!(
            "neural-told-try",
            ply = ply.clone(),
            looks = now.visits,
            value = explain::told(value)
        );
        self.course.push((self.recorder.next(), self.visits.clone()));
        self.recorder.keep(Moment {
            node: Some(node),
            plies,
            shows: shown.into_iter().collect(),
            hides: gone.into_iter().collect(),
            stresses: shown.into_iter().collect(),
            changes: vec![change],
            figure: Some(explain::figure(value)),
            ..Moment::new(
                MomentKind::Visit,
                sentence,
                text!("neural-told-try-brief", ply = ply, looks = now.visits),
            )
        });
        if let (Some(best), Some(before)) = (best.clone(), std::mem::replace(&mut self.best, best))
            && best != before
        {
            let node = self.node(&best);
            let [best, before] = [best, before].map(|ply| self.position.write_ply(&ply));
            self.recorder.keep(Moment {
                node: Some(node),
                ..Moment::new(
                    MomentKind::Choose,
                    text!("neural-told-better", ply = best.clone(), before = before),
                    text!("neural-told-better-brief", ply = best),
                )
            });
        }
    }

    /// Ends the story of a thought, which is told only now where nothing was searched.
    pub fn conclude(
        telling: Option<Telling<G>>,
        position: &G,
        found: &Found<G::Ply>,
        watch: &mut Watch<'_, G>,
    ) {
        let begin = |recorder| Telling::new(recorder, position, &found.tried, found.value);
        let telling = telling.or_else(|| watch.recorder.take().map(begin));
        watch.recorder = telling.map(|telling| telling.end(found)).or(watch.recorder.take());
    }

    /// Ends with what is played and why.
    fn end(mut self, found: &Found<G::Ply>) -> Recorder<G::Ply> {
        let Some(ply) = found.ply.clone() else { return self.recorder };
        let first = match found.tried.first() {
            Some(best) if ply == best.ply => Some(self.node(&best.ply)),
            _ => None,
        };
        let row = |each: &Tried<G::Ply>| {
            vec![
                Text::verbatim(self.position.write_ply(&each.ply)),
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
            How::SetUp => text!("neural-set-up"),
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
        let share = |ply: &G::Ply, visits: &FxHashMap<G::Ply, u32>| {
            let sum: u32 = visits.values().sum();
            let own = visits.get(ply).copied().unwrap_or(0);
            f64::from(own) / f64::from(sum.max(1))
        };
        let course = &self.course;
        let curve = |each: &Tried<G::Ply>| Curve {
            label: text!("neural-told-curve", ply = self.position.write_ply(&each.ply)),
            points: course
                .iter()
                .filter(|(moment, _)| *moment < kept)
                .map(|(moment, visits)| (*moment, share(&each.ply, visits)))
                .collect(),
        };
        if !course.is_empty() {
            self.recorder.story().curves = found.tried.iter().take(CURVES).map(curve).collect();
        }
        self.recorder
    }
}
