//! Runs Avery Lee's Acid800 tests on an 800XL (NTSC) and renews `atari8-score.md`.
//!
//! `cargo run --profile test -p hexfront-platforms --example atari8_acid -- OS.rom BASIC.rom ACID800.atr`
//!
//! Nothing is fetched. The tests were written for the OS of the XL or Altirra's; one of them looks for BASIC.

use hexfront_platforms::Machine;
use hexfront_platforms::machines::atari8::{Atari8, Config, Roms, Standard, keyboard};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;

/// Emulated minutes that all tests together may take, and how often the screen is read, in frames.
const LONGEST: usize = 15;
const LOOK: usize = 10;

/// How the names of tests begin.
const CHIPS: [&str; 6] = ["CPU: ", "ANTIC: ", "GTIA: ", "POKEY: ", "PIA: ", "MMU: "];
/// How often a result must be seen: while the screen scrolls there is nonsense on it.
const SEEN: usize = 5;

/// What the tests on a screen came to: a name, three dots, a word. Long lines go on in the next row.
fn results(screen: &[String]) -> Vec<(String, &'static str)> {
    const WORDS: [(&str, &str); 3] = [
        ("Pass", "right"),
        ("FAIL", "wrong"),
        ("Skipped", "left out"),
    ];
    let all: String = screen
        .iter()
        .map(|row| row.get(2..).unwrap_or(""))
        .collect();
    let dots = all.match_indices("...").map(|(at, _)| at);
    dots.filter_map(|at| {
        let (_, result) = WORDS
            .iter()
            .find(|(word, _)| all[at + 3..].starts_with(word))?;
        let start = CHIPS
            .iter()
            .filter_map(|chip| all[..at].rfind(chip))
            .max()?;
        Some((all[start..at].to_owned(), *result))
    })
    .collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [os, basic, disk] = arguments.as_slice() else {
        return Err("usage: atari8_acid OS.rom BASIC.rom ACID800.atr".into());
    };
    let config = Config {
        standard: Standard::Ntsc,
        ..Config::default()
    };
    let roms = Roms::new(
        config.model,
        &std::fs::read(os)?,
        Some(&std::fs::read(basic)?),
    )?;
    let mut atari = Atari8::new(config, roms);
    atari.insert_disk(&std::fs::read(disk)?)?;
    // Held while the machine starts, OPTION keeps BASIC away.
    atari.key_down(keyboard::OPTION);
    let mut seen: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut after = 0;
    for frame in 0..LONGEST * 60 * 60 {
        atari.run_frame();
        if frame == 120 {
            atari.key_up(keyboard::OPTION);
        }
        if frame % LOOK != 0 {
            continue;
        }
        let screen = atari.text_screen().unwrap_or_default();
        for result in results(&screen) {
            *seen.entry(result).or_default() += 1;
        }
        after += usize::from(screen.iter().any(|row| row.contains("All tests complete")));
        if after > SEEN {
            break;
        }
    }
    let found: BTreeMap<String, &str> = seen
        .into_iter()
        .filter(|(_, count)| *count >= SEEN)
        .map(|(result, _)| result)
        .collect();
    let count = |wanted: &str| found.values().filter(|result| **result == wanted).count();
    let (right, wrong) = (count("right"), count("wrong"));
    println!(
        "{right} right, {wrong} wrong, {} left out",
        count("left out")
    );
    let mut page = format!(
        "# The Atari against Acid800\n\n\
         Written by `cargo run --profile test -p hexfront-platforms --example atari8_acid -- OS.rom BASIC.rom ACID800.atr`: an 800XL,\n\
         NTSC, booting the disk in its drive. {right} of {} are right.\n\n\
         | test | came out |\n| --- | --- |\n",
        right + wrong
    );
    for (name, result) in &found {
        writeln!(page, "| {name} | {result} |")?;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/atari8-score.md");
    std::fs::write(file, page)?;
    Ok(())
}
