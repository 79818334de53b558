//! MOS 8364 Paula of the Amiga: interrupt controller, four audio channels, disk controller, serial port, potentiometer
//! pins.
//!
//! Times are slots (colour clocks) since power-on. The board hands Paula the register writes of processor, copper and
//! DMA, the bits under a drive's head, and asks her for words when Agnus has slots for them. Audio is caught up when one
//! of its registers is touched, at each line in which it has DMA, and when [`Paula::next_event`] is due.
//!
//! Source: Amiga Hardware Reference Manual, chapters 5, 7 and 8, appendix A.
//!
//! **Not emulated**: the second
//! word that a channel with DMA fetches before the first is played (it plays the first at once, so its interrupt comes
//! a word later than on the chip); potentiometer counters (they read 0) and pins as outputs for anything but reading
//! back; breaks on the serial line (UARTBRK); MSBSYNC, precompensation and the slow disk clock.

mod audio;
mod disk;
mod serial;

use super::rga::{
    ADKCON, ADKCONR, AUD0LC, DMACON, DSKBYTR, DSKDAT, DSKLEN, DSKSYNC, INTENA, INTENAR, INTREQ,
    INTREQR, POT0DAT, POT1DAT, POTGO, POTGOR, SERDAT, SERDATR, SERPER, set_or_clear,
};
use crate::serial::{Cable, DeviceLines};
use audio::Audio;
use disk::DiskController;
use serial::Serial;

/// Interrupt request: the serial port takes another word.
pub const INT_TBE: u16 = 0x0001;
/// Interrupt request: disk DMA is done.
pub const INT_DSKBLK: u16 = 0x0002;
/// Interrupt request: CIA A.
pub const INT_PORTS: u16 = 0x0008;
/// Interrupt request: the serial port has received a word.
pub const INT_RBF: u16 = 0x0800;
/// Interrupt request: the sync word has passed the head.
pub const INT_DSKSYN: u16 = 0x1000;
/// Interrupt request: CIA B.
pub const INT_EXTER: u16 = 0x2000;
/// Interrupt enable: all.
const INTEN: u16 = 0x4000;

/// DMACON: all DMA, and that of the disk.
const DMA_ALL: u16 = 0x0200;
const DMA_DISK: u16 = 0x0010;

/// The processor's level for each interrupt request, from bit 0 on.
const LEVELS: [u8; 14] = [1, 1, 1, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6];

/// POTGO: the four pins, as outputs and as data.
const POT_OUTPUTS: u16 = 0xAA00;
const POT_DATA: u16 = 0x5500;

/// The chip.
#[derive(Clone, Debug, PartialEq)]
pub struct Paula {
    slots_hz: u32,
    intena: u16,
    intreq: u16,
    adkcon: u16,
    dmacon: u16,
    potgo: u16,
    serial: Serial,
    audio: Audio,
    disk: DiskController,
}

impl Paula {
    /// Power-on. `slots_hz` is the colour clock.
    pub fn new(slots_hz: u32) -> Paula {
        Paula {
            slots_hz,
            intena: 0,
            intreq: 0,
            adkcon: 0,
            dmacon: 0,
            potgo: 0,
            serial: Serial::new(slots_hz),
            audio: Audio::new(),
            disk: DiskController::new(),
        }
    }

    /// The reset line.
    pub fn reset(&mut self) {
        self.intena = 0;
        self.intreq = 0;
        self.adkcon = 0;
        self.dmacon = 0;
        self.potgo = 0;
        self.serial.reset();
        self.audio.reset();
        self.disk = DiskController::new();
    }

    /// Turns sound synthesis on at so many samples a second, or off.
    pub fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        self.audio
            .set_sample_rate(samples_per_second, self.slots_hz);
    }

    /// Appends the samples up to slot `now`, left and right, -1.0 to 1.0.
    pub fn drain(&mut self, now: u64, samples: &mut Vec<[f32; 2]>) {
        self.catch_up(now);
        self.audio.drain(samples);
    }

    /// The cable in the serial port, once something is plugged in.
    pub fn cable(&mut self) -> &mut Cable {
        self.serial.cable.get_or_insert_default()
    }

    /// What the device at the serial port drives, if there is one.
    pub fn serial_lines(&self) -> DeviceLines {
        let cable = self.serial.cable.as_ref();
        cable.map_or_else(DeviceLines::default, |cable| cable.device)
    }

    /// Does everything before slot `now`.
    pub fn catch_up(&mut self, now: u64) {
        self.intreq |= self.audio.catch_up(now, self.adkcon);
        let events = self.serial.catch_up(now, self.intreq & INT_RBF != 0);
        if events.sent {
            self.intreq |= INT_TBE;
        }
        if events.received {
            self.intreq |= INT_RBF;
        }
    }

    /// The slot by which the chip must be caught up because a request may come by itself.
    pub fn next_event(&self) -> u64 {
        self.audio.next_event().min(self.serial.next_event())
    }

    /// Requests interrupts: bits of INTREQ.
    pub fn interrupt(&mut self, bits: u16) {
        self.intreq |= bits;
    }

    /// The level at the processor's pins, 0 to 7.
    #[inline]
    pub fn ipl(&self) -> u8 {
        if self.intena & INTEN == 0 {
            return 0;
        }
        let requests = self.intena & self.intreq & 0x3FFF;
        match requests.checked_ilog2() {
            Some(highest) => LEVELS[highest as usize],
            None => 0,
        }
    }

    /// What audio and disk want to move in a line that begins in slot `now`.
    pub fn dma_requests(&mut self, now: u64) -> super::agnus::DmaRequests {
        self.catch_up(now);
        let (audio, audio_restart) = self.audio.requests();
        let disk = if self.disk_dma() {
            self.disk.requests()
        } else {
            0
        };
        super::agnus::DmaRequests {
            disk,
            disk_burst: 1,
            disk_writes: self.disk.writes(),
            audio,
            audio_restart,
        }
    }

    /// DMA moves a word from the disk to memory.
    pub fn disk_word(&mut self) -> u16 {
        let (word, done) = self.disk.word_to_memory();
        if done {
            self.intreq |= INT_DSKBLK;
        }
        word
    }

    /// Words that disk DMA has still to move.
    pub fn disk_words_left(&self) -> u16 {
        self.disk.left()
    }

    /// A disk transfer is going on, memory has its slots.
    pub fn moves_disk(&self) -> bool {
        self.disk.is_busy() && self.disk_dma()
    }

    /// Bits must pass the head before each slot of disk DMA has a word to move, or before the block is done.
    pub fn wants_disk_bits(&self) -> bool {
        self.disk.wants_bits() && self.disk_dma()
    }

    fn disk_dma(&self) -> bool {
        self.dmacon & (DMA_ALL | DMA_DISK) == DMA_ALL | DMA_DISK
    }

    /// Disk DMA writes: the head takes bits instead of giving them.
    pub fn writes_disk(&self) -> bool {
        self.disk.writes() && self.disk_dma()
    }

    /// A bit passes the head while reading.
    pub fn disk_bit(&mut self, bit: bool) {
        let events = self.disk.read_bit(bit, self.adkcon);
        if events.sync {
            self.intreq |= INT_DSKSYN;
        }
    }

    /// The next bit that the head writes.
    pub fn next_disk_bit(&mut self) -> bool {
        let (bit, events) = self.disk.write_bit();
        if events.block_done {
            self.intreq |= INT_DSKBLK;
        }
        bit
    }

    /// Bits from the disk can have an effect: DMA waits for them, or the sync word may interrupt.
    pub fn heeds_disk(&self) -> bool {
        self.disk.is_busy() || self.intena & INT_DSKSYN != 0
    }

    /// A register (offset from $DFF000) is written in slot `at`; others than Paula's are ignored.
    pub fn write(&mut self, at: u64, register: u16, value: u16) {
        match register {
            DSKLEN => {
                let done = self.disk.write_length(value, self.adkcon);
                self.intreq |= if done { INT_DSKBLK } else { 0 };
            }
            DSKDAT => self.disk.word_from_memory(value),
            DSKSYNC => self.disk.dsksync = value,
            SERDAT => {
                self.catch_up(at);
                if self.serial.send(at, value) {
                    self.intreq |= INT_TBE;
                }
            }
            SERPER => {
                self.catch_up(at);
                self.serial.serper = value;
            }
            POTGO => self.potgo = value,
            INTENA => self.intena = set_or_clear(self.intena, value),
            INTREQ => self.intreq = set_or_clear(self.intreq, value) & 0x3FFF,
            ADKCON => {
                self.catch_up(at);
                self.adkcon = set_or_clear(self.adkcon, value);
            }
            DMACON => {
                self.catch_up(at);
                self.dmacon = set_or_clear(self.dmacon, value);
                let all = self.dmacon & DMA_ALL != 0;
                self.audio.set_dma(if all { self.dmacon & 0x0F } else { 0 });
            }
            AUD0LC..0x0E0 => {
                self.catch_up(at);
                let n = usize::from(register - AUD0LC) / 0x10;
                self.intreq |= self.audio.write(n, register & 0x0E, value, self.adkcon);
            }
            _ => {}
        }
    }

    /// Reads a register in slot `at`; `None` if it is not one of Paula's. `pots_low` are the potentiometer pins that
    /// something pulls down, as in POTGOR.
    pub fn read(&mut self, at: u64, register: u16, pots_low: u16) -> Option<u16> {
        self.catch_up(at);
        let value = self.peek(register, pots_low);
        if register == DSKBYTR {
            self.disk.take_byte();
        }
        value
    }

    /// What a read would give, as of the last catch-up, without its effects.
    pub fn peek(&self, register: u16, pots_low: u16) -> Option<u16> {
        Some(match register {
            ADKCONR => self.adkcon,
            INTENAR => self.intena,
            INTREQR => self.intreq,
            POT0DAT | POT1DAT => 0,
            POTGOR => {
                // A pin that is no output floats high.
                let outputs = (self.potgo & POT_OUTPUTS) >> 1;
                (self.potgo & outputs | !outputs) & POT_DATA & !pots_low
            }
            DSKBYTR => {
                let on = self.dmacon & (DMA_ALL | DMA_DISK) == DMA_ALL | DMA_DISK;
                self.disk.status(on)
            }
            SERDATR => self.serial.status(self.intreq & INT_RBF != 0),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::rga::{AUD0DAT, AUD0LEN, AUD0PER, AUD0VOL};
    use super::*;

    const PAL_HZ: u32 = 3_546_895;
    const SET: u16 = 0x8000;
    const AUD0: u16 = 0x0080;

    fn intreq(paula: &Paula) -> u16 {
        paula.peek(INTREQR, 0).unwrap()
    }

    #[test]
    fn the_highest_enabled_request_sets_the_level() {
        let mut paula = Paula::new(PAL_HZ);
        paula.interrupt(INT_TBE | INT_PORTS | INT_EXTER);
        assert_eq!(paula.ipl(), 0, "nothing is enabled");
        paula.write(0, INTENA, SET | INTEN | INT_TBE | INT_PORTS);
        assert_eq!(paula.ipl(), 2);
        paula.write(0, INTENA, SET | INT_EXTER);
        assert_eq!(paula.ipl(), 6);
        paula.write(0, INTREQ, INT_EXTER);
        assert_eq!(paula.ipl(), 2);
        paula.write(0, INTENA, INTEN);
        assert_eq!(paula.ipl(), 0, "the master bit");
        assert_eq!(
            paula.peek(INTENAR, 0),
            Some(INT_TBE | INT_PORTS | INT_EXTER)
        );
    }

    #[test]
    fn the_processor_feeds_a_channel_word_by_word() {
        let mut paula = Paula::new(PAL_HZ);
        paula.set_sample_rate(Some(PAL_HZ));
        for (register, value) in [(AUD0PER, 100), (AUD0VOL, 64), (AUD0DAT, 0x40C0)] {
            paula.write(0, register, value);
        }
        assert_eq!(intreq(&paula), AUD0, "it wants the next");
        paula.write(0, INTREQ, AUD0);
        paula.write(10, AUD0DAT, 0x7F00);
        assert_eq!(paula.next_event(), 100);
        paula.catch_up(199);
        assert_eq!(intreq(&paula), 0);
        paula.catch_up(200);
        assert_eq!(intreq(&paula), AUD0);
        let mut samples = Vec::new();
        paula.drain(400, &mut samples);
        assert_eq!(samples.len(), 400);
        let left: Vec<f32> = [50, 150, 250, 350].map(|i: usize| samples[i][0]).to_vec();
        assert_eq!(left, [0.25, -0.25, 127.0 / 256.0, 0.0]);
        assert!(samples.iter().all(|s| s[1] == 0.0), "channel 0 is left");
    }

    /// Words as Agnus would bring them, a line of 227 slots at a time, from a block of `block`.
    fn play_by_dma(paula: &mut Paula, block: &[u16], lines: u64) -> Vec<u64> {
        let mut at = 0;
        let mut interrupts = Vec::new();
        for line in 0..lines {
            let requests = paula.dma_requests(227 * line);
            if requests.audio & 1 != 0 {
                at = if requests.audio_restart & 1 != 0 {
                    0
                } else {
                    at + 1
                };
                paula.write(227 * line + 14, AUD0DAT, block[at]);
            }
            if intreq(paula) & AUD0 != 0 {
                interrupts.push(line);
                paula.write(227 * line + 20, INTREQ, AUD0);
            }
        }
        interrupts
    }

    #[test]
    fn dma_repeats_a_block_and_interrupts_where_it_begins() {
        let mut paula = Paula::new(PAL_HZ);
        // A word lasts 2 * 227 slots, two lines.
        for (register, value) in [(AUD0LEN, 3), (AUD0PER, 227), (AUD0VOL, 32)] {
            paula.write(0, register, value);
        }
        paula.write(0, DMACON, SET | DMA_ALL | 1);
        let interrupts = play_by_dma(&mut paula, &[0x1020, 0x3040, 0x5060], 40);
        let gaps: Vec<u64> = interrupts.windows(2).map(|w| w[1] - w[0]).collect();
        assert_eq!(interrupts[0], 0);
        assert!(gaps[1..].iter().all(|gap| *gap == 6), "{interrupts:?}");
    }

    #[test]
    fn an_attached_channel_sets_the_volume_of_the_next_and_is_silent() {
        let mut paula = Paula::new(PAL_HZ);
        paula.set_sample_rate(Some(PAL_HZ));
        paula.write(0, ADKCON, SET | 1);
        paula.write(0, AUD0PER + 0x10, 1000);
        paula.write(0, AUD0DAT + 0x10, 0x4040);
        paula.write(0, AUD0PER, 200);
        paula.write(0, AUD0DAT, 16);
        let mut samples = Vec::new();
        paula.drain(300, &mut samples);
        assert_eq!(samples[100], [0.0, 64.0 * 16.0 / 16384.0]);
    }

    #[test]
    fn an_attached_channel_sets_the_period_of_the_next() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, ADKCON, SET | 0x10);
        paula.write(0, AUD0PER, 5000);
        paula.write(0, AUD0DAT, 321);
        paula.write(0, AUD0DAT + 0x10, 0x4040);
        assert_eq!(paula.next_event(), 321);
    }

    #[test]
    fn a_serial_word_takes_ten_bits_and_a_second_waits() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, SERPER, 99);
        paula.write(0, SERDAT, 0x141);
        assert_eq!(intreq(&paula), INT_TBE);
        paula.write(0, INTREQ, INT_TBE);
        paula.write(1, SERDAT, 0x142);
        assert_eq!(paula.peek(SERDATR, 0).unwrap() & 0x3000, 0);
        paula.catch_up(999);
        assert_eq!(intreq(&paula), 0);
        paula.catch_up(1000);
        assert_eq!(intreq(&paula), INT_TBE);
        paula.catch_up(2000);
        assert_eq!(paula.peek(SERDATR, 0).unwrap() & 0x3000, 0x3000);
    }

    #[test]
    fn a_button_pulls_its_pin_down() {
        let paula = Paula::new(PAL_HZ);
        assert_eq!(paula.peek(POTGOR, 0), Some(0x5500));
        assert_eq!(paula.peek(POTGOR, 0x0400), Some(0x5100));
    }

    fn feed(paula: &mut Paula, word: u16) {
        for bit in (0..16).rev() {
            paula.disk_bit(word >> bit & 1 != 0);
        }
    }

    #[test]
    fn disk_dma_begins_after_the_sync_word_at_any_bit() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, DMACON, SET | DMA_ALL | DMA_DISK);
        paula.write(0, ADKCON, SET | 0x0400);
        paula.write(0, DSKSYNC, 0x4489);
        paula.write(0, DSKLEN, 0x8002);
        paula.write(0, DSKLEN, 0x8002);
        for bit in [false, true, false] {
            paula.disk_bit(bit);
        }
        feed(&mut paula, 0xAAAA);
        feed(&mut paula, 0x4489);
        assert_eq!(intreq(&paula), INT_DSKSYN);
        assert_eq!(paula.dma_requests(0).disk, 0);
        feed(&mut paula, 0x4489);
        feed(&mut paula, 0x2AA9);
        assert_eq!(paula.dma_requests(0).disk, 2);
        assert_eq!(paula.disk_word(), 0x4489, "the second sync word is data");
        assert_eq!(intreq(&paula) & INT_DSKBLK, 0);
        assert_eq!(paula.disk_word(), 0x2AA9);
        assert_eq!(intreq(&paula) & INT_DSKBLK, INT_DSKBLK);
    }

    #[test]
    fn disk_dma_starts_only_when_its_length_is_written_twice() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, DMACON, SET | DMA_ALL | DMA_DISK);
        paula.write(0, DSKLEN, 0x8001);
        feed(&mut paula, 0x1111);
        assert_eq!(paula.dma_requests(0).disk, 0);
        paula.write(0, DSKLEN, 0x8001);
        feed(&mut paula, 0x2222);
        assert_eq!(paula.dma_requests(0).disk, 1);
    }

    #[test]
    fn the_byte_register_shows_each_byte_once() {
        let mut paula = Paula::new(PAL_HZ);
        feed(&mut paula, 0x12AB);
        assert_eq!(paula.read(0, DSKBYTR, 0).unwrap() & 0x80FF, 0x80AB);
        assert_eq!(paula.read(0, DSKBYTR, 0).unwrap() & 0x80FF, 0x00AB);
    }

    #[test]
    fn words_are_written_bit_by_bit_and_then_it_is_done() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, DMACON, SET | DMA_ALL | DMA_DISK);
        paula.write(0, DSKLEN, 0xC002);
        paula.write(0, DSKLEN, 0xC002);
        assert!(paula.writes_disk());
        assert_eq!(paula.dma_requests(0).disk, 2);
        paula.write(0, DSKDAT, 0xA5F0);
        paula.write(0, DSKDAT, 0x0001);
        let bits: Vec<bool> = (0..31).map(|_| paula.next_disk_bit()).collect();
        assert_eq!(intreq(&paula), 0);
        let last = paula.next_disk_bit();
        assert_eq!(intreq(&paula), INT_DSKBLK);
        let word = |bits: &[bool]| bits.iter().fold(0u16, |w, b| w << 1 | u16::from(*b));
        assert_eq!((word(&bits[..16]), last), (0xA5F0, true));
        assert!(!paula.writes_disk());
    }

    #[test]
    fn all_fourteen_requests_can_be_made_by_a_write() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, INTREQ, SET | 0x7FFF);
        assert_eq!(intreq(&paula), 0x3FFF);
    }

    #[test]
    fn a_potentiometer_pin_that_is_an_output_shows_its_bit() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, POTGO, 0x0800);
        assert_eq!(paula.peek(POTGOR, 0), Some(0x5100));
        paula.write(0, POTGO, 0x0C00);
        assert_eq!(paula.peek(POTGOR, 0), Some(0x5500));
    }

    #[test]
    fn the_byte_register_tells_of_a_transfer_only_while_dma_is_on() {
        let mut paula = Paula::new(PAL_HZ);
        paula.write(0, DSKLEN, 0x8002);
        paula.write(0, DSKLEN, 0x8002);
        assert_eq!(paula.peek(DSKBYTR, 0).unwrap() & 0x4000, 0);
        paula.write(0, DMACON, SET | DMA_ALL | DMA_DISK);
        assert_eq!(paula.peek(DSKBYTR, 0).unwrap() & 0x4000, 0x4000);
    }
}
