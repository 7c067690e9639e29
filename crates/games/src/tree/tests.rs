//! The tree on small games.

use super::*;

fn begin(game: &str, position: &str) -> GameTree {
    GameTree::begin(Start::of(game).at(position)).unwrap()
}

/// The plies to every end of a line, the main line first.
fn lines(tree: &GameTree) -> Vec<String> {
    let ends = tree.walk().filter(|at| tree.node(*at).next().is_empty());
    ends.map(|at| tree.node(at).line().plies().join(" ")).collect()
}

#[test]
fn playing_at_a_past_position_keeps_what_came_after_as_a_variation() {
    let mut tree = begin("connect4", "4433");
    assert_eq!(tree.at(), 4);
    tree.undo().unwrap();
    tree.undo().unwrap();
    assert_eq!((tree.plies().len(), tree.at()), (4, 2));
    tree.redo().unwrap();
    tree.play("7").unwrap();
    assert_eq!(tree.plies(), ["4", "4", "3", "7"]);
    assert_eq!(tree.redo().unwrap_err(), TreeError::NothingToRedo);
    assert_eq!(lines(&tree), ["4 4 3 7", "4 4 3 3"]);
    tree.undo().unwrap();
    tree.play("3").unwrap();
    assert_eq!(lines(&tree), ["4 4 3 3", "4 4 3 7"], "an old ply is entered, not doubled");
    assert_eq!(tree.nodes().len(), 6);
}

#[test]
fn the_game_stops_where_it_was_played_to_even_if_it_went_on_once() {
    let mut tree = begin("connect4", "4433");
    tree.go_to_ply(0).unwrap();
    tree.play("4").unwrap();
    assert_eq!((tree.plies(), tree.nodes().len()), (vec!["4".to_owned()], 5));
    assert_eq!(lines(&tree), ["4 4 3 3"]);
    assert_eq!(tree.redo().unwrap_err(), TreeError::NothingToRedo);
    tree.play("4").unwrap();
    assert_eq!((tree.length(), tree.nodes().len()), (2, 5));
}

#[test]
fn a_refused_ply_changes_nothing_and_says_why() {
    let mut tree = begin("connect4", "444444");
    tree.undo().unwrap();
    tree.redo().unwrap();
    let full = text!("column-full", column = 4);
    assert_eq!(tree.play("4").unwrap_err(), TreeError::Refused(full));
    assert_eq!(Text::from(tree.add(2, "9").unwrap_err()).id, "not-a-column");
    assert_eq!((tree.at(), tree.nodes().len()), (6, 7));
}

#[test]
fn an_early_end_stops_the_game_and_can_be_taken_back() {
    let mut tree = begin("tictactoe", "b2 a1 c3");
    tree.go_to_ply(1).unwrap();
    tree.resign(Side::Second).unwrap();
    assert_eq!(tree.ended().unwrap(), End::Resigned(Side::Second));
    assert_eq!((tree.plies(), lines(&tree)), (vec!["b2".to_owned()], vec!["b2 a1 c3".to_owned()]));
    assert_eq!(tree.play("a1").unwrap_err(), TreeError::Over);
    assert_eq!(tree.finish(End::Agreed).unwrap_err(), TreeError::Over);
    tree.go_to_ply(0).unwrap();
    assert_eq!((tree.ended_here(), tree.ended().is_some()), (None, true));
    tree.redo().unwrap();
    tree.undo().unwrap();
    assert_eq!((tree.ended(), tree.at()), (None, 1));
    tree.play("a1").unwrap();
    assert_eq!(tree.length(), 2);
}

#[test]
fn the_board_knows_better_than_an_early_end() {
    let mut over = begin("connect4", "1212121");
    over.end_early(End::Resigned(Side::First));
    assert_eq!(over.ended().unwrap().winner(), Some(Side::First));
    assert_eq!(over.ended().unwrap().kind(), "board");
    let mut open = begin("connect4", "12");
    open.end_early(End::Unsaid(Side::First));
    assert_eq!(open.ended().unwrap().winner(), Some(Side::Second));
    let aside = open.add(open.last(), "3").unwrap();
    assert_eq!((open.length(), open.early()), (2, Some(&End::Unsaid(Side::First))));
    open.go_to(aside).unwrap();
    open.play("3").unwrap();
    assert_eq!((open.length(), open.ended()), (4, None), "it went on");
}

#[test]
fn taking_back_keeps_what_was_taken_back_as_a_variation() {
    let mut tree = begin("connect4", "443");
    tree.take_back().unwrap();
    assert_eq!((tree.at(), tree.plies().len(), tree.nodes().len()), (2, 2, 4));
    tree.play("5").unwrap();
    assert_eq!(lines(&tree), ["4 4 5", "4 4 3"]);
    (0..3).for_each(|_| tree.take_back().unwrap());
    assert_eq!(tree.take_back().unwrap_err(), TreeError::NothingToUndo);
    assert_eq!(tree.nodes().len(), 5);
}

#[test]
fn what_was_taken_back_is_put_back_until_something_else_is_played() {
    let mut tree = begin("connect4", "443");
    assert_eq!(tree.put_back().unwrap_err(), TreeError::NothingToRedo);
    (0..2).for_each(|_| tree.take_back().unwrap());
    let tried = tree.explore(tree.last(), "1").unwrap();
    tree.go_to(tried).unwrap();
    assert!(tree.taken_back(), "trying changes nothing of the game");
    (0..2).for_each(|_| tree.put_back().unwrap());
    assert_eq!((tree.plies().join(" "), tree.cursor()), ("4 4 3".to_owned(), 3));
    assert!(!tree.taken_back());
    tree.take_back().unwrap();
    tree.play("7").unwrap();
    assert_eq!(tree.put_back().unwrap_err(), TreeError::NothingToRedo);
    tree.take_back().unwrap();
    let seven = tree.node(tree.last()).next()[0];
    tree.detach(seven).unwrap();
    assert!(!tree.taken_back(), "what was deleted does not come back into the game");
}

#[test]
fn going_forward_follows_the_line_last_visited() {
    let mut tree = begin("connect4", "4433");
    let aside = tree.add(2, "1").unwrap();
    let deep = tree.add(aside, "2").unwrap();
    tree.go_to(deep).unwrap();
    assert_eq!(tree.shown_line(), [1, 2, aside, deep]);
    tree.undo().unwrap();
    tree.undo().unwrap();
    assert_eq!((tree.cursor(), tree.shown_line().len()), (2, 4));
    tree.redo().unwrap();
    assert_eq!(tree.cursor(), aside);
    tree.go_to_ply(4).unwrap();
    assert_eq!(tree.cursor(), deep);
    assert_eq!(tree.redo().unwrap_err(), TreeError::NothingToRedo);
    tree.go_to(3).unwrap();
    tree.undo().unwrap();
    tree.redo().unwrap();
    assert_eq!(tree.cursor(), 3);
    assert_eq!(tree.plies(), ["4", "4", "3", "3"], "the game is what it was");
    assert_eq!(tree.go_to(99).unwrap_err(), TreeError::NoSuchNode(99));
    assert_eq!(tree.go_to_ply(5).unwrap_err(), TreeError::NoSuchPly { at: 5, plies: 4 });
}

#[test]
fn what_is_explored_at_the_end_of_a_game_is_not_part_of_it() {
    let mut tree = begin("connect4", "44");
    let tried = tree.explore(2, "1").unwrap();
    assert_eq!((tree.last(), tree.length()), (2, 2));
    tree.go_to(tried).unwrap();
    tree.undo().unwrap();
    tree.redo().unwrap();
    assert_eq!(tree.cursor(), tried);
    tree.go_to(2).unwrap();
    tree.play("7").unwrap();
    assert_eq!(lines(&tree), ["4 4 7", "4 4 1"]);
}

#[test]
fn a_variation_is_promoted_and_made_the_main_line() {
    let mut tree = begin("connect4", "443");
    let one = tree.add(1, "1").unwrap();
    let two = tree.add(one, "2").unwrap();
    let three = tree.add(one, "3").unwrap();
    tree.promote(three).unwrap();
    assert_eq!(lines(&tree), ["4 4 3", "4 1 3", "4 1 2"]);
    assert_eq!(tree.length(), 3);
    assert_eq!(tree.promote(three).unwrap_err(), TreeError::PlayedFirst);
    let seven = tree.add(1, "7").unwrap();
    tree.promote(seven).unwrap();
    assert_eq!(lines(&tree), ["4 4 3", "4 7", "4 1 3", "4 1 2"], "what was played stays first");
    assert_eq!(tree.promote(seven).unwrap_err(), TreeError::PlayedFirst);
    assert_eq!(tree.promote(2).unwrap_err(), TreeError::PlayedFirst);
    tree.make_main(three).unwrap();
    assert_eq!(lines(&tree), ["4 1 3", "4 1 2", "4 4 3", "4 7"]);
    assert_eq!(tree.last(), three);
    tree.make_main(two).unwrap();
    assert_eq!((tree.last(), tree.plies().join(" ")), (two, "4 1 2".to_owned()));
    tree.make_main(1).unwrap();
    assert_eq!(tree.last(), two, "it is the main line already");
}

#[test]
fn an_early_end_waits_while_another_line_is_the_main_one() {
    let mut tree = begin("connect4", "44");
    tree.resign(Side::First).unwrap();
    let aside = tree.add(1, "1").unwrap();
    tree.make_main(aside).unwrap();
    assert_eq!(tree.ended(), None);
    tree.make_main(2).unwrap();
    assert_eq!(tree.ended(), Some(End::Resigned(Side::First)));
}

#[test]
fn a_variation_is_taken_out_and_put_back_in_its_place() {
    let mut tree = begin("connect4", "44");
    let asides = ["1", "2", "3"].map(|ply| tree.add(1, ply).unwrap());
    let deep = tree.add(asides[0], "7").unwrap();
    let before = tree.clone();
    tree.go_to(deep).unwrap();
    tree.detach(asides[0]).unwrap();
    assert_eq!((tree.cursor(), tree.variations()), (1, 2));
    assert_eq!(tree.go_to(deep).unwrap_err(), TreeError::NoSuchNode(deep));
    assert_eq!(tree.detach(asides[0]).unwrap_err(), TreeError::NoSuchNode(asides[0]));
    assert_ne!(tree, before);
    tree.attach(asides[0]).unwrap();
    assert_eq!(tree, before);
    assert_eq!(tree.attach(asides[0]).unwrap_err(), TreeError::NoSuchNode(asides[0]));
    for played in [0, 1, 2] {
        assert_eq!(tree.detach(played).unwrap_err(), TreeError::MainLine);
    }
}

#[test]
fn the_same_position_is_found_elsewhere_in_the_tree() {
    let mut tree = begin("tictactoe", "b2 a1 c3");
    let mut at = 0;
    for ply in ["c3", "a1", "b2"] {
        at = tree.add(at, ply).unwrap();
    }
    assert_eq!((tree.twins(at), tree.twins(3)), (vec![3], vec![at]));
    assert!(tree.twins(1).is_empty());
    tree.detach(4).unwrap();
    assert!(tree.twins(3).is_empty());
}

#[test]
fn a_change_tells_what_it_touched_and_can_be_undone_as_a_whole() {
    let mut tree = begin("connect4", "4433");
    tree.remark(1, "so far");
    let before = tree.keep();
    tree.begin_change();
    tree.go_to_ply(2).unwrap();
    tree.play("7").unwrap();
    assert_eq!(tree.touched().into_iter().collect::<Vec<_>>(), [3, 5], "3 is second now");
    tree.remark(1, "and more");
    tree.name_player(Side::First, "Ana");
    tree.resign(Side::Second).unwrap();
    tree.detach(3).unwrap();
    assert_eq!(tree.touched().into_iter().collect::<Vec<_>>(), [1, 3, 5]);
    assert!(tree.moved());
    tree.undo_change();
    assert_eq!(tree.keep(), before);
    assert!(tree.touched().is_empty() && !tree.moved());
    tree.begin_change();
    tree.play("7").unwrap();
    assert_eq!(tree.touched().into_iter().collect::<Vec<_>>(), [5], "one row");
    tree.keep_change();
    tree.undo_change();
    assert_eq!(tree.length(), 5);
}

#[test]
fn a_tree_is_kept_and_put_together_again() {
    let start = Start::of("hex").with("size", "5").with("swap", "pieces").at("b2 swap-pieces c3");
    let mut tree = GameTree::begin(start).unwrap();
    let aside = tree.add(1, "d4").unwrap();
    tree.add(aside, "e5").unwrap();
    let gone = tree.add(1, "a1").unwrap();
    tree.remark(0, "begin");
    tree.remark(aside, "aside");
    tree.note_mut(2).sign = Some(Sign::Doubtful);
    tree.name_player(Side::Second, "  Ana\n María ");
    tree.go_to_ply(1).unwrap();
    tree.make_main(aside).unwrap();
    tree.detach(gone).unwrap();
    tree.end_early(End::Late(Side::First));
    let kept = tree.keep();
    let again = GameTree::restore(tree.start().clone(), kept.clone()).unwrap();
    assert_eq!(again, tree);
    assert_eq!(again.keep(), kept);
    assert_eq!((again.cursor(), again.player(Side::Second)), (1, "Ana María"));
    let wrong = Kept { last: 77, ..kept };
    let refused = GameTree::restore(tree.start().clone(), wrong).unwrap_err();
    assert_eq!(refused, TreeError::NoSuchNode(77));
}

#[test]
fn files_see_what_was_taken_back_beside_the_last_ply() {
    let mut tree = begin("connect4", "4433");
    tree.go_to_ply(2).unwrap();
    tree.resign(Side::First).unwrap();
    assert_eq!(lines(&tree), ["4 4 3 3"]);
    let file = tree.for_files();
    assert_eq!(lines(&file), ["4 4", "4 4 3 3"]);
    assert_eq!((file.length(), file.ended()), (2, tree.ended()));
    assert!(matches!(begin("connect4", "44").for_files(), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn a_turn_is_the_plies_that_one_side_made_in_a_row() {
    let setup = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                 1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n\
                 2g Ee2n Ee3n";
    let mut tree = begin("arimaa", setup);
    let turn = |tree: &GameTree| -> Vec<String> { tree.turn().map(|handle| handle.ply).collect() };
    assert_eq!(turn(&tree), ["end", "Ee3n", "Ee2n"]);
    tree.play("ed7s").unwrap();
    assert_eq!(turn(&tree), ["ed7s"]);
    tree.go_to_ply(0).unwrap();
    assert!(turn(&tree).is_empty());
}

#[test]
fn options_are_complete_and_a_board_is_kept_only_where_it_differs() {
    let hex = |board: &str| GameTree::begin(Start::of("hex").with("size", "2").at(board)).unwrap();
    let usual = hex("../..");
    let options: Vec<_> = usual.options().into_iter().collect();
    let expected = [("size", "2"), ("swap", "none")].map(|(n, v)| (n.to_owned(), v.to_owned()));
    assert_eq!((options, usual.board()), (expected.to_vec(), None));
    assert_eq!(hex("R./.B").board(), Some("R./.B"));
}

#[test]
fn the_players_of_a_line_get_it_whole() {
    let mut tree = begin("connect4", "4433");
    tree.undo().unwrap();
    assert_eq!(tree.line().plies(), ["4", "4", "3"]);
    assert_eq!(tree.mover(tree.cursor()), Some(Side::First));
    assert_eq!(tree.last_ply().unwrap().ply, "3");
}

#[test]
fn a_very_long_game_is_walked_compared_and_let_go_without_a_deep_stack() {
    let walk = std::thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        let squares = ["Hb2n", "hb7s", "Hb3s", "hb6n"];
        let setup = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Hb2 Dc2 Dd2 Ee2 Mf2 Cg2 Ch2\n\
                     1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 hb7 dc7 dd7 ee7 mf7 cg7 ch7";
        let mut tree = begin("arimaa", setup);
        // Repetition is not allowed, so the game goes on in variations of one long line.
        let mut plies = 0;
        while plies < 3000 {
            let ply = squares[plies / 2 % 4];
            let ply = if plies % 2 == 0 { ply } else { "end" };
            if tree.play(ply).is_err() {
                break;
            }
            plies += 1;
        }
        let copy = tree.clone();
        assert_eq!(copy, tree);
        assert_eq!(tree.walk().count(), tree.nodes().len());
    });
    walk.unwrap().join().unwrap();
}
