//! What is in the book: mdBook's `SUMMARY.md`.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

/// A part of the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// What it is called; nothing before the first part.
    pub title: String,
    /// Its chapters.
    pub chapters: Vec<Entry>,
}

/// A chapter in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its file, without its ending: `algorithms/mcts`.
    pub name: String,
    /// What it is called.
    pub title: String,
}

/// Reads a summary. Its own title is no part.
pub(crate) fn read(summary: &str) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    let mut link = None;
    let mut heading = false;
    for event in Parser::new(summary) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                heading = true;
                parts.push(Part::default());
            }
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => heading = false,
            Event::Start(Tag::Link { dest_url, .. }) => {
                let name = dest_url.trim_start_matches("./").trim_end_matches(".md").to_owned();
                link = Some(Entry { name, title: String::new() });
            }
            Event::End(TagEnd::Link) => {
                if let (Some(entry), Some(part)) = (link.take(), parts.last_mut()) {
                    part.chapters.push(entry);
                }
            }
            Event::Text(words) | Event::Code(words) => match (&mut link, parts.last_mut()) {
                (Some(entry), _) => entry.title.push_str(&words),
                (None, Some(part)) if heading => part.title.push_str(&words),
                _ => {}
            },
            _ => {}
        }
    }
    parts.retain(|part| !part.chapters.is_empty());
    // The summary's own title stands over what comes before the first part.
    if let Some(first) = parts.first_mut() {
        first.title.clear();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_parts_with_chapters_and_what_comes_before_them() {
        let read = read(
            "# Summary\n\n[Hello](index.md)\n\n# To play\n\n- [Hex](play/hex.md)\n- [`gdl`](./play/gdl.md)\n",
        );
        let entry = |name: &str, title: &str| Entry { name: name.into(), title: title.into() };
        let first = Part { title: String::new(), chapters: vec![entry("index", "Hello")] };
        let chapters = vec![entry("play/hex", "Hex"), entry("play/gdl", "gdl")];
        assert_eq!(read, [first, Part { title: "To play".into(), chapters }]);
    }
}
