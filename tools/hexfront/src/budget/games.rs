//! Whole games that play themselves on the emulated C64, all of them timed: `budget --games`.

use super::limits::Games;
use super::measure::keys_in;
use super::times::{PROBES, Phase, phases};
use crate::commands::Failure;
use crate::games::Game;
use crate::pipeline::{Built, build_c64};
use crate::replay::file::Replay;
use crate::replay::machine::MachineRun;
use crate::replay::run::{Failed, strokes};
use crate::roms::{RomSet, rom_set};
use crate::{compile, json, script};
use hexfront_isa::cartridge::Cartridge;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What stands for the game's number among the keys.
const NUMBER: &str = "#";

/// A game, and how long its phases took.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedGame {
    /// Its number.
    pub number: u16,
    /// The phases in their order.
    pub phases: Vec<Phase>,
    /// Cycles a second.
    pub clock: f64,
}

impl TimedGame {
    /// The longest of each phase by its number: seconds, and the turn.
    fn longest(&self) -> BTreeMap<u8, (f64, u8)> {
        let mut longest = BTreeMap::new();
        for phase in &self.phases {
            let found = (phase.cycles as f64 / self.clock, phase.turn);
            let entry = longest.entry(phase.phase).or_insert(found);
            if found.0 > entry.0 {
                *entry = found;
            }
        }
        longest
    }

    fn turns(&self) -> usize {
        let mut turns: Vec<u8> = self.phases.iter().map(|phase| phase.turn).collect();
        turns.dedup();
        turns.len()
    }
}

/// Plays the games on all processors and times their phases.
///
/// # Errors
/// When it does not build, its keys cannot be read, or a game does not play itself to its end.
pub fn play(game: &Game, games: &Games) -> Result<Vec<TimedGame>, Failure> {
    let bytes = compile::compile(game)?;
    let cartridge = Cartridge::read(&bytes)?;
    let built = build_c64(&bytes)?;
    let roms = rom_set(&[])?;
    let mut replays = Vec::new();
    for number in &games.numbers {
        let keys = games.keys.replace(NUMBER, &number.to_string());
        let actions = script::parse_keys(&keys).map_err(|e| format!("keys of games, {e}"))?;
        replays.push((*number, keys_in(&actions, &cartridge)));
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some((number, replay)) = replays.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let played = play_one(cartridge, &built, &roms, *number, replay);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((*number, played));
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        for _ in 0..threads.min(replays.len()) {
            scope.spawn(work);
        }
    });
    let mut played = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    let game = |(number, played): (u16, Result<TimedGame, Failed>)| {
        played.map_err(|failed| format!("game {number}: {failed}").into())
    };
    played.into_iter().map(game).collect()
}

fn play_one(
    cartridge: Cartridge<'_>,
    built: &Built,
    roms: &RomSet,
    number: u16,
    replay: &Replay,
) -> Result<TimedGame, Failed> {
    let mut run = MachineRun::start(cartridge, built, roms)?;
    run.session_mut().probe(&PROBES)?;
    let clock = f64::from(run.session().machine.clock_hz());
    let mut last = Vec::new();
    for stroke in strokes(replay) {
        last = run.stroke(&stroke)?;
    }
    Ok(TimedGame {
        number,
        phases: phases(&last),
        clock,
    })
}

/// A table in Markdown: a line a game, a column a phase, the longest of each in seconds, and the longest of all.
pub fn table(games: &[TimedGame]) -> String {
    let longest: Vec<_> = games.iter().map(TimedGame::longest).collect();
    let mut columns: Vec<u8> = longest.iter().flat_map(|l| l.keys().copied()).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut text = String::from("| game | turns |");
    // Writing to a string cannot fail.
    for phase in &columns {
        let _ = write!(text, " {phase} |");
    }
    text.push_str(" longest |\n| --- | --- |");
    text.push_str(&" --- |".repeat(columns.len() + 1));
    for (game, longest) in games.iter().zip(&longest) {
        let _ = write!(text, "\n| {} | {} |", game.number, game.turns());
        for phase in &columns {
            match longest.get(phase) {
                Some((seconds, _)) => {
                    let _ = write!(text, " {seconds:.1} |");
                }
                None => text.push_str(" |"),
            }
        }
        let worst = longest.iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0));
        if let Some((phase, (seconds, turn))) = worst {
            let _ = write!(text, " {seconds:.1}, turn {turn}, phase {phase} |");
        }
    }
    text
}

/// The same for a program: every phase of every game.
pub fn as_json(games: &[TimedGame]) -> String {
    json::array(games.iter().map(|game| {
        let phases = game.phases.iter().map(|phase| {
            json::object([
                ("turn", phase.turn.to_string()),
                ("phase", phase.phase.to_string()),
                (
                    "seconds",
                    format!("{:.3}", phase.cycles as f64 / game.clock),
                ),
            ])
        });
        json::object([
            ("game", game.number.to_string()),
            ("phases", json::array(phases)),
        ])
    }))
}

/// The longest phase of all games, in seconds.
pub fn longest(games: &[TimedGame]) -> Option<f64> {
    let all = games.iter().flat_map(|game| {
        let seconds = |phase: &Phase| phase.cycles as f64 / game.clock;
        game.phases.iter().map(seconds)
    });
    all.max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_of_each_phase_stands_in_the_table() {
        let phase = |turn, phase, cycles| Phase {
            turn,
            phase,
            cycles,
        };
        let game = |number, phases| TimedGame {
            number,
            phases,
            clock: 100.0,
        };
        let games = [
            game(7, vec![phase(1, 1, 50), phase(1, 4, 300), phase(2, 4, 250)]),
            game(9, vec![phase(1, 4, 120)]),
        ];
        assert_eq!(
            table(&games),
            "| game | turns | 1 | 4 | longest |\n| --- | --- | --- | --- | --- |\n\
             | 7 | 2 | 0.5 | 3.0 | 3.0, turn 1, phase 4 |\n| 9 | 1 | | 1.2 | 1.2, turn 1, phase 4 |"
        );
        assert_eq!(longest(&games), Some(3.0));
        assert_eq!(longest(&[]), None);
    }
}
