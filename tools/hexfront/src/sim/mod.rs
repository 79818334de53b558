//! `sim`: whole games on the reference VM, on all cores, a line of results a game and a summary.
//!
//! The rules of the game's `sim/` folder say how a game is set up, played and judged; here it is only numbered,
//! and what it reports is written down. Same sources, numbers and settings: same bytes out.

mod canvas;
mod chart;
mod compare;
mod explain;
mod map;
mod plan;
mod reference;
mod summary;
mod table;
pub mod vary;

use crate::cli::SimOptions;
use crate::failure::Failure;
use crate::games;
use crate::output::print_line;
use canvas::Canvas;
use hexfront_isa::cartridge::Cartridge;
use hexfront_lang::simulation::Played;
use plan::Plan;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use reference::Reference;
use std::fs::File;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use summary::Summary;
use table::{Format, Output};

/// Failed games that are described.
const DESCRIBED: usize = 20;

/// Why no game was played.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// There are no rules for it.
    #[error(
        "{0} cannot play itself: it has no folder sim/ with `to simulate(number: 0..65535)` in a .rules file; \
         core/lang/REFERENCE.md says how, in section 11"
    )]
    NoRules(String),
    /// A number that its rules do not take.
    #[error("games of {game} are numbered {first}..{last}; use --seeds within that")]
    Seeds {
        /// The game.
        game: String,
        /// The least number.
        first: u16,
        /// The greatest.
        last: u16,
    },
    /// A setting or a figure is given in two ways.
    #[error("{0:?} is set twice; give its values at once, as in {0}=1,2")]
    Twice(String),
    /// Too much to vary at once.
    #[error("these are too many choices of figures to play; {0} are the most")]
    Choices(usize),
    /// The ending of the output file says nothing.
    #[error("cannot tell what to write into {}: its name must end in .jsonl or .csv", .0.display())]
    Format(PathBuf),
    /// A picture needs series.
    #[error("there is nothing to draw: no game reported a number with a number as first index")]
    NoSeries,
    /// The map needs rows by columns.
    #[error(
        "there is no line to draw on the map: no game reported `result {0}[turn, column] = row`;          it may do so only with a setting of its own (--set)"
    )]
    NoColumns(String),
    /// The picture cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// Why.
        source: png::EncodingError,
    },
    /// The output file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A game that was played.
struct PlayedGame {
    /// Its place among [`Plan::variants`].
    variant: usize,
    /// Its number.
    seed: u16,
    /// What came of it.
    played: Played,
}

/// `sim`: plays games and adds up.
///
/// # Errors
/// [`Failure::No`] when a game failed.
pub fn run(options: &SimOptions) -> Result<(), Failure> {
    let game = games::find(&options.game)?;
    let rules = vary::compile(&game, &options.vary, options.explain.is_some())?;
    let plan = Plan::new(&game.name, &rules, options)?;
    // Results are the same whatever the figures are.
    let simulation = &rules[0].simulation;
    let reference = match &options.against {
        Some(path) => Reference::read(path)?,
        None => Reference::default(),
    };
    // Opened first: a hundred games for a file that cannot be written would be a pity.
    let output = options
        .out
        .as_deref()
        .map(|path| Output::create(path, Format::of(path)?))
        .transpose()?;
    let reasons = options.explain.as_ref().map(explain::Reasons::create);
    let reasons = reasons.transpose()?;
    let picture = options.picture.as_deref().map(create).transpose()?;
    let map = options.map.as_ref();
    let map_file = map.map(|map| create(&map.file)).transpose()?;
    // 0 is one for each core.
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let start = Instant::now();
    let played = pool.install(|| play(&plan));
    let seconds = start.elapsed().as_secs_f64();
    let most = played.iter().map(|g| g.played.executed).max().unwrap_or(0);
    eprintln!(
        "{} in {seconds:.1} s; {:.1} million instructions in the longest",
        summary::games(played.len()),
        most as f64 / 1e6
    );
    if let Some(output) = output {
        output.write(simulation, &plan, &played)?;
    }
    if let Some(reasons) = reasons {
        reasons.write(&plan, &played)?;
    }
    let mut summary = Summary::of(simulation, &plan, &played);
    if let (Some(file), Some(map)) = (map_file, map) {
        let bytes = crate::compile::compile(&game)?;
        let canvas = map::draw(&Cartridge::read(&bytes)?, &summary, &map.series)
            .ok_or_else(|| SimError::NoColumns(map.series.clone()))?;
        encode(&canvas, file, &map.file)?;
        summary.leave_out(|series| map::is_of(series, &map.series));
    }
    if options.json {
        print_line(summary.to_json(&game.name))?;
    } else {
        print_line(summary.to_text(&reference).trim_end())?;
        if !options.vary.is_empty() {
            print_line(format!("\n{}", compare::to_text(&summary)).trim_end())?;
        }
    }
    report_unknown(&reference, &summary);
    if let (Some(file), Some(path)) = (picture, &options.picture) {
        let canvas = chart::draw(&summary, &reference).ok_or(SimError::NoSeries)?;
        encode(&canvas, file, path)?;
    }
    report_traces(&plan, &played);
    report_failures(&plan, &played)
}

fn encode(canvas: &Canvas, file: File, path: &Path) -> Result<(), SimError> {
    let written = canvas.encode(BufWriter::new(file));
    written.map_err(|source| SimError::Picture {
        path: path.to_owned(),
        source,
    })
}

/// Makes a file.
fn create(path: &Path) -> Result<File, SimError> {
    File::create(path).map_err(|source| SimError::Write {
        path: path.to_owned(),
        source,
    })
}

/// Plays every game of the plan, in any order, and gives them in its order.
fn play(plan: &Plan<'_>) -> Vec<PlayedGame> {
    let play = |i| {
        let (number, seed) = plan.game(i);
        let variant = &plan.variants[number];
        PlayedGame {
            variant: number,
            seed,
            played: variant.rules.simulation.play(seed, &variant.settings),
        }
    };
    (0..plan.len()).into_par_iter().map(play).collect()
}

/// Names what is to be compared with something that no game reported.
fn report_unknown(reference: &Reference, summary: &Summary) {
    let series = summary.series().flat_map(|(_, series)| series);
    let reported: Vec<String> = series.map(|series| series.name).collect();
    for name in reference.series.keys().filter(|n| !reported.contains(n)) {
        eprintln!("hexfront: no game reported the series {name:?} that is to be compared with");
    }
}

/// Prints what the rules traced, game by game.
fn report_traces(plan: &Plan<'_>, played: &[PlayedGame]) {
    for game in played.iter().filter(|g| !g.played.trace.is_empty()) {
        eprintln!("{}", plan.heading(game.variant, game.seed));
        for line in &game.played.trace {
            eprintln!("    {line}");
        }
    }
}

fn report_failures(plan: &Plan<'_>, played: &[PlayedGame]) -> Result<(), Failure> {
    let failed: Vec<_> = played
        .iter()
        .filter(|g| !g.played.failures.is_empty())
        .collect();
    for game in failed.iter().take(DESCRIBED) {
        eprintln!("{} fails", plan.heading(game.variant, game.seed));
        for failure in &game.played.failures {
            eprintln!("    {failure}");
        }
    }
    if let Some(more @ 1..) = failed.len().checked_sub(DESCRIBED) {
        eprintln!("... and {more} more games fail");
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(Failure::No)
    }
}
