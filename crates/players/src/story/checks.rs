//! What every story has to keep, for the tests of whoever tells one.

use ludoteca_games::{Game, Line};
use ludoteca_text::{Arg, Text};
use ludoteca_words::{Lang, languages};

use super::Story;
use crate::{Budget, Player, Recorder, Thought, Watch};

/// A thought that was told, and the same one without anybody looking, which has to be the same; and
/// the story has to hold together.
pub fn told<G: Game, P: Player<G>>(
    position: &G,
    most: usize,
    budget: &Budget,
    make: impl Fn() -> P,
) -> (Story<G::Ply>, Thought<G::Ply>) {
    let line = Line::still(position.clone());
    let plain = make().think(&line, budget, &mut Watch::nobody());
    let mut watch = Watch::recording(most);
    let thought = make().think(&line, budget, &mut watch);
    let seconds = plain.seconds;
    assert_eq!(Thought { seconds, ..thought.clone() }, plain, "looking changed the thought");
    let story = watch.recorder.take().and_then(Recorder::finish).expect("a story");
    holds(position, &story, most);
    (story, thought)
}

/// Everything that a moment names is there, every ply is legal, and every text can be said.
pub fn holds<G: Game>(position: &G, story: &Story<G::Ply>, most: usize) {
    assert!(story.moments.len() <= most);
    for (number, node) in story.nodes.iter().enumerate() {
        assert_eq!(node.parent.is_none(), number == 0);
        assert!(node.parent.is_none_or(|parent| parent < number));
    }
    for (number, drawn) in story.drawn.iter().enumerate() {
        assert!(drawn.because.iter().all(|made_of| *made_of < number));
        says(&drawn.sentence);
    }
    for curve in &story.curves {
        says(&curve.label);
        assert!(curve.points.iter().all(|(moment, _)| *moment < story.moments.len()));
        assert!(curve.points.windows(2).all(|two| two[0].0 < two[1].0));
    }
    says(&story.sentence);
    story.levels.iter().for_each(says);
    for (number, moment) in story.moments.iter().enumerate() {
        assert!(moment.node.is_none_or(|node| node < story.nodes.len()));
        assert!(moment.changes.iter().all(|change| change.node < story.nodes.len()));
        let drawn = [&moment.shows, &moment.hides, &moment.stresses];
        assert!(drawn.into_iter().flatten().all(|id| *id < story.drawn.len()));
        let mut at = position.clone();
        for ply in story.line_at(number) {
            assert!(at.legal_plies().contains(&ply), "moment {number} plays what is not legal");
            at.play_unchecked(&ply);
        }
        assert!(story.kinds.iter().any(|kind| kind.kind == moment.kind), "a kind has a name");
        for text in [&moment.sentence, &moment.brief] {
            says(text);
            assert!(languages().iter().all(|lang| !lang.say(text).is_empty()));
        }
        moment.figure.iter().chain(&moment.chapter).for_each(says);
        for change in &moment.changes {
            change.value.iter().chain(&change.why).for_each(says);
            change.notes.iter().flatten().for_each(says);
        }
        if let Some(sum) = &moment.sum {
            assert!(sum.rows.iter().all(|row| row.len() == sum.columns.len()));
            assert!(sum.chosen.is_none_or(|row| row < sum.rows.len()));
            sum.columns.iter().chain(sum.rows.iter().flatten()).for_each(says);
        }
    }
}

/// Whether every language has the message and all that is in it.
fn says(text: &Text) {
    for language in languages() {
        assert!(language.knows(&text.id), "{} lacks {}", language.code(), text.id);
    }
    for arg in text.args.values() {
        if let Arg::Text(text) = arg {
            says(text);
        }
    }
    assert!(!Lang::ENGLISH.say(text).contains("{"), "{text}");
}

/// The number in a gap of a text.
pub fn number(text: &Text, gap: &str) -> f64 {
    match text.args.get(gap) {
        Some(Arg::Number(number)) => *number,
        other => panic!("{text} has {other:?} for {gap}"),
    }
}

/// What stands in a gap of a text as it is.
pub fn word<'a>(text: &'a Text, gap: &str) -> &'a str {
    match text.args.get(gap) {
        Some(Arg::Verbatim(words)) => words,
        other => panic!("{text} has {other:?} for {gap}"),
    }
}
