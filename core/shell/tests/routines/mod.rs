//! Routines of a shell on its emulated machine, called one by one; and files, through those that the shared shell calls for them.

use hexfront_asm::Image;
use hexfront_platforms::machine::{Bank, Machine};

/// What is called with, for the linker.
pub const FILE: (&str, &str) = ("routine.s", include_str!("routine.s"));

/// Numbers of the shared shell (`core/shell/6502/save.inc`).
pub const READ: u8 = b'R';
pub const WRITE: u8 = b'W';
pub const DONE: u8 = 0;
pub const NONE: u8 = 1;
pub const FULL: u8 = 5;
pub const PROTECTED: u8 = 6;
pub const NO_DRIVE: u8 = 7;
pub const OPEN: u8 = 10;
pub const LAST: u8 = 0x40;

/// Seconds after which a routine is taken for lost.
const PATIENCE: u64 = 60;

/// What a routine answers.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub a: u8,
    pub x: u8,
    pub carry: bool,
    pub cycles: u64,
}

/// A machine with routines in memory.
pub trait Routines {
    /// What `disk_name` and `disk_name_open` are told for a saved game.
    const KINDS: [u8; 2] = [0, 0];
    /// The machine.
    type Machine: Machine;

    /// The machine.
    fn machine(&self) -> &Self::Machine;

    /// The machine, to work on it.
    fn machine_mut(&mut self) -> &mut Self::Machine;

    /// The routines' symbols.
    fn image(&self) -> &Image;

    /// Address of a symbol.
    fn at(&self, symbol: &str) -> u32 {
        let address = self.image().address(symbol);
        address.unwrap_or_else(|| panic!("no symbol {symbol}"))
    }

    /// Puts bytes into RAM.
    fn poke(&mut self, symbol: &str, bytes: &[u8]) {
        let at = self.at(symbol);
        for (address, byte) in (at..).zip(bytes) {
            self.machine_mut().poke(address, *byte);
        }
    }

    /// Bytes of RAM.
    fn peek(&self, at: u32, count: u32) -> Vec<u8> {
        (at..at + count)
            .map(|i| self.machine().peek(Bank::Ram, i))
            .collect()
    }

    /// Begins a call.
    fn begin(&mut self, routine: &str, a: u8, x: u8, y: u8) {
        let target = self.at(routine) as u16;
        self.poke("called", &target.to_le_bytes());
        self.poke("reg_a", &[a]);
        self.poke("reg_x", &[x]);
        self.poke("reg_y", &[y]);
        let call = self.at("call");
        self.machine_mut().set_pc(call);
    }

    /// Whether it has come back.
    fn is_home(&self) -> bool {
        self.machine().pc() == self.at("home")
    }

    /// Calls a routine.
    fn call(&mut self, routine: &str, a: u8, x: u8, y: u8) -> Answer {
        self.begin(routine, a, x, y);
        let start = self.machine().cycles();
        let end = start + PATIENCE * u64::from(self.machine().clock_hz());
        let home = self.at("home");
        while self.machine().pc() != home {
            self.machine_mut().step();
            let (now, pc) = (self.machine().cycles(), self.machine().pc());
            assert!(now < end, "{routine} does not end: pc ${pc:04X}");
        }
        let byte = |symbol| self.peek(self.at(symbol), 1)[0];
        Answer {
            a: byte("reg_a"),
            x: byte("reg_x"),
            carry: byte("reg_p") & 1 != 0,
            cycles: self.machine().cycles() - start,
        }
    }

    /// How the last thing went, in words.
    fn words(&mut self) -> String {
        self.call("disk_status", 0, 0, 0);
        let length = self.peek(self.at("dos_length"), 1)[0];
        let text = self.peek(self.at("dos_text"), length.into());
        String::from_utf8(text).expect("ASCII")
    }
}

/// Bytes that no other file has.
pub fn content(length: usize, seed: u8) -> Vec<u8> {
    (0..length)
        .map(|i| (i as u8).wrapping_mul(31) ^ (i >> 8) as u8 ^ seed)
        .collect()
}

/// Disk work begins, with a disk that was not seen before; how it is.
pub fn begin(bench: &mut impl Routines) -> u8 {
    bench.call("disk_begin", 0, 0, 0);
    bench.call("disk_look", 0, 0, 0).a
}

/// Opens a saved game.
pub fn open<B: Routines>(bench: &mut B, letter: u8, way: u8) -> u8 {
    let [name, kind] = B::KINDS;
    bench.call("disk_name", letter, 0, name);
    bench.call("disk_name_open", kind, 0, way).a
}

/// All bytes of the open file, and what came with the last.
pub fn read(bench: &mut impl Routines) -> (Vec<u8>, u8) {
    let mut bytes = Vec::new();
    loop {
        let answer = bench.call("disk_get", 0, 0, 0);
        match answer.x {
            0 => bytes.push(answer.a),
            LAST => {
                bytes.push(answer.a);
                bench.call("disk_close", 0, 0, 0);
                return (bytes, LAST);
            }
            trouble => return (bytes, trouble),
        }
    }
}

/// Writes a saved game as the shared shell does: it is emptied first.
pub fn write<B: Routines>(bench: &mut B, letter: u8, bytes: &[u8]) -> u8 {
    bench.call("disk_name", letter, 0, B::KINDS[0]);
    let emptied = bench.call("disk_scratch", 0, 0, 0).a;
    if emptied != DONE {
        return emptied;
    }
    assert_eq!(open(bench, letter, WRITE), DONE);
    for byte in bytes {
        if bench.call("disk_put", *byte, 0, 0).a != DONE {
            break;
        }
    }
    bench.call("disk_close", 0, 0, 0);
    bench.call("disk_status", 0, 0, 0).a
}
