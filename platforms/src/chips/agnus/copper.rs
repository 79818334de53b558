//! The copper: a list of register writes, waits and skips that follows the beam.
//!
//! It works in even slots, and only where no other DMA of fixed slots is; it comes before blitter and processor. A write
//! takes two slots, a wait two and at least two more. A wait for slot `h` that is met in time lets the next write happen
//! in slot `h + 2`.
//!
//! Sources: Hardware Reference Manual, chapter 2; vAmiga's test suite (comparison two slots ahead, the slots at the end
//! of a line).

use super::{ADDRESSES, Agnus, ChipRam, RegisterBus, word_at};
use crate::chips::rga::{COPJMP1, COPJMP2};
use crate::cpu::NEVER;

/// The last even slot in which the copper works; the next is [`LATE`].
const LAST: u16 = 0xDE;
/// The slot after the one it may not have.
const LATE: u16 = 0xE1;

/// What the copper does in its next slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Reads the first word of an instruction.
    First,
    /// Reads the second word.
    Second,
    /// Has read a wait or a skip; looks at the beam from its next slot on.
    Settle,
    /// Looks at the beam.
    Wait,
    /// Waits for the blitter.
    Blitter,
    /// Looks at the beam once.
    Skip,
    /// Was told to jump to one of its two locations.
    Strobe(usize),
    /// Jumps after this slot.
    Jump(usize),
    /// Stopped until the next frame or jump.
    Stopped,
}

/// The copper of Agnus.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Copper {
    /// First and second location.
    pub(super) locations: [u32; 2],
    /// It may write the registers from $040 to $07E too.
    pub(super) danger: bool,
    counter: u32,
    words: [u16; 2],
    state: State,
    /// The next instruction is passed over if it writes.
    skips: bool,
    /// The slot in which it goes on; [`NEVER`] while it is stopped or waits for the blitter.
    next: u64,
}

impl Copper {
    /// Power-on.
    pub(super) fn new() -> Copper {
        Copper {
            locations: [0; 2],
            danger: false,
            counter: 0,
            words: [0; 2],
            state: State::Stopped,
            skips: false,
            next: NEVER,
        }
    }

    /// The slot in which it goes on.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// A frame begins in slot `at`: it begins at its first location.
    pub(super) fn restart(&mut self, at: u64) {
        self.state = State::Jump(0);
        self.next = at;
    }

    /// The processor tells it to jump, in slot `at`.
    pub(super) fn strobe(&mut self, location: usize, at: u64) {
        self.state = State::Strobe(location);
        self.next = at + 1;
    }

    /// The beam has come to `vertical` and `horizontal`: whether that is where the instruction asks for, or later.
    fn compare(&self, vertical: u16, horizontal: u16) -> bool {
        let mask = self.words[1] & 0x7FFE | 0x8000;
        let wanted = self.words[0] & mask;
        let beam = (vertical << 8 | horizontal & 0xFF) & mask;
        match (beam >> 8).cmp(&(wanted >> 8)) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => beam & 0xFF >= wanted & 0xFF,
            std::cmp::Ordering::Greater => true,
        }
    }

    /// The instruction waits for the blitter too.
    fn asks_for_blitter(&self) -> bool {
        self.words[1] & 0x8000 == 0
    }
}

/// The beam position the comparator sees in a slot: two slots ahead, counting from 0 at the end of the line.
fn seen(slot: u16) -> u16 {
    if slot < 0xE0 { slot + 2 } else { slot - 0xE0 }
}

impl Agnus {
    /// The copper's slot after `slot` of this line, counted from the start of the line (so it may lie in the next).
    fn copper_slot_after(&self, slot: u16) -> u16 {
        match slot {
            LATE.. => self.length,
            LAST => LATE,
            _ => (slot & !1) + 2,
        }
    }

    /// Does the copper's business in slot `slot` of this line. Answers whether it had the bus.
    pub(super) fn run_copper(
        &mut self,
        slot: u16,
        ram: &mut ChipRam,
        bus: &mut impl RegisterBus,
    ) -> bool {
        let allowed = slot & 1 == 0 && slot <= LAST || slot == LATE;
        let after = self.copper_slot_after(slot);
        self.copper.next = self.line_start + u64::from(after);
        if !allowed || self.plan.is_taken(slot) {
            return false;
        }
        match self.copper.state {
            State::First => {
                self.copper.words[0] = self.copper_read(ram);
                self.copper.state = State::Second;
                true
            }
            State::Second => {
                self.copper.words[1] = self.copper_read(ram);
                if self.copper.words[0] & 1 == 0 {
                    self.transfer_for(self.copper.words[0] & 0x1FE, ram, bus);
                }
                self.decode(slot, bus);
                true
            }
            State::Settle => {
                let skip = self.copper.words[1] & 1 != 0;
                self.copper.state = if skip { State::Skip } else { State::Wait };
                false
            }
            State::Wait => {
                self.look(slot);
                false
            }
            State::Skip => {
                let (v, h) = (self.line, seen(slot));
                let waits = self.copper.asks_for_blitter() && self.blitter.is_running();
                self.copper.skips = self.copper.compare(v, h) && !waits;
                self.copper.state = State::First;
                false
            }
            State::Strobe(location) => {
                self.copper.state = State::Jump(location);
                true
            }
            State::Jump(location) => {
                self.copper.counter = self.copper.locations[location];
                self.copper.state = State::First;
                self.copper.skips = false;
                true
            }
            State::Blitter | State::Stopped => {
                self.copper.next = NEVER;
                false
            }
        }
    }

    fn copper_read(&mut self, ram: &ChipRam) -> u16 {
        let word = word_at(ram, self.copper.counter);
        self.copper.counter = (self.copper.counter + 2) & ADDRESSES;
        word
    }

    /// Both words are read.
    fn decode(&mut self, slot: u16, bus: &mut impl RegisterBus) {
        let [first, second] = self.copper.words;
        let skips = self.copper.skips;
        match first & 1 {
            0 => {
                let register = first & 0x1FE;
                let lowest = if self.copper.danger { 0x040 } else { 0x080 };
                if register < lowest {
                    self.copper.state = State::Stopped;
                    self.copper.next = NEVER;
                    return;
                }
                self.copper.state = State::First;
                self.copper.skips = false;
                if skips {
                    return;
                }
                let at = self.line_start + u64::from(slot);
                match register {
                    COPJMP1 => self.copper.state = State::Strobe(0),
                    COPJMP2 => self.copper.state = State::Strobe(1),
                    _ => self.set(at, register, second, bus),
                }
            }
            _ => {
                self.copper.skips = false;
                self.copper.state = State::Settle;
            }
        }
    }

    /// Looks at the beam in `slot`: goes on, or sleeps until it has come.
    fn look(&mut self, slot: u16) {
        if self.copper.asks_for_blitter() && self.blitter.is_running() {
            self.copper.state = State::Blitter;
            self.copper.next = NEVER;
            return;
        }
        if self.copper.compare(self.line, seen(slot)) {
            self.copper.state = State::First;
            return;
        }
        self.copper.next = self.next_match(slot);
    }

    /// The copper's slot, after `slot` of this line, in which the comparator will be content; [`NEVER`] if it will
    /// not be in this frame.
    fn next_match(&self, slot: u16) -> u64 {
        let mut start = self.line_start;
        let mut from = self.copper_slot_after(slot);
        let mut length = self.length;
        for line in self.line..self.lines() {
            // A line that would not do at its furthest end does nowhere.
            if self.copper.compare(line, 0xFE) {
                let slots = (from..LAST + 1).step_by(2).chain([LATE]);
                let found = slots
                    .into_iter()
                    .find(|s| self.copper.compare(line, seen(*s)));
                if let Some(slot) = found {
                    return start + u64::from(slot);
                }
            }
            start += u64::from(length);
            length = self.length_after(length);
            from = 0;
        }
        NEVER
    }

    /// A blit has ended in the slot before `at`: the copper looks at the beam in that slot, if it is an even one, or in
    /// the next.
    pub(super) fn wake_copper(&mut self, at: u64) {
        if self.copper.state != State::Blitter {
            return;
        }
        let slot = (at - self.line_start) as u16 - 1;
        self.copper.state = State::Wait;
        if slot & 1 == 0 {
            self.copper.next = self.line_start + u64::from(self.copper_slot_after(slot));
            self.look(slot);
        } else {
            self.copper.next = at;
        }
    }

    /// Copper DMA was switched on or off.
    pub(super) fn resume_copper(&mut self, at: u64) {
        let sleeps = matches!(self.copper.state, State::Stopped | State::Blitter);
        if !sleeps && self.copper.next < at {
            self.copper.next = at;
        }
    }
}
