//! Amiga 500.
//!
//! | chip | where | drives |
//! | --- | --- | --- |
//! | 68000 | | |
//! | Agnus | $DFF000 | the bus of chip RAM: who has each slot; Paula's requests of blank and blitter |
//! | Denise | $DFF000 | the picture |
//! | Paula | $DFF000 | the processor's interrupt level; sound; the bits of the disk |
//! | CIA A | $BFE001, odd bytes | Paula's PORTS; ROM overlay, keyboard, fire buttons, what the drive answers |
//! | CIA B | $BFD000, even bytes | Paula's EXTER; the lines to the drive, those of the serial port |
//!
//! | memory | where |
//! | --- | --- |
//! | chip RAM, 512 KB | $000000, four times up to $1FFFFF; under the ROM while CIA A asks for that |
//! | RAM on the same bus, 512 KB, an option | $C00000 |
//! | ROM, up to 512 KB, repeated | $F80000 |
//! | a second ROM, an option | $E00000 |
//!
//! Sources: Amiga Hardware Reference Manual, appendices D to F; Amiga 500 Service Manual, schematics.
//!
//! **Not emulated**: cards (autoconfiguration finds none), the clock on the memory card, the parallel port's pins and
//! the serial port's ring, drives but the internal one, bus errors, the refresh of the CIAs' clock by the wait of a bus cycle; registers
//! that can only be written read as ones.

mod board;
mod chips;
mod filter;
pub mod keyboard;
mod ports;

use crate::chips::agnus::{self, Timing};
use crate::chips::denise::{self, Raster};
use crate::cpu::Trap;
use crate::cpu::m68000::M68000;
use crate::keyboard::Layout;
use crate::machine::{
    Bank, Button, DiskError, DriveSpeed, Frame, FrameEnd, Inside, Joystick, Key, Machine, Stops,
};
use crate::serial::Device;
use board::Board;
use filter::AudioFilter;
use hexfront_asm::cpu::m68000::disassemble;
use hexfront_disk::adf::Adf;
use thiserror::Error;

/// Bytes of the longest instruction.
const LONGEST: u32 = 10;

/// Television standard of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Video {
    /// 50 frames a second, 7,093,790 Hz.
    #[default]
    Pal,
    /// 60 frames a second, 7,159,090 Hz.
    Ntsc,
}

impl Video {
    fn chips(self) -> (&'static Timing, &'static Raster) {
        match self {
            Video::Pal => (&agnus::PAL, &denise::PAL),
            Video::Ntsc => (&agnus::NTSC, &denise::NTSC),
        }
    }
}

/// Kinds of its ROMs: that at $F80000, and that at $E00000.
pub const KICKSTART: &str = "kickstart";
/// See [`KICKSTART`].
pub const EXTENDED: &str = "extended";

/// A ROM: a power of two of bytes, which is repeated over its 512 KB.
#[derive(Clone, PartialEq, Eq)]
pub struct Rom(Box<[u8]>);

/// A ROM image of the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "cannot use {length} bytes as ROM: it must have 256 KB or 512 KB, or a smaller power of two"
)]
pub struct RomSize {
    /// Bytes given.
    pub length: usize,
}

impl Rom {
    /// The ROM with these bytes.
    ///
    /// # Errors
    /// When they are no power of two from 1 KB to 512 KB.
    pub fn new(bytes: &[u8]) -> Result<Rom, RomSize> {
        let length = bytes.len();
        if !length.is_power_of_two() || !(0x400..=0x8_0000).contains(&length) {
            return Err(RomSize { length });
        }
        Ok(Rom(bytes.into()))
    }

    #[inline]
    fn word(&self, address: u32) -> u16 {
        let at = address as usize & (self.0.len() - 1) & !1;
        u16::from_be_bytes([self.0[at], self.0[at + 1]])
    }
}

/// How the machine is fitted out.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Television standard.
    pub video: Video,
    /// 512 KB at $C00000.
    pub slow_ram: bool,
    /// A ROM at $E00000.
    pub extended_rom: Option<Rom>,
}

/// The machine.
#[derive(Clone, PartialEq)]
pub struct Amiga {
    cpu: M68000,
    board: Board,
    palette: Box<[u32]>,
    /// While sound is synthesized.
    filter: Option<AudioFilter>,
}

impl Amiga {
    /// A machine that was just switched on and is about to execute its first instruction.
    pub fn new(rom: Rom, options: Options) -> Amiga {
        let mut amiga = Amiga {
            cpu: M68000::new(),
            board: Board::new(rom, options),
            palette: (0..0x1000).map(rgb).collect(),
            filter: None,
        };
        amiga.cpu.reset(&mut amiga.board);
        amiga
    }

    /// The processor's registers.
    pub fn cpu(&self) -> &M68000 {
        &self.cpu
    }

    /// The processor's registers, to set them up for a test.
    pub fn cpu_mut(&mut self) -> &mut M68000 {
        &mut self.cpu
    }

    /// Copies a program into RAM; what has no RAM is dropped.
    pub fn load(&mut self, address: u32, bytes: &[u8]) {
        for (at, byte) in (address..).zip(bytes) {
            self.poke(at, *byte);
        }
    }

    /// The drive.
    pub fn drive(&self) -> &crate::drive::fb354::Fb354 {
        &self.board.chips.drive
    }

    /// Line and slot in the line in which the next instruction begins.
    pub fn beam(&mut self) -> (u16, u16) {
        self.board.service();
        self.board.agnus.position(self.board.slot())
    }

    fn timing(&self) -> &'static Timing {
        self.board.agnus.timing()
    }
}

/// A colour of 12 bits in 24.
fn rgb(colour: u32) -> u32 {
    let part = |shift: u32| (colour >> shift & 15) * 0x11;
    part(8) << 16 | part(4) << 8 | part(0)
}

impl Machine for Amiga {
    fn reset(&mut self) {
        self.board.reset();
        self.cpu.reset(&mut self.board);
    }

    fn step(&mut self) -> u32 {
        self.cpu.step(&mut self.board)
    }

    fn run_frame(&mut self) -> u64 {
        let (start, frames) = (self.board.now, self.board.agnus.frames());
        while self.board.agnus.frames() == frames {
            self.step();
        }
        self.board.now - start
    }

    fn run_frame_until(&mut self, stops: &Stops) -> FrameEnd {
        let frames = self.board.agnus.frames();
        while self.board.agnus.frames() == frames {
            self.step();
            if stops.contains(self.pc()) {
                return FrameEnd::Stop(self.pc());
            }
        }
        FrameEnd::VerticalBlank
    }

    fn cycles(&self) -> u64 {
        self.board.now
    }

    fn clock_hz(&self) -> u32 {
        2 * self.timing().slots_hz
    }

    /// Of long frames, which are all where nothing is interlaced.
    fn frame_hz(&self) -> f64 {
        let timing = self.timing();
        let line = if timing.long_lines { 227.5 } else { 227.0 };
        f64::from(timing.slots_hz) / (line * f64::from(timing.lines + 1))
    }

    fn trap(&self) -> Option<Trap> {
        self.cpu.trap()
    }

    fn frame(&self) -> Frame<'_> {
        let picture = self.board.chips.denise.picture();
        let (columns, rows) = picture.window.clone();
        Frame {
            width: picture.width,
            height: picture.height,
            pixels: picture.pixels,
            palette: &self.palette,
            pixel_aspect: picture.pixel_aspect,
            inside: Inside {
                left: columns.start,
                top: rows.start,
                width: columns.len(),
                height: rows.len(),
            },
        }
    }

    fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        let rate = samples_per_second.filter(|rate| *rate > 0);
        self.board.chips.paula.set_sample_rate(rate);
        self.filter = rate.map(AudioFilter::new);
    }

    fn drain_audio(&mut self, samples: &mut Vec<[f32; 2]>) {
        self.board.service();
        let slot = self.board.slot();
        let old = samples.len();
        self.board.chips.paula.drain(slot, samples);
        if let Some(filter) = &mut self.filter {
            filter.apply(&mut samples[old..], self.board.chips.power_light());
        }
    }

    fn keyboard(&self) -> &'static Layout {
        &keyboard::LAYOUT
    }

    fn key_down(&mut self, key: Key) {
        self.board.chips.keyboard.set(key, true);
        self.board.service();
        if self.board.chips.keyboard.resets() {
            self.reset();
        }
    }

    fn key_up(&mut self, key: Key) {
        self.board.chips.keyboard.set(key, false);
        self.board.service();
    }

    /// A joystick is plugged into port 2; port 1 has the mouse.
    fn joystick(&mut self, port: u8, switches: Joystick) {
        if port == 2 {
            self.board.chips.ports.set_joystick(switches);
        }
    }

    fn has_mouse(&self) -> bool {
        true
    }

    fn move_mouse(&mut self, right: i32, down: i32) {
        self.board.chips.ports.move_mouse(right, down);
    }

    fn mouse_button(&mut self, button: Button, down: bool) {
        self.board.chips.ports.set_button(button, down);
    }

    fn serve_serial(&mut self, device: &mut dyn Device) -> bool {
        let seconds = self.cycles() as f64 / f64::from(self.clock_hz());
        self.board.service();
        let slot = self.board.slot();
        self.board.chips.serve_serial(slot, seconds, device);
        self.board.service();
        true
    }

    fn peek(&self, bank: Bank, address: u32) -> u8 {
        match bank {
            Bank::Cpu => self.board.peek(address),
            Bank::Ram => self.board.peek_ram(address),
        }
    }

    fn poke(&mut self, address: u32, value: u8) {
        if let Some(cell) = self.board.ram_at(address) {
            *cell = value;
        }
    }

    fn pc(&self) -> u32 {
        self.cpu.pc()
    }

    fn set_pc(&mut self, address: u32) {
        self.cpu.set_pc(address);
    }

    fn registers(&self) -> Vec<(&'static str, u32)> {
        const DATA: [&str; 8] = ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"];
        const ADDRESS: [&str; 8] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"];
        let data = DATA
            .iter()
            .enumerate()
            .map(|(n, name)| (*name, self.cpu.d(n)));
        let address = ADDRESS
            .iter()
            .enumerate()
            .map(|(n, name)| (*name, self.cpu.a(n)));
        let others = [
            ("usp", self.cpu.usp()),
            ("ssp", self.cpu.ssp()),
            ("sr", self.cpu.sr().into()),
        ];
        data.chain(address).chain(others).collect()
    }

    fn disassemble(&self, address: u32) -> (String, u32) {
        let bytes: Vec<u8> = (0..LONGEST)
            .map(|i| self.board.peek(address.wrapping_add(i)))
            .collect();
        let decoded = disassemble(&bytes, address);
        (decoded.text, decoded.size as u32)
    }

    fn text_screen(&self) -> Option<Vec<String>> {
        None
    }

    fn insert_disk(&mut self, image: &[u8]) -> Result<(), DiskError> {
        let disk = Adf::from_bytes(image).map_err(|error| DiskError {
            length: image.len(),
            reason: error.to_string(),
        })?;
        self.board.chips.drive.insert(disk);
        Ok(())
    }

    fn disk(&self) -> Option<Vec<u8>> {
        self.board.chips.drive.disk().map(|disk| disk.to_bytes())
    }

    fn eject_disk(&mut self) {
        self.board.chips.drive.eject();
    }

    fn disk_writes(&self) -> u64 {
        self.board.chips.drive.writes()
    }

    fn disk_busy(&self) -> bool {
        self.board.chips.drive.spins()
    }

    fn set_write_protected(&mut self, protected: bool) {
        self.board.chips.drive.set_write_protected(protected);
    }

    fn set_drive_speed(&mut self, speed: DriveSpeed) {
        self.board.chips.drive.set_speed(speed);
    }

    fn snapshot(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
