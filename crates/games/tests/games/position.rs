//! Positions with their type erased.

use ludoteca_games::{Connect4, Game, Position, Side, TicTacToe, find, visit};
use ludoteca_words::Lang;

fn after(game: &str, plies: &str) -> Box<dyn Position> {
    let mut position = find(game).unwrap().begin([]).unwrap();
    plies.split_whitespace().for_each(|ply| drop(position.play(ply).unwrap()));
    position
}

#[test]
fn a_ply_in_words_is_played_or_changes_nothing() {
    let mut position = after("connect4", "4 4 4 4 4 4");
    let key = position.key();
    assert_eq!(Lang::ENGLISH.say(&position.play("4").unwrap_err()), "Column 4 is full.");
    assert_eq!(position.key(), key);
    let done = position.play(" 3 ").unwrap();
    assert_eq!((done.ply.as_str(), done.lands()), ("3", Some(2)));
    assert_eq!(position.side(), Side::Second);
}

#[test]
fn a_copy_goes_its_own_way() {
    let position = after("tictactoe", "b2");
    let mut copy = position.clone();
    copy.play("a1").unwrap();
    assert_eq!(position.plies().len(), 8);
    assert_eq!(copy.plies().len(), 7);
    assert!(copy.as_any().is::<TicTacToe>());
}

#[test]
fn a_read_position_is_where_it_begins_and_what_was_played() {
    let start = after("connect4", "");
    let line = start.read_position("44 35").unwrap();
    let (begin, plies) = (line.start().position().boxed(), line.plies());
    assert_eq!(begin.key(), start.key());
    assert_eq!(plies, ["4", "4", "3", "5"]);
    let rows = "......./......./......./......./...O.../..XXO..";
    let line = start.read_position(rows).unwrap();
    let (begin, plies) = (line.start().position().boxed(), line.plies());
    assert_eq!(begin.key(), after("connect4", "4 4 3 5").key());
    assert!(plies.is_empty());
}

#[test]
fn random_games_are_the_same_for_the_same_seed_and_add_up() {
    for game in ["connect4", "tictactoe"] {
        let position = after(game, "");
        let run = |seed| position.playouts(seed, &mut |tally| tally.games < 20_000);
        let tally = run(1);
        assert_eq!(tally, run(1));
        assert_ne!(tally, run(2));
        assert!((20_000..30_000).contains(&tally.games));
        assert_eq!(tally.results.iter().sum::<u64>(), tally.games);
        assert!(tally.plies > 5 * tally.games);
    }
}

#[test]
fn whoever_counts_random_games_is_asked_first_and_often() {
    let position = after("connect4", "");
    assert_eq!(position.playouts(1, &mut |_| false).games, 0);
    let mut asked = Vec::new();
    position.playouts(1, &mut |tally| {
        asked.push(*tally);
        asked.len() < 5
    });
    for pair in asked.windows(2) {
        assert!(pair[1].games > pair[0].games);
        assert!(pair[1].plies - pair[0].plies < 101_000);
    }
}

#[test]
fn random_games_from_the_end_are_over_before_they_begin() {
    let position = after("tictactoe", "b2 a1 c1 b1 a3");
    let tally = position.playouts(1, &mut |tally| tally.games == 0);
    assert!(tally.games > 0);
    assert_eq!((tally.plies, tally.results), (0, [tally.games, 0, 0]));
}

/// How likely the first side, the second and nobody wins when all plies are equally likely.
fn shares(position: &dyn Position) -> [f64; 3] {
    if let Some(outcome) = position.outcome() {
        let mut shares = [0.0; 3];
        shares[outcome.winner.map_or(2, Side::index)] = 1.0;
        return shares;
    }
    let plies = position.plies();
    let mut sum = [0.0; 3];
    for ply in &plies {
        let mut next = position.boxed();
        next.play(ply).unwrap();
        let shares = shares(&*next);
        (0..3).for_each(|result| sum[result] += shares[result] / plies.len() as f64);
    }
    sum
}

#[test]
fn random_tic_tac_toe_is_won_as_often_as_its_tree_says() {
    let position = after("tictactoe", "b2 a1");
    let tally = position.playouts(3, &mut |tally| tally.games < 400_000);
    for (won, share) in tally.results.into_iter().zip(shares(&*position)) {
        let n = tally.games as f64;
        let sigma = (share * (1.0 - share) / n).sqrt();
        assert!((won as f64 / n - share).abs() < 5.0 * sigma, "{share} in {tally:?}");
    }
}

#[test]
fn a_game_is_found_by_its_name_with_its_type() {
    struct Name;
    impl ludoteca_games::GameVisitor for Name {
        type Out = &'static str;
        fn visit<G: Game>(self) -> &'static str {
            std::any::type_name::<G>()
        }
    }
    assert_eq!(visit("connect4", Name).unwrap(), std::any::type_name::<Connect4>());
    assert!(visit("nothing", Name).is_err());
}
