//! Looking for damage.

use super::{Entry, FileError, Place, SECTORS, TRACKS, VTOC, Volume, is_free};
use std::collections::BTreeMap;
use std::fmt;

/// Something wrong with the files of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the text says what each field is")]
pub enum Problem {
    /// The catalog cannot be read to its end.
    Catalog { error: FileError },
    /// A file cannot be read to its end.
    File { name: String, error: FileError },
    /// Two files share a sector.
    CrossLinked {
        name: String,
        other: String,
        place: Place,
    },
    /// A sector of a file is free in the VTOC: the next write destroys it.
    UsedButFree { name: String, place: Place },
    /// The length in the catalog is not that of the file.
    Length {
        name: String,
        says: u16,
        counted: usize,
    },
    /// Sectors that cannot be read and belong to no file.
    Unreadable { places: Vec<Place> },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Catalog { error } => {
                write!(
                    f,
                    "catalog: {error}: what lies behind it is lost, copy the other files to another disk"
                )
            }
            Problem::File { name, error } => {
                write!(
                    f,
                    "{name}: {error}: what lies behind it is lost, delete the file"
                )
            }
            Problem::CrossLinked { name, other, place } => write!(
                f,
                "{name} and {other} share sector {place}: copy both to another disk, and see which is whole"
            ),
            Problem::UsedButFree { name, place } => write!(
                f,
                "sector {place} of {name} is marked free, the next write would take it: copy the file to another disk first"
            ),
            Problem::Length {
                name,
                says,
                counted,
            } => write!(
                f,
                "{name} has {counted} sectors, the catalog says {says}: write the file anew"
            ),
            Problem::Unreadable { places } => {
                let list: Vec<String> = places.iter().map(Place::to_string).collect();
                write!(
                    f,
                    "sectors that belong to no file cannot be read: {}; they may be meant so, or the disk is worn",
                    list.join(" ")
                )
            }
        }
    }
}

impl Volume {
    /// Everything that is wrong; empty for a sound disk. Sectors that are used and belong to no file are none: DOS itself has such.
    pub fn check(&self) -> Vec<Problem> {
        let entries = match self.entries() {
            Ok(entries) => entries,
            Err(error) => return vec![Problem::Catalog { error }],
        };
        let mut problems = Vec::new();
        let mut owners: BTreeMap<Place, String> = BTreeMap::new();
        for entry in &entries {
            self.check_file(entry, &mut owners, &mut problems);
        }
        let places = (0..TRACKS as u8).flat_map(|t| (0..SECTORS as u8).map(move |s| Place(t, s)));
        let unreadable = places.filter(|p| self.read(*p).is_err() && !owners.contains_key(p));
        let places: Vec<Place> = unreadable.collect();
        if !places.is_empty() {
            problems.push(Problem::Unreadable { places });
        }
        problems
    }

    fn check_file(
        &self,
        entry: &Entry,
        owners: &mut BTreeMap<Place, String>,
        problems: &mut Vec<Problem>,
    ) {
        let name = entry.name.clone();
        let (sectors, lists) = match self.sectors_of(entry) {
            Ok(found) => found,
            Err(error) => return problems.push(Problem::File { name, error }),
        };
        let places: Vec<Place> = sectors.into_iter().flatten().chain(lists).collect();
        if usize::from(entry.sectors) != places.len() {
            problems.push(Problem::Length {
                name: name.clone(),
                says: entry.sectors,
                counted: places.len(),
            });
        }
        for place in places {
            if let Err(error) = self.read(place) {
                let name = name.clone();
                problems.push(Problem::File { name, error });
            }
            if let Some(other) = owners.insert(place, name.clone()) {
                let name = name.clone();
                problems.push(Problem::CrossLinked { name, other, place });
            }
            let vtoc = self.read(VTOC);
            if vtoc.is_ok_and(|vtoc| is_free(vtoc, place)) {
                let name = name.clone();
                problems.push(Problem::UsedButFree { name, place });
            }
        }
    }
}
