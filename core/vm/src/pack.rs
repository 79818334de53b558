//! How a state image is packed in a saved game: behind two equal bytes stands how many more of them follow, 0 to 255; then
//! counting begins anew. A position of few units is a seventh of its image, and no byte costs a disk more than that.

use core::iter::Peekable;

/// Bytes being packed.
pub struct Packed<I: Iterator<Item = u8>> {
    bytes: Peekable<I>,
    last: Option<u8>,
    more: Option<u8>,
}

/// Packs bytes.
pub fn packed<I: Iterator<Item = u8>>(bytes: I) -> Packed<I> {
    Packed {
        bytes: bytes.peekable(),
        last: None,
        more: None,
    }
}

impl<I: Iterator<Item = u8>> Iterator for Packed<I> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(more) = self.more.take() {
            return Some(more);
        }
        let byte = self.bytes.next()?;
        if self.last.take() != Some(byte) {
            self.last = Some(byte);
            return Some(byte);
        }
        let mut more = 0;
        while more < u8::MAX && self.bytes.next_if_eq(&byte).is_some() {
            more += 1;
        }
        self.more = Some(more);
        Some(byte)
    }
}

/// Bytes being unpacked. A count that is missing ends them before its pair is whole.
#[derive(Clone)]
pub struct Unpacked<'f> {
    bytes: core::slice::Iter<'f, u8>,
    last: Option<u8>,
    /// The byte that is repeated, and how often yet.
    run: (u8, u8),
}

/// Unpacks bytes.
pub fn unpacked(bytes: &[u8]) -> Unpacked<'_> {
    Unpacked {
        bytes: bytes.iter(),
        last: None,
        run: (0, 0),
    }
}

impl Iterator for Unpacked<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.run.1 > 0 {
            self.run.1 -= 1;
            return Some(self.run.0);
        }
        let byte = *self.bytes.next()?;
        if self.last.take() == Some(byte) {
            self.run = (byte, *self.bytes.next()?);
        } else {
            self.last = Some(byte);
        }
        Some(byte)
    }
}
