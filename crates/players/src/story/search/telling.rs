//! What was heard of a search, in words.

use super::*;

impl<G: Game> Tale<G> {
    /// Whether it has moments for all that it tells.
    pub fn is_whole(&self) -> bool {
        self.way.len() == 1
    }

    /// Tells the story: `sentence` says what one sees, `depth` is how far the search looked, and
    /// `chosen` is what it plays.
    pub fn tell(
        mut self,
        mut recorder: Recorder<G::Ply>,
        sentence: Text,
        depth: u32,
        chosen: Option<&G::Ply>,
    ) -> Recorder<G::Ply> {
        let whole = self.is_whole();
        let moments = self.moments(depth);
        let best = self.best(chosen);
        let levels = self.level_names(depth);
        for node in &mut self.nodes {
            let (parent, plies, side) = (node.parent, std::mem::take(&mut node.plies), node.side);
            recorder.node(StoryNode { parent, plies, words: None, side, more: node.more });
        }
        let story = recorder.story();
        story.sentence = sentence;
        let wins = self.events.iter().any(Event::decides);
        let values = if wins { "story-values-wins" } else { "story-values" };
        story.values = Some(text!(values, side = self.side(self.max)));
        story.levels = levels;
        let kinds = [
            (MomentKind::Visit, "story-kind-visit"),
            (MomentKind::Up, "story-kind-up"),
            (MomentKind::Cut, "story-kind-cut"),
            (MomentKind::Choose, "story-kind-choose"),
        ];
        let used = kinds.into_iter().filter(|(kind, _)| *kind != MomentKind::Cut || self.prunes);
        story.kinds = used.map(|(kind, name)| KindName { kind, name: Text::new(name) }).collect();
        for moment in moments {
            recorder.keep(moment);
        }
        match self.way.first() {
            Some(root) if whole => recorder.keep(self.end(root, &best)),
            _ => recorder.story().more = true,
        }
        recorder
    }

    fn side(&self, side: Side) -> Text {
        self.sides[side.index()].clone()
    }

    /// Max or Min, with the side that is it.
    fn who(&self, side: Side) -> Text {
        let id = if side == self.max { "story-max" } else { "story-min" };
        text!(id, side = self.side(side))
    }

    /// A score as a sentence has it: a win names who wins, whoever reads it.
    fn score(&self, score: Score) -> Text {
        if !decided(score) || score.abs() >= INFINITE {
            return figure(score);
        }
        let winner = if score > 0 { self.max } else { self.max.other() };
        text!("story-win", side = self.side(winner), n = plies_to_end(score))
    }

    /// What is known of a value as a sentence has it.
    fn told(&self, Worth { score, bound }: Worth) -> Text {
        match bound {
            Bound::Exact => self.score(score),
            Bound::Least => text!("story-or-better", value = self.score(score)),
            Bound::Most => text!("story-or-worse", value = self.score(score)),
        }
    }

    fn words(&self, node: usize) -> Text {
        self.nodes[node].words.clone()
    }

    /// The way down to where the value at the root comes from, through the ply that is played.
    fn best(&self, chosen: Option<&G::Ply>) -> Vec<usize> {
        let mut line = vec![0];
        let mut best: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for event in &self.events {
            match event {
                Event::Visit { node, .. } => best[*node] = None,
                Event::Up { node, child, worth, held, .. } => {
                    let is_max = self.nodes[*node].turn == self.max;
                    let better = held.is_none_or(|held| match is_max {
                        true => worth.score > held.score,
                        false => worth.score < held.score,
                    });
                    if better || best[*node].is_none() {
                        best[*node] = Some(*child);
                    }
                }
                Event::Cut { .. } => {}
            }
        }
        let root = |node: &usize| {
            let node = &self.nodes[*node];
            node.parent == Some(0) && node.plies.first() == chosen
        };
        let mut next = (0..self.nodes.len()).find(root).or(best[0]);
        while let Some(node) = next {
            line.push(node);
            next = best[node];
        }
        line
    }

    fn level_names(&self, depth: u32) -> Vec<Text> {
        let deepest = self.nodes.iter().map(|node| node.level).max().unwrap_or(0);
        let mut opened = vec![false; self.nodes.len()];
        for event in &self.events {
            if let Event::Visit { node, end, .. } = event {
                opened[*node] |= end.is_none_or(|end| end.leaf.is_none());
            }
        }
        let name = |level: usize| {
            let mut turns = self
                .nodes
                .iter()
                .zip(&opened)
                .filter(|(node, opened)| node.level == level && **opened)
                .map(|(node, _)| node.turn);
            match turns.next() {
                None if level as u32 == depth => text!("story-level-end"),
                None => Text::verbatim(""),
                Some(turn) if turns.all(|other| other == turn) => self.who(turn),
                Some(_) => text!("story-level-both"),
            }
        };
        (0..=deepest).map(name).collect()
    }

    fn moments(&self, depth: u32) -> Vec<Moment<G::Ply>> {
        // A value is only a bound while more may be handed up to it.
        let mut goes_on = vec![false; self.nodes.len()];
        for frame in &self.way {
            if let Some(node) = frame.node {
                goes_on[node] = self.way.len() > 1;
            }
        }
        let mut later: Vec<bool> = vec![false; self.events.len()];
        for (at, event) in self.events.iter().enumerate().rev() {
            let node = event.node();
            later[at] = goes_on[node];
            goes_on[node] = !matches!(event, Event::Visit { .. });
        }
        let moments = self.events.iter().zip(later).map(|(event, more)| match event {
            Event::Visit { .. } => self.visit(event, depth),
            Event::Up { .. } => self.up(event, more),
            Event::Cut { .. } => self.cutting(event),
        });
        moments.collect()
    }

    fn notes(&self, alpha: Score, beta: Score) -> Option<Vec<Text>> {
        let bounds = || {
            vec![
                text!("story-alpha", value = figure(alpha)),
                text!("story-beta", value = figure(beta)),
            ]
        };
        self.prunes.then(bounds)
    }

    fn visit(&self, event: &Event, depth: u32) -> Moment<G::Ply> {
        let Event::Visit { node, alpha, beta, asked, above, end } = event else { unreachable!() };
        let at = &self.nodes[*node];
        let (ply, turn) = (self.words(*node), self.side(at.turn));
        let is_max = at.turn == self.max;
        let value = end.map(|end| end.worth.text());
        let sentence = match (end, at.side) {
            (_, None) => text!("story-begin", side = turn, depth = depth),
            (Some(End { leaf: Some(Leaf::Over(Some(winner))), .. }), _) => {
                text!("story-won", ply = ply.clone(), side = self.side(*winner))
            }
            (Some(End { leaf: Some(Leaf::Over(None)), worth, .. }), _) => {
                text!("story-drawn", ply = ply.clone(), value = self.told(*worth))
            }
            (Some(End { leaf: Some(Leaf::Judged), worth, .. }), _) => {
                text!("story-judged", ply = ply.clone(), value = self.told(*worth))
            }
            (Some(End { leaf: Some(Leaf::Known(_)), worth, .. }), _) => {
                text!("story-known", ply = ply.clone(), value = self.told(*worth))
            }
            (Some(End { leaf: None, worth, below }), _) => {
                text!("story-below", ply = ply.clone(), below = *below, value = self.told(*worth))
            }
            (None, Some(mover)) => {
                let id = match (asked, mover == at.turn, is_max) {
                    (Some(Asked::Whether), ..) => "story-whether",
                    (Some(Asked::Again), ..) => "story-again",
                    (None, true, _) => "story-same",
                    (None, false, true) => "story-asks-max",
                    (None, false, false) => "story-asks-min",
                };
                // What is to be beaten is what the side that makes the move has.
                let bar = if mover == self.max { alpha } else { beta };
                text!(
                    id,
                    mover = self.side(mover),
                    ply = ply.clone(),
                    side = turn,
                    bar = self.score(*bar)
                )
            }
        };
        let brief = match (at.parent, end) {
            (None, _) => text!("story-brief-begin"),
            (_, Some(End { leaf: Some(Leaf::Known(_)), .. })) => {
                text!("story-brief-known", ply = ply)
            }
            _ => text!("story-brief-visit", ply = ply),
        };
        let bounds = || text!("story-bounds", alpha = figure(*alpha), beta = figure(*beta));
        let figure = value.clone().or_else(|| self.prunes.then(bounds));
        let done = end.is_some_and(|end| end.leaf.is_some() || end.below == 0);
        let state = if end.is_some() || done { NodeState::Done } else { NodeState::Open };
        let change = NodeChange {
            value,
            notes: if end.is_some() { Some(Vec::new()) } else { self.notes(*alpha, *beta) },
            ..NodeChange::to(*node, state)
        };
        // The first answer to a narrow question no longer counts.
        let again = at.parent.filter(|_| *asked == Some(Asked::Again)).map(|parent| NodeChange {
            notes: self.notes(above.0, above.1),
            ..NodeChange::to(parent, NodeState::Open)
        });
        Moment {
            figure,
            node: Some(*node),
            changes: std::iter::once(change).chain(again).collect(),
            ..Moment::new(MomentKind::Visit, sentence, brief)
        }
    }

    fn up(&self, event: &Event, more: bool) -> Moment<G::Ply> {
        let Event::Up { node, child, worth, own, held, alpha, beta } = event else {
            unreachable!()
        };
        let at = &self.nodes[*node];
        let is_max = at.turn == self.max;
        let better = held.is_none_or(|held| match is_max {
            true => worth.score > held.score,
            false => worth.score < held.score,
        });
        let id = match (better, at.parent, self.prunes) {
            (true, None, true) => "story-up-root",
            (true, ..) => "story-up-better",
            (false, ..) => "story-up-worse",
        };
        let held = held.unwrap_or(*own);
        let sentence = text!(
            id,
            ply = self.words(*child),
            who = self.who(at.turn),
            value = self.told(*worth),
            held = self.score(held.score)
        );
        let brief = text!(
            "story-brief-up",
            ply = self.words(*child),
            value = worth.text(),
            to = self.words(*node)
        );
        let new = match (better, self.prunes) {
            (false, _) => text!("story-no-better"),
            (true, false) => figure(own.score),
            (true, true) if is_max => text!("story-alpha", value = figure(*alpha)),
            (true, true) => text!("story-beta", value = figure(*beta)),
        };
        // A cut that follows at once says so itself.
        let open = if is_max { Bound::Least } else { Bound::Most };
        let own = if more { Worth { bound: open, ..*own } } else { *own };
        let handed = NodeChange {
            value: Some(worth.text()),
            notes: Some(Vec::new()),
            ..NodeChange::to(*child, NodeState::Done)
        };
        let holds = NodeChange {
            value: Some(own.text()),
            notes: self.notes(*alpha, *beta),
            ..NodeChange::to(*node, NodeState::Open)
        };
        Moment {
            figure: Some(new),
            node: Some(*node),
            changes: vec![handed, holds],
            ..Moment::new(MomentKind::Up, sentence, brief)
        }
    }

    fn cutting(&self, event: &Event) -> Moment<G::Ply> {
        let Event::Cut { node, by, own, alpha, beta, cut, count } = event else { unreachable!() };
        let is_max = self.nodes[*node].turn == self.max;
        let bar = if is_max { *beta } else { *alpha };
        let why = text!(
            if is_max { "story-cut-beta" } else { "story-cut-alpha" },
            value = figure(own.score),
            bar = figure(bar)
        );
        let sentence = text!(
            if is_max { "story-cut-max" } else { "story-cut-min" },
            value = self.score(own.score),
            bar = self.score(bar),
            ply = self.words(*by),
            count = *count
        );
        let names = cut.iter().map(|cut| self.words(*cut));
        let names = names.reduce(|list, next| text!("story-list", list = list, next = next));
        let brief = text!(
            "story-brief-cut",
            plies = names.unwrap_or_else(|| Text::verbatim("")),
            more = count - cut.len(),
            at = self.words(*node)
        );
        let own = NodeChange {
            value: Some(own.text()),
            notes: self.notes(*alpha, *beta),
            ..NodeChange::to(*node, NodeState::Open)
        };
        let cuts = cut.iter().enumerate().map(|(number, cut)| NodeChange {
            why: (number == 0).then(|| why.clone()),
            ..NodeChange::to(*cut, NodeState::Cut)
        });
        Moment {
            figure: Some(why.clone()),
            node: Some(*node),
            changes: std::iter::once(own).chain(cuts).collect(),
            ..Moment::new(MomentKind::Cut, sentence, brief)
        }
    }

    /// The last moment: what all of it came to.
    fn end(&self, root: &Frame, best: &[usize]) -> Moment<G::Ply> {
        let worth = root.own.unwrap_or(Worth { score: 0, bound: Bound::Exact });
        let ply = best.get(1).map_or_else(|| Text::verbatim(""), |node| self.words(*node));
        let sentence = text!(
            "story-end",
            ply = ply.clone(),
            side = self.side(self.max),
            value = self.told(worth),
            visits = self.visits,
            cuts = self.cuts
        );
        let mut changes: Vec<NodeChange> =
            best.iter().map(|node| NodeChange::to(*node, NodeState::Best)).collect();
        if let Some(change) = changes.first_mut() {
            change.value = Some(worth.text());
            change.notes = Some(Vec::new());
        }
        Moment {
            figure: Some(worth.text()),
            node: Some(0),
            changes,
            ..Moment::new(MomentKind::Choose, sentence, text!("story-brief-end", ply = ply))
        }
    }
}
