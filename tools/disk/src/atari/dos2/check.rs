//! Looking for damage.

use super::vtoc::Vtoc;
use super::{Entry, FileError, Name, Volume};
use std::collections::BTreeMap;
use std::fmt;

/// Something wrong with the files of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the text says what each field is")]
pub enum Problem {
    /// A file cannot be read to its end.
    File { error: FileError },
    /// Two files share a sector.
    CrossLinked {
        name: Name,
        other: Name,
        sector: u16,
    },
    /// A sector of a file is free in the VTOC: the next write destroys it.
    UsedButFree { name: Name, sector: u16 },
    /// The length in the directory is not that of the file.
    Length {
        name: Name,
        says: u16,
        counted: usize,
    },
    /// A file was never closed.
    Open { name: Name },
    /// The number of free sectors is not what the map says.
    FreeCount { says: usize, counted: usize },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::File { error } => write!(
                f,
                "{error}: what lies behind it is lost, copy the other files to another disk"
            ),
            Problem::CrossLinked {
                name,
                other,
                sector,
            } => write!(
                f,
                "{name} and {other} share sector {sector}: copy both to another disk, and see which is whole"
            ),
            Problem::UsedButFree { name, sector } => write!(
                f,
                "sector {sector} of {name} is marked free, the next write would take it: copy the file to another disk first"
            ),
            Problem::Length {
                name,
                says,
                counted,
            } => write!(
                f,
                "{name} has {counted} sectors, the directory says {says}: write the file anew"
            ),
            Problem::Open { name } => write!(
                f,
                "{name} was never closed, its end may be missing: copy it to another disk and delete it"
            ),
            Problem::FreeCount { says, counted } => write!(
                f,
                "{counted} sectors are free, the VTOC says {says}: writing a file sets it right"
            ),
        }
    }
}

impl Volume {
    /// Everything that is wrong; empty for a sound disk. Sectors that are used and belong to no file are none: boot programs have such.
    pub fn check(&self) -> Vec<Problem> {
        let vtoc = Vtoc::of(&self.disk);
        let mut problems = Vec::new();
        let mut owners: BTreeMap<u16, Name> = BTreeMap::new();
        for entry in self.entries() {
            if entry.open {
                let name = entry.name.clone();
                problems.push(Problem::Open { name });
            }
            self.check_file(&entry, &vtoc, &mut owners, &mut problems);
        }
        let (counted, says) = vtoc.counts(&self.disk);
        if counted != says {
            problems.push(Problem::FreeCount { says, counted });
        }
        problems
    }

    fn check_file(
        &self,
        entry: &Entry,
        vtoc: &Vtoc,
        owners: &mut BTreeMap<u16, Name>,
        problems: &mut Vec<Problem>,
    ) {
        let name = || entry.name.clone();
        let (chain, ended) = self.chain(entry);
        match ended {
            Err(error) => problems.push(Problem::File { error }),
            Ok(()) if usize::from(entry.sectors) != chain.len() && !entry.open => {
                problems.push(Problem::Length {
                    name: name(),
                    says: entry.sectors,
                    counted: chain.len(),
                });
            }
            Ok(()) => {}
        }
        for sector in chain {
            if vtoc.is_free(sector) {
                let name = name();
                problems.push(Problem::UsedButFree { name, sector });
            }
            if let Some(other) = owners.insert(sector, name()) {
                let name = name();
                problems.push(Problem::CrossLinked {
                    name,
                    other,
                    sector,
                });
            }
        }
    }
}
