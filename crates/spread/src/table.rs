//! A table that all workers share: what one of them has found out, the others know a little later.
//!
//! It is an aid and no more. Without it, or with a part of it, everything comes out the same.

use std::time::Duration;

use async_nats::jetstream::kv::{Config, Operation, Store, Watch};
use futures_util::{FutureExt, StreamExt};

use crate::{Spread, SpreadError};

/// A table that says nothing for so long says nothing more.
const PATIENCE: Duration = Duration::from_secs(2);

/// A shared table, and what of it is new.
pub struct Table {
    store: Store,
    watch: Watch,
}

impl Table {
    /// Opens a table of this name, which is made where there is none. Programs of each version have
    /// their own.
    pub fn open(spread: &Spread, name: &str) -> Result<Table, SpreadError> {
        let version = spread.version().replace('.', "_");
        let bucket = format!("ludoteca-{name}-{version}");
        spread.runtime.block_on(async {
            let context = &spread.context;
            let store = match context.get_key_value(bucket.as_str()).await {
                Ok(store) => store,
                Err(_) => {
                    let config = Config { bucket, ..Config::default() };
                    context.create_key_value(config).await.map_err(SpreadError::server)?
                }
            };
            let watch = store.watch_with_history(">").await.map_err(SpreadError::server)?;
            Ok(Table { store, watch })
        })
    }

    /// Tells the others.
    pub fn tell(&mut self, spread: &Spread, key: &str, value: Vec<u8>) {
        // Whoever is not told finds it out.
        let _ = spread.runtime.block_on(self.store.put(key, value.into()));
    }

    /// All there is.
    pub fn all(&mut self, spread: &Spread) -> Vec<Vec<u8>> {
        spread.runtime.block_on(async {
            let known = self.store.status().await.map_or(0, |status| status.values());
            let mut all = Vec::new();
            while (all.len() as u64) < known {
                let next = tokio::time::timeout(PATIENCE, self.watch.next()).await;
                let Ok(Some(Ok(entry))) = next else { break };
                all.push(entry.value.to_vec());
            }
            all
        })
    }

    /// What has come since it was last asked, this worker's own among it. At first it is all there is,
    /// as far as it has come.
    pub fn news(&mut self, spread: &Spread) -> Vec<Vec<u8>> {
        spread.runtime.block_on(async {
            let mut news = Vec::new();
            while let Some(Some(Ok(entry))) = self.watch.next().now_or_never() {
                if entry.operation == Operation::Put {
                    news.push(entry.value.to_vec());
                }
            }
            news
        })
    }
}
