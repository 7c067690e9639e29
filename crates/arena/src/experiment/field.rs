//! The games of experiments: which board, how it is called, and how its games begin.

use ludoteca_games::Start;
use ludoteca_text::{Text, text};

/// A game on one of its boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What rows call it.
    pub name: &'static str,
    /// The game's name.
    game: &'static str,
    /// The side of its board, where the game has several.
    size: Option<u32>,
    /// Random plies with which a pair of games begins, where pairs have to differ.
    pub opening: u32,
}

/// Tic-tac-toe, three in line.
pub const TICTACTOE: Field = Field::sized("tictactoe", "tictactoe", 3, 1);
/// Tic-tac-toe on the large board.
pub const TICTACTOE_5: Field = Field::sized("tictactoe-5", "tictactoe", 5, 2);
/// Connect Four.
pub const CONNECT4: Field = Field::plain("connect4", 2);
/// Breakthrough.
pub const BREAKTHROUGH: Field = Field::plain("breakthrough", 2);
/// Checkers.
pub const CHECKERS: Field = Field::plain("checkers", 2);
/// Hex, on a board small enough for many games.
pub const HEX_7: Field = Field::sized("hex-7", "hex", 7, 1);
/// Arimaa; its games begin with what the players set up.
pub const ARIMAA: Field = Field::plain("arimaa", 0);

impl Field {
    const fn plain(game: &'static str, opening: u32) -> Field {
        Field { name: game, game, size: None, opening }
    }

    const fn sized(name: &'static str, game: &'static str, size: u32, opening: u32) -> Field {
        Field { name, game, size: Some(size), opening }
    }

    /// How its games begin.
    pub fn start(&self) -> Start {
        let start = Start::of(self.game);
        match self.size {
            Some(size) => start.with("size", size.to_string()),
            None => start,
        }
    }

    /// What people call it.
    pub fn title(&self) -> Text {
        let game = Text::new(format!("game-{}", self.game));
        match self.size {
            Some(size) => {
                text!("cli-experiment-field", game = game, size = size)
            }
            None => game,
        }
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::GameTree;
    use ludoteca_words::Lang;

    use super::*;

    #[test]
    fn every_field_can_be_played_on_and_has_a_name_for_people() {
        for field in [TICTACTOE, TICTACTOE_5, CONNECT4, BREAKTHROUGH, CHECKERS, HEX_7, ARIMAA] {
            let game = GameTree::begin(field.start()).unwrap();
            assert!(game.ended().is_none(), "{}", field.name);
            assert!(!Lang::ENGLISH.say(&field.title()).contains("game-"), "{}", field.name);
        }
        assert_eq!(Lang::ENGLISH.say(&TICTACTOE_5.title()), "Tic-tac-toe 5×5");
    }
}
