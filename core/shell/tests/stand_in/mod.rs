//! What stands in for VM and cartridge where a test runs the shell of a machine with a 6502: it makes one shell call at a time.
#![allow(dead_code, reason = "each machine uses its part")]

pub mod alike;
pub mod ardennes;
mod linked;

use hexfront_asm::Image;
use hexfront_layout::Part;
use hexfront_platforms::machine::{Bank, Key, Machine};
pub use linked::linked_once;

/// Files in the place of VM and cartridge; a test adds `columns.inc`.
pub const FILES: [(&str, &str); 4] = [
    (
        "shell_table.inc",
        include_str!("../../../vm/6502/shell_table.inc"),
    ),
    hexfront_vm::CONTRACT,
    (
        hexfront_vm::GRID_INCLUDE,
        "GRID_COLUMNS = 31\nGRID_ROWS = 32\nROW_BITS = 5\nLAYER_PAGES = 4\n\
         TERRAIN_BITS = 255\nTERRAIN_SHIFT = 0\nOWNER_BITS = 255\nSITE_BITS = 255\nSITE_SHIFT = 0\n",
    ),
    ("vm.s", include_str!("vm.s")),
];

/// The stand-in's parts: the first is in memory at the start, the second too and shows the title, the third takes its place.
pub const PARTS: [Part; 3] = [
    Part {
        at_start: true,
        title: false,
        out: 0,
    },
    Part {
        at_start: true,
        title: true,
        out: 0b100,
    },
    Part {
        at_start: false,
        title: false,
        out: 0b010,
    },
];

/// High bytes of the parts, which are fewer than eight.
pub const FEW_PARTS: (&str, &str) = (
    "few_parts.s",
    ".export part_start_high, part_with_high, part_out_high
.segment \"CARTINFO\"
part_start_high = 0
part_with_high:
part_out_high: .res 3, 0
",
);

/// Columns and rows of its map.
pub const COLUMNS: usize = 31;
/// See [`COLUMNS`].
pub const ROWS: usize = 32;
/// Bytes of a layer of it.
pub const LAYER: usize = 1024;

/// Frames in which a shell comes to rest, and in which a call ends that waits for nobody.
const START: u64 = 400;
const CALL: u64 = 6000;

/// A machine with a shell and the stand-in.
pub trait StandIn {
    /// Cycles of a frame.
    const FRAME: u64;
    /// The machine.
    type Machine: Machine;

    /// The machine.
    fn machine(&self) -> &Self::Machine;

    /// The machine, to work on it.
    fn machine_mut(&mut self) -> &mut Self::Machine;

    /// The program's symbols.
    fn image(&self) -> &Image;

    /// Address of a symbol.
    fn at(&self, symbol: &str) -> u32 {
        let address = self.image().address(symbol);
        address.unwrap_or_else(|| panic!("no symbol {symbol}"))
    }

    /// Bytes of RAM from a symbol on.
    fn peek(&self, symbol: &str, length: usize) -> Vec<u8> {
        let bytes = (self.at(symbol)..).take(length);
        bytes.map(|a| self.machine().peek(Bank::Ram, a)).collect()
    }

    /// Puts bytes into RAM.
    fn poke(&mut self, symbol: &str, bytes: &[u8]) {
        let at = self.at(symbol);
        for (address, &byte) in (at..).zip(bytes) {
            self.machine_mut().poke(address, byte);
        }
    }

    /// Lets the shell set itself up, until it waits for calls, with a map on which nobody stands.
    fn start(&mut self) {
        let idle = self.at("idle");
        let end = self.machine().cycles() + START * Self::FRAME;
        while self.machine().pc() != idle {
            self.machine_mut().step();
            let machine = self.machine();
            assert!(
                machine.cycles() < end,
                "the shell does not come to rest: pc ${:04X}",
                machine.pc()
            );
        }
        self.poke("view_next", &[255; 256]);
        self.poke("view_first", &[255; LAYER]);
    }

    /// Asks for a call without running it.
    fn ask(&mut self, call: u8, arguments: &[u16]) {
        let bytes: Vec<u8> = arguments.iter().flat_map(|a| a.to_le_bytes()).collect();
        self.poke("vm_v", &bytes);
        self.poke("wanted", &[call + 1]);
    }

    /// Is the call that was asked for still under way?
    fn busy(&self) -> bool {
        self.peek("wanted", 1) != [0]
    }

    /// Makes a shell call; returns its answer and the cycles it took.
    fn call(&mut self, call: u8, arguments: &[u16]) -> (u16, u64) {
        self.ask(call, arguments);
        let start = self.machine().cycles();
        let end = start + CALL * Self::FRAME;
        // Looked up once: an instruction is a shorter piece of work.
        let wanted = self.at("wanted");
        while self.machine().peek(Bank::Ram, wanted) != 0 {
            self.machine_mut().step();
            let machine = self.machine();
            assert!(
                machine.cycles() < end,
                "call {call} does not end: pc ${:04X}",
                machine.pc()
            );
        }
        let answer = self.peek("answer", 2);
        let answer = u16::from_le_bytes([answer[0], answer[1]]);
        (answer, self.machine().cycles() - start)
    }

    /// Lets some frames pass.
    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.machine_mut().run_frame();
        }
    }

    /// Prints a text where the text cursor is; `\r` begins the next line.
    fn print(&mut self, text: &str) {
        for letter in text.bytes() {
            self.call(call::CHAR, &[u16::from(letter)]);
        }
    }

    /// A key of the machine, by its name.
    fn key(&self, name: &str) -> Key {
        let key = self.machine().keyboard().key(name);
        key.unwrap_or_else(|| panic!("key {name}"))
    }

    /// Presses a key, by its name.
    fn key_down(&mut self, name: &str) {
        let key = self.key(name);
        self.machine_mut().key_down(key);
    }

    /// Presses keys together while an event is waited for; what it answers.
    fn event(&mut self, names: &[&str]) -> u16 {
        self.ask(call::EVENT, &[]);
        for name in names {
            self.key_down(name);
        }
        self.frames(4);
        for name in names {
            let key = self.key(name);
            self.machine_mut().key_up(key);
        }
        self.frames(3);
        assert!(!self.busy(), "{names:?}");
        let answer = self.peek("answer", 2);
        u16::from_le_bytes([answer[0], answer[1]])
    }
}

/// Numbers of the shell calls (core/isa/shell.toml).
pub mod call {
    pub const EVENT: u8 = 0;
    pub const DELAY: u8 = 1;
    pub const MAP: u8 = 2;
    pub const CURSOR: u8 = 3;
    pub const REFRESH: u8 = 4;
    pub const SHOW_UNITS: u8 = 5;
    pub const PAGE: u8 = 6;
    pub const WINDOW: u8 = 7;
    pub const AT: u8 = 8;
    pub const INK: u8 = 9;
    pub const CHAR: u8 = 10;
    pub const COUNTER: u8 = 11;
    pub const SIDE: u8 = 12;
    pub const COMPASS: u8 = 13;
    pub const EFFECT: u8 = 14;
    pub const SAVE: u8 = 15;
    pub const LOAD: u8 = 16;
    pub const ENTROPY: u8 = 17;
    pub const RULE: u8 = 18;
    pub const CAPABILITY: u8 = 19;
    pub const SYMBOL: u8 = 20;
    pub const PART: u8 = 21;
    pub const LOOK: u8 = 22;
}
