//! How a game is worked: with keys or with a pointer.

use crate::Cartridge;

/// How a game is worked on a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With letters, digits and a cursor on the map. A pointer that the machine has presses keys.
    Keyed,
    /// With a pointer; keys do what it does.
    Pointer,
}

impl Style {
    /// How a game is worked where there is a pointer, or none: with one if it is made for it.
    pub const fn of(cartridge: &Cartridge<'_>, has_pointer: bool) -> Self {
        if cartridge.pointer && has_pointer {
            Self::Pointer
        } else {
            Self::Keyed
        }
    }

    /// What `capability` answers to the question for a pointer.
    pub const fn capability(self) -> u16 {
        self.is_pointer() as u16
    }

    /// Whether it is [`Self::Pointer`].
    pub const fn is_pointer(self) -> bool {
        matches!(self, Self::Pointer)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::build::tests::sample;

    #[test]
    fn a_game_is_worked_with_a_pointer_if_it_is_made_for_one_and_there_is_one() {
        for (made, there, style) in [
            (false, false, Style::Keyed),
            (false, true, Style::Keyed),
            (true, false, Style::Keyed),
            (true, true, Style::Pointer),
        ] {
            let mut builder = sample();
            builder.pointer = made;
            let bytes = builder.encode();
            let cartridge = Cartridge::read(&bytes).unwrap();
            assert_eq!(Style::of(&cartridge, there), style);
        }
    }
}
