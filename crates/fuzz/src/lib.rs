//! What strangers may send, and worse: every reader and every protocol against made-up input.
//!
//! A [`Target`] is one thing that reads what others wrote. It is given the files of its corpus and
//! whatever becomes of them when they are cut, joined, repeated and damaged; it has to answer, with
//! what it read or with a reason. A fall is a find, and so is an answer that does not come, or one
//! that takes the memory of the machine.
//!
//! Answers are told apart by the names of their messages and by the outlines of what was read, and
//! whatever gets a new answer is worth changing further. That is what coverage is to other fuzzers; it
//! needs no particular compiler, and what a reader can say is what it distinguishes.
#![warn(missing_docs)]

mod answer;
mod chase;
mod mutation;
mod targets;

pub use answer::Answer;
pub use chase::{Chase, Find, Watched, chase};
pub use targets::{TARGETS, Target};
