//! Every game keeps its contract.

use ludoteca_games::{
    Arimaa, Breakthrough, Checkers, Connect4, GAMES, Game, Hex, TicTacToe,
    hex::Swap,
    params::Values,
    testing::{Sampler, Tree, Turns, conforms, conforms_in_turns, draw, split, win},
};
use ludoteca_words::languages;

#[test]
fn connect_four_keeps_its_contract() {
    conforms(&Connect4::default());
}

#[test]
fn tic_tac_toe_keeps_its_contract_on_every_board() {
    for (size, line) in [(3, 3), (5, 5), (5, 4)] {
        conforms(&TicTacToe::new(size, line).unwrap());
    }
}

#[test]
fn hex_keeps_its_contract_on_small_and_large_boards_with_every_swap() {
    for swap in [Swap::None, Swap::Pieces, Swap::Sides] {
        for size in [1, 2, 3, 5] {
            conforms(&Hex::new(size, swap).unwrap());
        }
    }
    conforms(&Hex::new(11, Swap::Pieces).unwrap());
}

#[test]
fn arimaa_keeps_its_contract() {
    conforms(&Arimaa::default());
}

#[test]
fn checkers_keeps_its_contract() {
    conforms(&Checkers::default());
}

#[test]
fn checkers_keeps_its_contract_where_kings_roam() {
    let kings = "B:W31,K18,K27:B2,K10,K21";
    conforms(&Checkers::default().read_position(kings).unwrap().into_position());
}

#[test]
fn breakthrough_keeps_its_contract_on_every_board() {
    for size in 4..=8 {
        conforms(&Breakthrough::new(size).unwrap());
    }
}

#[test]
fn the_sampler_keeps_its_contract() {
    conforms(&Sampler::default());
}

#[test]
fn made_up_trees_keep_their_contract() {
    for seed in 0..4 {
        conforms(&Tree::grown(seed));
        conforms(&Tree::grown_together(seed));
    }
    use ludoteca_games::Side::{First, Second};
    conforms(&Tree::of(split(First, [draw(), split(First, [win(First), win(Second)])])));
}

#[test]
fn whole_turns_keep_the_contract_as_far_as_it_goes() {
    conforms_in_turns(&Turns(Sampler::default()));
    conforms_in_turns(&Turns(Connect4::default()));
    conforms_in_turns(&Turns(Tree::grown_together(5)));
}

#[test]
fn whole_turns_of_a_game_that_alternates_are_its_plies() {
    conforms(&Turns(Connect4::default()));
    conforms(&Turns(TicTacToe::new(3, 3).unwrap()));
}

#[test]
fn a_turn_of_the_sampler_is_all_its_steps() {
    let mut whole = Turns(Sampler::default());
    let mut steps = Sampler::default();
    for turn in ["Rb1,Ta1", "Rd3,Tc4", "b1c1,c1c2", "d3d2,end"] {
        let ply = whole.read_ply(turn).unwrap();
        whole.play(&ply).unwrap();
        for step in turn.split(',') {
            let ply = steps.read_ply(step).unwrap();
            steps.play(&ply).unwrap();
        }
        assert_eq!(whole.0, steps);
    }
}

#[test]
fn every_game_has_a_title_and_a_description_in_every_language() {
    for game in GAMES {
        for language in languages() {
            for id in [format!("game-{}", game.name), format!("game-{}-about", game.name)] {
                assert!(language.knows(&id), "{id} in {}", language.code());
            }
        }
        assert!(game.begin([]).is_ok(), "{}", game.name);
    }
}

#[test]
fn made_up_games_begin_by_their_options() {
    let options = Tree::options();
    let values = Values::read("tree", &options, [("seed", "7"), ("together", "on")]).unwrap();
    assert_eq!(Tree::start(&values).unwrap(), Tree::grown_together(7));
    assert_eq!(Sampler::start(&Values::default()).unwrap(), Sampler::default());
}

#[test]
fn a_game_with_options_begins_with_them() {
    fn begins_as_it_is<G: Game>(start: G) {
        assert!(start.beginning() == start, "{start:?}");
    }
    (4..=8).for_each(|size| begins_as_it_is(Breakthrough::new(size).unwrap()));
    for swap in [Swap::None, Swap::Pieces, Swap::Sides] {
        begins_as_it_is(Hex::new(7, swap).unwrap());
    }
    for (size, line) in [(3, 3), (5, 5), (5, 4)] {
        begins_as_it_is(TicTacToe::new(size, line).unwrap());
    }
    begins_as_it_is(Tree::grown_together(7));
}
