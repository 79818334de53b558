//! Saved games as a shell writes them, such that a load has the status that a replay tells. Where they lie on a disk is for each
//! machine to say (`targets/`).

use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::Memory;
use hexfront_vm::image::{self, Header};

pub use hexfront_isa::contract::save::{
    DAMAGED, DONE, NO_DRIVE, NONE as NO_SAVE, OLDER, OTHER as OTHER_GAME, PROTECTED,
};

/// Slot number in the header of a game that was saved under a name.
pub const NO_SLOT: u8 = 0xFF;
/// Two files take turns.
pub const TURNING: usize = 2;
/// Bytes of a saved game's header.
pub const HEADER: usize = 32;
/// Letters of a saved game's name.
pub const NAME: usize = 12;
/// Such a name, filled up with zeros.
pub type GameName = [u8; NAME];

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

/// Saved games with names on a machine's disk.
pub trait NamedSaves: Sync {
    /// How many there are.
    fn count(&self, disk: &[u8]) -> usize;

    /// The disk with so many, each of this state.
    fn with_count(
        &self,
        cartridge: &Cartridge<'_>,
        state: &[u8],
        count: usize,
        disk: &[u8],
    ) -> Vec<u8>;

    /// The disk on which a game is saved under a name, or none is.
    fn with_name(
        &self,
        cartridge: &Cartridge<'_>,
        state: &[u8],
        name: (GameName, bool),
        disk: &[u8],
    ) -> Vec<u8>;
}

/// Makes files of saved games.
pub struct Writer<'c> {
    cartridge: &'c Cartridge<'c>,
    memory: Memory,
    /// The image is packed.
    packs: bool,
}

impl<'c> Writer<'c> {
    /// For a shell that packs the state image.
    pub fn packing(cartridge: &'c Cartridge<'c>, state: &[u8]) -> Self {
        Self {
            packs: true,
            ..Self::plain(cartridge, state)
        }
    }

    /// For a shell that does not.
    pub fn plain(cartridge: &'c Cartridge<'c>, state: &[u8]) -> Self {
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
    pub fn save(&self, slot: u8, generation: u16) -> Vec<u8> {
        self.file(self.header(slot, generation))
    }

    /// A saved game of another version.
    pub fn foreign(&self, slot: u8) -> Vec<u8> {
        let header = self.header(slot, 1);
        self.file(Header {
            version: header.version.wrapping_add(1),
            ..header
        })
    }

    /// Two files that take turns.
    pub fn turning(&self, status: u16) -> [Option<Vec<u8>>; TURNING] {
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
pub fn damaged(mut file: Vec<u8>) -> Vec<u8> {
    if let Some(first) = file.get_mut(HEADER) {
        *first ^= 1;
    }
    file
}
