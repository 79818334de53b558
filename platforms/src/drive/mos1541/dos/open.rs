//! Opening channels: files, directory, buffers, and how many of them there may be.

use super::super::filename::{FileName, Mode, Pattern, exact, split_drive};
use super::super::listing::listing;
use super::super::status::Status;
use super::{Buffer, Channel, Dos, LOAD_CHANNEL, SAVE_CHANNEL};
use hexfront_disk::d64::{Block, Entry, FileKind, Reader, Writer};

/// Files that may be open at once, and buffers that they and direct channels share.
const MAX_FILES: usize = 3;
const MAX_BUFFERS: usize = 4;

impl Dos {
    pub(super) fn open(&mut self, channel: u8, text: &[u8]) -> Result<(), Status> {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        self.close_channel(channel)?;
        self.ready()?;
        let opened = match text.first() {
            None => return Err(Status::NO_NAME),
            Some(b'$') => self.open_directory(channel, &text[1..])?,
            Some(b'#') => self.open_buffer(&text[1..])?,
            Some(_) => self.open_file(channel, text)?,
        };
        self.channels[usize::from(channel)] = opened;
        Ok(())
    }

    fn open_directory(&mut self, channel: u8, text: &[u8]) -> Result<Channel, Status> {
        self.look_up()?;
        if channel != LOAD_CHANNEL {
            // On any other channel the blocks of BAM and directory come as they are.
            return self.reading(Block::BAM);
        }
        // `$`, `$0`, `$0:pattern`, `$:pattern`, `$pattern`.
        let text = match text {
            [b'0'..=b'9'] | [] => &b"*"[..],
            text => text,
        };
        split_drive(text)?;
        let patterns = Pattern::parse_all(text)?;
        let bytes = listing(self.ready()?, &patterns)?;
        Ok(Channel::Bytes { bytes, at: 0 })
    }

    fn open_buffer(&mut self, text: &[u8]) -> Result<Channel, Status> {
        let number = match text {
            [] => 0,
            [digit @ b'0'..=b'3'] => digit - b'0',
            _ => return Err(Status::NO_CHANNEL),
        };
        self.need_buffer()?;
        let mut data = vec![0; 256];
        // The first byte read from a fresh buffer is its number.
        data[0] = number;
        Ok(Channel::Direct(Buffer {
            data,
            at: 0,
            end: 0,
        }))
    }

    /// How many channels there are of a sort.
    fn open_channels(&self, sort: fn(&Channel) -> bool) -> usize {
        self.channels.iter().filter(|c| sort(c)).count()
    }

    /// # Errors
    /// 70 when no more files can be open.
    fn need_file(&self) -> Result<(), Status> {
        let files = |c: &Channel| matches!(c, Channel::Read { .. } | Channel::Write(_));
        if self.open_channels(files) >= MAX_FILES {
            return Err(Status::NO_CHANNEL);
        }
        self.need_buffer()
    }

    /// # Errors
    /// 70 when all buffers are in use.
    fn need_buffer(&self) -> Result<(), Status> {
        let buffers = |c: &Channel| !matches!(c, Channel::Closed | Channel::Bytes { .. });
        if self.open_channels(buffers) >= MAX_BUFFERS {
            return Err(Status::NO_CHANNEL);
        }
        Ok(())
    }

    fn reading(&mut self, first: Block) -> Result<Channel, Status> {
        self.need_file()?;
        let reader = Reader::new(self.ready()?, first)?;
        self.spend(|mechanics, now| mechanics.read(now, first));
        let now = self.now + self.work;
        let more = reader.next_block();
        let ahead = now + more.map_or(0, |block| self.mechanics.read(now, block));
        Ok(Channel::Read {
            reader,
            next: None,
            entered: first,
            ahead,
        })
    }

    fn open_file(&mut self, channel: u8, text: &[u8]) -> Result<Channel, Status> {
        let file = FileName::parse(text)?;
        let mode = match (channel, file.mode) {
            (LOAD_CHANNEL, _) => Mode::Read,
            (SAVE_CHANNEL, None) => Mode::Write,
            (_, mode) => mode.unwrap_or(Mode::Read),
        };
        match mode {
            Mode::Read | Mode::Modify => {
                let kind = match channel {
                    LOAD_CHANNEL => Some(file.kind.unwrap_or(FileKind::Prg)),
                    _ => file.kind,
                };
                self.open_to_read(text, &file, kind, mode)
            }
            Mode::Write => {
                let kind = file.kind.unwrap_or(match channel {
                    SAVE_CHANNEL => FileKind::Prg,
                    _ => FileKind::Seq,
                });
                self.open_to_write(&file, kind)
            }
            Mode::Append => {
                let entry = self.find(&file)?;
                check_kind(&entry, file.kind)?;
                if !entry.closed {
                    return Err(Status::WRITE_FILE_OPEN);
                }
                self.need_file()?;
                let writer = Writer::append(self.own_format()?, entry)?;
                self.written(entry.slot.block);
                Ok(Channel::Write(writer))
            }
        }
    }

    /// The first file that fits the name.
    fn find(&mut self, file: &FileName) -> Result<Entry, Status> {
        self.look_up()?
            .into_iter()
            .find(|entry| entry.name.matches(&file.name))
            .ok_or(Status::NOT_FOUND)
    }

    fn open_to_read(
        &mut self,
        text: &[u8],
        file: &FileName,
        kind: Option<FileKind>,
        mode: Mode,
    ) -> Result<Channel, Status> {
        let last = self.last_program.filter(|_| text == b"*");
        let entry = match last {
            Some(first) => self
                .look_up()?
                .into_iter()
                .find(|entry| entry.first == first)
                .ok_or(Status::NOT_FOUND)
                .or_else(|_| self.find(file))?,
            None => self.find(file)?,
        };
        check_kind(&entry, kind)?;
        if entry.kind == FileKind::Rel {
            return Err(Status::TYPE_MISMATCH);
        }
        if !entry.closed && mode != Mode::Modify {
            return Err(Status::WRITE_FILE_OPEN);
        }
        if entry.kind == FileKind::Prg {
            self.last_program = Some(entry.first);
        }
        self.reading(entry.first_block()?)
    }

    fn open_to_write(&mut self, file: &FileName, kind: FileKind) -> Result<Channel, Status> {
        let name = exact(&file.name)?;
        if matches!(kind, FileKind::Rel | FileKind::Del | FileKind::Unknown(_)) {
            return Err(Status::TYPE_MISMATCH);
        }
        let old = match self.find(file) {
            Ok(_) if !file.replace => return Err(Status::EXISTS),
            Ok(old) => {
                check_kind(&old, Some(kind))?;
                if old.locked {
                    return Err(Status::EXISTS);
                }
                Some(old)
            }
            Err(Status::NOT_FOUND) => None,
            Err(status) => return Err(status),
        };
        self.need_file()?;
        let writer = Writer::create(self.own_format()?, name, kind, old)?;
        self.written(writer.entry().slot.block);
        Ok(Channel::Write(writer))
    }
}

fn check_kind(entry: &Entry, kind: Option<FileKind>) -> Result<(), Status> {
    match kind {
        Some(kind) if kind != entry.kind => Err(Status::TYPE_MISMATCH),
        _ => Ok(()),
    }
}
