//! Finds rules on the board, fast: a line of the board is one number, and so is a sequence.
//!
//! The board has a wall all around, 8 × 9 cells in all. A line through a cell is seen from that cell:
//! up to eight cells before it and eight after it, seventeen places. There is a plane of seventeen
//! bits for each thing a sequence can ask of a cell (own stone, other stone, playable, floating,
//! wall, empty, anything), and all planes together are one 128-bit number. A sequence laid on the
//! cell matches where all of its bits are set in the line: one comparison, however long it is.

use ludoteca_games::{Connect4, Game, Side, connect4, picture::CellIndex};

use super::language::{Element, Rule, Worth};

/// Columns of Connect Four.
pub const COLUMNS: usize = connect4::WIDTH;
const ROWS: usize = 6;
/// The board with its wall.
const WIDTH: usize = COLUMNS + 2;
const HEIGHT: usize = ROWS + 2;
/// The most cells before or after a cell on one line.
const REACH: usize = 8;
/// Places on a line, as seen from one of its cells.
const PLACES: usize = 2 * REACH + 1;

/// Patterns that are tried before somebody is asked whether to go on.
const AT_ONCE: usize = 4096;

/// Rules, ready to be found on a board.
#[derive(Clone, Debug)]
pub struct RuleBook {
    rules: Vec<Rule>,
    /// Sequences laid on the judged cell, by [`Axis::kind`].
    here: [Vec<Pattern>; 3],
    /// Sequences laid on the cell above it.
    above: [Vec<Pattern>; 3],
}

/// A sequence, one way round.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    /// The bits a line must have.
    want: u128,
    number: i64,
    /// [`FIRED`], and [`MAX`] or [`MIN`] where the worth is no number.
    marks: u8,
    /// Cells before and after the mark.
    before: u8,
    after: u8,
    rule: u32,
}

const FIRED: u8 = 1;
const MAX: u8 = 2;
const MIN: u8 = 4;

/// A rule that was found at a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Its place in [`RuleBook::rules`].
    pub rule: usize,
    /// The cells of the board that each match covers, the wall left out.
    pub matches: Vec<Vec<CellIndex>>,
}

/// A line of the board, by the step from one of its cells to the next.
#[derive(Clone, Copy)]
enum Axis {
    Row,
    Column,
    Rising,
    Falling,
}

const AXES: [Axis; 4] = [Axis::Row, Axis::Column, Axis::Rising, Axis::Falling];

/// A place of the board with its wall; (1, 1) is the bottom cell of the first column.
#[derive(Clone, Copy)]
struct Place {
    x: usize,
    y: usize,
}

/// Where a pattern was found.
struct Hit<'a> {
    column: usize,
    place: Place,
    axis: Axis,
    pattern: &'a Pattern,
}

/// The bits of what stands at each place of the board with its wall, for the first place of a line.
struct Augmented([u128; WIDTH * HEIGHT]);

impl RuleBook {
    /// The rules, ready to be found.
    pub fn new(rules: Vec<Rule>) -> RuleBook {
        let mut book =
            RuleBook { rules: Vec::new(), here: Default::default(), above: Default::default() };
        for (index, rule) in rules.iter().enumerate() {
            let mirrored: Vec<Element> = rule.sequence.iter().rev().copied().collect();
            // A sequence that is its own mirror image counts once on each line.
            let ways = if mirrored == rule.sequence { 1 } else { 2 };
            let above = rule.sequence.contains(&Element::Above);
            let kinds = if above { &mut book.above } else { &mut book.here };
            let directions = rule.directions;
            let wanted = [directions.horizontal, directions.vertical, directions.diagonal];
            for sequence in [&rule.sequence, &mirrored].into_iter().take(ways) {
                let Some(pattern) = Pattern::new(sequence, rule.worth, index) else { continue };
                for (kind, _) in kinds.iter_mut().zip(wanted).filter(|(_, wanted)| *wanted) {
                    kind.push(pattern);
                }
            }
        }
        RuleBook { rules, ..book }
    }

    /// The rules, in the order of the file.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What each column is worth to the side to move; none for a full column and for one at which
    /// no rule was found.
    pub fn score(&self, position: &Connect4) -> [Option<Worth>; COLUMNS] {
        self.score_for(position, position.side())
    }

    /// What each column would be worth to a side if it were its turn.
    pub fn score_for(&self, position: &Connect4, side: Side) -> [Option<Worth>; COLUMNS] {
        self.score_within(position, side, &mut |_| false).expect("nothing ends it")
    }

    /// The same as long as `work`, which is told how many patterns were tried, does not say that it
    /// is to end.
    pub(super) fn score_within(
        &self,
        position: &Connect4,
        side: Side,
        work: &mut impl FnMut(u64) -> bool,
    ) -> Option<[Option<Worth>; COLUMNS]> {
        let mut sums = [0i64; COLUMNS];
        let mut marks = [0u8; COLUMNS];
        let whole = self.find(position, side, work, |hit| {
            sums[hit.column] += hit.pattern.number;
            marks[hit.column] |= hit.pattern.marks;
        });
        whole.then(|| {
            std::array::from_fn(|column| match marks[column] {
                0 => None,
                marks if marks & MAX != 0 => Some(Worth::Max),
                marks if marks & MIN != 0 => Some(Worth::Min),
                _ => Some(Worth::Number(sums[column])),
            })
        })
    }

    /// The rules that were found at each column, in the order of the file, with where.
    pub fn fired(&self, position: &Connect4) -> [Vec<Fired>; COLUMNS] {
        self.fired_within(position, &mut |_| false).expect("nothing ends it")
    }

    /// The same as long as `work`, which is told how many patterns were tried, does not say that it
    /// is to end.
    pub(super) fn fired_within(
        &self,
        position: &Connect4,
        work: &mut impl FnMut(u64) -> bool,
    ) -> Option<[Vec<Fired>; COLUMNS]> {
        let mut matches: [Vec<(usize, Vec<CellIndex>)>; COLUMNS] = Default::default();
        let whole = self.find(position, position.side(), work, |hit| {
            matches[hit.column].push((hit.pattern.rule as usize, hit.cells()));
        });
        let gathered = |mut list: Vec<(usize, Vec<CellIndex>)>| {
            // Those of a rule stay in the order in which they were found.
            list.sort_by_key(|(rule, _)| *rule);
            let mut columns: Vec<Fired> = Vec::new();
            for (rule, cells) in list {
                match columns.last_mut().filter(|last| last.rule == rule) {
                    Some(last) => last.matches.push(cells),
                    None => columns.push(Fired { rule, matches: vec![cells] }),
                }
            }
            columns
        };
        whole.then(|| matches.map(gathered))
    }

    /// Finds every match of every rule, with the stones of a side as its own; false if `work` ended
    /// it before.
    #[inline]
    fn find<'a>(
        &'a self,
        position: &Connect4,
        side: Side,
        work: &mut impl FnMut(u64) -> bool,
        mut found: impl FnMut(Hit<'a>),
    ) -> bool {
        let mut board = Augmented::of(position, side);
        let playable = position.playable();
        for column in 0..COLUMNS {
            let open = playable >> (column * (ROWS + 1)) & ((1 << ROWS) - 1);
            if open == 0 {
                continue;
            }
            let place = Place { x: column + 1, y: open.trailing_zeros() as usize + 1 };
            if !board.find(&self.here, column, place, work, &mut found) {
                return false;
            }
            if place.y < ROWS && self.above.iter().any(|kind| !kind.is_empty()) {
                let above = Place { y: place.y + 1, ..place };
                let [cell, next] = [place.index(), above.index()];
                let before = [board.0[cell], board.0[next]];
                [board.0[cell], board.0[next]] = [OWN, PLAYABLE];
                let whole = board.find(&self.above, column, above, work, &mut found);
                [board.0[cell], board.0[next]] = before;
                if !whole {
                    return false;
                }
            }
        }
        true
    }
}

/// The bit of a plane at the first place of a line.
const fn plane(number: usize) -> u128 {
    1 << (number * PLACES)
}

const ANY: u128 = plane(0);
const EMPTY: u128 = plane(1);
/// What stands at a place has the bits of everything that can be said of it.
const OWN: u128 = plane(2) | ANY;
const OTHER: u128 = plane(3) | ANY;
const PLAYABLE: u128 = plane(4) | EMPTY | ANY;
const FLOATING: u128 = plane(5) | EMPTY | ANY;
const WALL: u128 = plane(6) | ANY;

impl Pattern {
    /// None for a sequence that is too long for any line.
    fn new(sequence: &[Element], worth: Worth, rule: usize) -> Option<Pattern> {
        let before = sequence.iter().position(|element| element.is_mark())?;
        let after = sequence.len() - before - 1;
        if before > REACH || after > REACH {
            return None;
        }
        let mut want = 0;
        for (index, element) in sequence.iter().enumerate() {
            let bits = match element {
                Element::Own => OWN,
                Element::Other => OTHER,
                Element::Playable => PLAYABLE,
                Element::Floating => FLOATING,
                Element::Wall => WALL,
                Element::Empty => EMPTY,
                Element::Any => ANY,
                Element::Here | Element::Above => 0,
            };
            want |= bits << (REACH + index - before);
        }
        let (number, marks) = match worth {
            Worth::Number(number) => (number, FIRED),
            Worth::Max => (0, FIRED | MAX),
            Worth::Min => (0, FIRED | MIN),
        };
        let (before, after) = (before as u8, after as u8);
        Some(Pattern { want, number, marks, before, after, rule: rule as u32 })
    }
}

impl Augmented {
    fn of(position: &Connect4, side: Side) -> Augmented {
        let [own, other] = [position.stones(side), position.stones(side.other())];
        let playable = position.playable();
        let mut board = Augmented([WALL; WIDTH * HEIGHT]);
        for column in 0..COLUMNS {
            for row in 0..ROWS {
                let bit = 1 << (column * (ROWS + 1) + row);
                let place = Place { x: column + 1, y: row + 1 };
                board.0[place.index()] = if own & bit != 0 {
                    OWN
                } else if other & bit != 0 {
                    OTHER
                } else if playable & bit != 0 {
                    PLAYABLE
                } else {
                    FLOATING
                };
            }
        }
        board
    }

    /// Finds patterns on the four lines through a place; false if `work` ended it before.
    #[inline]
    fn find<'a>(
        &self,
        kinds: &'a [Vec<Pattern>; 3],
        column: usize,
        place: Place,
        work: &mut impl FnMut(u64) -> bool,
        found: &mut impl FnMut(Hit<'a>),
    ) -> bool {
        for axis in AXES {
            let patterns = &kinds[axis.kind()];
            if patterns.is_empty() {
                continue;
            }
            let line = self.line(place, axis);
            for some in patterns.chunks(AT_ONCE) {
                if work(some.len() as u64) {
                    return false;
                }
                for pattern in some {
                    if line & pattern.want == pattern.want {
                        found(Hit { column, place, axis, pattern });
                    }
                }
            }
        }
        true
    }

    /// The line through a place, as seen from there.
    #[inline]
    fn line(&self, place: Place, axis: Axis) -> u128 {
        let (before, after) = axis.room(place);
        let step = axis.step();
        let first = place.index() - before * step;
        // All planes move up by one place for each cell, the last cell first.
        let cells = (0..=before + after).rev();
        let line = cells.fold(0, |line, index| line << 1 | self.0[first + index * step]);
        line << (REACH - before)
    }
}

impl Place {
    fn index(self) -> usize {
        self.x * HEIGHT + self.y
    }
}

impl Axis {
    /// Which letter of a rule's directions means it: H, V or D.
    fn kind(self) -> usize {
        match self {
            Axis::Row => 0,
            Axis::Column => 1,
            Axis::Rising | Axis::Falling => 2,
        }
    }

    /// From the [`Place::index`] of a place to that of the next.
    fn step(self) -> usize {
        match self {
            Axis::Row => HEIGHT,
            Axis::Column => 1,
            Axis::Rising => HEIGHT + 1,
            Axis::Falling => HEIGHT - 1,
        }
    }

    /// How many places of the line lie before and after a place.
    fn room(self, Place { x, y }: Place) -> (usize, usize) {
        let (right, up) = (WIDTH - 1 - x, HEIGHT - 1 - y);
        match self {
            Axis::Row => (x, right),
            Axis::Column => (y, up),
            Axis::Rising => (x.min(y), right.min(up)),
            Axis::Falling => (x.min(up), right.min(y)),
        }
    }
}

impl Hit<'_> {
    /// The cells it covers, the wall left out.
    fn cells(&self) -> Vec<CellIndex> {
        let step = self.axis.step();
        let first = self.place.index() - usize::from(self.pattern.before) * step;
        let places = (0..=usize::from(self.pattern.before + self.pattern.after))
            .map(|index| first + index * step)
            .map(|index| (index / HEIGHT, index % HEIGHT));
        places
            .filter(|(x, y)| (1..=COLUMNS).contains(x) && (1..=ROWS).contains(y))
            .map(|(x, y)| (y - 1) * COLUMNS + x - 1)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{self, language::tests::any_rule};

    fn at(columns: &str) -> Connect4 {
        Connect4::default().read_position(columns).unwrap().into_position()
    }

    fn book(file: &str) -> RuleBook {
        let reading = rules::read(file).unwrap();
        assert_eq!(reading.faults, []);
        RuleBook::new(reading.rules)
    }

    fn built_in(name: &str) -> RuleBook {
        book(rules::built_in(name).unwrap())
    }

    fn numbers(book: &RuleBook, columns: &str) -> Vec<i64> {
        let number = |score| match score {
            Some(Worth::Number(number)) => number,
            other => panic!("{other:?} is no number"),
        };
        book.score(&at(columns)).map(number).to_vec()
    }

    /// The board as letters, `[x][y]`, wall included, as a side sees it.
    fn letters(position: &Connect4, side: Side) -> [[char; HEIGHT]; WIDTH] {
        let mut board = [['I'; HEIGHT]; WIDTH];
        for column in 0..COLUMNS {
            for row in 0..ROWS {
                let has = |bits: u64| bits >> (column * 7 + row) & 1 == 1;
                board[column + 1][row + 1] = if has(position.stones(side)) {
                    'O'
                } else if has(position.stones(side.other())) {
                    'X'
                } else if has(position.playable()) {
                    '_'
                } else {
                    'z'
                };
            }
        }
        board
    }

    /// The slow and obvious twin: walks the board letter by letter, in eight directions.
    fn slowly(rules: &[Rule], position: &Connect4, side: Side) -> [Option<Worth>; COLUMNS] {
        let fits = |element: Element, letter: char| match element {
            Element::Any => true,
            Element::Empty => letter == '_' || letter == 'z',
            Element::Here | Element::Above => letter == '_',
            element => element.letter() == letter,
        };
        std::array::from_fn(|column| {
            let mut board = letters(position, side);
            let x = column + 1;
            let y = (1..=ROWS).find(|y| board[x][*y] == '_')?;
            let mut found = Vec::new();
            for rule in rules {
                let mut y = y;
                let before = board;
                if rule.sequence.contains(&Element::Above) {
                    board[x][y] = 'O';
                    y += 1;
                    if board[x][y] == 'I' {
                        board = before;
                        continue;
                    }
                    board[x][y] = '_';
                }
                let mut steps: Vec<(i32, i32)> = Vec::new();
                if rule.directions.horizontal {
                    steps.extend([(1, 0), (-1, 0)]);
                }
                if rule.directions.vertical {
                    steps.extend([(0, 1), (0, -1)]);
                }
                if rule.directions.diagonal {
                    steps.extend([(1, 1), (-1, -1), (1, -1), (-1, 1)]);
                }
                let mark = rule.sequence.iter().position(|e| e.is_mark()).unwrap() as i32;
                let mirror = rule.sequence.iter().eq(rule.sequence.iter().rev());
                for (index, (right, up)) in steps.into_iter().enumerate() {
                    if mirror && index % 2 == 1 {
                        continue;
                    }
                    let whole = rule.sequence.iter().enumerate().all(|(at, element)| {
                        let (x, y) = (
                            x as i32 + (at as i32 - mark) * right,
                            y as i32 + (at as i32 - mark) * up,
                        );
                        (0..WIDTH as i32).contains(&x)
                            && (0..HEIGHT as i32).contains(&y)
                            && fits(*element, board[x as usize][y as usize])
                    });
                    found.extend(whole.then_some(rule.worth));
                }
                board = before;
            }
            if found.is_empty() {
                None
            } else if found.contains(&Worth::Max) {
                Some(Worth::Max)
            } else if found.contains(&Worth::Min) {
                Some(Worth::Min)
            } else {
                let number = |worth: &Worth| match worth {
                    Worth::Number(number) => *number,
                    _ => unreachable!(),
                };
                Some(Worth::Number(found.iter().map(number).sum()))
            }
        })
    }

    /// Worth and count together, which is what `fired` says.
    fn by_fired(book: &RuleBook, position: &Connect4) -> [Option<Worth>; COLUMNS] {
        book.fired(position).map(|list| {
            let worth = |fired: &Fired| book.rules()[fired.rule].worth;
            let limit = |limit| list.iter().any(|fired| worth(fired) == limit).then_some(limit);
            let sum = list.iter().map(|fired| match worth(fired) {
                Worth::Number(number) => number * fired.matches.len() as i64,
                _ => 0,
            });
            let sum = Worth::Number(sum.sum());
            limit(Worth::Max).or(limit(Worth::Min)).or((!list.is_empty()).then_some(sum))
        })
    }

    #[test]
    fn the_first_reply_is_scored_as_seed_004_prints_it() {
        assert_eq!(numbers(&built_in("@rules"), "4"), [-41, -35, -32, 9, -32, -35, -41]);
    }

    #[test]
    fn the_worked_example_of_seed_004_fires_twice_in_column_three() {
        let book = book("#OE HVD 10");
        let fired = &book.fired(&at("4442233655"))[2];
        assert_eq!(fired[0].matches.len(), 2);
        assert_eq!(book.score(&at("4442233655"))[2], Some(Worth::Number(20)));
    }

    #[test]
    fn the_heuristic_rules_score_the_first_positions_as_seed_004_prints_them() {
        let book = built_in("@heuristic");
        assert_eq!(numbers(&book, ""), [3, 3, 3, 5, 3, 3, 3]);
        assert_eq!(numbers(&book, "44"), [4, 4, 3, 5, 3, 4, 4]);
    }

    #[test]
    fn a_sequence_that_is_its_own_mirror_image_counts_once_on_each_line() {
        assert_eq!(numbers(&book("# H 1"), ""), [1; 7]);
        assert_eq!(numbers(&book("# HVD 1"), ""), [4; 7]);
        assert_eq!(numbers(&book("?# H 1"), ""), [2; 7]);
        assert_eq!(book("E#I H 1").score(&at("")), book("I#E H 1").score(&at("")));
    }

    #[test]
    fn max_stands_over_min_and_min_over_every_number() {
        let all = book("# H 5\n#I V MIN\n#I H MAX").score(&at(""));
        assert_eq!((all[0], all[1]), (Some(Worth::Max), Some(Worth::Min)));
        assert!(Worth::Max > Worth::Number(i64::MAX) && Worth::Min < Worth::Number(i64::MIN));
    }

    #[test]
    fn a_full_column_and_one_where_nothing_fired_have_no_score() {
        let book = book("# H 1");
        assert_eq!(book.score(&at("111111"))[0], None);
        assert_eq!(self::book("#X H 0").score(&at("4")).map(|s| s.is_some()), {
            [false, false, true, false, true, false, false]
        });
        assert_eq!(self::book("").score(&at("")), [None; COLUMNS]);
    }

    #[test]
    fn the_cell_above_is_seen_after_the_own_stone_is_put() {
        // Below it stands the own stone, above it another empty cell or the wall.
        assert_eq!(numbers(&book("O=z V 1"), ""), [1; 7]);
        assert_eq!(book("O=I V 1").score(&at("1111"))[0], Some(Worth::Number(1)));
        assert_eq!(book("= H 1").score(&at("11111"))[0], None, "there is no cell above the top");
        // The cell above the third column lies beside the second stone of the fourth.
        assert_eq!(book("=X H 1").score(&at("454"))[2], Some(Worth::Number(1)));
    }

    #[test]
    fn a_sequence_that_leaves_the_board_does_not_match() {
        assert_eq!(book("????????# H 1").score(&at("")), [None; COLUMNS]);
        assert_eq!(book("???????# H 1").score(&at(""))[6], Some(Worth::Number(1)));
        assert_eq!(book(&format!("{}# H 1", "?".repeat(300))).score(&at("")), [None; COLUMNS]);
        assert_eq!(book("#I? V 1").score(&at("")), [None; COLUMNS]);
    }

    #[test]
    fn the_side_to_move_is_own_for_both_sides() {
        let book = book("#O H 1");
        assert_eq!(at("4").side(), Side::Second);
        assert_eq!(book.score(&at("4")), [None; COLUMNS]);
        assert_eq!(book.score(&at("41"))[2], Some(Worth::Number(1)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]
        #[test]
        fn rules_are_found_where_the_slow_twin_finds_them(
            rules in prop::collection::vec(any_rule(), 0..30),
            columns in prop::collection::vec(0u8..7, 0..43),
        ) {
            let mut position = Connect4::default();
            for column in columns {
                if position.outcome().is_none() && position.check(&column).is_ok() {
                    position.play_unchecked(&column);
                }
            }
            let mut rules = rules;
            for name in ["@rules", "@heuristic"] {
                let built_in = built_in(name);
                for side in Side::BOTH {
                    let slow = slowly(built_in.rules(), &position, side);
                    prop_assert_eq!(built_in.score_for(&position, side), slow);
                }
            }
            rules.iter_mut().enumerate().for_each(|(index, rule)| rule.line = index + 1);
            let book = RuleBook::new(rules);
            prop_assert_eq!(book.score(&position), slowly(book.rules(), &position, position.side()));
            prop_assert_eq!(book.score(&position), by_fired(&book, &position));
        }
    }
}
