//! The Amiga's keyboard: its keys, and the serial line on which its own processor sends them.
//!
//! Codes go out with their bits turned by one and inverted, key up as bit 7. After each the keyboard waits until the
//! computer has held the data line low for a moment; without that it reports lost synchronization and sends again.
//! Source: Amiga Hardware Reference Manual, appendix G.
//!
//! **Not emulated**: single bits on the line; the codes of a full buffer and a failed self-test; the caps lock lamp (the
//! key is held or let go like any other).

use crate::cpu::NEVER;
use crate::keyboard::Layout;
use crate::machine::{Key, OtherName};
use std::collections::VecDeque;

/// Microseconds that a code takes on the line, from power-on to the first code, and that the keyboard waits for an answer.
const SEND_US: u64 = 8 * 60;
const POWER_ON_US: u64 = 500_000;
const PATIENCE_US: u64 = 143_000;

/// Codes that are no keys.
const LOST_SYNC: u8 = 0xF9;
const POWER_UP_BEGINS: u8 = 0xFD;
const POWER_UP_ENDS: u8 = 0xFE;
/// Bit of a code for a key that is let go.
const UP: u8 = 0x80;

/// The left shift key, which makes capitals and signs.
const SHIFT: Key = Key(0x60);
const CTRL: Key = Key(0x63);
const LEFT_AMIGA: Key = Key(0x66);
const RIGHT_AMIGA: Key = Key(0x67);

/// Names of the keys; [`Key`] is the raw key code.
const KEYS: &[(&str, Key)] = &[
    ("`", Key(0x00)),
    ("1", Key(0x01)),
    ("2", Key(0x02)),
    ("3", Key(0x03)),
    ("4", Key(0x04)),
    ("5", Key(0x05)),
    ("6", Key(0x06)),
    ("7", Key(0x07)),
    ("8", Key(0x08)),
    ("9", Key(0x09)),
    ("0", Key(0x0A)),
    ("-", Key(0x0B)),
    ("=", Key(0x0C)),
    ("\\", Key(0x0D)),
    ("keypad-0", Key(0x0F)),
    ("q", Key(0x10)),
    ("w", Key(0x11)),
    ("e", Key(0x12)),
    ("r", Key(0x13)),
    ("t", Key(0x14)),
    ("y", Key(0x15)),
    ("u", Key(0x16)),
    ("i", Key(0x17)),
    ("o", Key(0x18)),
    ("p", Key(0x19)),
    ("[", Key(0x1A)),
    ("]", Key(0x1B)),
    ("keypad-1", Key(0x1D)),
    ("keypad-2", Key(0x1E)),
    ("keypad-3", Key(0x1F)),
    ("a", Key(0x20)),
    ("s", Key(0x21)),
    ("d", Key(0x22)),
    ("f", Key(0x23)),
    ("g", Key(0x24)),
    ("h", Key(0x25)),
    ("j", Key(0x26)),
    ("k", Key(0x27)),
    ("l", Key(0x28)),
    (";", Key(0x29)),
    ("'", Key(0x2A)),
    ("keypad-4", Key(0x2D)),
    ("keypad-5", Key(0x2E)),
    ("keypad-6", Key(0x2F)),
    ("z", Key(0x31)),
    ("x", Key(0x32)),
    ("c", Key(0x33)),
    ("v", Key(0x34)),
    ("b", Key(0x35)),
    ("n", Key(0x36)),
    ("m", Key(0x37)),
    (",", Key(0x38)),
    (".", Key(0x39)),
    ("/", Key(0x3A)),
    ("keypad-.", Key(0x3C)),
    ("keypad-7", Key(0x3D)),
    ("keypad-8", Key(0x3E)),
    ("keypad-9", Key(0x3F)),
    ("space", Key(0x40)),
    ("backspace", Key(0x41)),
    ("tab", Key(0x42)),
    ("keypad-enter", Key(0x43)),
    ("return", Key(0x44)),
    ("esc", Key(0x45)),
    ("del", Key(0x46)),
    ("keypad--", Key(0x4A)),
    ("up", Key(0x4C)),
    ("down", Key(0x4D)),
    ("right", Key(0x4E)),
    ("left", Key(0x4F)),
    ("f1", Key(0x50)),
    ("f2", Key(0x51)),
    ("f3", Key(0x52)),
    ("f4", Key(0x53)),
    ("f5", Key(0x54)),
    ("f6", Key(0x55)),
    ("f7", Key(0x56)),
    ("f8", Key(0x57)),
    ("f9", Key(0x58)),
    ("f10", Key(0x59)),
    ("keypad-(", Key(0x5A)),
    ("keypad-)", Key(0x5B)),
    ("keypad-/", Key(0x5C)),
    ("keypad-*", Key(0x5D)),
    ("keypad-+", Key(0x5E)),
    ("help", Key(0x5F)),
    ("left-shift", SHIFT),
    ("right-shift", Key(0x61)),
    ("caps-lock", Key(0x62)),
    ("ctrl", CTRL),
    ("left-alt", Key(0x64)),
    ("right-alt", Key(0x65)),
    ("left-amiga", LEFT_AMIGA),
    ("right-amiga", RIGHT_AMIGA),
];

/// Other names of keys. Menu letters are made with the right Amiga key.
const OTHER_NAMES: [OtherName; 6] = [
    OtherName::of("ret", "return"),
    OtherName::of("enter", "return"),
    OtherName::of("back", "esc"),
    OtherName::of("delete", "backspace"),
    OtherName::of("menu", "right-amiga"),
    OtherName::of("left-menu", "left-amiga"),
];

/// Characters that need the shift key, and the unshifted ones on their keys, on the American keyboard.
const SHIFTED: [(char, &str); 21] = [
    ('~', "`"),
    ('!', "1"),
    ('@', "2"),
    ('#', "3"),
    ('$', "4"),
    ('%', "5"),
    ('^', "6"),
    ('&', "7"),
    ('*', "8"),
    ('(', "9"),
    (')', "0"),
    ('_', "-"),
    ('+', "="),
    ('|', "\\"),
    ('{', "["),
    ('}', "]"),
    (':', ";"),
    ('"', "'"),
    ('<', ","),
    ('>', "."),
    ('?', "/"),
];

/// The keys, and what they make.
pub const LAYOUT: Layout = Layout {
    keys: KEYS,
    other_names: &OTHER_NAMES,
    shift: SHIFT,
    shifted: &SHIFTED,
    named: &[],
};

/// What the keyboard is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has nothing to send, or has just been switched on and sends nothing before this slot.
    Idle { from: u64 },
    /// The code is on the line until this slot.
    Sending { code: u8, until: u64 },
    /// It waits for the computer's answer until this slot.
    Waiting { code: u8, until: u64 },
}

/// The keyboard's own processor. Times are slots (colour clocks).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keyboard {
    slots_hz: u32,
    state: State,
    queue: VecDeque<u8>,
    held: [bool; 128],
    /// The computer holds the data line.
    answered: bool,
}

impl Keyboard {
    pub fn new(slots_hz: u32) -> Keyboard {
        let mut keyboard = Keyboard {
            slots_hz,
            state: State::Idle { from: 0 },
            queue: VecDeque::from([POWER_UP_BEGINS, POWER_UP_ENDS]),
            held: [false; 128],
            answered: false,
        };
        keyboard.state = State::Idle {
            from: keyboard.slots(POWER_ON_US),
        };
        keyboard
    }

    fn slots(&self, microseconds: u64) -> u64 {
        microseconds * u64::from(self.slots_hz) / 1_000_000
    }

    /// Presses a key or lets it go.
    pub fn set(&mut self, key: Key, down: bool) {
        let code = key.0 & !UP;
        if std::mem::replace(&mut self.held[usize::from(code)], down) != down {
            self.queue.push_back(if down { code } else { code | UP });
        }
    }

    /// Control and both Amiga keys are held: the keyboard pulls the reset line.
    pub fn resets(&self) -> bool {
        [CTRL, LEFT_AMIGA, RIGHT_AMIGA]
            .iter()
            .all(|key| self.held[usize::from(key.0)])
    }

    /// The computer takes the data line down or lets it go, in slot `at`: letting go is its answer.
    pub fn set_data_low(&mut self, at: u64, low: bool) {
        let released = std::mem::replace(&mut self.answered, low) && !low;
        if released && matches!(self.state, State::Waiting { .. }) {
            self.state = State::Idle { from: at };
        }
    }

    /// Does everything before slot `now`; the byte that has come in at the computer, if one has.
    pub fn catch_up(&mut self, now: u64) -> Option<u8> {
        match self.state {
            State::Idle { from } if from <= now => {
                let code = self.queue.pop_front()?;
                self.send(code, now);
                None
            }
            State::Sending { code, until } if until <= now => {
                self.state = State::Waiting {
                    code,
                    until: until + self.slots(PATIENCE_US),
                };
                Some(!code.rotate_left(1))
            }
            State::Waiting { code, until } if until <= now => {
                if code != LOST_SYNC {
                    self.queue.push_front(code);
                }
                self.send(LOST_SYNC, now);
                None
            }
            _ => None,
        }
    }

    fn send(&mut self, code: u8, now: u64) {
        self.state = State::Sending {
            code,
            until: now + self.slots(SEND_US),
        };
    }

    /// The slot by which the keyboard must be caught up.
    pub fn next_event(&self) -> u64 {
        match self.state {
            State::Idle { from } if !self.queue.is_empty() => from,
            State::Idle { .. } => NEVER,
            State::Sending { until, .. } | State::Waiting { until, .. } => until,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HZ: u32 = 3_546_895;

    /// The next code as the computer decodes it, with its slot.
    fn next(keyboard: &mut Keyboard) -> (u64, u8) {
        loop {
            let at = keyboard.next_event();
            assert_ne!(at, NEVER, "it sends nothing more");
            if let Some(byte) = keyboard.catch_up(at) {
                return (at, (!byte).rotate_right(1));
            }
        }
    }

    fn answer(keyboard: &mut Keyboard, at: u64) {
        keyboard.set_data_low(at, true);
        keyboard.set_data_low(at + 300, false);
    }

    fn awake() -> (Keyboard, u64) {
        let mut keyboard = Keyboard::new(HZ);
        let mut last = 0;
        for code in [POWER_UP_BEGINS, POWER_UP_ENDS] {
            let (at, sent) = next(&mut keyboard);
            assert_eq!(sent, code);
            answer(&mut keyboard, at);
            last = at;
        }
        (keyboard, last)
    }

    #[test]
    fn keys_are_sent_one_by_one_as_they_are_answered() {
        let (mut keyboard, _) = awake();
        keyboard.set(Key(0x20), true);
        keyboard.set(Key(0x20), true);
        keyboard.set(Key(0x20), false);
        let (at, code) = next(&mut keyboard);
        assert_eq!(code, 0x20);
        answer(&mut keyboard, at);
        let (second, code) = next(&mut keyboard);
        assert_eq!(code, 0xA0);
        assert_eq!(second - at, 300 + u64::from(HZ) * 480 / 1_000_000);
        answer(&mut keyboard, second);
        assert_eq!(keyboard.next_event(), NEVER);
    }

    #[test]
    fn without_an_answer_a_code_is_sent_again() {
        let (mut keyboard, _) = awake();
        keyboard.set(Key(0x45), true);
        let (at, _) = next(&mut keyboard);
        let (lost, code) = next(&mut keyboard);
        assert_eq!(code, LOST_SYNC);
        assert!(lost - at > u64::from(HZ) * 143 / 1000);
        answer(&mut keyboard, lost);
        assert_eq!(next(&mut keyboard).1, 0x45);
    }

    #[test]
    fn characters_have_their_keys() {
        let keys = |c| {
            LAYOUT
                .chord(c)
                .map(|chord| (chord.key.0, chord.with.is_some()))
        };
        assert_eq!(keys('a'), Some((0x20, false)));
        assert_eq!(keys('A'), Some((0x20, false)));
        assert_eq!(keys('!'), Some((0x01, true)));
        assert_eq!(keys('?'), Some((0x3A, true)));
        assert_eq!(keys('\n'), Some((0x44, false)));
        assert_eq!(keys('ß'), None);
    }

    #[test]
    fn control_and_both_amiga_keys_reset() {
        let (mut keyboard, _) = awake();
        for key in [CTRL, LEFT_AMIGA] {
            keyboard.set(key, true);
        }
        assert!(!keyboard.resets());
        keyboard.set(RIGHT_AMIGA, true);
        assert!(keyboard.resets());
    }

    #[test]
    fn names_are_of_keys_there_are() {
        LAYOUT.check(&["back", "menu", "left-menu"]);
    }
}
