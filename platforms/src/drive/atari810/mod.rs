//! Atari 810, 1050 and XF551 disk drives, as the computer sees them: devices on the serial bus, bit by bit.
//!
//! A drive answers as its documented firmware does. Behind the wire there is no processor, but the commands, working on the sectors
//! of a disk image.
//!
//! | file | holds |
//! | --- | --- |
//! | `model` | the drives and their figures |
//! | `uart` | bits in and out |
//! | `command` | what the commands do |
//! | `mechanics` | how long the disk takes |
//!
//! A command is five bytes while COMMAND is asserted: device, command, two more, and their sum. The drive acknowledges it (`A`) or
//! refuses it (`N`), does it, and tells that it is complete (`C`) or failed (`E`); data follow with their sum. What is written comes
//! as a frame of its own behind the first answer, and has its own.
//!
//! Sources: Operating System User's Manual, chapter 9, "Serial bus protocol"; Atari 810 and 1050 Field Service Manuals; Altirra Hardware
//! Reference Manual, chapter 9.
//!
//! **Not emulated:** the drives' processors, hence programs for them and commands of other firmware ($20 and up for diagnosis); the
//! weak, missing and doubled sectors of protected disks; the US Doubler's own interleave; the XF551's second side, and its commands with
//! bit 7, whose data go at twice the speed: it refuses them, as drives without a fast bus do.

mod command;
mod mechanics;
mod model;
mod uart;

pub use model::Model;

use crate::cpu::NEVER;
use crate::machine::DriveSpeed;
use crate::sio::Lines;
use command::{Controller, Reply};
use hexfront_disk::atari::Disk;
use model::Rate;
use serde::{Deserialize, Serialize};
use uart::{Received, Receiver, Sender, cycles};

/// Bytes of a command frame.
const COMMAND_FRAME: usize = 5;
/// How long a drive waits for a data frame, in microseconds.
const DATA_TIMEOUT: u64 = 500_000;
/// From the end of a data frame to its answer.
const DATA_ACKNOWLEDGE: u64 = 1_000;
/// Answers.
const ACK: u8 = b'A';
const NAK: u8 = b'N';
const COMPLETE: u8 = b'C';
const ERROR: u8 = b'E';

/// What the drive is at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum State {
    /// Nothing, or taking in a command frame.
    Idle,
    /// A whole command was read; waits for COMMAND to end.
    Commanded { frame: [u8; 4] },
    /// Sends its first answer.
    Answers { frame: [u8; 4], sender: Sender },
    /// Takes in a data frame, until a time.
    Takes { frame: [u8; 4], until: u64 },
    /// Sends the answer to a data frame; `None`: it was refused.
    Takings {
        data: Option<([u8; 4], Vec<u8>)>,
        sender: Sender,
    },
    /// Works, or sends what came of it.
    Tells { sender: Sender },
}

/// The drive, with the disk in it. Times are cycles of the computer's clock since power-on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drive {
    /// Its address on the bus.
    device: u8,
    clock_hz: u32,
    state: State,
    /// What has come of a frame.
    buffer: Vec<u8>,
    /// A byte of the frame was damaged.
    damaged: bool,
    receiver: Receiver,
    /// What the computer drives, as last told.
    lines: Lines,
    /// The level that the drive puts on the bus, and since when.
    level: bool,
    time: u64,
    /// Commands are expected on the fast bus.
    fast: bool,
    controller: Controller,
}

impl Drive {
    /// A drive without a disk, just switched on. `number` is 1 to 4; `clock_hz` the rate of the cycles that [`Drive::tick`] is told.
    pub fn new(model: Model, number: u8, clock_hz: u32) -> Drive {
        Drive {
            device: 0x30 + number,
            clock_hz,
            state: State::Idle,
            buffer: Vec::new(),
            damaged: false,
            receiver: Receiver::new(),
            lines: Lines::default(),
            level: true,
            time: 0,
            fast: false,
            controller: Controller::new(model, clock_hz),
        }
    }

    /// Its number, 1 to 4.
    pub fn number(&self) -> usize {
        usize::from(self.device & 0x0F)
    }

    /// Which drive it is.
    pub fn model(&self) -> Model {
        self.controller.model
    }

    /// Brings the drive up to `now`; the computer's lines are taken to have been as at the last call until now, and are `lines` from
    /// now on. Returns when the drive wants to be called again if they stay so.
    pub fn tick(&mut self, now: u64, lines: Lines) -> u64 {
        while self.next() <= now {
            self.time = self.next();
            self.event(self.time);
        }
        self.time = now;
        if self.lines.data_out != lines.data_out {
            self.receiver.set(now, lines.data_out);
        }
        if self.lines.command != lines.command {
            self.lines.command = lines.command;
            self.command_line(now);
        }
        self.lines = lines;
        self.level = self
            .sender()
            .is_none_or(|s| s.level(now, self.rate(), self.clock_hz));
        self.next()
    }

    /// The level that the drive puts on the line that all devices share.
    pub fn data_in(&self) -> bool {
        self.level
    }

    /// Puts a disk in, in the place of the one that was there.
    pub fn insert(&mut self, disk: Disk) {
        self.controller.insert(Some(disk));
    }

    /// Takes the disk out.
    pub fn eject(&mut self) -> Option<Disk> {
        self.controller.insert(None)
    }

    /// The disk as it is now: what was written is in it at once.
    pub fn disk(&self) -> Option<&Disk> {
        self.controller.disk()
    }

    /// How often something was written to a disk since power-on.
    pub fn writes(&self) -> u64 {
        self.controller.writes
    }

    /// Covers or uncovers the notch of the disk; the setting stays with the drive when the disk is changed.
    pub fn set_write_protected(&mut self, protected: bool) {
        self.controller.protected = protected;
    }

    /// Whether the motor runs, as the lamp shows.
    pub fn is_busy(&self, now: u64) -> bool {
        self.controller.mechanics.spins(now)
    }

    /// Sets how fast the disk is. The bus has its own speed.
    pub fn set_speed(&mut self, speed: DriveSpeed) {
        self.controller.mechanics.speed = speed;
    }

    fn rate(&self) -> Rate {
        let figures = self.controller.model.figures();
        match figures.fast {
            Some((fast, _)) if self.fast => fast,
            _ => figures.rate,
        }
    }

    fn after(&self, now: u64, microseconds: u64) -> u64 {
        now + cycles(microseconds * 1_000, self.clock_hz)
    }

    fn sender(&self) -> Option<&Sender> {
        match &self.state {
            State::Answers { sender, .. }
            | State::Takings { sender, .. }
            | State::Tells { sender } => Some(sender),
            State::Idle | State::Commanded { .. } | State::Takes { .. } => None,
        }
    }

    /// When something next happens here by itself, changes of the level among it.
    fn next(&self) -> u64 {
        let (rate, clock) = (self.rate(), self.clock_hz);
        let edge = self
            .sender()
            .map_or(NEVER, |s| s.next(self.time, rate, clock));
        self.receiver
            .next(rate, clock)
            .min(self.deadline())
            .min(edge)
    }

    /// When what the drive is at is over.
    fn deadline(&self) -> u64 {
        let end = |sender: &Sender| sender.end(self.rate(), self.clock_hz);
        match &self.state {
            State::Takes { until, .. } => *until,
            _ => self.sender().map_or(NEVER, end),
        }
    }

    fn event(&mut self, now: u64) {
        if self.receiver.next(self.rate(), self.clock_hz) == now
            && let Some(received) = self.receiver.look()
        {
            self.receive(now, received);
        }
        if self.deadline() == now {
            self.over(now);
        }
    }

    fn over(&mut self, now: u64) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Answers { frame, .. } => self.acknowledged(now, frame),
            State::Takings {
                data: Some((frame, bytes)),
                ..
            } => {
                let reply = self.controller.write(now, frame, &bytes);
                self.tell(now, reply);
            }
            // It was told, or what was waited for did not come.
            _ => self.clear(),
        }
    }

    fn clear(&mut self) {
        self.state = State::Idle;
        self.buffer.clear();
        self.damaged = false;
    }

    /// COMMAND has changed.
    fn command_line(&mut self, now: u64) {
        if self.lines.command {
            self.clear();
            self.receiver.clear();
            return;
        }
        match self.state {
            State::Commanded { frame } => self.answer(now, frame),
            State::Idle => {
                // Nothing that could be read: a drive with a fast bus tries the other speed.
                let unread = self.damaged || !self.buffer.is_empty();
                if unread && self.controller.model.figures().fast.is_some() {
                    self.fast = !self.fast;
                }
                self.clear();
            }
            _ => {}
        }
    }

    fn receive(&mut self, now: u64, received: Received) {
        self.damaged |= received.is_err();
        self.buffer.push(received.unwrap_or_default());
        match self.state {
            State::Idle if self.lines.command => self.look_at_command(),
            State::Takes { frame, .. } => self.look_at_data(now, frame),
            _ => self.buffer.clear(),
        }
    }

    fn look_at_command(&mut self) {
        let Some((frame, [given])) = self.buffer.split_first_chunk::<4>() else {
            return;
        };
        if !self.damaged && self.buffer.len() == COMMAND_FRAME && sum(frame) == *given {
            if frame[0] == self.device {
                self.state = State::Commanded { frame: *frame };
            }
            self.buffer.clear();
        }
    }

    fn answer(&mut self, now: u64, frame: [u8; 4]) {
        let knows = self.controller.knows(frame);
        let byte = if knows { ACK } else { NAK };
        let begin = self.after(now, self.controller.model.figures().acknowledge);
        let sender = Sender::new(vec![byte], begin);
        self.state = if knows {
            State::Answers { frame, sender }
        } else {
            State::Tells { sender }
        };
    }

    /// The command was acknowledged: it is done now, or its data come.
    fn acknowledged(&mut self, now: u64, frame: [u8; 4]) {
        self.buffer.clear();
        self.damaged = false;
        if self.controller.wants(frame).is_some() {
            let until = self.after(now, DATA_TIMEOUT);
            self.state = State::Takes { frame, until };
        } else {
            let reply = self.controller.read(now, frame);
            self.tell(now, reply);
        }
    }

    fn look_at_data(&mut self, now: u64, frame: [u8; 4]) {
        let wanted = self.controller.wants(frame).unwrap_or_default();
        if self.buffer.len() <= wanted {
            return;
        }
        let mut bytes = std::mem::take(&mut self.buffer);
        let given = bytes.pop().unwrap_or_default();
        let good = !self.damaged && sum(&bytes) == given;
        self.damaged = false;
        let begin = self.after(now, DATA_ACKNOWLEDGE);
        let sender = Sender::new(vec![if good { ACK } else { NAK }], begin);
        let data = good.then_some((frame, bytes));
        self.state = State::Takings { data, sender };
    }

    /// Sends what came of a command, when it is done.
    fn tell(&mut self, now: u64, reply: Reply) {
        let byte = if reply.good { COMPLETE } else { ERROR };
        let mut bytes = vec![byte];
        if let Some(data) = reply.data {
            bytes.extend(&data);
            bytes.push(sum(&data));
        }
        let sender = Sender::new(bytes, now + reply.time);
        self.state = State::Tells { sender };
    }
}

/// The sum of a frame: the carry is added again.
fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum: u8, byte| {
        let (sum, carry) = sum.overflowing_add(*byte);
        sum + u8::from(carry)
    })
}
