//! The card of the Disk II: sixteen switches, a data register, and the sequencer that shifts bits through it.
//!
//! | address | off, on | |
//! | --- | --- | --- |
//! | $C080 to $C087 | phase 0 to 3 | magnets of the arm |
//! | $C088, $C089 | motor | goes on for a second after it is switched off |
//! | $C08A, $C08B | drive 1, drive 2 | |
//! | $C08C, $C08D | Q6 | shift, load |
//! | $C08E, $C08F | Q7 | read, write |
//!
//! A read of an even address gives the data register. A bit takes eight steps of the sequencer, four cycles. While it reads, a byte
//! is whole when its first 1 has come to bit 7; it stays until the second bit of the next byte has come, so that a program which looks
//! every seven cycles finds it once. Source: Understanding the Apple II, chapter 9, "The logic state sequencer".
//!
//! **Not emulated**: the steps within a bit: what the register holds while it takes in or gives out one, which no program can tell that
//! looks at it as rarely as a 6502 does but for its length; the time that a motor takes from rest to its speed, up to a second.

use super::Drive;

/// Cycles that a bit takes.
const BIT_CYCLES: u64 = 4;
/// Cycles for which the motor goes on: about a second.
const MOTOR_CYCLES: u64 = 1_020_000;
/// Bits of the next byte that have passed when a whole one goes.
const HOLD_BITS: u8 = 2;
/// So many bits are enough to fall into step: of longer times only the end is looked at.
const ENOUGH_BITS: u64 = 512;

/// The card, with both drives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Both drives.
    pub drives: [Drive; 2],
    selected: usize,
    magnets: u8,
    /// The motor's switch.
    on: bool,
    /// When the motor stops, once it was switched off.
    stops_at: u64,
    /// Q6: load, not shift.
    q6: bool,
    /// Q7: write, not read.
    q7: bool,
    /// The data register.
    data: u8,
    /// Bits of the byte that comes in.
    coming: u8,
    /// How many of them the whole one in the register still waits for.
    hold: u8,
    /// The cycle up to which bits have passed.
    time: u64,
}

impl Card {
    /// Whether the disk turns.
    pub fn turns(&self, now: u64) -> bool {
        self.on || now < self.stops_at
    }

    /// The reset line: all switches off.
    pub fn reset(&mut self, now: u64) {
        self.catch_up(now);
        self.magnets = 0;
        self.selected = 0;
        self.q6 = false;
        self.q7 = false;
        self.motor(now, false);
    }

    /// A read of one of the sixteen addresses; `None` where nothing answers.
    pub fn read(&mut self, now: u64, address: u8) -> Option<u8> {
        self.switch(now, address);
        (address & 1 == 0).then_some(self.data)
    }

    /// A write; the register takes it where it loads for writing.
    pub fn write(&mut self, now: u64, address: u8, value: u8) {
        self.switch(now, address);
        if self.q6 && self.q7 {
            self.data = value;
        }
    }

    /// What a read would give, without its effects.
    pub fn peek(&self, now: u64, address: u8) -> Option<u8> {
        let mut card = self.clone();
        card.read(now, address)
    }

    fn switch(&mut self, now: u64, address: u8) {
        self.catch_up(now);
        let on = address & 1 != 0;
        match address & 0x0E {
            0x08 => self.motor(now, on),
            0x0A => self.selected = usize::from(on),
            0x0C => self.q6 = on,
            0x0E => self.write_or_read(on),
            phases => {
                let magnet = 1 << (phases >> 1);
                self.magnets = if on {
                    self.magnets | magnet
                } else {
                    self.magnets & !magnet
                };
                if self.turns(now) {
                    self.drives[self.selected].pull(self.magnets);
                }
            }
        }
        // Q6 on and Q7 off: the register fills with the state of the notch.
        if self.q6 && !self.q7 {
            let protected = self.drives[self.selected].is_write_protected();
            self.data = if protected { 0xFF } else { 0 };
            (self.coming, self.hold) = (0, 0);
        }
    }

    fn motor(&mut self, now: u64, on: bool) {
        if self.on && !on {
            self.stops_at = now + MOTOR_CYCLES;
        }
        self.on = on;
    }

    fn write_or_read(&mut self, write: bool) {
        if write && !self.q7 {
            let drive = &mut self.drives[self.selected];
            drive.writes += u64::from(!drive.is_write_protected());
        }
        if write != self.q7 {
            (self.coming, self.hold) = (0, 0);
        }
        self.q7 = write;
    }

    /// Lets the bits pass that have come since the last time.
    fn catch_up(&mut self, now: u64) {
        let end = if self.on { now } else { now.min(self.stops_at) };
        let bits = end.saturating_sub(self.time) / BIT_CYCLES;
        if bits == 0 {
            if !self.turns(now) {
                self.time = now;
            }
            return;
        }
        self.time = if end < now {
            now
        } else {
            self.time + bits * BIT_CYCLES
        };
        if self.q7 {
            (0..bits).for_each(|_| self.write_bit());
            return;
        }
        let skipped = bits.saturating_sub(ENOUGH_BITS);
        if skipped > 0 {
            self.drives[self.selected].skip(skipped);
        }
        (skipped..bits).for_each(|_| self.read_bit());
    }

    fn write_bit(&mut self) {
        self.drives[self.selected].write(self.data & 0x80 != 0);
        self.data <<= 1;
    }

    fn read_bit(&mut self) {
        let bit = self.drives[self.selected].read();
        if self.q6 {
            return;
        }
        self.coming = self.coming << 1 | u8::from(bit);
        // Zeros before the first 1 do not count.
        if self.hold > 0 && self.coming != 0 {
            self.hold -= 1;
        }
        if self.hold > 0 {
            return;
        }
        self.data = self.coming;
        if self.coming & 0x80 != 0 {
            self.coming = 0;
            self.hold = HOLD_BITS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_disk::apple::{Container, Disk, dos33::Volume};

    const READ: [u8; 2] = [0x0C, 0x0E];

    fn card() -> Card {
        let mut card = Card::default();
        let disk = Disk::from_sectors(Container::Dos, &Volume::format(254));
        card.drives[0].insert(disk);
        card
    }

    /// Bytes as a program finds them that looks every seven cycles.
    fn bytes(card: &mut Card, now: &mut u64, count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < count {
            *now += 7;
            let data = card.read(*now, 0x0C).unwrap();
            if data & 0x80 != 0 {
                bytes.push(data);
                // It does something with the byte.
                *now += 12;
            }
        }
        bytes
    }

    fn begin(card: &mut Card, now: &mut u64) {
        card.read(*now, 0x09);
        READ.iter()
            .for_each(|address| _ = card.read(*now, *address));
    }

    #[test]
    fn a_program_reads_each_byte_of_a_track_once() {
        let (mut card, mut now) = (card(), 1_000);
        begin(&mut card, &mut now);
        let read = bytes(&mut card, &mut now, 6_400);
        let addresses = read.windows(3).filter(|w| *w == [0xD5, 0xAA, 0x96]).count();
        let data = read.windows(3).filter(|w| *w == [0xD5, 0xAA, 0xAD]).count();
        assert!((15..=17).contains(&addresses), "{addresses} address fields");
        assert!((15..=17).contains(&data), "{data} data fields");
        let start = read
            .windows(3)
            .position(|w| w == [0xD5, 0xAA, 0xAD])
            .unwrap()
            + 3;
        assert_eq!(read[start..start + 343], [0x96; 343]);
    }

    #[test]
    fn nothing_passes_while_the_motor_stands_and_it_goes_on_for_a_second() {
        let (mut card, mut now) = (card(), 1_000);
        begin(&mut card, &mut now);
        card.read(now, 0x08);
        assert!(card.turns(now + 900_000));
        now += 2_000_000;
        assert!(!card.turns(now));
        let still = card.read(now, 0x0C);
        let bit = card.drives[0].bit;
        assert_eq!(card.read(now + 50_000, 0x0C), still);
        assert_eq!(card.drives[0].bit, bit);
    }

    #[test]
    fn the_notch_is_told_in_bit_7() {
        let (mut card, mut now) = (card(), 1_000);
        begin(&mut card, &mut now);
        for protected in [true, false] {
            card.drives[0].set_write_protected(protected);
            card.read(now, 0x0D);
            let told = card.read(now + 4, 0x0E).unwrap() & 0x80 != 0;
            assert_eq!(told, protected);
            card.read(now + 8, 0x0C);
            now += 100;
        }
    }

    /// Writes bytes as programs do: a load every 32 cycles, every 40 for sync.
    fn write(card: &mut Card, now: &mut u64, sync: usize, bytes: &[u8]) {
        card.read(*now, 0x0D);
        card.read(*now, 0x0E);
        card.write(*now, 0x0F, 0xFF);
        card.read(*now + 4, 0x0C);
        let sync = (0..sync).map(|_| (0xFF, 40));
        for (byte, cycles) in sync.chain(bytes.iter().map(|b| (*b, 32))) {
            *now += cycles;
            card.write(*now, 0x0D, byte);
            card.read(*now + 4, 0x0C);
        }
        *now += 32;
        READ.iter()
            .for_each(|address| _ = card.read(*now, *address));
    }

    #[test]
    fn what_a_program_writes_it_reads_again() {
        let (mut card, mut now) = (card(), 1_000);
        begin(&mut card, &mut now);
        let own = [0xD5, 0xAB, 0xB5, 0x96, 0xFE, 0xAA, 0x9B, 0xDE];
        write(&mut card, &mut now, 10, &own);
        let read = bytes(&mut card, &mut now, 6_600);
        assert!(read.windows(own.len()).any(|w| w == own));
        assert_eq!(card.drives[0].writes(), 1);
    }

    #[test]
    fn a_covered_notch_keeps_the_disk_as_it_is() {
        let (mut card, mut now) = (card(), 1_000);
        card.drives[0].set_write_protected(true);
        let before = card.drives[0].disk().cloned();
        begin(&mut card, &mut now);
        write(&mut card, &mut now, 10, &[0xD5; 100]);
        assert_eq!(card.drives[0].disk().cloned(), before);
        assert_eq!(card.drives[0].writes(), 0);
    }

    #[test]
    fn it_does_not_matter_how_often_the_card_is_caught_up() {
        let (mut card, mut now) = (card(), 1_000);
        begin(&mut card, &mut now);
        let mut often = card.clone();
        for step in 0..3_000 {
            often.catch_up(now + step);
        }
        assert_eq!(card.read(now + 3_000, 0x0C), often.read(now + 3_000, 0x0C));
        assert_eq!(card, often);
    }
}
