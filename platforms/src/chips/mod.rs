//! The chips, one a file. A chip takes inputs, returns outputs and knows no machine.

pub mod mos6581;
