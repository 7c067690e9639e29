//! The clock of one side of a game: how much time it has, what its turns take of it, how long the
//! next turn may take, and whether it is late.
//!
//! One rule serves all who play by the clock. Each turn has a time of its own; what a turn leaves of
//! it, or a part of that, is kept for later, and what a turn takes beyond it comes from what was
//! kept. With all of it kept this is a game's time with an increment, with nothing kept and nothing
//! to begin with a limit for each move, and with a part of it kept Arimaa's. When all is spent there
//! may be an overtime, in which so many turns share a time again and again.
//!
//! Nobody here looks at the time on the wall: whoever plays says how long it took.

use std::time::Duration;

/// How much time a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// All that a side may use before it has made a turn.
    pub beginning: Duration,
    /// The own time of every turn after that.
    pub turn: Duration,
    /// How much of what a turn leaves of its own time is kept, of 100.
    pub kept: u32,
    /// No more is kept than this.
    pub most: Option<Duration>,
    /// What comes when all is spent.
    pub overtime: Option<Overtime>,
}

/// A time that is given again and again, each for so many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime {
    /// The time.
    pub time: Duration,
    /// The turns it is for; at least one.
    pub turns: u32,
}

/// The clock of one side.
///
/// ```
/// use ludoteca_games::clock::{Control, SideClock};
/// use std::time::Duration;
/// let mut clock = SideClock::new(Control::game(Duration::from_secs(60), Duration::from_secs(2)));
/// clock.run(Duration::from_secs(5));
/// clock.end_turn();
/// assert_eq!(clock.left(), Duration::from_secs(57));
/// assert!(!clock.is_late());
/// clock.run(Duration::from_secs(58));
/// assert!(clock.is_late());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideClock {
    control: Control,
    left: Duration,
    /// The turns that `left` is for; 0 before the overtime.
    turns: u32,
    /// Used of this turn.
    used: Duration,
}

/// The least time for a turn: nobody can think in none at all.
pub const LEAST: Duration = Duration::from_millis(10);

/// What is left unused for the way of an answer back to the clock: at least, and at most.
const SPARE: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(500)];

impl Control {
    /// A time for the whole game, and more after each turn.
    pub const fn game(time: Duration, increment: Duration) -> Control {
        Control { beginning: time, turn: increment, kept: 100, most: None, overtime: None }
    }

    /// A time for each turn, of which nothing is kept.
    pub const fn each_turn(time: Duration) -> Control {
        Control { beginning: time, turn: time, kept: 0, most: None, overtime: None }
    }
}

impl SideClock {
    /// A clock before the game.
    pub fn new(control: Control) -> SideClock {
        let clock = SideClock { control, left: Duration::ZERO, turns: 0, used: Duration::ZERO };
        match control.overtime {
            Some(overtime) if control.beginning.is_zero() => clock.in_overtime(overtime),
            _ => SideClock { left: control.beginning, ..clock },
        }
    }

    /// The same clock with so much left, as somebody else's clock shows it or as it was kept; in the
    /// overtime for so many turns, before it for 0.
    pub fn showing(self, left: Duration, turns: u32) -> SideClock {
        SideClock { left, turns, ..self }
    }

    /// The rule it goes by.
    pub fn control(&self) -> Control {
        self.control
    }

    /// All that may be used for this turn before the overtime, or in it for all of its turns.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// How many turns what is left is for; 0 before the overtime.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// What is left besides the rest of this turn's own time.
    pub fn reserve(&self) -> Duration {
        self.left.saturating_sub(self.own())
    }

    /// Whether there is nothing left.
    pub fn is_late(&self) -> bool {
        self.left.is_zero()
    }

    /// The clock has run for so long.
    pub fn run(&mut self, time: Duration) {
        self.used = self.used.saturating_add(time);
        match (time.checked_sub(self.left), self.control.overtime) {
            (Some(beyond), Some(overtime)) if self.turns == 0 => {
                *self = self.in_overtime(overtime);
                self.left = self.left.saturating_sub(beyond);
            }
            _ => self.left = self.left.saturating_sub(time),
        }
    }

    /// The turn is over: what it left of its own time is kept, and the next has its own.
    pub fn end_turn(&mut self) {
        let Control { turn, kept, most, overtime, .. } = self.control;
        if let (Some(overtime), 1..) = (overtime, self.turns) {
            self.turns -= 1;
            if self.turns == 0 {
                *self = self.in_overtime(overtime);
            }
        } else {
            let lost = self.own() / 100 * 100u32.saturating_sub(kept);
            let reserve = self.left.saturating_sub(lost);
            let reserve = most.map_or(reserve, |most| reserve.min(most));
            self.left = reserve.saturating_add(turn);
        }
        self.used = Duration::ZERO;
    }

    /// How long this turn should take if so many are to come, itself included: its own time and a
    /// part of what was kept, and never all there is. An answer takes so long to get here besides.
    pub fn share(&self, to_come: f64, lag: Duration) -> Duration {
        let even = |time: Duration, turns: f64| time.div_f64(turns.max(1.0));
        let wanted = if self.turns > 0 {
            even(self.left, self.turns.into())
        } else {
            let own = self.own().min(self.left);
            let later = self.control.overtime.map(|over| even(over.time, over.turns.into()));
            let kept = own.saturating_add(even(self.left - own, to_come));
            kept.saturating_add(later.unwrap_or_default())
        };
        wanted.min(sparing(self.left, lag)).max(LEAST)
    }

    fn own(&self) -> Duration {
        self.control.turn.saturating_sub(self.used)
    }

    fn in_overtime(self, overtime: Overtime) -> SideClock {
        SideClock { left: overtime.time, turns: overtime.turns.max(1), ..self }
    }
}

/// A time without what an answer needs for its way, which takes `lag` or a little.
pub fn sparing(time: Duration, lag: Duration) -> Duration {
    let spare = (time / 20).clamp(SPARE[0], SPARE[1]).min(time / 2);
    time.saturating_sub(spare.saturating_add(lag)).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const ARIMAA: Control =
        Control { beginning: seconds(15), kept: 50, most: Some(seconds(7)), ..TEN };
    const TEN: Control = Control::each_turn(seconds(10));
    const SHARED: Control = Control {
        overtime: Some(Overtime { time: seconds(20), turns: 4 }),
        ..Control::game(seconds(5), Duration::ZERO)
    };

    fn after(control: Control, turns: &[u64]) -> SideClock {
        let mut clock = SideClock::new(control);
        for turn in turns {
            clock.run(seconds(*turn));
            clock.end_turn();
        }
        clock
    }

    #[test]
    fn a_games_time_grows_by_its_increment_after_each_turn() {
        let control = Control::game(seconds(60), seconds(5));
        assert_eq!(SideClock::new(control).left(), seconds(60));
        assert_eq!(after(control, &[3]).left(), seconds(62));
        assert_eq!(after(control, &[3, 10, 5]).left(), seconds(57));
        assert_eq!(after(control, &[3, 10]).reserve(), seconds(52));
    }

    #[test]
    fn a_time_for_each_turn_comes_again_whatever_was_used_of_it() {
        assert_eq!(after(TEN, &[1, 9, 0]).left(), seconds(10));
        assert_eq!(after(TEN, &[1]).reserve(), Duration::ZERO);
    }

    #[test]
    fn a_part_of_what_a_turn_leaves_is_kept_and_no_more_than_the_most() {
        assert_eq!(after(ARIMAA, &[8]).reserve(), seconds(6));
        assert_eq!(after(ARIMAA, &[8, 4]).reserve(), seconds(7));
        assert_eq!(after(ARIMAA, &[8, 4, 12]).reserve(), seconds(5));
    }

    #[test]
    fn when_all_is_spent_turns_share_the_overtime_and_get_it_again() {
        let mut clock = after(SHARED, &[6]);
        assert_eq!((clock.left(), clock.turns()), (seconds(19), 3));
        assert_eq!(clock.share(1.0, Duration::ZERO), seconds(19) / 3);
        clock.run(seconds(18));
        assert!(!clock.is_late());
        for _ in 0..3 {
            clock.end_turn();
        }
        assert_eq!((clock.left(), clock.turns()), (seconds(20), 4));
        clock.run(seconds(20));
        assert!(clock.is_late(), "there is no overtime after the overtime");
        let at_once = SideClock::new(Control { beginning: Duration::ZERO, ..SHARED });
        assert_eq!((at_once.left(), at_once.turns()), (seconds(20), 4));
    }

    #[test]
    fn whoever_uses_up_all_there_is_is_late_and_the_next_turn_has_its_own_time_again() {
        let mut clock = SideClock::new(ARIMAA);
        clock.run(seconds(14));
        assert!(!clock.is_late());
        clock.run(seconds(1));
        assert!(clock.is_late());
        clock.end_turn();
        assert_eq!(clock.left(), seconds(10));
    }

    #[test]
    fn a_turn_takes_its_own_time_and_a_part_of_what_was_kept() {
        let control = Control { beginning: seconds(175), turn: seconds(15), ..TEN };
        let clock = SideClock::new(control);
        assert_eq!(clock.share(16.0, Duration::ZERO), seconds(25));
        assert_eq!(clock.share(0.0, Duration::ZERO), seconds(175) - SPARE[1]);
        assert_eq!(clock.share(0.0, seconds(2)), seconds(173) - SPARE[1]);
    }

    #[test]
    fn no_turn_is_planned_to_take_all_there_is() {
        let controls = [TEN, ARIMAA, SHARED, Control::game(seconds(1), seconds(600))];
        for control in controls {
            for left in [0, 1, 15, 100, 1000, 100_000].map(Duration::from_millis) {
                for turns in [0, 1, 7] {
                    let clock = SideClock::new(control).showing(left, turns);
                    for to_come in [0.0, 1.0, 2.5, 30.0] {
                        let share = clock.share(to_come, Duration::ZERO);
                        assert!(share == LEAST || share < left, "{clock:?}: {share:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_time_of_a_game_lasts_for_a_long_one() {
        let mut clock = SideClock::new(Control::game(seconds(60), Duration::ZERO));
        for _ in 0..150 {
            let share = clock.share(30.0, Duration::ZERO);
            clock.run(share);
            clock.end_turn();
            assert!(!clock.is_late());
        }
    }
}
