//! Processors that belong to one game at a time: what the system moves from one to another in the
//! middle of a thought measures less. Whatever a game starts, programs too, stays where it is.
//!
//! Linux only: elsewhere nothing is divided, and the system places games as it likes.

/// The processors of one game.
#[cfg(target_os = "linux")]
pub type Place = rustix::thread::CpuSet;
#[cfg(not(target_os = "linux"))]
pub type Place = std::convert::Infallible;

/// The processors that this program may use, divided among so many games; nothing if there are fewer
/// than games, as then some of them would be slower than others.
#[cfg(target_os = "linux")]
pub fn divided(games: usize) -> Vec<Place> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(ours) = sched_getaffinity(None) else { return Vec::new() };
    let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|cpu| ours.is_set(*cpu)).collect();
    let each = all.len() / games.max(1);
    if each == 0 {
        return Vec::new();
    }
    let place = |cpus: &[usize]| {
        let mut place = CpuSet::new();
        cpus.iter().for_each(|cpu| place.set(*cpu));
        place
    };
    all.chunks_exact(each).take(games).map(place).collect()
}

/// This thread, and whatever it starts, runs there and nowhere else. Where the system refuses, it
/// runs wherever it did.
#[cfg(target_os = "linux")]
pub fn stay(place: &Place) {
    let _ = rustix::thread::sched_setaffinity(None, place);
}

#[cfg(not(target_os = "linux"))]
pub fn divided(_: usize) -> Vec<Place> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
pub fn stay(place: &Place) {
    match *place {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn games_have_processors_of_their_own_and_a_thread_stays_where_it_was_put() {
        let two = divided(2);
        if let [one, other] = &two[..] {
            let both = |cpu: usize| one.is_set(cpu) && other.is_set(cpu);
            assert!(one.count() > 0 && one.count() == other.count());
            assert!(!(0..rustix::thread::CpuSet::MAX_CPU).any(both));
        }
        assert!(divided(1_000_000).is_empty());
        let all = divided(1);
        let found = std::thread::spawn(move || {
            stay(&all[0]);
            divided(1)[0].count() == all[0].count()
        });
        assert!(found.join().unwrap());
    }
}
