//! What a game begins from.

use std::collections::BTreeMap;

use ludoteca_text::Text;
use serde::{Deserialize, Serialize};

use crate::{AnyLine, Position, find};

/// What a game begins from: all that is needed to begin it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Start {
    /// The game's name.
    pub game: String,
    /// Its options, as they would be typed.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// A position in the game's notation; none is the usual beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub position: Option<String>,
}

impl Start {
    /// The usual beginning of a game.
    pub fn of(game: &str) -> Start {
        Start { game: game.to_owned(), ..Start::default() }
    }

    /// The same at a position in the game's notation.
    pub fn at(self, position: impl Into<String>) -> Start {
        Start { position: Some(position.into()), ..self }
    }

    /// The same with one option chosen.
    pub fn with(mut self, option: &str, value: impl Into<String>) -> Start {
        self.options.insert(option.to_owned(), value.into());
        self
    }

    /// The position that games with these options usually begin with.
    pub fn usual(&self) -> Result<Box<dyn Position>, Text> {
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        find(&self.game)?.begin(options)
    }

    /// The position to begin from, for whoever has not asked for the usual one.
    pub fn reached(&self) -> Result<AnyLine, Text> {
        self.line(self.usual()?.as_ref())
    }

    /// The position to begin from, with the plies that lead to it where it is given by plies.
    pub(super) fn line(&self, usual: &dyn Position) -> Result<AnyLine, Text> {
        Ok(match &self.position {
            Some(words) => usual.read_position(words)?,
            None => usual.line(),
        })
    }
}
