//! The rules of every game: against counts from outside, by what must hold of any game, and case by
//! case. One program, as each would have to be compiled with all games anew.

mod arimaa;
mod breakthrough;
mod checkers;
mod conformance;
mod counts;
mod gdl;
mod hex;
mod notation;
mod playthrough;
mod position;
mod properties;
mod suite;
