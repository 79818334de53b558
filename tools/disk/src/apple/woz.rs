//! WOZ files: the bits of each track, versions 1 and 2.
//!
//! Source: the WOZ Disk Image Reference, 1.0 and 2.1.

use super::QUARTERS;
use super::container::{Container, Disk, ImageError};
use super::track::Track;

/// How the two versions begin.
pub(super) const MAGIC: [&[u8; 4]; 2] = [b"WOZ1", b"WOZ2"];
/// Behind it: a byte with bit 7, and line ends that no transfer leaves alone.
const TAIL: [u8; 4] = [0xFF, 0x0A, 0x0D, 0x0A];
/// Where the chunks begin, behind their sum.
const CHUNKS: usize = 12;
/// Bytes of a chunk's head: name and length.
const HEAD: usize = 8;
/// Bytes of the INFO chunk.
const INFO_SIZE: usize = 60;
/// Bytes of a track in version 1, and of those its bits.
const TRACK_1: usize = 6_656;
const BITS_1: usize = 6_646;
/// Bytes of a block, the unit of tracks in version 2, and of the list of tracks there.
const BLOCK: usize = 512;
const LIST_2: usize = QUARTERS * 8;
/// First block of a track in version 2: behind heads, INFO, TMAP and the list of tracks.
const FIRST_BLOCK: usize = 3;
/// In the map: nothing was ever written there.
const EMPTY: u8 = 0xFF;

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + 2)?;
    Some(usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// What a chunk of this name holds.
fn chunk<'a>(bytes: &'a [u8], name: &'static str) -> Result<&'a [u8], ImageError> {
    let short = ImageError::Short { what: name };
    let mut at = CHUNKS;
    while let (Some(head), Some(size)) = (bytes.get(at..at + 4), long(bytes, at + 4)) {
        let start = at + HEAD;
        let end = start.checked_add(size as usize).ok_or(short.clone())?;
        if head == name.as_bytes() {
            // Version 2 counts tracks from the file's begin, and some writers stop short of the last block's end.
            return bytes.get(start..end.min(bytes.len())).ok_or(short);
        }
        at = end;
    }
    Err(short)
}

/// The disk of a file.
pub(super) fn read(bytes: &[u8], container: Container) -> Result<Disk, ImageError> {
    let expected = long(bytes, 8).ok_or(ImageError::Short { what: "head" })?;
    let found = crc32fast::hash(bytes.get(CHUNKS..).unwrap_or(&[]));
    // Zero says that the writer did not add it up.
    if expected != 0 && expected != found {
        return Err(ImageError::Sum { expected, found });
    }
    let info = chunk(bytes, "INFO")?;
    let (kind, protected) = match info {
        [_, kind, protected, ..] => (*kind, *protected),
        _ => return Err(ImageError::Short { what: "INFO" }),
    };
    if kind != 1 {
        return Err(ImageError::Large);
    }
    let map = chunk(bytes, "TMAP")?;
    let map = map
        .get(..QUARTERS)
        .ok_or(ImageError::Short { what: "TMAP" })?;
    let list = chunk(bytes, "TRKS")?;
    let count = map
        .iter()
        .filter(|n| **n != EMPTY)
        .max()
        .map_or(0, |n| usize::from(*n) + 1);
    let tracks: Option<Vec<Track>> = (0..count)
        .map(|n| match container {
            Container::Woz1 => track_1(list, n),
            _ => track_2(bytes, list, n),
        })
        .collect();
    let tracks = tracks.ok_or(ImageError::Short { what: "TRKS" })?;
    let map = map.iter().map(|n| (*n != EMPTY).then_some(*n)).collect();
    Ok(Disk::of_map(container, tracks, map, protected == 1))
}

fn track_1(list: &[u8], number: usize) -> Option<Track> {
    let track = list.get(number * TRACK_1..(number + 1) * TRACK_1)?;
    let bits = word(track, BITS_1 + 2)?.min(BITS_1 * 8);
    Some(Track::from_bits(track[..bits.div_ceil(8)].to_vec(), bits))
}

fn track_2(bytes: &[u8], list: &[u8], number: usize) -> Option<Track> {
    let entry = list.get(number * 8..number * 8 + 8)?;
    let start = word(entry, 0)? * BLOCK;
    let bits = long(entry, 4)? as usize;
    let data = bytes.get(start..start.checked_add(bits.div_ceil(8))?)?;
    Some(Track::from_bits(data.to_vec(), bits))
}

/// The file of a disk.
pub(super) fn write(
    container: Container,
    tracks: &[Track],
    map: &[Option<u8>],
    protected: bool,
) -> Vec<u8> {
    let second = container == Container::Woz2;
    let mut bytes = MAGIC[usize::from(second)].to_vec();
    bytes.extend(TAIL);
    bytes.extend([0; 4]);
    let mut info = vec![1 + u8::from(second), 1, u8::from(protected), 0, 1];
    info.extend(format!("{:<32}", "Hexfront").bytes());
    if second {
        // One side; boots with 16 sectors; bits of 4 microseconds, in eighths; any Apple II with 48 KB; blocks of the longest track.
        let longest = tracks.iter().map(blocks).max().unwrap_or(0);
        info.extend([1, 1, 32, 0, 0, 48, 0]);
        info.extend((longest as u16).to_le_bytes());
    }
    info.resize(INFO_SIZE, 0);
    push_chunk(&mut bytes, "INFO", &info);
    let map: Vec<u8> = map.iter().map(|n| n.unwrap_or(EMPTY)).collect();
    push_chunk(&mut bytes, "TMAP", &map);
    let list = if second {
        list_2(tracks)
    } else {
        list_1(tracks)
    };
    push_chunk(&mut bytes, "TRKS", &list);
    let sum = crc32fast::hash(&bytes[CHUNKS..]);
    bytes[8..CHUNKS].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn push_chunk(bytes: &mut Vec<u8>, name: &str, data: &[u8]) {
    bytes.extend(name.bytes());
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(data);
}

fn list_1(tracks: &[Track]) -> Vec<u8> {
    let mut list = Vec::new();
    for track in tracks {
        let bits = track.len().min(BITS_1 * 8);
        let mut data = track.bytes()[..bits.div_ceil(8)].to_vec();
        let used = data.len() as u16;
        data.resize(BITS_1, 0);
        list.extend(data);
        list.extend(used.to_le_bytes());
        list.extend((bits as u16).to_le_bytes());
        // No place where the track was spliced, and nothing to tell of it.
        list.extend([0xFF, 0xFF, 0, 0, 0, 0]);
    }
    list
}

/// Blocks of a track in version 2.
fn blocks(track: &Track) -> usize {
    track.bytes().len().div_ceil(BLOCK)
}

fn list_2(tracks: &[Track]) -> Vec<u8> {
    let mut list = Vec::new();
    let mut start = FIRST_BLOCK;
    for track in tracks {
        list.extend((start as u16).to_le_bytes());
        list.extend((blocks(track) as u16).to_le_bytes());
        list.extend((track.len() as u32).to_le_bytes());
        start += blocks(track);
    }
    list.resize(LIST_2, 0);
    for track in tracks {
        let end = list.len() + blocks(track) * BLOCK;
        list.extend(track.bytes());
        list.resize(end, 0);
    }
    list
}
