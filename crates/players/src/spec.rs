//! A player as text: `name` or `name:key=value,key="a, b"`.

use std::fmt;

use crate::PlayerError;

/// A player's name and the keys somebody gave it, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The player's name.
    pub name: String,
    /// Keys and values in the order they were given.
    pub pairs: Vec<(String, String)>,
}

/// The most bytes of a player text: far more than all keys of any player, or a command, take.
pub const MOST_BYTES: usize = 1 << 16;

impl Spec {
    /// Reads a player text. Values with a comma, a space or a quote stand in double quotes, in
    /// which `\"` and `\\` are a quote and a backslash.
    pub fn read(words: &str) -> Result<Spec, PlayerError> {
        if words.len() > MOST_BYTES {
            return Err(PlayerError::TooLong { bytes: words.len() });
        }
        let words = words.trim();
        let (name, rest) = match words.split_once(':') {
            Some((name, rest)) => (name.trim(), rest),
            None => (words, ""),
        };
        if name.is_empty() {
            return Err(PlayerError::Nameless);
        }
        let mut pairs = Vec::new();
        let mut rest = rest.trim();
        while !rest.is_empty() {
            let wrong = || PlayerError::Syntax(rest.to_owned());
            let (key, after) = rest.split_once('=').ok_or_else(wrong)?;
            let (value, after) = read_value(after.trim_start()).ok_or_else(wrong)?;
            let key = key.trim();
            if key.is_empty() || key.contains(',') {
                return Err(wrong());
            }
            pairs.push((key.to_owned(), value));
            rest = after.trim_start();
            if let Some(after) = rest.strip_prefix(',') {
                rest = after.trim_start();
                if rest.is_empty() {
                    return Err(PlayerError::Syntax(",".to_owned()));
                }
            } else if !rest.is_empty() {
                return Err(PlayerError::Syntax(rest.to_owned()));
            }
        }
        Ok(Spec { name: name.to_owned(), pairs })
    }

    /// The value given for a key, if any.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// A value at the beginning of `words`, and what follows it.
fn read_value(words: &str) -> Option<(String, &str)> {
    let Some(quoted) = words.strip_prefix('"') else {
        let end = words.find(',').unwrap_or(words.len());
        let value = words[..end].trim_end();
        return (!value.is_empty() && !value.contains('"'))
            .then(|| (value.to_owned(), &words[end..]));
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, &quoted[at + 1..])),
            '\\' => value.push(chars.next()?.1),
            _ => value.push(c),
        }
    }
    None
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.pairs.iter().enumerate() {
            write!(f, "{}{key}=", if i == 0 { ':' } else { ',' })?;
            if value.is_empty()
                || value.contains([',', '"', '\\'])
                || value.contains(char::is_whitespace)
            {
                write!(f, "\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))?;
            } else {
                f.write_str(value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_player_text_is_read_with_quoted_values() {
        let spec = Spec::read(r#"engine:cmd="mohex --quiet, \"x\"",level=2"#).unwrap();
        assert_eq!(spec.name, "engine");
        assert_eq!(spec.get("cmd"), Some(r#"mohex --quiet, "x""#));
        assert_eq!(spec.get("level"), Some("2"));
    }

    #[test]
    fn broken_player_texts_are_refused_where_they_break() {
        for words in
            ["", ":", "a:b", "a:=1", "a:b=", "a:b=1,", "a:b=\"1", "a:b=\"1\"2", "a:b=1,,c=2"]
        {
            assert!(Spec::read(words).is_err(), "{words:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            name in "[a-z]{1,8}",
            pairs in proptest::collection::vec(("[a-z]{1,5}", "\\PC{0,12}"), 0..4),
        ) {
            let pairs: Vec<(String, String)> = pairs;
            let spec = Spec { name, pairs };
            prop_assert_eq!(Spec::read(&spec.to_string()), Ok(spec));
        }

        #[test]
        fn no_text_makes_it_panic(words in "\\PC{0,30}") {
            let _ = Spec::read(&words);
        }
    }
}
