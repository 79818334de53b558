//! Agnus and Denise with chip RAM and nothing else: what tests of them wire up.

use super::golden;
use hexfront_platforms::chips::agnus::{self, Agnus, ChipRam, DmaRequests, Line, RegisterBus};
use hexfront_platforms::chips::denise::{self, Denise, EndOfLine, Field};
use hexfront_platforms::chips::rga::INTREQ;

/// The other side of the register bus: Denise, and notes of what else came.
pub struct Wires {
    pub denise: Denise,
    /// Interrupt requests: slot and bits.
    pub interrupts: Vec<(u64, u16)>,
    /// Writes of registers: slot, register, value.
    pub writes: Vec<(u64, u16, u16)>,
    /// What it answers for disk and audio.
    pub requests: DmaRequests,
    /// Words of bitplanes and of the disk that passed.
    pub planes: usize,
    pub disk_words: usize,
    pub frames: u32,
}

impl RegisterBus for Wires {
    fn write(&mut self, at: u64, register: u16, value: u16) {
        if register == INTREQ {
            self.interrupts.push((at, value & 0x7FFF));
        }
        self.writes.push((at, register, value));
        self.denise.write(at, register, value);
    }

    fn bitplane(&mut self, at: u64, plane: usize, word: u16) {
        self.planes += 1;
        self.denise.bitplane(at, plane, word);
    }

    fn bitplane_run(&mut self, at: u64, step: u64, planes: &[&[u8]]) {
        self.planes += planes.iter().map(|words| words.len() / 2).sum::<usize>();
        self.denise.bitplane_run(at, step, planes);
    }

    fn interrupt(&mut self, at: u64, bits: u16) {
        self.interrupts.push((at, bits));
    }

    fn dma_requests(&mut self, _: u64) -> DmaRequests {
        self.requests
    }

    fn disk_word(&mut self, at: u64) -> u16 {
        self.disk_words += 1;
        at as u16
    }

    fn hsync(&mut self, _: u64, line: Line) {
        let field = if line.long_frame {
            Field::Long
        } else {
            Field::Short
        };
        self.denise.end_line(EndOfLine {
            number: line.number,
            next: line.next,
            interlaced: line.interlaced.then_some(field),
        });
    }

    fn vsync(&mut self, _: u64, _: bool) {
        self.denise.end_frame();
        self.frames += 1;
    }
}

/// The chips.
pub struct Video {
    pub agnus: Agnus,
    pub ram: Box<ChipRam>,
    pub wires: Wires,
    /// The slot that comes next.
    pub now: u64,
    /// Chip RAM as far as tests stored it: without what the blitter did.
    pub stored: Box<ChipRam>,
    /// The machine is an NTSC one.
    pub ntsc: bool,
    /// Registers that were written by the processor.
    pub pokes: Vec<(u16, u16)>,
}

impl Video {
    /// Power-on.
    pub fn new(ntsc: bool) -> Video {
        let (timing, raster) = match ntsc {
            false => (&agnus::PAL, &denise::PAL),
            true => (&agnus::NTSC, &denise::NTSC),
        };
        Video {
            agnus: Agnus::new(timing),
            ram: Box::new([0; 0x8_0000]),
            wires: Wires {
                denise: Denise::new(raster),
                interrupts: Vec::new(),
                writes: Vec::new(),
                requests: DmaRequests::default(),
                planes: 0,
                disk_words: 0,
                frames: 0,
            },
            now: 0,
            stored: Box::new([0; 0x8_0000]),
            ntsc,
            pokes: Vec::new(),
        }
    }

    /// Writes a register, as the processor does.
    pub fn poke(&mut self, register: u16, value: u16) {
        self.pokes.push((register, value));
        let at = self.agnus.grant(self.now, &mut self.ram, &mut self.wires);
        self.agnus
            .write(at, register, value, &mut self.ram, &mut self.wires);
        self.now = at + 2;
    }

    /// Writes a pointer register.
    pub fn poke_long(&mut self, register: u16, value: u32) {
        self.poke(register, (value >> 16) as u16);
        self.poke(register + 2, value as u16);
    }

    /// Reads one of Agnus's registers.
    pub fn read(&mut self, register: u16) -> u16 {
        let at = self.agnus.grant(self.now, &mut self.ram, &mut self.wires);
        self.agnus.catch_up(at, &mut self.ram, &mut self.wires);
        self.now = at + 2;
        let own = self.agnus.read(at, register);
        own.or_else(|| self.wires.denise.read(register))
            .expect("a register that can be read")
    }

    /// Stores words.
    pub fn store(&mut self, address: u32, words: &[u16]) {
        for (i, word) in words.iter().enumerate() {
            let at = address as usize + 2 * i;
            self.ram[at..at + 2].copy_from_slice(&word.to_be_bytes());
            self.stored[at..at + 2].copy_from_slice(&word.to_be_bytes());
        }
    }

    /// The word at an address.
    pub fn word(&self, address: u32) -> u16 {
        let at = address as usize;
        u16::from_be_bytes([self.ram[at], self.ram[at + 1]])
    }

    /// Lets slots go by.
    pub fn run(&mut self, slots: u64) {
        self.now += slots;
        self.agnus
            .catch_up(self.now, &mut self.ram, &mut self.wires);
    }

    /// Runs to the end of the picture.
    pub fn run_frame(&mut self) {
        let frames = self.agnus.frames();
        while self.agnus.frames() == frames {
            self.now = self.now.max(self.agnus.next_event());
            self.agnus
                .catch_up(self.now, &mut self.ram, &mut self.wires);
        }
    }

    /// The picture as RGB bytes.
    pub fn rgb(&self) -> (u32, u32, Vec<u8>) {
        let picture = self.wires.denise.picture();
        let bytes = picture
            .pixels
            .iter()
            .flat_map(|colour| [colour >> 8, colour >> 4, *colour].map(|c| (c & 15) as u8 * 17));
        (picture.width as u32, picture.height as u32, bytes.collect())
    }

    /// Compares the picture with the committed one, or writes it where `HEXFRONT_BLESS` is set.
    pub fn picture_is(&self, name: &str) {
        let (width, height, rgb) = self.rgb();
        golden::picture_is(name, width, height, &rgb);
    }
}
