//! The messages of the error channel.

use hexfront_disk::d64::{DIRECTORY_TRACK, DiskError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A message of the error channel: number, and two values that are track and sector for most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Number, 0 to 74.
    pub number: u8,
    /// Track; for 01 the number of files.
    pub track: u8,
    /// Sector.
    pub sector: u8,
}

/// First and last number, text. Source: 1541 User's Guide, appendix B.
const TEXTS: [(u8, u8, &str); 24] = [
    (0, 0, " OK"),
    (1, 1, "FILES SCRATCHED"),
    (20, 24, "READ ERROR"),
    (25, 25, "WRITE ERROR"),
    (26, 26, "WRITE PROTECT ON"),
    (27, 27, "READ ERROR"),
    (28, 28, "WRITE ERROR"),
    (29, 29, "DISK ID MISMATCH"),
    (30, 34, "SYNTAX ERROR"),
    (39, 39, "FILE NOT FOUND"),
    (50, 50, "RECORD NOT PRESENT"),
    (51, 51, "OVERFLOW IN RECORD"),
    (52, 52, "FILE TOO LARGE"),
    (60, 60, "WRITE FILE OPEN"),
    (61, 61, "FILE NOT OPEN"),
    (62, 62, "FILE NOT FOUND"),
    (63, 63, "FILE EXISTS"),
    (64, 64, "FILE TYPE MISMATCH"),
    (65, 65, "NO BLOCK"),
    (66, 67, "ILLEGAL TRACK OR SECTOR"),
    (70, 70, "NO CHANNEL"),
    (71, 71, "DIR ERROR"),
    (72, 72, "DISK FULL"),
    (73, 73, "CBM DOS V2.6 1541"),
];
const NOT_READY: &str = "DRIVE NOT READY";

impl Status {
    /// 00, OK.
    pub const OK: Status = Status::new(0);
    /// 26: the notch is covered.
    pub const WRITE_PROTECT: Status = Status {
        number: 26,
        track: DIRECTORY_TRACK.0,
        sector: 0,
    };
    /// 30: the command cannot be understood.
    pub const SYNTAX: Status = Status::new(30);
    /// 31: no such command.
    pub const INVALID_COMMAND: Status = Status::new(31);
    /// 32: the line is too long.
    pub const LONG_LINE: Status = Status::new(32);
    /// 33: wildcards where one name is needed.
    pub const WILDCARD: Status = Status::new(33);
    /// 34: no file name given.
    pub const NO_NAME: Status = Status::new(34);
    /// 60: the file was opened for writing and not closed.
    pub const WRITE_FILE_OPEN: Status = Status::new(60);
    /// 61: no file is open on the channel.
    pub const NOT_OPEN: Status = Status::new(61);
    /// 62: no such file.
    pub const NOT_FOUND: Status = Status::new(62);
    /// 63: a file of the name is there.
    pub const EXISTS: Status = Status::new(63);
    /// 64: the file is of another type.
    pub const TYPE_MISMATCH: Status = Status::new(64);
    /// 70: no channel or buffer is left, or the channel is not open.
    pub const NO_CHANNEL: Status = Status::new(70);
    /// 72: disk or directory are full.
    pub const DISK_FULL: Status = Status::new(72);
    /// 73: the DOS tells its version, at power-on and when a disk of another version is to be written to.
    pub const VERSION: Status = Status::new(73);
    /// 74: no disk.
    pub const NOT_READY: Status = Status::new(74);

    const fn new(number: u8) -> Status {
        Status {
            number,
            track: 0,
            sector: 0,
        }
    }

    /// The status of this number at a track and sector.
    pub fn at(number: u8, track: u8, sector: u8) -> Status {
        Status {
            number,
            track,
            sector,
        }
    }

    /// Whether the lamp blinks for it.
    pub fn is_error(self) -> bool {
        self.number >= 20 && self.number != Status::VERSION.number
    }

    /// The text alone.
    pub fn text(self) -> &'static str {
        TEXTS
            .iter()
            .find(|row| (row.0..=row.1).contains(&self.number))
            .map_or(NOT_READY, |row| row.2)
    }
}

impl fmt::Display for Status {
    /// As the error channel sends it, without the carriage return: `62,FILE NOT FOUND,00,00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:02},{},{:02},{:02}",
            self.number,
            self.text(),
            self.track,
            self.sector
        )
    }
}

impl From<DiskError> for Status {
    fn from(error: DiskError) -> Status {
        match error {
            DiskError::NoSuchBlock { track, sector } | DiskError::BadLink { track, sector, .. } => {
                Status::at(66, track, sector)
            }
            DiskError::Unreadable { block, fault } => {
                Status::at(fault.dos_number(), block.track().0, block.sector().0)
            }
            // A 1541 follows a loop for ever; this says where it is instead.
            DiskError::Loop { block } => Status::at(67, block.track().0, block.sector().0),
            DiskError::NotFound { .. } => Status::NOT_FOUND,
            DiskError::Exists { .. } | DiskError::Locked { .. } => Status::EXISTS,
            DiskError::NotClosed { .. } => Status::WRITE_FILE_OPEN,
            DiskError::Relative { .. } => Status::TYPE_MISMATCH,
            DiskError::Full { .. } | DiskError::DirectoryFull => Status::DISK_FULL,
            // Only images of the right size get into the drive.
            DiskError::Size { .. } | DiskError::TooManyTracks { .. } => Status::NOT_READY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_as_the_manual_prints_them() {
        let rows = [
            (Status::OK, "00, OK,00,00"),
            (Status::at(1, 3, 0), "01,FILES SCRATCHED,03,00"),
            (Status::at(23, 17, 4), "23,READ ERROR,17,04"),
            (Status::WRITE_PROTECT, "26,WRITE PROTECT ON,18,00"),
            (Status::WILDCARD, "33,SYNTAX ERROR,00,00"),
            (Status::NOT_FOUND, "62,FILE NOT FOUND,00,00"),
            (Status::at(66, 36, 1), "66,ILLEGAL TRACK OR SECTOR,36,01"),
            (Status::VERSION, "73,CBM DOS V2.6 1541,00,00"),
            (Status::NOT_READY, "74,DRIVE NOT READY,00,00"),
        ];
        for (status, text) in rows {
            assert_eq!(status.to_string(), text);
        }
    }

    #[test]
    fn errors_begin_at_20_and_the_version_is_none() {
        for (number, error) in [
            (0, false),
            (1, false),
            (19, false),
            (20, true),
            (73, false),
            (74, true),
        ] {
            assert_eq!(Status::at(number, 0, 0).is_error(), error, "{number}");
        }
    }
}
