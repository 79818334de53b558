//! Game port.
//!
//! Source: Apple II Reference Manual, chapter 2 and "The game I/O connector"; Understanding the Apple II, chapter 7.

use crate::machine::Joystick;

/// Cycles for which a paddle's one-shot runs a step of its 255: what the monitor's loop takes for one.
const STEP_CYCLES: u64 = 11;
/// Where a stick rests.
const MIDDLE: u8 = 127;

/// Four paddles, three buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePort {
    positions: [u8; 4],
    /// Until when each one-shot runs.
    runs_until: [u64; 4],
    buttons: [bool; 3],
}

impl Default for GamePort {
    fn default() -> Self {
        GamePort {
            positions: [MIDDLE; 4],
            runs_until: [0; 4],
            buttons: [false; 3],
        }
    }
}

impl GamePort {
    /// Joystick 1 is paddles 0 and 1 with button 0, joystick 2 the others with button 1.
    pub fn joystick(&mut self, port: u8, switches: Joystick) {
        let axis = |low: bool, high: bool| match (low, high) {
            (true, false) => 0,
            (false, true) => 255,
            _ => MIDDLE,
        };
        let first = match port {
            1 => 0,
            2 => 2,
            _ => return,
        };
        self.positions[first] = axis(switches.left, switches.right);
        self.positions[first + 1] = axis(switches.up, switches.down);
        self.buttons[first / 2] = switches.fire;
    }

    /// $C070: starts the one-shots that do not run.
    pub fn trigger(&mut self, now: u64) {
        for (until, position) in self.runs_until.iter_mut().zip(self.positions) {
            if now >= *until {
                *until = now + u64::from(position) * STEP_CYCLES;
            }
        }
    }

    /// Bit 7 of $C061 to $C067, by the low bits of the address; $C060 is the cassette's, on which nothing is heard.
    pub fn read(&self, now: u64, address: u8) -> bool {
        match address & 7 {
            0 => false,
            button @ 1..=3 => self.buttons[usize::from(button) - 1],
            paddle => now < self.runs_until[usize::from(paddle) - 4],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paddle_runs_as_long_as_its_position_says() {
        let mut port = GamePort::default();
        let stick = Joystick {
            right: true,
            up: true,
            fire: true,
            ..Joystick::default()
        };
        port.joystick(1, stick);
        port.trigger(1_000);
        let steps = |paddle: u8| {
            (0..)
                .take_while(|step| port.read(1_000 + step * STEP_CYCLES, paddle))
                .count()
        };
        assert_eq!([4, 5, 6].map(steps), [255, 0, 127]);
        assert!(port.read(0, 1) && !port.read(0, 2));
        // It does not begin anew while it runs.
        let mut again = port;
        again.trigger(2_000);
        assert_eq!(again.runs_until[0], port.runs_until[0]);
        let end = port.runs_until[0];
        again.trigger(end - 1);
        assert_eq!(again.runs_until[0], end);
        again.trigger(end);
        assert_eq!(again.runs_until[0], end + 255 * STEP_CYCLES);
    }
}
