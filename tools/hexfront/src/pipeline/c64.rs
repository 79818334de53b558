//! The disk of a C64.

use super::{BuildError, Sources, objects};
use crate::session::Symbols;
use hexfront_asm::{Image, Machine, link};
use hexfront_c64::Program;
use hexfront_disk::d64::D64;
use hexfront_isa::cartridge::{Cartridge, Grid};
use hexfront_vm::verify::verify;

/// A game built for the C64.
pub struct Built {
    /// The linked program: symbols, map, memory.
    pub image: Image,
    /// The program file and those of the game's parts.
    pub program: Program,
    /// The disk.
    pub disk: D64,
}

impl Built {
    /// The program's symbols.
    pub fn symbols(&self) -> Symbols {
        self.image.symbols.clone()
    }
}

/// Builds a cartridge for the C64.
///
/// # Errors
/// See [`BuildError`].
pub fn build_c64(cartridge: &[u8]) -> Result<Built, BuildError> {
    let cartridge = Cartridge::read(cartridge)?;
    let Grid {
        columns,
        rows,
        odd_lower,
    } = cartridge.grid;
    if columns > 31 || rows > 32 || !odd_lower {
        return Err(BuildError::Map { columns, rows });
    }
    let verified = verify(&cartridge)?;
    let shell = hexfront_c64::sources()?.into_iter();
    let shell = shell.map(|source| (source.name, source.text.into_bytes()));
    let sources = Sources::new(Machine::Mos6502, cartridge.grid, shell);
    let objects = objects(Machine::Mos6502, &sources, &cartridge, &verified)?;
    let parts: Vec<hexfront_c64::Part> = cartridge
        .parts()
        .map(|part| hexfront_c64::Part {
            at_start: part.at_start,
            title: part.title,
            out: part.out,
        })
        .collect();
    let image =
        link(&hexfront_c64::link_script(&parts), &objects).map_err(|errors| BuildError::Link {
            machine: "C64",
            errors,
        })?;
    let program = hexfront_c64::program(&image, &parts)?;
    let disk = hexfront_c64::disk(&program, cartridge.title, cartridge.game)?;
    Ok(Built {
        image,
        program,
        disk,
    })
}
