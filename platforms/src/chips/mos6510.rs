//! The I/O port of the MOS 6510, at addresses 0 (direction) and 1 (data).
//!
//! On the C64: bits 0 to 2 are LORAM, HIRAM, CHAREN for the [PLA](super::mos906114), 3 cassette output, 4 cassette switch, 5
//! cassette motor. Source: MOS 6510 data sheet; Commodore 64 Programmer's Reference Guide, chapter 5.
//!
//! What a pin without a pull-up was last driven to stays on it for a while: bit 3 for good, bits 6 and 7, which have no
//! pin at all, for some 200 ms (measured on 6510s, VICE's `testprogs/CPU/cpuport`).
//!
//! **Not emulated**: the byte that a write leaves in the RAM under the port, which is what the VIC-II read last; a cassette
//! recorder; that the time differs from chip to chip, and with warmth.

use serde::{Deserialize, Serialize};

/// Levels of the pins when nothing drives them: banking lines and cassette switch are pulled up, the motor is pulled down.
const PULLED_UP: u8 = 0x17;
/// Bits that keep what they were last driven to.
const KEEPS: u8 = 0xC8;
/// Bits without a pin, which lose it again, and how many cycles later.
const FADES: [u8; 2] = [0x40, 0x80];
const FADE_CYCLES: u64 = 200_000;

/// The port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port6510 {
    /// Direction, 1 = output.
    ddr: u8,
    /// Output latch.
    data: u8,
    /// What each bit was last driven to.
    driven: u8,
    /// When the bits of [`FADES`] ceased to be outputs.
    left: [u64; 2],
}

impl Port6510 {
    /// Power-on and reset: all inputs.
    pub fn new() -> Port6510 {
        Port6510::default()
    }

    /// What a read of address 0 gives.
    pub fn direction(&self) -> u8 {
        self.ddr
    }

    /// Writes address 0 in a cycle.
    pub fn write_direction(&mut self, now: u64, value: u8) {
        for (bit, left) in FADES.iter().zip(&mut self.left) {
            if self.ddr & !value & bit != 0 {
                *left = now;
            }
        }
        self.ddr = value;
        self.drive();
    }

    /// Writes address 1.
    pub fn write_data(&mut self, value: u8) {
        self.data = value;
        self.drive();
    }

    fn drive(&mut self) {
        self.driven = self.driven & !self.ddr | self.data & self.ddr;
    }

    /// What a read of address 1 gives in a cycle.
    pub fn pins(&self, now: u64) -> u8 {
        let mut kept = self.driven & KEEPS;
        for (bit, left) in FADES.iter().zip(&self.left) {
            if now >= left + FADE_CYCLES {
                kept &= !bit;
            }
        }
        self.data & self.ddr | (PULLED_UP | kept) & !self.ddr
    }

    /// LORAM, HIRAM and CHAREN, bits 0 to 2.
    pub fn banking(&self) -> u8 {
        (self.data | !self.ddr) & 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(ddr: u8, data: u8) -> Port6510 {
        let mut port = Port6510::new();
        port.write_direction(0, ddr);
        port.write_data(data);
        port
    }

    #[test]
    fn inputs_are_pulled_up_and_outputs_show_the_latch() {
        assert_eq!(Port6510::new().pins(0), 0x17);
        assert_eq!(Port6510::new().banking(), 7);
        assert_eq!(port(0x2F, 0x37).pins(0), 0x37);
        assert_eq!(port(0x2F, 0x34).pins(0) & 7, 4);
        assert_eq!(port(0x2F, 0x34).banking(), 4);
    }

    #[test]
    fn a_bit_without_pull_up_keeps_what_it_was_driven_to() {
        let mut port = port(0xFF, 0xFF);
        port.write_direction(1000, 0);
        assert_eq!(port.pins(1000), 0xDF, "the motor's bit is pulled down");
        port.write_data(0);
        assert_eq!(port.pins(1000), 0xDF, "the latch does not reach an input");
        assert_eq!(port.pins(999 + FADE_CYCLES), 0xDF);
        assert_eq!(port.pins(1000 + FADE_CYCLES), 0x1F, "only bit 3 for good");
        port.write_direction(5000, 0xFF);
        port.write_direction(6000, 0);
        assert_eq!(port.pins(6000), 0x17, "driven to 0");
    }

    #[test]
    fn each_of_the_bits_without_a_pin_fades_by_itself() {
        let mut port = port(0xC0, 0xC0);
        port.write_direction(1000, 0x80);
        port.write_direction(9000, 0x00);
        assert_eq!(port.pins(1000 + FADE_CYCLES) & 0xC0, 0x80);
        assert_eq!(port.pins(9000 + FADE_CYCLES) & 0xC0, 0x00);
        port.write_direction(1_000_000, 0xC0);
        assert_eq!(port.pins(9_000_000) & 0xC0, 0xC0, "an output does not fade");
    }
}
