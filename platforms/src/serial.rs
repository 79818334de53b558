//! A serial line (EIA RS-232): what passes between a machine's port and what is plugged into it.
//!
//! A frame is what is on the line between two states of rest: a start bit, the bits of a character, least significant first, and
//! stop bits. Both ends count bits by their own clock; who listens with another than who speaks hears something else.

use std::collections::VecDeque;

/// A frame, as its sender shifts it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What follows the start bit, the first bit lowest: the character, then ones.
    pub bits: u16,
    /// Bits after the start bit, stop bits among them.
    pub length: u8,
    /// Bits a second.
    pub baud: u32,
}

impl Frame {
    /// A character of eight bits with one stop bit.
    pub fn of(byte: u8, baud: u32) -> Frame {
        Frame {
            bits: u16::from(byte) | 0x100,
            length: 9,
            baud,
        }
    }

    /// The character, if the frame has eight bits and rests after them.
    pub fn byte(self) -> Option<u8> {
        let [high, low] = self.bits.to_be_bytes();
        (self.length >= 9 && high & 1 != 0).then_some(low)
    }

    /// The level so many bits after the frame began: high where nothing is sent.
    pub fn level(self, bit: u64) -> bool {
        match bit {
            0 => false,
            n if n > u64::from(self.length) => true,
            n => self.bits >> (n - 1) & 1 != 0,
        }
    }
}

/// The lines that the computer drives; `true` is asserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComputerLines {
    /// Data terminal ready.
    pub dtr: bool,
    /// Request to send.
    pub rts: bool,
}

/// The lines that the device drives; `true` is asserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceLines {
    /// Data set ready.
    pub dsr: bool,
    /// Clear to send.
    pub cts: bool,
    /// Data carrier detect.
    pub dcd: bool,
}

/// The cable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cable {
    /// What the computer has sent and the device has not taken.
    pub sent: VecDeque<Frame>,
    /// What the device wants to send: the computer hears one after the other, as fast as their bits come.
    pub coming: VecDeque<Frame>,
    /// What the computer drives.
    pub computer: ComputerLines,
    /// What the device drives.
    pub device: DeviceLines,
}

/// What can be plugged into a serial port.
pub trait Device {
    /// Takes what has come and gives what it has to say, so many emulated seconds after power-on.
    fn serve(&mut self, seconds: f64, cable: &mut Cable);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_begins_low_and_ends_high() {
        let frame = Frame::of(0b0100_0001, 9600);
        let levels: Vec<bool> = (0..12).map(|bit| frame.level(bit)).collect();
        let expected = [0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1].map(|bit| bit != 0);
        assert_eq!(levels, expected);
        assert_eq!(frame.byte(), Some(0x41));
        assert_eq!(
            Frame {
                bits: 0x41,
                ..frame
            }
            .byte(),
            None,
            "no stop bit"
        );
    }
}
