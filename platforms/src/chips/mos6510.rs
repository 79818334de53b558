//! The I/O port of the MOS 6510, at addresses 0 (direction) and 1 (data).
//!
//! On the C64: bits 0 to 2 are LORAM, HIRAM, CHAREN for the [PLA](super::pla), 3 cassette output, 4 cassette switch, 5
//! cassette motor. Source: MOS 6510 data sheet; Commodore 64 Programmer's Reference Guide, chapter 5.
//!
//! **Not emulated**: a cassette recorder; bits 6 and 7, which have no pin, read what was last output at once instead of
//! fading after a while.

use serde::{Deserialize, Serialize};

/// Levels of the pins when nothing drives them: banking lines and cassette switch are pulled up.
const PULLED_UP: u8 = 0x17;
const NO_PIN: u8 = 0xC0;

/// The port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port6510 {
    /// Direction, 1 = output.
    pub ddr: u8,
    /// Output latch.
    pub data: u8,
}

impl Port6510 {
    /// Power-on and reset: all inputs.
    pub fn new() -> Port6510 {
        Port6510::default()
    }

    /// What a read of address 1 gives.
    pub fn pins(&self) -> u8 {
        self.data & (self.ddr | NO_PIN) | PULLED_UP & !self.ddr
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_pulled_up_and_outputs_show_the_latch() {
        assert_eq!(Port6510::new().pins(), 0x17);
        let kernal = Port6510 {
            ddr: 0x2F,
            data: 0x37,
        };
        assert_eq!(kernal.pins(), 0x37);
        let all_ram = Port6510 {
            ddr: 0x2F,
            data: 0x34,
        };
        assert_eq!(all_ram.pins() & 7, 4);
    }
}
