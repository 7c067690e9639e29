//! Players of Arimaa by their texts.

use ludoteca_games::{Arimaa, Game, Position, params::Values};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Supply,
    arimaa::puzzles::{Aim, puzzles},
    machine,
};
use ludoteca_words::Lang;

#[test]
fn a_colony_that_looks_a_turn_ahead_finds_goals_that_no_reply_stops() {
    let in_two = puzzles().iter().filter(|puzzle| puzzle.aim == Aim::GoalInTwo);
    let mut solved = 0;
    for puzzle in in_two.take(5) {
        let mut ants = machine(Arimaa::NAME, "ants:ants=50,searches=350", &Supply::seeded(1))
            .expect("such a colony can be had");
        let side = Game::side(&puzzle.position);
        let mut position: Box<dyn Position> = Box::new(puzzle.position.clone());
        while position.side() == side && position.outcome().is_none() {
            let thought =
                ants.consider(position.as_ref(), &Budget::default(), AnyWatch::Nobody).unwrap();
            position.play(&thought.ply().unwrap()).unwrap();
        }
        let end = position.as_any().downcast_ref().expect("a position of Arimaa");
        solved += usize::from(puzzle.solved_by(end));
    }
    assert!(solved >= 3, "{solved}");
}

/// Plays what a player wants until the turn is over.
fn turn(player: &mut dyn AnyPlayer, begin: &Arimaa) -> (Box<dyn Position>, u64) {
    let side = Game::side(begin);
    let mut position: Box<dyn Position> = Box::new(begin.clone());
    let mut nodes = 0;
    while position.side() == side && position.outcome().is_none() {
        let thought =
            player.consider(position.as_ref(), &Budget::default(), AnyWatch::AtTheEnd).unwrap();
        nodes += thought.nodes;
        position.play(&thought.ply().unwrap()).unwrap();
    }
    (position, nodes)
}

#[test]
fn the_colony_of_the_thesis_chooses_among_whole_turns_and_wins_at_once_without_a_search() {
    let mut goals = puzzles().iter().filter(|puzzle| puzzle.aim == Aim::GoalInOne);
    let goal = goals.next().unwrap();
    let mut ants = machine(Arimaa::NAME, "ants:form=thesis", &Supply::seeded(1)).unwrap();
    let (end, nodes) = turn(ants.as_mut(), &goal.position);
    let winner = end.outcome().and_then(|outcome| outcome.winner);
    assert_eq!((winner, nodes), (Some(Game::side(&goal.position)), 0));
    let other = puzzles().iter().find(|puzzle| puzzle.aim != Aim::GoalInOne).unwrap();
    let mut few =
        machine(Arimaa::NAME, "ants:form=thesis,ants=4,searches=5", &Supply::seeded(1)).unwrap();
    let thought = few.consider(&other.position, &Budget::default(), AnyWatch::AtTheEnd).unwrap();
    // Every ant makes one move, which is a whole turn; the steps of the turn need no more.
    assert_eq!(thought.nodes, 4 * 5);
    let mut at: Box<dyn Position> = Box::new(other.position.clone());
    let line = &thought.lines[0].plies;
    assert_eq!(line.first(), thought.ply().as_ref());
    for ply in line {
        at.play(ply).unwrap();
    }
    assert_ne!(at.side(), Game::side(&other.position), "to the end of the turn");
    let plies = Position::plies(&other.position);
    assert!(thought.candidates.iter().all(|each| plies.contains(&each.ply)));
    let (_, nodes) = turn(few.as_mut(), &other.position);
    assert_eq!(nodes, 4 * 5, "once for the turn");
    // It sets up, and finds turns in the middle of one.
    let start = Arimaa::start(&Values::default()).unwrap();
    assert!(few.consider(&start, &Budget::default(), AnyWatch::Nobody).unwrap().ply().is_some());
}

#[test]
fn whole_turns_are_not_learned_before_the_game() {
    let refused = |words: &str| {
        let error = machine(Arimaa::NAME, words, &Supply::seeded(1)).map(|_| ()).unwrap_err();
        Lang::ENGLISH.say(&error.into())
    };
    assert!(refused("ants:moves=turns,learn=before").contains("learn=move"));
    assert!(refused("ants:form=thesis,learn=before").contains("learn=move"));
    machine(Arimaa::NAME, "ants:form=thesis,moves=steps,learn=before", &Supply::seeded(1)).unwrap();
}

#[test]
fn weights_are_keys_and_what_is_wrong_with_them_is_said() {
    let supply = Supply::seeded(1);
    let refused = |words| {
        Lang::ENGLISH.say(&machine("arimaa", words, &supply).map(|_| ()).unwrap_err().into())
    };
    assert!(refused("alphabeta:w1=heavy").contains("0 to 1,000"));
    assert!(refused("alphabeta:w5=1").contains("depth, limit, eval, w1, w2, w3, w4"));
    assert!(refused("minimax:limit=0").contains("1 to 1,000,000"));
    assert!(refused("minimax:eval=luck").contains("seed, none"));
    // All kinds of pieces, beside friends and enemies.
    let rows = [
        "r.r.rrr.", "rrdrccd.", ".h..mHh.", "RH..RC.R", "....EerR", ".C......", "..R.....",
        ".R.M....",
    ];
    let start = Arimaa::start(&Values::default()).unwrap();
    let board = format!("g [{}]", rows.concat().replace('.', " "));
    let position = Game::read_position(&start, &board).unwrap().into_position();
    for words in ["minimax:depth=1,w1=0.5,w3=2", "alphabeta:depth=1,eval=none,limit=5"] {
        let mut player = machine("arimaa", words, &supply).unwrap();
        let thought = player.consider(&position, &Budget::default(), AnyWatch::Nobody).unwrap();
        let ply = Game::read_ply(&position, &thought.ply().unwrap()).unwrap();
        assert_eq!(position.check(&ply), Ok(()));
    }
}
