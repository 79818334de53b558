//! What the processor and ANTIC see at each page.
//!
//! | addresses | what |
//! | --- | --- |
//! | $0000 to $BFFF | RAM; on the XL and XE, as port B of the PIA says: BASIC from $A000 on, the self-test from $5000 to $57FF |
//! | $4000 to $7FFF | on the 130XE also one of four more banks, for the processor, ANTIC or both |
//! | $C000 to $CFFF | nothing on the 800; ROM or RAM |
//! | $D000 to $D7FF | registers |
//! | $D800 to $FFFF | ROM, on the XL and XE also RAM |
//!
//! Sources: Atari 600XL/800XL and 130XE service manuals (memory management unit, FREDDIE).

use super::{Model, Roms};
use crate::chips::antic;

/// A page that has registers.
pub(super) const IO: u32 = u32::MAX;

/// Port B: the OS is there, BASIC is not, the bank, the processor does not see it, ANTIC does not, the self-test is not there.
const OS: u8 = 0x01;
const NO_BASIC: u8 = 0x02;
const BANK: u8 = 0x0C;
const NO_CPU_BANK: u8 = 0x10;
const NO_ANTIC_BANK: u8 = 0x20;
const NO_SELF_TEST: u8 = 0x80;

/// Parts of all bytes, one behind the other.
const RAM: usize = 0;
const BANKS: usize = 0x1_0000;
const OS_ROM: usize = 0x2_0000;
const BASIC_ROM: usize = 0x2_4000;
/// A page that reads $FF, and one that takes what is written to ROM.
const NOTHING: usize = 0x2_6000;
const LOST: usize = 0x2_6100;
const SIZE: usize = 0x2_6200;

const OS_START: usize = 0xC000;
const BASIC_START: usize = 0xA000;
const BANK_START: usize = 0x4000;
const BANK_SIZE: usize = 0x4000;
const SELF_TEST: usize = 0x5000;
const SELF_TEST_IN_OS: usize = 0x1000;

/// RAM, ROM and where they are.
#[derive(Clone, PartialEq)]
pub(super) struct Map {
    model: Model,
    has_basic: bool,
    bytes: Box<[u8]>,
    /// Where the bytes of each page begin, for reads of the processor, its writes, and ANTIC.
    pub reads: [u32; 256],
    pub writes: [u32; 256],
    dma: [u32; 256],
}

impl Map {
    pub fn new(model: Model, roms: &Roms) -> Map {
        let mut bytes = vec![0; SIZE].into_boxed_slice();
        // Dynamic RAM comes up in stripes.
        for (address, byte) in bytes[..OS_ROM].iter_mut().enumerate() {
            *byte = if address & 2 == 0 { 0x00 } else { 0xFF };
        }
        bytes[OS_ROM..BASIC_ROM].copy_from_slice(&roms.os[..]);
        if let Some(basic) = &roms.basic {
            bytes[BASIC_ROM..NOTHING].copy_from_slice(&basic[..]);
        }
        bytes[NOTHING..LOST].fill(0xFF);
        let mut map = Map {
            model,
            has_basic: roms.basic.is_some(),
            bytes,
            reads: [0; 256],
            writes: [0; 256],
            dma: [0; 256],
        };
        map.switch(0xFF);
        map
    }

    /// Port B of the PIA has these levels.
    pub fn switch(&mut self, port_b: u8) {
        let port_b = match self.model {
            Model::Atari800 => 0xFF,
            Model::Atari800Xl => port_b | NO_CPU_BANK | NO_ANTIC_BANK,
            Model::Atari130Xe => port_b,
        };
        for page in 0..256 {
            let (read, write) = self.at(page << 8, port_b, port_b & NO_CPU_BANK == 0);
            self.reads[page] = read;
            self.writes[page] = write;
            let (dma, _) = self.at(page << 8, port_b, port_b & NO_ANTIC_BANK == 0);
            self.dma[page] = if dma == IO { NOTHING as u32 } else { dma };
        }
    }

    /// Where a page is read and written. `banked`: by one who sees the banks.
    fn at(&self, address: usize, port_b: u8, banked: bool) -> (u32, u32) {
        let rom = |offset: usize| (offset as u32, LOST as u32);
        let ram = ((RAM + address) as u32, (RAM + address) as u32);
        let os = rom(OS_ROM + address.saturating_sub(OS_START));
        let os_on = port_b & OS != 0;
        match address {
            0xD000..0xD800 => (IO, IO),
            0xC000..0xD000 if self.model == Model::Atari800 => rom(NOTHING),
            0xC000.. if os_on => os,
            0x5000..0x5800 if os_on && port_b & NO_SELF_TEST == 0 => {
                rom(OS_ROM + SELF_TEST_IN_OS + address - SELF_TEST)
            }
            0x4000..0x8000 if banked => {
                let bank = usize::from(port_b & BANK) >> 2;
                let at = (BANKS + bank * BANK_SIZE + address - BANK_START) as u32;
                (at, at)
            }
            0xA000..0xC000 if self.has_basic && port_b & NO_BASIC == 0 => {
                rom(BASIC_ROM + address - BASIC_START)
            }
            _ => ram,
        }
    }

    /// The byte at a place of [`Map::reads`].
    #[inline]
    pub fn byte(&self, page: u32, address: u16) -> u8 {
        self.bytes[page as usize + usize::from(address & 0xFF)]
    }

    /// Writes to a place of [`Map::writes`].
    #[inline]
    pub fn set(&mut self, page: u32, address: u16, value: u8) {
        self.bytes[page as usize + usize::from(address & 0xFF)] = value;
    }

    /// The RAM at an address, whatever lies over it.
    pub fn ram(&self, address: u16) -> u8 {
        if self.has_ram(address) {
            self.bytes[RAM + usize::from(address)]
        } else {
            0xFF
        }
    }

    /// Writes RAM, whatever lies over it; nothing where there is none.
    pub fn set_ram(&mut self, address: u16, value: u8) {
        if self.has_ram(address) {
            self.bytes[RAM + usize::from(address)] = value;
        }
    }

    /// Below the registers, which cannot be switched off, there is RAM that nobody sees.
    fn has_ram(&self, address: u16) -> bool {
        match address {
            0xD000..0xD800 => false,
            0xC000.. => self.model != Model::Atari800,
            _ => true,
        }
    }
}

impl antic::Memory for Map {
    #[inline]
    fn read(&self, address: u16) -> u8 {
        self.byte(self.dma[usize::from(address >> 8)], address)
    }

    #[inline]
    fn page(&self, page: u8) -> Option<&[u8; 256]> {
        let begin = self.dma[usize::from(page)] as usize;
        self.bytes.get(begin..)?.first_chunk()
    }
}
