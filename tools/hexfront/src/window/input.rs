//! What hands do on the host's keyboard, in its order, nothing left out: minifb tells what is pressed now, and calls back for
//! each change in between.

use minifb::{InputCallback, Key as HostKey, Window};
use std::cell::RefCell;
use std::rc::Rc;

/// A change on the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostEvent {
    /// A key was pressed or let go.
    Key(HostKey, bool),
    /// A character, whatever the keyboard's layout.
    Char {
        /// The character.
        letter: char,
        /// The key is held, and the host says its character again.
        again: bool,
    },
}

/// The keyboard of a window.
#[derive(Clone, Default)]
pub struct Input(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    events: Vec<HostEvent>,
    down: Vec<HostKey>,
    /// The last key was down already.
    again: bool,
}

impl Input {
    /// The window's keyboard from now on.
    pub fn of(window: &mut Window) -> Self {
        let input = Self::default();
        window.set_input_callback(Box::new(input.clone()));
        input
    }

    /// What happened since the last time.
    pub fn take(&self) -> Vec<HostEvent> {
        std::mem::take(&mut self.0.borrow_mut().events)
    }

    /// The window is no longer told of keys: none is held.
    pub fn release(&self) {
        let mut state = self.0.borrow_mut();
        let released: Vec<HostKey> = state.down.drain(..).collect();
        let released = released.into_iter().map(|key| HostEvent::Key(key, false));
        state.events.extend(released);
    }
}

impl InputCallback for Input {
    fn add_char(&mut self, code: u32) {
        let mut state = self.0.borrow_mut();
        let again = std::mem::take(&mut state.again);
        if let Some(letter) = char::from_u32(code).filter(|c| !c.is_control()) {
            state.events.push(HostEvent::Char { letter, again });
        }
    }

    fn set_key_state(&mut self, key: HostKey, down: bool) {
        let mut state = self.0.borrow_mut();
        let was_down = state.down.contains(&key);
        state.again = down && was_down;
        if down != was_down {
            state.events.push(HostEvent::Key(key, down));
        }
        state.down.retain(|held| *held != key);
        if down {
            state.down.push(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_told_once_and_in_its_order() {
        let mut input = Input::default();
        // Pressed, said twice because it is held, let go; another one pressed and let go at once.
        for _ in 0..2 {
            input.set_key_state(HostKey::A, true);
            input.add_char(u32::from('a'));
        }
        input.set_key_state(HostKey::A, false);
        input.set_key_state(HostKey::Enter, true);
        input.add_char(13);
        input.set_key_state(HostKey::Enter, false);
        let letter = |again| HostEvent::Char { letter: 'a', again };
        assert_eq!(
            input.take(),
            [
                HostEvent::Key(HostKey::A, true),
                letter(false),
                letter(true),
                HostEvent::Key(HostKey::A, false),
                HostEvent::Key(HostKey::Enter, true),
                HostEvent::Key(HostKey::Enter, false),
            ]
        );
        assert!(input.take().is_empty());
    }
}
