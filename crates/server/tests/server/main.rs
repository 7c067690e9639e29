//! The whole server, asked over the wire as the page asks it.

mod book;
mod client;
mod editor;
mod endpoints;
mod engines;
mod keep;
mod lab;
mod lessons;
mod live;
mod puzzles;
mod refusals;
mod restarts;
mod review;
mod rules;
mod story;
mod tournaments;
mod training;
mod tree;
mod types;
mod wire;
