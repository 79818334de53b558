//! Commodore 1541 as the computer sees it: a device on the serial bus that speaks CBM DOS 2.6.
//!
//! The drive lives on the level of the bus lines: any KERNAL that can talk to a 1541 can talk to it. Behind the
//! lines there is no 6502 and no GCR but the DOS itself, working on the blocks of a [`D64`] image.
//!
//! | file | holds |
//! | --- | --- |
//! | `serial` | the protocol on ATN, CLK and DATA |
//! | `dos` | channels, OPEN, CLOSE, bytes in and out |
//! | `command` | the command channel |
//! | `filename`, `listing` | what names and patterns mean; the directory as a BASIC program |
//! | `status` | error numbers and texts |
//! | `mechanics` | how long the disk takes |
//!
//! Sources: Commodore 1541 User's Guide; Commodore 64 Programmer's Reference Guide, chapter 6 and KERNAL
//! calls LISTEN, TALK, CIOUT, ACPTR; J. Butterfield, "How the VIC/64 serial bus works" (COMPUTE!, July 1983);
//! Immers and Neufeld, "Inside Commodore DOS" (1984).
//!
//! **Not emulated:** the drive's processor, hence programs for it (fast loaders, `M-E`, `U3` to `U8`, `&`; `M-R`
//! and `M-W` see 2 KB of RAM that nothing else uses); relative files; the second drive of a dual unit; the bus's
//! reset line other than by [`Mos1541::reset`]. [`DriveSpeed::Host`] leaves out the disk's own time and shortens the
//! bits to what a KERNAL with the screen on can follow; the computer's routines then set the pace.

mod command;
mod dos;
mod filename;
mod listing;
mod mechanics;
mod serial;
mod status;

pub use status::Status;

use crate::iec::IecBus;
use crate::machine::DriveSpeed;
use dos::Dos;
use hexfront_disk::d64::D64;
use serde::{Deserialize, Serialize};
use serial::Serial;

/// What the lamp at the drive's front shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Nothing is open.
    Off,
    /// A file is open or the disk is in use.
    On,
    /// An error waits to be read from the error channel.
    Blinking,
}

/// The drive, with the disk in it. All times are cycles of the computer's clock since power-on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mos1541 {
    serial: Serial,
    dos: Dos,
}

impl Mos1541 {
    /// A drive without a disk, just switched on. `number` is its device number, 8 to 11 on a 1541; `clock_hz` the
    /// rate of the cycles that [`Mos1541::tick`] is told.
    pub fn new(number: u8, clock_hz: u32) -> Mos1541 {
        Mos1541 {
            serial: Serial::new(number, clock_hz),
            dos: Dos::new(clock_hz),
        }
    }

    /// The reset line: open files are forgotten, the disk stays.
    pub fn reset(&mut self) {
        self.serial.reset();
        self.dos.reset();
    }

    /// Brings the drive up to `now` and puts the lines it asserts into `bus.device`; `bus.host` is taken to have
    /// been as it was at the last call until now, and as it is from now on. Returns when the drive will next
    /// change its lines if the computer's stay as they are (`u64::MAX`: never).
    pub fn tick(&mut self, now: u64, bus: &mut IecBus) -> u64 {
        self.serial.run(now, bus.host, &mut self.dos);
        bus.device = self.serial.lines();
        self.serial.next_event()
    }

    /// Puts a disk in, in the place of the one that was there.
    pub fn insert(&mut self, disk: D64) {
        self.dos.insert(Some(disk));
    }

    /// Takes the disk out.
    pub fn eject(&mut self) -> Option<D64> {
        self.dos.insert(None)
    }

    /// The disk as it is now: writes are in it at once.
    pub fn disk(&self) -> Option<&D64> {
        self.dos.disk()
    }

    /// How often something was written to a disk since power-on. A front end that keeps the image in a file of the
    /// host compares this with the last value it saw, and writes the file when it differs.
    pub fn writes(&self) -> u64 {
        self.dos.writes()
    }

    /// Covers or uncovers the notch of the disk; the setting stays with the drive when the disk is changed.
    pub fn set_write_protected(&mut self, protected: bool) {
        self.dos.write_protected = protected;
    }

    /// Whether the notch is covered.
    pub fn write_protected(&self) -> bool {
        self.dos.write_protected
    }

    /// Sets how fast the drive works.
    pub fn set_speed(&mut self, speed: DriveSpeed) {
        self.serial.set_speed(speed);
        self.dos.set_speed(speed);
    }

    /// The message that waits on the error channel.
    pub fn status(&self) -> Status {
        self.dos.status()
    }

    /// Whether a file is open.
    pub fn is_active(&self) -> bool {
        self.dos.is_active()
    }

    /// What the lamp shows.
    pub fn light(&self) -> Light {
        if self.dos.status().is_error() {
            Light::Blinking
        } else if self.dos.is_active() {
            Light::On
        } else {
            Light::Off
        }
    }
}
