//! Writing files, and deleting them.

use super::{
    CATALOG_TRACK, DELETED, DIRECTION, ENTRY, Entry, FIRST, FileError, KIND, Kind, LAST_TRACK,
    LENGTH, LINK, NAME, NAME_LENGTH, PAIR_COUNT, PAIRS, Place, SECTORS, TRACKS, VTOC, Volume,
    entry_places, is_free, set_free,
};

impl Volume {
    /// Writes a binary file, in the place of the one of that name if there is one, whose sectors it keeps, also those that it does not
    /// fill any more. Nothing is changed where it fails.
    ///
    /// # Errors
    /// Where the name is no name, the file is locked or too long, or disk or catalog are full.
    pub fn put(&mut self, name: &str, load: u16, bytes: &[u8]) -> Result<(), FileError> {
        let name = checked_name(name)?;
        let length =
            u16::try_from(bytes.len()).map_err(|_| FileError::TooLong { bytes: bytes.len() })?;
        let content = [&load.to_le_bytes()[..], &length.to_le_bytes(), bytes].concat();
        let mut next = self.clone();
        match next.find(&name) {
            Ok(old) if !old.locked && next.write_over(&old, &content)? => {}
            Ok(_) => {
                next.delete(&name)?;
                next.write(&name, &content)?;
            }
            Err(FileError::NotFound { .. }) => next.write(&name, &content)?,
            Err(error) => return Err(error),
        }
        *self = next;
        Ok(())
    }

    /// Writes into the sectors that a binary file has, if there are enough of them. It keeps all of them, as under DOS.
    fn write_over(&mut self, old: &Entry, content: &[u8]) -> Result<bool, FileError> {
        let (sectors, _) = self.sectors_of(old)?;
        let count = content.len().div_ceil(256);
        let Some(places) = sectors.get(..count) else {
            return Ok(false);
        };
        if old.kind != Kind::Binary || places.contains(&None) {
            return Ok(false);
        }
        let places: Vec<Place> = places.iter().copied().flatten().collect();
        self.fill(&places, content)?;
        Ok(true)
    }

    /// Puts bytes into sectors, zeros behind them.
    fn fill(&mut self, places: &[Place], content: &[u8]) -> Result<(), FileError> {
        for (place, chunk) in places.iter().zip(content.chunks(256)) {
            let sector = self.change(*place)?;
            *sector = [0; 256];
            sector[..chunk.len()].copy_from_slice(chunk);
        }
        Ok(())
    }

    fn write(&mut self, name: &str, content: &[u8]) -> Result<(), FileError> {
        let count = content.len().div_ceil(256);
        let places = self.take(count + lists_of(count))?;
        let (lists, data) = places.split_at(places.len() - count);
        self.enter(name, lists, data)?;
        self.fill(data, content)
    }

    /// Writes a new binary file to sectors of the caller's choice, in the order in which they are to be read: more of them than it fills,
    /// if it is to grow in place.
    ///
    /// # Errors
    /// As [`Volume::put`], and [`FileError::Taken`] where a sector is not free, [`FileError::Full`] where they are too few.
    pub fn lay(
        &mut self,
        name: &str,
        load: u16,
        bytes: &[u8],
        [lists, data]: [&[Place]; 2],
    ) -> Result<(), FileError> {
        let name = checked_name(name)?;
        let length =
            u16::try_from(bytes.len()).map_err(|_| FileError::TooLong { bytes: bytes.len() })?;
        let content = [&load.to_le_bytes()[..], &length.to_le_bytes(), bytes].concat();
        let (needed, free) = (content.len().div_ceil(256), data.len());
        if needed > free || lists.len() < lists_of(free) {
            return Err(FileError::Full { needed, free });
        }
        let mut next = self.clone();
        for place in lists.iter().chain(data) {
            let vtoc = next.change(VTOC)?;
            if !is_free(vtoc, *place) {
                return Err(FileError::Taken { place: *place });
            }
            set_free(vtoc, *place, false);
        }
        next.enter(&name, lists, data)?;
        next.fill(data, &content)?;
        *self = next;
        Ok(())
    }

    /// Enters a binary file with these sectors into the catalog.
    fn enter(&mut self, name: &str, lists: &[Place], data: &[Place]) -> Result<(), FileError> {
        let at = self.free_entry()?;
        let needed = lists.len() + data.len();
        for (number, list) in lists.iter().enumerate() {
            let mut sector = [0; 256];
            if let Some(next) = lists.get(number + 1) {
                sector[LINK..LINK + 2].copy_from_slice(&[next.0, next.1]);
            }
            let first = ((number * PAIR_COUNT) as u16).to_le_bytes();
            sector[FIRST..FIRST + 2].copy_from_slice(&first);
            let pairs = data.iter().skip(number * PAIR_COUNT).take(PAIR_COUNT);
            for (pair, place) in sector[PAIRS..].as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
                *pair = [place.0, place.1];
            }
            *self.change(*list)? = sector;
        }
        let mut entry = [0xA0; ENTRY];
        entry[..KIND].copy_from_slice(&[lists[0].0, lists[0].1]);
        entry[KIND] = 4;
        for (to, letter) in entry[NAME..].iter_mut().zip(name.bytes()) {
            *to = letter | 0x80;
        }
        entry[LENGTH..].copy_from_slice(&(needed as u16).to_le_bytes());
        self.change(at.0)?[at.1..at.1 + ENTRY].copy_from_slice(&entry);
        Ok(())
    }

    /// A free place in the catalog.
    fn free_entry(&self) -> Result<(Place, usize), FileError> {
        for place in self.catalog()? {
            let sector = self.read(place)?;
            if let Some(at) = entry_places().find(|at| matches!(sector[*at], 0 | DELETED)) {
                return Ok((place, at));
            }
        }
        Err(FileError::CatalogFull)
    }

    /// Takes free sectors as DOS does: from the catalog's track inwards, then outwards, on each track from the last sector down.
    fn take(&mut self, needed: usize) -> Result<Vec<Place>, FileError> {
        let free = self.free()?;
        if needed > free {
            return Err(FileError::Full { needed, free });
        }
        let tracks = (CATALOG_TRACK + 1..TRACKS as u8).chain((0..CATALOG_TRACK).rev());
        let places = tracks.flat_map(|t| (0..SECTORS as u8).rev().map(move |s| Place(t, s)));
        let vtoc = *self.read(VTOC)?;
        let taken: Vec<Place> = places.filter(|p| is_free(&vtoc, *p)).take(needed).collect();
        if taken.len() < needed {
            let free = taken.len();
            return Err(FileError::Full { needed, free });
        }
        let vtoc = self.change(VTOC)?;
        for place in &taken {
            set_free(vtoc, *place, false);
        }
        if let Some(last) = taken.last() {
            vtoc[LAST_TRACK] = last.0;
            vtoc[DIRECTION] = if last.0 > CATALOG_TRACK { 1 } else { 0xFF };
        }
        Ok(taken)
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// [`FileError::NotFound`], [`FileError::Locked`], and as [`Volume::number`].
    pub fn delete(&mut self, name: &str) -> Result<(), FileError> {
        let entry = self.find(name)?;
        if entry.locked {
            return Err(FileError::Locked { name: entry.name });
        }
        let (sectors, lists) = self.sectors_of(&entry)?;
        let vtoc = self.change(VTOC)?;
        for place in sectors.into_iter().flatten().chain(lists) {
            set_free(vtoc, place, true);
        }
        let (place, at) = entry.at;
        let sector = self.change(place)?;
        // DOS keeps the track behind the name, for who wants the file back.
        sector[at + LENGTH - 1] = sector[at];
        sector[at] = DELETED;
        Ok(())
    }
}

/// Lists that a file of so many sectors has.
fn lists_of(sectors: usize) -> usize {
    sectors.div_ceil(PAIR_COUNT)
}

/// A name as DOS takes it, in capitals.
fn checked_name(name: &str) -> Result<String, FileError> {
    let own = name.trim_end().to_ascii_uppercase();
    let fits = own.len() <= NAME_LENGTH
        && own.starts_with(|c: char| c.is_ascii_uppercase())
        && own.chars().all(|c| (' '..='_').contains(&c) && c != ',');
    if fits {
        Ok(own)
    } else {
        Err(FileError::Name { name: name.into() })
    }
}
