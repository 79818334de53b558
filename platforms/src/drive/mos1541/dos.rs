//! The DOS: channels, what is opened on them, and the bytes that go in and out.
//!
//! Every call that may use the disk is told the time and returns the cycles that the work takes; the result is
//! there at once, the bus holds it back for so long.

mod open;

use super::mechanics::Mechanics;
use super::status::Status;
use crate::machine::DriveSpeed;
use hexfront_disk::d64::{Block, D64, Entry, Reader, Writer};
use serde::{Deserialize, Serialize};

/// Number of the command and error channel.
pub const COMMAND_CHANNEL: u8 = 15;
/// Channels that KERNAL LOAD and SAVE use.
const LOAD_CHANNEL: u8 = 0;
const SAVE_CHANNEL: u8 = 1;
/// The longest command that DOS 2.6 takes.
const MAX_COMMAND: usize = 41;
/// With fewer blocks free than this the DOS warns that the disk is full, and goes on.
const FEW_BLOCKS: usize = 3;
/// RAM of the 1541, $0000-$07FF.
const MEMORY: usize = 0x800;

/// What is open on a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Channel {
    Closed,
    /// A file that is read; `next` is the byte that the bus has not yet taken, `entered` the block that is being
    /// sent, `ahead` the cycle at which the one after it, read meanwhile, is in the other buffer.
    Read {
        reader: Reader,
        next: Option<(u8, bool)>,
        entered: Block,
        ahead: u64,
    },
    /// A directory listing.
    Bytes {
        bytes: Vec<u8>,
        at: usize,
    },
    Write(Writer),
    Direct(Buffer),
}

/// A buffer of the drive that a program reads and writes itself (`#`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// 256 bytes.
    pub data: Vec<u8>,
    /// The next byte to be read or written (the DOS's buffer pointer).
    pub at: u8,
    /// The last byte that a reader gets.
    pub end: u8,
}

/// What the bytes are that the computer sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Input {
    /// Data for the open channel.
    Data,
    /// The name of an OPEN.
    Name(u8),
    /// A command.
    Command,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dos {
    pub write_protected: bool,
    disk: Option<D64>,
    writes: u64,
    /// Channels 0 to 14.
    channels: Vec<Channel>,
    input: Input,
    /// Name or command that comes in.
    text: Vec<u8>,
    status: Status,
    /// What the error channel sends: the status, or the answer to `M-R`.
    reply: Vec<u8>,
    reply_at: usize,
    /// First block of the last program opened, which `*` alone stands for.
    last_program: Option<(u8, u8)>,
    /// The BAM has been read since the disk was put in.
    initialised: bool,
    pub(super) memory: Vec<u8>,
    pub(super) mechanics: Mechanics,
    /// Time at which the running call began, and how long its work takes so far.
    now: u64,
    work: u64,
}

impl Dos {
    pub fn new(clock_hz: u32) -> Dos {
        let mut dos = Dos {
            write_protected: false,
            disk: None,
            writes: 0,
            channels: vec![Channel::Closed; usize::from(COMMAND_CHANNEL)],
            input: Input::Data,
            text: Vec::new(),
            status: Status::VERSION,
            reply: Vec::new(),
            reply_at: 0,
            last_program: None,
            initialised: false,
            memory: vec![0; MEMORY],
            mechanics: Mechanics::new(clock_hz),
            now: 0,
            work: 0,
        };
        dos.reset();
        dos
    }

    /// Power-on or the reset line; the disk stays as it is.
    pub fn reset(&mut self) {
        self.channels.fill(Channel::Closed);
        self.input = Input::Data;
        self.text.clear();
        self.last_program = None;
        self.initialised = false;
        self.memory.fill(0);
        self.set_status(Status::VERSION);
    }

    pub fn insert(&mut self, disk: Option<D64>) -> Option<D64> {
        // What was open belongs to the old disk. A drive notices the change by the notch passing its sensor.
        self.channels.fill(Channel::Closed);
        self.last_program = None;
        self.initialised = false;
        std::mem::replace(&mut self.disk, disk)
    }

    pub fn disk(&self) -> Option<&D64> {
        self.disk.as_ref()
    }

    pub fn writes(&self) -> u64 {
        self.writes
    }

    pub fn status(&self) -> Status {
        self.status
    }

    pub fn set_speed(&mut self, speed: DriveSpeed) {
        self.mechanics.set_speed(speed);
    }

    /// Whether anything is open.
    pub fn is_active(&self) -> bool {
        self.channels
            .iter()
            .any(|channel| *channel != Channel::Closed)
    }

    pub(super) fn set_status(&mut self, status: Status) {
        self.status = status;
        self.answer(format!("{status}\r").as_bytes());
    }

    /// Sets what the error channel sends next.
    pub(super) fn answer(&mut self, bytes: &[u8]) {
        self.reply = bytes.to_vec();
        self.reply_at = 0;
    }

    /// Starts a call at this time.
    fn begin(&mut self, now: u64) {
        self.now = now;
        self.work = 0;
    }

    pub(super) fn spend(&mut self, time: impl FnOnce(&mut Mechanics, u64) -> u64) {
        self.work += time(&mut self.mechanics, self.now + self.work);
    }

    // The bus.

    /// The computer sends OPEN for a channel; the name follows.
    pub fn begin_open(&mut self, channel: u8) {
        self.text.clear();
        self.input = if channel == COMMAND_CHANNEL {
            Input::Command
        } else {
            Input::Name(channel)
        };
    }

    /// The computer addresses a channel with data to come. False: nothing there takes data.
    pub fn begin_data(&mut self, channel: u8) -> bool {
        if channel == COMMAND_CHANNEL {
            self.text.clear();
            self.input = Input::Command;
            return true;
        }
        self.input = Input::Data;
        matches!(
            self.channels[usize::from(channel)],
            Channel::Write(_) | Channel::Direct(_)
        )
    }

    /// A byte from the computer; false if the DOS does not want it.
    pub fn receive(&mut self, now: u64, channel: u8, byte: u8) -> (bool, u64) {
        self.begin(now);
        let taken = match self.input {
            Input::Name(_) | Input::Command => {
                // One more than fits is kept, so that the length shows that it was too long.
                if self.text.len() <= MAX_COMMAND {
                    self.text.push(byte);
                }
                Ok(())
            }
            Input::Data => self.receive_data(channel, byte),
        };
        if let Err(status) = taken {
            self.channels[usize::from(channel)] = Channel::Closed;
            self.set_status(status);
        }
        (taken.is_ok(), self.work)
    }

    /// The computer has sent all it wanted: a name or a command that came in is carried out.
    pub fn end_input(&mut self, now: u64) -> u64 {
        self.begin(now);
        let input = std::mem::replace(&mut self.input, Input::Data);
        let text = std::mem::take(&mut self.text);
        let done = match input {
            Input::Data => return 0,
            Input::Name(_) | Input::Command if text.len() > MAX_COMMAND => Err(Status::LONG_LINE),
            Input::Command if text.is_empty() => return 0,
            Input::Command => self.command(&text),
            Input::Name(channel) => self.open(channel, &text).map(|()| Some(Status::OK)),
        };
        match done {
            Ok(Some(status)) | Err(status) => self.set_status(status),
            Ok(None) => {}
        }
        self.work
    }

    /// The byte that the channel has to send, with whether it is the last. Asking again gives the same byte, until
    /// [`Dos::sent`].
    pub fn peek(&mut self, now: u64, channel: u8) -> (Option<(u8, bool)>, u64) {
        self.begin(now);
        if channel == COMMAND_CHANNEL {
            let last = self.reply_at + 1 == self.reply.len();
            return (Some((self.reply[self.reply_at], last)), 0);
        }
        let byte = match self.peek_data(channel) {
            Ok(byte) => byte,
            Err(status) => {
                self.channels[usize::from(channel)] = Channel::Closed;
                self.set_status(status);
                None
            }
        };
        (byte, self.work)
    }

    /// The computer has taken the byte.
    pub fn sent(&mut self, channel: u8) {
        if channel == COMMAND_CHANNEL {
            self.reply_at += 1;
            if self.reply_at == self.reply.len() {
                self.set_status(Status::OK);
            }
            return;
        }
        match &mut self.channels[usize::from(channel)] {
            Channel::Read { next, .. } => *next = None,
            Channel::Bytes { at, .. } => *at += 1,
            Channel::Direct(buffer) => {
                buffer.at = if buffer.at == buffer.end {
                    0
                } else {
                    buffer.at.wrapping_add(1)
                };
            }
            Channel::Closed | Channel::Write(_) => {}
        }
    }

    /// CLOSE. Closing the command channel closes all.
    pub fn close(&mut self, now: u64, channel: u8) -> u64 {
        self.begin(now);
        let channels = if channel == COMMAND_CHANNEL {
            0..COMMAND_CHANNEL
        } else {
            channel..channel + 1
        };
        for channel in channels {
            if let Err(status) = self.close_channel(channel) {
                self.set_status(status);
            }
        }
        self.work
    }

    // The channels.

    pub(super) fn channel_mut(&mut self, channel: u8) -> Option<&mut Channel> {
        self.channels.get_mut(usize::from(channel))
    }

    fn close_channel(&mut self, channel: u8) -> Result<(), Status> {
        let open = std::mem::replace(&mut self.channels[usize::from(channel)], Channel::Closed);
        if let Channel::Write(writer) = open {
            self.spend({
                let block = writer.block();
                move |mechanics, now| mechanics.write(now, block)
            });
            let slot = writer.entry().slot.block;
            writer.close(self.writable()?)?;
            self.written(slot);
        }
        Ok(())
    }

    fn receive_data(&mut self, channel: u8, byte: u8) -> Result<(), Status> {
        let channel = usize::from(channel);
        match &mut self.channels[channel] {
            Channel::Direct(buffer) => {
                buffer.data[usize::from(buffer.at)] = byte;
                buffer.at = buffer.at.wrapping_add(1);
                Ok(())
            }
            Channel::Write(_) => {
                let Channel::Write(mut writer) =
                    std::mem::replace(&mut self.channels[channel], Channel::Closed)
                else {
                    return Err(Status::NO_CHANNEL);
                };
                let block = writer.block();
                writer.put(self.writable()?, byte)?;
                if writer.block() != block {
                    self.written(block);
                    if self.ready()?.blocks_free()? < FEW_BLOCKS {
                        self.set_status(Status::DISK_FULL);
                    }
                }
                self.channels[channel] = Channel::Write(writer);
                Ok(())
            }
            Channel::Closed | Channel::Read { .. } | Channel::Bytes { .. } => Err(Status::NOT_OPEN),
        }
    }

    fn peek_data(&mut self, channel: u8) -> Result<Option<(u8, bool)>, Status> {
        match &mut self.channels[usize::from(channel)] {
            Channel::Read {
                reader,
                next,
                entered,
                ahead,
            } => {
                if next.is_none() {
                    let disk = self.disk.as_ref().ok_or(Status::NOT_READY)?;
                    *next = reader.next(disk)?;
                    if reader.block() != *entered {
                        *entered = reader.block();
                        self.work += ahead.saturating_sub(self.now) + self.mechanics.interrupt();
                        let now = self.now + self.work;
                        let more = reader.next_block();
                        *ahead = now + more.map_or(0, |block| self.mechanics.read(now, block));
                    }
                }
                Ok(*next)
            }
            Channel::Bytes { bytes, at } => {
                Ok(bytes.get(*at).map(|&byte| (byte, *at + 1 == bytes.len())))
            }
            Channel::Direct(buffer) => Ok(Some((
                buffer.data[usize::from(buffer.at)],
                buffer.at == buffer.end,
            ))),
            // The error that kept the channel from opening stays to be read.
            Channel::Closed | Channel::Write(_) => Ok(None),
        }
    }

    /// The disk, for reading.
    pub(super) fn ready(&self) -> Result<&D64, Status> {
        self.disk.as_ref().ok_or(Status::NOT_READY)
    }

    /// The disk, for writing.
    pub(super) fn writable(&mut self) -> Result<&mut D64, Status> {
        let disk = self.disk.as_mut().ok_or(Status::NOT_READY)?;
        if self.write_protected {
            return Err(Status::WRITE_PROTECT);
        }
        Ok(disk)
    }

    /// The disk, for changing its files: it must be one of this DOS version.
    pub(super) fn own_format(&mut self) -> Result<&mut D64, Status> {
        let disk = self.writable()?;
        match disk.dos_version()? {
            b'A' => Ok(disk),
            _ => Err(Status::VERSION),
        }
    }

    /// Notes that the disk was changed, and the time that writing this block took.
    pub(super) fn written(&mut self, block: Block) {
        self.writes += 1;
        self.spend(|mechanics, now| mechanics.write(now, block));
    }

    /// Reads the BAM, if it has not been read since the disk was put in, and the directory; returns its files.
    pub(super) fn look_up(&mut self) -> Result<Vec<Entry>, Status> {
        if !self.initialised {
            self.ready()?.read(Block::BAM)?;
            self.spend(|mechanics, now| mechanics.read(now, Block::BAM));
            self.initialised = true;
        }
        for block in self.ready()?.directory_blocks()? {
            self.spend(|mechanics, now| mechanics.read(now, block));
        }
        Ok(self.ready()?.entries()?)
    }

    /// Makes the DOS read the BAM anew.
    pub(super) fn initialise(&mut self) -> Result<(), Status> {
        self.initialised = false;
        self.ready()?.read(Block::BAM)?;
        self.spend(|mechanics, now| mechanics.read(now, Block::BAM));
        self.initialised = true;
        Ok(())
    }
}
