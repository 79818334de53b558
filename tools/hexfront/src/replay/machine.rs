//! A replay on an emulated machine: keys are typed when it waits for one, saved games come on a disk. Chance cannot be
//! given to it, so [`typed`] rewrites a replay first.

use super::file::{Event, Line, Replay, Status};
use super::keys;
use super::run::{Execution, Failed, Stroke};
use crate::observe::{Seen, Sighting};
use crate::pipeline::Built;
use crate::roms::RomSet;
use crate::session::{RunError, Session};
use crate::{boot, session};
use hexfront_disk::d64::{D64, FileKind, Name};
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{Chord, DriveSpeed, Joystick, Key};
use hexfront_platforms::machines::c64::Video;
use hexfront_vm::Memory;
use hexfront_vm::image::{self, Header};

/// Frames between two keys: the shell takes a key as let go when two scans agree.
const PAUSE: u32 = 3;
/// Frames a key is held at most: then the machine has not taken it.
const HOLD: u32 = 50;
/// Frames without a shell call, at most: ten minutes.
const PATIENCE: u32 = 30_000;

/// Port of the joystick that games read.
const STICK: u8 = 2;

/// Statuses of `load` that a disk can bring about.
const DONE: u16 = 0;
const NO_SAVE: u16 = 1;
const DAMAGED: u16 = 2;
const OTHER_GAME: u16 = 4;
const NO_DRIVE: u16 = 7;
const OLDER: u16 = 8;
/// Where the header of a saved game holds the game's id.
const GAME_ID: std::ops::Range<usize> = 8..20;
/// Status of `save` on a protected disk.
const PROTECTED: u16 = 6;

/// A game on the emulated C64.
pub struct MachineRun<'a> {
    session: Session,
    loaded_in: u64,
    cartridge: Cartridge<'a>,
}

/// What is held down for a key.
enum Held {
    Keys(Vec<Key>),
    Fire,
}

impl<'a> MachineRun<'a> {
    /// Switches the machine on, loads the game and runs it until it waits for its first key; the disk is at the host's speed.
    ///
    /// # Errors
    /// When the disk does not load.
    pub fn start(cartridge: Cartridge<'a>, built: &Built, roms: &RomSet) -> Result<Self, Failed> {
        Self::start_at(cartridge, built, roms, DriveSpeed::Host)
    }

    /// The same with a drive of that speed.
    ///
    /// # Errors
    /// When the disk does not load.
    pub fn start_at(
        cartridge: Cartridge<'a>,
        built: &Built,
        roms: &RomSet,
        speed: DriveSpeed,
    ) -> Result<Self, Failed> {
        let mut machine =
            boot::c64(roms, Video::Pal).map_err(|e| RunError::NotLoaded(e.to_string()))?;
        machine.set_drive_speed(speed);
        let mut session = Session::new(machine, built.symbols());
        session.machine.insert_disk(&built.disk.to_bytes())?;
        let start = boot::start_disk(&mut session)?;
        session.run_until_first_menu()?;
        if !session.observe() {
            return Err(RunError::NoState.into());
        }
        Ok(Self {
            loaded_in: session.machine.cycles() - start,
            session,
            cartridge,
        })
    }

    /// Cycles from RETURN after `LOAD` to the first menu, `RUN` typed at once.
    pub fn loaded_in(&self) -> u64 {
        self.loaded_in
    }

    /// The machine.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The machine, for instruments.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Runs frames until something is seen that ends the wait.
    fn run_until(
        &mut self,
        seen: &mut Vec<Sighting>,
        frames: u32,
        ends: impl Fn(&Seen) -> bool,
    ) -> Result<bool, Failed> {
        let mut left = frames;
        while left > 0 {
            self.session.frame()?;
            left -= 1;
            let new = self.session.take_sightings();
            if !new.is_empty() {
                left = frames;
            }
            let first = seen.len();
            seen.extend(new);
            if seen[first..].iter().any(|sighting| ends(&sighting.what)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn held(&self, stroke: &Stroke<'_>) -> Result<Held, Failed> {
        if stroke.key == keys::FIRE {
            return Ok(Held::Fire);
        }
        let name = keys::name(stroke.key);
        let machine = self.session.machine.as_ref();
        let character = match name.as_str() {
            "SPACE" => Some(' '),
            name => name.chars().next().filter(|_| name.chars().count() == 1),
        };
        let chord = match (character, name.as_str()) {
            (Some(character), _) => machine.chord(character),
            (None, "HELP") => session::chord_named(machine, "f1").ok(),
            (None, name) => session::chord_named(machine, name).ok(),
        };
        let Some(Chord { key, with }) = chord else {
            return Err(Failed::NoKey {
                line: stroke.line,
                key: name,
            });
        };
        Ok(Held::Keys(with.into_iter().chain([key]).collect()))
    }

    fn hold(&mut self, held: &Held, down: bool) {
        let machine = self.session.machine.as_mut();
        match held {
            Held::Fire => machine.joystick(
                STICK,
                Joystick {
                    fire: down,
                    ..Joystick::default()
                },
            ),
            Held::Keys(keys) if down => keys.iter().for_each(|key| machine.key_down(*key)),
            Held::Keys(keys) => keys.iter().for_each(|key| machine.key_up(*key)),
        }
    }

    /// Types a key and runs until the game waits for the next or ends; returns what was seen, the key first.
    ///
    /// # Errors
    /// [`Failed`].
    pub fn stroke(&mut self, stroke: &Stroke<'_>) -> Result<Vec<Sighting>, Failed> {
        let held = self.held(stroke)?;
        let game = self.session.machine.disk().unwrap_or_default();
        for line in stroke.after {
            self.prepare(line.number, &line.event, &game)?;
        }
        let mut seen = Vec::new();
        self.run_until(&mut seen, PAUSE, |_| false)?;
        seen.clear();
        self.hold(&held, true);
        let is_key = |seen: &Seen| matches!(seen, Seen::Answered(ShellCall::Event, _));
        self.run_until(&mut seen, HOLD, is_key)?;
        self.hold(&held, false);
        let took = seen.iter().find_map(|seen| match &seen.what {
            Seen::Answered(ShellCall::Event, key) => Some(*key),
            _ => None,
        });
        if took != Some(stroke.key) {
            return Err(Failed::NotTaken {
                line: stroke.line,
                typed: keys::name(stroke.key),
                took: took.map(keys::name),
            });
        }
        // What ends the work on a key may have been seen in the frame in which it was taken.
        let rests =
            |seen: &Seen| matches!(seen, Seen::Called(ShellCall::Event) | Seen::Left { .. });
        let end =
            seen.iter().any(|s| rests(&s.what)) || self.run_until(&mut seen, PATIENCE, rests)?;
        if !end {
            return Err(self.session.in_vain("the next wait for a key").into());
        }
        let fault = seen.iter().find_map(|seen| match &seen.what {
            Seen::Left { trap, .. } => *trap,
            _ => None,
        });
        if let Some(fault) = fault {
            return Err(Failed::MachineFault(fault));
        }
        let machine = self.session.machine.as_mut();
        machine.set_write_protected(false);
        if machine.disk().is_none() {
            machine.insert_disk(&game)?;
        }
        Ok(seen)
    }

    /// Brings about what the shell will answer, as the player did: by the disk in the drive.
    fn prepare(&mut self, line: usize, event: &Event, game: &[u8]) -> Result<(), Failed> {
        match event {
            Event::Save(Status(DONE)) | Event::Key(_) | Event::Turn { .. } | Event::End { .. } => {}
            Event::Save(Status(PROTECTED)) => self.session.machine.set_write_protected(true),
            Event::Save(Status(NO_DRIVE))
            | Event::Load {
                status: Status(NO_DRIVE),
                ..
            } => self.session.machine.eject_disk(),
            Event::Load {
                status: Status(status @ (DONE | NO_SAVE | DAMAGED | OTHER_GAME | OLDER)),
                image,
            } => {
                let disk = self.disk_with(line, *status, image, game)?;
                self.session.machine.insert_disk(&disk.to_bytes())?;
            }
            Event::Entropy(_) | Event::Save(_) | Event::Saved(_) | Event::Load { .. } => {
                return Err(Failed::OnlyHost {
                    line,
                    what: event.to_string(),
                });
            }
        }
        Ok(())
    }

    /// The disk in the drive, with such saved games that a load has this status.
    fn disk_with(
        &self,
        line: usize,
        status: u16,
        state: &[u8],
        disk: &[u8],
    ) -> Result<D64, Failed> {
        let failed = |source| Failed::Disk { line, source };
        let mut disk = D64::from_bytes(disk).map_err(failed)?;
        let name = |slot: char| {
            Name::from_petscii(format!("{}.SAVE.{slot}", self.cartridge.game).as_bytes())
        };
        for slot in ['A', 'B'] {
            if let Ok(entry) = disk.find(&name(slot)) {
                disk.scratch(&entry).map_err(failed)?;
            }
        }
        let mut memory = Memory::of(&self.cartridge);
        image::restore(&self.cartridge, &mut memory, state);
        let save = |slot: u8, generation| {
            let header = Header::of(&self.cartridge, &memory, slot, generation);
            let mut file = header.to_bytes().to_vec();
            file.extend(image::bytes(&self.cartridge, &memory));
            file
        };
        // Whole but for its last byte.
        let damaged = || {
            let mut file = save(0, 2);
            if let Some(last) = file.last_mut() {
                *last ^= 1;
            }
            file
        };
        let foreign = || {
            let mut file = save(0, 1);
            file[GAME_ID].fill(b'?');
            file
        };
        let files = match status {
            OTHER_GAME => [Some(foreign()), None],
            NO_SAVE => [None, None],
            DAMAGED => [Some(damaged()), None],
            OLDER => [Some(save(0, 1)), Some(damaged())],
            // In both slots: whichever the game asks for.
            _ => [Some(save(0, 1)), Some(save(1, 1))],
        };
        for (slot, file) in ['A', 'B'].into_iter().zip(files) {
            if let Some(file) = file {
                disk.write_file(&name(slot), FileKind::Seq, &file)
                    .map_err(failed)?;
            }
        }
        Ok(disk)
    }
}

impl Execution for MachineRun<'_> {
    fn name(&self) -> &'static str {
        "c64"
    }

    fn press(&mut self, stroke: &Stroke<'_>) -> Result<Vec<Seen>, Failed> {
        let seen = self.stroke(stroke)?;
        Ok(seen.into_iter().map(|sighting| sighting.what).collect())
    }

    fn image(&self) -> Vec<u8> {
        // The symbols were there when the instrument was put on.
        self.session.state_image().unwrap_or_default()
    }
}

/// A replay whose chance is typed. A game asks for chance when its number prompt was closed with 0
/// (`core/lang/REFERENCE.md`, section 7), so the zeros before that RETURN give way to the digits of what the machine
/// answered, and the game is the same from there on.
///
/// # Errors
/// When chance was not asked for behind a RETURN, or answered 0.
pub fn typed(replay: &Replay) -> Result<Replay, Failed> {
    const ZERO: Event = Event::Key(b'0' as u16);
    let mut lines: Vec<Line> = Vec::new();
    for line in &replay.lines {
        let Event::Entropy(number) = line.event else {
            lines.push(line.clone());
            continue;
        };
        let closed = lines.pop_if(|last| last.event == Event::Key(keys::RETURN));
        let (Some(closed), 1..) = (closed, number) else {
            return Err(Failed::OnlyHost {
                line: line.number,
                what: line.event.to_string(),
            });
        };
        while lines.pop_if(|last| last.event == ZERO).is_some() {}
        let digits = number.to_string().into_bytes();
        lines.extend(digits.into_iter().map(|digit| Line {
            number: closed.number,
            event: Event::Key(u16::from(digit)),
        }));
        lines.push(closed);
    }
    Ok(Replay {
        head: replay.head.clone(),
        lines,
    })
}
