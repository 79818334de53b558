//! Emulated machines: chips, wiring, CPU adapters, drives.

pub mod chips;
pub mod cpu;
pub mod drive;
pub mod iec;
pub mod keyboard;
pub mod machine;
pub mod machines;
pub mod modem;
pub mod monitor;
pub mod rom;
pub mod serial;
pub mod sio;

pub use machine::Machine;
