//! What the segments of a linked game count for.

use crate::pipeline::Game;
use hexfront_asm::Area;
use hexfront_isa::cartridge::{Cartridge, OWN_PAGE};
use std::collections::BTreeMap;

/// Which measure a segment counts for; the longest beginning decides.
const SEGMENTS: [(&str, &str); 28] = [
    ("VMZP", "zero_page_bytes"),
    ("SHELLZP", "zero_page_bytes"),
    ("VM", "vm_bytes"),
    ("SHELL", "shell_bytes"),
    ("LOADER", "shell_bytes"),
    ("BOOT", "shell_bytes"),
    ("FORMAT", "shell_bytes"),
    ("SCRATCH", "shell_bytes"),
    ("CARTCODE", "bytecode_bytes"),
    ("CARTCONST", "table_bytes"),
    ("CARTINFO", "table_bytes"),
    ("CARTTEXT", "table_bytes"),
    ("SOUNDS", "table_bytes"),
    ("TITLE", "shell_bytes"),
    ("CARTDATA", "data_bytes"),
    ("CARTZERO", "data_bytes"),
    ("SPRITES", "screen_bytes"),
    ("TITLESET", "screen_bytes"),
    ("MAPSET", "screen_bytes"),
    ("TEXTSET", "screen_bytes"),
    ("TILES", "screen_bytes"),
    ("START", "shell_bytes"),
    ("DISKBUFFER", "shell_bytes"),
    ("DISK", "shell_bytes"),
    ("ART", "art_bytes"),
    ("SCREEN", "screen_bytes"),
    ("BUFFERS", "screen_bytes"),
    ("", "other_bytes"),
];

/// The measure that a segment counts for.
pub fn measure_of(segment: &str) -> &'static str {
    SEGMENTS
        .iter()
        .filter(|(begin, _)| segment.starts_with(begin))
        .max_by_key(|(begin, _)| begin.len())
        .map_or("other_bytes", |(_, measure)| measure)
}

/// The measures that segments count for.
pub fn measures() -> impl Iterator<Item = &'static str> {
    SEGMENTS.iter().map(|(_, measure)| *measure)
}

/// What a game that comes in parts takes of memory, on a machine whose art is part of its shell. `screens`: bytes of them that are no
/// segment; `is_free`: areas whose rest counts as free.
pub fn of_parts(
    game: &Game,
    cartridge: &Cartridge<'_>,
    screens: u32,
    is_free: impl Fn(&Area) -> bool,
) -> BTreeMap<&'static str, f64> {
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
    count("screen_bytes", screens);
    let ram = game.image.areas.iter().filter(|area| is_free(area));
    values.insert("free_ram_bytes", ram.map(|area| f64::from(area.free)).sum());
    values.insert("state_bytes", cartridge.image_bytes() as f64);
    values
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
