//! The book as a folder of pages that need no program to be read: boards are pictures there.

use ludoteca_text::Text;

use crate::{Block, Board, Chapter, Edition};

/// A file of the folder.
pub struct Page {
    /// Where it is, within the folder of its language: `algorithms/mcts.html`.
    pub path: String,
    /// What is in it.
    pub html: String,
}

/// A board as a still picture.
pub struct Still {
    /// The picture, as SVG.
    pub svg: String,
    /// What the layer on it says, in a sentence, if one is drawn.
    pub says: Option<String>,
}

const STYLE: &str = include_str!("site.css");

impl Edition {
    /// All its pages. `colours` is a style sheet that names them, and `draw` makes a picture of a
    /// board.
    pub fn site(
        &self,
        colours: &str,
        draw: &dyn Fn(&Board) -> Result<Still, Text>,
    ) -> Result<Vec<Page>, Text> {
        let chapters = self.chapters().iter().enumerate();
        chapters.map(|(number, chapter)| self.page(number, chapter, colours, draw)).collect()
    }

    fn page(
        &self,
        number: usize,
        chapter: &Chapter,
        colours: &str,
        draw: &dyn Fn(&Board) -> Result<Still, Text>,
    ) -> Result<Page, Text> {
        let up = "../".repeat(chapter.name.matches('/').count());
        let address = |name: &str, place: &str| {
            let hash = if place.is_empty() { "" } else { "#" };
            format!("{up}{name}.html{hash}{place}")
        };
        let mut body = String::new();
        for block in self.shown(chapter, &address) {
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
        let link = |chapter: &Chapter, here: bool| {
            let current = if here { " aria-current=\"page\"" } else { "" };
            let (to, title) = (address(&chapter.name, ""), escaped(&chapter.title));
            format!("<a href=\"{to}\"{current}>{title}</a>")
        };
        let mut contents = String::new();
        for part in &self.parts {
            if !part.title.is_empty() {
                contents.push_str(&format!("<h2>{}</h2>\n", escaped(&part.title)));
            }
            for entry in &part.chapters {
                if let Some(listed) = self.chapter(&entry.name) {
                    contents.push_str(&link(listed, listed.name == chapter.name));
                }
            }
        }
        let beside = |number: Option<usize>| {
            let chapter = number.and_then(|number| self.chapters().get(number));
            chapter.map(|chapter| link(chapter, false)).unwrap_or_default()
        };
        let (before, after) = (beside(number.checked_sub(1)), beside(Some(number + 1)));
        let (language, title) = (self.language, escaped(&chapter.title));
        Ok(Page {
            path: format!("{}.html", chapter.name),
            html: format!(
                "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\">\
                 <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
                 <style>\n{colours}{STYLE}</style>\n<nav>{contents}</nav>\n\
                 <article><h1>{title}</h1>\n{body}<footer>{before}{after}</footer></article></html>\n"
            ),
        })
    }
}

/// Words as HTML shows them.
pub(crate) fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
