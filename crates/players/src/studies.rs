//! Small positions on which an algorithm is seen at work: for each, who thinks and about what. They
//! are few and simple enough for each moment to be understood.

use ludoteca_games::{AnyLine, Start};
use ludoteca_text::Text;

/// A position and who is to be watched thinking about it.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, in addresses and messages.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// The game's options, as they would be typed.
    pub options: &'static [(&'static str, &'static str)],
    /// The position in the game's notation; none is the usual beginning.
    pub position: Option<&'static str>,
    /// Who thinks, as a player text.
    pub player: &'static str,
}

/// Every study, the easiest first.
pub const STUDIES: &[Study] = &[
    Study {
        id: "minimax",
        game: "tictactoe",
        options: &[],
        position: Some("c2 b1 b3 a3 c3"),
        player: "minimax:depth=4",
    },
    Study {
        id: "alphabeta",
        game: "tictactoe",
        options: &[],
        position: Some("c2 b1 b3 a3 c3"),
        player: "alphabeta:depth=4,plain=on",
    },
    Study {
        id: "mcts",
        game: "tictactoe",
        options: &[],
        position: Some("c2 b1 b3 a3 c3"),
        player: "mcts:playouts=24",
    },
    Study { id: "rules", game: "connect4", options: &[], position: Some("4453"), player: "rules" },
    Study {
        id: "perfect",
        game: "connect4",
        options: &[],
        position: Some("44444152265617"),
        player: "perfect:table=64",
    },
    Study {
        id: "distance",
        game: "hex",
        options: &[("size", "4")],
        position: Some("c2 b3"),
        player: "distance:depth=1",
    },
    Study {
        id: "dijkstra",
        game: "hex",
        options: &[("size", "5")],
        position: Some("c3 b4"),
        player: "dijkstra:depth=1",
    },
    Study {
        id: "hexodus",
        game: "hex",
        options: &[("size", "4")],
        position: Some("b2 c2"),
        player: "hexodus:level=normal",
    },
    Study {
        id: "proof",
        game: "hex",
        options: &[("size", "5")],
        position: Some("a4"),
        player: "hexodus:level=master",
    },
    Study {
        id: "minimax-hex",
        game: "hex",
        options: &[("size", "3")],
        position: None,
        player: "minimax:depth=3",
    },
    Study {
        id: "alphabeta-hex",
        game: "hex",
        options: &[("size", "3")],
        position: None,
        player: "alphabeta:depth=3,plain=on",
    },
    Study {
        id: "mcts-hex",
        game: "hex",
        options: &[("size", "4")],
        position: Some("b3"),
        player: "mcts:playouts=30",
    },
    Study {
        id: "ants",
        game: "hex",
        options: &[("size", "4")],
        position: Some("b3"),
        player: "ants:ants=6,searches=8",
    },
    Study {
        id: "neural",
        game: "hex",
        options: &[("size", "8")],
        position: Some("d2 c3 d5"),
        player: "neural:level=full,looks=40",
    },
    Study {
        id: "strong",
        game: "arimaa",
        options: &[],
        position: Some("g [  rrr   h    r     e  h     E    C       R  r R   D    R        ]"),
        player: "strong:nodes=2000,table=16",
    },
];

impl Study {
    /// What it is called.
    pub fn title(&self) -> Text {
        Text::new(format!("study-{}", self.id))
    }

    /// What there is to see, in one sentence.
    pub fn about(&self) -> Text {
        Text::new(format!("study-{}-about", self.id))
    }

    /// What a game begins from that is at the position.
    pub fn start(&self) -> Start {
        let begun = Start { position: self.position.map(str::to_owned), ..Start::of(self.game) };
        self.options.iter().fold(begun, |start, (name, value)| start.with(name, *value))
    }

    /// The position, with the plies that led to it where it is given by those.
    pub fn line(&self) -> Result<AnyLine, Text> {
        self.start().reached()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ludoteca_words::languages;

    use super::*;
    use crate::{AnyWatch, Budget, Supply, machine};

    /// What a study is there for: one of its moments at least says so.
    const SHOWS: &[(&str, &str)] = &[
        ("alphabeta", "story-cut-max"),
        ("mcts", "mcts-choose"),
        ("rules", "story-rules-means"),
        ("perfect", "story-perfect-no"),
        ("distance", "spread-step"),
        ("dijkstra", "spread-end-both"),
        ("hexodus", "hsearch-bridge"),
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
                let on = story
                    .line_at(moment)
                    .into_iter()
                    .try_fold(line.clone(), |at, ply| at.play(&ply));
                assert!(on.is_ok(), "{} at {moment}: {on:?}", study.id);
            }
            for (_, id) in SHOWS.iter().filter(|(name, _)| *name == study.id) {
                let said = |moment: &crate::story::Moment| moment.sentence.id == *id;
                assert!(story.moments.iter().any(said), "{} has no {id}", study.id);
            }
            let texts = [study.title(), study.about(), story.sentence];
            for language in languages() {
                for text in &texts {
                    assert!(language.knows(&text.id), "{} in {}", text.id, language.code());
                }
            }
        }
    }
}
