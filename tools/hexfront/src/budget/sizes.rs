//! What the segments of a linked game count for.

/// Which measure a segment counts for; the longest beginning decides.
const SEGMENTS: [(&str, &str); 23] = [
    ("VMZP", "zero_page_bytes"),
    ("SHELLZP", "zero_page_bytes"),
    ("VM", "vm_bytes"),
    ("SHELL", "shell_bytes"),
    ("LOADER", "shell_bytes"),
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
    ("START", "shell_bytes"),
    ("DISKBUFFER", "shell_bytes"),
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
