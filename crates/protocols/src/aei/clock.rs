//! The clock of a game of Arimaa, and how long a turn may take by it.
//!
//! Each turn has a time of its own. What is not used of it, or a part of that, goes to a reserve, and
//! what a turn takes beyond it comes from there. Besides, a turn, a game's time and its turns may
//! have limits. All times are seconds, and 0 is no limit.

use std::time::{Duration, Instant};

use ludoteca_games::{
    Arimaa, Game, Side,
    clock::{Control, LEAST, SideClock, sparing},
};

/// A turn takes no more of the reserve than this part.
const SHARE: f64 = 16.0;
/// Setting up takes this part of a turn's time: there is little to search.
const SETUP: f64 = 0.25;
/// The longest time that can be set, in seconds: as good as none.
const LONGEST: f64 = 1e9;

/// The time that both sides have.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    sides: [SideClock; 2],
    game: f64,
    turns: f64,
    longest_turn: f64,
    /// Used of this turn before we were asked.
    used: f64,
    /// What each side's last turn took by our own clock, where we made it.
    ours: [Option<f64>; 2],
    /// How much longer a turn takes by the controller's clock than by ours.
    lag: f64,
    begun: Option<Instant>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            sides: [SideClock::new(Control::game(Duration::ZERO, Duration::ZERO)); 2],
            game: 0.0,
            turns: 0.0,
            longest_turn: 0.0,
            used: 0.0,
            ours: [None; 2],
            lag: 0.0,
            begun: None,
        }
    }
}

impl Clock {
    /// The options that set it; those with other names are the ones of AEI before its version 1.
    pub const OPTIONS: [&str; 19] = [
        "tcmove",
        "tcreserve",
        "tcpercent",
        "tcmax",
        "tctotal",
        "tcturns",
        "tcturntime",
        "greserve",
        "sreserve",
        "gused",
        "sused",
        "moveused",
        "lastmoveused",
        "wreserve",
        "breserve",
        "wused",
        "bused",
        "tcmoveused",
        "tclastmoveused",
    ];

    /// Sets one of its options.
    pub fn set(&mut self, name: &str, value: f64) {
        let time = duration(value);
        let Control { turn, beginning, .. } = self.control();
        match name {
            "tcmove" => {
                let reserves = self.sides.map(|clock| clock.reserve());
                let beginning = beginning - turn + time;
                self.rule(Control { turn: time, beginning, ..self.control() });
                self.fill(reserves);
            }
            "tcreserve" => {
                self.rule(Control { beginning: turn + time, ..self.control() });
                self.fill([time; 2]);
            }
            "tcpercent" => self.rule(Control { kept: value as u32, ..self.control() }),
            "tcmax" => {
                self.rule(Control { most: (value > 0.0).then_some(time), ..self.control() });
            }
            "tctotal" => self.game = value,
            "tcturns" => self.turns = value,
            "tcturntime" => self.longest_turn = value,
            "greserve" | "wreserve" => self.fill([time, self.sides[1].reserve()]),
            "sreserve" | "breserve" => self.fill([self.sides[0].reserve(), time]),
            "moveused" | "tcmoveused" => self.used = value,
            "gused" | "wused" => self.late(Side::First, value),
            "sused" | "bused" => self.late(Side::Second, value),
            // What the other side's turn took says nothing about ours.
            _ => {}
        }
    }

    /// A game begins: the reserves are full, the rest of the rule holds on.
    pub fn restart(&mut self) {
        let sides = [SideClock::new(self.control()); 2];
        *self = Clock { sides, used: 0.0, ours: [None; 2], begun: None, ..*self };
    }

    /// How long the side to move may think about its turn; none without a limit.
    pub fn for_turn(&mut self, position: &Arimaa) -> Option<Duration> {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        self.share(position, begun.elapsed().as_secs_f64())
    }

    /// The same, so many seconds after the game has begun.
    fn share(&self, position: &Arimaa, since: f64) -> Option<Duration> {
        let lag = duration(self.lag);
        let mut time = Duration::MAX;
        if self.is_limited() {
            let mut clock = self.sides[position.side().index()];
            clock.run(duration(self.used));
            let to_come = match self.turns {
                0.0 => SHARE,
                turns => (turns - f64::from(position.number()) + 1.0).clamp(1.0, SHARE),
            };
            time = clock.share(to_come, lag);
        }
        if self.longest_turn > 0.0 {
            time = time.min(sparing(duration(self.longest_turn - self.used), lag));
        }
        if self.game > 0.0 {
            let left = duration(self.game - since);
            time = time.min(sparing(left, lag)).min(left.div_f64(SHARE));
        }
        if time == Duration::MAX {
            return None;
        }
        Some(time.mul_f64(if position.in_setup() { SETUP } else { 1.0 }).max(LEAST))
    }

    /// A side's turn has taken so long; the controller may know better and say so.
    pub fn spend(&mut self, position: &Arimaa, seconds: f64) {
        let at = position.side().index();
        self.ours[at] = Some(seconds);
        // The time of a setup is counted nowhere.
        if !position.in_setup() && self.is_limited() {
            self.sides[at].run(duration(self.used + seconds));
            self.sides[at].end_turn();
        }
        self.used = 0.0;
    }

    /// Both sides play by the same rule.
    fn control(&self) -> Control {
        self.sides[0].control()
    }

    /// Whether a turn has a time of its own, or both sides a reserve.
    fn is_limited(&self) -> bool {
        !self.control().beginning.is_zero()
    }

    /// Another rule; what is left stays as it is.
    fn rule(&mut self, control: Control) {
        self.sides = self.sides.map(|clock| SideClock::new(control).showing(clock.left(), 0));
    }

    /// So much is in the reserves, at the beginning of a turn.
    fn fill(&mut self, reserves: [Duration; 2]) {
        let turn = self.control().turn;
        self.sides = [0, 1].map(|at| self.sides[at].showing(turn + reserves[at], 0));
    }

    /// The controller says what a side's last turn took.
    fn late(&mut self, side: Side, seconds: f64) {
        if let Some(ours) = self.ours[side.index()].take() {
            let turn = self.control().turn.as_secs_f64();
            self.lag = (seconds - ours).clamp(0.0, turn / 2.0);
        }
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(options: &[(&str, f64)]) -> Clock {
        let mut clock = Clock::default();
        for (name, value) in options {
            assert!(Clock::OPTIONS.contains(name));
            clock.set(name, *value);
        }
        clock
    }

    fn middle() -> Arimaa {
        let board = "rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR";
        Arimaa::default().read_position(&format!("g [{board}]")).unwrap().into_position()
    }

    fn reserves(clock: &Clock) -> [f64; 2] {
        clock.sides.map(|clock| clock.reserve().as_secs_f64())
    }

    fn seconds(clock: &Clock) -> Option<f64> {
        clock.share(&middle(), 0.0).map(|time| time.as_secs_f64())
    }

    #[test]
    fn without_a_clock_there_is_no_limit() {
        assert_eq!(seconds(&Clock::default()), None);
        assert_eq!(
            seconds(&clock(&[("tcmove", 0.0), ("tcpercent", 0.0), ("tcturns", 90.0)])),
            None
        );
    }

    #[test]
    fn a_turn_takes_its_own_time_and_a_part_of_the_reserve() {
        let time = seconds(&clock(&[("tcmove", 15.0)])).unwrap();
        assert!((14.0..15.0).contains(&time), "{time}");
        let time = seconds(&clock(&[("tcmove", 15.0), ("tcreserve", 160.0)])).unwrap();
        assert_eq!(time, 25.0);
        let time = seconds(&clock(&[("tcmove", 15.0), ("tcreserve", 160.0), ("moveused", 5.0)]));
        assert_eq!(time, Some(20.0));
        let only_reserve = seconds(&clock(&[("tcreserve", 160.0)]));
        assert_eq!(only_reserve, Some(10.0));
    }

    #[test]
    fn of_a_turns_own_time_hardly_anything_is_left_unused() {
        for turn in [1.0, 3.0, 10.0, 60.0] {
            let time = seconds(&clock(&[("tcmove", turn)])).unwrap();
            assert!(time > 0.94 * turn, "{time} of {turn}");
            // What has gone to the reserve meanwhile is there for the next turn.
            let mut saved = clock(&[("tcmove", turn), ("tcpercent", 100.0)]);
            saved.spend(&middle(), 0.5 * turn);
            assert!(seconds(&saved).unwrap() > turn, "{saved:?}");
        }
    }

    #[test]
    fn no_limit_is_overstepped_whatever_the_options() {
        for turn in [0.0, 0.1, 1.0, 15.0, 120.0] {
            for reserve in [0.0, 0.5, 30.0, 900.0] {
                for used in [0.0, 0.5, 20.0] {
                    for longest in [0.0, 0.3, 40.0] {
                        for game in [0.0, 5.0] {
                            let clock = clock(&[
                                ("tcmove", turn),
                                ("tcreserve", reserve),
                                ("moveused", used),
                                ("tcturntime", longest),
                                ("tctotal", game),
                            ]);
                            let Some(time) = seconds(&clock) else { continue };
                            let or_least = |limit: f64| limit.max(LEAST.as_secs_f64());
                            if turn + reserve > 0.0 {
                                assert!(time <= or_least(turn + reserve - used), "{clock:?}");
                            }
                            assert!(
                                longest == 0.0 || time <= or_least(longest - used),
                                "{clock:?}"
                            );
                            assert!(game == 0.0 || time <= game, "{clock:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_game_never_uses_up_the_reserve() {
        let mut clock = clock(&[("tcmove", 2.0), ("tcreserve", 30.0), ("tcpercent", 50.0)]);
        for _ in 0..200 {
            let time = seconds(&clock).unwrap();
            clock.spend(&middle(), time + 0.05);
            assert!(!clock.sides[0].is_late(), "{clock:?}");
            assert!(time > 1.5, "{clock:?}");
        }
    }

    #[test]
    fn unused_time_goes_to_the_reserve_by_its_percentage_and_up_to_its_limit() {
        let mut clock =
            clock(&[("tcmove", 10.0), ("tcreserve", 5.0), ("tcpercent", 50.0), ("tcmax", 7.0)]);
        clock.spend(&middle(), 8.0);
        assert_eq!(reserves(&clock), [6.0, 5.0]);
        clock.spend(&middle(), 4.0);
        assert_eq!(reserves(&clock), [7.0, 5.0]);
        clock.spend(&middle(), 12.0);
        assert_eq!(reserves(&clock), [5.0, 5.0]);
        clock.set("greserve", 1.0);
        assert_eq!(reserves(&clock), [1.0, 5.0]);
        clock.restart();
        assert_eq!(reserves(&clock), [5.0, 5.0]);
        clock.spend(&Arimaa::default(), 3.0);
        assert_eq!(reserves(&clock), [5.0, 5.0], "a setup costs nothing");
    }

    #[test]
    fn the_last_turns_of_a_game_may_use_all_of_the_reserve() {
        let time = seconds(&clock(&[("tcmove", 15.0), ("tcreserve", 100.0), ("tcturns", 2.0)]));
        assert_eq!(time, Some(114.5));
    }

    #[test]
    fn a_slow_way_to_the_controller_is_allowed_for() {
        let mut slow = clock(&[("tcmove", 10.0)]);
        let before = seconds(&slow).unwrap();
        slow.spend(&middle(), before);
        slow.set("tcreserve", 0.0);
        slow.set("gused", before + 2.0);
        assert!((before - seconds(&slow).unwrap() - 2.0).abs() < 1e-9);
        // What nobody has measured here says nothing.
        slow.set("sused", 60.0);
        slow.set("lastmoveused", 60.0);
        assert!((before - seconds(&slow).unwrap() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn setting_up_is_quick() {
        let clock = clock(&[("tcmove", 15.0)]);
        let time = clock.share(&Arimaa::default(), 0.0).unwrap().as_secs_f64();
        assert!(time < 4.0, "{time}");
    }
}
