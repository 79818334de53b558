//! The serial port: shift registers in and out, moved by the underflows of a timer, two for a bit.
//!
//! A frame is a start bit (low), eight data bits from the lowest on, and a stop bit (high). Lines are levels here: true is high.
//!
//! Source: Atari Hardware Manual, "Serial port"; Altirra Hardware Reference Manual, chapter 5, "Serial port".

use serde::{Deserialize, Serialize};

/// Ticks of a whole frame out.
const FRAME_OUT: u8 = 20;
/// Ticks of a frame in: the last is in the middle of the stop bit.
const FRAME_IN: u8 = 19;
const STOP_BIT: u16 = 1 << 9;

/// What a tick of the output clock brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    Nothing,
    /// A byte went from SEROUT into the shift register: SEROUT is free.
    Loaded,
}

/// SEROUT and its shift register.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Output {
    holding: Option<u8>,
    frame: u16,
    /// Ticks left of the frame; 0: none is under way.
    ticks: u8,
    pub line: bool,
}

impl Output {
    pub fn new() -> Output {
        Output {
            holding: None,
            frame: 0,
            ticks: 0,
            line: true,
        }
    }

    /// SEROUT.
    pub fn write(&mut self, value: u8) {
        self.holding = Some(value);
    }

    /// Whether the shift register is empty, which IRQST says.
    pub fn is_empty(&self) -> bool {
        self.ticks == 0
    }

    /// Whether ticks change anything.
    pub fn is_busy(&self) -> bool {
        self.ticks != 0 || self.holding.is_some()
    }

    pub fn tick(&mut self) -> Sent {
        self.ticks = self.ticks.saturating_sub(1);
        if self.ticks > 0 {
            let bit = (FRAME_OUT - self.ticks) / 2;
            self.line = self.frame >> bit & 1 != 0;
            return Sent::Nothing;
        }
        self.line = true;
        let Some(byte) = self.holding.take() else {
            return Sent::Nothing;
        };
        self.frame = STOP_BIT | u16::from(byte) << 1;
        self.ticks = FRAME_OUT;
        self.line = false;
        Sent::Loaded
    }
}

/// A frame that came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Received {
    pub byte: u8,
    /// The stop bit was high.
    pub whole: bool,
}

/// The shift register behind SERIN.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Input {
    pub line: bool,
    shift: u8,
    /// Ticks left of the frame; 0: waiting for a start bit.
    ticks: u8,
}

impl Input {
    pub fn new() -> Input {
        Input {
            line: true,
            shift: 0,
            ticks: 0,
        }
    }

    /// Whether a frame is coming in.
    pub fn is_busy(&self) -> bool {
        self.ticks != 0
    }

    /// Begins a frame if the line is low and none has begun; true if it did.
    pub fn start(&mut self) -> bool {
        let starts = !self.line && self.ticks == 0;
        if starts {
            self.ticks = FRAME_IN;
        }
        starts
    }

    /// Forgets what has come in.
    pub fn clear(&mut self) {
        self.ticks = 0;
    }

    /// A tick of the input clock: every second one is in the middle of a bit.
    pub fn tick(&mut self) -> Option<Received> {
        self.ticks = self.ticks.checked_sub(1)?;
        match self.ticks {
            0 => Some(Received {
                byte: self.shift,
                whole: self.line,
            }),
            data if data % 2 == 0 && data < FRAME_IN - 1 => {
                self.shift = self.shift >> 1 | u8::from(self.line) << 7;
                None
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_out_comes_in() {
        for byte in 0..=255 {
            let (mut out, mut input) = (Output::new(), Input::new());
            out.write(byte);
            assert_eq!(out.tick(), Sent::Loaded);
            let mut received = None;
            for _ in 0..FRAME_OUT {
                input.line = out.line;
                input.start();
                received = received.or(input.tick());
                out.tick();
            }
            let whole = true;
            assert_eq!(received, Some(Received { byte, whole }));
            assert!(out.is_empty() && out.line && !input.is_busy());
        }
    }

    #[test]
    fn a_missing_stop_bit_is_seen() {
        let mut input = Input::new();
        input.line = false;
        assert!(input.start());
        let received = (0..FRAME_IN).find_map(|_| input.tick());
        let whole = false;
        assert_eq!(received, Some(Received { byte: 0, whole }));
    }

    #[test]
    fn bytes_follow_each_other_without_a_gap() {
        let mut out = Output::new();
        out.write(0xFF);
        out.tick();
        out.write(0x00);
        let loaded = (1..=40).find(|_| out.tick() == Sent::Loaded);
        assert_eq!(loaded, Some(20));
    }
}
