//! The saved games of a machine on the host: two files a game that take turns, as the shells of real machines keep them.

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
    /// The disk has no room for another.
    pub const FULL: u16 = 5;
    /// The older one was loaded: the newer is damaged.
    pub const NEWER_DAMAGED: u16 = 8;
}

/// Saved games that are told apart, and the files of each, which take turns.
const GAMES: u16 = 4;
const FILES: u16 = 2;

/// The files of all saved games, two a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaveSlots([Option<Vec<u8>>; (GAMES * FILES) as usize]);

impl SaveSlots {
    /// A file, header and packed state image.
    pub fn file(&self, number: usize) -> Option<&[u8]> {
        self.0.get(number)?.as_deref()
    }

    /// Writes the older file of a saved game, of the first where the number names none. Returns the status.
    pub fn save(&mut self, game: u16, cartridge: &Cartridge<'_>, memory: &Memory) -> u16 {
        let (next, generation) = self.headers(game, cartridge).next_write();
        let number = first_file(game) + next;
        self.0[number] = Some(file(cartridge, memory, number as u8, generation));
        status::DONE
    }

    /// Reads the newest whole file of a saved game, of the first where the number names none. Returns the status.
    pub fn load(&self, game: u16, cartridge: &Cartridge<'_>, memory: &mut Memory) -> u16 {
        let mut damaged = false;
        let mut other = false;
        for file in self.files(game).into_iter().flatten() {
            match Header::read(cartridge, file).err() {
                Some(LoadError::Other) => other = true,
                Some(_) => damaged = true,
                None => {}
            }
        }
        let newest = self.headers(game, cartridge).newest();
        match newest.and_then(|newest| self.files(game)[newest]) {
            Some(file) => match load(cartridge, memory, file) {
                status::DONE if damaged => status::NEWER_DAMAGED,
                loaded => loaded,
            },
            // The graver reason of both.
            None if other => status::OTHER_GAME,
            None if damaged => status::DAMAGED,
            None => status::NO_SAVE,
        }
    }

    fn files(&self, game: u16) -> [Option<&[u8]>; FILES as usize] {
        let first = first_file(game);
        [self.file(first), self.file(first + 1)]
    }

    fn headers(&self, game: u16, cartridge: &Cartridge<'_>) -> Slots {
        Slots::of(cartridge, self.files(game))
    }
}

/// Number of the first file of a saved game.
fn first_file(game: u16) -> usize {
    let game = if game < GAMES { game } else { 0 };
    usize::from(game * FILES)
}

/// A saved game of a slow disk: header and packed state image.
pub fn file(cartridge: &Cartridge<'_>, memory: &Memory, slot: u8, generation: u16) -> Vec<u8> {
    whole(
        Header::of(cartridge, memory, slot, generation).packed(),
        cartridge,
        memory,
    )
}

/// A saved game of a fast disk: header and state image.
pub fn plain_file(
    cartridge: &Cartridge<'_>,
    memory: &Memory,
    slot: u8,
    generation: u16,
) -> Vec<u8> {
    whole(
        Header::of(cartridge, memory, slot, generation),
        cartridge,
        memory,
    )
}

fn whole(header: Header, cartridge: &Cartridge<'_>, memory: &Memory) -> Vec<u8> {
    let mut file = Vec::from(header.to_bytes());
    file.extend(header.body(cartridge, memory));
    file
}

/// Loads a saved game, if it is a whole one of this game. Returns the status.
pub fn load(cartridge: &Cartridge<'_>, memory: &mut Memory, file: &[u8]) -> u16 {
    match Header::read(cartridge, file) {
        Ok((_, state)) => {
            image::restore_from(cartridge, memory, state);
            status::DONE
        }
        Err(LoadError::Other) => status::OTHER_GAME,
        Err(LoadError::Damaged { .. } | LoadError::Head(_) | LoadError::Magic) => status::DAMAGED,
    }
}
