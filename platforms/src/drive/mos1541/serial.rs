//! The protocol on the three lines, from the device's side.
//!
//! A byte goes bit by bit, lowest first: the talker holds CLK while it sets DATA and lets it go while DATA counts.
//! Before a byte the talker lets CLK go ("ready to send") and the listener lets DATA go ("ready for data"); a
//! talker that then waits longer than 200 us says that the byte is the last (EOI), which the listener confirms by
//! a pulse on DATA. After a byte the listener pulls DATA within 1 ms. With ATN asserted the computer talks and
//! all devices listen: the bytes are addresses. After TALK the two change places: the computer takes DATA and lets
//! CLK go, the device takes CLK.
//!
//! Source: Commodore 64 Programmer's Reference Guide, chapter 6; Butterfield, table of serial bus timing.

use super::dos::Dos;
use crate::iec::Lines;
use crate::machine::DriveSpeed;
use serde::{Deserialize, Serialize};

/// How long each part of the protocol takes, in microseconds.
struct Timing {
    /// From ATN to the device's attention.
    attention: u64,
    /// From "ready to send" to "ready for data".
    ready: u64,
    /// From one received byte until the device can take the next.
    listen_gap: u64,
    /// From the computer's "ready to send" to the assumption that this is EOI.
    eoi: u64,
    /// The pulse that confirms EOI.
    eoi_pulse: u64,
    /// Turn-around: how long the device holds CLK before it does anything else.
    turn: u64,
    /// From one sent byte to "ready to send" of the next.
    talk_gap: u64,
    /// From the computer's "ready for data", or the end of its pulse at EOI, to CLK. Short: Open ROMs look at CLK
    /// some 30 cycles after that pulse and take it for the first bit if it is not yet held.
    talk_start: u64,
    /// CLK held, DATA not yet touched: the same ROMs look whether DATA is free after they let it go, which takes
    /// them some 25 cycles and up to 62 more if the video chip stops them.
    talk_lead: u64,
    /// DATA set, CLK still held. A computer whose video chip stops it for up to 62 cycles must not miss it.
    setup: u64,
    /// CLK let go, DATA counts. The same holds.
    valid: u64,
    /// How long the device waits for the computer to confirm a byte.
    confirm: u64,
}

/// Set so that LOAD gets about 400 bytes a second, waiting for the disk included.
const REAL: Timing = Timing {
    attention: 100,
    ready: 60,
    listen_gap: 800,
    eoi: 256,
    eoi_pulse: 80,
    turn: 150,
    talk_gap: 900,
    talk_start: 15,
    talk_lead: 90,
    setup: 75,
    valid: 75,
    confirm: 1_000,
};
const HOST: Timing = Timing {
    attention: 100,
    ready: 10,
    listen_gap: 10,
    eoi: 256,
    eoi_pulse: 80,
    turn: 100,
    talk_gap: 40,
    talk_start: 15,
    talk_lead: 90,
    setup: 75,
    valid: 75,
    confirm: 1_000,
};

/// What the device is on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Role {
    None,
    Listener,
    Talker,
}

/// What the device does with its lines. "Until" is [`Serial::deadline`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    /// Nothing; waits for ATN.
    Idle,
    /// Holds DATA until it pays attention.
    Attention,
    /// Listener: holds DATA until the talker is ready to send.
    ListenWait,
    /// Holds DATA until it is ready for data.
    ListenBusy,
    /// Has let DATA go; the first bit comes, or EOI at the deadline.
    ListenReady,
    /// Holds DATA to confirm EOI, until the deadline.
    ListenEoi,
    /// Waits for CLK to be let go: DATA counts then.
    BitWait,
    /// Waits for CLK to be taken back.
    BitHold,
    /// Talker: waits for the computer to let CLK go.
    TurnWait,
    /// Holds CLK until it has a byte.
    TalkBusy,
    /// Has let CLK go; waits for the listener to let DATA go.
    TalkReady,
    /// The byte is the last: waits for the listener to pull DATA ...
    TalkEoi,
    /// ... and to let it go again.
    TalkEoiDone,
    /// Waits with CLK let go a little longer.
    TalkStart,
    /// Holds CLK until the first bit.
    TalkLead,
    /// Holds CLK with the bit on DATA, until the deadline.
    BitSetup,
    /// Has let CLK go, until the deadline.
    BitValid,
    /// Holds CLK until the listener pulls DATA, or until the deadline.
    TalkConfirm,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Serial {
    number: u8,
    clock_hz: u64,
    speed: DriveSpeed,
    state: State,
    role: Role,
    /// Channel of the last secondary address.
    channel: u8,
    /// Whether the data that follow a LISTEN find something that takes them.
    wanted: bool,
    /// What the computer asserts, as last told.
    host: Lines,
    /// Cycle at which the state ends by itself.
    deadline: u64,
    /// Cycle from which the device has time for the next byte.
    free_at: u64,
    /// The byte that comes or goes, and how many of its bits did.
    byte: u8,
    bits: u8,
    /// The byte that goes is the last of its channel.
    last: bool,
}

const NEVER: u64 = u64::MAX;

impl Serial {
    pub fn new(number: u8, clock_hz: u32) -> Serial {
        Serial {
            number,
            clock_hz: clock_hz.into(),
            speed: DriveSpeed::Real,
            state: State::Idle,
            role: Role::None,
            channel: 0,
            wanted: false,
            host: Lines::default(),
            deadline: NEVER,
            free_at: 0,
            byte: 0,
            bits: 0,
            last: false,
        }
    }

    pub fn reset(&mut self) {
        self.state = State::Idle;
        self.role = Role::None;
        self.deadline = NEVER;
        self.free_at = 0;
    }

    pub fn set_speed(&mut self, speed: DriveSpeed) {
        self.speed = speed;
    }

    fn cycles(&self, part: impl FnOnce(&Timing) -> u64) -> u64 {
        let microseconds = match self.speed {
            DriveSpeed::Real => part(&REAL),
            DriveSpeed::Host => part(&HOST),
        };
        microseconds * self.clock_hz / 1_000_000
    }

    /// The lines that the device asserts.
    pub fn lines(&self) -> Lines {
        let (clk, data) = match self.state {
            State::Idle | State::ListenReady | State::BitWait | State::BitHold => (false, false),
            State::Attention | State::ListenWait | State::ListenBusy | State::ListenEoi => {
                (false, true)
            }
            // The computer still holds CLK, and DATA is now its to hold.
            State::TurnWait => (false, false),
            State::TalkBusy | State::TalkLead | State::TalkConfirm => (true, false),
            State::TalkReady | State::TalkEoi | State::TalkEoiDone | State::TalkStart => {
                (false, false)
            }
            State::BitSetup => (true, self.byte & 1 == 0),
            State::BitValid => (false, self.byte & 1 == 0),
        };
        Lines {
            atn: false,
            clk,
            data,
        }
    }

    /// When the device changes its lines by itself.
    pub fn next_event(&self) -> u64 {
        self.deadline
    }

    /// Brings the device up to `now`, with the computer's lines as they were so far, and then sets those.
    pub fn run(&mut self, now: u64, host: Lines, dos: &mut Dos) {
        self.elapse(now, dos);
        if host != self.host {
            let attention = (self.host.atn, host.atn);
            self.host = host;
            match attention {
                (false, true) => {
                    self.enter(State::Attention, now + self.cycles(|t| t.attention));
                    self.deadline = self.deadline.max(self.free_at);
                }
                (true, false) => self.attention_ends(now),
                (false, false) | (true, true) => {}
            }
            self.react(now, dos);
            self.elapse(now, dos);
        }
    }

    /// Lets the deadlines pass that are due.
    fn elapse(&mut self, now: u64, dos: &mut Dos) {
        while self.deadline <= now {
            let time = std::mem::replace(&mut self.deadline, NEVER);
            self.expire(time, dos);
            self.react(time, dos);
        }
    }

    fn enter(&mut self, state: State, deadline: u64) {
        self.state = state;
        self.deadline = deadline;
    }

    /// The computer lets ATN go: those who were addressed stay on the bus.
    fn attention_ends(&mut self, now: u64) {
        match self.role {
            Role::Listener if self.wanted => self.enter(State::ListenWait, NEVER),
            Role::Talker => self.enter(State::TurnWait, NEVER),
            Role::Listener | Role::None => self.enter(State::Idle, NEVER),
        }
        self.free_at = self.free_at.max(now);
    }

    /// Follows the computer's lines as they are.
    fn react(&mut self, now: u64, dos: &mut Dos) {
        match self.state {
            State::ListenWait if !self.host.clk => {
                let ready = now.max(self.free_at) + self.cycles(|t| t.ready);
                self.enter(State::ListenBusy, ready);
            }
            State::ListenReady if self.host.clk => {
                self.bits = 0;
                self.byte = 0;
                self.enter(State::BitWait, NEVER);
            }
            State::BitWait if !self.host.clk => {
                self.byte = (self.byte >> 1) | if self.host.data { 0 } else { 0x80 };
                self.bits += 1;
                self.enter(State::BitHold, NEVER);
            }
            State::BitHold if self.host.clk && self.bits == 8 => self.received(now, dos),
            State::BitHold if self.host.clk => self.enter(State::BitWait, NEVER),
            State::TurnWait if !self.host.clk => {
                let deadline = now.max(self.free_at) + self.cycles(|t| t.turn);
                self.enter(State::TalkBusy, deadline);
            }
            State::TalkReady if !self.host.data && self.last => self.enter(State::TalkEoi, NEVER),
            State::TalkEoi if self.host.data => self.enter(State::TalkEoiDone, NEVER),
            State::TalkReady | State::TalkEoiDone if !self.host.data => {
                self.bits = 0;
                self.enter(State::TalkStart, now + self.cycles(|t| t.talk_start));
            }
            State::TalkConfirm if self.host.data => {
                dos.sent(self.channel);
                if self.last {
                    self.enter(State::Idle, NEVER);
                } else {
                    self.enter(State::TalkBusy, now + self.cycles(|t| t.talk_gap));
                }
            }
            State::Idle
            | State::Attention
            | State::ListenWait
            | State::ListenBusy
            | State::ListenReady
            | State::ListenEoi
            | State::BitWait
            | State::BitHold
            | State::TurnWait
            | State::TalkBusy
            | State::TalkReady
            | State::TalkEoi
            | State::TalkEoiDone
            | State::TalkStart
            | State::TalkLead
            | State::BitSetup
            | State::BitValid
            | State::TalkConfirm => {}
        }
    }

    /// The deadline of the state has come.
    fn expire(&mut self, now: u64, dos: &mut Dos) {
        match self.state {
            State::Attention => self.enter(State::ListenWait, NEVER),
            State::ListenBusy => {
                // Addresses carry no EOI.
                let eoi = if self.host.atn {
                    NEVER
                } else {
                    now + self.cycles(|t| t.eoi)
                };
                self.enter(State::ListenReady, eoi);
            }
            State::ListenReady => self.enter(State::ListenEoi, now + self.cycles(|t| t.eoi_pulse)),
            State::ListenEoi => self.enter(State::ListenReady, NEVER),
            State::TalkBusy => match dos.peek(now, self.channel) {
                (Some((byte, last)), 0) => {
                    self.byte = byte;
                    self.last = last;
                    self.enter(State::TalkReady, NEVER);
                }
                (Some(_), work) => self.enter(State::TalkBusy, now + work),
                // Nothing to send: a device that lets all lines go lets the computer run into its timeout.
                (None, _) => self.enter(State::Idle, NEVER),
            },
            State::TalkStart => self.enter(State::TalkLead, now + self.cycles(|t| t.talk_lead)),
            State::TalkLead => self.enter(State::BitSetup, now + self.cycles(|t| t.setup)),
            State::BitSetup => self.enter(State::BitValid, now + self.cycles(|t| t.valid)),
            State::BitValid => {
                self.byte >>= 1;
                self.bits += 1;
                if self.bits == 8 {
                    self.enter(State::TalkConfirm, now + self.cycles(|t| t.confirm));
                } else {
                    self.enter(State::BitSetup, now + self.cycles(|t| t.setup));
                }
            }
            // The computer did not take the byte: the device gives up and keeps it.
            State::TalkConfirm => self.enter(State::Idle, NEVER),
            State::Idle
            | State::ListenWait
            | State::BitWait
            | State::BitHold
            | State::TurnWait
            | State::TalkReady
            | State::TalkEoi
            | State::TalkEoiDone => {}
        }
    }

    /// All eight bits are there.
    fn received(&mut self, now: u64, dos: &mut Dos) {
        self.enter(State::ListenWait, NEVER);
        let work = if self.host.atn {
            self.addressed(now, dos)
        } else {
            let (taken, work) = dos.receive(now, self.channel, self.byte);
            if !taken {
                self.wanted = false;
                self.enter(State::Idle, NEVER);
            }
            work
        };
        self.free_at = now + work.max(self.cycles(|t| t.listen_gap));
    }

    /// A byte came under ATN; returns the cycles that it keeps the drive busy.
    fn addressed(&mut self, now: u64, dos: &mut Dos) -> u64 {
        let channel = self.byte & 0x0F;
        match (self.byte & 0xF0, self.byte & 0x1F) {
            (0x20 | 0x30, 0x1F) => self.unlisten(now, dos),
            (0x20 | 0x30, number) if number == self.number => {
                let work = self.unlisten(now, dos);
                self.role = Role::Listener;
                // Until a secondary address says for which channel.
                self.wanted = false;
                work
            }
            (0x40 | 0x50, number) => {
                // Whoever else talks, we do not.
                let work = self.unlisten(now, dos);
                self.role = if number == self.number {
                    Role::Talker
                } else {
                    Role::None
                };
                work
            }
            (0x60, _) if self.role == Role::Listener => {
                self.channel = channel;
                self.wanted = dos.begin_data(channel);
                0
            }
            // A 1541 looks at bits 5 and 6 only; Open ROMs send $F0 and the channel after TALK.
            (0x60 | 0xF0, _) if self.role == Role::Talker => {
                self.channel = channel;
                0
            }
            (0xE0, _) if self.role == Role::Listener => {
                self.channel = channel;
                dos.close(now, channel)
            }
            (0xF0, _) if self.role == Role::Listener => {
                self.channel = channel;
                self.wanted = true;
                dos.begin_open(channel);
                0
            }
            _ => 0,
        }
    }

    fn unlisten(&mut self, now: u64, dos: &mut Dos) -> u64 {
        if self.role == Role::Listener {
            self.role = Role::None;
            dos.end_input(now)
        } else {
            0
        }
    }
}
