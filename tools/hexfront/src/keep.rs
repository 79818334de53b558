//! What the host keeps of a run: the disk file and the recording of the game.

use crate::hostdisk::HostDisk;
use crate::record::{RecordError, Recorder};
use crate::session::{RunError, Session};

/// Keeps it up to date while a machine runs.
#[derive(Default)]
pub struct Keeper {
    disk: Option<HostDisk>,
    recorder: Option<Recorder>,
    trouble: Option<RecordError>,
}

impl Keeper {
    /// Keeps the disk in a file of the host, records the game, both or nothing.
    pub fn new(disk: Option<HostDisk>, recorder: Option<Recorder>) -> Self {
        Self {
            disk,
            recorder,
            trouble: None,
        }
    }

    /// The disk file must not be written: so the disk in the drive is write-protected.
    pub fn is_read_only(&self) -> bool {
        self.disk.as_ref().is_some_and(HostDisk::is_read_only)
    }

    /// The game stands at its first menu: from here on it is recorded.
    pub fn begin(&mut self, session: &mut Session) {
        if self.recorder.is_some() {
            session.observe();
        }
    }

    /// Writes what has changed since the last time. A recording that cannot be written does not stop the game.
    ///
    /// # Errors
    /// When the disk file cannot be written.
    pub fn update(&mut self, session: &mut Session) -> Result<(), RunError> {
        for sighting in session.take_sightings() {
            self.with_recorder(|recorder| recorder.note(&sighting.what));
        }
        if let Some(disk) = &mut self.disk {
            disk.update(session.machine.as_ref())
                .map_err(|source| RunError::Write {
                    path: disk.path().to_owned(),
                    source,
                })?;
        }
        Ok(())
    }

    /// The run is over: ends the recording if the game waits for a key, and says where it lies.
    ///
    /// # Errors
    /// As [`Keeper::update`].
    pub fn end(&mut self, session: &mut Session) -> Result<(), RunError> {
        self.update(session)?;
        if session.waits_for_key() {
            let image = session.state_image()?;
            self.with_recorder(|recorder| recorder.end(&image));
        }
        if let Some(trouble) = &self.trouble {
            eprintln!("hexfront: {trouble}");
        }
        for path in self.recorder.iter().flat_map(Recorder::written) {
            eprintln!("recorded in {}", path.display());
        }
        Ok(())
    }

    fn with_recorder(&mut self, act: impl FnOnce(&mut Recorder) -> Result<(), RecordError>) {
        if self.trouble.is_none()
            && let Some(recorder) = &mut self.recorder
        {
            self.trouble = act(recorder).err();
        }
    }
}
