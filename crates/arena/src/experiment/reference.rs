//! What the thesis itself measured on its eight puzzles of Arimaa, as printed in its tables 6.1 to 6.5.
//! The pictures of the puzzles are lost, so that ours are others.

use super::puzzles::PuzzleSetting;
use crate::Share;

/// What a try took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThesisTime {
    /// So many milliseconds.
    Milliseconds(f64),
    /// A turn ended the game: nothing was searched (PT).
    AtOnce,
    /// The memory did not suffice (OVERFLOW, OM).
    Overflow,
}

/// A try of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThesisTry {
    /// The puzzle's number, from 1 to 8.
    pub puzzle: usize,
    /// How long it took.
    pub time: ThesisTime,
    /// Whether it was solved, where that is told.
    pub solved: Option<bool>,
}

/// The tries of the thesis with one setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThesisAnts {
    /// Ants.
    pub ants: u32,
    /// Searches.
    pub searches: u32,
    /// Turns looked ahead.
    pub depth: u32,
    /// The times of the eight puzzles.
    pub times: [ThesisTime; 8],
}

/// A line of tables 6.4 and 6.5, which quote Cerón (2010).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThesisAlphaBeta {
    /// The puzzle's number.
    pub puzzle: usize,
    /// Turns looked at in each position.
    pub limit: u32,
    /// Turns looked ahead.
    pub depth: u32,
    /// How long it took.
    pub time: ThesisTime,
    /// Whether it was solved.
    pub solved: bool,
}

/// Tables 6.1 to 6.3. The colours that told solved puzzles are lost; the text tells those of the best
/// setting, 50 ants, 350 searches, depth 1: the first five.
pub const THESIS_ANTS: [ThesisAnts; 12] = [
    ants(
        30,
        200,
        1,
        [AT_ONCE, ms(652.0), AT_ONCE, ms(97.0), ms(294.0), ms(20417.0), ms(18079.0), ms(324406.0)],
    ),
    ants(
        50,
        200,
        1,
        [
            AT_ONCE,
            ms(1080.0),
            AT_ONCE,
            ms(158.0),
            ms(457.0),
            ms(40120.0),
            ms(30065.0),
            ms(582327.0),
        ],
    ),
    ants(
        70,
        200,
        1,
        [
            AT_ONCE,
            ms(1438.0),
            AT_ONCE,
            ms(231.0),
            ms(593.0),
            ms(44097.0),
            ms(37514.0),
            ms(727078.0),
        ],
    ),
    ants(
        30,
        350,
        1,
        [
            AT_ONCE,
            ms(1075.0),
            AT_ONCE,
            ms(117.0),
            ms(428.0),
            ms(36674.0),
            ms(28327.0),
            ms(531300.0),
        ],
    ),
    ants(
        50,
        350,
        1,
        [
            AT_ONCE,
            ms(1762.0),
            AT_ONCE,
            ms(185.0),
            ms(733.0),
            ms(57906.0),
            ms(48222.0),
            ms(909784.0),
        ],
    ),
    ants(
        70,
        350,
        1,
        [
            AT_ONCE,
            ms(2531.0),
            AT_ONCE,
            ms(250.0),
            ms(1017.0),
            ms(82478.0),
            ms(61650.0),
            ms(1293857.0),
        ],
    ),
    ants(
        30,
        200,
        2,
        [AT_ONCE, ms(859.0), AT_ONCE, ms(555.0), ms(706.0), ms(30424.0), ms(70610.0), OVERFLOW],
    ),
    ants(
        50,
        200,
        2,
        [AT_ONCE, ms(1364.0), AT_ONCE, ms(887.0), ms(1136.0), ms(49066.0), ms(439967.0), OVERFLOW],
    ),
    ants(
        70,
        200,
        2,
        [AT_ONCE, ms(1673.0), AT_ONCE, ms(1158.0), ms(1477.0), ms(57015.0), ms(387244.0), OVERFLOW],
    ),
    ants(
        30,
        350,
        2,
        [AT_ONCE, ms(1338.0), AT_ONCE, ms(898.0), ms(1071.0), ms(48188.0), ms(449747.0), OVERFLOW],
    ),
    ants(
        50,
        350,
        2,
        [AT_ONCE, ms(2256.0), AT_ONCE, ms(1531.0), ms(1964.0), ms(81762.0), ms(586448.0), OVERFLOW],
    ),
    ants(
        70,
        350,
        2,
        [
            AT_ONCE,
            ms(2947.0),
            AT_ONCE,
            ms(2086.0),
            ms(2687.0),
            ms(103511.0),
            ms(877636.0),
            OVERFLOW,
        ],
    ),
];

/// Tables 6.4 and 6.5.
pub const THESIS_ALPHABETA: [ThesisAlphaBeta; 57] = [
    alphabeta(1, 5000, 1, ms(480.6), true),
    alphabeta(1, 4000, 1, ms(474.8), true),
    alphabeta(1, 3000, 1, ms(479.4), true),
    alphabeta(1, 2000, 1, ms(475.4), true),
    alphabeta(1, 1000, 1, ms(486.2), true),
    alphabeta(1, 75, 2, ms(2181.8), true),
    alphabeta(1, 60, 2, ms(1127.2), true),
    alphabeta(1, 55, 2, ms(1062.8), true),
    alphabeta(1, 45, 2, ms(988.8), true),
    alphabeta(1, 30, 2, ms(909.2), true),
    alphabeta(1, 30, 3, ms(7930.4), false),
    alphabeta(2, 5000, 1, ms(228.0), true),
    alphabeta(2, 4000, 1, ms(228.6), true),
    alphabeta(2, 3000, 1, ms(227.4), true),
    alphabeta(2, 2000, 1, ms(226.8), true),
    alphabeta(2, 1000, 1, ms(225.8), true),
    alphabeta(2, 75, 2, ms(3283.4), true),
    alphabeta(2, 60, 2, ms(1932.8), true),
    alphabeta(2, 55, 2, ms(1501.8), true),
    alphabeta(2, 45, 2, ms(975.0), true),
    alphabeta(2, 30, 2, ms(469.4), true),
    alphabeta(2, 30, 3, ms(3323.4), true),
    alphabeta(2, 10, 3, ms(1131.0), true),
    alphabeta(3, 5000, 1, ms(139.6), true),
    alphabeta(3, 4000, 1, ms(136.6), true),
    alphabeta(3, 3000, 1, ms(138.2), true),
    alphabeta(3, 2000, 1, ms(132.2), true),
    alphabeta(3, 1000, 1, ms(138.2), true),
    alphabeta(3, 75, 2, ms(9479.2), false),
    alphabeta(4, 5000, 1, ms(57.8), true),
    alphabeta(4, 4000, 1, ms(57.6), true),
    alphabeta(4, 3000, 1, ms(59.6), true),
    alphabeta(4, 2000, 1, ms(58.4), true),
    alphabeta(4, 1000, 1, ms(58.4), true),
    alphabeta(4, 75, 2, ms(1132.2), true),
    alphabeta(4, 60, 2, ms(1085.0), true),
    alphabeta(4, 55, 2, ms(1097.2), true),
    alphabeta(4, 45, 2, ms(1081.4), true),
    alphabeta(4, 30, 2, ms(1076.8), true),
    alphabeta(4, 30, 3, ms(11650.0), true),
    alphabeta(4, 10, 3, ms(8839.0), false),
    alphabeta(5, 5000, 1, ms(139.0), true),
    alphabeta(5, 4000, 1, ms(131.8), true),
    alphabeta(5, 3000, 1, ms(130.4), true),
    alphabeta(5, 2000, 1, ms(129.0), true),
    alphabeta(5, 1000, 1, ms(129.0), true),
    alphabeta(5, 75, 2, ms(4760.6), false),
    alphabeta(6, 5000, 1, ms(179197.6), true),
    alphabeta(6, 4000, 1, ms(176704.0), true),
    alphabeta(6, 3000, 1, ms(66202.0), false),
    alphabeta(7, 5000, 1, ms(67530.8), true),
    alphabeta(7, 4000, 1, ms(67264.2), true),
    alphabeta(7, 3000, 1, ms(67869.6), true),
    alphabeta(7, 2000, 1, ms(26341.2), true),
    alphabeta(7, 1000, 1, ms(3472.6), true),
    alphabeta(7, 75, 2, OVERFLOW, false),
    alphabeta(8, 5000, 1, ms(66185.5), false),
];

/// The puzzles that the ants of the thesis solved with their best setting: 1 to 5 of 8.
const SOLVED: usize = 5;

const AT_ONCE: ThesisTime = ThesisTime::AtOnce;
const OVERFLOW: ThesisTime = ThesisTime::Overflow;

const fn ms(time: f64) -> ThesisTime {
    ThesisTime::Milliseconds(time)
}

const fn ants(ants: u32, searches: u32, depth: u32, times: [ThesisTime; 8]) -> ThesisAnts {
    ThesisAnts { ants, searches, depth, times }
}

const fn alphabeta(
    puzzle: usize,
    limit: u32,
    depth: u32,
    time: ThesisTime,
    solved: bool,
) -> ThesisAlphaBeta {
    ThesisAlphaBeta { puzzle, limit, depth, time, solved }
}

/// What the thesis made of its puzzles with one of our settings; nothing where it did not try that.
pub fn thesis_tries(setting: &PuzzleSetting) -> Vec<ThesisTry> {
    let of_ants = THESIS_ANTS.iter().filter(|tries| {
        let PuzzleSetting { ants, searches, depth, .. } = *setting;
        (ants, searches, depth) == (Some(tries.ants), Some(tries.searches), Some(tries.depth))
    });
    let of_ants = of_ants.flat_map(|tries| {
        let best = (tries.ants, tries.searches, tries.depth) == (50, 350, 1);
        tries.times.iter().enumerate().map(move |(at, time)| ThesisTry {
            puzzle: at + 1,
            time: *time,
            solved: best.then_some(at < SOLVED),
        })
    });
    let same = |line: &&ThesisAlphaBeta| {
        (setting.depth, setting.limit) == (Some(line.depth), Some(line.limit))
    };
    let of_alphabeta = THESIS_ALPHABETA.iter().filter(same).map(|line| ThesisTry {
        puzzle: line.puzzle,
        time: line.time,
        solved: Some(line.solved),
    });
    of_ants.chain(of_alphabeta).collect()
}

/// How many of some tries are solved, as a share; none where the thesis does not tell.
pub fn thesis_share(tries: &[ThesisTry]) -> Option<(usize, Share)> {
    let solved: Option<Vec<bool>> = tries.iter().map(|tried| tried.solved).collect();
    let count = solved?.into_iter().filter(|solved| *solved).count();
    (!tries.is_empty()).then(|| (count, Share::of(count, tries.len())))
}

#[cfg(test)]
mod tests {
    use super::{super::puzzles::PUZZLE_SETTINGS, *};

    #[test]
    fn the_tables_add_up_to_what_the_text_says_of_them() {
        let at_once = |tries: &ThesisAnts| tries.times[0] == AT_ONCE && tries.times[2] == AT_ONCE;
        assert!(THESIS_ANTS.iter().all(at_once), "puzzles 1 and 3 need no search");
        let eighth = |tries: &ThesisAnts| (tries.depth == 2) == (tries.times[7] == OVERFLOW);
        assert!(THESIS_ANTS.iter().all(eighth), "puzzle 8 overflows at depth 2");
        let solved =
            |puzzle| THESIS_ALPHABETA.iter().any(|line| line.puzzle == puzzle && line.solved);
        assert_eq!((1..=8).filter(|puzzle| solved(*puzzle)).count(), 7);
    }

    #[test]
    fn settings_of_the_thesis_are_found_with_their_shares() {
        let of = |words: &str| {
            let found = PUZZLE_SETTINGS.iter().find(|setting| setting.player_text() == words);
            thesis_tries(found.unwrap())
        };
        let best = of("ants:ants=50,searches=350,depth=1");
        assert_eq!((best.len(), thesis_share(&best).unwrap().0), (8, 5));
        assert_eq!(best[5].time, ms(57906.0));
        assert_eq!(thesis_share(&of("ants:ants=30,searches=350,depth=1")), None);
        let widest = of("alphabeta:depth=1,limit=5000");
        assert_eq!((widest.len(), thesis_share(&widest).unwrap().0), (8, 7));
        assert_eq!(of("strong"), []);
    }
}
