//! One door to all formats: what a caller can do with a disk image of whatever machine.
//!
//! A new format is a variant of [`Format`] and of [`Image`]; the compiler then names every place to fill in.

use crate::adf::{self, Adf};
use crate::apple::{self, dos33};
use crate::atari::{self, dos2};
use crate::d64::{Block, D64, DiskError, FileKind, Name, NameError, SIZE, SIZE_WITH_ERRORS};
use std::fmt;
use thiserror::Error;

/// First bytes of a saved game of ours, which the machines read as data.
const SAVED_GAME: &[u8] = b"HXSG";

/// The formats there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Commodore 1541, 35 tracks.
    D64,
    /// Amiga, 80 cylinders.
    Adf,
    /// Apple II, 35 tracks, in a file of this kind.
    Apple(apple::Container),
    /// Atari, 40 tracks, in a file of this kind.
    Atari(atari::Container),
}

/// A disk image of any format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// Commodore 1541, 35 tracks.
    D64(D64),
    /// Amiga, 80 cylinders.
    Adf(Adf),
    /// Apple II, 35 tracks.
    Apple(apple::Disk),
    /// Atari, 40 tracks.
    Atari(atari::Disk),
}

/// Why an operation on an image failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ImageError {
    #[error(
        "these {bytes} bytes are no disk image of a known format: a d64 has 174848 or 175531 bytes and a directory on track 18, an adf \
         901120, an Apple II disk 143360 (dsk, do, po) or 232960 (nib), a woz begins with WOZ; an Atari disk has 92160, 133120 or \
         183936 (xfd), and an atr begins with 96 02"
    )]
    Unrecognised { bytes: usize },
    /// A file whose name says of no kind of disk of this system that it is one.
    #[error("the disk goes into a file that ends in {endings}, and this one {found}")]
    OtherEnding { endings: String, found: String },
    #[error(
        "a new disk is a file that ends in .d64 (Commodore 1541), .dsk, .do, .po, .nib or .woz (Apple II), .atr or .xfd (Atari)"
    )]
    NoFormat,
    /// Disks of another size.
    #[error("a disk of this kind has {0} KB")]
    NoSize(&'static str),
    /// A size for disks that have only one.
    #[error("disks of this kind have one size; ask for no other")]
    OneSize,
    #[error(
        "files cannot be written to an Amiga disk here, but for saved games to a game's own disk; write them on an Amiga"
    )]
    ReadOnly,
    #[error(transparent)]
    Save(#[from] adf::saves::SaveError),
    #[error(transparent)]
    Adf(#[from] adf::WrongSize),
    #[error(transparent)]
    AdfFile(#[from] adf::FileError),
    #[error(transparent)]
    Apple(#[from] apple::ImageError),
    #[error(transparent)]
    Dos33(#[from] dos33::FileError),
    #[error(transparent)]
    Atari(#[from] atari::ImageError),
    #[error(transparent)]
    Dos2(#[from] dos2::FileError),
    #[error(transparent)]
    D64(#[from] DiskError),
    #[error(transparent)]
    Name(#[from] NameError),
}

/// A directory for printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Name and ID of the disk.
    pub title: String,
    /// The files in the directory's order.
    pub entries: Vec<ListingEntry>,
    /// Free room, in the system's own words.
    pub free: String,
}

/// A line of a [`Listing`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingEntry {
    /// Name of the file.
    pub name: String,
    /// Its type in the system's own letters.
    pub kind: String,
    /// Length in the system's own blocks.
    pub blocks: usize,
    /// The whole line as the system itself shows it.
    pub line: String,
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for entry in &self.entries {
            writeln!(f, "{}", entry.line)?;
        }
        writeln!(f, "{}", self.free)
    }
}

impl Format {
    /// The endings of files, and what is in such a file that is made here.
    pub const ENDINGS: [(&str, Format); 9] = [
        ("d64", Format::D64),
        ("adf", Format::Adf),
        ("dsk", Format::Apple(apple::Container::Dos)),
        ("do", Format::Apple(apple::Container::Dos)),
        ("po", Format::Apple(apple::Container::ProDos)),
        ("nib", Format::Apple(apple::Container::Nib)),
        ("woz", Format::Apple(apple::Container::Woz2)),
        ("atr", Format::Atari(atari::Container::Atr)),
        ("xfd", Format::Atari(atari::Container::Xfd)),
    ];

    /// The format that a file's name asks for by its ending, in small letters or capitals.
    pub fn of_ending(ending: &str) -> Option<Format> {
        let named = |(own, _): &&(&str, Format)| own.eq_ignore_ascii_case(ending);
        Format::ENDINGS
            .iter()
            .find(named)
            .map(|(_, format)| *format)
    }

    /// Whether disks of both formats go into drives of the same system.
    fn is_same_system(self, other: Format) -> bool {
        match self {
            Format::D64 => other == Format::D64,
            Format::Adf => other == Format::Adf,
            Format::Apple(_) => matches!(other, Format::Apple(_)),
            Format::Atari(_) => matches!(other, Format::Atari(_)),
        }
    }

    /// The format of these bytes, by content; names of files do not count.
    pub fn recognise(bytes: &[u8]) -> Option<Format> {
        // Many an Amiga disk has no file system, so that its size alone must do.
        if bytes.len() == adf::SIZE {
            return Some(Format::Adf);
        }
        if let Some(container) = apple::Disk::recognise(bytes) {
            return Some(Format::Apple(container));
        }
        if let Some(container) = atari::Disk::recognise(bytes) {
            return Some(Format::Atari(container));
        }
        // Longer disks are recognised too, so that opening them can say what is wrong with them.
        let d64_size = matches!(bytes.len(), SIZE | SIZE_WITH_ERRORS)
            || matches!(D64::from_bytes(bytes), Err(DiskError::TooManyTracks { .. }));
        if !d64_size {
            return None;
        }
        let at = Block::BAM.index() * 256;
        let header = &bytes[at..at + 256];
        // The link to the directory, or the DOS version of a disk whose maker put something else there.
        let formatted = header[0] == Block::DIRECTORY.track().0 || header[2] == b'A';
        formatted.then_some(Format::D64)
    }
}

impl Image {
    /// The format of its file.
    pub fn format(&self) -> Format {
        match self {
            Image::D64(_) => Format::D64,
            Image::Adf(_) => Format::Adf,
            Image::Apple(disk) => Format::Apple(disk.container()),
            Image::Atari(disk) => Format::Atari(disk.container()),
        }
    }

    /// The same disk for a file with this ending, which says what kind of file it is to be.
    ///
    /// # Errors
    /// [`ImageError::OtherEnding`] where that is none of its system's.
    pub fn for_ending(self, ending: &str) -> Result<Image, ImageError> {
        match (self, Format::of_ending(ending)) {
            (Image::D64(disk), Some(Format::D64)) => Ok(Image::D64(disk)),
            (Image::Adf(disk), Some(Format::Adf)) => Ok(Image::Adf(disk)),
            (Image::Apple(disk), Some(Format::Apple(container))) => {
                Ok(Image::Apple(disk.in_container(container)))
            }
            (Image::Atari(disk), Some(Format::Atari(container))) => {
                Ok(Image::Atari(disk.in_container(container)))
            }
            (disk, _) => Err(disk.other_ending(ending)),
        }
    }

    fn other_ending(&self, ending: &str) -> ImageError {
        let own = |(_, format): &&(&str, Format)| self.format().is_same_system(*format);
        let own = Format::ENDINGS.iter().filter(own);
        let own: Vec<String> = own.map(|(ending, _)| format!(".{ending}")).collect();
        ImageError::OtherEnding {
            endings: match own.as_slice() {
                [others @ .., last] if !others.is_empty() => {
                    format!("{} or {last}", others.join(", "))
                }
                own => own.concat(),
            },
            found: match ending {
                "" => "has no ending".to_owned(),
                _ => format!("ends in .{ending}"),
            },
        }
    }

    /// The image of these bytes.
    ///
    /// # Errors
    /// [`ImageError::Unrecognised`], or what the format says of the size.
    pub fn open(bytes: &[u8]) -> Result<Image, ImageError> {
        match Format::recognise(bytes) {
            Some(Format::D64) => Ok(Image::D64(D64::from_bytes(bytes)?)),
            Some(Format::Adf) => Ok(Image::Adf(Adf::from_bytes(bytes)?)),
            Some(Format::Apple(_)) => Ok(Image::Apple(apple::Disk::from_bytes(bytes)?)),
            Some(Format::Atari(_)) => Ok(Image::Atari(atari::Disk::from_bytes(bytes)?)),
            None => Err(ImageError::Unrecognised { bytes: bytes.len() }),
        }
    }

    /// An empty, formatted disk for a file with this ending. A title is taken where disks have one.
    ///
    /// # Errors
    /// [`ImageError::NoFormat`], and where the title is no name of a disk.
    pub fn create(ending: &str, title: &str) -> Result<Image, ImageError> {
        Image::create_of(ending, title, None)
    }

    /// The same of so many kilobytes, where disks have several sizes.
    ///
    /// # Errors
    /// [`ImageError::NoSize`] and [`ImageError::OneSize`] too.
    pub fn create_of(
        ending: &str,
        title: &str,
        kilobytes: Option<u16>,
    ) -> Result<Image, ImageError> {
        let density = match kilobytes {
            None | Some(90) => Some(atari::Density::Single),
            Some(130) => Some(atari::Density::Enhanced),
            Some(180) => Some(atari::Density::Double),
            Some(_) => None,
        };
        let apple = |container| {
            let sectors = dos33::Volume::format(apple::VOLUME);
            Ok(Image::Apple(apple::Disk::from_sectors(container, &sectors)))
        };
        let atari = |container| {
            let density = density.ok_or(ImageError::NoSize("90, 130 or 180"))?;
            let mut disk = atari::Disk::blank(container, density);
            dos2::Volume::format(&mut disk);
            Ok(Image::Atari(disk))
        };
        match Format::of_ending(ending) {
            Some(Format::D64 | Format::Apple(_)) if kilobytes.is_some() => Err(ImageError::OneSize),
            Some(Format::D64) => Ok(Image::D64(D64::format(Name::parse(title)?, *b"HF"))),
            Some(Format::Apple(container)) => apple(container),
            Some(Format::Atari(container)) => atari(container),
            Some(Format::Adf) | None => Err(ImageError::NoFormat),
        }
    }

    /// The bytes of the image file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Image::D64(disk) => disk.to_bytes(),
            Image::Adf(disk) => disk.to_bytes(),
            // What came from a file of sectors goes into one, as files alone are changed here; else the bits are kept.
            Image::Apple(disk) => disk.to_bytes().unwrap_or_else(|_| disk.to_woz()),
            Image::Atari(disk) => disk.to_bytes(),
        }
    }

    /// The directory.
    ///
    /// # Errors
    /// Where the directory cannot be read.
    pub fn listing(&self) -> Result<Listing, ImageError> {
        match self {
            Image::Adf(disk) => adf_listing(disk),
            Image::Apple(disk) => apple_listing(disk),
            Image::Atari(disk) => atari_listing(disk),
            Image::D64(disk) => {
                let id = String::from_utf8_lossy(&disk.id_field()?.map(|b| match b {
                    0x20..=0x5F => b,
                    _ => b' ',
                }))
                .into_owned();
                let name = disk.header()?.name.to_string();
                Ok(Listing {
                    title: format!("0 \"{name:<16}\" {id}"),
                    entries: disk
                        .entries()?
                        .iter()
                        .map(|entry| ListingEntry {
                            name: entry.name.to_string(),
                            kind: entry.kind.letters().into(),
                            blocks: entry.blocks.into(),
                            line: entry.to_string(),
                        })
                        .collect(),
                    free: format!("{} BLOCKS FREE.", disk.blocks_free()?),
                })
            }
        }
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// Where the name is no name, there is no such file, or it cannot be read.
    pub fn get(&self, name: &str) -> Result<Vec<u8>, ImageError> {
        match self {
            Image::Adf(disk) if adf::saves::has_slots(disk) => {
                let saves = adf::saves::files(disk);
                let found = saves.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
                let (_, bytes) = found.ok_or(adf::FileError::NotFound(name.to_owned()))?;
                Ok(bytes.to_vec())
            }
            Image::Adf(disk) => Ok(adf::Files::of(disk)?.read(name)?),
            Image::Apple(disk) => Ok(dos33::Volume::of(disk)?.get(name)?),
            Image::Atari(disk) => Ok(dos2::Volume::of(disk)?.get(name)?),
            Image::D64(disk) => Ok(disk.read_file(&Name::parse(name)?)?),
        }
    }

    /// Writes a file, in the place of the one of that name if there is one; a replaced file keeps its type, a new
    /// one is a program, or data if it is a saved game.
    ///
    /// # Errors
    /// Where the name is no name, the disk is full, or it cannot be written.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), ImageError> {
        match self {
            Image::Adf(disk) if adf::saves::has_slots(disk) => {
                Ok(adf::saves::put(disk, name, bytes)?)
            }
            Image::Adf(_) => Err(ImageError::ReadOnly),
            Image::Apple(disk) => {
                let mut files = dos33::Volume::of(disk)?;
                files.put(name, 0, bytes)?;
                files.store(disk);
                Ok(())
            }
            Image::Atari(disk) => {
                let mut files = dos2::Volume::of(disk)?;
                files.put(name, bytes)?;
                *disk = files.into_disk();
                Ok(())
            }
            Image::D64(disk) => {
                let name = Name::parse(name)?;
                let new = match bytes.starts_with(SAVED_GAME) {
                    true => FileKind::Seq,
                    false => FileKind::Prg,
                };
                let kind = disk.find(&name).map_or(new, |old| old.kind);
                disk.replace_file(&name, kind, bytes)?;
                Ok(())
            }
        }
    }

    /// Everything that is wrong with the disk, one sentence each; empty for a sound one.
    pub fn check(&self) -> Vec<String> {
        match self {
            Image::D64(disk) => disk.check().iter().map(ToString::to_string).collect(),
            Image::Apple(disk) => match dos33::Volume::of(disk) {
                Ok(files) => files.check().iter().map(ToString::to_string).collect(),
                Err(error) => vec![error.to_string()],
            },
            Image::Atari(disk) => match dos2::Volume::of(disk) {
                Ok(files) => files.check().iter().map(ToString::to_string).collect(),
                Err(error) => vec![error.to_string()],
            },
            Image::Adf(disk) => {
                let boot = disk.check().into_iter().map(|fault| fault.to_string());
                // Many a disk that boots has no files.
                let files = adf::Files::of(disk).map_or(Vec::new(), |files| files.check());
                boot.chain(files.iter().map(ToString::to_string)).collect()
            }
        }
    }
}

/// The saved games of a disk that has slots in the place of files.
fn slot_listing(disk: &Adf) -> Listing {
    let saves = adf::saves::files(disk);
    let entry = |(name, bytes): &(String, &[u8])| ListingEntry {
        line: format!("{:>8} {name}", bytes.len()),
        kind: "save".into(),
        blocks: bytes.len().div_ceil(adf::SECTOR_SIZE),
        name: name.clone(),
    };
    Listing {
        title: "a game's own disk".to_owned(),
        entries: saves.iter().map(entry).collect(),
        free: format!("{} saved games", saves.len()),
    }
}

/// The files of an Amiga disk. What is free is not counted.
fn adf_listing(disk: &Adf) -> Result<Listing, ImageError> {
    if adf::saves::has_slots(disk) {
        return Ok(slot_listing(disk));
    }
    let files = adf::Files::of(disk)?;
    let entries = files.entries()?.into_iter().map(|entry| {
        let size = entry.size.map_or("dir".to_owned(), |size| size.to_string());
        ListingEntry {
            line: format!("{size:>8} {}", entry.path),
            kind: if entry.size.is_some() { "file" } else { "dir" }.into(),
            blocks: entry
                .size
                .map_or(0, |size| (size as usize).div_ceil(adf::SECTOR_SIZE)),
            name: entry.path,
        }
    });
    let entries: Vec<_> = entries.collect();
    Ok(Listing {
        title: files.title()?,
        free: format!("{} files and directories", entries.len()),
        entries,
    })
}

/// The catalog of an Apple II disk.
fn apple_listing(disk: &apple::Disk) -> Result<Listing, ImageError> {
    let files = dos33::Volume::of(disk)?;
    let entries = files.entries()?.into_iter().map(|entry| ListingEntry {
        kind: entry.kind.letter().to_string(),
        blocks: entry.sectors.into(),
        line: entry.to_string(),
        name: entry.name,
    });
    Ok(Listing {
        title: format!("DISK VOLUME {:03}", files.number()?),
        entries: entries.collect(),
        free: format!("{} SECTORS FREE", files.free()?),
    })
}

/// The directory of an Atari disk, as the menu of DOS shows it.
fn atari_listing(disk: &atari::Disk) -> Result<Listing, ImageError> {
    let files = dos2::Volume::of(disk)?;
    let entries = files.entries().into_iter().map(|entry| ListingEntry {
        kind: entry.name.parts().1.to_owned(),
        blocks: entry.sectors.into(),
        line: entry.to_string(),
        name: entry.name.to_string(),
    });
    let title = match files.density() {
        atari::Density::Single => "DOS 2, 90 KB",
        atari::Density::Enhanced => "DOS 2.5, 130 KB",
        atari::Density::Double => "DOS 2, 180 KB",
    };
    Ok(Listing {
        title: title.to_owned(),
        entries: entries.collect(),
        free: format!("{:03} FREE SECTORS", files.free()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disk() -> Image {
        Image::D64(D64::format(Name::parse("GAMES").unwrap(), *b"HF"))
    }

    #[test]
    fn recognised_by_content() {
        let bytes = disk().to_bytes();
        assert_eq!(Format::recognise(&bytes), Some(Format::D64));
        assert_eq!(Format::recognise(&vec![0; SIZE]), None);
        assert_eq!(Format::recognise(&vec![0; adf::SIZE]), Some(Format::Adf));
        assert_eq!(Format::recognise(&bytes[1..]), None);
        let mut with_errors = bytes.clone();
        with_errors.extend([1; 683]);
        assert_eq!(Format::recognise(&with_errors), Some(Format::D64));
    }

    #[test]
    fn a_disk_becomes_the_kind_of_file_that_its_name_asks_for() {
        let mut of_dos = Image::create("dsk", "").unwrap();
        of_dos.put("HELLO", b"there").unwrap();
        for (ending, format) in Format::ENDINGS {
            let Ok(disk) = of_dos.clone().for_ending(&ending.to_uppercase()) else {
                assert!(!format.is_same_system(of_dos.format()), "{ending}");
                continue;
            };
            let bytes = disk.to_bytes();
            assert_eq!(Format::recognise(&bytes), Some(format), "{ending}");
            let read = Image::open(&bytes).unwrap();
            assert_eq!(read.get("HELLO").unwrap(), b"there", "{ending}");
            assert_eq!(
                read.for_ending("dsk").unwrap().to_bytes(),
                of_dos.to_bytes()
            );
        }
        let atari = Image::create("atr", "").unwrap().for_ending("xfd").unwrap();
        assert_eq!(
            Format::recognise(&atari.to_bytes()),
            Some(Format::Atari(atari::Container::Xfd))
        );
    }

    #[test]
    fn an_ending_of_another_system_is_told_the_right_ones() {
        let why = |disk: Image, ending| disk.for_ending(ending).unwrap_err().to_string();
        assert_eq!(
            why(Image::create("woz", "").unwrap(), "d64"),
            "the disk goes into a file that ends in .dsk, .do, .po, .nib or .woz, and this one ends in .d64"
        );
        assert_eq!(
            why(Image::create("atr", "").unwrap(), ""),
            "the disk goes into a file that ends in .atr or .xfd, and this one has no ending"
        );
        assert_eq!(
            why(disk(), "g64"),
            "the disk goes into a file that ends in .d64, and this one ends in .g64"
        );
    }

    #[test]
    fn a_disk_of_40_tracks_is_refused_with_the_reason() {
        let mut bytes = disk().to_bytes();
        bytes.resize(196_608, 0);
        let error = Image::open(&bytes).unwrap_err().to_string();
        assert_eq!(
            error,
            "the image has 196608 bytes, that is 40 tracks; only the 35 of a 1541 are supported: \
             copy its files to a 35-track d64"
        );
    }

    #[test]
    fn listing_as_the_drive_shows_it() {
        let mut image = disk();
        image.put("game", &[0; 40_000]).unwrap();
        image.put("SAVE A", &[0; 100]).unwrap();
        let listing = image.listing().unwrap().to_string();
        assert_eq!(
            listing,
            "0 \"GAMES           \" HF 2A\n\
             158  \"GAME\"             PRG\n\
             1    \"SAVE A\"           PRG\n\
             505 BLOCKS FREE.\n"
        );
        assert_eq!(image.get("SAVE A").unwrap(), [0; 100]);
    }
}
