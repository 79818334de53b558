//! The machines that games are built for and played on: one list, one folder each. What the tool must know of a machine it asks
//! here; nothing else in the tool names one.

mod amiga;
mod apple2;
mod atari8;
mod c64;
mod keyed;

pub use keyed::Needs;

use crate::budget::stack::Stack;
use crate::failure::Failure;
use crate::letters::Font;
use crate::pipeline::{BuildError, Game};
use crate::replay::saves::{NamedSaves, Wanted};
use crate::session::{RunError, Session};
use hexfront_disk::{Image as Disk, ImageError};
use hexfront_isa::Style;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::window;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_lang::Cut;
use hexfront_platforms::machine::Machine;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// A machine of the list.
pub type TargetRef = &'static dyn Target;

/// All machines, in the order in which a game is tried on them.
pub const ALL: [TargetRef; 4] = [C64, AMIGA, APPLE2, ATARI8];

/// The Commodore 64.
pub const C64: TargetRef = &c64::C64;
/// The Amiga 500.
pub const AMIGA: TargetRef = &amiga::Amiga;
/// The Apple II.
pub const APPLE2: TargetRef = &apple2::Apple2;
/// The Atari 800, 800XL and 130XE.
pub const ATARI8: TargetRef = &atari8::Atari8;

/// The machine of that name.
pub fn find(name: &str) -> Option<TargetRef> {
    ALL.into_iter().find(|target| target.name() == name)
}

/// The names of all machines, as on the command line.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|target| target.name()).collect()
}

/// The machine that a disk is for.
pub fn for_disk(disk: &Disk) -> Option<TargetRef> {
    ALL.into_iter().find(|target| target.takes(disk))
}

/// A ROM as the user names it: its name on the command line, and his file.
pub type OwnRom = (&'static str, PathBuf);

/// How a machine is fitted out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitting<'a> {
    /// For 60 Hz television, not 50.
    pub ntsc: bool,
    /// Expansions, by the names in [`Target::expansions`].
    pub expansions: &'a [&'static str],
    /// ROMs in the place of ours.
    pub roms: &'a [OwnRom],
    /// A second disk drive is connected, where the machine can have one.
    pub second_drive: bool,
}

impl Fitting<'_> {
    /// Whether an expansion is plugged in.
    pub fn has(&self, expansion: &str) -> bool {
        self.expansions.contains(&expansion)
    }
}

/// A text window of a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextWindow {
    /// How a sentence names it.
    pub name: &'static str,
    /// Its columns.
    pub columns: usize,
    /// Its rows.
    pub rows: usize,
}

/// The text windows of a shell that is worked with keys, in the sizes that most machines have.
pub fn keyed_window(number: u8) -> Option<TextWindow> {
    let (name, columns, rows) = match u16::from(number) {
        window::BAR => ("the top bar", 38, 1),
        window::INFO => ("the info bar", 38, 1),
        window::BODY => ("the panel", 32, 4),
        window::PAGE => ("the page", 40, 24),
        window::MESSAGE => ("the message line", 32, 1),
        _ => return None,
    };
    Some(TextWindow {
        name,
        columns,
        rows,
    })
}

/// The same in the size that they have on a machine: columns and rows.
pub fn sized_window(number: u8, (columns, rows): (usize, usize)) -> Option<TextWindow> {
    let TextWindow { name, .. } = keyed_window(number)?;
    Some(TextWindow {
        name,
        columns,
        rows,
    })
}

/// Where the shell of a machine takes chance from when a game asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// From moments of all keys and from the machine itself, which nothing repeats; a replay lays the number that came where the
    /// shell looks for it.
    Laid,
    /// From how long the player took for a key.
    Moment,
}

/// All that the tool must know of a machine.
pub trait Target: Sync {
    /// As on the command line and in `budgets.toml`.
    fn name(&self) -> &'static str;

    /// As sentences name it.
    fn title(&self) -> &'static str;

    /// How names of its image files end, without the dot.
    fn image_ending(&self) -> &'static str;

    /// The names of its ROMs on the command line.
    fn roms(&self) -> &'static [&'static str];

    /// What can be plugged into it, by name, each with a line that says what it is.
    fn expansions(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether it has a drive for such a disk.
    fn takes(&self, disk: &Disk) -> bool;

    /// Builds a cartridge for it.
    ///
    /// # Errors
    /// See [`BuildError`].
    fn build(&self, cartridge: &[u8]) -> Result<Game, BuildError>;

    /// How finely games are cut into parts for it.
    fn cut(&self) -> Cut {
        Cut::Coarse
    }

    /// Whether it has a pointer.
    fn has_pointer(&self) -> bool {
        false
    }

    /// Whether text has colours.
    fn has_inks(&self) -> bool {
        true
    }

    /// A text window of its shell, by the number of the contract; nothing where its size differs from page to page.
    fn text_window(&self, _style: Style, window: u8) -> Option<TextWindow> {
        keyed_window(window)
    }

    /// Values that the view draws and that neither the game nor the machine has a drawing for: they get its plainest.
    fn unknown(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown>;

    /// What of a game's art for the machine it has no use for: files, and pictures in them.
    fn unread(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<String>;

    /// The fonts that the shell draws its text with, on a machine that keeps no characters.
    fn fonts(&self) -> Vec<Font> {
        Vec::new()
    }

    /// Switches it on, its drive at the host's speed.
    ///
    /// # Errors
    /// When a ROM is not there, has the wrong length or belongs to another machine.
    fn switch_on(&self, fitting: Fitting<'_>) -> Result<Box<dyn Machine>, Box<dyn Error>>;

    /// Starts the disk that was in the drive when the machine was switched on. Returns the cycle from which its player waits.
    ///
    /// # Errors
    /// When the disk does not load.
    fn start(&self, session: &mut Session) -> Result<u64, RunError>;

    /// The disk in a file with a game's program in the place of the one on it, and all else as it is.
    ///
    /// # Errors
    /// With a sentence why the disk cannot be used.
    fn with_program(&self, disk: &[u8], game: &Game) -> Result<Vec<u8>, String>;

    /// A disk with files for a game's saved games and nothing else, for a second drive; nothing on a machine that has none.
    fn save_disk(&self, _cartridge: &Cartridge<'_>) -> Option<Result<Disk, ImageError>> {
        None
    }

    /// What is free on a game's disk, for its player; nothing where that is always the same.
    fn room(&self, _disk: &Disk) -> Option<String> {
        None
    }

    /// What a linked game takes of memory and disk, by measure.
    ///
    /// # Errors
    /// When the disk cannot be read.
    fn sizes(
        &self,
        game: &Game,
        cartridge: &Cartridge<'_>,
    ) -> Result<BTreeMap<&'static str, f64>, ImageError>;

    /// The processor's stack while a game runs; that of a 6502 where a machine says no other.
    fn stack(&self, _game: &Game) -> Option<Stack> {
        Some(Stack {
            bytes: 0x0100..=0x01FF,
            pointer: "s",
            base: 0x0100,
        })
    }

    /// Symbols of the window's place on the map in hexes, across and down, where scrolling is a call of the rules; those of the
    /// shell that all machines with a 6502 share where a machine says no others.
    fn window_origin(&self) -> Option<[&'static str; 2]> {
        Some(["win_x", "win_y"])
    }

    /// Where chance comes from; where a machine says nothing else, as in that shell.
    fn chance(&self) -> Chance {
        Chance::Laid
    }

    /// A disk with such saved games in the place of its own that a load has the status that a replay tells.
    ///
    /// # Errors
    /// When it is no disk, or full.
    fn with_saves(
        &self,
        cartridge: &Cartridge<'_>,
        wanted: Wanted<'_>,
        disk: &[u8],
    ) -> Result<Vec<u8>, ImageError>;

    /// Saved games with names, on a machine that has them.
    fn named_saves(&self) -> Option<&'static dyn NamedSaves> {
        None
    }
}

impl fmt::Debug for dyn Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Target {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Target {}

/// Builds a cartridge for the first machine that it can be built for.
///
/// # Errors
/// The last machine's [`BuildError`].
pub fn build_first(cartridge: &[u8]) -> Result<Game, BuildError> {
    let [first, rest @ ..] = ALL;
    rest.into_iter()
        .fold(first.build(cartridge), |built, target| {
            built.or_else(|_| target.build(cartridge))
        })
}

/// A machine by its name; the message names those there are.
///
/// # Errors
/// When there is none of that name.
pub fn known(name: &str) -> Result<TargetRef, Failure> {
    let unknown = || {
        format!(
            "there is no machine {name:?}; there is {}",
            names().join(", ")
        )
    };
    Ok(find(name).ok_or_else(unknown)?)
}

/// A user's ROM, `KIND=FILE`.
///
/// # Errors
/// With what can be written there.
pub fn parse_rom(text: &str) -> Result<OwnRom, String> {
    let kinds = || ALL.into_iter().flat_map(|target| target.roms());
    let rom = text.split_once('=').and_then(|(kind, file)| {
        let kind = kinds().find(|known| **known == kind)?;
        Some((*kind, file.into()))
    });
    rom.ok_or_else(|| format!("use {}", rom_kinds()))
}

/// What can be written before and behind the equals sign of a user's ROM, by machine.
pub fn rom_kinds() -> String {
    let of = |target: &TargetRef| {
        let kinds: Vec<String> = target.roms().iter().map(|k| format!("{k}=FILE")).collect();
        format!("{} ({})", kinds.join(", "), target.title())
    };
    ALL.iter().map(of).collect::<Vec<_>>().join("; ")
}

/// Refuses what cannot be plugged into a machine.
///
/// # Errors
/// The first that is for others, and for which.
pub fn check_expansions(target: TargetRef, with: &[&str]) -> Result<(), String> {
    let is_for = |target: TargetRef, name: &str| target.expansions().iter().any(|e| e.0 == name);
    let Some(name) = with.iter().find(|name| !is_for(target, name)) else {
        return Ok(());
    };
    let others: Vec<&str> = ALL
        .into_iter()
        .filter(|other| is_for(*other, name))
        .map(|other| other.name())
        .collect();
    Err(format!(
        "--with {name} is for {}, not for the {}; --on chooses the machine",
        others.join(" and "),
        target.title()
    ))
}

/// The names of all expansions.
pub fn expansion_names() -> Vec<&'static str> {
    let all = ALL.into_iter().flat_map(|target| target.expansions());
    all.map(|(name, _)| *name).collect()
}

/// What can be plugged in, by machine.
pub fn expansion_help() -> String {
    let all = ALL.into_iter().flat_map(|target| {
        let title = target.title();
        let one = move |(name, what): &(&str, &str)| format!("`{name}`, {what} ({title})");
        target.expansions().iter().map(one)
    });
    all.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn machines_are_found_by_names_of_their_own() {
        let distinct: BTreeSet<_> = names().into_iter().collect();
        assert_eq!(distinct.len(), ALL.len());
        for target in ALL {
            assert_eq!(find(target.name()), Some(target));
        }
        assert!(find("vic20").is_none());
    }

    #[test]
    fn a_rom_is_named_by_its_kind_and_a_wrong_kind_is_told_the_right_ones() {
        let (kind, path) = parse_rom("basic=x.rom").unwrap();
        assert_eq!((kind, path), ("basic", "x.rom".into()));
        let wrong = parse_rom("eprom=x").unwrap_err();
        assert!(
            wrong.contains("kernal=FILE") && wrong.contains("kickstart=FILE"),
            "{wrong}"
        );
    }
}
