//! The searches that rules of Connect Four guide, by their texts.

use ludoteca_games::find;
use ludoteca_players::{AnyWatch, Budget, Supply, machine};
use ludoteca_words::Lang;

#[test]
fn keys_that_do_not_go_together_are_refused_with_what_would_be_right() {
    let refused = |words: &str| {
        Lang::ENGLISH
            .say(&machine("connect4", words, &Supply::seeded(1)).map(|_| ()).unwrap_err().into())
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
            assert!(machine("connect4", &format!("{player}:{keys}"), &Supply::seeded(1)).is_ok());
        }
    }
    assert!(refused("alphabeta:prune=off").contains("prune"));
    assert!(refused("alphabeta:level=2,table=64").contains("leave table out"));
    assert!(refused("alphabeta:seed=2").contains("eval=rules"));
    let told = machine("tictactoe", "minimax:level=2", &Supply::seeded(1)).map(|_| ()).unwrap_err();
    assert!(Lang::ENGLISH.say(&told.into()).contains("level"), "elsewhere nothing has changed");
}

#[test]
fn a_level_is_so_many_turns_of_both_sides() {
    let read_file = |name: &str, _: usize| {
        assert_eq!(name, "mine.txt");
        Ok(b"#O H 1\n# H\n##".as_slice().into())
    };
    let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
    let faulty = machine("connect4", "minimax:level=1,file=mine.txt", &supply).map(|_| ());
    assert!(Lang::ENGLISH.say(&faulty.unwrap_err().into()).contains("mine.txt has 2 errors"));
    let position = find("connect4").unwrap().begin([]).unwrap();
    for level in 1..=3 {
        for player in ["minimax", "alphabeta"] {
            let mut machine =
                machine("connect4", &format!("{player}:level={level}"), &supply).unwrap();
            let watch = AnyWatch::Nobody;
            let thought = machine.consider(position.as_ref(), &Budget::default(), watch).unwrap();
            assert_eq!(thought.depth, Some(2 * level));
        }
    }
}
