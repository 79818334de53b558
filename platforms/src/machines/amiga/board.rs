//! The Amiga's board: the memory map, and who waits for whom.

use super::chips::Chips;
use super::{Options, Rom};
use crate::chips::agnus::{Agnus, ChipRam};
use crate::cpu::m68000::Bus;

/// RAM beside chip RAM, at $C00000.
type SlowRam = [u8; 0x8_0000];

/// Cycles of the processor in one of the CIAs' clock.
const E_CLOCK: u64 = 10;

/// Cycles before the end of an instruction at which the processor looks at its interrupt level: a request that its own last
/// access makes waits for the next instruction.
const IPL_DELAY: u64 = 2;

/// What lies at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    ChipRam,
    SlowRam,
    Rom,
    ExtendedRom,
    Cias,
    Registers,
    Nothing,
}

/// Everything but the processor's registers. Times are cycles of the processor, two a slot.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    /// The cycle that comes next.
    pub now: u64,
    pub ram: Box<ChipRam>,
    pub slow: Option<Box<SlowRam>>,
    rom: Rom,
    extended: Option<Rom>,
    pub agnus: Agnus,
    pub chips: Chips,
    overlay: bool,
    /// When chips must be caught up next.
    next_event: u64,
    /// The level at the processor's pins.
    ipl: u8,
    /// The level that comes to them, and when.
    ipl_next: u8,
    ipl_at: u64,
}

/// The register of a CIA that an address names.
fn cia_register(address: u32) -> u8 {
    (address >> 8 & 0x0F) as u8
}

/// The register of the custom chips that an address names.
fn register(address: u32) -> u16 {
    (address & 0x1FE) as u16
}

/// Where an address of RAM lies in its 512 KB.
fn offset(address: u32) -> usize {
    (address & 0x7_FFFF) as usize
}

impl Board {
    pub fn new(rom: Rom, options: Options) -> Board {
        let (timing, raster) = options.video.chips();
        let mut board = Board {
            now: 0,
            ram: Box::new([0; 0x8_0000]),
            slow: options.slow_ram.then(|| Box::new([0; 0x8_0000])),
            rom,
            extended: options.extended_rom,
            agnus: Agnus::new(timing),
            chips: Chips::new(timing, raster),
            overlay: true,
            next_event: 0,
            ipl: 0,
            ipl_next: 0,
            ipl_at: 0,
        };
        board.reset();
        board
    }

    /// The reset line, which reaches all chips.
    pub fn reset(&mut self) {
        self.agnus.reset();
        self.chips.reset(self.slot());
        self.overlay = true;
        self.service();
    }

    /// The slot in which the next cycle lies.
    pub fn slot(&self) -> u64 {
        self.now.div_ceil(2)
    }

    #[inline]
    fn place(&self, address: u32) -> Place {
        match address >> 19 & 31 {
            0 if self.overlay => Place::Rom,
            0..4 => Place::ChipRam,
            20..24 => Place::Cias,
            24 if self.slow.is_some() => Place::SlowRam,
            24..28 => Place::Registers,
            28 if self.extended.is_some() => Place::ExtendedRom,
            31 => Place::Rom,
            _ => Place::Nothing,
        }
    }

    /// Brings all chips up to the present, and asks when they are due again.
    #[inline(never)]
    pub fn service(&mut self) {
        let at = self.slot();
        self.agnus.catch_up(at, &mut self.ram, &mut self.chips);
        self.chips.catch_up(at);
        let ipl = self.chips.paula.ipl();
        if ipl != self.ipl_next {
            // What was due has happened then, all else by what the processor did just now.
            self.ipl_at = self.now.min(self.next_event) + IPL_DELAY;
            self.ipl_next = ipl;
        }
        self.next_event = 2 * self
            .agnus
            .next_event()
            .min(self.chips.next_event())
            .clamp(at + 1, u64::MAX / 2);
    }

    /// The processor waits until Agnus grants it a slot, and has its access in it.
    #[inline]
    fn take_slot(&mut self) -> u64 {
        let slot = self
            .agnus
            .grant(self.slot(), &mut self.ram, &mut self.chips);
        self.now = 2 * slot + 4;
        slot
    }

    /// An access to the CIAs ends with a cycle of their clock.
    fn take_cia_cycle(&mut self) -> u64 {
        self.now = (self.now.div_ceil(E_CLOCK) + 1) * E_CLOCK;
        self.slot()
    }

    /// The word of RAM at an even address.
    fn ram_word(ram: &[u8; 0x8_0000], address: u32) -> u16 {
        let at = offset(address) & !1;
        u16::from_be_bytes([ram[at], ram[at + 1]])
    }

    /// Reads a word, or both bytes of one. Nearly all are in chip RAM.
    #[inline]
    fn read(&mut self, address: u32) -> u16 {
        match self.place(address) {
            Place::ChipRam => self.read_chip_ram(address),
            place => self.read_at(place, address),
        }
    }

    #[inline]
    fn read_chip_ram(&mut self, address: u32) -> u16 {
        self.take_slot();
        Board::ram_word(&self.ram, address)
    }

    fn read_at(&mut self, place: Place, address: u32) -> u16 {
        match place {
            Place::ChipRam => self.read_chip_ram(address),
            Place::SlowRam => {
                self.take_slot();
                self.slow
                    .as_ref()
                    .map_or(0xFFFF, |ram| Board::ram_word(ram, address))
            }
            Place::Rom => {
                self.now += 4;
                self.rom.word(address)
            }
            Place::ExtendedRom => {
                self.now += 4;
                self.extended
                    .as_ref()
                    .map_or(0xFFFF, |rom| rom.word(address))
            }
            Place::Registers => self.read_register(register(address)),
            Place::Cias => self.read_cias(address),
            Place::Nothing => {
                self.now += 4;
                0xFFFF
            }
        }
    }

    fn read_register(&mut self, register: u16) -> u16 {
        let slot = self.take_slot();
        self.agnus.catch_up(slot, &mut self.ram, &mut self.chips);
        let own = self.agnus.read(slot, register);
        own.or_else(|| self.chips.read(slot, register))
            .unwrap_or(0xFFFF)
    }

    /// CIA A is on the low byte, where address line 12 is 0, CIA B on the high one, where line 13 is.
    fn read_cias(&mut self, address: u32) -> u16 {
        let at = self.take_cia_cycle();
        self.agnus.catch_up(at, &mut self.ram, &mut self.chips);
        let number = cia_register(address);
        let low = match address & 0x1000 {
            0 => self.chips.read_cia_a(at, number),
            _ => 0xFF,
        };
        let high = match address & 0x2000 {
            0 => self.chips.read_cia_b(at, number),
            _ => 0xFF,
        };
        self.service();
        u16::from_be_bytes([high, low])
    }

    /// Writes the bytes of `value` that `mask` names.
    fn write(&mut self, address: u32, value: u16, mask: u16) {
        match self.place(address) {
            Place::ChipRam => {
                let slot = self.take_slot();
                let at = offset(address) & !1;
                if self.agnus.may_fetch(at as u32) {
                    self.agnus.catch_up(slot, &mut self.ram, &mut self.chips);
                }
                store(&mut self.ram, at, value, mask);
            }
            Place::SlowRam => {
                self.take_slot();
                let at = offset(address) & !1;
                if let Some(ram) = &mut self.slow {
                    store(ram, at, value, mask);
                }
            }
            Place::Registers => {
                let slot = self.take_slot();
                let (ram, chips) = (&mut self.ram, &mut self.chips);
                self.agnus.write(slot, register(address), value, ram, chips);
                self.service();
            }
            Place::Cias => self.write_cias(address, value, mask),
            Place::Rom if self.overlay && address < 0x8_0000 => {
                // The ROM answers reads only: writes reach the RAM below it.
                self.take_slot();
                let at = offset(address) & !1;
                store(&mut self.ram, at, value, mask);
            }
            Place::Rom | Place::ExtendedRom | Place::Nothing => self.now += 4,
        }
    }

    fn write_cias(&mut self, address: u32, value: u16, mask: u16) {
        let at = self.take_cia_cycle();
        self.agnus.catch_up(at, &mut self.ram, &mut self.chips);
        let number = cia_register(address);
        let [high, low] = value.to_be_bytes();
        if address & 0x1000 == 0 && mask & 0x00FF != 0 {
            self.chips.write_cia_a(at, number, low);
        }
        if address & 0x2000 == 0 && mask & 0xFF00 != 0 {
            self.chips.write_cia_b(at, number, high);
        }
        self.overlay = self.chips.overlay();
        self.service();
    }

    /// The byte at an address, without effects.
    pub fn peek(&self, address: u32) -> u8 {
        let byte = |word: u16| word.to_be_bytes()[(address & 1) as usize];
        match self.place(address) {
            Place::ChipRam => self.ram[offset(address)],
            Place::SlowRam => self.slow.as_ref().map_or(0xFF, |ram| ram[offset(address)]),
            Place::Rom => byte(self.rom.word(address)),
            Place::ExtendedRom => self
                .extended
                .as_ref()
                .map_or(0xFF, |rom| byte(rom.word(address))),
            Place::Registers => {
                let number = register(address);
                // The beam counters need a chip that is caught up; between instructions it may be a little behind.
                let own = match number {
                    crate::chips::rga::DMACONR => self.agnus.read(self.slot(), number),
                    _ => None,
                };
                byte(own.or_else(|| self.chips.peek(number)).unwrap_or(0xFFFF))
            }
            Place::Cias => {
                let (a, b) = self.chips.peek_cias(self.slot(), cia_register(address));
                match address & 1 {
                    0 if address & 0x2000 == 0 => b,
                    1 if address & 0x1000 == 0 => a,
                    _ => 0xFF,
                }
            }
            Place::Nothing => 0xFF,
        }
    }

    /// The RAM at an address, whatever lies over it.
    pub fn ram_at(&mut self, address: u32) -> Option<&mut u8> {
        match address >> 19 & 31 {
            0..4 => Some(&mut self.ram[offset(address)]),
            24 => self.slow.as_mut().map(|ram| &mut ram[offset(address)]),
            _ => None,
        }
    }

    /// The byte of RAM at an address, whatever lies over it.
    pub fn peek_ram(&self, address: u32) -> u8 {
        match address >> 19 & 31 {
            0..4 => self.ram[offset(address)],
            24 => self.slow.as_ref().map_or(0, |ram| ram[offset(address)]),
            _ => 0,
        }
    }
}

/// Stores the bytes of a word that `mask` names at an even place.
#[inline]
fn store(ram: &mut [u8; 0x8_0000], at: usize, value: u16, mask: u16) {
    let old = Board::ram_word(ram, at as u32);
    let new = (old & !mask | value & mask).to_be_bytes();
    ram[at..at + 2].copy_from_slice(&new);
}

impl Bus for Board {
    fn read_byte(&mut self, address: u32) -> u8 {
        let word = match self.place(address) {
            Place::ChipRam => self.read_chip_ram(address),
            Place::Cias => return self.read_cia_byte(address),
            place => self.read_at(place, address),
        };
        word.to_be_bytes()[(address & 1) as usize]
    }

    #[inline]
    fn read_word(&mut self, address: u32) -> u16 {
        self.read(address)
    }

    fn write_byte(&mut self, address: u32, value: u8) {
        // The processor puts the byte on both halves of the bus.
        let mask = if address & 1 == 0 { 0xFF00 } else { 0x00FF };
        self.write(address, u16::from(value) * 0x0101, mask);
    }

    fn write_word(&mut self, address: u32, value: u16) {
        self.write(address, value, 0xFFFF);
    }

    fn idle(&mut self, cycles: u32) {
        self.now += u64::from(cycles);
    }

    fn sleep(&mut self) {
        let level = if self.ipl == self.ipl_next {
            u64::MAX
        } else {
            self.ipl_at
        };
        let cycles = self.next_event.min(level).saturating_sub(self.now);
        self.now += 4 * cycles.div_ceil(4).max(1);
    }

    fn prefetched(&self, address: u32) -> u16 {
        u16::from_be_bytes([self.peek(address), self.peek(address | 1)])
    }

    fn now(&self) -> u64 {
        self.now
    }

    #[inline]
    fn ipl(&mut self) -> u8 {
        if self.now >= self.next_event {
            self.service();
        }
        if self.now >= self.ipl_at {
            self.ipl = self.ipl_next;
        }
        self.ipl
    }

    fn reset_devices(&mut self) {
        self.reset();
    }
}

impl Board {
    /// A byte comes from the one CIA that is on its half of the bus.
    fn read_cia_byte(&mut self, address: u32) -> u8 {
        let other = if address & 1 == 0 { 0x1000 } else { 0x2000 };
        self.read_cias(address | other).to_be_bytes()[(address & 1) as usize]
    }
}
