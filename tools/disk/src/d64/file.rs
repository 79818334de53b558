//! Files: chains of blocks read and written byte by byte, and the operations by name.

use super::{
    Block, D64, DATA_BYTES, DiskError, Entry, FILE_INTERLEAVE, FileKind, Header, Name, bam,
    image::Link,
};
use crate::d64::{BLOCKS, directory::Slot};
use serde::{Deserialize, Serialize};

/// Reads a chain of blocks byte by byte. It holds no disk: each call is given the one it reads from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reader {
    block: Block,
    /// Offset of the next byte in `block`.
    at: usize,
    /// Offset after the last byte of `block`.
    end: usize,
    next: Option<Block>,
    /// Blocks entered so far, so that a chain without end is noticed.
    entered: usize,
}

impl Reader {
    /// A reader at the start of the chain.
    ///
    /// # Errors
    /// As [`D64::link`] for its first block.
    pub fn new(disk: &D64, first: Block) -> Result<Reader, DiskError> {
        let mut reader = Reader {
            block: first,
            at: 2,
            end: 2,
            next: None,
            entered: 0,
        };
        reader.enter(disk, first)?;
        Ok(reader)
    }

    fn enter(&mut self, disk: &D64, block: Block) -> Result<(), DiskError> {
        self.entered += 1;
        if self.entered > BLOCKS {
            return Err(DiskError::Loop { block });
        }
        (self.end, self.next) = match disk.link(block)? {
            Link::Next(next) => (256, Some(next)),
            Link::End(end) => (end, None),
        };
        self.block = block;
        self.at = 2;
        Ok(())
    }

    /// The block that the next byte comes from; it changes when [`Reader::next`] enters another.
    pub fn block(&self) -> Block {
        self.block
    }

    /// The block after [`Reader::block`], if there is one.
    pub fn next_block(&self) -> Option<Block> {
        self.next
    }

    /// The next byte, and whether it is the last; `None` after the last.
    ///
    /// # Errors
    /// [`DiskError::Loop`], or as [`D64::link`] for the block it enters.
    pub fn next(&mut self, disk: &D64) -> Result<Option<(u8, bool)>, DiskError> {
        while self.at == self.end {
            match self.next {
                Some(next) => self.enter(disk, next)?,
                None => return Ok(None),
            }
        }
        let byte = disk.read(self.block)?[self.at];
        self.at += 1;
        Ok(Some((byte, self.at == self.end && self.next.is_none())))
    }
}

/// Writes a file byte by byte, taking its blocks as it grows. It holds no disk: each call is given the one it
/// writes to. Until [`Writer::close`] the directory shows the file as open (`*`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writer {
    entry: Entry,
    /// First block of this file; the entry's may still be that of the file it replaces.
    first: Block,
    block: Block,
    /// What goes to `block`, without the link; at most [`DATA_BYTES`].
    buffer: Vec<u8>,
    blocks: u16,
    replaces: bool,
}

impl Writer {
    /// Opens a new file. With `replace` naming the entry of an old file (`@0:`), that one stays as it is until
    /// the new one is closed.
    ///
    /// # Errors
    /// [`DiskError::Full`] (nothing changed), [`DiskError::DirectoryFull`], or as [`D64::directory_blocks`].
    pub fn create(
        disk: &mut D64,
        name: Name,
        kind: FileKind,
        replace: Option<Entry>,
    ) -> Result<Writer, DiskError> {
        if disk.blocks_free()? == 0 {
            return Err(DiskError::Full { needed: 1, free: 0 });
        }
        let entry = match replace {
            Some(entry) => entry,
            None => Entry {
                slot: disk.new_slot()?,
                name,
                kind,
                closed: false,
                locked: false,
                first: (0, 0),
                side: (0, 0),
                blocks: 0,
            },
        };
        let first = disk
            .allocate_first()?
            .ok_or(DiskError::Full { needed: 1, free: 0 })?;
        let mut writer = Writer {
            entry,
            first,
            block: first,
            buffer: Vec::with_capacity(DATA_BYTES),
            blocks: 1,
            replaces: replace.is_some(),
        };
        if !writer.replaces {
            writer.entry.first = (first.track().0, first.sector().0);
            disk.set_entry(&writer.entry)?;
        }
        Ok(writer)
    }

    /// Opens a file to write on at its end.
    ///
    /// # Errors
    /// As [`D64::chain`] for the file.
    pub fn append(disk: &mut D64, entry: Entry) -> Result<Writer, DiskError> {
        let first = entry.first_block()?;
        let chain = disk.chain(first)?;
        let block = *chain.last().expect("a chain has a block");
        let Link::End(end) = disk.link(block)? else {
            return Err(DiskError::Loop { block });
        };
        let buffer = disk.read(block)?[2..end].to_vec();
        let entry = Entry {
            closed: false,
            ..entry
        };
        disk.set_entry(&entry)?;
        Ok(Writer {
            entry,
            first,
            block,
            buffer,
            blocks: u16::try_from(chain.len()).expect("a disk has 683 blocks"),
            replaces: false,
        })
    }

    /// The entry of the file.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The block that is being filled; it changes when a byte no longer fits.
    pub fn block(&self) -> Block {
        self.block
    }

    /// Writes one byte.
    ///
    /// # Errors
    /// [`DiskError::Full`] when a block is needed and none is free; all bytes up to this one are then on the
    /// disk. Or as [`D64::write`].
    pub fn put(&mut self, disk: &mut D64, byte: u8) -> Result<(), DiskError> {
        if self.buffer.len() == DATA_BYTES {
            let Some(next) = disk.allocate_next(self.block, FILE_INTERLEAVE)? else {
                self.store(disk, None)?;
                return Err(DiskError::Full { needed: 1, free: 0 });
            };
            self.store(disk, Some(next))?;
            self.block = next;
            self.blocks += 1;
            self.buffer.clear();
        }
        self.buffer.push(byte);
        Ok(())
    }

    /// Writes the last block and the directory entry. An empty file gets one carriage return, as DOS 2.6 does.
    ///
    /// # Errors
    /// As [`D64::write`]; or, for a replaced file whose old blocks cannot be followed, as [`D64::chain`].
    pub fn close(mut self, disk: &mut D64) -> Result<Entry, DiskError> {
        if self.buffer.is_empty() {
            self.buffer.push(0x0D);
        }
        self.store(disk, None)?;
        let old = self.entry;
        self.entry.first = (self.first.track().0, self.first.sector().0);
        self.entry.closed = true;
        self.entry.blocks = self.blocks;
        disk.set_entry(&self.entry)?;
        if self.replaces {
            disk.release(&old)?;
        }
        Ok(self.entry)
    }

    fn store(&self, disk: &mut D64, next: Option<Block>) -> Result<(), DiskError> {
        let mut data = [0; 256];
        (data[0], data[1]) = match next {
            Some(next) => (next.track().0, next.sector().0),
            // The link of a last block is 0 and the offset of its last byte.
            None => (
                0,
                u8::try_from(self.buffer.len() + 1).expect("at most 254 bytes a block"),
            ),
        };
        data[2..2 + self.buffer.len()].copy_from_slice(&self.buffer);
        disk.write(self.block, &data)
    }
}

/// Blocks that a file of so many bytes takes.
fn blocks_for(bytes: usize) -> usize {
    bytes.div_ceil(DATA_BYTES).max(1)
}

impl D64 {
    /// The contents of a file.
    ///
    /// # Errors
    /// [`DiskError::NotFound`], [`DiskError::NotClosed`], [`DiskError::Relative`], or as [`Reader::next`].
    pub fn read_file(&self, name: &Name) -> Result<Vec<u8>, DiskError> {
        let entry = self.find(name)?;
        if !entry.closed {
            return Err(DiskError::NotClosed { name: *name });
        }
        if entry.kind == FileKind::Rel {
            return Err(DiskError::Relative { name: *name });
        }
        let mut reader = Reader::new(self, entry.first_block()?)?;
        let mut bytes = Vec::new();
        while let Some((byte, _)) = reader.next(self)? {
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// Writes a new file, or nothing at all.
    ///
    /// # Errors
    /// [`DiskError::Exists`], [`DiskError::Full`], [`DiskError::DirectoryFull`], or as [`Writer::put`].
    pub fn write_file(
        &mut self,
        name: &Name,
        kind: FileKind,
        bytes: &[u8],
    ) -> Result<Entry, DiskError> {
        match self.find(name) {
            Ok(_) => return Err(DiskError::Exists { name: *name }),
            Err(DiskError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
        self.store_file(name, kind, bytes, None)
    }

    /// Writes a file in the place of the one of the same name, if there is one; the old one is given up only
    /// when the new one is complete, so that both must fit on the disk for a moment.
    ///
    /// # Errors
    /// [`DiskError::Locked`], [`DiskError::Relative`], [`DiskError::Full`], [`DiskError::DirectoryFull`], or as
    /// [`Writer::put`].
    pub fn replace_file(
        &mut self,
        name: &Name,
        kind: FileKind,
        bytes: &[u8],
    ) -> Result<Entry, DiskError> {
        match self.find(name) {
            Ok(old) if old.locked => Err(DiskError::Locked { name: *name }),
            Ok(old) if old.kind == FileKind::Rel => Err(DiskError::Relative { name: *name }),
            Ok(old) => self.store_file(name, kind, bytes, Some(Entry { kind, ..old })),
            Err(DiskError::NotFound { .. }) => self.store_file(name, kind, bytes, None),
            Err(error) => Err(error),
        }
    }

    fn store_file(
        &mut self,
        name: &Name,
        kind: FileKind,
        bytes: &[u8],
        replace: Option<Entry>,
    ) -> Result<Entry, DiskError> {
        let (needed, free) = (blocks_for(bytes.len()), self.blocks_free()?);
        if needed > free {
            return Err(DiskError::Full { needed, free });
        }
        let mut writer = Writer::create(self, *name, kind, replace)?;
        for &byte in bytes {
            writer.put(self, byte)?;
        }
        writer.close(self)
    }

    /// Frees the blocks of a file. A chain that goes wrong is freed up to where it does: so does DOS 2.6.
    fn release(&mut self, entry: &Entry) -> Result<(), DiskError> {
        let mut starts = vec![entry.first];
        if entry.kind == FileKind::Rel {
            starts.push(entry.side);
        }
        for (track, sector) in starts {
            let mut next = Block::new(track, sector).ok();
            while let Some(block) = next {
                // A block that is free already was freed before: the chain loops or is shared.
                if !self.mark(block, true)? {
                    break;
                }
                next = match self.link(block) {
                    Ok(Link::Next(next)) => Some(next),
                    Ok(Link::End(_)) | Err(_) => None,
                };
            }
        }
        Ok(())
    }

    /// Removes a file: frees its blocks and its entry.
    ///
    /// # Errors
    /// [`DiskError::Locked`], or as [`D64::read`] for BAM and directory.
    pub fn scratch(&mut self, entry: &Entry) -> Result<(), DiskError> {
        if entry.locked {
            return Err(DiskError::Locked { name: entry.name });
        }
        self.release(entry)?;
        self.clear_entry(entry.slot)
    }

    /// Gives a file another name.
    ///
    /// # Errors
    /// [`DiskError::NotFound`], [`DiskError::Exists`], or as [`D64::directory_blocks`].
    pub fn rename(&mut self, old: &Name, new: &Name) -> Result<(), DiskError> {
        if self.find(new).is_ok() {
            return Err(DiskError::Exists { name: *new });
        }
        let entry = self.find(old)?;
        self.set_entry(&Entry {
            name: *new,
            ..entry
        })
    }

    /// Gives the disk another name and ID in its header; blocks and files stay.
    ///
    /// # Errors
    /// As [`D64::read`] for block 18/0.
    pub fn set_header(&mut self, header: &Header) -> Result<(), DiskError> {
        let mut block = *self.read(Block::BAM)?;
        block[0x90..0xA0].copy_from_slice(&header.name.entry());
        block[0xA2..0xA4].copy_from_slice(&header.id);
        self.write(Block::BAM, &block)
    }

    /// Makes the BAM anew from the directory and the chains of the files, and removes files that were never
    /// closed. Changes nothing if it fails.
    ///
    /// # Errors
    /// As [`D64::chain`] for the directory or a file.
    pub fn validate(&mut self) -> Result<(), DiskError> {
        let mut used = self.directory_blocks()?;
        let mut open = Vec::<Slot>::new();
        for entry in self.entries()? {
            if !entry.closed {
                open.push(entry.slot);
                continue;
            }
            // A DEL entry may have no file behind it.
            if entry.kind != FileKind::Del || entry.first.0 != 0 {
                used.extend(self.chain(entry.first_block()?)?);
            }
            if entry.kind == FileKind::Rel {
                let (track, sector) = entry.side;
                used.extend(self.chain(Block::new(track, sector)?)?);
            }
        }
        let mut block = *self.read(Block::BAM)?;
        bam::free_all(&mut block);
        for used in used {
            bam::mark(&mut block, used, false);
        }
        self.write(Block::BAM, &block)?;
        for slot in open {
            self.clear_entry(slot)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disk() -> D64 {
        D64::format(Name::parse("TEST").unwrap(), *b"T1")
    }

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|i| (i * 7 + i / 256) as u8).collect()
    }

    #[test]
    fn lengths_around_the_block_limit_come_back() {
        for length in [1, 2, 253, 254, 255, 508, 509, 5000] {
            let mut disk = disk();
            let entry = disk
                .write_file(&name("A"), FileKind::Prg, &bytes(length))
                .unwrap();
            assert_eq!(usize::from(entry.blocks), length.div_ceil(254), "{length}");
            assert_eq!(disk.read_file(&name("A")).unwrap(), bytes(length));
            assert_eq!(disk.blocks_free(), Ok(664 - length.div_ceil(254)));
        }
    }

    #[test]
    fn an_empty_file_holds_a_carriage_return() {
        let mut disk = disk();
        disk.write_file(&name("E"), FileKind::Seq, &[]).unwrap();
        assert_eq!(disk.read_file(&name("E")).unwrap(), [13]);
    }

    #[test]
    fn a_file_of_664_blocks_fits_and_one_byte_more_does_not() {
        let mut disk = disk();
        let whole = disk.clone();
        assert_eq!(
            disk.write_file(&name("BIG"), FileKind::Prg, &bytes(664 * 254 + 1)),
            Err(DiskError::Full {
                needed: 665,
                free: 664
            })
        );
        assert_eq!(disk, whole);
        disk.write_file(&name("BIG"), FileKind::Prg, &bytes(664 * 254))
            .unwrap();
        assert_eq!(disk.read_file(&name("BIG")).unwrap(), bytes(664 * 254));
        assert_eq!(disk.check(), []);
    }

    #[test]
    fn a_writer_that_runs_full_keeps_what_went_before() {
        let mut disk = disk();
        disk.write_file(&name("BIG"), FileKind::Prg, &bytes(662 * 254))
            .unwrap();
        let mut writer = Writer::create(&mut disk, name("REST"), FileKind::Seq, None).unwrap();
        for byte in bytes(508) {
            writer.put(&mut disk, byte).unwrap();
        }
        assert_eq!(
            writer.put(&mut disk, 0),
            Err(DiskError::Full { needed: 1, free: 0 })
        );
        let entry = disk.find(&name("REST")).unwrap();
        assert!(!entry.closed);
        let mut reader = Reader::new(&disk, entry.first_block().unwrap()).unwrap();
        let mut read = Vec::new();
        while let Some((byte, _)) = reader.next(&disk).unwrap() {
            read.push(byte);
        }
        assert_eq!(read, bytes(508));
    }

    #[test]
    fn appending_goes_on_in_the_last_block() {
        for first in [1, 253, 254, 300] {
            let mut disk = disk();
            let entry = disk
                .write_file(&name("LOG"), FileKind::Seq, &bytes(first))
                .unwrap();
            let mut writer = Writer::append(&mut disk, entry).unwrap();
            assert!(!disk.find(&name("LOG")).unwrap().closed);
            for byte in &bytes(first + 400)[first..] {
                writer.put(&mut disk, *byte).unwrap();
            }
            let entry = writer.close(&mut disk).unwrap();
            assert_eq!(disk.read_file(&name("LOG")).unwrap(), bytes(first + 400));
            assert_eq!(usize::from(entry.blocks), (first + 400).div_ceil(254));
            assert_eq!(disk.check(), []);
        }
    }

    #[test]
    fn replacing_needs_room_for_both_and_keeps_the_old_until_the_end() {
        let mut disk = disk();
        disk.write_file(&name("S"), FileKind::Prg, &bytes(1000))
            .unwrap();
        let free = disk.blocks_free().unwrap();
        let old = disk.find(&name("S")).unwrap();
        let mut writer = Writer::create(&mut disk, name("S"), FileKind::Prg, Some(old)).unwrap();
        writer.put(&mut disk, 42).unwrap();
        assert_eq!(disk.read_file(&name("S")).unwrap(), bytes(1000));
        writer.close(&mut disk).unwrap();
        assert_eq!(disk.read_file(&name("S")).unwrap(), [42]);
        assert_eq!(disk.blocks_free().unwrap(), free + 3);
        assert_eq!(disk.entries().unwrap().len(), 1);
        assert_eq!(disk.check(), []);
    }

    #[test]
    fn scratching_gives_all_back() {
        let mut disk = disk();
        let empty = disk.blocks_free().unwrap();
        let entry = disk
            .write_file(&name("X"), FileKind::Prg, &bytes(9000))
            .unwrap();
        disk.scratch(&entry).unwrap();
        assert_eq!(disk.blocks_free().unwrap(), empty);
        assert_eq!(
            disk.read_file(&name("X")),
            Err(DiskError::NotFound { name: name("X") })
        );
        let locked = disk
            .write_file(&name("L"), FileKind::Prg, &bytes(9))
            .map(|entry| Entry {
                locked: true,
                ..entry
            })
            .unwrap();
        disk.set_entry(&locked).unwrap();
        assert_eq!(
            disk.scratch(&locked),
            Err(DiskError::Locked { name: name("L") })
        );
    }

    #[test]
    fn validate_frees_lost_blocks_and_open_files() {
        let mut disk = disk();
        disk.write_file(&name("KEEP"), FileKind::Prg, &bytes(900))
            .unwrap();
        let good = disk.clone();
        disk.mark(Block::new(1, 0).unwrap(), false).unwrap();
        let mut writer = Writer::create(&mut disk, name("OPEN"), FileKind::Seq, None).unwrap();
        writer.put(&mut disk, 1).unwrap();
        assert_eq!(disk.blocks_free().unwrap(), good.blocks_free().unwrap() - 2);
        disk.validate().unwrap();
        assert_eq!(disk.blocks_free(), good.blocks_free());
        assert_eq!(disk.entries().unwrap().len(), 1);
        assert_eq!(disk.check(), []);
    }
}
