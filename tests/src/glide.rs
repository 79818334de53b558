//! How the map window of the Amiga glides, as its pictures show it.

use hexfront::session::Session;
use hexfront_platforms::machine::Bank;

/// Pixels of the picture: where the screen begins, twice as wide as the machine's.
const LEFT: usize = 75;
const TOP: usize = 18;
/// The map on the screen while it glides.
const ROWS: std::ops::Range<usize> = 10..218;
const WIDE: usize = 320;
/// Rows and columns of the pointer.
const POINTER: i32 = 16;

/// A picture of the map: where the window and the pointer are, and its pixels, row by row.
struct Picture {
    window: [i32; 2],
    pointer: [i32; 2],
    rows: Vec<Vec<u16>>,
}

impl Picture {
    fn of(amiga: &Session) -> Self {
        let word = |name| {
            let at = amiga.symbols[name];
            let byte = |offset| amiga.machine.peek(Bank::Ram, at + offset);
            i32::from(i16::from_be_bytes([byte(0), byte(1)]))
        };
        let frame = amiga.machine.frame();
        let row = |y: usize| {
            let at = (TOP + y) * frame.width + LEFT;
            (0..WIDE).map(|x| frame.pixels[at + 2 * x]).collect()
        };
        Self {
            window: ["window_x", "window_y"].map(word),
            pointer: ["pointer_x", "pointer_line"].map(word),
            rows: (0..ROWS.end).map(row).collect(),
        }
    }

    /// The pixel of the map at a place of the screen, where the pointer is not.
    fn at(&self, place: [i32; 2]) -> Option<u16> {
        let off = [0, 1].map(|axis| place[axis] - self.pointer[axis]);
        if off.iter().all(|off| (0..POINTER).contains(off)) {
            return None;
        }
        let [x, y] = place.map(usize::try_from);
        let y = y.ok().filter(|y| ROWS.contains(y))?;
        self.rows[y].get(x.ok()?).copied()
    }

    /// Whether both show the same land where both show any.
    fn goes_on_as(&self, before: &Self) -> bool {
        let way = [0, 1].map(|axis| self.window[axis] - before.window[axis]);
        ROWS.flat_map(|y| (0..WIDE).map(move |x| [x as i32, y as i32]))
            .all(|[x, y]| {
                let pixels = [self.at([x, y]), before.at([x + way[0], y + way[1]])];
                pixels.contains(&None) || pixels[0] == pixels[1]
            })
    }
}

/// How far the window goes in each of so many frames, without the cursor, whose sprites come and go at once.
///
/// # Panics
/// If a frame shows anything else than the land of the frame before, moved on as a whole.
pub fn glide(amiga: &mut Session, frames: usize) -> Vec<[i32; 2]> {
    let cursor = amiga.symbols["cursor_hex"];
    (cursor..cursor + 2).for_each(|at| amiga.machine.poke(at, 0xFF));
    let next = |amiga: &mut Session| {
        amiga.frame().unwrap_or_else(|e| panic!("{e}"));
        Picture::of(amiga)
    };
    next(amiga);
    let mut before = next(amiga);
    (0..frames)
        .map(|frame| {
            let now = next(amiga);
            assert!(now.goes_on_as(&before), "frame {frame}");
            let way = [0, 1].map(|axis| now.window[axis] - before.window[axis]);
            before = now;
            way
        })
        .collect()
}
