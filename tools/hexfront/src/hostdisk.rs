//! The disk image as a file of the host: what the emulated drive writes reaches it at once, and whole.

use hexfront_platforms::Machine;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A disk file and what it holds.
pub struct HostDisk {
    path: PathBuf,
    written: Vec<u8>,
    /// The machine's count of writes when it was last looked at.
    seen: Option<u64>,
    read_only: bool,
}

impl HostDisk {
    /// A file that holds `image` already.
    pub fn new(path: PathBuf, image: Vec<u8>) -> Self {
        let permissions = fs::metadata(&path).map(|file| file.permissions());
        Self {
            path,
            written: image,
            seen: None,
            read_only: permissions.is_ok_and(|permissions| permissions.readonly()),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is there and marked as one that must not be written.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Brings the file up to date with the machine's disk. The new contents go to a file beside it first, so that a
    /// power cut leaves the old or the new, never half of one.
    ///
    /// # Errors
    /// When it cannot be written; the disk in the machine is not touched.
    pub fn update(&mut self, machine: &dyn Machine) -> io::Result<()> {
        let writes = machine.disk_writes();
        if self.read_only || self.seen == Some(writes) {
            return Ok(());
        }
        let Some(image) = machine.disk() else {
            return Ok(());
        };
        if image != self.written {
            replace(&self.path, &image)?;
            self.written = image;
        }
        self.seen = Some(writes);
        Ok(())
    }
}

/// Replaces a file by way of a second one in the same folder.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = fs::File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boot::{self, Fitting};
    use crate::cli::MachineName;
    use hexfront_disk::adf::Adf;

    #[test]
    fn a_file_that_must_not_be_written_stays_as_it_is() {
        let path = std::env::temp_dir().join(format!("hexfront-disk-{}.adf", std::process::id()));
        fs::write(&path, b"kept").unwrap();
        let mut machine = boot::machine(MachineName::Amiga, Fitting::default()).unwrap();
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
}
