//! The laboratory: experiments and Hextress as people meet them, at the terminal and on the page.
//!
//! The runs themselves are in `ludoteca_arena`. Here is what an experiment asks before it begins, how
//! its rows are kept so that it goes on after a stop, on which machine they were made, and what they
//! say: in sentences, tables and plots, for one result or for several side by side. Tournaments are
//! kept and told here too.
#![warn(missing_docs)]

mod beside;
mod error;
mod experiment;
mod ledger;
mod machine;
pub mod report;
pub mod stress;
pub mod tournament;

pub use self::{
    error::LabError,
    experiment::{ALL, AnyExperiment, Conduct, Progress, find},
    ledger::{Head, Kept, Ledger, import},
    machine::Machine,
    report::Report,
};

/// The version whose rows go together with those that are made now.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
