//! Reports: tables for the terminal, and HTML files that need nothing else, in the look of the page.

pub mod plot;
mod table;

use ludoteca_games::palette;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

pub use self::table::Grid;

const STYLE: &str = include_str!("report/page.css");

/// The whole file. Its title and its body are HTML already; `style` is what only this report has.
pub fn whole(title: &str, style: &str, body: &str, lang: Lang) -> String {
    let code = lang.code();
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{}{STYLE}{style}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n</body>\n</html>\n",
        palette::CSS
    )
}

/// Words as they are written in HTML.
pub fn escaped(words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    words.replace('"', "&quot;")
}

/// A number above nothing with three digits that count.
pub fn three_digits(number: f64) -> Text {
    let decimals = (2.0 - number.log10().floor()).clamp(0.0, 12.0) as usize;
    figure(&format!("{number:.decimals$}"))
}

/// A plain number as the language writes it.
pub fn figure(plain: &str) -> Text {
    match plain.split_once('.') {
        Some((whole, decimals)) => text!("cli-decimal", whole = whole, decimals = decimals),
        None => Text::verbatim(plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_that_count() {
        let shown = |number: f64| Lang::ENGLISH.say(&three_digits(number));
        assert_eq!(shown(0.000_234_56), "0.000235");
        assert_eq!(shown(0.041_26), "0.0413");
        assert_eq!(shown(1.628), "1.63");
        assert_eq!(shown(1234.5), "1234");
        assert_eq!(Lang::named("es").unwrap().say(&three_digits(1.628)), "1,63");
    }
}
