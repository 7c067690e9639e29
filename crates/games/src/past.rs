//! What was on the board before, as a list that positions share: a rule about repetition asks for
//! it, and a position stays cheap to copy.

use std::sync::Arc;

/// The keys of earlier positions, the latest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past(Option<Arc<Link>>);

#[derive(Debug)]
struct Link {
    key: u64,
    before: Past,
    length: usize,
    /// At every so many links the keys up to here in order and what was before them, so that whoever
    /// looks for one need not go back to the beginning of a long game link by link.
    chapter: Option<Chapter>,
}

/// The keys of some links one after the other.
#[derive(Debug)]
struct Chapter {
    sorted: Box<[u64]>,
    before: Past,
}

/// So many links are a chapter.
const CHAPTER: usize = 256;

impl Past {
    /// Adds a position that has come about.
    pub(crate) fn push(&mut self, key: u64) {
        let before = std::mem::take(self);
        let length = 1 + before.0.as_ref().map_or(0, |link| link.length);
        let chapter = length.is_multiple_of(CHAPTER).then(|| Chapter::of(key, &before));
        self.0 = Some(Arc::new(Link { key, before, length, chapter }));
    }

    /// How often a position has come about.
    pub(crate) fn times(&self, key: u64) -> usize {
        let mut times = 0;
        let mut at = self.0.as_deref();
        while let Some(link) = at {
            at = match &link.chapter {
                Some(Chapter { sorted, before }) => {
                    let from = &sorted[sorted.partition_point(|known| *known < key)..];
                    times += from.iter().take_while(|known| **known == key).count();
                    before.0.as_deref()
                }
                None => {
                    times += usize::from(link.key == key);
                    link.before.0.as_deref()
                }
            };
        }
        times
    }

    /// Forgets everything: no repetition crosses what has just happened.
    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }

    /// The keys, the latest first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref())
            .map(|link| link.key)
    }
}

impl Chapter {
    /// The chapter that a key ends, whose other keys are the latest of `before`.
    fn of(key: u64, before: &Past) -> Chapter {
        let mut sorted = vec![key];
        let mut rest = before;
        while let Some(link) = rest.0.as_deref().filter(|_| sorted.len() < CHAPTER) {
            sorted.push(link.key);
            rest = &link.before;
        }
        sorted.sort_unstable();
        Chapter { sorted: sorted.into(), before: rest.clone() }
    }
}

impl Drop for Link {
    /// A long list is let go one by one, not by as many calls inside each other.
    fn drop(&mut self) {
        // Whoever holds what is further back too would end the way there.
        self.chapter = None;
        let mut before = self.before.0.take();
        while let Some(mut link) = before.and_then(Arc::into_inner) {
            before = link.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_goes_on_by_itself() {
        let mut one = Past::default();
        one.push(1);
        let mut other = one.clone();
        one.push(2);
        other.push(3);
        assert_eq!(one.keys().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(other.keys().collect::<Vec<_>>(), [3, 1]);
        other.clear();
        assert_eq!((one.keys().count(), other.keys().count()), (2, 0));
    }

    #[test]
    fn a_key_is_counted_however_long_ago_it_came() {
        let mut past = Past::default();
        for turn in 0..3 * CHAPTER as u64 + 7 {
            past.push(turn % 700);
            for key in [0, 1, 255, 256, turn % 700, 2000] {
                let counted = past.keys().filter(|known| *known == key).count();
                assert_eq!(past.times(key), counted, "{key} after {turn}");
            }
        }
        let mut other = past.clone();
        other.push(0);
        assert_eq!((past.times(0), other.times(0)), (2, 3));
    }

    #[test]
    fn a_very_long_list_is_let_go_without_a_deep_stack() {
        let mut past = Past::default();
        (0..1_000_000).for_each(|key| past.push(key));
        assert_eq!(past.keys().count(), 1_000_000);
        drop(past);
    }
}
