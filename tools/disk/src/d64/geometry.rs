//! Where the blocks of a 1541 disk are.

use super::DiskError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Number of tracks, counted from 1.
pub const TRACKS: u8 = 35;
/// Number of blocks on the disk.
pub const BLOCKS: usize = 683;
/// The track that holds the BAM and the directory.
pub const DIRECTORY_TRACK: Track = Track(18);

/// Speed zones: last track of the zone, sectors on each of its tracks.
/// Source: 1541 User's Guide, appendix C, "Block distribution by track".
const ZONES: [(u8, u8); 4] = [(17, 21), (24, 19), (30, 18), (35, 17)];

/// A track number as the drive counts it: 1 is the outermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Track(pub u8);

/// A sector number as the drive counts it: from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Sector(pub u8);

impl Track {
    /// Sectors on this track, 17 to 21; 0 for a track that does not exist.
    pub fn sectors(self) -> u8 {
        if self.0 == 0 {
            return 0;
        }
        ZONES
            .iter()
            .find(|&&(last, _)| self.0 <= last)
            .map_or(0, |&(_, sectors)| sectors)
    }

    /// All tracks, 1 to 35.
    pub fn all() -> impl Iterator<Item = Track> {
        (1..=TRACKS).map(Track)
    }

    /// All blocks of this track.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        (0..self.sectors()).map(move |sector| Block {
            track: self,
            sector: Sector(sector),
        })
    }
}

/// The address of a block that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Block {
    track: Track,
    sector: Sector,
}

impl Block {
    /// The BAM, with the disk's name.
    pub const BAM: Block = Block {
        track: DIRECTORY_TRACK,
        sector: Sector(0),
    };
    /// The first block of the directory.
    pub const DIRECTORY: Block = Block {
        track: DIRECTORY_TRACK,
        sector: Sector(1),
    };

    /// The block at this track and sector.
    ///
    /// # Errors
    /// [`DiskError::NoSuchBlock`] if the disk has none there.
    pub fn new(track: u8, sector: u8) -> Result<Block, DiskError> {
        if sector < Track(track).sectors() {
            Ok(Block {
                track: Track(track),
                sector: Sector(sector),
            })
        } else {
            Err(DiskError::NoSuchBlock { track, sector })
        }
    }

    /// All blocks of the disk in the order of the image.
    pub fn all() -> impl Iterator<Item = Block> {
        Track::all().flat_map(Track::blocks)
    }

    /// The track.
    pub fn track(self) -> Track {
        self.track
    }

    /// The sector.
    pub fn sector(self) -> Sector {
        self.sector
    }

    /// Number of the block in the image, 0 to 682.
    pub fn index(self) -> usize {
        let before: usize = (1..self.track.0)
            .map(|t| usize::from(Track(t).sectors()))
            .sum();
        before + usize::from(self.sector.0)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.track.0, self.sector.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_numbered_without_gap() {
        let numbers: Vec<usize> = Block::all().map(Block::index).collect();
        assert_eq!(numbers, (0..BLOCKS).collect::<Vec<_>>());
    }

    #[test]
    fn limits_of_each_zone() {
        let rows = [
            (1, 20, true),
            (1, 21, false),
            (17, 20, true),
            (18, 18, true),
            (18, 19, false),
            (24, 18, true),
            (25, 17, true),
            (25, 18, false),
            (30, 17, true),
            (31, 16, true),
            (31, 17, false),
            (35, 16, true),
            (36, 0, false),
            (0, 0, false),
        ];
        for (track, sector, exists) in rows {
            assert_eq!(
                Block::new(track, sector).is_ok(),
                exists,
                "{track}/{sector}"
            );
        }
    }

    #[test]
    fn directory_starts_at_its_known_offset() {
        assert_eq!(Block::BAM.index() * 256, 0x16500);
    }
}
