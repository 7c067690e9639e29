//! How a search uses the time it is given: it ends when what is left of it cannot bring another move
//! to the front, so that a clock keeps that time for positions in which it matters, and nobody waits
//! for a move that is certain to come.

use std::time::Duration;

use ludoteca_games::Game;

use super::graph::Graph;
use crate::Clock;

/// So many rounds tell how quick it is.
const ROUNDS: u32 = 16;

/// A search under way.
pub struct Pace {
    begun: Duration,
    rounds: u32,
    threads: usize,
}

impl Pace {
    /// A search on so many threads that begins now.
    pub fn begin(clock: &Clock, threads: usize) -> Pace {
        Pace { begun: clock.gone(), rounds: 0, threads }
    }

    /// Counts a round of this thread, and says whether the rounds for which there is time can change nothing. A limit
    /// of positions is no matter: whoever sets one wants to see that many.
    pub fn is_settled<G: Game>(&mut self, graph: &Graph<G>, clock: &Clock) -> bool {
        self.rounds += 1;
        let Some(left) = clock.left().filter(|_| self.rounds.is_multiple_of(ROUNDS)) else {
            return false;
        };
        let took = clock.gone().saturating_sub(self.begun).as_secs_f64();
        let rounds = f64::from(self.rounds) * self.threads as f64;
        let more = rounds * left.as_secs_f64() / took.max(1e-6);
        f64::from(graph.lead()) > more
    }
}
