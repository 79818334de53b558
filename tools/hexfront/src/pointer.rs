//! A machine's mouse in a terminal: the terminal's own mouse where it reports one, and keys.
//!
//! | key | does |
//! | --- | --- |
//! | Ctrl and a cursor key | moves by 8 counts, with Shift too by 1 |
//! | Ctrl-A | presses the left button and lets it go |
//! | Ctrl-D, Ctrl-S | holds the left, the right button until it is pressed again |

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use hexfront_platforms::machine::{Button, Machine};

/// Counts of a cursor key, and with Shift.
const STEP: i32 = 8;
const SMALL_STEP: i32 = 1;
/// Frames that a click is held.
const HOLD: u8 = 4;

/// What was passed on.
#[derive(Default)]
pub struct Pointer {
    /// The cell under the terminal's mouse.
    at: Option<(u16, u16)>,
    /// Parts of a count that were not passed on yet.
    rest: (f32, f32),
    held: [bool; 2],
    /// Frames until the left button of a click is let go.
    click: u8,
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
        match key.code {
            KeyCode::Up => machine.move_mouse(0, -step),
            KeyCode::Down => machine.move_mouse(0, step),
            KeyCode::Left => machine.move_mouse(-step, 0),
            KeyCode::Right => machine.move_mouse(step, 0),
            KeyCode::Char('a') => {
                machine.mouse_button(Button::Left, true);
                self.click = HOLD;
            }
            KeyCode::Char('d') => self.set(machine, Button::Left, !self.held[0]),
            KeyCode::Char('s') => self.set(machine, Button::Right, !self.held[1]),
            _ => return false,
        }
        true
    }

    /// Passes on what the terminal's mouse did; `cell` is the size of a character in counts of the machine's mouse.
    pub fn mouse(&mut self, machine: &mut dyn Machine, event: MouseEvent, cell: (f32, f32)) {
        let now = (event.column, event.row);
        if let Some((column, row)) = self.at.replace(now) {
            let moved = |now: u16, before: u16, size: f32, rest: &mut f32| {
                let counts = (f32::from(now) - f32::from(before)) * size + *rest;
                *rest = counts.fract();
                counts as i32
            };
            let right = moved(now.0, column, cell.0, &mut self.rest.0);
            let down = moved(now.1, row, cell.1, &mut self.rest.1);
            machine.move_mouse(right, down);
        }
        let (button, down) = match event.kind {
            MouseEventKind::Down(button) => (button, true),
            MouseEventKind::Up(button) => (button, false),
            _ => return,
        };
        match button {
            MouseButton::Left => self.set(machine, Button::Left, down),
            MouseButton::Right => self.set(machine, Button::Right, down),
            MouseButton::Middle => {}
        }
    }

    /// A frame has passed.
    pub fn frame(&mut self, machine: &mut dyn Machine) {
        if self.click > 0 {
            self.click -= 1;
            if self.click == 0 {
                machine.mouse_button(Button::Left, self.held[0]);
            }
        }
    }

    fn set(&mut self, machine: &mut dyn Machine, button: Button, down: bool) {
        self.held[usize::from(button == Button::Right)] = down;
        machine.mouse_button(button, down);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boot::{self, Fitting};
    use crate::cli::MachineName;
    use hexfront_platforms::machine::Bank;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn keys_move_the_mouse_and_press_its_buttons() {
        let mut machine = boot::machine(MachineName::Amiga, Fitting::default()).unwrap();
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
        assert!(fire(machine.as_ref()));
        for _ in 0..HOLD {
            machine.run_frame();
            pointer.frame(machine.as_mut());
        }
        assert!(!fire(machine.as_ref()));
        let counters = [0, 1].map(|i| machine.peek(Bank::Cpu, 0xDF_F00A + i));
        assert_eq!(counters, [1, 8]);
    }

    #[test]
    fn the_terminal_s_mouse_moves_by_cells() {
        let mut machine = boot::machine(MachineName::Amiga, Fitting::default()).unwrap();
        let mut pointer = Pointer::default();
        for (column, row) in [(10, 10), (13, 9)] {
            let event = MouseEvent {
                kind: MouseEventKind::Moved,
                column,
                row,
                modifiers: KeyModifiers::NONE,
            };
            pointer.mouse(machine.as_mut(), event, (2.5, 5.0));
        }
        // The first frame after power-on ends at once.
        machine.run_frame();
        machine.run_frame();
        let counters = [0, 1].map(|i| machine.peek(Bank::Cpu, 0xDF_F00A + i));
        assert_eq!(counters, [0xFB, 7]);
    }
}
