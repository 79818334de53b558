//! The host's mouse as the machine's.

use super::host::{Host, HostButton};
use crate::follow::Follow;
use crate::held::Held;
use hexfront_platforms::machine::{Button, Machine};
use minifb::{MouseButton, MouseMode, Window};

/// Host buttons that are the mouse's.
const BUTTONS: [(MouseButton, HostButton, Button); 2] = [
    (MouseButton::Left, HostButton::Left, Button::Left),
    (MouseButton::Right, HostButton::Right, Button::Right),
];

/// The host's mouse.
pub struct Mouse {
    /// What holds the pointer and tells of clicks, where there is such a thing.
    host: Option<Host>,
    /// The machine has a mouse.
    plugged: bool,
    /// It is the machine's: the host's pointer is hidden, and held where that can be.
    captured: bool,
    /// It was captured when the window first had the player's eye.
    began: bool,
    follow: Follow,
    buttons: Held<HostButton>,
    /// Buttons as they were, where only that is told.
    before: [bool; 2],
    /// The press that captured the mouse: the machine sees neither it nor its end.
    swallowed: Option<HostButton>,
    /// Host pixels that the machine was not told of yet, by which it moved in counts.
    rest: (f32, f32),
    moved: (i32, i32),
}

impl Mouse {
    /// The mouse over a window.
    pub fn of(window: &mut Window, plugged: bool) -> Self {
        let host = Host::of(window);
        if let Some(host) = host.as_ref().filter(|_| plugged) {
            host.take_buttons();
        }
        Self {
            host,
            plugged,
            captured: false,
            began: false,
            follow: Follow::default(),
            buttons: Held::default(),
            before: [false; 2],
            swallowed: None,
            rest: (0.0, 0.0),
            moved: (0, 0),
        }
    }

    /// What can do to the window what minifb cannot.
    pub fn host(&mut self) -> Option<&mut Host> {
        self.host.as_mut()
    }

    /// What the title says of it.
    pub fn hint(&self) -> &'static str {
        match (self.plugged, self.captured) {
            (false, _) => "",
            (true, true) => "Shift-F11 frees the mouse  ",
            (true, false) => "a click captures the mouse  ",
        }
    }

    /// The mouse is the host's again, its buttons let go.
    pub fn free(&mut self, window: &mut Window) {
        self.captured = false;
        self.buttons.release();
        self.follow.release();
        match &mut self.host {
            Some(host) => host.free_pointer(),
            None => window.set_cursor_visibility(true),
        }
    }

    fn capture(&mut self, window: &mut Window) {
        self.captured = match &mut self.host {
            Some(host) => host.hold_pointer(),
            None => {
                window.set_cursor_visibility(false);
                true
            }
        };
        self.began |= self.captured;
        self.rest = (0.0, 0.0);
    }

    /// Looks what the mouse did over the window, of which a row of the machine takes `scale` pixels; once a frame.
    pub fn look(&mut self, window: &mut Window, active: bool, scale: f32) {
        if !self.plugged {
            return;
        }
        let over = window.get_unscaled_mouse_pos(MouseMode::Discard);
        if self.captured && self.host.is_some() && !active && self.began {
            self.free(window);
        }
        // A player who looks at the window for the first time, with the mouse in it, is about to use it.
        if !self.began && active && over.is_some() {
            self.capture(window);
        }
        for (button, down) in self.clicks(window) {
            if down && !self.captured {
                self.capture(window);
                self.swallowed = Some(button);
            } else if self.swallowed == Some(button) {
                self.swallowed = None;
            } else if self.captured {
                self.buttons.event(button, down);
            }
        }
        if self.captured {
            self.follow(window, over.filter(|_| active), scale);
        }
    }

    /// Buttons pressed and let go.
    fn clicks(&mut self, window: &Window) -> Vec<(HostButton, bool)> {
        if let Some(host) = &self.host {
            return host.clicks();
        }
        let mut clicks = Vec::new();
        for ((button, name, _), before) in BUTTONS.into_iter().zip(&mut self.before) {
            let down = window.get_mouse_down(button);
            if std::mem::replace(before, down) != down {
                clicks.push((name, down));
            }
        }
        clicks
    }

    /// Adds up how the mouse moved, a count for each row of the machine's picture.
    fn follow(&mut self, window: &Window, over: Option<(f32, f32)>, scale: f32) {
        let (width, height) = window.get_size();
        if let Some(host) = &mut self.host {
            let (right, down) = host.moved((width, height));
            self.moved.0 += whole(right as f32 / scale, &mut self.rest.0);
            self.moved.1 += whole(down as f32 / scale, &mut self.rest.1);
            return;
        }
        let counts = |(x, y): (f32, f32)| ((x / scale) as i32, (y / scale) as i32);
        let size = counts((width as f32, height as f32));
        let (right, down) = self.follow.moved(over.map(counts), size);
        self.moved = (self.moved.0 + right, self.moved.1 + down);
    }

    /// Shows the machine what the mouse did.
    pub fn pass_on(&mut self, machine: &mut dyn Machine) {
        let (right, down) = std::mem::take(&mut self.moved);
        if (right, down) != (0, 0) {
            machine.move_mouse(right, down);
        }
        for (host, down) in self.buttons.frame() {
            for (_, _, button) in BUTTONS.into_iter().filter(|(_, name, _)| *name == host) {
                machine.mouse_button(button, down);
            }
        }
    }
}

/// The whole part of what is to be passed on; the rest is kept for the next time.
fn whole(moved: f32, rest: &mut f32) -> i32 {
    let all = moved + *rest;
    *rest = all.fract();
    all as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_moves_are_not_lost() {
        let mut rest = 0.0;
        let moved: i32 = (0..30).map(|_| whole(1.0 / 3.0, &mut rest)).sum();
        assert!((9..=10).contains(&moved), "{moved}");
        let back: i32 = (0..30).map(|_| whole(-1.0 / 3.0, &mut rest)).sum();
        assert!((-10..=-9).contains(&back), "{back}");
    }
}
