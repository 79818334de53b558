//! Breakthrough on the Amiga, a game for keys, when it shows its map: routines of its shell, and what they draw.

use crate::c64::{ardennes, at_first_menu};
use crate::routine::Bench;
use hexfront::targets::AMIGA;

/// Bytes of a line of the screen.
pub const LINE: usize = 40;
/// Planes of the screen.
const DEPTH: usize = 5;
/// Bytes of a row of it, with all planes.
pub const ROW: usize = LINE * DEPTH;
/// Its rows.
pub const ROWS: usize = 256;
/// What a shell call may change.
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

/// The game shows its map and waits.
///
/// # Panics
/// When it does not come so far.
pub fn waiting() -> Bench {
    let built = AMIGA.build(&ardennes()).expect("the game fits");
    let amiga = at_first_menu(&built, &built.disk.to_bytes());
    Bench::behind(amiga, "N3HT27<RET> ", 1.0)
}

/// Its shell.
pub struct Shell(pub Bench);

impl Default for Shell {
    fn default() -> Self {
        let mut bench = waiting();
        bench.call("queue_clear", &[], &[], "");
        bench.call("record_end", &[], &[], "d0 d1 a0");
        Self(bench)
    }
}

impl Shell {
    /// A shell call with arguments.
    pub fn call(&mut self, name: &str, io: &[u16]) {
        self.0.write_words("vm_v", io);
        self.0.call(name, &[], &[], CALL);
    }

    /// Colours of the screen, `[y][x]`.
    pub fn colours(&self) -> Vec<Vec<u8>> {
        let bytes = self.0.read(self.0.at("screen"), ROWS * ROW);
        let pixel = |row: &[u8], x: usize| {
            let bit = |plane: usize| row[plane * LINE + x / 8] >> (7 - x % 8) & 1;
            (0..DEPTH).map(|plane| bit(plane) << plane).sum()
        };
        let row = |row: &[u8]| (0..8 * LINE).map(|x| pixel(row, x)).collect();
        bytes.chunks(ROW).map(row).collect()
    }

    /// A piece, or something else that a call draws, on a screen of one colour: its pixels, others in their places.
    pub fn drawn(&mut self, colour: u8, draw: impl FnOnce(&mut Self)) -> Vec<Vec<u8>> {
        let planes = (0..DEPTH).flat_map(|plane| {
            let byte = if colour >> plane & 1 != 0 { 0xFF } else { 0 };
            [byte; LINE]
        });
        let rows = planes.collect::<Vec<u8>>().repeat(ROWS);
        self.0.write(self.0.at("screen"), &rows);
        draw(self);
        self.colours()
    }
}

/// Left, right, top, bottom of the pixels that are not of a colour.
pub fn bounds(pixels: &[Vec<u8>], colour: u8) -> Option<[usize; 4]> {
    let lit = |row: &[u8]| row.iter().any(|pixel| *pixel != colour);
    let top = pixels.iter().position(|row| lit(row))?;
    let bottom = pixels.iter().rposition(|row| lit(row))?;
    let columns = (0..8 * LINE).filter(|x| pixels.iter().any(|row| row[*x] != colour));
    let [left, right] = [columns.clone().min()?, columns.max()?];
    Some([left, right, top, bottom])
}
