//! Runs a folder of other people's test programs on the emulated C64 and writes `c64-score.md`.
//!
//! `cargo run --profile test -p hexfront-platforms --example conformance -- FOLDER [PART-OF-A-NAME]...`. FOLDER is a copy of
//! VICE's test programs (`testprogs`), which contain Wolfgang Lorenz's suite; nothing is fetched. With parts of names only
//! the programs whose folder/file contains one of them are run, and the screens of those that are wrong are printed.
//! A program reports by a store to $D7FF, as those do.

mod list;
mod machine;
mod score;

use hexfront_platforms::Machine;
use hexfront_platforms::machines::c64::{C64, Revision};
use list::{Entry, Expected};
use machine::{Outcome, boot, roms, run};
use score::Score;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What became of an entry.
struct Done {
    good: bool,
    outcome: Outcome,
    screen: Vec<String>,
}

/// What the machines differ in: NTSC, the kind of CIA, landmarks in the ROMs.
type Kind = (bool, Revision, bool);

fn main() -> ExitCode {
    match conformance() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Whether all that could be run was right.
fn conformance() -> Result<bool, String> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .ok_or("FOLDER is needed: a copy of VICE's test programs")?;
    let parts: Vec<String> = arguments.collect();
    let all = list::read(Path::new(&folder))?;
    let mut entries = all.clone();
    entries.retain(|entry| {
        let name = format!("{}/{}", entry.suite, entry.name);
        parts.is_empty() || parts.iter().any(|part| name.contains(part))
    });
    let done = run_all(&entries, !parts.is_empty())?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("c64-score.md");
    let mut score = Score::read(&std::fs::read_to_string(&path).unwrap_or_default());
    score.0.extend(rows(&all, &entries, &done).0);
    std::fs::write(&path, score.text())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let right = done.iter().flatten().filter(|d| d.good).count();
    let all = done.iter().flatten().count();
    println!("{right} of {all} right, {} not run", entries.len() - all);
    Ok(right == all)
}

/// Runs the entries on two threads, each kind of machine booted once; `None` for those that cannot be run.
fn run_all(entries: &[Entry], verbose: bool) -> Result<Vec<Option<Done>>, String> {
    let roms = roms()?;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Done>>> = Mutex::new(entries.iter().map(|_| None).collect());
    let failed: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut booted: BTreeMap<Kind, C64> = BTreeMap::new();
                while let Some((i, entry)) = {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    entries.get(i).map(|entry| (i, entry))
                } {
                    if let Some(part) = entry.lacks {
                        if verbose {
                            println!("not run {} {}: needs {part}", entry.suite, entry.name);
                        }
                        continue;
                    }
                    match run_one(entry, &roms, &mut booted) {
                        Ok(result) => {
                            if verbose {
                                print!("{}", report(entry, &result));
                            }
                            lock(&done)[i] = Some(result);
                        }
                        Err(message) => *lock(&failed) = Some(message),
                    }
                }
            });
        }
    });
    match lock(&failed).take() {
        Some(message) => Err(message),
        None => Ok(std::mem::take(&mut *lock(&done))),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn run_one(
    entry: &Entry,
    roms: &[Vec<u8>; 3],
    booted: &mut BTreeMap<Kind, C64>,
) -> Result<Done, String> {
    let named = |error: String| format!("{}: {error}", entry.path.display());
    let kind = (entry.ntsc, entry.cias, entry.wants_landmarks());
    let mut c64 = match booted.get(&kind) {
        Some(c64) => c64.clone(),
        None => {
            let c64 = boot(entry, roms)?;
            booted.insert(kind, c64.clone());
            c64
        }
    };
    let Ok(program) = std::fs::read(&entry.path) else {
        return Ok(Done {
            good: false,
            outcome: Outcome::Missing,
            screen: Vec::new(),
        });
    };
    if let Some(disk) = &entry.disk {
        let bytes = std::fs::read(disk).map_err(|error| named(error.to_string()))?;
        c64.insert_disk(&bytes)
            .map_err(|error| named(error.to_string()))?;
    }
    let outcome = run(&mut c64, &program, entry.cycles).map_err(named)?;
    let good = match entry.expected {
        Expected::Pass => outcome == Outcome::Reported(0),
        Expected::Error => !matches!(outcome, Outcome::Reported(0) | Outcome::Timeout),
        Expected::Timeout => outcome == Outcome::Timeout,
    };
    Ok(Done {
        good,
        outcome,
        screen: machine::screen(&c64),
    })
}

/// What became of an entry, with its screen if it was wrong.
fn report(entry: &Entry, done: &Done) -> String {
    let verdict = if done.good { "right" } else { "WRONG" };
    let mut text = format!(
        "{verdict} {} {}: {}\n",
        entry.suite, entry.name, done.outcome
    );
    if !done.good {
        for row in done.screen.iter().filter(|row| !row.trim().is_empty()) {
            let _ = writeln!(text, "    |{row}|");
        }
    }
    text
}

/// The rows of the folders whose programs were all run.
fn rows(all: &[Entry], entries: &[Entry], done: &[Option<Done>]) -> Score {
    let mut score = Score::default();
    for (entry, done) in entries.iter().zip(done) {
        let row = score.0.entry(entry.suite.clone()).or_default();
        match done {
            None => row.not_run += 1,
            Some(done) => {
                row.run += 1;
                row.right += usize::from(done.good);
                if !done.good {
                    row.wrong.push(format!("{}: {}", entry.name, done.outcome));
                }
            }
        }
    }
    let size = |suite: &str| all.iter().filter(|e| e.suite == suite).count();
    score
        .0
        .retain(|suite, row| row.run + row.not_run == size(suite));
    score
}
