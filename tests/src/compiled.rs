//! Games that were compiled, kept for the other tests of a file.

use hexfront::targets::TargetRef;
use hexfront::{compile, games};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The cartridge of a game of ours: where there is room, or as a machine takes it.
///
/// # Panics
/// When there is no such game, or it does not compile.
pub fn compiled(name: &str, target: Option<TargetRef>) -> Vec<u8> {
    type Key = (String, Option<&'static str>);
    static MADE: Mutex<BTreeMap<Key, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (name.to_owned(), target.map(|target| target.name()));
    let cartridge = made.entry(key).or_insert_with(|| {
        let game = games::find(name).expect("the game is built in");
        let cartridge = match target {
            None => compile::compile(&game),
            Some(target) => compile::compile_on(&game, target),
        };
        cartridge.expect("the game compiles")
    });
    cartridge.clone()
}
