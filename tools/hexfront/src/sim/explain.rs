//! `--explain`: the reasons that games gave, by turn and phase.

use super::plan::Plan;
use super::{PlayedGame, SimError};
use crate::failure::Failure;
use crate::json::{array, object, quoted};
use crate::output::print_line;
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
    let mut text = heading.to_owned();
    let mut last = None;
    for reason in reasons {
        let clock = (&reason.turn, &reason.phase);
        if last != Some(clock) {
            last = Some(clock);
            let when = [("turn ", &reason.turn), ("", &reason.phase)];
            let when = when
                .into_iter()
                .filter_map(|(word, value)| Some(format!("{word}{}", value.as_ref()?)));
            text.push_str(&format!("\n  {}", when.collect::<Vec<_>>().join(", ")));
        }
        let who = reason.subject.as_ref().map(|who| format!("{who}: "));
        let (who, why, place) = (who.unwrap_or_default(), &reason.text, &reason.place);
        let by = match reason.rules.join(", ") {
            none if none.is_empty() => none,
            rules => format!("{rules}, "),
        };
        text.push_str(&format!("\n    {who}{why}  ({by}{place})"));
    }
    text
}

fn to_json(settings: &str, seed: u16, reason: &Reason) -> String {
    let optional = |value: &Option<String>| value.as_deref().map_or("null".into(), quoted);
    object([
        ("seed", seed.to_string()),
        ("settings", quoted(settings)),
        ("turn", optional(&reason.turn)),
        ("phase", optional(&reason.phase)),
        ("subject", optional(&reason.subject)),
        ("reason", quoted(&reason.text)),
        ("rules", array(reason.rules.iter().map(|id| quoted(id)))),
        ("place", quoted(&reason.place)),
    ])
}
