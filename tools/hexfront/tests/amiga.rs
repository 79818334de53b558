//! The Amiga from power-on to a disk's own program, with our ROM.

use hexfront::script::Action;
use hexfront::session::{RunError, Session, Symbols};
use hexfront::targets::{self, AMIGA, Fitting};
use hexfront_asm::{Files, Options, assemble, link};
use hexfront_disk::Image;
use hexfront_disk::adf::Adf;
use hexfront_platforms::machine::{Bank, Button};

/// A boot block that leaves a mark, a counter of pressed left buttons and the mouse's counters.
const PROGRAM: &str = r#"
        .setcpu "68000"
mark     = $70000
pressed  = $70004
joy0dat  = $DFF00A
ciaa_pra = $BFE001
        .segment "CODE"
        .byte "DOS", 0
        .dword 0, 880
start:
        move.w #$7FFF,$DFF09A
        move.w #$0F00,$DFF180
        clr.l pressed
        move.l #$48455821,mark
@up:
        btst #6,ciaa_pra
        bne @up
        addq.w #1,pressed
        move.w joy0dat,pressed + 2
@down:
        btst #6,ciaa_pra
        beq @down
        bra @up
"#;

fn disk() -> Vec<u8> {
    let object = assemble(
        &Files(&[("boot.s", PROGRAM)]),
        "boot.s",
        &Options::default(),
    )
    .expect("the program assembles");
    let script =
        "output \"boot\"\narea MAIN start 0 size 1024 output \"boot\"\nsegment CODE in MAIN\n";
    let image = link(script, &[("boot.s", object.to_elf())]).expect("it fits");
    let block = image.output("boot").expect("it is written");
    let mut disk = Adf::blank();
    disk.bytes_mut()[..block.len()].copy_from_slice(block);
    disk.seal_boot_block();
    assert_eq!(disk.check(), []);
    disk.to_bytes()
}

fn booted() -> Session {
    let bytes = disk();
    let target = targets::for_disk(&Image::open(&bytes).unwrap()).unwrap();
    assert_eq!(target, AMIGA);
    let machine = target
        .switch_on(Fitting::default())
        .expect("our ROM assembles");
    let symbols: Symbols = [("mark", 0x7_0000), ("pressed", 0x7_0004)]
        .map(|(name, at)| (name.to_owned(), at))
        .into();
    let mut session = Session::new(machine, symbols);
    session.machine.insert_disk(&bytes).unwrap();
    target.start(&mut session).unwrap();
    session.run_until_memory("mark", b'H').unwrap();
    session
}

fn word(session: &Session, at: u32) -> u16 {
    let byte = |i| session.machine.peek(Bank::Ram, at + i);
    u16::from_be_bytes([byte(0), byte(1)])
}

#[test]
fn our_rom_boots_a_disk_in_a_few_seconds() {
    let session = booted();
    let seconds = session.machine.cycles() as f64 / f64::from(session.machine.clock_hz());
    assert!(seconds < 8.0, "{seconds} s");
}

#[test]
fn a_script_moves_the_mouse_and_clicks() {
    let mut session = booted();
    for action in [Action::Mouse(30, -4), Action::Click(Button::Left)] {
        session.perform(&action).unwrap();
    }
    assert_eq!(word(&session, 0x7_0004), 1);
    assert_eq!(word(&session, 0x7_0006).to_be_bytes(), [0xFC, 30]);
}

#[test]
fn a_wait_for_text_says_that_there_is_none() {
    let mut session = booted();
    let error = session.run_until_text("READY").unwrap_err();
    assert!(matches!(error, RunError::NoText));
}

#[test]
fn the_picture_is_what_the_program_made_it() {
    let mut session = booted();
    session.run_seconds(0.1).unwrap();
    let frame = session.machine.frame();
    let middle = frame.pixels[frame.height / 2 * frame.width + frame.width / 2];
    assert_eq!(frame.palette[usize::from(middle)], 0xFF0000);
}
