//! The keyboard scan: a counter of six bits goes through the keys, one a line, and a comparator and two bits of state tell a key that
//! is down from one that bounces.
//!
//! SHIFT, CONTROL and BREAK hang on a line of their own, which is looked at where their places in the matrix come by.
//!
//! **Not emulated:** keys that appear because three corners of a rectangle of the matrix are down.
//!
//! Source: Atari Hardware Manual, "Keyboard"; Altirra Hardware Reference Manual, chapter 5, "Keyboard scan".

use serde::{Deserialize, Serialize};

/// Keys of the matrix.
const KEYS: u64 = 64;
/// Places at which the second line is looked at.
const CONTROL_AT: u8 = 0x00;
const SHIFT_AT: u8 = 0x10;
const BREAK_AT: u8 = 0x30;
/// Bits of KBCODE.
const KBCODE_SHIFT: u8 = 0x40;
const KBCODE_CONTROL: u8 = 0x80;

/// The keys that are not in the matrix proper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifiers {
    /// Either SHIFT key.
    pub shift: bool,
    /// CONTROL.
    pub control: bool,
    /// BREAK.
    pub break_key: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    /// No key is down.
    Idle,
    /// One was seen: is it still down when its place comes again?
    Bounce,
    Down,
    /// It was not seen: is it still up when its place comes again?
    Release,
}

/// What a step of the scan found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    /// A key has gone down: KBCODE is new.
    Key,
    Break,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Keyboard {
    /// Keys that are down, a bit each by their code.
    down: u64,
    modifiers: Modifiers,
    /// What the scan has seen of them.
    seen: Modifiers,
    state: State,
    latch: u8,
    pub kbcode: u8,
    /// Lines that had passed when the scan began.
    origin: u64,
}

impl Keyboard {
    pub fn new() -> Keyboard {
        Keyboard {
            down: 0,
            modifiers: Modifiers::default(),
            seen: Modifiers::default(),
            state: State::Idle,
            latch: 0,
            kbcode: 0xFF,
            origin: 0,
        }
    }

    /// Presses the key of a code from 0 to 63, or lets it go.
    pub fn set(&mut self, code: u8, down: bool) {
        let bit = 1 << (u64::from(code) % KEYS);
        self.down = if down {
            self.down | bit
        } else {
            self.down & !bit
        };
    }

    pub fn set_modifiers(&mut self, modifiers: Modifiers) {
        self.modifiers = modifiers;
    }

    pub fn modifiers(&self) -> Modifiers {
        self.modifiers
    }

    /// SKSTAT: the last key is still down.
    pub fn key_is_down(&self) -> bool {
        matches!(self.state, State::Down | State::Release)
    }

    /// SKSTAT: SHIFT is down.
    pub fn shift_is_down(&self) -> bool {
        self.seen.shift
    }

    /// The scan begins when so many lines have passed, or it ends.
    pub fn restart(&mut self, lines: u64) {
        self.state = State::Idle;
        self.latch = 0;
        self.origin = lines;
    }

    /// Whether a step can find anything.
    pub fn is_busy(&self) -> bool {
        self.down != 0 || self.state != State::Idle || self.modifiers != self.seen
    }

    /// A line has begun: the next place is looked at. Without debounce the comparator always says yes.
    pub fn step(&mut self, lines: u64, debounce: bool) -> Found {
        // The first line behind the origin is that of key 0.
        let place = (lines.wrapping_sub(self.origin + 1) % KEYS) as u8;
        let broke = self.look_at_modifiers(place);
        let down = self.down >> place & 1 != 0;
        let same = place == self.latch || !debounce;
        let state = match self.state {
            State::Idle if down => {
                self.latch = place;
                State::Bounce
            }
            State::Bounce if down && same => {
                let shift = if self.seen.shift { KBCODE_SHIFT } else { 0 };
                let control = if self.seen.control { KBCODE_CONTROL } else { 0 };
                self.kbcode = place | shift | control;
                self.state = State::Down;
                return Found::Key;
            }
            State::Bounce if down || same => State::Idle,
            State::Down if same && !down => State::Release,
            State::Release if same && down => State::Down,
            State::Release if same => State::Idle,
            state => state,
        };
        self.state = state;
        if broke { Found::Break } else { Found::Nothing }
    }

    /// Takes in what hangs on the second line at a place; true if BREAK has gone down.
    fn look_at_modifiers(&mut self, place: u8) -> bool {
        match place {
            CONTROL_AT => self.seen.control = self.modifiers.control,
            SHIFT_AT => self.seen.shift = self.modifiers.shift,
            BREAK_AT => {
                let before = self.seen.break_key;
                self.seen.break_key = self.modifiers.break_key;
                return self.seen.break_key && !before;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps until something is found, at most so many rounds.
    fn scan(keyboard: &mut Keyboard, from: u64, rounds: u64) -> Option<(u64, Found)> {
        let mut lines = from + 1..=from + rounds * KEYS;
        lines.find_map(|line| match keyboard.step(line, true) {
            Found::Nothing => None,
            found => Some((line, found)),
        })
    }

    #[test]
    fn a_key_counts_in_the_second_round() {
        let mut keyboard = Keyboard::new();
        keyboard.set(0x21, true);
        assert_eq!(scan(&mut keyboard, 0, 3), Some((64 + 0x22, Found::Key)));
        assert_eq!(keyboard.kbcode, 0x21);
        assert!(keyboard.key_is_down());
        keyboard.set(0x21, false);
        assert_eq!(scan(&mut keyboard, 128, 1), None);
        assert!(keyboard.key_is_down(), "it might bounce");
        assert_eq!(scan(&mut keyboard, 192, 1), None);
        assert!(!keyboard.key_is_down() && !keyboard.is_busy());
    }

    #[test]
    fn a_key_that_bounces_is_none() {
        let mut keyboard = Keyboard::new();
        keyboard.set(5, true);
        assert_eq!(scan(&mut keyboard, 0, 1), None);
        keyboard.set(5, false);
        assert_eq!(scan(&mut keyboard, 64, 2), None);
        assert!(!keyboard.key_is_down());
    }

    #[test]
    fn shift_and_control_are_in_the_code() {
        let mut keyboard = Keyboard::new();
        keyboard.set_modifiers(Modifiers {
            shift: true,
            control: true,
            break_key: false,
        });
        keyboard.set(0x3F, true);
        assert!(scan(&mut keyboard, 0, 2).is_some());
        assert_eq!(keyboard.kbcode, 0xFF);
        assert!(keyboard.shift_is_down());
    }

    #[test]
    fn break_is_told_once_while_it_is_down() {
        let mut keyboard = Keyboard::new();
        keyboard.set_modifiers(Modifiers {
            break_key: true,
            ..Modifiers::default()
        });
        assert_eq!(scan(&mut keyboard, 0, 1), Some((0x31, Found::Break)));
        assert_eq!(scan(&mut keyboard, 64, 3), None);
    }

    #[test]
    fn of_two_keys_at_once_none_is_found() {
        let mut keyboard = Keyboard::new();
        keyboard.set(5, true);
        keyboard.set(9, true);
        assert_eq!(scan(&mut keyboard, 0, 4), None);
        keyboard.set(5, false);
        assert!(scan(&mut keyboard, 256, 2).is_some());
        assert_eq!(keyboard.kbcode, 9);
    }
}
