//! Clocks: how much time each side has for a game, and how much it has used.
//!
//! A clock runs for the side to move from the first ply on, while somebody watches, nothing is
//! paused and the last position is shown. Whoever has no time left has lost as soon as anything is
//! done to the game, or a page says that it is so.

use std::time::{Duration, Instant};

use ludoteca_games::{
    Side,
    clock::{self, SideClock},
};
use ludoteca_players::USUAL_TIME;
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most minutes for a game, and the most seconds for a turn.
const MOST_MINUTES: u32 = 600;
const MOST_EXTRA: u32 = 600;

/// How many more turns a machine reckons with.
const TURNS_LEFT: f64 = 30.0;

/// How much time each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
pub struct Control {
    /// For the whole game.
    pub minutes: u32,
    /// More after each turn, in seconds.
    #[serde(default)]
    pub extra: u32,
}

impl Control {
    /// Whether these are times that can be played with.
    pub fn check(self) -> Result<Control, Text> {
        let refused = |key: &str, value: u32, low: u32, high: u32| {
            let allowed = text!("allowed-range", low = low, high = high);
            Err(text!("value-refused", key = key, value = value, allowed = allowed))
        };
        match self {
            Control { minutes, .. } if !(1..=MOST_MINUTES).contains(&minutes) => {
                refused("minutes", minutes, 1, MOST_MINUTES)
            }
            Control { extra, .. } if extra > MOST_EXTRA => refused("extra", extra, 0, MOST_EXTRA),
            control => Ok(control),
        }
    }

    fn rule(self) -> clock::Control {
        let [time, increment] = [60 * u64::from(self.minutes), self.extra.into()];
        clock::Control::game(Duration::from_secs(time), Duration::from_secs(increment))
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What was agreed.
    pub control: Control,
    sides: [SideClock; 2],
}

/// The clock that runs, and since when.
pub type Running = Option<(Side, Instant)>;

impl Clocks {
    /// Clocks before the game.
    pub fn new(control: Control) -> Clocks {
        Clocks { control, sides: [SideClock::new(control.rule()); 2] }
    }

    /// The same clocks with so much left to each side.
    pub fn showing(self, left: [Duration; 2]) -> Clocks {
        Clocks { sides: [0, 1].map(|at| self.sides[at].showing(left[at], 0)), ..self }
    }

    /// What each side has left.
    pub fn left(&self) -> [Duration; 2] {
        self.sides.map(|clock| clock.left())
    }

    /// The clocks at this moment, while one of them runs.
    pub fn now(mut self, running: Running) -> Clocks {
        if let Some((side, since)) = running {
            self.sides[side.index()].run(since.elapsed());
        }
        self
    }

    /// Whether a side has no time left.
    pub fn is_late(&self, side: Side) -> bool {
        self.sides[side.index()].is_late()
    }

    /// The turn of a side is over.
    pub fn end_turn(&mut self, side: Side) {
        self.sides[side.index()].end_turn();
    }

    /// How long a machine should think, so that its time lasts: never more than half of it, as it
    /// may have to wait for a processor.
    pub fn share(&self, side: Side) -> Duration {
        let clock = &self.sides[side.index()];
        clock.share(TURNS_LEFT, Duration::ZERO).min(clock.left() / 2).min(USUAL_TIME)
    }
}

/// The clocks as the page sees them.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ClocksView {
    #[serde(flatten)]
    control: Control,
    /// What each side has left, in milliseconds.
    left: [u64; 2],
    /// Whose clock runs: `first` or `second`.
    #[schema(required)]
    running: Option<Side>,
}

impl ClocksView {
    /// The clocks at this moment.
    pub fn of(clocks: &Clocks, running: Running) -> ClocksView {
        ClocksView {
            control: clocks.control,
            left: clocks.now(running).left().map(|left| left.as_millis() as u64),
            running: running.map(|(side, _)| side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_for_the_side_to_move_and_gains_after_its_turn() {
        let clocks = Clocks::new(Control { minutes: 1, extra: 5 });
        let since = Instant::now().checked_sub(Duration::from_secs(20)).unwrap();
        let mut clocks = clocks.now(Some((Side::Second, since)));
        let left = clocks.left();
        assert_eq!(left[0], Duration::from_secs(60));
        assert!(left[1] <= Duration::from_secs(40));
        clocks.end_turn(Side::Second);
        assert_eq!(clocks.left()[1], left[1] + Duration::from_secs(5));
        assert_eq!(clocks.now(None), clocks);
    }

    #[test]
    fn a_machine_never_plans_to_use_all_it_has() {
        for (minutes, extra) in [(1, 0), (1, 600), (600, 600)] {
            for left in [0, 1, 10, 1000, 100_000].map(Duration::from_millis) {
                let clocks = Clocks::new(Control { minutes, extra }).showing([left; 2]);
                assert!(clocks.share(Side::First) <= left / 2);
            }
        }
    }

    #[test]
    fn times_that_nobody_could_play_with_are_refused() {
        assert!(Control { minutes: 600, extra: 600 }.check().is_ok());
        for (minutes, extra) in [(0, 5), (601, 0), (5, 601)] {
            assert_eq!(Control { minutes, extra }.check().unwrap_err().id, "value-refused");
        }
    }
}
