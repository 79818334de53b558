//! The chips and the machines: by registers, by programs, by pictures, and against recorded answers.

mod agnus_blitter;
mod agnus_slots;
mod amiga_machine;
mod amiga_video;
mod apple2_machine;
mod atari8;
mod c64_machine;
mod common;
mod cpu_conformance;
mod cpu_interrupts;
mod drive;
mod drive_on_c64;
mod m68000_conformance;
mod m68000_interrupts;
mod monitor;
mod mos6581;
mod pokey;
mod sio;
mod vic_pictures;
mod vic_registers;
mod waiting;
