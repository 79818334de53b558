//! The Amiga's controller ports: a mouse in port 1, a joystick in port 2.
//!
//! Source: Amiga Hardware Reference Manual, chapter 8. The mouse's counters have 8 bits, so that a program must read them
//! before they come round: a movement is passed on a count at a time, as fast as a hand can make it.

use crate::machine::{Button, Joystick};

/// Lines between two counts of the mouse: about 100 counts a frame.
const LINES_A_COUNT: u8 = 3;

/// POTGOR: the pin of the right button of port 1.
const RIGHT_BUTTON: u16 = 0x0400;

/// What is plugged in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ports {
    /// Counters of the mouse, to the right and down.
    counters: [u8; 2],
    /// Movement that was not yet passed on.
    pending: [i32; 2],
    lines: u8,
    left: bool,
    right: bool,
    joystick: Joystick,
}

impl Ports {
    /// Moves the mouse.
    pub fn move_mouse(&mut self, right: i32, down: i32) {
        for (pending, count) in self.pending.iter_mut().zip([right, down]) {
            *pending = pending.saturating_add(count);
        }
    }

    /// Presses a button of the mouse or lets it go.
    pub fn set_button(&mut self, button: Button, down: bool) {
        match button {
            Button::Left => self.left = down,
            Button::Right => self.right = down,
        }
    }

    /// Sets the switches of the joystick in port 2.
    pub fn set_joystick(&mut self, switches: Joystick) {
        self.joystick = switches;
    }

    /// A line of the picture has passed.
    pub fn end_line(&mut self) {
        if self.pending == [0; 2] {
            return;
        }
        self.lines = (self.lines + 1) % LINES_A_COUNT;
        if self.lines != 0 {
            return;
        }
        for (counter, pending) in self.counters.iter_mut().zip(&mut self.pending) {
            let step = pending.signum();
            *counter = counter.wrapping_add_signed(step as i8);
            *pending -= step;
        }
    }

    /// JOY0DAT: the mouse's counters.
    pub fn joy0dat(&self) -> u16 {
        u16::from_be_bytes([self.counters[1], self.counters[0]])
    }

    /// JOY1DAT: the joystick's switches as a counter of its kind shows them.
    pub fn joy1dat(&self) -> u16 {
        let Joystick {
            up,
            down,
            left,
            right,
            ..
        } = self.joystick;
        u16::from(left) << 9
            | u16::from(up ^ left) << 8
            | u16::from(right) << 1
            | u16::from(down ^ right)
    }

    /// JOYTEST: sets the six high bits of all counters.
    pub fn write_counters(&mut self, value: u16) {
        let [down, right] = value.to_be_bytes();
        for (counter, value) in self.counters.iter_mut().zip([right, down]) {
            *counter = *counter & 3 | value & 0xFC;
        }
    }

    /// The left button of the mouse, at CIA A.
    pub fn mouse_fire(&self) -> bool {
        self.left
    }

    /// The joystick's button, at CIA A.
    pub fn joystick_fire(&self) -> bool {
        self.joystick.fire
    }

    /// Potentiometer pins that are pulled down, as in POTGOR.
    pub fn pots_low(&self) -> u16 {
        if self.right { RIGHT_BUTTON } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mouse_counts_as_it_moves_and_no_faster_than_a_hand() {
        let mut ports = Ports::default();
        ports.move_mouse(300, -5);
        (0..313).for_each(|_| ports.end_line());
        let [down, right] = ports.joy0dat().to_be_bytes();
        assert_eq!(down, 0u8.wrapping_sub(5));
        assert!((100..128).contains(&right), "{right}");
        (0..1000).for_each(|_| ports.end_line());
        assert_eq!(ports.joy0dat() & 0xFF, 300 & 0xFF);
    }

    #[test]
    fn the_joystick_reads_as_the_manual_decodes_it() {
        let mut ports = Ports::default();
        for (up, down, left, right) in [(true, false, false, true), (false, true, true, false)] {
            ports.set_joystick(Joystick {
                up,
                down,
                left,
                right,
                fire: false,
            });
            let bit = |n: u16| ports.joy1dat() >> n & 1 != 0;
            assert_eq!((bit(9), bit(1)), (left, right));
            assert_eq!((bit(8) ^ bit(9), bit(0) ^ bit(1)), (up, down));
        }
    }
}
