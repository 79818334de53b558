//! The files of DOS 3.3: catalog, lists of sectors, free sectors.
//!
//! Source: Beneath Apple DOS, chapter 4.

mod check;
mod write;

pub use check::Problem;

use super::track::SECTORS;
use super::{Disk, Sector, TRACKS};
use std::collections::BTreeSet;
use std::fmt;
use thiserror::Error;

/// Track of the catalog, and of the VTOC, its sector 0, which says what is free.
pub const CATALOG_TRACK: u8 = 17;
/// Letters of a name.
pub const NAME_LENGTH: usize = 30;

const VTOC: Place = Place(CATALOG_TRACK, 0);
/// In the VTOC: the link to the catalog, the version of DOS, the volume, the most pairs of a list, where sectors were last taken and
/// in which direction, the size of the disk, the map of free sectors, four bytes a track.
const LINK: usize = 1;
const VERSION: usize = 3;
const VOLUME: usize = 6;
const MOST_PAIRS: usize = 0x27;
const LAST_TRACK: usize = 0x30;
const DIRECTION: usize = 0x31;
const GEOMETRY: usize = 0x34;
const FREE_MAP: usize = 0x38;
/// In a sector of the catalog: entries, and bytes of one.
const ENTRIES: usize = 0x0B;
const ENTRY: usize = 35;
/// In an entry: first list (track and sector), type, name, length in sectors.
const KIND: usize = 2;
const NAME: usize = 3;
const LENGTH: usize = 0x21;
/// In a list of sectors: the number of the first of them, the pairs, as many as there are.
const FIRST: usize = 5;
const PAIRS: usize = 0x0C;
const PAIR_COUNT: usize = (256 - PAIRS) / 2;
/// In the place of the track of an entry: the file was deleted.
const DELETED: u8 = 0xFF;
const LOCKED: u8 = 0x80;
/// Bytes before a binary file: where it is loaded, and how many there are. A program in BASIC has only those.
const BINARY_HEAD: usize = 4;
const BASIC_HEAD: usize = 2;

/// A sector's place: track, and sector as DOS counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8, pub u8);

impl Place {
    /// The place that two bytes name, if the disk has it.
    fn at(bytes: &[u8]) -> Option<Place> {
        let place = Place(bytes[0], bytes[1]);
        (usize::from(place.0) < TRACKS && usize::from(place.1) < SECTORS).then_some(place)
    }

    fn index(self) -> usize {
        usize::from(self.0) * SECTORS + usize::from(self.1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0, self.1)
    }
}

/// The types of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `T`: text, up to the first byte 0.
    Text,
    /// `I`: a program in Integer BASIC.
    Integer,
    /// `A`: a program in Applesoft BASIC.
    Applesoft,
    /// `B`: binary, with address and length before it.
    Binary,
    /// Others, by the bits of their type.
    Other(u8),
}

impl Kind {
    fn of(bits: u8) -> Kind {
        match bits & !LOCKED {
            0 => Kind::Text,
            1 => Kind::Integer,
            2 => Kind::Applesoft,
            4 => Kind::Binary,
            other => Kind::Other(other),
        }
    }

    /// The letter in a catalog.
    pub fn letter(self) -> char {
        match self {
            Kind::Text => 'T',
            Kind::Integer => 'I',
            Kind::Applesoft => 'A',
            Kind::Binary => 'B',
            Kind::Other(0x08) => 'S',
            Kind::Other(0x10) => 'R',
            Kind::Other(_) => '?',
        }
    }
}

/// A file in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, without the spaces behind it.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// It is neither written nor deleted.
    pub locked: bool,
    /// Sectors, lists among them.
    pub sectors: u16,
    /// Its first list.
    list: Place,
    /// Where the entry lies: sector and byte.
    at: (Place, usize),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let locked = if self.locked { '*' } else { ' ' };
        // As DOS shows it: of more than 255 sectors the remainder.
        let sectors = self.sectors % 256;
        write!(
            f,
            "{locked}{} {sectors:03} {}",
            self.kind.letter(),
            self.name
        )
    }
}

/// Why an operation on files failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum FileError {
    #[error("the disk has no DOS 3.3 catalog on track 17")]
    NoCatalog,
    #[error("sector {place} cannot be read")]
    Unreadable { place: Place },
    #[error("sector {place} links to {track}/{sector}, which does not exist on the disk")]
    BadLink { place: Place, track: u8, sector: u8 },
    #[error("the chain of sectors comes back to {place}: it has no end")]
    Loop { place: Place },
    #[error("no file {name:?} on the disk")]
    NotFound { name: String },
    #[error("{name:?} is locked")]
    Locked { name: String },
    #[error(
        "{name:?} cannot be the name of a file: 1 to {NAME_LENGTH} letters, digits and signs, the first a letter, no comma"
    )]
    Name { name: String },
    #[error(
        "a file of {bytes} bytes is too long for DOS 3.3, whose binary files have at most 65535"
    )]
    TooLong { bytes: usize },
    #[error("sector {place} is in use")]
    Taken { place: Place },
    #[error("the disk is full: {needed} sectors are needed and {free} are free")]
    Full { needed: usize, free: usize },
    #[error("the catalog is full: it has room for 105 files")]
    CatalogFull,
}

/// How many sectors of the catalog lead to the next one, as DOS itself makes it, where `index` says at which place of its track the
/// file has a sector.
pub(super) fn linked(bytes: &[u8], index: impl Fn(usize) -> usize) -> usize {
    let leads = |sector: &usize| {
        let at = (usize::from(CATALOG_TRACK) * SECTORS + index(*sector)) * 256;
        bytes.get(at + LINK..at + LINK + 2) == Some(&[CATALOG_TRACK, *sector as u8 - 1])
    };
    (2..SECTORS).filter(leads).count()
}

fn is_vtoc(sector: &[u8]) -> bool {
    let link = Place::at(&sector[LINK..]);
    link.is_some_and(|p| p.0 != 0)
        && sector[GEOMETRY] == TRACKS as u8
        && sector[GEOMETRY + 1] == SECTORS as u8
}

/// The files of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volume {
    sectors: Vec<Option<Sector>>,
    /// Tracks that were written to.
    changed: BTreeSet<usize>,
}

impl Volume {
    /// The files on a disk.
    ///
    /// # Errors
    /// [`FileError::NoCatalog`].
    pub fn of(disk: &Disk) -> Result<Volume, FileError> {
        let sectors = (0..TRACKS)
            .flat_map(|track| disk.read_track(track))
            .collect();
        let changed = BTreeSet::new();
        let volume = Volume { sectors, changed };
        match volume.sectors[VTOC.index()] {
            Some(vtoc) if is_vtoc(&vtoc) => Ok(volume),
            _ => Err(FileError::NoCatalog),
        }
    }

    /// The sectors of an empty disk. Its first three tracks are left to DOS, though there is none on it.
    pub fn format(volume: u8) -> Vec<Sector> {
        let mut sectors = vec![[0; 256]; TRACKS * SECTORS];
        let vtoc = &mut sectors[VTOC.index()];
        vtoc[LINK..LINK + 2].copy_from_slice(&[CATALOG_TRACK, 15]);
        vtoc[VERSION] = 3;
        vtoc[VOLUME] = volume;
        vtoc[MOST_PAIRS] = PAIR_COUNT as u8;
        vtoc[LAST_TRACK] = CATALOG_TRACK + 1;
        vtoc[DIRECTION] = 1;
        vtoc[GEOMETRY..GEOMETRY + 4].copy_from_slice(&[TRACKS as u8, SECTORS as u8, 0, 1]);
        for track in 3..TRACKS as u8 {
            if track != CATALOG_TRACK {
                (0..SECTORS as u8).for_each(|s| set_free(vtoc, Place(track, s), true));
            }
        }
        for sector in 2..SECTORS as u8 {
            let link = [CATALOG_TRACK, sector - 1];
            sectors[Place(CATALOG_TRACK, sector).index()][LINK..LINK + 2].copy_from_slice(&link);
        }
        sectors
    }

    /// Puts what was changed onto the disk.
    pub fn store(&self, disk: &mut Disk) {
        for track in &self.changed {
            let sectors = &self.sectors[track * SECTORS..(track + 1) * SECTORS];
            let sectors = std::array::from_fn(|n| sectors[n].unwrap_or([0; 256]));
            disk.write_track(*track, &sectors);
        }
    }

    fn read(&self, place: Place) -> Result<&Sector, FileError> {
        let sector = self.sectors.get(place.index()).and_then(Option::as_ref);
        sector.ok_or(FileError::Unreadable { place })
    }

    /// A sector, to be written. On its track all must be readable, as the track is written anew.
    fn change(&mut self, place: Place) -> Result<&mut Sector, FileError> {
        let track = usize::from(place.0);
        for sector in 0..SECTORS as u8 {
            self.read(Place(place.0, sector))?;
        }
        self.changed.insert(track);
        let sector = self.sectors.get_mut(place.index()).and_then(Option::as_mut);
        sector.ok_or(FileError::Unreadable { place })
    }

    /// Where a sector of a chain leads; `None` at its end.
    fn next(&self, place: Place) -> Result<Option<Place>, FileError> {
        let link = &self.read(place)?[LINK..LINK + 2];
        if link[0] == 0 {
            return Ok(None);
        }
        let next = Place::at(link).ok_or(FileError::BadLink {
            place,
            track: link[0],
            sector: link[1],
        })?;
        Ok(Some(next))
    }

    /// The sectors of a chain.
    fn chain(&self, first: Place) -> Result<Vec<Place>, FileError> {
        let mut chain = vec![first];
        let mut at = first;
        while let Some(next) = self.next(at)? {
            if chain.contains(&next) {
                return Err(FileError::Loop { place: next });
            }
            chain.push(next);
            at = next;
        }
        Ok(chain)
    }

    /// The sectors of the catalog, without the VTOC.
    fn catalog(&self) -> Result<Vec<Place>, FileError> {
        let mut chain = self.chain(VTOC)?;
        chain.remove(0);
        Ok(chain)
    }

    /// The disk's volume number.
    ///
    /// # Errors
    /// As for all reads, where a sector cannot be read or links wrongly.
    pub fn number(&self) -> Result<u8, FileError> {
        Ok(self.read(VTOC)?[VOLUME])
    }

    /// Free sectors.
    ///
    /// # Errors
    /// As [`Volume::number`].
    pub fn free(&self) -> Result<usize, FileError> {
        let vtoc = self.read(VTOC)?;
        let places = (0..TRACKS as u8).flat_map(|t| (0..SECTORS as u8).map(move |s| Place(t, s)));
        Ok(places.filter(|place| is_free(vtoc, *place)).count())
    }

    /// The files in the catalog's order.
    ///
    /// # Errors
    /// As [`Volume::number`].
    pub fn entries(&self) -> Result<Vec<Entry>, FileError> {
        let mut entries = Vec::new();
        for place in self.catalog()? {
            let sector = self.read(place)?;
            for at in entry_places() {
                let entry = &sector[at..at + ENTRY];
                if matches!(entry[0], 0 | DELETED) {
                    continue;
                }
                let list = Place::at(entry).ok_or(FileError::BadLink {
                    place,
                    track: entry[0],
                    sector: entry[1],
                })?;
                entries.push(Entry {
                    name: name_of(&entry[NAME..NAME + NAME_LENGTH]),
                    kind: Kind::of(entry[KIND]),
                    locked: entry[KIND] & LOCKED != 0,
                    sectors: u16::from_le_bytes([entry[LENGTH], entry[LENGTH + 1]]),
                    list,
                    at: (place, at),
                });
            }
        }
        Ok(entries)
    }

    fn find(&self, name: &str) -> Result<Entry, FileError> {
        let entries = self.entries()?;
        let found = entries
            .into_iter()
            .find(|e| e.name.eq_ignore_ascii_case(name));
        found.ok_or(FileError::NotFound { name: name.into() })
    }

    /// The sectors of a file's contents, in order; `None` where a text has a gap; and its lists.
    fn sectors_of(&self, entry: &Entry) -> Result<(Vec<Option<Place>>, Vec<Place>), FileError> {
        let lists = self.chain(entry.list)?;
        let mut sectors = Vec::new();
        for place in &lists {
            let list = self.read(*place)?;
            let first = usize::from(u16::from_le_bytes([list[FIRST], list[FIRST + 1]]));
            if first > sectors.len() && first <= TRACKS * SECTORS {
                sectors.resize(first, None);
            }
            for pair in list[PAIRS..].as_chunks::<2>().0 {
                let at = Place::at(pair).ok_or(FileError::BadLink {
                    place: *place,
                    track: pair[0],
                    sector: pair[1],
                })?;
                sectors.push((*pair != [0, 0]).then_some(at));
            }
        }
        while sectors.last() == Some(&None) {
            sectors.pop();
        }
        Ok((sectors, lists))
    }

    /// What a file holds: of a binary the bytes behind its head, of a program in BASIC those behind its length, of a text those before
    /// the first 0.
    ///
    /// # Errors
    /// [`FileError::NotFound`], and as [`Volume::number`].
    pub fn get(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let entry = self.find(name)?;
        let mut bytes: Vec<u8> = Vec::new();
        for place in self.sectors_of(&entry)?.0 {
            // A file that was written over has sectors behind its end.
            let head = bytes
                .get(..BINARY_HEAD)
                .filter(|_| entry.kind == Kind::Binary);
            if head.is_some_and(|h| {
                bytes.len() >= BINARY_HEAD + usize::from(u16::from_le_bytes([h[2], h[3]]))
            }) {
                break;
            }
            match place {
                Some(place) => bytes.extend(self.read(place)?),
                None => bytes.extend([0; 256]),
            }
        }
        let length = |at: usize| match bytes.get(at..at + 2) {
            Some(length) => usize::from(u16::from_le_bytes([length[0], length[1]])),
            None => 0,
        };
        let part = match entry.kind {
            Kind::Binary => BINARY_HEAD..BINARY_HEAD + length(2),
            Kind::Integer | Kind::Applesoft => BASIC_HEAD..BASIC_HEAD + length(0),
            Kind::Text => 0..bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len()),
            Kind::Other(_) => 0..bytes.len(),
        };
        let part = part.start.min(bytes.len())..part.end.min(bytes.len());
        Ok(bytes[part].to_vec())
    }
}

fn entry_places() -> impl Iterator<Item = usize> {
    (ENTRIES..=256 - ENTRY).step_by(ENTRY)
}

/// Where the bit of a sector is in the VTOC, and which: set when free. The first byte has sectors 15 to 8.
fn free_bit(place: Place) -> (usize, u8) {
    let byte = FREE_MAP + usize::from(place.0) * 4 + usize::from(place.1 < 8);
    (byte, 1 << (place.1 % 8))
}

fn is_free(vtoc: &Sector, place: Place) -> bool {
    let (byte, bit) = free_bit(place);
    vtoc[byte] & bit != 0
}

fn set_free(vtoc: &mut Sector, place: Place, free: bool) {
    let (byte, bit) = free_bit(place);
    vtoc[byte] = if free {
        vtoc[byte] | bit
    } else {
        vtoc[byte] & !bit
    };
}

/// A name as people read it: control characters are shown as `?`.
fn name_of(bytes: &[u8]) -> String {
    let letters = bytes.iter().map(|b| match b & 0x7F {
        letter @ 0x20..=0x7E => char::from(letter),
        _ => '?',
    });
    letters.collect::<String>().trim_end().to_owned()
}
