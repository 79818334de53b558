//! The files that Atari disks come in: `.xfd` has the sectors one behind the other, `.atr` a header of 16 bytes before them.
//!
//! Source: N. Kennedy, SIO2PC, "ATR file format"; Altirra Hardware Reference Manual, chapter 9, "Disk drives".

use super::{BOOT_SECTORS, SECTOR_SIZE};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// First bytes of an `.atr`.
const MAGIC: [u8; 2] = [0x96, 0x02];
/// In the header: paragraphs of 16 bytes (low word, high byte), bytes of a sector, flags.
const PARAGRAPHS: usize = 2;
const BYTES_OF_SECTOR: usize = 4;
const PARAGRAPHS_HIGH: usize = 6;
const FLAGS: usize = 15;
const HEADER: usize = 16;
const PARAGRAPH: usize = 16;
/// Bit of the flags: the disk is write protected.
const PROTECTED: u8 = 1;

/// How a disk is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Density {
    /// 40 tracks of 18 sectors of 128 bytes: 90 KB, the 810's.
    Single,
    /// 40 tracks of 26 sectors of 128 bytes: 130 KB, the 1050's.
    Enhanced,
    /// 40 tracks of 18 sectors of 256 bytes: 180 KB, of modified 1050s.
    Double,
}

impl Density {
    /// All there are.
    pub const ALL: [Density; 3] = [Density::Single, Density::Enhanced, Density::Double];

    /// Sectors of a track.
    pub fn sectors_of_track(self) -> u16 {
        match self {
            Density::Single | Density::Double => 18,
            Density::Enhanced => 26,
        }
    }

    /// Sectors of a disk.
    pub fn sectors(self) -> u16 {
        self.sectors_of_track() * 40
    }

    /// Bytes of a sector, the first ones' aside.
    pub fn sector_size(self) -> usize {
        match self {
            Density::Single | Density::Enhanced => SECTOR_SIZE,
            Density::Double => 2 * SECTOR_SIZE,
        }
    }

    /// Bytes of a sector, which are counted from 1.
    pub fn size_of(self, sector: u16) -> usize {
        if sector <= BOOT_SECTORS {
            SECTOR_SIZE
        } else {
            self.sector_size()
        }
    }

    /// Bytes of all sectors.
    fn bytes(self) -> usize {
        self.start_of(self.sectors() + 1)
    }

    fn start_of(self, sector: u16) -> usize {
        let boot = usize::from(sector.min(BOOT_SECTORS + 1)) - 1;
        let others = usize::from(sector.saturating_sub(BOOT_SECTORS + 1));
        boot * SECTOR_SIZE + others * self.sector_size()
    }

    /// The density of a disk whose sectors have so many bytes together, and whether room is left for whole first sectors.
    fn of_bytes(bytes: usize) -> Option<(Density, bool)> {
        let short = Density::ALL.into_iter().find(|d| d.bytes() == bytes);
        let whole = usize::from(Density::Double.sectors()) * Density::Double.sector_size();
        short
            .map(|density| (density, false))
            .or((bytes == whole).then_some((Density::Double, true)))
    }
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Container {
    /// With a header.
    Atr,
    /// Without.
    Xfd,
}

/// Why a file is no disk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ImageError {
    #[error(
        "the image has {bytes} bytes of sectors: an Atari disk has 92160 (90 KB), 133120 (130 KB), or 183936 or 184320 (180 KB)"
    )]
    Size { bytes: usize },
    #[error("the atr file ends within its header: it is cut short")]
    Short,
    #[error(
        "the header of the atr file says {says} bytes, and {bytes} follow it: it is cut short, or something stands behind it"
    )]
    Length { says: usize, bytes: usize },
    #[error(
        "the atr file has sectors of {sector} bytes and {bytes} bytes in all; the drives here have 720 or 1040 sectors of 128 bytes, or 720 of 256"
    )]
    Geometry { sector: usize, bytes: usize },
}

/// A disk: its sectors, and the file it came in and goes back into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disk {
    container: Container,
    density: Density,
    bytes: Vec<u8>,
    write_protected: bool,
}

impl Disk {
    /// A disk whose sectors hold zeros.
    pub fn blank(container: Container, density: Density) -> Disk {
        Disk {
            container,
            density,
            bytes: vec![0; density.bytes()],
            write_protected: false,
        }
    }

    /// Whether these bytes are an Atari disk, and in which kind of file.
    pub fn recognise(bytes: &[u8]) -> Option<Container> {
        if bytes.starts_with(&MAGIC) {
            return Some(Container::Atr);
        }
        Density::of_bytes(bytes.len()).map(|_| Container::Xfd)
    }

    /// The disk in a file.
    ///
    /// # Errors
    /// Where it is none of the disks that the drives have.
    pub fn from_bytes(bytes: &[u8]) -> Result<Disk, ImageError> {
        if !bytes.starts_with(&MAGIC) {
            return Disk::of_sectors(Container::Xfd, bytes, false);
        }
        let (header, sectors) = bytes.split_at_checked(HEADER).ok_or(ImageError::Short)?;
        let word = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let paragraphs = word(PARAGRAPHS) | usize::from(header[PARAGRAPHS_HIGH]) << 16;
        let says = paragraphs * PARAGRAPH;
        if says != sectors.len() {
            let bytes = sectors.len();
            return Err(ImageError::Length { says, bytes });
        }
        let sector = word(BYTES_OF_SECTOR);
        let protected = header[FLAGS] & PROTECTED != 0;
        if let Some(whole) = filled(sectors, sector) {
            return Disk::of_sectors(Container::Atr, &whole, protected);
        }
        let density = Density::of_bytes(says).map(|(density, _)| density);
        if density.is_none_or(|density| density.sector_size() != sector) {
            return Err(ImageError::Geometry {
                sector,
                bytes: says,
            });
        }
        Disk::of_sectors(Container::Atr, sectors, protected)
    }

    fn of_sectors(
        container: Container,
        sectors: &[u8],
        write_protected: bool,
    ) -> Result<Disk, ImageError> {
        let bytes = sectors.len();
        let (density, whole) = Density::of_bytes(bytes).ok_or(ImageError::Size { bytes })?;
        let bytes = if whole {
            shortened(sectors)
        } else {
            sectors.to_vec()
        };
        Ok(Disk {
            container,
            density,
            bytes,
            write_protected,
        })
    }

    /// The bytes of the file: all its sectors, the first ones without room that they do not have.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = match self.container {
            Container::Xfd => Vec::new(),
            Container::Atr => self.header().to_vec(),
        };
        file.extend(&self.bytes);
        file
    }

    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let paragraphs = (self.bytes.len() / PARAGRAPH) as u32;
        let [low, high, more, _] = paragraphs.to_le_bytes();
        header[..2].copy_from_slice(&MAGIC);
        header[PARAGRAPHS..PARAGRAPHS + 2].copy_from_slice(&[low, high]);
        let size = self.density.sector_size() as u16;
        header[BYTES_OF_SECTOR..BYTES_OF_SECTOR + 2].copy_from_slice(&size.to_le_bytes());
        header[PARAGRAPHS_HIGH] = more;
        header[FLAGS] = u8::from(self.write_protected);
        header
    }

    /// The same disk, for another kind of file.
    #[must_use]
    pub fn in_container(self, container: Container) -> Disk {
        Disk { container, ..self }
    }

    /// The kind of file it goes into.
    pub fn container(&self) -> Container {
        self.container
    }

    /// How it is recorded.
    pub fn density(&self) -> Density {
        self.density
    }

    /// Whether its file says that it must not be written.
    pub fn write_protected(&self) -> bool {
        self.write_protected
    }

    /// A sector, counted from 1; `None` if the disk has no such.
    pub fn read(&self, sector: u16) -> Option<&[u8]> {
        (1..=self.density.sectors()).contains(&sector).then(|| {
            let start = self.density.start_of(sector);
            &self.bytes[start..start + self.density.size_of(sector)]
        })
    }

    /// The same, to write it.
    pub fn sector_mut(&mut self, sector: u16) -> Option<&mut [u8]> {
        (1..=self.density.sectors()).contains(&sector).then(|| {
            let start = self.density.start_of(sector);
            &mut self.bytes[start..start + self.density.size_of(sector)]
        })
    }

    /// Records the disk anew: all its sectors hold zeros.
    pub fn format(&mut self, density: Density) {
        self.density = density;
        self.bytes = vec![0; density.bytes()];
    }
}

/// The sectors of a 90 KB disk whose last ones were left out, as programs do that make a disk of what is to be booted.
fn filled(sectors: &[u8], sector: usize) -> Option<Vec<u8>> {
    let whole = Density::Single.bytes();
    let short = sector == SECTOR_SIZE
        && (SECTOR_SIZE..whole).contains(&sectors.len())
        && sectors.len().is_multiple_of(SECTOR_SIZE);
    short.then(|| {
        let mut filled = sectors.to_vec();
        filled.resize(whole, 0);
        filled
    })
}

/// The sectors of a 180 KB disk whose first three have room for 256 bytes. Some writers leave the second half of each empty, some the
/// last half of all together; then the second sector stands behind the first.
fn shortened(sectors: &[u8]) -> Vec<u8> {
    let (boot, others) = sectors.split_at(usize::from(BOOT_SECTORS) * 2 * SECTOR_SIZE);
    let together = boot[SECTOR_SIZE..2 * SECTOR_SIZE].iter().any(|b| *b != 0);
    let boot: Vec<u8> = if together {
        boot[..usize::from(BOOT_SECTORS) * SECTOR_SIZE].to_vec()
    } else {
        let firsts = boot.chunks(2 * SECTOR_SIZE).map(|c| &c[..SECTOR_SIZE]);
        firsts.flatten().copied().collect()
    };
    [&boot, others].concat()
}
