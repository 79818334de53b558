//! MOS 6581 SID, sound interface device.
//!
//! **Not emulated:** sound; the registers can be written and seen by a monitor.

use serde::{Deserialize, Serialize};

/// Registers, with the mirror images left out.
const REGISTERS: usize = 0x20;

/// The chip. Times are cycles of phi2 since power-on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mos6581 {
    clock_hz: u32,
    registers: [u8; REGISTERS],
}

impl Mos6581 {
    /// The chip after power-on, at this phi2 clock.
    pub fn new(clock_hz: u32) -> Mos6581 {
        Mos6581 {
            clock_hz,
            registers: [0; REGISTERS],
        }
    }

    /// The reset line.
    pub fn reset(&mut self) {
        self.registers.fill(0);
    }

    /// Writes a register.
    pub fn write(&mut self, _now: u64, register: u8, value: u8) {
        self.registers[usize::from(register) % REGISTERS] = value;
    }

    /// Reads a register; those that can only be written give 0.
    pub fn read(&mut self, _now: u64, _register: u8) -> u8 {
        0
    }

    /// The register as last written.
    pub fn peek(&self, register: u8) -> u8 {
        self.registers[usize::from(register) % REGISTERS]
    }

    /// Turns synthesis on at so many samples a second, or off.
    pub fn set_sample_rate(&mut self, _samples_per_second: Option<u32>) {}

    /// Appends the samples made up to `now`.
    pub fn drain(&mut self, _now: u64, _samples: &mut Vec<f32>) {}
}
