//! What the tests that cross packages share: bytecode programs, the rules machines on bare processors, and the games on
//! the emulated machines.

pub mod album;
pub mod amiga;
pub mod bench;
pub mod beside;
pub mod booted;
pub mod c64;
pub mod compiled;
pub mod fields;
pub mod fog;
pub mod glide;
pub mod in_parts;
pub mod keyed;
pub mod lockstep;
pub mod machine;
pub mod mail;
pub mod program;
pub mod recording;
pub mod rig6502;
pub mod rig68000;
pub mod routine;
pub mod script;
pub mod wav;
pub mod windows;
