//! The text windows around the map on the Amiga, in a game for the pointer: what is printed into them, and how the screen looks then.

use crate::amiga::{at_first_menu, blitzkrieg};
use crate::routine::Bench;
use hexfront::targets::AMIGA;
use hexfront_isa::contract::{ink, piece, window};

/// Bytes of a row of the screen with all planes.
pub const ROW: usize = 40 * 5;
/// Its rows.
const ROWS: usize = 256;
/// What a shell call may change.
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
/// The unit of counters and markers.
pub const UNIT: u16 = 7;

/// The map of Blitzkrieg, on which units are to be placed.
pub struct Shell(pub Bench);

/// What a screen prints into a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Print {
    /// What follows is at a column and row.
    At(u16, u16),
    /// In this colour.
    Ink(u16),
    /// Letters.
    Text(&'static str),
    /// A line.
    Rule,
    /// A unit at a column and row.
    Counter(u16, u16),
    /// A die at a column and row.
    Die(u16, u16),
    /// The marker of a unit at a column and row.
    Marker(u16, u16),
    /// What follows is chosen by a click.
    Item(u16),
    /// So many units of the raster.
    Strip(u16),
}

impl Default for Shell {
    fn default() -> Self {
        let built = AMIGA.build(&blitzkrieg()).expect("the game fits");
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let mut shell = Self(Bench::behind(amiga, "<RET><RET>", 3.0));
        shell.draw();
        shell
    }
}

impl Shell {
    /// A shell call with arguments; its answer.
    pub fn call(&mut self, name: &str, io: &[u16]) -> u16 {
        self.0.write_words("vm_v", io);
        self.0.call(&format!("call_{name}"), &[], &[], CALL).d[0] as u16
    }

    /// What was recorded is drawn.
    pub fn draw(&mut self) {
        self.0.call("record_end", &[], &[], "d0 d1 a0");
    }

    /// Something is waited for.
    pub fn settle(&mut self) {
        self.0.call("record_settle", &[], &[], "d0 d1 a0");
    }

    /// Prints into the window that is selected.
    pub fn print(&mut self, what: &[Print]) {
        for print in what {
            match *print {
                Print::At(x, y) => self.call("at", &[x, y]),
                Print::Ink(ink) => self.call("ink", &[ink]),
                Print::Rule => self.call("rule", &[]),
                Print::Counter(x, y) => self.call("counter", &[UNIT, x, y]),
                Print::Die(x, y) => self.call("symbol", &[piece::DIE, 3, x, y]),
                Print::Marker(x, y) => self.call("symbol", &[piece::MARKER, UNIT, x, y]),
                Print::Item(number) => self.call("item", &[number]),
                Print::Strip(units) => self.call("strip", &[units]),
                Print::Text(text) => text
                    .bytes()
                    .map(|letter| self.call("char", &[letter.into()]))
                    .last()
                    .unwrap_or_default(),
            };
        }
    }

    /// A window is selected and printed into.
    pub fn show(&mut self, window: u16, what: &[Print]) {
        self.call("window", &[window]);
        self.print(what);
    }

    /// The screen, all planes of a row behind each other.
    pub fn screen(&self) -> Vec<u8> {
        self.0.read(self.0.at("screen"), ROWS * ROW)
    }

    /// Some pixels of a window are others: what is drawn anew covers them.
    pub fn soil(&mut self, window: u16) {
        let [row, column] = SPOTS[usize::from(window)];
        let at = self.0.at("screen") + (row * ROW + column) as u32;
        let was = self.0.read(at, 1)[0];
        self.0.write(at, &[!was]);
    }

    /// A window is selected and printed into; how the screen looks then.
    pub fn drawn(&mut self, window: u16, what: &[Print]) -> Vec<u8> {
        self.show(window, what);
        self.draw();
        self.screen()
    }

    /// A word of the shell.
    pub fn number(&self, name: &str) -> u16 {
        let bytes = self.0.read(self.0.at(name), 2);
        u16::from_be_bytes([bytes[0], bytes[1]])
    }
}

/// A row and a byte in it of windows 0, 1, 2, and of the message line.
pub const SPOTS: [[usize; 2]; 6] = [[3, 30], [100, 36], [230, 30], [0, 0], [0, 0], [252, 30]];
/// Windows around the map.
pub const KEPT: [u16; 3] = [window::BAR, window::INFO, window::BODY];

/// Rows that differ.
pub fn rows(one: &[u8], other: &[u8]) -> Vec<usize> {
    let pairs = one.chunks(ROW).zip(other.chunks(ROW));
    let differ = pairs.enumerate().filter(|(_, (a, b))| a != b);
    differ.map(|(row, _)| row).collect()
}

/// What each of these windows may show.
pub const PRINTS: [(u16, &[&[Print]]); 3] = [
    (
        window::BAR,
        &[
            &[Print::Text("PLAIN")],
            &[
                Print::At(9, 0),
                Print::Ink(ink::HEADING),
                Print::Text("FAR"),
            ],
            &[
                Print::Text("PLAIN"),
                Print::Ink(ink::MENU),
                Print::Text(" Q QUIT"),
            ],
            &[],
        ],
    ),
    (
        window::INFO,
        &[
            &[Print::Text("ONE\rTWO")],
            &[Print::Counter(2, 3)],
            &[Print::Text("ONE"), Print::Counter(2, 3)],
            &[Print::Die(1, 6), Print::At(0, 9), Print::Text("DIE")],
            &[Print::Ink(ink::ACCENT), Print::Text("ONE\r"), Print::Rule],
            &[],
        ],
    ),
    (
        window::BODY,
        &[
            &[Print::Text("ORDERS")],
            &[Print::Strip(3)],
            &[Print::Strip(15)],
            &[Print::Ink(ink::VALUE), Print::Strip(4)],
            &[Print::Ink(ink::VALUE), Print::Text("AND "), Print::Strip(2)],
            &[Print::At(20, 1), Print::Text("LOW")],
            &[Print::Item(5), Print::Text("LISTED")],
            &[Print::Strip(0), Print::Text("NONE")],
            &[Print::Strip(0)],
        ],
    ),
];
