//! How long the disk takes: motor, head, rotation.

use super::model::Figures;
use super::uart::cycles;
use crate::machine::DriveSpeed;
use hexfront_disk::atari::Density;
use serde::{Deserialize, Serialize};

/// Until the motor has its speed.
const MOTOR_START: u64 = 500_000;
/// Revolutions that formatting a track takes: it is written, and its sectors are read.
const FORMAT_REVOLUTIONS: u64 = 3;
/// How often a sector that is not there is looked for.
const SEARCHES: u64 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Mechanics {
    clock_hz: u32,
    pub speed: DriveSpeed,
    track: u16,
    /// When the motor stops.
    motor_until: u64,
}

/// Where a sector lies on its track, from the first on: those with odd numbers come first, then the others, so that half a
/// revolution is between one and the next.
fn place(sector: u16, density: Density) -> (u16, u64) {
    let sectors = density.sectors_of_track();
    let (track, nth) = ((sector - 1) / sectors, (sector - 1) % sectors);
    let place = nth / 2 + nth % 2 * (sectors / 2);
    (track, place.into())
}

impl Mechanics {
    pub fn new(clock_hz: u32) -> Mechanics {
        Mechanics {
            clock_hz,
            speed: DriveSpeed::Real,
            track: 0,
            motor_until: 0,
        }
    }

    fn cycles(&self, microseconds: u64) -> u64 {
        cycles(microseconds * 1_000, self.clock_hz)
    }

    /// Whether the motor runs.
    pub fn spins(&self, now: u64) -> bool {
        now < self.motor_until
    }

    /// Microseconds until the head is on a track, with the motor running.
    fn seek(&mut self, now: u64, track: u16, figures: &Figures) -> u64 {
        let start = if self.spins(now) { 0 } else { MOTOR_START };
        let steps = u64::from(self.track.abs_diff(track));
        self.track = track;
        let moved = if steps > 0 {
            steps * figures.step + figures.settle
        } else {
            0
        };
        start + moved
    }

    /// Microseconds of this access as cycles; the motor runs on behind it.
    fn finish(&mut self, now: u64, microseconds: u64, figures: &Figures) -> u64 {
        let time = match self.speed {
            DriveSpeed::Real => self.cycles(microseconds),
            // The computer still needs the time that a drive leaves it behind an answer.
            DriveSpeed::Host => self.cycles(figures.begin),
        };
        self.motor_until = now + time + self.cycles(figures.motor_off);
        time
    }

    /// Cycles from `now` until the end of a sector has passed the head, and so many revolutions more.
    pub fn access(
        &mut self,
        now: u64,
        sector: u16,
        density: Density,
        revolutions: u64,
        figures: &Figures,
    ) -> u64 {
        let (track, place) = place(sector, density);
        let mut time = figures.begin + self.seek(now, track, figures);
        let sectors = u64::from(density.sectors_of_track());
        let revolution = figures.revolution;
        let angle = (now * 1_000_000 / u64::from(self.clock_hz) + time) % revolution;
        let wanted = place * revolution / sectors;
        time += (wanted + revolution - angle) % revolution;
        time += revolution / sectors + revolutions * revolution + figures.finish;
        self.finish(now, time, figures)
    }

    /// Cycles of an access that finds nothing.
    pub fn search(&mut self, now: u64, figures: &Figures) -> u64 {
        let start = self.seek(now, self.track, figures);
        let time = figures.begin + start + SEARCHES * figures.search;
        self.finish(now, time, figures)
    }

    /// Cycles of formatting all tracks.
    pub fn format(&mut self, now: u64, figures: &Figures) -> u64 {
        let start = self.seek(now, 0, figures);
        let track = figures.step + figures.settle + FORMAT_REVOLUTIONS * figures.revolution;
        self.track = 39;
        self.finish(now, figures.begin + start + 40 * track, figures)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;

    #[test]
    fn sectors_follow_each_other_half_a_revolution_apart() {
        let places: Vec<u64> = (1..=18).map(|s| place(s, Density::Single).1).collect();
        assert_eq!(places[..4], [0, 9, 1, 10]);
        let mut sorted = places.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..18).collect::<Vec<u64>>());
        assert_eq!(place(27, Density::Enhanced), (1, 0));
        assert_eq!(place(720, Density::Single), (39, 17));
    }

    #[test]
    fn motor_head_and_rotation_take_their_time() {
        let figures = Model::Atari810.figures();
        let mut drive = Mechanics::new(1_000_000);
        let first = drive.access(0, 1, Density::Single, 0, &figures);
        assert!((500_000..760_000).contains(&first), "{first}");
        // Track 39 is 39 steps away.
        let far = drive.access(first, 703, Density::Single, 0, &figures);
        let least = 39 * 5_300 + 10_000;
        assert!((least..least + 240_000).contains(&far), "{far}");
        // The motor has stopped meanwhile.
        let verified = drive.access(5_000_000, 703, Density::Single, 1, &figures);
        assert!(verified > 700_000);
        drive.speed = DriveSpeed::Host;
        // A revolution more is one of the drive's own.
        for (model, revolution) in [(Model::Atari1050, 208_333), (Model::Xf551, 200_000)] {
            let figures = model.figures();
            let once = Mechanics::new(1_000_000).access(0, 9, Density::Double, 0, &figures);
            let twice = Mechanics::new(1_000_000).access(0, 9, Density::Double, 1, &figures);
            assert_eq!(twice - once, revolution);
        }
        // All that is left is what lies between an answer and what follows it.
        assert_eq!(drive.format(9_000_000, &figures), figures.begin);
    }

    #[test]
    fn a_sector_comes_when_the_disk_has_turned_to_it() {
        let figures = Model::Atari810.figures();
        let mut drive = Mechanics::new(1_000_000);
        let first = drive.access(0, 1, Density::Single, 0, &figures);
        let ends = [0, 30_000, 70_000, 110_000].map(|later| {
            let now = first + later;
            let time = drive.clone().access(now, 1, Density::Single, 0, &figures);
            (now + time) % figures.revolution
        });
        // Microseconds are cut.
        assert!(ends.iter().all(|end| end.abs_diff(ends[0]) < 2), "{ends:?}");
    }
}
