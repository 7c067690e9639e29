//! Input made of other input: cut, joined, repeated, damaged.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Nothing longer is made, but now and then.
const LONGEST: usize = 4096;
/// How long it may be then, so that what costs more than its length shows.
const VERY_LONG: usize = 200_000;
/// One in so many is very long.
const SELDOM: u32 = 400;

/// What is put into any input: ends of ranges, brackets, letters of more than one byte.
const STRANGE: [&[u8]; 40] = [
    b"",
    b"0",
    b"-1",
    b"1",
    b"255",
    b"256",
    b"65536",
    b"4294967295",
    b"18446744073709551616",
    b"1e308",
    b"-0.0",
    b"NaN",
    b"inf",
    b"null",
    b"true",
    b"\"",
    b"'",
    b"\\",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"<",
    b">",
    b";",
    b":",
    b",",
    b"=",
    b"%",
    b"&",
    b"#",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\xff",
    "é".as_bytes(),
    "\u{202e}".as_bytes(),
];

/// Changes of one input, with pieces of others and with words that mean something to whoever reads it.
pub struct Mutation<'a> {
    /// Others that were found worth keeping.
    pub pool: &'a [Vec<u8>],
    /// Words of the target.
    pub words: &'a [&'a str],
}

impl Mutation<'_> {
    /// Something like this, and not this.
    pub fn of(&self, input: &[u8], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
        let mut made = input.to_vec();
        for _ in 0..1 << rng.random_range(0..5) {
            self.once(&mut made, rng);
        }
        if rng.random_range(0..SELDOM) == 0 {
            lengthen(&mut made, rng);
        } else {
            made.truncate(LONGEST.max(input.len()));
        }
        made
    }

    fn once(&self, made: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
        let (from, to) = part(made.len(), rng);
        match rng.random_range(0..11) {
            0 => drop(made.drain(from..to)),
            1 => made.truncate(from),
            2 => {
                let piece = made[from..to].to_vec();
                put(made, &piece, rng);
            }
            3 => {
                let other = &self.pool[rng.random_range(0..self.pool.len())];
                let (from, to) = part(other.len(), rng);
                put(made, &other[from..to], rng);
            }
            4 => {
                let other = &self.pool[rng.random_range(0..self.pool.len())];
                let (start, _) = part(other.len(), rng);
                made.truncate(from);
                made.extend(&other[start..]);
            }
            5 | 6 => put(made, STRANGE[rng.random_range(0..STRANGE.len())], rng),
            7 | 8 if !self.words.is_empty() => {
                put(made, self.words[rng.random_range(0..self.words.len())].as_bytes(), rng);
            }
            9 => {
                if let Some(byte) = made.get_mut(from) {
                    *byte ^= 1 << rng.random_range(0..8);
                }
            }
            _ => self.number(made, rng),
        }
    }

    /// Another number in the place of one, or of some letter.
    fn number(&self, made: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
        let digits: Vec<usize> =
            (0..made.len()).filter(|at| made[*at].is_ascii_digit()).take(500).collect();
        let number = match rng.random_range(0..4) {
            0 => rng.random_range(0..20).to_string(),
            1 => (1_u64 << rng.random_range(0..64)).to_string(),
            2 => format!("-{}", rng.random_range(0..1000)),
            _ => rng.random_range(0..100_000).to_string(),
        };
        if digits.is_empty() {
            return put(made, number.as_bytes(), rng);
        }
        let first = digits[rng.random_range(0..digits.len())];
        let end = (first..made.len()).find(|at| !made[*at].is_ascii_digit()).unwrap_or(made.len());
        made.splice(first..end, number.into_bytes());
    }
}

/// Says a part of it again and again.
fn lengthen(made: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    let (from, to) = part(made.len(), rng);
    let piece = made[from..to].to_vec();
    if piece.is_empty() {
        return;
    }
    let times = VERY_LONG.saturating_sub(made.len()) / piece.len();
    made.splice(from..from, piece.repeat(times));
}

/// Some part, more often a short one.
fn part(length: usize, rng: &mut Xoshiro256PlusPlus) -> (usize, usize) {
    let from = rng.random_range(0..=length);
    let most = if rng.random_bool(0.7) { 16.min(length - from) } else { length - from };
    (from, from + rng.random_range(0..=most))
}

fn put(made: &mut Vec<u8>, piece: &[u8], rng: &mut Xoshiro256PlusPlus) {
    let at = rng.random_range(0..=made.len());
    if rng.random_bool(0.5) {
        made.splice(at..at, piece.iter().copied());
    } else {
        let end = (at + piece.len()).min(made.len());
        made.splice(at..end, piece.iter().copied());
    }
}
