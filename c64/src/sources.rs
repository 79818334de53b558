//! The shell's assembly sources, in the order they are linked.

use crate::art::ArtError;
use crate::listing;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;

/// An assembly file: its name (for messages and `.include`) and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// File name, as `.include` and diagnostics name it.
    pub name: &'static str,
    /// Assembly text.
    pub text: String,
}

/// The machine's own files. `.inc` files are included by the others, not assembled by themselves. The first three have code
/// whose timing depends on where pages begin.
const FILES: &[(&str, &str)] = &[
    ("papers.s", include_str!("../shell/papers.s")),
    ("raster.s", include_str!("../shell/raster.s")),
    ("split.s", include_str!("../shell/split.s")),
    ("again.s", include_str!("../shell/again.s")),
    ("bar.s", include_str!("../shell/bar.s")),
    ("colour.s", include_str!("../shell/colour.s")),
    ("command.s", include_str!("../shell/command.s")),
    ("copy.s", include_str!("../shell/copy.s")),
    ("defs.inc", include_str!("../shell/defs.inc")),
    ("disk.inc", include_str!("../shell/disk.inc")),
    ("disk.s", include_str!("../shell/disk.s")),
    ("file.s", include_str!("../shell/file.s")),
    ("flip.s", include_str!("../shell/flip.s")),
    ("keys.s", include_str!("../shell/keys.s")),
    ("loader.s", include_str!("../shell/loader.s")),
    ("machine.inc", include_str!("../shell/machine.inc")),
    ("machine_zp.s", include_str!("../shell/machine_zp.s")),
    ("name.s", include_str!("../shell/name.s")),
    ("screen.s", include_str!("../shell/screen.s")),
    ("sound.s", include_str!("../shell/sound.s")),
    ("sprite.s", include_str!("../shell/sprite.s")),
    ("start.s", include_str!("../shell/start.s")),
    ("status.s", include_str!("../shell/status.s")),
    ("title.s", include_str!("../shell/title.s")),
];

/// Every source of the shell: the machine's own, what all machines with this processor share, and the generated `art.s`,
/// which draws the game's title, and its values by their names: with what the game draws itself, and else with the drawings in `c64/art`.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn sources(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Result<Vec<Source>, ArtError> {
    let shared = hexfront_shell::SOURCES_6502;
    let fixed = FILES.iter().chain(shared).map(|&(name, text)| Source {
        name,
        text: text.to_owned(),
    });
    let art = Source {
        name: "art.s",
        text: listing::art(looks, title, art)?,
    };
    Ok(fixed.chain([art]).collect())
}
