//! What disk work leaves of the picture.

mod booted;

use booted::shared::ardennes::at;
use booted::shared::{LAYER, call};
use booted::{Booted, LOAD, SAVE, STATE, StandIn};
use hexfront_atari8::Memory;
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::Model;
use std::collections::BTreeSet;

/// The map with its mark as it looks while that blinks: two pictures.
fn blinking(machine: &mut Booted) -> BTreeSet<Vec<u8>> {
    machine.frames(4);
    let mut pictures = BTreeSet::new();
    for _ in 0..40 {
        machine.frames(1);
        pictures.insert(machine.atari.frame().rgb());
    }
    pictures
}

/// Disk work takes the players' memory, and the display's interrupts wait meanwhile.
#[test]
fn the_map_looks_the_same_behind_disk_work() {
    for drive in [DriveModel::Atari1050, DriveModel::UsDoubler] {
        let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
        machine.atari.set_drive(Some(drive));
        machine.atari.set_drive_speed(DriveSpeed::Host);
        machine.insert(&machine.disk.to_bytes());
        machine.poke("view_next", &[255; 256]);
        machine.poke("view_first", &[255; LAYER]);
        machine.call(call::PAGE, &[0]);
        machine.call(call::SIDE, &[0]);
        machine.call(call::WINDOW, &[0]);
        machine.print("16 DEC  TURN 1");
        machine.call(call::COMPASS, &[1]);
        machine.call(call::MAP, &[at(10, 10), 1]);
        machine.call(call::CURSOR, &[at(10, 10), 0]);
        let before = blinking(&mut machine);
        assert_eq!(before.len(), 2);
        // A shorter game leaves sectors of a longer one behind it.
        let noise: Vec<u8> = (0..STATE).map(|i| (i * 37 / 3) as u8 | 0x81).collect();
        for (which, state) in [
            (SAVE, noise.as_slice()),
            (SAVE, &noise),
            (SAVE, &[7; STATE]),
            (SAVE, &[7; STATE]),
            (SAVE, &[7; STATE]),
            (LOAD, &noise),
        ] {
            machine.poke("state", state);
            assert_eq!(machine.call(which, &[0]), 0, "{drive:?}");
            assert!(blinking(&mut machine) == before, "{drive:?}, {which}");
        }
    }
}
