//! The serial bus: POKEY at the one end, two drives at the other, the PIA's control lines beside them.

use crate::chips::pokey::Pokey;
use crate::cpu::NEVER;
use crate::drive::atari810::{Drive, Model};
use crate::sio::Lines;

/// The wires and what hangs on them.
#[derive(Clone, PartialEq)]
pub(super) struct SerialBus {
    /// D1: and D2:.
    pub drives: [Option<Drive>; 2],
    lines: Lines,
    /// When a drive wants to be called.
    next: u64,
}

impl SerialBus {
    pub fn new(models: [Option<Model>; 2], clock_hz: u32) -> SerialBus {
        let [first, second] = models;
        let drive =
            |model: Option<Model>, number| model.map(|model| Drive::new(model, number, clock_hz));
        let drives = [drive(first, 1), drive(second, 2)];
        let any = drives.iter().any(Option::is_some);
        SerialBus {
            drives,
            lines: Lines::default(),
            next: if any { 0 } else { NEVER },
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

    /// The drives hear of the lines as they are now, and POKEY of what they put on its own: low where one of them pulls it.
    fn tick(&mut self, now: u64, pokey: &mut Pokey) {
        let mut level = None;
        self.next = NEVER;
        for drive in self.drives.iter_mut().flatten() {
            self.next = self.next.min(drive.tick(now, self.lines));
            level = Some(level.unwrap_or(true) && drive.data_in());
        }
        if let Some(level) = level {
            pokey.set_serial_in(level, now);
        }
    }
}
