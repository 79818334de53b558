//! What every emulated machine offers to a window, a test, the command line and the instruments.

use crate::cpu::Trap;
use crate::keyboard::Layout;
use crate::serial::Device;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A key of the machine by its place on the keyboard; the number is the machine's own (see its module).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u8);

/// Keys to hold down together to get a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// The key that makes the character.
    pub key: Key,
    /// A shift key to hold with it.
    pub with: Option<Key>,
}

/// A key under a name that is not its own: one that people type first, one that all machines share, or what a machine makes
/// with a shift key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherName {
    /// The other name, lower case.
    pub name: &'static str,
    /// The key's own.
    pub key: &'static str,
    /// The own name of a key to hold with it.
    pub with: Option<&'static str>,
}

impl OtherName {
    /// Another name for a key.
    pub const fn of(name: &'static str, key: &'static str) -> OtherName {
        let with = None;
        OtherName { name, key, with }
    }

    /// A name for two keys that are held together.
    pub const fn shifted(name: &'static str, key: &'static str, with: &'static str) -> OtherName {
        let with = Some(with);
        OtherName { name, key, with }
    }
}

/// Joystick switches; `true` is pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick {
    /// Up.
    pub up: bool,
    /// Down.
    pub down: bool,
    /// Left.
    pub left: bool,
    /// Right.
    pub right: bool,
    /// Fire button.
    pub fire: bool,
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The picture of the last whole frame, border included.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `height` rows of `width` indices into the palette.
    pub pixels: &'a [u16],
    /// The colours the machine can show, 0xRRGGBB: as few as 16, as many as 16,128.
    pub palette: &'a [u32],
    /// Width of a pixel divided by its height on the machine's screen.
    pub pixel_aspect: f32,
    /// The part that is no border.
    pub inside: Inside,
}

/// The part of a picture in which a machine draws, in pixels of the picture: around it is border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Its first column.
    pub left: usize,
    /// Its first row.
    pub top: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Inside {
    /// A picture of this size without a border.
    pub fn all(width: usize, height: usize) -> Self {
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }
}

impl Frame<'_> {
    /// The picture as RGB bytes, row by row.
    pub fn rgb(&self) -> Vec<u8> {
        self.pixels
            .iter()
            .flat_map(|p| {
                let [_, r, g, b] = self.palette[usize::from(*p)].to_be_bytes();
                [r, g, b]
            })
            .collect()
    }
}

/// What the processor can see at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bank {
    /// What a read by the processor would give now, without its side effects.
    Cpu,
    /// The RAM at the address, whatever lies over it.
    Ram,
}

/// How fast a disk drive works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DriveSpeed {
    /// As the real drive: about 400 bytes a second on a 1541 with the standard routines.
    #[default]
    Real,
    /// Without waiting for the disk.
    Host,
}

/// A disk that a machine cannot take.
#[derive(Debug, Error)]
#[error("cannot insert the disk image of {length} bytes: {reason}")]
pub struct DiskError {
    /// Bytes of the image.
    pub length: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Addresses at which a run pauses. Looking costs the same for one as for many: a bit for each low word of an
/// address, and a search only where it is set.
#[derive(Clone, PartialEq, Eq)]
pub struct Stops {
    bits: Box<[u64; 0x400]>,
    addresses: Box<[u32]>,
}

impl Stops {
    /// The addresses at which to pause.
    pub fn at(addresses: impl IntoIterator<Item = u32>) -> Stops {
        let addresses: Box<[u32]> = addresses.into_iter().collect();
        let mut bits = Box::new([0; 0x400]);
        for address in &addresses {
            bits[(address >> 6 & 0x3FF) as usize] |= 1 << (address & 63);
        }
        Stops { bits, addresses }
    }

    /// Whether a run pauses before the instruction at this address.
    #[inline]
    pub fn contains(&self, address: u32) -> bool {
        self.bits[(address >> 6 & 0x3FF) as usize] >> (address & 63) & 1 != 0
            && self.addresses.contains(&address)
    }
}

/// Why [`Machine::run_frame_until`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameEnd {
    /// The frame is whole, or the processor locked up.
    VerticalBlank,
    /// The instruction at this address is next.
    Stop(u32),
}

/// An emulated machine: deterministic, headless, driven by whoever owns it.
///
/// Nothing passes between it and the host but keys, joystick, mouse, disk, serial line, picture and sound; [`Machine::peek`] and
/// [`Machine::poke`] are for instruments and tests.
pub trait Machine {
    /// The reset line.
    fn reset(&mut self);

    /// One instruction or interrupt entry; returns its cycles.
    fn step(&mut self) -> u32;

    /// Runs to the next vertical blank; returns the cycles it took.
    fn run_frame(&mut self) -> u64;

    /// Runs to the next vertical blank, or until the next instruction stands at one of `stops`; at least one
    /// instruction. Called again, it goes on with the same frame.
    fn run_frame_until(&mut self, stops: &Stops) -> FrameEnd;

    /// Cycles since power-on.
    fn cycles(&self) -> u64;

    /// Cycles a second.
    fn clock_hz(&self) -> u32;

    /// Frames a second.
    fn frame_hz(&self) -> f64;

    /// Why the processor stopped for good, if it did.
    fn trap(&self) -> Option<Trap>;

    /// The picture.
    fn frame(&self) -> Frame<'_>;

    /// The pixels of [`Machine::frame`] before a set makes colours of those beside each other: lit or dark, in colours of its palette.
    /// `None` where each has the colour that the machine gave it.
    fn dots(&self) -> Option<Vec<u16>> {
        None
    }

    /// Turns sound synthesis on at so many samples a second, or off; off costs nothing.
    fn set_sample_rate(&mut self, samples_per_second: Option<u32>);

    /// Appends the samples made since the last call, left and right, -1.0 to 1.0. A machine with one loudspeaker gives
    /// both the same.
    fn drain_audio(&mut self, samples: &mut Vec<[f32; 2]>);

    /// The keys.
    fn keyboard(&self) -> &'static Layout;

    /// The machine's keys and their names, lower case (`return`, `left-shift`, `f1`).
    fn keys(&self) -> &'static [(&'static str, Key)] {
        self.keyboard().keys
    }

    /// Other names of keys. All machines have `back`, the key that leaves a page; those that make menu letters with a key that is
    /// held have it as `menu`, and its neighbour at the left as `left-menu`.
    fn other_names(&self) -> &'static [OtherName] {
        self.keyboard().other_names
    }

    /// The keys to press for a character, if the keyboard has it. `\n` is the return key; letters come unshifted,
    /// whatever their case.
    fn chord(&self, character: char) -> Option<Chord> {
        self.keyboard().chord(character)
    }

    /// Presses a key, until [`Machine::key_up`].
    fn key_down(&mut self, key: Key);

    /// Lets a key go.
    fn key_up(&mut self, key: Key);

    /// Sets the switches of the joystick in a port (1, 2; other numbers are ignored).
    fn joystick(&mut self, port: u8, switches: Joystick);

    /// Whether a mouse is plugged in; without one the next two do nothing.
    fn has_mouse(&self) -> bool {
        false
    }

    /// Moves the mouse by so many counts to the right and towards the user. The machine sees the movement as fast as a
    /// hand can make it.
    fn move_mouse(&mut self, _right: i32, _down: i32) {}

    /// Presses a button of the mouse or lets it go.
    fn mouse_button(&mut self, _button: Button, _down: bool) {}

    /// Gives what is plugged into the serial port its turn; false on a machine without such a port. Due once a frame.
    fn serve_serial(&mut self, _device: &mut dyn Device) -> bool {
        false
    }

    /// A byte of memory, without side effects.
    /// Addresses beyond the machine's are taken modulo its address space.
    fn peek(&self, bank: Bank, address: u32) -> u8;

    /// Writes a byte of RAM, whatever lies over it; nothing where there is no RAM.
    fn poke(&mut self, address: u32, value: u8);

    /// Address of the next instruction.
    fn pc(&self) -> u32;

    /// Goes on at another address, with the next [`Machine::step`].
    fn set_pc(&mut self, address: u32);

    /// The processor's registers, the program counter aside, with the names its manual gives them.
    fn registers(&self) -> Vec<(&'static str, u32)>;

    /// The instruction at an address, as the processor sees the memory now, and its size in bytes.
    fn disassemble(&self, address: u32) -> (String, u32);

    /// The text on the screen, row by row, as the machine keeps it in memory; cells that are no text are spaces. `None`
    /// on a machine that has pictures only, or while it shows one.
    fn text_screen(&self) -> Option<Vec<String>>;

    /// Puts a disk into the first drive.
    ///
    /// # Errors
    /// When the bytes are no disk image this machine's drive can read.
    fn insert_disk(&mut self, image: &[u8]) -> Result<(), DiskError>;

    /// The disk in the first drive, as it is now.
    fn disk(&self) -> Option<Vec<u8>>;

    /// Takes the disk out of the first drive.
    fn eject_disk(&mut self);

    /// How often the disk in the first drive was written to since power-on: a front end that keeps it in a file of the
    /// host writes the file when this has changed.
    fn disk_writes(&self) -> u64;

    /// Whether a drive is at work, as its lamp shows: a file is open, or the motor runs. In the middle of that a disk may hold half
    /// of what is being written.
    fn disk_busy(&self) -> bool;

    /// Covers or uncovers the write-protect notch in the first drive.
    fn set_write_protected(&mut self, protected: bool);

    /// Puts a disk into a drive, from 1.
    ///
    /// # Errors
    /// As [`Machine::insert_disk`], and when there is no such drive.
    fn insert_disk_into(&mut self, drive: usize, image: &[u8]) -> Result<(), DiskError> {
        match drive {
            1 => self.insert_disk(image),
            _ => Err(DiskError {
                length: image.len(),
                reason: format!("there is no drive {drive}"),
            }),
        }
    }

    /// The disk in a drive, from 1, as it is now.
    fn disk_in(&self, drive: usize) -> Option<Vec<u8>> {
        (drive == 1).then(|| self.disk()).flatten()
    }

    /// How often the disk in a drive, from 1, was written to since power-on.
    fn disk_writes_in(&self, drive: usize) -> u64 {
        if drive == 1 { self.disk_writes() } else { 0 }
    }

    /// Covers or uncovers the write-protect notch in a drive, from 1; nothing where there is no such drive.
    fn set_write_protected_in(&mut self, drive: usize, protected: bool) {
        if drive == 1 {
            self.set_write_protected(protected);
        }
    }

    /// Sets how fast the drives work.
    fn set_drive_speed(&mut self, speed: DriveSpeed);

    /// A copy of everything: running it gives what running this gives.
    fn snapshot(&self) -> Box<dyn Machine>;
}

/// Where [`run_until`] is to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// Stop before the instruction at this address.
    pub pc: Option<u32>,
    /// Stop at the first instruction that begins at or after this cycle.
    pub cycle: u64,
}

/// Why [`run_until`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The address was reached.
    Pc,
    /// The cycle was reached.
    Cycle,
    /// The processor locked up.
    Trap(Trap),
}

/// Steps the machine until `stop`; at least one instruction.
pub fn run_until(machine: &mut dyn Machine, stop: Stop) -> Stopped {
    loop {
        machine.step();
        if stop.pc == Some(machine.pc()) {
            return Stopped::Pc;
        }
        if let Some(trap) = machine.trap() {
            return Stopped::Trap(trap);
        }
        if machine.cycles() >= stop.cycle {
            return Stopped::Cycle;
        }
    }
}
