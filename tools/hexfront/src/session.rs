//! A machine being run: keys with the right length, actions, and where it stops.

use crate::observe::{ShellWatch, Sighting};
use crate::script::Action;
use crate::state_map::StateMap;
use crate::tape::Tape;
use hexfront_platforms::machine::{Bank, Chord, FrameEnd, Key, Machine, Stops};
use hexfront_platforms::serial::Device;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

mod chance;
mod point;

/// Frames a typed key is held down, and frames until the next one.
///
/// The KERNAL scans the keyboard once a frame and wants a key released before it takes the same one again.
const HOLD: u64 = 3;
const GAP: u64 = 4;

/// Frames that a movement of the mouse is given to arrive.
const MOVE: u64 = 8;

/// Emulated seconds that an `until` waits before it gives up.
const PATIENCE: f64 = 600.0;

/// Where a game asks for a key; when it comes here for the first time, loading is over.
pub const FIRST_MENU: &str = "shell_event";

/// Symbols of the program on the disk, for instruments; empty for a foreign disk.
pub type Symbols = BTreeMap<String, u32>;

/// Why a run could not be done.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The machine has no such key.
    #[error("the machine has no key called {name:?}; it has {}", .known.join(", "))]
    UnknownKey {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A character that the keyboard cannot make.
    #[error("the machine's keyboard has no {0:?}")]
    NoCharacter(char),
    /// A symbol that the program does not have.
    #[error("no symbol is called {0:?}; `hexfront build GAME --labels FILE` writes them all")]
    UnknownSymbol(String),
    /// A mouse action on a machine without one.
    #[error("this machine has no mouse")]
    NoMouse,
    /// The pointer is not where it was sent.
    #[error(
        "the pointer does not reach pixel {right}, {down}: no map is shown, or the hex is not on it"
    )]
    Unreached {
        /// Pixels from the left.
        right: i32,
        /// Pixels from the top.
        down: i32,
    },
    /// Chance for a program that is not one of ours, or whose machine counts no time.
    #[error(
        "chance cannot be chosen here: only our games on a machine with a mouse count how long their player took"
    )]
    NoClock,
    /// Chance that the game did not ask for.
    #[error("the game did not ask for chance after the key that stands behind `chance`")]
    NotAsked,
    /// Chance that no key brings about.
    #[error("no moment was found in which the key brings chance {0}; take another number")]
    MissedChance(u16),
    /// A state image of a disk that is not one of our games.
    #[error(
        "no state image: this disk was not built here, so its symbols are not known; use `play`"
    )]
    NoState,
    /// The disk does not load.
    #[error("the disk does not load: {0}")]
    NotLoaded(String),
    /// A wait for text on a machine that has only pictures.
    #[error(
        "this machine's screen is a picture, so no text can be waited for; wait for a byte: `until $SYMBOL=VALUE`, or `--until-mem`"
    )]
    NoText,
    /// The text did not come.
    #[error("waited {seconds} emulated seconds for {what}, in vain{screen}")]
    InVain {
        /// What was waited for.
        what: String,
        /// How long, in emulated seconds.
        seconds: f64,
        /// The text on the screen, introduced; empty where the screen holds no text.
        screen: String,
    },
    /// The processor stopped.
    #[error("the processor stopped at ${pc:04X}: {trap:?}")]
    Trapped {
        /// Where.
        pc: u32,
        /// Why.
        trap: hexfront_platforms::cpu::Trap,
    },
    /// A file could not be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The disk file could not be written, but a copy could.
    #[error(
        "cannot write {}: {source}; the disk with the saved games lies in {}: move it to where there is room", .path.display(), .rescued.display()
    )]
    Rescued {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
        /// Where the copy is.
        rescued: PathBuf,
    },
    /// A file of sound is full.
    #[error(
        "{} holds no more: a WAV file ends at 4 GB; the game went on without it", .0.display()
    )]
    LongSound(PathBuf),
    /// A picture could not be written.
    #[error("cannot write {}: {source}", .path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// Why.
        source: png::EncodingError,
    },
}

/// A machine and what is needed to drive it from a script.
pub struct Session {
    /// The machine.
    pub machine: Box<dyn Machine>,
    /// Its program's symbols.
    pub symbols: Symbols,
    /// One of our games runs: keys are given one by one, as it asks for them.
    in_game: bool,
    /// The instrument on the game's shell calls, if somebody wants to know.
    watch: Option<ShellWatch>,
    /// What the game is to be told when it asks for chance after the next key.
    chance: Option<u16>,
    /// Where the machine's sound is written.
    tape: Option<Tape>,
    /// What sounded in the last frame, while there is a tape.
    heard: Vec<[f32; 2]>,
    /// What is plugged into the serial port.
    serial: Option<Box<dyn Device>>,
    /// Emulated seconds that something is waited for.
    patience: f64,
}

impl Session {
    /// A machine that was just switched on.
    pub fn new(machine: Box<dyn Machine>, symbols: Symbols) -> Self {
        Self {
            machine,
            symbols,
            in_game: false,
            watch: None,
            chance: None,
            tape: None,
            heard: Vec::new(),
            serial: None,
            patience: PATIENCE,
        }
    }

    /// Waits no longer than so many emulated seconds for anything from now on; without a number as long as at first.
    pub fn wait_at_most(&mut self, seconds: Option<f64>) {
        self.patience = seconds.map_or(PATIENCE, |seconds| seconds.min(PATIENCE));
    }

    /// Plugs something into the serial port; false if the machine has none.
    pub fn plug_in(&mut self, mut device: Box<dyn Device>) -> bool {
        let fits = self.machine.serve_serial(device.as_mut());
        self.serial = fits.then_some(device);
        fits
    }

    fn serve_serial(&mut self) {
        if let Some(device) = &mut self.serial {
            self.machine.serve_serial(device.as_mut());
        }
    }

    /// Writes the machine's sound to a WAV file from now on, with so many samples a second.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn tape(&mut self, path: &Path, rate: u32) -> Result<(), RunError> {
        self.tape = Some(Tape::create(path, rate)?);
        self.machine.set_sample_rate(Some(rate));
        Ok(())
    }

    /// Completes the file of sound, if one is written.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn end_tape(&mut self) -> Result<(), RunError> {
        self.hear();
        self.tape.take().map_or(Ok(()), Tape::end)
    }

    /// Appends what sounded in the last frame, if the machine makes samples.
    pub fn take_sound(&mut self, samples: &mut Vec<[f32; 2]>) {
        match self.tape {
            Some(_) => samples.append(&mut self.heard),
            None => self.machine.drain_audio(samples),
        }
    }

    fn hear(&mut self) {
        if let Some(tape) = &mut self.tape {
            self.heard.clear();
            self.machine.drain_audio(&mut self.heard);
            tape.put(&self.heard);
        }
    }

    /// Observes from now on what the game and its shell say to each other. The game must stand at its first menu;
    /// false if it is none of ours.
    pub fn observe(&mut self) -> bool {
        self.watch = ShellWatch::at_first_menu(self.machine.as_ref(), &self.symbols);
        self.watch.is_some()
    }

    /// Looks at the bytes at these symbols with everything that is observed from now on.
    ///
    /// # Errors
    /// When a symbol is unknown, or nothing is observed.
    pub fn probe(&mut self, symbols: &[&str]) -> Result<(), RunError> {
        let addresses = symbols.iter().map(|name| {
            let address = self.symbols.get(*name);
            let unknown = || RunError::UnknownSymbol((*name).to_owned());
            address.copied().ok_or_else(unknown)
        });
        let addresses = addresses.collect::<Result<_, _>>()?;
        self.watch
            .as_mut()
            .ok_or(RunError::NoState)?
            .probe(addresses);
        Ok(())
    }

    /// What was observed since the last time.
    pub fn take_sightings(&mut self) -> Vec<Sighting> {
        self.watch
            .as_mut()
            .map_or_else(Vec::new, |watch| watch.journal.take())
    }

    /// Whether the observed game waits for a key.
    pub fn waits_for_key(&self) -> bool {
        self.watch.as_ref().is_some_and(|w| w.journal.waits())
    }

    /// Runs until one of our games asks for its first key; a foreign program is left where it is.
    ///
    /// # Errors
    /// When it does not come in ten emulated minutes.
    pub fn run_until_first_menu(&mut self) -> Result<(), RunError> {
        self.in_game = self.run_until_symbol(FIRST_MENU)?;
        Ok(())
    }

    /// Does one action.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn perform(&mut self, action: &Action) -> Result<(), RunError> {
        match action {
            Action::Wait(seconds) => self.run_seconds(*seconds),
            Action::Until(text) => self.run_until_text(text),
            Action::UntilMem { symbol, value } => self.run_until_memory(symbol, *value),
            Action::Char(c) => {
                let chord = self.machine.chord(*c).ok_or(RunError::NoCharacter(*c))?;
                self.tap(chord)
            }
            Action::Key(name) => {
                let chord = chord_named(self.machine.as_ref(), name)?;
                self.tap(chord)
            }
            Action::Tap(name) => {
                let chord = chord_named(self.machine.as_ref(), name)?;
                self.press(chord)
            }
            Action::Mouse(right, down) => {
                self.mouse()?.move_mouse(*right, *down);
                self.run_frames(MOVE)
            }
            Action::Chance(number) => {
                self.chance = Some(*number);
                Ok(())
            }
            Action::Point { column, row } => self.point(*column, *row),
            Action::Click(button) => {
                self.mouse()?.mouse_button(*button, true);
                self.run_frames(HOLD)?;
                self.mouse()?.mouse_button(*button, false);
                self.run_frames(GAP)?;
                self.settle()
            }
            Action::Hold(button, down) => {
                self.mouse()?.mouse_button(*button, *down);
                self.run_frames(HOLD)?;
                // Where a button is held the game has its eyes on it, and waits for no key.
                if *down { Ok(()) } else { self.settle() }
            }
            Action::Shot(path) => {
                // The picture is the last whole one: let what the last key did be drawn.
                self.run_seconds(0.1)?;
                self.screenshot(path)
            }
            Action::State(path) => {
                let image = self.state_image()?;
                write(path, &image)
            }
        }
    }

    /// Runs for so many emulated seconds, in whole frames.
    ///
    /// # Errors
    /// When the processor locks up.
    pub fn run_seconds(&mut self, seconds: f64) -> Result<(), RunError> {
        self.run_frames((seconds * self.machine.frame_hz()).round() as u64)
    }

    fn run_frames(&mut self, frames: u64) -> Result<(), RunError> {
        (0..frames).try_for_each(|_| self.frame())
    }

    /// The machine, if it has a mouse.
    fn mouse(&mut self) -> Result<&mut dyn Machine, RunError> {
        match self.machine.has_mouse() {
            true => Ok(self.machine.as_mut()),
            false => Err(RunError::NoMouse),
        }
    }

    /// Runs one frame.
    ///
    /// # Errors
    /// When the processor locks up.
    pub fn frame(&mut self) -> Result<(), RunError> {
        self.serve_serial();
        match &mut self.watch {
            None => {
                self.machine.run_frame();
            }
            Some(watch) => {
                while let FrameEnd::Stop(_) = self.machine.run_frame_until(watch.stops()) {
                    watch.look(self.machine.as_ref());
                }
            }
        }
        self.hear();
        self.still_running()
    }

    /// Runs one instruction.
    ///
    /// # Errors
    /// When the processor locks up.
    pub fn step(&mut self) -> Result<(), RunError> {
        self.machine.step();
        if let Some(watch) = &mut self.watch
            && watch.stops().contains(self.machine.pc())
        {
            watch.look(self.machine.as_ref());
        }
        self.still_running()
    }

    fn still_running(&self) -> Result<(), RunError> {
        match self.machine.trap() {
            Some(trap) => Err(RunError::Trapped {
                pc: self.machine.pc(),
                trap,
            }),
            None => Ok(()),
        }
    }

    /// Runs until the program counter reaches a symbol; false if the symbol is not known.
    ///
    /// # Errors
    /// When it is not reached in ten emulated minutes.
    pub fn run_until_symbol(&mut self, symbol: &str) -> Result<bool, RunError> {
        match self.symbols.get(symbol) {
            Some(address) => self.run_until_pc(*address, symbol).map(|()| true),
            None => Ok(false),
        }
    }

    /// Runs until the program counter reaches an address, which `what` names in the message.
    fn run_until_pc(&mut self, address: u32, what: &str) -> Result<(), RunError> {
        let watched = self.watch.iter().flat_map(ShellWatch::places);
        let stops = Stops::at(watched.chain([address]));
        let limit = self.machine.cycles() + self.patience();
        while self.machine.cycles() < limit {
            self.serve_serial();
            if let FrameEnd::Stop(_) = self.machine.run_frame_until(&stops)
                && let Some(watch) = &mut self.watch
            {
                watch.look(self.machine.as_ref());
            }
            self.hear();
            self.still_running()?;
            if self.machine.pc() == address {
                return Ok(());
            }
        }
        Err(self.in_vain(what))
    }

    /// Runs until a text stands on the screen.
    ///
    /// # Errors
    /// When it does not come in ten emulated minutes, or the machine's screen holds no text.
    pub fn run_until_text(&mut self, text: &str) -> Result<(), RunError> {
        let wanted = text.to_uppercase();
        self.machine.text_screen().ok_or(RunError::NoText)?;
        self.run_until(&format!("the text {text:?}"), |machine| {
            let screen = machine.text_screen().unwrap_or_default();
            screen.iter().any(|row| row.contains(&wanted))
        })
    }

    /// Runs until the byte at a symbol has a value.
    ///
    /// # Errors
    /// When the symbol is unknown, or the value does not come in ten emulated minutes.
    pub fn run_until_memory(&mut self, symbol: &str, value: u8) -> Result<(), RunError> {
        let address = *self
            .symbols
            .get(symbol)
            .ok_or_else(|| RunError::UnknownSymbol(symbol.to_owned()))?;
        self.run_until(&format!("{symbol} = {value}"), |machine| {
            machine.peek(Bank::Ram, address) == value
        })
    }

    /// Runs frame by frame until a condition holds; `what` names it in the message.
    ///
    /// # Errors
    /// When it does not come in ten emulated minutes.
    pub fn run_until(
        &mut self,
        what: &str,
        holds: impl Fn(&dyn Machine) -> bool,
    ) -> Result<(), RunError> {
        let until = self.machine.cycles() + self.patience();
        while !holds(self.machine.as_ref()) {
            if self.machine.cycles() >= until {
                return Err(self.in_vain(what));
            }
            self.frame()?;
        }
        Ok(())
    }

    /// The game's state image, gathered from the machine's memory by the program's own table.
    ///
    /// # Errors
    /// When the program's symbols are not known.
    pub fn state_image(&self) -> Result<Vec<u8>, RunError> {
        let map = StateMap::of(&self.symbols).ok_or(RunError::NoState)?;
        Ok(map.image(|address| self.machine.peek(Bank::Ram, address)))
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn screenshot(&self, path: &Path) -> Result<(), RunError> {
        crate::picture::write_png(&self.machine.frame(), path)
    }

    fn tap(&mut self, chord: Chord) -> Result<(), RunError> {
        self.press(chord)?;
        self.settle()
    }

    /// Presses a key and lets it go.
    fn press(&mut self, chord: Chord) -> Result<(), RunError> {
        let keys: Vec<Key> = chord.with.into_iter().chain([chord.key]).collect();
        if let Some(number) = self.chance.take() {
            self.wait_for_chance(number, |machine| {
                keys.iter().for_each(|key| machine.key_down(*key));
            })?;
        }
        for key in &keys {
            self.machine.key_down(*key);
        }
        self.run_frames(HOLD)?;
        for key in &keys {
            self.machine.key_up(*key);
        }
        self.run_frames(GAP)
    }

    /// Lets one of our games work off the keys it has got, until it waits for the next; a foreign program goes on.
    fn settle(&mut self) -> Result<(), RunError> {
        let queue = ["key_head", "key_tail"].map(|name| self.symbols.get(name).copied());
        let [Some(head), Some(tail)] = queue else {
            return Ok(());
        };
        // A shell that drops a choice by itself does not come to its first instruction again, but here.
        let idle = "event_idle";
        let waits = if self.symbols.contains_key(idle) {
            idle
        } else {
            FIRST_MENU
        };
        while self.in_game && self.run_until_symbol(waits)? {
            let at = |address: u32| self.machine.peek(Bank::Ram, address);
            if at(head) == at(tail) {
                break;
            }
        }
        Ok(())
    }

    fn patience(&self) -> u64 {
        (self.patience * f64::from(self.machine.clock_hz())) as u64
    }

    pub(crate) fn in_vain(&self, what: &str) -> RunError {
        RunError::InVain {
            what: what.to_owned(),
            seconds: self.patience,
            screen: (self.machine.text_screen()).map_or_else(String::new, |rows| shown(&rows)),
        }
    }
}

/// What a message says of a screen; of one that is blank no more than that.
fn shown(rows: &[String]) -> String {
    let Some(last) = rows.iter().rposition(|row| !row.trim().is_empty()) else {
        return "; the screen is blank".to_owned();
    };
    let rows = rows[..=last].iter();
    let rows = rows.map(|row| format!("\n    {}", row.trim_end()));
    format!("; the screen shows:{}", rows.collect::<String>())
}

/// The keys to press for a name.
///
/// # Errors
/// When the machine has no such key.
pub fn chord_named(machine: &dyn Machine, name: &str) -> Result<Chord, RunError> {
    let lower = name.to_lowercase();
    let key = |wanted: &str| {
        machine
            .keys()
            .iter()
            .find(|(known, _)| *known == wanted)
            .map(|(_, key)| *key)
    };
    let plain = key(&lower).map(|key| Chord { key, with: None });
    let other = || {
        let other = machine.other_names().iter().find(|o| o.name == lower)?;
        let with = other.with.map(key);
        Some(Chord {
            key: key(other.key)?,
            with: with.flatten(),
        })
    };
    plain.or_else(other).ok_or_else(|| RunError::UnknownKey {
        name: name.to_owned(),
        known: machine.keys().iter().map(|(known, _)| *known).collect(),
    })
}

/// Writes a file.
///
/// # Errors
/// When it cannot be written; the message names it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    std::fs::write(path, bytes).map_err(|source| RunError::Write {
        path: path.to_owned(),
        source,
    })
}
