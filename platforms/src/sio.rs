//! The Atari's serial bus (SIO): what the computer drives. Devices answer on one line that all of them share, which is high unless
//! one of them pulls it down.
//!
//! Source: Atari Hardware Manual, "Serial I/O"; Operating System User's Manual, chapter 9, "Serial bus electrical specification".

use serde::{Deserialize, Serialize};

/// The lines that the computer drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lines {
    /// COMMAND: a command frame is being sent. From the PIA, CB2.
    pub command: bool,
    /// MOTOR: the cassette's motor runs. From the PIA, CA2.
    pub motor: bool,
    /// DATA OUT, a level: true is high. From POKEY.
    pub data_out: bool,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            command: false,
            motor: false,
            data_out: true,
        }
    }
}
