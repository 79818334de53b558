//! Keys and buttons between a hand and a machine: a press that came and went between two frames is still seen.
//!
//! A machine looks at its keys and buttons about once a frame. So what is pressed stays down for some frames, and what is
//! let go stays up for some, whatever the hand did meanwhile; its later changes wait for their turn.

use std::collections::VecDeque;

/// Frames that something stays pressed at least, and let go.
pub const HOLD: u8 = 4;
const GAP: u8 = 2;

/// Changes of one key that may wait; a hand makes no more in the time, a broken key may.
const MOST_WAITING: usize = 16;

/// What is pressed, of some kind.
pub struct Held<T> {
    all: Vec<One<T>>,
}

struct One<T> {
    what: T,
    down: bool,
    /// Frames since it changed.
    age: u8,
    waiting: VecDeque<bool>,
}

impl<T> Default for Held<T> {
    fn default() -> Self {
        Self { all: Vec::new() }
    }
}

impl<T: Copy + PartialEq> Held<T> {
    /// The hand pressed something or let it go.
    pub fn event(&mut self, what: T, down: bool) {
        let at = self.all.iter().position(|one| one.what == what);
        let at = at.unwrap_or_else(|| {
            self.all.push(One {
                what,
                down: false,
                age: u8::MAX,
                waiting: VecDeque::new(),
            });
            self.all.len() - 1
        });
        let one = &mut self.all[at];
        let last = one.waiting.back().copied().unwrap_or(one.down);
        if last != down && one.waiting.len() < MOST_WAITING {
            one.waiting.push_back(down);
        }
    }

    /// The hand lets everything go.
    pub fn release(&mut self) {
        let all: Vec<T> = self.all.iter().map(|one| one.what).collect();
        for what in all {
            self.event(what, false);
        }
    }

    /// A frame begins: what the machine sees change.
    pub fn frame(&mut self) -> Vec<(T, bool)> {
        let mut changes = Vec::new();
        for one in &mut self.all {
            one.age = one.age.saturating_add(1);
            let least = if one.down { HOLD } else { GAP };
            if one.age >= least
                && let Some(down) = one.waiting.pop_front()
            {
                one.down = down;
                one.age = 0;
                changes.push((one.what, down));
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a machine sees of one key in each frame.
    fn seen(held: &mut Held<char>, frames: usize) -> String {
        let mut down = false;
        let mut all = String::new();
        for _ in 0..frames {
            for (_, now) in held.frame() {
                down = now;
            }
            all.push(if down { '#' } else { '.' });
        }
        all
    }

    #[test]
    fn a_press_within_a_frame_is_seen() {
        let mut held = Held::default();
        held.event('A', true);
        held.event('A', false);
        assert_eq!(seen(&mut held, 8), "####....");
    }

    #[test]
    fn two_presses_within_a_frame_are_two() {
        let mut held = Held::default();
        for down in [true, false, true, false] {
            held.event('A', down);
        }
        assert_eq!(seen(&mut held, 12), "####..####..");
    }

    #[test]
    fn a_long_press_lasts_as_long_as_the_hand() {
        let mut held = Held::default();
        held.event('A', true);
        assert_eq!(seen(&mut held, 9), "#########");
        held.event('A', true);
        held.release();
        assert_eq!(seen(&mut held, 3), "...");
    }
}
