//! A game in the list of games: what a card shows of it, and no more.

use std::collections::BTreeMap;

use ludoteca_arena::Ending;
use ludoteca_games::{
    find,
    params::Kind,
    picture::{CellIndex, Picture},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{boards, sheet::Sheet};

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
    /// How many plies the record has.
    plies: usize,
    /// Whether the game as a whole has ended.
    over: bool,
    /// How the game ended, if the position shown is its end.
    #[schema(required)]
    outcome: Option<Ending>,
    /// Whether a person moves next.
    turn: bool,
    /// The board, by its tag.
    tag: String,
    /// For each kind of piece, in the order of the board's pieces, the cells where one stands.
    stands: Vec<Vec<CellIndex>>,
}

impl Summary {
    /// A game in the list.
    pub fn of(sheet: Sheet) -> Summary {
        let position = sheet.record.position();
        let outcome = sheet.record.ending();
        let setup = sheet.record.setup();
        Summary {
            game: setup.game.clone(),
            options: short(&setup.game, &setup.options),
            created: sheet.created,
            updated: sheet.updated,
            plies: sheet.record.plies().len(),
            over: sheet.over(),
            turn: outcome.is_none() && sheet.human(sheet.side()),
            outcome,
            tag: boards::tag(&position.geometry()),
            stands: stands(&position.picture()),
            id: sheet.id,
            players: sheet.players,
        }
    }
}

/// The options that are a word or a number: a whole description of a game has no place in a list.
fn short(game: &str, options: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let keys = find(game).map(|kind| kind.options()).unwrap_or_default();
    let is_text = |name: &str| {
        keys.iter().any(|key| key.name == name && matches!(key.kind, Kind::Text { .. }))
    };
    let pairs = options.iter().filter(|(name, _)| !is_text(name));
    pairs.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// What stands where, as small as it can be said.
fn stands(picture: &Picture) -> Vec<Vec<CellIndex>> {
    let mut all: Vec<Vec<CellIndex>> = Vec::new();
    for placed in &picture.pieces {
        if all.len() <= placed.piece {
            all.resize(placed.piece + 1, Vec::new());
        }
        all[placed.piece].push(placed.cell);
    }
    all
}
