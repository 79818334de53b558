//! The chips that hang on Agnus's register bus, and the wires between them.

use super::keyboard::Keyboard;
use super::ports::Ports;
use crate::chips::agnus::{DmaRequests, Line, RegisterBus, Timing};
use crate::chips::denise::{Denise, EndOfLine, Field, Raster};
use crate::chips::mos8520::{self, Mos8520};
use crate::chips::paula::{INT_EXTER, INT_PORTS, Paula};
use crate::chips::rga::{DSKDAT, DSKLEN, JOY0DAT, JOY1DAT, JOYTEST};
use crate::cpu::NEVER;
use crate::drive::fb354::{Control, Fb354};
use crate::serial::{ComputerLines, Device};

/// CIA A port A: outputs.
const OVERLAY: u8 = 0x01;
/// Low: the power light is bright, and the switched audio filter on.
const LIGHT_DIM: u8 = 0x02;
/// CIA A port A: inputs, 0 when asserted.
const DISK_CHANGED: u8 = 0x04;
const DISK_PROTECTED: u8 = 0x08;
const DISK_TRACK0: u8 = 0x10;
const DISK_READY: u8 = 0x20;
const FIRE_1: u8 = 0x40;
const FIRE_2: u8 = 0x80;

/// CIA B port A, all 0 when asserted: the serial port's lines, inputs and outputs.
const SERIAL_DSR: u8 = 0x08;
const SERIAL_CTS: u8 = 0x10;
const SERIAL_DCD: u8 = 0x20;
const SERIAL_RTS: u8 = 0x40;
const SERIAL_DTR: u8 = 0x80;

/// CIA B port B, all 0 when asserted, but for the direction: 0 is inwards.
const STEP: u8 = 0x01;
const OUTWARDS: u8 = 0x02;
const UPPER_HEAD: u8 = 0x04;
const SELECT_0: u8 = 0x08;
const MOTOR: u8 = 0x80;

/// Slots of a cycle of the CIAs' clock.
const SLOTS_A_CYCLE: u64 = 5;

/// Slots after which a spinning disk is looked at: a line.
const DISK_INTERVAL: u64 = 227;

/// Words that a slot of disk DMA moves, at most, when the disk turns on demand.
const DISK_BURST: u16 = 16;

/// Bits that pass the head at once on demand, at most: some 60 words, so that a track without a sync word takes a while.
const BITS_ON_DEMAND: u32 = 1000;

/// Denise, Paula, the CIAs and what is plugged into them.
#[derive(Clone, PartialEq)]
pub(super) struct Chips {
    pub denise: Denise,
    pub paula: Paula,
    pub cia_a: Mos8520,
    pub cia_b: Mos8520,
    pub drive: Fb354,
    pub keyboard: Keyboard,
    pub ports: Ports,
    /// The slot to which the disk has turned.
    disk_at: u64,
}

impl Chips {
    pub fn new(timing: &'static Timing, raster: &'static Raster) -> Chips {
        Chips {
            denise: Denise::new(raster),
            paula: Paula::new(timing.slots_hz),
            cia_a: Mos8520::new(),
            cia_b: Mos8520::new(),
            drive: Fb354::new(timing.slots_hz),
            keyboard: Keyboard::new(timing.slots_hz),
            ports: Ports::default(),
            disk_at: 0,
        }
    }

    /// The reset line, in a slot.
    pub fn reset(&mut self, at: u64) {
        self.denise.reset();
        self.paula.reset();
        self.cia_a.reset(at / SLOTS_A_CYCLE);
        self.cia_b.reset(at / SLOTS_A_CYCLE);
        self.drive_lines(at);
    }

    /// The ROM lies over the beginning of memory.
    pub fn overlay(&self) -> bool {
        self.cia_a.port_a() & OVERLAY != 0
    }

    /// The power light is bright.
    pub fn power_light(&self) -> bool {
        self.cia_a.port_a() & LIGHT_DIM == 0
    }

    /// The levels on the pins of CIA A's ports in a slot.
    fn pins_a(&self, at: u64) -> (u8, u8) {
        let drive = self.drive.status(at);
        let low = [
            (DISK_CHANGED, drive.changed),
            (DISK_PROTECTED, drive.protected),
            (DISK_TRACK0, drive.track0),
            (DISK_READY, drive.ready),
            (FIRE_1, self.ports.mouse_fire()),
            (FIRE_2, self.ports.joystick_fire()),
        ];
        let low = low
            .iter()
            .filter(|(_, on)| *on)
            .fold(0, |low, (bit, _)| low | bit);
        (self.cia_a.port_a() & !low, self.cia_a.port_b())
    }

    /// Reads a register of CIA A in a slot.
    pub fn read_cia_a(&mut self, at: u64, register: u8) -> u8 {
        let (a, b) = self.pins_a(at);
        self.cia_a.read(at / SLOTS_A_CYCLE, register, a, b)
    }

    /// The levels on the pins of CIA B's ports.
    fn pins_b(&self) -> (u8, u8) {
        let lines = self.paula.serial_lines();
        let low = [
            (SERIAL_DSR, lines.dsr),
            (SERIAL_CTS, lines.cts),
            (SERIAL_DCD, lines.dcd),
        ];
        let low = low
            .iter()
            .filter(|(_, on)| *on)
            .fold(0, |low, (bit, _)| low | bit);
        (self.cia_b.port_a() & !low, self.cia_b.port_b())
    }

    /// Gives the device at the serial port its turn in a slot.
    pub fn serve_serial(&mut self, at: u64, seconds: f64, device: &mut dyn Device) {
        self.paula.catch_up(at);
        let low = |bit: u8| self.cia_b.port_a() & bit == 0;
        let lines = ComputerLines {
            dtr: low(SERIAL_DTR),
            rts: low(SERIAL_RTS),
        };
        let cable = self.paula.cable();
        cable.computer = lines;
        device.serve(seconds, cable);
    }

    /// Reads a register of CIA B in a slot.
    pub fn read_cia_b(&mut self, at: u64, register: u8) -> u8 {
        let (a, b) = self.pins_b();
        self.cia_b.read(at / SLOTS_A_CYCLE, register, a, b)
    }

    /// What the reads would give, without their effects.
    pub fn peek_cias(&self, at: u64, register: u8) -> (u8, u8) {
        let (a, b) = self.pins_a(at);
        let [cia_a, cia_b] = [&self.cia_a, &self.cia_b].map(|cia| cia.at(at / SLOTS_A_CYCLE));
        let (c, d) = self.pins_b();
        (cia_a.peek(register, a, b), cia_b.peek(register, c, d))
    }

    /// Writes a register of CIA A in a slot.
    pub fn write_cia_a(&mut self, at: u64, register: u8, value: u8) {
        self.cia_a.write(at / SLOTS_A_CYCLE, register, value);
        if register == mos8520::CRA {
            // As an output the serial register holds the keyboard's data line down.
            self.keyboard.set_data_low(at, self.cia_a.serial_out());
        }
    }

    /// Writes a register of CIA B in a slot.
    pub fn write_cia_b(&mut self, at: u64, register: u8, value: u8) {
        self.cia_b.write(at / SLOTS_A_CYCLE, register, value);
        if let mos8520::PRB | mos8520::DDRB = register {
            self.drive_lines(at);
        }
    }

    /// CIA B port B drives the lines to the drive.
    fn drive_lines(&mut self, at: u64) {
        self.turn_disk(at);
        let pins = self.cia_b.port_b();
        let low = |bit: u8| pins & bit == 0;
        let control = Control {
            select: low(SELECT_0),
            motor: low(MOTOR),
            upper: low(UPPER_HEAD),
            outwards: !low(OUTWARDS),
            step: low(STEP),
        };
        self.drive.set_control(at, control);
    }

    /// Lets the disk turn to where it is in slot `at`: its bits go to Paula or come from her.
    pub fn turn_disk(&mut self, at: u64) {
        self.disk_at = at;
        let bits = self.drive.bits_until(at);
        if bits == 0 {
            return;
        }
        if !self.drive.is_selected() {
            self.drive.skip(bits);
        } else if self.drive.is_on_demand() && self.paula.moves_disk() {
            self.turn_on_demand();
        } else {
            self.pass_bits(bits);
        }
        if self.drive.take_index() && self.drive.is_selected() {
            self.cia_b.flag(at / SLOTS_A_CYCLE);
        }
    }

    /// Lets the disk turn until DMA can go on, if it turns on demand.
    fn turn_on_demand(&mut self) {
        if !self.drive.is_on_demand() {
            return;
        }
        for _ in 0..BITS_ON_DEMAND {
            if !self.paula.wants_disk_bits() {
                break;
            }
            self.pass_bits(1);
        }
    }

    fn pass_bits(&mut self, bits: u64) {
        let mut wrote = false;
        for _ in 0..bits {
            if self.paula.writes_disk() {
                let bit = self.paula.next_disk_bit();
                self.drive.write_bit(bit);
                wrote = true;
            } else {
                let bit = self.drive.read_bit();
                self.paula.disk_bit(bit);
            }
        }
        if wrote && !self.paula.writes_disk() {
            self.drive.finish_writing();
        }
    }

    /// Reads a register of Denise, Paula or the controller ports in a slot.
    pub fn read(&mut self, at: u64, register: u16) -> Option<u16> {
        if register == crate::chips::rga::DSKBYTR {
            self.turn_disk(at);
        }
        let pots_low = self.ports.pots_low();
        self.read_ports(register)
            .or_else(|| self.paula.read(at, register, pots_low))
            .or_else(|| self.denise.read(register))
    }

    /// What the read would give, without its effects.
    pub fn peek(&self, register: u16) -> Option<u16> {
        self.read_ports(register)
            .or_else(|| self.paula.peek(register, self.ports.pots_low()))
            .or_else(|| self.denise.peek(register))
    }

    fn read_ports(&self, register: u16) -> Option<u16> {
        match register {
            JOY0DAT => Some(self.ports.joy0dat()),
            JOY1DAT => Some(self.ports.joy1dat()),
            _ => None,
        }
    }

    /// Does everything up to slot `at`, and passes interrupts on to Paula.
    pub fn catch_up(&mut self, at: u64) {
        if self.drive.spins() {
            self.turn_disk(at);
        }
        self.cia_a.catch_up(at / SLOTS_A_CYCLE);
        self.cia_b.catch_up(at / SLOTS_A_CYCLE);
        if let Some(byte) = self.keyboard.catch_up(at) {
            self.cia_a.receive(byte, at / SLOTS_A_CYCLE);
        }
        self.paula.catch_up(at);
        // The CIAs' outputs are levels: a request that is cleared while one is asserted comes again.
        if self.cia_a.irq() {
            self.paula.interrupt(INT_PORTS);
        }
        if self.cia_b.irq() {
            self.paula.interrupt(INT_EXTER);
        }
    }

    /// The slot by which [`Chips::catch_up`] is due.
    pub fn next_event(&self) -> u64 {
        let cia = |cia: &Mos8520| match cia.next_event() {
            NEVER => NEVER,
            cycle => cycle * SLOTS_A_CYCLE,
        };
        let disk = if self.drive.spins() && self.paula.heeds_disk() {
            self.disk_at + DISK_INTERVAL
        } else {
            NEVER
        };
        cia(&self.cia_a)
            .min(cia(&self.cia_b))
            .min(self.keyboard.next_event())
            .min(self.paula.next_event())
            .min(disk)
    }
}

impl RegisterBus for Chips {
    fn write(&mut self, at: u64, register: u16, value: u16) {
        match register {
            DSKLEN => self.turn_disk(at),
            JOYTEST => self.ports.write_counters(value),
            _ => {}
        }
        self.paula.write(at, register, value);
        self.denise.write(at, register, value);
        if register == DSKDAT {
            self.turn_on_demand();
        }
    }

    #[inline]
    fn bitplane(&mut self, at: u64, plane: usize, word: u16) {
        self.denise.bitplane(at, plane, word);
    }

    #[inline]
    fn bitplane_run(&mut self, at: u64, step: u64, planes: &[&[u8]]) {
        self.denise.bitplane_run(at, step, planes);
    }

    fn interrupt(&mut self, _: u64, bits: u16) {
        self.paula.interrupt(bits);
    }

    fn dma_requests(&mut self, at: u64) -> DmaRequests {
        self.turn_disk(at);
        let mut requests = self.paula.dma_requests(at);
        if self.drive.is_on_demand() {
            let slots = u16::from(requests.disk.max(1));
            requests.disk_burst = (self.paula.disk_words_left() / slots).clamp(1, DISK_BURST);
        }
        requests
    }

    fn disk_word(&mut self, _: u64) -> u16 {
        let word = self.paula.disk_word();
        self.turn_on_demand();
        word
    }

    fn hsync(&mut self, at: u64, line: Line) {
        let field = match line.long_frame {
            true => Field::Long,
            false => Field::Short,
        };
        self.denise.end_line(EndOfLine {
            number: line.number,
            next: line.next,
            interlaced: line.interlaced.then_some(field),
        });
        self.cia_b.count_event(at / SLOTS_A_CYCLE);
        self.ports.end_line();
    }

    fn vsync(&mut self, at: u64, _: bool) {
        self.denise.end_frame();
        self.cia_a.count_event(at / SLOTS_A_CYCLE);
        // The index mark may interrupt, and the disk turns when nobody looks.
        self.turn_disk(at);
    }
}
