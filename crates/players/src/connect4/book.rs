//! The opening book: the exact score of every position of the first plies.
//!
//! It holds *all* positions up to a number of plies, up to mirror image, in which the game goes on;
//! so a position need not be stored to know that it is there, only its score has to be found. Three
//! bytes of the book, chosen by the position's key, give it when they are combined by exclusive or;
//! the bytes are set in an order in which each position still has one of its three to itself (the
//! construction of B. Majewski et al., *A Family of Perfect Hashing Methods*, 1996). That takes
//! 1.23 bytes a position.

use std::{collections::HashMap, sync::OnceLock};

use ludoteca_games::{Connect4, Game, scatter};
use ludoteca_text::{errors, text};

use super::solver::{Score, mirrored_key, sides, won_with};

errors! {
    /// What is wrong with a book.
    #[derive(Copy, Eq)]
    pub enum BookError {
        /// Its file is none.
        Broken => text!("book-broken"),
        /// Some scores that it is made of are missing.
        Missing { missing: usize, all: usize } => {
            text!("book-missing", missing = missing, all = all)
        },
    }
}

/// Exact scores of all positions of the first plies.
pub struct Book<'a> {
    plies: u32,
    seed: u64,
    bytes: &'a [u8],
}

/// What a book's file begins with.
const MARK: [u8; 4] = *b"C4B1";
/// The most plies a book may have: beyond, there are millions of positions.
pub const MOST_PLIES: u32 = 12;
/// Bytes before the scores: the mark, the plies, the seed.
const HEAD: usize = MARK.len() + 1 + 8;

/// A number for a position that its mirror image has too, and no other position.
pub fn key(position: &Connect4) -> u64 {
    let (own, opponent) = sides(position);
    mirrored_key(own, opponent)
}

/// All positions after exactly so many plies in which the game goes on, one of each pair of mirror
/// images, in the order of their keys.
///
/// ```
/// use ludoteca_players::connect4::positions_after;
/// assert_eq!(positions_after(2).len(), 25);
/// ```
pub fn positions_after(plies: u32) -> Vec<Connect4> {
    let mut now = vec![Connect4::default()];
    for _ in 0..plies {
        let children = now.iter().flat_map(children);
        let mut next: Vec<(u64, Connect4)> =
            children.map(|position| (key(&position), position)).collect();
        next.sort_by_key(|(key, _)| *key);
        next.dedup_by_key(|(key, _)| *key);
        now = next.into_iter().map(|(_, position)| position).collect();
    }
    now
}

/// The positions after one more ply in which the game goes on.
fn children(position: &Connect4) -> impl Iterator<Item = Connect4> + use<> {
    let position = *position;
    position.legal_plies().into_iter().filter_map(move |ply| {
        let mut next = position;
        next.play_unchecked(&ply);
        next.outcome().is_none().then_some(next)
    })
}

/// The best score of a position's successors, for the side to move; none if one is not `known`.
fn best_successor(position: &Connect4, known: impl Fn(u64) -> Option<Score>) -> Option<Score> {
    let mut best = None;
    for ply in position.legal_plies() {
        let mut next = *position;
        next.play_unchecked(&ply);
        let score = match next.outcome() {
            None => -known(key(&next))?,
            Some(outcome) if outcome.winner.is_none() => 0,
            Some(_) => won_with(next.count()),
        };
        best = best.max(Some(score));
    }
    best
}

impl<'a> Book<'a> {
    /// The book that comes with the program.
    pub fn built_in() -> &'static Book<'static> {
        static BOOK: OnceLock<Book<'static>> = OnceLock::new();
        BOOK.get_or_init(|| {
            Book::open(include_bytes!("book.bin")).expect("the built-in book is whole")
        })
    }

    /// Opens a book's file.
    pub fn open(file: &'a [u8]) -> Result<Book<'a>, BookError> {
        let broken = || BookError::Broken;
        let (head, bytes) = file.split_at_checked(HEAD).ok_or_else(broken)?;
        let (mark, rest) = head.split_at(MARK.len());
        let seed: [u8; 8] = rest[1..].try_into().map_err(|_| broken())?;
        let plies = u32::from(rest[0]);
        if mark != MARK || plies > MOST_PLIES || bytes.is_empty() || bytes.len() % 3 != 0 {
            return Err(broken());
        }
        Ok(Book { plies, seed: u64::from_le_bytes(seed), bytes })
    }

    /// How many plies it reaches.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The score of a position; none if it is not in the book.
    pub fn score(&self, position: &Connect4) -> Option<Score> {
        (position.count() <= self.plies && position.outcome().is_none()).then(|| {
            let places = places(key(position), self.seed, self.bytes.len());
            Score::from(places.into_iter().fold(0, |all, at| all ^ self.bytes[at]) as i8)
        })
    }

    /// Makes a book's file from the scores, by key, of all positions after `plies` plies. The
    /// scores of earlier positions follow from them. An error says how many are missing.
    pub fn make(plies: u32, mut scores: HashMap<u64, Score>) -> Result<Vec<u8>, BookError> {
        let last = positions_after(plies);
        let missing = last.iter().filter(|each| !scores.contains_key(&key(each))).count();
        if missing > 0 {
            return Err(BookError::Missing { missing, all: last.len() });
        }
        for earlier in (0..plies).rev() {
            for position in positions_after(earlier) {
                let score = best_successor(&position, |key| scores.get(&key).copied());
                scores.insert(key(&position), score.expect("all children are known"));
            }
        }
        let entries: Vec<(u64, i8)> =
            scores.into_iter().map(|(key, score)| (key, score as i8)).collect();
        // Nearly every seed will do; the bytes depend on nothing but the scores.
        let (seed, bytes) = (1..)
            .find_map(|seed| set(&entries, seed).map(|bytes| (seed, bytes)))
            .expect("there are seeds enough");
        let mut file = MARK.to_vec();
        file.push(plies as u8);
        file.extend(seed.to_le_bytes());
        file.extend(bytes);
        Ok(file)
    }

    /// The first position, if there is one, whose score is not the best of its successors'. Of the
    /// last ply, whose successors are not in the book, nothing is said.
    pub fn wrong(&self) -> Option<Connect4> {
        let earlier = (0..self.plies).flat_map(positions_after);
        let mut positions = earlier.filter(|position| {
            let scores: HashMap<u64, Score> = children(position)
                .filter_map(|next| Some((key(&next), self.score(&next)?)))
                .collect();
            self.score(position) != best_successor(position, |key| scores.get(&key).copied())
        });
        positions.next()
    }
}

/// The three bytes of a key, one in each third.
fn places(key: u64, seed: u64, bytes: usize) -> [usize; 3] {
    let third = bytes / 3;
    let hash = scatter(key ^ scatter(seed));
    std::array::from_fn(|at| {
        let part = hash.rotate_left(21 * at as u32) & 0xffff_ffff;
        at * third + ((part * third as u64) >> 32) as usize
    })
}

/// The bytes that give every key its score, if the seed allows it.
fn set(entries: &[(u64, i8)], seed: u64) -> Option<Vec<u8>> {
    let bytes = (entries.len() * 41 / 100 + 32) * 3;
    let mut users = vec![(0u32, 0usize); bytes];
    let places: Vec<[usize; 3]> =
        entries.iter().map(|(key, _)| places(*key, seed, bytes)).collect();
    for (entry, places) in places.iter().enumerate() {
        for at in places {
            users[*at].0 += 1;
            users[*at].1 ^= entry;
        }
    }
    // Take away, one after another, entries that have a byte to themselves.
    let mut alone: Vec<usize> = (0..bytes).filter(|at| users[*at].0 == 1).collect();
    let mut order = Vec::with_capacity(entries.len());
    while let Some(at) = alone.pop() {
        if users[at].0 != 1 {
            continue;
        }
        let entry = users[at].1;
        order.push((entry, at));
        for place in places[entry] {
            users[place].0 -= 1;
            users[place].1 ^= entry;
            if users[place].0 == 1 {
                alone.push(place);
            }
        }
    }
    // Set the bytes in the opposite order: the byte of its own makes each entry right for good.
    (order.len() == entries.len()).then(|| {
        let mut set = vec![0u8; bytes];
        for (entry, at) in order.into_iter().rev() {
            let others = places[entry].into_iter().filter(|place| *place != at);
            set[at] = others.fold(entries[entry].1 as u8, |all, place| all ^ set[place]);
        }
        set
    })
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;
    use crate::connect4::Solver;

    /// A book of three plies with made-up scores at its end.
    fn made_up() -> Vec<u8> {
        let scores = positions_after(3).into_iter().map(|position| {
            let key = key(&position);
            (key, (scatter(key) % 41) as Score - 20)
        });
        Book::make(3, scores.collect()).unwrap()
    }

    #[test]
    fn as_many_positions_are_enumerated_as_there_are_up_to_mirror_image() {
        // Without mirror images: 1, 7, 49, 238, 1120, 4263 (J. Tromp, OEIS A212693).
        let counts: Vec<usize> = (0..=5).map(|plies| positions_after(plies).len()).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2144]);
        for (plies, all) in [1, 7, 49, 238, 1120, 4263].into_iter().enumerate() {
            let positions = positions_after(plies as u32);
            let own_image = |position: &&Connect4| position.image(1) == **position;
            assert_eq!(2 * positions.len() - positions.iter().filter(own_image).count(), all);
        }
    }

    #[test]
    fn every_score_is_found_again_and_earlier_ones_follow_from_later_ones() {
        let file = made_up();
        let book = Book::open(&file).unwrap();
        for position in positions_after(3) {
            let score = (scatter(key(&position)) % 41) as Score - 20;
            assert_eq!(book.score(&position), Some(score));
        }
        assert_eq!(book.wrong(), None);
        let best = positions_after(1).iter().map(|next| -book.score(next).unwrap()).max();
        assert_eq!(book.score(&Connect4::default()), best);
        assert_eq!(book.score(&positions_after(4)[0]), None);
    }

    #[test]
    fn a_wrong_byte_is_noticed_and_a_file_that_is_no_book_is_refused() {
        let whole = made_up();
        let noticed = (HEAD..whole.len()).filter(|at| {
            let mut file = whole.clone();
            file[*at] ^= 1;
            Book::open(&file).unwrap().wrong().is_some()
        });
        // Not every byte is used, and not every score of the last ply decides an earlier one.
        assert!(noticed.count() > 40);
        for file in [
            &[][..],
            b"C4B1",
            b"C4B1\xff12345678123",
            b"C4B2\x01123456781",
            &whole[..whole.len() - 1],
        ] {
            assert!(Book::open(file).is_err());
        }
        let too_few = Lang::ENGLISH.say(&Book::make(1, HashMap::new()).unwrap_err().into());
        assert!(too_few.contains("4 of 4"), "{too_few}");
    }

    #[test]
    fn the_built_in_book_is_right() {
        let book = Book::built_in();
        assert!(book.plies() >= 8);
        assert_eq!(book.wrong(), None);
        assert_eq!(book.score(&Connect4::default()), Some(1));
        // Only positions that are quick to search, for the time's sake.
        let mut solver = Solver::new(64);
        let last = positions_after(book.plies());
        let mut quick = 0;
        for position in last.iter().step_by(997) {
            solver.begin(&crate::Budget::nodes(3_000_000));
            if let Some(score) = solver.score(position) {
                assert_eq!(book.score(position), Some(score), "{position:?}");
                quick += 1;
            }
        }
        assert!(quick > 20, "{quick}");
    }
}
