//! Breakthrough in the Ardennes on an Atari of 64 KB, where it comes in parts phase by phase: the states of the C64 and of the reference
//! VM after every turn, and saved games that either machine loads.

use hexfront::targets::ATARI8;
use hexfront_tests::in_parts::{saved_games_are_carried, turns_have_the_states_of_the_c64};

#[test]
fn a_turn_recorded_on_the_c64_has_the_same_states_where_parts_come_and_go() {
    turns_have_the_states_of_the_c64(ATARI8, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn a_game_saved_on_the_c64_loads_here() {
    saved_games_are_carried(ATARI8);
}
