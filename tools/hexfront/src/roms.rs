//! Making ROMs of our own sources, and reading the user's. Which there are is for each machine to say (`targets/`).

use hexfront_asm::{Diagnostic, Files, Image, build};
use std::error::Error;
use std::path::{Path, PathBuf};

/// Why a ROM cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RomError {
    /// Our own sources have a mistake, or do not fit.
    #[error("cannot build the ROMs:\n{0}")]
    Build(hexfront_asm::BuildError),
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
    let names = names.iter().copied();
    build(&Files(hexfront_roms::SOURCES), names, script).map_err(RomError::Build)
}
