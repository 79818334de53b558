//! Measures a game on the emulated C64: boots it, presses keys, looks at clock and stack.

use super::sizes::sizes;
use super::times::{PROBES, answer, scrolls};
use crate::commands::Failure;
use crate::games::Game;
use crate::pipeline::build_c64;
use crate::replay::file::{Event, Head, Line, Replay};
use crate::replay::keys;
use crate::replay::machine::{MachineRun, typed};
use crate::replay::run::strokes;
use crate::roms::{RomSet, rom_set};
use crate::session::Session;
use crate::{boot, compile, host, script};
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{Bank, DriveSpeed};
use hexfront_platforms::machines::c64::Video;
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
    fn longest(&mut self, measure: &'static str, value: f64, place: impl FnOnce() -> String) {
        if self.values.get(measure).is_none_or(|old| value > *old) {
            self.values.insert(measure, value);
            self.places.insert(measure, place());
        }
    }
}

/// Builds a game for the C64 and measures it, pressing the keys of the files.
///
/// # Errors
/// When it does not build or boot, or a file's keys cannot be pressed.
pub fn measure(game: &Game, files: &[impl AsRef<Path>]) -> Result<Measured, Failure> {
    let bytes = compile::compile(game)?;
    let cartridge = Cartridge::read(&bytes)?;
    let built = build_c64(&bytes)?;
    let roms = rom_set(&[])?;
    let mut measured = Measured {
        values: sizes(&built, &cartridge)?,
        ..Measured::default()
    };
    let loading = first_menu_seconds(&built.disk.to_bytes(), built.symbols(), &roms)?;
    measured.values.insert("first_menu_seconds", loading);
    for file in files {
        let file = file.as_ref();
        let named = |error: &dyn std::fmt::Display| format!("{}, {error}", file.display());
        let replay = keys_of(file, &cartridge)?;
        let replay = typed(&replay).map_err(|error| named(&error))?;
        let run = MachineRun::start(cartridge, &built, &roms).map_err(|error| named(&error))?;
        play(run, &replay, file, &mut measured).map_err(|error| named(&error))?;
    }
    Ok(measured)
}

/// Seconds from RETURN after `LOAD"*",8` to the first menu, `RUN` typed at once, at the real drive's speed.
fn first_menu_seconds(
    disk: &[u8],
    symbols: crate::session::Symbols,
    roms: &RomSet,
) -> Result<f64, Failure> {
    let mut machine = boot::c64(roms, Video::Pal)?;
    machine.set_drive_speed(DriveSpeed::Real);
    let mut session = Session::new(machine, symbols);
    session.machine.insert_disk(disk)?;
    let start = boot::start_disk(&mut session)?;
    session.run_until_first_menu()?;
    Ok((session.machine.cycles() - start) as f64 / f64::from(session.machine.clock_hz()))
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
    let keys = actions.iter().filter_map(host::key_code);
    let lines = keys.zip(1..).map(|(key, number)| Line {
        number,
        event: Event::Key(key),
    });
    Ok(Replay {
        head: Head::of(cartridge),
        lines: lines.collect(),
    })
}

fn play(
    mut run: MachineRun<'_>,
    replay: &Replay,
    file: &Path,
    measured: &mut Measured,
) -> Result<(), crate::replay::run::Failed> {
    run.session_mut().probe(&PROBES)?;
    mark_stack(run.session_mut());
    let clock = f64::from(run.session().machine.clock_hz());
    let frame = clock / run.session().machine.frame_hz();
    for (number, stroke) in (1..).zip(strokes(replay)) {
        let seen = run.stroke(&stroke)?;
        let place = || {
            let key = keys::name(stroke.key);
            format!("{}, key {number} ({key})", file.display())
        };
        if let Some(answer) = answer(&seen) {
            let kind = if answer.ended_phase {
                "turn_seconds"
            } else {
                "answer_seconds"
            };
            measured.longest(kind, answer.cycles as f64 / clock, place);
        }
        for cycles in scrolls(&seen) {
            measured.longest("scroll_frames", cycles as f64 / frame, place);
        }
    }
    let stack = f64::from(stack_bytes(run.session()));
    measured.longest("stack_bytes", stack, || file.display().to_string());
    Ok(())
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
