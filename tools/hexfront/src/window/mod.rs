//! Plays in a window.

#[cfg_attr(any(not(unix), target_os = "macos"), path = "elsewhere.rs")]
#[cfg_attr(all(unix, not(target_os = "macos")), path = "x11.rs")]
mod host;
mod input;
mod message;
mod mouse;

use crate::front::{Front, Pace};
use crate::held::Held;
use crate::picture::{Scaled, View};
use crate::session::chord_named;
use hexfront_platforms::machine::{Frame, Joystick};
use input::{HostEvent, Input};
use message::Message;
use minifb::{Key as HostKey, Window, WindowOptions};
use mouse::Mouse;
use std::path::{Path, PathBuf};

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
    (HostKey::RightAlt, "menu"),
    (HostKey::LeftSuper, "left-menu"),
    (HostKey::RightSuper, "menu"),
];

/// Host keys that are the window's own unless SHIFT is held.
const OWN: [HostKey; 4] = [HostKey::F9, HostKey::F10, HostKey::F11, HostKey::F12];
/// With these the return key fills the screen.
const ALT: [HostKey; 2] = [HostKey::LeftAlt, HostKey::RightAlt];
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

/// The joystick port that games read.
const PORT: u8 = 2;
/// Host keys that are the stick when it is switched on: up, down, left, right.
const STICK: [HostKey; 4] = [HostKey::Up, HostKey::Down, HostKey::Left, HostKey::Right];
/// And its button.
const FIRE: HostKey = HostKey::RightCtrl;

/// The largest picture at first, in host rows for a row, and the part of the screen that it may fill.
const LARGEST_AT_FIRST: usize = 3;
const OF_THE_SCREEN: f32 = 0.85;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
#[error("cannot open a window: {0}")]
pub struct NoWindow(#[from] minifb::Error);

/// A window that waits to be played in.
pub struct Player {
    window: Window,
    input: Input,
    title: String,
    /// Host keys that are the machine's, and those of them that it sees pressed.
    keys: Held<HostKey>,
    seen: Vec<HostKey>,
    /// Host keys that are pressed, at the event that is looked at.
    down: Vec<HostKey>,
    /// The cursor keys are the joystick in port 2, right Ctrl its button.
    joystick: bool,
    mouse: Mouse,
    message: Message,
    paused: bool,
    active: bool,
    drawn: Drawn,
}

/// What was drawn last, because most frames are the one before again.
#[derive(Default)]
struct Drawn {
    size: (usize, usize),
    pixels: Vec<u16>,
    title: String,
    scaled: Option<Scaled>,
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
        let view = View::with_border(&frame);
        let scale = first_scale(&frame, view, host::screen());
        let (width, height) = view.size(&frame, scale as f32);
        let mut window = Window::new(title, width, height, options)?;
        let input = Input::of(&mut window);
        window.set_target_fps(0);
        let mouse = Mouse::of(&mut window, front.machine().has_mouse());
        Ok(Self {
            window,
            input,
            title: title.to_owned(),
            keys: Held::default(),
            seen: Vec::new(),
            down: Vec::new(),
            joystick: false,
            mouse,
            message: Message::default(),
            paused: false,
            active: false,
            drawn: Drawn::default(),
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
        while self.window.is_open() && !front.must_leave() {
            self.focus();
            for event in self.input.take() {
                self.event(front, event);
            }
            let view = View::with_border(&front.machine().frame());
            let scale = view.scale(&front.machine().frame(), self.window.get_size());
            self.mouse.look(&mut self.window, self.active, scale);
            if !self.paused {
                self.keys(front);
                self.mouse.pass_on(front.machine_mut());
                front.frame()?;
                samples.clear();
                front.take_sound(&mut samples);
                if !front.warping() {
                    sound(&samples);
                }
            }
            self.draw(front)?;
            pace.wait(front);
        }
        Ok(())
    }

    /// Who looks elsewhere has let go of everything.
    fn focus(&mut self) {
        let active = self.window.is_active();
        if self.active && !active {
            self.input.release();
        }
        self.active = active;
    }

    fn event(&mut self, front: &mut Front, event: HostEvent) {
        match event {
            HostEvent::Key(key, down) => self.key(front, key, down),
            HostEvent::Char { letter, again } => {
                // A key that is held comes again when the machine had it, not before: else they heap up.
                let late = again && front.is_typing();
                // With a menu key held the host's letters may be others: the keys themselves count.
                if !late && !self.paused && !self.any(&MENU) {
                    self.tap(front, letter);
                }
            }
        }
    }

    fn key(&mut self, front: &mut Front, key: HostKey, down: bool) {
        self.down.retain(|held| *held != key);
        if !down {
            self.keys.event(key, false);
            return;
        }
        self.down.push(key);
        match key {
            HostKey::Enter if self.any(&ALT) => self.full_screen(),
            HostKey::F11 if self.any(&SHIFT) => self.mouse.free(&mut self.window),
            _ if OWN.contains(&key) && !self.any(&SHIFT) => self.own_key(front, key),
            _ if self.paused => {}
            _ => {
                let letter = LETTERS.iter().position(|letter| *letter == key);
                if let Some(at) = letter.filter(|_| self.any(&MENU)) {
                    self.tap(front, char::from(b'a' + at as u8));
                }
                self.keys.event(key, true);
            }
        }
    }

    /// Whether one of these keys is held.
    fn any(&self, keys: &[HostKey]) -> bool {
        keys.iter().any(|key| self.down.contains(key))
    }

    fn tap(&self, front: &mut Front, letter: char) {
        if let Some(chord) = front.machine().chord(letter) {
            front.tap(chord);
        }
    }

    /// A key that is the window's own.
    fn own_key(&mut self, front: &mut Front, key: HostKey) {
        match key {
            HostKey::F9 => {
                front.toggle_warp();
                let warp = if front.warping() {
                    "warp"
                } else {
                    "real speed"
                };
                self.message.say(warp);
            }
            HostKey::F10 => self.paused = !self.paused,
            HostKey::F11 => self.toggle_joystick(front),
            _ => {
                // A picture that cannot be written ends no game.
                let said = match screenshot(&front.machine().frame(), Path::new("")) {
                    Ok(path) => format!("picture in {}", path.display()),
                    Err(error) => error.to_string(),
                };
                self.message.say(said);
            }
        }
    }

    fn full_screen(&mut self) {
        match self.mouse.host() {
            Some(host) => {
                if host.toggle_full_screen() {
                    self.message.say("Alt-Return: window again");
                }
            }
            None => self.message.say("full screen needs an X server"),
        }
    }

    /// Shows the machine what keys changed.
    fn keys(&mut self, front: &mut Front) {
        for (host, down) in self.keys.frame() {
            self.seen.retain(|seen| *seen != host);
            if down {
                self.seen.push(host);
            }
            if self.joystick && (STICK.contains(&host) || host == FIRE) {
                continue;
            }
            if let Some((_, name)) = HELD.iter().find(|(key, _)| *key == host) {
                hold(front, name, down);
            }
        }
        if self.joystick {
            front.machine_mut().joystick(PORT, self.switches());
        }
    }

    /// Lets go of what the cursor keys hold, as key or as switch, and changes what they are.
    fn toggle_joystick(&mut self, front: &mut Front) {
        self.joystick = !self.joystick;
        front.machine_mut().joystick(PORT, Joystick::default());
        for (_, name) in HELD.iter().filter(|(host, _)| STICK.contains(host)) {
            hold(front, name, false);
        }
        self.message.say(match self.joystick {
            true => "cursor keys and right Ctrl are the joystick",
            false => "cursor keys are keys",
        });
    }

    fn switches(&self) -> Joystick {
        let [up, down, left, right] = STICK.map(|key| self.seen.contains(&key));
        Joystick {
            up,
            down,
            left,
            right,
            fire: self.seen.contains(&FIRE),
        }
    }

    /// What the player should read now: in the title, and over the picture, which may fill the screen.
    fn said<'a>(&'a self, front: &'a Front) -> Option<&'a str> {
        let paused = self.paused.then_some("paused, F10 goes on");
        front.trouble().or(paused).or(self.message.text())
    }

    fn heading(&self, front: &Front) -> String {
        let state = if let Some(said) = self.said(front) {
            said.to_owned()
        } else if front.warping() {
            "warp".to_owned()
        } else {
            let mouse = self.mouse.hint();
            format!("{mouse}Alt-Return full screen  F9 warp  F10 pause  F11 joystick  F12 picture")
        };
        format!("{} - {state}", self.title)
    }

    fn draw(&mut self, front: &Front) -> Result<(), NoWindow> {
        let title = self.heading(front);
        if self.drawn.title != title {
            self.window.set_title(&title);
            self.drawn.title = title;
        }
        let frame = front.machine().frame();
        let size = self.window.get_size();
        if size.0 == 0 || size.1 == 0 {
            self.window.update();
            return Ok(());
        }
        if self.drawn.size != size || self.drawn.pixels != frame.pixels {
            let view = View::with_border(&frame);
            self.drawn.scaled = Some(Scaled::to_fit(&frame, view, size.0, size.1));
            self.drawn.size = size;
            self.drawn.pixels.clear();
            self.drawn.pixels.extend(frame.pixels);
        }
        let Some(scaled) = &self.drawn.scaled else {
            return Ok(());
        };
        let (width, height) = (scaled.width, scaled.height);
        match self.said(front) {
            Some(said) => {
                let mut pixels = scaled.pixels.clone();
                message::draw(&mut pixels, width, said);
                self.window.update_with_buffer(&pixels, width, height)?;
            }
            None => self
                .window
                .update_with_buffer(&scaled.pixels, width, height)?,
        }
        Ok(())
    }
}

/// The largest whole number of host rows for a row at which a window leaves something of the screen; 2 where the screen is
/// not known.
fn first_scale(frame: &Frame<'_>, view: View, screen: Option<(usize, usize)>) -> usize {
    let Some((width, height)) = screen else {
        return 2;
    };
    let part = |size: usize| (size as f32 * OF_THE_SCREEN) as usize;
    let largest = view.scale(frame, (part(width), part(height))) as usize;
    largest.clamp(1, LARGEST_AT_FIRST)
}

/// Writes a picture into a folder, under the first name that is free.
fn screenshot(frame: &Frame<'_>, folder: &Path) -> Result<PathBuf, crate::session::RunError> {
    let path = (1..)
        .map(|n| folder.join(format!("hexfront-{n}.png")))
        .find(|path| !path.exists())
        .unwrap_or_default();
    crate::picture::write_png(frame, &path)?;
    Ok(std::path::absolute(&path).unwrap_or(path))
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

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_platforms::machine::Inside;

    fn frame(pixels: &[u16]) -> Frame<'_> {
        Frame {
            width: 320,
            height: 200,
            pixels,
            palette: &[0],
            pixel_aspect: 1.0,
            inside: Inside::all(320, 200),
        }
    }

    #[test]
    fn a_window_is_as_large_at_first_as_the_screen_has_room_for() {
        let pixels = vec![0; 320 * 200];
        let frame = frame(&pixels);
        let view = View::with_border(&frame);
        for (screen, scale) in [
            (None, 2),
            (Some((640, 480)), 1),
            (Some((1280, 800)), 3),
            (Some((3840, 2160)), 3),
        ] {
            assert_eq!(first_scale(&frame, view, screen), scale, "{screen:?}");
        }
    }

    #[test]
    fn no_screenshot_takes_the_place_of_another() {
        let folder = std::env::temp_dir().join(format!("hexfront-shots-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let pixels = vec![0; 320 * 200];
        let first = screenshot(&frame(&pixels), &folder).unwrap();
        let second = screenshot(&frame(&pixels), &folder).unwrap();
        assert_ne!(first, second);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(screenshot(&frame(&pixels), &folder).is_err());
    }
}
