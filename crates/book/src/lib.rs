//! The book: chapters in Markdown, in folders that mdBook understands too, read into what a page or a
//! folder of HTML shows.
//!
//! A fenced block with the word `board` is no listing but a board: a position of a game, perhaps
//! with a player who thinks about it. This crate reads such blocks and knows no game; whoever shows
//! the book draws them, so that no picture can be older than the program. `[@key]` cites a work of
//! the bibliography.
#![warn(missing_docs)]

mod chapter;
mod contents;
mod explained;
mod search;
mod site;
mod sources;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::OnceLock};

pub use chapter::{Block, Board, Chapter};
pub use contents::{Entry, Part};
pub use explained::{Explained, explained};
pub use search::Found;
pub use site::{Labels, Page, Still};
use sources::Sources;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../book"]
#[include = "*.md"]
#[include = "*.bib"]
#[include = "*.toml"]
struct Files;

/// The chapter that is written out of the bibliography.
pub const BIBLIOGRAPHY: &str = "about/bibliography";

/// The book in one language.
pub struct Edition {
    /// The code of its language.
    pub language: &'static str,
    /// What is before the first part, and then the parts.
    pub parts: Vec<Part>,
    chapters: Vec<Chapter>,
    sources: Sources,
}

/// The languages the book is written in, the one for everybody else first.
pub const LANGUAGES: [&str; 2] = ["en", "es"];

/// The book in a language, in English where it is not written in that.
pub fn edition(language: &str) -> &'static Edition {
    static EDITIONS: OnceLock<[Edition; LANGUAGES.len()]> = OnceLock::new();
    let editions = EDITIONS.get_or_init(|| LANGUAGES.map(Edition::read));
    editions.iter().find(|edition| edition.language == language).unwrap_or(&editions[0])
}

impl Edition {
    fn read(language: &'static str) -> Edition {
        let sources = Sources::read(&text("bibliography.bib").unwrap_or_default(), language);
        let summary = text(&format!("{language}/src/SUMMARY.md")).unwrap_or_default();
        let parts = contents::read(&summary);
        let chapters = parts.iter().flat_map(|part| &part.chapters).map(|entry| {
            let file = format!("{language}/src/{}.md", entry.name);
            Chapter::new(entry, text(&file).unwrap_or_default())
        });
        Edition { language, chapters: chapters.collect(), parts, sources }
    }

    /// All chapters, in their order.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The chapter with a name, as `algorithms/mcts`.
    pub fn chapter(&self, name: &str) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.name == name)
    }

    /// A chapter as it is shown; `address` says where another chapter is found, by its name and
    /// perhaps by the place in it.
    pub fn shown(&self, chapter: &Chapter, address: &dyn Fn(&str, &str) -> String) -> Vec<Block> {
        let mut blocks = chapter.blocks(&self.sources, address);
        if chapter.name == BIBLIOGRAPHY {
            blocks.push(Block::Html(self.sources.html()));
        }
        blocks
    }

    /// The chapters in which all of some words are found, the best first.
    pub fn search(&self, words: &str) -> Vec<Found<'_>> {
        search::search(&self.chapters, words)
    }
}

/// A file of the book.
fn text(name: &str) -> Option<String> {
    let bytes: Cow<'static, [u8]> = Files::get(name)?.data;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
