//! The hand on the mouse: leads the pointer of the Amiga's shell to a hex, scrolling the map at the screen's edge as a player does.

use super::{RunError, Session};
use hexfront_platforms::machine::Bank;

/// Frames that the pointer needs across the screen.
const ARRIVES: u64 = 8;
/// Frames without the map scrolling, after which its end is reached or it has come to rest.
const STANDS: u64 = 40;
/// Counts that bring the pointer to an edge from anywhere, and away from it.
const ACROSS: i32 = 400;
const BACK: i32 = 100;

/// The map's hexes (`amiga/shell/geometry.inc`): pitch, how much lower odd columns lie, and the middle from the corner.
const PITCH: i32 = 32;
const LOWER: i32 = 16;
const MIDDLE: [i32; 2] = [22, 16];
/// The map window (`amiga/shell/defs.inc`).
const WINDOW: [i32; 2] = [272, 208];

/// A place on the screen or on the map, in pixels: across, down.
type Place = [i32; 2];

/// The corner of a hex on the map.
fn corner(column: u8, row: u8) -> Place {
    let lower = i32::from(column % 2) * LOWER;
    [i32::from(column) * PITCH, i32::from(row) * PITCH + lower]
}

impl Session {
    /// Leads the pointer to the middle of a hex on the map page.
    ///
    /// # Errors
    /// When there is no mouse, the program is none of ours, or the hex cannot be reached.
    pub fn point(&mut self, column: u8, row: u8) -> Result<(), RunError> {
        self.point_in_hex(column, row, MIDDLE)
    }

    /// Leads the pointer to a pixel of a hex, counted from the hex's corner.
    ///
    /// # Errors
    /// As [`Session::point`].
    pub fn point_in_hex(&mut self, column: u8, row: u8, pixel: Place) -> Result<(), RunError> {
        self.mouse()?;
        let place = [0, 1].map(|i| corner(column, row)[i] + pixel[i]);
        for (axis, at) in place.into_iter().enumerate() {
            self.scroll_into_view(axis, at)?;
        }
        let window = self.window()?;
        let top = self.address("map_top")? as i32;
        self.lead_to([place[0] - window[0], place[1] - window[1] + top])
    }

    /// Holds the pointer at the screen's edge until the place lies in the window, or the map ends.
    fn scroll_into_view(&mut self, axis: usize, place: i32) -> Result<(), RunError> {
        let towards = |window: Place| match place - window[axis] {
            ..PITCH => -1,
            inside if inside >= WINDOW[axis] - PITCH => 1,
            _ => 0,
        };
        let mut window = self.window()?;
        let way = towards(window);
        if way == 0 {
            return Ok(());
        }
        self.push(axis, way * ACROSS)?;
        let mut stood = 0;
        while towards(window) == way && stood < STANDS {
            self.run_frames(1)?;
            let now = self.window()?;
            stood = if now == window { stood + 1 } else { 0 };
            window = now;
        }
        // Away from the edge: it scrolls to a whole hex and stops.
        self.push(axis, -way * BACK)?;
        self.run_frames(STANDS)
    }

    /// Moves the mouse along an axis, and gives the pointer time to follow.
    fn push(&mut self, axis: usize, counts: i32) -> Result<(), RunError> {
        let mut by = [0, 0];
        by[axis] = counts;
        self.mouse()?.move_mouse(by[0], by[1]);
        self.run_frames(ARRIVES)
    }

    /// Moves the pointer to a pixel of the screen.
    fn lead_to(&mut self, place: Place) -> Result<(), RunError> {
        let at = ["pointer_x", "pointer_y"];
        let now = [self.word(at[0])?, self.word(at[1])?];
        self.mouse()?
            .move_mouse(place[0] - now[0], place[1] - now[1]);
        for _ in 0..4 * ARRIVES {
            self.run_frames(1)?;
            if [self.word(at[0])?, self.word(at[1])?] == place {
                return Ok(());
            }
        }
        Err(RunError::Unreached {
            right: place[0],
            down: place[1],
        })
    }

    fn window(&self) -> Result<Place, RunError> {
        Ok([self.word("window_x")?, self.word("window_y")?])
    }

    /// A signed word of the program's memory.
    fn word(&self, symbol: &str) -> Result<i32, RunError> {
        let at = self.address(symbol)?;
        let byte = |offset| self.machine.peek(Bank::Ram, at + offset);
        Ok(i32::from(i16::from_be_bytes([byte(0), byte(1)])))
    }

    fn address(&self, symbol: &str) -> Result<u32, RunError> {
        let unknown = || RunError::UnknownSymbol(symbol.to_owned());
        self.symbols.get(symbol).copied().ok_or_else(unknown)
    }
}
