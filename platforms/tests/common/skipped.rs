//! Tests that cannot run here, said where it is seen: `println!` of a test that passes goes nowhere.

use std::io::Write as _;

/// Says that something was not tested, on the terminal itself and, for `./hexfront test`, in the file that
/// `HEXFRONT_SKIPPED` names.
pub fn skipped(what: &str) {
    let line = format!("SKIPPED: {what}\n");
    // Not `eprint!`, which the test runner catches.
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Some(path) = std::env::var_os("HEXFRONT_SKIPPED") {
        let file = std::fs::OpenOptions::new().append(true).open(path);
        let _ = file.map(|mut file| file.write_all(line.as_bytes()));
    }
}
