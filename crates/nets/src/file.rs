//! The file of a net, read and written.
//!
//! All numbers are little-endian; reals are of 32 bits. In this order:
//!
//! | what | how |
//! |---|---|
//! | `LUDONET` and a zero | 8 bytes |
//! | version, 2 | 32 bits |
//! | checksum: CRC-32 (of gzip) of everything after it | 32 bits |
//! | planes, channels, blocks, policy, value, hidden, plies | 16 bits each |
//! | the record of how it was made: its length in bytes, and UTF-8 | 32 bits, text |
//! | convolutions: the first, two for each block, policy, value | see below |
//! | dense layers: policy to a cell's plies, value to hidden, hidden to the result | weights (in, out), biases |
//!
//! A convolution is its weights (row and column of the window, channel in, channel out; 8 bits each),
//! a factor and then a bias for each channel out, and, but for those of the policy and the value,
//! its step. Nothing follows the last layer. Version 1 is the same without `plies`, which are 1.

use ludoteca_text::{errors, text};

use crate::model::{Conv, ConvShape, Dense, Model, Shape};

const MAGIC: [u8; 8] = *b"LUDONET\0";
const VERSION: u32 = 2;
/// The version in which every cell had one number.
const ONE_PLY: u32 = 1;
/// The most bytes of a record.
const LONGEST_RECORD: usize = 1 << 16;

errors! {
    /// Why a file holds no net that can be used.
    #[derive(Copy, Eq)]
    pub enum FileFault {
        /// It does not begin as one.
        NoNet => text!("net-no-net"),
        /// It is of another version.
        Version(version: u32) => text!("net-version", version = version, known = VERSION),
        /// It is not what was written.
        Damaged => text!("net-damaged"),
        /// No net is built like that.
        Impossible => text!("net-impossible"),
    }
}

impl Model {
    /// The most bytes of a file that are worth reading.
    pub const LARGEST_FILE: usize = 64 << 20;

    /// Reads a file. What is not whole or makes no sense is refused; nothing that a file says makes
    /// this take more than a few times its length.
    pub fn read(file: &[u8]) -> Result<Model, FileFault> {
        let mut rest = Rest(file);
        if rest.bytes(MAGIC.len()).map_err(|_| FileFault::NoNet)? != MAGIC {
            return Err(FileFault::NoNet);
        }
        let version = rest.u32()?;
        if ![ONE_PLY, VERSION].contains(&version) {
            return Err(FileFault::Version(version));
        }
        if rest.u32()? != crc32fast::hash(rest.0) {
            return Err(FileFault::Damaged);
        }
        let mut next = || rest.u16().map(usize::from);
        let shape = Shape {
            planes: next()?,
            channels: next()?,
            blocks: next()?,
            policy: next()?,
            value: next()?,
            hidden: next()?,
            plies: if version == ONE_PLY { 1 } else { next()? },
        };
        if !shape.is_possible() {
            return Err(FileFault::Impossible);
        }
        let length = rest.u32()? as usize;
        if length > LONGEST_RECORD {
            return Err(FileFault::Impossible);
        }
        let record = String::from_utf8(rest.bytes(length)?.to_vec());
        let record = record.map_err(|_| FileFault::Impossible)?;
        let convolutions = shape.convolutions().map(|shape| rest.conv(&shape));
        let convolutions = convolutions.collect::<Result<_, _>>()?;
        let dense = shape.dense().into_iter().map(|shape| rest.dense(shape));
        let dense = dense.collect::<Result<_, _>>()?;
        if !rest.0.is_empty() {
            return Err(FileFault::Damaged);
        }
        Model::new(shape, record, convolutions, dense).ok_or(FileFault::Impossible)
    }

    /// The file that [`Model::read`] reads. A record is cut where it would be too long.
    pub fn write(&self) -> Vec<u8> {
        let Shape { planes, channels, blocks, policy, value, hidden, plies } = self.shape();
        let mut body = Vec::new();
        for number in [planes, channels, blocks, policy, value, hidden, plies] {
            body.extend((number as u16).to_le_bytes());
        }
        let record = &self.record[..self.record.floor_char_boundary(LONGEST_RECORD)];
        body.extend((record.len() as u32).to_le_bytes());
        body.extend(record.as_bytes());
        let reals = |body: &mut Vec<u8>, numbers: &[f32]| {
            body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        for conv in self.convolutions() {
            body.extend(conv.weights.iter().map(|weight| *weight as u8));
            reals(&mut body, &conv.scale);
            reals(&mut body, &conv.bias);
            reals(&mut body, conv.step.as_slice());
        }
        for dense in self.dense() {
            reals(&mut body, &dense.weights);
            reals(&mut body, &dense.bias);
        }
        let head = [VERSION, crc32fast::hash(&body)].into_iter().flat_map(u32::to_le_bytes);
        MAGIC.into_iter().chain(head).chain(body).collect()
    }
}

/// What is left to read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], FileFault> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(FileFault::Damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileFault> {
        self.bytes(N)?.try_into().map_err(|_| FileFault::Damaged)
    }

    fn u16(&mut self) -> Result<u16, FileFault> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, FileFault> {
        self.array().map(u32::from_le_bytes)
    }

    fn reals(&mut self, count: usize) -> Result<Vec<f32>, FileFault> {
        let (numbers, _) = self.bytes(4 * count)?.as_chunks();
        Ok(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
    }

    fn conv(&mut self, shape: &ConvShape) -> Result<Conv, FileFault> {
        Ok(Conv {
            weights: self.bytes(shape.weights())?.iter().map(|byte| *byte as i8).collect(),
            scale: self.reals(shape.outputs)?,
            bias: self.reals(shape.outputs)?,
            step: if shape.rounded { self.reals(1)?.first().copied() } else { None },
        })
    }

    fn dense(&mut self, (inputs, outputs): (usize, usize)) -> Result<Dense, FileFault> {
        Ok(Dense { weights: self.reals(inputs * outputs)?, bias: self.reals(outputs)? })
    }
}
