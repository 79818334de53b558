//! The list of sources is the folder.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_assembly_file_is_in_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for folder in ["", "kernal/", "basic/", "amiga/", "apple2/", "atari8/"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".s") || name.ends_with(".inc") {
                found.insert(format!("{folder}{name}"));
            }
        }
    }
    let listed: BTreeSet<String> = hexfront_roms::SOURCES
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    assert_eq!(listed, found);
}
