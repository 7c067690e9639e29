//! What there is to play: every game with its options, its players, and a picture of it.

use ludoteca_formats::Format;
use ludoteca_games::{
    GAMES, GameKind, Position, Side, below,
    params::Key,
    picture::{Geometry, Layout, Picture},
};
use ludoteca_lessons::{lessons::lessons, puzzles::puzzles};
use ludoteca_players::{ENGINE, PlayerInfo, adviser, exact, players};
use ludoteca_text::Text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{boards, page::Asset};

/// Every game.
#[derive(Serialize, ToSchema)]
pub struct Catalogue {
    games: Vec<Card>,
}

/// One game.
#[derive(Serialize, ToSchema)]
#[schema(as = GameKind)]
pub struct Card {
    name: &'static str,
    options: Vec<Key>,
    players: Vec<PlayerInfo>,
    /// Those who play only by a net of one's own: they are offered where there is one.
    trained: Vec<PlayerInfo>,
    /// What is chosen to set up a position; none in games where that is not possible.
    #[schema(required)]
    setup: Option<Choosing>,
    /// The formats its games can be saved in.
    formats: Vec<&'static str>,
    /// Who to play against and to ask when nobody has chosen.
    adviser: &'static str,
    /// The player that proves what it says of almost any position; none in most games.
    #[schema(required)]
    exact: Option<&'static str>,
    /// The names of its lessons, in order.
    lessons: Vec<&'static str>,
    /// How many puzzles it has.
    puzzles: usize,
    /// The usual board, and its tag.
    geometry: Geometry,
    tag: String,
    sample: Sample,
}

/// How the game looks while it is played, on a board that suits a small picture.
#[derive(Serialize, ToSchema)]
struct Sample {
    geometry: Geometry,
    picture: Picture,
}

/// What has to be chosen besides the pieces.
#[derive(Serialize, ToSchema)]
pub struct Choosing {
    /// Whether who is to move does not follow from the pieces.
    side: bool,
}

impl Choosing {
    /// What has to be chosen in the game that begins like this; none if nothing can be set up.
    pub fn of(start: &dyn Position) -> Option<Choosing> {
        let empty = |side| start.write_board(&Layout { pieces: Vec::new(), side });
        let text = empty(Side::First)?;
        Some(Choosing { side: Some(text) != empty(Side::Second) })
    }
}

impl Catalogue {
    /// Everything the registries know; other programs as players only where they may be started.
    pub fn asset(engines: bool) -> Result<Asset, Text> {
        let games = GAMES.iter().map(|kind| card(kind, engines)).collect::<Result<_, _>>()?;
        let json = serde_json::to_vec(&Catalogue { games }).unwrap_or_default();
        Ok(Asset::new("application/json", json))
    }
}

fn card(kind: &GameKind, engines: bool) -> Result<Card, Text> {
    let start = kind.begin([])?;
    let sample = sample(kind)?;
    let mut players = players(kind.name)?;
    players.retain(|player| player.name != ENGINE || engines);
    // Another program is named by its command, and a net by a file that has to be there.
    let own = |player: &PlayerInfo| player.name != ENGINE && player.needs.is_some();
    let (trained, players) = players.into_iter().partition(own);
    Ok(Card {
        name: kind.name,
        options: kind.options(),
        players,
        trained,
        setup: Choosing::of(start.as_ref()),
        formats: formats(kind.name),
        adviser: adviser(kind.name),
        exact: exact(kind.name),
        lessons: lessons(kind.name).iter().map(|lesson| lesson.id.as_str()).collect(),
        puzzles: puzzles(kind.name).len(),
        tag: boards::tag(&start.geometry()),
        geometry: start.geometry(),
        sample: Sample { geometry: sample.geometry(), picture: sample.picture() },
    })
}

fn formats(game: &str) -> Vec<&'static str> {
    Format::ALL.into_iter().filter(|format| format.serves(game)).map(Format::name).collect()
}

/// A position from the middle of a game: the one the game names, or else of a few random games the
/// longest, halfway through. It is the same every time.
fn sample(kind: &GameKind) -> Result<Box<dyn Position>, Text> {
    if let Some(named) = kind.sample() {
        return Ok(named);
    }
    let start = kind.begin([])?;
    let games = (0..16).map(|seed| random_game(start.clone(), seed));
    let longest = games.collect::<Result<Vec<_>, _>>()?.into_iter().max_by_key(Vec::len);
    let mut position = start;
    if let Some(plies) = longest {
        for ply in &plies[..plies.len() / 2] {
            position.play(ply)?;
        }
    }
    Ok(position)
}

fn random_game(mut position: Box<dyn Position>, seed: u64) -> Result<Vec<String>, Text> {
    const LONG_ENOUGH: usize = 400;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut played = Vec::new();
    while position.outcome().is_none() && played.len() < LONG_ENOUGH {
        let mut plies = position.plies();
        let ply = plies.swap_remove(below(&mut rng, plies.len() as u32) as usize);
        position.play(&ply)?;
        played.push(ply);
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_shows_a_sample_that_is_under_way_and_always_the_same() {
        for kind in GAMES {
            let shown = || sample(kind).unwrap();
            assert!(shown().outcome().is_none(), "{}", kind.name);
            assert!(shown().picture().pieces.len() >= 2, "{}", kind.name);
            assert_eq!(shown().picture(), shown().picture());
        }
    }

    #[test]
    fn the_sample_of_a_game_with_many_cells_is_a_board_of_few() {
        for kind in GAMES {
            let cells = sample(kind).unwrap().geometry().cells.len();
            assert!(cells <= 64, "{}: {cells}", kind.name);
        }
    }
}
