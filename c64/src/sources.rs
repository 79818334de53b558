//! The shell's assembly sources, in the order they are linked.

use crate::art::ArtError;
use crate::listing;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_layout::{Source, shell_files, shell_of};

/// The machine's own files. `.inc` files are included by the others, not assembled by themselves. The first two have code
/// whose timing depends on where pages begin.
const FILES: &[(&str, &str)] = shell_files!(
    "papers.s",
    "split.s",
    "again.s",
    "bar.s",
    "colour.s",
    "command.s",
    "copy.s",
    "defs.inc",
    "disk.inc",
    "disk.s",
    "file.s",
    "flip.s",
    "keys.s",
    "loader.s",
    "machine.inc",
    "machine_zp.s",
    "name.s",
    "raster.s",
    "screen.s",
    "sound.s",
    "sprite.s",
    "start.s",
    "status.s",
    "title.s",
);

/// Every source of the shell for a game of so many parts: the machine's own, what all machines with this processor share, and the generated
/// `art.s`, `seasons.inc` and `parts.inc`, which draw the game's title, and its values by their names: with what the game draws itself,
/// and else with the drawings in `c64/art`.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn sources(
    looks: &Looks<'_>,
    title: &str,
    art: &Art<'_>,
    parts: usize,
) -> Result<Vec<Source>, ArtError> {
    let made = [
        ("art.s", listing::art(looks, title, art)?),
        ("seasons.inc", listing::seasons(looks, art)?),
        ("parts.inc", listing::parts(parts)),
    ];
    Ok(shell_of([FILES, hexfront_shell::SOURCES_6502], &[], made))
}
