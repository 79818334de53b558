//! The rules machine: reference interpreter, state image, verifier.
//!
//! [`Vm`] runs a [`hexfront_isa::Cartridge`] on a [`Memory`] that the caller holds, and speaks to the machine
//! around it through [`Shell`]. It allocates nothing, has no undefined behaviour for any bytes in a cartridge,
//! and stops when its fuel is used up. The same bytecode runs on the assembly machines whose sources are in
//! [`SOURCES_6502`].
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

mod arith;
mod assembly;
mod exec;
pub mod flood;
pub mod image;
mod machine;
pub mod map;
mod memory;
mod natives;
pub mod pack;
pub mod print;
pub mod random;
#[cfg(feature = "alloc")]
pub mod trek;
pub mod verify;

pub use assembly::{CONTRACT, GRID_INCLUDE, SOURCES_6502, SOURCES_68000};
#[cfg(feature = "alloc")]
pub use assembly::{game_include, grid_include};
pub use machine::{Exit, Shell, Trap, UNKNOWN, Vm};
pub use memory::Memory;
