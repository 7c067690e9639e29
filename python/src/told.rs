//! What goes wrong, in words, and answers as JSON.

use std::sync::Mutex;

use ludoteca_text::{Text, text};
use ludoteca_words::{Lang, languages};
use pyo3::{create_exception, exceptions::PyValueError, prelude::*};
use serde::Serialize;

create_exception!(
    ludoteca,
    Error,
    PyValueError,
    "What cannot be done, said in one sentence in the language that was chosen with `speak`."
);

/// The language of errors.
static SPOKEN: Mutex<Lang> = Mutex::new(Lang::ENGLISH);

fn spoken() -> Lang {
    *SPOKEN.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// From now on errors speak this language: `en` or `es`.
#[pyfunction]
pub fn speak(language: &str) -> PyResult<()> {
    let lang = named(language)?;
    *SPOKEN.lock().unwrap_or_else(|broken| broken.into_inner()) = lang;
    Ok(())
}

fn named(code: &str) -> PyResult<Lang> {
    Lang::named(code).ok_or_else(|| {
        let all: Vec<&str> = languages().into_iter().map(Lang::code).collect();
        let allowed = text!("allowed-list", list = all.join(", "));
        told(text!("value-refused", key = "language", value = code, allowed = allowed))
    })
}

/// A message in a language, or in that of errors.
pub fn say(message: &Text, language: Option<&str>) -> PyResult<String> {
    Ok(language.map(named).transpose()?.unwrap_or_else(spoken).say(message))
}

/// What is wrong, as Python is told.
pub fn told(why: impl Into<Text>) -> PyErr {
    Error::new_err(spoken().say(&why.into()))
}

pub fn json_of(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| Error::new_err(error.to_string()))
}
