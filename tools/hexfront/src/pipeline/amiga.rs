//! The disk of an Amiga.

use super::{BuildError, Sources, objects};
use crate::letters::{Font, ROWS};
use crate::session::Symbols;
use hexfront_amiga::boot::{self, BOOT_FILE, BOOT_OUTPUT, BOOT_SCRIPT, BOOT_SOURCE, boot_disk};
use hexfront_asm::{Files, Image, Machine, Options, assemble, link};
use hexfront_disk::adf::Adf;
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::verify::verify;

/// What counters are drawn from; other roles may be missing.
const NEEDED_ROLES: [&str; 3] = ["strength", "combat", "moves"];

/// Where the program begins, as in `amiga.link`.
const START: &str = "shell_start";

/// A game built for the Amiga.
pub struct BuiltAmiga {
    /// The linked program: symbols, map, memory.
    pub image: Image,
    /// Bytes of the program as it is loaded.
    pub program: usize,
    /// The disk.
    pub disk: Adf,
}

impl BuiltAmiga {
    /// The program's symbols.
    pub fn symbols(&self) -> Symbols {
        self.image.symbols.clone()
    }
}

/// The fonts of the shell: names of their files, and how wide their glyphs are.
const FONTS: [(&str, usize); 2] = [("font8.bin", 8), ("font6.bin", 6)];

/// The fonts that the shell writes with. The digits of counters are part of a picture.
pub fn fonts() -> Vec<Font> {
    let files = hexfront_amiga::art::art().map(|art| art.files);
    let font = |(name, width): (&str, usize)| {
        let (_, bytes) = files
            .as_ref()
            .ok()?
            .iter()
            .find(|(file, _)| *file == name)?;
        let (glyphs, _) = bytes.as_chunks::<ROWS>();
        Some(Font {
            width,
            first: ' ',
            glyphs: glyphs.to_vec(),
        })
    };
    FONTS.into_iter().filter_map(font).collect()
}

/// Builds a cartridge for the Amiga.
///
/// # Errors
/// See [`BuildError`].
pub fn build_amiga(cartridge: &[u8]) -> Result<BuiltAmiga, BuildError> {
    let cartridge = Cartridge::read(cartridge)?;
    for role in NEEDED_ROLES {
        if !cartridge.views().any(|view| view.role == role) {
            return Err(BuildError::Counters(role));
        }
    }
    let verified = verify(&cartridge)?;
    let shell = hexfront_amiga::sources()?.into_iter();
    let shell = shell.map(|source| (source.name, source.bytes));
    let sources = Sources::new(Machine::M68000, cartridge.grid, shell);
    let objects = objects(Machine::M68000, &sources, &cartridge, &verified)?;
    let image = linked(hexfront_amiga::LINK_SCRIPT, &objects)?;
    let bytes = image.output(hexfront_amiga::OUTPUT).unwrap_or_default();
    let entry = image.address(START).unwrap_or_default();
    let program = boot::Program {
        address: hexfront_amiga::PROGRAM_START,
        entry,
        bytes,
    };
    let disk = boot_disk(&bootblock()?, program)?;
    Ok(BuiltAmiga {
        program: bytes.len(),
        disk,
        image,
    })
}

/// The bootblock without what it is to load.
fn bootblock() -> Result<Vec<u8>, BuildError> {
    let files = [(BOOT_FILE, BOOT_SOURCE)];
    let object =
        assemble(&Files(&files), BOOT_FILE, &Options::default()).map_err(|diagnostics| {
            BuildError::Assemble {
                name: BOOT_FILE.to_owned(),
                diagnostics,
            }
        })?;
    let image = linked(BOOT_SCRIPT, &[(BOOT_FILE.to_owned(), object.to_elf())])?;
    Ok(image.output(BOOT_OUTPUT).unwrap_or_default().to_vec())
}

fn linked(script: &str, objects: &[(String, Vec<u8>)]) -> Result<Image, BuildError> {
    link(script, objects).map_err(|errors| BuildError::Link {
        machine: "Amiga",
        errors,
    })
}
