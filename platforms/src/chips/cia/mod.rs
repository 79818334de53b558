//! What the CIAs MOS 6526 and MOS 8520 have in common: two ports, two timers, the serial data and interrupt registers.
//! The chips differ in their clocks of the day.
//!
//! The chip is caught up with the clock when it is touched or when [`Cia::next_event`] is due; in between its
//! timers cost nothing. Sources: MOS 6526 data sheet; Amiga Hardware Reference Manual, appendix F (8520); W. Lorenz, "A
//! Software Model of the CIA 6526", for what goes on in each cycle. Held against Lorenz's suite and VICE's test programs
//! (`c64-score.md`), which also gave the cycles of the interrupt register.
//!
//! **Not emulated**: the pins CNT and SP, which lead nowhere on the C64: timers that count CNT stand still, nothing is shifted
//! in bit by bit, and what is shifted out only takes its time; the PC pin.

mod serial;
mod timer;

use crate::cpu::{NEVER, Since};
use serde::{Deserialize, Serialize};
use serial::Serial;
pub(super) use timer::ONE_SHOT;
use timer::Timer;

/// $0 PRA, port A data.
pub const PRA: u8 = 0x0;
/// $1 PRB, port B data.
pub const PRB: u8 = 0x1;
/// $2 DDRA, port A direction, 1 = output.
pub const DDRA: u8 = 0x2;
/// $3 DDRB, port B direction, 1 = output.
pub const DDRB: u8 = 0x3;
/// $4 timer A low; $5 high.
pub const TALO: u8 = 0x4;
/// $6 timer B low; $7 high.
pub const TBLO: u8 = 0x6;
/// $C SDR, serial data.
pub const SDR: u8 = 0xC;
/// $D ICR, interrupt data (read, clears) and mask (write).
pub const ICR: u8 = 0xD;
/// $E CRA, control of timer A; bit 6 = the serial register is an output.
pub const CRA: u8 = 0xE;
/// $F CRB, control of timer B; bit 7 = writes to the clock set the alarm.
pub const CRB: u8 = 0xF;

/// CRA: timer A counts the CNT pin.
const A_COUNTS_CNT: u8 = 0x20;
/// CRB: timer B counts the CNT pin, or timer A.
const B_COUNTS_CNT: u8 = 0x20;
const B_COUNTS_A: u8 = 0x40;
/// The bits of port B that the timers may have.
const TIMER_A_PIN: u8 = 0x40;
const TIMER_B_PIN: u8 = 0x80;
pub(super) const SERIAL_OUT: u8 = 0x40;
pub(super) const SET_ALARM: u8 = 0x80;

/// Interrupt of timer A.
pub const INT_TIMER_A: u8 = 0x01;
/// Interrupt of timer B.
pub const INT_TIMER_B: u8 = 0x02;
/// Interrupt of the clock of the day.
pub const INT_ALARM: u8 = 0x04;
/// Interrupt of the serial register.
pub const INT_SERIAL: u8 = 0x08;
/// Interrupt of the FLAG pin.
pub const INT_FLAG: u8 = 0x10;
/// Read: the output is asserted. Write: bits that are 1 are set in the mask, else cleared.
pub const INT_ANY: u8 = 0x80;

/// The kinds of the chip. They differ in what the interrupt output does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Revision {
    /// 6526: the output follows its flag a cycle later; a read of the interrupt register in the cycle before timer B
    /// underflows loses the flag, but not the output.
    #[default]
    Old,
    /// 6526A, 8521, 8520: the output goes with the flag.
    New,
    /// The 6526 of week 44 of 1985, which differs from the others of its kind in when a change of the serial register's
    /// direction cuts a byte short.
    Week4485,
}

impl Revision {
    /// A 6526, not a 6526A.
    const fn is_old(self) -> bool {
        matches!(self, Revision::Old | Revision::Week4485)
    }
}

/// The part that the chips share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cia {
    revision: Revision,
    /// Caught up to: this cycle is done.
    pub now: u64,
    pra: u8,
    prb: u8,
    ddra: u8,
    ddrb: u8,
    pub a: Timer,
    pub b: Timer,
    serial: Serial,
    /// Interrupt data, bits 0 to 4.
    pub flags: u8,
    pub mask: u8,
    /// The cycle in which the interrupt register was last read.
    icr_read: u64,
    /// The cycle in which the mask was last written.
    icr_written: u64,
    /// What of it another read in the next cycle still shows.
    lingering: u8,
    /// Since when the interrupt output is asserted; this may be the next cycle.
    pub irq_since: Since,
}

impl Cia {
    /// Power-on or reset, in a cycle.
    pub fn new(revision: Revision, now: u64) -> Cia {
        Cia {
            revision,
            now,
            pra: 0,
            prb: 0,
            ddra: 0,
            ddrb: 0,
            a: Timer::new(),
            b: Timer::new(),
            serial: Serial::new(),
            flags: 0,
            mask: 0,
            icr_read: NEVER,
            icr_written: NEVER,
            lingering: 0,
            irq_since: NEVER,
        }
    }

    /// Which kind it is.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Does everything up to and including cycle `now`.
    pub fn catch_up(&mut self, now: u64) {
        while self.now < now {
            let quiet = self.a.quiet().min(self.b.quiet()).min(self.serial.quiet());
            let cycles = quiet.min(now - self.now);
            if cycles == 0 {
                self.now += 1;
                self.tick();
            } else {
                self.a.skip(cycles);
                self.b.skip(cycles);
                self.now += cycles;
            }
        }
    }

    /// The cycle `self.now`.
    fn tick(&mut self) {
        // What the serial register did at the end of the last cycle.
        if self.serial.step() {
            self.raise(INT_SERIAL, self.now - 1);
        }
        let a = self.a.tick();
        if a && self.b_counts_a() {
            self.b.pulse_in();
        }
        if a && self.serial_out() {
            self.serial.underflow();
        }
        let b = self.b.tick();
        if a {
            self.raise(INT_TIMER_A, self.now);
        }
        if b {
            self.raise(INT_TIMER_B, self.now);
            if self.revision.is_old() && self.just_read() {
                self.flags &= !INT_TIMER_B;
            }
        }
    }

    /// The serial register is an output.
    pub fn serial_out(&self) -> bool {
        self.a.control & SERIAL_OUT != 0
    }

    /// Timer B counts timer A; with both source bits only while CNT is high, which it is.
    fn b_counts_a(&self) -> bool {
        self.b.runs() && self.b.control & B_COUNTS_A != 0
    }

    /// Sets an interrupt flag that became true in cycle `at`.
    pub fn raise(&mut self, flag: u8, at: u64) {
        self.flags |= flag;
        if self.mask & flag != 0 {
            self.irq_since = self.irq_since.min(at + self.output_delay(at));
        }
    }

    /// Cycles from a flag that is set in cycle `at` to the interrupt output. A read of the interrupt register keeps the
    /// new chip's output back in the cycle after.
    fn output_delay(&self, at: u64) -> u64 {
        if self.revision.is_old() {
            1
        } else {
            u64::from(self.icr_read.wrapping_add(1) == at)
        }
    }

    /// The cycle by which the chip must be caught up because it may assert its interrupt output.
    pub fn next_event(&self) -> u64 {
        if self.irq_since != NEVER {
            return NEVER;
        }
        let wanted = |flag| self.mask & flag != 0;
        let serial = wanted(INT_SERIAL) && self.serial_out();
        let a = wanted(INT_TIMER_A) || serial || wanted(INT_TIMER_B) && self.b_counts_a();
        let mut quiet = u64::MAX;
        if a && self.a.counts() {
            quiet = quiet.min(self.a.quiet());
        }
        if wanted(INT_TIMER_B) && self.b.counts() {
            quiet = quiet.min(self.b.quiet());
        }
        if wanted(INT_SERIAL) {
            quiet = quiet.min(self.serial.quiet());
        }
        match quiet {
            u64::MAX => NEVER,
            quiet => self.now + quiet + 1,
        }
    }

    /// The levels port A drives: 1 where it is an input or outputs 1.
    pub fn port_a(&self) -> u8 {
        self.pra | !self.ddra
    }

    /// The levels port B drives, the timers' pins among them.
    pub fn port_b(&self) -> u8 {
        let mut levels = self.prb | !self.ddrb;
        for (timer, pin) in [(&self.a, TIMER_A_PIN), (&self.b, TIMER_B_PIN)] {
            match timer.pin() {
                Some(true) => levels |= pin,
                Some(false) => levels &= !pin,
                None => {}
            }
        }
        levels
    }

    /// A whole byte has come in at the serial pins.
    pub fn receive(&mut self, byte: u8, at: u64) {
        self.serial.receive(byte);
        self.raise(INT_SERIAL, at);
    }

    /// A read of the interrupt data has their effect: they and the output are cleared. To another read in the next cycle the
    /// old chip still shows the output's bit, the new one all.
    pub fn clear_interrupts(&mut self) {
        self.lingering = if !self.revision.is_old() {
            self.shown()
        } else if self.irq_since <= self.now + 1 {
            INT_ANY
        } else {
            0
        };
        self.flags = 0;
        self.irq_since = NEVER;
        self.icr_read = self.now;
    }

    /// Flags and output as a read shows them, without what lingers.
    fn shown(&self) -> u8 {
        // The bit of the output is not held back as the output is.
        let held_back = self.just_read() && self.irq_since == self.now + 1;
        let any = self.irq_since <= self.now || !self.revision.is_old() && held_back;
        self.flags | if any { INT_ANY } else { 0 }
    }

    /// The interrupt register was read in the last cycle.
    fn just_read(&self) -> bool {
        self.icr_read.wrapping_add(1) == self.now
    }

    /// What the interrupt register shows.
    fn interrupts(&self) -> u8 {
        self.shown() | if self.just_read() { self.lingering } else { 0 }
    }

    /// What a read of a register gives, as of the last catch-up, without its effects; those of the clock are not here.
    pub fn peek(&self, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        match register & 0x0F {
            PRA => pins_a,
            PRB => pins_b,
            DDRA => self.ddra,
            DDRB => self.ddrb,
            register @ 0x4..=0x5 => self.a.bytes()[usize::from(register - TALO)],
            register @ 0x6..=0x7 => self.b.bytes()[usize::from(register - TBLO)],
            SDR => self.serial.data(),
            ICR => self.interrupts(),
            CRA => self.a.control,
            CRB => self.b.control,
            _ => 0,
        }
    }

    /// Writes a register in cycle `self.now`; those of the clock are not here.
    pub fn write(&mut self, register: u8, value: u8) {
        match register & 0x0F {
            PRA => self.pra = value,
            PRB => self.prb = value,
            DDRA => self.ddra = value,
            DDRB => self.ddrb = value,
            0x4 => self.a.write_low(value),
            0x5 => self.a.write_high(value),
            0x6 => self.b.write_low(value),
            0x7 => self.b.write_high(value),
            SDR => self.serial.write(value, self.serial_out()),
            ICR => self.write_mask(value),
            CRA => {
                if (value ^ self.a.control) & SERIAL_OUT != 0 {
                    self.serial.turn(value & SERIAL_OUT != 0, self.revision);
                }
                self.a.write_control(value, value & A_COUNTS_CNT == 0);
            }
            CRB => self
                .b
                .write_control(value, value & (B_COUNTS_A | B_COUNTS_CNT) == 0),
            _ => {}
        }
    }

    fn write_mask(&mut self, value: u8) {
        if value & INT_ANY != 0 {
            self.mask |= value & 0x1F;
        } else {
            self.mask &= !value;
        }
        let second = self.icr_written.wrapping_add(1) == self.now;
        self.icr_written = self.now;
        if second && self.flags & self.mask == 0 && self.irq_since == self.now + 1 {
            // The second write of an instruction that modifies the register takes back an output that was to be asserted
            // in the next cycle; a single write is too late for it (VICE's `dd0dtest`, `cia-int`, `cia-icr-test2`).
            self.irq_since = NEVER;
        } else if self.flags & self.mask != 0 && self.irq_since == NEVER {
            self.irq_since = self.now + 1 + self.output_delay(self.now + 1);
        }
    }
}
