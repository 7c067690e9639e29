//! Languages of the user's own: a folder with files such as `fr.ftl`, read when the program begins.
//!
//! A file says what it wants to say. What it lacks is said in English, or, where it has the name of a
//! language that is there already, as that language says it. What is wrong in it costs that message
//! and is told, with its line.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement},
    parser::parse,
    serializer::serialize,
};
use ludoteca_text::{Text, text};

use crate::{
    Lang,
    lang::{ADDED, Tongue, built_in_file},
    reason,
};

/// Braces within braces deeper than this are nobody's message.
const DEEPEST: usize = 20;

/// Something to tell about a file of the user's.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The language it is about; none if it is about the whole folder, or about a file that is no
    /// language.
    pub code: Option<String>,
    /// What there is to tell.
    pub text: Text,
}

/// Learns all languages of a folder, once and before anything is said, and returns what there is to
/// tell about them.
pub fn learn(folder: &Path) -> Vec<Note> {
    let (tongues, notes) = read_folder(folder);
    // Who comes second changes nothing: sentences may have been made already.
    let _ = ADDED.set(tongues);
    notes
}

fn read_folder(folder: &Path) -> (BTreeMap<String, Tongue>, Vec<Note>) {
    let mut tongues = BTreeMap::new();
    let mut notes = Vec::new();
    let unusable = |path: &Path, error: &io::Error| {
        text!("cli-in-file", file = path.display().to_string(), why = reason(error))
    };
    let mut paths = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>(),
        Err(error) => {
            notes.push(Note { code: None, text: unusable(folder, &error) });
            return (tongues, notes);
        }
    };
    paths.retain(|path| path.extension().is_some_and(|end| end == "ftl"));
    paths.sort();
    for path in paths {
        let file = path.display().to_string();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if !is_code(stem) {
            notes.push(Note { code: None, text: text!("words-no-code", file = file) });
            continue;
        }
        let read = fs::read(&path).map(|bytes| Own::read(stem, &bytes));
        let (own, told) = match read {
            Ok(own) => {
                let told = own.told(&file);
                (own, told)
            }
            Err(error) => (Own::read(stem, b""), vec![unusable(&path, &error)]),
        };
        let note = |text| Note { code: Some(stem.to_owned()), text };
        notes.extend(told.into_iter().map(note));
        tongues.insert(stem.to_owned(), Tongue::new(stem, own.file));
    }
    (tongues, notes)
}

/// Whether a file of that name is a language: two or three small letters.
fn is_code(stem: &str) -> bool {
    (2..=3).contains(&stem.len()) && stem.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// What a file of the user's says.
struct Own {
    /// All messages, its own after those that they take the place of.
    file: String,
    /// What is wrong, each with its line, in order.
    faults: Vec<(usize, Text)>,
    /// What it does not say and no language of that name says either.
    missing: Vec<String>,
    /// How many messages there are.
    all: usize,
}

impl Own {
    fn read(code: &str, bytes: &[u8]) -> Own {
        let english = gaps_of(Lang::ENGLISH.file());
        let mut faults = Vec::new();
        let words = readable(bytes, &mut faults);
        let mut resource = match parse(words) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                faults.extend(errors.iter().map(|error| {
                    // Where the message begins, not where the reader gave up.
                    let from = error.slice.as_ref().unwrap_or(&error.pos).start.min(words.len());
                    let blank = words[from..].len() - words[from..].trim_start().len();
                    let line = words[..from + blank].matches('\n').count();
                    let shown = words.lines().nth(line).unwrap_or_default().trim();
                    let shown: String = shown.chars().take(60).collect();
                    (line + 1, text!("words-fault-form", words = shown))
                }));
                resource
            }
        };
        let mut said = BTreeSet::new();
        resource.body.retain(|entry| match entry {
            Entry::Message(message) => match check(message, &english) {
                Ok(()) => said.insert(message.id.name.to_owned()),
                Err(fault) => {
                    faults.push((line_of(words, message.id.name), fault));
                    false
                }
            },
            Entry::Term(term) => {
                let name = format!("-{}", term.id.name);
                let line = line_of(words, &name);
                faults.push((line, text!("words-fault-kind", id = name)));
                false
            }
            _ => false,
        });
        faults.sort_by_key(|(line, _)| *line);
        let base = built_in_file(code);
        let missing = match base {
            Some(_) => Vec::new(),
            None => {
                english.keys().filter(|id| !said.contains(**id)).map(|id| (*id).into()).collect()
            }
        };
        let mut file = base.unwrap_or_else(|| Lang::ENGLISH.file()).to_owned();
        if base.is_none() {
            // A language that does not say what it is called must not be called English.
            file += &format!("\nlanguage-name = {code}\n");
        }
        file += "\n";
        file += &serialize(&resource);
        Own { file, faults, missing, all: english.len() }
    }

    /// What there is to tell about it: what is wrong in one sentence, what is missing in another.
    fn told(&self, file: &str) -> Vec<Text> {
        let mut told = Vec::new();
        if let Some((line, what)) = self.faults.first() {
            told.push(text!(
                "words-broken",
                file = file,
                line = *line,
                what = what.clone(),
                more = self.faults.len() - 1
            ));
        }
        if let Some(first) = self.missing.first() {
            told.push(text!(
                "words-missing",
                file = file,
                missing = self.missing.len(),
                all = self.all,
                first = first.as_str()
            ));
        }
        told
    }
}

/// The text of a file as far as it is text, and not nested deeper than anybody can read.
fn readable<'a>(bytes: &'a [u8], faults: &mut Vec<(usize, Text)>) -> &'a str {
    let words = match str::from_utf8(bytes) {
        Ok(words) => words,
        Err(error) => {
            let words = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            faults.push((words.matches('\n').count() + 1, text!("words-fault-bytes")));
            words
        }
    };
    let words = words.trim_start_matches('\u{feff}');
    let (mut depth, mut line) = (0usize, 1);
    for (at, letter) in words.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\n' => {
                line += 1;
                // Another message: what the one before left open does not count for it.
                if words[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                    depth = 0;
                }
            }
            _ => {}
        }
        if depth > DEEPEST {
            faults.push((line, text!("words-fault-deep")));
            return &words[..words[..at].rfind('\n').map_or(0, |end| end + 1)];
        }
    }
    words
}

/// Whether a message can be said instead of the English one; if not, why not.
fn check(message: &Message<&str>, english: &BTreeMap<&str, BTreeSet<&str>>) -> Result<(), Text> {
    let id = message.id.name;
    let kind = || text!("words-fault-kind", id = id);
    let gaps = english.get(id).ok_or_else(|| text!("words-fault-unknown", id = id))?;
    let pattern = message.value.as_ref().filter(|_| message.attributes.is_empty());
    let mut found = BTreeSet::new();
    collect(pattern.ok_or_else(kind)?, &mut found).ok_or_else(kind)?;
    match found.difference(gaps).next() {
        Some(gap) => Err(text!("words-fault-gap", id = id, gap = format!("${gap}"))),
        None => Ok(()),
    }
}

/// The gaps of a pattern; none if it has anything else that the page does not read.
fn collect<'a>(pattern: &Pattern<&'a str>, found: &mut BTreeSet<&'a str>) -> Option<()> {
    let variable = |inline: &InlineExpression<&'a str>| match inline {
        InlineExpression::VariableReference { id } => Some(id.name),
        _ => None,
    };
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => {
                found.insert(variable(inline)?);
            }
            Expression::Select { selector, variants } => {
                found.insert(variable(selector)?);
                variants.iter().try_for_each(|variant| collect(&variant.value, found))?;
            }
        }
    }
    Some(())
}

/// Each message of a file with its gaps.
fn gaps_of(file: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let (Ok(resource) | Err((resource, _))) = parse(file);
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => {
            let mut found = BTreeSet::new();
            collect(message.value.as_ref()?, &mut found)?;
            Some((message.id.name, found))
        }
        _ => None,
    });
    messages.collect()
}

/// The line on which a message begins.
fn line_of(words: &str, id: &str) -> usize {
    let begins =
        |line: &str| line.strip_prefix(id).is_some_and(|rest| rest.trim_start().starts_with('='));
    words.lines().position(begins).map_or(1, |line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(code: &str, file: &[u8]) -> Vec<String> {
        Own::read(code, file).told("xx.ftl").iter().map(|text| Lang::ENGLISH.say(text)).collect()
    }

    fn say(code: &str, file: &[u8], text: &Text) -> String {
        let tongue = Tongue::new(code, Own::read(code, file).file);
        tongue.say(text, |inner| inner.to_string()).unwrap()
    }

    #[test]
    fn what_a_file_says_is_said_and_what_it_lacks_is_said_in_english() {
        let file = b"language-name = Xish\ncolumn-full = { $column }: tocolo.\n";
        let full = text!("column-full", column = 4);
        assert_eq!(say("xx", file, &full), "4: tocolo.");
        assert_eq!(say("xx", file, &text!("language-name")), "Xish");
        assert_eq!(say("xx", file, &text!("page-home")), "Home");
        let all = gaps_of(Lang::ENGLISH.file()).len();
        let told = told("xx", file);
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with("xx.ftl: "), "{told:?}");
        let figures: String = told[0].chars().filter(char::is_ascii_digit).collect();
        assert_eq!(figures, format!("{}{all}", all - 2));
    }

    #[test]
    fn a_language_that_says_nothing_has_its_code_for_a_name() {
        assert_eq!(say("xx", b"", &text!("language-name")), "xx");
    }

    #[test]
    fn a_language_of_the_program_is_changed_and_keeps_the_rest() {
        let file = b"page-home = Portada\n";
        assert_eq!(say("es", file, &text!("page-home")), "Portada");
        assert_eq!(
            say("es", file, &text!("column-full", column = 1200)),
            "La columna 1.200 está llena."
        );
        assert_eq!(told("es", file), Vec::<String>::new());
    }

    #[test]
    fn figures_are_written_as_the_language_divides_decimals() {
        let figure = Text::new("verbatim").with("words", 1234.5);
        assert_eq!(say("xx", b"", &figure), "1,234.5");
        assert_eq!(say("xx", b"cli-decimal = { $whole },{ $decimals }\n", &figure), "1.234,5");
    }

    #[test]
    fn what_is_wrong_is_told_once_with_its_line_and_the_rest_is_used() {
        let file = "# mine\npage-home = Casa\n\ncolumn-full = { $column\nwhat is this\n\
                    game-over = { $winner }\n-term = x\nno-such-thing = y\npage-games = { page-home }\n";
        let own = Own::read("xx", file.as_bytes());
        let lines: Vec<usize> = own.faults.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [4, 5, 6, 7, 8, 9]);
        let told = own.told("xx.ftl");
        let first = Lang::ENGLISH.say(&told[0]);
        assert!(first.starts_with("xx.ftl, line 4: "), "{first}");
        assert!(first.contains('5'), "{first}");
        let tongue = Tongue::new("xx", own.file);
        assert_eq!(tongue.say(&text!("page-home"), Text::to_string).unwrap(), "Casa");
        assert_eq!(tongue.say(&text!("page-games"), Text::to_string).unwrap(), "Games");
    }

    #[test]
    fn no_bytes_are_too_strange() {
        let deep = format!("page-home = {}", "{".repeat(1_000_000));
        for (file, line) in [
            (&b"page-home = \xff\n"[..], 1),
            (b"page-home = Casa\npage-games = \xc3\n", 2),
            (deep.as_bytes(), 1),
            (b"\x00\x01", 1),
        ] {
            let told = told("xx", file);
            assert!(told[0].starts_with(&format!("xx.ftl, line {line}: ")), "{told:?}");
        }
    }

    #[test]
    fn files_are_languages_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["xx.ftl", "pt-BR.ftl", "notes.txt", "yy.ftl"] {
            fs::write(folder.path().join(name), "page-home = x\n").unwrap();
        }
        fs::create_dir(folder.path().join("zz.ftl")).unwrap();
        let (tongues, notes) = read_folder(folder.path());
        assert_eq!(tongues.keys().collect::<Vec<_>>(), ["xx", "yy", "zz"]);
        let about = |code: Option<&str>| notes.iter().filter(|n| n.code.as_deref() == code).count();
        assert_eq!([about(None), about(Some("xx")), about(Some("zz"))], [1, 1, 1]);
        let (none, notes) = read_folder(&folder.path().join("nowhere"));
        assert!(none.is_empty() && notes.len() == 1 && notes[0].code.is_none());
    }
}
