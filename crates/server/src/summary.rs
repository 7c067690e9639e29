//! A game in the list of games: what a card shows of it, and no more.

use std::collections::BTreeMap;

use ludoteca_games::{find, params::Kind, picture::CellIndex};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    sheet::human,
    store::{Ended, Listed},
};

/// A game in the list of games.
#[derive(Serialize, ToSchema)]
pub struct Summary {
    id: String,
    game: String,
    /// Its options, but for whole texts.
    options: BTreeMap<String, String>,
    players: [String; 2],
    created: i64,
    updated: i64,
    /// How many plies were played.
    plies: usize,
    /// Whether the game as a whole has ended.
    over: bool,
    /// How the game ended.
    #[schema(required)]
    outcome: Option<Ended>,
    /// Whether a person moves next.
    turn: bool,
    /// The board, by its tag.
    tag: String,
    /// For each kind of piece, in the order of the board's pieces, the cells where one stands.
    stands: Vec<Vec<CellIndex>>,
}

impl Summary {
    /// Where it stands in the list.
    pub fn place(&self) -> String {
        format!("{}-{}", self.updated, self.id)
    }
}

impl From<Listed> for Summary {
    fn from(game: Listed) -> Summary {
        Summary {
            options: short(&game.game, game.options),
            turn: game.side.is_some_and(|side| human(&game.players[side.index()])),
            id: game.id,
            game: game.game,
            players: game.players,
            created: game.created,
            updated: game.updated,
            plies: game.plies,
            over: game.ended.is_some(),
            outcome: game.ended,
            tag: game.look.tag,
            stands: game.look.stands,
        }
    }
}

/// The options that are a word or a number: a whole description of a game has no place in a list.
fn short(game: &str, mut options: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let keys = find(game).map(|kind| kind.options()).unwrap_or_default();
    for key in keys.iter().filter(|key| matches!(key.kind, Kind::Text { .. })) {
        options.remove(key.name);
    }
    options
}
