//! The disk image as a file of the host: what the emulated drive has written reaches it as soon as the drive rests, and whole.

use hexfront_platforms::Machine;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Emulated seconds without a sector written, after which a drive that still has a file open counts as resting.
const QUIET: u64 = 10;
/// How long to wait before a file that could not be written is tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// A disk file and what it holds.
pub struct HostDisk {
    path: PathBuf,
    /// The drive that the disk is in, from 1.
    drive: usize,
    written: Vec<u8>,
    /// The machine's count of writes when the file was last brought up to date.
    seen: Option<u64>,
    /// The count of writes that waits for the drive to rest, and the cycle in which it was first seen.
    waiting: Option<(u64, u64)>,
    read_only: bool,
    /// When a write that failed is tried again.
    again: Option<Instant>,
    /// The game has written to its disk.
    saved: bool,
}

impl HostDisk {
    /// A file that holds `contents`, nothing if it is not there yet, of the disk in the first drive.
    pub fn new(path: PathBuf, contents: Vec<u8>) -> Self {
        Self {
            read_only: is_read_only(&path),
            path,
            drive: 1,
            written: contents,
            seen: None,
            waiting: None,
            again: None,
            saved: false,
        }
    }

    /// Leaves the file as it is, there or not, until the game itself writes to its disk.
    #[must_use]
    pub fn when_game_writes(mut self) -> Self {
        self.seen = Some(0);
        self
    }

    /// The disk is in that drive, from 1.
    #[must_use]
    pub fn in_drive(mut self, drive: usize) -> Self {
        self.drive = drive;
        self
    }

    /// The drive that it is in.
    pub fn drive(&self) -> usize {
        self.drive
    }

    /// The disk as the machine has it now.
    pub fn image(&self, machine: &dyn Machine) -> Option<Vec<u8>> {
        machine.disk_in(self.drive)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is there and must not, or cannot, be written.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Whether the file holds something that the game has written.
    pub fn has_saved(&self) -> bool {
        self.saved
    }

    /// Brings the file up to date with the machine's disk, unless the drive is in the middle of writing: a save is one thing,
    /// and half of one is none. Where it failed it is tried again after a while.
    ///
    /// # Errors
    /// When it cannot be written; the disk in the machine is not touched.
    pub fn update(&mut self, machine: &dyn Machine) -> io::Result<()> {
        let due = self.again.is_none_or(|again| Instant::now() >= again);
        if due && !self.is_at_work(machine) {
            return self.write(machine);
        }
        Ok(())
    }

    /// The same at once, whatever the drive is doing.
    ///
    /// # Errors
    /// As [`HostDisk::update`].
    pub fn write(&mut self, machine: &dyn Machine) -> io::Result<()> {
        let writes = machine.disk_writes_in(self.drive);
        if self.read_only || self.seen == Some(writes) {
            return Ok(());
        }
        let Some(image) = self.image(machine) else {
            return Ok(());
        };
        if image != self.written {
            self.again = Some(Instant::now() + AGAIN);
            replace(&self.path, &image)?;
            self.written = image;
        }
        self.again = None;
        self.seen = Some(writes);
        self.saved |= writes > 0;
        Ok(())
    }

    /// Whether a write that failed waits to be tried again.
    pub fn is_behind(&self) -> bool {
        self.again.is_some()
    }

    /// Whether the drive is still writing. One that only has a file open, and has not written for long, is not.
    pub fn is_at_work(&mut self, machine: &dyn Machine) -> bool {
        let writes = machine.disk_writes_in(self.drive);
        if !machine.disk_busy() {
            self.waiting = None;
            return false;
        }
        let now = machine.cycles();
        match self.waiting {
            Some((seen, since)) if seen == writes => {
                now - since < QUIET * u64::from(machine.clock_hz())
            }
            _ => {
                self.waiting = Some((writes, now));
                true
            }
        }
    }
}

/// Whether a file that is there cannot be opened for writing, by its own mark or that of the disk it lies on.
fn is_read_only(path: &Path) -> bool {
    let Ok(file) = fs::metadata(path) else {
        return false;
    };
    file.permissions().readonly() || OpenOptions::new().write(true).open(path).is_err()
}

/// Tries whether a file that is not there yet can be made; nothing of it is left.
///
/// # Errors
/// When its folder is not there, or nothing can be written into it.
pub fn try_place(path: &Path) -> io::Result<()> {
    let part = part_of(path);
    fs::File::create(&part)?;
    fs::remove_file(&part)
}

/// Replaces a file by way of a second one in the same folder, so that a power cut leaves the old or the new, never half of one.
/// Where that fails the second one is taken away.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = part_of(path);
    let written = write_whole(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // It may not even be there; the first error is the one to tell.
        let _ = fs::remove_file(&part);
    }
    written
}

/// The second file.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::{AMIGA, Fitting};
    use hexfront_disk::adf::Adf;

    #[test]
    fn a_file_that_must_not_be_written_stays_as_it_is() {
        let path = std::env::temp_dir().join(format!("hexfront-disk-{}.adf", std::process::id()));
        fs::write(&path, b"kept").unwrap();
        let mut machine = AMIGA.switch_on(Fitting::default()).unwrap();
        machine.insert_disk(&Adf::blank().to_bytes()).unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let mut disk = HostDisk::new(path.clone(), Vec::new());
        assert!(disk.is_read_only());
        disk.update(machine.as_ref()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"kept");

        fs::remove_file(&path).unwrap();
        let mut disk = HostDisk::new(path.clone(), Vec::new());
        assert!(!disk.is_read_only(), "it is not there yet");
        disk.update(machine.as_ref()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), Adf::blank().to_bytes());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_disk_that_the_game_never_wrote_to_makes_no_file() {
        let path = std::env::temp_dir().join(format!("hexfront-new-{}.adf", std::process::id()));
        let mut machine = AMIGA.switch_on(Fitting::default()).unwrap();
        machine.insert_disk(&Adf::blank().to_bytes()).unwrap();
        let mut disk = HostDisk::new(path.clone(), Vec::new()).when_game_writes();
        disk.update(machine.as_ref()).unwrap();
        disk.write(machine.as_ref()).unwrap();
        assert!(!path.exists() && !disk.has_saved());
    }

    /// The name of the second file is taken by a folder: as good as a host disk without room.
    #[test]
    fn what_cannot_be_written_leaves_nothing_behind_and_is_tried_again() {
        let folder = std::env::temp_dir().join(format!("hexfront-full-{}", std::process::id()));
        let (path, part) = (folder.join("a.adf"), folder.join("a.adf.part"));
        fs::create_dir_all(&part).unwrap();
        let mut machine = AMIGA.switch_on(Fitting::default()).unwrap();
        machine.insert_disk(&Adf::blank().to_bytes()).unwrap();
        let mut disk = HostDisk::new(path.clone(), Vec::new());
        disk.update(machine.as_ref()).unwrap_err();
        assert!(disk.is_behind());
        disk.update(machine.as_ref()).unwrap();
        assert!(disk.is_behind(), "it waits before it tries again");
        fs::remove_dir(&part).unwrap();
        disk.write(machine.as_ref()).unwrap();
        assert!(!disk.is_behind());
        assert_eq!(fs::read(&path).unwrap(), Adf::blank().to_bytes());

        // A folder in the place of the file: the second one is written, and cannot take its place.
        let taken = folder.join("taken");
        fs::create_dir_all(taken.join("something")).unwrap();
        replace(&taken, b"bytes").unwrap_err();
        assert!(!folder.join("taken.part").exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
