//! Atari C012294 POKEY: four voices and timers, random numbers, keyboard, paddles, a serial port, interrupts.
//!
//! The chip catches up with the processor when it is touched, and when an event of its own is due ([`Pokey::next_event`]): only what
//! can be seen outside is one, so that a timer that nobody listens to costs nothing.
//!
//! | file | holds |
//! | --- | --- |
//! | `timers` | the counters and what they count |
//! | `poly` | the polynomial counters and RANDOM |
//! | `sound` | voices, filters, the way out |
//! | `serial` | the shift registers of the serial port |
//! | `keyboard` | the scan with its debounce |
//! | `pots` | the paddles |
//!
//! Sources: Atari Home Computer System Hardware Manual (1982), chapters II and III; A. Lee, Altirra Hardware Reference Manual,
//! chapter 5, for what happens in which cycle.
//!
//! **Not emulated:** what two tones put on the serial output (for the cassette, which there is not: with SKCTL bit 3 the line still
//! carries bits, while the counters restart as they do for tones); clocks from outside, so that the modes 0 of the serial port stand
//! still.

mod keyboard;
mod poly;
mod pots;
mod serial;
mod sound;
mod timers;

pub use keyboard::Modifiers;

use crate::cpu::NEVER;
use keyboard::{Found, Keyboard};
use poly::Counters;
use pots::Pots;
use serde::{Deserialize, Serialize};
use serial::{Input, Output, Received, Sent};
use sound::Voices;
use timers::{CHANNELS, Timers};

/// Registers by the low four bits of the address. $D200 to $D207: AUDF and AUDC of the four channels in turn; read, POT0 to POT7.
mod register {
    pub const AUDCTL: u8 = 0x08;
    pub const STIMER: u8 = 0x09;
    pub const SKREST: u8 = 0x0A;
    pub const POTGO: u8 = 0x0B;
    pub const SEROUT: u8 = 0x0D;
    pub const IRQEN: u8 = 0x0E;
    pub const SKCTL: u8 = 0x0F;
    // Those that are read.
    pub const ALLPOT: u8 = 0x08;
    pub const KBCODE: u8 = 0x09;
    pub const RANDOM: u8 = 0x0A;
    pub const SERIN: u8 = 0x0D;
    pub const IRQST: u8 = 0x0E;
    pub const SKSTAT: u8 = 0x0F;
}

/// Bits of AUDC1 to AUDC4.
mod audc {
    /// The 5-bit counter does not gate the timer.
    pub const NOT_5: u8 = 0x80;
    /// The 4-bit counter in the place of the long one.
    pub const FOUR: u8 = 0x40;
    /// The voice toggles.
    pub const PURE: u8 = 0x20;
    pub const VOLUME_ONLY: u8 = 0x10;
    pub const VOLUME: u8 = 0x0F;
}

/// Bits of AUDCTL.
mod audctl {
    pub const NINE: u8 = 0x80;
    pub const FAST_1: u8 = 0x40;
    pub const FAST_3: u8 = 0x20;
    pub const JOIN_12: u8 = 0x10;
    pub const JOIN_34: u8 = 0x08;
    pub const FILTER_1: u8 = 0x04;
    pub const FILTER_2: u8 = 0x02;
    pub const KHZ_15: u8 = 0x01;
}

/// Bits of IRQEN and IRQST.
mod irq {
    pub const BREAK: u8 = 0x80;
    pub const KEY: u8 = 0x40;
    /// A byte came in.
    pub const SERIN: u8 = 0x20;
    /// SEROUT is free.
    pub const SEROUT: u8 = 0x10;
    /// Nothing is being sent; a level, not kept.
    pub const SENT: u8 = 0x08;
    pub const TIMER_4: u8 = 0x04;
    pub const TIMER_2: u8 = 0x02;
    pub const TIMER_1: u8 = 0x01;
}

/// Bits of SKCTL.
mod skctl {
    pub const FORCE_BREAK: u8 = 0x80;
    /// Where the serial output's clock comes from.
    pub const OUTPUT: u8 = 0x60;
    pub const OUTPUT_TIMER_2: u8 = 0x60;
    /// The serial input's clock is timer 4's, if any of these is set.
    pub const INPUT: u8 = 0x30;
    /// Timers 3 and 4 wait for a start bit.
    pub const ASYNCHRONOUS: u8 = 0x10;
    /// The serial output is two tones, channel 1's for a one and channel 2's for a zero.
    pub const TWO_TONE: u8 = 0x08;
    pub const FAST_POTS: u8 = 0x04;
    pub const SCAN: u8 = 0x02;
    /// Neither this nor the scan: INIT.
    pub const DEBOUNCE: u8 = 0x01;
}

/// Bits of SKSTAT, which are 0 when it is so.
mod skstat {
    pub const FRAMING_ERROR: u8 = 0x80;
    pub const KEY_OVERRUN: u8 = 0x40;
    pub const SERIN_OVERRUN: u8 = 0x20;
    /// The level of the serial input.
    pub const INPUT: u8 = 0x10;
    pub const SHIFT: u8 = 0x08;
    pub const KEY: u8 = 0x04;
    pub const SERIN_BUSY: u8 = 0x02;
}

/// Cycles from the underflow that clocks the serial output to its next bit.
const OUTPUT_LAG: u64 = 2;

/// The chip. Times are cycles of the processor's clock since power-on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pokey {
    /// How far the chip has caught up, and when something next happens that can be seen outside.
    time: u64,
    due: u64,
    timers: Timers,
    poly: Counters,
    voices: Voices,
    output: Output,
    /// When the output goes on, if an underflow has clocked it.
    output_due: u64,
    input: Input,
    serin: u8,
    keyboard: Keyboard,
    pots: Pots,
    audctl: u8,
    irqen: u8,
    /// Interrupts that were raised and are enabled; IRQST is the inverse.
    raised: u8,
    skctl: u8,
    /// The errors that SKSTAT keeps until SKRES.
    errors: u8,
}

impl Pokey {
    /// The chip after power-on at this clock, with sound off: in INIT, with nothing enabled.
    pub fn new(clock_hz: u32) -> Pokey {
        Pokey {
            time: 0,
            due: NEVER,
            timers: Timers::new(),
            poly: Counters::new(),
            voices: Voices::new(clock_hz),
            output: Output::new(),
            output_due: NEVER,
            input: Input::new(),
            serin: 0xFF,
            keyboard: Keyboard::new(),
            pots: Pots::new(),
            audctl: 0,
            irqen: 0,
            raised: 0,
            skctl: 0,
            errors: 0,
        }
    }

    /// Reads a register (the low four bits of the address count), at a time not before the last call's.
    pub fn read(&mut self, register: u8, now: u64) -> u8 {
        self.run(now);
        if register & 0x0F <= register::ALLPOT {
            self.catch_up_pots(now);
        }
        self.peek(register)
    }

    /// What a read would give as far as the chip has caught up. Reading has no side effects.
    pub fn peek(&self, register: u8) -> u8 {
        let now = self.time;
        let lines = self.timers.line.passed(now);
        match register & 0x0F {
            pot @ 0..=7 => self.pots.read(pot.into(), lines, now, self.fast_pots()),
            register::ALLPOT => self.pots.allpot,
            register::KBCODE => self.keyboard.kbcode,
            register::RANDOM => self.poly.random(now, self.audctl & audctl::NINE != 0),
            register::SERIN => self.serin,
            register::IRQST => !self.pending(),
            register::SKSTAT => self.skstat(),
            _ => 0xFF,
        }
    }

    /// Writes a register, at a time not before the last call's.
    pub fn write(&mut self, register: u8, value: u8, now: u64) {
        self.catch_up(now);
        let register = register & 0x0F;
        match register {
            0..=7 => {
                let channel = usize::from(register / 2);
                if register.is_multiple_of(2) {
                    self.timers.set_audf(channel, value, now);
                } else {
                    self.voices.set_audc(now, channel, value);
                }
            }
            register::AUDCTL => {
                self.audctl = value;
                self.timers.set_audctl(now, value);
                self.voices.set_audctl(now, value);
            }
            register::STIMER => {
                self.timers.strobe(now);
                self.voices.restart(now);
            }
            register::SKREST => self.errors = 0,
            register::POTGO => self.pots.go(self.timers.line.passed(now), now),
            register::SEROUT => self.output.write(value),
            register::IRQEN => {
                self.irqen = value;
                self.raised &= value;
            }
            register::SKCTL => self.set_skctl(now, value),
            _ => {}
        }
        self.note_due();
    }

    /// Whether the IRQ line is asserted.
    pub fn irq(&self) -> bool {
        self.pending() & self.irqen != 0
    }

    /// When the chip next does something that can be seen outside without being asked, or [`NEVER`]: it wants to
    /// [`Pokey::run`] then.
    pub fn next_event(&self) -> u64 {
        self.due
    }

    /// Does what is due up to a cycle.
    pub fn run(&mut self, now: u64) {
        while self.due <= now {
            self.time = self.due;
            self.event(self.due);
            self.note_due();
        }
        self.time = self.time.max(now);
    }

    /// Brings what nobody has heard of up to a cycle, too: before something changes.
    fn catch_up(&mut self, now: u64) {
        self.run(now);
        self.timers.skip(now, self.heard());
        self.catch_up_pots(now);
    }

    fn catch_up_pots(&mut self, now: u64) {
        let lines = self.timers.line.passed(now);
        self.pots.catch_up(lines, now, self.fast_pots());
    }

    fn note_due(&mut self) {
        let underflow = self.timers.next(self.heard()).0;
        let count = underflow.min(self.timers.next_restart());
        self.due = count.min(self.next_scan()).min(self.output_due);
    }

    /// Does one of the things that are due.
    fn event(&mut self, now: u64) {
        // A frame that begins or ends changes who is heard.
        let (underflow, channel) = self.timers.next(self.heard());
        if self.output_due == now {
            self.output_due = NEVER;
            if self.output.tick() == Sent::Loaded {
                self.raise(irq::SEROUT);
            }
        } else if self.timers.next_restart() == now {
            self.timers.restart(self.heard());
        } else if underflow == now {
            self.timers.underflow(channel);
            self.underflowed(underflow, channel);
        } else {
            self.scan(now);
        }
    }

    /// The level of the serial output: true is high.
    pub fn serial_out(&self) -> bool {
        self.output.line && self.skctl & skctl::FORCE_BREAK == 0
    }

    /// The level of the serial input from a cycle on, which is not before the last call's.
    pub fn set_serial_in(&mut self, level: bool, now: u64) {
        if level == self.input.line {
            return;
        }
        self.catch_up(now);
        self.input.line = level;
        self.look_for_start(now);
        self.note_due();
    }

    /// Presses the key of a code from 0 to 63, or lets it go.
    pub fn set_key(&mut self, code: u8, down: bool, now: u64) {
        self.catch_up(now);
        self.keyboard.set(code, down);
        self.note_due();
    }

    /// Presses SHIFT, CONTROL and BREAK, or lets them go.
    pub fn set_modifiers(&mut self, modifiers: Modifiers, now: u64) {
        self.catch_up(now);
        self.keyboard.set_modifiers(modifiers);
        self.note_due();
    }

    /// Which of SHIFT, CONTROL and BREAK are down.
    pub fn modifiers(&self) -> Modifiers {
        self.keyboard.modifiers()
    }

    /// Turns a paddle, 0 to 7: 1 is to the right, 228 to the left or not connected.
    pub fn set_pot(&mut self, pot: usize, position: u8, now: u64) {
        self.catch_up(now);
        self.pots.set(pot, position);
        self.note_due();
    }

    /// Turns sound on at so many samples a second, or off, which costs nothing.
    pub fn set_sample_rate(&mut self, samples_per_second: Option<u32>, now: u64) {
        self.catch_up(now);
        self.voices.set_sample_rate(now, samples_per_second);
        self.note_due();
    }

    /// Appends the samples made up to a cycle, -1.0 to 1.0. They must be fetched at least once a second: after that much no more
    /// are kept.
    pub fn drain(&mut self, now: u64, samples: &mut Vec<f32>) {
        self.run(now);
        self.voices.drain(now, samples);
    }

    fn fast_pots(&self) -> bool {
        self.skctl & skctl::FAST_POTS != 0
    }

    fn in_init(&self) -> bool {
        self.skctl & (skctl::SCAN | skctl::DEBOUNCE) == 0
    }

    /// IRQST, inverted.
    fn pending(&self) -> u8 {
        let sent = if self.output.is_empty() { irq::SENT } else { 0 };
        self.raised | sent
    }

    fn skstat(&self) -> u8 {
        let rows = [
            (skstat::INPUT, !self.input.line),
            (skstat::SHIFT, self.keyboard.shift_is_down()),
            (skstat::KEY, self.keyboard.key_is_down()),
            (skstat::SERIN_BUSY, self.input.is_busy()),
        ];
        let low = rows.iter().filter(|row| row.1).map(|row| row.0);
        !low.fold(self.errors, |bits, bit| bits | bit)
    }

    fn raise(&mut self, interrupt: u8) {
        self.raised |= interrupt & self.irqen;
    }

    /// A bit for each channel whose underflows change something that can be seen, or be heard.
    fn heard(&self) -> u8 {
        if self.voices.is_on() {
            return 0x0F;
        }
        let enabled = |interrupt: u8, channel: u8| u8::from(self.irqen & interrupt != 0) << channel;
        let clock = self.output_channel().filter(|_| self.output.is_busy());
        let tones = if self.skctl & skctl::TWO_TONE != 0 {
            3
        } else {
            0
        };
        tones
            | enabled(irq::TIMER_1, 0)
            | enabled(irq::TIMER_2, 1)
            | enabled(irq::TIMER_4, 3)
            | u8::from(self.input.is_busy()) << 3
            | clock.map_or(0, |channel| 1 << channel)
    }

    /// The channel that clocks the serial output.
    fn output_channel(&self) -> Option<usize> {
        match self.skctl & skctl::OUTPUT {
            0 => None,
            skctl::OUTPUT_TIMER_2 => Some(1),
            _ => Some(3),
        }
    }

    /// A timer has underflowed.
    fn underflowed(&mut self, now: u64, channel: usize) {
        if self.voices.is_on() {
            let nine = self.audctl & audctl::NINE != 0;
            let noise = self.poly.noise(now, channel, nine);
            self.voices.clock(now, channel, noise);
        }
        let interrupts = [irq::TIMER_1, irq::TIMER_2, 0, irq::TIMER_4];
        self.raise(interrupts[channel]);
        let receives = channel == 3 && self.skctl & skctl::INPUT != 0;
        if let Some(received) = receives.then(|| self.input.tick()).flatten() {
            self.receive(now, received);
        }
        let ends_tone = channel == 1 || channel == 0 && self.serial_out();
        if self.skctl & skctl::TWO_TONE != 0 && ends_tone {
            self.timers.end_tone(now);
        }
        if Some(channel) == self.output_channel() && self.output.is_busy() {
            self.output_due = now + OUTPUT_LAG;
        }
    }

    fn receive(&mut self, now: u64, received: Received) {
        if self.raised & irq::SERIN != 0 {
            self.errors |= skstat::SERIN_OVERRUN;
        }
        if !received.whole {
            self.errors |= skstat::FRAMING_ERROR;
        }
        self.serin = received.byte;
        self.raise(irq::SERIN);
        self.wait_for_start(now);
        self.look_for_start(now);
    }

    /// In the asynchronous modes timers 3 and 4 stand until a frame begins.
    fn wait_for_start(&mut self, now: u64) {
        let waits = self.skctl & skctl::ASYNCHRONOUS != 0 && !self.input.is_busy();
        self.timers.wait_for_start(now, waits);
    }

    fn look_for_start(&mut self, now: u64) {
        if !self.in_init() && self.skctl & skctl::INPUT != 0 && self.input.start() {
            self.wait_for_start(now);
        }
    }

    fn set_skctl(&mut self, now: u64, value: u8) {
        let was_init = self.in_init();
        let scanned = self.skctl & skctl::SCAN != 0;
        self.skctl = value;
        match (was_init, self.in_init()) {
            (false, true) => {
                self.timers.hold(now);
                self.poly.hold(now);
                self.output = Output::new();
                self.output_due = NEVER;
                self.input.clear();
            }
            (true, false) => {
                self.timers.release(now);
                self.poly.release(now);
            }
            _ => {}
        }
        if scanned != (value & skctl::SCAN != 0) {
            self.keyboard.restart(self.timers.line.passed(now));
        }
        self.wait_for_start(now);
        self.look_for_start(now);
    }

    /// When the keyboard scan next looks at a key, if it can find anything.
    fn next_scan(&self) -> u64 {
        if self.skctl & skctl::SCAN != 0 && self.keyboard.is_busy() {
            self.timers.line.tick(self.time, 1)
        } else {
            NEVER
        }
    }

    fn scan(&mut self, now: u64) {
        let lines = self.timers.line.passed(now);
        let debounce = self.skctl & skctl::DEBOUNCE != 0;
        match self.keyboard.step(lines, debounce) {
            Found::Nothing => {}
            Found::Break => self.raise(irq::BREAK),
            Found::Key => {
                if self.raised & irq::KEY != 0 {
                    self.errors |= skstat::KEY_OVERRUN;
                }
                self.raise(irq::KEY);
            }
        }
    }
}

const _: () = assert!(CHANNELS == 4, "IRQST names timers 1, 2 and 4");
