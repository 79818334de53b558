//! The machines' ROMs: ours, assembled on the spot, or the user's own.

use crate::cli::RomKind;
use hexfront_asm::{Diagnostic, Files, Image, LinkErrors, Options, assemble, link};
use hexfront_platforms::machines::amiga::{Rom, RomSize};
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
    /// A ROM of another machine.
    #[error("{} is a ROM that a {machine} does not have; it has {known}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The machine.
        machine: &'static str,
        /// The ROMs it has, as they are named on the command line.
        known: &'static str,
    },
    /// The user's file is no ROM of an Amiga.
    #[error("{}: {source}", .path.display())]
    Amiga {
        /// The file.
        path: PathBuf,
        /// Why.
        source: RomSize,
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
            RomKind::Kickstart | RomKind::Extended => {
                return Err(RomError::Foreign {
                    path: path.clone(),
                    machine: "C64",
                    known: "kernal, basic and chargen",
                });
            }
        }
    }
    Ok(set)
}

/// The ROMs of an Amiga.
#[derive(Clone)]
pub struct AmigaRoms {
    /// At $F80000.
    pub kickstart: Rom,
    /// At $E00000, if there is one.
    pub extended: Option<Rom>,
}

/// Makes our Amiga ROM, or takes the user's.
///
/// # Errors
/// See [`RomError`].
pub fn amiga_roms(own: &[(RomKind, PathBuf)]) -> Result<AmigaRoms, RomError> {
    let (mut kickstart, mut extended) = (None, None);
    for (kind, path) in own {
        let place = match kind {
            RomKind::Kickstart => &mut kickstart,
            RomKind::Extended => &mut extended,
            RomKind::Kernal | RomKind::Basic | RomKind::Chargen => {
                return Err(RomError::Foreign {
                    path: path.clone(),
                    machine: "Amiga",
                    known: "kickstart and extended",
                });
            }
        };
        let rom = Rom::new(&read_file(path)?).map_err(|source| RomError::Amiga {
            path: path.clone(),
            source,
        })?;
        *place = Some(rom);
    }
    let kickstart = match kickstart {
        Some(rom) => rom,
        None => assemble_amiga()?,
    };
    Ok(AmigaRoms {
        kickstart,
        extended,
    })
}

fn assemble_amiga() -> Result<Rom, RomError> {
    let name = hexfront_roms::AMIGA_MAIN;
    let image = assembled(&[name], hexfront_roms::AMIGA_LINK_SCRIPT)?;
    let bytes = image.output(hexfront_roms::AMIGA).unwrap_or_default();
    Rom::new(bytes).map_err(|source| RomError::Amiga {
        path: name.into(),
        source,
    })
}

fn read_file(path: &PathBuf) -> Result<Vec<u8>, RomError> {
    std::fs::read(path).map_err(|source| RomError::Read {
        path: path.clone(),
        source,
    })
}

fn read(path: &PathBuf, kind: &'static str, wanted: usize) -> Result<Vec<u8>, RomError> {
    let bytes = read_file(path)?;
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

/// Our own sources of these names, linked.
fn assembled(names: &[&'static str], script: &str) -> Result<Image, RomError> {
    let mut objects = Vec::new();
    for name in names.iter().copied() {
        let object = assemble(&Files(hexfront_roms::SOURCES), name, &Options::default())
            .map_err(|diagnostics| RomError::Assemble { name, diagnostics })?;
        objects.push((name, object.to_elf()));
    }
    link(script, &objects).map_err(RomError::Link)
}

/// KERNAL and BASIC.
fn assemble_roms() -> Result<(Vec<u8>, Vec<u8>), RomError> {
    let image = assembled(&hexfront_roms::MAIN_FILES, hexfront_roms::LINK_SCRIPT)?;
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

    #[test]
    fn a_rom_of_another_machine_is_refused() {
        let named = |kind| [(kind, PathBuf::from("some.rom"))];
        assert!(matches!(
            rom_set(&named(RomKind::Kickstart)),
            Err(RomError::Foreign { machine: "C64", .. })
        ));
        assert!(matches!(
            amiga_roms(&named(RomKind::Basic)),
            Err(RomError::Foreign {
                machine: "Amiga",
                ..
            })
        ));
    }
}
