//! The drive's end of the wire: its processor times the bits.

use super::model::Rate;
use crate::cpu::NEVER;
use serde::{Deserialize, Serialize};

const DATA_BITS: u64 = 8;
/// Start bit, data, stop bit.
const FRAME_BITS: u64 = DATA_BITS + 2;

/// Nanoseconds in cycles of the computer's clock.
pub(super) fn cycles(nanoseconds: u64, clock_hz: u32) -> u64 {
    nanoseconds * u64::from(clock_hz) / 1_000_000_000
}

/// Reads what comes: from the edge of a start bit on it looks in the middle of each bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Receiver {
    line: bool,
    /// When the start bit began, and how many bits were looked at since.
    start: Option<(u64, u64)>,
    shift: u8,
}

/// A byte, or a frame whose stop bit was missing.
pub(super) type Received = Result<u8, ()>;

impl Receiver {
    pub fn new() -> Receiver {
        Receiver {
            line: true,
            start: None,
            shift: 0,
        }
    }

    pub fn clear(&mut self) {
        self.start = None;
    }

    /// When it next looks.
    pub fn next(&self, rate: Rate, clock_hz: u32) -> u64 {
        self.start.map_or(NEVER, |(start, bits)| {
            start + cycles(rate.bit * (2 * bits + 1) / 2, clock_hz)
        })
    }

    /// Looks, at the time that [`Receiver::next`] gave.
    pub fn look(&mut self) -> Option<Received> {
        let (start, bits) = self.start?;
        self.start = Some((start, bits + 1));
        match bits {
            0 => {
                // A start bit that is gone in its middle was none.
                if self.line {
                    self.start = None;
                }
                None
            }
            1..=DATA_BITS => {
                self.shift = self.shift >> 1 | u8::from(self.line) << 7;
                None
            }
            _ => {
                self.start = None;
                Some(if self.line { Ok(self.shift) } else { Err(()) })
            }
        }
    }

    /// The level of the line from now on.
    pub fn set(&mut self, now: u64, line: bool) {
        if self.line && !line && self.start.is_none() {
            self.start = Some((now, 0));
        }
        self.line = line;
    }
}

/// Sends bytes, one behind the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sender {
    bytes: Vec<u8>,
    begin: u64,
}

impl Sender {
    pub fn new(bytes: Vec<u8>, begin: u64) -> Sender {
        Sender { bytes, begin }
    }

    fn edge(&self, byte: u64, bit: u64, rate: Rate, clock_hz: u32) -> u64 {
        self.begin + cycles(byte * rate.byte + bit * rate.bit, clock_hz)
    }

    /// When the last stop bit ends.
    pub fn end(&self, rate: Rate, clock_hz: u32) -> u64 {
        let last = (self.bytes.len() as u64).saturating_sub(1);
        self.edge(last, FRAME_BITS, rate, clock_hz)
    }

    /// The byte and the bit on the wire, if any is.
    fn place(&self, now: u64, rate: Rate, clock_hz: u32) -> Option<(u64, u64)> {
        let byte = (now.checked_sub(self.begin)?) / cycles(rate.byte, clock_hz).max(1);
        // The quotient may be one more than it is, as cycles are rounded.
        let late = self.edge(byte, 0, rate, clock_hz) > now;
        let byte = byte.saturating_sub(u64::from(late));
        let begun = (1..FRAME_BITS).take_while(|bit| self.edge(byte, *bit, rate, clock_hz) <= now);
        Some((byte, begun.count() as u64))
    }

    /// The level of the line.
    pub fn level(&self, now: u64, rate: Rate, clock_hz: u32) -> bool {
        let Some((byte, bit)) = self.place(now, rate, clock_hz) else {
            return true;
        };
        let Some(byte) = usize::try_from(byte).ok().and_then(|n| self.bytes.get(n)) else {
            return true;
        };
        match bit {
            0 => false,
            1..=DATA_BITS => byte >> (bit - 1) & 1 != 0,
            _ => true,
        }
    }

    /// When the line may next change.
    pub fn next(&self, now: u64, rate: Rate, clock_hz: u32) -> u64 {
        match self.place(now, rate, clock_hz) {
            None => self.begin,
            Some((byte, bit)) if bit + 1 < FRAME_BITS => self.edge(byte, bit + 1, rate, clock_hz),
            Some((byte, _)) => self.edge(byte + 1, 0, rate, clock_hz),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: u32 = 1_773_447;
    const RATE: Rate = Rate {
        bit: 52_000,
        byte: 530_000,
    };

    #[test]
    fn what_one_end_sends_the_other_reads() {
        let bytes: Vec<u8> = (0..=255).collect();
        let sender = Sender::new(bytes.clone(), 1_000);
        let mut receiver = Receiver::new();
        let mut got = Vec::new();
        let mut now = 0;
        while now < sender.end(RATE, CLOCK) {
            let (edge, look) = (sender.next(now, RATE, CLOCK), receiver.next(RATE, CLOCK));
            assert!(edge > now, "{now}");
            now = edge.min(look);
            if look == now {
                got.extend(receiver.look());
            }
            receiver.set(now, sender.level(now, RATE, CLOCK));
        }
        let wanted: Vec<Received> = bytes.into_iter().map(Ok).collect();
        assert_eq!(got, wanted);
    }

    #[test]
    fn a_line_that_stays_low_is_no_byte() {
        let mut receiver = Receiver::new();
        receiver.set(10, false);
        let got = (0..10).find_map(|_| receiver.look());
        assert_eq!(got, Some(Err(())));
    }
}
