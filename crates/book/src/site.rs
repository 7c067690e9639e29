//! The book as a folder of pages that need no program to be read: boards are pictures there. Words are
//! found on every page, the arrow keys leaf through the chapters, and one page has them all, to be
//! printed.

use ludoteca_text::Text;
use serde_json::json;

use crate::{Block, Board, Chapter, Edition};

/// A file of the folder.
pub struct Page {
    /// Where it is, within the folder of its language: `algorithms/mcts.html`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What pages say besides the book, in its language.
pub struct Labels {
    /// Of the field for words to be found.
    pub search: String,
    /// Of the page with all chapters.
    pub whole: String,
}

/// A board as a still picture.
pub struct Still {
    /// The picture, as SVG.
    pub svg: String,
    /// What the layer on it says, in a sentence, if one is drawn.
    pub says: Option<String>,
}

const STYLE: &str = include_str!("site.css");
/// Finds words and leafs.
const SCRIPT: &str = include_str!("site.js");
/// The page with all chapters.
const WHOLE: &str = "whole";

/// How a board becomes a picture.
type Draw<'a> = &'a dyn Fn(&Board) -> Result<Still, Text>;

impl Edition {
    /// All files of its folder. `colours` is a style sheet that names them.
    pub fn site(&self, colours: &str, labels: &Labels, draw: Draw<'_>) -> Result<Vec<Page>, Text> {
        let mut pages = Vec::new();
        let mut whole = String::new();
        for (number, chapter) in self.chapters().iter().enumerate() {
            let up = "../".repeat(chapter.name.matches('/').count());
            let address = |name: &str, place: &str| {
                let hash = if place.is_empty() { "" } else { "#" };
                format!("{up}{name}.html{hash}{place}")
            };
            let body = self.body(chapter, &address, draw)?;
            let beside = |number: Option<usize>, rel: &str| {
                let chapter = number.and_then(|number| self.chapters().get(number));
                let link = chapter.map(|chapter| {
                    let (to, title) = (address(&chapter.name, ""), escaped(&chapter.title));
                    format!("<a rel=\"{rel}\" href=\"{to}\">{title}</a>")
                });
                link.unwrap_or_default()
            };
            let before = beside(number.checked_sub(1), "prev");
            let after = beside(Some(number + 1), "next");
            let article = format!(
                "<article><h1>{}</h1>\n{body}<footer>{before}{after}</footer></article>",
                escaped(&chapter.title)
            );
            let text = self.page(&chapter.title, Some(chapter), &article, colours, labels);
            pages.push(Page { path: format!("{}.html", chapter.name), text });
            // There, whatever leads to a chapter leads to its beginning.
            let body = self.body(chapter, &|name, _| format!("#{name}"), draw)?;
            let title = escaped(&chapter.title);
            let name = &chapter.name;
            whole += &format!("<section id=\"{name}\"><h1>{title}</h1>\n{body}</section>\n");
        }
        let whole = format!("<article>{whole}</article>");
        let text = self.page(&labels.whole, None, &whole, colours, labels);
        pages.push(Page { path: format!("{WHOLE}.html"), text });
        let words = |chapter: &Chapter| json!([chapter.name, chapter.title, chapter.words]);
        let words: Vec<_> = self.chapters().iter().map(words).collect();
        let text = format!("const BOOK = {};\n", json!(words));
        pages.push(Page { path: "words.js".to_owned(), text });
        pages.push(Page { path: "book.js".to_owned(), text: SCRIPT.to_owned() });
        Ok(pages)
    }

    /// A chapter below its title.
    fn body(
        &self,
        chapter: &Chapter,
        address: &dyn Fn(&str, &str) -> String,
        draw: Draw<'_>,
    ) -> Result<String, Text> {
        let mut body = String::new();
        for block in self.shown(chapter, address) {
            match block {
                Block::Html(html) => body.push_str(&html),
                Block::Board(board) => {
                    let Still { svg, says } = draw(&board)?;
                    let caption = escaped(&board.caption);
                    let says = says.map(|says| format!("<p class=\"says\">{}</p>", escaped(&says)));
                    let says = says.unwrap_or_default();
                    body.push_str(&format!(
                        "<figure>{svg}<figcaption>{caption}{says}</figcaption></figure>\n"
                    ));
                }
                Block::Broken(why) => return Err(why.into()),
            }
        }
        Ok(body)
    }

    /// A page with the contents beside it, where `here` is marked.
    fn page(
        &self,
        title: &str,
        here: Option<&Chapter>,
        article: &str,
        colours: &str,
        labels: &Labels,
    ) -> String {
        let name = here.map_or(WHOLE, |chapter| &chapter.name);
        let up = "../".repeat(name.matches('/').count());
        let link = |to: &str, title: &str| {
            let current = if to == name { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{up}{to}.html\"{current}>{}</a>", escaped(title))
        };
        let mut contents = String::new();
        for part in &self.parts {
            if !part.title.is_empty() {
                contents.push_str(&format!("<h2>{}</h2>\n", escaped(&part.title)));
            }
            for entry in &part.chapters {
                if let Some(listed) = self.chapter(&entry.name) {
                    contents.push_str(&link(&listed.name, &listed.title));
                }
            }
        }
        contents.push_str(&format!("<hr>{}", link(WHOLE, &labels.whole)));
        let (language, title, search) = (self.language, escaped(title), escaped(&labels.search));
        format!(
            "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>\n{colours}{STYLE}</style>\n<nav>\
             <input type=\"search\" aria-label=\"{search}\" placeholder=\"{search}\"><ol></ol>\
             {contents}</nav>\n{article}<script src=\"{up}book.js\"></script></html>\n"
        )
    }
}

/// Words as HTML shows them.
pub(crate) fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
