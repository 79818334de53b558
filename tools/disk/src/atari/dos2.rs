//! The files of DOS 2.0S (and 2.0D for sectors of 256 bytes) and of DOS 2.5 for enhanced density.
//!
//! A file is a chain of sectors: the last three bytes of each say whose it is, which comes next, and how many of its bytes count. The
//! VTOC has a bit for each free sector; what lies behind sector 719 has them in a second one, which only DOS 2.5 knows, and files
//! that reach there are marked so that others leave them alone.
//!
//! Sources: Atari DOS 2.0S Reference Manual, appendixes; Inside Atari DOS (W. Wilkinson, 1982), chapters 3 to 6; Atari DOS 2.5 Owner's
//! Manual; Mapping the Atari, appendix on DOS 2.5.

mod check;
mod name;
mod vtoc;

pub use check::Problem;
pub use name::Name;

use super::{BOOT_SECTORS, Density, Disk};
use std::fmt;
use thiserror::Error;
use vtoc::Vtoc;

/// Sectors of the directory, and the entries of each.
const DIRECTORY: std::ops::RangeInclusive<u16> = 361..=368;
const ENTRIES: usize = 8;
const ENTRY: usize = 16;
/// Files that a disk has room for in its directory.
pub const MOST_FILES: usize = 64;
/// In an entry: flags, sectors, first sector, name.
const COUNT: usize = 1;
const START: usize = 3;
const NAME: usize = 5;
/// Flags.
const DELETED: u8 = 0x80;
const IN_USE: u8 = 0x40;
const LOCKED: u8 = 0x20;
const DOS_2: u8 = 0x02;
const OPEN: u8 = 0x01;
/// A file that reaches behind sector 719, for DOS 2.5 alone.
const EXTENDED: u8 = DOS_2 | OPEN;
/// Bytes of a sector that are no data.
const LINK: usize = 3;
/// Bytes of a file that a sector of 128 bytes holds.
pub const FILE_BYTES: usize = super::SECTOR_SIZE - LINK;
/// The boot record of a disk without DOS: nothing to load but itself, and a routine that says that it did not boot.
const NO_DOS: [u8; 8] = [0x00, 0x01, 0x00, 0x07, 0x06, 0x07, 0x38, 0x60];

/// A file in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: Name,
    /// It is neither written nor deleted.
    pub locked: bool,
    /// It was opened for writing and never closed.
    pub open: bool,
    /// Its length as the directory says.
    pub sectors: u16,
    start: u16,
    /// Its place in the directory, which its sectors name.
    number: usize,
}

impl fmt::Display for Entry {
    /// As DOS shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let locked = if self.locked { '*' } else { ' ' };
        let (name, extension) = self.name.parts();
        write!(f, "{locked} {name:<8}{extension:<3} {:03}", self.sectors)
    }
}

/// Why an operation on files failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum FileError {
    #[error("the disk has no DOS 2 directory: its sector 360 is no VTOC")]
    NoVtoc,
    #[error("sector {sector} of {name} links to {next}, which does not exist on the disk")]
    BadLink { name: Name, sector: u16, next: u16 },
    #[error(
        "sector {sector} of {name} says that it belongs to file {says} of the directory, not {number}"
    )]
    Foreign {
        name: Name,
        sector: u16,
        says: usize,
        number: usize,
    },
    #[error("the chain of sectors of {name} comes back to {sector}: it has no end")]
    Loop { name: Name, sector: u16 },
    #[error("no file {name} on the disk")]
    NotFound { name: Name },
    #[error("{name} is locked")]
    Locked { name: Name },
    #[error(
        "{name:?} cannot be the name of a file: up to 8 letters and digits, the first a letter, and up to 3 behind a dot"
    )]
    Name { name: String },
    #[error("the disk is full: {needed} sectors are needed and {free} are free")]
    Full { needed: usize, free: usize },
    #[error("the directory is full: it has room for {MOST_FILES} files")]
    DirectoryFull,
}

/// The files of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volume {
    disk: Disk,
}

impl Volume {
    /// The files on a disk.
    ///
    /// # Errors
    /// [`FileError::NoVtoc`].
    pub fn of(disk: &Disk) -> Result<Volume, FileError> {
        if !vtoc::is_there(disk) {
            return Err(FileError::NoVtoc);
        }
        Ok(Volume { disk: disk.clone() })
    }

    /// Makes a disk an empty one. There is no DOS on it: booted, it says that it cannot be.
    pub fn format(disk: &mut Disk) {
        disk.format(disk.density());
        let boot = disk.sector_mut(1).expect("every disk has a first sector");
        boot[..NO_DOS.len()].copy_from_slice(&NO_DOS);
        Vtoc::empty(disk.density()).store(disk);
    }

    /// The same files, in the same sectors, on a disk of enhanced density: what that has more is free. One of another density than single
    /// stays as it is.
    #[must_use]
    pub fn enhanced(self) -> Volume {
        if self.density() != Density::Single {
            return self;
        }
        let mut disk = Disk::blank(self.disk.container(), Density::Enhanced);
        Volume::format(&mut disk);
        for sector in 1..=vtoc::FIRST_LAST {
            if let (Some(from), Some(to)) = (self.disk.read(sector), disk.sector_mut(sector)) {
                to.copy_from_slice(from);
            }
        }
        let (old, mut vtoc) = (Vtoc::of(&self.disk), Vtoc::empty(Density::Enhanced));
        for sector in 1..=vtoc::FIRST_LAST {
            vtoc.set_free(sector, old.is_free(sector));
        }
        vtoc.store(&mut disk);
        Volume { disk }
    }

    /// The disk with its files.
    pub fn into_disk(self) -> Disk {
        self.disk
    }

    /// Free sectors.
    pub fn free(&self) -> usize {
        Vtoc::of(&self.disk).free().count()
    }

    fn entry_bytes(&self, number: usize) -> &[u8] {
        let sector = DIRECTORY.start() + (number / ENTRIES) as u16;
        let at = number % ENTRIES * ENTRY;
        &self.sector(sector)[at..at + ENTRY]
    }

    fn entry_bytes_mut(&mut self, number: usize) -> &mut [u8] {
        let sector = DIRECTORY.start() + (number / ENTRIES) as u16;
        let at = number % ENTRIES * ENTRY;
        &mut self.sector_mut(sector)[at..at + ENTRY]
    }

    fn sector(&self, sector: u16) -> &[u8] {
        self.disk.read(sector).expect("the caller has looked")
    }

    fn sector_mut(&mut self, sector: u16) -> &mut [u8] {
        let found = self.disk.sector_mut(sector);
        found.expect("the caller has looked")
    }

    /// The files in the directory's order. A first byte 0 ends the directory.
    pub fn entries(&self) -> Vec<Entry> {
        let used = (0..MOST_FILES).take_while(|number| self.entry_bytes(*number)[0] != 0);
        used.filter_map(|number| self.entry(number)).collect()
    }

    fn entry(&self, number: usize) -> Option<Entry> {
        let bytes = self.entry_bytes(number);
        let flags = bytes[0];
        let there = flags & IN_USE != 0 || flags & EXTENDED == EXTENDED;
        if flags & DELETED != 0 || !there {
            return None;
        }
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Some(Entry {
            name: Name::from_bytes(&bytes[NAME..]),
            locked: flags & LOCKED != 0,
            open: flags & IN_USE != 0 && flags & OPEN != 0,
            sectors: word(COUNT),
            start: word(START),
            number,
        })
    }

    fn find(&self, name: &Name) -> Result<Entry, FileError> {
        let found = self.entries().into_iter().find(|e| e.name == *name);
        found.ok_or_else(|| FileError::NotFound { name: name.clone() })
    }

    /// The sectors of a file, in order, as far as its links are good.
    fn chain(&self, entry: &Entry) -> (Vec<u16>, Result<(), FileError>) {
        let mut chain: Vec<u16> = Vec::new();
        let (mut from, mut at) = (entry.start, entry.start);
        while at != 0 {
            let name = || entry.name.clone();
            let Some(bytes) = self.disk.read(at).filter(|_| at > BOOT_SECTORS) else {
                let error = FileError::BadLink {
                    name: name(),
                    sector: from,
                    next: at,
                };
                return (chain, Err(error));
            };
            if chain.contains(&at) {
                let sector = at;
                return (
                    chain,
                    Err(FileError::Loop {
                        name: name(),
                        sector,
                    }),
                );
            }
            let link = &bytes[bytes.len() - LINK..];
            let says = usize::from(link[0] >> 2);
            if says != entry.number {
                let error = FileError::Foreign {
                    name: name(),
                    sector: at,
                    says,
                    number: entry.number,
                };
                return (chain, Err(error));
            }
            chain.push(at);
            from = at;
            at = u16::from(link[0] & 3) << 8 | u16::from(link[1]);
        }
        (chain, Ok(()))
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// Where the name is no name, there is no such file, or its chain is broken.
    pub fn get(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let entry = self.find(&Name::parse(name)?)?;
        let (chain, ended) = self.chain(&entry);
        ended?;
        let mut bytes = Vec::new();
        for sector in chain {
            let sector = self.sector(sector);
            let data = sector.len() - LINK;
            let mask = if data < 128 { 0x7F } else { 0xFF };
            let count = usize::from(sector[sector.len() - 1] & mask);
            bytes.extend(&sector[..count.min(data)]);
        }
        Ok(bytes)
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// Where there is no such file, or it is locked. Of a broken chain the good part is freed.
    pub fn delete(&mut self, name: &str) -> Result<(), FileError> {
        let entry = self.find(&Name::parse(name)?)?;
        if entry.locked {
            return Err(FileError::Locked { name: entry.name });
        }
        let mut vtoc = Vtoc::of(&self.disk);
        let (chain, _) = self.chain(&entry);
        for sector in chain {
            vtoc.set_free(sector, true);
        }
        vtoc.store(&mut self.disk);
        self.entry_bytes_mut(entry.number)[0] = DELETED;
        Ok(())
    }

    /// Writes a file, in the place of the one of that name if there is one: into its sectors, if it has some in reserve and they are
    /// enough. If it fails, nothing is changed.
    ///
    /// # Errors
    /// Where the name is no name, the file is locked, or the disk or its directory is full.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let own = Name::parse(name)?;
        if let Some((number, chain)) = self.reserved(&own)
            && chain.len() * self.data_bytes() >= bytes.len()
        {
            self.fill(number, &chain, bytes);
            return Ok(());
        }
        let mut after = self.clone();
        match after.delete(name) {
            Ok(()) | Err(FileError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
        let needed = bytes.len().div_ceil(self.data_bytes());
        after.create(own, bytes, needed)?;
        *self = after;
        Ok(())
    }

    /// Makes an empty file that has sectors in reserve: each of them says that none of its bytes counts. Who writes into such a file
    /// need not change the directory.
    ///
    /// # Errors
    /// As [`Volume::put`].
    pub fn reserve(&mut self, name: &str, sectors: usize) -> Result<(), FileError> {
        let mut after = self.clone();
        after.create(Name::parse(name)?, &[], sectors)?;
        *self = after;
        Ok(())
    }

    /// Free sectors, ascending.
    pub fn free_sectors(&self) -> Vec<u16> {
        Vtoc::of(&self.disk).free().collect()
    }

    /// Makes a file of these free sectors, in this order; those that its bytes do not need stay its own.
    ///
    /// # Errors
    /// Where the name is no name, the sectors are too few or not free, or the directory is full.
    pub fn lay(&mut self, name: &str, bytes: &[u8], sectors: &[u16]) -> Result<(), FileError> {
        let needed = bytes.len().div_ceil(self.data_bytes()).max(1);
        let free = self.free_sectors();
        let usable = sectors
            .iter()
            .filter(|sector| free.contains(sector))
            .count();
        if usable < needed.max(sectors.len()) {
            let free = usable;
            return Err(FileError::Full { needed, free });
        }
        let mut after = self.clone();
        after.create_in(Name::parse(name)?, bytes, sectors)?;
        *self = after;
        Ok(())
    }

    /// Bytes of a file in a sector.
    pub fn data_bytes(&self) -> usize {
        self.disk.density().sector_size() - LINK
    }

    /// The sectors of a file that has some in reserve, and its number.
    fn reserved(&self, name: &Name) -> Option<(usize, Vec<u16>)> {
        let entry = self.find(name).ok().filter(|entry| !entry.locked)?;
        let (chain, ended) = self.chain(&entry);
        ended.ok()?;
        let last = self.sector(*chain.last()?);
        (last[last.len() - 1] == 0).then_some((entry.number, chain))
    }

    fn create(&mut self, name: Name, bytes: &[u8], sectors: usize) -> Result<(), FileError> {
        // A file without bytes has a sector all the same.
        let needed = sectors.max(1);
        let chain: Vec<u16> = Vtoc::of(&self.disk).free().take(needed).collect();
        if chain.len() < needed {
            let free = chain.len();
            return Err(FileError::Full { needed, free });
        }
        self.create_in(name, bytes, &chain)
    }

    /// Makes a file of free sectors.
    fn create_in(&mut self, name: Name, bytes: &[u8], chain: &[u16]) -> Result<(), FileError> {
        let unused = |number: &usize| self.entry_bytes(*number)[0] & !DELETED == 0;
        let number = (0..MOST_FILES).find(unused);
        let number = number.ok_or(FileError::DirectoryFull)?;
        let mut vtoc = Vtoc::of(&self.disk);
        for sector in chain {
            vtoc.set_free(*sector, false);
        }
        self.fill(number, chain, bytes);
        vtoc.store(&mut self.disk);
        let extended = chain.iter().any(|sector| *sector > vtoc::FIRST_LAST);
        let flags = if extended { EXTENDED } else { IN_USE | DOS_2 };
        let entry = self.entry_bytes_mut(number);
        entry[0] = flags;
        entry[COUNT..START].copy_from_slice(&(chain.len() as u16).to_le_bytes());
        entry[START..NAME].copy_from_slice(&chain[0].to_le_bytes());
        entry[NAME..].copy_from_slice(&name.to_bytes());
        Ok(())
    }

    /// Writes the sectors of a file; those that it does not need stay its own.
    fn fill(&mut self, number: usize, chain: &[u16], bytes: &[u8]) {
        let data = self.data_bytes();
        for (nth, sector) in chain.iter().enumerate() {
            let from = (nth * data).min(bytes.len());
            let part = &bytes[from..(from + data).min(bytes.len())];
            let next = chain.get(nth + 1).copied().unwrap_or(0);
            let [next_low, next_high] = next.to_le_bytes();
            let to = self.sector_mut(*sector);
            to.fill(0);
            to[..part.len()].copy_from_slice(part);
            let link = [(number as u8) << 2 | next_high, next_low, part.len() as u8];
            to[data..].copy_from_slice(&link);
        }
    }

    /// How the disk is recorded.
    pub fn density(&self) -> Density {
        self.disk.density()
    }
}
