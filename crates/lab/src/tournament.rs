//! Tournaments as people meet them: the file that asks for one, the folder that keeps it, who plays
//! its games here, and what it says in tables and plots.

mod book;
mod drawing;
mod error;
mod file;
mod folder;
mod hall;
mod processors;
mod report;
mod rounds;
mod words;

pub use self::{
    drawing::{CrossCell, CrossRow, Crosstable},
    error::TournamentError,
    file::{Asked, read},
    folder::Folder,
    hall::{Hall, play_here},
    report::{Told, csv, games_csv, page},
    rounds::rounds,
    words::{answer, end, fault_name, faults, form_name, lines, ranking, summary, trial},
};
