//! What a linked game takes of memory and disk.

use crate::pipeline::{Built, BuiltAmiga, Game};
use hexfront_amiga::boot::{SAVED_GAMES, TRACK_BYTES};
use hexfront_disk::adf::BOOT_SIZE;
use hexfront_disk::d64::{Block, DiskError};
use hexfront_isa::cartridge::{Cartridge, OWN_PAGE};
use std::collections::BTreeMap;

/// Memory below is zero page, stack and the KERNAL's own.
const FIRST_FREE: u32 = 0x0400;

/// Bytes of the two screens, which are no segment.
const SCREENS: u32 = 0x0800;

/// Blocks of a directory track that no file can have.
const DIRECTORY: usize = 19;

/// Which measure a segment counts for; the longest beginning decides.
const SEGMENTS: [(&str, &str); 22] = [
    ("VMZP", "zero_page_bytes"),
    ("SHELLZP", "zero_page_bytes"),
    ("VM", "vm_bytes"),
    ("SHELL", "shell_bytes"),
    ("LOADER", "shell_bytes"),
    ("CARTCODE", "bytecode_bytes"),
    ("CARTCONST", "table_bytes"),
    ("CARTINFO", "table_bytes"),
    ("CARTTEXT", "table_bytes"),
    ("TITLE", "shell_bytes"),
    ("CARTDATA", "data_bytes"),
    ("CARTZERO", "data_bytes"),
    ("SPRITES", "screen_bytes"),
    ("TITLESET", "screen_bytes"),
    ("MAPSET", "screen_bytes"),
    ("TEXTSET", "screen_bytes"),
    ("START", "shell_bytes"),
    ("DISKBUFFER", "shell_bytes"),
    ("ART", "art_bytes"),
    ("SCREEN", "screen_bytes"),
    ("BUFFERS", "screen_bytes"),
    ("", "other_bytes"),
];

fn measure_of(segment: &str) -> &'static str {
    SEGMENTS
        .iter()
        .filter(|(begin, _)| segment.starts_with(begin))
        .max_by_key(|(begin, _)| begin.len())
        .map_or("other_bytes", |(_, measure)| measure)
}

/// The measures that need no machine.
///
/// # Errors
/// When the disk cannot be read.
pub fn sizes(
    game: &Game,
    cartridge: &Cartridge<'_>,
) -> Result<BTreeMap<&'static str, f64>, DiskError> {
    match game {
        Game::C64(built) => on_c64(built, cartridge),
        Game::Amiga(built) => Ok(on_amiga(built, cartridge)),
    }
}

/// On the Amiga all of the game is in memory.
fn on_amiga(built: &BuiltAmiga, cartridge: &Cartridge<'_>) -> BTreeMap<&'static str, f64> {
    let mut values = BTreeMap::from([("other_bytes", 0.0)]);
    for placement in &built.image.placements {
        let measure = measure_of(&placement.segment);
        *values.entry(measure).or_insert(0.0) += f64::from(placement.size);
    }
    let main = built.image.areas.iter().filter(|area| area.name != "STACK");
    values.insert("free_ram_bytes", main.map(|a| f64::from(a.free)).sum());
    values.insert("state_bytes", cartridge.image_bytes() as f64);
    let taken = (BOOT_SIZE + built.program).next_multiple_of(TRACK_BYTES);
    values.insert("disk_tracks", (taken / TRACK_BYTES) as f64);
    let free = SAVED_GAMES.saturating_sub(taken) / TRACK_BYTES;
    values.insert("free_disk_tracks", free as f64);
    values
}

fn on_c64(
    built: &Built,
    cartridge: &Cartridge<'_>,
) -> Result<BTreeMap<&'static str, f64>, DiskError> {
    let mut values = BTreeMap::new();
    for (_, measure) in SEGMENTS
        .iter()
        .filter(|(_, measure)| *measure != "art_bytes")
    {
        values.insert(*measure, 0.0);
    }
    let mut count = |measure, bytes: u32| *values.entry(measure).or_insert(0.0) += f64::from(bytes);
    let later: Vec<String> = (1..cartridge.parts().count())
        .map(hexfront_c64::segment)
        .collect();
    for placement in &built.image.placements {
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
    let ram = built.image.areas.iter().filter(|a| a.start >= FIRST_FREE);
    values.insert("free_ram_bytes", ram.map(|area| f64::from(area.free)).sum());
    values.insert("state_bytes", cartridge.image_bytes() as f64);
    let free = built.disk.blocks_free()?;
    values.insert("free_disk_blocks", free as f64);
    let all = Block::all().count() - DIRECTORY;
    values.insert("disk_blocks", (all - free) as f64);
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_segment_counts_once_and_a_new_one_for_other() {
        assert_eq!(measure_of("VMTABLE"), "vm_bytes");
        assert_eq!(measure_of("VMZP"), "zero_page_bytes");
        assert_eq!(measure_of("SHELLBSS"), "shell_bytes");
        assert_eq!(measure_of("START"), "shell_bytes");
        assert_eq!(measure_of("ART"), "art_bytes");
        assert_eq!(measure_of("OVERLAY"), "other_bytes");
    }
}
