//! Bytes of the shell: memory is short on this machine.

use crate::stand_in::Bench;
use std::collections::BTreeMap;

/// This machine's own objects; the others are shared, or stand in.
const OWN: [&str; 11] = [
    "glyph.s",
    "keys.s",
    "lines.s",
    "map.s",
    "mark.s",
    "move.s",
    "screen.s",
    "sound.s",
    "stick.s",
    "machine_zp.s",
    "title.s",
];

#[test]
fn the_shell_keeps_to_its_bytes() {
    let bench = Bench::new();
    let mut sizes: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for placement in &bench.image.placements {
        let who = match placement.object.as_str() {
            "art.s" => "art",
            object if OWN.contains(&object) => "own",
            _ => continue,
        };
        *sizes.entry((who, placement.segment.as_str())).or_default() += placement.size;
    }
    let limits = [
        (("art", "SHELL"), 650),
        (("art", "SOUNDS"), 200),
        (("art", "TILES"), 5_120),
        (("own", "SHELL"), 1_700),
        (("own", "SHELLBSS"), 700),
        (("own", "SHELLZP"), 40),
        (("own", "TITLE"), 160),
    ];
    for (what, most) in limits {
        let size = sizes.get(&what).copied().unwrap_or_default();
        println!("{what:?} {size}");
        assert!(size <= most, "{what:?}: {size} bytes of {most}");
    }
}
