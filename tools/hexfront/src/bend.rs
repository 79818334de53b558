//! `bend`: the bent-rule report, made on all cores.

use crate::cli::BendOptions;
use crate::compile;
use crate::failure::Failure;
use crate::games;
use crate::session;
use hexfront_lang::bend::{self, Bender, EarlierReport, Report, Scope, Trial, Unfit};
use rayon::prelude::*;
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

/// `bend`: bends each rule in turn and reports what no test notices.
///
/// # Errors
/// [`Failure::No`] when there is a rule that no test guards, or the game has mistakes or failing tests.
pub fn bend(options: &BendOptions) -> Result<(), Failure> {
    let game = games::find(&options.game)?;
    let bender = match Bender::new(&game.files) {
        Ok(bender) => bender,
        Err(Unfit::Mistakes(diagnostics, sources)) => {
            eprint!("{}", compile::draw(&diagnostics, &sources));
            return Err(Failure::No);
        }
        Err(Unfit::Failing(results)) => {
            for failure in results.iter().flat_map(|r| &r.failures) {
                eprintln!("{failure}");
            }
            eprintln!("hexfront: rules are bent once all tests pass as they are");
            return Err(Failure::No);
        }
    };
    let earlier = earlier(&bender, options)?;
    let chosen = if options.changed {
        earlier.stale(&bender)
    } else {
        chosen(&bender, options)?
    };
    let scope = match (options.sample, options.ids.is_empty()) {
        (Some(_), _) => Scope::Sample,
        (None, true) => Scope::All,
        (None, false) => Scope::Rules,
    };
    let trials = tried(&bender, &chosen);
    let report = Report::new(&game.name, &bender, &trials, earlier, scope);
    match &options.report {
        Some(path) => {
            session::write(path, report.to_string().as_bytes())?;
            println!(
                "{}: {} bends tried, {} noticed by a test",
                path.display(),
                report.tried(),
                report.caught()
            );
            for id in report.unguarded() {
                println!("no test guards {id}");
            }
        }
        None => write!(std::io::stdout(), "{report}")?,
    }
    if scope == Scope::Sample || report.unguarded().is_empty() {
        Ok(())
    } else {
        Err(Failure::No)
    }
}

/// What the report that is to be written anew says of rules that have not changed.
fn earlier(bender: &Bender, options: &BendOptions) -> Result<EarlierReport, Failure> {
    let Some(path) = options.report.as_ref().filter(|_| options.changed) else {
        return Ok(EarlierReport::default());
    };
    let report = std::fs::read_to_string(path).map_err(|error| {
        let path = path.display();
        format!("{path}: {error}; `--changed` goes by a report that was written before, without it all rules are bent")
    })?;
    Ok(EarlierReport::read(&report, bender))
}

/// Numbers of the bends to be tried.
fn chosen(bender: &Bender, options: &BendOptions) -> Result<Vec<usize>, Failure> {
    let known = bender.rules();
    if let Some(id) = options
        .ids
        .iter()
        .find(|id| !known.iter().any(|(k, _)| k == *id))
    {
        return Err(format!("no `rule` block of the game has the id {id}").into());
    }
    let bends = bender.bends();
    let wanted: Vec<usize> = (0..bends.len())
        .filter(|n| {
            options.ids.is_empty() || bends[*n].ids.iter().any(|id| options.ids.contains(id))
        })
        .collect();
    Ok(match options.sample {
        Some(count) => bend::sample(bends, &wanted, count, options.seed),
        None => wanted,
    })
}

/// Tries bends on all cores; the order of the results is that of `numbers`.
fn tried(bender: &Bender, numbers: &[usize]) -> Vec<(usize, Trial)> {
    let shown = std::io::stderr().is_terminal();
    let done = AtomicUsize::new(0);
    let trials = numbers.par_iter().map(|&number| {
        if shown {
            let at = done.fetch_add(1, Ordering::Relaxed);
            // Only a sign of life: where it cannot be written nothing is lost.
            let _ = write!(std::io::stderr(), "\r{at} of {} ", numbers.len());
        }
        (number, bender.try_bend(number))
    });
    let all = trials.collect();
    if shown {
        let _ = write!(std::io::stderr(), "\r                    \r");
    }
    all
}
