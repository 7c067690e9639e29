//! Threads: the one place where this library starts any, and never more than somebody asked for.
//!
//! They live no longer than the call. A pool would keep as many as there are processors, whoever
//! asked for how many.

use std::{
    panic::resume_unwind,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

/// Does `mine` on this thread and each of `others` on one of its own. What became of all of them; a
/// panic of any is one of this thread.
///
/// ```
/// use ludoteca_players::threads::beside;
/// let squares = [2, 3].map(|n| move || n * n);
/// assert_eq!(beside(squares, || "mine"), ("mine", vec![4, 9]));
/// ```
pub fn beside<M, T: Send>(
    others: impl IntoIterator<Item = impl FnOnce() -> T + Send>,
    mine: impl FnOnce() -> M,
) -> (M, Vec<T>) {
    let mut others = others.into_iter().peekable();
    if others.peek().is_none() {
        return (mine(), Vec::new());
    }
    thread::scope(|scope| {
        let others: Vec<_> = others.map(|other| scope.spawn(other)).collect();
        let mine = mine();
        let join = |other: thread::ScopedJoinHandle<'_, T>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        (mine, others.into_iter().map(join).collect())
    })
}

/// Does `work` for each number below `count`, on up to so many threads, this one among them, and
/// returns what came of them in the order of the numbers. Each thread begins with what `begin` gives
/// it. Once `work` answers with none, nobody takes up another number.
///
/// ```
/// use ludoteca_players::threads::each;
/// let squares = each(2, 5, |_| (), |_, n| (n != 4).then_some(n * n));
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
pub fn each<S: Send, T: Send>(
    threads: usize,
    count: usize,
    mut begin: impl FnMut(usize) -> S,
    work: impl Fn(&mut S, usize) -> Option<T> + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    let found = Mutex::new(Vec::new());
    let go = |mut state: S| {
        while !ended.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            match work(&mut state, number) {
                Some(done) => {
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((number, done));
                }
                None => ended.store(true, Ordering::Relaxed),
            }
        }
    };
    let threads = threads.clamp(1, count.max(1));
    let mine = begin(0);
    let others: Vec<S> = (1..threads).map(begin).collect();
    let go = &go;
    beside(others.into_iter().map(|state| move || go(state)), || go(mine));
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, done)| done).collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, thread::ThreadId};

    use super::*;

    fn used(threads: usize, count: usize) -> (HashSet<ThreadId>, Vec<usize>) {
        let seen = Mutex::new(HashSet::new());
        let done = each(
            threads,
            count,
            |number| number,
            |_, number| {
                seen.lock().unwrap().insert(thread::current().id());
                Some(number)
            },
        );
        (seen.into_inner().unwrap(), done)
    }

    #[test]
    fn one_thread_is_the_one_that_asks() {
        let (threads, done) = used(1, 20);
        assert_eq!(threads, HashSet::from([thread::current().id()]));
        assert_eq!(done, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn no_more_threads_work_than_were_asked_for_or_have_something_to_do() {
        assert!(used(3, 100).0.len() <= 3);
        assert!(used(8, 2).0.len() <= 2);
        assert!(used(8, 0).1.is_empty());
    }

    #[test]
    fn a_panic_beside_is_a_panic_here() {
        let caught = std::panic::catch_unwind(|| beside([|| panic!("beside")], || ()));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"beside"));
    }
}
