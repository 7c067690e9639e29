//! The languages, read from `locales/`, and how a [`Text`] becomes a sentence in one of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use fluent_bundle::{
    FluentArgs, FluentError, FluentResource, FluentValue, concurrent::FluentBundle,
    memoizer::MemoizerKind, types::FluentNumber,
};
use ludoteca_text::{Arg, Text, text};
use unic_langid::LanguageIdentifier;

#[derive(rust_embed::RustEmbed)]
#[folder = "locales/"]
#[include = "*.ftl"]
struct Locales;

/// One of the languages Ludoteca speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lang(&'static str);

pub(crate) struct Tongue {
    file: String,
    bundle: FluentBundle<FluentResource>,
}

impl Tongue {
    /// A language out of its file; a later message of a name takes the place of an earlier one.
    pub(crate) fn new(code: &str, file: String) -> Tongue {
        let id: LanguageIdentifier = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        bundle.set_use_isolating(false);
        // A broken message costs that message, never the program; a test reads every file strictly.
        let resource = match FluentResource::try_new(file.clone()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
        let mut tongue = Tongue { file, bundle };
        // How decimals are divided tells the rest of how figures are written.
        let half = text!("cli-decimal", whole = "0", decimals = "5");
        let comma = tongue.say(&half, Text::to_string).is_some_and(|half| half.contains(','));
        tongue.bundle.set_formatter(Some(if comma { number_comma } else { number_point }));
        tongue
    }

    fn knows(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// The message, with `inner` for messages within it; none if this language lacks it.
    pub(crate) fn say(&self, text: &Text, inner: impl Fn(&Text) -> String) -> Option<String> {
        let pattern = self.bundle.get_message(&text.id)?.value()?;
        let mut args = FluentArgs::new();
        for (name, arg) in &text.args {
            let value = match arg {
                Arg::Number(number) => FluentValue::from(*number),
                Arg::Verbatim(words) => FluentValue::from(words.as_str()),
                Arg::Text(text) => FluentValue::from(inner(text)),
            };
            args.set(name.as_ref(), value);
        }
        let mut errors: Vec<FluentError> = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }
}

/// The languages that are part of the program.
fn built_in() -> &'static BTreeMap<String, Tongue> {
    static TONGUES: OnceLock<BTreeMap<String, Tongue>> = OnceLock::new();
    TONGUES.get_or_init(|| {
        Locales::iter()
            .map(|path| {
                let code = path.trim_end_matches(".ftl").to_owned();
                let bytes = Locales::get(&path).expect("listed a moment ago").data;
                let file = String::from_utf8(bytes.into_owned()).expect("locales are UTF-8");
                let tongue = Tongue::new(&code, file);
                (code, tongue)
            })
            .collect()
    })
}

/// The file of a language that is part of the program.
pub(crate) fn built_in_file(code: &str) -> Option<&'static str> {
    built_in().get(code).map(|tongue| tongue.file.as_str())
}

/// Those that somebody has added: see [`crate::learn`].
pub(crate) static ADDED: OnceLock<BTreeMap<String, Tongue>> = OnceLock::new();

fn added() -> impl Iterator<Item = (&'static String, &'static Tongue)> {
    ADDED.get().into_iter().flatten()
}

/// Every language there is, English first.
pub fn languages() -> Vec<Lang> {
    let codes: BTreeSet<&'static str> =
        built_in().keys().chain(added().map(|(code, _)| code)).map(String::as_str).collect();
    let mut all: Vec<Lang> = codes.into_iter().map(Lang).collect();
    all.sort_by_key(|lang| *lang != Lang::ENGLISH);
    all
}

impl Lang {
    /// The language of the code, and of a message that another language lacks.
    pub const ENGLISH: Lang = Lang("en");

    /// The language of a code such as `es`, `es-CL` or `es_ES.UTF-8`.
    pub fn named(code: &str) -> Option<Lang> {
        let code = code.split(['-', '_', '.']).next().unwrap_or_default().to_lowercase();
        languages().into_iter().find(|lang| lang.0 == code)
    }

    /// Its code: `en`, `es`.
    pub fn code(self) -> &'static str {
        self.0
    }

    /// Its file, as it is served to the page.
    pub fn file(self) -> &'static str {
        &self.tongue().file
    }

    /// The message in this language; failing that in English; failing that its bare name.
    pub fn say(self, text: &Text) -> String {
        self.try_say(text)
            .or_else(|| Lang::ENGLISH.try_say(text))
            .unwrap_or_else(|| text.id.clone().into_owned())
    }

    /// Whether this language has a message of that name.
    pub fn knows(self, id: &str) -> bool {
        self.tongue().knows(id)
    }

    fn try_say(self, text: &Text) -> Option<String> {
        self.tongue().say(text, |inner| self.say(inner))
    }

    fn tongue(self) -> &'static Tongue {
        let added = ADDED.get().and_then(|added| added.get(self.0));
        added.unwrap_or_else(|| &built_in()[self.0])
    }
}

fn number_point<M: MemoizerKind>(value: &FluentValue, _: &M) -> Option<String> {
    written(value, ',', '.')
}

fn number_comma<M: MemoizerKind>(value: &FluentValue, _: &M) -> Option<String> {
    written(value, '.', ',')
}

/// Thousands in groups and at most three decimals, as both languages write figures.
fn written(value: &FluentValue, group: char, point: char) -> Option<String> {
    let FluentValue::Number(FluentNumber { value, .. }) = value else { return None };
    let plain = format!("{:.3}", value.abs());
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut out = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(group);
        }
        out.push(digit);
    }
    let rest = rest.trim_end_matches('0');
    if !rest.is_empty() {
        out.push(point);
        out.push_str(rest);
    }
    if *value < 0.0 && out != "0" {
        out.insert(0, '−');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_the_way_the_language_writes_them() {
        let figure = |x: f64| Text::new("verbatim").with("words", x);
        let spanish = Lang::named("es_CL.UTF-8").unwrap();
        assert_eq!(Lang::ENGLISH.say(&figure(1234567.25)), "1,234,567.25");
        assert_eq!(spanish.say(&figure(1234567.25)), "1.234.567,25");
        assert_eq!(spanish.say(&figure(-0.0004)), "0");
        assert_eq!(spanish.say(&figure(-12.0)), "−12");
    }

    #[test]
    fn a_message_inside_a_message_is_put_into_the_same_language() {
        let outer = Text::new("verbatim").with("words", text!("column-full", column = 4));
        assert_eq!(Lang::named("es").unwrap().say(&outer), "La columna 4 está llena.");
    }

    #[test]
    fn an_unknown_message_says_its_name_and_an_unknown_language_is_none() {
        assert_eq!(Lang::ENGLISH.say(&Text::new("no-such-message")), "no-such-message");
        assert_eq!(Lang::named("xx"), None);
    }
}
