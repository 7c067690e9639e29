//! Players as everybody else has them: by their texts, out of the registry, which builds every player
//! of every game. What needs no more than one of them is tested beside it.

mod ants;
mod arimaa;
mod neural;
mod registry;
mod rules;
mod studies;
mod texts;
