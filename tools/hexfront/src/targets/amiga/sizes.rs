//! What a linked game takes of memory and disk.

use crate::budget::sizes::measure_of;
use crate::pipeline::Game;
use hexfront_amiga::boot::{SAVED_GAMES, TRACK_BYTES};
use hexfront_disk::adf::BOOT_SIZE;
use hexfront_isa::cartridge::Cartridge;
use std::collections::BTreeMap;

/// All of a game is in memory.
pub fn sizes(game: &Game, cartridge: &Cartridge<'_>) -> BTreeMap<&'static str, f64> {
    let mut values = BTreeMap::from([("other_bytes", 0.0)]);
    for placement in &game.image.placements {
        let measure = measure_of(&placement.segment);
        *values.entry(measure).or_insert(0.0) += f64::from(placement.size);
    }
    let main = game.image.areas.iter().filter(|area| area.name != "STACK");
    values.insert("free_ram_bytes", main.map(|a| f64::from(a.free)).sum());
    values.insert("state_bytes", cartridge.image_bytes() as f64);
    let taken = (BOOT_SIZE + game.program_bytes).next_multiple_of(TRACK_BYTES);
    values.insert("disk_tracks", (taken / TRACK_BYTES) as f64);
    let free = SAVED_GAMES.saturating_sub(taken) / TRACK_BYTES;
    values.insert("free_disk_tracks", free as f64);
    values
}
