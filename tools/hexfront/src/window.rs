//! Plays in a window.

use crate::follow::Follow;
use crate::front::{Front, Pace};
use crate::picture::{Scaled, picture_width};
use crate::session::chord_named;
use hexfront_platforms::machine::Button;
use hexfront_platforms::machine::Joystick;
use minifb::{
    InputCallback, Key as HostKey, KeyRepeat, MouseButton, MouseMode, Window, WindowOptions,
};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// Host keys that stand for keys of the machine, held as long as they are held.
const HELD: &[(HostKey, &str)] = &[
    (HostKey::Enter, "return"),
    (HostKey::NumPadEnter, "return"),
    (HostKey::Backspace, "delete"),
    (HostKey::Escape, "back"),
    (HostKey::Home, "home"),
    (HostKey::Up, "up"),
    (HostKey::Down, "down"),
    (HostKey::Left, "left"),
    (HostKey::Right, "right"),
    (HostKey::F1, "f1"),
    (HostKey::F2, "f2"),
    (HostKey::F3, "f3"),
    (HostKey::F4, "f4"),
    (HostKey::F5, "f5"),
    (HostKey::F6, "f6"),
    (HostKey::F7, "f7"),
    (HostKey::F8, "f8"),
    (HostKey::F9, "f9"),
    (HostKey::F10, "f10"),
    (HostKey::LeftAlt, "left-alt"),
    (HostKey::RightAlt, "right-amiga"),
    (HostKey::LeftSuper, "left-amiga"),
    (HostKey::RightSuper, "right-amiga"),
];

/// Host keys that are the window's own unless SHIFT is held.
const OWN: [HostKey; 4] = [HostKey::F9, HostKey::F10, HostKey::F11, HostKey::F12];
const SHIFT: [HostKey; 2] = [HostKey::LeftShift, HostKey::RightShift];

/// Host keys that, held, make menu letters of letters.
const MENU: [HostKey; 2] = [HostKey::RightAlt, HostKey::RightSuper];
/// Host keys of the letters from A on.
const LETTERS: [HostKey; 26] = {
    use HostKey::*;
    [
        A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
    ]
};

/// Host buttons that are the mouse's.
const BUTTONS: [(MouseButton, Button); 2] = [
    (MouseButton::Left, Button::Left),
    (MouseButton::Right, Button::Right),
];

/// The joystick port that games read.
const PORT: u8 = 2;
/// Host keys that are the stick when it is switched on: up, down, left, right.
const STICK: [HostKey; 4] = [HostKey::Up, HostKey::Down, HostKey::Left, HostKey::Right];

/// Characters typed on the host's keyboard, whatever its layout.
struct Typed(Rc<RefCell<Vec<char>>>);

impl InputCallback for Typed {
    fn add_char(&mut self, code: u32) {
        if let Some(c) = char::from_u32(code).filter(|c| !c.is_control()) {
            self.0.borrow_mut().push(c);
        }
    }
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
#[error("cannot open a window: {0}")]
pub struct NoWindow(#[from] minifb::Error);

/// A window that waits to be played in.
pub struct Player {
    window: Window,
    typed: Rc<RefCell<Vec<char>>>,
    title: String,
    /// The cursor keys are the joystick in port 2, right Ctrl its button.
    joystick: bool,
    mouse: Mouse,
}

/// The host's mouse.
#[derive(Default)]
struct Mouse {
    /// It is the machine's: the host's pointer is hidden over the window.
    captured: bool,
    follow: Follow,
    /// Buttons that the machine sees pressed.
    buttons: [bool; 2],
}

impl Player {
    /// Opens a window for a machine's picture.
    ///
    /// # Errors
    /// When there is no display.
    pub fn open(title: &str, front: &Front) -> Result<Self, NoWindow> {
        let frame = front.machine().frame();
        let options = WindowOptions {
            resize: true,
            ..WindowOptions::default()
        };
        let (width, height) = (picture_width(&frame, 2), frame.height * 2);
        let mut window = Window::new(title, width, height, options)?;
        let typed = Rc::new(RefCell::new(Vec::new()));
        window.set_input_callback(Box::new(Typed(Rc::clone(&typed))));
        window.set_target_fps(0);
        let mut player = Self {
            window,
            typed,
            title: title.to_owned(),
            joystick: false,
            mouse: Mouse::default(),
        };
        player.capture_mouse(front.machine().has_mouse());
        Ok(player)
    }

    /// Plays until the window is closed. `sound` takes the samples of each frame.
    ///
    /// # Errors
    /// When the run or the window fails.
    pub fn play(
        mut self,
        front: &mut Front,
        mut sound: impl FnMut(&[[f32; 2]]),
    ) -> Result<(), Box<dyn std::error::Error>> {
        let mut pace = Pace::start();
        let mut samples = Vec::new();
        let mut paused = false;
        let mut shots = 0;
        while self.window.is_open() {
            let shift = self.shift();
            for key in self.window.get_keys_pressed(KeyRepeat::No) {
                match key {
                    HostKey::F11 if shift => self.release_mouse(front),
                    _ if shift => {}
                    HostKey::F9 => front.toggle_warp(),
                    HostKey::F10 => paused = !paused,
                    HostKey::F11 => self.toggle_joystick(front),
                    HostKey::F12 => {
                        shots += 1;
                        let path = PathBuf::from(format!("hexfront-{shots}.png"));
                        crate::picture::write_png(&front.machine().frame(), &path)?;
                    }
                    _ => {}
                }
            }
            if !paused {
                self.keys(front);
                if front.machine().has_mouse() {
                    self.mouse(front);
                }
                front.frame()?;
                samples.clear();
                front.machine_mut().drain_audio(&mut samples);
                if !front.warping() {
                    sound(&samples);
                }
            }
            self.draw(front, paused)?;
            pace.wait(front);
        }
        Ok(())
    }

    fn keys(&mut self, front: &mut Front) {
        let menu = MENU.iter().any(|key| self.window.is_key_down(*key));
        for c in self.typed.borrow_mut().drain(..) {
            // With a menu key held the host's letters may be others: the keys themselves count, below.
            if let Some(chord) = front.machine().chord(c).filter(|_| !menu) {
                front.tap(chord);
            }
        }
        if menu {
            for key in self.window.get_keys_pressed(KeyRepeat::No) {
                let letter = LETTERS.iter().position(|letter| *letter == key);
                let letter = letter.map(|at| char::from(b'a' + at as u8));
                if let Some(chord) = letter.and_then(|c| front.machine().chord(c)) {
                    front.tap(chord);
                }
            }
        }
        if self.joystick {
            front.machine_mut().joystick(PORT, self.switches());
        }
        for (host, name) in HELD {
            if self.joystick && STICK.contains(host) {
                continue;
            }
            let pressed = self.window.is_key_pressed(*host, KeyRepeat::No);
            let released = self.window.is_key_released(*host);
            let own = pressed && OWN.contains(host) && !self.shift();
            if !pressed && !released || own {
                continue;
            }
            hold(front, name, pressed);
        }
    }

    fn shift(&self) -> bool {
        SHIFT.iter().any(|key| self.window.is_key_down(*key))
    }

    /// Whether the mouse is the machine's. The machine draws its own pointer: the host's is hidden then.
    fn capture_mouse(&mut self, captured: bool) {
        self.mouse.captured = captured;
        self.mouse.follow.release();
        self.window.set_cursor_visibility(!captured);
    }

    /// The mouse is the host's again, its buttons let go.
    fn release_mouse(&mut self, front: &mut Front) {
        self.capture_mouse(false);
        for ((_, button), held) in BUTTONS.into_iter().zip(&mut self.mouse.buttons) {
            if std::mem::take(held) {
                front.machine_mut().mouse_button(button, false);
            }
        }
    }

    /// Passes on how the host's mouse moved over the window, a count for each row of the machine's picture; one that was
    /// released is captured by a click.
    fn mouse(&mut self, front: &mut Front) {
        let scale = Scaled::factor(&front.machine().frame(), self.window.get_size()) as f32;
        let counts = |(x, y): (f32, f32)| ((x / scale) as i32, (y / scale) as i32);
        let (width, height) = self.window.get_size();
        let size = counts((width as f32, height as f32));
        let now = self.window.get_unscaled_mouse_pos(MouseMode::Discard);
        let now = now.filter(|_| self.window.is_active()).map(counts);
        if !self.mouse.captured {
            if now.is_some() && self.window.get_mouse_down(MouseButton::Left) {
                self.capture_mouse(true);
                // The machine sees neither this press nor its end.
                self.mouse.buttons[0] = true;
            }
            return;
        }
        let (right, down) = self.mouse.follow.moved(now, size);
        front.machine_mut().move_mouse(right, down);
        for ((host, button), held) in BUTTONS.into_iter().zip(&mut self.mouse.buttons) {
            let down = self.window.get_mouse_down(host);
            if std::mem::replace(held, down) != down {
                front.machine_mut().mouse_button(button, down);
            }
        }
    }

    /// Lets go of what the cursor keys hold, as key or as switch, and changes what they are.
    fn toggle_joystick(&mut self, front: &mut Front) {
        self.joystick = !self.joystick;
        front.machine_mut().joystick(PORT, Joystick::default());
        for (_, name) in HELD.iter().filter(|(host, _)| STICK.contains(host)) {
            hold(front, name, false);
        }
    }

    fn switches(&self) -> Joystick {
        let [up, down, left, right] = STICK.map(|key| self.window.is_key_down(key));
        let fire = self.window.is_key_down(HostKey::RightCtrl);
        Joystick {
            up,
            down,
            left,
            right,
            fire,
        }
    }

    fn draw(&mut self, front: &Front, paused: bool) -> Result<(), NoWindow> {
        let joystick = if self.joystick { " off" } else { "" };
        let mouse = match (front.machine().has_mouse(), self.mouse.captured) {
            (false, _) => "",
            (true, true) => "  Shift-F11 frees the mouse",
            (true, false) => "  a click captures the mouse",
        };
        let state = if let Some(trouble) = front.trouble() {
            trouble.to_owned()
        } else if paused {
            "paused".to_owned()
        } else if front.warping() {
            "warp".to_owned()
        } else {
            format!("F9 warp  F10 pause  F11 joystick{joystick}  F12 screenshot{mouse}")
        };
        self.window.set_title(&format!("{} - {state}", self.title));
        let (width, height) = self.window.get_size();
        if width == 0 || height == 0 {
            self.window.update();
            return Ok(());
        }
        let scaled = Scaled::to_fit(&front.machine().frame(), width, height);
        self.window
            .update_with_buffer(&scaled.pixels, scaled.width, scaled.height)?;
        Ok(())
    }
}

/// Presses or lets go of the machine's key of that name, if it has one.
fn hold(front: &mut Front, name: &str, down: bool) {
    let Ok(chord) = chord_named(front.machine(), name) else {
        return;
    };
    for key in chord.with.into_iter().chain([chord.key]) {
        if down {
            front.machine_mut().key_down(key);
        } else {
            front.machine_mut().key_up(key);
        }
    }
}
