//! The command channel: a letter, a drive, names or numbers.

use super::dos::{Buffer, Channel, Dos};
use super::filename::{Pattern, exact, split_drive};
use super::status::Status;
use hexfront_disk::d64::{Block, D64, FileKind, Header, Name};

/// What `M-R` reads of a place that has no RAM.
const NO_MEMORY: u8 = 0;

impl Dos {
    /// Carries out a command. Returns the status it ends with; none if it has put an answer of its own on the
    /// error channel.
    pub(super) fn command(&mut self, text: &[u8]) -> Result<Option<Status>, Status> {
        // A carriage return at the end is PRINT#'s, not the command's; memory commands carry any byte.
        let text = match text {
            [b'M', b'-', ..] => text,
            _ => text.strip_suffix(b"\r").unwrap_or(text),
        };
        match text {
            [] => return Ok(None),
            [b'M', b'-', b'R', rest @ ..] => return self.read_memory(rest).map(|()| None),
            [b'M', b'-', b'W', rest @ ..] => self.write_memory(rest)?,
            [b'I', rest @ ..] => {
                own_drive(rest)?;
                self.initialise()?;
            }
            [b'V', rest @ ..] => {
                own_drive(rest)?;
                self.validate()?;
            }
            [b'N', ..] => self.new_disk(text)?,
            [b'S', ..] => return self.scratch(text).map(Some),
            [b'R', ..] => self.rename(text)?,
            [b'C', ..] => self.copy(text)?,
            [b'U', which, rest @ ..] => return self.user(*which, rest).map(Some),
            [b'B', ..] => self.block(text)?,
            _ => return Err(Status::INVALID_COMMAND),
        }
        Ok(Some(Status::OK))
    }

    fn validate(&mut self) -> Result<(), Status> {
        let used = 664 - self.ready()?.blocks_free()?.min(664);
        self.look_up()?;
        self.own_format()?.validate()?;
        self.spend(|mechanics, now| mechanics.pass(now, used));
        self.written(Block::BAM);
        Ok(())
    }

    /// `N0:name,id` formats, `N0:name` clears the directory.
    fn new_disk(&mut self, text: &[u8]) -> Result<(), Status> {
        let mut parts = argument(text)?.splitn(2, |&b| b == b',');
        let name = exact(parts.next().unwrap_or_default())?;
        match parts.next() {
            Some(id) => {
                let byte = |at: usize| id.get(at).copied().unwrap_or(b' ');
                let id = [byte(0), byte(1)];
                self.writable()?.reformat(&Header { name, id });
                self.spend(|mechanics, now| mechanics.format(now));
            }
            None => {
                let id = self.ready()?.header()?.id;
                self.own_format()?.clear(&Header { name, id });
            }
        }
        self.written(Block::BAM);
        Ok(())
    }

    fn scratch(&mut self, text: &[u8]) -> Result<Status, Status> {
        argument(text)?;
        let patterns = Pattern::parse_all(text)?;
        let mut count = 0_u8;
        for entry in self.look_up()? {
            if entry.locked || !patterns.iter().any(|pattern| pattern.matches(&entry)) {
                continue;
            }
            self.own_format()?.scratch(&entry)?;
            let blocks = usize::from(entry.blocks);
            self.spend(|mechanics, now| mechanics.pass(now, blocks));
            self.written(entry.slot.block);
            count = count.saturating_add(1);
        }
        Ok(Status::at(1, count, 0))
    }

    fn rename(&mut self, text: &[u8]) -> Result<(), Status> {
        let (new, old) = assignment(text)?;
        let old = exact(split_drive(old)?.1)?;
        self.look_up()?;
        self.own_format()?.rename(&old, &new)?;
        self.written(Block::DIRECTORY);
        Ok(())
    }

    /// `C0:new=old,old ...`: the files one after another.
    fn copy(&mut self, text: &[u8]) -> Result<(), Status> {
        let (new, old) = assignment(text)?;
        let mut bytes = Vec::new();
        let mut kind = None;
        let entries = self.look_up()?;
        for old in old.split(|&b| b == b',') {
            let old = exact(split_drive(old)?.1)?;
            let entry = entries
                .iter()
                .find(|entry| entry.name == old)
                .ok_or(Status::NOT_FOUND)?;
            bytes.extend(self.ready()?.read_file(&old)?);
            kind.get_or_insert(entry.kind);
        }
        let kind = kind.unwrap_or(FileKind::Prg);
        let entry = self.own_format()?.write_file(&new, kind, &bytes)?;
        let blocks = usize::from(entry.blocks) * 4;
        self.spend(|mechanics, now| mechanics.pass(now, blocks));
        self.written(entry.slot.block);
        Ok(())
    }

    /// `U1` and `U2` read and write a block, `UI` and `UJ` reset; the others jump into a program in the drive.
    fn user(&mut self, which: u8, rest: &[u8]) -> Result<Status, Status> {
        match which {
            b'1' | b'A' => {
                let (channel, block) = channel_and_block(rest)?;
                let data = *self.read_block(block)?;
                let buffer = self.buffer(channel)?;
                buffer.data.copy_from_slice(&data);
                (buffer.at, buffer.end) = (0, 255);
                Ok(Status::OK)
            }
            b'2' | b'B' => {
                let (channel, block) = channel_and_block(rest)?;
                self.write_buffer(channel, block)?;
                Ok(Status::OK)
            }
            // `UI+` and `UI-` set the speed of the bus for a C64 or a VIC-20.
            b'I' | b'9' if matches!(rest, [b'+' | b'-', ..]) => Ok(Status::OK),
            b'I' | b'9' => Ok(Status::VERSION),
            b'J' | b':' => {
                self.reset();
                Ok(Status::VERSION)
            }
            b'0' => Ok(Status::OK),
            _ => Err(Status::INVALID_COMMAND),
        }
    }

    fn block(&mut self, text: &[u8]) -> Result<(), Status> {
        let dash = text.iter().position(|&b| b == b'-');
        let (which, rest) = dash
            .and_then(|dash| text[dash + 1..].split_first())
            .ok_or(Status::INVALID_COMMAND)?;
        match which {
            b'P' => {
                let [channel, at] = numbers(rest)?;
                self.buffer(channel)?.at = at;
                Ok(())
            }
            // The first byte of a block that B-W wrote is the offset of its last one.
            b'R' => {
                let (channel, block) = channel_and_block(rest)?;
                let data = *self.read_block(block)?;
                let buffer = self.buffer(channel)?;
                buffer.data.copy_from_slice(&data);
                (buffer.at, buffer.end) = (1, data[0]);
                Ok(())
            }
            b'W' => {
                let (channel, block) = channel_and_block(rest)?;
                let buffer = self.buffer(channel)?;
                buffer.data[0] = buffer.at.saturating_sub(1).max(1);
                self.write_buffer(channel, block)
            }
            b'A' => {
                let [_drive, track, sector] = numbers(rest)?;
                let block = Block::new(track, sector)?;
                let disk = self.own_format()?;
                if !disk.mark(block, false)? {
                    let free = next_free(disk, block);
                    let (track, sector) = free.map_or((0, 0), |b| (b.track().0, b.sector().0));
                    return Err(Status::at(65, track, sector));
                }
                self.written(Block::BAM);
                Ok(())
            }
            b'F' => {
                let [_drive, track, sector] = numbers(rest)?;
                let block = Block::new(track, sector)?;
                self.own_format()?.mark(block, true)?;
                self.written(Block::BAM);
                Ok(())
            }
            _ => Err(Status::INVALID_COMMAND),
        }
    }

    fn read_block(&mut self, block: Block) -> Result<&[u8; 256], Status> {
        self.spend(|mechanics, now| mechanics.read(now, block));
        Ok(self.ready()?.read(block)?)
    }

    fn write_buffer(&mut self, channel: u8, block: Block) -> Result<(), Status> {
        let data = self.buffer(channel)?.data.clone();
        let data = data.as_slice().try_into().expect("a buffer has 256 bytes");
        self.writable()?.write(block, data)?;
        self.written(block);
        Ok(())
    }

    fn buffer(&mut self, channel: u8) -> Result<&mut Buffer, Status> {
        match self.channel_mut(channel) {
            Some(Channel::Direct(buffer)) => Ok(buffer),
            _ => Err(Status::NO_CHANNEL),
        }
    }

    /// `M-R`, low and high byte of the address, number of bytes (1 if missing).
    fn read_memory(&mut self, arguments: &[u8]) -> Result<(), Status> {
        let [low, high, rest @ ..] = arguments else {
            return Err(Status::SYNTAX);
        };
        let start = usize::from(u16::from_le_bytes([*low, *high]));
        let count = usize::from(rest.first().copied().unwrap_or(1)).max(1);
        let bytes: Vec<u8> = (start..start + count)
            .map(|at| self.memory.get(at).copied().unwrap_or(NO_MEMORY))
            .collect();
        self.answer(&bytes);
        Ok(())
    }

    /// `M-W`, low and high byte of the address, number of bytes, bytes.
    fn write_memory(&mut self, arguments: &[u8]) -> Result<(), Status> {
        let [low, high, count, bytes @ ..] = arguments else {
            return Err(Status::SYNTAX);
        };
        let start = usize::from(u16::from_le_bytes([*low, *high]));
        for (at, byte) in (start..).zip(bytes.iter().take(usize::from(*count))) {
            if let Some(cell) = self.memory.get_mut(at) {
                *cell = *byte;
            }
        }
        Ok(())
    }
}

/// What stands behind the letter of a command that takes no name, `0`, `1:`, `NITIALIZE0`: no other drive than the one there is.
///
/// # Errors
/// 74 for drive 1. The DOS knows two drives by their numbers, with a colon or without; the controller answers every job for the
/// second with error 15, drive not ready. Another digit is none that it knows, and means drive 0.
fn own_drive(rest: &[u8]) -> Result<(), Status> {
    let number = rest.split(|&b| b == b':').next().unwrap_or_default();
    if number.last() == Some(&b'1') {
        return Err(Status::NOT_READY);
    }
    Ok(())
}

/// What stands after the colon of a command.
fn argument(text: &[u8]) -> Result<&[u8], Status> {
    if !text.contains(&b':') {
        return Err(Status::NO_NAME);
    }
    Ok(split_drive(text)?.1)
}

/// The new name and what it is made of.
fn assignment(text: &[u8]) -> Result<(Name, &[u8]), Status> {
    let argument = argument(text)?;
    let equals = argument
        .iter()
        .position(|&b| b == b'=')
        .ok_or(Status::SYNTAX)?;
    Ok((exact(&argument[..equals])?, &argument[equals + 1..]))
}

/// Decimal numbers with anything between them.
fn numbers<const N: usize>(text: &[u8]) -> Result<[u8; N], Status> {
    let mut found = [0; N];
    let mut parts = text
        .split(|b| !b.is_ascii_digit())
        .filter(|part| !part.is_empty());
    for number in &mut found {
        *number = parts
            .next()
            .and_then(|part| std::str::from_utf8(part).ok())
            .and_then(|part| part.parse().ok())
            .ok_or(Status::SYNTAX)?;
    }
    Ok(found)
}

fn channel_and_block(text: &[u8]) -> Result<(u8, Block), Status> {
    let [channel, _drive, track, sector] = numbers(text)?;
    Ok((channel, Block::new(track, sector)?))
}

/// The next free block in the order of tracks and sectors.
fn next_free(disk: &D64, after: Block) -> Option<Block> {
    Block::all().find(|&block| block > after && disk.is_free(block) == Ok(true))
}
