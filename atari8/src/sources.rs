//! The shell's assembly sources, in the order they are linked.

use crate::art::ArtError;
use crate::listing::{self, Listing};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_layout::{Source, shell_files, shell_of};

/// The machine's own files for screen, map, keys and sound. `.inc` files are included by the others, not assembled by themselves.
const FILES: &[(&str, &str)] = shell_files!(
    "bands.s",
    "bar.s",
    "colours.s",
    "frame.s",
    "hardware.inc",
    "keys.s",
    "machine.inc",
    "machine_zp.s",
    "map.s",
    "player.s",
    "screen.s",
    "scroll_fine.s",
    "sound.s",
    "split.s",
    "text_code.s",
    "tile.s",
    "title.s",
    "title_picture.s",
);

/// Those of them that draw a title page: a program has one.
const TITLES: [&str; 2] = ["title.s", "title_picture.s"];

/// Those for the disk, and for the game's beginning: `boot.s` brings the program into memory.
const DISK: &[(&str, &str)] = shell_files!(
    "again.s",
    "boot.s",
    "disk.inc",
    "disk.s",
    "disk_fast.s",
    "disk_file.s",
    "disk_format.s",
    "disk_make.s",
    "disk_name.s",
    "disk_new.s",
    "disk_offer.s",
    "disk_open.s",
    "disk_sio.s",
    "disk_words.s",
    "format_ask.s",
    "part_bank.s",
    "part_read.s",
    "saving_far.inc",
    "start.s",
);

/// The shared file whose place `part_read.s` takes.
const PACKED_PARTS: &str = "bring.s";

/// What belongs to the shell beside [`sources`]: disk work, and what brings the program into memory and begins it.
#[must_use]
pub fn disk_sources() -> Vec<Source> {
    DISK.iter().copied().map(Source::from).collect()
}

/// Every source of the shell: the machine's own, what all machines with this processor share, and the generated `art.s` and
/// `tiles.inc`, which draw the game's values by their names: with what the game draws itself, and else with the drawings in `atari8/art`.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn sources(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Result<Vec<Source>, ArtError> {
    let Listing { art, tiles, title } = listing::listing(looks, title, art)?;
    let titles = TITLES.into_iter().filter(|name| *name != title);
    let left_out: Vec<&str> = titles.chain([PACKED_PARTS]).collect();
    let made = [("art.s", art), ("tiles.inc", tiles)];
    let files = [FILES, hexfront_shell::SOURCES_6502];
    Ok(shell_of(files, &left_out, made))
}
