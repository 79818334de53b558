//! The computer's side of the serial bus, played line by line as a C64's KERNAL does it.
//!
//! Timings are those of the KERNAL's routines (LISTEN, TALK, CIOUT, ACPTR ...) in cycles, from counting their
//! instructions; a loop that polls a line sees it every [`POLL`] cycles.

use hexfront_disk::d64::D64;
use hexfront_platforms::drive::mos1541::Mos1541;
use hexfront_platforms::iec::{IecBus, Lines};

/// PAL.
pub const CLOCK_HZ: u32 = 985_248;
/// Cycles of one pass through a loop that waits for a line.
const POLL: u64 = 19;
/// Longest time that the KERNAL's caller will wait for a drive here, although the KERNAL would for ever.
const PATIENCE: u64 = 200 * CLOCK_HZ as u64;

/// Why a transfer failed: the KERNAL's status byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// $02: the talker sends nothing.
    ReadTimeout,
    /// $03: a listener did not confirm a byte.
    WriteTimeout,
    /// $80: nobody on the bus.
    NotPresent,
    /// The KERNAL would hang.
    Hangs(&'static str),
}

#[derive(Clone)]
pub struct Computer {
    pub drive: Mos1541,
    pub now: u64,
    bus: IecBus,
    /// The byte that waits in CIOUT until it is known whether it is the last.
    buffered: Option<u8>,
    /// Cycles that the caller's loop takes a byte.
    pub overhead: u64,
    /// Another drive on the bus.
    pub second: Option<Box<Mos1541>>,
}

impl Computer {
    pub fn new(disk: D64) -> Computer {
        let mut drive = Mos1541::new(8, CLOCK_HZ);
        drive.insert(disk);
        Computer {
            drive,
            now: 1000,
            bus: IecBus::default(),
            buffered: None,
            overhead: 200,
            second: None,
        }
    }

    fn tick(&mut self) {
        self.drive.tick(self.now, &mut self.bus);
        if let Some(second) = &mut self.second {
            let mut bus = self.bus;
            second.tick(self.now, &mut bus);
            self.bus.device.clk |= bus.device.clk;
            self.bus.device.data |= bus.device.data;
        }
    }

    pub fn pass(&mut self, cycles: u64) {
        self.now += cycles;
        self.tick();
    }

    fn set(&mut self, change: impl FnOnce(&mut Lines)) {
        self.pass(12);
        change(&mut self.bus.host);
        self.tick();
    }

    fn lines(&mut self) -> Lines {
        self.pass(4);
        self.bus.lines()
    }

    fn wait(
        &mut self,
        what: &'static str,
        limit: u64,
        until: impl Fn(Lines) -> bool,
    ) -> Result<(), Failure> {
        let end = self.now + limit;
        loop {
            let lines = self.lines();
            if until(lines) {
                return Ok(());
            }
            if self.now >= end {
                return Err(Failure::Hangs(what));
            }
            self.pass(POLL - 4);
        }
    }

    /// ISOUR: one byte, with EOI if it is the last.
    fn send(&mut self, byte: u8, eoi: bool) -> Result<(), Failure> {
        self.set(|l| l.data = false);
        if !self.lines().data {
            return Err(Failure::NotPresent);
        }
        self.set(|l| l.clk = false);
        if eoi {
            self.wait("listener ready for EOI", PATIENCE, |l| !l.data)?;
            self.wait("EOI confirmed", PATIENCE, |l| l.data)?;
        }
        self.wait("listener ready", PATIENCE, |l| !l.data)?;
        self.set(|l| l.clk = true);
        for bit in 0..8 {
            if self.lines().data {
                return Err(Failure::WriteTimeout);
            }
            let one = byte >> bit & 1 == 1;
            self.pass(10);
            self.set(|l| l.data = !one);
            self.set(|l| l.clk = false);
            self.pass(8);
            self.set(|l| {
                l.data = false;
                l.clk = true;
            });
            self.pass(15);
        }
        self.wait("byte confirmed", 1_000, |l| l.data)
            .map_err(|_| Failure::WriteTimeout)
    }

    /// LISTEN and TALK.
    fn attention(&mut self, byte: u8) -> Result<(), Failure> {
        if let Some(byte) = self.buffered.take() {
            self.send(byte, true)?;
        }
        self.set(|l| l.data = false);
        self.set(|l| l.atn = true);
        self.set(|l| l.clk = true);
        self.pass(1_000);
        self.send(byte, false)
    }

    /// SECOND.
    fn second(&mut self, byte: u8) -> Result<(), Failure> {
        self.send(byte, false)?;
        self.set(|l| l.atn = false);
        Ok(())
    }

    /// TKSA: secondary address and turn-around.
    fn talk_second(&mut self, byte: u8) -> Result<(), Failure> {
        self.send(byte, false)?;
        self.set(|l| l.data = true);
        self.set(|l| l.atn = false);
        self.set(|l| l.clk = false);
        self.wait("talker takes the clock", 10_000, |l| l.clk)
    }

    /// CIOUT.
    fn out(&mut self, byte: u8) -> Result<(), Failure> {
        match self.buffered.replace(byte) {
            Some(before) => self.send(before, false),
            None => Ok(()),
        }
    }

    /// UNLSN and UNTLK.
    fn release(&mut self, byte: u8) -> Result<(), Failure> {
        let done = self.attention(byte);
        self.set(|l| l.atn = false);
        self.pass(40);
        self.set(|l| {
            l.clk = false;
            l.data = false;
        });
        self.buffered = None;
        done
    }

    /// ACPTR: a byte, and whether it was the last.
    fn accept(&mut self) -> Result<(u8, bool), Failure> {
        self.set(|l| l.clk = false);
        self.wait("talker ready to send", PATIENCE, |l| !l.clk)?;
        let mut eoi = false;
        loop {
            self.set(|l| l.data = false);
            if self.wait("first bit", 256, |l| l.clk).is_ok() {
                break;
            }
            if eoi {
                return Err(Failure::ReadTimeout);
            }
            eoi = true;
            self.set(|l| l.data = true);
            self.pass(40);
        }
        let mut byte = 0;
        for _ in 0..8 {
            self.wait("bit counts", PATIENCE, |l| !l.clk)?;
            byte = byte >> 1 | if self.lines().data { 0 } else { 0x80 };
            self.wait("bit over", PATIENCE, |l| l.clk)?;
        }
        self.set(|l| l.data = true);
        if eoi {
            self.pass(40);
            self.set(|l| {
                l.clk = false;
                l.data = false;
            });
        }
        Ok((byte, eoi))
    }

    /// Sets all lines of the computer at once, and lets cycles pass.
    pub fn wiggle(&mut self, lines: Lines, cycles: u64) {
        self.bus.host = lines;
        self.tick();
        self.pass(cycles);
    }

    /// Bytes under ATN, whatever they mean, then data or a turn-around.
    pub fn address(&mut self, bytes: &[u8], data: &[u8]) -> Result<(), Failure> {
        for &byte in bytes {
            self.attention(byte)?;
        }
        self.set(|l| l.atn = false);
        let mut done = Ok(());
        for &byte in data {
            done = done.and_then(|()| self.out(byte));
        }
        self.buffered = None;
        done
    }

    // What a program calls.

    pub fn open(&mut self, channel: u8, name: &[u8]) -> Result<(), Failure> {
        self.send_text(0xF0 | channel, name)
    }

    /// PRINT#.
    pub fn print(&mut self, channel: u8, bytes: &[u8]) -> Result<(), Failure> {
        self.send_text(0x60 | channel, bytes)
    }

    fn send_text(&mut self, second: u8, bytes: &[u8]) -> Result<(), Failure> {
        self.attention(0x28)?;
        self.second(second)?;
        let mut done = Ok(());
        for &byte in bytes {
            self.pass(self.overhead);
            done = self.out(byte);
            if done.is_err() {
                self.buffered = None;
                break;
            }
        }
        let ended = self.release(0x3F);
        done.and(ended)
    }

    pub fn close(&mut self, channel: u8) -> Result<(), Failure> {
        self.attention(0x28)?;
        self.second(0xE0 | channel)?;
        self.release(0x3F)
    }

    /// Reads up to `limit` bytes, or to the last.
    pub fn input(&mut self, channel: u8, limit: usize) -> Result<Vec<u8>, Failure> {
        self.attention(0x48)?;
        self.talk_second(0x60 | channel)?;
        let mut bytes = Vec::new();
        let mut done = Ok(());
        while bytes.len() < limit {
            match self.accept() {
                Ok((byte, eoi)) => {
                    bytes.push(byte);
                    if eoi {
                        break;
                    }
                }
                Err(failure) => {
                    done = Err(failure);
                    break;
                }
            }
            self.pass(self.overhead);
        }
        let ended = self.release(0x5F);
        done.and(ended).map(|()| bytes)
    }

    /// LOAD; `None` when the KERNAL would say "file not found".
    pub fn load(&mut self, name: &str) -> Option<Vec<u8>> {
        self.open(0, name.as_bytes()).unwrap();
        let bytes = self.input(0, usize::MAX);
        self.close(0).unwrap();
        match bytes {
            Ok(bytes) => Some(bytes),
            Err(Failure::ReadTimeout) => None,
            Err(other) => panic!("load {name}: {other:?}"),
        }
    }

    /// SAVE, which does not look at the status, and the drive's message.
    pub fn save(&mut self, name: &str, bytes: &[u8]) -> String {
        self.open(1, name.as_bytes()).unwrap();
        let _ = self.print(1, bytes);
        self.close(1).unwrap();
        self.error()
    }

    pub fn command(&mut self, text: &[u8]) -> String {
        self.print(15, text).unwrap();
        self.error()
    }

    pub fn error(&mut self) -> String {
        let mut bytes = self.input(15, usize::MAX).unwrap();
        assert_eq!(bytes.pop(), Some(13));
        String::from_utf8(bytes).unwrap()
    }

    pub fn write_file(&mut self, channel: u8, name: &str, bytes: &[u8]) -> String {
        self.open(channel, name.as_bytes()).unwrap();
        let opened = self.error();
        if opened != "00, OK,00,00" {
            return opened;
        }
        let _ = self.print(channel, bytes);
        self.close(channel).unwrap();
        self.error()
    }

    pub fn read_file(&mut self, channel: u8, name: &str) -> Result<Vec<u8>, String> {
        self.open(channel, name.as_bytes()).unwrap();
        let bytes = self.input(channel, usize::MAX);
        self.close(channel).unwrap();
        match bytes {
            Ok(bytes) => Ok(bytes),
            Err(_) => Err(self.error()),
        }
    }

    /// Presence of a device, as a program tests it: LISTEN and a data byte.
    pub fn present(&mut self, number: u8) -> bool {
        let there = self
            .attention(0x20 | number)
            .and_then(|()| self.second(0x6F))
            .and_then(|()| self.out(b'I'))
            .and_then(|()| self.out(13));
        self.buffered = None;
        let _ = self.release(0x3F);
        there.is_ok()
    }
}
