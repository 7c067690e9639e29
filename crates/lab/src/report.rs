//! Reports: tables for the terminal, and HTML files that need nothing else, in the look of the page.

pub mod plot;
mod table;

use ludoteca_games::palette;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use self::plot::Plot;
pub use self::table::Grid;

const STYLE: &str = include_str!("report/page.css");

/// Tables of experiments are wide, and have sentences in them.
const WIDE: &str = "main{max-width:920px}\n.words:not(:first-child){white-space:normal;min-width:13em}\n\
    .machines{margin:0 0 20px;padding:0;list-style:none}\n\
    .machines li{margin:0 0 10px;overflow-wrap:anywhere;color:var(--ink2)}\n";

/// What came of an experiment, in words, tables and plots.
#[derive(Default)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// The answer in a sentence.
    pub lead: String,
    /// On which machines it was found; nothing where that does not matter.
    pub machines: Vec<String>,
    /// What the table is called; nothing is the usual.
    pub heading: String,
    /// The table that is also printed.
    pub table: Grid,
    /// Plots, each with the name of its file.
    pub plots: Vec<(String, Plot)>,
    /// Tables with their headings, for the page alone.
    pub more: Vec<(String, Grid)>,
    /// What has to be known to read the figures.
    pub notes: Vec<String>,
}

impl Report {
    /// What the table is called.
    pub fn heading(&self, lang: Lang) -> String {
        match self.heading.as_str() {
            "" => lang.say(&text!("cli-experiment-table")),
            heading => heading.to_owned(),
        }
    }

    /// As an HTML file that needs nothing else.
    pub fn page(&self, lang: Lang) -> String {
        let title = escaped(&self.title);
        let mut body = format!("<h1>{title}</h1>\n<p class=\"lead\">{}</p>\n", escaped(&self.lead));
        if !self.machines.is_empty() {
            let items = self.machines.iter().map(|words| format!("<li>{}</li>\n", escaped(words)));
            body += &format!("<ul class=\"machines\">\n{}</ul>\n", items.collect::<String>());
        }
        for (_, plot) in &self.plots {
            body += &plot.html(lang);
        }
        body += &self.table.html(&self.heading(lang));
        for (heading, grid) in &self.more {
            body += &grid.html(heading);
        }
        for note in &self.notes {
            body += &format!("<p>{}</p>\n", escaped(note));
        }
        whole(&title, &format!("{}{WIDE}", plot::STYLE), &body, lang)
    }
}

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

/// A number above nothing: plain with three digits that count as long as it is short, and then as a
/// power of ten.
pub fn power(number: f64) -> Text {
    if number < 99_999.5 {
        let whole = number >= 999.5 || (number - number.round()).abs() < 1e-9;
        return if whole {
            text!("verbatim", words = number.round())
        } else {
            three_digits(number)
        };
    }
    let exponent = number.log10().floor();
    let mut digits = number / 10f64.powf(exponent);
    // What is rounded up to ten is one of the next power.
    let carry = f64::from(digits >= 9.995);
    digits /= 10f64.powf(carry);
    let raised = superscript((exponent + carry) as u32);
    text!("lab-power", digits = figure(&format!("{digits:.2}")), power = raised)
}

/// 10⁵⁴ has a raised 54.
pub fn superscript(number: u32) -> String {
    let raised = |digit: char| match digit {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        _ => '⁹',
    };
    number.to_string().chars().map(raised).collect()
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

    #[test]
    fn large_numbers_are_powers_of_ten() {
        let shown = |number: f64| Lang::ENGLISH.say(&power(number));
        assert_eq!([shown(12.0), shown(2400.6), shown(0.5)], ["12", "2,401", "0.500"]);
        assert_eq!([shown(3_603_600.0), shown(9.999e53)], ["3.60 × 10⁶", "1.00 × 10⁵⁴"]);
    }
}
