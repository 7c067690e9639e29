//! Options and keys: named values with a type, a range, a default and help.
//!
//! Games have options (`--size 5`), players have keys (`depth=6`); both are described by [`Key`]s
//! and read into [`Values`] here, so that every wrong name and value is refused in the same words.

mod written;

use std::{collections::BTreeMap, fmt};

use ludoteca_text::{Arg, Text, errors, text};
use serde::{Serialize, Serializer};

/// The description of one option or key.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is when nobody says; none if that depends on the rest.
    pub default: Option<Value>,
    /// Numbers that are asked for more than others.
    pub common: &'static [i64],
    /// The name of the message that explains it.
    pub help: &'static str,
}

/// What a value may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// One of a few whole numbers.
    IntOf(Vec<i64>),
    /// A number from the first to the second.
    Real(f64, f64),
    /// One of a few words.
    Choice(Vec<&'static str>),
    /// `on` or `off`.
    Switch,
    /// Any words: a command.
    Words,
    /// Any number of words, divided by [`DIVIDER`]. The key may be given more than once, and
    /// `key.name=value` adds the words `name=value`.
    List,
    /// A whole text that is given as it is, not by its name.
    Text {
        /// What it is written in: `gdl`.
        language: &'static str,
    },
    /// A text that is read from outside, by its name.
    File {
        /// What it is written in: `rules`.
        language: &'static str,
        /// Those that are always there.
        built_in: Vec<&'static str>,
        /// What else has to be said for it to be followed, as in a player text: `eval=rules`.
        needs: Option<&'static str>,
    },
}

/// What stands between the words of a [`Kind::List`].
pub const DIVIDER: &str = "; ";

/// The words of a [`Kind::List`], one by one.
pub fn listed(words: &str) -> Vec<String> {
    let ends = |c: char| c == ';' || c.is_control();
    let each = words.split(ends).map(str::trim).filter(|each| !each.is_empty());
    each.map(str::to_owned).collect()
}

/// A value of an option or key.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Setting))]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// `on` or `off`.
    Switch(bool),
    /// A word or words.
    Word(String),
}

errors! {
    /// Why an option or a key is refused.
    pub enum SettingError {
        /// Its value is not allowed.
        Value { key: &'static str, value: Value, kind: Kind } => {
            text!("value-refused", key = key, value = value, allowed = kind.allowed())
        },
        /// There is none of that name.
        Unknown { whose: String, key: String, known: Vec<&'static str> } => {
            if known.is_empty() {
                text!("key-unknown-none", whose = whose, key = key)
            } else {
                text!("key-unknown", whose = whose, key = key, list = known.join(", "))
            }
        },
        /// It is given more than once.
        Twice { whose: String, key: &'static str } => {
            text!("key-twice", whose = whose, key = key)
        },
    }
}

/// The values somebody gave, each one checked against its [`Key`], with the defaults filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(BTreeMap<&'static str, (Value, bool)>);

impl Key {
    /// A key without a default.
    pub fn new(name: &'static str, kind: Kind, help: &'static str) -> Key {
        Key { name, kind, default: None, common: &[], help }
    }

    /// The same key with numbers that are offered before others.
    pub fn common(self, common: &'static [i64]) -> Key {
        Key { common, ..self }
    }

    /// The same key with a default.
    pub fn or(mut self, default: impl Into<Value>) -> Key {
        let default = default.into();
        debug_assert!(
            self.read(&default.to_string()).as_ref() == Ok(&default),
            "{default:?} is no value of {}",
            self.name
        );
        self.default = Some(default);
        self
    }

    /// Reads a value, or says what would have been right.
    pub fn read(&self, words: &str) -> Result<Value, SettingError> {
        let value = match &self.kind {
            Kind::Int(low, high) => {
                words.parse().ok().filter(|n| (low..=high).contains(&n)).map(Value::Int)
            }
            Kind::IntOf(all) => words.parse().ok().filter(|n| all.contains(n)).map(Value::Int),
            Kind::Real(low, high) => {
                words.parse().ok().filter(|x| (low..=high).contains(&x)).map(Value::Real)
            }
            Kind::Choice(all) => all.contains(&words).then(|| Value::Word(words.to_owned())),
            Kind::Switch => match words {
                "on" => Some(Value::Switch(true)),
                "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Kind::Words | Kind::List | Kind::Text { .. } | Kind::File { .. } => {
                Some(Value::Word(words.to_owned()))
            }
        };
        value.ok_or_else(|| self.kind.refuse(self.name, words))
    }

    /// What is added to the list that this key is by giving something under a name: its own, or one
    /// of the list's.
    fn listed(&self, name: &str, words: &str) -> Option<(&'static str, String)> {
        let more = match name.strip_prefix(self.name)?.strip_prefix('.') {
            _ if name == self.name => words.to_owned(),
            Some(inner) if !inner.is_empty() => format!("{inner}={words}"),
            _ => return None,
        };
        (self.kind == Kind::List).then_some((self.name, more))
    }
}

impl Kind {
    /// That something is no value of this kind.
    pub fn refuse(&self, key: &'static str, value: impl Into<Value>) -> SettingError {
        SettingError::Value { key, value: value.into(), kind: self.clone() }
    }

    /// What is allowed, for a person.
    pub fn allowed(&self) -> Text {
        match self {
            Kind::Int(low, i64::MAX) => text!("allowed-from", low = *low as f64),
            Kind::Int(low, high) => text!("allowed-range", low = *low as f64, high = *high as f64),
            Kind::Real(low, high) => text!("allowed-range", low = *low, high = *high),
            Kind::IntOf(all) => {
                let all: Vec<String> = all.iter().map(i64::to_string).collect();
                text!("allowed-list", list = all.join(", "))
            }
            Kind::Choice(all) => text!("allowed-list", list = all.join(", ")),
            Kind::Switch => text!("allowed-list", list = "on, off"),
            Kind::Words | Kind::List | Kind::Text { .. } | Kind::File { .. } => {
                text!("allowed-words")
            }
        }
    }
}

impl Values {
    /// Reads `name`, `value` pairs against their descriptions. `whose` says in an error what the
    /// keys belong to.
    pub fn read<'a>(
        whose: &str,
        keys: &[Key],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Values, SettingError> {
        let mut values = Values::default();
        let mut lists: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        for (name, words) in pairs {
            if let Some((list, more)) = keys.iter().find_map(|key| key.listed(name, words)) {
                lists.entry(list).or_default().extend(listed(&more));
                continue;
            }
            let Some(key) = keys.iter().find(|key| key.name == name) else {
                let known = keys.iter().map(|key| key.name).collect();
                let (whose, key) = (whose.to_owned(), name.to_owned());
                return Err(SettingError::Unknown { whose, key, known });
            };
            if values.0.insert(key.name, (key.read(words)?, true)).is_some() {
                return Err(SettingError::Twice { whose: whose.to_owned(), key: key.name });
            }
        }
        let joined = |(list, words): (_, Vec<_>)| (list, (Value::Word(words.join(DIVIDER)), true));
        values.0.extend(lists.into_iter().map(joined));
        for key in keys {
            if let (Some(default), false) = (&key.default, values.0.contains_key(key.name)) {
                values.0.insert(key.name, (default.clone(), false));
            }
        }
        Ok(values)
    }

    /// Whether somebody said it (a default does not count).
    pub fn given(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|(_, given)| *given)
    }

    /// A value, if it is there.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).map(|(value, _)| value)
    }

    /// A whole number, if it is there.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.0.get(name)? {
            (Value::Int(n), _) => Some(*n),
            _ => None,
        }
    }

    /// A number, if it is there.
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.0.get(name)? {
            (Value::Real(x), _) => Some(*x),
            _ => None,
        }
    }

    /// A word, if it is there.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.0.get(name)? {
            (Value::Word(word), _) => Some(word),
            _ => None,
        }
    }

    /// A switch; off if it is not there.
    pub fn switch(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some((Value::Switch(true), _)))
    }

    /// All values in the order of their names, each as it would be typed.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, (value, _))| (*name, value))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Real(x) => write!(f, "{x}"),
            Value::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// As it stands in a message: a number the way the language writes it, all else as it is typed.
impl From<Value> for Arg {
    fn from(value: Value) -> Arg {
        match value {
            Value::Int(n) => Arg::Number(n as f64),
            Value::Real(x) => Arg::Number(x),
            Value::Switch(_) | Value::Word(_) => Arg::Verbatim(value.to_string()),
        }
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Value {
        Value::Int(n)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Value {
        Value::Real(x)
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Value {
        Value::Switch(on)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Value {
        Value::Word(word.to_owned())
    }
}
