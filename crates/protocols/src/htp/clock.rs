//! The clocks of a game as GTP sets them, and how long a move may take by them.

use std::time::Duration;

use ludoteca_games::{
    Hex,
    clock::{Control, Overtime, SideClock},
    hex::Colour,
};

/// A game of Hex seldom fills more of its board than this.
const FILLED: f64 = 0.55;
/// However late it is in the game, so many moves may still come.
const FEWEST: f64 = 6.0;
/// The longest time that can be set, in seconds: as good as none.
const LONGEST: f64 = 1e9;

/// The time that both colours have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    rule: Option<Rule>,
    /// None without a limit.
    sides: [Option<SideClock>; 2],
}

/// How much time there is: a main time, and then for each so many stones so many seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Seconds of the main time.
    pub main: f64,
    /// Seconds for each `stones` moves after that.
    pub more: f64,
    /// How many moves they are for; with 0, and some seconds more, there is no limit at all.
    pub stones: u32,
}

/// What one colour has left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// Seconds.
    pub seconds: f64,
    /// The moves they are for; 0 in the main time.
    pub stones: u32,
}

impl Clocks {
    /// Sets the rule; both clocks begin anew.
    pub fn set(&mut self, rule: Rule) {
        self.rule = (rule.stones > 0 || rule.more == 0.0).then_some(rule);
        self.restart();
    }

    /// Both clocks begin anew.
    pub fn restart(&mut self) {
        self.sides = [self.rule.map(|rule| SideClock::new(rule.control())); 2];
    }

    /// What a colour has left by the controller's clock.
    pub fn correct(&mut self, colour: Colour, left: Left) {
        let side = &mut self.sides[colour as usize];
        let told = Rule { main: left.seconds, more: 0.0, stones: 0 };
        let clock = side.unwrap_or_else(|| SideClock::new(told.control()));
        *side = Some(clock.showing(duration(left.seconds), left.stones));
    }

    /// What a colour has left; none without a limit.
    pub fn left(&self, colour: Colour) -> Option<Left> {
        let clock = self.sides[colour as usize]?;
        Some(Left { seconds: clock.left().as_secs_f64(), stones: clock.turns() })
    }

    /// A colour has thought about a move for so long.
    pub fn spend(&mut self, colour: Colour, seconds: f64) {
        if let Some(clock) = &mut self.sides[colour as usize] {
            clock.run(duration(seconds));
            clock.end_turn();
        }
    }

    /// How long a colour may think about its next move; none without a limit.
    pub fn for_move(&self, colour: Colour, hex: &Hex) -> Option<Duration> {
        let cells = (hex.size() * hex.size()) as f64;
        let to_come = ((cells * FILLED - hex.count() as f64) / 2.0).max(FEWEST);
        Some(self.sides[colour as usize]?.share(to_come, Duration::ZERO))
    }
}

impl Rule {
    fn control(self) -> Control {
        let overtime = Overtime { time: duration(self.more), turns: self.stones };
        Control {
            overtime: (self.stones > 0).then_some(overtime),
            ..Control::game(duration(self.main), Duration::ZERO)
        }
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{clock::LEAST, hex::Swap};

    use super::*;

    fn seconds(clocks: &Clocks) -> Option<f64> {
        let hex = Hex::new(11, Swap::None).unwrap();
        clocks.for_move(Colour::Red, &hex).map(|time| time.as_secs_f64())
    }

    fn clocks(main: f64, more: f64, stones: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(Rule { main, more, stones });
        clocks
    }

    #[test]
    fn a_game_without_a_limit_has_none() {
        assert_eq!(seconds(&Clocks::default()), None);
        assert_eq!(seconds(&clocks(0.0, 30.0, 0)), None);
    }

    #[test]
    fn the_main_time_lasts_for_the_whole_game() {
        let mut clocks = clocks(600.0, 0.0, 0);
        let mut hex = Hex::new(11, Swap::None).unwrap();
        let cells: Vec<_> = hex.cells().collect();
        let mut spent = 0.0;
        // Every cell in turn, which is more than any game takes.
        for pair in cells.chunks(2).take(60) {
            let time = clocks.for_move(Colour::Red, &hex).unwrap().as_secs_f64();
            assert!(time > 0.0);
            clocks.spend(Colour::Red, time);
            spent += time;
            for cell in pair {
                let stones: Vec<_> = hex.stones().chain([(*cell, hex.colour())]).collect();
                hex = hex.set_up(&stones, hex.colour().other()).unwrap();
            }
        }
        assert!(spent < 600.0, "{spent}");
        assert!(spent > 500.0, "{spent}");
    }

    #[test]
    fn a_time_for_each_move_is_used_but_for_a_little_and_comes_again() {
        let mut clocks = clocks(0.0, 10.0, 1);
        for _ in 0..3 {
            let time = seconds(&clocks).unwrap();
            assert!((9.5..10.0).contains(&time), "{time}");
            clocks.spend(Colour::Red, time);
        }
    }

    #[test]
    fn when_the_main_time_is_over_the_moves_share_what_comes_after() {
        let mut clocks = clocks(5.0, 20.0, 4);
        clocks.spend(Colour::Red, 6.0);
        assert_eq!(clocks.left(Colour::Red), Some(Left { seconds: 19.0, stones: 3 }));
        assert_eq!(clocks.left(Colour::Blue), Some(Left { seconds: 5.0, stones: 0 }));
    }

    #[test]
    fn the_controllers_clock_is_the_one_that_counts_and_a_lost_one_leaves_a_little() {
        let mut clocks = clocks(600.0, 0.0, 0);
        clocks.correct(Colour::Red, Left { seconds: 3.0, stones: 3 });
        assert_eq!(seconds(&clocks), Some(1.0));
        clocks.correct(Colour::Red, Left { seconds: -3.0, stones: 0 });
        assert_eq!(seconds(&clocks), Some(LEAST.as_secs_f64()));
        clocks.restart();
        assert!(seconds(&clocks).unwrap() > 5.0);
    }
}
