//! Files on Amiga disks, to be read: the old and the fast file system.
//!
//! Source: Amiga ROM Kernel Reference Manual: AmigaDOS (The AmigaDOS Manual, 3rd edition, "Amiga Disk Format"). Blocks are
//! sectors; long words are big-endian. A directory is a table of 72 chains; a file's header lists its data blocks, further
//! lists follow it. Data blocks of the old system begin with a header of 24 bytes.
//!
//! **Not here**: writing, links, the directory cache.

use super::{Adf, SECTOR_SIZE, SIZE as DISK_SIZE};
use std::collections::BTreeSet;
use thiserror::Error;

/// The block of the root directory.
const ROOT: u32 = 880;

/// Chains of a directory, and data blocks in a list.
const TABLE: usize = 72;
/// Long words of a block.
const LONGS: usize = SECTOR_SIZE / 4;

/// Places in a header block, in long words.
const TYPE: usize = 0;
const COUNT: usize = 2;
const TABLE_AT: usize = 6;
const SIZE: usize = LONGS - 47;
const NAME: usize = LONGS - 20;
const NEXT_IN_CHAIN: usize = LONGS - 4;
const EXTENSION: usize = LONGS - 2;
const SECOND_TYPE: usize = LONGS - 1;

/// Types of blocks.
const T_HEADER: u32 = 2;
const T_DATA: u32 = 8;
const T_LIST: u32 = 16;
const ST_DIRECTORY: u32 = 2;
const ST_FILE: u32 = -3i32 as u32;

/// Bytes of the header of a data block of the old file system.
const DATA_HEADER: usize = 24;

/// Why files cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The disk has no file system.
    #[error("the disk has no file system: block 880 is no root directory")]
    NoFileSystem,
    /// A block is not what it should be.
    #[error(
        "block {block} is no {wanted}, or its checksum is wrong: the disk is damaged; use another copy of it, or repair it on an \
         Amiga"
    )]
    Damaged {
        /// The block.
        block: u32,
        /// What it should be.
        wanted: &'static str,
    },
    /// There is no such file.
    #[error("there is no file {0:?} on the disk")]
    NotFound(String),
    /// It is a directory.
    #[error("{0:?} is a directory")]
    IsDirectory(String),
}

/// A file or directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Bytes, or `None` for a directory.
    pub size: Option<u32>,
    /// Its header block.
    block: u32,
}

/// The files of a disk.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    disk: &'a Adf,
    fast: bool,
}

impl<'a> Files<'a> {
    /// The files of this disk.
    ///
    /// # Errors
    /// When it has no file system.
    pub fn of(disk: &'a Adf) -> Result<Files<'a>, FileError> {
        let files = Files {
            disk,
            fast: disk.bytes()[3] & 1 != 0,
        };
        match files.header(ROOT, "root directory") {
            Ok(_) if disk.is_formatted() => Ok(files),
            _ => Err(FileError::NoFileSystem),
        }
    }

    /// The disk's name.
    ///
    /// # Errors
    /// When its root block is damaged.
    pub fn title(&self) -> Result<String, FileError> {
        Ok(self.header(ROOT, "root block")?.name())
    }

    /// All files and directories, each directory before what is in it, names in order.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn entries(&self) -> Result<Vec<Entry>, FileError> {
        let mut found = Vec::new();
        self.walk(ROOT, "", &mut BTreeSet::from([ROOT]), &mut found)?;
        Ok(found)
    }

    /// `seen`: headers that were come by. None belongs to two entries; a chain in a circle would.
    fn walk(
        &self,
        block: u32,
        path: &str,
        seen: &mut BTreeSet<u32>,
        found: &mut Vec<Entry>,
    ) -> Result<(), FileError> {
        let directory = self.header(block, "directory")?;
        let mut here = Vec::new();
        for chain in 0..TABLE {
            let mut block = directory.long(TABLE_AT + chain);
            while block != 0 {
                if !seen.insert(block) {
                    return Err(FileError::Damaged {
                        block,
                        wanted: "entry of its own",
                    });
                }
                let header = self.header(block, "file or directory")?;
                let size = (header.long(SECOND_TYPE) == ST_FILE).then(|| header.long(SIZE));
                here.push(Entry {
                    path: format!("{path}{}", header.name()),
                    size,
                    block,
                });
                block = header.long(NEXT_IN_CHAIN);
            }
        }
        here.sort_by_key(|entry| entry.path.to_lowercase());
        for entry in here {
            let (block, below) = (entry.block, format!("{}/", entry.path));
            let is_directory = entry.size.is_none();
            found.push(entry);
            if is_directory && self.header(block, "directory")?.long(SECOND_TYPE) == ST_DIRECTORY {
                self.walk(block, &below, seen, found)?;
            }
        }
        Ok(())
    }

    /// The contents of a file; letters of either case are the same.
    ///
    /// # Errors
    /// When it is not there, is a directory, or a block is damaged.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let entries = self.entries()?;
        let entry = entries
            .iter()
            .find(|entry| entry.path.eq_ignore_ascii_case(path))
            .ok_or_else(|| FileError::NotFound(path.to_owned()))?;
        let size = entry
            .size
            .ok_or_else(|| FileError::IsDirectory(path.to_owned()))?;
        self.contents(entry.block, size as usize)
    }

    /// What the file with this header holds.
    fn contents(&self, header: u32, size: usize) -> Result<Vec<u8>, FileError> {
        let damaged = FileError::Damaged {
            block: header,
            wanted: "header of a whole file",
        };
        if size > DISK_SIZE {
            return Err(damaged);
        }
        let mut bytes = Vec::new();
        let mut list = header;
        while list != 0 && bytes.len() < size {
            let header = self.header(list, "list of data blocks")?;
            let count = (header.long(COUNT) as usize).min(TABLE);
            if count == 0 {
                break;
            }
            // The list is written from its end.
            for i in 0..count {
                self.data(header.long(TABLE_AT + TABLE - 1 - i), &mut bytes)?;
            }
            list = header.long(EXTENSION);
        }
        if bytes.len() < size {
            return Err(damaged);
        }
        bytes.truncate(size);
        Ok(bytes)
    }

    /// Everything that is wrong with directories and files: the first damage of each file, or what keeps them from being listed.
    pub fn check(&self) -> Vec<FileError> {
        let entries = match self.entries() {
            Ok(entries) => entries,
            Err(error) => return vec![error],
        };
        let files = entries
            .iter()
            .filter_map(|entry| Some((entry.block, entry.size?)));
        files
            .filter_map(|(block, size)| self.contents(block, size as usize).err())
            .collect()
    }

    fn data(&self, block: u32, bytes: &mut Vec<u8>) -> Result<(), FileError> {
        // Data blocks of the fast file system are data from end to end: nothing tells whether they are right.
        let whole = |data: &&[u8]| self.fast || sum(data) == 0 && Header(data).long(TYPE) == T_DATA;
        let data = self.block(block).filter(whole).ok_or(FileError::Damaged {
            block,
            wanted: "data block",
        })?;
        bytes.extend(if self.fast {
            data
        } else {
            &data[DATA_HEADER..]
        });
        Ok(())
    }

    fn block(&self, block: u32) -> Option<&'a [u8]> {
        let at = block as usize * SECTOR_SIZE;
        self.disk.bytes().get(at..at + SECTOR_SIZE)
    }

    /// A block with a header, whose checksum is right.
    fn header(&self, block: u32, wanted: &'static str) -> Result<Header<'a>, FileError> {
        let header = self.block(block).map(Header);
        header
            .filter(|header| sum(header.0) == 0 && matches!(header.long(TYPE), T_HEADER | T_LIST))
            .ok_or(FileError::Damaged { block, wanted })
    }
}

/// The sum of a block's long words: 0 with the right checksum.
fn sum(block: &[u8]) -> u32 {
    (0..LONGS).fold(0u32, |sum, at| sum.wrapping_add(Header(block).long(at)))
}

/// A block with a header.
#[derive(Clone, Copy)]
struct Header<'a>(&'a [u8]);

impl Header<'_> {
    fn long(&self, at: usize) -> u32 {
        let bytes = &self.0[4 * at..4 * at + 4];
        u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// Its name: a length and so many characters of ISO 8859-1.
    fn name(&self) -> String {
        let field = &self.0[4 * NAME..];
        let length = usize::from(field[0]).min(30);
        field[1..=length]
            .iter()
            .map(|byte| char::from(*byte))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Writes long words into a header and sets its checksum.
    fn put(disk: &mut Adf, block: u32, name: &str, longs: &[(usize, u32)]) {
        let at = block as usize * SECTOR_SIZE;
        let target = &mut disk.bytes_mut()[at..at + SECTOR_SIZE];
        for (place, value) in longs {
            target[4 * place..4 * place + 4].copy_from_slice(&value.to_be_bytes());
        }
        target[4 * NAME] = name.len() as u8;
        target[4 * NAME + 1..][..name.len()].copy_from_slice(name.as_bytes());
        seal(target);
    }

    /// Sets the checksum of a block, which is long word 5.
    fn seal(block: &mut [u8]) {
        block[20..24].fill(0);
        let checksum = sum(block).wrapping_neg();
        block[20..24].copy_from_slice(&checksum.to_be_bytes());
    }

    /// A disk with `s/startup` (600 bytes) and `Readme` (empty).
    fn disk(fast: bool) -> Adf {
        let mut disk = Adf::blank();
        disk.bytes_mut()[..4].copy_from_slice(&[b'D', b'O', b'S', u8::from(fast)]);
        let chains = [(TABLE_AT + 3, 881), (TABLE_AT + 9, 884)];
        let root: Vec<_> = [(TYPE, T_HEADER), (SECOND_TYPE, 1)]
            .into_iter()
            .chain(chains)
            .collect();
        put(&mut disk, ROOT, "Work", &root);
        let directory = [
            (TYPE, T_HEADER),
            (SECOND_TYPE, ST_DIRECTORY),
            (TABLE_AT, 882),
        ];
        put(&mut disk, 881, "s", &directory);
        let last = TABLE_AT + TABLE - 1;
        let file = [
            (TYPE, T_HEADER),
            (SECOND_TYPE, ST_FILE),
            (COUNT, 2),
            (SIZE, 600),
            (last, 900),
            (last - 1, 901),
        ];
        put(&mut disk, 882, "startup", &file);
        put(
            &mut disk,
            884,
            "Readme",
            &[(TYPE, T_HEADER), (SECOND_TYPE, ST_FILE)],
        );
        let room = if fast {
            SECTOR_SIZE
        } else {
            SECTOR_SIZE - DATA_HEADER
        };
        for (i, byte) in (0..600).map(|i| i as u8).enumerate() {
            let block = 900 + i / room;
            let at = block * SECTOR_SIZE + SECTOR_SIZE - room + i % room;
            disk.bytes_mut()[at] = byte;
        }
        if !fast {
            for block in [900, 901] {
                let data = &mut disk.bytes_mut()[block * SECTOR_SIZE..][..SECTOR_SIZE];
                data[4 * TYPE..][..4].copy_from_slice(&T_DATA.to_be_bytes());
                seal(data);
            }
        }
        disk
    }

    #[test]
    fn both_file_systems_are_listed_and_read() {
        for fast in [false, true] {
            let disk = disk(fast);
            let files = Files::of(&disk).unwrap();
            assert_eq!(files.title().unwrap(), "Work");
            let paths: Vec<_> = files
                .entries()
                .unwrap()
                .into_iter()
                .map(|e| (e.path, e.size))
                .collect();
            let expected = [("Readme", Some(0)), ("s", None), ("s/startup", Some(600))];
            assert_eq!(paths, expected.map(|(path, size)| (path.to_owned(), size)));
            let wanted: Vec<u8> = (0..600).map(|i| i as u8).collect();
            assert_eq!(files.read("S/Startup").unwrap(), wanted, "fast: {fast}");
            assert_eq!(files.read("readme").unwrap(), []);
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let mut disk = disk(true);
        let files = Files::of(&disk).unwrap();
        assert_eq!(
            files.read("nothing"),
            Err(FileError::NotFound("nothing".into()))
        );
        assert_eq!(files.read("s"), Err(FileError::IsDirectory("s".into())));
        assert!(Files::of(&Adf::blank()).is_err());
        disk.bytes_mut()[882 * SECTOR_SIZE + 100] ^= 1;
        let error = Files::of(&disk).unwrap().entries().unwrap_err();
        assert!(matches!(error, FileError::Damaged { block: 882, .. }));
    }

    #[test]
    fn a_damaged_data_block_of_the_old_system_is_named() {
        let mut disk = disk(false);
        assert_eq!(Files::of(&disk).unwrap().check(), []);
        disk.bytes_mut()[901 * SECTOR_SIZE + 50] ^= 1;
        let files = Files::of(&disk).unwrap();
        let error = files.read("s/startup").unwrap_err();
        assert!(matches!(error, FileError::Damaged { block: 901, .. }));
        assert_eq!(files.check(), [error]);
    }

    #[test]
    fn a_file_longer_than_a_disk_is_damage() {
        let mut disk = disk(true);
        // Its list of data blocks goes in a circle.
        let file = [(SIZE, u32::MAX), (EXTENSION, 882)];
        put(&mut disk, 882, "startup", &file);
        let error = Files::of(&disk).unwrap().read("s/startup").unwrap_err();
        assert!(matches!(error, FileError::Damaged { block: 882, .. }));
    }

    proptest! {
        /// Nothing that may stand on a disk makes an operation panic or run for ever.
        #[test]
        fn damaged_disks_are_survived(
            fast in any::<bool>(),
            longs in prop::collection::vec((880..903u32, 0..LONGS, prop_oneof![878..905u32, 0..4u32, any::<u32>()]), 0..24),
            sealed in any::<bool>(),
        ) {
            let mut disk = disk(fast);
            for (block, long, value) in longs {
                let at = block as usize * SECTOR_SIZE;
                let block = &mut disk.bytes_mut()[at..at + SECTOR_SIZE];
                block[4 * long..4 * long + 4].copy_from_slice(&value.to_be_bytes());
                if sealed {
                    seal(block);
                }
            }
            let Ok(files) = Files::of(&disk) else {
                return Ok(());
            };
            for error in files.check() {
                prop_assert!(!error.to_string().is_empty());
            }
            for entry in files.entries().unwrap_or_default() {
                let _ = files.read(&entry.path);
            }
        }
    }

    #[test]
    fn a_chain_in_a_circle_is_damage() {
        let mut disk = disk(true);
        let file = [
            (TYPE, T_HEADER),
            (SECOND_TYPE, ST_FILE),
            (NEXT_IN_CHAIN, 884),
        ];
        put(&mut disk, 884, "Readme", &file);
        assert!(Files::of(&disk).unwrap().entries().is_err());
    }
}
