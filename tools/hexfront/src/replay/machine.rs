//! A replay on an emulated machine: keys are typed and the pointer is moved when it waits for that, saved games come on a disk.
//! Chance comes with the moment of a key, or is laid where the shell takes it from.

use super::file::{Event, Line, Status, chosen};
use super::keys;
use super::run::{Execution, Failed, Stroke};
use super::saves::{self, DONE, NAME, NO_DRIVE, NO_SAVE, PROTECTED};
use crate::observe::{Seen, Sighting};
use crate::pipeline::Game;
use crate::session;
use crate::session::{RunError, Session};
use crate::targets::{Chance, Fitting, TargetRef};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::{Event as Choice, ShellCall};
use hexfront_platforms::machine::{Bank, Button, Chord, DriveSpeed, Joystick, Key, Machine};

/// Frames between two keys: the shell takes a key as let go when two scans agree.
const PAUSE: u32 = 3;
/// Frames a key is held at most: then the machine has not taken it. It may draw a page of settings first.
const HOLD: u32 = 250;
/// Frames without a shell call, at most: ten minutes.
const PATIENCE: u32 = 30_000;

/// Port of the joystick that games read.
const STICK: u8 = 2;

/// A game on an emulated machine.
pub struct MachineRun<'a> {
    session: Session,
    target: TargetRef,
    loaded_in: u64,
    cartridge: Cartridge<'a>,
    last_turn: Option<u8>,
}

/// What is held down for a key.
enum Held {
    Keys(Vec<Key>),
    Fire,
    Button,
}

impl<'a> MachineRun<'a> {
    /// Switches the machine on, loads the game and runs it until it waits for its first key; the disk is at the host's speed.
    ///
    /// # Errors
    /// When a ROM cannot be used, or the disk does not load.
    pub fn start(
        cartridge: Cartridge<'a>,
        game: &Game,
        fitting: Fitting<'_>,
    ) -> Result<Self, Failed> {
        Self::start_at(cartridge, game, fitting, DriveSpeed::Host)
    }

    /// The same with a drive of that speed.
    ///
    /// # Errors
    /// When a ROM cannot be used, or the disk does not load.
    pub fn start_at(
        cartridge: Cartridge<'a>,
        game: &Game,
        fitting: Fitting<'_>,
        speed: DriveSpeed,
    ) -> Result<Self, Failed> {
        let target = game.target;
        let mut emulated = target
            .switch_on(fitting)
            .map_err(|e| RunError::NotLoaded(e.to_string()))?;
        emulated.set_drive_speed(speed);
        let mut session = Session::new(emulated, game.symbols());
        session.machine.insert_disk(&game.disk.to_bytes())?;
        let start = target.start(&mut session)?;
        session.run_until_first_menu()?;
        if !session.observe() {
            return Err(RunError::NoState.into());
        }
        Ok(Self {
            loaded_in: session.machine.cycles() - start,
            target,
            session,
            cartridge,
            last_turn: None,
        })
    }

    /// What plays itself is left behind this turn.
    pub fn leave_behind(&mut self, turn: u8) {
        self.last_turn = Some(turn);
    }

    /// Cycles to the first menu: from RETURN after `LOAD`, `RUN` typed at once, or from power-on where the ROM boots the disk.
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

    /// The machine, to be played on with: the last key is let go.
    ///
    /// # Errors
    /// When the processor locks up.
    pub fn into_session(mut self) -> Result<Session, Failed> {
        self.run_until(&mut Vec::new(), PAUSE, |_| false)?;
        Ok(self.session)
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

    /// What is to be held down; the pointer is led to what it is to choose.
    fn held(&mut self, stroke: &Stroke<'_>) -> Result<Held, Failed> {
        if !matches!(Choice::of(stroke.key), Choice::Key(_)) {
            let (line, choice) = (stroke.line, chosen(stroke.key));
            if !self.session.machine.has_mouse() {
                return Err(Failed::NoPointer { line, choice });
            }
            let there = self.session.seek(stroke.key, self.cartridge.grid)?;
            return there
                .then_some(Held::Button)
                .ok_or(Failed::NoPlace { line, choice });
        }
        if let Some(hex) = stroke.pointed() {
            self.session.point_anew(hex, self.cartridge.grid)?;
        }
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

    /// Types a key and runs until the game waits for the next or ends; returns what was seen, the key first.
    ///
    /// # Errors
    /// [`Failed`].
    pub fn stroke(&mut self, stroke: &Stroke<'_>) -> Result<Vec<Sighting>, Failed> {
        let game = self.session.machine.disk().unwrap_or_default();
        self.prepare_list(stroke, &game)?;
        for line in stroke.after {
            self.prepare(line.number, &line.event, &game)?;
        }
        let held = self.held(stroke)?;
        let mut seen = Vec::new();
        self.run_until(&mut seen, PAUSE, |_| false)?;
        if let Some(number) = stroke
            .chance()
            .filter(|_| self.target.chance() == Chance::Moment)
        {
            let press = |machine: &mut dyn Machine| hold(machine, &held, true);
            self.session.wait_for_chance(number, press)?;
        }
        self.session.take_sightings();
        seen.clear();
        hold(self.session.machine.as_mut(), &held, true);
        if let Some(number) = stroke
            .chance()
            .filter(|_| self.target.chance() == Chance::Laid)
        {
            self.session.lay_chance(number)?;
        }
        let is_key = |seen: &Seen| matches!(seen, Seen::Answered(ShellCall::Event, _));
        self.run_until(&mut seen, HOLD, is_key)?;
        hold(self.session.machine.as_mut(), &held, false);
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
        if !seen.iter().any(|s| rests(&s.what)) {
            self.work(stroke, &mut seen)?;
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

    /// Runs until the game waits for the next key or ends. Where it asked meanwhile whether a key was pressed, and one was, one is:
    /// as soon as it has the answer to the question before.
    fn work(&mut self, stroke: &Stroke<'_>, seen: &mut Vec<Sighting>) -> Result<(), Failed> {
        let answers: Vec<u16> = stroke
            .answers()
            .filter_map(|event| match event {
                Event::Pressed(answer) => Some(*answer),
                _ => None,
            })
            .collect();
        let space = Held::Keys(
            self.session
                .machine
                .chord(' ')
                .map_or_else(Vec::new, |c| vec![c.key]),
        );
        let stops = |seen: &Seen| {
            matches!(
                seen,
                Seen::Called(ShellCall::Event)
                    | Seen::Left { .. }
                    | Seen::Answered(ShellCall::Pressed, _)
            )
        };
        loop {
            let rests =
                |s: &Sighting| matches!(s.what, Seen::Called(ShellCall::Event) | Seen::Left { .. });
            if seen.iter().any(rests) {
                return Ok(());
            }
            let asked = |s: &&Sighting| matches!(s.what, Seen::Answered(ShellCall::Pressed, _));
            let next = answers.get(seen.iter().filter(asked).count());
            let presses = next.is_some_and(|answer| *answer > 0);
            if presses {
                hold(self.session.machine.as_mut(), &space, true);
            }
            let found = self.run_until(seen, PATIENCE, stops)?;
            if presses {
                hold(self.session.machine.as_mut(), &space, false);
                self.run_until(seen, PAUSE, |_| false)?;
            }
            if !found {
                return Err(self.session.in_vain("the next wait for a key").into());
            }
        }
    }

    /// Runs until the game waits for a key, has ended or is left; what was seen since the last time.
    ///
    /// # Errors
    /// When neither comes.
    pub fn rest(&mut self) -> Result<Vec<Sighting>, Failed> {
        let last = self.last_turn;
        let rests = |seen: &Seen| match seen {
            Seen::Called(ShellCall::Event) | Seen::Left { .. } => true,
            Seen::Turn { turn, .. } => last.is_some_and(|last| *turn > last),
            _ => false,
        };
        let mut seen = self.session.take_sightings();
        let resting = self.session.waits_for_key() || seen.iter().any(|s| rests(&s.what));
        if !resting && !self.run_until(&mut seen, PATIENCE, rests)? {
            return Err(self.session.in_vain("the next wait for a key").into());
        }
        Ok(seen)
    }

    /// Puts as many named games on the disk as are listed after a key.
    fn prepare_list(&mut self, stroke: &Stroke<'_>, disk: &[u8]) -> Result<(), Failed> {
        let listed = |line: &&Line| line.event == Event::Saved(DONE);
        let asks = |line: &Line| matches!(line.event, Event::Saved(_));
        let Some(saves) = self.target.named_saves() else {
            return Ok(());
        };
        if !stroke.after.iter().any(asks) {
            return Ok(());
        }
        let count = stroke.after.iter().filter(listed).count();
        if saves.count(disk) != count {
            let state = self.session.state_image()?;
            let disk = saves.with_count(&self.cartridge, &state, count, disk);
            self.session.machine.insert_disk(&disk)?;
        }
        Ok(())
    }

    /// Puts a game on the disk under the name that the player has typed, or takes it away.
    fn prepare_name(&mut self, there: bool) -> Result<(), Failed> {
        let at = self.session.symbols.get("view_name").copied();
        let (Some(saves), Some(at)) = (self.target.named_saves(), at) else {
            return Ok(());
        };
        let mut name = [0; NAME];
        for (offset, letter) in (0..).zip(&mut name) {
            *letter = self.session.machine.peek(Bank::Ram, at + offset);
        }
        // As the rules trim it.
        let spaces = name.iter_mut().rev();
        for letter in spaces.take_while(|letter| matches!(letter, 0 | b' ')) {
            *letter = 0;
        }
        let state = self.session.state_image()?;
        let disk = self.session.machine.disk().unwrap_or_default();
        let wanted = saves.with_name(&self.cartridge, &state, (name, there), &disk);
        if wanted != disk {
            self.session.machine.insert_disk(&wanted)?;
        }
        Ok(())
    }

    /// Brings about what the shell will answer, as the player did: by the disk in the drive.
    fn prepare(&mut self, line: usize, event: &Event, game: &[u8]) -> Result<(), Failed> {
        match event {
            Event::Save(Status(DONE))
            | Event::Key(_)
            | Event::Entropy(_)
            | Event::Turn { .. }
            | Event::End { .. } => {}
            // A key that the game does not wait for is pressed when its moment comes ([`Self::work`]).
            Event::Pressed(_) if self.session.machine.has_mouse() => {}
            // The pointer is led there with the key ([`Self::held`]).
            Event::Pointed(_) if self.session.machine.has_mouse() => {}
            Event::Saved(_) if self.target.named_saves().is_some() => {}
            Event::Named(Status(status @ (DONE | NO_SAVE)))
                if self.target.named_saves().is_some() =>
            {
                self.prepare_name(*status == DONE)?;
            }
            Event::Save(Status(PROTECTED)) => {
                self.session.machine.set_write_protected(true);
            }
            Event::Save(Status(NO_DRIVE))
            | Event::Load {
                status: Status(NO_DRIVE),
                ..
            } => self.session.machine.eject_disk(),
            Event::Load {
                status: Status(status),
                image,
            } if saves::can_bring(*status) => {
                let save = saves::Wanted {
                    status: *status,
                    state: image,
                };
                let disk = self
                    .target
                    .with_saves(&self.cartridge, save, game)
                    .map_err(|source| Failed::Disk { line, source })?;
                self.session.machine.insert_disk(&disk)?;
            }
            _ => {
                return Err(Failed::OnlyHost {
                    line,
                    what: event.to_string(),
                });
            }
        }
        Ok(())
    }
}

/// Holds down what is to be pressed, or lets it go.
fn hold(machine: &mut dyn Machine, held: &Held, down: bool) {
    match held {
        Held::Button => machine.mouse_button(Button::Left, down),
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

impl Execution for MachineRun<'_> {
    fn name(&self) -> &'static str {
        self.target.name()
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
