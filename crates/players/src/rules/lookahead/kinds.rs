//! The players `minimax` and `alphabeta` of Connect Four: those of every game, which here can also
//! judge by rules.

use ludoteca_games::{
    Connect4,
    params::{Key, Kind, Values},
};
use ludoteca_words::{Text, text};

use super::{Judge, Lookahead};
use crate::{
    Erased, Level, Make, PlayerKind, Supply, alphabeta as every_alphabeta, evaluations,
    minimax as every_minimax,
    registry::{seed_key, seed_of},
    rules,
};

/// The evaluation that is a file of rules.
const RULES: &str = "rules";
const FILE: &str = "@heuristic";
/// A level is so many turns of both sides.
const MOST_LEVEL: i64 = 3;

/// Connect Four's `minimax`. Pruning is on as long as nobody wants to see it without.
pub(crate) fn minimax() -> PlayerKind<Connect4> {
    let prune = Key::new("prune", Kind::Switch, "key-prune").or(true);
    let names = ["level-beginner", "level-casual", "level-club"];
    let level = |(at, name)| Level { name, keys: format!("level={}", at + 1) };
    PlayerKind {
        levels: names.into_iter().enumerate().map(level).collect(),
        ..taught(every_minimax::kind(), [prune], |values, supply| {
            let judge = if judges_by_rules(values)? {
                Judge::Rules(book(values, supply)?)
            } else {
                Judge::Evaluation(evaluations::chosen(values))
            };
            Ok(seated(judge, values.switch("prune"), values, supply))
        })
    }
}

/// Connect Four's `alphabeta`. Only with rules is anything left to chance, and only without them is
/// there a table.
pub(crate) fn alphabeta() -> PlayerKind<Connect4> {
    taught(every_alphabeta::kind(), [seed_key()], |values, supply| {
        let by_rules = judges_by_rules(values)?;
        match (by_rules, values.given("seed"), values.given("table")) {
            (true, _, true) => Err(text!("table-with-rules")),
            (false, true, _) => Err(text!("seed-without-rules")),
            (true, ..) => Ok(seated(Judge::Rules(book(values, supply)?), true, values, supply)),
            (false, ..) => (every_alphabeta::kind::<Connect4>().make)(values, supply),
        }
    })
}

/// A player of every game with the keys for rules, and some more.
fn taught(
    mut kind: PlayerKind<Connect4>,
    more: impl IntoIterator<Item = Key>,
    make: Make,
) -> PlayerKind<Connect4> {
    let level = Key::new("level", Kind::Int(1, MOST_LEVEL), "key-turns");
    let file = Key::new("file", Kind::Words, "key-heuristic-file").or(FILE);
    let mut keys = Vec::new();
    for mut key in kind.keys {
        match (key.name, &mut key.kind) {
            ("depth", _) => keys.extend([key, level.clone()]),
            ("eval", Kind::Choice(all)) => {
                all.push(RULES);
                keys.extend([key, file.clone()]);
            }
            _ => keys.push(key),
        }
    }
    keys.extend(more);
    kind.keys = keys;
    PlayerKind { make, ..kind }
}

/// Whether rules are asked for; an error says which keys do not go together.
fn judges_by_rules(values: &Values) -> Result<bool, Text> {
    let eval = values.word("eval").unwrap_or_default();
    if values.given("level") && values.given("depth") {
        return Err(text!("level-and-depth"));
    }
    if values.given("level") && values.given("eval") && eval != RULES {
        return Err(text!("level-other-eval", eval = eval));
    }
    let by_rules = values.given("level") || eval == RULES;
    if values.given("file") && !by_rules {
        return Err(text!("file-other-eval", eval = eval));
    }
    Ok(by_rules)
}

fn book(values: &Values, supply: &Supply<'_>) -> Result<rules::RuleBook, Text> {
    rules::open(values.word("file").unwrap_or(FILE), supply.read_file)
}

fn seated(
    judge: Judge,
    prune: bool,
    values: &Values,
    supply: &Supply<'_>,
) -> Box<dyn crate::AnyPlayer> {
    let turns = values.int("level").map(|level| 2 * level);
    let depth = turns.or(values.int("depth")).map(|depth| depth as u32);
    Erased::<Connect4, _>::boxed(Lookahead::new(depth, judge, prune, seed_of(values, supply)))
}
