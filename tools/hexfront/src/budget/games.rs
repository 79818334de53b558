//! Whole games that play themselves on an emulated machine, all of them timed: `budget --games`.

use super::PARTS;
use super::input::Input;
use super::times::{Phase, phases, probes, waits};
use crate::failure::Failure;
use crate::pairs::{Games, Pair};
use crate::pipeline::Game;
use crate::replay::machine::MachineRun;
use crate::replay::run::Failed;
use crate::script::Action;
use crate::targets::Fitting;
use crate::{json, script};
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::DriveSpeed;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What stands for the game's number among the keys.
const NUMBER: &str = "#";
/// Seconds of work between two parts from which on they are two waits: then something else was seen to happen.
const PAUSE: f64 = 1.0;

/// A game, and how long its phases took.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedGame {
    /// Its number.
    pub number: u16,
    /// The phases in their order; none of a game that was left before its end.
    pub phases: Vec<Phase>,
    /// What the limit is of: those phases, or where both sides have the same, the turns of players.
    pub turns: Vec<Phase>,
    /// What its player waited for parts from the disk in one go, but for the first ones, which `loading_seconds` is about.
    pub waits: Vec<Phase>,
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

    fn days(&self) -> usize {
        let mut turns: Vec<u8> = self.phases.iter().map(|phase| phase.turn).collect();
        turns.dedup();
        turns.len()
    }
}

/// Plays the games on all processors and times their phases.
///
/// # Errors
/// When the keys cannot be read, or a game does not play itself to its end.
pub fn play(
    bytes: &[u8],
    game: &Game,
    pair: &Pair,
    games: &Games,
) -> Result<Vec<TimedGame>, Failure> {
    let cartridge = Cartridge::read(bytes)?;
    let mut scripts = Vec::new();
    for number in &games.numbers {
        scripts.push((*number, Input::Script(actions(games, *number)?)));
    }
    let played = scripts.par_iter().map(|(number, input)| {
        play_one(cartridge, game, pair, games.last_turn, *number, input)
            .map_err(|failed| format!("game {number}: {failed}"))
    });
    Ok(played.collect::<Result<_, String>>()?)
}

/// What is pressed to begin the game with a number.
///
/// # Errors
/// When the keys cannot be read.
pub(super) fn actions(games: &Games, number: u16) -> Result<Vec<Action>, Failure> {
    let keys = games.keys.replace(NUMBER, &number.to_string());
    Ok(script::parse_keys(&keys).map_err(|e| format!("keys of games, {e}"))?)
}

fn play_one(
    cartridge: Cartridge<'_>,
    game: &Game,
    pair: &Pair,
    last_turn: Option<u8>,
    number: u16,
    input: &Input,
) -> Result<TimedGame, Failed> {
    let expansions = pair.expansions();
    let fitting = Fitting {
        expansions: &expansions,
        ..Fitting::default()
    };
    let speed = if pair.limits.contains_key(PARTS) {
        DriveSpeed::Real
    } else {
        DriveSpeed::Host
    };
    let mut run = MachineRun::start_at(cartridge, game, fitting, speed)?;
    run.session_mut().probe(&probes(game.target))?;
    if let Some(turn) = last_turn {
        run.leave_behind(turn);
    }
    let clock = f64::from(run.session().machine.clock_hz());
    let mut last = Vec::new();
    input.give(&mut run, |_, seen, _| {
        last = seen.to_vec();
        true
    })?;
    let phases = phases(&last);
    let waits = waits(&last, (PAUSE * clock) as u64);
    let turns = pair.turns_of(phases.clone());
    Ok(TimedGame {
        number,
        phases,
        turns,
        waits: waits.into_iter().skip(1).collect(),
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
        let _ = write!(text, "\n| {} | {} |", game.number, game.days());
        for phase in &columns {
            match longest.get(phase) {
                Some((seconds, _)) => {
                    let _ = write!(text, " {seconds:.1} |");
                }
                None => text.push_str(" |"),
            }
        }
        if let Some(Phase {
            turn,
            phase,
            cycles,
            ..
        }) = game.turns.iter().max_by_key(|turn| turn.cycles)
        {
            let seconds = *cycles as f64 / game.clock;
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
                (PARTS, format!("{:.3}", phase.loaded as f64 / game.clock)),
            ])
        });
        json::object([
            ("game", game.number.to_string()),
            ("phases", json::array(phases)),
        ])
    }))
}

/// The longest turn of all games, in seconds.
pub fn longest(games: &[TimedGame]) -> Option<f64> {
    let all = games.iter().flat_map(|game| {
        let seconds = |phase: &Phase| phase.cycles as f64 / game.clock;
        game.turns.iter().map(seconds)
    });
    all.max_by(f64::total_cmp)
}

/// The longest wait of all games for parts from the disk in one go, in seconds, and where it was.
pub fn longest_wait(games: &[TimedGame]) -> Option<(f64, String)> {
    let all = games.iter().flat_map(|game| {
        let wait = |wait: &Phase| {
            let place = format!(
                "game {}, turn {}, phase {}",
                game.number, wait.turn, wait.phase
            );
            (wait.loaded as f64 / game.clock, place)
        };
        game.waits.iter().map(wait)
    });
    all.max_by(|a, b| a.0.total_cmp(&b.0))
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
            loaded: 0,
        };
        let game = |number, phases: Vec<Phase>| TimedGame {
            number,
            turns: phases.clone(),
            waits: vec![Phase {
                loaded: 140,
                ..phases[0]
            }],
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
        let place = "game 7, turn 1, phase 1".to_owned();
        assert_eq!(longest_wait(&games[..1]), Some((1.4, place)));
    }
}
