//! Commodore 64.
//!
//! | chip | where | drives |
//! | --- | --- | --- |
//! | 6510 | | port at $00/$01: banking through the PLA |
//! | VIC-II | $D000 | IRQ; takes the bus in bad lines and for sprites |
//! | SID | $D400 | sound |
//! | CIA 1 | $DC00 | IRQ; keyboard, joysticks |
//! | CIA 2 | $DD00 | NMI; VIC bank, serial bus |
//! | colour RAM | $D800 | 1024 nybbles |
//!
//! Sources: Commodore 64 Programmer's Reference Guide, chapters 5 and 6 and the schematic.
//!
//! **Not emulated**: cartridges, the cassette port, the user port and RS-232, paddles and mice, light pen; reads where
//! nothing answers give $FF.

mod board;
pub mod keyboard;

pub use crate::chips::mos6526::Revision;
use crate::chips::mos6569::{INSIDE_COLUMNS, PALETTE, WIDTH};
use crate::cpu::Trap;
use crate::cpu::mos6502::{self, Mos6502, Waiting};
use crate::keyboard::Layout;
use crate::machine::{
    Bank, DiskError, DriveSpeed, Frame, FrameEnd, Inside, Joystick, Key, Machine, Stops,
};
pub use crate::rom::RomSize;
use crate::rom::sized;
use board::Board;
use hexfront_disk::d64::D64;

/// Television standard of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Video {
    /// 50 frames a second, 985,248 Hz.
    #[default]
    Pal,
    /// 60 frames a second, 1,022,727 Hz.
    Ntsc,
}

/// Kinds of its ROMs, and bytes of each.
pub const KERNAL: (&str, usize) = ("kernal", 0x2000);
/// See [`KERNAL`].
pub const BASIC: (&str, usize) = ("basic", 0x2000);
/// See [`KERNAL`].
pub const CHARGEN: (&str, usize) = ("chargen", 0x1000);

/// The machine's ROMs.
#[derive(Clone, PartialEq, Eq)]
pub struct Roms {
    basic: Box<[u8; BASIC.1]>,
    kernal: Box<[u8; KERNAL.1]>,
    chargen: Box<[u8; CHARGEN.1]>,
}

impl Roms {
    /// KERNAL (8 KB), BASIC (8 KB) and character ROM (4 KB).
    ///
    /// # Errors
    /// When one has another size.
    pub fn new(kernal: &[u8], basic: &[u8], chargen: &[u8]) -> Result<Roms, RomSize> {
        Ok(Roms {
            basic: sized(BASIC.0, basic)?,
            kernal: sized(KERNAL.0, kernal)?,
            chargen: sized(CHARGEN.0, chargen)?,
        })
    }
}

/// The machine.
#[derive(Clone, PartialEq)]
pub struct C64 {
    cpu: Mos6502,
    board: Board,
}

impl C64 {
    /// Whether the character set of a value of $D018 leaves screen code 32 blank, as sets of letters do.
    fn has_space(&self, pointers: u8) -> bool {
        const SPACE: usize = 32 * 8;
        self.board.character_set(pointers)[SPACE..SPACE + 8] == [0; 8]
    }

    /// A machine that was just switched on and is about to execute its first instruction.
    pub fn new(video: Video, roms: Roms) -> C64 {
        C64::with_cias(video, Revision::Old, roms)
    }

    /// The same with CIAs of a revision: those of the flat C64C are new.
    pub fn with_cias(video: Video, cias: Revision, roms: Roms) -> C64 {
        let mut c64 = C64 {
            cpu: Mos6502::new(),
            board: Board::new(video, cias, roms),
        };
        c64.cpu.reset(&mut c64.board);
        c64
    }

    /// The processor's registers.
    pub fn cpu(&self) -> &Mos6502 {
        &self.cpu
    }

    /// The processor's registers, to set them up for a test.
    pub fn cpu_mut(&mut self) -> &mut Mos6502 {
        &mut self.cpu
    }

    /// Raster line and cycle in the line (from 1) that the next instruction begins in.
    pub fn raster(&self) -> (u16, u16) {
        self.board.vic.position(self.board.now)
    }

    /// Copies a program into RAM.
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        for (i, byte) in bytes.iter().enumerate() {
            self.board.ram[usize::from(address.wrapping_add(i as u16))] = *byte;
        }
    }

    /// The first drive.
    pub fn drive(&self) -> &crate::drive::mos1541::Mos1541 {
        &self.board.drive
    }

    /// The first drive, to change its disk.
    pub fn drive_mut(&mut self) -> &mut crate::drive::mos1541::Mos1541 {
        &mut self.board.drive
    }

    /// An instruction, and before it what it waits for.
    fn wait_and_step(&mut self, waiting: &mut Waiting) {
        waiting.look(&self.cpu, &mut self.board);
        self.step();
    }
}

/// The character of a screen code of the unshifted set; graphics and codes above 127 are blanks.
fn character(code: u8) -> char {
    match code {
        0x00..=0x1F => char::from(code + 0x40),
        0x20..=0x3F => char::from(code),
        _ => ' ',
    }
}

impl Machine for C64 {
    fn reset(&mut self) {
        self.board.reset();
        self.cpu.reset(&mut self.board);
    }

    fn step(&mut self) -> u32 {
        let cycles = self.cpu.step(&mut self.board);
        if self.cpu.trap().is_some() {
            // A locked processor samples no interrupts, which is when chips are brought up to date.
            self.board.service();
        }
        cycles
    }

    fn run_frame(&mut self) -> u64 {
        let (start, frames) = (self.board.now, self.board.vic.frames());
        let mut waiting = Waiting::default();
        while self.board.vic.frames() == frames {
            self.wait_and_step(&mut waiting);
        }
        self.board.tick_drive();
        self.board.now - start
    }

    fn run_frame_until(&mut self, stops: &Stops) -> FrameEnd {
        let frames = self.board.vic.frames();
        let mut waiting = Waiting::default();
        while self.board.vic.frames() == frames {
            self.wait_and_step(&mut waiting);
            if stops.contains(self.pc()) {
                return FrameEnd::Stop(self.pc());
            }
        }
        self.board.tick_drive();
        FrameEnd::VerticalBlank
    }

    fn cycles(&self) -> u64 {
        self.board.now
    }

    fn clock_hz(&self) -> u32 {
        self.board.vic.timing().clock_hz
    }

    fn frame_hz(&self) -> f64 {
        let t = self.board.vic.timing();
        f64::from(t.clock_hz) / (f64::from(t.cycles) * f64::from(t.lines))
    }

    fn trap(&self) -> Option<Trap> {
        self.cpu.trap()
    }

    fn frame(&self) -> Frame<'_> {
        let timing = self.board.vic.timing();
        let (columns, rows) = (INSIDE_COLUMNS, timing.inside_rows());
        Frame {
            width: WIDTH,
            height: usize::from(timing.height),
            pixels: self.board.vic.picture(),
            palette: &PALETTE,
            pixel_aspect: timing.pixel_aspect,
            inside: Inside {
                left: columns.start,
                top: rows.start,
                width: columns.len(),
                height: rows.len(),
            },
        }
    }

    fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        // What sounded before is not wanted.
        self.board.sid.drain(self.board.now, &mut Vec::new());
        self.board.sid.set_sample_rate(samples_per_second);
    }

    fn drain_audio(&mut self, samples: &mut Vec<[f32; 2]>) {
        let mut mono = Vec::new();
        self.board.sid.drain(self.board.now, &mut mono);
        samples.extend(mono.into_iter().map(|sample| [sample; 2]));
    }

    fn keyboard(&self) -> &'static Layout {
        &keyboard::LAYOUT
    }

    fn key_down(&mut self, key: Key) {
        if key == keyboard::RESTORE {
            self.board.set_restore(true);
        }
        self.board.keys.set(key, true);
    }

    fn key_up(&mut self, key: Key) {
        if key == keyboard::RESTORE {
            self.board.set_restore(false);
        }
        self.board.keys.set(key, false);
    }

    fn joystick(&mut self, port: u8, switches: Joystick) {
        self.board.set_joystick(port, switches);
    }

    fn peek(&self, bank: Bank, address: u32) -> u8 {
        let address = address as u16;
        match bank {
            Bank::Cpu => self.board.peek(address),
            Bank::Ram => self.board.ram[usize::from(address)],
        }
    }

    fn poke(&mut self, address: u32, value: u8) {
        self.board.ram[usize::from(address as u16)] = value;
    }

    fn pc(&self) -> u32 {
        self.cpu.pc.into()
    }

    fn set_pc(&mut self, address: u32) {
        self.cpu.pc = address as u16;
    }

    fn registers(&self) -> Vec<(&'static str, u32)> {
        self.cpu.registers()
    }

    fn disassemble(&self, address: u32) -> (String, u32) {
        mos6502::disassembled(address as u16, |address| self.board.peek(address))
    }

    /// Rows come as the VIC fetched them for the last picture; a row shown in multicolour or as bitmap is blank, and
    /// so is one whose character set has no blank space: a picture, not letters.
    fn text_screen(&self) -> Option<Vec<String>> {
        let blank = || " ".repeat(40);
        let rows = self.board.vic.text_rows().iter();
        let rows = rows.map(|row| match row {
            Some(row) if row.is_text() && self.has_space(row.pointers) => {
                row.codes.iter().map(|c| character(*c)).collect()
            }
            Some(_) | None => blank(),
        });
        Some(rows.collect())
    }

    fn insert_disk(&mut self, image: &[u8]) -> Result<(), DiskError> {
        let disk = D64::from_bytes(image).map_err(|error| DiskError {
            length: image.len(),
            reason: error.to_string(),
        })?;
        self.board.drive.insert(disk);
        Ok(())
    }

    fn disk(&self) -> Option<Vec<u8>> {
        self.board.drive.disk().map(D64::to_bytes)
    }

    fn eject_disk(&mut self) {
        self.board.drive.eject();
    }

    fn disk_writes(&self) -> u64 {
        self.board.drive.writes()
    }

    fn disk_busy(&self) -> bool {
        self.board.drive.is_active()
    }

    fn set_write_protected(&mut self, protected: bool) {
        self.board.drive.set_write_protected(protected);
    }

    fn set_drive_speed(&mut self, speed: DriveSpeed) {
        self.board.drive.set_speed(speed);
    }

    fn snapshot(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
