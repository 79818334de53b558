//! A fixed piece of work, of the kind that an emulator does, timed beside what is measured: where others slow this computer down, they
//! slow both, and what is said in yardsticks stays the same.

use super::speed::processor_seconds;
use std::hint::black_box;

/// Seconds that the work takes on an idle computer of the kind that `pairs.toml` was written on, in a build for tests.
const USUAL_SECONDS: f64 = 0.0025;

/// Bytes of the table that is walked: as many as a 6502 addresses.
const BYTES: usize = 1 << 16;

/// Steps of one walk.
const STEPS: u32 = 300_000;

/// How much slower this computer is now than usual: 2.0 where the work took twice as long.
pub(super) fn slowness() -> f64 {
    let began = processor_seconds();
    black_box(walk(black_box(STEPS)));
    (processor_seconds() - began) / USUAL_SECONDS
}

/// Reads, decides and writes, each step at a place that the one before has led to.
fn walk(steps: u32) -> u32 {
    let mut bytes = vec![0u8; BYTES];
    let (mut place, mut sum) = (1u32, 0u32);
    for step in 0..steps {
        let byte = &mut bytes[place as usize % BYTES];
        match *byte & 3 {
            0 => sum = sum.wrapping_add(step),
            1 => sum ^= place,
            2 => sum = sum.rotate_left(3),
            _ => sum = sum.wrapping_mul(5),
        }
        *byte = byte.wrapping_add(sum as u8 | 1);
        place = place.wrapping_mul(1_664_525).wrapping_add(sum | 1);
        place ^= place >> 15;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{slowness, walk};

    #[test]
    fn the_work_is_the_same_each_time_and_takes_time() {
        assert_eq!(walk(10_000), walk(10_000));
        assert_ne!(walk(10_000), walk(10_001));
        assert!(slowness() > 0.0);
    }
}
