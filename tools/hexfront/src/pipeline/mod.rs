//! From a cartridge to a disk image: verify, assemble, link, lay out.

mod amiga;
mod c64;

pub use amiga::{BuiltAmiga, build_amiga};
pub use c64::{Built, build_c64};

use crate::cartridge_object::cartridge_object;
use crate::cli::MachineName;
use crate::dispatch::dispatch_object;
use crate::letters::Font;
use crate::roms::join;
use hexfront_asm::{Diagnostic, Image, LinkErrors, Machine, Options, Source, assemble};
use hexfront_disk::d64::DiskError;
use hexfront_isa::Op;
use hexfront_isa::cartridge::{Cartridge, Grid, ReadError};
use hexfront_vm::verify::{Verified, VerifyError};
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
    /// The Amiga's shell cannot draw the counters.
    #[error(
        "its counters cannot be drawn on the Amiga: they show strength, combat and movement numbers; bind `{0}` in `view`"
    )]
    Counters(&'static str),
    /// The shell's drawings cannot be read.
    #[error("cannot convert the C64's drawings: {0}")]
    Art(#[from] hexfront_c64::art::ArtError),
    /// Those of the Amiga's shell.
    #[error(transparent)]
    AmigaArt(#[from] hexfront_amiga::art::ArtError),
    /// Our own assembly has a mistake.
    #[error("cannot assemble {name}:\n{}", join(.diagnostics))]
    Assemble {
        /// The source.
        name: String,
        /// The mistakes.
        diagnostics: Vec<Diagnostic>,
    },
    /// The game does not fit, or parts do not match.
    #[error("cannot link the game for the {machine}:\n{errors}")]
    Link {
        /// The machine's name.
        machine: &'static str,
        /// What the linker says.
        errors: LinkErrors,
    },
    /// The program cannot be loaded.
    #[error(transparent)]
    Program(#[from] hexfront_c64::ProgramError),
    /// The program does not fit on a disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// Nor on the Amiga's.
    #[error(transparent)]
    Boot(#[from] hexfront_amiga::boot::BootError),
}

/// A game built for a machine.
pub enum Game {
    /// For the C64.
    C64(Built),
    /// For the Amiga.
    Amiga(BuiltAmiga),
}

/// Builds a cartridge for a machine.
///
/// # Errors
/// See [`BuildError`].
pub fn build(machine: MachineName, cartridge: &[u8]) -> Result<Game, BuildError> {
    match machine {
        MachineName::C64 => build_c64(cartridge).map(Game::C64),
        MachineName::Amiga => build_amiga(cartridge).map(Game::Amiga),
    }
}

/// Builds a cartridge for the first machine that it can be built for.
///
/// # Errors
/// The last machine's [`BuildError`].
pub fn build_first(cartridge: &[u8]) -> Result<Game, BuildError> {
    build(MachineName::C64, cartridge).or_else(|_| build(MachineName::Amiga, cartridge))
}

impl Game {
    /// The fonts that it draws its text with, on a machine that keeps no characters.
    pub fn fonts(&self) -> Vec<Font> {
        match self {
            Game::C64(_) => Vec::new(),
            Game::Amiga(_) => amiga::fonts(),
        }
    }

    /// The machine it is for.
    pub fn machine(&self) -> MachineName {
        match self {
            Game::C64(_) => MachineName::C64,
            Game::Amiga(_) => MachineName::Amiga,
        }
    }

    /// The linked program: symbols, map, memory.
    pub fn image(&self) -> &Image {
        match self {
            Game::C64(built) => &built.image,
            Game::Amiga(built) => &built.image,
        }
    }

    /// The disk image.
    pub fn disk(&self) -> Vec<u8> {
        match self {
            Game::C64(built) => built.disk.to_bytes(),
            Game::Amiga(built) => built.disk.to_bytes(),
        }
    }

    /// Bytes of the program that is loaded first.
    pub fn program_bytes(&self) -> usize {
        match self {
            Game::C64(built) => built.program.file.len(),
            Game::Amiga(built) => built.program,
        }
    }
}

/// Assembly by name, and the bytes it includes: the rules machine's sources under `vm/`, the shell's under `shell/`.
struct Sources {
    files: Vec<(String, Vec<u8>)>,
}

impl Sources {
    /// The rules machine for a map, and a shell.
    fn new(
        machine: Machine,
        grid: Grid,
        shell: impl Iterator<Item = (&'static str, Vec<u8>)>,
    ) -> Self {
        let vm = match machine {
            Machine::Mos6502 => hexfront_vm::SOURCES_6502,
            Machine::M68000 => hexfront_vm::SOURCES_68000,
        };
        let grid = (
            hexfront_vm::GRID_INCLUDE,
            hexfront_vm::grid_include(grid).into_bytes(),
        );
        let vm = vm
            .iter()
            .map(|(name, text)| (*name, text.as_bytes().to_vec()))
            .chain([grid])
            .map(|(name, bytes)| (format!("vm/{name}"), bytes));
        let shell = shell.map(|(name, bytes)| (format!("shell/{name}"), bytes));
        Self {
            files: vm.chain(shell).collect(),
        }
    }

    /// Names of the files that are objects of their own.
    fn mains(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| name.ends_with(".s"))
    }
}

impl Source for Sources {
    /// Files include each other by their bare names.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let of = |wanted: &str| self.files.iter().find(|(n, _)| n == wanted);
        let found = of(name)
            .or_else(|| of(&format!("vm/{name}")))
            .or_else(|| of(&format!("shell/{name}")));
        found.map(|(_, bytes)| bytes.clone())
    }
}

/// Assembles the sources and adds dispatch tables and the cartridge: what is to be linked, by name.
fn objects(
    machine: Machine,
    sources: &Sources,
    cartridge: &Cartridge<'_>,
    verified: &Verified,
) -> Result<Vec<(String, Vec<u8>)>, BuildError> {
    // Each routine of the machine by itself: the linker takes what the game uses.
    let options = Options {
        split: vec!["VM".to_owned()],
        ..Options::default()
    };
    let mut objects = Vec::new();
    for name in sources.mains() {
        let object =
            assemble(sources, name, &options).map_err(|diagnostics| BuildError::Assemble {
                name: name.to_owned(),
                diagnostics,
            })?;
        objects.push((name.to_owned(), object.to_elf()));
    }
    let used: BTreeSet<Op> = verified.instructions.values().map(|i| i.op).collect();
    let dispatch = dispatch_object(machine, |op| used.contains(&op.op));
    objects.push(("dispatch".to_owned(), dispatch.to_elf()));
    let game = cartridge_object(machine, cartridge, verified);
    objects.push(("cartridge".to_owned(), game.to_elf()));
    Ok(objects)
}
