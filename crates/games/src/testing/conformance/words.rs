//! Messages: every language has them, and their gaps are filled.

use std::collections::HashSet;

use ludoteca_text::{Arg, Text};
use ludoteca_words::languages;

/// The messages seen so far.
#[derive(Default)]
pub struct Words {
    seen: HashSet<String>,
}

impl Words {
    /// Looks at a message and those inside it, unless one of that name with the same gaps was
    /// seen before.
    pub fn are_known(&mut self, text: &Text) {
        for arg in text.args.values() {
            if let Arg::Text(inner) = arg {
                self.are_known(inner);
            }
        }
        let gaps: Vec<&str> = text.args.keys().map(AsRef::as_ref).collect();
        if !self.seen.insert(format!("{} {}", text.id, gaps.join(" "))) {
            return;
        }
        for language in languages() {
            let code = language.code();
            assert!(language.knows(&text.id), "no message {} in {code}.ftl", text.id);
            let said = language.say(text);
            assert!(!said.contains("{$"), "a gap is left in {} of {code}.ftl: {said}", text.id);
            assert!(!said.trim().is_empty(), "{} of {code}.ftl says nothing", text.id);
        }
    }
}
