//! Measures a game on an emulated machine: boots it, presses keys, looks at clock and stack.

use super::PARTS;
use super::input::Input;
use super::speed;
use super::times::{self, answer, is_unattended, loading, phases, scrolls};
use crate::failure::Failure;
use crate::observe::Sighting;
use crate::pairs::Pair;
use crate::pipeline::Game;
use crate::replay::machine::MachineRun;
use crate::replay::run::Failed;
use crate::targets::Fitting;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use std::collections::BTreeMap;
use std::path::Path;

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// By measure.
    pub values: BTreeMap<&'static str, f64>,
    /// Where the longest of a measure was seen.
    pub places: BTreeMap<&'static str, String>,
}

impl Measured {
    fn longest(&mut self, measure: &'static str, value: f64, place: &str) {
        if self.values.get(measure).is_none_or(|old| value > *old) {
            self.values.insert(measure, value);
            self.places.insert(measure, place.to_owned());
        }
    }
}

/// Measures a game that was built for a machine, pressing the keys of the files. Answers in the pair's `work_phases` count as the
/// phase they are.
///
/// # Errors
/// When it does not boot, or a file's keys cannot be pressed.
pub fn measure(
    cartridge: &[u8],
    game: &Game,
    files: &[impl AsRef<Path>],
    pair: &Pair,
) -> Result<Measured, Failure> {
    let cartridge = Cartridge::read(cartridge)?;
    let mut measured = Measured {
        values: game.target.sizes(game, &cartridge)?,
        ..Measured::default()
    };
    let mut inputs = Vec::new();
    for file in files {
        let file = file.as_ref();
        let input = Input::read(file).map_err(|error| format!("{}, {error}", file.display()))?;
        inputs.push((file, input));
    }
    let expansions = pair.expansions();
    let fitting = Fitting {
        expansions: &expansions,
        ..Fitting::default()
    };
    load(cartridge, game, fitting, inputs.first(), &mut measured)?;
    for (file, input) in &inputs {
        let named = |error: &dyn std::fmt::Display| format!("{}, {error}", file.display());
        let with_parts = pair.limits.contains_key(PARTS);
        let speed = match with_parts {
            true => DriveSpeed::Real,
            false => DriveSpeed::Host,
        };
        let mut run =
            MachineRun::start_at(cartridge, game, fitting, speed).map_err(|error| named(&error))?;
        let clerk = Clerk {
            file,
            pair,
            measured: &mut measured,
            with_parts,
            begun: false,
        };
        let stack = play(game, &mut run, input, clerk).map_err(|error| named(&error))?;
        if let Some(bytes) = stack {
            measured.longest("stack_bytes", f64::from(bytes), &file.display().to_string());
        }
        if run.session().waits_for_key() {
            let speed = speed::of_a_minute(run.session_mut())?;
            measured.values.insert("waiting_speed", speed);
        }
    }
    let games = pair.games.as_ref();
    if let Some(speed) = games.map_or(Ok(None), |g| {
        speed::while_thinking(cartridge, game, fitting, g)
    })? {
        measured.values.insert("thinking_speed", speed);
    }
    Ok(measured)
}

/// Times what comes from the disk at the real drive's speed: the first menu, and the first part of the game that keys lead to.
fn load(
    cartridge: Cartridge<'_>,
    game: &Game,
    fitting: Fitting<'_>,
    input: Option<&(&Path, Input)>,
    measured: &mut Measured,
) -> Result<(), Failed> {
    let mut run = MachineRun::start_at(cartridge, game, fitting, DriveSpeed::Real)?;
    let clock = f64::from(run.session().machine.clock_hz());
    let first_menu = run.loaded_in() as f64 / clock;
    measured.values.insert("first_menu_seconds", first_menu);
    let Some((_, input)) = input.filter(|_| cartridge.parts().count() > 1) else {
        return Ok(());
    };
    input.give(&mut run, |_, seen, _| {
        let cycles = loading(seen);
        if let Some(cycles) = cycles {
            let seconds = cycles as f64 / clock;
            measured.values.insert("loading_seconds", seconds);
        }
        cycles.is_none()
    })
}

/// Gives the events of a file to a game and has their times taken. Returns how deep the stack was, if that can be seen.
fn play(
    game: &Game,
    run: &mut MachineRun<'_>,
    input: &Input,
    mut clerk: Clerk<'_>,
) -> Result<Option<u32>, Failed> {
    run.session_mut().probe(&times::probes(game.target))?;
    let stack = game.target.stack(game);
    if let Some(stack) = &stack {
        stack.mark(run.session_mut());
    }
    input.give(run, |run, seen, event| {
        clerk.times(run.session().machine.as_ref(), seen, event);
        true
    })?;
    Ok(stack.map(|stack| stack.used(run.session())))
}

/// Counts what followed each event of a file.
struct Clerk<'a> {
    file: &'a Path,
    pair: &'a Pair,
    measured: &'a mut Measured,
    /// What parts take counts: the drive is a real one.
    with_parts: bool,
    /// The first parts have come, those that a new game is loaded from.
    begun: bool,
}

impl Clerk<'_> {
    /// What counts of the cycles that parts of the game took to come: nothing with a drive at the host's speed, nor the first ones,
    /// which `loading_seconds` is about.
    fn parts(&mut self, cycles: u64) -> u64 {
        let counts = self.with_parts && self.begun;
        self.begun |= cycles > 0;
        if counts { cycles } else { 0 }
    }

    fn longest(&mut self, measure: &'static str, value: f64, place: &str) {
        if measure != PARTS || self.with_parts {
            self.measured.longest(measure, value, place);
        }
    }

    /// Takes the times of what was seen after an event.
    fn times(&mut self, machine: &dyn Machine, seen: &[Sighting], event: &str) {
        let place = format!("{}, {event}", self.file.display());
        let clock = f64::from(machine.clock_hz());
        let frame = clock / machine.frame_hz();
        let mut phases = phases(seen);
        for phase in &mut phases {
            phase.loaded = self.parts(phase.loaded);
            let place = format!("{place}, turn {}, phase {}", phase.turn, phase.phase);
            self.longest(PARTS, phase.loaded as f64 / clock, &place);
        }
        if is_unattended(seen) {
            for turn in self.pair.turns_of(phases) {
                let place = format!("{place}, turn {}, phase {}", turn.turn, turn.phase);
                let cycles = turn.cycles + turn.loaded;
                self.longest("turn_seconds", cycles as f64 / clock, &place);
            }
        } else if let Some(answer) = answer(seen) {
            let work = answer.ended_phase || self.pair.work_phases.contains(&answer.phase);
            let loaded: u64 = phases.iter().map(|phase| phase.loaded).sum();
            let (kind, cycles) = match work {
                true => ("turn_seconds", answer.cycles + loaded),
                false => ("answer_seconds", answer.cycles),
            };
            self.longest(kind, cycles as f64 / clock, &place);
        }
        for cycles in scrolls(seen) {
            self.longest("scroll_frames", cycles as f64 / frame, &place);
        }
    }
}
