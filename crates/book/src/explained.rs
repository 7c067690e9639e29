//! Which chapter explains what somebody watches: `book/explained.toml`. It is a list of its own, as the
//! chapters are there in two languages and what they explain is the same.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use crate::text;

/// What is explained, by its name, each with the name of a chapter.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// Studies that are about something else than their player.
    pub studies: BTreeMap<String, String>,
    /// Layers that are about something else than their player.
    pub layers: BTreeMap<String, String>,
    /// Players.
    pub players: BTreeMap<String, String>,
}

/// Which chapter explains what.
pub fn explained() -> &'static Explained {
    static EXPLAINED: OnceLock<Explained> = OnceLock::new();
    EXPLAINED.get_or_init(|| {
        let file = text("explained.toml").unwrap_or_default();
        toml::from_str(&file).unwrap_or_default()
    })
}
