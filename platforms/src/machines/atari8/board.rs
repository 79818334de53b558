//! The Atari's board: who has the bus, registers, and the wires between the chips.
//!
//! | addresses | chip | wires |
//! | --- | --- | --- |
//! | $D000 | GTIA | listens on the bus to ANTIC's data of objects; joystick triggers, console keys, loudspeaker |
//! | $D200 | POKEY | IRQ; keyboard; sound; the drive's data lines |
//! | $D300 | PIA | IRQ; joysticks on port A, on the 800 on port B too; memory on port B of the XL and XE; the drive's COMMAND (CB2) and MOTOR (CA2) |
//! | $D400 | ANTIC | HALT, RDY and NMI of the processor |

use super::memory::{IO, Map};
use super::serial::SerialBus;
use super::{Config, Model, Roms};
use crate::chips::antic::{Antic, LAST_DMA, LINE_CYCLES, Object, SPECIAL_CYCLES, TextRow};
use crate::chips::gtia::{self, Codes, Gtia};
use crate::chips::mos6520::{self, Mos6520};
use crate::chips::pokey::Pokey;
use crate::cpu::{Bus, NEVER, Since};
use crate::drive::atari810;
use crate::machine::Joystick;
use crate::machines::speaker::Speaker;
use std::ops::Range;

/// The PIA's registers stand in another order than the chip's: both ports, then their controls.
const PIA_REGISTERS: [u8; 4] = [mos6520::PORTA, mos6520::PORTB, mos6520::CRA, mos6520::CRB];
/// The trigger that tells an XL or XE whether there is a cartridge; it reads 0 where there is none.
const CARTRIDGE: usize = 3;
/// Cycles that ANTIC asserts NMI for.
const NMI_CYCLES: u64 = 2;
/// The cycle of a line in which GTIA hears of pairs of pixels.
const HIRES_CYCLE: u8 = 9;

/// Everything but the processor's registers.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    model: Model,
    /// The cycle that comes next, and how many of those before it ANTIC took from the processor, whose clock stood still.
    pub clock: u64,
    halted: u64,
    /// The last byte on the data bus.
    bus: u8,
    pub map: Map,
    pub antic: Antic,
    pub gtia: Gtia,
    pub pokey: Pokey,
    pub serial: SerialBus,
    pub pia: Mos6520,
    pub speaker: Speaker,
    /// Lines that the picture shows.
    rows: Range<u16>,
    /// Levels of the joysticks' lines: ports 1 and 2, and 3 and 4.
    joysticks: [u8; 2],
    /// When POKEY or what hangs on its wires does something by itself.
    next_event: u64,
    /// From this cycle on something may be due.
    busy_from: u64,
    /// In the processor's own cycles: since when IRQ is asserted, when it was before, when the NMI came.
    irq_since: Since,
    irq_was: Range<u64>,
    nmi_since: Since,
    /// The cycle in which ANTIC lets NMI go.
    nmi_end: u64,
    /// See [`Bus::touched`].
    touched: u64,
}

impl Board {
    pub fn new(config: Config, roms: &Roms) -> Board {
        let timing = config.timing();
        let mut board = Board {
            model: config.model,
            clock: 0,
            halted: 0,
            bus: 0xFF,
            map: Map::new(config.model, roms),
            antic: Antic::new(timing.lines, 0),
            gtia: Gtia::new(timing.pal, timing.rows.len()),
            pokey: Pokey::new(timing.clock_hz),
            serial: SerialBus::new([Some(atari810::Model::Atari1050), None], timing.clock_hz),
            pia: Mos6520::new(),
            speaker: Speaker::default(),
            rows: timing.rows,
            joysticks: [0xFF; 2],
            next_event: 0,
            busy_from: 0,
            irq_since: NEVER,
            irq_was: 0..0,
            nmi_since: NEVER,
            nmi_end: 0,
            touched: 0,
        };
        board
            .gtia
            .set_trigger(CARTRIDGE, config.model != Model::Atari800);
        board
    }

    /// The reset line: to the processor, ANTIC and the PIA.
    pub fn reset(&mut self) {
        self.show();
        self.antic.reset(self.clock);
        self.gtia.begin_line(None);
        self.pia.reset();
        self.nmi_since = NEVER;
        self.switch_memory();
        self.update_irq();
        self.busy_from = self.clock;
    }

    /// Sets the switches of a joystick, 1 to 4; the XL and XE have two.
    pub fn set_joystick(&mut self, port: u8, switches: Joystick) {
        let ports = if self.model == Model::Atari800 { 4 } else { 2 };
        if !(1..=ports).contains(&port) {
            return;
        }
        let Joystick {
            up,
            down,
            left,
            right,
            fire,
        } = switches;
        let bits = [up, down, left, right];
        let pulled = (0..).zip(bits).map(|(i, on)| u8::from(on) << i);
        let pulled: u8 = pulled.sum();
        let port = usize::from(port - 1);
        let shift = 4 * (port & 1);
        let lines = &mut self.joysticks[port / 2];
        *lines = (*lines | 0x0F << shift) & !(pulled << shift);
        self.gtia.set_trigger(port, fire);
        if fire {
            self.antic.light_pen(self.clock);
        }
    }

    /// The lines of the PIA's port B.
    pub fn port_b(&self) -> u8 {
        self.pia.b.pins(self.joysticks[1])
    }

    fn switch_memory(&mut self) {
        self.map.switch(self.port_b());
    }

    /// The beam's line, and its cycle of the next access.
    fn cycle(&self) -> u8 {
        self.antic.cycle_of(self.clock)
    }

    /// Has ANTIC send what is due, before something that it or GTIA shows changes.
    fn show(&mut self) {
        if self.antic.visible() {
            self.antic.show_to(self.cycle(), &self.map);
        }
    }

    /// A line is over.
    fn next_line(&mut self) {
        let shown = self.antic.has_objects();
        self.antic.show_line(&self.map);
        self.gtia.end_line(shown, codes(&self.antic));
        self.antic.next_line();
        let line = self.antic.line();
        let row = self.rows.contains(&line);
        self.gtia
            .begin_line(row.then(|| usize::from(line - self.rows.start)));
    }

    /// ANTIC's part of the cycle that comes. Whether it has the bus.
    fn antic_cycle(&mut self) -> bool {
        let mut x = self.cycle();
        self.antic.note_bus(x, self.bus);
        if x == LINE_CYCLES {
            self.next_line();
            x = 0;
        }
        if x >= SPECIAL_CYCLES {
            return self.antic.halts(x);
        }
        let cycle = self.antic.cycle(x, &self.map);
        match cycle.object {
            Some(Object::Missiles(byte)) => self.gtia.missiles(self.antic.line(), byte),
            Some(Object::Player(player, byte)) => {
                self.gtia.player(self.antic.line(), player, byte);
            }
            None => {}
        }
        if let Some(player) = cycle.stray {
            self.gtia.player(self.antic.line(), player, self.bus);
        }
        if let Some(byte) = cycle.byte {
            self.bus = byte;
        }
        if cycle.nmi {
            self.nmi_since = self.now();
            self.nmi_end = self.clock + NMI_CYCLES;
        }
        if x == HIRES_CYCLE {
            self.gtia.set_hires(self.antic.hires());
        }
        cycle.halt
    }

    /// Something is due: does it, and waits until the processor gets the bus.
    #[cold]
    fn wait(&mut self, reads: bool) {
        loop {
            if self.next_event <= self.clock {
                self.run_pokey();
                self.update_irq();
            }
            if self.pass_halts() {
                return;
            }
            if self.antic_cycle() {
                self.clock += 1;
                self.halted += 1;
                continue;
            }
            let ready = self.antic.ready(self.clock);
            if !reads || ready <= self.clock {
                break;
            }
            self.wait_until(ready);
        }
        self.note_busy();
    }

    /// ANTIC has the bus, and nothing else is due: its cycles at a stretch. Whether the processor has the bus then.
    #[inline]
    fn pass_halts(&mut self) -> bool {
        let Some((halted, free)) = self.antic.halts_in_a_row(self.cycle()) else {
            return false;
        };
        let mine = self.clock + u64::from(halted);
        if mine >= self.next_event {
            return false;
        }
        self.clock = mine;
        self.halted += u64::from(halted);
        self.busy_from = (mine + 1 + u64::from(free)).min(self.next_event);
        true
    }

    /// RDY keeps the processor at its read, in all the cycles that it has.
    fn wait_until(&mut self, ready: u64) {
        let x = self.cycle();
        let line_end = self.clock + u64::from(LINE_CYCLES - x);
        let end = ready.min(line_end).min(self.next_event);
        if x < SPECIAL_CYCLES || end <= self.clock + 1 {
            self.clock += 1;
            return;
        }
        let cycles = end - self.clock;
        self.halted += cycles - self.antic.free_cycles(x, x + cycles as u8);
        self.clock = end;
    }

    fn run_pokey(&mut self) {
        self.serial.run(self.clock, &mut self.pokey);
    }

    /// When something is due next, the cycle that comes aside.
    fn note_busy(&mut self) {
        let next = self.antic.next_busy(self.clock + 1);
        self.busy_from = next.min(self.next_event);
    }

    /// Somebody outside has touched a chip.
    pub fn note_events(&mut self) {
        self.next_event = self.serial.next_event(&self.pokey);
        self.busy_from = self.busy_from.min(self.next_event);
    }

    /// POKEY or the PIA was touched, or did something by itself: they drive IRQ.
    fn update_irq(&mut self) {
        self.next_event = self.serial.next_event(&self.pokey);
        let now = self.now();
        match (self.pokey.irq() || self.pia.irq(), self.irq_since) {
            (true, NEVER) => self.irq_since = now,
            (false, since) if since != NEVER => {
                self.irq_was = since..now + 1;
                self.irq_since = NEVER;
            }
            _ => {}
        }
    }

    fn pia_inputs(&self, register: u8) -> u8 {
        self.joysticks[usize::from(register & mos6520::PORTB != 0)]
    }

    fn read_io(&mut self, address: u16) -> u8 {
        self.touched += 1;
        let register = address as u8;
        match address >> 8 {
            0xD0 => {
                self.show();
                let x = self.cycle();
                let shown = self.antic.has_objects().then(|| codes(&self.antic));
                self.gtia.read(x, register, shown)
            }
            0xD2 => {
                self.run_pokey();
                let value = self.pokey.read(register, self.clock);
                self.update_irq();
                value
            }
            0xD3 => {
                let register = PIA_REGISTERS[usize::from(register & 3)];
                let inputs = self.pia_inputs(register);
                let value = self.pia.read(register, inputs);
                self.update_irq();
                value
            }
            0xD4 => self.antic.read(self.clock, register),
            // Nothing answers without a cartridge or an expansion.
            _ => 0xFF,
        }
    }

    fn write_io(&mut self, address: u16, value: u8) {
        self.touched += 1;
        let register = address as u8;
        match address >> 8 {
            0xD0 => {
                self.show();
                let x = self.cycle();
                let shown = self.antic.has_objects().then(|| codes(&self.antic));
                self.gtia.write(x, register, value, shown);
                if register & 0x1F == gtia::CONSOL {
                    self.speaker.set(self.clock, self.gtia.speaker());
                }
            }
            0xD2 => {
                self.run_pokey();
                self.pokey.write(register, value, self.clock);
                self.run_pokey();
                self.update_irq();
            }
            0xD3 => {
                self.show();
                self.pia
                    .write(PIA_REGISTERS[usize::from(register & 3)], value);
                self.switch_memory();
                self.serial.set_control(
                    self.clock,
                    !self.pia.b.c2(),
                    !self.pia.a.c2(),
                    &mut self.pokey,
                );
                self.update_irq();
            }
            0xD4 => self.antic.write(self.clock, register, value, &self.map),
            _ => return,
        }
        self.note_busy();
    }

    /// What a read by the processor would give, without effects.
    pub fn peek(&self, address: u16) -> u8 {
        let register = address as u8;
        match self.map.reads[usize::from(address >> 8)] {
            IO => match address >> 8 {
                0xD0 => self.gtia.peek(register),
                0xD2 => self.pokey.peek(register),
                0xD3 => {
                    let register = PIA_REGISTERS[usize::from(register & 3)];
                    self.pia.peek(register, self.pia_inputs(register))
                }
                0xD4 => self.antic.read(self.clock, register),
                _ => 0xFF,
            },
            page => self.map.byte(page, address),
        }
    }

    /// The rows of text of the last frame.
    pub fn text_rows(&self) -> &[TextRow] {
        self.antic.text_rows()
    }
}

fn codes(antic: &Antic) -> Codes<'_> {
    Codes {
        codes: antic.codes(),
        hires: antic.hires(),
    }
}

impl Bus for Board {
    #[inline]
    fn read(&mut self, address: u16) -> u8 {
        if self.clock >= self.busy_from {
            self.wait(true);
        }
        let value = match self.map.reads[usize::from(address >> 8)] {
            IO => self.read_io(address),
            page => self.map.byte(page, address),
        };
        self.bus = value;
        self.clock += 1;
        value
    }

    #[inline]
    fn write(&mut self, address: u16, value: u8) {
        if self.clock >= self.busy_from {
            self.wait(false);
        }
        match self.map.writes[usize::from(address >> 8)] {
            IO => self.write_io(address, value),
            page => {
                if self.antic.reads_page((address >> 8) as u8) {
                    self.show();
                }
                self.touched += u64::from(self.map.byte(page, address) != value);
                self.map.set(page, address, value);
            }
        }
        self.bus = value;
        self.clock += 1;
    }

    #[inline]
    fn idle(&mut self, cycles: u32) {
        let end = self.clock + u64::from(cycles);
        if end <= self.busy_from {
            self.clock = end;
            return;
        }
        for _ in 0..cycles {
            if self.clock >= self.busy_from {
                self.wait(true);
            }
            self.clock += 1;
        }
    }

    /// The processor's own cycles: those of HALT are none, since its clock stands still.
    #[inline]
    fn now(&self) -> u64 {
        self.clock - self.halted
    }

    #[inline]
    fn irq_at(&mut self, cycle: u64) -> bool {
        self.irq_since <= cycle || self.irq_was.contains(&cycle)
    }

    #[inline]
    fn nmi_since(&mut self) -> Since {
        self.nmi_since
    }

    fn take_nmi(&mut self) {
        self.touched += 1;
        self.nmi_since = NEVER;
    }

    fn forget_short_nmi(&mut self) {
        if self.nmi_end <= self.clock {
            self.nmi_since = NEVER;
        }
    }

    fn touched(&self) -> u64 {
        self.touched
    }

    /// Of a line's cycles those in which nothing is to be done but that ANTIC may have the bus.
    fn go_round(&mut self, cycles: u64) {
        let x = self.cycle();
        // An interrupt that was not sampled yet comes in this round.
        let interrupted = self.irq_since != NEVER || self.nmi_since != NEVER;
        if interrupted || !(SPECIAL_CYCLES..LAST_DMA).contains(&x) {
            return;
        }
        let due = self.next_event.saturating_sub(self.clock);
        let mut end = x + due.min(u64::from(LAST_DMA - x)) as u8;
        let own = self.antic.free_cycles(x, end) / cycles * cycles;
        if own == 0 {
            return;
        }
        while self.antic.free_cycles(x, end - 1) >= own {
            end -= 1;
        }
        let passed = u64::from(end - x);
        self.clock += passed;
        self.halted += passed - own;
        self.busy_from = self.antic.next_busy(self.clock).min(self.next_event);
    }
}
