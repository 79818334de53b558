//! The random generator: xorshift32 with shifts left 8, right 9, left 23; its state is part of the game's state.

use hexfront_isa::V_RANDOM;

use crate::Memory;

/// The state that stands in for 0, from which the generator could not move.
pub const ZERO_SEED: u32 = 0x2A6D_365B;

/// One step.
pub fn step(state: u32) -> u32 {
    let mut s = if state == 0 { ZERO_SEED } else { state };
    s ^= s << 8;
    s ^= s >> 9;
    s ^ s << 23
}

fn state(memory: &Memory) -> u32 {
    u32::from(memory.v16(V_RANDOM)) | u32::from(memory.v16(V_RANDOM + 2)) << 16
}

fn set_state(memory: &mut Memory, state: u32) {
    memory.set_v16(V_RANDOM, state as u16);
    memory.set_v16(V_RANDOM + 2, (state >> 16) as u16);
}

/// The number of results that n asks for: 0 means 256.
pub fn sides(n: u8) -> u16 {
    if n == 0 { 256 } else { u16::from(n) }
}

/// Draws 0..n-1; n = 0 means 256.
pub fn draw(memory: &mut Memory, n: u8) -> u16 {
    let n = u32::from(sides(n));
    let next = step(state(memory));
    set_state(memory, next);
    (((next >> 16) * n) >> 16) as u16
}

/// What [`seed`] adds after each step: the golden ratio's fraction.
pub const SEED_STEP: u32 = 0x9E37_79B9;
const SEED_STEPS: usize = 16;

/// Seeds the generator from a game number. A step alone is linear: neighbouring numbers would begin alike. The sum is not.
pub fn seed(memory: &mut Memory, number: u16) {
    let mut state = u32::from(number) * 0x1_0001;
    for _ in 0..SEED_STEPS {
        state = step(state).wrapping_add(SEED_STEP);
    }
    set_state(memory, state);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::cartridge::Grid;

    /// A linear map on 32 bits, by its columns.
    type Matrix = [u32; 32];

    fn apply(matrix: &Matrix, vector: u32) -> u32 {
        (0..32)
            .filter(|bit| vector >> bit & 1 == 1)
            .fold(0, |sum, bit| sum ^ matrix[bit as usize])
    }

    fn power(mut exponent: u64) -> Matrix {
        let identity: Matrix = core::array::from_fn(|bit| 1 << bit);
        let mut base: Matrix = core::array::from_fn(|bit| step(1 << bit));
        let mut result = identity;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = core::array::from_fn(|bit| apply(&base, result[bit]));
            }
            base = core::array::from_fn(|bit| apply(&base, base[bit]));
            exponent >>= 1;
        }
        result
    }

    #[test]
    fn the_period_is_every_state_but_zero() {
        const PERIOD: u64 = (1 << 32) - 1;
        let identity: Matrix = core::array::from_fn(|bit| 1 << bit);
        assert_eq!(power(PERIOD), identity);
        for prime in [3, 5, 17, 257, 65537] {
            assert_eq!(PERIOD % prime, 0);
            assert_ne!(
                power(PERIOD / prime),
                identity,
                "the period divides (2^32 - 1) / {prime}"
            );
        }
    }

    #[test]
    fn a_die_is_fair() {
        let mut memory = Memory::new(Grid::default());
        seed(&mut memory, 1984);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[usize::from(draw(&mut memory, 6))] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_700..10_300).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn zero_does_not_stop_the_generator() {
        let mut memory = Memory::new(Grid::default());
        draw(&mut memory, 6);
        assert_eq!(state(&memory), step(ZERO_SEED));
    }

    /// The n-th draw of a hundred, over neighbouring game numbers: as mixed as the draws of one game.
    #[test]
    fn neighbouring_games_begin_differently() {
        let mut memory = Memory::new(Grid::default());
        for nth in 1..=6 {
            let draws = (1..=300).map(|number| {
                seed(&mut memory, number);
                (0..nth).fold(0, |_, _| draw(&mut memory, 100))
            });
            let mut all = [0_i32; 300];
            all.iter_mut()
                .zip(draws)
                .for_each(|(place, draw)| *place = draw.into());
            let draws = all;
            let mean = draws.iter().sum::<i32>() / 300;
            assert!((45..=54).contains(&mean), "mean {mean} of draw {nth}");
            let rises = draws.windows(2).filter(|pair| pair[0] < pair[1]).count();
            assert!((125..=175).contains(&rises), "{rises} rises of draw {nth}");
            let low = draws[..30].iter().filter(|draw| **draw < 50).count();
            assert!((8..=22).contains(&low), "{low} of 30 are low in draw {nth}");
        }
    }
}
