//! Breakpoints, memory watches and traces, from outside the machine: nothing in it is slower while nobody watches.

use crate::cpu::Trap;
use crate::machine::{Bank, Machine};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Why [`Monitor::run`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The instruction at a breakpoint is next.
    Breakpoint(u32),
    /// The last instruction changed a watched byte of RAM.
    Changed {
        /// Where.
        address: u32,
        /// Value before.
        from: u8,
        /// Value now.
        to: u8,
        /// Address of the instruction.
        pc: u32,
    },
    /// The processor locked up.
    Trap(Trap),
    /// The cycle limit was reached.
    Limit,
}

/// What to stop for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Monitor {
    /// Stop before the instructions at these addresses.
    pub breakpoints: BTreeSet<u32>,
    /// Stop after a change of the RAM at these addresses.
    pub watches: BTreeSet<u32>,
}

impl Monitor {
    /// Steps the machine until something happens or until the first instruction at or after cycle `limit`; at least
    /// one instruction.
    pub fn run(&self, machine: &mut dyn Machine, limit: u64) -> Event {
        self.trace(machine, limit, |_| {})
    }

    /// As [`Monitor::run`]; `each` sees the machine before every instruction.
    pub fn trace(
        &self,
        machine: &mut dyn Machine,
        limit: u64,
        mut each: impl FnMut(&dyn Machine),
    ) -> Event {
        let watched = |machine: &dyn Machine| -> Vec<u8> {
            self.watches
                .iter()
                .map(|address| machine.peek(Bank::Ram, *address))
                .collect()
        };
        let mut before = watched(machine);
        loop {
            let pc = machine.pc();
            each(machine);
            machine.step();
            if !self.watches.is_empty() {
                let now = watched(machine);
                let changed = self.watches.iter().zip(before.iter().zip(&now));
                if let Some((address, (from, to))) =
                    changed.into_iter().find(|(_, (from, to))| from != to)
                {
                    return Event::Changed {
                        address: *address,
                        from: *from,
                        to: *to,
                        pc,
                    };
                }
                before = now;
            }
            if let Some(trap) = machine.trap() {
                return Event::Trap(trap);
            }
            if self.breakpoints.contains(&machine.pc()) {
                return Event::Breakpoint(machine.pc());
            }
            if machine.cycles() >= limit {
                return Event::Limit;
            }
        }
    }
}

/// The instruction that is next, in one line: cycle, address, bytes, instruction, registers.
pub fn trace_line(machine: &dyn Machine) -> String {
    let (text, size) = machine.disassemble(machine.pc());
    let bytes: Vec<String> = (0..size)
        .map(|i| {
            format!(
                "{:02X}",
                machine.peek(Bank::Cpu, machine.pc().wrapping_add(i))
            )
        })
        .collect();
    let mut line = format!(
        "{:>10} {:04X} {:<8} {text:<12}",
        machine.cycles(),
        machine.pc(),
        bytes.join(" ")
    );
    for (name, value) in machine.registers() {
        // Writing to a string cannot fail.
        let _ = write!(line, " {name}={value:02X}");
    }
    line
}
