//! How `hexodus` plays: its levels, and what can be set of each.

use std::{num::NonZero, thread};

use ludoteca_games::Hex;

use super::{Hexodus, ranking::Algorithm};
use crate::{Form, Level, PlayerKind, hex::connections::Limits};

/// How a position is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// By the resistances of both circuits.
    Circuit,
    /// By the stones missing on the shortest ways.
    Path,
    /// By the circuits and what stands where their current flows, with weights that were fitted.
    Fitted,
}

/// How first moves are searched; the best of them and its value are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As the threads, the processors and the board suggest: one after another or shared.
    Auto,
    /// One after another, with alpha-beta among them: the first algorithm of Hexodus.
    Sequential,
    /// Each handed to a thread of those there may be, which loses that pruning: its second one.
    Parallel,
    /// The first one alone, then the others on threads against its value, which keeps most of it.
    Shared,
}

/// How a Hexodus plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many moves it looks ahead.
    pub depth: u32,
    /// Whether it explores the most promising moves instead as long as its budget lasts, which is
    /// the usual time if nobody says.
    pub explores: bool,
    /// Whether it then works out the connections of a position the farther, the more often it goes on
    /// from there.
    pub closer: bool,
    /// How many positions the solver may look at before.
    pub probe: u64,
    /// The solver's room in megabytes.
    pub table: usize,
    /// How far connections are worked out.
    pub limits: Limits,
    /// How a position is judged.
    pub judge: Judge,
    /// How many moves it looks at on boards larger than 6x6.
    pub width: usize,
    /// How first moves are searched.
    pub mode: Mode,
    /// Threads it may start.
    pub threads: usize,
}

/// The largest board on which threads cost more than they bring.
const SMALL: usize = 4;

impl Settings {
    /// One move ahead, counting the stones missing on the shortest ways.
    pub const BEGINNER: Settings = Settings { judge: Judge::Path, depth: 1, ..Settings::CASUAL };

    /// Two moves ahead, by the circuits of what touches.
    pub const CASUAL: Settings = Settings {
        limits: Limits { fulls: 1, semis: 0, size: 0, ors: 0, steps: 40_000, captures: false },
        ..Settings::NORMAL
    };

    /// Two moves ahead, with bridges.
    pub const CLUB: Settings = Settings { limits: BRIDGES, ..Settings::NORMAL };

    /// Depth 2, with the usual connections.
    pub const NORMAL: Settings = Settings {
        depth: 2,
        explores: false,
        closer: false,
        probe: 0,
        table: 32,
        limits: Limits { fulls: 4, semis: 8, size: 40, ors: 3, steps: 40_000, captures: false },
        judge: Judge::Circuit,
        width: 20,
        mode: Mode::Auto,
        threads: 1,
    };

    /// Depth 3, with more connections.
    pub const EXPERT: Settings = Settings {
        depth: 3,
        limits: Limits { fulls: 8, semis: 16, size: 60, ors: 4, steps: 80_000, captures: false },
        width: 16,
        ..Settings::NORMAL
    };

    /// From the most promising moves as far as its budget goes, and what the solver decides within a
    /// share of it.
    pub const MASTER: Settings = Settings {
        explores: true,
        closer: true,
        probe: u64::MAX,
        judge: Judge::Fitted,
        ..Settings::EXPERT
    };

    /// The algorithm for a board of that size.
    pub(super) fn algorithm(&self, size: usize) -> Algorithm {
        match self.mode {
            Mode::Sequential => Algorithm::Sequential,
            Mode::Parallel => Algorithm::Parallel(self.threads),
            Mode::Shared => Algorithm::Shared(self.threads),
            Mode::Auto => {
                let processors = thread::available_parallelism().map_or(1, NonZero::get);
                match self.threads.min(processors) {
                    2.. if size > SMALL => Algorithm::Shared(self.threads),
                    _ => Algorithm::Sequential,
                }
            }
        }
    }
}

/// Connections of two cells: bridges.
const BRIDGES: Limits =
    Limits { fulls: 1, semis: 2, size: 2, ors: 2, steps: 40_000, captures: false };

/// The levels by name, the weakest first.
const LEVELS: [(&str, Settings); 6] = [
    ("beginner", Settings::BEGINNER),
    ("casual", Settings::CASUAL),
    ("club", Settings::CLUB),
    ("normal", Settings::NORMAL),
    ("expert", Settings::EXPERT),
    ("master", Settings::MASTER),
];

fn read(form: &mut Form<'_>) -> Settings {
    let level = form.choice("level", LEVELS, "key-hexodus-level").or(Settings::CASUAL);
    let judges = [("circuit", Judge::Circuit), ("path", Judge::Path), ("fitted", Judge::Fitted)];
    let judge = form.choice("eval", judges, "key-hexodus-eval").optional();
    let width = form.whole("width", 1..=361, "key-hexodus-width").optional();
    let modes = [
        ("auto", Mode::Auto),
        ("sequential", Mode::Sequential),
        ("parallel", Mode::Parallel),
        ("shared", Mode::Shared),
    ];
    let mode = form.choice("mode", modes, "key-hexodus-mode").or(level.mode);
    let threads = form.whole("threads", 1..=64, "key-threads").or(level.threads);
    let table = form.whole("table", 1..=4096, "key-hexodus-table").or(level.table);
    let (judge, width) = (judge.unwrap_or(level.judge), width.unwrap_or(level.width));
    Settings { judge, width, mode, threads, table, ..level }
}

/// `hexodus` for the registry.
pub(crate) fn kind() -> PlayerKind<Hex> {
    let names = [
        "level-beginner",
        "level-casual",
        "level-club",
        "level-normal",
        "level-expert",
        "level-master",
    ];
    let level = |(name, (value, _)): (_, (&str, _))| Level { name, keys: format!("level={value}") };
    PlayerKind::new("hexodus", |form| Ok(read(form)), |settings| Hexodus::new(*settings))
        .with_levels(names.into_iter().zip(LEVELS).map(level).collect())
        .at_its_best("level=master")
        .telling("level=normal")
        // Connections of the positions it looks at, these positions, and what the solver has.
        .taking(|values| 256 + values.int("table").map_or(64, |table| 2 * table as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_chooses_threads_only_where_they_were_asked_for_and_can_pay() {
        let chosen = |threads, size| Settings { threads, ..Settings::NORMAL }.algorithm(size);
        assert_eq!(chosen(1, 11), Algorithm::Sequential);
        assert_eq!(chosen(4, SMALL), Algorithm::Sequential);
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let several = if processors > 1 { Algorithm::Shared(4) } else { Algorithm::Sequential };
        assert_eq!(chosen(4, 11), several);
    }
}
