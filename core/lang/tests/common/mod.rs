//! What several tests need: the files of a game, and its test blocks run.

use hexfront_lang::Cut;
use std::path::{Path, PathBuf};

/// A directory below this package.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// All files of a game's directory, named relative to it.
pub fn files(relative: &str) -> Vec<(String, Vec<u8>)> {
    let base = path(relative);
    let mut list = Vec::new();
    collect(&base, &base, &mut list);
    list
}

fn collect(dir: &Path, base: &Path, list: &mut Vec<(String, Vec<u8>)>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, base, list);
        } else {
            let name = entry.strip_prefix(base).expect("below its base");
            let name = name.to_str().expect("a plain name").replace('\\', "/");
            list.push((name, std::fs::read(&entry).expect("readable")));
        }
    }
}

/// Runs the test blocks of a game; panics with the list of failures.
pub fn run_tests(relative: &str) {
    run_tests_cut(relative, Cut::Coarse);
}

/// The same of a game cut so finely.
pub fn run_tests_cut(relative: &str, cut: Cut) {
    let results = hexfront_lang::testing::run_cut(&files(relative), cut).unwrap_or_else(
        |(diags, sources)| {
            let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
            panic!("{relative} does not compile:\n{}", all.join("\n"))
        },
    );
    assert!(!results.is_empty(), "{relative} has no tests");
    let failed: Vec<String> = results
        .iter()
        .filter(|r| !r.failures.is_empty())
        .map(|r| {
            format!(
                "{} {:?} {}\n    {}",
                r.place,
                r.ids,
                r.title,
                r.failures.join("\n    ")
            )
        })
        .collect();
    assert!(
        failed.is_empty(),
        "{} of {} tests failed:\n{}",
        failed.len(),
        results.len(),
        failed.join("\n")
    );
}
