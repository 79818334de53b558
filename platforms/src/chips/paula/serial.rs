//! Paula's serial port: a shift register each way, each behind a buffer of one word.
//!
//! The length of a bit is SERPER + 1 slots, both ways. What is written to SERDAT goes out behind a start bit up to its highest one,
//! which is its stop bit. A word that comes in is looked at in the middle of each of its bits, counted from the edge of its start bit,
//! and is in the buffer with its stop bit. Source: Amiga Hardware Reference Manual, chapter 8, "Serial input/output interface".

use crate::cpu::NEVER;
use crate::serial::{Cable, Frame};

/// SERPER: words that come in have nine bits.
const LONG: u16 = 0x8000;
/// SERPER: slots of a bit, less one.
const PERIOD: u16 = 0x7FFF;

/// SERDATR: a word came before the last was taken.
const OVRUN: u16 = 0x8000;
/// SERDATR: a word came.
const RBF: u16 = 0x4000;
/// SERDATR: the transmit buffer takes a word.
const TBE: u16 = 0x2000;
/// SERDATR: the transmit shift register is empty.
const TSRE: u16 = 0x1000;
/// SERDATR: the level of the line that comes in.
const RXD: u16 = 0x0800;

/// What happened to the port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Events {
    /// The transmit buffer went to the shift register.
    pub sent: bool,
    /// A word came.
    pub received: bool,
}

/// A frame that is on its way in.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrival {
    frame: Frame,
    /// The slot of the edge of its start bit.
    start: u64,
    /// The slot in which the word is whole.
    whole: u64,
    /// The slot in which the next may begin.
    end: u64,
    /// The word was put into the buffer.
    taken: bool,
}

/// The port.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Serial {
    slots_hz: u32,
    pub serper: u16,
    /// The word that waits.
    buffer: Option<u16>,
    /// The slot in which the word in the shift register is out.
    out: u64,
    /// The slot up to which everything was done.
    now: u64,
    arrival: Option<Arrival>,
    /// What came last, and whether it came before the last was taken.
    word: u16,
    overrun: bool,
    /// What is plugged in; without it nothing comes and what goes out is lost.
    pub cable: Option<Cable>,
}

impl Serial {
    pub fn new(slots_hz: u32) -> Serial {
        Serial {
            slots_hz,
            serper: 0,
            buffer: None,
            out: NEVER,
            now: 0,
            arrival: None,
            word: 0,
            overrun: false,
            cable: None,
        }
    }

    /// The reset line: what is plugged in stays.
    pub fn reset(&mut self) {
        *self = Serial {
            cable: self.cable.take(),
            ..Serial::new(self.slots_hz)
        };
    }

    /// Slots of a bit.
    fn bit(&self) -> u64 {
        u64::from(self.serper & PERIOD) + 1
    }

    /// Does everything before slot `now`. `unread` is the request of the word before.
    pub fn catch_up(&mut self, now: u64, unread: bool) -> Events {
        self.now = now;
        let mut events = Events::default();
        while self.out <= now {
            let at = std::mem::replace(&mut self.out, NEVER);
            if let Some(word) = self.buffer.take() {
                self.shift_out(at, word);
                events.sent = true;
            }
        }
        self.receive(now, unread, &mut events);
        events
    }

    fn shift_out(&mut self, at: u64, word: u16) {
        // Without a one there is no stop bit: the line stays low for the start bit alone.
        let length = 16 - word.leading_zeros() as u8;
        self.out = at + (u64::from(length) + 1) * self.bit();
        let baud = self.slots_hz / self.bit() as u32;
        if let Some(cable) = &mut self.cable {
            cable.sent.push_back(Frame {
                bits: word,
                length,
                baud,
            });
        }
    }

    fn receive(&mut self, now: u64, unread: bool, events: &mut Events) {
        loop {
            if let Some(arrival) = &mut self.arrival {
                if arrival.whole <= now && !arrival.taken {
                    arrival.taken = true;
                    let frame = arrival.frame;
                    self.overrun = unread || events.received;
                    self.word = self.heard(frame);
                    events.received = true;
                }
                match self.arrival {
                    Some(last) if last.taken && last.end <= now => self.begin(last.end),
                    _ => return,
                }
            } else {
                self.begin(now);
            }
            if self.arrival.is_none() {
                return;
            }
        }
    }

    /// The next frame begins in slot `start`, if there is one.
    fn begin(&mut self, start: u64) {
        let next = self.cable.as_mut().and_then(|c| c.coming.pop_front());
        self.arrival = next.map(|frame| {
            let halves = 2 * u64::from(self.data_bits()) + 3;
            let whole = start + halves * self.bit() / 2;
            Arrival {
                frame,
                start,
                whole,
                // Whoever sends waits for who listens more slowly.
                end: (start + self.place(frame, u64::from(frame.length) + 1)).max(whole),
                taken: false,
            }
        });
    }

    fn data_bits(&self) -> u8 {
        if self.serper & LONG != 0 { 9 } else { 8 }
    }

    /// Slots from the edge of a frame's start bit to that of its bit `n`.
    fn place(&self, frame: Frame, n: u64) -> u64 {
        n * u64::from(self.slots_hz) / u64::from(frame.baud.max(1))
    }

    /// The level of a frame so many slots after it began.
    fn level(&self, frame: Frame, slots: u64) -> bool {
        frame.level(slots * u64::from(frame.baud) / u64::from(self.slots_hz))
    }

    /// What the shift register makes of a frame: its bits, and the stop bit in all places above them.
    fn heard(&self, frame: Frame) -> u16 {
        let bit = |n: u64| u16::from(self.level(frame, (2 * n + 3) * self.bit() / 2));
        let data = u64::from(self.data_bits());
        let stop = (data..10).map(|n| bit(data) << n).sum::<u16>();
        (0..data).fold(stop, |word, n| word | bit(n) << n)
    }

    /// A word is written to SERDAT; true if the buffer is free for another at once.
    pub fn send(&mut self, at: u64, word: u16) -> bool {
        if self.out != NEVER {
            self.buffer = Some(word);
            return false;
        }
        self.shift_out(at, word);
        true
    }

    /// The slot by which the port must be caught up.
    pub fn next_event(&self) -> u64 {
        let arrival = match self.arrival {
            Some(arrival) if !arrival.taken => arrival.whole,
            Some(arrival) if self.cable.as_ref().is_some_and(|c| !c.coming.is_empty()) => {
                arrival.end
            }
            _ => NEVER,
        };
        self.out.min(arrival)
    }

    /// SERDATR, as of the last catch-up; `unread` is the request of the last word.
    pub fn status(&self, unread: bool) -> u16 {
        let line = self
            .arrival
            .is_none_or(|a| self.level(a.frame, self.now.saturating_sub(a.start)));
        let bits = [
            (OVRUN, self.overrun && unread),
            (RBF, unread),
            (TBE, self.buffer.is_none()),
            (TSRE, self.out == NEVER),
            (RXD, line),
        ];
        bits.iter()
            .filter(|(_, on)| *on)
            .fold(self.word, |status, (bit, _)| status | bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAL_HZ: u32 = 3_546_895;

    /// A port at 19,200 bits a second, into which this comes at that speed.
    fn with(bytes: &[u8]) -> Serial {
        let mut serial = Serial::new(PAL_HZ);
        serial.serper = 184;
        let coming = bytes.iter().map(|byte| Frame::of(*byte, 19_200)).collect();
        serial.cable = Some(Cable {
            coming,
            ..Cable::default()
        });
        serial
    }

    #[test]
    fn a_word_is_whole_with_its_stop_bit() {
        let mut serial = with(&[0xA5]);
        assert_eq!(serial.catch_up(100, false), Events::default());
        assert_eq!(serial.next_event(), 100 + 19 * 185 / 2);
        let early = serial.catch_up(100 + 19 * 185 / 2 - 1, false);
        assert_eq!(early, Events::default());
        assert!(serial.catch_up(100 + 19 * 185 / 2, false).received);
        assert_eq!(serial.status(true), RBF | TBE | TSRE | RXD | 0x3A5);
        assert_eq!(serial.next_event(), NEVER);
    }

    #[test]
    fn the_line_can_be_watched_bit_by_bit() {
        let mut serial = with(&[0x01]);
        serial.catch_up(0, false);
        let mut level = |bit: u64| {
            serial.catch_up(bit * 185 + 90, false);
            serial.status(false) & RXD != 0
        };
        assert_eq!(
            [0, 1, 2, 8, 9].map(&mut level),
            [false, true, false, false, true]
        );
    }

    #[test]
    fn who_does_not_fetch_a_word_in_time_is_told() {
        let mut serial = with(b"ab");
        serial.catch_up(0, false);
        assert!(serial.catch_up(1800, false).received);
        assert!(serial.catch_up(3700, true).received);
        let status = serial.status(true);
        assert_eq!(status & (OVRUN | 0xFF), OVRUN | u16::from(b'b'));
        assert_eq!(serial.status(false) & OVRUN, 0, "the request was cleared");
    }

    #[test]
    fn nine_bits_if_asked_for() {
        let mut serial = with(&[]);
        serial.serper |= LONG;
        let frame = Frame {
            bits: 0x301,
            length: 10,
            baud: 19_200,
        };
        serial.cable.as_mut().unwrap().coming.push_back(frame);
        serial.catch_up(0, false);
        assert!(!serial.catch_up(19 * 185 / 2, false).received);
        assert!(serial.catch_up(21 * 185 / 2, false).received);
        assert_eq!(serial.status(false) & 0x3FF, 0x301);
    }

    #[test]
    fn what_is_sent_ends_with_its_highest_one() {
        let mut serial = with(&[]);
        assert!(serial.send(0, 0x141));
        assert_eq!(serial.next_event(), 10 * 185);
        assert!(!serial.send(1, 0x342), "it waits");
        assert_eq!(serial.status(false) & (TBE | TSRE), 0);
        assert!(serial.catch_up(1850, false).sent);
        assert_eq!(serial.next_event(), 1850 + 11 * 185);
        let sent = &serial.cable.as_ref().unwrap().sent;
        let bytes: Vec<_> = sent.iter().map(|frame| frame.byte()).collect();
        assert_eq!(bytes, [Some(0x41), Some(0x42)]);
        assert_eq!(sent[0].baud, PAL_HZ / 185);
    }

    #[test]
    fn frames_come_one_behind_the_other_and_not_in_the_past() {
        let mut serial = with(b"a");
        serial.catch_up(0, false);
        serial.catch_up(10_000, false);
        let cable = serial.cable.as_mut().unwrap();
        cable.coming.push_back(Frame::of(b'b', 19_200));
        assert!(!serial.catch_up(20_000, false).received, "it begins now");
        assert!(serial.catch_up(20_000 + 1758, false).received);
    }
}
