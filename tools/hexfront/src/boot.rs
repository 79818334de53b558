//! Switching a machine on, and starting the disk in its drive as a user does.

use crate::cli::{MachineName, RomKind};
use crate::roms::{AmigaRoms, RomSet, amiga_roms, rom_set};
use crate::script::Action;
use crate::session::{RunError, Session};
use hexfront_disk::Image;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::amiga::{self, Amiga};
use hexfront_platforms::machines::c64::{C64, RomSize, Roms, Video};
use std::error::Error;
use std::path::PathBuf;

/// Where a game asks for a key; when it comes here for the first time, loading is over.
pub const FIRST_MENU: &str = "shell_event";

/// Emulated seconds from power-on to the prompt, at most.
const POWER_ON: f64 = 4.0;

/// The machine that a disk is for.
pub fn machine_for(disk: &Image) -> MachineName {
    match disk {
        Image::D64(_) => MachineName::C64,
        Image::Adf(_) => MachineName::Amiga,
    }
}

/// How a machine is fitted out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitting<'a> {
    /// For 60 Hz television, not 50.
    pub ntsc: bool,
    /// 512 KB more for an Amiga.
    pub slow_ram: bool,
    /// ROMs in the place of ours.
    pub roms: &'a [(RomKind, PathBuf)],
}

/// A machine, its drive at the host's speed.
///
/// # Errors
/// When a ROM is not there, has the wrong length or belongs to another machine.
pub fn machine(
    name: MachineName,
    fitting: Fitting<'_>,
) -> Result<Box<dyn Machine>, Box<dyn Error>> {
    let Fitting {
        ntsc,
        slow_ram,
        roms,
    } = fitting;
    Ok(match name {
        MachineName::C64 => {
            let video = if ntsc { Video::Ntsc } else { Video::Pal };
            c64(&rom_set(roms)?, video)?
        }
        MachineName::Amiga => {
            let AmigaRoms {
                kickstart,
                extended,
            } = amiga_roms(roms)?;
            let video = if ntsc {
                amiga::Video::Ntsc
            } else {
                amiga::Video::Pal
            };
            let options = amiga::Options {
                video,
                slow_ram,
                extended_rom: extended,
            };
            let mut amiga = Amiga::new(kickstart, options);
            amiga.set_drive_speed(DriveSpeed::Host);
            Box::new(amiga)
        }
    })
}

/// Starts the disk that was in the drive when the machine was switched on. Returns the cycle from which its player waits.
///
/// # Errors
/// See [`start_disk`].
pub fn start(session: &mut Session, name: MachineName) -> Result<u64, RunError> {
    match name {
        MachineName::C64 => start_disk(session),
        // Its ROM boots by itself, from power-on.
        MachineName::Amiga => Ok(0),
    }
}

/// A C64 with those ROMs, its drive at the host's speed.
///
/// # Errors
/// When a ROM has the wrong length.
pub fn c64(set: &RomSet, video: Video) -> Result<Box<dyn Machine>, RomSize> {
    let roms = Roms::new(&set.kernal, &set.basic, &set.chargen)?;
    let mut c64 = C64::new(video, roms);
    c64.set_drive_speed(DriveSpeed::Host);
    Ok(Box::new(c64))
}

/// On a C64: waits for the prompt, loads the first program of the disk and runs it. Returns the cycle in which RETURN was pressed
/// after `LOAD`.
///
/// # Errors
/// When the disk does not load: the message is the KERNAL's.
pub fn start_disk(session: &mut Session) -> Result<u64, RunError> {
    session.run_seconds(POWER_ON)?;
    type_line(session, "LOAD\"*\",8")?;
    let start = session.machine.cycles();
    type_line(session, "\n")?;
    // LOAD ends with a second READY. below the first, or with an error.
    session.run_until("the disk to load", |machine| {
        let screen = machine.text_screen().unwrap_or_default();
        let ready = screen.iter().filter(|row| row.trim_end() == "READY.");
        ready.count() > 1 || screen.iter().any(|row| row.starts_with('?'))
    })?;
    let screen = session.machine.text_screen().unwrap_or_default();
    if let Some(error) = screen.iter().find(|row| row.starts_with('?')) {
        return Err(RunError::NotLoaded(error.trim_end().to_owned()));
    }
    type_line(session, "RUN\n")?;
    Ok(start)
}

fn type_line(session: &mut Session, line: &str) -> Result<(), RunError> {
    line.chars()
        .try_for_each(|c| session.perform(&Action::Char(c)))
}
