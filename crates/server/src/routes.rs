//! The routes, each with what it reads and what it answers.

pub mod book;
pub mod constant;
pub mod editor;
pub mod games;
pub mod keep;
pub mod lab;
pub mod lessons;
pub mod play;
pub mod progress;
pub mod puzzles;
pub mod review;
pub mod rules;
pub mod story;
pub mod thoughts;
pub mod tournaments;
pub mod training;
pub mod tree;
pub mod workers;
