//! Which language the program speaks: the one asked for, or the system's; and which languages the
//! user has added.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use directories::ProjectDirs;
use ludoteca_text::{Text, text};
use ludoteca_words::{Lang, Note, languages};

/// Learns the languages of the folder that `--languages` or `LUDOTECA_LANGUAGES` names, or else of
/// the folder `languages` among the user's settings, where there is one. Says what there is to tell.
pub fn learn(words: &[OsString]) -> Vec<Note> {
    let named = value(words, "--languages").map(OsStr::to_owned);
    let named = named.or_else(|| env::var_os("LUDOTECA_LANGUAGES")).filter(|name| !name.is_empty());
    let usual = || {
        let folder = ProjectDirs::from("", "", "ludoteca")?.config_dir().join("languages");
        folder.is_dir().then_some(folder)
    };
    named
        .map(PathBuf::from)
        .or_else(usual)
        .map_or_else(Vec::new, |folder| ludoteca_words::learn(&folder))
}

/// The language of `--lang`, of `LUDOTECA_LANG`, of the system, or English. Known before the command
/// line is understood, because what is wrong with it has to be said in some language too.
pub fn chosen(words: &[OsString]) -> Lang {
    asked(words)
        .or_else(|| env::var("LUDOTECA_LANG").ok().and_then(|code| Lang::named(&code)))
        .or_else(|| sys_locale::get_locales().find_map(|code| spoken(&code)))
        .unwrap_or(Lang::ENGLISH)
}

fn asked(words: &[OsString]) -> Option<Lang> {
    value(words, "--lang").and_then(|code| Lang::named(code.to_str()?))
}

/// The value of an option, wherever it stands.
fn value<'a>(words: &'a [OsString], option: &str) -> Option<&'a OsStr> {
    words.iter().enumerate().find_map(|(at, word)| match word.to_str() {
        Some(word) if word == option => words.get(at + 1).map(OsString::as_os_str),
        Some(word) => word.strip_prefix(option)?.strip_prefix('=').map(OsStr::new),
        None => None,
    })
}

/// The language of a system's locale; the locale that is none of any country speaks English.
fn spoken(code: &str) -> Option<Lang> {
    if ["C", "POSIX"].contains(&code) { Some(Lang::ENGLISH) } else { Lang::named(code) }
}

/// Reads the value of `--lang`.
pub fn read(code: &str) -> Result<Lang, Text> {
    Lang::named(code).ok_or_else(|| {
        let all: Vec<&str> = languages().into_iter().map(Lang::code).collect();
        let allowed = text!("allowed-list", list = all.join(", "));
        text!("value-refused", key = "--lang", value = code, allowed = allowed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_asked_for_is_found_wherever_it_stands() {
        let es = Lang::named("es");
        let asked = |line: &str| asked(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked("ludoteca --lang es games"), es);
        assert_eq!(asked("ludoteca games --lang=es"), es);
        assert_eq!(asked("ludoteca games --lang"), None);
        assert_eq!(asked("ludoteca games --language es"), None);
    }

    #[test]
    fn the_locale_of_no_country_speaks_english() {
        assert_eq!(spoken("C"), Some(Lang::ENGLISH));
        assert_eq!(spoken("es-CL"), Lang::named("es"));
        assert_eq!(spoken("xx-XX"), None);
    }
}
