//! The drive with the KERNAL of other people: a C64 runs the MEGA65 project's Open ROMs, calls LOAD, SAVE, OPEN and
//! so on by the public jump table, and what arrives in memory and on the disk is looked at.
//!
//! The ROMs are looked for where `HEXFRONT_OPEN_ROMS` says; without them the tests are skipped with a line that says so.

use crate::common::open_roms;
use hexfront_disk::d64::{D64, FileKind, Name};
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, DriveSpeed, Stop, Stopped, run_until};
use hexfront_platforms::machines::c64::{C64, Video};

const SETLFS: u16 = 0xFFBA;
const SETNAM: u16 = 0xFFBD;
const OPEN: u16 = 0xFFC0;
const CLOSE: u16 = 0xFFC3;
const CHKIN: u16 = 0xFFC6;
const CLRCHN: u16 = 0xFFCC;
const CHRIN: u16 = 0xFFCF;
const LOAD: u16 = 0xFFD5;
const SAVE: u16 = 0xFFD8;
const READST: u16 = 0xFFB7;

/// Where the calls are made from, where names lie, and what data go to and come from.
const PROGRAM: u16 = 0xC000;
const NAME: u16 = 0xC100;
const DATA: u16 = 0x2000;

/// Registers after a call.
#[derive(Debug, PartialEq)]
struct After {
    a: u8,
    x: u8,
    y: u8,
    carry: bool,
}

struct Computer {
    c64: C64,
    /// Cycles of the last call.
    cycles: u64,
}

impl Computer {
    fn boot(disk: &D64, speed: DriveSpeed) -> Option<Computer> {
        let mut c64 = C64::new(Video::Pal, open_roms()?);
        c64.insert_disk(&disk.to_bytes()).unwrap();
        c64.set_drive_speed(speed);
        let ready = |c64: &C64| {
            c64.text_screen()
                .unwrap_or_default()
                .iter()
                .any(|row| row.contains("READY."))
        };
        while !ready(&c64) {
            assert!(
                c64.cycles() < 10_000_000,
                "no READY: {:?}",
                c64.text_screen()
            );
            c64.run_frame();
        }
        Some(Computer { c64, cycles: 0 })
    }

    fn write(&mut self, address: u16, bytes: &[u8]) {
        for (at, byte) in (address..).zip(bytes) {
            self.c64.poke(at.into(), *byte);
        }
    }

    fn memory(&self, address: u16, length: usize) -> Vec<u8> {
        (address..)
            .take(length)
            .map(|at| self.c64.peek(Bank::Ram, at.into()))
            .collect()
    }

    /// Calls a routine with these registers.
    fn call(&mut self, routine: u16, a: u8, x: u8, y: u8) -> After {
        let [low, high] = routine.to_le_bytes();
        // lda # / ldx # / ldy # / jsr / php / sta / stx / sty / pla / sta / loop: jmp loop
        let results = 0xC0F0_u16.to_le_bytes();
        let r = |n: u8| [results[0] + n, results[1]];
        let mut code = vec![0xA9, a, 0xA2, x, 0xA0, y, 0x18, 0x20, low, high, 0x08];
        for (store, n) in [(0x8D, 0), (0x8E, 1), (0x8C, 2)] {
            code.extend([store, r(n)[0], r(n)[1]]);
        }
        code.extend([0x68, 0x8D, r(3)[0], r(3)[1]]);
        let end = PROGRAM + code.len() as u16;
        let [low, high] = end.to_le_bytes();
        code.extend([0x4C, low, high]);
        self.write(PROGRAM, &code);
        self.c64.set_pc(PROGRAM.into());
        let start = self.c64.cycles();
        let stop = Stop {
            pc: Some(end.into()),
            cycle: start + 300 * u64::from(self.c64.clock_hz()),
        };
        let stopped = run_until(&mut self.c64, stop);
        assert_eq!(
            stopped,
            Stopped::Pc,
            "call ${routine:04X} stands at ${:04X}",
            self.c64.pc()
        );
        self.cycles = self.c64.cycles() - start;
        let after = self.memory(0xC0F0, 4);
        After {
            a: after[0],
            x: after[1],
            y: after[2],
            carry: after[3] & 1 != 0,
        }
    }

    fn file(&mut self, number: u8, device: u8, secondary: u8, name: &str) {
        self.write(NAME, name.as_bytes());
        let [low, high] = NAME.to_le_bytes();
        self.call(SETNAM, name.len() as u8, low, high);
        self.call(SETLFS, number, device, secondary);
    }

    fn load(&mut self, name: &str) -> Result<Vec<u8>, u8> {
        self.file(1, 8, 0, name);
        let [low, high] = DATA.to_le_bytes();
        let after = self.call(LOAD, 0, low, high);
        if after.carry {
            return Err(after.a);
        }
        let end = u16::from_le_bytes([after.x, after.y]);
        Ok(self.memory(DATA, usize::from(end - DATA)))
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> bool {
        self.write(DATA, bytes);
        self.file(1, 8, 1, name);
        let [low, high] = DATA.to_le_bytes();
        self.write(0xFB, &[low, high]);
        let [low, high] = (DATA + bytes.len() as u16).to_le_bytes();
        !self.call(SAVE, 0xFB, low, high).carry
    }

    fn open(&mut self, number: u8, secondary: u8, name: &str) -> bool {
        self.file(number, 8, secondary, name);
        !self.call(OPEN, 0, 0, 0).carry
    }

    /// INPUT# until the drive says that it was the last byte.
    fn input(&mut self, number: u8) -> Vec<u8> {
        assert!(!self.call(CHKIN, 0, number, 0).carry);
        let mut bytes = Vec::new();
        loop {
            bytes.push(self.call(CHRIN, 0, 0, 0).a);
            if self.call(READST, 0, 0, 0).a != 0 || bytes.len() == 2_000 {
                break;
            }
        }
        self.call(CLRCHN, 0, 0, 0);
        bytes
    }

    fn error(&mut self) -> String {
        assert!(self.open(15, 15, ""));
        let bytes = self.input(15);
        self.call(CLOSE, 15, 0, 0);
        String::from_utf8_lossy(&bytes).trim_end().into()
    }

    fn disk(&self) -> D64 {
        D64::from_bytes(&self.c64.disk().unwrap()).unwrap()
    }
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// A file as it is on the disk: address first.
fn program(length: usize) -> Vec<u8> {
    [DATA.to_le_bytes().to_vec(), bytes(length)].concat()
}

fn disk() -> D64 {
    let mut disk = D64::format(name("DISK"), *b"HF");
    disk.write_file(&name("GAME"), FileKind::Prg, &program(3_000))
        .unwrap();
    disk
}

#[test]
fn load_and_its_speed() {
    for (speed, rates) in [(DriveSpeed::Real, 300..450), (DriveSpeed::Host, 500..2_000)] {
        let Some(mut computer) = Computer::boot(&disk(), speed) else {
            return;
        };
        let loaded = computer.load("GAME").unwrap();
        assert_eq!(loaded.len(), 3_000);
        assert!(loaded == bytes(3_000));
        let rate = 3_000 * u64::from(computer.c64.clock_hz()) / computer.cycles;
        println!("LOAD, {speed:?}: {rate} bytes a second");
        assert!(rates.contains(&rate), "{speed:?}: {rate} bytes a second");
        assert!(computer.load("*") == Ok(bytes(3_000)));
        assert_eq!(computer.load("NONE"), Err(4), "file not found");
        assert_eq!(computer.error(), "62,FILE NOT FOUND,00,00");
        assert_eq!(computer.error(), "00, OK,00,00");
    }
}

#[test]
fn the_directory_loads() {
    let Some(mut computer) = Computer::boot(&disk(), DriveSpeed::Host) else {
        return;
    };
    let directory = computer.load("$").unwrap();
    let wanted: &[u8] = b"\x01\x01\x00\x00\x12\"DISK            \" HF 2A\0\
        \x01\x01\x0C\x00  \"GAME\"             PRG   \0\
        \x01\x01\x8C\x02BLOCKS FREE.             \0\0\0";
    assert_eq!(
        String::from_utf8_lossy(&directory),
        String::from_utf8_lossy(wanted)
    );
}

#[test]
fn save_and_its_speed() {
    for (speed, rates) in [(DriveSpeed::Real, 200..450), (DriveSpeed::Host, 500..2_000)] {
        let Some(mut computer) = Computer::boot(&disk(), speed) else {
            return;
        };
        assert!(computer.save("SAVE A", &bytes(3_000)));
        let rate = 3_000 * u64::from(computer.c64.clock_hz()) / computer.cycles;
        println!("SAVE, {speed:?}: {rate} bytes a second");
        assert!(rates.contains(&rate), "{speed:?}: {rate} bytes a second");
        assert_eq!(computer.error(), "00, OK,00,00");
        let disk = computer.disk();
        assert_eq!(disk.read_file(&name("SAVE A")).unwrap(), program(3_000));
        assert_eq!(disk.check(), []);
        computer.save("SAVE A", &bytes(10));
        assert_eq!(computer.error(), "63,FILE EXISTS,00,00");
        assert!(computer.save("@0:SAVE A", &bytes(10)));
        assert_eq!(computer.load("SAVE A"), Ok(bytes(10)));
        assert_eq!(computer.disk().check(), []);
    }
}

#[test]
fn files_are_read_byte_by_byte_and_commands_carried_out() {
    let mut disk = disk();
    disk.write_file(&name("TEXT"), FileKind::Seq, b"HELLO FROM THE DISK\r")
        .unwrap();
    let Some(mut computer) = Computer::boot(&disk, DriveSpeed::Real) else {
        return;
    };
    assert!(computer.open(2, 2, "TEXT,S,R"));
    assert_eq!(computer.input(2), b"HELLO FROM THE DISK\r");
    computer.call(CLOSE, 2, 0, 0);
    assert!(computer.open(15, 15, "S0:TEXT"));
    computer.call(CLOSE, 15, 0, 0);
    assert_eq!(computer.error(), "01,FILES SCRATCHED,01,00");
    assert_eq!(computer.disk().entries().unwrap().len(), 1);
}
