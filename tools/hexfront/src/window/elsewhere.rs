//! A window where there is no X server (Windows, macOS): minifb has no call that holds the pointer or fills the screen.

use minifb::Window;

/// A button of the host's mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostButton {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// Not known.
pub fn screen() -> Option<(usize, usize)> {
    None
}

/// There is none.
pub enum Host {}

impl Host {
    /// None.
    pub fn of(_: &Window) -> Option<Self> {
        None
    }

    /// No window.
    pub fn take_buttons(&self) {
        match *self {}
    }

    /// No clicks.
    pub fn clicks(&self) -> Vec<(HostButton, bool)> {
        match *self {}
    }

    /// No pointer.
    pub fn hold_pointer(&mut self) -> bool {
        match *self {}
    }

    /// No pointer.
    pub fn holds_pointer(&self) -> bool {
        match *self {}
    }

    /// No pointer.
    pub fn free_pointer(&mut self) {
        match *self {}
    }

    /// No pointer.
    pub fn moved(&mut self, _: (usize, usize)) -> (i32, i32) {
        match *self {}
    }

    /// No screen.
    pub fn toggle_full_screen(&mut self) -> bool {
        match *self {}
    }
}
