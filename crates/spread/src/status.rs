//! Who works, and what is left to do.

use std::time::Duration;

use async_nats::jetstream::consumer::Info;
use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};

use crate::{
    Spread, SpreadError,
    spread::{result_queue, work_queue},
    wire::{Offer, STATUS},
};

/// Workers have so long to say that they are there.
const ANSWER: Duration = Duration::from_millis(700);

/// Who works, and what is left to do.
#[derive(Debug, Serialize)]
pub struct Status {
    /// The workers that answered.
    pub workers: Vec<Seen>,
    /// The work that is asked for.
    pub queued: Vec<Queued>,
    /// Results that nobody has fetched yet.
    pub results: u64,
}

/// A worker, as it says itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Its name.
    pub worker: String,
    /// Its version.
    pub version: String,
    /// How many jobs it does at the same time.
    pub jobs: usize,
    /// The kinds of work it knows.
    pub kinds: Vec<String>,
    /// The programs it has, by the commands that start them.
    pub programs: Vec<String>,
    /// What it is doing, as `RUN JOB`.
    pub busy: Vec<String>,
    /// Jobs it has done.
    pub done: u64,
    /// Jobs of which nothing came but a reason.
    pub faults: u64,
    /// Jobs done in the last minute.
    pub last_minute: u64,
    /// Seconds since it began.
    pub seconds: f64,
}

/// Work that is asked for.
#[derive(Debug, Serialize)]
pub struct Queued {
    /// The run.
    pub run: String,
    /// The kind of work.
    pub kind: String,
    /// Who may do it.
    pub version: String,
    /// The programs it needs.
    pub needs: Vec<String>,
    /// Jobs that nobody has begun.
    pub waiting: u64,
    /// Jobs that somebody works on, or that were lost and are about to be given to another.
    pub working: u64,
    /// How many of these were handed out more than once.
    pub again: u64,
}

impl Spread {
    /// Asks all workers, and the queue.
    pub fn status(&self) -> Result<Status, SpreadError> {
        self.runtime.block_on(async {
            let workers = self.workers(ANSWER).await?;
            let groups = self.groups().await?;
            let queued = groups.into_iter().map(|(offer, info)| Queued {
                run: offer.run,
                kind: offer.kind,
                version: offer.version,
                needs: offer.needs,
                waiting: info.num_pending,
                working: info.num_ack_pending as u64,
                again: info.num_redelivered as u64,
            });
            let queued = queued.collect();
            let results = self.queue(result_queue()).await?;
            let info = results.get_info().await.map_err(SpreadError::server)?;
            Ok(Status { workers, queued, results: info.state.messages })
        })
    }

    /// How many jobs of a kind are done at the same time by those of this version who are there now.
    pub fn slots(&self, kind: &str) -> usize {
        let seen = self.runtime.block_on(self.workers(ANSWER / 3)).unwrap_or_default();
        let able = seen.iter().filter(|seen| {
            seen.version == self.version && seen.kinds.iter().any(|known| known == kind)
        });
        able.map(|seen| seen.jobs).sum()
    }

    /// Whoever works here now.
    async fn workers(&self, wait: Duration) -> Result<Vec<Seen>, SpreadError> {
        let inbox = self.client.new_inbox();
        let answers = self.client.subscribe(inbox.clone()).await.map_err(SpreadError::server)?;
        let asked = self.client.publish_with_reply(STATUS, inbox, Vec::new().into()).await;
        asked.map_err(SpreadError::server)?;
        let end = tokio::time::sleep(wait);
        let answers = answers.take_until(end);
        let read = answers.filter_map(async |answer| serde_json::from_slice(&answer.payload).ok());
        let mut workers: Vec<Seen> = read.collect().await;
        workers.sort_by(|one, two| one.worker.cmp(&two.worker));
        Ok(workers)
    }

    /// What is offered, with the state of the queue.
    pub(crate) async fn groups(&self) -> Result<Vec<(Offer, Info)>, SpreadError> {
        let queue = self.queue(work_queue()).await?;
        let all: Vec<Info> = queue.consumers().try_collect().await.map_err(SpreadError::server)?;
        let offered = all.into_iter().filter_map(|info| {
            let offer = serde_json::from_str(info.config.description.as_deref()?).ok()?;
            Some((offer, info))
        });
        Ok(offered.collect())
    }
}
