//! The shell's assembly sources, in the order they are linked.

use crate::art::ArtError;
use crate::listing;

/// An assembly file: its name (for messages and `.include`) and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// File name, as `.include` and diagnostics name it.
    pub name: &'static str,
    /// Assembly text.
    pub text: String,
}

/// The shell's own files. `.inc` files are included by the others, not assembled by themselves.
const FILES: &[(&str, &str)] = &[
];

/// Every source of the shell, the generated `art.s` last.
///
/// # Errors
/// [`ArtError`] where the drawings in `c64/art` do not fit their use.
pub fn sources() -> Result<Vec<Source>, ArtError> {
    let own = FILES.iter().map(|&(name, text)| Source { name, text: text.to_owned() });
    let art = Source { name: "art.s", text: listing::art()? };
    Ok(own.chain([art]).collect())
}
