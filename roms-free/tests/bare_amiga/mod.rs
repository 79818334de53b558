//! The Amiga's ROM on a processor with memory and nothing else: no chip answers, but the overlay works.

use hexfront_asm::{Files, Image, Options, assemble, link};
use hexfront_platforms::cpu::m68000::{Bus, M68000};
use hexfront_roms::{AMIGA, AMIGA_LINK_SCRIPT, AMIGA_MAIN, SOURCES};
use std::sync::LazyLock;

static ROM: LazyLock<Image> = LazyLock::new(|| {
    let object =
        assemble(&Files(SOURCES), AMIGA_MAIN, &Options::default()).unwrap_or_else(|list| {
            panic!(
                "{}",
                list.iter().map(|d| format!("{d}\n")).collect::<String>()
            )
        });
    link(AMIGA_LINK_SCRIPT, &[(AMIGA_MAIN, object.to_elf())])
        .unwrap_or_else(|errors| panic!("{errors}"))
});

/// The linked ROM.
pub fn rom() -> &'static Image {
    &ROM
}

/// Address of a symbol of the ROM.
pub fn symbol(name: &str) -> u32 {
    rom()
        .address(name)
        .unwrap_or_else(|| panic!("the ROM has no {name}"))
}

/// Port A of CIA-A: bit 0 shows the ROM at address 0.
const CIAA_PRA: u32 = 0xBF_E001;

/// What the processor sees.
pub struct Memory {
    chip: Vec<u8>,
    slow: Vec<u8>,
    /// What was written to port A of CIA-A.
    pra: u8,
    /// Last value on the data lines, which is read where nothing is.
    last: u8,
    now: u64,
    /// Words written to the custom chips: register, value.
    pub custom: Vec<(u32, u16)>,
}

impl Memory {
    fn place(&mut self, address: u32) -> Option<&mut u8> {
        let address = address as usize;
        match address {
            0..0x20_0000 => {
                let size = self.chip.len();
                Some(&mut self.chip[address % size])
            }
            0xC0_0000..0xD8_0000 => self.slow.get_mut(address - 0xC0_0000),
            _ => None,
        }
    }

    fn rom(address: u32) -> u8 {
        static BYTES: LazyLock<&[u8]> =
            LazyLock::new(|| ROM.output(AMIGA).expect("the script makes it"));
        let rom = *BYTES;
        rom[address as usize % rom.len()]
    }

    /// The long word at an address of memory.
    pub fn long(&mut self, address: u32) -> u32 {
        (0..4).fold(0, |long, n| {
            long << 8 | u32::from(*self.place(address + n).expect("memory"))
        })
    }

    /// The bytes from an address on.
    pub fn bytes(&mut self, address: u32, count: usize) -> Vec<u8> {
        (0..count as u32)
            .map(|n| *self.place(address + n).expect("memory"))
            .collect()
    }

    /// Puts bytes into memory.
    pub fn load(&mut self, address: u32, bytes: &[u8]) {
        for (n, byte) in bytes.iter().enumerate() {
            *self.place(address + n as u32).expect("memory") = *byte;
        }
    }

    /// What a read would give.
    fn peek(&self, address: u32) -> u8 {
        let at = address as usize;
        let shows_rom = self.pra & 1 != 0;
        match address {
            0xF8_0000.. => Memory::rom(address),
            0..0x8_0000 if shows_rom => Memory::rom(address),
            CIAA_PRA => self.pra,
            0..0x20_0000 => self.chip[at % self.chip.len()],
            0xC0_0000.. => *self.slow.get(at - 0xC0_0000).unwrap_or(&self.last),
            _ => self.last,
        }
    }
}

impl Bus for Memory {
    fn read_byte(&mut self, address: u32) -> u8 {
        self.now += 4;
        self.last = self.peek(address);
        self.last
    }

    fn read_word(&mut self, address: u32) -> u16 {
        let high = self.read_byte(address);
        u16::from_be_bytes([high, self.read_byte(address + 1)])
    }

    fn write_byte(&mut self, address: u32, value: u8) {
        self.now += 4;
        self.last = value;
        if address == CIAA_PRA {
            self.pra = value;
        } else if let Some(place) = self.place(address) {
            *place = value;
        }
    }

    fn write_word(&mut self, address: u32, value: u16) {
        if address & 0xFF_F000 == 0xDF_F000 {
            self.custom.push((address & 0xFFF, value));
        }
        let [high, low] = value.to_be_bytes();
        self.write_byte(address, high);
        self.write_byte(address + 1, low);
    }

    fn idle(&mut self, cycles: u32) {
        self.now += u64::from(cycles);
    }

    fn prefetched(&self, address: u32) -> u16 {
        u16::from_be_bytes([self.peek(address), self.peek(address + 1)])
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn ipl(&mut self) -> u8 {
        0
    }

    fn reset_devices(&mut self) {
        self.pra = 1;
    }
}

/// A processor with the ROM.
pub struct Bare {
    pub cpu: M68000,
    pub memory: Memory,
}

/// Where calls come back to: nothing is there.
const BACK: u32 = 0xBE_BEBE & !1;

impl Bare {
    /// From reset to where the ROM begins to look for a disk, with so much memory in KB.
    pub fn boot(chip: usize, slow: usize) -> Bare {
        let mut bare = Bare {
            cpu: M68000::new(),
            memory: Memory {
                chip: vec![0x5A; chip * 1024],
                slow: vec![0xA5; slow * 1024],
                pra: 1,
                last: 0,
                now: 0,
                custom: Vec::new(),
            },
        };
        bare.cpu.reset(&mut bare.memory);
        bare.run_to(symbol("boot"));
        bare
    }

    /// Runs until the processor comes to an address.
    ///
    /// # Panics
    /// If it does not within ten million instructions.
    pub fn run_to(&mut self, address: u32) {
        for _ in 0..10_000_000 {
            if self.cpu.pc() == address {
                return;
            }
            self.cpu.step(&mut self.memory);
        }
        panic!("stuck at ${:06X}", self.cpu.pc());
    }

    /// Calls a routine in user mode, as programs do; registers are those that the caller has set. Returns d0.
    pub fn call(&mut self, routine: u32) -> u32 {
        let stack = self.cpu.a(7) - 4;
        self.cpu.set_a(7, stack);
        self.memory.load(stack, &BACK.to_be_bytes());
        self.cpu.set_pc(routine);
        self.run_to(BACK);
        self.cpu.d(0)
    }

    /// Calls a function of exec.library by its offset.
    pub fn exec(&mut self, offset: i32) -> u32 {
        let base = self.memory.long(4);
        self.cpu.set_a(6, base);
        self.call(base.wrapping_add_signed(offset))
    }
}
