//! A machine's mouse in a terminal: the terminal's own mouse where it reports one, and keys.
//!
//! | key | does |
//! | --- | --- |
//! | Ctrl and a cursor key | moves by 8 counts, with Shift too by 1 |
//! | Ctrl-A | presses the left button and lets it go |
//! | Ctrl-D, Ctrl-S | holds the left, the right button until it is pressed again |

use crate::follow::Follow;
use crate::held::Held;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use hexfront_platforms::machine::{Button, Machine};

/// Counts of a cursor key, and with Shift.
const STEP: i32 = 8;
const SMALL_STEP: i32 = 1;
/// Frames in which the machine's pointer comes to its corner from anywhere.
const TO_THE_CORNER: u8 = 12;

/// What was passed on.
#[derive(Default)]
pub struct Pointer {
    /// Where the terminal's mouse is in the machine's picture, in counts.
    at: Option<(i32, i32)>,
    way: Way,
    follow: Follow,
    buttons: Held<HeldButton>,
    /// Buttons that keys hold.
    held: [bool; 2],
}

/// Whether the machine's pointer is where the terminal's mouse is. A terminal tells places, and a machine knows moves only.
#[derive(Default)]
enum Way {
    /// It is somewhere.
    #[default]
    Apart,
    /// It is led to the upper left corner, for so many frames more.
    ToTheCorner(u8),
    /// It goes with the mouse.
    Together,
}

#[derive(Clone, Copy, PartialEq)]
enum HeldButton {
    Left,
    Right,
}

impl Pointer {
    /// Takes a key that is one of the pointer's; whether it was.
    pub fn key(&mut self, machine: &mut dyn Machine, key: KeyEvent) -> bool {
        if !machine.has_mouse() || !key.modifiers.contains(KeyModifiers::CONTROL) {
            return false;
        }
        let step = if key.modifiers.contains(KeyModifiers::SHIFT) {
            SMALL_STEP
        } else {
            STEP
        };
        let (right, down) = match key.code {
            KeyCode::Up => (0, -step),
            KeyCode::Down => (0, step),
            KeyCode::Left => (-step, 0),
            KeyCode::Right => (step, 0),
            KeyCode::Char('a') => {
                self.buttons.event(HeldButton::Left, true);
                self.buttons.event(HeldButton::Left, self.held[0]);
                return true;
            }
            KeyCode::Char('d') => return self.toggle(HeldButton::Left),
            KeyCode::Char('s') => return self.toggle(HeldButton::Right),
            _ => return false,
        };
        machine.move_mouse(right, down);
        (self.at, self.way) = (None, Way::Apart);
        true
    }

    fn toggle(&mut self, button: HeldButton) -> bool {
        let held = &mut self.held[button as usize];
        *held = !*held;
        self.buttons.event(button, *held);
        true
    }

    /// Takes what the terminal's mouse did; `at` is where it is in the machine's picture, in counts of the machine's mouse.
    pub fn mouse(&mut self, event: MouseEvent, at: (i32, i32)) {
        self.at = Some(at);
        let (button, down) = match event.kind {
            MouseEventKind::Down(button) => (button, true),
            MouseEventKind::Up(button) => (button, false),
            _ => return,
        };
        match button {
            MouseButton::Left => self.buttons.event(HeldButton::Left, down),
            MouseButton::Right => self.buttons.event(HeldButton::Right, down),
            MouseButton::Middle => {}
        }
    }

    /// A frame begins on a machine whose picture has this size, in counts; `ready` when its program looks at the mouse.
    pub fn frame(&mut self, machine: &mut dyn Machine, size: (i32, i32), ready: bool) {
        self.way = match self.way {
            Way::Apart if ready && self.at.is_some() => {
                machine.move_mouse(-2 * size.0, -2 * size.1);
                Way::ToTheCorner(TO_THE_CORNER)
            }
            Way::ToTheCorner(0) => {
                self.follow = Follow::from((0, 0));
                Way::Together
            }
            Way::ToTheCorner(frames) => Way::ToTheCorner(frames - 1),
            Way::Apart => Way::Apart,
            Way::Together => {
                let (right, down) = self.follow.moved(self.at, size);
                if (right, down) != (0, 0) {
                    machine.move_mouse(right, down);
                }
                Way::Together
            }
        };
        // A click is where the mouse is: it waits until the pointer has come.
        if self.at.is_some() && !matches!(self.way, Way::Together) {
            return;
        }
        for (button, down) in self.buttons.frame() {
            let button = match button {
                HeldButton::Left => Button::Left,
                HeldButton::Right => Button::Right,
            };
            machine.mouse_button(button, down);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held::HOLD;
    use crate::targets::{AMIGA, Fitting};
    use hexfront_platforms::machine::Bank;

    const SIZE: (i32, i32) = (320, 256);

    fn key(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn keys_move_the_mouse_and_press_its_buttons() {
        let mut machine = AMIGA.switch_on(Fitting::default()).unwrap();
        let mut pointer = Pointer::default();
        let control = KeyModifiers::CONTROL;
        let fine = control | KeyModifiers::SHIFT;
        for (code, modifiers, own) in [
            (KeyCode::Right, control, true),
            (KeyCode::Down, fine, true),
            (KeyCode::Right, KeyModifiers::NONE, false),
            (KeyCode::Char('a'), control, true),
            (KeyCode::Char('x'), control, false),
        ] {
            let taken = pointer.key(machine.as_mut(), key(code, modifiers));
            assert_eq!(taken, own, "{code:?}");
        }
        let fire = |machine: &dyn Machine| machine.peek(Bank::Cpu, 0xBF_E001) & 0x40 == 0;
        pointer.frame(machine.as_mut(), SIZE, true);
        assert!(fire(machine.as_ref()));
        for _ in 0..HOLD {
            machine.run_frame();
            pointer.frame(machine.as_mut(), SIZE, true);
        }
        assert!(!fire(machine.as_ref()));
        let counters = [0, 1].map(|i| machine.peek(Bank::Cpu, 0xDF_F00A + i));
        assert_eq!(counters, [1, 8]);
    }

    #[test]
    fn the_machine_s_pointer_is_where_the_terminal_s_mouse_is() {
        let mut machine = AMIGA.switch_on(Fitting::default()).unwrap();
        let mut pointer = Pointer::default();
        // The first frame after power-on ends at once.
        machine.run_frame();
        // Counters of 8 bits, in the order of the register: down, right.
        let counters =
            |machine: &dyn Machine| [0, 1].map(|i| machine.peek(Bank::Cpu, 0xDF_F00A + i));
        // A pointer on a screen stops at its edges; the counters go on.
        let mut place = (200, 100);
        let mut before = counters(machine.as_ref());
        let event = MouseEvent {
            kind: MouseEventKind::Moved,
            column: 0,
            row: 0,
            modifiers: KeyModifiers::NONE,
        };
        for target in [(50, 60), (310, 20)] {
            pointer.mouse(event, target);
            for _ in 0..20 {
                pointer.frame(machine.as_mut(), SIZE, true);
                machine.run_frame();
                let now = counters(machine.as_ref());
                let moved = |i: usize| i32::from(now[i].wrapping_sub(before[i]) as i8);
                place.0 = (place.0 + moved(1)).clamp(0, SIZE.0 - 1);
                place.1 = (place.1 + moved(0)).clamp(0, SIZE.1 - 1);
                before = now;
            }
            assert_eq!(place, target);
        }
    }
}
