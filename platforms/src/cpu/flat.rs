//! A 6502 system of nothing but 64 KB of RAM: for conformance tests and for measuring routines in bare cycles.

use super::{Bus, NEVER, Since};

/// 64 KB of RAM and a clock; no interrupts, no wait states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatRam {
    /// The memory, all of it writable.
    pub ram: Box<[u8; 0x1_0000]>,
    /// Cycles passed.
    pub cycles: u64,
}

impl Default for FlatRam {
    fn default() -> Self {
        FlatRam::new()
    }
}

impl FlatRam {
    /// Zeroed memory at cycle 0.
    pub fn new() -> FlatRam {
        FlatRam {
            ram: Box::new([0; 0x1_0000]),
            cycles: 0,
        }
    }

    /// Copies `bytes` to `address` and on; wraps at the top of memory.
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        for (i, byte) in bytes.iter().enumerate() {
            self.ram[usize::from(address.wrapping_add(i as u16))] = *byte;
        }
    }
}

impl Bus for FlatRam {
    fn read(&mut self, address: u16) -> u8 {
        self.cycles += 1;
        self.ram[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.cycles += 1;
        self.ram[usize::from(address)] = value;
    }

    fn idle(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
    }

    fn now(&self) -> u64 {
        self.cycles
    }

    fn irq_at(&mut self, _: u64) -> bool {
        false
    }

    fn nmi_since(&mut self) -> Since {
        NEVER
    }

    fn take_nmi(&mut self) {}
}
