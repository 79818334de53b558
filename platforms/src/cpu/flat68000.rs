//! A 68000 system of nothing but RAM: for conformance tests and for measuring routines in bare cycles.

use super::m68000::Bus;

/// RAM from address 0, a clock and an interrupt level; no wait states. What lies above the RAM reads as ones and
/// forgets what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatRam {
    /// The memory, all of it writable.
    pub ram: Box<[u8]>,
    /// Cycles passed.
    pub cycles: u64,
    /// The interrupt level at the processor's pins, 0 to 7.
    pub ipl: u8,
    /// RESET instructions executed.
    pub resets: u32,
}

impl FlatRam {
    /// So many bytes of zeroed memory, at cycle 0. More than 16 MB cannot be reached.
    pub fn new(bytes: usize) -> FlatRam {
        FlatRam {
            ram: vec![0; bytes].into_boxed_slice(),
            cycles: 0,
            ipl: 0,
            resets: 0,
        }
    }

    /// Copies `bytes` to `address` and on; what does not fit is dropped.
    pub fn load(&mut self, address: u32, bytes: &[u8]) {
        let target = self.ram.iter_mut().skip(address as usize);
        for (cell, byte) in target.zip(bytes) {
            *cell = *byte;
        }
    }

    /// The byte at an address.
    pub fn byte(&self, address: u32) -> u8 {
        self.ram.get(address as usize).copied().unwrap_or(0xFF)
    }

    /// The big-endian word at an address.
    pub fn word(&self, address: u32) -> u16 {
        u16::from_be_bytes([self.byte(address), self.byte(address.wrapping_add(1))])
    }

    /// The big-endian long word at an address.
    pub fn long(&self, address: u32) -> u32 {
        u32::from(self.word(address)) << 16 | u32::from(self.word(address.wrapping_add(2)))
    }

    /// Stores a big-endian word.
    pub fn set_word(&mut self, address: u32, value: u16) {
        self.load(address, &value.to_be_bytes());
    }

    /// Stores a big-endian long word.
    pub fn set_long(&mut self, address: u32, value: u32) {
        self.load(address, &value.to_be_bytes());
    }
}

impl Bus for FlatRam {
    fn read_byte(&mut self, address: u32) -> u8 {
        self.cycles += 4;
        self.byte(address)
    }

    fn read_word(&mut self, address: u32) -> u16 {
        self.cycles += 4;
        self.word(address)
    }

    fn write_byte(&mut self, address: u32, value: u8) {
        self.cycles += 4;
        self.load(address, &[value]);
    }

    fn write_word(&mut self, address: u32, value: u16) {
        self.cycles += 4;
        self.set_word(address, value);
    }

    fn idle(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
    }

    fn prefetched(&self, address: u32) -> u16 {
        self.word(address)
    }

    fn now(&self) -> u64 {
        self.cycles
    }

    fn ipl(&mut self) -> u8 {
        self.ipl
    }

    fn reset_devices(&mut self) {
        self.resets += 1;
    }
}
