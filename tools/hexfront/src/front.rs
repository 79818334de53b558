//! What a window and a terminal have in common: time, typed keys, warp, the disk file.

use crate::keep::Keeper;
use crate::leave::Leave;
use crate::session::FIRST_MENU;
use crate::session::{RunError, Session};
use hexfront_platforms::machine::{Chord, Key, Machine};
use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

/// Frames a typed key is held, and the pause before the next.
const HOLD: u8 = 3;
const GAP: u8 = 2;

/// Frames that are run for one that is shown while a game works with its disk.
const FRAMES_OF_DISK_WORK: usize = 8;

/// The longest time that a slow host falls behind before it gives up catching up.
const SLACK: Duration = Duration::from_millis(100);

/// A machine in front of a player.
pub struct Front {
    session: Session,
    keeper: Keeper,
    typed: VecDeque<Chord>,
    held: Option<(Chord, u8)>,
    gap: u8,
    speed: Option<f64>,
    warp: bool,
    /// Warp, because the game is still being loaded.
    loading: bool,
    /// Where the game's first menu is reached, until it is.
    first_menu: Option<u32>,
    /// Warp while the game works with its disk.
    fast_disk: bool,
    leave: Leave,
}

impl Front {
    /// Puts a machine in front of a player, until he leaves or `leave` tells. `speed` is times real speed, `None` as fast as the
    /// host can.
    pub fn new(session: Session, keeper: Keeper, speed: Option<f64>, leave: Leave) -> Self {
        Self {
            session,
            keeper,
            typed: VecDeque::new(),
            held: None,
            gap: 0,
            speed,
            warp: false,
            loading: false,
            first_menu: None,
            fast_disk: false,
            leave,
        }
    }

    /// Runs as fast as the host can until the program reaches its first menu, and later whenever it works with its disk, if
    /// `disk` says so: that takes no time, and the menu comes at the right speed. From there on the game is recorded. Without
    /// the symbol nothing changes: a program that is not ours may have a file open, or the motor running, all the time.
    pub fn warp_while_loading(&mut self, disk: bool) {
        let symbols = &self.session.symbols;
        self.first_menu = symbols.get(FIRST_MENU).copied();
        self.loading = self.first_menu.is_some();
        self.fast_disk = self.loading && disk;
    }

    /// As [`Front::warp_while_loading`], for a game that stands at a menu already.
    pub fn warp_while_disk_works(&mut self) {
        self.fast_disk = true;
    }

    /// The machine.
    pub fn machine(&self) -> &dyn Machine {
        self.session.machine.as_ref()
    }

    /// The machine, to be played with.
    pub fn machine_mut(&mut self) -> &mut dyn Machine {
        self.session.machine.as_mut()
    }

    /// Writes the machine's sound to a WAV file from now on, with so many samples a second.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn tape(&mut self, path: &Path, rate: u32) -> Result<(), RunError> {
        self.session.tape(path, rate)
    }

    /// Appends what sounded in the last frame, if the machine makes samples.
    pub fn take_sound(&mut self, samples: &mut Vec<[f32; 2]>) {
        self.session.take_sound(samples);
    }

    /// Whether it runs as fast as the host can just now.
    pub fn warping(&self) -> bool {
        self.warp || self.loading || self.speed.is_none() || self.works_with_disk()
    }

    /// Whether the program is still on its way to its first menu.
    pub fn is_loading(&self) -> bool {
        self.first_menu.is_some()
    }

    /// Switches warp on or off.
    pub fn toggle_warp(&mut self) {
        self.warp = !self.warp && !self.loading;
        self.loading = false;
    }

    /// Whether queued keys wait for their turn.
    pub fn is_typing(&self) -> bool {
        !self.typed.is_empty() || self.held.is_some()
    }

    /// Queues keys to be pressed and let go.
    pub fn tap(&mut self, chord: Chord) {
        self.typed.push_back(chord);
    }

    /// Whether the program was asked to end, or the game is to stop.
    pub fn must_leave(&self) -> bool {
        self.leave.asked() || self.keeper.is_stopped()
    }

    /// What the player must know while he plays.
    pub fn trouble(&self) -> Option<&str> {
        self.keeper.disk_trouble()
    }

    /// Runs one frame, more while the game works with its disk, and brings the disk file and the recording up to date.
    ///
    /// # Errors
    /// When the processor locks up.
    pub fn frame(&mut self) -> Result<(), RunError> {
        self.work_keys();
        match self.first_menu {
            Some(address) => self.loading_frame(address)?,
            None => self.session.frame()?,
        }
        self.pass_disk_work()?;
        self.keeper.update(&mut self.session);
        Ok(())
    }

    /// The player of a game looks at every so many frames only while it works with its disk: showing them takes the host longer
    /// than making them.
    fn pass_disk_work(&mut self) -> Result<(), RunError> {
        for _ in 1..FRAMES_OF_DISK_WORK {
            if self.first_menu.is_some() || !self.works_with_disk() {
                break;
            }
            self.session.frame()?;
        }
        Ok(())
    }

    /// Whether one of our games reads or writes its disk, and the drive has the host's speed.
    fn works_with_disk(&self) -> bool {
        self.fast_disk && self.session.machine.disk_busy()
    }

    /// The player has left: a save that is under way is ended first.
    ///
    /// # Errors
    /// When the disk file or the file of sound cannot be written.
    pub fn end(&mut self) -> Result<(), RunError> {
        let kept = self.keeper.end(&mut self.session);
        let taped = self.session.end_tape();
        kept.and(taped)
    }

    /// A frame by single steps, because the symbol may be passed anywhere in it.
    fn loading_frame(&mut self, address: u32) -> Result<(), RunError> {
        let machine = self.session.machine.as_ref();
        let end = machine.cycles() + (f64::from(machine.clock_hz()) / machine.frame_hz()) as u64;
        while self.session.machine.cycles() < end {
            self.session.step()?;
            if self.session.machine.pc() == address {
                self.first_menu = None;
                self.loading = false;
                self.keeper.begin(&mut self.session);
                break;
            }
        }
        Ok(())
    }

    fn work_keys(&mut self) {
        let machine = self.session.machine.as_mut();
        let keys = |c: Chord| -> Vec<Key> { c.with.into_iter().chain([c.key]).collect() };
        if let Some((chord, left)) = self.held {
            if left > 0 {
                self.held = Some((chord, left - 1));
                return;
            }
            keys(chord).into_iter().for_each(|k| machine.key_up(k));
            self.held = None;
            self.gap = GAP;
        }
        if self.gap > 0 {
            self.gap -= 1;
        } else if let Some(chord) = self.typed.pop_front() {
            keys(chord).into_iter().for_each(|k| machine.key_down(k));
            self.held = Some((chord, HOLD));
        }
    }
}

/// Keeps emulated time in step with the clock on the wall.
pub struct Pace {
    due: Instant,
}

impl Pace {
    /// Starts now.
    pub fn start() -> Self {
        Self {
            due: Instant::now(),
        }
    }

    /// Waits until the next frame is due; not at all in warp.
    pub fn wait(&mut self, front: &Front) {
        let now = Instant::now();
        let Some(speed) = front.speed.filter(|_| !front.warping()) else {
            self.due = now;
            return;
        };
        self.due += Duration::from_secs_f64(1.0 / (front.machine().frame_hz() * speed));
        if self.due > now {
            std::thread::sleep(self.due - now);
        } else if now - self.due > SLACK {
            self.due = now;
        }
    }
}
