//! The players `minimax` and `alphabeta` of Connect Four: those of every game, which here can also
//! judge by rules.

use ludoteca_games::Connect4;

use super::{Judge, Lookahead};
use crate::{
    Form, Player, PlayerError, PlayerKind, alphabeta as every_alphabeta,
    evaluations::EvaluationKind,
    kind::levels_called,
    played::evaluations,
    rules::{self, MOST_BYTES, Rule, RuleBook},
};

/// The evaluation that is a file of rules.
const RULES: &str = "rules";
/// A level is so many turns of both sides.
const MOST_LEVEL: i64 = 3;

/// How boards are to be judged.
#[derive(Debug, PartialEq)]
enum Judged {
    ByRules(Vec<Rule>),
    By(EvaluationKind<Connect4>),
}

/// What is asked of whoever wants a [`Lookahead`].
#[derive(Debug, PartialEq)]
struct Settings {
    depth: Option<u32>,
    judged: Judged,
    prune: bool,
}

/// What is asked of whoever wants `alphabeta`: only with rules is anything left to chance, and only
/// without them is there a table.
#[derive(Debug, PartialEq)]
enum Pruned {
    ByRules(Settings),
    By(every_alphabeta::Settings<Connect4>),
}

/// What both players are asked about rules, before it is known to go together.
struct Asked {
    turns: Option<u32>,
    /// None is a file of rules.
    evaluation: Option<EvaluationKind<Connect4>>,
    file: String,
}

/// Connect Four's `minimax`. Pruning is on as long as nobody wants to see it without.
pub(crate) fn minimax() -> PlayerKind<Connect4> {
    let read = |form: &mut Form<'_>| {
        let depth = form.whole("depth", 1..=99, "key-depth").or(4);
        let asked = Asked::read(form);
        let prune = form.switch("prune", "key-prune").or(true);
        Ok(Settings {
            depth: Some(asked.depth().unwrap_or(depth)),
            judged: asked.judged(form)?,
            prune,
        })
    };
    PlayerKind::by_chance("minimax", read, Settings::build)
        .with_levels(levels_called("level", ["level-turns-1", "level-turns-2", "level-turns-3"]))
        .telling("depth=2,prune=off")
}

/// Connect Four's `alphabeta`.
pub(crate) fn alphabeta() -> PlayerKind<Connect4> {
    let read = |form: &mut Form<'_>| {
        let depth = every_alphabeta::depth_asked(form);
        let asked = Asked::read(form);
        let megabytes = every_alphabeta::table_asked(form);
        let plain = every_alphabeta::plain_asked(form);
        match asked.judged(form)? {
            Judged::ByRules(_) if form.given("table") => Err(PlayerError::TableWithRules),
            Judged::By(_) if form.given("seed") => Err(PlayerError::SeedWithoutRules),
            Judged::By(evaluation) => {
                Ok(Pruned::By(every_alphabeta::Settings { depth, evaluation, megabytes, plain }))
            }
            judged => {
                let depth = asked.depth().or(depth);
                Ok(Pruned::ByRules(Settings { depth, judged, prune: true }))
            }
        }
    };
    PlayerKind::by_chance("alphabeta", read, |pruned, seed| -> Box<dyn Player<Connect4>> {
        match pruned {
            Pruned::ByRules(settings) => Box::new(settings.build(seed)),
            Pruned::By(settings) => settings.build(),
        }
    })
    .with_levels(every_alphabeta::levels())
    .telling("depth=3,plain=on")
}

impl Settings {
    fn build(&self, seed: u64) -> Lookahead {
        let judge = match &self.judged {
            Judged::ByRules(rules) => Judge::Rules(RuleBook::new(rules.clone())),
            Judged::By(evaluation) => Judge::Evaluation(evaluation.make()),
        };
        Lookahead::new(self.depth, judge, self.prune, seed)
    }
}

impl Asked {
    fn read(form: &mut Form<'_>) -> Asked {
        let turns = form.whole("level", 1..=MOST_LEVEL, "key-turns").optional();
        let all = evaluations::<Connect4>();
        let usual = all.first().cloned();
        let named = all.into_iter().map(|each| (each.name, Some(each))).chain([(RULES, None)]);
        let evaluation = form.choice("eval", named, "key-eval").or(usual);
        let files = rules::file_kind(Some("eval=rules"));
        let file = form.file("file", files, "key-heuristic-file").or("@heuristic".to_owned());
        Asked { turns, evaluation, file }
    }

    /// Plies to look ahead, where turns are given.
    fn depth(&self) -> Option<u32> {
        self.turns.map(|turns| 2 * turns)
    }

    /// How to judge; an error says which keys do not go together.
    fn judged(&self, form: &Form<'_>) -> Result<Judged, PlayerError> {
        if form.given("level") && form.given("depth") {
            return Err(PlayerError::LevelAndDepth);
        }
        // Who names a level or a file of rules wants rules to be used.
        let by_rules = form.given("level") || form.given("file");
        match &self.evaluation {
            Some(other) if by_rules && form.given("eval") => {
                let eval = other.name;
                Err(match form.given("level") {
                    true => PlayerError::LevelWithoutRules { eval },
                    false => PlayerError::FileWithoutRules { eval },
                })
            }
            Some(evaluation) if !by_rules => Ok(Judged::By(evaluation.clone())),
            _ => {
                let read = |name: &str| form.read_text(name, MOST_BYTES);
                Ok(Judged::ByRules(rules::open(&self.file, read)?))
            }
        }
    }
}
