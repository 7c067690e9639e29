//! The form that is filled in for a player: each question describes a key and reads its answer.
//!
//! The same function of a player is run twice: over an empty form to learn which keys there are, and
//! over the keys somebody gave to read them. So a key's name, range, default and help stand in one
//! place, which is also the only one that reads it. All questions are asked before anything can go
//! wrong: a question that is only sometimes asked is a key that is only sometimes there.

use std::{fmt, ops::RangeInclusive, str, sync::Arc};

use ludoteca_games::params::{self, Key, Kind, Value, Values};

use crate::{PlayerError, Supply};

/// The keys of a player, while its settings are read from them.
pub struct Form<'a> {
    asked: Vec<Key>,
    values: &'a Values,
    supply: &'a Supply<'a>,
}

/// A question that waits to be told what holds if nobody answers it.
#[must_use]
pub struct Question<'f, 'a, T> {
    form: &'f mut Form<'a>,
    key: Key,
    answer: Translation<Value, T>,
    write: Translation<T, Value>,
}

/// From a value to what it means to a player, or the way back.
type Translation<From, To> = Box<dyn Fn(&From) -> Option<To>>;

/// A number that can be asked for as a whole one.
pub trait Whole: Copy + TryFrom<i64> + TryInto<i64> + 'static {}

impl<T: Copy + TryFrom<i64> + TryInto<i64> + 'static> Whole for T {}

impl<'a> Form<'a> {
    pub(crate) fn new(values: &'a Values, supply: &'a Supply<'a>) -> Form<'a> {
        Form { asked: Vec::new(), values, supply }
    }

    /// The keys that were asked for, in that order.
    pub(crate) fn keys(self) -> Vec<Key> {
        self.asked
    }

    /// A whole number.
    pub fn whole<T: Whole>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<i64>,
        help: &'static str,
    ) -> Question<'_, 'a, T> {
        let (low, high) = range.into_inner();
        Question {
            key: Key::new(name, Kind::Int(low, high), help),
            answer: Box::new(|value| match value {
                Value::Int(n) => T::try_from(*n).ok(),
                _ => None,
            }),
            write: Box::new(|n| (*n).try_into().ok().map(Value::Int)),
            form: self,
        }
    }

    /// A number.
    pub fn real(
        &mut self,
        name: &'static str,
        range: RangeInclusive<f64>,
        help: &'static str,
    ) -> Question<'_, 'a, f64> {
        let (low, high) = range.into_inner();
        Question {
            key: Key::new(name, Kind::Real(low, high), help),
            answer: Box::new(|value| match value {
                Value::Real(x) => Some(*x),
                _ => None,
            }),
            write: Box::new(|x| Some(Value::Real(*x))),
            form: self,
        }
    }

    /// `on` or `off`.
    pub fn switch(&mut self, name: &'static str, help: &'static str) -> Question<'_, 'a, bool> {
        Question {
            key: Key::new(name, Kind::Switch, help),
            answer: Box::new(|value| match value {
                Value::Switch(on) => Some(*on),
                _ => None,
            }),
            write: Box::new(|on| Some(Value::Switch(*on))),
            form: self,
        }
    }

    /// One of a few, by its name.
    pub fn choice<T: Clone + PartialEq + 'static>(
        &mut self,
        name: &'static str,
        all: impl IntoIterator<Item = (&'static str, T)>,
        help: &'static str,
    ) -> Question<'_, 'a, T> {
        let all: Arc<[(&'static str, T)]> = all.into_iter().collect();
        let named = all.clone();
        Question {
            key: Key::new(name, Kind::Choice(all.iter().map(|(name, _)| *name).collect()), help),
            answer: Box::new(move |value| match value {
                Value::Word(word) => {
                    all.iter().find(|(name, _)| name == word).map(|(_, one)| one.clone())
                }
                _ => None,
            }),
            write: Box::new(move |chosen| {
                let found = named.iter().find(|(_, one)| one == chosen);
                found.map(|(name, _)| Value::Word((*name).to_owned()))
            }),
            form: self,
        }
    }

    /// Any words.
    pub fn words(&mut self, name: &'static str, help: &'static str) -> Question<'_, 'a, String> {
        self.named(Key::new(name, Kind::Words, help))
    }

    /// Any number of words.
    pub fn list(
        &mut self,
        name: &'static str,
        help: &'static str,
    ) -> Question<'_, 'a, Vec<String>> {
        Question {
            key: Key::new(name, Kind::List, help),
            answer: Box::new(|value| match value {
                Value::Word(words) => Some(params::listed(words)),
                _ => None,
            }),
            write: Box::new(|words| Some(Value::Word(words.join(params::DIVIDER)))),
            form: self,
        }
    }

    /// The name of a file, which [`Form::read`] and [`Form::read_text`] then read.
    pub fn file(
        &mut self,
        name: &'static str,
        kind: FileKind,
        help: &'static str,
    ) -> Question<'_, 'a, String> {
        let FileKind { language, built_in, needs } = kind;
        self.named(Key::new(name, Kind::File { language, built_in, needs }, help))
    }

    fn named(&mut self, key: Key) -> Question<'_, 'a, String> {
        Question {
            key,
            answer: Box::new(|value| match value {
                Value::Word(word) => Some(word.clone()),
                _ => None,
            }),
            write: Box::new(|word| Some(Value::Word(word.clone()))),
            form: self,
        }
    }

    /// Whether somebody gave that key: what is so by default does not count.
    pub fn given(&self, name: &str) -> bool {
        self.values.given(name)
    }

    /// What is in a file, which may have so many bytes.
    pub fn read(&self, file: &str, most: usize) -> Result<Arc<[u8]>, PlayerError> {
        Ok((self.supply.read_file)(file, most)?)
    }

    /// The text of a file, which may have so many bytes.
    pub fn read_text(&self, file: &str, most: usize) -> Result<String, PlayerError> {
        let bytes = self.read(file, most)?;
        let words = str::from_utf8(&bytes);
        let words = words.map_err(|_| PlayerError::NoText { file: file.to_owned() })?;
        Ok(words.to_owned())
    }

    /// Who makes players of other programs.
    pub(crate) fn supply(&self) -> &Supply<'a> {
        self.supply
    }
}

/// Which files a key may name.
#[derive(Clone, Debug)]
pub struct FileKind {
    /// What they are written in: `rules`.
    pub language: &'static str,
    /// Those that are always there.
    pub built_in: Vec<&'static str>,
    /// What else has to be said for one to be followed, as in a player text: `eval=rules`.
    pub needs: Option<&'static str>,
}

impl<T> Question<'_, '_, T> {
    /// The answer, or what holds if nobody answers.
    pub fn or(mut self, usual: T) -> T {
        let written = (self.write)(&usual);
        self.key = self.key.or(written.expect("what is usual can be answered"));
        self.asked().unwrap_or(usual)
    }

    /// The answer, if there is one.
    pub fn optional(self) -> Option<T> {
        self.asked()
    }

    fn asked(self) -> Option<T> {
        let Question { form, key, answer, .. } = self;
        let given = form.values.get(key.name).and_then(answer);
        debug_assert!(form.asked.iter().all(|other| other.name != key.name), "{} twice", key.name);
        form.asked.push(key);
        given
    }
}

impl fmt::Debug for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form").field("asked", &self.asked).field("values", self.values).finish()
    }
}
