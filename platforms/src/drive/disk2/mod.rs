//! Disk II: the drive of the Apple II, and the card that works two of them (`card`).
//!
//! A drive has no mind of its own: four magnets move its arm, a motor turns its disk, and every change of the magnetic field under
//! the head is a pulse on a wire. All else is done by the card and by programs.
//!
//! Source: Understanding the Apple II, chapter 9; Beneath Apple DOS, chapters 3 and 6.
//!
//! **Not emulated**: how long the arm takes to settle, and the motor to reach its speed; disks turn at exactly 8 steps of the
//! sequencer a bit, also those whose file asks for another speed.

mod card;

pub use card::Card;

use hexfront_disk::apple::{Disk, QUARTERS};

/// Quarters of a track that the arm moves for a turn of its four magnets.
const QUARTERS_A_TURN: i32 = 8;
/// So many bits without a change, and the amplifier has turned itself up until it sees its own noise; so it does without a disk.
const QUIET_BITS: u32 = 3;

/// A drive, and the disk in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drive {
    disk: Option<Disk>,
    /// Where the arm stands, in quarters of a track from the outermost.
    quarter: usize,
    /// The bit of the track that comes under the head next.
    bit: usize,
    /// Bits without a change that just passed.
    quiet: u32,
    /// State of the noise; never zero but before the first.
    noise: u32,
    /// Tracks that were written to since power-on, one count each time that the head begins to write.
    writes: u64,
}

impl Drive {
    /// Puts a disk in.
    pub fn insert(&mut self, disk: Disk) {
        self.disk = Some(disk);
    }

    /// Takes the disk out.
    pub fn eject(&mut self) {
        self.disk = None;
    }

    /// The disk as it is now.
    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// Covers or uncovers the notch of the disk that is in.
    pub fn set_write_protected(&mut self, protected: bool) {
        if let Some(disk) = &mut self.disk {
            disk.set_write_protected(protected);
        }
    }

    /// Whether nothing can be written: the notch is covered, or there is no disk.
    pub fn is_write_protected(&self) -> bool {
        self.disk.as_ref().is_none_or(Disk::write_protected)
    }

    /// How often the head began to write.
    pub fn writes(&self) -> u64 {
        self.writes
    }

    /// Where the arm stands, in quarters of a track.
    pub fn quarter(&self) -> usize {
        self.quarter
    }

    /// Moves the arm to where these magnets (bits 0 to 3) pull it. Each holds it at every fourth half of a track; of two neighbours
    /// that are on it stands in the middle, and opposite ones do nothing.
    fn pull(&mut self, magnets: u8) {
        let arm = self.quarter as i32;
        let (mut sum, mut count) = (0, 0);
        for magnet in (0..4).filter(|m| magnets >> m & 1 != 0) {
            let way = (magnet * 2 - arm).rem_euclid(QUARTERS_A_TURN);
            // Behind the middle the magnet pulls the other way; in it, not at all.
            match way {
                0..=3 => (sum, count) = (sum + way, count + 1),
                5.. => (sum, count) = (sum + way - QUARTERS_A_TURN, count + 1),
                _ => {}
            }
        }
        if count > 0 {
            self.quarter = (arm + sum / count).clamp(0, QUARTERS as i32 - 1) as usize;
        }
    }

    /// Lets so many bits pass unread.
    fn skip(&mut self, bits: u64) {
        let length = self.track_bits() as u64;
        self.bit = ((self.bit as u64 + bits) % length) as usize;
    }

    fn track_bits(&self) -> usize {
        let track = self.disk.as_ref().and_then(|disk| disk.track(self.quarter));
        let bits = track.map_or(0, |track| track.len());
        if bits == 0 {
            hexfront_disk::apple::track::BITS
        } else {
            bits
        }
    }

    /// The next bit under the head: whether there was a change.
    fn read(&mut self) -> bool {
        let track = self.disk.as_ref().and_then(|disk| disk.track(self.quarter));
        let bit = track.is_some_and(|track| track.bit(self.bit));
        self.skip(1);
        self.quiet = if bit { 0 } else { self.quiet + 1 };
        bit || self.quiet > QUIET_BITS && self.noise_bit()
    }

    /// A bit of noise: three of ten are set.
    fn noise_bit(&mut self) -> bool {
        // Xorshift.
        let mut noise = self.noise.max(1);
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        self.noise = noise;
        noise % 10 < 3
    }

    /// Writes a bit where the head is.
    fn write(&mut self, bit: bool) {
        if let Some(disk) = &mut self.disk
            && !disk.write_protected()
            && let Some(track) = disk.track_mut(self.quarter)
        {
            track.set_bit(self.bit, bit);
        }
        self.skip(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arm_goes_half_a_track_a_magnet_and_stops_at_the_ends() {
        let mut drive = Drive::default();
        for step in 1..=400 {
            drive.pull(1 << (step % 4));
        }
        assert_eq!(drive.quarter(), QUARTERS - 1);
        for step in (0..400).rev() {
            drive.pull(1 << (step % 4));
        }
        assert_eq!(drive.quarter(), 0);
        // Two neighbours hold it between them.
        drive.pull(0b0011);
        assert_eq!(drive.quarter(), 1);
        drive.pull(0b0010);
        assert_eq!(drive.quarter(), 2);
        // From the opposite magnet it does not move, nor with none.
        drive.pull(0b1000);
        drive.pull(0);
        assert_eq!(drive.quarter(), 2);
    }

    #[test]
    fn where_nothing_changes_for_long_there_is_noise() {
        let mut drive = Drive::default();
        assert!((0..QUIET_BITS).all(|_| !drive.read()));
        let noise = (0..1000).filter(|_| drive.read()).count();
        assert!((200..400).contains(&noise), "{noise}");
    }
}
