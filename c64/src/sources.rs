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

/// The shell's own files. `.inc` files are included by the others, not assembled by themselves.
const FILES: &[(&str, &str)] = &[
    ("calls.inc", include_str!("../shell/calls.inc")),
    ("colour.s", include_str!("../shell/colour.s")),
    ("counter.s", include_str!("../shell/counter.s")),
    ("cursor.s", include_str!("../shell/cursor.s")),
    ("defs.inc", include_str!("../shell/defs.inc")),
    ("disk.s", include_str!("../shell/disk.s")),
    ("ground.s", include_str!("../shell/ground.s")),
    ("hex.s", include_str!("../shell/hex.s")),
    ("keys.s", include_str!("../shell/keys.s")),
    ("load.s", include_str!("../shell/load.s")),
    ("loader.s", include_str!("../shell/loader.s")),
    ("map.s", include_str!("../shell/map.s")),
    ("page.s", include_str!("../shell/page.s")),
    ("part.s", include_str!("../shell/part.s")),
    ("raster.s", include_str!("../shell/raster.s")),
    ("save.inc", include_str!("../shell/save.inc")),
    ("save.s", include_str!("../shell/save.s")),
    ("slot.s", include_str!("../shell/slot.s")),
    ("sound.s", include_str!("../shell/sound.s")),
    ("start.s", include_str!("../shell/start.s")),
    ("symbol.s", include_str!("../shell/symbol.s")),
    ("table.s", include_str!("../shell/table.s")),
    ("title.s", include_str!("../shell/title.s")),
    ("unpack.inc", include_str!("../shell/unpack.inc")),
    ("zeropage.s", include_str!("../shell/zeropage.s")),
];

/// Every source of the shell, the generated `art.s` last, which draws the game's title, and its values by their
/// names: with what the game draws itself, and else with the drawings in `c64/art`.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn sources(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Result<Vec<Source>, ArtError> {
    let own = FILES.iter().map(|&(name, text)| Source {
        name,
        text: text.to_owned(),
    });
    let art = Source {
        name: "art.s",
        text: listing::art(looks, title, art)?,
    };
    Ok(own.chain([art]).collect())
}
