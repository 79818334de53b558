//! What the host keeps of a run: the disk files and the recording of the game.

use crate::explain::Explainer;
use crate::hostdisk::{HostDisk, replace};
use crate::observe::Seen;
use crate::output::tell;
use crate::record::{RecordError, Recorder};
use crate::session::{RunError, Session};
use hexfront_platforms::Machine;
use std::io;
use std::path::PathBuf;

/// Frames that the drive must rest before a save counts as done: between the steps of one it rests for less.
const RESTING: u32 = 25;
/// Emulated seconds that the end of a save is waited for, at most.
const PATIENCE: u64 = 120;

/// Looks at what happens in a game, and tells when it is to stop.
pub trait Umpire {
    /// Something was seen; true from when on the game is to stop.
    fn note(&mut self, seen: &Seen) -> bool;
}

/// Keeps it up to date while a machine runs.
#[derive(Default)]
pub struct Keeper {
    disks: Vec<HostDisk>,
    umpire: Option<Box<dyn Umpire>>,
    stopped: bool,
    recorder: Option<Recorder>,
    explainer: Option<Explainer>,
    trouble: Option<RecordError>,
    /// Why the disk file could not be written, while that is so.
    disk_trouble: Option<String>,
}

impl Keeper {
    /// Keeps disks in files of the host, records the game, explains it, all of that or nothing.
    pub fn new(
        disks: Vec<HostDisk>,
        recorder: Option<Recorder>,
        explainer: Option<Explainer>,
    ) -> Self {
        Self {
            disks,
            recorder,
            explainer,
            ..Self::default()
        }
    }

    /// Keeps nothing, and stops the game when somebody says so.
    pub fn watched(umpire: Box<dyn Umpire>) -> Self {
        Self {
            umpire: Some(umpire),
            ..Self::default()
        }
    }

    /// Whether the game is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// A disk whose file must not be written is write-protected in its drive.
    pub fn protect(&self, machine: &mut dyn Machine) {
        for disk in &self.disks {
            machine.set_write_protected_in(disk.drive(), disk.is_read_only());
        }
    }

    /// What the player must know while he plays: that his saved games do not reach the host's disk.
    pub fn disk_trouble(&self) -> Option<&str> {
        self.disk_trouble.as_deref()
    }

    /// The game stands at its first menu: from here on it is recorded and explained.
    pub fn begin(&mut self, session: &mut Session) {
        if self.recorder.is_some() || self.explainer.is_some() {
            session.observe();
        }
    }

    /// Writes what has changed since the last time. What cannot be written does not stop the game: the disk file is tried
    /// again, a recording is given up.
    pub fn update(&mut self, session: &mut Session) {
        for sighting in session.take_sightings() {
            self.with_recorder(|recorder| recorder.note(&sighting.what));
            if let Some(explainer) = &mut self.explainer {
                explainer.note(&sighting.what);
            }
            let mut umpire = self.umpire.as_mut().filter(|_| !self.stopped);
            self.stopped |= umpire.as_mut().is_some_and(|u| u.note(&sighting.what));
        }
        for disk in &mut self.disks {
            if let Err(error) = disk.update(session.machine.as_ref()) {
                let path = disk.path().display();
                self.disk_trouble = Some(format!(
                    "cannot write {path}: {error}; what was saved is not kept yet, play on, it is tried again"
                ));
            }
        }
        if !self.disks.iter().any(HostDisk::is_behind) {
            self.disk_trouble = None;
        }
    }

    /// The run is over: lets the drive end what it is doing, ends the recording if the game waits for a key, and says where
    /// it lies, and where reasons and saved games.
    ///
    /// # Errors
    /// When the disk file cannot be written; the disk is kept in another place then, which the message names. When the
    /// reasons cannot be.
    pub fn end(&mut self, session: &mut Session) -> Result<(), RunError> {
        self.let_drive_end(session);
        self.update(session);
        let kept = self.write_disks(session);
        if session.waits_for_key() {
            let image = session.state_image()?;
            self.with_recorder(|recorder| recorder.end(&image));
        }
        if let Some(trouble) = &self.trouble {
            tell(format_args!("hexfront: {trouble}"));
        }
        for path in self.recorder.iter().flat_map(Recorder::written) {
            tell(format_args!("recorded in {}", path.display()));
        }
        let explained = self.explainer.take().map_or(Ok(()), Explainer::end);
        kept.and(explained)
    }

    /// A player who leaves in the middle of a save wants it whole.
    fn let_drive_end(&mut self, session: &mut Session) {
        if self.disks.iter().all(HostDisk::is_read_only) {
            return;
        }
        let limit = PATIENCE * u64::from(session.machine.clock_hz());
        let end = session.machine.cycles() + limit;
        let mut rested = 0;
        while rested < RESTING && session.machine.cycles() < end {
            let mut disks = self.disks.iter_mut().filter(|disk| !disk.is_read_only());
            let at_work = disks.any(|disk| disk.is_at_work(session.machine.as_ref()));
            rested = if at_work { 0 } else { rested + 1 };
            // A machine that has stopped writes no more.
            if session.frame().is_err() {
                return;
            }
        }
    }

    fn write_disks(&mut self, session: &Session) -> Result<(), RunError> {
        let machine = session.machine.as_ref();
        // Who is watched needs no saved games: what he does is kept elsewhere.
        let kept = self.umpire.is_some() || self.disks.iter().any(|disk| disk.drive() == 1);
        if machine.disk_writes() > 0 && !kept {
            tell("saved games are not kept; `--disk FILE` keeps them");
        }
        let written: Vec<_> = self
            .disks
            .iter_mut()
            .map(|disk| write_disk(disk, machine))
            .collect();
        written.into_iter().collect()
    }

    fn with_recorder(&mut self, act: impl FnOnce(&mut Recorder) -> Result<(), RecordError>) {
        if self.trouble.is_none()
            && let Some(recorder) = &mut self.recorder
        {
            self.trouble = act(recorder).err();
        }
    }
}

/// Writes a disk file for the last time, and says where saved games lie.
fn write_disk(disk: &mut HostDisk, machine: &dyn Machine) -> Result<(), RunError> {
    if let Err(source) = disk.write(machine) {
        let path = disk.path().to_owned();
        return Err(
            match rescue(&disk.image(machine).unwrap_or_default(), disk) {
                Ok(rescued) => RunError::Rescued {
                    path,
                    source,
                    rescued,
                },
                Err(_) => RunError::Write { path, source },
            },
        );
    }
    if disk.has_saved() {
        tell(format_args!(
            "saved games are kept in {}",
            disk.path().display()
        ));
    }
    Ok(())
}

/// The disk goes to the folder for temporary files, where its own place has no room.
fn rescue(image: &[u8], disk: &HostDisk) -> io::Result<PathBuf> {
    let own = disk.path().file_name().unwrap_or_default();
    let name = format!("hexfront-{}-{}", std::process::id(), own.to_string_lossy());
    let path = std::env::temp_dir().join(name);
    replace(&path, image)?;
    Ok(path)
}
