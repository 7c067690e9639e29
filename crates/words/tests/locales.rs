//! The files of all languages say the same things, in the part of Fluent that the page reads too.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement, VariantKey},
    parser::parse,
};
use ludoteca_words::{Lang, languages};

/// Each message of a language with the variables in it.
type Messages = BTreeMap<String, BTreeSet<String>>;

fn messages(language: Lang) -> Messages {
    let code = language.code();
    let resource = match parse(language.file()) {
        Ok(resource) => resource,
        Err((_, errors)) => {
            let first = &errors[0];
            let line = language.file()[..first.pos.start].lines().count();
            panic!("{code}.ftl, line {line}: {first}");
        }
    };
    let mut messages = Messages::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name.to_owned();
                let variables = variables(message, code);
                assert!(messages.insert(id, variables).is_none(), "{code}: {message:?} is twice");
            }
            Entry::Term(term) => panic!("{code}: the page reads no terms: -{}", term.id.name),
            Entry::Junk { content } => panic!("{code}: not Fluent: {content}"),
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
        }
    }
    messages
}

fn variables(message: &Message<&str>, code: &str) -> BTreeSet<String> {
    let id = message.id.name;
    assert!(message.attributes.is_empty(), "{code}: the page reads no attributes: {id}");
    let Some(pattern) = &message.value else { panic!("{code}: {id} says nothing") };
    let mut found = BTreeSet::new();
    collect(pattern, id, code, &mut found);
    found
}

fn collect(pattern: &Pattern<&str>, id: &str, code: &str, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => {
                found.insert(variable(inline, id, code));
            }
            Expression::Select { selector, variants } => {
                found.insert(variable(selector, id, code));
                for variant in variants {
                    if let VariantKey::NumberLiteral { value } = variant.key {
                        assert!(value.parse::<f64>().is_ok(), "{code}: {id} has variant {value}");
                    }
                    collect(&variant.value, id, code, found);
                }
            }
        }
    }
}

fn variable(inline: &InlineExpression<&str>, id: &str, code: &str) -> String {
    match inline {
        InlineExpression::VariableReference { id } => id.name.to_owned(),
        other => panic!("{code}: the page reads only variables in braces: {other:?} in {id}"),
    }
}

#[test]
fn every_language_has_the_same_messages_with_the_same_gaps() {
    let english = messages(Lang::ENGLISH);
    assert!(languages().len() > 1);
    for language in languages() {
        let code = language.code();
        let messages = messages(language);
        let lack: Vec<_> = english.keys().filter(|id| !messages.contains_key(*id)).collect();
        assert!(lack.is_empty(), "{code}.ftl lacks {lack:?}");
        let only: Vec<_> = messages.keys().filter(|id| !english.contains_key(*id)).collect();
        assert!(only.is_empty(), "only {code}.ftl has {only:?}");
        for (id, variables) in &messages {
            assert_eq!(variables, &english[id], "the gaps of {id} in {code}.ftl and in English");
        }
    }
}

/// A message named in the source, as `text!("id", gap = value)` or `Text::new("id")`.
struct Use {
    place: String,
    id: String,
    /// The gaps that are filled, where all of them can be seen.
    gaps: Option<BTreeSet<String>>,
}

#[test]
fn every_message_named_in_the_source_exists_and_its_gaps_are_filled() {
    let english = messages(Lang::ENGLISH);
    let mut uses = Vec::new();
    for file in sources() {
        let source = fs::read_to_string(&file).unwrap();
        find_uses(&file, &source, &mut uses);
    }
    assert!(uses.len() > 40, "found only {} uses", uses.len());
    let mut wrong = Vec::new();
    for Use { place, id, gaps } in uses.iter().filter(|used| used.id != "no-such-message") {
        match (english.get(id), gaps) {
            (None, _) => wrong.push(format!("{place}: there is no message {id}")),
            (Some(variables), Some(gaps)) => {
                let left: Vec<_> = variables.difference(gaps).collect();
                if !left.is_empty() {
                    wrong.push(format!("{place}: {id} needs {left:?} too"));
                }
            }
            (Some(_), None) => {}
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The Rust sources of all crates.
fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        walk(&entry.unwrap().path().join("src"), &mut found);
    }
    found.sort();
    found
}

fn find_uses(file: &Path, source: &str, uses: &mut Vec<Use>) {
    for call in ["text!(", "Text::new("] {
        for (at, _) in source.match_indices(call) {
            let inside = &source[at + call.len()..];
            let Some(literal) = inside.trim_start().strip_prefix('"') else { continue };
            let Some((id, rest)) = literal.split_once('"') else { continue };
            let line = source[..at].lines().count();
            let gaps = (call == "text!(").then(|| named_args(rest)).flatten();
            uses.push(Use { place: format!("{}:{line}", file.display()), id: id.to_owned(), gaps });
        }
    }
}

/// The names in `, name = value, name = value)`; nothing if more are added behind it.
fn named_args(rest: &str) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let (mut depth, mut quoted, mut argument) = (0, false, String::new());
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quoted => drop(chars.next()),
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ',' | ')' if depth == 0 => {
                if let Some((name, _)) = argument.split_once('=') {
                    names.insert(name.trim().to_owned());
                }
                argument.clear();
                if c == ')' {
                    let more = rest[at + 1..].trim_start().starts_with(".with(");
                    return (!more).then_some(names);
                }
            }
            _ if depth == 0 => argument.push(c),
            _ => {}
        }
    }
    None
}

#[test]
fn arguments_of_a_message_are_found_in_the_source() {
    let names = |rest: &str| named_args(rest).map(|names| names.into_iter().collect::<Vec<_>>());
    assert_eq!(names(")"), Some(vec![]));
    let args = ", a = f(1, (2)), b = \"x, c = \\\")\",\n)";
    assert_eq!(names(args), Some(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(names(", a = 1).with(\"b\", 2)"), None);
}
