//! War in Russia on its four machines: turns by keys have the states of the reference VM after every key, and what is saved on one goes
//! on on the others.

use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64, TargetRef};
use hexfront_tests::beside::{Beside, made_for};

const GAME: &str = "war-in-russia";
const FIRST: &str = "war-in-russia/first-turn.script";

fn turns_are_the_references(target: TargetRef) {
    let cartridge = made_for(target, GAME);
    let mut both = Beside::start(target, &cartridge);
    both.perform(FIRST);
    assert_eq!(both.saved().len(), 2);
}

#[test]
fn turns_on_the_apple_2_are_the_reference_vms() {
    turns_are_the_references(APPLE2);
}

#[test]
fn turns_on_the_atari_are_the_reference_vms() {
    turns_are_the_references(ATARI8);
}

#[test]
fn turns_on_the_c64_are_the_reference_vms() {
    turns_are_the_references(C64);
}

#[test]
fn turns_on_the_amiga_are_the_reference_vms() {
    turns_are_the_references(AMIGA);
}
