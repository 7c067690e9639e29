//! Moves as text: `mark(2,3)` for short, `(mark 2 3)` in KIF.

use super::{rules::Rules, terms::TermId};

/// A term the short way; in KIF where a name has a comma, which would divide it.
pub fn compact(rules: &Rules, term: TermId) -> String {
    match has_comma(rules, term) {
        true => rules.write(term),
        false => short(rules, term),
    }
}

fn has_comma(rules: &Rules, term: TermId) -> bool {
    let terms = rules.terms.terms(term);
    rules.symbols.name(rules.terms.name(term)).contains(',')
        || terms.iter().any(|term| has_comma(rules, *term))
}

fn short(rules: &Rules, term: TermId) -> String {
    let name = rules.symbols.name(rules.terms.name(term));
    let terms = rules.terms.terms(term);
    if terms.is_empty() {
        return name.to_owned();
    }
    let terms: Vec<String> = terms.iter().map(|term| short(rules, *term)).collect();
    format!("{name}({})", terms.join(","))
}

/// The plies of a text, which white space divides unless it is within brackets.
pub fn plies(words: &str) -> impl Iterator<Item = &str> {
    let mut rest = words;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let mut depth = 0usize;
        let end = rest.char_indices().find(|(_, letter)| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && letter.is_whitespace()
        });
        let (ply, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = after;
        (!ply.is_empty()).then_some(ply)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_within_brackets_divides_nothing() {
        let all: Vec<&str> = plies(" mark(a, 1)\n(mark a (f 2)) noop )x( y").collect();
        assert_eq!(all, ["mark(a, 1)", "(mark a (f 2))", "noop", ")x( y"]);
    }
}
