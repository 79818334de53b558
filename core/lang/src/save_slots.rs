//! The saved games of a machine on the host: two slots that take turns, as the shells of real machines keep them.

use alloc::vec::Vec;
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::Memory;
use hexfront_vm::image::{self, Header, LoadError, Slots};

/// Answers of `save` and `load` in the shell contract.
pub mod status {
    /// Saved, or loaded.
    pub const DONE: u16 = 0;
    /// There is no such save.
    pub const NO_SAVE: u16 = 1;
    /// The saved game is damaged.
    pub const DAMAGED: u16 = 2;
    /// It is of another game or version.
    pub const OTHER_GAME: u16 = 4;
    /// The older one was loaded: the newer is damaged.
    pub const NEWER_DAMAGED: u16 = 8;
}

/// Slots that take turns.
const SLOTS: u16 = 2;

/// The files in two slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaveSlots([Option<Vec<u8>>; SLOTS as usize]);

impl SaveSlots {
    /// The file in a slot, header and state image.
    pub fn file(&self, slot: usize) -> Option<&[u8]> {
        self.0.get(slot)?.as_deref()
    }

    /// Writes a slot; one of its choice where the number names none. Returns the status.
    pub fn save(&mut self, slot: u16, cartridge: &Cartridge<'_>, memory: &Memory) -> u16 {
        let (next, generation) = self.headers(cartridge).next_write();
        let slot = if slot < SLOTS {
            usize::from(slot)
        } else {
            next
        };
        self.0[slot] = Some(file(cartridge, memory, slot as u8, generation));
        status::DONE
    }

    /// Reads a slot, or the newest whole one where the number names none. Returns the status.
    pub fn load(&self, slot: u16, cartridge: &Cartridge<'_>, memory: &mut Memory) -> u16 {
        if slot < SLOTS {
            return match self.file(usize::from(slot)) {
                Some(file) => load(cartridge, memory, file),
                None => status::NO_SAVE,
            };
        }
        let damaged = self.0.iter().flatten().any(|file| {
            matches!(
                Header::read(cartridge, file),
                Err(LoadError::Damaged { .. })
            )
        });
        match self.headers(cartridge).newest() {
            Some(newest) => {
                let loaded = self.load(newest as u16, cartridge, memory);
                match loaded {
                    status::DONE if damaged => status::NEWER_DAMAGED,
                    _ => loaded,
                }
            }
            None if damaged => status::DAMAGED,
            None => status::NO_SAVE,
        }
    }

    fn headers(&self, cartridge: &Cartridge<'_>) -> Slots {
        Slots::of(cartridge, self.0.each_ref().map(Option::as_deref))
    }
}

/// A saved game: header and state image.
pub fn file(cartridge: &Cartridge<'_>, memory: &Memory, slot: u8, generation: u16) -> Vec<u8> {
    let header = Header::of(cartridge, memory, slot, generation);
    let mut file = Vec::from(header.to_bytes());
    file.extend(image::bytes(cartridge, memory));
    file
}

/// Loads a saved game, if it is a whole one of this game. Returns the status.
pub fn load(cartridge: &Cartridge<'_>, memory: &mut Memory, file: &[u8]) -> u16 {
    match Header::read(cartridge, file) {
        Ok((_, state)) => {
            image::restore(cartridge, memory, state);
            status::DONE
        }
        Err(LoadError::Damaged { .. }) => status::DAMAGED,
        Err(LoadError::Magic | LoadError::Other) => status::OTHER_GAME,
    }
}
