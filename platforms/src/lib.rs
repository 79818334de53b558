//! Emulated machines: chips, wiring, CPU adapters, drives.

pub mod chips;
pub mod drive;
pub mod iec;
