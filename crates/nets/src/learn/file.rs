//! The file of a net that goes on learning: `LUDOLEARN`, a checksum of all that follows (CRC-32), the
//! seven numbers of its shape (16 bits each), steps (32 bits), the length of a record and the record,
//! and then its numbers and what Adam remembers of each, in reals of 32 bits; all little-endian.

use super::{Learner, parts};
use crate::{FileFault, model::Shape};

const MAGIC: [u8; 9] = *b"LUDOLEARN";
/// The checksum, the shape, steps, the length of the record.
const HEAD: usize = 4 + 14 + 4 + 4;

impl Learner {
    /// The file that [`Learner::read`] reads, with a record of how far it has come.
    pub fn write(&self, record: &str) -> Vec<u8> {
        let Shape { planes, channels, blocks, policy, value, hidden, plies } = self.shape;
        let mut body = Vec::new();
        for number in [planes, channels, blocks, policy, value, hidden, plies] {
            body.extend((number as u16).to_le_bytes());
        }
        body.extend(self.steps.to_le_bytes());
        body.extend((record.len() as u32).to_le_bytes());
        body.extend(record.as_bytes());
        for numbers in [&self.numbers, &self.means, &self.squares] {
            body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        MAGIC.into_iter().chain(crc32fast::hash(&body).to_le_bytes()).chain(body).collect()
    }

    /// Reads a file: the net and its record.
    pub fn read(file: &[u8]) -> Result<(Learner, String), FileFault> {
        let rest = file.strip_prefix(MAGIC.as_slice()).ok_or(FileFault::NoNet)?;
        let (sum, body) = rest.split_at_checked(4).ok_or(FileFault::Damaged)?;
        if sum != crc32fast::hash(body).to_le_bytes() || rest.len() < HEAD {
            return Err(FileFault::Damaged);
        }
        let (shape, rest) = body.split_at(14);
        let mut shape =
            shape.as_chunks::<2>().0.iter().map(|number| u16::from_le_bytes(*number).into());
        let mut next = || shape.next().unwrap_or(0);
        let shape = Shape {
            planes: next(),
            channels: next(),
            blocks: next(),
            policy: next(),
            value: next(),
            hidden: next(),
            plies: next(),
        };
        if !shape.is_possible() {
            return Err(FileFault::Impossible);
        }
        let (head, rest) = rest.split_at(8);
        let mut head = head.as_chunks::<4>().0.iter().map(|number| u32::from_le_bytes(*number));
        let mut next = || head.next().unwrap_or(0);
        let (steps, length) = (next(), next() as usize);
        let (record, rest) = rest.split_at_checked(length).ok_or(FileFault::Damaged)?;
        let record = String::from_utf8(record.to_vec()).map_err(|_| FileFault::Impossible)?;
        let count = parts(&shape).last().map_or(0, |part| part.end);
        let (numbers, more) = rest.as_chunks::<4>();
        if numbers.len() != 3 * count || !more.is_empty() {
            return Err(FileFault::Damaged);
        }
        let numbers: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(FileFault::Impossible);
        }
        let mut thirds = numbers.chunks_exact(count).map(<[f32]>::to_vec);
        let mut next = || thirds.next().unwrap_or_default();
        let (numbers, means, squares) = (next(), next(), next());
        Ok((Learner { shape, numbers, means, squares, steps }, record))
    }
}
