//! The clock of a game of Arimaa, and how long a turn may take by it.
//!
//! Each turn has a time of its own. What is not used of it, or a part of that, goes to a reserve, and
//! what a turn takes beyond it comes from there. Besides, a turn, a game's time and its turns may
//! have limits. All times are seconds, and 0 is no limit.

use std::time::{Duration, Instant};

use ludoteca_games::{Arimaa, Game, Side};

/// A turn takes no more of the reserve than this part.
const SHARE: f64 = 16.0;
/// What is left unused of a turn for the way to the controller and back: a part, at least and at
/// most so many seconds.
const SPARE: (f64, f64, f64) = (0.05, 0.05, 0.5);
/// Setting up takes this part of a turn's time: there is little to search.
const SETUP: f64 = 0.25;
/// The least time for a turn.
const LEAST: f64 = 0.01;

/// The time that both sides have.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    turn: f64,
    first_reserve: f64,
    /// How much of the time that is not used goes to the reserve, of 100.
    percent: f64,
    most_reserve: f64,
    game: f64,
    turns: f64,
    longest_turn: f64,
    reserve: [f64; 2],
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
            turn: 0.0,
            first_reserve: 0.0,
            percent: 100.0,
            most_reserve: 0.0,
            game: 0.0,
            turns: 0.0,
            longest_turn: 0.0,
            reserve: [0.0; 2],
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
        match name {
            "tcmove" => self.turn = value,
            "tcreserve" => {
                self.first_reserve = value;
                self.reserve = [value; 2];
            }
            "tcpercent" => self.percent = value,
            "tcmax" => self.most_reserve = value,
            "tctotal" => self.game = value,
            "tcturns" => self.turns = value,
            "tcturntime" => self.longest_turn = value,
            "greserve" | "wreserve" => self.reserve[0] = value,
            "sreserve" | "breserve" => self.reserve[1] = value,
            "moveused" | "tcmoveused" => self.used = value,
            "gused" | "wused" => self.late(Side::First, value),
            "sused" | "bused" => self.late(Side::Second, value),
            // What the other side's turn took says nothing about ours.
            _ => {}
        }
    }

    /// A game begins: the reserves are full, the rest of the rule holds on.
    pub fn restart(&mut self) {
        let reserve = [self.first_reserve; 2];
        *self = Clock { reserve, used: 0.0, ours: [None; 2], begun: None, ..*self };
    }

    /// How long the side to move may think about its turn; none without a limit.
    pub fn for_turn(&mut self, position: &Arimaa) -> Option<Duration> {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        self.share(position, begun.elapsed().as_secs_f64())
    }

    /// The same, so many seconds after the game has begun.
    fn share(&self, position: &Arimaa, since: f64) -> Option<Duration> {
        let reserve = self.reserve[position.side().index()].max(0.0);
        let own = (self.turn - self.used).max(0.0);
        let mut all = f64::INFINITY;
        let mut wanted = f64::INFINITY;
        if self.turn > 0.0 || self.first_reserve > 0.0 {
            all = own + reserve + (self.turn - self.used).min(0.0);
            let to_come = match self.turns {
                0.0 => SHARE,
                turns => (turns - f64::from(position.number()) + 1.0).clamp(1.0, SHARE),
            };
            wanted = own + reserve / to_come;
        }
        if self.longest_turn > 0.0 {
            all = all.min(self.longest_turn - self.used);
        }
        if self.game > 0.0 {
            all = all.min(self.game - since);
            wanted = wanted.min((self.game - since) / SHARE);
        }
        if all.is_infinite() {
            return None;
        }
        let (part, least, most) = SPARE;
        let spare = (all * part).clamp(least, most) + self.lag;
        let time = wanted.min(all - spare) * if position.in_setup() { SETUP } else { 1.0 };
        Some(Duration::from_secs_f64(time.max(LEAST)))
    }

    /// A side's turn has taken so long; the controller may know better and say so.
    pub fn spend(&mut self, position: &Arimaa, seconds: f64) {
        let at = position.side().index();
        self.ours[at] = Some(seconds);
        // The time of a setup is counted nowhere.
        if !position.in_setup() && (self.turn > 0.0 || self.first_reserve > 0.0) {
            let left = self.turn - self.used - seconds;
            let gained = if left > 0.0 { left * self.percent / 100.0 } else { left };
            self.reserve[at] += gained;
            if self.most_reserve > 0.0 {
                self.reserve[at] = self.reserve[at].min(self.most_reserve);
            }
        }
        self.used = 0.0;
    }

    /// The controller says what a side's last turn took.
    fn late(&mut self, side: Side, seconds: f64) {
        if let Some(ours) = self.ours[side.index()].take() {
            self.lag = (seconds - ours).clamp(0.0, self.turn / 2.0);
        }
    }
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
                            let or_least = |limit: f64| limit.max(LEAST);
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
            assert!(clock.reserve[0] >= 0.0, "{clock:?}");
            assert!(time > 1.5, "{clock:?}");
        }
    }

    #[test]
    fn unused_time_goes_to_the_reserve_by_its_percentage_and_up_to_its_limit() {
        let mut clock =
            clock(&[("tcmove", 10.0), ("tcreserve", 5.0), ("tcpercent", 50.0), ("tcmax", 7.0)]);
        clock.spend(&middle(), 8.0);
        assert_eq!(clock.reserve, [6.0, 5.0]);
        clock.spend(&middle(), 4.0);
        assert_eq!(clock.reserve, [7.0, 5.0]);
        clock.spend(&middle(), 12.0);
        assert_eq!(clock.reserve, [5.0, 5.0]);
        clock.set("greserve", 1.0);
        assert_eq!(clock.reserve, [1.0, 5.0]);
        clock.restart();
        assert_eq!(clock.reserve, [5.0, 5.0]);
        clock.spend(&Arimaa::default(), 3.0);
        assert_eq!(clock.reserve, [5.0, 5.0], "a setup costs nothing");
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
