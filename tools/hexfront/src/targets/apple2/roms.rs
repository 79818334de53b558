//! Monitor, boot ROM of the disk card and character generator: ours, or the user's own.

use crate::roms::{RomError, assembled, read};
use crate::targets::OwnRom;
use hexfront_platforms::machines::apple2::{CHARGEN, DISK2, MONITOR};

/// Their names on the command line.
pub const KINDS: [&str; 3] = [MONITOR.0, DISK2.0, CHARGEN.0];

/// The three ROMs.
#[derive(Clone, Debug)]
pub struct RomSet {
    /// $D000-$FFFF.
    pub monitor: Vec<u8>,
    /// $C600-$C6FF.
    pub disk2: Vec<u8>,
    /// Character generator, 512 bytes.
    pub chargen: Vec<u8>,
}

/// Makes our ROMs, with the user's in their place where he names some.
///
/// # Errors
/// See [`RomError`].
pub fn rom_set(own: &[OwnRom]) -> Result<RomSet, RomError> {
    let image = assembled(
        &hexfront_roms::APPLE2_MAIN_FILES,
        hexfront_roms::APPLE2_LINK_SCRIPT,
    )?;
    let output = |name| image.output(name).unwrap_or_default().to_vec();
    let mut set = RomSet {
        monitor: output(hexfront_roms::MONITOR),
        disk2: output(hexfront_roms::DISK2),
        chargen: hexfront_roms::apple2_chargen(),
    };
    for (kind, path) in own {
        let (place, title, (_, bytes)) = match *kind {
            kind if kind == MONITOR.0 => (&mut set.monitor, "monitor", MONITOR),
            kind if kind == DISK2.0 => (&mut set.disk2, "disk card's", DISK2),
            kind if kind == CHARGEN.0 => (&mut set.chargen, "character", CHARGEN),
            _ => return Err(RomError::foreign(path, super::TITLE, &KINDS)),
        };
        *place = read(path, title, bytes)?;
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn our_roms_have_their_sizes_and_those_of_other_machines_are_refused() {
        let roms = rom_set(&[]).unwrap();
        assert_eq!(roms.monitor.len(), MONITOR.1);
        assert_eq!(roms.disk2.len(), DISK2.1);
        assert_eq!(roms.chargen.len(), CHARGEN.1);
        let error = rom_set(&[("basic", PathBuf::from("some.rom"))]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "some.rom is a ROM that the Apple II does not have; it has monitor, disk2, chargen"
        );
    }
}
