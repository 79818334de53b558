//! KERNAL, BASIC and character generator: ours, or the user's own.

use crate::roms::{RomError, assembled, read};
use crate::targets::OwnRom;
use hexfront_platforms::machines::c64::{BASIC, CHARGEN, KERNAL};

/// Their names on the command line.
pub const KINDS: [&str; 3] = [KERNAL.0, BASIC.0, CHARGEN.0];

/// The three ROMs.
#[derive(Clone, Debug)]
pub struct RomSet {
    /// $E000-$FFFF.
    pub kernal: Vec<u8>,
    /// $A000-$BFFF.
    pub basic: Vec<u8>,
    /// Character generator, 4 KB.
    pub chargen: Vec<u8>,
}

/// Makes our ROMs, with the user's in their place where he names some.
///
/// # Errors
/// See [`RomError`].
pub fn rom_set(own: &[OwnRom]) -> Result<RomSet, RomError> {
    let image = assembled(&hexfront_roms::MAIN_FILES, hexfront_roms::LINK_SCRIPT)?;
    let output = |name| image.output(name).unwrap_or_default().to_vec();
    let mut set = RomSet {
        kernal: output(hexfront_roms::KERNAL),
        basic: output(hexfront_roms::BASIC),
        chargen: hexfront_roms::chargen(),
    };
    for (kind, path) in own {
        let (place, title, (_, bytes)) = match *kind {
            kind if kind == KERNAL.0 => (&mut set.kernal, "KERNAL", KERNAL),
            kind if kind == BASIC.0 => (&mut set.basic, "BASIC", BASIC),
            kind if kind == CHARGEN.0 => (&mut set.chargen, "character", CHARGEN),
            _ => return Err(RomError::foreign(path, "C64", &KINDS)),
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
    fn our_roms_assemble_to_their_size() {
        let roms = rom_set(&[]).unwrap();
        assert_eq!(roms.kernal.len(), 8192);
        assert_eq!(roms.basic.len(), 8192);
        assert_eq!(roms.chargen.len(), 4096);
        // The reset vector points into the KERNAL.
        assert!(roms.kernal[0x1FFD] >= 0xE0);
    }

    #[test]
    fn a_rom_of_the_wrong_length_is_named_with_both_lengths() {
        let path = std::env::temp_dir().join("hexfront-short.rom");
        std::fs::write(&path, [0; 100]).unwrap();
        let error = rom_set(&[("basic", path)]).unwrap_err().to_string();
        assert!(
            error.ends_with("has 100 bytes, but a BASIC ROM has 8192"),
            "{error}"
        );
    }

    #[test]
    fn a_rom_of_another_machine_is_refused() {
        let error = rom_set(&[("kickstart", PathBuf::from("some.rom"))]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "some.rom is a ROM that the C64 does not have; it has kernal, basic, chargen"
        );
    }
}
