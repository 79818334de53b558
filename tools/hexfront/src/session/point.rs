//! The hand on the mouse: leads the pointer of a shell to a hex, scrolling the map at the screen's edge as a player does, or to
//! whatever is to be chosen, which is looked for on copies of the machine. Where hexes are the program says by its symbols.

use super::{RunError, Session};
use crate::observe::Seen;
use hexfront_isa::cartridge::Grid;
use hexfront_isa::{Event, ShellCall};
use hexfront_platforms::machine::{Bank, Button, FrameEnd};

/// Frames that the pointer needs across the screen.
const ARRIVES: u64 = 8;
/// How often the pointer is corrected.
const LOOKS: usize = 3;
/// Frames without the map scrolling, after which its end is reached or it has come to rest.
const STANDS: u64 = 40;
/// Counts that bring the pointer to an edge from anywhere, and away from it.
const ACROSS: i32 = 400;
const BACK: i32 = 100;

/// The page of the map, as shell calls number pages.
const MAP: u8 = 0;
/// The end of a list of units.
const NO_UNIT: u8 = 255;
/// Pixels between places that are tried in a hex; on the screen across, then, for sliders, finer; and down.
const IN_HEX: usize = 3;
const ACROSS_SCREEN: usize = 5;
const FINE: usize = 1;
const DOWN_SCREEN: usize = 5;
/// Frames in which a press is answered.
const ANSWERS: usize = 8;
/// Frames for which the left button is not answered after a warning, and some.
const WARNING: u64 = 30;

/// A place on the screen or on the map, in pixels: across, down.
type Place = [i32; 2];

/// Pixels of a byte of the screen, and of a word of the map window.
const BYTE: i32 = 8;
const WORD: i32 = 16;

/// Where a shell with a pointer draws its hexes, all in pixels.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// From hex to hex.
    pitch: Place,
    /// How much lower odd columns lie.
    lower: i32,
    /// The middle of a hex, from its corner.
    middle: Place,
    /// The map window, and where its first row is on the screen.
    window: Place,
    top: i32,
    /// The screen.
    screen: Place,
}

impl Layout {
    /// The corner of a hex on the map.
    fn corner(&self, column: u8, row: u8) -> Place {
        let lower = i32::from(column % 2) * self.lower;
        let [column, row] = [column, row].map(i32::from);
        [column * self.pitch[0], row * self.pitch[1] + lower]
    }

    /// Places around the middle of a hex, that one first.
    fn in_hex(&self, [x, y]: Place) -> Vec<Place> {
        let [right, down] = self.middle;
        let across = (x - right..x + right).step_by(IN_HEX);
        let places = across.flat_map(|x| {
            let down = (y - down..y + down).step_by(IN_HEX);
            down.map(move |y| [x, y])
        });
        let in_screen = |place: &Place| (0..2).all(|i| (0..self.screen[i]).contains(&place[i]));
        [[x, y]]
            .into_iter()
            .chain(places)
            .filter(in_screen)
            .collect()
    }

    /// Places all over the screen, so many pixels apart across.
    fn on_screen(&self, across: usize) -> impl Iterator<Item = Place> + use<> {
        let [width, height] = self.screen;
        (1..height).step_by(DOWN_SCREEN).flat_map(move |y| {
            let row = (1..width).step_by(across);
            row.map(move |x| [x, y])
        })
    }
}

impl Session {
    /// Leads the pointer to the middle of a hex on the map page.
    ///
    /// # Errors
    /// When there is no mouse, the program is none of ours, or the hex cannot be reached.
    pub fn point(&mut self, column: u8, row: u8) -> Result<(), RunError> {
        self.mouse()?;
        let middle = self.layout()?.middle;
        self.point_in_hex(column, row, middle)
    }

    /// The same so that the pointer moves in any case: a key that follows means the hex.
    ///
    /// # Errors
    /// As [`Session::point`].
    pub fn point_anew(&mut self, hex: u16, grid: Grid) -> Result<(), RunError> {
        let [column, row] = [grid.column(hex), grid.row(hex)].map(|n| n as u8);
        self.point(column, row)?;
        let [right, down] = self.layout()?.middle;
        self.point_in_hex(column, row, [right + 1, down])
    }

    /// Leads the pointer to a pixel of a hex, counted from the hex's corner.
    ///
    /// # Errors
    /// As [`Session::point`].
    pub fn point_in_hex(&mut self, column: u8, row: u8, pixel: Place) -> Result<(), RunError> {
        self.mouse()?;
        let layout = self.layout()?;
        let corner = layout.corner(column, row);
        let place = [0, 1].map(|i| corner[i] + pixel[i]);
        for (axis, at) in place.into_iter().enumerate() {
            self.scroll_into_view(&layout, axis, at)?;
        }
        let window = self.window()?;
        self.lead_to([place[0] - window[0], place[1] - window[1] + layout.top])
    }

    /// Holds the pointer at the screen's edge until the place lies in the window, or the map ends.
    fn scroll_into_view(
        &mut self,
        layout: &Layout,
        axis: usize,
        place: i32,
    ) -> Result<(), RunError> {
        let pitch = layout.pitch[axis];
        let towards = |window: Place| match place - window[axis] {
            inside if inside < pitch => -1,
            inside if inside >= layout.window[axis] - pitch => 1,
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
        // Where lines of the display are not rows of the screen (60 Hz), it takes another look.
        for _ in 0..LOOKS {
            let now = self.pointer()?;
            self.mouse()?
                .move_mouse(place[0] - now[0], place[1] - now[1]);
            for _ in 0..2 * ARRIVES {
                self.run_frames(1)?;
                if self.pointer()? == place {
                    return Ok(());
                }
            }
        }
        Err(RunError::Unreached {
            right: place[0],
            down: place[1],
        })
    }

    fn pointer(&self) -> Result<Place, RunError> {
        Ok([self.word("pointer_x")?, self.word("pointer_y")?])
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

    /// Where the program draws its hexes.
    fn layout(&self) -> Result<Layout, RunError> {
        let number = |symbol| Ok::<_, RunError>(self.address(symbol)? as i32);
        let pitch = [number("hex_pitch_x")?, number("hex_pitch_y")?];
        // A row of pixels at the top of a hex: from its left tip to its edge.
        let tip = self.machine.peek(Bank::Ram, self.address("left_inset")?);
        Ok(Layout {
            pitch,
            lower: number("hex_half")?,
            middle: [(pitch[0] + i32::from(tip) + 1) / 2, pitch[1] / 2],
            // Fewer rows are seen on a machine for 60 Hz.
            window: [number("map_words")? * WORD, self.word("map_high")?],
            top: number("map_top")?,
            screen: [number("screen_bytes")? * BYTE, number("screen_rows")?],
        })
    }

    fn address(&self, symbol: &str) -> Result<u32, RunError> {
        let unknown = || RunError::UnknownSymbol(symbol.to_owned());
        self.symbols.get(symbol).copied().ok_or_else(unknown)
    }

    /// Leads the pointer to where the left button answers this word; false if there is no such place.
    ///
    /// # Errors
    /// When there is no mouse, or the program is none of ours.
    pub fn seek(&mut self, word: u16, grid: Grid) -> Result<bool, RunError> {
        self.mouse()?;
        // A page may have to be drawn yet.
        self.run_until_symbol("event_idle")?;
        if self.word("message_until")? != 0 {
            self.run_frames(WARNING)?;
        }
        let hex = match Event::of(word) {
            Event::Hex(hex) => Some(hex),
            Event::Unit(unit) => self.hex_of(unit, grid)?,
            _ => None,
        };
        let layout = self.layout()?;
        let page = self.machine.peek(Bank::Ram, self.address("page_now")?);
        let places: Vec<Place> = match hex {
            Some(hex) if page == MAP => {
                self.point(grid.column(hex) as u8, grid.row(hex) as u8)?;
                self.run_until_symbol("event_idle")?;
                layout.in_hex(self.pointer()?)
            }
            // A unit that stands nowhere.
            None if page == MAP && matches!(Event::of(word), Event::Unit(_)) => Vec::new(),
            _ => layout
                .on_screen(ACROSS_SCREEN)
                .chain(
                    layout
                        .on_screen(FINE)
                        .filter(|_| matches!(Event::of(word), Event::Setting { .. })),
                )
                .collect(),
        };
        for place in places {
            if self.answer_at(place)? == Some(word) {
                self.lead_to(place)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the left button answers at a place of the screen, if anything; tried on a copy of the machine.
    fn answer_at(&self, place: Place) -> Result<Option<u16>, RunError> {
        let mut watch = self.watch.clone().ok_or(RunError::NoState)?;
        let mut copy = self.machine.snapshot();
        // A line of the display is a row of the screen on a machine for 50 Hz, and replays run on one.
        let where_it_is = [
            ("pointer_x", place[0]),
            ("pointer_y", place[1]),
            ("pointer_line", place[1]),
        ];
        for (symbol, value) in where_it_is {
            let at = self.address(symbol)?;
            let [high, low] = (value as u16).to_be_bytes();
            copy.poke(at, high);
            copy.poke(at + 1, low);
        }
        copy.mouse_button(Button::Left, true);
        for _ in 0..ANSWERS {
            while let FrameEnd::Stop(_) = copy.run_frame_until(watch.stops()) {
                watch.look(copy.as_ref());
                let answer = watch.journal.take().into_iter().find_map(|s| match s.what {
                    Seen::Answered(ShellCall::Event, word) => Some(word),
                    _ => None,
                });
                if answer.is_some() {
                    return Ok(answer);
                }
            }
        }
        Ok(None)
    }

    /// The hex in whose list of units one stands.
    fn hex_of(&self, unit: u8, grid: Grid) -> Result<Option<u16>, RunError> {
        let [first, next] = [self.address("view_first")?, self.address("view_next")?];
        let byte = |address, index: u32| self.machine.peek(Bank::Ram, address + index);
        let stands_in = |hex: &u16| {
            let mut found = byte(first, u32::from(*hex));
            while found != NO_UNIT && found != unit {
                found = byte(next, u32::from(found));
            }
            found == unit
        };
        Ok((0..grid.numbers()).find(stands_in))
    }
}
