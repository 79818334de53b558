//! The block availability map: which blocks are free, and which the DOS takes next.
//!
//! Block 18/0 holds from byte 4 on four bytes a track: the number of free blocks, then a bit a sector (bit 0 of
//! the first byte is sector 0), set when free. Source: 1541 User's Guide, appendix C, "BAM format".

use super::{Block, D64, DIRECTORY_TRACK, DiskError, TRACKS, Track};

/// Offset of a track's four bytes in the BAM.
fn offset(track: Track) -> usize {
    usize::from(track.0) * 4
}

/// Marks all blocks free but the BAM and the first block of the directory, in the bytes of block 18/0.
pub(super) fn free_all(bam: &mut [u8; 256]) {
    for track in Track::all() {
        bam[offset(track)..offset(track) + 4].fill(0);
        for block in track.blocks() {
            mark(bam, block, true);
        }
    }
    mark(bam, Block::BAM, false);
    mark(bam, Block::DIRECTORY, false);
}

/// Sets the state of a block and keeps the count of its track; true if it changed.
pub(super) fn mark(bam: &mut [u8; 256], block: Block, free: bool) -> bool {
    let at = offset(block.track());
    let sector = block.sector().0;
    let byte = at + 1 + usize::from(sector / 8);
    let bit = 1 << (sector % 8);
    if (bam[byte] & bit != 0) == free {
        return false;
    }
    bam[byte] ^= bit;
    bam[at] = if free {
        bam[at].wrapping_add(1)
    } else {
        bam[at].wrapping_sub(1)
    };
    true
}

/// Whether the BAM says that a block is free.
pub(super) fn is_free(bam: &[u8; 256], block: Block) -> bool {
    let sector = block.sector().0;
    bam[offset(block.track()) + 1 + usize::from(sector / 8)] & (1 << (sector % 8)) != 0
}

/// The count of free blocks that the BAM gives for a track.
pub(super) fn count(bam: &[u8; 256], track: Track) -> u8 {
    bam[offset(track)]
}

/// First free sector of a track from `from` on.
fn free_from(bam: &[u8; 256], track: Track, from: u8) -> Option<Block> {
    track
        .blocks()
        .skip(usize::from(from))
        .find(|&block| is_free(bam, block))
}

/// Where a new file starts: the first free block on the track nearest to the directory, inwards of it first
/// (17, 19, 16, 20 ...). DOS 2.6, routine INTTS.
fn first_block(bam: &[u8; 256]) -> Option<Block> {
    (1..TRACKS)
        .flat_map(|distance| {
            [
                DIRECTORY_TRACK.0.checked_sub(distance),
                DIRECTORY_TRACK.0.checked_add(distance),
            ]
        })
        .flatten()
        .filter(|&track| (1..=TRACKS).contains(&track))
        .find_map(|track| free_from(bam, Track(track), 0))
}

/// Where a chain goes on after `after`: on the same track `interleave` sectors on, else on the next track away
/// from the directory, else on the other side of it. DOS 2.6, routine NXTTS; the sector of the old track is
/// carried over to the next one, and a step beyond the last sector wraps to one less than the remainder.
fn next_block(bam: &[u8; 256], after: Block, interleave: u8) -> Option<Block> {
    let mut track = after.track();
    let mut sector = after.sector().0;
    let directory = DIRECTORY_TRACK.0;
    // Outer half, inner half and once more the first, which may have been entered in its middle.
    let mut sides_left = 3;
    loop {
        if track.blocks().any(|block| is_free(bam, block)) {
            let sectors = track.sectors();
            let mut from = sector + interleave;
            if from > sectors {
                from = (from - sectors).saturating_sub(1);
            }
            return free_from(bam, track, from).or_else(|| free_from(bam, track, 0));
        }
        if track == DIRECTORY_TRACK {
            return None;
        }
        let inwards = track.0 > directory;
        if inwards && track.0 < TRACKS {
            track.0 += 1;
        } else if !inwards && track.0 > 1 {
            track.0 -= 1;
        } else {
            sides_left -= 1;
            if sides_left == 0 {
                return None;
            }
            track.0 = if inwards {
                directory - 1
            } else {
                directory + 1
            };
            sector = 0;
        }
    }
}

impl D64 {
    /// Whether a block is free.
    ///
    /// # Errors
    /// As [`D64::read`] for the BAM; so for all of these.
    pub fn is_free(&self, block: Block) -> Result<bool, DiskError> {
        Ok(is_free(self.read(Block::BAM)?, block))
    }

    /// Free blocks as a directory shows them: the BAM's counts of all tracks but the directory's.
    ///
    /// # Errors
    /// As [`D64::read`] for the BAM.
    pub fn blocks_free(&self) -> Result<usize, DiskError> {
        let bam = self.read(Block::BAM)?;
        Ok(Track::all()
            .filter(|&track| track != DIRECTORY_TRACK)
            .map(|track| usize::from(count(bam, track)))
            .sum())
    }

    /// Marks a block used (`free` false) or free; returns whether that changed anything.
    ///
    /// # Errors
    /// As [`D64::read`] for the BAM.
    pub fn mark(&mut self, block: Block, free: bool) -> Result<bool, DiskError> {
        let mut bam = *self.read(Block::BAM)?;
        let changed = mark(&mut bam, block, free);
        if changed {
            self.write(Block::BAM, &bam)?;
        }
        Ok(changed)
    }

    /// Takes the block where a new file starts; `None` when the disk is full.
    ///
    /// # Errors
    /// As [`D64::read`] for the BAM.
    pub fn allocate_first(&mut self) -> Result<Option<Block>, DiskError> {
        let block = first_block(self.read(Block::BAM)?);
        self.take(block)
    }

    /// Takes the block where a chain goes on after `after`; `None` when the disk is full.
    ///
    /// # Errors
    /// As [`D64::read`] for the BAM.
    pub fn allocate_next(
        &mut self,
        after: Block,
        interleave: u8,
    ) -> Result<Option<Block>, DiskError> {
        let block = next_block(self.read(Block::BAM)?, after, interleave);
        self.take(block)
    }

    fn take(&mut self, block: Option<Block>) -> Result<Option<Block>, DiskError> {
        if let Some(block) = block {
            self.mark(block, false)?;
        }
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::d64::{FILE_INTERLEAVE, Name};

    fn disk() -> D64 {
        D64::format(Name::parse("TEST").unwrap(), *b"T1")
    }

    #[test]
    fn a_new_disk_has_664_blocks() {
        assert_eq!(disk().blocks_free(), Ok(664));
    }

    #[test]
    fn files_start_at_17_0_and_step_by_ten() {
        let mut disk = disk();
        let mut at = disk.allocate_first().unwrap().unwrap();
        let mut order = vec![at.to_string()];
        for _ in 0..22 {
            at = disk.allocate_next(at, FILE_INTERLEAVE).unwrap().unwrap();
            order.push(at.to_string());
        }
        assert_eq!(
            order.join(" "),
            "17/0 17/10 17/20 17/8 17/18 17/6 17/16 17/4 17/14 17/2 17/12 17/1 17/11 17/3 17/13 \
             17/5 17/15 17/7 17/17 17/9 17/19 16/7 16/17"
        );
    }

    #[test]
    fn the_second_file_starts_beyond_the_directory_only_when_17_is_full() {
        let mut disk = disk();
        for block in Track(17).blocks() {
            disk.mark(block, false).unwrap();
        }
        assert_eq!(disk.allocate_first().unwrap().unwrap().to_string(), "19/0");
    }

    #[test]
    fn every_block_off_track_18_is_handed_out_once() {
        let mut disk = disk();
        let mut at = disk.allocate_first().unwrap().unwrap();
        let mut count = 1;
        while let Some(next) = disk.allocate_next(at, FILE_INTERLEAVE).unwrap() {
            assert_ne!(next.track(), DIRECTORY_TRACK);
            at = next;
            count += 1;
        }
        assert_eq!(count, 664);
        assert_eq!(disk.blocks_free(), Ok(0));
        assert_eq!(disk.allocate_first(), Ok(None));
    }

    #[test]
    fn directory_blocks_step_by_three() {
        let mut disk = disk();
        let mut at = Block::DIRECTORY;
        let mut order = Vec::new();
        while let Some(next) = disk.allocate_next(at, 3).unwrap() {
            order.push(next.sector().0);
            at = next;
        }
        assert_eq!(
            order,
            [4, 7, 10, 13, 16, 2, 5, 8, 11, 14, 17, 3, 6, 9, 12, 15, 18]
        );
    }
}
