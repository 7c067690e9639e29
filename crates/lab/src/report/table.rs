//! A table.

use std::fmt::Write;

use super::escaped;

/// Rows under heads.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What stands above the columns.
    pub heads: Vec<String>,
    /// The rows under it.
    pub rows: Vec<Vec<String>>,
    /// The columns that have words; the others have figures, which stand at the right.
    pub words: Vec<usize>,
}

impl Grid {
    /// As a section of a page.
    pub fn html(&self, heading: &str) -> String {
        let heading = escaped(heading);
        let class =
            |column: usize| if self.words.contains(&column) { " class=\"words\"" } else { "" };
        let mut html = format!(
            "<section>\n<h2>{heading}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
             aria-label=\"{heading}\">\n<table>\n<thead><tr>"
        );
        for (column, head) in self.heads.iter().enumerate() {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), escaped(head));
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for (column, words) in row.iter().enumerate() {
                let _ = write!(html, "<td{}>{}</td>", class(column), escaped(words));
            }
            html += "</tr>\n";
        }
        html + "</tbody>\n</table>\n</div>\n</section>\n"
    }
}
