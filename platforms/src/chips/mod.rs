//! The chips, one a file. A chip takes inputs, returns outputs and knows no machine.

pub mod agnus;
pub mod antic;
mod cia;
pub mod denise;
pub mod gtia;
pub mod mos6510;
pub mod mos6520;
pub mod mos6526;
pub mod mos6569;
pub mod mos6581;
pub mod mos8520;
pub mod mos906114;
pub mod paula;
pub mod pokey;
pub mod rga;
