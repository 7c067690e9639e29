//! The levels of `neural`, in each game that has nets, from a child's first win to all it can do.
//!
//! Up to `strong` a level looks at a position once and plays one of the moves that seem best, a lesser
//! one the more often the higher its temperature is; so a step is a matter of temperature, and how
//! far it reaches in a game was found by matches of neighbours. Then it tries moves out.

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What it is called in a player text.
    pub key: &'static str,
    /// The message that names it.
    pub name: &'static str,
    pub strength: Strength,
}

/// What makes a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    pub looks: Option<u64>,
    pub temperature: f64,
    pub view: usize,
    pub proves: bool,
}

/// The level for somebody who has not chosen.
pub const USUAL: &str = "casual";
/// The same for somebody who brings a net: it is to show what it can do.
pub const FULL: &str = "full";

const fn at_a_glance(key: &'static str, name: &'static str, temperature: f64, view: usize) -> Step {
    Step { key, name, strength: Strength { looks: Some(1), temperature, view, proves: false } }
}

const fn looking(key: &'static str, name: &'static str, looks: Option<u64>) -> Step {
    Step { key, name, strength: Strength { looks, temperature: 0.0, view: 1, proves: true } }
}

/// Those of Hex, and of games of which no net comes with the program. On 11x11 each up to `strong`
/// wins 66 to 76 of 100 games against the one before.
pub const HEX: &[Step] = &[
    at_a_glance("child", "level-child", 9.0, 60),
    at_a_glance("pupil", "level-pupil", 7.0, 50),
    at_a_glance("beginner", "level-beginner", 6.0, 40),
    at_a_glance("improver", "level-improver", 4.5, 28),
    at_a_glance("casual", "level-casual", 4.0, 24),
    at_a_glance("hobby", "level-hobby", 3.5, 20),
    at_a_glance("regular", "level-regular", 2.8, 16),
    at_a_glance("normal", "level-normal", 2.5, 14),
    at_a_glance("keen", "level-keen", 2.2, 12),
    at_a_glance("skilled", "level-skilled", 1.9, 11),
    at_a_glance("club", "level-club", 1.6, 10),
    at_a_glance("league", "level-league", 1.0, 6),
    at_a_glance("strong", "level-strong", 0.6, 4),
    at_a_glance("expert", "level-expert", 0.0, 1),
    looking("veteran", "level-veteran", Some(48)),
    looking("master", "level-master", Some(128)),
    looking("full", "level-full", None),
];

/// Those of Connect Four: with seven moves at most a temperature says less than in Hex. By 48 games of
/// each they stand at about 190, 330, 460, 640, 800, 970, 1160 and 1240 above `random`, and more than
/// 48 looks gained nothing: there is not much left to be gained.
pub const CONNECT4: &[Step] = &[
    at_a_glance("child", "level-child", 14.0, 7),
    at_a_glance("beginner", "level-beginner", 6.0, 7),
    at_a_glance("casual", "level-casual", 4.1, 7),
    at_a_glance("normal", "level-normal", 3.1, 7),
    at_a_glance("club", "level-club", 2.2, 7),
    at_a_glance("strong", "level-strong", 1.3, 7),
    at_a_glance("expert", "level-expert", 0.0, 1),
    looking("veteran", "level-veteran", Some(48)),
    looking("full", "level-full", None),
];

/// Those of Breakthrough on 8x8. Between temperatures that were measured by 60 games of each, they go by
/// steps of about 150: `child` at about 570 above `random`, `casual` 1280, `normal` 1690, `club` 2180,
/// `expert` 2720.
pub const BREAKTHROUGH: &[Step] = &[
    at_a_glance("child", "level-child", 12.0, 60),
    at_a_glance("pupil", "level-pupil", 8.5, 55),
    at_a_glance("beginner", "level-beginner", 6.5, 45),
    at_a_glance("improver", "level-improver", 5.0, 32),
    at_a_glance("casual", "level-casual", 4.1, 24),
    at_a_glance("hobby", "level-hobby", 3.5, 20),
    at_a_glance("regular", "level-regular", 3.0, 17),
    at_a_glance("normal", "level-normal", 2.6, 14),
    at_a_glance("keen", "level-keen", 2.3, 12),
    at_a_glance("skilled", "level-skilled", 2.0, 11),
    at_a_glance("club", "level-club", 1.75, 10),
    at_a_glance("league", "level-league", 1.45, 8),
    at_a_glance("strong", "level-strong", 1.0, 6),
    at_a_glance("expert", "level-expert", 0.0, 1),
    looking("veteran", "level-veteran", Some(48)),
    looking("master", "level-master", Some(128)),
    looking("full", "level-full", None),
];

/// Those of Arimaa, where a turn is up to four looks at a glance, and one thought where it searches.
pub const ARIMAA: &[Step] = &[
    at_a_glance("child", "level-child", 9.0, 60),
    at_a_glance("pupil", "level-pupil", 7.0, 50),
    at_a_glance("beginner", "level-beginner", 5.5, 40),
    at_a_glance("improver", "level-improver", 4.5, 30),
    at_a_glance("casual", "level-casual", 3.7, 24),
    at_a_glance("hobby", "level-hobby", 3.0, 20),
    at_a_glance("regular", "level-regular", 2.5, 16),
    at_a_glance("normal", "level-normal", 2.1, 14),
    at_a_glance("keen", "level-keen", 1.8, 12),
    at_a_glance("skilled", "level-skilled", 1.5, 10),
    at_a_glance("club", "level-club", 1.2, 8),
    at_a_glance("league", "level-league", 0.9, 6),
    at_a_glance("strong", "level-strong", 0.6, 4),
    at_a_glance("expert", "level-expert", 0.0, 1),
    looking("veteran", "level-veteran", Some(200)),
    looking("master", "level-master", Some(1_500)),
    looking("full", "level-full", None),
];
