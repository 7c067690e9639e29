//! The words that a person can type instead of a move.

use ludoteca_games::Side;

/// A word that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Hint,
    Undo,
    Redo,
    Level,
    Swap,
    Save,
    End,
    Resign,
    Help,
    Quit,
}

impl Word {
    pub const ALL: [Word; 10] = [
        Word::Hint,
        Word::Undo,
        Word::Redo,
        Word::Level,
        Word::Swap,
        Word::Save,
        Word::End,
        Word::Resign,
        Word::Help,
        Word::Quit,
    ];

    /// Its English and its Spanish name; both work in every language.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Word::Hint => ["hint", "pista"],
            Word::Undo => ["undo", "deshacer"],
            Word::Redo => ["redo", "rehacer"],
            Word::Level => ["level", "nivel"],
            Word::Swap => ["swap", "cambiar"],
            Word::Save => ["save", "guardar"],
            Word::End => ["end", "terminar"],
            Word::Resign => ["resign", "rendirse"],
            Word::Help => ["help", "ayuda"],
            Word::Quit => ["quit", "salir"],
        }
    }

    /// The word somebody typed, in any case.
    pub fn read(typed: &str) -> Option<Word> {
        let typed = typed.to_lowercase();
        Word::ALL.into_iter().find(|word| word.names().contains(&typed.as_str()))
    }
}

/// A side by its order: `first`, `segundo`.
pub fn side(typed: &str) -> Option<Side> {
    match typed.to_lowercase().as_str() {
        "first" | "primero" => Some(Side::First),
        "second" | "segundo" => Some(Side::Second),
        _ => None,
    }
}

/// Whether somebody agrees; nothing typed means no.
pub fn agrees(typed: &str) -> Option<bool> {
    match typed.to_lowercase().as_str() {
        "y" | "yes" | "s" | "si" | "sí" => Some(true),
        "" | "n" | "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_words::languages;

    use super::*;

    #[test]
    fn every_word_is_read_by_both_names_and_explained_in_every_language() {
        for word in Word::ALL {
            for name in word.names() {
                assert_eq!(Word::read(&name.to_uppercase()), Some(word));
            }
            let help = format!("cli-word-{}", word.names()[0]);
            assert!(languages().into_iter().all(|lang| lang.knows(&help)), "{help}");
        }
    }

    #[test]
    fn agreement_is_read_in_both_languages_and_silence_is_none() {
        for yes in ["y", "YES", "s", "si", "Sí"] {
            assert_eq!(agrees(yes), Some(true), "{yes}");
        }
        assert_eq!(["", "n", "No"].map(agrees), [Some(false); 3]);
        assert_eq!(agrees("4"), None);
    }
}
