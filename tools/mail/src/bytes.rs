//! Numbers and strings of bytes in a row, low byte first.

/// The bytes end before what is wanted, or hold what cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Takes bytes apart.
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// So many bytes.
    pub fn take(&mut self, count: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    /// An array.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed)
    }

    /// A byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// Two bytes.
    pub fn word(&mut self) -> Result<u16, Malformed> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// Four bytes.
    pub fn long(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A length and so many bytes.
    pub fn string(&mut self) -> Result<&'b [u8], Malformed> {
        let length = self.long()?;
        self.take(usize::try_from(length).map_err(|_| Malformed)?)
    }

    /// The same as text.
    pub fn text(&mut self) -> Result<String, Malformed> {
        let bytes = self.string()?.to_vec();
        String::from_utf8(bytes).map_err(|_| Malformed)
    }

    /// That nothing is left.
    pub fn end(&self) -> Result<(), Malformed> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Malformed)
        }
    }
}

/// Appends a length and the bytes.
pub fn put_string(into: &mut Vec<u8>, bytes: &[u8]) {
    into.extend((bytes.len() as u32).to_le_bytes());
    into.extend(bytes);
}
