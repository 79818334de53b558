//! The VTOC in sector 360, and the second one of DOS 2.5 in sector 1024: a bit for each sector, set where it is free.

use super::DIRECTORY;
use crate::atari::{BOOT_SECTORS, Density, Disk};

/// Where they lie.
const SECTOR: u16 = 360;
const SECOND: u16 = 1024;
/// In the first: version of DOS, sectors in all, free ones, the map from sector 0 on.
const VERSION: usize = 0;
const TOTAL: usize = 1;
const FREE: usize = 3;
const MAP: usize = 10;
const DOS_2: u8 = 2;
/// The last sector of the first map, and of both.
pub(super) const FIRST_LAST: u16 = 719;
const SECOND_LAST: u16 = 1023;
/// The second repeats the first map from this sector on, then come the others and how many of them are free.
const REPEATS_FROM: usize = 48;
const SECOND_FREE: usize = 122;

/// Whether a disk has one.
pub(super) fn is_there(disk: &Disk) -> bool {
    let vtoc = disk.read(SECTOR);
    vtoc.is_some_and(|vtoc| vtoc[VERSION] == DOS_2 && vtoc[TOTAL..FREE] != [0, 0])
}

/// Which sectors are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Vtoc {
    /// By the number of the sector; sector 0 does not exist.
    free: Vec<bool>,
    total: u16,
}

/// The last sector that files can have.
fn last(density: Density) -> u16 {
    match density {
        Density::Single | Density::Double => FIRST_LAST,
        Density::Enhanced => SECOND_LAST,
    }
}

fn bits(bytes: &[u8]) -> impl Iterator<Item = bool> {
    let bits = |byte: &u8| {
        let byte = *byte;
        (0..8).map(move |bit| byte << bit & 0x80 != 0)
    };
    bytes.iter().flat_map(bits)
}

fn pack(bits: &[bool]) -> Vec<u8> {
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    bits.chunks_exact(8).map(byte).collect()
}

impl Vtoc {
    /// That of an empty disk: boot sectors, VTOC and directory are taken, and sector 720, which DOS 2.5 leaves alone.
    pub fn empty(density: Density) -> Vtoc {
        let taken = |sector: u16| {
            sector <= BOOT_SECTORS
                || sector == SECTOR
                || DIRECTORY.contains(&sector)
                || sector == FIRST_LAST + 1
        };
        let free: Vec<bool> = (0..=last(density)).map(|sector| !taken(sector)).collect();
        let total = free.iter().filter(|free| **free).count() as u16;
        Vtoc { free, total }
    }

    /// That of a disk that has one.
    pub fn of(disk: &Disk) -> Vtoc {
        let vtoc = disk.read(SECTOR).unwrap_or(&[0; 128]);
        let map = &vtoc[MAP..MAP + usize::from(FIRST_LAST + 1) / 8];
        let mut free: Vec<bool> = bits(map).collect();
        if let (Density::Enhanced, Some(second)) = (disk.density(), disk.read(SECOND)) {
            let more = (usize::from(FIRST_LAST) + 1 - REPEATS_FROM) / 8;
            free.extend(bits(&second[more..SECOND_FREE]));
        }
        // No file has a sector 0, whatever the map says.
        free[0] = false;
        let total = u16::from_le_bytes([vtoc[TOTAL], vtoc[TOTAL + 1]]);
        Vtoc { free, total }
    }

    pub fn store(&self, disk: &mut Disk) {
        let count = |free: &[bool]| free.iter().filter(|free| **free).count() as u16;
        let (first, second) = self.free.split_at(usize::from(FIRST_LAST) + 1);
        if let Some(vtoc) = disk.sector_mut(SECTOR) {
            vtoc[VERSION] = DOS_2;
            vtoc[TOTAL..FREE].copy_from_slice(&self.total.to_le_bytes());
            vtoc[FREE..FREE + 2].copy_from_slice(&count(first).to_le_bytes());
            let map = pack(first);
            vtoc[MAP..MAP + map.len()].copy_from_slice(&map);
        }
        if second.is_empty() {
            return;
        }
        if let Some(vtoc) = disk.sector_mut(SECOND) {
            let map = pack(&self.free[REPEATS_FROM..]);
            vtoc[..map.len()].copy_from_slice(&map);
            vtoc[SECOND_FREE..SECOND_FREE + 2].copy_from_slice(&count(second).to_le_bytes());
        }
    }

    pub fn is_free(&self, sector: u16) -> bool {
        self.free.get(usize::from(sector)).is_some_and(|free| *free)
    }

    pub fn set_free(&mut self, sector: u16, free: bool) {
        if let Some(own) = self.free.get_mut(usize::from(sector)) {
            *own = free;
        }
    }

    /// The free sectors, from the lowest on, as DOS takes them. Those that boot are never, whatever a damaged map says: they may be shorter.
    pub fn free(&self) -> impl Iterator<Item = u16> {
        let sectors = (0..).zip(&self.free).filter(|(_, free)| **free);
        let sectors = sectors.map(|(sector, _)| sector);
        sectors.filter(|sector| *sector > BOOT_SECTORS)
    }

    /// How many sectors are free by the map, and by the counters beside it.
    pub fn counts(&self, disk: &Disk) -> (usize, usize) {
        let word = |sector: u16, at: usize| {
            let bytes = disk.read(sector).map(|bytes| [bytes[at], bytes[at + 1]]);
            usize::from(u16::from_le_bytes(bytes.unwrap_or_default()))
        };
        let second = match disk.density() {
            Density::Enhanced => word(SECOND, SECOND_FREE),
            Density::Single | Density::Double => 0,
        };
        (self.free().count(), word(SECTOR, FREE) + second)
    }
}
