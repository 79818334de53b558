//! What can go wrong on a D64.

use super::{Block, Name, geometry::TRACKS};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a block cannot be read, as the drive's controller tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// 20: no header of this sector on the track.
    HeaderMissing,
    /// 21: no sync mark, the track is not formatted.
    NoSync,
    /// 22: header found, data block not.
    DataMissing,
    /// 23: checksum of the data block.
    DataChecksum,
    /// 24: byte that is no valid GCR.
    Decoding,
    /// 25: verify after write.
    Verify,
    /// 26: write protected.
    WriteProtected,
    /// 27: checksum of the header.
    HeaderChecksum,
    /// 28: next sync mark not found in time.
    LongData,
    /// 29: ID of the sector is not the disk's.
    IdMismatch,
    /// 74: no disk, or it does not turn.
    NotReady,
}

impl Fault {
    /// Error byte of a D64 and the DOS error number, one row a fault.
    const TABLE: [(u8, u8, Fault); 11] = [
        (2, 20, Fault::HeaderMissing),
        (3, 21, Fault::NoSync),
        (4, 22, Fault::DataMissing),
        (5, 23, Fault::DataChecksum),
        (6, 24, Fault::Decoding),
        (7, 25, Fault::Verify),
        (8, 26, Fault::WriteProtected),
        (9, 27, Fault::HeaderChecksum),
        (10, 28, Fault::LongData),
        (11, 29, Fault::IdMismatch),
        (15, 74, Fault::NotReady),
    ];

    /// The fault that an image's error byte means; `None` for "no error" (1) and for values without meaning.
    pub fn from_error_byte(byte: u8) -> Option<Fault> {
        Self::TABLE
            .iter()
            .find(|row| row.0 == byte)
            .map(|row| row.2)
    }

    /// The number under which the drive reports it.
    pub fn dos_number(self) -> u8 {
        Self::TABLE
            .iter()
            .find(|row| row.2 == self)
            .map_or(0, |row| row.1)
    }

    /// Whether writing the block anew removes it: faults of the data do, faults of the header stay.
    pub fn mended_by_writing(self) -> bool {
        matches!(
            self,
            Fault::DataMissing | Fault::DataChecksum | Fault::Decoding | Fault::Verify
        )
    }
}

/// Why an operation on a disk failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum DiskError {
    #[error(
        "the image has {bytes} bytes, a d64 has 174848 (or 175531 with error bytes): it is cut short, or of another format"
    )]
    Size { bytes: usize },
    #[error(
        "the image has {bytes} bytes, that is {tracks} tracks; only the {} of a 1541 are supported: copy its files to a 35-track d64",
        TRACKS
    )]
    TooManyTracks { bytes: usize, tracks: u8 },
    #[error("there is no block {track}/{sector} on a 35-track disk")]
    NoSuchBlock { track: u8, sector: u8 },
    #[error("cannot read block {block}: the image marks it as bad (drive error {})", fault.dos_number())]
    Unreadable { block: Block, fault: Fault },
    #[error("block {block} links to {track}/{sector}, which does not exist on the disk")]
    BadLink { block: Block, track: u8, sector: u8 },
    #[error("the chain of blocks comes back to {block}: the file has no end")]
    Loop { block: Block },
    #[error("no file {name:?} on the disk", name = name.to_string())]
    NotFound { name: Name },
    #[error("a file {name:?} is already on the disk", name = name.to_string())]
    Exists { name: Name },
    #[error("{name:?} was never closed, its end is unknown: validate the disk or scratch it", name = name.to_string())]
    NotClosed { name: Name },
    #[error("{name:?} is locked", name = name.to_string())]
    Locked { name: Name },
    #[error("{name:?} is a relative file, which can only be read by record", name = name.to_string())]
    Relative { name: Name },
    #[error("the disk is full: {needed} blocks are needed and {free} are free")]
    Full { needed: usize, free: usize },
    #[error("the directory is full: track 18 has no free block for more than 144 files")]
    DirectoryFull,
}
