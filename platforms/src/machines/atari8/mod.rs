//! Atari 800 (48 KB), 800XL and 130XE.
//!
//! | chip | where | drives |
//! | --- | --- | --- |
//! | 6502C | | |
//! | ANTIC | $D400 | the bus: HALT, and RDY after WSYNC; NMI |
//! | GTIA | $D000 | the picture; triggers, console keys, loudspeaker |
//! | POKEY | $D200 | IRQ; sound, keyboard, serial bus with two drives |
//! | PIA 6520 | $D300 | IRQ; joysticks; memory of the XL and XE |
//!
//! Sources: Atari Home Computer System Hardware Manual; Atari 800XL and 130XE service manuals.
//!
//! **Not emulated**: what else than two drives can hang on the serial bus; cartridges, the parallel bus, paddles and the light pen, but for a trigger,
//! which hangs on the pen's line; the 400, whose memory is smaller.

mod board;
pub mod keyboard;
mod memory;
mod serial;

use crate::chips::antic::{NTSC_LINES, PAL_LINES, TextRow};
use crate::chips::gtia::{self, composite, palette};
use crate::cpu::Trap;
use crate::cpu::mos6502::{self, Mos6502, Waiting};
use crate::drive::atari810::{self, Drive};
use crate::keyboard::Layout;
use crate::machine::{
    Bank, DiskError, DriveSpeed, Frame, FrameEnd, Inside, Joystick, Key, Machine, Stops,
};
pub use crate::rom::RomSize;
use crate::rom::sized;
use board::Board;
use hexfront_disk::atari::Disk;
use std::ops::Range;

/// Kinds of its ROMs, and bytes of each: the operating system of the XL and XE, from $C000 on, with the registers' place full of the
/// self-test; that of the 800, from $D800 on; BASIC.
pub const OS: (&str, usize) = ("os", 0x4000);
/// See [`OS`].
pub const OS_800: (&str, usize) = ("os800", 0x2800);
/// See [`OS`].
pub const BASIC: (&str, usize) = ("basic", 0x2000);

/// The machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// 48 KB, four joysticks.
    Atari800,
    /// 64 KB, some of it below the ROMs; two joysticks.
    #[default]
    Atari800Xl,
    /// Four more banks of 16 KB.
    Atari130Xe,
}

/// Television standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standard {
    /// 50 frames a second.
    #[default]
    Pal,
    /// 60 frames a second.
    Ntsc,
}

/// What machine it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Its model.
    pub model: Model,
    /// Its television standard.
    pub standard: Standard,
}

/// What the standards differ in.
struct Timing {
    pal: bool,
    clock_hz: u32,
    lines: u16,
    /// Lines that a set shows.
    rows: Range<u16>,
    /// Half a colour clock's width by a line's height.
    pixel_aspect: f32,
}

impl Config {
    fn timing(self) -> Timing {
        match self.standard {
            Standard::Pal => Timing {
                pal: true,
                clock_hz: 1_773_447,
                lines: PAL_LINES,
                rows: 8..248,
                pixel_aspect: 1.04,
            },
            Standard::Ntsc => Timing {
                pal: false,
                clock_hz: 1_789_773,
                lines: NTSC_LINES,
                rows: 16..240,
                pixel_aspect: 0.857,
            },
        }
    }
}

/// The machine's ROMs.
#[derive(Clone, PartialEq, Eq)]
pub struct Roms {
    /// From $C000 on.
    os: Box<[u8; OS.1]>,
    basic: Option<Box<[u8; BASIC.1]>>,
}

impl Roms {
    /// The operating system, for the 800 either 10 KB or the upper part of 16 KB, and BASIC (8 KB), if it is to be built in.
    ///
    /// # Errors
    /// When one has another size.
    pub fn new(model: Model, os: &[u8], basic: Option<&[u8]>) -> Result<Roms, RomSize> {
        let basic = basic.map(|basic| sized(BASIC.0, basic)).transpose()?;
        if model == Model::Atari800 && os.len() != OS.1 {
            let short: Box<[u8; OS_800.1]> = sized(OS_800.0, os)?;
            let mut os = Box::new([0xFF; OS.1]);
            os[OS.1 - OS_800.1..].copy_from_slice(&short[..]);
            return Ok(Roms { os, basic });
        }
        Ok(Roms {
            os: sized(OS.0, os)?,
            basic,
        })
    }
}

/// The machine.
#[derive(Clone, PartialEq)]
pub struct Atari8 {
    config: Config,
    cpu: Mos6502,
    board: Board,
    /// Samples of POKEY and of the loudspeaker that have no partner yet.
    samples: [Vec<f32>; 2],
}

impl Atari8 {
    /// A machine that was just switched on and is about to execute its first instruction.
    pub fn new(config: Config, roms: Roms) -> Atari8 {
        let mut atari = Atari8 {
            config,
            cpu: Mos6502::new(),
            board: Board::new(config, &roms),
            samples: [Vec::new(), Vec::new()],
        };
        atari.cpu.reset(&mut atari.board);
        atari
    }

    /// Copies a program into RAM.
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        for (i, byte) in (0..).zip(bytes) {
            self.board.map.set_ram(address.wrapping_add(i), *byte);
        }
    }

    /// Shows the picture as a set does on the composite signal, where single pixels are coloured, or as GTIA made it. An NTSC machine's:
    /// on PAL the colours of one line take those of the next away, and nothing is done.
    pub fn set_composite(&mut self, on: bool) {
        let ntsc = self.config.standard == Standard::Ntsc;
        self.board.gtia.set_composite(on && ntsc);
    }

    /// The first drive, if there is one.
    pub fn drive(&self) -> Option<&Drive> {
        self.board.serial.drives[0].as_ref()
    }

    /// The drives, D1: and D2:, as far as there are any.
    pub fn drives(&self) -> &[Option<Drive>; 2] {
        &self.board.serial.drives
    }

    fn numbered(&self, number: usize) -> Option<&Drive> {
        let mut drives = self.board.serial.drives.iter().flatten();
        drives.find(|drive| drive.number() == number)
    }

    fn numbered_mut(&mut self, number: usize) -> Option<&mut Drive> {
        let mut drives = self.board.serial.drives.iter_mut().flatten();
        drives.find(|drive| drive.number() == number)
    }

    /// Puts another drive, or none, in the place of all that are there; a new machine has a 1050.
    pub fn set_drive(&mut self, model: Option<atari810::Model>) {
        self.set_drives([model, None]);
    }

    /// Puts others in the place of the drives, D1: and D2:.
    pub fn set_drives(&mut self, models: [Option<atari810::Model>; 2]) {
        self.board.serial = serial::SerialBus::new(models, self.config.timing().clock_hz);
        self.board.note_events();
    }

    /// The processor's registers, to set them up for a test.
    pub fn cpu_mut(&mut self) -> &mut Mos6502 {
        &mut self.cpu
    }

    /// The beam where the next instruction begins: line, and cycle of the line.
    pub fn beam(&self) -> (u16, u8) {
        let antic = &self.board.antic;
        (antic.line(), antic.cycle_of(self.board.clock))
    }

    /// An instruction, and before it what it waits for.
    fn wait_and_step(&mut self, waiting: &mut Waiting) {
        waiting.look(&self.cpu, &mut self.board);
        self.cpu.step(&mut self.board);
    }

    /// Presses a key or lets it go.
    fn set_key(&mut self, key: Key, down: bool) {
        let now = self.board.clock;
        let pokey = &mut self.board.pokey;
        let mut modifiers = pokey.modifiers();
        match key {
            keyboard::SHIFT => modifiers.shift = down,
            keyboard::CONTROL => modifiers.control = down,
            keyboard::BREAK => modifiers.break_key = down,
            keyboard::START | keyboard::SELECT | keyboard::OPTION => {
                let bit = 1 << (key.0 - keyboard::START.0);
                let keys = self.board.gtia.keys();
                self.board
                    .gtia
                    .set_keys(if down { keys | bit } else { keys & !bit });
            }
            keyboard::RESET if !down => {}
            keyboard::RESET if self.config.model == Model::Atari800 => {
                self.board.antic.press_reset();
            }
            keyboard::RESET => self.reset(),
            Key(code @ 0..64) => self.board.pokey.set_key(code, down, now),
            Key(_) => {}
        }
        self.board.pokey.set_modifiers(modifiers, now);
        self.board.note_events();
    }
}

/// The character of a code of the internal set, whatever its colour; graphics are blanks.
fn character(code: u8) -> char {
    match code & 0x7F {
        code @ 0x00..=0x3F => char::from(code + 0x20),
        code @ 0x61..=0x7A => char::from(code),
        _ => ' ',
    }
}

/// A row of text as far as it is shown.
fn text(row: &TextRow) -> String {
    row.codes().iter().map(|code| character(*code)).collect()
}

impl Machine for Atari8 {
    fn reset(&mut self) {
        self.board.reset();
        self.cpu.reset(&mut self.board);
    }

    fn step(&mut self) -> u32 {
        let start = self.board.clock;
        self.cpu.step(&mut self.board);
        (self.board.clock - start) as u32
    }

    fn run_frame(&mut self) -> u64 {
        let (start, frames) = (self.board.clock, self.board.antic.frames());
        let mut waiting = Waiting::default();
        while self.board.antic.frames() == frames {
            self.wait_and_step(&mut waiting);
        }
        self.board.clock - start
    }

    fn run_frame_until(&mut self, stops: &Stops) -> FrameEnd {
        let frames = self.board.antic.frames();
        let mut waiting = Waiting::default();
        while self.board.antic.frames() == frames {
            self.wait_and_step(&mut waiting);
            if stops.contains(self.pc()) {
                return FrameEnd::Stop(self.pc());
            }
        }
        FrameEnd::VerticalBlank
    }

    fn cycles(&self) -> u64 {
        self.board.clock
    }

    fn clock_hz(&self) -> u32 {
        self.config.timing().clock_hz
    }

    fn frame_hz(&self) -> f64 {
        let timing = self.config.timing();
        f64::from(timing.clock_hz) / (114.0 * f64::from(timing.lines))
    }

    fn trap(&self) -> Option<Trap> {
        self.cpu.trap()
    }

    fn frame(&self) -> Frame<'_> {
        let timing = self.config.timing();
        let height = timing.rows.len();
        Frame {
            width: gtia::WIDTH,
            height,
            pixels: self.board.gtia.picture(),
            palette: match self.config.standard {
                Standard::Pal => palette::pal(),
                Standard::Ntsc if self.board.gtia.is_composite() => composite::palette(),
                Standard::Ntsc => palette::ntsc(),
            },
            pixel_aspect: timing.pixel_aspect,
            // A playfield of normal width; programs choose their lines themselves.
            inside: Inside {
                left: 2 * (48 - usize::from(gtia::FIRST_CLOCK)),
                top: 0,
                width: 320,
                height,
            },
        }
    }

    fn dots(&self) -> Option<Vec<u16>> {
        let gtia = &self.board.gtia;
        gtia.is_composite().then(|| gtia.source())
    }

    fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        let (now, clock) = (self.board.clock, self.clock_hz());
        self.board.pokey.set_sample_rate(samples_per_second, now);
        self.board
            .speaker
            .set_sample_rate(now, samples_per_second, clock);
        self.samples = [Vec::new(), Vec::new()];
        self.board.note_events();
    }

    fn drain_audio(&mut self, samples: &mut Vec<[f32; 2]>) {
        let now = self.board.clock;
        let [voices, clicks] = &mut self.samples;
        self.board.pokey.drain(now, voices);
        self.board.speaker.drain(now, clicks);
        // The loudspeaker is a small one.
        const CLICK: f32 = 0.3;
        let count = voices.len().min(clicks.len());
        let mixed = voices.drain(..count).zip(clicks.drain(..count));
        samples.extend(mixed.map(|(voice, click)| [(voice + CLICK * click).clamp(-1.0, 1.0); 2]));
    }

    fn keyboard(&self) -> &'static Layout {
        &keyboard::LAYOUT
    }

    fn key_down(&mut self, key: Key) {
        self.set_key(key, true);
    }

    fn key_up(&mut self, key: Key) {
        self.set_key(key, false);
    }

    fn joystick(&mut self, port: u8, switches: Joystick) {
        self.board.set_joystick(port, switches);
    }

    fn peek(&self, bank: Bank, address: u32) -> u8 {
        let address = address as u16;
        match bank {
            Bank::Cpu => self.board.peek(address),
            Bank::Ram => self.board.map.ram(address),
        }
    }

    fn poke(&mut self, address: u32, value: u8) {
        self.board.map.set_ram(address as u16, value);
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

    /// Rows of modes 2, 3, 6 and 7 of the last frame, in their order; lines of other modes are no rows.
    fn text_screen(&self) -> Option<Vec<String>> {
        Some(self.board.text_rows().iter().map(text).collect())
    }

    fn insert_disk(&mut self, image: &[u8]) -> Result<(), DiskError> {
        self.insert_disk_into(1, image)
    }

    fn disk(&self) -> Option<Vec<u8>> {
        self.disk_in(1)
    }

    fn eject_disk(&mut self) {
        if let Some(drive) = self.numbered_mut(1) {
            drive.eject();
        }
    }

    fn disk_writes(&self) -> u64 {
        self.disk_writes_in(1)
    }

    fn disk_busy(&self) -> bool {
        let mut drives = self.board.serial.drives.iter().flatten();
        drives.any(|drive| drive.is_busy(self.board.clock))
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
        if !drive.model().takes(disk.density()) {
            let reason = "the drive does not read its density: copy its files to a disk of 90 KB, or use a drive that does";
            return Err(error(reason.to_owned()));
        }
        drive.insert(disk);
        Ok(())
    }

    fn disk_in(&self, drive: usize) -> Option<Vec<u8>> {
        Some(self.numbered(drive)?.disk()?.to_bytes())
    }

    fn disk_writes_in(&self, drive: usize) -> u64 {
        self.numbered(drive).map_or(0, Drive::writes)
    }

    fn set_write_protected_in(&mut self, drive: usize, protected: bool) {
        if let Some(drive) = self.numbered_mut(drive) {
            drive.set_write_protected(protected);
        }
    }

    fn set_drive_speed(&mut self, speed: DriveSpeed) {
        for drive in self.board.serial.drives.iter_mut().flatten() {
            drive.set_speed(speed);
        }
    }

    fn snapshot(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
