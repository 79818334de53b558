//! The command `replay`.

use super::fields::differences;
use super::file::{Event, Replay};
use super::host::HostRun;
use super::machine::MachineRun;
use super::run::{Check, Course, Difference, Execution, Failed, run};
use crate::cli::ReplayOptions;
use crate::compile::{self, Made};
use crate::failure::Failure;
use crate::games::{self, Game};
use crate::json;
use crate::observe::hash;
use crate::output::print_line;
use crate::targets::{Fitting, TargetRef};
use hexfront_isa::cartridge::Cartridge;
use std::fmt::Write as _;

/// Values that differ, printed at most.
const SHOWN: usize = 12;

/// What a replay can run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// The reference VM.
    Host,
    /// An emulated machine.
    Machine(TargetRef),
    /// The reference VM, and the machine that the game is for.
    All,
}

impl On {
    /// The game on the machine, if it is to run on one.
    fn make(self, game: &Game) -> Option<Result<Made, Failure>> {
        Some(match self {
            Self::Host => return None,
            Self::Machine(target) => compile::make(game, target),
            Self::All => compile::make_first(game),
        })
    }
}

/// `replay`: plays a recorded game again and compares its states.
///
/// # Errors
/// [`Failure::No`] when a state differs; else why it cannot be run.
pub fn replay(options: &ReplayOptions) -> Result<(), Failure> {
    let named = |error: &dyn std::fmt::Display| format!("{}, {error}", options.file.display());
    let text = std::fs::read(&options.file)
        .map_err(|error| format!("cannot read {}: {error}", options.file.display()))?;
    let text = String::from_utf8(text)
        .map_err(|_| format!("{} is no text, so it is no replay", options.file.display()))?;
    let replay = Replay::parse(&text).map_err(|error| named(&error))?;
    let (game, bytes) = game_of(&replay, options.game.as_deref())?;
    let cartridge = Cartridge::read(&bytes)?;
    fits(&replay, &cartridge).map_err(|error| named(&error))?;

    // The host runs always: it is quick, and its states tell which values differ on a machine.
    let host = HostRun::start(cartridge).and_then(|mut host| run(&replay, &mut host));
    let mut results = Vec::new();
    let reference = host.as_ref().ok().cloned();
    if matches!(options.on, On::Host | On::All) {
        results.push(("host", host.map_err(|error| named(&error))?));
    }
    if let Some(made) = options.on.make(&game) {
        let Made { cartridge, built } = made?;
        let cartridge = Cartridge::read(&cartridge)?;
        let fitting = Fitting {
            roms: &options.rom,
            ..Fitting::default()
        };
        let mut machine =
            MachineRun::start(cartridge, &built, fitting).map_err(|error| named(&error))?;
        let course = run(&replay, &mut machine).map_err(|error| named(&error))?;
        results.push((machine.name(), course));
    }
    let other_rules = !replay.head.rules.is_of(&cartridge);
    if options.json {
        print_line(as_json(&replay, other_rules, &results))?;
    } else {
        if other_rules {
            println!(
                "recorded with other rules than those of today, so a difference is no surprise"
            );
        }
        for (name, course) in &results {
            let text = report(name, course, &cartridge, reference.as_ref());
            print_line(text.trim_end())?;
        }
    }
    if results.iter().any(|(_, c)| c.difference.is_some()) {
        return Err(Failure::No);
    }
    Ok(())
}

/// The game that a replay is of, and its cartridge.
fn game_of(replay: &Replay, name: Option<&str>) -> Result<(Game, Vec<u8>), Failure> {
    if let Some(name) = name {
        let game = games::find(name)?;
        let bytes = compile::compile(&game)?;
        return Ok((game, bytes));
    }
    for name in games::names() {
        let game = games::find(&name)?;
        if let Ok(bytes) = compile::compile(&game)
            && Cartridge::read(&bytes).is_ok_and(|cartridge| cartridge.game == replay.head.game)
        {
            return Ok((game, bytes));
        }
    }
    Err(format!(
        "no game here has the id {}; name its directory with --game",
        replay.head.game
    )
    .into())
}

/// Whether a replay can be of a cartridge.
///
/// # Errors
/// With what does not fit, line first.
pub fn fits(replay: &Replay, cartridge: &Cartridge<'_>) -> Result<(), Failed> {
    let (game, version) = (cartridge.game, cartridge.version);
    if replay.head.game != game || replay.head.version != version {
        return Err(Failed::OtherGame {
            recorded: format!("{} version {}", replay.head.game, replay.head.version),
            here: format!("{game} version {version}"),
        });
    }
    let wanted = cartridge.image_bytes();
    for line in &replay.lines {
        if let Event::Load { status, image } = &line.event
            && status.loaded()
            && image.len() != wanted
        {
            return Err(Failed::StateLength {
                line: line.number,
                found: image.len(),
                wanted,
            });
        }
    }
    Ok(())
}

/// What came of a run, in a few lines.
fn report(
    name: &str,
    course: &Course,
    cartridge: &Cartridge<'_>,
    reference: Option<&Course>,
) -> String {
    let states = course.equal.len();
    let mut text = String::new();
    // Writing to a string cannot fail.
    match &course.difference {
        None => {
            let _ = writeln!(text, "{name}: equal ({states} states compared)");
        }
        Some(Difference::Course {
            line,
            wanted,
            found,
        }) => {
            let _ = writeln!(
                text,
                "{name}: takes another course at line {line}: {wanted} is recorded, {found} came \
                 ({states} states equal before)"
            );
        }
        Some(Difference::State(check)) => {
            let when = check.turn.map_or("the end".into(), |turn| {
                format!("the beginning of turn {turn}")
            });
            let _ = writeln!(
                text,
                "{name}: differs at line {}, {when}: {:08X} is recorded, {:08X} found \
                 ({states} states equal before)",
                check.line,
                check.wanted,
                hash(&check.image)
            );
            text.push_str(&values(check, cartridge, reference));
        }
    }
    text
}

/// Which values differ, where the host knows the recorded state.
fn values(check: &Check, cartridge: &Cartridge<'_>, reference: Option<&Course>) -> String {
    let same = |other: &&Check| other.line == check.line;
    let Some(true_one) = reference.and_then(|course| course.equal.iter().find(same)) else {
        return "    the recorded state is not known, so its values cannot be compared\n".into();
    };
    let list = differences(cartridge, &true_one.image, &check.image);
    let mut text: String = list
        .iter()
        .take(SHOWN)
        .map(|value| format!("    {value}\n"))
        .collect();
    if list.len() > SHOWN {
        let _ = writeln!(text, "    and {} more", list.len() - SHOWN);
    }
    text
}

fn as_json(replay: &Replay, other_rules: bool, results: &[(&str, Course)]) -> String {
    let difference = |line: usize, recorded: &str, found: &str| {
        json::object([
            ("line", line.to_string()),
            ("recorded", json::quoted(recorded)),
            ("found", json::quoted(found)),
        ])
    };
    let runs = results.iter().map(|(name, course)| {
        let difference = match &course.difference {
            None => "null".into(),
            Some(Difference::State(check)) => difference(
                check.line,
                &format!("{:08X}", check.wanted),
                &format!("{:08X}", hash(&check.image)),
            ),
            Some(Difference::Course {
                line,
                wanted,
                found,
            }) => difference(*line, wanted, found),
        };
        json::object([
            ("on", json::quoted(name)),
            ("equal_states", course.equal.len().to_string()),
            ("difference", difference),
        ])
    });
    json::object([
        ("game", json::quoted(&replay.head.game)),
        ("keys", replay.keys().to_string()),
        ("other_rules", other_rules.to_string()),
        ("runs", json::array(runs)),
    ])
}
