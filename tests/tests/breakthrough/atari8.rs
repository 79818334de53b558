//! Breakthrough in the Ardennes on an Atari of 64 KB, where it comes in parts phase by phase: the states of the C64 and of the reference
//! VM after every turn, and saved games that every machine loads.

use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64};
use hexfront_tests::in_parts::{
    a_saved_turn_goes_on, saved_games_go_both_ways, turns_have_the_states_of_the_c64,
    twelve_days_are_the_references, without_its_disk_days_are_the_references,
};

#[test]
fn a_turn_recorded_on_the_c64_has_the_same_states_where_parts_come_and_go() {
    turns_have_the_states_of_the_c64(ATARI8, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn a_turn_played_here_and_gone_on_with_after_a_load_has_the_states_of_the_reference_vm() {
    a_saved_turn_goes_on(ATARI8, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn twelve_days_of_computer_against_computer_are_those_of_the_reference_vm() {
    twelve_days_are_the_references(ATARI8, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn a_game_saved_on_any_machine_loads_on_any_other() {
    saved_games_go_both_ways(ATARI8, &[C64, APPLE2, AMIGA]);
}

#[test]
fn no_phase_needs_the_disk_once_the_campaign_is_there() {
    for expansions in [[].as_slice(), &["130xe"]] {
        without_its_disk_days_are_the_references(ATARI8, expansions, env!("CARGO_TARGET_TMPDIR"));
    }
}
