//! A Hayes Smartmodem 2400 at the end of a serial cable, and the telephone network behind it.
//!
//! In the state of command it reads lines that begin with `AT`; online it passes bytes on, until the other end hangs up, DTR falls
//! or the escape sequence comes with its guard times. It hears any speed and answers with the speed it heard last. The network is an
//! [`Exchange`]: two ends of one wire in memory ([`wire`]), or whatever a host has.
//!
//! Source: Hayes Smartmodem 2400 User's Guide, "Commands", "Registers", "Result codes".
//!
//! **Not emulated**: the sounds of dialling, a second dial tone, the modem's own line speed (bytes go over the network as fast as the
//! computer sends them), test modes, stored numbers, leased lines.

mod commands;
mod wire;

use crate::serial::{Cable, Device, DeviceLines, Frame};
use std::collections::VecDeque;

pub use wire::{End, wire};

/// Registers that a command can name.
const REGISTERS: usize = 28;
/// S0: rings after which it answers by itself; 0 never.
const AUTO_ANSWER: usize = 0;
/// S1: rings that were counted.
const RINGS: usize = 1;
/// S2: the character of the escape sequence.
const ESCAPE: usize = 2;
/// S3, S4, S5: carriage return, line feed, backspace.
const RETURN: usize = 3;
const LINE_FEED: usize = 4;
const BACKSPACE: usize = 5;
/// S7: seconds that it waits for a carrier.
const WAIT: usize = 7;
/// S12: guard time, in fiftieths of a second.
const GUARD: usize = 12;

/// Seconds from ring to ring, and without a ring until the caller is taken to be gone.
const RING_EVERY: f64 = 4.0;
/// Characters of a command line after `AT`.
const LINE: usize = 40;
/// Parts of a second for which bytes may wait in the cable: two frames. The rest waits in the network.
const CABLE_HOLDS: u32 = 25;

/// What the network says of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// There is none, or it was hung up.
    None,
    /// Somebody calls.
    Ringing,
    /// It rings at the other end.
    Dialling,
    /// The other end is talking to somebody else.
    Busy,
    /// Nobody is there.
    NoAnswer,
    /// The network itself is not there.
    NoDialTone,
    /// Both ends hear each other.
    Connected,
}

/// The telephone network.
pub trait Exchange {
    /// Calls a number.
    fn dial(&mut self, number: &str);

    /// Takes the call that rings.
    fn answer(&mut self);

    /// Ends the call, or gives up calling.
    fn hang_up(&mut self);

    /// What the call has come to.
    fn call(&mut self) -> Call;

    /// Passes bytes to the other end.
    fn send(&mut self, bytes: &[u8]);

    /// Takes what came from the other end, so many bytes at most.
    fn receive(&mut self, at_most: usize) -> Vec<u8>;

    /// How many emulated seconds it is after power-on, for a network that waits for something.
    fn pass_time(&mut self, _seconds: f64) {}
}

/// What the modem is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// It waits for commands.
    Command,
    /// It waits for a carrier since then.
    Waiting { since: f64 },
    /// It passes bytes on.
    Online,
    /// It waits for commands, and keeps the call.
    Escaped,
}

/// The modem's results, with their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Ok = 0,
    Connect = 1,
    Ring = 2,
    NoCarrier = 3,
    Error = 4,
    NoDialTone = 6,
    Busy = 7,
    NoAnswer = 8,
}

/// The modem.
pub struct Modem<E> {
    exchange: E,
    registers: [u8; REGISTERS],
    /// E: what is typed comes back.
    echo: bool,
    /// V: results in words.
    words: bool,
    /// Q: no results.
    quiet: bool,
    /// X: which results there are, 0 to 4.
    results: u8,
    /// &K3: RTS stops what comes.
    heeds_rts: bool,
    state: State,
    line: Vec<u8>,
    /// The last whole line, for `A/`.
    last: Vec<u8>,
    /// What is to be sent to the computer.
    answers: VecDeque<u8>,
    baud: u32,
    dtr: bool,
    /// Characters of the escape sequence, and when the last character came.
    escapes: u8,
    heard: f64,
    /// When it rang last.
    rang: Option<f64>,
    now: f64,
}

impl<E: Exchange> Modem<E> {
    /// A modem with its factory settings.
    pub fn new(exchange: E) -> Self {
        let mut modem = Self {
            exchange,
            registers: [0; REGISTERS],
            echo: true,
            words: true,
            quiet: false,
            results: 4,
            heeds_rts: false,
            state: State::Command,
            line: Vec::new(),
            last: Vec::new(),
            answers: VecDeque::new(),
            baud: 2400,
            dtr: false,
            escapes: 0,
            heard: 0.0,
            rang: None,
            now: 0.0,
        };
        modem.factory_settings();
        modem
    }

    fn factory_settings(&mut self) {
        self.registers = [0; REGISTERS];
        let set = [
            (ESCAPE, b'+'),
            (RETURN, b'\r'),
            (LINE_FEED, b'\n'),
            (BACKSPACE, 8),
            (WAIT, 50),
            (GUARD, 50),
        ];
        for (register, value) in set {
            self.registers[register] = value;
        }
        (self.echo, self.words, self.quiet) = (true, true, false);
        (self.results, self.heeds_rts) = (4, false);
    }

    /// The network.
    pub fn exchange(&mut self) -> &mut E {
        &mut self.exchange
    }

    /// A character comes from the computer.
    fn hear(&mut self, byte: u8) {
        match self.state {
            State::Command | State::Escaped => self.type_in(byte),
            // Whoever types while it dials wants no call.
            State::Waiting { .. } => self.hang_up(Outcome::NoCarrier),
            State::Online => {
                self.count_escapes(byte);
                self.exchange.send(&[byte]);
            }
        }
        self.heard = self.now;
    }

    fn guard(&self) -> f64 {
        f64::from(self.registers[GUARD]) / 50.0
    }

    fn count_escapes(&mut self, byte: u8) {
        let quiet = self.now - self.heard >= self.guard();
        let escape = byte == self.registers[ESCAPE];
        self.escapes = match self.escapes {
            0 if escape && quiet => 1,
            n @ 1..3 if escape => n + 1,
            _ => 0,
        };
    }

    /// A character of a command line.
    fn type_in(&mut self, byte: u8) {
        let byte = byte & 0x7F;
        if self.echo {
            self.answers.push_back(byte);
        }
        if byte == self.registers[RETURN] {
            let line = std::mem::take(&mut self.line);
            if line.len() >= 2 && line[..2].eq_ignore_ascii_case(b"AT") {
                self.last = line[2..].to_vec();
                self.obey_last();
            }
        } else if byte == self.registers[BACKSPACE] {
            self.line.pop();
        } else if byte > b' ' && self.line.len() < LINE + 2 {
            self.line.push(byte);
            if self.line.eq_ignore_ascii_case(b"A/") {
                self.line.clear();
                self.obey_last();
            } else if self.line.len() == 2 && !self.line.eq_ignore_ascii_case(b"AT") {
                // The line begins with the last `A`, whatever stood before.
                self.line.remove(0);
            }
            if self.line.len() == 1 && !self.line.eq_ignore_ascii_case(b"A") {
                self.line.clear();
            }
        }
    }

    fn tell(&mut self, outcome: Outcome) {
        if self.quiet {
            return;
        }
        let (cr, lf) = (self.registers[RETURN], self.registers[LINE_FEED]);
        if self.words {
            let text = self.words_of(outcome);
            self.answers.extend([cr, lf]);
            self.answers.extend(text.bytes());
            self.answers.extend([cr, lf]);
        } else {
            let number = self.number_of(outcome).to_string();
            self.answers.extend(number.bytes());
            self.answers.push_back(cr);
        }
    }

    /// The speed nearest to what it hears, of those that have a result of their own.
    fn speed(&self) -> (u32, u8) {
        const SPEEDS: [(u32, u8); 6] = [
            (300, 1),
            (1200, 5),
            (2400, 10),
            (4800, 11),
            (9600, 12),
            (19200, 14),
        ];
        let nearest = SPEEDS.iter().min_by_key(|(b, _)| b.abs_diff(self.baud));
        nearest.copied().unwrap_or(SPEEDS[2])
    }

    fn words_of(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Ok => "OK".to_owned(),
            Outcome::Connect => match self.speed() {
                (baud, number) if self.results > 0 && number > 1 => format!("CONNECT {baud}"),
                _ => "CONNECT".to_owned(),
            },
            Outcome::Ring => "RING".to_owned(),
            Outcome::NoCarrier => "NO CARRIER".to_owned(),
            Outcome::Error => "ERROR".to_owned(),
            Outcome::NoDialTone => "NO DIALTONE".to_owned(),
            Outcome::Busy => "BUSY".to_owned(),
            Outcome::NoAnswer => "NO ANSWER".to_owned(),
        }
    }

    fn number_of(&self, outcome: Outcome) -> u8 {
        match outcome {
            Outcome::Connect if self.results > 0 => self.speed().1,
            other => other as u8,
        }
    }

    fn hang_up(&mut self, outcome: Outcome) {
        self.exchange.hang_up();
        self.state = State::Command;
        self.rang = None;
        self.tell(outcome);
    }

    /// Takes note of what the network says.
    fn listen(&mut self) {
        let call = self.exchange.call();
        match self.state {
            State::Command if call == Call::Ringing => self.ring(),
            State::Command => {
                self.rang = None;
                self.registers[RINGS] = 0;
            }
            State::Waiting { since } => self.await_carrier(call, since),
            State::Online | State::Escaped if call != Call::Connected => {
                self.hang_up(Outcome::NoCarrier);
            }
            State::Online => {
                let waited = self.now - self.heard >= self.guard();
                if self.escapes == 3 && waited {
                    self.escapes = 0;
                    self.state = State::Escaped;
                    self.line.clear();
                    self.tell(Outcome::Ok);
                }
            }
            State::Escaped => {}
        }
    }

    fn ring(&mut self) {
        if self.rang.is_some_and(|at| self.now - at < RING_EVERY) {
            return;
        }
        self.rang = Some(self.now);
        self.registers[RINGS] = self.registers[RINGS].saturating_add(1);
        self.tell(Outcome::Ring);
        let rings = self.registers[AUTO_ANSWER];
        if rings > 0 && self.registers[RINGS] >= rings && self.dtr {
            self.answer();
        }
    }

    fn answer(&mut self) {
        self.exchange.answer();
        self.state = State::Waiting { since: self.now };
    }

    fn await_carrier(&mut self, call: Call, since: f64) {
        // With X0 to X2 it does not listen for the tones of the line.
        let detail = |needs: u8, outcome| match self.results >= needs {
            true => outcome,
            false => Outcome::NoCarrier,
        };
        let patience = f64::from(self.registers[WAIT].max(1));
        match call {
            Call::Connected => {
                self.state = State::Online;
                (self.escapes, self.heard, self.rang) = (0, self.now, None);
                self.tell(Outcome::Connect);
            }
            Call::Busy => self.hang_up(detail(3, Outcome::Busy)),
            Call::NoAnswer => self.hang_up(detail(3, Outcome::NoAnswer)),
            Call::NoDialTone => self.hang_up(detail(2, Outcome::NoDialTone)),
            Call::None => self.hang_up(Outcome::NoCarrier),
            Call::Dialling | Call::Ringing if self.now - since >= patience => {
                self.hang_up(Outcome::NoCarrier);
            }
            Call::Dialling | Call::Ringing => {}
        }
    }

    /// DTR falls: a call ends.
    fn follow_dtr(&mut self, dtr: bool) {
        let fell = self.dtr && !dtr;
        self.dtr = dtr;
        if fell && self.state != State::Command {
            self.hang_up(Outcome::NoCarrier);
        }
    }

    fn speak(&mut self, cable: &mut Cable) {
        if self.heeds_rts && !cable.computer.rts {
            return;
        }
        let at_most = (self.baud / 10 / CABLE_HOLDS).max(2) as usize;
        while cable.coming.len() < at_most {
            let Some(byte) = self.next_byte() else {
                return;
            };
            cable.coming.push_back(Frame::of(byte, self.baud));
        }
    }

    fn next_byte(&mut self) -> Option<u8> {
        let answer = self.answers.pop_front();
        answer.or_else(|| match self.state {
            State::Online => self.exchange.receive(1).pop(),
            _ => None,
        })
    }
}

impl<E: Exchange> Device for Modem<E> {
    fn serve(&mut self, seconds: f64, cable: &mut Cable) {
        self.now = seconds;
        self.exchange.pass_time(seconds);
        self.follow_dtr(cable.computer.dtr);
        while let Some(frame) = cable.sent.pop_front() {
            if let Some(byte) = frame.byte() {
                self.baud = frame.baud;
                self.hear(byte);
            }
        }
        self.listen();
        self.speak(cable);
        cable.device = DeviceLines {
            dsr: true,
            cts: true,
            dcd: matches!(self.state, State::Online | State::Escaped),
        };
    }
}

#[cfg(test)]
mod tests;
