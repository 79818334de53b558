//! From a cartridge to a disk image: verify, assemble, link, lay out.

use crate::cartridge_object::cartridge_object;
use crate::dispatch::dispatch_object;
use crate::roms::join;
use crate::session::Symbols;
use hexfront_asm::{Diagnostic, Image, LinkErrors, Machine, Options, Source, assemble, link};
use hexfront_c64::Program;
use hexfront_disk::d64::{D64, DiskError};
use hexfront_isa::Op;
use hexfront_isa::cartridge::{Cartridge, Grid, ReadError};
use hexfront_vm::verify::{VerifyError, verify};
use std::collections::BTreeSet;

/// Why a game cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The cartridge cannot be read.
    #[error(transparent)]
    Cartridge(#[from] ReadError),
    /// The cartridge is not safe to run.
    #[error("the cartridge does not verify: {0}")]
    Verify(#[from] VerifyError),
    /// The C64's shell cannot draw the map.
    #[error(
        "the map of {columns} columns and {rows} rows cannot be drawn on the C64: it draws at most 31 by 32, the odd columns lower"
    )]
    Map {
        /// Columns of the map.
        columns: u8,
        /// Its rows.
        rows: u8,
    },
    /// The shell's drawings cannot be read.
    #[error("cannot convert the C64's drawings: {0}")]
    Art(#[from] hexfront_c64::art::ArtError),
    /// Our own assembly has a mistake.
    #[error("cannot assemble {name}:\n{}", join(.diagnostics))]
    Assemble {
        /// The source.
        name: String,
        /// The mistakes.
        diagnostics: Vec<Diagnostic>,
    },
    /// The game does not fit, or parts do not match.
    #[error("cannot link the game for the C64:\n{0}")]
    Link(LinkErrors),
    /// The program cannot be loaded.
    #[error(transparent)]
    Program(#[from] hexfront_c64::ProgramError),
    /// The program does not fit on a disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

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

/// All assembly of a C64 program by name: the VM's and the shell's.
struct C64Sources {
    files: Vec<(String, String)>,
}

impl C64Sources {
    fn new(grid: Grid) -> Result<Self, BuildError> {
        let made = (hexfront_vm::GRID_INCLUDE, hexfront_vm::grid_include(grid));
        let vm = hexfront_vm::SOURCES_6502
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()))
            .chain([made])
            .map(|(name, text)| (format!("vm/{name}"), text));
        let shell = hexfront_c64::sources()?
            .into_iter()
            .map(|source| (format!("shell/{}", source.name), source.text));
        Ok(Self {
            files: vm.chain(shell).collect(),
        })
    }

    /// Names of the files that are objects of their own.
    fn mains(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| name.ends_with(".s"))
    }
}

impl Source for C64Sources {
    /// The shell includes tables of the VM by their bare names.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let of = |wanted: &str| self.files.iter().find(|(n, _)| n == wanted);
        let (_, text) = of(name).or_else(|| of(&format!("vm/{name}")))?;
        Some(text.as_bytes().to_vec())
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
    let sources = C64Sources::new(cartridge.grid)?;
    // Each routine of the machine by itself: the linker takes what the game uses.
    let options = Options {
        split: vec!["VM".to_owned()],
        ..Options::default()
    };
    let mut objects = Vec::new();
    for name in sources.mains() {
        let object =
            assemble(&sources, name, &options).map_err(|diagnostics| BuildError::Assemble {
                name: name.to_owned(),
                diagnostics,
            })?;
        objects.push((name, object.to_elf()));
    }
    let used: BTreeSet<Op> = verified.instructions.values().map(|i| i.op).collect();
    let dispatch = dispatch_object(Machine::Mos6502, |op| used.contains(&op.op));
    objects.push(("dispatch", dispatch.to_elf()));
    let game = cartridge_object(Machine::Mos6502, &cartridge, &verified);
    objects.push(("cartridge", game.to_elf()));
    let parts: Vec<hexfront_c64::Part> = cartridge
        .parts()
        .map(|part| hexfront_c64::Part {
            at_start: part.at_start,
            title: part.title,
            out: part.out,
        })
        .collect();
    let image = link(&hexfront_c64::link_script(&parts), &objects).map_err(BuildError::Link)?;
    let program = hexfront_c64::program(&image, &parts)?;
    let disk = hexfront_c64::disk(&program, cartridge.title, cartridge.game)?;
    Ok(Built {
        image,
        program,
        disk,
    })
}
