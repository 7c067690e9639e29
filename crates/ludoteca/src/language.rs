//! Which language the program speaks: the one asked for, or the system's.

use std::{env, ffi::OsString};

use ludoteca_text::{Text, text};
use ludoteca_words::{Lang, languages};

/// The language of `--lang`, of `LUDOTECA_LANG`, of the system, or English. Known before the command
/// line is understood, because what is wrong with it has to be said in some language too.
pub fn chosen(words: &[OsString]) -> Lang {
    asked(words)
        .or_else(|| env::var("LUDOTECA_LANG").ok().and_then(|code| Lang::named(&code)))
        .or_else(|| sys_locale::get_locales().find_map(|code| spoken(&code)))
        .unwrap_or(Lang::ENGLISH)
}

fn asked(words: &[OsString]) -> Option<Lang> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--lang")? {
        "" => Lang::named(words.get(at + 1)?),
        value => Lang::named(value.strip_prefix('=')?),
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
