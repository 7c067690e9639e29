//! The bibliography: BibTeX, each work with two lines of why one would read it.

use std::collections::BTreeMap;

use biblatex::{Bibliography, ChunksExt, Entry, Person};

use crate::site::escaped;

/// A work that is cited.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    /// The key it is cited by.
    pub key: String,
    /// The family names of those who wrote it.
    pub authors: Vec<String>,
    /// The year, as it is given.
    pub year: String,
    /// What it is called.
    pub title: String,
    /// Where it came out.
    pub place: String,
    /// Why one would read it.
    pub why: String,
}

/// All works, by their keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sources(BTreeMap<String, Source>);

/// Where works come out, as BibTeX names it, the most telling first.
const PLACES: [&str; 8] = [
    "journaltitle",
    "journal",
    "booktitle",
    "series",
    "school",
    "institution",
    "publisher",
    "howpublished",
];

impl Sources {
    /// Reads a bibliography with what it says in one language. What cannot be read is left out: a
    /// test reads it all.
    pub(crate) fn read(bib: &str, language: &str) -> Sources {
        let all = Bibliography::parse(bib).map(Bibliography::into_vec).unwrap_or_default();
        let sources = all.iter().map(|entry| (entry.key.clone(), source(entry, language)));
        Sources(sources.collect())
    }

    /// The work with a key.
    pub fn get(&self, key: &str) -> Option<&Source> {
        self.0.get(key)
    }

    /// All of them, by their keys.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.values()
    }

    /// How a work is named in a text: `Knuth & Moore 1975`.
    pub fn short(&self, key: &str) -> String {
        let Some(source) = self.get(key) else { return format!("@{key}") };
        let who = match &source.authors[..] {
            [] => source.title.clone(),
            [one] => one.clone(),
            [one, other] => format!("{one} & {other}"),
            [one, ..] => format!("{one} et al."),
        };
        if source.year.is_empty() { who } else { format!("{who} {}", source.year) }
    }

    /// The list of all works.
    pub(crate) fn html(&self) -> String {
        let mut sorted: Vec<&Source> = self.iter().collect();
        sorted.sort_by_key(|source| self.short(&source.key).to_lowercase());
        let entry = |source: &Source| {
            format!(
                "<dt id=\"{}\">{}</dt><dd><cite>{}</cite>{}<br>{}</dd>\n",
                escaped(&source.key),
                escaped(&self.short(&source.key)),
                escaped(&source.title),
                match source.place.as_str() {
                    "" => String::new(),
                    place => format!(". {}", escaped(place)),
                },
                escaped(&source.why),
            )
        };
        format!(
            "<dl class=\"sources\">\n{}</dl>\n",
            sorted.into_iter().map(entry).collect::<String>()
        )
    }
}

fn source(entry: &Entry, language: &str) -> Source {
    let said =
        |name: &str| entry.get(name).map(|chunks| chunks.format_verbatim()).unwrap_or_default();
    let family = |person: Person| match person.prefix.as_str() {
        "" => person.name,
        prefix => format!("{prefix} {}", person.name),
    };
    let place = PLACES.map(said).into_iter().find(|place| !place.is_empty());
    let year = said("year");
    Source {
        key: entry.key.clone(),
        authors: entry.author().unwrap_or_default().into_iter().map(family).collect(),
        year: if year.is_empty() { said("date").chars().take(4).collect() } else { year },
        title: said("title"),
        place: place.unwrap_or_default(),
        why: said(&format!("note-{language}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_is_named_by_who_wrote_it_and_told_in_the_readers_language() {
        let bib = "@article{knuth1975, author = {Donald E. Knuth and Ronald W. Moore}, \
                   title = {An Analysis of <Alpha>-Beta}, journal = {Artificial Intelligence}, year = 1975, \
                   note-es = {Porqué.}, note-en = {Why.}}\n@misc{x, title = {Only a title}}";
        let sources = Sources::read(bib, "es");
        assert_eq!(sources.short("knuth1975"), "Knuth & Moore 1975");
        assert_eq!(sources.short("x"), "Only a title");
        assert_eq!(sources.short("nobody"), "@nobody");
        assert_eq!(sources.get("knuth1975").unwrap().why, "Porqué.");
        let html = sources.html();
        assert!(
            html.contains("An Analysis of &lt;Alpha&gt;-Beta")
                && html.contains("Artificial Intelligence")
        );
    }
}
