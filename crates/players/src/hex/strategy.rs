//! A proof as a strategy that anybody can check: what the winner answers to whatever the loser does.
//!
//! A **claim** is: the winner has some stones, some cells are free, all others are the loser's, who is to
//! move; and the winner joins its edges. It is justified by an answer to each move of the loser, with
//! the cells that are then still needed: the claim that has to hold next. Where all ways from edge to
//! edge lead over one group, the two sides of it are claims of their own, as the winner answers on the
//! side on which it was attacked; so a long chain of bridges is many small claims and not one with
//! countless ways to go on. Claims that are the same to the free cells are one.
//!
//! Whoever checks a strategy needs to know nothing but which cells touch: no connection that somebody
//! has seen, no cell that somebody has called inferior.

use std::collections::{BTreeMap, HashMap, HashSet};

use ludoteca_games::hex::{Cell, Colour};
use ludoteca_text::{errors, text};

use super::{
    cells::{Cells, Ground},
    shared::{Part, Searcher},
};
use crate::Stop;

type Wide = Cells<6>;

/// With so few free cells all ways to go on are looked through, and nothing is written down.
const SMALL: usize = 5;
/// A strategy of more claims is too large to be kept.
const MOST: usize = 2_000_000;
/// The first line of a file.
const HEAD: &str = "ludoteca hex strategy 1";

errors! {
    /// Why a strategy is none.
    pub enum StrategyError {
        /// It is no such file.
        Unknown => text!("strategy-unknown"),
        /// A line is not understood.
        Line { line: usize } => text!("strategy-line", line = line),
        /// The winner has no answer, or one that does not win.
        Fails { moves: String, reply: String } => {
            text!("strategy-fails", moves = or_none(moves), reply = reply)
        },
        /// The edges are not joined in the end.
        Open { moves: String } => text!("strategy-open", moves = or_none(moves)),
        /// The strategy is too large.
        TooLarge { claims: usize } => text!("strategy-too-large", claims = claims),
        /// It was stopped before its end.
        Stopped => text!("strategy-stopped"),
    }
}

/// What the winner answers, claim by claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// The position.
    pub root: Part,
    /// Who wins it.
    pub winner: Colour,
    /// If the winner is to move: its move, and the cells it needs then. If not: no move, and the cells
    /// it needs.
    first: (Option<usize>, Wide),
    /// The answers of each claim, in the order in which they are asked for.
    claims: Vec<Answers>,
}

/// To each move of the loser the answer, and the free cells that are not needed any more.
type Answers = BTreeMap<usize, (usize, Wide)>;

/// What a check has gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Claims that were checked.
    pub claims: usize,
    /// Moves of the loser that were answered.
    pub replies: u64,
}

/// A claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Claim {
    own: Wide,
    free: Wide,
}

/// A way to look at claims.
struct Board {
    ground: Ground<6>,
    winner: Colour,
}

impl Strategy {
    /// Makes a strategy of a position that is proved, with what the searcher knows. `told` is told how
    /// many claims there are so far.
    pub fn make(
        root: &Part,
        searcher: &mut dyn Searcher,
        stop: &Stop,
        told: &mut dyn FnMut(usize),
    ) -> Result<Strategy, StrategyError> {
        let whole = Part { nodes: u64::MAX, ..root.clone() };
        let proved = searcher.search(&whole, stop).and_then(|searched| searched.proved);
        let proved = proved.ok_or(StrategyError::Stopped)?;
        let winner = if proved.wins { root.mover() } else { root.mover().other() };
        let board = Board { ground: Ground::new(root.size), winner };
        let own = root.stones_of(winner);
        let mut maker =
            Maker { board, searcher, stop, told, known: HashMap::new(), made: Vec::new() };
        let cells = wide(&proved.cells);
        let first = if proved.wins {
            let claim = Claim { own, free: cells };
            if maker.board.joined(&own) {
                (None, Wide::NONE)
            } else {
                let (answer, left) = maker.answer(&claim, None)?;
                (Some(answer), left)
            }
        } else {
            (None, cells)
        };
        let mut own = own;
        first.0.into_iter().for_each(|cell| own.insert(cell));
        maker.claim(Claim { own, free: first.1 })?;
        Ok(Strategy { root: root.clone(), winner, first, claims: maker.made })
    }

    /// Plays the strategy against every move of the loser, and says on which it fails first.
    pub fn check(&self) -> Result<Checked, StrategyError> {
        let board = Board { ground: Ground::new(self.root.size), winner: self.winner };
        let [own, other] =
            [self.winner, self.winner.other()].map(|colour| self.root.stones_of(colour));
        let mut own = own;
        let (mut line, mut free) = (Vec::new(), self.first.1);
        if let Some(cell) = self.first.0 {
            let is_free = self.root.mover() == self.winner && !(own | other).has(cell);
            if !is_free || cell >= board.ground.count() {
                return Err(board.fails(&[], cell));
            }
            own.insert(cell);
            line.push(cell);
        } else if self.root.mover() == self.winner && !board.joined(&own) {
            return Err(StrategyError::Open { moves: String::new() });
        }
        // What is not the winner's and not free is the loser's.
        free = (free & board.ground.all).without(&(own | other));
        let mut checker = Checker {
            board,
            answers: self.claims.iter(),
            known: HashSet::new(),
            line,
            checked: Checked::default(),
        };
        checker.claim(Claim { own, free })?;
        Ok(checker.checked)
    }

    /// How many claims are written down.
    pub fn claims(&self) -> usize {
        self.claims.len()
    }

    /// The strategy as a text: the position, the first move, and a line for each claim.
    pub fn write(&self) -> String {
        let ground = Ground::<6>::new(self.root.size);
        let name = |cell: usize| ground.cell(cell).name();
        let names = |cells: Wide| cells.map(name).collect::<Vec<_>>().join(",");
        let colour = |is_blue: bool| if is_blue { "blue" } else { "red" };
        let Part { size, blue_moves, .. } = self.root;
        let [red, blue] = Colour::BOTH.map(|colour| names(self.root.stones_of(colour)));
        let mut written = format!(
            "{HEAD}\nsize {size}\nred {red}\nblue {blue}\nmoves {}\nwinner {}\nfirst {} {}\n",
            colour(blue_moves),
            colour(self.winner == Colour::Blue),
            self.first.0.map_or("-".to_owned(), name),
            names(self.first.1)
        );
        for answers in &self.claims {
            let each = answers.iter().map(|(reply, (answer, dropped))| {
                let dropped = if dropped.is_empty() {
                    String::new()
                } else {
                    "-".to_owned() + &names(*dropped)
                };
                format!("{}:{}{dropped}", name(*reply), name(*answer))
            });
            written += &(each.collect::<Vec<_>>().join(" ") + "\n");
        }
        written
    }

    /// Reads a strategy. Whether it wins is another question.
    pub fn read(words: &str) -> Result<Strategy, StrategyError> {
        let mut lines = words.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line != HEAD) {
            return Err(StrategyError::Unknown);
        }
        let mut field = |name: &str| match lines.next() {
            Some((at, line)) => match line.strip_prefix(name) {
                Some(value) => Ok((at + 1, value.trim())),
                None => Err(StrategyError::Line { line: at + 1 }),
            },
            None => Err(StrategyError::Unknown),
        };
        let (at, size) = field("size")?;
        let size = size.parse().ok().filter(|size| (1..=19).contains(size));
        let size: usize = size.ok_or(StrategyError::Line { line: at })?;
        let cell = |word: &str| {
            let (letter, row) = word.split_at_checked(1)?;
            let column = usize::from(letter.bytes().next()?.checked_sub(b'a')?);
            let row = row.parse::<usize>().ok()?.checked_sub(1)?;
            (column < size && row < size).then(|| row * size + column)
        };
        let set = |words: &str| -> Option<Wide> {
            words.split(',').filter(|word| !word.is_empty()).map(cell).collect()
        };
        let mut stones = |name: &str| {
            let (at, words) = field(name)?;
            let cells = set(words).ok_or(StrategyError::Line { line: at })?;
            Ok(cells.map(|cell| cell as u16).collect::<Vec<_>>())
        };
        let (red, blue) = (stones("red")?, stones("blue")?);
        let mut colour = |name: &str| match field(name)? {
            (_, "red") => Ok(Colour::Red),
            (_, "blue") => Ok(Colour::Blue),
            (line, _) => Err(StrategyError::Line { line }),
        };
        let (moves, winner) = (colour("moves")?, colour("winner")?);
        let (at, first) = field("first")?;
        let wrong = || StrategyError::Line { line: at };
        let (answer, free) = first.split_once(' ').unwrap_or((first, ""));
        let answer = if answer == "-" { None } else { Some(cell(answer).ok_or_else(wrong)?) };
        let first = (answer, set(free).ok_or_else(wrong)?);
        let root = Part { size, red, blue, blue_moves: moves == Colour::Blue, nodes: 0 };
        if !root.is_sound() {
            return Err(StrategyError::Line { line: 3 });
        }
        let claim = |(at, line): (usize, &str)| {
            let answer = |word: &str| {
                let (reply, rest) = word.split_once(':')?;
                let (answer, dropped) = rest.split_once('-').unwrap_or((rest, ""));
                Some((cell(reply)?, (cell(answer)?, set(dropped)?)))
            };
            let answers: Option<Answers> = line.split(' ').map(answer).collect();
            answers.ok_or(StrategyError::Line { line: at + 1 })
        };
        let claims = lines.map(claim).collect::<Result<_, _>>()?;
        Ok(Strategy { root, winner, first, claims })
    }
}

/// Moves as messages take them, who have other words where there are none.
fn or_none(moves: String) -> String {
    if moves.is_empty() { "none".to_owned() } else { moves }
}

fn wide(numbers: &[u16]) -> Wide {
    numbers.iter().map(|number| usize::from(*number)).collect()
}

impl Board {
    fn joined(&self, own: &Wide) -> bool {
        self.ground.joined(self.winner, own)
    }

    /// The free cells on the two sides of a group over which all ways lead, if there is one.
    fn sides(&self, claim: &Claim) -> Option<[Wide; 2]> {
        let Claim { own, free } = claim;
        let [from, to] = self.ground.edges[self.winner as usize];
        let all = *own | *free;
        let mut left = *own;
        while let Some(stone) = left.first() {
            let group = self.ground.flood(Cells::of(stone), own);
            left = left.without(&group);
            if group.meets(&from) || group.meets(&to) {
                continue;
            }
            let without = all.without(&group);
            let one = self.ground.flood(from & without, &without);
            let two = self.ground.flood(to & without, &without);
            let sides = [one & *free, two & *free];
            // A side without a free cell is no claim of its own.
            if !one.meets(&two) && sides.iter().all(|side| !side.is_empty()) {
                return Some(sides);
            }
        }
        None
    }

    /// The free cells that can matter: those that some way from edge to edge leads over.
    fn trimmed(&self, claim: Claim) -> Claim {
        let all = claim.own | claim.free;
        let [from, to] = self.ground.edges[self.winner as usize];
        let reached = self.ground.flood(from & all, &all) & self.ground.flood(to & all, &all);
        Claim { free: claim.free & reached, ..claim }
    }

    /// What a claim is to its free cells: these, and the groups that touch them, each as one of the
    /// edges it reaches or as the stones with which it touches.
    fn key(&self, claim: &Claim) -> (Wide, Vec<(Wide, u8)>) {
        let [from, to] = self.ground.edges[self.winner as usize];
        let near = claim.free.fold(Wide::NONE, |near, cell| near | self.ground.near[cell]);
        let mut left = near & claim.own;
        let mut groups = Vec::new();
        while let Some(stone) = left.first() {
            let group = self.ground.flood(Cells::of(stone), &claim.own);
            left = left.without(&group);
            let edges = u8::from(group.meets(&from)) + 2 * u8::from(group.meets(&to));
            groups.push((group & near, edges));
        }
        (claim.free, groups)
    }

    fn names(&self, line: &[usize]) -> String {
        line.iter().map(|cell| self.ground.cell(*cell).name()).collect::<Vec<_>>().join(" ")
    }

    fn fails(&self, line: &[usize], reply: usize) -> StrategyError {
        let reply = if reply < self.ground.count() { self.names(&[reply]) } else { "?".to_owned() };
        StrategyError::Fails { moves: self.names(line), reply }
    }

    /// Whether a small claim holds, by looking through all ways to go on.
    fn holds(&self, claim: Claim) -> bool {
        self.joined(&claim.own)
            || !claim.free.is_empty()
                && claim.free.into_iter().all(|reply| {
                    let free = claim.free.without(&Cells::of(reply));
                    let mut answers = free;
                    answers.any(|answer| {
                        let own = claim.own | Cells::of(answer);
                        self.holds(Claim { own, free: free.without(&Cells::of(answer)) })
                    })
                })
    }
}

/// The cell of a number, for whoever shows it.
pub fn cell_name(size: usize, number: u16) -> String {
    let number = usize::from(number);
    Cell::new(number % size.max(1), number / size.max(1)).unwrap_or_default().name()
}

/// Makes the answers of claims.
struct Maker<'a> {
    board: Board,
    searcher: &'a mut dyn Searcher,
    stop: &'a Stop,
    told: &'a mut dyn FnMut(usize),
    known: HashMap<(Wide, Vec<(Wide, u8)>), ()>,
    made: Vec<Answers>,
}

impl Maker<'_> {
    fn claim(&mut self, claim: Claim) -> Result<(), StrategyError> {
        let claim = self.board.trimmed(claim);
        if self.board.joined(&claim.own) || self.known.insert(self.board.key(&claim), ()).is_some()
        {
            return Ok(());
        }
        if let Some([one, two]) = self.board.sides(&claim) {
            self.claim(Claim { own: claim.own | two, free: one })?;
            return self.claim(Claim { own: claim.own | one, free: two });
        }
        if claim.free.count() <= SMALL && self.board.holds(claim) {
            return Ok(());
        }
        if self.made.len() >= MOST {
            return Err(StrategyError::TooLarge { claims: MOST });
        }
        (self.told)(self.made.len());
        let at = self.made.len();
        self.made.push(Answers::new());
        let mut next = Vec::new();
        for reply in claim.free {
            let (answer, left) = self.answer(&claim, Some(reply))?;
            let after = claim.free.without(&(Cells::of(reply) | Cells::of(answer)));
            self.made[at].insert(reply, (answer, after.without(&left)));
            next.push(Claim { own: claim.own | Cells::of(answer), free: left });
        }
        next.into_iter().try_for_each(|next| self.claim(next))
    }

    /// The winner's move after one of the loser, and the cells it needs then.
    fn answer(
        &mut self,
        claim: &Claim,
        reply: Option<usize>,
    ) -> Result<(usize, Wide), StrategyError> {
        let free = reply.map_or(claim.free, |reply| claim.free.without(&Cells::of(reply)));
        let winner = self.board.winner;
        let proved = self.search(&claim.own, free, winner)?;
        // A bridge is answered beside.
        let near = reply.map_or(Wide::NONE, |reply| self.board.ground.near[reply]);
        let candidates = wide(&proved.unwrap_or_default()) & free;
        let (beside, others) = (candidates & near, candidates.without(&near));
        for answer in beside.chain(others).chain(free.without(&candidates)) {
            let own = claim.own | Cells::of(answer);
            let left = free.without(&Cells::of(answer));
            if self.board.joined(&own) {
                return Ok((answer, Wide::NONE));
            }
            if left.is_empty() {
                continue;
            }
            if let Some(cells) = self.search(&own, left, winner.other())? {
                return Ok((answer, wide(&cells) & left));
            }
        }
        let reply = reply.unwrap_or(usize::MAX);
        Err(self.board.fails(&[], reply))
    }

    /// The cells with which the winner wins, if it does.
    fn search(
        &mut self,
        own: &Wide,
        free: Wide,
        mover: Colour,
    ) -> Result<Option<Vec<u16>>, StrategyError> {
        let winner = self.board.winner;
        let other = self.board.ground.all.without(&(*own | free));
        let numbers = |cells: Wide| cells.map(|cell| cell as u16).collect::<Vec<_>>();
        let (own, other) = (numbers(*own), numbers(other));
        let (red, blue) = if winner == Colour::Red { (own, other) } else { (other, own) };
        let size = self.board.ground.size;
        let part = Part { size, red, blue, blue_moves: mover == Colour::Blue, nodes: u64::MAX };
        let searched = self.searcher.search(&part, self.stop).ok_or(StrategyError::Stopped)?;
        let proved = searched.proved.ok_or(StrategyError::Stopped)?;
        Ok((proved.wins == (mover == winner)).then_some(proved.cells))
    }
}

/// Plays a strategy against every move.
struct Checker<'a> {
    board: Board,
    answers: std::slice::Iter<'a, Answers>,
    known: HashSet<(Wide, Vec<(Wide, u8)>)>,
    line: Vec<usize>,
    checked: Checked,
}

impl Checker<'_> {
    fn claim(&mut self, claim: Claim) -> Result<(), StrategyError> {
        let claim = self.board.trimmed(claim);
        if self.board.joined(&claim.own) || !self.known.insert(self.board.key(&claim)) {
            return Ok(());
        }
        self.checked.claims += 1;
        if let Some([one, two]) = self.board.sides(&claim) {
            self.claim(Claim { own: claim.own | two, free: one })?;
            return self.claim(Claim { own: claim.own | one, free: two });
        }
        if claim.free.is_empty() {
            return Err(StrategyError::Open { moves: self.board.names(&self.line) });
        }
        if claim.free.count() <= SMALL && self.board.holds(claim) {
            return Ok(());
        }
        let none = Answers::new();
        let answers = self.answers.next().unwrap_or(&none);
        let mut next = Vec::new();
        for reply in claim.free {
            let fails = || self.board.fails(&self.line, reply);
            let (answer, dropped) = answers.get(&reply).copied().ok_or_else(fails)?;
            let left = claim.free.without(&Cells::of(reply));
            if !left.has(answer) {
                return Err(fails());
            }
            self.checked.replies += 1;
            let left = left.without(&(Cells::of(answer) | dropped));
            next.push((reply, answer, Claim { own: claim.own | Cells::of(answer), free: left }));
        }
        for (reply, answer, next) in next {
            self.line.extend([reply, answer]);
            self.claim(next)?;
            self.line.truncate(self.line.len() - 2);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::shared::searcher;

    fn root(size: usize, red: &[u16]) -> Part {
        Part { size, red: red.to_vec(), blue: Vec::new(), blue_moves: red.len() % 2 == 1, nodes: 0 }
    }

    fn made(size: usize, red: &[u16]) -> Strategy {
        let mut searcher = searcher(size, 16);
        let root = root(size, red);
        Strategy::make(&root, searcher.as_mut(), &Stop::default(), &mut |_| {}).unwrap()
    }

    #[test]
    fn strategies_of_all_openings_of_small_boards_hold_and_can_be_written_and_read() {
        for size in 1..=4 {
            for red in (0..size * size).map(|cell| vec![cell as u16]).chain([vec![]]) {
                if size == 1 && !red.is_empty() {
                    continue;
                }
                let strategy = made(size, &red);
                strategy.check().unwrap_or_else(|why| panic!("{size} {red:?}: {why}"));
                assert_eq!(Strategy::read(&strategy.write()), Ok(strategy));
            }
        }
        let middle = made(5, &[12]);
        assert_eq!(middle.winner, Colour::Red);
        assert!(middle.check().unwrap().replies > 20);
    }

    #[test]
    fn a_damaged_strategy_fails_on_a_reply_that_is_named() {
        let strategy = made(5, &[]);
        let (mut failed, mut named) = (0, 0);
        for at in 0..strategy.claims.len() {
            for reply in strategy.claims[at].keys() {
                // An answer is missing; another answers nothing.
                let mut damaged = strategy.clone();
                damaged.claims[at].remove(reply);
                let why = damaged.check().unwrap_err();
                named += usize::from(matches!(why, StrategyError::Fails { .. }));
                let mut damaged = strategy.clone();
                let (_, dropped) = damaged.claims[at].get_mut(reply).unwrap();
                *dropped = !Wide::NONE;
                failed += usize::from(damaged.check().is_err());
            }
            if at > 40 {
                break;
            }
        }
        assert!(named > 20 && failed > 20, "{named} {failed}");
        let mut cut = strategy.clone();
        cut.claims.pop();
        assert!(cut.check().is_err());
    }

    #[test]
    fn whoever_claims_what_is_not_so_is_found_out() {
        // Red opens in the corner and loses; it says that it wins.
        let good = made(4, &[0]);
        assert_eq!(good.winner, Colour::Blue);
        let claimed = Strategy { winner: Colour::Red, ..good };
        assert!(claimed.check().is_err());
        for words in ["", "ludoteca hex strategy 1", "ludoteca hex strategy 1\nsize 99"] {
            assert!(Strategy::read(words).is_err(), "{words}");
        }
        let written = made(3, &[]).write();
        for at in 0..written.len() {
            let mut bytes = written.clone().into_bytes();
            bytes[at] = b'z';
            // It may be read, and then it may fail: nothing breaks.
            let read = String::from_utf8(bytes).map(|words| Strategy::read(&words));
            if let Ok(Ok(strategy)) = read {
                let _ = strategy.check();
            }
        }
    }
}
