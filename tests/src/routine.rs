//! Routines of a shell on the emulated Amiga, called one at a time.

use hexfront::script::parse_keys;
use hexfront::session::Session;
use hexfront_platforms::machine::{Bank, Stops};

/// Data registers, then address registers; a6 is the shell's `custom`.
pub const REGISTERS: usize = 14;
/// As `movem.l d0-d7/a0-a5` names them.
const MASK: u16 = 0x3FFF;
/// Cycles that a routine may take.
const PATIENCE: u64 = 100_000_000;

/// Of the status register: which interrupts wait.
const INTERRUPT_MASK: u32 = 0x0700;

/// Flags of the condition code register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags {
    /// C.
    pub carry: bool,
    /// Z.
    pub zero: bool,
}

/// What a routine left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// d0 to d7.
    pub d: [u32; 8],
    /// a0 to a5.
    pub a: [u32; 6],
    /// The flags.
    pub flags: Flags,
}

/// A shell that waits for an event, in whose place its routines run.
pub struct Bench {
    /// The machine.
    pub amiga: Session,
    registers: u32,
    code: u32,
}

impl Bench {
    /// Of a game that waits for an event. What lies at `room` is lost: 256 bytes.
    ///
    /// # Panics
    /// When no event is waited for.
    pub fn new(mut amiga: Session, room: &str) -> Self {
        let waits = amiga.run_until_symbol("event_idle");
        assert!(waits.expect("the machine runs"), "the shell waits");
        let room = amiga.symbols[room];
        Self {
            amiga,
            registers: room,
            code: room + 0x80,
        }
    }

    /// The same behind keys, each of which has so many seconds. Tracks have not been read since: they give the room.
    ///
    /// # Panics
    /// When a key cannot be pressed, or no event is waited for behind them.
    pub fn behind(mut amiga: Session, keys: &str, seconds: f64) -> Self {
        for action in parse_keys(keys).expect("they are keys") {
            amiga.perform(&action).expect("it is performed");
            amiga.run_seconds(seconds).expect("the machine runs");
        }
        Self::new(amiga, "track_data")
    }

    /// Address of a symbol.
    ///
    /// # Panics
    /// When there is none.
    pub fn at(&self, symbol: &str) -> u32 {
        let at = self.amiga.symbols.get(symbol);
        *at.unwrap_or_else(|| panic!("no symbol {symbol}"))
    }

    /// Bytes of memory.
    pub fn read(&self, at: u32, length: usize) -> Vec<u8> {
        let bytes = (at..).take(length);
        bytes
            .map(|at| self.amiga.machine.peek(Bank::Ram, at))
            .collect()
    }

    /// Puts bytes into memory.
    pub fn write(&mut self, at: u32, bytes: &[u8]) {
        for (at, byte) in (at..).zip(bytes) {
            self.amiga.machine.poke(at, *byte);
        }
    }

    /// Puts words into memory, from a symbol on.
    pub fn write_words(&mut self, symbol: &str, words: &[u16]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        self.write(self.at(symbol), &bytes);
    }

    /// An interrupt that is under way ends: there would be no other one any more.
    fn leave_interrupt(&mut self) {
        let machine = &mut self.amiga.machine;
        let limit = machine.cycles() + PATIENCE;
        let masked = |registers: &[(&str, u32)]| {
            let status = registers.iter().find(|(name, _)| *name == "sr");
            status.is_some_and(|(_, status)| status & INTERRUPT_MASK != 0)
        };
        while masked(&machine.registers()) && machine.cycles() < limit {
            machine.step();
        }
    }

    /// Calls a routine with these data and address registers, the others anything, and waits for the blitter. `changes` names the
    /// registers that the routine may change, as in "d0 d1 a0".
    ///
    /// # Panics
    /// When it does not come back, or has changed another register.
    pub fn call(&mut self, routine: &str, d: &[u32], a: &[u32], changes: &str) -> Left {
        self.begin(routine, d, a).finish(changes)
    }

    /// The same, for something to happen meanwhile.
    ///
    /// # Panics
    /// When there is no such routine.
    pub fn begin<'a>(&'a mut self, routine: &'a str, d: &[u32], a: &[u32]) -> Call<'a> {
        self.leave_interrupt();
        let mut before: [u32; REGISTERS] = std::array::from_fn(|n| 0x9ABC_DEF0 | n as u32);
        before[..d.len()].copy_from_slice(d);
        before[8..8 + a.len()].copy_from_slice(a);
        let bytes: Vec<u8> = before.iter().flat_map(|r| r.to_be_bytes()).collect();
        self.write(self.registers, &bytes);
        let status = self.registers + 4 * REGISTERS as u32;
        let long = |value: u32| [(value >> 16) as u16, value as u16];
        let [[room, in_room], [to, there], [flags, of_status]] =
            [self.registers, self.at(routine), status].map(long);
        let code = [
            [0x4CF9, MASK, room, in_room].as_slice(), // movem.l registers, d0-d7/a0-a5
            &[0x4EB9, to, there],                     // jsr routine
            &[0x48F9, MASK, room, in_room],           // movem.l d0-d7/a0-a5, registers
            &[0x40F9, flags, of_status],              // move.w sr, status
            &[0x4A2E, 0x0002],                        // tst.b DMACONR(a6)
            &[0x082E, 0x0006, 0x0002, 0x66F8],        // btst #6, DMACONR(a6); bne.s
        ]
        .concat();
        let end = self.code + 2 * code.len() as u32;
        let bytes = code.iter().chain(&[0x60FE]); // bra *
        let bytes: Vec<u8> = bytes.flat_map(|word| word.to_be_bytes()).collect();
        self.write(self.code, &bytes);
        self.amiga.machine.set_pc(self.code);
        Call {
            bench: self,
            routine,
            before,
            end,
        }
    }
}

/// A routine that was called.
pub struct Call<'a> {
    /// Where it runs.
    pub bench: &'a mut Bench,
    routine: &'a str,
    before: [u32; REGISTERS],
    end: u32,
}

impl Call<'_> {
    /// Runs to a symbol, or from it to the next time.
    ///
    /// # Panics
    /// When it does not come there.
    pub fn run_to(&mut self, symbol: &str) {
        let at = self.bench.at(symbol);
        self.bench.amiga.machine.step();
        self.run(at, symbol);
    }

    fn run(&mut self, to: u32, name: &str) {
        let (machine, stops) = (&mut self.bench.amiga.machine, Stops::at([to]));
        let limit = machine.cycles() + PATIENCE;
        while machine.pc() != to && machine.cycles() < limit {
            machine.run_frame_until(&stops);
        }
        let (at, routine) = (machine.pc(), self.routine);
        assert!(
            at == to,
            "{routine} does not come to {name}: it is at ${at:06X}"
        );
    }

    /// Waits for its end, as [`Bench::call`] does.
    ///
    /// # Panics
    /// When it does not come back, or has changed another register than `changes` names.
    pub fn finish(mut self, changes: &str) -> Left {
        self.run(self.end, "its end");
        let Self {
            bench,
            routine,
            before,
            ..
        } = self;
        let bytes = bench.read(bench.registers, 4 * REGISTERS + 2);
        let long = |n: usize| {
            let bytes = &bytes[4 * n..4 * n + 4];
            bytes
                .iter()
                .fold(0, |sum, byte| sum << 8 | u32::from(*byte))
        };
        for (n, was) in before.iter().enumerate() {
            let name = format!("{}{}", if n < 8 { 'd' } else { 'a' }, n % 8);
            let may = changes.split(' ').any(|changed| changed == name);
            assert!(may || long(n) == *was, "{routine} changes {name}");
        }
        let status = bytes[4 * REGISTERS + 1];
        Left {
            d: std::array::from_fn(long),
            a: std::array::from_fn(|n| long(8 + n)),
            flags: Flags {
                carry: status & 1 != 0,
                zero: status & 4 != 0,
            },
        }
    }
}

/// Numbers that are the same in each run of a test.
pub struct Draws(u32);

impl Draws {
    /// From a seed, not 0.
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// A number of a range.
    pub fn of(&mut self, range: std::ops::Range<i32>) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        let wide = u64::from(range.end.abs_diff(range.start));
        range.start + ((u64::from(self.0) * wide) >> 32) as i32
    }

    /// So many bytes.
    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.of(0..256) as u8).collect()
    }
}
