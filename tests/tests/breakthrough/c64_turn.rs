//! The whole path: rules source to a disk that boots, played by keys on the emulated C64 and on the reference VM.

use hexfront::host::Host;
use hexfront::replay::fields::differences;
use hexfront::targets::C64;
use hexfront_disk::d64::{D64, Name};
use hexfront_isa::cartridge::Cartridge;
use hexfront_tests::c64::{ardennes_on, at_first_menu, script};

/// BIA-1.6.1: the disk is started by loading its first program and RUN, as [`at_first_menu`] types it.
#[test]
fn a_game_saved_switched_off_and_loaded_goes_on_as_on_the_reference_vm() {
    let bytes = ardennes_on(C64);
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = C64.build(&bytes).unwrap();
    let mut host = Host::new(cartridge, 0);
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());

    let first = script("breakthrough-c64/whole-turn.script");
    for (i, action) in first.iter().enumerate() {
        c64.perform(action)
            .unwrap_or_else(|e| panic!("action {i}, {action:?}: {e}"));
    }
    host.perform(&first).unwrap();
    let state = c64.state_image().unwrap();
    assert_eq!(differences(&cartridge, &state, &host.state_image()), []);

    let disk = c64.machine.disk().unwrap();
    assert_same_saves(&disk, &host);

    let mut c64 = at_first_menu(&built, &disk);
    host.power_cycle();
    let second = script("breakthrough-c64/second-sitting.script");
    for (i, action) in second.iter().enumerate() {
        c64.perform(action)
            .unwrap_or_else(|e| panic!("action {i}, {action:?}: {e}"));
    }
    host.perform(&second).unwrap();
    assert_eq!(
        differences(&cartridge, &c64.state_image().unwrap(), &host.state_image()),
        []
    );
    assert_same_saves(&c64.machine.disk().unwrap(), &host);
}

/// The same saves on both, byte for byte.
fn assert_same_saves(disk: &[u8], host: &Host<'_>) {
    let files = D64::from_bytes(disk).unwrap();
    // The second scenario is the second of the saved games.
    for (slot, name) in [(2, "BIA.SAVE.C"), (3, "BIA.SAVE.D")] {
        let file = files
            .read_file(&Name::from_petscii(name.as_bytes()))
            .unwrap();
        assert!(
            host.saved(slot) == Some(&file),
            "{name} differs from the reference"
        );
    }
}
