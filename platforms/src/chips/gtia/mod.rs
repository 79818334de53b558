//! GTIA (Atari C014805 for NTSC, C014889 for PAL): colours, players and missiles, priorities, collisions, triggers, console keys.
//!
//! A line has 228 colour clocks, of which 34 to 221 are shown, as two pixels each. GTIA draws when a register that matters is written or
//! read in the middle of a line, and the rest when the line is over; it is given ANTIC's codes then. A row that was last drawn from the
//! same codes and registers stays as it is. A pixel is a colour register's value: hue in the upper four bits, luminance in the lower.
//!
//! Registers act some colour clocks behind their cycle's first: colours one, PRIOR two, sizes, graphics and HITCLR three, positions five.
//!
//! Sources: Atari Home Computer System Hardware Manual, chapter III; Atari's GTIA data sheet (priority equations); A. Lee, Altirra
//! Hardware Reference Manual, chapter 5.
//!
//! **Not emulated**: colours for a clock or two where PRIOR
//! changes into or out of a GTIA mode, and the two steps that it takes inside; in GTIA modes the row's first colour clock when PRIOR
//! changes at an odd one; an object left of colour clock 14 that reaches into the picture shows the data of its own line; the CTIA, and
//! the first GTIAs' faults.

mod canvas;
pub mod composite;
mod draw;
mod objects;
pub mod palette;
mod priority;

use canvas::{Canvas, Drawn};
use objects::Objects;
use priority::{COLOURS, MIXES};

/// $D000 HPOSP0 to $D003 HPOSP3, horizontal positions of players, colour clocks. Read: collisions of missiles with playfields.
pub const HPOSP0: u8 = 0x00;
/// $D004 HPOSM0 to $D007 HPOSM3, of missiles. Read: collisions of players with playfields.
pub const HPOSM0: u8 = 0x04;
/// $D008 SIZEP0 to $D00B SIZEP3, widths of players: 0 and 2 one, 1 two, 3 four clocks a bit. Read: of missiles with players.
pub const SIZEP0: u8 = 0x08;
/// $D00C SIZEM, widths of missiles, two bits each. Read, four registers: of players with players.
pub const SIZEM: u8 = 0x0C;
/// $D00D GRAFP0 to $D010 GRAFP3, graphics of players.
pub const GRAFP0: u8 = 0x0D;
/// $D010 TRIG0 to $D013 TRIG3, read: 0 when pressed.
pub const TRIG0: u8 = 0x10;
/// $D011 GRAFM, graphics of missiles, two bits each.
pub const GRAFM: u8 = 0x11;
/// $D012 COLPM0 to $D015 COLPM3, colours of players and their missiles.
pub const COLPM0: u8 = 0x12;
/// $D014 PAL, read: bits 1 to 3 are 0 on PAL.
pub const PAL: u8 = 0x14;
/// $D016 COLPF0 to $D019 COLPF3, colours of playfields.
pub const COLPF0: u8 = 0x16;
/// $D01A COLBK, colour of the background.
pub const COLBK: u8 = 0x1A;
/// $D01B PRIOR: bits 7-6 GTIA mode, 5 players 0 and 1, 2 and 3 mix, 4 missiles are a fifth player, 3-0 priorities.
pub const PRIOR: u8 = 0x1B;
/// $D01C VDELAY: objects a line later, bits 0 to 3 missiles, 4 to 7 players.
pub const VDELAY: u8 = 0x1C;
/// $D01D GRACTL: bit 2 latches triggers, 1 players from DMA, 0 missiles.
pub const GRACTL: u8 = 0x1D;
/// $D01E HITCLR: a write clears collisions.
pub const HITCLR: u8 = 0x1E;
/// $D01F CONSOL: bit 3 loudspeaker; bits 0 to 2 read START, SELECT, OPTION, 0 when pressed.
pub const CONSOL: u8 = 0x1F;

/// PRIOR.
const GTIA_MODE: u8 = 0xC0;
/// GRACTL.
const DMA_MISSILES: u8 = 0x01;
const DMA_PLAYERS: u8 = 0x02;
const LATCH: u8 = 0x04;
/// CONSOL.
const SPEAKER: u8 = 0x08;

/// The colour clocks that are shown.
pub const FIRST_CLOCK: u8 = 34;
/// See [`FIRST_CLOCK`].
pub const END_CLOCK: u8 = 222;
/// Pixels a row.
pub const WIDTH: usize = 2 * (END_CLOCK - FIRST_CLOCK) as usize;
/// The cycle of a line in which it is decided whether its codes are pairs of pixels.
const HIRES_CYCLE: u8 = 16;
/// Colour clocks of a line.
const LINE_CLOCKS: u8 = 228;

/// What ANTIC sends in a line: a code each colour clock, and whether they are pairs of pixels.
#[derive(Clone, Copy, Debug)]
pub struct Codes<'a> {
    /// 0 background, 4 to 7 playfields 0 to 3, or a pair of pixels.
    pub codes: &'a [u8; 256],
    /// ANTIC said that they are pairs, before the line began.
    pub hires: bool,
}

/// What decides a row but its codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    /// Players, playfields, background.
    colours: [u8; COLOURS],
    prior: u8,
    /// Codes are pairs of pixels; a GTIA mode ends that until the next line.
    hires: bool,
    objects: Objects,
}

/// Collisions since HITCLR: of missiles 0 to 3 and players 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Hits {
    /// With playfields, a bit each.
    playfields: [u8; 8],
    /// With players, a bit each.
    players: [u8; 8],
}

impl Hits {
    fn add(&mut self, other: &Hits) {
        for (mine, other) in self.playfields.iter_mut().zip(other.playfields) {
            *mine |= other;
        }
        for (mine, other) in self.players.iter_mut().zip(other.players) {
            *mine |= other;
        }
    }
}

/// The chip.
#[derive(Clone, Debug, PartialEq)]
pub struct Gtia {
    pal: bool,
    look: Look,
    /// Colours of what can be mixed.
    mixes: [u8; MIXES],
    vdelay: u8,
    gractl: u8,
    consol: u8,
    /// Console keys that are down, as the bits of CONSOL.
    keys: u8,
    /// Triggers that are pressed, and were since GRACTL latches them.
    triggers: [bool; 4],
    latched: [bool; 4],
    hits: Hits,
    /// The row that is drawn, if it is one, and the first colour clock that is not yet.
    row: Option<usize>,
    clock: u8,
    /// Rows go through the filter of an NTSC set.
    composite: bool,
    canvas: Canvas,
}

impl Gtia {
    /// Power-on; the picture has so many rows.
    pub fn new(pal: bool, rows: usize) -> Gtia {
        Gtia {
            pal,
            look: Look {
                colours: [0; COLOURS],
                prior: 0,
                hires: false,
                objects: Objects::default(),
            },
            mixes: [0; MIXES],
            vdelay: 0,
            gractl: 0,
            consol: SPEAKER,
            keys: 0,
            triggers: [false; 4],
            latched: [false; 4],
            hits: Hits::default(),
            row: None,
            clock: 0,
            composite: false,
            canvas: Canvas::new(rows),
        }
    }

    /// Shows the picture as an NTSC set does on the composite signal, or as the chip made it: from the next frame on, in colours of
    /// [`composite::palette`] or of [`palette`].
    pub fn set_composite(&mut self, on: bool) {
        self.composite = on;
        let rows = self.canvas.pixels().len() / WIDTH;
        self.canvas = Canvas::new(rows);
    }

    /// Whether rows go through the filter of an NTSC set.
    pub fn is_composite(&self) -> bool {
        self.composite
    }

    /// The picture in the chip's own colours.
    pub fn source(&self) -> Vec<u16> {
        let pixels = self.picture().iter();
        pixels.map(|pixel| composite::source(*pixel)).collect()
    }

    /// The picture, row by row, [`WIDTH`] pixels each.
    pub fn picture(&self) -> &[u16] {
        self.canvas.pixels()
    }

    /// Console keys that are down: bit 0 START, 1 SELECT, 2 OPTION.
    pub fn set_keys(&mut self, keys: u8) {
        self.keys = keys & 7;
    }

    /// Console keys that are down.
    pub fn keys(&self) -> u8 {
        self.keys
    }

    /// Presses a trigger, 0 to 3, or lets it go.
    pub fn set_trigger(&mut self, trigger: usize, pressed: bool) {
        if let Some(switch) = self.triggers.get_mut(trigger) {
            *switch = pressed;
            self.latched[trigger] |= pressed;
        }
    }

    /// Whether the loudspeaker's cone is out.
    pub fn speaker(&self) -> bool {
        self.consol & SPEAKER == 0
    }

    /// ANTIC begins to send a line; it is a row of the picture, or is not shown there.
    pub fn begin_line(&mut self, row: Option<usize>) {
        self.row = row;
        self.clock = 0;
    }

    /// ANTIC has told whether this line's codes are pairs, which it does before the first that is shown.
    pub fn set_hires(&mut self, hires: bool) {
        self.look.hires = hires && self.look.prior & GTIA_MODE == 0;
    }

    /// A line is over. `shown`: it is none of the vertical blank.
    pub fn end_line(&mut self, shown: bool, codes: Codes<'_>) {
        if shown {
            self.finish_row(codes);
        }
        self.look.objects.next_line();
    }

    fn finish_row(&mut self, codes: Codes<'_>) {
        let Some(row) = self.row.filter(|_| self.clock == 0) else {
            self.draw_to(LINE_CLOCKS, codes);
            self.filter_row();
            self.forget_row();
            return;
        };
        if let Some(drawn) = self.canvas.drawn(row, &self.look, codes.codes) {
            self.hits.add(&drawn.hits);
            self.look.objects = drawn.after;
            return;
        }
        let before = self.look;
        let hits = std::mem::take(&mut self.hits);
        self.draw_to(LINE_CLOCKS, codes);
        self.filter_row();
        let drawn = Drawn {
            look: before,
            hits: self.hits,
            after: self.look.objects,
        };
        self.hits.add(&hits);
        self.canvas.note(row, drawn, codes.codes);
    }

    /// The row is whole.
    fn filter_row(&mut self) {
        if self.composite
            && let Some(row) = self.row
        {
            let start = row * WIDTH;
            composite::filter(&mut self.canvas.pixels_mut()[start..start + WIDTH]);
        }
    }

    fn forget_row(&mut self) {
        if let Some(row) = self.row {
            self.canvas.forget(row);
        }
    }

    /// What was written acts from this colour clock on: draws what comes before it, if that is to be seen.
    fn act_at(&mut self, clock: u16, shown: bool, codes: Codes<'_>) {
        let clock = clock.min(u16::from(LINE_CLOCKS)) as u8;
        if !shown || clock <= FIRST_CLOCK && !self.look.objects.any_before(clock) {
            return;
        }
        self.draw_to(clock, codes);
    }

    /// Data of missiles that passes on the bus in a cycle of a line.
    pub fn missiles(&mut self, line: u16, byte: u8) {
        if self.gractl & DMA_MISSILES == 0 {
            return;
        }
        for missile in 0..4 {
            if self.hears(line, missile) {
                self.look.objects.set_missile(missile, byte);
            }
        }
    }

    /// Data of a player, 0 to 3.
    pub fn player(&mut self, line: u16, player: usize, byte: u8) {
        if self.gractl & DMA_PLAYERS != 0 && self.hears(line, player + 4) {
            self.look.objects.set_player(player, byte);
        }
    }

    /// With VDELAY an object takes its data in odd lines only.
    fn hears(&self, line: u16, bit: usize) -> bool {
        line & 1 != 0 || self.vdelay >> bit & 1 == 0
    }

    /// Reads a register, $D000 and on, in this cycle of a line. `codes` are for what is to be drawn before, `None` in the blank.
    pub fn read(&mut self, x: u8, register: u8, codes: Option<Codes<'_>>) -> u8 {
        if register & 0x1F < TRIG0
            && let Some(codes) = codes
        {
            self.act_at(u16::from(x) * 2 + 2, true, codes);
        }
        self.peek(register)
    }

    /// Reads a register without effects, with the collisions as far as they were drawn.
    pub fn peek(&self, register: u8) -> u8 {
        let register = register & 0x1F;
        let number = usize::from(register & 3);
        match register {
            0x00..=0x03 => self.hits.playfields[number],
            0x04..=0x07 => self.hits.playfields[4 + number],
            0x08..=0x0B => self.hits.players[number],
            0x0C..=0x0F => self.hits.players[4 + number] & !(1 << number),
            0x10..=0x13 => {
                let pressed = if self.gractl & LATCH != 0 {
                    self.latched[number]
                } else {
                    self.triggers[number]
                };
                u8::from(!pressed)
            }
            PAL if self.pal => 0x01,
            CONSOL => !self.consol & !self.keys & 0x0F,
            _ => 0x0F,
        }
    }

    /// Writes a register, $D000 and on, in this cycle of a line.
    pub fn write(&mut self, x: u8, register: u8, value: u8, codes: Option<Codes<'_>>) {
        let register = register & 0x1F;
        if let Some(codes) = codes {
            let delay = match register {
                0x00..=0x07 => 5,
                0x08..=0x11 | HITCLR => 3,
                PRIOR => 2,
                COLPM0..=COLBK => 1,
                _ => 0,
            };
            if delay != 0 && !self.holds(register, value) {
                self.act_at(u16::from(x) * 2 + delay, true, codes);
            }
        }
        match register {
            0x00..=0x07 => self.look.objects.set_position(register, value),
            0x08..=0x0B => {
                let player = usize::from(register - SIZEP0);
                self.look.objects.set_player_size(player, value, self.clock);
            }
            SIZEM => self.look.objects.set_missile_sizes(value, self.clock),
            0x0D..=0x10 => self
                .look
                .objects
                .set_player(usize::from(register - GRAFP0), value),
            GRAFM => (0..4).for_each(|missile| self.look.objects.set_missile(missile, value)),
            COLPM0..=COLBK => {
                let number = usize::from(register - COLPM0);
                self.look.colours[number] = value & 0xFE;
                priority::mix(&mut self.mixes, &self.look.colours, number);
            }
            PRIOR => {
                self.look.prior = value;
                match codes {
                    Some(codes) if x < HIRES_CYCLE => self.set_hires(codes.hires),
                    _ => self.look.hires &= value & GTIA_MODE == 0,
                }
            }
            VDELAY => self.vdelay = value,
            GRACTL => {
                if value & LATCH != 0 && self.gractl & LATCH == 0 {
                    self.latched = self.triggers;
                }
                self.gractl = value;
            }
            HITCLR => self.hits = Hits::default(),
            CONSOL => self.consol = value & 0x0F,
            _ => {}
        }
    }

    /// Whether a register has this value already, so that writing it changes nothing.
    fn holds(&self, register: u8, value: u8) -> bool {
        match register {
            COLPM0..=COLBK => self.look.colours[usize::from(register - COLPM0)] == value & 0xFE,
            PRIOR => self.look.prior == value,
            _ => self.look.objects.holds(register, value),
        }
    }
}
