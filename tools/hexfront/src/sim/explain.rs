//! `--explain`: the reasons that games gave, by turn and phase.

use super::plan::Plan;
use super::{PlayedGame, SimError};
use crate::failure::Failure;
use crate::json::{object, quoted};
use crate::output::print_line;
use crate::reasons::{Headed, fields};
use hexfront_lang::simulation::Reason;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Where reasons go.
pub enum Reasons {
    /// To the reader.
    Printed,
    /// Into a file, an object a line.
    Lines(PathBuf, File),
}

impl Reasons {
    /// Makes the file, if one is named.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Option<PathBuf>) -> Result<Self, SimError> {
        Ok(match path {
            None => Reasons::Printed,
            Some(path) => Reasons::Lines(path.clone(), super::create(path)?),
        })
    }

    /// Tells the reasons of all games, or that there are none.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(self, plan: &Plan<'_>, played: &[PlayedGame]) -> Result<(), Failure> {
        if played.iter().all(|game| game.played.reasons.is_empty()) {
            eprintln!(
                "hexfront: no game gave a reason: its rules have no `because` that was come to"
            );
        }
        match self {
            Reasons::Printed => {
                for game in played {
                    print_line(to_text(
                        &plan.heading(game.variant, game.seed),
                        &game.played.reasons,
                    ))?;
                }
                Ok(())
            }
            Reasons::Lines(path, file) => {
                let mut out = BufWriter::new(file);
                let mut lines = played.iter().flat_map(|game| {
                    let settings = plan.variants[game.variant].name();
                    let reasons = game.played.reasons.iter();
                    reasons.map(move |reason| to_json(&settings, game.seed, reason))
                });
                let written = lines
                    .try_for_each(|line| writeln!(out, "{line}"))
                    .and_then(|()| out.flush());
                Ok(written.map_err(|source| SimError::Write { path, source })?)
            }
        }
    }
}

/// A heading a game, one a turn and phase, and a line a reason.
fn to_text(heading: &str, reasons: &[Reason]) -> String {
    heading.to_owned() + &Headed::default().text(reasons)
}

fn to_json(settings: &str, seed: u16, reason: &Reason) -> String {
    let game = [("seed", seed.to_string()), ("settings", quoted(settings))];
    object(game.into_iter().chain(fields(reason)))
}
