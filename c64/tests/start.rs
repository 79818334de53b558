//! How the shell begins, and what it does when the rules machine stops.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_c64::disk;
use hexfront_platforms::machine::Bank;
use hexfront_platforms::machine::Machine;

/// Before any side has the bar it is grey, not the black of the page.
#[test]
fn a_bar_of_no_side_is_seen() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[0]);
    bench.print(0, "REPORT");
    assert_eq!(bench.peek("bar_colour", 1), [11]);
}

/// A fault is told by its number; then a key, and the game is as it was at first.
#[test]
fn a_fault_is_told_by_its_number() {
    let mut bench = Bench::new();
    let game = disk(&bench.program, "STAND IN", "TEST").expect("it fits");
    bench.disk(&game.to_bytes());
    for (fault, told) in [(7, "007"), (42, "042"), (109, "109"), (254, "254")] {
        // What is asked for is done when memory is as it was loaded: then nothing is.
        bench.poke("wanted", &[1]);
        bench.poke("vm_trap", &[fault]);
        let ended = bench.at("ended");
        bench.c64.set_pc(ended);
        bench.frames(20);
        let text = bench.text(1);
        assert_eq!(text.trim(), format!("STOPPED BY FAULT {told}"));
        bench.press_until_idle();
        // Until the stand-in runs.
        bench.call(call::PAGE, &[1]);
    }
}

/// Registers of the VIC-II that neither change from line to line nor are set where a sprite is shown; and those of the SID.
const VIC: [u32; 11] = [
    0xD011, 0xD015, 0xD016, 0xD017, 0xD018, 0xD01A, 0xD01B, 0xD01C, 0xD020, 0xD022, 0xD023,
];
const SID: std::ops::Range<u32> = 0xD400..0xD419;

/// Whatever ran before, a fast loader or the game itself, and left in the chips, the shell begins alike.
#[test]
fn the_shell_sets_the_chips_up_whatever_they_hold() {
    let shown = |bench: &mut Bench| -> Vec<u8> {
        bench.start();
        bench.frames(2);
        while bench.c64.raster().0 != 20 {
            bench.c64.step();
        }
        let chips = VIC.into_iter().chain(SID);
        chips.map(|at| bench.c64.peek(Bank::Cpu, at)).collect()
    };
    let mut bench = Bench::new();
    let clean = shown(&mut bench);
    // On, 25 rows of 40 columns.
    assert_eq!([clean[0] & 0x7F, clean[2] & 0x1F], [0x1B, 0x08]);
    bench.rest();
    let start = bench.at("shell_start");
    let code = [
        0x78,
        0xA2,
        0x2E,
        0xA9,
        0xFF, // sei; ldx #$2E; lda #$FF
        0x9D,
        0x00,
        0xD0,
        0xCA,
        0x10,
        0xFA, // sta $D000,x; dex; bpl
        0xA2,
        0x18,
        0x9D,
        0x00,
        0xD4,
        0xCA,
        0x10,
        0xFA, // ldx #$18; sta $D400,x; dex; bpl
        0xA9,
        0x81,
        0x8D,
        0x0D,
        0xDD,
        0x8D,
        0x0D,
        0xDC, // timers A of both CIAs may interrupt,
        0xA9,
        0x01,
        0x8D,
        0x0E,
        0xDD,
        0x8D,
        0x0E,
        0xDC, // and run
        0x4C,
        start as u8,
        (start >> 8) as u8,
    ];
    bench.c64.load(0xCF00, &code);
    bench.c64.set_pc(0xCF00);
    bench.frames(1);
    assert_eq!(shown(&mut bench), clean);
    // A timer has run out since, and asks for nothing.
    bench.frames(10);
    for icr in [0xDC0D, 0xDD0D] {
        assert_eq!(bench.c64.peek(Bank::Cpu, icr) & 0x80, 0, "${icr:04X}");
    }
}

/// RESTORE means nothing, whatever the machine is at.
#[test]
fn restore_means_nothing() {
    let mut bench = Bench::new();
    let restore = bench.c64.keys().iter().find(|(name, _)| *name == "restore");
    let restore = restore.expect("there is one").1;
    for frames in [1, 2, 3] {
        bench.c64.key_down(restore);
        bench.frames(frames);
        bench.c64.key_up(restore);
        bench.frames(1);
    }
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.print(0, "STILL HERE");
    assert_eq!(bench.text(1).trim(), "STILL HERE");
}
