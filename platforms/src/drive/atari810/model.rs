//! What makes the drives differ.
//!
//! Sources: Atari 810 and 1050 Field Service Manuals; ICD, US Doubler manual; times as measured on drives, from the Altirra Hardware
//! Reference Manual, chapter 9. Of the XF551: B. Woolley, "Inside the XF551 Disk Drive" (Atari Interface Magazine, January 1989), and
//! M. Belitz's list of SIO commands (comp.sys.atari.8bit, February 1997); its bus and its steps are at their nominal speed.

use hexfront_disk::atari::Density;
use serde::{Deserialize, Serialize};

/// The drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Model {
    /// Atari 810: single density.
    #[default]
    Atari810,
    /// Atari 1050: enhanced density too.
    Atari1050,
    /// A 1050 with ICD's US Doubler: double density and a fast bus as well.
    UsDoubler,
    /// Atari XF551: double density too.
    Xf551,
}

/// How fast a drive puts bits on the bus, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub bit: u64,
    /// From one start bit to the next.
    pub byte: u64,
}

/// A drive's figures; times in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figures {
    pub rate: Rate,
    /// The fast bus, if it has one, and the divisor (AUDF) that it tells.
    pub fast: Option<(Rate, u8)>,
    /// It tells and takes a PERCOM block.
    pub percom: bool,
    /// A revolution of the disk.
    pub revolution: u64,
    /// From the end of the command line to the answer.
    pub acknowledge: u64,
    /// From the end of the answer to "complete" of a status.
    pub status: u64,
    /// From the end of the answer to the head's first move.
    pub begin: u64,
    /// From the end of a sector to "complete".
    pub finish: u64,
    pub step: u64,
    pub settle: u64,
    /// How long the motor runs on.
    pub motor_off: u64,
    /// What looking for a sector that is not there takes, for each time.
    pub search: u64,
}

impl Model {
    pub(super) fn figures(self) -> Figures {
        let atari1050 = Figures {
            rate: Rate {
                bit: 51_000,
                byte: 549_000,
            },
            fast: None,
            percom: false,
            revolution: 208_333,
            acknowledge: 279,
            status: 290,
            begin: 500,
            finish: 270,
            step: 20_120,
            settle: 20_000,
            motor_off: 6_800_000,
            search: 471_000,
        };
        match self {
            Model::Atari810 => Figures {
                rate: Rate {
                    bit: 52_000,
                    byte: 530_000,
                },
                acknowledge: 588,
                status: 410,
                begin: 3_200,
                finish: 5_136,
                step: 5_300,
                settle: 10_000,
                motor_off: 3_060_000,
                search: 522_000,
                ..atari1050
            },
            Model::Atari1050 => atari1050,
            Model::Xf551 => Figures {
                rate: Rate {
                    bit: 52_083,
                    byte: 520_833,
                },
                percom: true,
                revolution: 200_000,
                step: 6_000,
                ..atari1050
            },
            Model::UsDoubler => {
                let rate = Rate {
                    bit: 53_000,
                    byte: 534_000,
                };
                let fast = Rate {
                    bit: 19_000,
                    byte: 220_000,
                };
                Figures {
                    rate,
                    fast: Some((fast, 10)),
                    percom: true,
                    status: 250,
                    ..atari1050
                }
            }
        }
    }

    /// Whether the drive reads and writes disks of a density.
    pub fn takes(self, density: Density) -> bool {
        match density {
            Density::Single => true,
            Density::Enhanced => self != Model::Atari810,
            Density::Double => matches!(self, Model::UsDoubler | Model::Xf551),
        }
    }
}
