//! The directory: header and entries.
//!
//! Eight entries of 32 bytes a block; of each, byte 2 is the type, 3/4 the first block, 5-20 the name, 21-23 the
//! side sectors and record length of a relative file, 28/29 the first block of a file being replaced, 30/31 the
//! length in blocks. Source: 1541 User's Guide, appendix C, "Structure of single directory entry".

use super::{
    BLOCKS, Block, D64, DIRECTORY_INTERLEAVE, DiskError, Name, bam, image::Link, name::PAD,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Offsets in block 18/0.
const DOS_VERSION: usize = 0x02;
const DISK_NAME: usize = 0x90;
const DISK_ID: usize = 0xA2;
const DOS_TYPE: usize = 0xA5;
const HEADER_END: usize = 0xAB;

/// The disk's name and ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the disk.
    pub name: Name,
    /// The two characters of the ID, PETSCII.
    pub id: [u8; 2],
}

/// Block 18/0 of an empty disk.
pub(super) fn empty_bam(header: &Header) -> [u8; 256] {
    let mut block = [0; 256];
    block[0] = Block::DIRECTORY.track().0;
    block[1] = Block::DIRECTORY.sector().0;
    block[DOS_VERSION] = b'A';
    bam::free_all(&mut block);
    block[DISK_NAME..HEADER_END].fill(PAD);
    block[DISK_NAME..DISK_NAME + 16].copy_from_slice(&header.name.entry());
    block[DISK_ID..DISK_ID + 2].copy_from_slice(&header.id);
    block[DOS_TYPE..DOS_TYPE + 2].copy_from_slice(b"2A");
    block
}

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileKind {
    /// An entry without a file.
    Del,
    /// Sequential data.
    Seq,
    /// A program: the first two bytes are its load address.
    Prg,
    /// User defined.
    Usr,
    /// Relative: records of fixed length.
    Rel,
    /// A number that DOS 2.6 does not know (5 to 7).
    Unknown(u8),
}

impl FileKind {
    /// The kind of the low three bits of an entry's type byte.
    pub fn from_bits(bits: u8) -> FileKind {
        match bits & 7 {
            0 => FileKind::Del,
            1 => FileKind::Seq,
            2 => FileKind::Prg,
            3 => FileKind::Usr,
            4 => FileKind::Rel,
            other => FileKind::Unknown(other),
        }
    }

    /// The low three bits of an entry's type byte.
    pub fn bits(self) -> u8 {
        match self {
            FileKind::Del => 0,
            FileKind::Seq => 1,
            FileKind::Prg => 2,
            FileKind::Usr => 3,
            FileKind::Rel => 4,
            FileKind::Unknown(bits) => bits,
        }
    }

    /// The three letters of a directory.
    pub fn letters(self) -> &'static str {
        match self {
            FileKind::Del => "DEL",
            FileKind::Seq => "SEQ",
            FileKind::Prg => "PRG",
            FileKind::Usr => "USR",
            FileKind::Rel => "REL",
            FileKind::Unknown(_) => "???",
        }
    }

    /// The kind of the letter in a file name's modifier, as in `NAME,S`.
    pub fn from_letter(letter: u8) -> Option<FileKind> {
        match letter {
            b'D' => Some(FileKind::Del),
            b'S' => Some(FileKind::Seq),
            b'P' => Some(FileKind::Prg),
            b'U' => Some(FileKind::Usr),
            b'L' => Some(FileKind::Rel),
            _ => None,
        }
    }
}

/// Where in the directory an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Block of the directory.
    pub block: Block,
    /// Entry in the block, 0 to 7.
    pub index: u8,
}

impl Slot {
    fn offset(self) -> usize {
        usize::from(self.index) * 32
    }
}

/// A directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Where it stands.
    pub slot: Slot,
    /// Name of the file.
    pub name: Name,
    /// Type of the file.
    pub kind: FileKind,
    /// Written to its end; a directory shows a `*` if not.
    pub closed: bool,
    /// Protected against scratching; a directory shows a `<`.
    pub locked: bool,
    /// Track and sector of the first block, as the entry gives them.
    pub first: (u8, u8),
    /// Track and sector of the first side sector block of a relative file.
    pub side: (u8, u8),
    /// Length in blocks, as the entry gives it.
    pub blocks: u16,
}

impl Entry {
    /// The first block of the file.
    ///
    /// # Errors
    /// [`DiskError::BadLink`] if the entry points to a block that does not exist.
    pub fn first_block(&self) -> Result<Block, DiskError> {
        let (track, sector) = self.first;
        Block::new(track, sector).map_err(|_| DiskError::BadLink {
            block: self.slot.block,
            track,
            sector,
        })
    }

    /// The type byte. 0 marks a scratched entry and never comes from here for a file that is closed.
    pub(super) fn type_byte(&self) -> u8 {
        self.kind.bits() | (u8::from(self.closed) << 7) | (u8::from(self.locked) << 6)
    }
}

impl fmt::Display for Entry {
    /// The line of a directory listing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<4} {:<18}{}{}{}",
            self.blocks,
            format!("\"{}\"", self.name),
            if self.closed { ' ' } else { '*' },
            self.kind.letters(),
            if self.locked { "<" } else { "" }
        )
    }
}

fn entry_at(slot: Slot, block: &[u8; 256]) -> Option<Entry> {
    let raw = &block[slot.offset()..slot.offset() + 32];
    (raw[2] != 0).then(|| Entry {
        slot,
        name: Name::from_entry(raw[5..21].try_into().expect("16 bytes")),
        kind: FileKind::from_bits(raw[2]),
        closed: raw[2] & 0x80 != 0,
        locked: raw[2] & 0x40 != 0,
        first: (raw[3], raw[4]),
        side: (raw[21], raw[22]),
        blocks: u16::from_le_bytes([raw[30], raw[31]]),
    })
}

impl D64 {
    /// Name and ID of the disk.
    ///
    /// # Errors
    /// As [`D64::read`] for block 18/0.
    pub fn header(&self) -> Result<Header, DiskError> {
        let block = self.read(Block::BAM)?;
        Ok(Header {
            name: Name::from_entry(
                block[DISK_NAME..DISK_NAME + 16]
                    .try_into()
                    .expect("16 bytes"),
            ),
            id: [block[DISK_ID], block[DISK_ID + 1]],
        })
    }

    /// The five characters after the name in a listing: ID, fill, DOS type (`T1 2A`).
    ///
    /// # Errors
    /// As [`D64::read`] for block 18/0.
    pub fn id_field(&self) -> Result<[u8; 5], DiskError> {
        let block = self.read(Block::BAM)?;
        Ok(block[DISK_ID..DISK_ID + 5].try_into().expect("5 bytes"))
    }

    /// The DOS version byte, `A` on every disk that a 1541 may write to.
    ///
    /// # Errors
    /// As [`D64::read`] for block 18/0.
    pub fn dos_version(&self) -> Result<u8, DiskError> {
        Ok(self.read(Block::BAM)?[DOS_VERSION])
    }

    /// The blocks of the directory, from 18/1 on.
    ///
    /// # Errors
    /// A link of the directory that is wrong or comes back, or as [`D64::read`].
    pub fn directory_blocks(&self) -> Result<Vec<Block>, DiskError> {
        self.chain(Block::DIRECTORY)
    }

    /// All entries that are in use, in the directory's order.
    ///
    /// # Errors
    /// As [`D64::directory_blocks`].
    pub fn entries(&self) -> Result<Vec<Entry>, DiskError> {
        let mut entries = Vec::new();
        for block in self.directory_blocks()? {
            let data = self.read(block)?;
            entries.extend((0..8).filter_map(|index| entry_at(Slot { block, index }, data)));
        }
        Ok(entries)
    }

    /// The entry of this name.
    ///
    /// # Errors
    /// [`DiskError::NotFound`], or as [`D64::directory_blocks`].
    pub fn find(&self, name: &Name) -> Result<Entry, DiskError> {
        self.entries()?
            .into_iter()
            .find(|entry| entry.name.petscii() == name.petscii())
            .ok_or(DiskError::NotFound { name: *name })
    }

    /// The entry at a slot, if the slot is in use.
    ///
    /// # Errors
    /// As [`D64::read`] for the slot's block.
    pub fn entry(&self, slot: Slot) -> Result<Option<Entry>, DiskError> {
        Ok(entry_at(slot, self.read(slot.block)?))
    }

    /// Writes an entry to its slot; bytes that [`Entry`] does not hold stay as they are.
    ///
    /// # Errors
    /// As [`D64::write`] for the slot's block.
    pub fn set_entry(&mut self, entry: &Entry) -> Result<(), DiskError> {
        self.edit(entry.slot, |raw| {
            raw[2] = entry.type_byte();
            (raw[3], raw[4]) = entry.first;
            raw[5..21].copy_from_slice(&entry.name.entry());
            (raw[21], raw[22]) = entry.side;
            raw[30..32].copy_from_slice(&entry.blocks.to_le_bytes());
        })
    }

    /// Marks an entry as scratched; the blocks of its file are not touched.
    ///
    /// # Errors
    /// As [`D64::write`] for the slot's block.
    pub fn clear_entry(&mut self, slot: Slot) -> Result<(), DiskError> {
        self.edit(slot, |raw| raw[2] = 0)
    }

    /// Lets `change` have the 32 bytes of an entry. The first two belong to the block's link, not to the entry.
    fn edit(&mut self, slot: Slot, change: impl FnOnce(&mut [u8])) -> Result<(), DiskError> {
        let mut data = *self.read(slot.block)?;
        change(&mut data[slot.offset()..slot.offset() + 32]);
        self.write(slot.block, &data)
    }

    /// Finds a slot for a new file, with all its bytes zero but the link's; where all are taken, the directory
    /// grows by a block.
    ///
    /// # Errors
    /// [`DiskError::DirectoryFull`], or as [`D64::directory_blocks`].
    pub fn new_slot(&mut self) -> Result<Slot, DiskError> {
        let blocks = self.directory_blocks()?;
        for &block in &blocks {
            let data = self.read(block)?;
            let free = (0..8).find(|&index| entry_at(Slot { block, index }, data).is_none());
            if let Some(index) = free {
                let slot = Slot { block, index };
                self.edit(slot, |raw| raw[2..].fill(0))?;
                return Ok(slot);
            }
        }
        let last = *blocks.last().expect("a chain has a block");
        debug_assert!(blocks.len() < BLOCKS);
        let block = self
            .allocate_next(last, DIRECTORY_INTERLEAVE)?
            .ok_or(DiskError::DirectoryFull)?;
        let mut fresh = [0; 256];
        fresh[1] = 0xFF;
        self.write(block, &fresh)?;
        let mut data = *self.read(last)?;
        debug_assert!(matches!(self.link(last), Ok(Link::End(_))));
        data[0] = block.track().0;
        data[1] = block.sector().0;
        self.write(last, &data)?;
        Ok(Slot { block, index: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_disk_has_the_known_bytes() {
        let disk = D64::format(Name::parse("HEXFRONT").unwrap(), *b"HF");
        let bam = disk.peek(Block::BAM);
        assert_eq!(bam[..8], [18, 1, b'A', 0, 21, 0xFF, 0xFF, 0x1F]);
        assert_eq!(bam[18 * 4..18 * 4 + 4], [17, 0xFC, 0xFF, 0x07]);
        assert_eq!(bam[35 * 4..35 * 4 + 4], [17, 0xFF, 0xFF, 0x01]);
        assert_eq!(&bam[0x90..0x98], b"HEXFRONT");
        assert_eq!(bam[0x98..0xA2], [PAD; 10]);
        assert_eq!(&bam[0xA2..0xA7], b"HF\xA02A");
        assert_eq!(bam[0xA7..0xAB], [PAD; 4]);
        assert_eq!(bam[0xAB..], [0; 0x55]);
        assert_eq!(disk.peek(Block::DIRECTORY)[..2], [0, 0xFF]);
    }

    #[test]
    fn the_145th_file_does_not_fit() {
        let mut disk = D64::format(Name::parse("FULL").unwrap(), *b"01");
        for number in 0..144 {
            let slot = disk.new_slot().unwrap();
            disk.set_entry(&Entry {
                slot,
                name: Name::parse(&format!("F{number}")).unwrap(),
                kind: FileKind::Del,
                closed: true,
                locked: false,
                first: (0, 0),
                side: (0, 0),
                blocks: 0,
            })
            .unwrap();
        }
        assert_eq!(disk.new_slot(), Err(DiskError::DirectoryFull));
        assert_eq!(disk.entries().unwrap().len(), 144);
    }
}
