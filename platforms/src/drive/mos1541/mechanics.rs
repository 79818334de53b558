//! How long the disk takes: motor, head, rotation.
//!
//! Figures of the 1541: 300 revolutions a minute, 12 ms from track to track. Source: 1541 Service Manual,
//! specifications; the times around them (motor start, settling, decoding a block) are typical values.

use crate::machine::DriveSpeed;
use hexfront_disk::d64::{Block, DIRECTORY_TRACK, TRACKS};
use serde::{Deserialize, Serialize};

/// All in microseconds.
const REVOLUTION: u64 = 200_000;
const STEP: u64 = 12_000;
const SETTLE: u64 = 15_000;
const MOTOR_START: u64 = 400_000;
/// How long the motor runs on after the last access.
const MOTOR_STOP: u64 = 3_000_000;
/// Turning a block's GCR into bytes, or the other way round.
const DECODE: u64 = 14_000;

/// What reading a block ahead takes from the bus, which the same processor serves.
const INTERRUPT: u64 = 40_000;

/// Head and motor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mechanics {
    clock_hz: u64,
    /// Where the head is.
    track: u8,
    /// When the motor stops, in cycles.
    motor_until: u64,
    speed: DriveSpeed,
}

impl Mechanics {
    pub fn new(clock_hz: u32) -> Mechanics {
        Mechanics {
            clock_hz: clock_hz.into(),
            track: DIRECTORY_TRACK.0,
            motor_until: 0,
            speed: DriveSpeed::Real,
        }
    }

    pub fn set_speed(&mut self, speed: DriveSpeed) {
        self.speed = speed;
    }

    fn cycles(&self, microseconds: u64) -> u64 {
        microseconds * self.clock_hz / 1_000_000
    }

    /// Whether the motor runs.
    pub fn spins(&self, now: u64) -> bool {
        now < self.motor_until
    }

    /// Cycles from `now` until a block has been read.
    pub fn read(&mut self, now: u64, block: Block) -> u64 {
        self.access(now, block, 0)
    }

    /// Cycles from `now` until a block has been written and, a revolution later, verified.
    pub fn write(&mut self, now: u64, block: Block) -> u64 {
        self.access(now, block, REVOLUTION)
    }

    /// Cycles that the bus stands still while a block is read ahead.
    pub fn interrupt(&self) -> u64 {
        match self.speed {
            DriveSpeed::Real => self.cycles(INTERRUPT),
            DriveSpeed::Host => 0,
        }
    }

    /// Cycles that formatting takes: each track is written and verified.
    pub fn format(&mut self, now: u64) -> u64 {
        self.track = DIRECTORY_TRACK.0;
        self.finish(
            now,
            self.cycles(u64::from(TRACKS) * (10 * REVOLUTION + STEP)),
        )
    }

    /// Cycles that going through so many blocks takes, half a turn each.
    pub fn pass(&mut self, now: u64, blocks: usize) -> u64 {
        let blocks = u64::try_from(blocks).expect("a disk has few blocks");
        self.finish(now, self.cycles(blocks * REVOLUTION / 2))
    }

    fn access(&mut self, now: u64, block: Block, more: u64) -> u64 {
        let mut time = 0;
        if !self.spins(now) {
            time += MOTOR_START;
        }
        let steps = u64::from(self.track.abs_diff(block.track().0));
        if steps > 0 {
            time += steps * STEP + SETTLE;
        }
        self.track = block.track().0;
        let sectors = u64::from(block.track().sectors());
        let angle = (now * 1_000_000 / self.clock_hz + time) % REVOLUTION;
        let wanted = u64::from(block.sector().0) * REVOLUTION / sectors;
        time += (wanted + REVOLUTION - angle) % REVOLUTION;
        time += REVOLUTION / sectors + DECODE + more;
        self.finish(now, self.cycles(time))
    }

    fn finish(&mut self, now: u64, time: u64) -> u64 {
        let time = match self.speed {
            DriveSpeed::Real => time,
            DriveSpeed::Host => 0,
        };
        self.motor_until = now + time + self.cycles(MOTOR_STOP);
        time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeking_and_turning_take_their_time() {
        let mut drive = Mechanics::new(1_000_000);
        let far = drive.read(0, Block::new(1, 0).unwrap());
        // Motor, 17 steps, at most a turn, and the block itself.
        assert!((400_000 + 17 * 12_000..900_000).contains(&far), "{far}");
        let mut now = far;
        let mut blocks = 0;
        while now < far + 10_000_000 {
            now += drive.read(now, Block::new(1, (blocks * 10 % 21) as u8).unwrap());
            blocks += 1;
        }
        // Ten sectors on is half a turn later: about ten blocks a second without the bus.
        assert!((80..110).contains(&blocks), "{blocks}");
    }

    #[test]
    fn at_host_speed_the_disk_takes_no_time() {
        let mut drive = Mechanics::new(985_248);
        drive.set_speed(DriveSpeed::Host);
        assert_eq!(drive.write(5, Block::new(35, 16).unwrap()), 0);
        assert_eq!(drive.format(5), 0);
    }

    #[test]
    fn a_head_that_was_moved_settles_before_it_reads() {
        let mut drive = Mechanics::new(1_000_000);
        let now = drive.read(0, Block::new(18, 0).unwrap());
        let quickest = (0..21)
            .map(|sector| drive.clone().read(now, Block::new(17, sector).unwrap()))
            .min()
            .unwrap();
        let least = STEP + SETTLE + REVOLUTION / 21 + DECODE;
        assert!(
            (least..least + REVOLUTION / 21).contains(&quickest),
            "{quickest}"
        );
    }

    #[test]
    fn a_head_that_stays_need_not_settle() {
        let mut drive = Mechanics::new(1_000_000);
        let mut now = drive.read(0, Block::new(1, 0).unwrap());
        // Formatting leaves it over the directory.
        now += drive.format(now);
        let quickest = (0..19)
            .map(|sector| drive.clone().read(now, Block::new(18, sector).unwrap()))
            .min()
            .unwrap();
        let least = REVOLUTION / 19 + DECODE;
        assert!(
            (least..least + REVOLUTION / 19).contains(&quickest),
            "{quickest}"
        );
    }
}
