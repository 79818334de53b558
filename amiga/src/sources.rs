//! The shell's assembly sources, in the order they are linked.

use crate::art::{self, ArtError};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::{Cartridge, Style};

/// A file that the assembler may ask for: assembly, or bytes to include.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// File name, as `.include`, `.incbin` and diagnostics name it.
    pub name: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Name and text.
type File = (&'static str, &'static str);

/// Files of every game. `.inc` files are included by the others, not assembled by themselves.
const COMMON: &[File] = &[
    ("again.s", include_str!("../shell/again.s")),
    ("blit.s", include_str!("../shell/blit.s")),
    ("box.s", include_str!("../shell/box.s")),
    ("buffers.s", include_str!("../shell/buffers.s")),
    ("case.s", include_str!("../shell/case.s")),
    ("changes.s", include_str!("../shell/changes.s")),
    ("clip.s", include_str!("../shell/clip.s")),
    ("copper.s", include_str!("../shell/copper.s")),
    ("copy.s", include_str!("../shell/copy.s")),
    ("counters.s", include_str!("../shell/counters.s")),
    ("cursor.s", include_str!("../shell/cursor.s")),
    ("defs.inc", include_str!("../shell/defs.inc")),
    ("disk.s", include_str!("../shell/disk.s")),
    ("display.s", include_str!("../shell/display.s")),
    ("gadget.s", include_str!("../shell/gadget.s")),
    ("geometry.inc", include_str!("../shell/geometry.inc")),
    ("ground.s", include_str!("../shell/ground.s")),
    ("header.s", include_str!("../shell/header.s")),
    ("interrupt.s", include_str!("../shell/interrupt.s")),
    ("keys.s", include_str!("../shell/keys.s")),
    ("map.s", include_str!("../shell/map.s")),
    ("memory.s", include_str!("../shell/memory.s")),
    ("fault.s", include_str!("../shell/fault.s")),
    ("outline.s", include_str!("../shell/outline.s")),
    ("pointer.s", include_str!("../shell/pointer.s")),
    ("print.s", include_str!("../shell/print.s")),
    ("range.s", include_str!("../shell/range.s")),
    ("record.s", include_str!("../shell/record.s")),
    ("save.inc", include_str!("../shell/save.inc")),
    ("sizes.s", include_str!("../shell/sizes.s")),
    ("sound.inc", include_str!("../shell/sound.inc")),
    ("sound.s", include_str!("../shell/sound.s")),
    ("start.s", include_str!("../shell/start.s")),
    ("stream.s", include_str!("../shell/stream.s")),
    ("table.s", include_str!("../shell/table.s")),
    ("text.s", include_str!("../shell/text.s")),
    ("title.s", include_str!("../shell/title.s")),
    ("towns.s", include_str!("../shell/towns.s")),
    ("under.s", include_str!("../shell/under.s")),
    ("unpack.s", include_str!("../shell/unpack.s")),
    ("window.inc", include_str!("../shell/window.inc")),
];

/// Those of a game that is worked with a pointer.
const POINTER: &[File] = &[
    ("buttons.s", include_str!("../shell/buttons.s")),
    ("choose.s", include_str!("../shell/choose.s")),
    ("event.s", include_str!("../shell/event.s")),
    ("glide.s", include_str!("../shell/glide.s")),
    ("gauges.s", include_str!("../shell/gauges.s")),
    ("info.s", include_str!("../shell/info.s")),
    ("labels.s", include_str!("../shell/labels.s")),
    ("locator.s", include_str!("../shell/locator.s")),
    ("marks.s", include_str!("../shell/marks.s")),
    ("menu.s", include_str!("../shell/menu.s")),
    ("names.s", include_str!("../shell/names.s")),
    ("overview.s", include_str!("../shell/overview.s")),
    (
        "overview_lines.s",
        include_str!("../shell/overview_lines.s"),
    ),
    ("page.s", include_str!("../shell/page.s")),
    ("panel.s", include_str!("../shell/panel.s")),
    ("pieces.s", include_str!("../shell/pieces.s")),
    ("pulldown.s", include_str!("../shell/pulldown.s")),
    ("requester.s", include_str!("../shell/requester.s")),
    ("settings.s", include_str!("../shell/settings.s")),
    ("square.s", include_str!("../shell/square.s")),
    ("strip.s", include_str!("../shell/strip.s")),
    ("entry.inc", include_str!("../shell/entry.inc")),
    ("overview.inc", include_str!("../shell/overview.inc")),
    ("settings.inc", include_str!("../shell/settings.inc")),
    ("save.s", include_str!("../shell/save.s")),
];

/// Those of a game that is worked with keys.
const KEYED: &[File] = &[
    ("click.s", include_str!("../shell/keyed/click.s")),
    ("compass.s", include_str!("../shell/keyed/compass.s")),
    ("event.s", include_str!("../shell/keyed/event.s")),
    ("letter.s", include_str!("../shell/keyed/letter.s")),
    ("page.s", include_str!("../shell/keyed/page.s")),
    ("save.s", include_str!("../shell/keyed/save.s")),
    ("shapes.s", include_str!("../shell/keyed/shapes.s")),
    ("stick.s", include_str!("../shell/keyed/stick.s")),
    ("symbols.s", include_str!("../shell/keyed/symbols.s")),
];

/// Those of a game that is played by telephone, too.
const TELEPHONE: &[File] = &[
    ("blocks.s", include_str!("../shell/telephone/blocks.s")),
    ("call.s", include_str!("../shell/telephone/call.s")),
    ("modem.s", include_str!("../shell/telephone/modem.s")),
    (
        "telephone.inc",
        include_str!("../shell/telephone/telephone.inc"),
    ),
    (
        "telephone.s",
        include_str!("../shell/telephone/telephone.s"),
    ),
    ("uart.s", include_str!("../shell/telephone/uart.s")),
];

/// What a counter looks like: with the numbers of the unit; with its name; and of a game that has none.
const NUMBERS: File = ("numbers.s", include_str!("../shell/numbers.s"));
const LETTERED: [File; 4] = [
    ("lettered.s", include_str!("../shell/lettered.s")),
    ("make.s", include_str!("../shell/make.s")),
    ("words.s", include_str!("../shell/words.s")),
    ("letters.s", include_str!("../shell/letters.s")),
];
/// What a game with names on its counters has besides, that is worked with a pointer.
const KEPT: &[File] = &[("cache.s", include_str!("../shell/cache.s"))];
const CLASSIC: File = ("classic.s", include_str!("../shell/classic.s"));

/// Where the screen has what, in either style; included as `layout.inc`.
const POINTER_LAYOUT: &str = include_str!("../shell/pointer.inc");
const KEYED_LAYOUT: &str = include_str!("../shell/keyed.inc");

/// How a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// How it is worked.
    pub style: Style,
    /// Two play it by telephone, too.
    pub telephone: bool,
}

impl Played {
    /// As a cartridge says, on a machine that has a pointer.
    pub fn of(cartridge: &Cartridge<'_>) -> Self {
        let style = Style::of(cartridge, true);
        Self {
            style,
            telephone: cartridge.telephone && style.is_pointer(),
        }
    }
}

/// Every source of the shell for a game that is played so, the generated `art.s`, which draws a game's title, and its values by
/// their names: with what the game draws itself, and else with the drawings in `amiga/art`; and what it includes last.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn sources(
    looks: &Looks<'_>,
    played: Played,
    title: &str,
    files: &Art<'_>,
) -> Result<Vec<Source>, ArtError> {
    let style = played.style;
    let art = art::art(looks, style, title, files)?;
    let classic = art::is_classic(looks);
    let lettered = art::is_lettered(looks);
    let (styled, layout) = match style {
        Style::Pointer => (POINTER, POINTER_LAYOUT),
        Style::Keyed => (KEYED, KEYED_LAYOUT),
    };
    let counter: &[File] = match (classic, lettered) {
        (true, _) => &[CLASSIC],
        (_, true) => &LETTERED,
        _ => &[NUMBERS],
    };
    let called = if played.telephone { TELEPHONE } else { &[] };
    let kept = match style {
        Style::Pointer if lettered => KEPT,
        _ => &[],
    };
    let own = COMMON
        .iter()
        .chain(styled)
        .chain(called)
        .chain(kept)
        .copied();
    let own = own.chain(counter.iter().copied());
    let own = own.map(|(name, text)| Source {
        name,
        bytes: text.as_bytes().to_vec(),
    });
    let layout = Source {
        name: "layout.inc",
        bytes: format!(
            "{layout}\n; Counters without numbers.\nCLASSIC = {}\n; Counters with names in the place of numbers.\nLETTERED = {}\n; Railways on the map.\nRAILS = {}\n; Slopes and high ground on the map.\nHEIGHTS = {}\n; Colours that go by the weather.\nSEASONS = {}\n; Played by telephone.\nTELEPHONE = {}\n",
            u8::from(classic),
            u8::from(lettered),
            u8::from(art::has_rails(looks)),
            u8::from(art::has_heights(looks)),
            u8::from(art.seasons),
            u8::from(played.telephone)
        )
        .into_bytes(),
    };
    let made = Source {
        name: "art.s",
        bytes: art.source.into_bytes(),
    };
    let files = art.files.into_iter();
    let binary = files.map(|(name, bytes)| Source { name, bytes });
    Ok(own.chain([layout, made]).chain(binary).collect())
}
