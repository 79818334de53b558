//! The boot ROM: ours, or the user's Kickstart.

use crate::roms::{RomError, assembled, read_file};
use crate::targets::OwnRom;
use hexfront_platforms::machines::amiga::{EXTENDED, KICKSTART, Rom};
use std::path::Path;

/// Their names on the command line.
pub const KINDS: [&str; 2] = [KICKSTART, EXTENDED];

/// The ROMs.
#[derive(Clone)]
pub struct Roms {
    /// At $F80000.
    pub kickstart: Rom,
    /// At $E00000, if there is one.
    pub extended: Option<Rom>,
}

/// Makes our ROM, or takes the user's.
///
/// # Errors
/// See [`RomError`].
pub fn roms(own: &[OwnRom]) -> Result<Roms, RomError> {
    let (mut kickstart, mut extended) = (None, None);
    for (kind, path) in own {
        let place = match *kind {
            KICKSTART => &mut kickstart,
            EXTENDED => &mut extended,
            _ => return Err(RomError::foreign(path, super::TITLE, &KINDS)),
        };
        *place = Some(rom(&read_file(path)?, path)?);
    }
    let kickstart = match kickstart {
        Some(rom) => rom,
        None => ours()?,
    };
    Ok(Roms {
        kickstart,
        extended,
    })
}

fn ours() -> Result<Rom, RomError> {
    let name = hexfront_roms::AMIGA_MAIN;
    let image = assembled(&[name], hexfront_roms::AMIGA_LINK_SCRIPT)?;
    rom(
        image.output(hexfront_roms::AMIGA).unwrap_or_default(),
        Path::new(name),
    )
}

fn rom(bytes: &[u8], path: &Path) -> Result<Rom, RomError> {
    Rom::new(bytes).map_err(|source| RomError::Unfit {
        path: path.to_owned(),
        source: source.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_rom_of_another_machine_is_refused() {
        let error = roms(&[("basic", PathBuf::from("some.rom"))]).err().unwrap();
        assert_eq!(
            error.to_string(),
            "some.rom is a ROM that the Amiga does not have; it has kickstart, extended"
        );
    }
}
