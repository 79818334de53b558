//! What a player does while times are taken: a script or a replay.

use crate::observe::Sighting;
use crate::replay::file::{Replay, chosen};
use crate::replay::machine::MachineRun;
use crate::replay::run::{Failed, strokes};
use crate::script::{self, Action};
use std::error::Error;
use std::path::Path;

/// What a player does while times are taken.
pub(super) enum Input {
    Replay(Replay),
    Script(Vec<Action>),
}

impl Input {
    /// Reads a replay or a script.
    pub fn read(file: &Path) -> Result<Self, Box<dyn Error>> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("unreadable: {error}"))?;
        if text.starts_with("hexfront replay") {
            let replay = Replay::parse(&text)?;
            return Ok(Self::Replay(replay));
        }
        Ok(Self::Script(script::parse_file(&text)?))
    }

    /// Gives it to a game, and tells what was seen after each event, and which one it was, until the answer is no.
    pub fn give(
        &self,
        run: &mut MachineRun<'_>,
        mut told: impl FnMut(&MachineRun<'_>, &[Sighting], &str) -> bool,
    ) -> Result<(), Failed> {
        match self {
            Self::Replay(replay) => {
                for (number, stroke) in (1..).zip(strokes(replay)) {
                    let seen = run.stroke(&stroke)?;
                    if !told(
                        run,
                        &seen,
                        &format!("event {number} ({})", chosen(stroke.key)),
                    ) {
                        break;
                    }
                }
            }
            Self::Script(actions) => {
                // Pictures and files are for others.
                let given =
                    |action: &&Action| !matches!(action, Action::Shot(_) | Action::State(_));
                let mut seen = Vec::new();
                let mut event = String::new();
                for (number, action) in (1..).zip(actions.iter().filter(given)) {
                    if seen.is_empty() {
                        event = format!("action {number} ({action:?})");
                    }
                    run.session_mut().perform(action)?;
                    seen.extend(run.session_mut().take_sightings());
                    if run.session().waits_for_key()
                        && !told(run, &std::mem::take(&mut seen), &event)
                    {
                        return Ok(());
                    }
                }
                seen.extend(run.rest()?);
                told(run, &seen, &event);
            }
        }
        Ok(())
    }
}
