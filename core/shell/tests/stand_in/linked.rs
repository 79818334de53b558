//! Programs and ROMs that tests boot again and again are linked once a program of tests.

use hexfront_asm::{Image, build};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What was linked, by script, main files, and all files.
static LINKED: Mutex<BTreeMap<String, Image>> = Mutex::new(BTreeMap::new());

/// Files by name and text, those of `mains` assembled, linked by a script.
///
/// # Panics
/// When one of them is wrong.
pub fn linked_once(files: &[(&str, &str)], mains: &[&str], script: &str) -> Image {
    let key = format!("{script}\0{mains:?}\0{files:?}");
    let linked = || LINKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(image) = linked().get(&key) {
        return image.clone();
    }
    let read = |name: &str| {
        let found = files.iter().find(|(file, _)| *file == name);
        found.map(|(_, text)| text.as_bytes().to_vec())
    };
    let image =
        build(&read, mains.iter().copied(), script).unwrap_or_else(|error| panic!("{error}"));
    linked().insert(key, image.clone());
    image
}
