//! Our ROMs.

use super::linked_once;
use hexfront_platforms::machines::apple2::Roms;
use hexfront_roms::{
    APPLE2_LINK_SCRIPT, APPLE2_MAIN_FILES, DISK2, MONITOR, SOURCES, apple2_chargen,
};

/// Monitor, drive and character set.
pub fn roms() -> Roms {
    let image = linked_once(SOURCES, &APPLE2_MAIN_FILES, APPLE2_LINK_SCRIPT);
    let output = |name| image.output(name).expect("the script makes it");
    Roms::new(output(MONITOR), output(DISK2), &apple2_chargen()).expect("ROM sizes")
}
