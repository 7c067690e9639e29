//! Finding words in the book, whatever their accents and capitals.

use crate::Chapter;

/// A chapter in which something was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// The words around the first place.
    pub excerpt: String,
}

/// How many letters are shown on each side of what was found.
const AROUND: usize = 70;

/// A title counts as much as so many places in the text.
const TITLE: usize = 20;

pub(crate) fn search<'a>(chapters: &'a [Chapter], words: &str) -> Vec<Found<'a>> {
    let wanted = folded(words);
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, Found<'a>)> = chapters
        .iter()
        .filter_map(|chapter| {
            let (title, text) = (folded(&chapter.title), folded(&chapter.words));
            let counts = wanted
                .iter()
                .map(|word| TITLE * title.matches(word).count() + text.matches(word).count());
            // The rarest of the words says how well it fits; one that is missing, that it does not.
            let fits = counts.min().filter(|count| *count > 0)?;
            let excerpt = excerpt(&chapter.words, &text, wanted[0]);
            Some((fits, Found { name: &chapter.name, title: &chapter.title, excerpt }))
        })
        .collect();
    found.sort_by_key(|(fits, _)| std::cmp::Reverse(*fits));
    found.into_iter().map(|(_, found)| found).collect()
}

/// Some words around a place. `folded` has a letter for each of `words`.
fn excerpt(words: &str, folded: &str, wanted: &str) -> String {
    let at = folded.find(wanted).map_or(0, |at| folded[..at].chars().count());
    let letters: Vec<char> = words.chars().collect();
    let (from, to) = (at.saturating_sub(AROUND), (at + wanted.len() + AROUND).min(letters.len()));
    let part: String = letters[from..to].iter().collect();
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "{}{part}{}",
        if from > 0 { "… " } else { "" },
        if to < letters.len() { " …" } else { "" }
    )
}

/// Small letters without accents, as many as there were.
fn folded(words: &str) -> String {
    let fold = |letter: char| match letter.to_lowercase().next().unwrap_or(letter) {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        letter => letter,
    };
    words.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;

    #[test]
    fn chapters_with_all_words_are_found_and_titles_come_first() {
        let chapter = |name: &str, title: &str, text: &str| {
            Chapter::new(&Entry { name: name.into(), title: title.into() }, text.into())
        };
        let all = [
            chapter("a", "Ants", "A **trail** of the colony. Pheromone, pheromone, pheromone."),
            chapter("b", "Feromona", "One trail. PHEROMONE."),
            chapter("c", "Conexión", "La conexión más corta"),
        ];
        let names =
            |words: &str| search(&all, words).iter().map(|found| found.name).collect::<Vec<_>>();
        assert_eq!(names("pheromone"), ["a", "b"]);
        assert_eq!(names("feromona"), ["b"]);
        assert_eq!(names("conexion CORTA"), ["c"]);
        assert_eq!(names("trail nothing"), [] as [&str; 0]);
        assert_eq!(names("  "), [] as [&str; 0]);
        assert!(search(&all, "colony")[0].excerpt.contains("trail of the colony"));
    }
}
