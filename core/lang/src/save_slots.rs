//! The saved games of a machine on the host: two files a game that take turns, as the shells of real machines keep them.

use alloc::vec::Vec;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::save as status;
use hexfront_vm::Memory;
use hexfront_vm::image::{self, Header, LoadError, Slots};

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

    /// Writes the older file of a saved game, of the first where the number names none. Where another campaign lies that takes a
    /// number greater by four. Returns the status.
    pub fn save(&mut self, game: u16, cartridge: &Cartridge<'_>, memory: &Memory) -> u16 {
        let (game, over) = match game {
            GAMES..8 => (game - GAMES, true),
            _ => (game, false),
        };
        let slots = self.headers(game, cartridge);
        let (next, generation) = slots.next_write();
        let number = first_file(game) + next;
        let mine = Header::of(cartridge, memory, 0, 0).campaign;
        let other = |newest: Header| newest.campaign != mine;
        if !over && newest(&slots).is_some_and(other) {
            return status::CAMPAIGN;
        }
        self.0[number] = Some(file(cartridge, memory, number as u8, generation));
        status::DONE
    }

    /// Reads the newest whole file of a saved game, of the first where the number names none. Returns the status.
    pub fn load(&self, game: u16, cartridge: &Cartridge<'_>, memory: &mut Memory) -> u16 {
        let damaged = self.files(game).into_iter().flatten().any(|file| {
            let why = Header::read(cartridge, file).err();
            why.is_some_and(|why| why != LoadError::Other)
        });
        let newest = self.headers(game, cartridge).newest();
        match newest.and_then(|newest| self.files(game)[newest]) {
            Some(file) => match load(cartridge, memory, file) {
                status::DONE if damaged => status::OLDER,
                loaded => loaded,
            },
            None => self.nothing(game, cartridge),
        }
    }

    /// What the newest whole file of a saved game says: 0 whether there is one, as a status, 1 its turn, 2 its phase, 3 its campaign.
    pub fn look(&self, game: u16, what: u16, cartridge: &Cartridge<'_>) -> u16 {
        let Some(header) = newest(&self.headers(game, cartridge)) else {
            return match what {
                0 => self.nothing(game, cartridge),
                _ => 0,
            };
        };
        match what {
            1 => header.turn.into(),
            2 => header.phase.into(),
            3 => header.campaign.into(),
            _ => status::DONE,
        }
    }

    /// Why neither file of a saved game can be loaded: the graver reason of both.
    fn nothing(&self, game: u16, cartridge: &Cartridge<'_>) -> u16 {
        let reasons = self.files(game).into_iter().flatten().map(|file| {
            match Header::read(cartridge, file) {
                Err(LoadError::Other) => status::OTHER,
                Err(_) => status::DAMAGED,
                Ok(_) => status::DONE,
            }
        });
        reasons.max().unwrap_or(status::NONE)
    }

    fn files(&self, game: u16) -> [Option<&[u8]>; FILES as usize] {
        let first = first_file(game);
        [self.file(first), self.file(first + 1)]
    }

    fn headers(&self, game: u16, cartridge: &Cartridge<'_>) -> Slots {
        Slots::of(cartridge, self.files(game))
    }
}

fn newest(slots: &Slots) -> Option<Header> {
    slots.headers[slots.newest()?]
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
        Err(LoadError::Other) => status::OTHER,
        Err(LoadError::Damaged { .. } | LoadError::Head(_) | LoadError::Magic) => status::DAMAGED,
    }
}
