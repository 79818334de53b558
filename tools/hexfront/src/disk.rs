//! `disk`: looks into a disk image of any format.

use crate::cli::DiskCommand;
use crate::failure::Failure;
use crate::hostdisk::replace;
use crate::output::print_line;
use crate::session;
use hexfront_disk::{Image, ImageError};
use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Letters of a 1541 disk's title.
const MOST_LETTERS: usize = 16;

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
        DiskCommand::Create { image, title, kb } => create(image, title.as_deref(), *kb),
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

fn create(path: &Path, title: Option<&str>, kb: Option<u16>) -> Result<(), Failure> {
    let own = path.file_stem().unwrap_or_default().to_string_lossy();
    let own: String = own.chars().take(MOST_LETTERS).collect();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let cannot = |error: &dyn Display| format!("cannot make {}: {error}", path.display());
    let disk =
        Image::create_of(&ending, title.unwrap_or(&own), kb).map_err(|error| cannot(&error))?;
    let mut file = File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            cannot(&"there is a file of that name; take another name, or remove it")
        }
        _ => cannot(&error),
    })?;
    file.write_all(&disk.to_bytes())
        .map_err(|error| cannot(&error))?;
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_disk::Format;
    use std::path::PathBuf;

    #[test]
    fn an_empty_disk_is_made_once_and_takes_files() {
        let folder = std::env::temp_dir().join(format!("hexfront-create-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let save = folder.join("save");
        std::fs::write(&save, b"HXSG").unwrap();
        let made = Format::ENDINGS.iter().filter(|(_, f)| *f != Format::Adf);
        for (ending, _) in made {
            let image: PathBuf = folder.join(format!("saved games of mine.{ending}"));
            let command = DiskCommand::Create {
                image: image.clone(),
                title: None,
                kb: None,
            };
            run(&command).unwrap();
            let put = DiskCommand::Put {
                image: image.clone(),
                file: save.clone(),
                name: Some("SAVE A".into()),
            };
            run(&put).unwrap();
            let disk = open(&image).unwrap();
            assert_eq!(disk.get("SAVE A").unwrap(), b"HXSG", "{ending}");
            assert_eq!(disk.check(), Vec::<String>::new(), "{ending}");
            // What is there already is left alone.
            let said = format!("{:?}", run(&command).unwrap_err());
            assert!(said.contains("there is a file of that name"), "{said}");
        }
        let said = |name: &str, kb| {
            let image = folder.join(name);
            let title = None;
            let made = run(&DiskCommand::Create { image, title, kb });
            format!("{:?}", made.unwrap_err())
        };
        assert!(said("a.zip", None).contains("a new disk is a file that ends in"));
        assert!(said("a.atr", Some(720)).contains("has 90, 130 or 180 KB"));
        assert!(said("a.d64", Some(180)).contains("have one size"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
