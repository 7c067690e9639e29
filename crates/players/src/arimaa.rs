//! What only Arimaa's players know.

pub mod tactics;
