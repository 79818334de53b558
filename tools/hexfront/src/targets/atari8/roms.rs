//! The operating system: ours, or the user's own, and his BASIC.

use crate::roms::{RomError, assembled, read_file};
use crate::targets::OwnRom;
use hexfront_platforms::machines::atari8::{BASIC, Model, OS, OS_800, Roms};

/// Their names on the command line.
pub const KINDS: [&str; 3] = [OS.0, OS_800.0, BASIC.0];

/// Makes our ROM for a model, with the user's in its place where he names one.
///
/// # Errors
/// See [`RomError`].
pub fn rom_set(model: Model, own: &[OwnRom]) -> Result<Roms, RomError> {
    let (kind, main) = match model {
        Model::Atari800 => (OS_800.0, hexfront_roms::ATARI8_OS_800),
        Model::Atari800Xl | Model::Atari130Xe => (OS.0, hexfront_roms::ATARI8_OS_XL),
    };
    let image = assembled(&[main], hexfront_roms::ATARI8_LINK_SCRIPT)?;
    let linked = image.output(hexfront_roms::ATARI8_OS).unwrap_or_default();
    let mut os = hexfront_roms::atari8_rom(linked);
    let mut basic = None;
    let mut last = None;
    for (name, path) in own {
        match *name {
            // The one of the other model is not looked at: who names both may change between them.
            name if name == kind => os = read_file(path)?,
            name if name == BASIC.0 => basic = Some(read_file(path)?),
            name if KINDS.contains(&name) => continue,
            _ => return Err(RomError::foreign(path, super::TITLE, &KINDS)),
        }
        last = Some(path);
    }
    Roms::new(model, &os, basic.as_deref()).map_err(|error| RomError::Unfit {
        path: last.cloned().unwrap_or_default(),
        source: error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn our_roms_have_their_sizes_and_those_of_other_machines_are_refused() {
        for model in [Model::Atari800, Model::Atari800Xl, Model::Atari130Xe] {
            assert!(rom_set(model, &[]).is_ok());
        }
        let error = rom_set(Model::Atari800, &[("kernal", PathBuf::from("some.rom"))]).err();
        assert_eq!(
            error.unwrap().to_string(),
            "some.rom is a ROM that the Atari 8-bit does not have; it has os, os800, basic"
        );
    }

    #[test]
    fn a_rom_of_the_wrong_length_is_named() {
        let path = std::env::temp_dir().join(format!("hexfront-os-{}.rom", std::process::id()));
        std::fs::write(&path, [0; 100]).unwrap();
        let error = rom_set(Model::Atari800Xl, &[("os", path.clone())]).err();
        std::fs::remove_file(&path).unwrap();
        let text = error.unwrap().to_string();
        assert!(text.contains(&path.display().to_string()), "{text}");
    }
}
