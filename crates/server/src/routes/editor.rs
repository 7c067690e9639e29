//! Positions that somebody sets up by hand: whether a game leads there, and if not, why not.

use std::collections::{BTreeMap, HashSet};

use axum::extract::State;
use ludoteca_games::{
    End, GameTree, Side, Start, find,
    picture::{Layout, Picture},
};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::{Asked, Given},
    boards,
    error::{Problem, ProblemBody, json},
};

/// A position to set up: as text, or as pieces on cells.
#[derive(Deserialize, ToSchema)]
pub struct Sketch {
    game: String,
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    options: BTreeMap<String, Given>,
    /// In the game's notation.
    text: Option<String>,
    /// Cells and the pieces on them, both by number.
    #[serde(default)]
    pieces: Vec<(usize, usize)>,
    /// Who is to move: `first` or `second`.
    side: Option<String>,
}

/// What came of it.
#[derive(Serialize, ToSchema)]
struct Laid {
    /// The board as text, be it possible or not.
    #[schema(required)]
    text: Option<String>,
    /// Why no game leads there, or there is none with these options.
    #[schema(required)]
    refused: Option<Text>,
    /// The position, if there is one.
    #[schema(required)]
    position: Option<Stands>,
}

/// A position.
#[derive(Serialize, ToSchema)]
pub struct Stands {
    /// The board, by its tag.
    tag: String,
    picture: Picture,
    side: Side,
    #[schema(required)]
    outcome: Option<End>,
}

impl Stands {
    pub fn of(record: &GameTree) -> Stands {
        let position = record.position();
        Stands {
            tag: boards::tag(&position.geometry()),
            picture: position.picture(),
            side: position.side(),
            outcome: record.ended_here(),
        }
    }
}

/// Says whether a game leads to a position that was set up, and if not, why not.
#[utoipa::path(
    post,
    path = "/api/editor",
    request_body = Sketch,
    responses((status = 200, body = Laid), (status = 422, body = ProblemBody))
)]
pub async fn set_up(State(app): Shared, Asked(wish): Asked<Sketch>) -> Reply {
    let laid = move || app.house.counted(|| lay(wish)).map_err(Problem::refused);
    Ok(json(&off_the_road(laid).await?))
}

fn lay(wish: Sketch) -> Result<Laid, Text> {
    let options: BTreeMap<String, String> =
        wish.options.into_iter().map(|(name, value)| (name, value.typed())).collect();
    let pairs = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let kind = find(&wish.game)?;
    // Whoever is still writing what the game is to be is told what is wrong, not turned away.
    let start = match kind.begin(pairs) {
        Ok(start) => start,
        Err(why) => return Ok(Laid { text: wish.text, refused: Some(why), position: None }),
    };
    let game = wish.game;
    let begun = |position| {
        GameTree::begin(Start { game: game.clone(), options: options.clone(), position })
    };
    if let Some(words) = wish.text {
        let given = Some(words.clone()).filter(|words| !words.trim().is_empty());
        return Ok(match begun(given) {
            Ok(record) => stands(&record),
            Err(why) => Laid { text: Some(words), refused: Some(why.into()), position: None },
        });
    }
    let geometry = start.geometry();
    let mut taken = HashSet::new();
    let fits = |(cell, piece): &(usize, usize)| {
        *cell < geometry.cells.len() && *piece < geometry.pieces.len() && taken.insert(*cell)
    };
    if !wish.pieces.iter().all(fits) {
        return Err(text!("setup-off-board"));
    }
    let side = match wish.side.as_deref() {
        None | Some("first") => Side::First,
        Some("second") => Side::Second,
        Some(other) => {
            let allowed = text!("allowed-list", list = "first, second");
            return Err(text!("value-refused", key = "side", value = other, allowed = allowed));
        }
    };
    let board = Layout { pieces: wish.pieces, side };
    let title = Text::new(format!("game-{game}"));
    let words = start.write_board(&board).ok_or_else(|| text!("setup-never", game = title))?;
    // Whoever lays pieces has not seen the text, so only the reason is of interest.
    let refused = start.read_position(&words).err().map(|error| error.why);
    match refused {
        Some(why) => Ok(Laid { text: Some(words), refused: Some(why), position: None }),
        None => Ok(stands(&begun(Some(words))?)),
    }
}

fn stands(record: &GameTree) -> Laid {
    let text = record.position().board_text();
    Laid { text, refused: None, position: Some(Stands::of(record)) }
}
