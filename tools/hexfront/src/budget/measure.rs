//! Measures a game on the emulated C64: boots it, presses keys, looks at clock and stack.

use super::sizes::sizes;
use super::times::{PROBES, answer, is_unattended, loading, phases, scrolls};
use crate::commands::Failure;
use crate::games::Game;
use crate::observe::Sighting;
use crate::pipeline::{Built, build_c64};
use crate::replay::file::{Event, Head, Line, Replay};
use crate::replay::keys;
use crate::replay::machine::{MachineRun, typed};
use crate::replay::run::{Failed, strokes};
use crate::roms::{RomSet, rom_set};
use crate::script::Action;
use crate::session::Session;
use crate::{compile, host, script};
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{Bank, DriveSpeed};
use std::collections::BTreeMap;
use std::path::Path;

/// The processor's stack.
const STACK: std::ops::RangeInclusive<u32> = 0x0100..=0x01FF;
/// What is written below the stack pointer, to see later how far the stack came down.
const UNTOUCHED: u8 = 0xA5;

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

/// Builds a game for the C64 and measures it, pressing the keys of the files. Answers in `work_phases` count as the phase
/// they are.
///
/// # Errors
/// When it does not build or boot, or a file's keys cannot be pressed.
pub fn measure(
    game: &Game,
    files: &[impl AsRef<Path>],
    work_phases: &[u8],
) -> Result<Measured, Failure> {
    let bytes = compile::compile(game)?;
    let cartridge = Cartridge::read(&bytes)?;
    let built = build_c64(&bytes)?;
    let roms = rom_set(&[])?;
    let mut measured = Measured {
        values: sizes(&built, &cartridge)?,
        ..Measured::default()
    };
    let mut replays = Vec::new();
    for file in files {
        let file = file.as_ref();
        let named = |error: &dyn std::fmt::Display| format!("{}, {error}", file.display());
        let replay = keys_of(file, &cartridge)?;
        replays.push((file, typed(&replay).map_err(|error| named(&error))?));
    }
    let first = replays.first().map(|(_, replay)| replay);
    load(cartridge, &built, &roms, first, &mut measured)?;
    for (file, replay) in replays {
        let named = |error: &dyn std::fmt::Display| format!("{}, {error}", file.display());
        let run = MachineRun::start(cartridge, &built, &roms).map_err(|error| named(&error))?;
        let mut player = Player {
            run,
            file,
            work_phases,
            measured: &mut measured,
        };
        player.play(&replay).map_err(|error| named(&error))?;
    }
    Ok(measured)
}

/// Times what comes from the disk at the real drive's speed: the first menu, and the first part of the game that keys lead to.
fn load(
    cartridge: Cartridge<'_>,
    built: &Built,
    roms: &RomSet,
    replay: Option<&Replay>,
    measured: &mut Measured,
) -> Result<(), Failed> {
    let mut run = MachineRun::start_at(cartridge, built, roms, DriveSpeed::Real)?;
    let clock = f64::from(run.session().machine.clock_hz());
    let first_menu = run.loaded_in() as f64 / clock;
    measured.values.insert("first_menu_seconds", first_menu);
    for stroke in replay.into_iter().flat_map(strokes) {
        if let Some(cycles) = loading(&run.stroke(&stroke)?) {
            let seconds = cycles as f64 / clock;
            measured.values.insert("loading_seconds", seconds);
            break;
        }
    }
    Ok(())
}

/// The keys of a replay, or of a script.
fn keys_of(file: &Path, cartridge: &Cartridge<'_>) -> Result<Replay, Failure> {
    let named = |error: &dyn std::fmt::Display| format!("{}, {error}", file.display());
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    if text.starts_with("hexfront replay") {
        return Ok(Replay::parse(&text).map_err(|error| named(&error))?);
    }
    let actions = script::parse_file(&text).map_err(|error| named(&error))?;
    Ok(keys_in(&actions, cartridge))
}

/// The keys among actions, as a replay without states.
pub(super) fn keys_in(actions: &[Action], cartridge: &Cartridge<'_>) -> Replay {
    let keys = actions.iter().filter_map(host::key_code);
    let lines = keys.zip(1..).map(|(key, number)| Line {
        number,
        event: Event::Key(key),
    });
    Replay {
        head: Head::of(cartridge),
        lines: lines.collect(),
    }
}

/// Presses the keys of a file and takes times.
struct Player<'a> {
    run: MachineRun<'a>,
    file: &'a Path,
    work_phases: &'a [u8],
    measured: &'a mut Measured,
}

impl Player<'_> {
    fn play(&mut self, replay: &Replay) -> Result<(), Failed> {
        self.run.session_mut().probe(&PROBES)?;
        mark_stack(self.run.session_mut());
        for (number, stroke) in (1..).zip(strokes(replay)) {
            let seen = self.run.stroke(&stroke)?;
            let place = format!(
                "{}, key {number} ({})",
                self.file.display(),
                keys::name(stroke.key)
            );
            self.times(&seen, &place);
        }
        let stack = f64::from(stack_bytes(self.run.session()));
        let file = self.file.display().to_string();
        self.measured.longest("stack_bytes", stack, &file);
        Ok(())
    }

    /// Counts what followed a key.
    fn times(&mut self, seen: &[Sighting], place: &str) {
        let machine = &self.run.session().machine;
        let clock = f64::from(machine.clock_hz());
        let frame = clock / machine.frame_hz();
        let measured = &mut *self.measured;
        if is_unattended(seen) {
            for phase in phases(seen) {
                let place = format!("{place}, turn {}, phase {}", phase.turn, phase.phase);
                measured.longest("turn_seconds", phase.cycles as f64 / clock, &place);
            }
        } else if let Some(answer) = answer(seen) {
            let work = answer.ended_phase || self.work_phases.contains(&answer.phase);
            let kind = if work {
                "turn_seconds"
            } else {
                "answer_seconds"
            };
            measured.longest(kind, answer.cycles as f64 / clock, place);
        }
        for cycles in scrolls(seen) {
            measured.longest("scroll_frames", cycles as f64 / frame, place);
        }
    }
}

/// Marks the part of the stack that is free now. Nothing reads below the stack pointer.
fn mark_stack(session: &mut Session) {
    let pointer = session.machine.registers();
    let pointer = pointer.iter().find(|(name, _)| *name == "s");
    let free = pointer.map_or(0, |(_, pointer)| *pointer);
    for address in *STACK.start()..=STACK.start() + free {
        session.machine.poke(address, UNTOUCHED);
    }
}

/// Bytes of the stack that were ever written since it was marked.
fn stack_bytes(session: &Session) -> u32 {
    let used = |address: &u32| session.machine.peek(Bank::Ram, *address) != UNTOUCHED;
    STACK.clone().find(used).map_or(0, |a| STACK.end() - a + 1)
}
