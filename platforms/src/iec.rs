//! The Commodore serial bus: three open-collector lines.
//!
//! Everybody on the bus may pull a line down (assert it); it goes up when nobody does. Source: Commodore 64
//! Programmer's Reference Guide, chapter 6, "The serial bus".

use serde::{Deserialize, Serialize};

/// The three lines as one party drives them; `true` is asserted (pulled to ground).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lines {
    /// Attention; only the computer drives it.
    pub atn: bool,
    /// Clock.
    pub clk: bool,
    /// Data.
    pub data: bool,
}

/// The bus between the computer and its devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IecBus {
    /// What the computer asserts.
    pub host: Lines,
    /// What the devices assert together.
    pub device: Lines,
}

impl IecBus {
    /// The lines as everybody sees them.
    pub fn lines(&self) -> Lines {
        Lines {
            atn: self.host.atn || self.device.atn,
            clk: self.host.clk || self.device.clk,
            data: self.host.data || self.device.data,
        }
    }
}
