//! Stories of searches, told by the players themselves and read back from their words.

use std::collections::BTreeMap;

use ludoteca_games::{Hex, Side, TicTacToe, hex::Swap};
use ludoteca_text::Arg;
use ludoteca_words::Lang;
use proptest::prelude::*;

use super::*;
use crate::{
    AlphaBeta, Budget, Minimax, Player, Story, Thought, Watch,
    evaluations::{self, Evaluation},
    search::{WIN, farther, finished},
};

type Range = (Score, Score);

/// A score from the words it was told in.
fn number(text: &Text) -> Score {
    let gap = |name: &str| match &text.args[name] {
        Arg::Number(n) => *n as Score,
        other => panic!("{other}"),
    };
    match (text.id.as_ref(), text.args.get("words")) {
        ("story-wins-in", _) => WIN - gap("n"),
        ("story-loses-in", _) => gap("n") - WIN,
        ("verbatim", Some(Arg::Verbatim(words))) => match words.as_str() {
            "+∞" => INFINITE,
            "−∞" => -INFINITE,
            words => words.replace('−', "-").parse().unwrap(),
        },
        _ => panic!("{text}"),
    }
}

fn inner(text: &Text, name: &str) -> Score {
    match &text.args[name] {
        Arg::Text(text) => number(text),
        other => panic!("{other}"),
    }
}

/// What a value says.
fn range(text: &Text) -> Range {
    match text.id.as_ref() {
        "story-least" => (inner(text, "value"), Score::MAX),
        "story-most" => (Score::MIN, inner(text, "value")),
        _ => (number(text), number(text)),
    }
}

/// What is told of a node.
#[derive(Clone, Default)]
struct Seen {
    open: bool,
    visited: bool,
    cut: bool,
    /// What was handed up by each node that follows.
    handed: BTreeMap<usize, Range>,
    bounds: Option<(Score, Score)>,
    value: Option<Range>,
}

/// Whether a story makes sense by itself, whatever the game. `max` says who decides at a node.
fn holds(story: &Story<u8>, max: impl Fn(usize) -> bool) {
    let mut seen = vec![Seen::default(); story.nodes.len()];
    for (id, node) in story.nodes.iter().enumerate() {
        assert!(node.parent.map_or(id == 0, |parent| parent < id), "{id}");
    }
    for (at, moment) in story.moments.iter().enumerate() {
        let node = moment.node.unwrap();
        let parent = story.nodes[node].parent;
        for change in &moment.changes {
            let one = &mut seen[change.node];
            if let Some(value) = &change.value {
                one.value = Some(range(value));
            }
            if let Some([alpha, beta]) = change.notes.as_deref() {
                one.bounds = Some((inner(alpha, "value"), inner(beta, "value")));
            }
        }
        match moment.kind {
            MomentKind::Visit => {
                if let Some(parent) = parent {
                    assert!(seen[parent].open, "{at}: a node before the one it follows");
                    if let (Some((a, b)), true) =
                        (seen[parent].bounds, moment.changes[0].state == NodeState::Open)
                    {
                        let (alpha, beta) = seen[node].bounds.unwrap();
                        assert!(alpha < beta && a <= alpha && beta <= b, "{at}: {alpha} {beta}");
                    }
                }
                let one = &mut seen[node];
                one.visited = true;
                one.cut = false;
                one.handed.clear();
                one.open = moment.changes[0].state == NodeState::Open;
            }
            MomentKind::Up => {
                let [handed, _] = moment.changes.as_slice() else { panic!("{at}") };
                let child = seen[handed.node].clone();
                assert!(child.visited && story.nodes[handed.node].parent == Some(node), "{at}");
                let told = range(handed.value.as_ref().unwrap());
                if !child.handed.is_empty() {
                    let (mut low, mut high) = fold(&child, max(handed.node));
                    if child.cut && max(handed.node) {
                        high = Score::MAX;
                    } else if child.cut {
                        low = Score::MIN;
                    }
                    assert!(told.0 <= low && high <= told.1, "{at}: {told:?} is not {low} {high}");
                    assert!(told.0 == low || told.1 == high, "{at}: {told:?} is not {low} {high}");
                }
                seen[handed.node].open = false;
                seen[node].handed.insert(handed.node, told);
            }
            MomentKind::Cut => {
                seen[node].cut = true;
                let why = moment.figure.as_ref().unwrap();
                let (value, bar) = (inner(why, "value"), inner(why, "bar"));
                let (alpha, beta) = seen[node].bounds.unwrap();
                if max(node) {
                    assert!(why.id == "story-cut-beta" && value >= bar && bar == beta, "{at}");
                } else {
                    assert!(why.id == "story-cut-alpha" && value <= bar && bar == alpha, "{at}");
                }
                for change in &moment.changes[1..] {
                    assert!(change.state == NodeState::Cut || seen[change.node].visited, "{at}");
                }
            }
            MomentKind::Choose => {
                assert_eq!(at + 1, story.moments.len());
                seen[0].open = false;
            }
            kind => panic!("{kind:?}"),
        }
    }
    if !story.more {
        assert!(seen.iter().all(|one| !one.open), "a node was never finished");
        assert_eq!(story.moments.last().unwrap().kind, MomentKind::Choose);
    }
}

fn fold(seen: &Seen, is_max: bool) -> Range {
    let ranges = seen.handed.values();
    let both = |(a, b): Range, (c, d): &Range| match is_max {
        true => (a.max(*c), b.max(*d)),
        false => (a.min(*c), b.min(*d)),
    };
    let worst = if is_max { Score::MIN } else { Score::MAX };
    ranges.fold((worst, worst), both)
}

/// The score of a position for Max, with ends counted from the root: plain minimax.
fn plain<G: Game>(position: &G, max: Side, level: usize) -> Score {
    if let Some(outcome) = position.outcome() {
        let mut score = finished(outcome, max);
        for _ in 0..level {
            score = farther(score);
        }
        return score;
    }
    let scores = position.legal_plies().into_iter().map(|ply| {
        let mut next = position.clone();
        next.play_unchecked(&ply);
        plain(&next, max, level + 1)
    });
    if position.side() == max { scores.max().unwrap() } else { scores.min().unwrap() }
}

fn after<G: Game>(position: &G, plies: &[G::Ply]) -> G {
    let mut at = position.clone();
    plies.iter().for_each(|ply| at.play_unchecked(ply));
    at
}

/// Every value of a whole search against plain minimax.
fn is_true<G: Game>(story: &Story<G::Ply>, position: &G) {
    for change in story
        .moments
        .iter()
        .filter(|moment| {
            moment.kind != MomentKind::Visit || moment.changes[0].state == NodeState::Done
        })
        .flat_map(|moment| &moment.changes)
    {
        if let Some(value) = &change.value {
            let (low, high) = range(value);
            let way = story.way(change.node);
            let right = plain(&after(position, &way), position.side(), way.len());
            assert!(low <= right && right <= high, "{way:?}: {value} is not {right}");
        }
    }
}

fn told<G: Game>(
    player: &mut impl Player<G>,
    position: &G,
    most: usize,
) -> (Thought<G::Ply>, Story<G::Ply>) {
    let mut watch = Watch::recording(most);
    let thought = player.consider(position, &Budget::default(), &mut watch);
    (thought, watch.recorder.unwrap().finish().unwrap())
}

fn none<G: Game>() -> Box<dyn Evaluation<G>> {
    evaluations::by(1.0, |_: &G| 0)
}

fn mixed<G: Game>() -> Box<dyn Evaluation<G>> {
    evaluations::by(100.0, |position: &G| (position.key() % 41) as i32 - 20)
}

/// Four empty cells, X with two of its marks beside three of O, who began.
fn endgame() -> TicTacToe {
    let mut at = TicTacToe::new(3, 3).unwrap();
    for cell in ["b1", "a1", "c1", "c2", "a3"] {
        at.play(&at.read_ply(cell).unwrap()).unwrap();
    }
    at
}

fn list<P>(story: &Story<P>) -> Vec<String> {
    let english = Lang::ENGLISH;
    let line = |moment: &Moment<P>| {
        let figure = moment.figure.as_ref().map(|figure| english.say(figure));
        format!("{} | {}", english.say(&moment.brief), figure.unwrap_or_default())
    };
    story.moments.iter().map(line).collect()
}

fn count<P>(story: &Story<P>, kind: MomentKind) -> usize {
    story.moments.iter().filter(|moment| moment.kind == kind).count()
}

#[test]
fn alphabeta_steps_through_a_whole_endgame_of_tictactoe() {
    let position = endgame();
    let (_, story) = told(&mut Minimax::new(4, none(), 1).pruning(), &position, 1000);
    is_true(&story, &position);
    holds(&story, |node| story.way(node).len() % 2 == 0);
    insta::assert_snapshot!(list(&story).join("\n"));
    let all = [MomentKind::Visit, MomentKind::Cut].map(|kind| count(&story, kind));
    assert_eq!(all, [27, 6], "the positions and the cuts of the drawn model");
}

#[test]
fn minimax_hands_up_the_least_of_the_replies() {
    let position = endgame();
    let (_, story) = told(&mut Minimax::new(4, none(), 1), &position, 1000);
    is_true(&story, &position);
    holds(&story, |node| story.way(node).len() % 2 == 0);
    assert_eq!(count(&story, MomentKind::Cut), 0);
    assert_eq!(count(&story, MomentKind::Visit), story.nodes.len(), "it looks at everything");
    assert!(
        story.moments.iter().flat_map(|moment| &moment.changes).all(|change| {
            change.notes.as_ref().is_none_or(Vec::is_empty) && change.why.is_none()
        })
    );
}

#[test]
fn three_plies_of_hex_on_three_by_three_are_told_whole() {
    let position = Hex::new(3, Swap::None).unwrap();
    let (thought, story) = told(&mut Minimax::new(3, mixed(), 1).pruning(), &position, 2000);
    assert!(!story.more);
    let plain =
        Minimax::new(3, mixed(), 1).consider(&position, &Budget::default(), &mut Watch::nobody());
    assert_eq!(plain.value, thought.value);
    let deepest = (0..story.nodes.len()).map(|node| story.way(node).len()).max();
    assert_eq!((deepest, story.levels.len()), (Some(3), 4));
    assert_eq!(Lang::ENGLISH.say(&story.levels[3]), "end");
}

#[test]
fn what_does_not_fit_is_told_down_to_the_level_that_does() {
    let position = TicTacToe::new(3, 3).unwrap();
    let (_, story) = told(&mut Minimax::new(4, mixed(), 1), &position, 200);
    assert!(!story.more && story.moments.len() <= 200);
    let deepest = (0..story.nodes.len()).map(|node| story.way(node).len()).max();
    assert_eq!(deepest, Some(2), "9 and 72 positions");
    let below = story.moments.iter().filter(|moment| moment.sentence.id == "story-below");
    assert!(below.clone().all(|moment| moment.sentence.args["below"] == Arg::Number(49.0)));
    assert_eq!(below.count(), 72, "7 plies, and 6 after each");
    holds(&story, |node| story.way(node).len() % 2 == 0);
}

#[test]
fn the_sentences_name_the_move_that_matters_in_every_language() {
    let position = endgame();
    let (_, story) = told(&mut Minimax::new(4, none(), 1).pruning(), &position, 1000);
    let cut = story.moments.iter().rev().find(|moment| moment.kind == MomentKind::Cut).unwrap();
    let spanish =
        ludoteca_words::languages().into_iter().find(|language| language.code() == "es").unwrap();
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}\n{}",
        spanish.say(&cut.sentence),
        Lang::ENGLISH.say(&cut.sentence),
        spanish.say(&story.moments.last().unwrap().sentence),
        Lang::ENGLISH.say(&story.moments.last().unwrap().sentence),
    ));
}

fn side_at(begin: &TicTacToe, story: &Story<u8>, node: usize) -> bool {
    after(begin, &story.way(node)).side() == begin.side()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_story_makes_sense_and_is_of_the_same_thought(
        seed in any::<u64>(), plies in 2_usize..6, depth in 1_u32..5, most in 30_usize..3000
    ) {
        let mut position = TicTacToe::new(3, 3).unwrap();
        let mut dice = seed;
        for _ in 0..plies {
            let all = position.legal_plies();
            if position.outcome().is_some() { break }
            position.play_unchecked(&all[dice as usize % all.len()]);
            dice /= 9;
        }
        prop_assume!(position.outcome().is_none());
        type Make = fn(u32) -> Box<dyn Player<TicTacToe>>;
        let players: [Make; 3] = [
            |depth| Box::new(Minimax::new(depth, mixed(), 1)),
            |depth| Box::new(Minimax::new(depth, mixed(), 1).pruning()),
            |depth| Box::new(AlphaBeta::new(Some(depth), mixed(), 1)),
        ];
        for player in players {
            let (thought, story) = told(&mut player(depth), &position, most);
            holds(&story, |node| side_at(&position, &story, node));
            let alone = player(depth).consider(&position, &Budget::default(), &mut Watch::nobody());
            assert_eq!(Thought { seconds: 0.0, ..thought }, Thought { seconds: 0.0, ..alone });
        }
    }
}
