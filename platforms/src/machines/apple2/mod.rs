//! Apple II Plus, 48 KB, with a Disk II in slot 6.
//!
//! It has no chips of its own but a processor, memory and some hundred gates: the picture comes from a scanner that shares the memory
//! with the processor, a byte for each of them in every cycle, so that nobody waits; all else are switches that an address touches.
//!
//! Sources: Apple II Reference Manual; J. Sather, Understanding the Apple II.
//!
//! **Not emulated**: cassette, annunciators and utility strobe; cards but the Disk II and the language card; the long cycle at the
//! end of each line has no length of its own, only the clock's mean tells of it.

mod board;
pub mod keyboard;
mod language_card;
mod palette;
mod ports;
mod video;

pub use crate::rom::RomSize;
pub use palette::Monitor;
pub use video::CHARGEN_SIZE;

use crate::cpu::Trap;
use crate::cpu::mos6502::{self, Mos6502};
use crate::drive::disk2::Drive;
use crate::keyboard::Layout;
use crate::machine::{
    Bank, DiskError, DriveSpeed, Frame, FrameEnd, Inside, Joystick, Key, Machine, Stops,
};
use crate::rom::sized;
use board::Board;
use hexfront_disk::apple::Disk;
use video::{LINES, WIDTH};

/// Kinds of its ROMs, and bytes of each: $D000 to $FFFF; the boot ROM of the disk card; the letters, eight lines of each.
pub const MONITOR: (&str, usize) = ("monitor", 0x3000);
/// See [`MONITOR`].
pub const DISK2: (&str, usize) = ("disk2", 0x100);
/// See [`MONITOR`].
pub const CHARGEN: (&str, usize) = ("chargen", CHARGEN_SIZE);

/// Rows and columns of text.
const TEXT_ROWS: u16 = 24;
const TEXT_COLUMNS: u16 = 40;
/// The first row of text below a mixed picture.
const MIXED_ROW: u16 = 20;

/// Television standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standard {
    /// 60 frames a second.
    #[default]
    Ntsc,
    /// 50 frames a second: the Europlus.
    Pal,
}

/// What is built in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Its television standard.
    pub standard: Standard,
    /// A language card in slot 0.
    pub language_card: bool,
}

impl Config {
    /// Lines of a frame.
    fn lines(self) -> u64 {
        match self.standard {
            Standard::Ntsc => 262,
            Standard::Pal => 312,
        }
    }

    /// Cycles a second, the long one of each line among them.
    fn clock_hz(self) -> u32 {
        match self.standard {
            Standard::Ntsc => 1_020_484,
            Standard::Pal => 1_015_625,
        }
    }
}

/// The machine's ROMs.
#[derive(Clone, PartialEq, Eq)]
pub struct Roms {
    monitor: Box<[u8; MONITOR.1]>,
    disk2: Box<[u8; DISK2.1]>,
    chargen: Box<[u8; CHARGEN.1]>,
}

impl Roms {
    /// Monitor and what lies below it (12 KB), the disk card's boot ROM (256 bytes), the character generator (512 bytes).
    ///
    /// # Errors
    /// When one has another size.
    pub fn new(monitor: &[u8], disk2: &[u8], chargen: &[u8]) -> Result<Roms, RomSize> {
        Ok(Roms {
            monitor: sized(MONITOR.0, monitor)?,
            disk2: sized(DISK2.0, disk2)?,
            chargen: sized(CHARGEN.0, chargen)?,
        })
    }
}

/// The machine.
#[derive(Clone, PartialEq)]
pub struct Apple2 {
    config: Config,
    cpu: Mos6502,
    board: Board,
}

impl Apple2 {
    /// A machine that was just switched on and is about to execute its first instruction.
    pub fn new(config: Config, monitor: Monitor, roms: Roms) -> Apple2 {
        let mut apple = Apple2 {
            config,
            cpu: Mos6502::new(),
            board: Board::new(config, monitor, roms),
        };
        apple.cpu.reset(&mut apple.board);
        apple
    }

    /// Copies a program into RAM.
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        for (i, byte) in (0..).zip(bytes) {
            self.board.poke(address.wrapping_add(i), *byte);
        }
    }

    /// The card of the disk drives.
    pub fn disks(&self) -> &crate::drive::disk2::Card {
        &self.board.disk
    }

    /// The card of the disk drives, to change a disk.
    pub fn disks_mut(&mut self) -> &mut crate::drive::disk2::Card {
        &mut self.board.disk
    }

    /// A drive of the card, from 1.
    fn numbered(&self, number: usize) -> Option<&Drive> {
        self.board.disk.drives.get(number.checked_sub(1)?)
    }

    fn numbered_mut(&mut self, number: usize) -> Option<&mut Drive> {
        self.board.disk.drives.get_mut(number.checked_sub(1)?)
    }

    fn text_row(&self, row: u16) -> String {
        let page = if self.board.mode.page2 {
            0x0800
        } else {
            0x0400
        };
        let first = page + (row & 7) * 0x80 + (row >> 3) * TEXT_COLUMNS;
        let cells = first..first + TEXT_COLUMNS;
        cells
            .map(|at| character(self.board.ram[usize::from(at)]))
            .collect()
    }
}

/// The character of a code: the low six bits choose it, the others how it looks.
fn character(code: u8) -> char {
    let letter = code & 0x3F;
    char::from(if letter < 0x20 { letter + 0x40 } else { letter })
}

impl Machine for Apple2 {
    fn reset(&mut self) {
        self.board.reset();
        self.cpu.reset(&mut self.board);
    }

    fn step(&mut self) -> u32 {
        self.cpu.step(&mut self.board)
    }

    fn run_frame(&mut self) -> u64 {
        let start = self.board.now;
        let end = self.board.video.frame_end(start);
        while self.board.now < end {
            self.step();
        }
        self.board.show();
        self.board.now - start
    }

    fn run_frame_until(&mut self, stops: &Stops) -> FrameEnd {
        let end = self.board.video.frame_end(self.board.now);
        while self.board.now < end {
            self.step();
            if stops.contains(self.pc()) {
                return FrameEnd::Stop(self.pc());
            }
        }
        self.board.show();
        FrameEnd::VerticalBlank
    }

    fn cycles(&self) -> u64 {
        self.board.now
    }

    fn clock_hz(&self) -> u32 {
        self.config.clock_hz()
    }

    fn frame_hz(&self) -> f64 {
        f64::from(self.config.clock_hz()) / self.board.video.frame_cycles() as f64
    }

    fn trap(&self) -> Option<Trap> {
        self.cpu.trap()
    }

    fn frame(&self) -> Frame<'_> {
        Frame {
            width: WIDTH,
            height: LINES,
            pixels: self.board.video.picture(),
            palette: palette::palette(),
            // The picture fills a screen of 4 by 3.
            pixel_aspect: 4.0 / 3.0 * LINES as f32 / WIDTH as f32,
            inside: Inside::all(WIDTH, LINES),
        }
    }

    fn dots(&self) -> Option<Vec<u16>> {
        Some(self.board.video.dots())
    }

    fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        let (now, clock) = (self.board.now, self.config.clock_hz());
        self.board
            .speaker
            .set_sample_rate(now, samples_per_second, clock);
    }

    fn drain_audio(&mut self, samples: &mut Vec<[f32; 2]>) {
        let mut mono = Vec::new();
        self.board.speaker.drain(self.board.now, &mut mono);
        samples.extend(mono.into_iter().map(|sample| [sample; 2]));
    }

    fn keyboard(&self) -> &'static Layout {
        &keyboard::LAYOUT
    }

    fn key_down(&mut self, key: Key) {
        if self.board.keys.resets(key) {
            self.reset();
        }
        self.board.keys.set(self.board.now, key, true);
    }

    fn key_up(&mut self, key: Key) {
        self.board.keys.set(self.board.now, key, false);
    }

    fn joystick(&mut self, port: u8, switches: Joystick) {
        self.board.game.joystick(port, switches);
    }

    fn peek(&self, bank: Bank, address: u32) -> u8 {
        let address = address as u16;
        match bank {
            Bank::Cpu => self.board.peek(address),
            Bank::Ram => self.board.ram_at(address),
        }
    }

    fn poke(&mut self, address: u32, value: u8) {
        self.board.poke(address as u16, value);
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

    fn text_screen(&self) -> Option<Vec<String>> {
        let mode = self.board.mode;
        if !mode.text && !mode.mixed {
            return None;
        }
        let row = |row: u16| {
            let text = mode.text || mode.mixed && row >= MIXED_ROW;
            if text {
                self.text_row(row)
            } else {
                " ".repeat(usize::from(TEXT_COLUMNS))
            }
        };
        Some((0..TEXT_ROWS).map(row).collect())
    }

    fn insert_disk(&mut self, image: &[u8]) -> Result<(), DiskError> {
        self.insert_disk_into(1, image)
    }

    fn disk(&self) -> Option<Vec<u8>> {
        self.disk_in(1)
    }

    fn eject_disk(&mut self) {
        self.board.disk.drives[0].eject();
    }

    fn disk_writes(&self) -> u64 {
        self.disk_writes_in(1)
    }

    fn disk_busy(&self) -> bool {
        self.board.disk.turns(self.board.now)
    }

    fn set_write_protected(&mut self, protected: bool) {
        self.set_write_protected_in(1, protected);
    }

    fn insert_disk_into(&mut self, drive: usize, image: &[u8]) -> Result<(), DiskError> {
        let error = |reason: String| DiskError {
            length: image.len(),
            reason,
        };
        let disk = Disk::from_bytes(image).map_err(|why| error(why.to_string()))?;
        let Some(drive) = self.numbered_mut(drive) else {
            return Err(error(format!("there is no drive {drive}")));
        };
        drive.insert(disk);
        Ok(())
    }

    /// What a program wrote so that a file of sectors cannot hold it comes as `.woz`.
    fn disk_in(&self, drive: usize) -> Option<Vec<u8>> {
        let disk = self.numbered(drive)?.disk()?;
        Some(disk.to_bytes().unwrap_or_else(|_| disk.to_woz()))
    }

    fn disk_writes_in(&self, drive: usize) -> u64 {
        self.numbered(drive).map_or(0, Drive::writes)
    }

    fn set_write_protected_in(&mut self, drive: usize, protected: bool) {
        if let Some(drive) = self.numbered_mut(drive) {
            drive.set_write_protected(protected);
        }
    }

    /// The disk turns in the machine's own time: programs count cycles by it.
    fn set_drive_speed(&mut self, _: DriveSpeed) {}

    fn snapshot(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
