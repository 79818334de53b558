//! What a linked game takes of memory and disk.

use crate::budget::sizes::{measure_of, measures};
use crate::pipeline::Game;
use hexfront_disk::Image as Disk;
use hexfront_disk::d64::{Block, DiskError};
use hexfront_isa::cartridge::{Cartridge, OWN_PAGE};
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
    let mut values = BTreeMap::new();
    // Its art is part of the shell and of the screens.
    for measure in measures().filter(|measure| *measure != "art_bytes") {
        values.insert(measure, 0.0);
    }
    let mut count = |measure, bytes: u32| *values.entry(measure).or_insert(0.0) += f64::from(bytes);
    let later: Vec<String> = (1..cartridge.parts().count())
        .map(hexfront_isa::parts::segment)
        .collect();
    for placement in &game.image.placements {
        if !later.contains(&placement.segment) {
            count(measure_of(&placement.segment), placement.size);
        }
    }
    // Parts of the game hold code, tables and texts; not all of them are in memory at a time.
    let apart = |parts: &[u8]| 256 * parts.iter().filter(|part| **part > 0).count() as u32;
    count("bytecode_bytes", apart(cartridge.code_parts()));
    let texts = cartridge.text_parts().iter().zip(cartridge.text_homes());
    let by_itself = texts.filter(|(_, home)| **home == OWN_PAGE);
    let texts: Vec<u8> = by_itself.map(|(part, _)| *part).collect();
    count("table_bytes", apart(&texts));
    for group in cartridge.groups().filter(|group| group.part > 0) {
        count("table_bytes", 256 * u32::from(group.count));
    }
    count("screen_bytes", SCREENS);
    let ram = game.image.areas.iter().filter(|a| a.start >= FIRST_FREE);
    values.insert("free_ram_bytes", ram.map(|area| f64::from(area.free)).sum());
    values.insert("state_bytes", cartridge.image_bytes() as f64);
    if let Disk::D64(disk) = &game.disk {
        let free = disk.blocks_free()?;
        values.insert("free_disk_blocks", free as f64);
        let all = Block::all().count() - DIRECTORY;
        values.insert("disk_blocks", (all - free) as f64);
    }
    Ok(values)
}
