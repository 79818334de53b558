//! What a linked game takes of memory and disk.

use crate::budget::sizes::of_parts;
use crate::pipeline::Game;
use hexfront_disk::Image as Disk;
use hexfront_disk::d64::{Block, DiskError};
use hexfront_isa::cartridge::Cartridge;
use std::collections::BTreeMap;

/// Memory below is zero page, stack and the KERNAL's own.
const FIRST_FREE: u32 = 0x0400;

/// Bytes of the two screens, which are no segment.
const SCREENS: u32 = 0x0800;

/// Blocks of a directory track that no file can have.
const DIRECTORY: usize = 19;

/// What it takes, by measure.
///
/// # Errors
/// When the disk cannot be read.
pub fn sizes(
    game: &Game,
    cartridge: &Cartridge<'_>,
) -> Result<BTreeMap<&'static str, f64>, DiskError> {
    let mut values = of_parts(game, cartridge, SCREENS, |area| area.start >= FIRST_FREE);
    if let Disk::D64(disk) = &game.disk {
        let free = disk.blocks_free()?;
        values.insert("free_disk_blocks", free as f64);
        let all = Block::all().count() - DIRECTORY;
        values.insert("disk_blocks", (all - free) as f64);
    }
    Ok(values)
}
