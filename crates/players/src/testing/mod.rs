//! For tests: the suite every player must pass.
//!
//! [`conforms`] holds a player to what its budget allows and to answering alike when asked alike. What
//! only the whole process shows, threads and memory, is measured in `tests/frugality.rs`.

mod conformance;
mod counted;
mod looks;

pub use conformance::{Candidate, conforms};
pub use counted::Counted;
pub use looks::Looks;
