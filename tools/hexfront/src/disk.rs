//! `disk`: looks into a disk image of any format.

use crate::cli::DiskCommand;
use crate::failure::Failure;
use crate::hostdisk::replace;
use crate::output::print_line;
use crate::session;
use hexfront_disk::{Image, ImageError};
use std::path::Path;

/// Lists, reads, writes or checks the files of an image.
///
/// # Errors
/// [`Failure::No`] when a check finds faults; otherwise when the image or a file cannot be read or written.
pub fn run(command: &DiskCommand) -> Result<(), Failure> {
    match command {
        DiskCommand::Ls { image } => {
            let listing = open(image)?
                .listing()
                .map_err(|error| cannot(image, error))?;
            Ok(print_line(listing.to_string().trim_end())?)
        }
        DiskCommand::Get {
            image,
            name,
            output,
        } => {
            let bytes = open(image)?
                .get(name)
                .map_err(|error| cannot(image, error))?;
            let last = name.rsplit('/').next().unwrap_or(name);
            let path = output.clone().unwrap_or_else(|| last.to_lowercase().into());
            Ok(session::write(&path, &bytes)?)
        }
        DiskCommand::Put { image, file, name } => {
            let mut disk = open(image)?;
            let bytes = read(file)?;
            let own = file.file_name().unwrap_or_default().to_string_lossy();
            disk.put(name.as_deref().unwrap_or(&own), &bytes)
                .map_err(|error| cannot(image, error))?;
            replace(image, &disk.to_bytes())
                .map_err(|error| format!("cannot write {}: {error}", image.display()).into())
        }
        DiskCommand::Check { image } => {
            let faults = open(image)?.check();
            for fault in &faults {
                print_line(fault)?;
            }
            match faults.is_empty() {
                true => Ok(print_line("no fault found")?),
                false => Err(Failure::No),
            }
        }
    }
}

fn open(path: &Path) -> Result<Image, Failure> {
    let bytes = read(path)?;
    Image::open(&bytes).map_err(|error| cannot(path, error))
}

fn cannot(path: &Path, error: ImageError) -> Failure {
    format!("cannot use {}: {error}", path.display()).into()
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
}
