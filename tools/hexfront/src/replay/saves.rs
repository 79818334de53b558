//! Saved games on the disk in a machine's drive, such that a load has the status that a replay tells.

use hexfront_amiga::boot::{SAVE_TRACK, TRACK_BYTES};
use hexfront_disk::d64::{D64, DiskError, FileKind, Name};
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::Memory;
use hexfront_vm::image::{self, Header};

/// Statuses of `save` and `load`.
pub const DONE: u16 = 0;
/// There is no such game.
pub const NO_SAVE: u16 = 1;
const DAMAGED: u16 = 2;
const OTHER_GAME: u16 = 4;
/// The disk is protected from being written to.
pub const PROTECTED: u16 = 6;
/// There is no disk, or no drive.
pub const NO_DRIVE: u16 = 7;
const OLDER: u16 = 8;

/// Letters of the files of saved games on a C64's disk (`c64/shell/save.s`), two a game.
const FILES: &str = "ABCDEFGH";
/// Slot number in the header of a game that was saved under a name.
const NO_SLOT: u8 = 0xFF;

/// Slots on an Amiga's disk (`amiga/shell/save.s`): two that take turns, then those of named games, one of them free while the others
/// are full; bytes of each, of the header and of the name behind it.
const TURNING: usize = 2;
const SLOTS: usize = 13;
const SLOT_BYTES: usize = 5 * TRACK_BYTES;
const HEADER: usize = 32;
/// Letters of a saved game's name.
pub const NAME: usize = 12;

/// Whether a disk can bring that status of `load` about.
pub fn can_bring(status: u16) -> bool {
    matches!(status, DONE | NO_SAVE | DAMAGED | OTHER_GAME | OLDER)
}

/// What a load is to find.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'s> {
    /// The status it is to have.
    pub status: u16,
    /// The state image that it is to bring, if it brings one.
    pub state: &'s [u8],
}

/// Makes files of saved games.
struct Writer<'c> {
    cartridge: &'c Cartridge<'c>,
    memory: Memory,
    /// The image is packed.
    packs: bool,
}

impl<'c> Writer<'c> {
    /// For the C64.
    fn packing(cartridge: &'c Cartridge<'c>, state: &[u8]) -> Self {
        Self {
            packs: true,
            ..Self::plain(cartridge, state)
        }
    }

    /// For the Amiga.
    fn plain(cartridge: &'c Cartridge<'c>, state: &[u8]) -> Self {
        let mut memory = Memory::of(cartridge);
        image::restore(cartridge, &mut memory, state);
        Self {
            cartridge,
            memory,
            packs: false,
        }
    }

    fn header(&self, slot: u8, generation: u16) -> Header {
        let header = Header::of(self.cartridge, &self.memory, slot, generation);
        if self.packs { header.packed() } else { header }
    }

    fn file(&self, header: Header) -> Vec<u8> {
        let body = header.body(self.cartridge, &self.memory);
        header.to_bytes().into_iter().chain(body).collect()
    }

    /// Header and state image.
    fn save(&self, slot: u8, generation: u16) -> Vec<u8> {
        self.file(self.header(slot, generation))
    }

    /// A saved game of another version.
    fn foreign(&self, slot: u8) -> Vec<u8> {
        let header = self.header(slot, 1);
        self.file(Header {
            version: header.version.wrapping_add(1),
            ..header
        })
    }

    /// Two files that take turns.
    fn turning(&self, status: u16) -> [Option<Vec<u8>>; TURNING] {
        match status {
            OTHER_GAME => [Some(self.foreign(0)), None],
            NO_SAVE => [None, None],
            DAMAGED => [Some(damaged(self.save(0, 2))), None],
            OLDER => [Some(self.save(0, 1)), Some(damaged(self.save(0, 2)))],
            // In both: whichever the game asks for.
            _ => [Some(self.save(0, 1)), Some(self.save(1, 1))],
        }
    }
}

/// Whole but for the first byte of its image.
fn damaged(mut file: Vec<u8>) -> Vec<u8> {
    if let Some(first) = file.get_mut(HEADER) {
        *first ^= 1;
    }
    file
}

/// A disk of the C64 with such saved games in the place of its own.
///
/// # Errors
/// When it is no disk, or full.
pub fn on_d64(
    cartridge: &Cartridge<'_>,
    wanted: Wanted<'_>,
    disk: &[u8],
) -> Result<Vec<u8>, DiskError> {
    let mut disk = D64::from_bytes(disk)?;
    let files = Writer::packing(cartridge, wanted.state).turning(wanted.status);
    // The same for each of the games that may be saved beside each other: the keys tell which one is loaded.
    for (letter, file) in FILES.chars().zip(files.into_iter().cycle()) {
        let name = format!("{}.SAVE.{letter}", cartridge.game);
        let name = Name::from_petscii(name.as_bytes());
        if let Ok(entry) = disk.find(&name) {
            disk.scratch(&entry)?;
        }
        if let Some(file) = file {
            disk.write_file(&name, FileKind::Seq, &file)?;
        }
    }
    Ok(disk.to_bytes())
}

/// A disk of the Amiga with such games in the place of those that are saved on it, under their names.
pub fn on_adf(cartridge: &Cartridge<'_>, wanted: Wanted<'_>, disk: &[u8]) -> Vec<u8> {
    let mut disk = disk.to_vec();
    let writer = Writer::plain(cartridge, wanted.state);
    for (number, file) in writer.turning(wanted.status).into_iter().enumerate() {
        let name = [0; NAME];
        put(&mut disk, number, file.as_deref().map(|file| (file, name)));
    }
    for number in TURNING..SLOTS {
        let Some(name) = name_in(&disk, number) else {
            continue;
        };
        let file = writer.save(NO_SLOT, 0);
        let file = match wanted.status {
            NO_SAVE => None,
            DAMAGED | OLDER => Some(damaged(file)),
            OTHER_GAME => Some(writer.foreign(NO_SLOT)),
            _ => Some(file),
        };
        put(&mut disk, number, file.as_deref().map(|file| (file, name)));
    }
    disk
}

/// A disk of the Amiga with so many games saved under names, each of this state.
pub fn named(cartridge: &Cartridge<'_>, state: &[u8], count: usize, disk: &[u8]) -> Vec<u8> {
    let mut disk = disk.to_vec();
    let file = Writer::plain(cartridge, state).save(NO_SLOT, 0);
    for number in TURNING..SLOTS {
        let mut name = [0; NAME];
        name[..2].copy_from_slice(&[b'G', b'A' + number as u8]);
        let here = number < TURNING + count;
        put(&mut disk, number, here.then_some((&file, name)));
    }
    disk
}

/// A disk of the Amiga on which a game is saved under a name, or none is.
pub fn with_name(
    cartridge: &Cartridge<'_>,
    state: &[u8],
    (name, there): ([u8; NAME], bool),
    disk: &[u8],
) -> Vec<u8> {
    let mut disk = disk.to_vec();
    let mut numbers = TURNING..SLOTS;
    let known = numbers.clone().find(|n| name_in(&disk, *n) == Some(name));
    match (known, there) {
        (Some(number), false) => put(&mut disk, number, None),
        (None, true) => {
            let file = Writer::plain(cartridge, state).save(NO_SLOT, 0);
            let free = numbers.find(|n| name_in(&disk, *n).is_none());
            let number = free.unwrap_or(TURNING);
            put(&mut disk, number, Some((&file, name)));
        }
        (Some(_), true) | (None, false) => {}
    }
    disk
}

/// How many games are saved under names on a disk of the Amiga.
pub fn names_on(disk: &[u8]) -> usize {
    let named = |number: &usize| name_in(disk, *number).is_some();
    (TURNING..SLOTS).filter(named).count()
}

/// The name in a slot that holds a saved game.
fn name_in(disk: &[u8], number: usize) -> Option<[u8; NAME]> {
    let slot = disk.get(slot(number))?;
    let name = slot.get(HEADER..HEADER + NAME)?;
    slot.starts_with(b"HXSG").then(|| name.try_into().ok())?
}

/// Fills a slot, or empties it.
fn put(disk: &mut [u8], number: usize, saved: Option<(&[u8], [u8; NAME])>) {
    let Some(slot) = disk.get_mut(slot(number)) else {
        return;
    };
    slot.fill(0);
    if let Some((file, name)) = saved {
        let (header, image) = file.split_at(HEADER);
        let bytes = [header, &name, image].concat();
        slot[..bytes.len()].copy_from_slice(&bytes);
    }
}

/// Where a slot lies on the disk.
fn slot(number: usize) -> std::ops::Range<usize> {
    let track = SAVE_TRACK + number % 10 * 10 + number / 10 * 5;
    let first = track * TRACK_BYTES;
    first..first + SLOT_BYTES
}
