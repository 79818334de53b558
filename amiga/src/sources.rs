//! The shell's assembly sources, in the order they are linked.

use crate::art::{self, ArtError};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;

/// A file that the assembler may ask for: assembly, or bytes to include.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// File name, as `.include`, `.incbin` and diagnostics name it.
    pub name: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// The shell's own files. `.inc` files are included by the others, not assembled by themselves.
const FILES: &[(&str, &str)] = &[
    ("again.s", include_str!("../shell/again.s")),
    ("blit.s", include_str!("../shell/blit.s")),
    ("box.s", include_str!("../shell/box.s")),
    ("buttons.s", include_str!("../shell/buttons.s")),
    ("case.s", include_str!("../shell/case.s")),
    ("changes.s", include_str!("../shell/changes.s")),
    ("choose.s", include_str!("../shell/choose.s")),
    ("clip.s", include_str!("../shell/clip.s")),
    ("copper.s", include_str!("../shell/copper.s")),
    ("counters.s", include_str!("../shell/counters.s")),
    ("cursor.s", include_str!("../shell/cursor.s")),
    ("defs.inc", include_str!("../shell/defs.inc")),
    ("disk.s", include_str!("../shell/disk.s")),
    ("effects.s", include_str!("../shell/effects.s")),
    ("entry.inc", include_str!("../shell/entry.inc")),
    ("display.s", include_str!("../shell/display.s")),
    ("event.s", include_str!("../shell/event.s")),
    ("flip.s", include_str!("../shell/flip.s")),
    ("gadget.s", include_str!("../shell/gadget.s")),
    ("gauges.s", include_str!("../shell/gauges.s")),
    ("geometry.inc", include_str!("../shell/geometry.inc")),
    ("ground.s", include_str!("../shell/ground.s")),
    ("info.s", include_str!("../shell/info.s")),
    ("interrupt.s", include_str!("../shell/interrupt.s")),
    ("keys.s", include_str!("../shell/keys.s")),
    ("labels.s", include_str!("../shell/labels.s")),
    ("locator.s", include_str!("../shell/locator.s")),
    ("map.s", include_str!("../shell/map.s")),
    ("marks.s", include_str!("../shell/marks.s")),
    ("memory.s", include_str!("../shell/memory.s")),
    ("menu.s", include_str!("../shell/menu.s")),
    ("fault.s", include_str!("../shell/fault.s")),
    ("names.s", include_str!("../shell/names.s")),
    ("outline.s", include_str!("../shell/outline.s")),
    ("overview.inc", include_str!("../shell/overview.inc")),
    ("overview.s", include_str!("../shell/overview.s")),
    ("page.s", include_str!("../shell/page.s")),
    ("panel.s", include_str!("../shell/panel.s")),
    ("pointer.s", include_str!("../shell/pointer.s")),
    ("print.s", include_str!("../shell/print.s")),
    ("pieces.s", include_str!("../shell/pieces.s")),
    ("pulldown.s", include_str!("../shell/pulldown.s")),
    ("record.s", include_str!("../shell/record.s")),
    ("requester.s", include_str!("../shell/requester.s")),
    ("save.inc", include_str!("../shell/save.inc")),
    ("save.s", include_str!("../shell/save.s")),
    ("settings.inc", include_str!("../shell/settings.inc")),
    ("settings.s", include_str!("../shell/settings.s")),
    ("sound.inc", include_str!("../shell/sound.inc")),
    ("sound.s", include_str!("../shell/sound.s")),
    ("square.s", include_str!("../shell/square.s")),
    ("start.s", include_str!("../shell/start.s")),
    ("strip.s", include_str!("../shell/strip.s")),
    ("table.s", include_str!("../shell/table.s")),
    ("text.s", include_str!("../shell/text.s")),
    ("title.s", include_str!("../shell/title.s")),
    ("towns.s", include_str!("../shell/towns.s")),
    ("unpack.s", include_str!("../shell/unpack.s")),
    ("window.inc", include_str!("../shell/window.inc")),
];

/// Every source of the shell, the generated `art.s`, which draws a game's title, and its values by their names: with what the game
/// draws itself, and else with the drawings in `amiga/art`; and what it includes last.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn sources(looks: &Looks<'_>, title: &str, files: &Art<'_>) -> Result<Vec<Source>, ArtError> {
    let art = art::art(looks, title, files)?;
    let own = FILES.iter().map(|&(name, text)| Source {
        name,
        bytes: text.as_bytes().to_vec(),
    });
    let made = Source {
        name: "art.s",
        bytes: art.source.into_bytes(),
    };
    let files = art.files.into_iter();
    let binary = files.map(|(name, bytes)| Source { name, bytes });
    Ok(own.chain([made]).chain(binary).collect())
}
