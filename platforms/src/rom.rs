//! ROM images that a machine is given.

use thiserror::Error;

/// A ROM image of the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot use {length} bytes as {kind} ROM: it must have {expected}")]
pub struct RomSize {
    /// Which one.
    pub kind: &'static str,
    /// Bytes given.
    pub length: usize,
    /// Bytes needed.
    pub expected: usize,
}

/// An image as the machine holds it.
///
/// # Errors
/// When it has another size.
pub(crate) fn sized<const N: usize>(
    kind: &'static str,
    bytes: &[u8],
) -> Result<Box<[u8; N]>, RomSize> {
    let error = RomSize {
        kind,
        length: bytes.len(),
        expected: N,
    };
    <[u8; N]>::try_from(bytes).map(Box::new).map_err(|_| error)
}
