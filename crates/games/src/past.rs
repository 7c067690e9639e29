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
}

impl Past {
    /// Adds a position that has come about.
    pub(crate) fn push(&mut self, key: u64) {
        let before = std::mem::take(self);
        self.0 = Some(Arc::new(Link { key, before }));
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

impl Drop for Link {
    /// A long list is let go one by one, not by as many calls inside each other.
    fn drop(&mut self) {
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
    fn a_very_long_list_is_let_go_without_a_deep_stack() {
        let mut past = Past::default();
        (0..1_000_000).for_each(|key| past.push(key));
        assert_eq!(past.keys().count(), 1_000_000);
        drop(past);
    }
}
