//! Which facts of a described game are its board: two coordinates, and what is there.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::{rules::Rules, terms::TermId, text::compact};

/// The most columns or rows of a board.
const LARGEST: usize = 26;

/// Facts that may be a board.
pub struct Guess {
    pub facts: Vec<Placing>,
    pub columns: Vec<TermId>,
    pub rows: Vec<TermId>,
    /// Whether rows are named before columns, as in `(cell r1 c2 x)`.
    pub row_first: bool,
}

/// A fact that puts something on a cell.
pub struct Placing {
    /// Its place among the facts of a state.
    pub at: usize,
    pub column: TermId,
    pub row: TermId,
    /// What is there: `x`, or `white king`.
    pub content: Content,
}

pub type Content = Box<[TermId]>;

impl Guess {
    /// The facts called `cell` if they can be a board, otherwise those that look most like one:
    /// of few words, and many of them.
    pub fn of(rules: &Rules) -> Option<Guess> {
        let mut alike: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (at, base) in rules.bases.iter().enumerate() {
            let terms = rules.terms.terms(*base).len();
            if terms > 2 {
                alike.entry((rules.terms.name(*base), terms)).or_default().push(at);
            }
        }
        let guesses = alike.into_iter().filter_map(|((name, terms), facts)| {
            // What is there usually stands last, but may stand before or between.
            let guess = (0..terms - 1).find_map(|place| Guess::with(rules, &facts, place))?;
            let called = rules.symbols.name(name) == "cell";
            Some(((called, Reverse(terms), facts.len(), Reverse(name)), guess))
        });
        guesses.max_by_key(|(likeness, _)| *likeness).map(|(_, guess)| guess)
    }

    /// Facts whose coordinates stand at a place and the next.
    fn with(rules: &Rules, facts: &[usize], place: usize) -> Option<Guess> {
        let placing = |at: &usize| {
            let terms = rules.terms.terms(rules.bases[*at]);
            let content = [&terms[..place], &terms[place + 2..]].concat();
            Placing {
                at: *at,
                column: terms[place],
                row: terms[place + 1],
                content: content.into(),
            }
        };
        let mut facts: Vec<Placing> = facts.iter().map(placing).collect();
        let axis = |of: fn(&Placing) -> TermId| {
            let mut all: Vec<TermId> = facts.iter().map(of).collect();
            all.sort_unstable();
            all.dedup();
            all.sort_by_key(|term| coordinate(rules, *term));
            let (word, _) = coordinate(rules, *all.first()?)?;
            let same = |term: &TermId| coordinate(rules, *term).is_some_and(|(own, _)| own == word);
            let fine = (2..=LARGEST).contains(&all.len()) && all.iter().all(same);
            fine.then_some((word, all))
        };
        let ((of_columns, mut columns), (of_rows, mut rows)) =
            (axis(|fact| fact.column)?, axis(|fact| fact.row)?);
        // Four coordinates are a line between cells, not something on a cell.
        let is_one = |term: &TermId| {
            coordinate(rules, *term)
                .is_some_and(|(word, _)| ["", of_columns, of_rows].contains(&word))
        };
        if facts.iter().any(|fact| fact.content.len() > 1 && fact.content.iter().all(is_one)) {
            return None;
        }
        let row_first = of_columns.starts_with('r') && of_rows.starts_with('c');
        if row_first {
            std::mem::swap(&mut columns, &mut rows);
            facts.iter_mut().for_each(|fact| std::mem::swap(&mut fact.column, &mut fact.row));
        }
        Some(Guess { facts, columns, rows, row_first })
    }

    /// What may be on a cell, each once, except what means that nothing is there.
    pub fn contents(&self, rules: &Rules, roles: &[String; 2]) -> Vec<Content> {
        let blank = self.blank(rules, roles);
        let mut contents: Vec<Content> = Vec::new();
        for Placing { content, .. } in &self.facts {
            if blank.as_ref() != Some(content) && !contents.contains(content) {
                contents.push(content.clone());
            }
        }
        contents
    }

    /// What an empty cell has: a word that means it, or what half of the board or more begins with.
    fn blank(&self, rules: &Rules, roles: &[String; 2]) -> Option<Content> {
        let mut counts: FxHashMap<&Content, usize> = FxHashMap::default();
        for Placing { at, content, .. } in &self.facts {
            *counts.entry(content).or_default() += usize::from(rules.initial().holds(*at));
        }
        let means_it = |content: &&&Content| {
            let name = rules.write(content[0]);
            matches!(name.as_str(), "blank" | "empty" | "nil" | "none" | "free")
        };
        if let Some(content) = counts.keys().find(means_it) {
            return Some((*content).clone());
        }
        let most = counts.into_iter().max_by_key(|(content, count)| (*count, *content));
        let (content, count) = most?;
        let name = written(rules, content);
        let owner = named_after(&name, roles).or_else(|| by_initial(&name, roles));
        let named = name.len() > 1 && owner.is_some() || roles.contains(&name);
        let half = 2 * count >= self.columns.len() * self.rows.len();
        (half && !named).then(|| content.clone())
    }

    /// The side that something on a cell belongs to: the one it is named after, or whose moves
    /// brought it there. `brought` says of every fact how often it came with a move of each side.
    pub fn owner(
        &self,
        rules: &Rules,
        content: &Content,
        roles: &[String; 2],
        brought: impl Fn(usize) -> [u32; 2],
    ) -> Option<usize> {
        let name = written(rules, content);
        if let Some(side) = named_after(&name, roles) {
            return Some(side);
        }
        let mut times = [0; 2];
        for Placing { at, .. } in self.facts.iter().filter(|fact| fact.content == *content) {
            let brought = brought(*at);
            times = [0, 1].map(|side| times[side] + brought[side]);
        }
        match times {
            [0, 0] => by_initial(&name, roles),
            [first, second] if first > 4 * second => Some(0),
            [first, second] if second > 4 * first => Some(1),
            _ => None,
        }
    }
}

/// What is on a cell, in words.
pub fn written(rules: &Rules, content: &Content) -> String {
    content.iter().map(|term| compact(rules, *term)).collect::<Vec<_>>().join(" ")
}

/// The role whose name is part of a name: `white-man`.
fn named_after(name: &str, roles: &[String; 2]) -> Option<usize> {
    roles.iter().position(|role| role.len() > 1 && name.contains(role.as_str()))
}

/// The role that a name has the first letter of: `wp`.
fn by_initial(name: &str, roles: &[String; 2]) -> Option<usize> {
    let initials = roles.each_ref().map(|role| role.chars().next());
    let same = initials[0] == initials[1];
    initials.iter().position(|initial| !same && *initial == name.chars().next())
}

/// A coordinate: a number, one letter, or a number after a word, which all of an axis share: `r1`.
/// The word, and its order.
fn coordinate(rules: &Rules, term: TermId) -> Option<(&str, i64)> {
    if !rules.terms.terms(term).is_empty() {
        return None;
    }
    let name = rules.symbols.name(rules.terms.name(term));
    let number = |words: &str| words.parse::<i32>().ok().map(i64::from);
    match name.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => Some(("", i64::from(*letter))),
        _ if number(name).is_some() => Some(("", number(name)?)),
        _ => {
            let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
            Some((word, number(&name[word.len()..])?))
        }
    }
}
