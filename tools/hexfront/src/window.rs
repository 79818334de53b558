//! Plays in a window.

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
    (HostKey::LeftAlt, "left-alt"),
    (HostKey::RightAlt, "right-amiga"),
    (HostKey::LeftSuper, "left-amiga"),
    (HostKey::RightSuper, "right-amiga"),
];

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

/// What was last passed on of the host's mouse.
#[derive(Default)]
struct Mouse {
    /// Where it stood, in counts of the machine's mouse from the window's corner.
    at: Option<(i32, i32)>,
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
        // The machine draws its own pointer.
        window.set_cursor_visibility(!front.machine().has_mouse());
        Ok(Self {
            window,
            typed,
            title: title.to_owned(),
            joystick: false,
            mouse: Mouse::default(),
        })
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
            for key in self.window.get_keys_pressed(KeyRepeat::No) {
                match key {
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
            if !pressed && !released {
                continue;
            }
            hold(front, name, pressed);
        }
    }

    /// Passes on how the host's mouse moved over the window, a count for each row of the machine's picture.
    fn mouse(&mut self, front: &mut Front) {
        let rows = front.machine().frame().height as f32;
        let scale = rows / self.window.get_size().1.max(1) as f32;
        let now = self.window.get_unscaled_mouse_pos(MouseMode::Discard);
        let now = now.map(|(x, y)| ((x * scale) as i32, (y * scale) as i32));
        if let (Some((x, y)), Some((from_x, from_y))) = (now, self.mouse.at) {
            front.machine_mut().move_mouse(x - from_x, y - from_y);
        }
        self.mouse.at = now;
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
        let state = if paused {
            "paused"
        } else if front.warping() {
            "warp"
        } else {
            match self.joystick {
                true => "F9 warp  F10 pause  F11 joystick off  F12 screenshot",
                false => "F9 warp  F10 pause  F11 joystick  F12 screenshot",
            }
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
