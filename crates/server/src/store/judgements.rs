//! What players have thought of the positions of games, so that nothing has to be thought of twice, and
//! which games somebody wants reviewed.

use std::collections::BTreeMap;

use ludoteca_games::tree::NodeId;
use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

/// What a player thought of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// How long it was given.
    pub seconds: f64,
    /// The thought without its layers, a JSON object.
    pub thought: String,
    /// The layers, a JSON array; none where they were too long to keep.
    pub layers: Option<String>,
}

/// How somebody wants a game reviewed.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// By whom, as a player text.
    pub player: String,
    /// How long each position is thought about.
    pub seconds: f64,
    /// Whether variations are reviewed too.
    pub variations: bool,
    /// Whether it goes on by itself.
    pub running: bool,
}

impl Store {
    /// What a player thought of a position, with its layers.
    pub fn judgement(
        &self,
        game: &str,
        node: NodeId,
        player: &str,
    ) -> Result<Option<Judgement>, StoreError> {
        let reader = self.reader();
        let query = "SELECT seconds, thought, layers FROM judgements
             WHERE game = ?1 AND node = ?2 AND player = ?3";
        let found = reader.prepare_cached(query).and_then(|mut rows| {
            rows.query_row(params![game, node as i64, player], |row| {
                let (seconds, thought, layers) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Judgement { seconds, thought, layers })
            })
            .optional()
        });
        self.told(found)
    }

    /// What a player thought of the positions of a game, without the layers.
    pub fn judgements(
        &self,
        game: &str,
        player: &str,
    ) -> Result<BTreeMap<NodeId, Judgement>, StoreError> {
        let reader = self.reader();
        let query = "SELECT node, seconds, thought FROM judgements WHERE game = ?1 AND player = ?2";
        let rows = reader.prepare_cached(query).and_then(|mut rows| {
            rows.query_map([game, player], |row| {
                let node: i64 = row.get(0)?;
                let (seconds, thought) = (row.get(1)?, row.get(2)?);
                let judgement = Judgement { seconds, thought, layers: None };
                Ok((node.try_into().unwrap_or(NodeId::MAX), judgement))
            })?
            .collect()
        });
        self.told(rows)
    }

    /// Keeps what a player thought of a position, instead of what it thought before.
    pub fn judge(
        &self,
        game: &str,
        node: NodeId,
        player: &str,
        judgement: &Judgement,
    ) -> Result<(), StoreError> {
        let Judgement { seconds, thought, layers } = judgement;
        let writer = self.writer();
        let written = writer
            .prepare_cached("INSERT OR REPLACE INTO judgements VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .and_then(|mut insert| {
                insert.execute(params![game, node as i64, player, seconds, thought, layers])
            });
        self.told(written).map(|_| ())
    }

    /// How somebody wants a game reviewed, if anybody does.
    pub fn wanted(&self, game: &str) -> Result<Option<Wanted>, StoreError> {
        let reader = self.reader();
        let query = "SELECT player, seconds, variations, running FROM reviews WHERE game = ?1";
        let found = reader.prepare_cached(query).and_then(|mut rows| {
            rows.query_row([game], |row| {
                let (player, seconds) = (row.get(0)?, row.get(1)?);
                Ok(Wanted { player, seconds, variations: row.get(2)?, running: row.get(3)? })
            })
            .optional()
        });
        self.told(found)
    }

    /// Notes how somebody wants a game reviewed.
    pub fn want(&self, game: &str, wanted: &Wanted) -> Result<(), StoreError> {
        let Wanted { player, seconds, variations, running } = wanted;
        let writer = self.writer();
        let written = writer
            .prepare_cached("INSERT OR REPLACE INTO reviews VALUES (?1, ?2, ?3, ?4, ?5)")
            .and_then(|mut insert| {
                insert.execute(params![game, player, seconds, variations, running])
            });
        self.told(written).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;

    use super::*;
    use crate::{files::Files, sheet::Sheet};

    #[test]
    fn judgements_and_wishes_are_kept_with_their_game_and_go_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let players = ["human".to_owned(), "human".to_owned()];
        let sheet = Sheet::begin(Start::of("connect4"), players, Files::default(), 1).unwrap();
        let id = sheet.id.as_str();
        let thought =
            |seconds| Judgement { seconds, thought: "{}".into(), layers: Some("[]".into()) };
        let wanted =
            Wanted { player: "mcts".into(), seconds: 2.5, variations: true, running: true };
        {
            let store = Store::open(folder.path()).unwrap();
            assert!(store.judge(id, 0, "mcts", &thought(1.0)).is_err(), "there is no such game");
            store.insert(&sheet).unwrap();
            store.judge(id, 0, "mcts", &thought(1.0)).unwrap();
            store.judge(id, 0, "mcts", &thought(2.0)).unwrap();
            store.judge(id, 0, "rules", &thought(3.0)).unwrap();
            store.want(id, &wanted).unwrap();
        }
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.judgement(id, 0, "mcts").unwrap(), Some(thought(2.0)));
        assert_eq!(store.judgement(id, 1, "mcts").unwrap(), None);
        let all = store.judgements(id, "mcts").unwrap();
        assert_eq!(all.keys().collect::<Vec<_>>(), [&0]);
        assert_eq!(store.wanted(id).unwrap(), Some(wanted));
        store.delete(id).unwrap();
        assert_eq!(store.wanted(id).unwrap(), None);
        assert!(store.judgements(id, "rules").unwrap().is_empty());
    }
}
