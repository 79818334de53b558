//! Chinon FB-354, the 3.5-inch drive of the Amiga 500: 80 cylinders, two heads, 300 revolutions a minute, bits under the head.
//!
//! A track is made from the image's sectors when the head comes over it; what was written is decoded into sectors when
//! writing stops. Times are slots (colour clocks); all lines are true when asserted, whatever their voltage.
//!
//! At the host's speed ([`DriveSpeed::Host`]) the motor has its speed at once, and during a transfer the disk turns as fast
//! as words are moved; steps, and what a program waits after them, take their time.
//!
//! Sources: Amiga Hardware Reference Manual, chapter 8 and appendix F (lines); Chinon FB-354 (spin-up time).
//!
//! **Not emulated**: tracks that are not of 11 sectors are kept as long as the disk is in the drive, but not in the image
//! that leaves it; the identification of external drives; time that the head needs to settle; index marks other than once
//! a revolution; all tracks have the same length and bit rate.

mod mfm;

use crate::machine::DriveSpeed;
use hexfront_disk::adf::{Adf, CYLINDERS, SECTORS};
pub use mfm::TRACK_BITS;
use std::collections::BTreeMap;

/// Bit cells a second at the head.
const BITS_HZ: u128 = 500_000;
/// Milliseconds from the motor's start to the ready line.
const SPIN_UP_MS: u64 = 380;

/// What the computer tells the drive, as the lines of CIA B's port B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// This drive is meant.
    pub select: bool,
    /// The motor shall run: taken over when the drive is selected.
    pub motor: bool,
    /// The upper head.
    pub upper: bool,
    /// Steps go outwards, to cylinder 0.
    pub outwards: bool,
    /// The head steps where this ends.
    pub step: bool,
}

/// What the drive tells the computer while it is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The motor has its speed.
    pub ready: bool,
    /// The head is over cylinder 0.
    pub track0: bool,
    /// The disk is write-protected.
    pub protected: bool,
    /// The disk was taken out since the last step.
    pub changed: bool,
}

/// A disk in the drive.
#[derive(Clone, Debug, PartialEq)]
struct Disk {
    image: Adf,
    /// Bits of tracks that are no 11 sectors.
    raw: BTreeMap<u8, Vec<u8>>,
}

/// The track under the head.
#[derive(Clone, Debug, PartialEq)]
struct Track {
    number: u8,
    bits: Vec<u8>,
    /// It was written to, and not yet decoded.
    dirty: bool,
}

/// The drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Fb354 {
    slots_hz: u32,
    disk: Option<Disk>,
    track: Option<Track>,
    control: Control,
    cylinder: u8,
    motor: bool,
    motor_since: u64,
    changed: bool,
    protected: bool,
    /// The bit under the head.
    position: u32,
    /// Bits that had passed the clock when the drive was last caught up, whether the motor ran or not.
    clocked: u64,
    /// The index mark has passed since it was last asked.
    index: bool,
    writes: u64,
    speed: DriveSpeed,
}

impl Fb354 {
    /// A drive without a disk. `slots_hz` is the colour clock.
    pub fn new(slots_hz: u32) -> Fb354 {
        Fb354 {
            slots_hz,
            disk: None,
            track: None,
            control: Control::default(),
            cylinder: 0,
            motor: false,
            motor_since: 0,
            changed: true,
            protected: false,
            position: 0,
            clocked: 0,
            index: false,
            writes: 0,
            speed: DriveSpeed::default(),
        }
    }

    /// Puts a disk in.
    pub fn insert(&mut self, image: Adf) {
        self.track = None;
        self.disk = Some(Disk {
            image,
            raw: BTreeMap::new(),
        });
    }

    /// Takes the disk out.
    pub fn eject(&mut self) {
        self.finish_writing();
        self.track = None;
        self.disk = None;
        self.changed = true;
    }

    /// The disk as it is now.
    pub fn disk(&self) -> Option<Adf> {
        let disk = self.disk.as_ref()?;
        let mut image = disk.image.clone();
        if let Some(track) = self.track.as_ref().filter(|track| track.dirty) {
            take_over(&mut image, track);
        }
        Some(image)
    }

    /// How often the disk was written to.
    pub fn writes(&self) -> u64 {
        self.writes
    }

    /// Covers or uncovers the disk's hole.
    pub fn set_write_protected(&mut self, protected: bool) {
        self.protected = protected;
    }

    /// Sets how fast the drive works.
    pub fn set_speed(&mut self, speed: DriveSpeed) {
        self.speed = speed;
    }

    /// During a transfer bits pass the head as they are wanted, not as time goes by.
    pub fn is_on_demand(&self) -> bool {
        self.speed == DriveSpeed::Host && self.spins() && self.control.select
    }

    /// The motor runs, so that bits pass the head.
    pub fn spins(&self) -> bool {
        self.motor && self.disk.is_some()
    }

    /// Whether the drive is selected.
    pub fn is_selected(&self) -> bool {
        self.control.select
    }

    /// Cylinder and head under which the disk turns.
    pub fn position(&self) -> (u8, u8) {
        (self.cylinder, u8::from(self.control.upper))
    }

    /// The computer's lines change in slot `at`, to which the drive is caught up.
    pub fn set_control(&mut self, at: u64, control: Control) {
        let before = std::mem::replace(&mut self.control, control);
        if !control.select {
            return;
        }
        if !before.select && self.motor != control.motor {
            self.motor = control.motor;
            self.motor_since = at;
        }
        let stepped = before.step && !control.step;
        if stepped {
            self.step(control.outwards);
        }
        if stepped || before.upper != control.upper {
            self.finish_writing();
            self.track = None;
        }
    }

    fn step(&mut self, outwards: bool) {
        self.cylinder = if outwards {
            self.cylinder.saturating_sub(1)
        } else {
            (self.cylinder + 1).min(CYLINDERS - 1)
        };
        if self.disk.is_some() {
            self.changed = false;
        }
    }

    /// The drive's lines in slot `at`; none is asserted while it is not selected.
    pub fn status(&self, at: u64) -> Status {
        if !self.control.select {
            return Status::default();
        }
        let spin_up = match self.speed {
            DriveSpeed::Real => SPIN_UP_MS * u64::from(self.slots_hz) / 1000,
            DriveSpeed::Host => 0,
        };
        Status {
            ready: self.spins() && at >= self.motor_since + spin_up,
            track0: self.cylinder == 0,
            protected: self.protected,
            changed: self.changed,
        }
    }

    /// Bits that pass the head up to slot `at`, to be fetched or written one by one or skipped; none while the motor
    /// stands.
    pub fn bits_until(&mut self, at: u64) -> u64 {
        let clocked = (u128::from(at) * BITS_HZ / u128::from(self.slots_hz)) as u64;
        let bits = clocked.saturating_sub(self.clocked);
        self.clocked = self.clocked.max(clocked);
        if self.spins() { bits } else { 0 }
    }

    /// The disk turns by so many bits, of which nobody takes notice.
    pub fn skip(&mut self, bits: u64) {
        let position = u64::from(self.position) + bits;
        self.index |= position >= u64::from(TRACK_BITS);
        self.position = (position % u64::from(TRACK_BITS)) as u32;
    }

    /// The next bit under the head; the disk turns by one.
    pub fn read_bit(&mut self) -> bool {
        let at = self.position;
        self.skip(1);
        let bits = self.load_track().map(|track| &track.bits);
        bits.is_some_and(|bits| bits[(at / 8) as usize] >> (7 - at % 8) & 1 != 0)
    }

    /// Writes the next bit, unless the disk is protected; the disk turns by one.
    pub fn write_bit(&mut self, bit: bool) {
        let at = self.position;
        self.skip(1);
        if self.protected {
            return;
        }
        if let Some(track) = self.load_track() {
            let mask = 0x80 >> (at % 8);
            let byte = &mut track.bits[(at / 8) as usize];
            *byte = if bit { *byte | mask } else { *byte & !mask };
            track.dirty = true;
        }
    }

    /// Whether the index mark has passed since the last time.
    pub fn take_index(&mut self) -> bool {
        std::mem::take(&mut self.index)
    }

    fn load_track(&mut self) -> Option<&mut Track> {
        if self.track.is_none() {
            let disk = self.disk.as_ref()?;
            let number = 2 * self.cylinder + u8::from(self.control.upper);
            let raw = disk.raw.get(&number).cloned();
            let bits = raw.unwrap_or_else(|| mfm::encode(number, disk.image.track(number)));
            self.track = Some(Track {
                number,
                bits,
                dirty: false,
            });
        }
        self.track.as_mut()
    }

    /// Writing has stopped: what was written becomes sectors of the image.
    pub fn finish_writing(&mut self) {
        let (Some(disk), Some(track)) = (&mut self.disk, &mut self.track) else {
            return;
        };
        if !std::mem::take(&mut track.dirty) {
            return;
        }
        self.writes += 1;
        if take_over(&mut disk.image, track) {
            disk.raw.remove(&track.number);
        } else {
            disk.raw.insert(track.number, track.bits.clone());
        }
    }
}

/// Copies the sectors of a track into the image; whether it has all of them.
fn take_over(image: &mut Adf, track: &Track) -> bool {
    let sectors = mfm::decode(&track.bits);
    let own = sectors.iter().filter(|sector| sector.track == track.number);
    let mut found = [false; SECTORS as usize];
    for sector in own {
        image.set_sector(track.number, sector.number, &sector.data);
        found[usize::from(sector.number)] = true;
    }
    found.iter().all(|found| *found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HZ: u32 = 3_546_895;
    const SECOND: u64 = HZ as u64;

    fn control(motor: bool) -> Control {
        Control {
            select: true,
            motor,
            ..Control::default()
        }
    }

    fn spinning() -> Fb354 {
        let mut drive = Fb354::new(HZ);
        let mut disk = Adf::blank();
        disk.set_sector(3, 4, &[0x5A; 512]);
        drive.insert(disk);
        drive.set_control(0, control(true));
        drive
    }

    fn step(drive: &mut Fb354, outwards: bool) {
        for step in [true, false] {
            let lines = Control {
                step,
                outwards,
                ..control(true)
            };
            drive.set_control(0, lines);
        }
    }

    #[test]
    fn the_motor_is_switched_by_the_selection_only() {
        let mut drive = spinning();
        drive.set_control(1, control(false));
        assert!(drive.spins(), "still selected");
        drive.set_control(2, Control::default());
        drive.set_control(3, control(false));
        assert!(!drive.spins());
    }

    #[test]
    fn it_is_ready_when_the_motor_has_its_speed() {
        let drive = spinning();
        assert!(!drive.status(SECOND / 3).ready);
        assert!(drive.status(SECOND / 2).ready);
    }

    #[test]
    fn steps_move_the_head_between_its_stops_and_clear_the_change() {
        let mut drive = spinning();
        assert!(drive.status(0).changed && drive.status(0).track0);
        step(&mut drive, true);
        assert_eq!(drive.position(), (0, 0));
        assert!(!drive.status(0).changed);
        for _ in 0..100 {
            step(&mut drive, false);
        }
        assert_eq!(drive.position(), (79, 0));
        assert!(!drive.status(0).track0);
        drive.eject();
        step(&mut drive, true);
        assert!(drive.status(0).changed, "there is no disk");
    }

    #[test]
    fn a_revolution_takes_a_fifth_of_a_second() {
        let mut drive = spinning();
        let bits = drive.bits_until(SECOND);
        assert_eq!(bits, 500_000);
        drive.skip(u64::from(TRACK_BITS) - 1);
        assert!(!drive.take_index());
        drive.skip(1);
        assert!(drive.take_index() && !drive.take_index());
    }

    #[test]
    fn a_track_that_is_written_becomes_sectors() {
        let mut drive = spinning();
        step(&mut drive, false);
        drive.set_control(
            0,
            Control {
                upper: true,
                ..control(true)
            },
        );
        // What the head reads on track 3, written on track 3 again with another sector 4.
        let mut other = Adf::blank();
        other.set_sector(3, 4, &[0xC3; 512]);
        let bits = mfm::encode(3, other.track(3));
        drive.skip(1234);
        for at in 0..TRACK_BITS {
            drive.write_bit(bits[(at / 8) as usize] >> (7 - at % 8) & 1 != 0);
        }
        assert_eq!(
            drive.disk().unwrap().track(3)[4 * 512],
            0xC3,
            "seen at once"
        );
        drive.finish_writing();
        assert_eq!(drive.writes(), 1);
        assert_eq!(drive.disk().unwrap(), other);
    }

    #[test]
    fn a_protected_disk_stays_as_it_is() {
        let mut drive = spinning();
        drive.set_write_protected(true);
        assert!(drive.status(0).protected);
        let before = drive.disk();
        (0..1000).for_each(|_| drive.write_bit(true));
        drive.finish_writing();
        assert_eq!((drive.disk(), drive.writes()), (before, 0));
    }

    #[test]
    fn a_track_of_another_format_stays_as_it_was_written() {
        let mut drive = spinning();
        for at in 0..TRACK_BITS {
            drive.write_bit(at % 3 == 0);
        }
        step(&mut drive, false);
        step(&mut drive, true);
        drive.skip(u64::from(TRACK_BITS - drive.position));
        let read: Vec<bool> = (0..9).map(|_| drive.read_bit()).collect();
        assert_eq!(read, [true, false, false].repeat(3));
    }
}
