//! Every player of every game by its text.

use ludoteca_games::{Arimaa, GAMES, GameTree, Hex, tree::Start};
use ludoteca_players::{
    AnyWatch, Budget, ENGINE, Erased, PlayerError, Program, Random, Seat, Supply, adviser,
    at_its_best, exact, in_slow_motion, machine, players, reviewer, seat, settings, thought::Value,
};
use ludoteca_text::Text;
use ludoteca_words::{Lang, languages};

#[test]
fn every_player_and_every_level_can_be_seated_and_is_explained_in_every_language() {
    for game in GAMES {
        for player in players(game.name).unwrap() {
            if player.needs.is_none() {
                seat(game.name, player.name, &Supply::seeded(1)).map(|_| ()).unwrap();
            }
            for level in &player.levels {
                let words = format!("{}:{}", player.name, level.keys);
                seat(game.name, &words, &Supply::seeded(1)).map(|_| ()).unwrap();
            }
            let keys = player.keys.iter().map(|key| key.help);
            let levels = player.levels.iter().map(|level| level.name);
            for id in keys.chain(levels).chain([player.help.as_str()]) {
                for language in languages() {
                    assert!(language.knows(id), "{id} in {}", language.code());
                }
            }
        }
    }
}

#[test]
fn who_is_exact_proves_the_middle_of_a_game() {
    for (game, plies) in [("connect4", "4444445526"), ("tictactoe", "a1 b2")] {
        let name = exact(game).unwrap();
        assert!(reviewer(game).starts_with(name), "{game}");
        let start = Start::of(game).at(plies);
        let tree = GameTree::begin(start).unwrap();
        let mut player = machine(game, name, &Supply::seeded(1)).unwrap();
        let budget = Budget::nodes(50_000_000);
        let thought = player.consider(tree.position(), &budget, AnyWatch::Nobody).unwrap();
        assert!(matches!(thought.value, Value::Proved { .. }), "{game}");
    }
    assert_eq!(exact("hex"), None);
    assert!(reviewer("hex").starts_with("neural"));
}

#[test]
fn what_was_read_is_written_back_and_read_again_as_the_same() {
    let read = |game: &str, words: &str| settings(game, words, &Supply::seeded(1)).unwrap();
    for game in GAMES {
        for player in players(game.name).unwrap() {
            for level in &player.levels {
                let one = read(game.name, &format!("{}:{}", player.name, level.keys));
                let other = read(game.name, &one.to_string());
                assert_eq!((&one, one.to_string()), (&other, other.to_string()));
                assert_eq!((one.name(), one.game()), (player.name, game.name));
            }
        }
    }
    let written = |words| read("connect4", words).to_string();
    assert_eq!(
        written("mcts:seed=1, explore=0.50,playouts=20"),
        "mcts:playouts=20,explore=0.5,seed=1"
    );
    assert_eq!(read("connect4", "mcts"), read("connect4", "mcts:threads=1"), "as by default");
    assert_ne!(read("connect4", "mcts"), read("connect4", "mcts:seed=1"));
    assert_ne!(read("connect4", "mcts"), read("hex", "mcts"));
    assert_ne!(read("connect4", "minimax:depth=4"), read("connect4", "minimax:level=2"));
}

#[test]
fn files_with_the_same_rules_make_the_same_settings_and_others_do_not() {
    let read = |file: &'static str| {
        let read_file = |_: &str, _: usize| Ok(file.as_bytes().into());
        let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
        settings("connect4", "rules:file=mine.txt", &supply)
    };
    assert_eq!(read("#OE HVD 10"), read("#OE\tDVH +10"));
    assert_ne!(read("#OE HVD 10"), read("#OE HVD 11"));
    let read_file = |_: &str, _: usize| Ok([0xff, 0xfe].as_slice().into());
    let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
    let told = settings("connect4", "rules:file=mine.bin", &supply).unwrap_err();
    assert_eq!(told, PlayerError::NoText { file: "mine.bin".to_owned() });
}

#[test]
fn whoever_could_take_all_memory_is_read_without_taking_any() {
    // Each of these would take more than there is if it were built, and all of them together.
    for (game, words) in [
        ("connect4", "perfect:table=65536"),
        ("connect4", "ants:table=65536"),
        ("hex", "alphabeta:table=4096"),
        ("arimaa", "strong:table=900"),
    ] {
        for seed in 0..1000 {
            settings(game, words, &Supply::seeded(seed)).unwrap();
        }
    }
}

#[test]
fn what_is_wrong_with_a_player_text_is_said_with_what_would_be_right() {
    let refused = |words| {
        Lang::ENGLISH
            .say(&seat("connect4", words, &Supply::seeded(1)).map(|_| ()).unwrap_err().into())
    };
    for (words, right) in [
        ("nobody", "human, random, ants, minimax, alphabeta, mcts, rules, neural, perfect"),
        ("mcts:speed=3", "playouts, explore, threads, eval, seed"),
        ("mcts:eval=none", "playouts, lines"),
        ("minimax:depth=0", "1 to 99"),
        ("minimax:depth=deep", "1 to 99"),
        ("alphabeta:eval=luck", "lines, none"),
        ("human:name=me", "human"),
        ("random:seed=1,seed=2", "seed"),
        ("rules:level=4", "1 to 3"),
        ("rules:file=mine.txt", "mine.txt"),
    ] {
        assert!(refused(words).contains(right), "{words}: {}", refused(words));
    }
    assert!(seat("chess", "random", &Supply::seeded(1)).is_err());
}

#[test]
fn a_file_of_rules_is_read_from_outside_and_one_with_errors_is_not_used() {
    let seated = |file: &'static str| {
        let read_file = |name: &str, _: usize| {
            assert_eq!(name, "mine.txt");
            Ok(file.as_bytes().into())
        };
        let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
        machine("connect4", "rules:file=mine.txt", &supply).map(|_| ())
    };
    assert_eq!(seated("#OE HVD 10"), Ok(()));
    assert_eq!(
        Lang::ENGLISH.say(&seated("# H 1\n# H\n##").unwrap_err().into()),
        "mine.txt has 2 errors, so its rules are not used. The first: Line 2, column 4: found \
         “end of line”, expected H, V or D, or a space and the value. ludoteca rules check \
         lists them all."
    );
}

#[test]
fn another_program_is_asked_of_the_outside_and_never_for_advice() {
    let refused = |words, supply: &Supply<'_>| {
        Text::from(seat("hex", words, supply).map(|_| ()).unwrap_err()).id.into_owned()
    };
    let nobody = Supply::seeded(1);
    assert_eq!(refused("engine", &nobody), "engine-no-command");
    assert_eq!(refused("engine:cmd=\" \"", &nobody), "engine-no-command");
    assert_eq!(refused("engine:cmd=mohex", &nobody), "no-engines-here");
    let start = |program: &Program<'_>| {
        let wait = std::time::Duration::from_millis(500);
        let wishes = ["param_mohex max_time 1", "param_mohex ponder 0"].map(str::to_owned);
        let wanted = Program { game: "hex", command: "mohex --quiet", wait, wishes: &wishes };
        assert_eq!(*program, wanted);
        Ok(Erased::<Hex, _>::boxed(Random::new(1)))
    };
    let supply = Supply { engine: &start, ..nobody };
    for send in [
        "send=\"param_mohex max_time 1; param_mohex ponder 0\"",
        "send=\"param_mohex max_time 1\",send=\"param_mohex ponder 0;\"",
    ] {
        let words = format!("engine:cmd=\"mohex --quiet\",wait=0.5,{send}");
        let settings = settings("hex", &words, &supply).unwrap();
        assert_eq!(seat("hex", &settings.to_string(), &supply), Ok(Seat::Machine(settings)));
    }
    let told = seat("connect4", "engine:cmd=x", &supply).err();
    assert!(matches!(told, Some(PlayerError::Unknown { .. })), "{told:?}");
    assert!(GAMES.iter().all(|game| adviser(game.name) != ENGINE));
}

#[test]
fn whoever_is_asked_for_advice_does_its_best() {
    assert_eq!(at_its_best("hex", adviser("hex")), "neural:level=full");
    for words in ["hexodus:level=normal", "random", "nobody"] {
        assert_eq!(at_its_best("hex", words), words);
    }
    for game in GAMES {
        let words = at_its_best(game.name, adviser(game.name));
        settings(game.name, &words, &Supply::seeded(1)).unwrap();
    }
}

#[test]
fn whoever_tells_a_story_has_keys_that_keep_it_short() {
    let mut tellers = 0;
    for game in GAMES {
        for player in players(game.name).unwrap() {
            let words = in_slow_motion(game.name, player.name);
            assert_eq!(words.is_some(), player.tells.is_some());
            // Who needs a net as well is told so.
            if let Some(words) = words.filter(|_| player.needs.is_none()) {
                tellers += 1;
                settings(game.name, &words, &Supply::seeded(1)).unwrap();
            }
        }
    }
    assert!(tellers > 0);
    let chosen = Some("minimax:depth=1".to_owned());
    assert_eq!(in_slow_motion("tictactoe", "minimax:depth=1"), chosen, "whoever knows better");
    for words in ["random", "human", "nobody", "minimax:depth"] {
        assert_eq!(in_slow_motion("tictactoe", words), None);
    }
}

#[test]
fn options_of_a_program_are_given_one_by_one_by_their_names() {
    let start = |program: &Program<'_>| {
        assert_eq!(program.wishes, ["hash=200", "book=none"]);
        Ok(Erased::<Arimaa, _>::boxed(Random::new(1)))
    };
    let supply = Supply { engine: &start, ..Supply::seeded(1) };
    let read = |words: &str| settings("arimaa", words, &supply);
    let settings = read("engine:cmd=sharp,option.hash=200,option.book=none").unwrap();
    assert_eq!(settings.to_string(), "engine:cmd=sharp,option=\"hash=200; book=none\"");
    assert_eq!(read(&settings.to_string()), Ok(settings));
    assert_eq!(Text::from(read("engine:cmd=sharp,option.=1").unwrap_err()).id, "key-unknown");
    assert_eq!(Text::from(read("mcts:seed.x=1").unwrap_err()).id, "key-unknown");
}
