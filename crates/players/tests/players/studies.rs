//! Every study with the player that it shows.

use std::collections::BTreeSet;

use ludoteca_players::{AnyWatch, Budget, Supply, machine, story::Moment, studies::STUDIES};
use ludoteca_words::languages;

/// What a study is there for: one of its moments at least says so.
const SHOWS: &[(&str, &str)] = &[
    ("alphabeta", "story-cut-max"),
    ("mcts", "mcts-choose"),
    ("rules", "story-rules-means"),
    ("perfect", "story-perfect-no"),
    ("distance", "spread-step"),
    ("dijkstra", "spread-end-both"),
    ("hexodus", "hsearch-bridge"),
    ("hexodus", "hsearch-but-for"),
    ("hexodus", "circuit-afterwards"),
    ("proof", "proof-next"),
    ("ants", "ants-choose"),
    ("neural", "neural-told-better"),
    ("strong", "story-strong-goal"),
    ("strong", "story-strong-gains"),
];

#[test]
fn every_study_has_a_story_that_fits_and_is_told_in_every_language() {
    let mut names = BTreeSet::new();
    for study in STUDIES {
        assert!(names.insert(study.id), "{} twice", study.id);
        let mut player = machine(study.game, study.player, &Supply::seeded(1)).unwrap();
        let (line, mut story) = (study.line().unwrap(), None);
        let watch = AnyWatch::Recording(2000, &mut story);
        player.think(&line, &Budget::default(), watch).unwrap();
        let story = story.unwrap_or_else(|| panic!("{} tells nothing", study.id));
        assert!(!story.more, "{} is too long", study.id);
        for moment in 0..story.moments.len() {
            let on =
                story.line_at(moment).into_iter().try_fold(line.clone(), |at, ply| at.play(&ply));
            assert!(on.is_ok(), "{} at {moment}: {on:?}", study.id);
        }
        for (_, id) in SHOWS.iter().filter(|(name, _)| *name == study.id) {
            let said = |moment: &Moment| moment.sentence.id == *id;
            assert!(story.moments.iter().any(said), "{} has no {id}", study.id);
        }
        if study.id == "hexodus" {
            let last = story.moments.last().unwrap();
            assert!(!last.shows.is_empty(), "the current after the move is seen");
        }
        let texts = [study.title(), study.about(), story.sentence];
        for language in languages() {
            for text in &texts {
                assert!(language.knows(&text.id), "{} in {}", text.id, language.code());
            }
        }
    }
}
