//! Reports as one HTML file that needs nothing else, in the look of the page: what they all share.

use ludoteca_words::Lang;

const STYLE: &str = include_str!("page.css");

/// The whole file. Its title and its body are HTML already; `style` is what only this report has.
pub fn whole(title: &str, style: &str, body: &str, lang: Lang) -> String {
    let code = lang.code();
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n</body>\n</html>\n"
    )
}

/// Words as they are written in HTML.
pub fn escaped(words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    words.replace('"', "&quot;")
}
