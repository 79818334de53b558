//! The chips, one a file. A chip takes inputs, returns outputs and knows no machine.

pub mod agnus;
pub mod denise;
pub mod mos6510;
pub mod mos6526;
pub mod mos6569;
pub mod mos6581;
pub mod pla;
pub mod rga;
