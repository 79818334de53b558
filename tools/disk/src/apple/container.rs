//! The files that Apple II disks come in.
//!
//! A file of sectors has them in the order in which a system numbers them; on the track they lie so that the next one comes by when
//! the system is ready for it. Source: Beneath Apple DOS, chapter 3, "Sector interleaving"; Beneath Apple ProDOS, chapter 3.

use super::track::{SECTORS, Track};
use super::{NIB_SIZE, NIB_TRACK, QUARTERS, SIZE, Sector, TRACKS, VOLUME, dos33, gcr, woz};
use thiserror::Error;

/// Number that DOS 3.3 gives to the sector at each place of a track.
pub const DOS_ORDER: [usize; SECTORS] = [0, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 15];
/// The same for ProDOS, in halves of its blocks.
const PRODOS_ORDER: [usize; SECTORS] = [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];
/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Sectors in the order of DOS 3.3: `.dsk`, `.do`.
    Dos,
    /// Sectors in the order of ProDOS: `.po`.
    ProDos,
    /// Bytes as they pass the head: `.nib`.
    Nib,
    /// Bits: `.woz`, the first version of that format.
    Woz1,
    /// The second.
    Woz2,
}

/// Why a file is no disk, or a disk does not go into its file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ImageError {
    #[error(
        "the image has {bytes} bytes: a file of sectors of an Apple II disk has {SIZE}, one of bytes {NIB_SIZE}, and a woz begins with WOZ1 or WOZ2"
    )]
    Size { bytes: usize },
    #[error("the woz file ends within its {what}: it is cut short")]
    Short { what: &'static str },
    #[error("the woz file is damaged: its sum is {found:08X}, not {expected:08X}")]
    Sum { expected: u32, found: u32 },
    #[error("the woz file is of a disk of 3.5 inches, which no Disk II reads")]
    Large,
    #[error(
        "track {track}, sector {sector} cannot be kept in a file of sectors, as it cannot be read on the disk: keep the disk as .woz"
    )]
    Unreadable { track: usize, sector: usize },
}

/// A disk: what passes the head at each of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disk {
    /// The file it came in, and goes back into.
    container: Container,
    /// Those that were formatted or written.
    tracks: Vec<Track>,
    /// Which of them is under the head at each quarter of a track.
    map: Vec<Option<u8>>,
    /// The notch is covered.
    write_protected: bool,
}

impl Disk {
    /// A disk of these sectors, which are in the order of DOS 3.3.
    pub fn from_sectors(container: Container, sectors: &[Sector]) -> Disk {
        Disk::in_order(container, sectors, &DOS_ORDER)
    }

    fn in_order(container: Container, sectors: &[Sector], order: &[usize; SECTORS]) -> Disk {
        let track = |track: usize| {
            let data = order.map(|number| sectors[track * SECTORS + number]);
            Track::format(VOLUME, track as u8, &data)
        };
        Disk::of_tracks(container, (0..TRACKS).map(track).collect())
    }

    /// A disk with these whole tracks from the outermost on. The head reads a track a quarter to either side, too.
    fn of_tracks(container: Container, tracks: Vec<Track>) -> Disk {
        let mut map = vec![None; QUARTERS];
        for track in 0..tracks.len() {
            let middle = track * 4;
            let quarters = middle.saturating_sub(1)..=middle + 1;
            map[quarters].fill(Some(track as u8));
        }
        Disk::of_map(container, tracks, map, false)
    }

    pub(super) fn of_map(
        container: Container,
        tracks: Vec<Track>,
        map: Vec<Option<u8>>,
        write_protected: bool,
    ) -> Disk {
        Disk {
            container,
            tracks,
            map,
            write_protected,
        }
    }

    /// Whether these bytes are an Apple II disk, and in which kind of file; by content, as `.dsk` is used for both orders.
    pub fn recognise(bytes: &[u8]) -> Option<Container> {
        match bytes.len() {
            _ if bytes.starts_with(woz::MAGIC[0]) => Some(Container::Woz1),
            _ if bytes.starts_with(woz::MAGIC[1]) => Some(Container::Woz2),
            SIZE if is_prodos(bytes) => Some(Container::ProDos),
            SIZE => Some(Container::Dos),
            NIB_SIZE => Some(Container::Nib),
            _ => None,
        }
    }

    /// The disk in a file.
    ///
    /// # Errors
    /// Where its size is none of these formats', or a woz is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Disk, ImageError> {
        let container = Disk::recognise(bytes).ok_or(ImageError::Size { bytes: bytes.len() })?;
        let sectors = || -> Vec<Sector> {
            let chunks = bytes.as_chunks::<{ gcr::SECTOR_SIZE }>().0;
            chunks.to_vec()
        };
        Ok(match container {
            Container::Dos => Disk::from_sectors(container, &sectors()),
            Container::ProDos => Disk::in_order(container, &sectors(), &PRODOS_ORDER),
            Container::Nib => {
                let tracks = bytes.chunks_exact(NIB_TRACK).map(Track::from_bytes);
                Disk::of_tracks(container, tracks.collect())
            }
            Container::Woz1 | Container::Woz2 => woz::read(bytes, container)?,
        })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// [`ImageError::Unreadable`] where the disk holds what a file of sectors cannot.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ImageError> {
        self.to_container(self.container)
    }

    /// The bytes of a file of another kind.
    ///
    /// # Errors
    /// As [`Disk::to_bytes`].
    pub fn to_container(&self, container: Container) -> Result<Vec<u8>, ImageError> {
        match container {
            Container::Dos => Ok(self.all_sectors()?.concat()),
            Container::ProDos => {
                let dos = self.all_sectors()?;
                let mut bytes = vec![0; SIZE];
                for track in 0..TRACKS {
                    for place in 0..SECTORS {
                        let to = (track * SECTORS + PRODOS_ORDER[place]) * gcr::SECTOR_SIZE;
                        let from = &dos[track * SECTORS + DOS_ORDER[place]];
                        bytes[to..to + gcr::SECTOR_SIZE].copy_from_slice(from);
                    }
                }
                Ok(bytes)
            }
            Container::Nib => Ok((0..TRACKS).flat_map(|t| self.nib_track(t)).collect()),
            Container::Woz1 => Ok(self.bits(container)),
            Container::Woz2 => Ok(self.to_woz()),
        }
    }

    /// The same disk, for another kind of file.
    #[must_use]
    pub fn in_container(self, container: Container) -> Disk {
        Disk { container, ..self }
    }

    /// The bytes of a `.woz`, which holds whatever is on the disk.
    pub fn to_woz(&self) -> Vec<u8> {
        self.bits(Container::Woz2)
    }

    fn bits(&self, container: Container) -> Vec<u8> {
        woz::write(container, &self.tracks, &self.map, self.write_protected)
    }

    /// The bytes of a track, as many as its file has room for.
    fn nib_track(&self, track: usize) -> Vec<u8> {
        let mut bytes = self.track(track * 4).map_or(Vec::new(), |t| t.read(0));
        // Sync fills what the turn leaves free: at the end, so that a reader finds the first gap longer.
        bytes.resize(NIB_TRACK, 0xFF);
        bytes
    }

    /// All sectors in the order of DOS 3.3.
    fn all_sectors(&self) -> Result<Vec<Sector>, ImageError> {
        let mut sectors = Vec::with_capacity(TRACKS * SECTORS);
        for track in 0..TRACKS {
            let read = self.read_track(track);
            for (sector, data) in read.into_iter().enumerate() {
                sectors.push(data.ok_or(ImageError::Unreadable { track, sector })?);
            }
        }
        Ok(sectors)
    }

    /// The sectors of a track by their numbers in DOS 3.3; `None` where one cannot be read.
    pub fn read_track(&self, track: usize) -> [Option<Sector>; SECTORS] {
        let mut sectors = [None; SECTORS];
        let found = self.track(track * 4).map_or(Vec::new(), Track::sectors);
        for sector in found {
            if usize::from(sector.track) == track
                && let Some(number) = DOS_ORDER.get(usize::from(sector.sector))
            {
                sectors[*number] = sector.data;
            }
        }
        sectors
    }

    /// Puts sectors, by their numbers in DOS 3.3, onto a track, which is formatted anew.
    pub fn write_track(&mut self, track: usize, sectors: &[Sector; SECTORS]) {
        let data = DOS_ORDER.map(|number| sectors[number]);
        let volume = self.volume();
        let formatted = Track::format(volume, track as u8, &data);
        if let Some(old) = self.track_mut(track * 4) {
            *old = formatted;
        }
    }

    /// The disk's volume number, by the first address field that can be read.
    pub fn volume(&self) -> u8 {
        let first = self.tracks.first().map_or(Vec::new(), Track::sectors);
        first.first().map_or(VOLUME, |found| found.volume)
    }

    /// The track under the head at a quarter of a track, if anything was ever written there.
    pub fn track(&self, quarter: usize) -> Option<&Track> {
        let number = self.map.get(quarter).copied().flatten()?;
        self.tracks.get(usize::from(number))
    }

    /// The same, to write to; a track is begun where there is none.
    pub fn track_mut(&mut self, quarter: usize) -> Option<&mut Track> {
        let slot = self.map.get_mut(quarter)?;
        let number = *slot.get_or_insert_with(|| {
            let blank = vec![0; super::track::BITS.div_ceil(8)];
            self.tracks
                .push(Track::from_bits(blank, super::track::BITS));
            (self.tracks.len() - 1) as u8
        });
        self.tracks.get_mut(usize::from(number))
    }

    /// Whether the notch is covered.
    pub fn write_protected(&self) -> bool {
        self.write_protected
    }

    /// Covers or uncovers the notch.
    pub fn set_write_protected(&mut self, protected: bool) {
        self.write_protected = protected;
    }

    /// The kind of file that it came in.
    pub fn container(&self) -> Container {
        self.container
    }
}

/// Whether the sectors are in the order of ProDOS: more of a catalog of DOS links up in it, or the directory of ProDOS begins there.
fn is_prodos(bytes: &[u8]) -> bool {
    /// Block 2, where the directory begins: no block before it, and the entry of a directory.
    const BLOCK: usize = 2 * 512;
    let mut places = [0; SECTORS];
    for place in 0..SECTORS {
        places[DOS_ORDER[place]] = PRODOS_ORDER[place];
    }
    let [dos, prodos] = [
        dos33::linked(bytes, |sector| sector),
        dos33::linked(bytes, |sector| places[sector]),
    ];
    let directory = &bytes[BLOCK..BLOCK + 5];
    let begins = directory[..2] == [0, 0] && directory[4] & 0xF0 == 0xF0;
    prodos > dos || begins && dos == 0
}
