//! What the rules are for, in words: the comments of the built-in files are names of messages
//! (`//: NAME`), so that each language has its own; those of other files stand there as they are.

use ludoteca_text::Text;

use super::{Rule, built_in};

/// Opens a comment that is the name of a message.
const NAMED: &str = ":";
/// What the name of a message that explains a rule begins with, and that of its few words.
const WHY: &str = "rules-why-";
const SHORT: &str = "rules-short-";
/// Comments are broken into lines of so many characters.
const WIDTH: usize = 84;

impl Rule {
    /// What the file says of it.
    pub fn about(&self) -> Option<Text> {
        let words = self.comment.as_deref()?;
        Some(match message(words) {
            Some(name) => Text::new(name),
            None => Text::verbatim(words),
        })
    }

    /// The same in a few words, for a rule of a built-in file.
    pub(super) fn short(&self) -> Option<Text> {
        let name = message(self.comment.as_deref()?)?.strip_prefix(WHY)?;
        Some(Text::new(format!("{SHORT}{name}")))
    }
}

/// The message that a comment names, if a built-in file has it.
fn message(comment: &str) -> Option<&'static str> {
    let name = comment.strip_prefix(NAMED)?.trim();
    let files = super::BUILT_IN.iter().flat_map(|(_, file)| file.lines());
    files.filter_map(named).find(|known| *known == name)
}

/// The message that a line of a built-in file names.
fn named(line: &'static str) -> Option<&'static str> {
    Some(line.strip_prefix("//")?.strip_prefix(NAMED)?.trim())
}

/// A built-in file with its comments in words.
pub fn explained(name: &str, say: impl Fn(&Text) -> String) -> Option<String> {
    let mut file = String::new();
    for line in built_in(name)?.lines() {
        match named(line) {
            Some(name) => comment(&say(&Text::new(name)), &mut file),
            None => file.extend([line, "\n"]),
        }
    }
    Some(file)
}

/// Writes words as a comment of as many lines as they need.
fn comment(words: &str, file: &mut String) {
    let mut width = WIDTH;
    for word in words.split_whitespace() {
        let letters = word.chars().count();
        if width + 1 + letters > WIDTH {
            let first = width == WIDTH && (file.is_empty() || file.ends_with('\n'));
            file.push_str(if first { "//" } else { "\n//" });
            width = 2;
        }
        file.extend([" ", word]);
        width += 1 + letters;
    }
    file.push('\n');
}

#[cfg(test)]
mod tests {
    use ludoteca_words::languages;

    use crate::rules::{BUILT_IN, built_in, explained, read};

    #[test]
    fn every_rule_of_the_built_in_files_is_explained_in_every_language() {
        for (name, file) in BUILT_IN {
            let plain = read(file).unwrap();
            assert!(plain.faults.is_empty());
            for lang in languages() {
                let words = explained(name, |text| lang.say(text)).unwrap();
                assert!(words.lines().all(|line| line.chars().count() <= 100), "{words}");
                let told = read(&words).unwrap();
                assert!(told.faults.is_empty(), "{words}");
                assert_eq!(told.rules.len(), plain.rules.len());
                for (rule, told) in plain.rules.iter().zip(&told.rules) {
                    assert_eq!(rule.to_string(), told.to_string());
                    let about = lang.say(&rule.about().expect("a built-in rule is explained"));
                    assert!(about.contains(' '), "{} {rule}: {about}", lang.code());
                    assert_eq!(lang.say(&told.about().unwrap()), about);
                    let short = rule.short().expect("and in a few words");
                    assert!(lang.knows(&short.id), "{} in {}", short.id, lang.code());
                    assert!(lang.say(&short).chars().count() <= 64, "{short}");
                }
            }
        }
        assert_eq!(explained("mine", |text| text.to_string()), None);
        assert!(built_in("mine").is_none());
    }

    #[test]
    fn a_comment_behind_a_rule_or_above_it_is_about_it() {
        let about = |file: &str| -> Vec<Option<String>> {
            let rules = read(file).unwrap().rules;
            let words = |rule: &crate::rules::Rule| rule.comment.as_deref().map(str::to_owned);
            rules.iter().map(words).collect()
        };
        let some = |words: &str| Some(words.to_owned());
        assert_eq!(
            about("# H 1\n// two\n// lines\n#O 2\n#X 3 // own\n#_ 4\n\n#z 5"),
            [None, some("two lines"), some("own"), some("two lines"), None]
        );
        // A name is a name only where it is ours.
        let foreign = read("//: rules-fault\n# H 1").unwrap();
        assert_eq!(foreign.rules[0].about(), Some(ludoteca_text::Text::verbatim(": rules-fault")));
    }

    #[test]
    fn no_comment_costs_more_than_its_beginning() {
        let long = format!("{}# H 1", "// very long\n".repeat(10_000));
        let rule = &read(&long).unwrap().rules[0];
        assert!(rule.comment.as_ref().unwrap().chars().count() <= 400);
    }
}
