//! Sources to a program in one step.

use crate::{Diagnostic, Image, LinkErrors, Options, Source, assemble, link};
use std::fmt;
use thiserror::Error;

/// Why sources make no program.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file has mistakes.
    #[error("{}", Lines(.0))]
    Assemble(Vec<Diagnostic>),
    /// The objects do not fit each other, or the script.
    #[error(transparent)]
    Link(#[from] LinkErrors),
}

/// Mistakes, a line each.
struct Lines<'a>(&'a [Diagnostic]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

/// Assembles each of the files `mains` from `sources`, with what they include, and links their objects by a script.
///
/// # Errors
/// [`BuildError`]: the mistakes of the first file that has any, or what does not fit.
pub fn build<'a>(
    sources: &impl Source,
    mains: impl IntoIterator<Item = &'a str>,
    script: &str,
) -> Result<Image, BuildError> {
    let mut objects = Vec::new();
    for name in mains {
        let object = assemble(sources, name, &Options::default()).map_err(BuildError::Assemble)?;
        objects.push((name, object.to_elf()));
    }
    Ok(link(script, &objects)?)
}
