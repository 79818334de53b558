//! What the commands do.

use super::mechanics::Mechanics;
use super::model::Model;
use super::uart::cycles;
use hexfront_disk::atari::{Density, Disk};
use serde::{Deserialize, Serialize};

/// Commands.
const FORMAT: u8 = 0x21;
const FORMAT_ENHANCED: u8 = 0x22;
const GET_SPEED: u8 = 0x3F;
const READ_PERCOM: u8 = 0x4E;
const WRITE_PERCOM: u8 = 0x4F;
const PUT: u8 = 0x50;
const READ: u8 = 0x52;
const STATUS: u8 = 0x53;
const WRITE: u8 = 0x57;

/// Bits of the first byte of a status.
mod status {
    pub const FAILED: u8 = 0x04;
    pub const PROTECTED: u8 = 0x08;
    pub const MOTOR: u8 = 0x10;
    pub const DOUBLE: u8 = 0x20;
    pub const ENHANCED: u8 = 0x80;
}

/// Bits of the disk controller's own status; the drives tell them inverted.
mod fdc {
    pub const NOT_READY: u8 = 0x80;
    pub const PROTECTED: u8 = 0x40;
    pub const NOT_FOUND: u8 = 0x10;
}

/// The third byte of a status: how long formatting may take, in units of 64 frames.
const FORMAT_TIMEOUT: u8 = 0xE0;
/// Bytes of a PERCOM block: tracks, step rate, sectors (high, low), sides - 1, 4 for MFM, bytes of a sector (high, low), drive there.
const PERCOM: usize = 12;

/// What comes of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    pub good: bool,
    pub data: Option<Vec<u8>>,
    /// Cycles until it is told.
    pub time: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Controller {
    pub model: Model,
    pub mechanics: Mechanics,
    /// The notch is covered.
    pub protected: bool,
    pub writes: u64,
    clock_hz: u32,
    disk: Option<Disk>,
    /// The last access failed.
    failed: bool,
    fdc: u8,
    /// What a format is to make, if a PERCOM block said so.
    wanted: Option<Density>,
}

impl Controller {
    pub fn new(model: Model, clock_hz: u32) -> Controller {
        Controller {
            model,
            mechanics: Mechanics::new(clock_hz),
            protected: false,
            writes: 0,
            clock_hz,
            disk: None,
            failed: false,
            fdc: 0,
            wanted: None,
        }
    }

    pub fn insert(&mut self, disk: Option<Disk>) -> Option<Disk> {
        self.wanted = None;
        std::mem::replace(&mut self.disk, disk)
    }

    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// The density the drive is set to: that of the disk that it can read, or single.
    fn density(&self) -> Density {
        let density = self.readable().map_or(Density::Single, Disk::density);
        self.wanted.unwrap_or(density)
    }

    /// The disk, if it is recorded in a way that the drive reads.
    fn readable(&self) -> Option<&Disk> {
        self.disk
            .as_ref()
            .filter(|disk| self.model.takes(disk.density()))
    }

    fn protected(&self) -> bool {
        self.protected || self.disk.as_ref().is_some_and(Disk::write_protected)
    }

    /// Whether a command is acknowledged.
    pub fn knows(&self, frame: [u8; 4]) -> bool {
        let sector = sector(frame);
        let figures = self.model.figures();
        match frame[1] {
            READ | PUT | WRITE => (1..=self.density().sectors()).contains(&sector),
            STATUS | FORMAT => true,
            FORMAT_ENHANCED => self.model.takes(Density::Enhanced),
            GET_SPEED => figures.fast.is_some(),
            READ_PERCOM | WRITE_PERCOM => figures.percom,
            _ => false,
        }
    }

    /// Bytes of the data frame that a command wants.
    pub fn wants(&self, frame: [u8; 4]) -> Option<usize> {
        match frame[1] {
            PUT | WRITE => Some(self.density().size_of(sector(frame))),
            WRITE_PERCOM => Some(PERCOM),
            _ => None,
        }
    }

    /// Does a command without a data frame, which was acknowledged.
    pub fn read(&mut self, now: u64, frame: [u8; 4]) -> Reply {
        match frame[1] {
            STATUS => {
                let data = self.status(now);
                self.told(data)
            }
            GET_SPEED => {
                let divisor = self.model.figures().fast.map_or(0, |fast| fast.1);
                self.told(vec![divisor])
            }
            READ_PERCOM => self.told(percom(self.density()).to_vec()),
            FORMAT => {
                let density = self.wanted.unwrap_or(Density::Single);
                self.format(now, density)
            }
            FORMAT_ENHANCED => self.format(now, Density::Enhanced),
            _ => self.read_sector(now, sector(frame)),
        }
    }

    /// An answer that needs no disk.
    fn told(&self, data: Vec<u8>) -> Reply {
        Reply {
            good: true,
            data: Some(data),
            time: cycles(self.model.figures().status * 1_000, self.clock_hz),
        }
    }

    fn status(&self, now: u64) -> Vec<u8> {
        let rows = [
            (status::FAILED, self.failed),
            (status::PROTECTED, self.protected()),
            (status::MOTOR, self.mechanics.spins(now)),
            (status::DOUBLE, self.density() == Density::Double),
            (status::ENHANCED, self.density() == Density::Enhanced),
        ];
        let bits = rows.iter().filter(|row| row.1).map(|row| row.0);
        // The 810 does not look whether its door is closed.
        let tells = self.model != Model::Atari810;
        let not_ready = if tells && self.disk.is_none() {
            fdc::NOT_READY
        } else {
            0
        };
        vec![bits.sum(), !(self.fdc | not_ready), FORMAT_TIMEOUT, 0]
    }

    /// An access that found nothing.
    fn fail(&mut self, now: u64, fdc: u8, data: Option<Vec<u8>>) -> Reply {
        (self.failed, self.fdc) = (true, fdc);
        let figures = self.model.figures();
        Reply {
            good: false,
            data,
            time: self.mechanics.search(now, &figures),
        }
    }

    fn read_sector(&mut self, now: u64, sector: u16) -> Reply {
        let size = self.density().size_of(sector);
        let found = self.readable().and_then(|disk| disk.read(sector));
        let Some(data) = found.filter(|data| data.len() == size).map(<[u8]>::to_vec) else {
            // What is in the buffer is sent all the same.
            return self.fail(now, fdc::NOT_FOUND, Some(vec![0; size]));
        };
        (self.failed, self.fdc) = (false, 0);
        let (figures, density) = (self.model.figures(), self.density());
        Reply {
            good: true,
            data: Some(data),
            time: self.mechanics.access(now, sector, density, 0, &figures),
        }
    }

    /// Does a command whose data frame was acknowledged.
    pub fn write(&mut self, now: u64, frame: [u8; 4], bytes: &[u8]) -> Reply {
        if frame[1] == WRITE_PERCOM {
            let density = Density::ALL.into_iter();
            let wanted = density.clone().find(|d| percom(*d)[2..8] == bytes[2..8]);
            self.wanted = wanted.or(self.wanted);
            return Reply {
                good: wanted.is_some(),
                data: None,
                time: cycles(self.model.figures().status * 1_000, self.clock_hz),
            };
        }
        let sector = sector(frame);
        let (figures, density) = (self.model.figures(), self.density());
        if self.protected() {
            return self.fail(now, fdc::PROTECTED, None);
        }
        let fits = self
            .readable()
            .is_some_and(|disk| disk.density() == density);
        let target = self.disk.as_mut().filter(|_| fits);
        let target = target.and_then(|disk| disk.sector_mut(sector));
        // The disk may have been changed for another meanwhile.
        let Some(target) = target.filter(|target| target.len() == bytes.len()) else {
            return self.fail(now, fdc::NOT_FOUND, None);
        };
        target.copy_from_slice(bytes);
        self.writes += 1;
        (self.failed, self.fdc) = (false, 0);
        let verify = u64::from(frame[1] == WRITE);
        let time = self
            .mechanics
            .access(now, sector, density, verify, &figures);
        Reply {
            good: true,
            data: None,
            time,
        }
    }

    /// Records the disk anew. The data are the numbers of bad sectors, up to $FFFF: there are none.
    fn format(&mut self, now: u64, density: Density) -> Reply {
        let mut data = vec![0; density.sector_size()];
        data[..2].fill(0xFF);
        let figures = self.model.figures();
        if self.protected() {
            return self.fail(now, fdc::PROTECTED, Some(data));
        }
        let Some(disk) = &mut self.disk else {
            return self.fail(now, fdc::NOT_READY, Some(data));
        };
        disk.format(density);
        self.writes += 1;
        (self.failed, self.fdc) = (false, 0);
        self.wanted = None;
        Reply {
            good: true,
            data: Some(data),
            time: self.mechanics.format(now, &figures),
        }
    }
}

fn sector(frame: [u8; 4]) -> u16 {
    u16::from_le_bytes([frame[2], frame[3]])
}

fn percom(density: Density) -> [u8; PERCOM] {
    let mfm = if density == Density::Single { 0 } else { 4 };
    let [size_high, size_low] = (density.sector_size() as u16).to_be_bytes();
    let sectors = density.sectors_of_track() as u8;
    [
        40, 1, 0, sectors, 0, mfm, size_high, size_low, 0xFF, 0, 0, 0,
    ]
}
