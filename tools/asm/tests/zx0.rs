//! Packing and unpacking.

use hexfront_asm::zx0::{UnpackError, margin, pack, unpack};
use proptest::prelude::*;

const LIMIT: usize = 0x10000;

fn round_trip(bytes: &[u8]) -> usize {
    let packed = pack(bytes);
    assert_eq!(
        unpack(&packed, LIMIT).as_ref().map(|u| (&u.0[..], u.1)),
        Ok((bytes, packed.len()))
    );
    packed.len()
}

/// Bytes that a 6502 program might hold: few different ones, repeats near and far.
fn program(seed: u32, count: usize) -> Vec<u8> {
    let mut state = seed;
    let mut draw = |n: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % n
    };
    let mut bytes: Vec<u8> = Vec::new();
    while bytes.len() < count {
        let have = bytes.len();
        match draw(3) {
            0 if have > 0 => {
                let offset = 1 + draw(have as u32) as usize;
                for i in 0..2 + draw(9) as usize {
                    bytes.push(bytes[have - offset + i]);
                }
            }
            1 => bytes.push(0xA0 | draw(16) as u8),
            _ => bytes.push(draw(256) as u8),
        }
    }
    bytes
}

#[test]
fn what_the_format_says_byte_for_byte() {
    // One literal: gamma(1), the byte; then the end, 1 and gamma(256) inverted: eight times 0 and 1, then 1.
    assert_eq!(pack(b"A"), [0b1101_0101, b'A', 0b0101_0101, 0b0110_0000]);
    // A, then four times the byte before: 0, gamma(4) = 0 0 0 0 1.
    assert_eq!(
        pack(b"AAAAA"),
        [0b1000_0011, b'A', 0b0101_0101, 0b0101_0101, 0b1000_0000]
    );
    assert_eq!(pack(b""), b"");
}

#[test]
fn a_long_row_of_zeros_takes_next_to_nothing() {
    assert!(round_trip(&[0; 20_000]) < 12);
}

#[test]
fn far_and_long_matches() {
    let mut bytes = program(7, 33_000);
    let start = bytes[..700].to_vec();
    bytes.extend(&start);
    round_trip(&bytes);
}

#[test]
fn bytes_of_chance_grow_little() {
    let mut state = 1_u32;
    let bytes: Vec<u8> = (0..3000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    assert!(round_trip(&bytes) < 3020);
}

#[test]
fn damaged_blocks_are_refused() {
    let packed = pack(&program(3, 500));
    assert_eq!(
        unpack(&packed[..packed.len() - 1], LIMIT),
        Err(UnpackError::Short {
            at: packed.len() - 1
        })
    );
    assert_eq!(unpack(&packed, 499), Err(UnpackError::Long { limit: 499 }));
    // A literal, then a match two bytes back.
    assert_eq!(
        unpack(&[0b1110_0000, b'A', 253], LIMIT),
        Err(UnpackError::Offset { offset: 2, have: 1 })
    );
}

proptest! {
    #[test]
    fn any_bytes_come_back(bytes in prop::collection::vec(0_u8..6, 0..400)) {
        round_trip(&bytes);
    }

    #[test]
    fn any_program_comes_back_and_shrinks(seed in 1_u32.., count in 300_usize..3000) {
        let bytes = program(seed, count);
        prop_assert!(round_trip(&bytes) < bytes.len());
    }

    #[test]
    fn unpacking_in_place_never_overtakes(seed in 1_u32.., count in 1_usize..1500) {
        let bytes = program(seed, count);
        let packed = pack(&bytes);
        let margin = margin(&packed).unwrap();
        // The packed bytes end `margin` behind the output; unpack upwards over them, one byte at a time.
        let mut memory = vec![0; bytes.len().max(packed.len()) + margin];
        let start = memory.len() - packed.len();
        memory[start..].copy_from_slice(&packed);
        let shift = memory.len() - margin - bytes.len();
        let mut reader = InPlace { memory, at: start, mask: 0, value: 0, first: None };
        reader.unpack(shift);
        prop_assert_eq!(&reader.memory[shift..shift + bytes.len()], &bytes[..]);
    }

    #[test]
    fn damage_never_panics(mut packed in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = unpack(&packed, 4000);
        let _ = margin(&packed);
        packed.reverse();
        let _ = unpack(&packed, 4000);
    }
}

/// The machine's way: reading and writing the same memory.
struct InPlace {
    memory: Vec<u8>,
    at: usize,
    mask: u8,
    value: u8,
    first: Option<bool>,
}

impl InPlace {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.memory[self.at - 1]
    }

    fn bit(&mut self) -> bool {
        if let Some(bit) = self.first.take() {
            return bit;
        }
        self.mask >>= 1;
        if self.mask == 0 {
            self.mask = 0x80;
            self.value = self.byte();
        }
        self.value & self.mask != 0
    }

    fn gamma(&mut self, inverted: bool) -> usize {
        let mut number = 1;
        while !self.bit() {
            number = number << 1 | usize::from(self.bit() != inverted);
        }
        number
    }

    fn unpack(&mut self, mut to: usize) {
        let mut offset = 1;
        let mut after_literals = false;
        let mut first = true;
        loop {
            let bit = !first && self.bit();
            first = false;
            let mut count = 0;
            if bit {
                let upper = self.gamma(true);
                if upper == 256 {
                    return;
                }
                let low = self.byte();
                self.first = Some(low & 1 == 1);
                offset = upper * 128 - usize::from(low >> 1);
                count = 1;
            }
            count += self.gamma(false);
            if bit || after_literals {
                for _ in 0..count {
                    self.memory[to] = self.memory[to - offset];
                    to += 1;
                }
                after_literals = false;
            } else {
                for _ in 0..count {
                    let byte = self.byte();
                    self.memory[to] = byte;
                    to += 1;
                }
                after_literals = true;
            }
        }
    }
}
