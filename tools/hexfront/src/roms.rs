//! The C64's ROMs: ours, assembled on the spot, or the user's own.

use crate::cli::RomKind;
use hexfront_asm::{Diagnostic, Files, LinkErrors, Options, assemble, link};
use std::path::PathBuf;

/// The three ROMs of a C64.
#[derive(Clone, Debug)]
pub struct RomSet {
    /// $E000-$FFFF.
    pub kernal: Vec<u8>,
    /// $A000-$BFFF.
    pub basic: Vec<u8>,
    /// Character generator, 4 KB.
    pub chargen: Vec<u8>,
}

/// Why a ROM cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RomError {
    /// Our own source has a mistake.
    #[error("cannot assemble {name}:\n{}", join(.diagnostics))]
    Assemble {
        /// The source.
        name: &'static str,
        /// The mistakes.
        diagnostics: Vec<Diagnostic>,
    },
    /// Our own source does not fit.
    #[error("cannot link the ROMs:\n{0}")]
    Link(LinkErrors),
    /// The user's file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The user's file is no ROM of that kind.
    #[error("{} has {found} bytes, but a {kind} ROM has {wanted}", .path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// `KERNAL`, `BASIC` or `character`.
        kind: &'static str,
        /// Bytes it has.
        found: usize,
        /// Bytes it should have.
        wanted: usize,
    },
}

pub(crate) fn join(diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Bytes of the KERNAL and of BASIC, and of the character generator.
const CODE_LENGTH: usize = 8192;
const CHARGEN_LENGTH: usize = 4096;

/// Makes our ROMs, with the user's in their place where he names some.
///
/// # Errors
/// See [`RomError`].
pub fn rom_set(own: &[(RomKind, PathBuf)]) -> Result<RomSet, RomError> {
    let (kernal, basic) = assemble_roms()?;
    let mut set = RomSet {
        kernal,
        basic,
        chargen: hexfront_roms::chargen(),
    };
    for (kind, path) in own {
        match kind {
            RomKind::Kernal => set.kernal = read(path, "KERNAL", CODE_LENGTH)?,
            RomKind::Basic => set.basic = read(path, "BASIC", CODE_LENGTH)?,
            RomKind::Chargen => set.chargen = read(path, "character", CHARGEN_LENGTH)?,
        }
    }
    Ok(set)
}

fn read(path: &PathBuf, kind: &'static str, wanted: usize) -> Result<Vec<u8>, RomError> {
    let bytes = std::fs::read(path).map_err(|source| RomError::Read {
        path: path.clone(),
        source,
    })?;
    if bytes.len() == wanted {
        Ok(bytes)
    } else {
        Err(RomError::Length {
            path: path.clone(),
            kind,
            found: bytes.len(),
            wanted,
        })
    }
}

/// KERNAL and BASIC.
fn assemble_roms() -> Result<(Vec<u8>, Vec<u8>), RomError> {
    let mut objects = Vec::new();
    for name in hexfront_roms::MAIN_FILES {
        let object = assemble(&Files(hexfront_roms::SOURCES), name, &Options::default())
            .map_err(|diagnostics| RomError::Assemble { name, diagnostics })?;
        objects.push((name, object.to_elf()));
    }
    let image = link(hexfront_roms::LINK_SCRIPT, &objects).map_err(RomError::Link)?;
    let output = |name| image.output(name).unwrap_or_default().to_vec();
    Ok((output(hexfront_roms::KERNAL), output(hexfront_roms::BASIC)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let error = rom_set(&[(RomKind::Basic, path)]).unwrap_err().to_string();
        assert!(
            error.ends_with("has 100 bytes, but a BASIC ROM has 8192"),
            "{error}"
        );
    }
}
