//! What the DMA of fixed slots does in a line: refresh, disk, audio, sprites, bitplanes.
//!
//! The plan of a line is made once and again from the slot on from which a register changes it; most lines have the plan
//! of the line before, or of one a little before that: a few plans are kept.
//!
//! Sources: Hardware Reference Manual, figure 6-9 (DMA time slot allocation); slots are numbered so that refresh has the
//! odd ones from 1; vAmiga's test suite (when fetching of bitplanes starts and stops on OCS).

use super::slots::Slots;
use super::{Agnus, MOST_SLOTS};

/// Slots of refresh; the fourth is the last of the line.
const REFRESH: [u16; 3] = [1, 3, 5];
const DISK: u16 = 0x07;
const AUDIO: u16 = 0x0D;
const SPRITES: u16 = 0x15;
/// Horizontal synchronisation: Denise's line ends.
pub(super) const HSYNC: u16 = 0x12;
/// No bitplanes are fetched before this slot.
const EARLIEST: u16 = 0x18;
/// Fetching stops after one more unit, whatever DDFSTOP says.
const LATEST: u16 = 0xD8;

/// BPLCON0 bit 15.
const HIRES: u16 = 0x8000;

/// What happens in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Nothing,
    Hsync,
    Disk,
    Audio(u8),
    /// First and second word of a sprite.
    SpriteFirst(u8),
    SpriteSecond(u8),
    /// A word of a bitplane; the modulo is added after the last of the line.
    Plane(u8),
    LastPlane(u8),
}

/// The state of the logic that starts and stops the fetching of bitplanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sequencer {
    /// It fetches.
    runs: bool,
    /// Fetching may start in this line.
    open: bool,
    /// DDFSTOP was met: the next unit is the last.
    stops: bool,
    /// This unit is the last.
    last: bool,
    /// Slots of the unit that are done.
    phase: u16,
}

/// What a plan depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// BPLCON0, resolution and planes.
    pub(super) mode: u16,
    pub(super) start: u16,
    pub(super) stop: u16,
    /// Bitplane DMA is on and the line is in the display window.
    pub(super) shows: bool,
    /// Sprites that fetch.
    pub(super) sprites: u8,
    /// Words that disk and audio ask for: bit 0-2 disk, 3-6 audio.
    pub(super) requests: u8,
    pub(super) length: u16,
}

/// Units of eight slots, one behind the other, that fetch nothing but whole words of the same planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    first: u16,
    units: u16,
    planes: u16,
    high: bool,
    /// The last of them is the last of the line.
    ends_line: bool,
}

impl Run {
    /// The slot behind it.
    pub(super) fn end(&self) -> u16 {
        self.first + 8 * self.units
    }

    pub(super) fn planes(&self) -> usize {
        usize::from(self.planes)
    }

    pub(super) fn ends_line(&self) -> bool {
        self.ends_line
    }

    /// Bytes that it fetches of each plane.
    pub(super) fn bytes(&self) -> usize {
        usize::from(self.units) * if self.high { 4 } else { 2 }
    }

    /// The slot of the first word of plane 1, and from there to the next.
    pub(super) fn times(&self) -> (u16, u16) {
        if self.high {
            (self.first + 3, 4)
        } else {
            (self.first + 7, 8)
        }
    }
}

/// Plans of whole lines that are kept: a frame has a few kinds of lines, by sprites and by what audio asks for.
const KEPT: usize = 16;

/// Who has which slot of a line.
#[derive(Clone, Debug, PartialEq)]
struct Schedule {
    needs: Needs,
    taken: Slots,
    events: Slots,
    ops: [Op; MOST_SLOTS as usize],
    /// The first slot in which bitplanes run, which then have the sprites' slots.
    display_from: u16,
    /// All the units of the line, where it was planned in one go.
    run: Option<Run>,
}

/// Schedules of whole lines that were made before. What is in it changes nothing but how long it takes.
#[derive(Clone, Debug, Default)]
struct Kept {
    schedules: Vec<Schedule>,
    /// The one that is given up next.
    oldest: usize,
}

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl Kept {
    fn find(&self, needs: &Needs) -> Option<&Schedule> {
        self.schedules.iter().find(|kept| kept.needs == *needs)
    }

    fn keep(&mut self, schedule: Schedule) {
        if self.schedules.len() < KEPT {
            self.schedules.push(schedule);
        } else {
            self.schedules[self.oldest] = schedule;
            self.oldest = (self.oldest + 1) % KEPT;
        }
    }
}

/// The plan of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    now: Schedule,
    /// The sequencer as it was at slot `since`, from which on the plan holds with these needs.
    since: u16,
    sequencer: Sequencer,
    kept: Kept,
}

impl Plan {
    pub(super) fn new() -> Plan {
        Plan {
            now: Schedule {
                needs: Needs::default(),
                taken: Slots::default(),
                events: Slots::default(),
                ops: [Op::Nothing; MOST_SLOTS as usize],
                display_from: MOST_SLOTS,
                run: None,
            },
            since: 0,
            sequencer: Sequencer::default(),
            kept: Kept::default(),
        }
    }

    /// Whether the slot belongs to DMA of fixed slots.
    #[inline]
    pub(super) fn is_taken(&self, slot: u16) -> bool {
        self.now.taken.contains(slot)
    }

    /// The slots that belong to it.
    #[inline]
    pub(super) fn taken(&self) -> &Slots {
        &self.now.taken
    }

    /// The first slot from `from` to `to - 1` in which something happens.
    #[inline]
    pub(super) fn next_event(&self, from: u16, to: u16) -> Option<(u16, Op)> {
        let slot = self.now.events.first(from, to)?;
        Some((slot, self.now.ops[usize::from(slot)]))
    }

    /// The units that begin with the one whose first fetch is in `slot` and end before `to`.
    #[inline]
    pub(super) fn run(&self, slot: u16, to: u16) -> Option<Run> {
        let all = self.now.run?;
        let before = slot.checked_sub(all.first)? / 8;
        let first = all.first + 8 * before;
        let end = all.end().min(to);
        let units = end.checked_sub(first)? / 8;
        let whole = units > 0 && self.now.events.first(first, slot).is_none();
        whole.then_some(Run {
            first,
            units,
            ends_line: before + units == all.units,
            ..all
        })
    }

    /// Makes the plan of a new line.
    pub(super) fn begin(&mut self, needs: Needs) {
        if self.since == 0 && self.now.needs == needs {
            return;
        }
        self.since = 0;
        self.sequencer = Sequencer::default();
        if let Some(schedule) = self.kept.find(&needs) {
            self.now.clone_from(schedule);
            return;
        }
        self.now.needs = needs;
        self.now.display_from = MOST_SLOTS;
        self.make(0);
        self.kept.keep(self.now.clone());
    }

    /// The needs change from slot `from` on.
    pub(super) fn change(&mut self, from: u16, needs: Needs) {
        let from = from.min(self.now.needs.length).max(self.since);
        if needs == self.now.needs {
            return;
        }
        for slot in self.since..from {
            self.sequencer.step(slot, &self.now.needs);
        }
        self.since = from;
        self.now.needs = needs;
        if !self.sequencer.runs && self.now.display_from >= from {
            self.now.display_from = MOST_SLOTS;
        }
        self.make(from);
    }

    fn put(&mut self, slot: u16, op: Op) {
        self.now.taken.insert(slot);
        self.now.events.insert(slot);
        self.now.ops[usize::from(slot)] = op;
    }

    /// Writes the plan from slot `from` on.
    fn make(&mut self, from: u16) {
        self.now.taken.truncate(from);
        self.now.events.truncate(from);
        let needs = self.now.needs;
        let mut sequencer = self.sequencer;
        for slot in from..needs.length {
            if let Some((plane, last)) = sequencer.step(slot, &needs) {
                let op = if last {
                    Op::LastPlane(plane)
                } else {
                    Op::Plane(plane)
                };
                self.put(slot, op);
            }
            if sequencer.runs {
                self.now.display_from = self.now.display_from.min(slot);
            }
        }
        self.now.run = (from == 0).then(|| self.find_run()).flatten();
        for slot in REFRESH.into_iter().chain([needs.length - 1]) {
            if slot >= from {
                self.now.taken.insert(slot);
            }
        }
        if from <= HSYNC {
            self.now.events.insert(HSYNC);
            self.now.ops[usize::from(HSYNC)] = Op::Hsync;
        }
        self.place_requests(from);
        self.place_sprites(from);
    }

    /// The units of the line, if all of them are whole.
    fn find_run(&self) -> Option<Run> {
        let high = self.now.needs.mode & HIRES != 0;
        let planes = (0..8).filter_map(|phase| plane_of(self.now.needs.mode, phase));
        let planes = u16::from(planes.max()? + 1);
        let words = self.now.taken.count(self.now.display_from, MOST_SLOTS);
        let a_unit = planes * if high { 2 } else { 1 };
        words.is_multiple_of(a_unit).then_some(Run {
            first: self.now.display_from,
            units: words / a_unit,
            planes,
            high,
            ends_line: true,
        })
    }

    fn place_requests(&mut self, from: u16) {
        for n in 0..7 {
            if self.now.needs.requests >> n & 1 == 0 {
                continue;
            }
            let (slot, op) = match n {
                0..3 => (DISK + 2 * n, Op::Disk),
                _ => (AUDIO + 2 * (n - 3), Op::Audio(n as u8 - 3)),
            };
            if slot >= from {
                self.put(slot, op);
            }
        }
    }

    fn place_sprites(&mut self, from: u16) {
        for n in 0..8 {
            if self.now.needs.sprites >> n & 1 == 0 {
                continue;
            }
            let slot = SPRITES + 4 * n;
            let ops = [Op::SpriteFirst(n as u8), Op::SpriteSecond(n as u8)];
            for (slot, op) in [slot, slot + 2].into_iter().zip(ops) {
                // On OCS the slot before the first unit is lost too.
                if slot >= from && slot + 1 < self.now.display_from {
                    self.put(slot, op);
                }
            }
        }
    }
}

impl Sequencer {
    /// One slot: the plane whose word is fetched in it, and whether it is the last of the line.
    fn step(&mut self, slot: u16, needs: &Needs) -> Option<(u8, bool)> {
        self.open |= slot == EARLIEST;
        if !needs.shows {
            self.runs = false;
            return None;
        }
        let stop = self.runs && (slot == needs.stop || slot == LATEST);
        if slot == needs.start && self.open && !self.runs {
            *self = Sequencer {
                runs: true,
                open: true,
                ..Sequencer::default()
            };
        }
        self.stops |= stop;
        if !self.runs {
            return None;
        }
        if self.phase == 0 {
            if self.last {
                *self = Sequencer::default();
                return None;
            }
            if self.stops {
                self.stops = false;
                self.last = true;
            }
        }
        let fetched = plane_of(needs.mode, self.phase);
        // The high resolution fetches two words in a unit.
        let ends = self.last && (needs.mode & HIRES == 0 || self.phase >= 4);
        self.phase = (self.phase + 1) % 8;
        fetched.map(|plane| (plane, ends))
    }
}

/// The plane that has slot `phase` of a unit of eight.
fn plane_of(mode: u16, phase: u16) -> Option<u8> {
    const LOW: [u8; 8] = [8, 3, 5, 1, 8, 2, 4, 0];
    const HIGH: [u8; 4] = [3, 1, 2, 0];
    let planes = (mode >> 12 & 7) as u8;
    let (plane, count) = if mode & HIRES == 0 {
        // Seven planes are fetched as four.
        (
            LOW[usize::from(phase)],
            if planes == 7 { 4 } else { planes },
        )
    } else {
        (
            HIGH[usize::from(phase % 4)],
            if planes > 4 { 0 } else { planes },
        )
    };
    (plane < count).then_some(plane)
}

impl Agnus {
    /// What the plan depends on, as the registers stand.
    pub(super) fn needs(&self) -> Needs {
        let sprites = || {
            let fetches =
                |(n, sprite): (usize, &super::Sprite)| u8::from(sprite.fetches(self.line)) << n;
            self.sprites.iter().enumerate().map(fetches).sum()
        };
        // None in the vertical blank, where an old control word may name a line.
        let may_fetch = self.dma(super::DMA_SPRITES) && self.line >= self.timing.first_line;
        Needs {
            mode: self.bplcon0 & 0xF000,
            start: self.ddfstrt,
            stop: self.ddfstop,
            shows: self.dma(super::DMA_BITPLANES) && self.window,
            sprites: if may_fetch { sprites() } else { 0 },
            requests: self.requests,
            length: self.length,
        }
    }

    /// A register has changed the needs from `delay` slots after slot `at` of the line on.
    pub(super) fn replan(&mut self, at: u16, delay: u16) {
        let needs = self.needs();
        self.plan.change(at + delay, needs);
    }
}
