//! Programs of tests are made of modules: a file that none of them names would be run by nobody.

use std::fs;
use std::path::{Path, PathBuf};

/// `tests` folders of packages and the folders in that of this one, where they are programs.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tops = [root.clone(), root.join("core"), root.join("tools")];
    let packages = tops.iter().flat_map(|top| below(top));
    let tests = packages.map(|package| package.join("tests"));
    let own = below(&root.join("tests/tests"));
    tests
        .chain(own)
        .filter(|folder| folder.join("main.rs").is_file())
        .collect()
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

#[test]
fn every_file_of_tests_is_in_its_program() {
    let folders = folders();
    assert!(folders.len() > 10, "they are somewhere else: {folders:?}");
    for folder in folders {
        let program = fs::read_to_string(folder.join("main.rs")).expect("it is there");
        for file in below(&folder) {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            if file.extension().is_some_and(|ending| ending == "rs") && name != "main" {
                assert!(
                    program.contains(&format!("mod {name};\n")),
                    "{} is not in main.rs",
                    file.display()
                );
            }
        }
    }
}
