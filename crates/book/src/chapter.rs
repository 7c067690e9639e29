//! A chapter: Markdown with boards in it.

use std::{collections::BTreeMap, time::Duration};

use ludoteca_text::{errors, text};
use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
    html,
};
use serde::{Deserialize, Serialize};

use crate::{Entry, Sources};

/// A chapter.
pub struct Chapter {
    /// Its file, without its ending: `algorithms/mcts`.
    pub name: String,
    /// What it is called.
    pub title: String,
    markdown: String,
    /// All its words, one after the other.
    pub(crate) words: String,
}

/// A piece of a chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Words, as HTML that has no scripts and nothing from elsewhere.
    Html(String),
    /// A board.
    Board(Board),
    /// A board that cannot be read.
    Broken(Broken),
}

errors! {
    /// Why a board of a chapter cannot be read.
    pub enum Broken {
        /// It is not written as it should be.
        Unreadable { why: String } => text!("book-board-unreadable", why = why),
    }
}

/// A position to look at and to play on from, and perhaps somebody who thinks about it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The game's name.
    pub game: String,
    /// Its options, if they are not as usual.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position, in the game's own notation; nothing is where games begin.
    #[serde(default)]
    pub position: String,
    /// Whose thought is shown, as a player text.
    pub player: Option<String>,
    /// The layer of that thought that is drawn, or `story`, which is its slow motion.
    pub show: Option<String>,
    /// How many positions the player may look at, if it would not end by itself.
    pub nodes: Option<u64>,
    /// What there is to see.
    #[serde(default)]
    pub caption: String,
}

impl Board {
    /// What stands in place of a layer where a thought is shown moment by moment.
    pub const STORY: &'static str = "story";

    /// No board is thought about longer: whoever reads should not have to wait.
    pub const LONGEST: Duration = Duration::from_secs(5);

    /// All chance on a board follows from it, so that it is the same for every reader.
    pub const SEED: u64 = 1;

    fn read(toml: &str) -> Result<Board, Broken> {
        toml::from_str(toml).map_err(|why| Broken::Unreadable { why: why.message().to_owned() })
    }
}

const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_STRIKETHROUGH);

/// The first word of a block that is a board.
const BOARD: &str = "board";

/// How a link to a source is told apart until its address is known.
const CITED: &str = "cited:";

impl Chapter {
    pub(crate) fn new(entry: &Entry, markdown: String) -> Chapter {
        let mut words = String::new();
        let mut in_board = false;
        for event in Parser::new_ext(&markdown, OPTIONS) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(word))) => {
                    in_board = &*word == BOARD
                }
                Event::End(TagEnd::CodeBlock) => in_board = false,
                Event::Text(_) if in_board => {}
                Event::Text(more) | Event::Code(more) => words.push_str(&more),
                Event::SoftBreak | Event::HardBreak | Event::End(_) => words.push(' '),
                _ => {}
            }
        }
        Chapter { name: entry.name.clone(), title: entry.title.clone(), markdown, words }
    }

    /// Its boards, in their order.
    pub fn boards(&self) -> Vec<Result<Board, Broken>> {
        let mut boards = Vec::new();
        let mut toml = None;
        for event in Parser::new_ext(&self.markdown, OPTIONS) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(word))) if &*word == BOARD => {
                    toml = Some(String::new());
                }
                Event::Text(more) => {
                    if let Some(toml) = &mut toml {
                        toml.push_str(&more);
                    }
                }
                Event::End(TagEnd::CodeBlock) => {
                    boards.extend(toml.take().map(|toml| Board::read(&toml)))
                }
                _ => {}
            }
        }
        boards
    }

    /// The names of the chapters it leads to.
    #[cfg(test)]
    pub(crate) fn links(&self) -> Vec<String> {
        let links = Parser::new_ext(&self.markdown, OPTIONS).filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(self.target(&dest_url)?.0),
            _ => None,
        });
        links.collect()
    }

    /// The keys of the works it cites.
    #[cfg(test)]
    pub(crate) fn cites(&self) -> Vec<String> {
        let mut keys = Vec::new();
        let mut source = |link: BrokenLink<'_>| {
            keys.extend(cited(&link.reference).map(str::to_owned));
            None
        };
        Parser::new_with_broken_link_callback(&self.markdown, OPTIONS, Some(&mut source))
            .for_each(drop);
        keys
    }

    pub(crate) fn blocks(
        &self,
        sources: &Sources,
        address: &dyn Fn(&str, &str) -> String,
    ) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut events = Vec::new();
        let mut toml = None;
        // The words of a link to a source are the source's own.
        let mut citing = false;
        let mut heading = None;
        let mut source = |link: BrokenLink<'_>| {
            cited(&link.reference).next()?;
            Some((CowStr::from(format!("{CITED}{}", link.reference)), CowStr::from("")))
        };
        let parser =
            Parser::new_with_broken_link_callback(&self.markdown, OPTIONS, Some(&mut source));
        for event in parser {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(word))) if &*word == BOARD => {
                    toml = Some(String::new());
                }
                Event::Text(more) if toml.is_some() => {
                    toml.get_or_insert_default().push_str(&more);
                }
                Event::End(TagEnd::CodeBlock) if toml.is_some() => {
                    let board = Board::read(&toml.take().unwrap_or_default());
                    blocks.extend(html_of(&mut events));
                    blocks.push(board.map_or_else(Block::Broken, Block::Board));
                }
                // The title is shown by whoever shows the chapter.
                Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                    heading = Some(events.len());
                }
                Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                    events.truncate(heading.take().unwrap_or_default());
                }
                Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with(CITED) => {
                    citing = true;
                    for (number, key) in cited(&dest_url[CITED.len()..]).enumerate() {
                        let between = if number > 0 { "; " } else { "(" };
                        let words = Event::Text(sources.short(key).into());
                        events.push(Event::Text(between.into()));
                        events.push(Event::Start(link(address(crate::BIBLIOGRAPHY, key))));
                        events.extend([words, Event::End(TagEnd::Link)]);
                    }
                    events.push(Event::Text(")".into()));
                }
                Event::End(TagEnd::Link) if citing => citing = false,
                Event::Text(_) if citing => {}
                Event::Start(Tag::Link { ref dest_url, .. }) => match self.target(dest_url) {
                    Some((name, place)) => events.push(Event::Start(link(address(&name, &place)))),
                    None => events.push(event),
                },
                // Chapters are text; tags in them are shown as they are written.
                Event::Html(words) | Event::InlineHtml(words) => events.push(Event::Text(words)),
                other => events.push(other),
            }
        }
        blocks.extend(html_of(&mut events));
        blocks
    }

    /// The chapter and the place in it that an address within the book means.
    fn target(&self, address: &str) -> Option<(String, String)> {
        if address.contains("://") || address.starts_with(['#', '/']) {
            return None;
        }
        let (file, place) = address.split_once('#').unwrap_or((address, ""));
        let mut path: Vec<&str> = self.name.split('/').collect();
        path.pop();
        for step in file.strip_suffix(".md")?.split('/') {
            match step {
                "." => {}
                ".." => {
                    path.pop();
                }
                step => path.push(step),
            }
        }
        Some((path.join("/"), place.to_owned()))
    }
}

/// The keys in what stands between the brackets of a citation: `@one; @other`.
fn cited(reference: &str) -> impl Iterator<Item = &str> {
    reference.split(';').filter_map(|key| key.trim().strip_prefix('@'))
}

fn link(address: String) -> Tag<'static> {
    Tag::Link {
        link_type: LinkType::Inline,
        dest_url: address.into(),
        title: "".into(),
        id: "".into(),
    }
}

/// The words so far, if there are any.
fn html_of(events: &mut Vec<Event<'_>>) -> Option<Block> {
    if events.is_empty() {
        return None;
    }
    let mut out = String::new();
    html::push_html(&mut out, events.drain(..));
    Some(Block::Html(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(markdown: &str) -> Chapter {
        let entry = Entry { name: "algorithms/mcts".into(), title: "Trees".into() };
        Chapter::new(&entry, markdown.to_owned())
    }

    fn shown(markdown: &str) -> Vec<Block> {
        let bib = "@book{allis1988, author = {Victor Allis}, title = {A Book}, year = {1988}}";
        let address = |name: &str, place: &str| format!("#/book/{name}/{place}");
        chapter(markdown).blocks(&Sources::read(bib, "en"), &address)
    }

    #[test]
    fn words_and_boards_follow_each_other_and_the_title_is_left_to_whoever_shows_it() {
        let blocks = shown(
            "# Trees\n\nOne *word*.\n\n```board\ngame = \"hex\"\noptions = { size = \"5\" }\n\
             position = \"c3\"\nplayer = \"mcts\"\nshow = \"values\"\n```\n\nMore.\n",
        );
        let Block::Board(board) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!((board.game.as_str(), board.position.as_str()), ("hex", "c3"));
        assert_eq!(board.options["size"], "5");
        assert_eq!(blocks[0], Block::Html("<p>One <em>word</em>.</p>\n".into()));
        assert_eq!(blocks[2], Block::Html("<p>More.</p>\n".into()));
    }

    #[test]
    fn links_lead_to_chapters_and_citations_to_their_source() {
        assert_eq!(
            shown("[a](minimax.md), [b](../play/hex.md#x), [c](https://a.b/c.md) [@allis1988]"),
            [Block::Html(
                "<p><a href=\"#/book/algorithms/minimax/\">a</a>, <a href=\"#/book/play/hex/x\">b</a>, \
                 <a href=\"https://a.b/c.md\">c</a> \
                 (<a href=\"#/book/about/bibliography/allis1988\">Allis 1988</a>)</p>\n"
                    .into()
            )]
        );
        let named = chapter("[a](minimax.md) [@allis1988] and [@x; @y] `[@no]`");
        assert_eq!(named.links(), ["algorithms/minimax"]);
        assert_eq!(named.cites(), ["allis1988", "x", "y"]);
    }

    #[test]
    fn tags_in_a_chapter_are_words() {
        let Block::Html(html) = &shown("a <b onclick=x>b</b>\n\n<script>x</script>\n")[0] else {
            panic!()
        };
        assert!(!html.contains("<b") && !html.contains("<script"), "{html}");
    }

    #[test]
    fn what_is_wrong_with_a_board_is_said() {
        for wrong in ["position = \"c3\"", "game = 3", "game = \"hex\"\ncolour = \"red\"", "game"] {
            let blocks = shown(&format!("```board\n{wrong}\n```\n"));
            assert!(matches!(&blocks[..], [Block::Broken(_)]), "{wrong}: {blocks:?}");
        }
    }
}
