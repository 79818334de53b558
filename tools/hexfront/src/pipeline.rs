//! From a cartridge to a disk image: verify, assemble, link, lay out.

use crate::cartridge_object::cartridge_object;
use crate::dispatch::dispatch_object;
use crate::roms::join;
use crate::session::Symbols;
use crate::targets::{Needs, TargetRef};
use hexfront_asm::{Diagnostic, Image, LinkErrors, Machine, Object, Options, Source, link};
use hexfront_disk::Image as Disk;
use hexfront_isa::Op;
use hexfront_isa::cartridge::{Cartridge, ReadError};
use hexfront_vm::verify::{Verified, VerifyError, verify};
use std::collections::BTreeSet;
use std::error::Error;

/// Why a game cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The cartridge cannot be read.
    #[error(transparent)]
    Cartridge(#[from] ReadError),
    /// The cartridge is not safe to run.
    #[error("the cartridge does not verify: {0}")]
    Verify(#[from] VerifyError),
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
    /// What one machine asks for beyond that, of the game or of its disk.
    #[error("{0}")]
    Target(Box<dyn Error + Send + Sync>),
}

impl BuildError {
    /// What one machine asks for.
    pub fn target(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Target(Box::new(error))
    }
}

/// A game built for a machine.
pub struct Game {
    /// The machine.
    pub target: TargetRef,
    /// The linked program: symbols, map, memory.
    pub image: Image,
    /// The disk.
    pub disk: Disk,
    /// Bytes of the program that is loaded first.
    pub program_bytes: usize,
    /// That it needs more than the least memory that the machine has.
    pub needs: Option<Needs>,
}

impl Game {
    /// The program's symbols.
    pub fn symbols(&self) -> Symbols {
        self.image.symbols.clone()
    }
}

/// A machine's shell, for the linker.
pub struct ShellParts<'a, F> {
    /// Its files by name.
    pub files: F,
    /// The roles that it draws from.
    pub roles: &'a [&'a str],
    /// The link script.
    pub script: &'a str,
}

/// Verifies a cartridge and links it with the rules machine and a shell. `title` is the machine's.
///
/// # Errors
/// When the cartridge does not verify, or a source has a mistake, or the game does not fit.
pub fn linked(
    title: &'static str,
    cpu: Machine,
    cartridge: &Cartridge<'_>,
    shell: ShellParts<'_, impl Iterator<Item = (&'static str, Vec<u8>)>>,
) -> Result<Image, BuildError> {
    let script = shell.script;
    link_for(title, script, &assembled(cpu, cartridge, shell)?)
}

/// Verifies a cartridge and assembles it with the rules machine and a shell: what [`link_for`] links.
///
/// # Errors
/// When the cartridge does not verify, or a source has a mistake.
pub fn assembled(
    cpu: Machine,
    cartridge: &Cartridge<'_>,
    shell: ShellParts<'_, impl Iterator<Item = (&'static str, Vec<u8>)>>,
) -> Result<Vec<(String, Vec<u8>)>, BuildError> {
    let verified = verify(cartridge)?;
    let sources = Sources::new(cpu, cartridge, shell.files);
    let game = cartridge_object(cpu, shell.roles, cartridge, &verified);
    objects(cpu, &sources, &game, &verified)
}

/// Links objects by a script.
///
/// # Errors
/// When they do not fit.
pub fn link_for(
    machine: &'static str,
    script: &str,
    objects: &[(String, Vec<u8>)],
) -> Result<Image, BuildError> {
    link(script, objects).map_err(|errors| BuildError::Link { machine, errors })
}

/// Assembly by name, and the bytes it includes: the rules machine's sources under `vm/`, the shell's under `shell/`.
struct Sources {
    files: Vec<(String, Vec<u8>)>,
}

impl Sources {
    /// The rules machine for a game, and a shell, whose includes take the place of those of the same name.
    fn new(
        machine: Machine,
        cartridge: &Cartridge<'_>,
        shell: impl Iterator<Item = (&'static str, Vec<u8>)>,
    ) -> Self {
        let vm = match machine {
            Machine::Mos6502 => hexfront_vm::SOURCES_6502,
            Machine::M68000 => hexfront_vm::SOURCES_68000,
        };
        let grid = (
            hexfront_vm::GRID_INCLUDE,
            hexfront_vm::game_include(cartridge).into_bytes(),
        );
        let shell: Vec<(&str, Vec<u8>)> = shell.collect();
        let vm = vm
            .iter()
            .filter(|(name, _)| {
                !name.ends_with(".inc") || shell.iter().all(|(other, _)| other != name)
            })
            .map(|(name, text)| (*name, text.as_bytes().to_vec()))
            .chain([grid])
            .map(|(name, bytes)| (format!("vm/{name}"), bytes));
        let vm: Vec<(String, Vec<u8>)> = vm.collect();
        let shell = shell
            .into_iter()
            .map(|(name, bytes)| (format!("shell/{name}"), bytes));
        Self {
            files: vm.into_iter().chain(shell).collect(),
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
    game: &Object,
    verified: &Verified,
) -> Result<Vec<(String, Vec<u8>)>, BuildError> {
    // Each routine of the machine by itself: the linker takes what the game uses.
    let options = Options {
        split: vec!["VM".to_owned()],
        ..Options::default()
    };
    let mut objects = Vec::new();
    for name in sources.mains() {
        let elf = crate::objects::object(sources, name, &options).map_err(|diagnostics| {
            BuildError::Assemble {
                name: name.to_owned(),
                diagnostics,
            }
        })?;
        objects.push((name.to_owned(), elf));
    }
    let used: BTreeSet<Op> = verified.instructions.values().map(|i| i.op).collect();
    let dispatch = dispatch_object(machine, |op| used.contains(&op.op));
    objects.push(("dispatch".to_owned(), dispatch.to_elf()));
    objects.push(("cartridge".to_owned(), game.to_elf()));
    Ok(objects)
}
