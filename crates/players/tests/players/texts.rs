//! Player texts that somebody made up.

use ludoteca_players::{PlayerError, Spec, Supply, settings};
use proptest::{prelude::*, sample::select};

/// The longest text that is read.
const MOST_BYTES: usize = 1 << 16;

#[test]
fn no_player_text_costs_more_than_its_length_and_none_is_longer_than_any_needs() {
    let pieces = ["a=1,", "send=a,", "option.a=b,", "send=\"a;a\",", "=", ",", "\"", "\\", ":"];
    for piece in pieces {
        let long = format!("engine:{}", piece.repeat(MOST_BYTES / piece.len() + 1));
        let fits = &long[..MOST_BYTES];
        let read = settings("hex", fits, &Supply::seeded(1));
        assert!(!matches!(read, Err(PlayerError::TooLong { .. })));
        let too_long = Err(PlayerError::TooLong { bytes: long.len() });
        assert_eq!(Spec::read(&long), too_long);
    }
}

proptest! {
    /// Made of what means something in a player text, so that it gets beyond the name.
    #[test]
    fn no_player_text_makes_a_player_panic(
        name in select(vec!["random", "mcts", "alphabeta", "engine", "rules", "hexodus"]),
        words in prop::collection::vec(select(
            vec!["=", ",", "\"", "\\", ":", ";", ".", " ", "\0", "é", "-1", "1e999", "0", "level",
                 "seed", "table", "send", "option.a", "cmd", "file", "on", "eval"]), 0..12),
    ) {
        let text = format!("{name}:{}", words.concat());
        for game in ["hex", "connect4", "arimaa"] {
            if let Ok(settings) = settings(game, &text, &Supply::seeded(1)) {
                let again = settings.to_string();
                let read = ludoteca_players::settings(game, &again, &Supply::seeded(1));
                prop_assert_eq!(read.map(|read| read.to_string()), Ok(again));
            }
        }
    }
}
