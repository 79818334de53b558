//! Players and missiles: positions, sizes, shift registers.

/// Objects: missiles 0 to 3, players 0 to 3.
pub(super) const OBJECTS: usize = 8;
/// Players begin here.
pub(super) const PLAYERS: usize = 4;

/// A picture that an object is shifting out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Image {
    /// The colour clock from which on the rest is told.
    start: i16,
    /// Its bits then, the first the highest; 0 for none.
    bits: u8,
    /// How far the counter that makes bits wider was then.
    phase: u8,
}

/// One of the objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Object {
    position: u8,
    size: u8,
    graphics: u8,
    image: Image,
}

impl Object {
    /// Colour clocks a bit, as a shift.
    fn shift(self) -> u32 {
        match self.size {
            1 => 1,
            3 => 2,
            _ => 0,
        }
    }

    /// Colour clocks since the image was told.
    fn ticks(self, clock: i16) -> u32 {
        (clock - self.image.start).max(0) as u32
    }

    /// How often the register has been shifted since then. The counter that says when has two bits and stands still at a phase
    /// that size 2 does not know, until the object begins anew.
    fn shifts(self, clock: i16) -> u32 {
        let (ticks, phase) = (self.ticks(clock), u32::from(self.image.phase));
        match self.size {
            0 => ticks,
            1 => ((phase & 1) + ticks) >> 1,
            3 => (phase + ticks) >> 2,
            _ if matches!(phase, 0 | 3) => ticks,
            _ => 0,
        }
    }

    /// The counter at a colour clock.
    fn phase(self, clock: i16) -> u8 {
        let (ticks, phase) = (self.ticks(clock), u32::from(self.image.phase));
        let phase = match self.size {
            _ if ticks == 0 => phase,
            0 => 0,
            1 => (phase + ticks) & 1,
            3 => (phase + ticks) & 3,
            _ if matches!(phase, 0 | 3) => 0,
            _ => 2,
        };
        phase as u8
    }

    /// The bits that are still to come at a colour clock, its own among them.
    fn rest(self, clock: i16) -> u8 {
        let bits = u32::from(self.image.bits);
        bits.checked_shl(self.shifts(clock)).unwrap_or(0) as u8
    }

    /// What is being shifted out, told from a colour clock on.
    fn image_at(self, clock: i16) -> Image {
        Image {
            start: clock,
            bits: self.rest(clock),
            phase: self.phase(clock),
        }
    }

    fn resize(&mut self, size: u8, clock: u8) {
        if self.size != size {
            self.image = self.image_at(i16::from(clock).max(self.image.start));
            self.size = size;
        }
    }

    /// The object's position is reached: its graphics come on top of what is left, where the bit that has begun is over.
    fn begin(&mut self) {
        let start = i16::from(self.position);
        let rest = self.image_at(start);
        let left = if rest.phase == 0 {
            rest.bits
        } else {
            rest.bits << 1
        };
        self.image = Image {
            start,
            bits: left | self.graphics,
            phase: 0,
        };
    }

    /// Adds the object's bit where its picture is, from one colour clock to another.
    fn shift_out(&self, bit: u8, from: u8, to: u8, mask: &mut [u8]) -> bool {
        let mut any = false;
        if self.image.bits == 0 {
            return any;
        }
        let first = i16::from(from).max(self.image.start);
        for clock in first..i16::from(to) {
            let rest = self.rest(clock);
            if rest == 0 {
                break;
            }
            if rest & 0x80 != 0 {
                mask[clock as usize] |= bit;
                any = true;
            }
        }
        any
    }
}

/// All of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Objects([Object; OBJECTS]);

impl Objects {
    /// HPOSP0 to HPOSM3 by their numbers.
    pub fn set_position(&mut self, register: u8, value: u8) {
        self.0[usize::from(register & 7 ^ 4)].position = value;
    }

    /// SIZEP0 to SIZEP3, from a colour clock on.
    pub fn set_player_size(&mut self, player: usize, value: u8, clock: u8) {
        self.0[PLAYERS + player].resize(value & 3, clock);
    }

    /// SIZEM.
    pub fn set_missile_sizes(&mut self, value: u8, clock: u8) {
        for (missile, object) in self.0[..PLAYERS].iter_mut().enumerate() {
            object.resize(value >> (2 * missile) & 3, clock);
        }
    }

    /// The graphics of a player.
    pub fn set_player(&mut self, player: usize, value: u8) {
        self.0[PLAYERS + player].graphics = value;
    }

    /// The graphics of a missile, of a byte that has them all.
    pub fn set_missile(&mut self, missile: usize, value: u8) {
        self.0[missile].graphics = value << (6 - 2 * missile) & 0xC0;
    }

    /// Whether a register of position, size or graphics has this value.
    pub fn holds(&self, register: u8, value: u8) -> bool {
        match register {
            0x00..=0x07 => self.0[usize::from(register & 7 ^ 4)].position == value,
            0x08..=0x0B => self.0[usize::from(register - 4)].size == value & 3,
            0x0D..=0x10 => self.0[usize::from(register - 9)].graphics == value,
            _ => false,
        }
    }

    /// Whether an object has something to show, or shows something.
    pub fn any(&self) -> bool {
        let lit = |object: &Object| object.graphics | object.image.bits;
        self.0.iter().fold(0, |any, object| any | lit(object)) != 0
    }

    /// Whether something of the objects that begin before a colour clock, one that is not shown yet, would be seen.
    pub fn any_before(&self, clock: u8) -> bool {
        self.0.iter().any(|object| {
            let end = u16::from(object.position) + (8 << object.shift());
            let begins = object.graphics != 0 && object.position < clock;
            begins && end > u16::from(super::FIRST_CLOCK)
        })
    }

    /// Shifts all objects from one colour clock to another and adds their bits to a mask: 0 to 3 missiles, 4 to 7 players.
    /// Whether there were any.
    pub fn shift_out(&mut self, from: u8, to: u8, mask: &mut [u8]) -> bool {
        let mut any = false;
        for (number, object) in self.0.iter_mut().enumerate() {
            let bit = 1 << number;
            let starts = object.graphics != 0 && (from..to).contains(&object.position);
            if starts {
                any |= object.shift_out(bit, from, object.position, mask);
                object.begin();
            }
            any |= object.shift_out(bit, from, to, mask);
        }
        any
    }

    /// The next line: what is being shifted out goes on.
    pub fn next_line(&mut self) {
        for object in &mut self.0 {
            let rest = object.image_at(i16::from(super::LINE_CLOCKS));
            object.image = if rest.bits == 0 {
                Image::default()
            } else {
                Image { start: 0, ..rest }
            };
        }
    }
}
