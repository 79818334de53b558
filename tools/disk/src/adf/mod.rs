//! The disk of an Amiga: 80 cylinders of two heads of 11 sectors of 512 bytes, 880 KB.
//!
//! Sources: Amiga ROM Kernel Reference Manual: Devices, "Trackdisk Device"; Amiga Hardware Reference Manual, appendix C.
//! The boot block is the first two sectors: the letters `DOS` and a number for the file system, a checksum, the number of
//! the root block, and a program if the disk boots.

mod files;
pub mod saves;

pub use files::{Entry, FileError, Files};
use thiserror::Error;

/// Cylinders.
pub const CYLINDERS: u8 = 80;
/// Tracks, two a cylinder.
pub const TRACKS: u8 = 160;
/// Sectors a track.
pub const SECTORS: u8 = 11;
/// Bytes of a sector.
pub const SECTOR_SIZE: usize = 512;
/// Bytes of an image.
pub const SIZE: usize = TRACKS as usize * SECTORS as usize * SECTOR_SIZE;
/// Bytes of the boot block.
pub const BOOT_SIZE: usize = 2 * SECTOR_SIZE;

/// Where the boot block's checksum lies.
const CHECKSUM: usize = 4;

/// Bytes that are no image of such a disk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the image has {bytes} bytes, but a disk of 80 cylinders has {SIZE}: an `.adf` of 880 KB is needed"
)]
pub struct WrongSize {
    /// Bytes given.
    pub bytes: usize,
}

/// Something wrong with a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The disk does not begin with the letters of a formatted disk.
    #[error("the boot block begins with ${0:08X}, not with \"DOS\": the disk is not formatted")]
    NotFormatted(u32),
    /// The number of the file system is unknown.
    #[error("the boot block names file system {0}; 0 to 7 exist")]
    FileSystem(u8),
    /// The sum over the boot block is wrong.
    #[error(
        "the boot block's checksum is ${found:08X} and should be ${wanted:08X}: an Amiga will not boot from the disk"
    )]
    Checksum {
        /// What stands there.
        found: u32,
        /// What should.
        wanted: u32,
    },
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adf {
    bytes: Box<[u8]>,
}

impl Adf {
    /// A disk of zeros, as good as unformatted.
    pub fn blank() -> Adf {
        Adf {
            bytes: vec![0; SIZE].into_boxed_slice(),
        }
    }

    /// The disk in these bytes.
    ///
    /// # Errors
    /// When they are not [`SIZE`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Adf, WrongSize> {
        if bytes.len() != SIZE {
            return Err(WrongSize { bytes: bytes.len() });
        }
        Ok(Adf {
            bytes: bytes.into(),
        })
    }

    /// The bytes of the image file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.to_vec()
    }

    /// All bytes in the order of the sectors.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The bytes of a track, 0 to 159; even ones are of the lower head. Out of range is empty.
    pub fn track(&self, track: u8) -> &[u8] {
        let size = usize::from(SECTORS) * SECTOR_SIZE;
        let at = usize::from(track) * size;
        self.bytes.get(at..at + size).unwrap_or_default()
    }

    /// Writes a sector; nothing if track or sector do not exist.
    pub fn set_sector(&mut self, track: u8, sector: u8, data: &[u8; SECTOR_SIZE]) {
        if sector < SECTORS {
            let at =
                (usize::from(track) * usize::from(SECTORS) + usize::from(sector)) * SECTOR_SIZE;
            if let Some(target) = self.bytes.get_mut(at..at + SECTOR_SIZE) {
                target.copy_from_slice(data);
            }
        }
    }

    /// Whether the disk begins as a formatted one does.
    pub fn is_formatted(&self) -> bool {
        self.bytes.starts_with(b"DOS")
    }

    /// Sets the checksum of the boot block to what its other bytes demand.
    pub fn seal_boot_block(&mut self) {
        let sum = boot_checksum(&self.bytes[..BOOT_SIZE]);
        self.bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&sum.to_be_bytes());
    }

    /// Everything that is wrong with the boot block; a disk of other contents than files has no more to check.
    pub fn check(&self) -> Vec<Fault> {
        let long = |at: usize| u32::from_be_bytes(std::array::from_fn(|i| self.bytes[at + i]));
        if !self.is_formatted() {
            return vec![Fault::NotFormatted(long(0))];
        }
        let mut faults = Vec::new();
        if self.bytes[3] > 7 {
            faults.push(Fault::FileSystem(self.bytes[3]));
        }
        let (found, wanted) = (long(CHECKSUM), boot_checksum(&self.bytes[..BOOT_SIZE]));
        // A disk that does not boot has no program, and no checksum either.
        let program = self.bytes[12..BOOT_SIZE].iter().any(|byte| *byte != 0);
        if found != wanted && program {
            faults.push(Fault::Checksum { found, wanted });
        }
        faults
    }
}

/// The checksum that a boot block must hold: with it, the sum of all long words, carries added in, is all ones.
pub fn boot_checksum(block: &[u8]) -> u32 {
    let mut sum = 0u32;
    for (at, long) in block.chunks_exact(4).take(BOOT_SIZE / 4).enumerate() {
        if 4 * at == CHECKSUM {
            continue;
        }
        let long = u32::from_be_bytes([long[0], long[1], long[2], long[3]]);
        let (added, carry) = sum.overflowing_add(long);
        sum = added + u32::from(carry);
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bootable() -> Adf {
        let mut disk = Adf::blank();
        disk.bytes[..4].copy_from_slice(b"DOS\0");
        disk.bytes[12..14].copy_from_slice(&[0x4E, 0x75]);
        disk.seal_boot_block();
        disk
    }

    #[test]
    fn a_sealed_boot_block_sums_to_all_ones() {
        let disk = bootable();
        assert_eq!(disk.check(), []);
        let sum = disk.bytes[..BOOT_SIZE].chunks(4).fold(0u64, |sum, long| {
            sum + u64::from(u32::from_be_bytes([long[0], long[1], long[2], long[3]]))
        });
        assert_eq!((sum & 0xFFFF_FFFF) + (sum >> 32), 0xFFFF_FFFF);
    }

    #[test]
    fn carries_come_round() {
        let mut block = vec![0xFF; BOOT_SIZE];
        block[4..8].fill(0);
        assert_eq!(boot_checksum(&block), 0);
        block[8..12].copy_from_slice(&[0, 0, 0, 2]);
        assert_eq!(boot_checksum(&block), !2);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(Adf::blank().check(), [Fault::NotFormatted(0)]);
        let mut disk = bootable();
        disk.bytes[100] = 1;
        disk.bytes[3] = 9;
        assert!(matches!(
            disk.check()[..],
            [Fault::FileSystem(9), Fault::Checksum { .. }]
        ));
        let error = Adf::from_bytes(&[0; 1000]).unwrap_err().to_string();
        assert!(error.starts_with("the image has 1000 bytes"), "{error}");
    }

    #[test]
    fn a_sector_lies_in_its_track() {
        let mut disk = Adf::blank();
        disk.set_sector(159, 10, &[7; SECTOR_SIZE]);
        disk.set_sector(160, 0, &[8; SECTOR_SIZE]);
        disk.set_sector(0, 11, &[9; SECTOR_SIZE]);
        assert_eq!(disk.track(159)[10 * SECTOR_SIZE..], [7; SECTOR_SIZE]);
        assert!(
            disk.bytes[..SIZE - SECTOR_SIZE]
                .iter()
                .all(|byte| *byte == 0)
        );
        assert!(disk.track(160).is_empty());
    }
}
