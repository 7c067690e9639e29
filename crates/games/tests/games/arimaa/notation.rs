//! What is written is read back, and nothing that is read brings the program down.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Board, Square, read_board, write_board, write_record},
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Plays legal plies by choice; the plies.
fn played(choices: &[Index]) -> (Arimaa, Vec<ArimaaPly>) {
    let mut position = Arimaa::default();
    let mut plies = Vec::new();
    for choice in choices {
        let legal = position.legal_plies();
        if legal.is_empty() {
            break;
        }
        let ply = *choice.get(&legal);
        position.play_unchecked(&ply);
        plies.push(ply);
    }
    (position, plies)
}

/// The board as people draw it.
fn boxed(board: &Board, label: &str) -> String {
    let mut words = format!("{label}\n +-----------------+\n");
    for row in (0..8).rev() {
        words += &format!("{}|", row + 1);
        for column in 0..8 {
            let square = Square::new(column, row);
            let trap = [2, 5].contains(&column) && [2, 5].contains(&row);
            let empty = if trap { 'x' } else { ' ' };
            let piece = board.piece(square).map_or(empty, |(side, kind)| kind.letter(side));
            words.push(' ');
            words.push(piece);
        }
        words += " |\n";
    }
    words + " +-----------------+\n   a b c d e f g h\n"
}

fn read(words: &str) -> (Arimaa, Vec<ArimaaPly>) {
    let line =
        Arimaa::default().read_position(words).unwrap_or_else(|why| panic!("{why:?} {words}"));
    (line.position().clone(), line.plies())
}

#[test]
fn a_position_is_read_from_its_record() {
    let text = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n\
                2g Ee2n Ee3n Ee4n";
    let (end, plies) = read(text);
    assert_eq!((end.number(), end.side(), plies.len()), (2, Side::Second, 36));
}

#[test]
fn a_boxed_board_keeps_its_number() {
    let (board, _) = read_board(&format!("g [{:<63}{}]", "r", "R")).unwrap();
    let (position, _) = read(&boxed(&board, "17s"));
    assert_eq!((position.number(), position.side()), (17, Side::Second));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn plies_boards_and_records_are_read_back(choices in vec(any::<Index>(), 0..120)) {
        let (position, plies) = played(&choices);
        for ply in position.legal_plies() {
            prop_assert_eq!(position.read_ply(&position.write_ply(&ply)), Ok(ply));
        }
        let (board, side) = (position.state().board, position.side());
        prop_assert_eq!(read_board(&write_board(&board, side)).unwrap(), (board, side));
        let label = if side == Side::First { "9g" } else { "9s" };
        let (again, _) = read(&boxed(&board, label));
        prop_assert_eq!((again.state().board, again.state().side), (board, side));
        let (end, again) = read(&write_record(&Arimaa::default(), &plies));
        prop_assert!(end == position);
        prop_assert_eq!(again, plies);
    }

    #[test]
    fn a_turn_taken_back_might_as_well_not_have_been_made(
        choices in vec(any::<Index>(), 32..100),
        other in vec(any::<Index>(), 4),
    ) {
        let (mut position, mut plies) = played(&choices);
        if position.state().made > 0 {
            // Back to the beginning of the turn.
            plies.truncate(plies.len() - usize::from(position.state().made));
            position = plies.iter().fold(Arimaa::default(), |mut at, ply| {
                at.play_unchecked(ply);
                at
            });
        }
        prop_assume!(position.outcome().is_none());
        let mut after = position.clone();
        let mut more = plies.clone();
        for choice in &other {
            let legal = after.legal_plies();
            if after.side() != position.side() || legal.is_empty() {
                break;
            }
            let ply = *choice.get(&legal);
            after.play_unchecked(&ply);
            more.push(ply);
        }
        let taken_back = write_record(&Arimaa::default(), &more).replace(" ...", "") + " takeback";
        let (end, again) = read(&taken_back);
        prop_assert!(end == position, "{}", taken_back);
        prop_assert_eq!(again, plies);
    }

    #[test]
    fn any_words_are_read_or_refused(words in ".{0,80}") {
        let _ = Arimaa::default().read_position(&words);
        let _ = Arimaa::default().read_ply(&words);
        let _ = read_board(&words);
    }

    #[test]
    fn any_words_of_records_are_read_or_refused(
        words in vec(prop::sample::select(vec![
            "1g", "1s", "2g", "2s", "3g", "takeback", "resigns", "...", "end", "Ee2n", "Ee3s", "ed7s",
            "cf3x", "Ra1", "ra8", "g", "[", "]", "8|", "|", "\n", "x", "é",
            "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2 \
             1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7",
        ]), 0..12),
    ) {
        let _ = Arimaa::default().read_position(&words.join(" "));
    }
}
