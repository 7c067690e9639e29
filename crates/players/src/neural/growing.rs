//! A graph that grows, on this thread and on as many beside it as are wanted. All try lines in the one
//! graph, which is free for the others while one of them looks at a position; whoever tries a line
//! counts it at once, so that the others go elsewhere (*tree parallelization*, G. Chaslot and others
//! 2008).

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use ludoteca_games::Game;

use super::graph::{Finding, Graph, Looks};
use crate::{Clock, threads};

/// How a graph grows.
pub struct Growth<'a, G: Game> {
    pub position: &'a G,
    pub explore: f32,
    /// How often a position is reached before it is examined.
    pub examined_after: u32,
}

/// Asked for a proof of a position.
pub type Examine<'a, G> = dyn FnMut(&G, &mut Clock) -> Option<Finding<<G as Game>::Ply>> + 'a;

impl<G: Game> Growth<'_, G> {
    /// Tries lines until the budget is spent, all is known, there is no room left or `each` says that
    /// it is enough. That is asked after every line of this thread; the others examine nothing.
    pub fn grow(
        &self,
        graph: &mut Graph<G>,
        looks: &mut dyn Looks<G>,
        beside: &mut [Box<dyn Looks<G> + Send>],
        clock: &mut Clock,
        examine: &mut Examine<'_, G>,
        each: &mut dyn FnMut(&Graph<G>, &mut Clock) -> bool,
    ) {
        let count = beside.len() + 1;
        let (shared, ended) = (Mutex::new(graph), AtomicBool::new(false));
        let go_on = |graph: &Graph<G>, clock: &Clock| {
            let goes_on = graph.known().is_none() && graph.has_room() && !clock.is_spent();
            goes_on && !ended.load(Ordering::Relaxed)
        };
        let (shared, ended, go_on) = (&shared, &ended, &go_on);
        let parts: Vec<Clock> = beside.iter().map(|_| clock.part(count)).collect();
        let others = beside.iter_mut().zip(parts).map(|(looks, mut clock)| {
            move || {
                let mut nothing = |_: &G, _: &mut Clock| None;
                while !clock.is_spent() {
                    let graph = locked(shared);
                    if !go_on(&graph, &clock) {
                        break;
                    }
                    self.line(graph, shared, looks.as_mut(), u32::MAX, &mut clock, &mut nothing);
                    clock.tick();
                }
            }
        });
        // With others beside it this thread has its part of the positions, too.
        let mut part = if count > 1 { Some(clock.part(count)) } else { None };
        let mine = || {
            let clock = part.as_mut().unwrap_or(clock);
            loop {
                let graph = locked(shared);
                if !go_on(&graph, clock) {
                    break;
                }
                self.line(graph, shared, looks, self.examined_after, clock, examine);
                clock.tick();
                if !each(&locked(shared), clock) {
                    break;
                }
            }
            ended.store(true, Ordering::Relaxed);
        };
        threads::beside(others, mine);
    }

    /// Tries one line. The graph is free while what is new is looked at.
    fn line<'g>(
        &self,
        mut graph: MutexGuard<'g, &mut Graph<G>>,
        shared: &'g Mutex<&mut Graph<G>>,
        looks: &mut dyn Looks<G>,
        after: u32,
        clock: &mut Clock,
        examine: &mut Examine<'_, G>,
    ) {
        let mut examine = |position: &G| examine(position, clock);
        let leaf = graph.descend(self.position, looks, self.explore, after, &mut examine);
        drop(graph);
        if let Some(leaf) = leaf {
            let look = looks.look(&leaf.position);
            locked(shared).settle(leaf, look, looks);
        }
    }
}

/// A panic of one thread is one of all, so that nobody sees a graph that is half changed.
fn locked<'g, 'a, G: Game>(
    shared: &'g Mutex<&'a mut Graph<G>>,
) -> MutexGuard<'g, &'a mut Graph<G>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
