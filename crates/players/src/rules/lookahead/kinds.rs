//! The players `minimax` and `alphabeta` of Connect Four: those of every game, which here can also
//! judge by rules.

use ludoteca_games::{
    Connect4,
    params::{Key, Kind, Values},
};
use ludoteca_text::{Text, text};

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
    let file = rules::file_key(FILE, "key-heuristic-file", Some("eval=rules"));
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
    // Who names a file of rules wants them used.
    let file = values.given("file");
    if file && values.given("eval") && eval != RULES {
        return Err(text!("file-other-eval", eval = eval));
    }
    Ok(values.given("level") || file || eval == RULES)
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

#[cfg(test)]
mod tests {
    use ludoteca_games::find;
    use ludoteca_words::Lang;

    use super::*;
    use crate::{AnyWatch, Budget, machine};

    #[test]
    fn keys_that_do_not_go_together_are_refused_with_what_would_be_right() {
        let refused = |words: &str| {
            Lang::ENGLISH
                .say(&machine("connect4", words, &Supply::seeded(1)).map(|_| ()).unwrap_err())
        };
        for player in ["minimax", "alphabeta"] {
            for (keys, right) in [
                ("level=2,depth=4", "level and depth"),
                ("level=0", "1 to 3"),
                ("level=4", "1 to 3"),
                ("level=2,eval=lines", "eval=lines"),
                ("eval=none,file=mine.txt", "eval=none"),
                ("level=2,file=mine.txt", "Files cannot be read here"),
                ("eval=luck", "lines, none, rules"),
            ] {
                let told = refused(&format!("{player}:{keys}"));
                assert!(told.contains(right), "{player}:{keys}: {told}");
            }
            for keys in ["level=1", "level=3,eval=rules", "depth=3,file=@rules", "eval=none"] {
                assert!(
                    machine("connect4", &format!("{player}:{keys}"), &Supply::seeded(1)).is_ok()
                );
            }
        }
        assert!(refused("alphabeta:prune=off").contains("prune"));
        assert!(refused("alphabeta:level=2,table=64").contains("leave table out"));
        assert!(refused("alphabeta:seed=2").contains("eval=rules"));
        let told =
            machine("tictactoe", "minimax:level=2", &Supply::seeded(1)).map(|_| ()).unwrap_err();
        assert!(Lang::ENGLISH.say(&told).contains("level"), "elsewhere nothing has changed");
    }

    #[test]
    fn a_level_is_so_many_turns_of_both_sides() {
        let read_file = |name: &str| {
            assert_eq!(name, "mine.txt");
            Ok("#O H 1\n# H\n##".to_owned())
        };
        let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
        let faulty = machine("connect4", "minimax:level=1,file=mine.txt", &supply).map(|_| ());
        assert!(Lang::ENGLISH.say(&faulty.unwrap_err()).contains("mine.txt has 2 errors"));
        let position = find("connect4").unwrap().begin([]).unwrap();
        for level in 1..=3 {
            for player in ["minimax", "alphabeta"] {
                let mut machine =
                    machine("connect4", &format!("{player}:level={level}"), &supply).unwrap();
                let watch = AnyWatch::Nobody;
                let thought =
                    machine.consider(position.as_ref(), &Budget::default(), watch).unwrap();
                assert_eq!(thought.depth, Some(2 * level));
            }
        }
    }
}
