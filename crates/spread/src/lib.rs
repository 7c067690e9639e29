//! Work spread over many machines, on a queue of [NATS JetStream](https://nats.io).
//!
//! Whoever has work begins a [`Run`] and puts jobs into it; whoever has processors calls [`work`].
//! The queue is JetStream's: it keeps jobs and results in files, hands every job to one worker at a
//! time, and hands it out again when that worker has said nothing for a while. A job has a name of its
//! own in its run and the same job always gives a result that is as good as any other of it, so that
//! it does no harm when one is done twice; and a run counts each result once.
//!
//! What can be done so is a [`Work`]: one module, and one line in [`kinds::KINDS`].
#![warn(missing_docs)]

mod error;
pub mod kinds;
mod run;
mod spread;
mod status;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;
mod work;
mod worker;

pub use error::SpreadError;
pub use run::{Came, Run};
pub use spread::{Address, Spread};
pub use status::{Queued, Seen, Status};
pub use table::Table;
pub use wire::VERSION;
pub use work::{Bench, Kind, Work};
pub use worker::{Able, Told, work};
