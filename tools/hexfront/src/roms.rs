//! Making ROMs of our own sources, and reading the user's. Which there are is for each machine to say (`targets/`).

use hexfront_asm::{Diagnostic, Files, Image, LinkErrors, Options, assemble, link};
use std::error::Error;
use std::path::{Path, PathBuf};

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
    #[error("{} is a ROM that the {machine} does not have; it has {known}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The machine.
        machine: &'static str,
        /// The ROMs it has, as they are named on the command line.
        known: String,
    },
    /// The user's file is no such ROM.
    #[error("{}: {source}", .path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The user's file is no ROM of that kind.
    #[error("{} has {found} bytes, but a {kind} ROM has {wanted}", .path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: &'static str,
        /// Bytes it has.
        found: usize,
        /// Bytes it should have.
        wanted: usize,
    },
}

impl RomError {
    /// The user named a ROM of another machine.
    pub fn foreign(path: &Path, machine: &'static str, known: &[&str]) -> Self {
        Self::Foreign {
            path: path.to_owned(),
            machine,
            known: known.join(", "),
        }
    }
}

pub(crate) fn join(diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The bytes of a user's ROM.
///
/// # Errors
/// When the file cannot be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>, RomError> {
    std::fs::read(path).map_err(|source| RomError::Read {
        path: path.to_owned(),
        source,
    })
}

/// A user's ROM that has so many bytes.
///
/// # Errors
/// When the file cannot be read, or has another length.
pub fn read(path: &Path, kind: &'static str, wanted: usize) -> Result<Vec<u8>, RomError> {
    let bytes = read_file(path)?;
    if bytes.len() == wanted {
        Ok(bytes)
    } else {
        Err(RomError::Length {
            path: path.to_owned(),
            kind,
            found: bytes.len(),
            wanted,
        })
    }
}

/// Our own sources of these names, linked.
///
/// # Errors
/// When they have a mistake.
pub fn assembled(names: &[&'static str], script: &str) -> Result<Image, RomError> {
    let mut objects = Vec::new();
    for name in names.iter().copied() {
        let object = assemble(&Files(hexfront_roms::SOURCES), name, &Options::default())
            .map_err(|diagnostics| RomError::Assemble { name, diagnostics })?;
        objects.push((name, object.to_elf()));
    }
    link(script, &objects).map_err(RomError::Link)
}
