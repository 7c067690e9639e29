//! Those who do work for others, on a queue elsewhere, as far as whoever runs this server has told it
//! where that is. The server knows no queue: it is told how to ask.

use std::{fmt, sync::Arc};

use ludoteca_text::Text;
use serde::Serialize;
use utoipa::ToSchema;

/// Asks the queue how the work goes.
#[derive(Clone)]
pub struct AskWorkers(pub Arc<dyn Fn() -> Result<Workers, Text> + Send + Sync>);

impl fmt::Debug for AskWorkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AskWorkers")
    }
}

/// Who works, and what is left to do.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Workers {
    /// The workers that answered.
    pub workers: Vec<Worker>,
    /// The work that is asked for.
    pub queued: Vec<QueuedWork>,
    /// Results that nobody has fetched yet.
    pub results: u64,
}

/// A worker, as it says itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How many jobs it does at the same time.
    pub jobs: usize,
    /// How many it does now.
    pub busy: usize,
    /// Jobs it has done.
    pub done: u64,
    /// Jobs done in the last minute.
    pub last_minute: u64,
    /// Jobs of which nothing came but a reason.
    pub faults: u64,
}

/// Work that is asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueuedWork {
    /// What it is called.
    pub run: String,
    /// The kind of work.
    pub kind: String,
    /// Who may do it.
    pub version: String,
    /// Jobs that nobody has begun.
    pub waiting: u64,
    /// Jobs that somebody works on.
    pub working: u64,
    /// How many of these were handed out more than once.
    pub again: u64,
}
