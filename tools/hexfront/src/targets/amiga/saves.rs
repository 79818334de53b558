//! Saved games on a disk, in slots of five tracks.

use crate::replay::saves::{
    DAMAGED, GameName, HEADER, NAME, NO_SAVE, NO_SLOT, NamedSaves, OLDER, OTHER_GAME, TURNING,
    Wanted, Writer, damaged,
};
use hexfront_disk::adf::saves::slot;
use hexfront_isa::Style;
use hexfront_isa::cartridge::Cartridge;

/// Slots (`amiga/shell/save.s`): two that take turns, then those of named games, one of them free while the others are full.
const SLOTS: usize = 13;

/// Slots of a game that is worked with keys: four games, each in two that take turns (`amiga/shell/keyed/save.s`).
const KEYED_SLOTS: usize = 8;

/// A disk with such games in the place of those that are saved on it.
pub fn on_disk(cartridge: &Cartridge<'_>, wanted: Wanted<'_>, disk: &[u8]) -> Vec<u8> {
    match Style::of(cartridge, super::HAS_POINTER) {
        Style::Pointer => named(cartridge, wanted, disk),
        Style::Keyed => keyed(cartridge, wanted, disk),
    }
}

/// The same for each of the games that may be saved beside each other: the keys tell which one is loaded.
fn keyed(cartridge: &Cartridge<'_>, wanted: Wanted<'_>, disk: &[u8]) -> Vec<u8> {
    let mut disk = disk.to_vec();
    let files = Writer::packing(cartridge, wanted.state).turning(wanted.status);
    for (number, file) in (0..KEYED_SLOTS).zip(files.iter().cycle()) {
        if let Some(slot) = disk.get_mut(slot(number)) {
            slot.fill(0);
            let file = file.as_deref().unwrap_or_default();
            slot[..file.len()].copy_from_slice(file);
        }
    }
    disk
}

/// Games under their names.
fn named(cartridge: &Cartridge<'_>, wanted: Wanted<'_>, disk: &[u8]) -> Vec<u8> {
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

/// Those of the slots behind the two that take turns.
pub struct Named;

impl NamedSaves for Named {
    fn count(&self, disk: &[u8]) -> usize {
        let named = |number: &usize| name_in(disk, *number).is_some();
        (TURNING..SLOTS).filter(named).count()
    }

    fn with_count(
        &self,
        cartridge: &Cartridge<'_>,
        state: &[u8],
        count: usize,
        disk: &[u8],
    ) -> Vec<u8> {
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

    fn with_name(
        &self,
        cartridge: &Cartridge<'_>,
        state: &[u8],
        (name, there): (GameName, bool),
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
}

/// The name in a slot that holds a saved game.
fn name_in(disk: &[u8], number: usize) -> Option<GameName> {
    let slot = disk.get(slot(number))?;
    let name = slot.get(HEADER..HEADER + NAME)?;
    slot.starts_with(b"HXSG").then(|| name.try_into().ok())?
}

/// Fills a slot, or empties it.
fn put(disk: &mut [u8], number: usize, saved: Option<(&[u8], GameName)>) {
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
