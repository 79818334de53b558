//! ZX0, the packing of programs and their parts on disk: an LZ77 whose tokens are a bit each and whose numbers are
//! interlaced Elias gamma codes, so that a small and fast routine unpacks it on the machine (`core/shell/6502/unpack.inc`).
//!
//! The format is version 2 of Einar Saukas's ZX0, forwards. A packed block tells its own end. Bits are taken from
//! bytes of eight, highest first, fetched when the first is wanted; whole bytes lie between them.
//!
//! | block | bits |
//! | --- | --- |
//! | literals | 0, gamma(count), the bytes. The first block has no 0, and literals never follow each other |
//! | match at the last offset | 0, gamma(count); only after literals. The last offset is 1 at first |
//! | match at a new offset | 1, gamma((offset - 1) / 128 + 1) with value bits inverted, a byte whose upper seven bits are 127 - (offset - 1) mod 128 and whose lowest is the first bit of gamma(count - 1), the rest of it |
//! | end | 1, gamma(256) with value bits inverted |
//!
//! gamma(n): for each bit of n below the highest, from the top down, a 0 and that bit; then a 1.

mod parse;

use parse::{Block, parse};

/// The largest distance of a match.
pub const MAX_OFFSET: usize = 32_640;
/// What stands for the upper part of an offset at the end.
const END: usize = 256;

/// Why bytes cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// They end within a block.
    #[error("packed bytes end at {at}, in the middle of a block")]
    Short {
        /// Where.
        at: usize,
    },
    /// A match begins before the first byte.
    #[error("a match {offset} bytes back after {have} bytes")]
    Offset {
        /// Its distance.
        offset: usize,
        /// Bytes unpacked so far.
        have: usize,
    },
    /// More than a machine's memory comes out.
    #[error("more than {limit} bytes come out")]
    Long {
        /// The most there may be.
        limit: usize,
    },
}

/// Packs bytes, as small as the format allows (but for rows of more than 512 literals, which are weighed less closely).
/// Nothing packs to nothing.
#[must_use]
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    let mut out = Writer::default();
    let mut at = 0;
    for block in parse(bytes) {
        let count = match block {
            Block::Literals { count } => {
                if at > 0 {
                    out.bit(false);
                }
                out.gamma(count, false);
                out.bytes.extend(&bytes[at..at + count]);
                count
            }
            Block::Again { count } => {
                out.bit(false);
                out.gamma(count, false);
                count
            }
            Block::Match { offset, count } => {
                out.bit(true);
                out.gamma((offset - 1) / 128 + 1, true);
                out.bytes.push(((127 - (offset - 1) % 128) << 1) as u8);
                out.first_bit_in_byte = true;
                out.gamma(count - 1, false);
                count
            }
        };
        at += count;
    }
    out.bit(true);
    out.gamma(END, true);
    out.bytes
}

/// Bits and bytes mixed.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// Place of the byte that takes bits, and the next of its bits; 0 when it is full.
    bits_at: usize,
    mask: u8,
    /// The next bit goes into the lowest one of the last byte.
    first_bit_in_byte: bool,
}

impl Writer {
    fn bit(&mut self, bit: bool) {
        if std::mem::take(&mut self.first_bit_in_byte) {
            if let Some(last) = self.bytes.last_mut() {
                *last |= u8::from(bit);
            }
            return;
        }
        if self.mask == 0 {
            self.mask = 0x80;
            self.bits_at = self.bytes.len();
            self.bytes.push(0);
        }
        if bit {
            self.bytes[self.bits_at] |= self.mask;
        }
        self.mask >>= 1;
    }

    fn gamma(&mut self, number: usize, inverted: bool) {
        for bit in (0..number.ilog2()).rev() {
            self.bit(false);
            self.bit((number >> bit & 1 == 1) != inverted);
        }
        self.bit(true);
    }
}

/// Unpacks one block of packed bytes; returns what comes out, up to `limit` bytes, and how many bytes it was packed in.
/// Packed nothing is nothing.
///
/// # Errors
/// [`UnpackError`] where the bytes are no packed block.
pub fn unpack(packed: &[u8], limit: usize) -> Result<(Vec<u8>, usize), UnpackError> {
    let mut out: Vec<u8> = Vec::new();
    let mut reader = Reader::new(packed);
    while let Some(token) = reader.token()? {
        let have = out.len();
        let (offset, count) = match token {
            Token::Literals(bytes) => {
                out.extend(bytes);
                (0, 0)
            }
            Token::Match { offset, count } => (offset, count),
        };
        if out.len() + count > limit {
            return Err(UnpackError::Long { limit });
        }
        let Some(from) = have
            .checked_sub(offset)
            .filter(|_| offset > 0 || count == 0)
        else {
            return Err(UnpackError::Offset { offset, have });
        };
        for i in from..from + count {
            out.push(out[i]);
        }
    }
    Ok((out, reader.at))
}

/// Bytes by which the packed block must end behind its output if both share memory: then the writer never overtakes the
/// reader.
///
/// # Errors
/// [`UnpackError`] where the bytes are no packed block.
pub fn margin(packed: &[u8]) -> Result<usize, UnpackError> {
    let mut reader = Reader::new(packed);
    let mut written = 0;
    let mut ahead = Vec::new();
    while let Some(token) = reader.token()? {
        written += match token {
            Token::Literals(bytes) => bytes.len(),
            Token::Match { count, .. } => count,
        };
        ahead.push((written, reader.at));
    }
    let ahead = ahead.into_iter().map(|(here, read)| {
        // Bytes still to be read after so many were written, as far as the output still to come does not make room.
        (here + (reader.at - read)).saturating_sub(written)
    });
    Ok(ahead.max().unwrap_or(0))
}

/// What a block says.
enum Token<'a> {
    Literals(&'a [u8]),
    Match { offset: usize, count: usize },
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Literals without a bit before them.
    First,
    AfterLiterals,
    AfterMatch,
    End,
}

struct Reader<'a> {
    packed: &'a [u8],
    at: usize,
    value: u8,
    mask: u8,
    first_bit: Option<bool>,
    next: Next,
    offset: usize,
}

impl<'a> Reader<'a> {
    fn new(packed: &'a [u8]) -> Self {
        Self {
            packed,
            at: 0,
            value: 0,
            mask: 0,
            first_bit: None,
            next: if packed.is_empty() {
                Next::End
            } else {
                Next::First
            },
            offset: 1,
        }
    }

    /// The next token, nothing at the end.
    fn token(&mut self) -> Result<Option<Token<'a>>, UnpackError> {
        let bit = match self.next {
            Next::First => false,
            Next::AfterLiterals | Next::AfterMatch => self.bit()?,
            Next::End => return Ok(None),
        };
        if bit {
            return self.new_offset();
        }
        let count = self.gamma(false)?;
        if self.next == Next::AfterLiterals {
            self.next = Next::AfterMatch;
            let offset = self.offset;
            return Ok(Some(Token::Match { offset, count }));
        }
        self.next = Next::AfterLiterals;
        let bytes = self.packed.get(self.at..self.at + count);
        let short = UnpackError::Short {
            at: self.packed.len(),
        };
        self.at += count;
        bytes.map(|bytes| Some(Token::Literals(bytes))).ok_or(short)
    }

    fn new_offset(&mut self) -> Result<Option<Token<'a>>, UnpackError> {
        let upper = self.gamma(true)?;
        if upper == END {
            self.next = Next::End;
            return Ok(None);
        }
        let byte = self.byte()?;
        self.first_bit = Some(byte & 1 == 1);
        self.offset = upper * 128 - usize::from(byte >> 1);
        let count = self.gamma(false)? + 1;
        self.next = Next::AfterMatch;
        let offset = self.offset;
        Ok(Some(Token::Match { offset, count }))
    }

    fn byte(&mut self) -> Result<u8, UnpackError> {
        let byte = self.packed.get(self.at).copied();
        let byte = byte.ok_or(UnpackError::Short { at: self.at })?;
        self.at += 1;
        Ok(byte)
    }

    fn bit(&mut self) -> Result<bool, UnpackError> {
        if let Some(bit) = self.first_bit.take() {
            return Ok(bit);
        }
        self.mask >>= 1;
        if self.mask == 0 {
            self.mask = 0x80;
            self.value = self.byte()?;
        }
        Ok(self.value & self.mask != 0)
    }

    /// A number from 1 to 65,535; larger ones are cut.
    fn gamma(&mut self, inverted: bool) -> Result<usize, UnpackError> {
        let mut number = 1_usize;
        while !self.bit()? {
            number = (number << 1 | usize::from(self.bit()? != inverted)) & 0xFFFF;
        }
        Ok(number.max(1))
    }
}
