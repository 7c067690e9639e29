//! How much of a description is read before it is refused, so that none takes forever. How long it may
//! take to load, and how much it may keep, is [`Patience`](super::Patience).

/// Bytes of a text.
pub const MOST_BYTES: usize = 1 << 20;

/// Brackets within brackets.
pub const DEEPEST_BRACKETS: usize = 64;

/// Rules that one rule with `or` stands for.
pub const MOST_ALTERNATIVES: usize = 256;

/// Conditions of a rule.
pub const MOST_CONDITIONS: usize = 256;

/// Variables of a rule.
pub const MOST_VARIABLES: usize = 256;

/// Heads and conditions of all rules, with every `or` written out.
pub const MOST_WRITTEN_OUT: usize = 500_000;

/// Those who play.
pub const MOST_ROLES: usize = 64;

/// Functions within functions, in whatever the rules can make.
pub const DEEPEST_TERM: usize = 16;

/// After so many facts that were looked at while variables are replaced, in rules of a usual size,
/// somebody looks at the time.
pub const LOOK_EVERY: usize = 20_000;

/// Gates that are looked at to find out beforehand what each move changes; if there are more, it is
/// found out while playing.
pub const MOST_EFFECT_STEPS: usize = 1_000_000;

/// Random games that are played when a description is loaded, to meet states that no game here can
/// have.
pub const PROBES: usize = 24;

/// Plies of those games together, after which no more of them are played.
pub const PROBED_PLIES: usize = 4000;

/// Plies of a random game: a description whose games take longer is refused, and a random game that
/// does all the same is a draw.
pub const LONGEST_GAME: u32 = 4000;
