//! The serial bus: POKEY at the one end, the first drive at the other, the PIA's control lines beside them.

use crate::chips::pokey::Pokey;
use crate::cpu::NEVER;
use crate::drive::atari810::{Drive, Model};
use crate::sio::Lines;

/// The wires and what hangs on them.
#[derive(Clone, PartialEq)]
pub(super) struct SerialBus {
    pub drive: Option<Drive>,
    lines: Lines,
    /// When the drive wants to be called.
    next: u64,
}

impl SerialBus {
    pub fn new(model: Option<Model>, clock_hz: u32) -> SerialBus {
        SerialBus {
            drive: model.map(|model| Drive::new(model, 1, clock_hz)),
            lines: Lines::default(),
            next: if model.is_some() { 0 } else { NEVER },
        }
    }

    /// When one end or the other does something by itself.
    pub fn next_event(&self, pokey: &Pokey) -> u64 {
        self.next.min(pokey.next_event())
    }

    /// Brings both ends up to a cycle, each hearing in its time what the other sends.
    pub fn run(&mut self, now: u64, pokey: &mut Pokey) {
        while self.next_event(pokey) < now {
            self.exchange(self.next_event(pokey), pokey);
        }
        self.exchange(now, pokey);
    }

    /// The PIA's lines, true where they are asserted, from a cycle on.
    pub fn set_control(&mut self, now: u64, command: bool, motor: bool, pokey: &mut Pokey) {
        if (command, motor) != (self.lines.command, self.lines.motor) {
            self.run(now, pokey);
            (self.lines.command, self.lines.motor) = (command, motor);
            self.tick(now, pokey);
        }
    }

    fn exchange(&mut self, now: u64, pokey: &mut Pokey) {
        pokey.run(now);
        let out = pokey.serial_out();
        if now >= self.next || out != self.lines.data_out {
            self.lines.data_out = out;
            self.tick(now, pokey);
        }
    }

    /// The drive hears of the lines as they are now, and POKEY of what it puts on its own.
    fn tick(&mut self, now: u64, pokey: &mut Pokey) {
        if let Some(drive) = &mut self.drive {
            self.next = drive.tick(now, self.lines);
            pokey.set_serial_in(drive.data_in(), now);
        }
    }
}
