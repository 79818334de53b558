//! From power-on to a program that runs.

use crate::common::{Session, disk, program};
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::c64::Video;

const HELLO: &str = "
        ldx #0
@next:  lda text,x
        beq @done
        jsr $ffd2
        inx
        bne @next
@done:  rts
text:   .byte 13, \"HELLO FROM THE DISK\", 13, 0
";

#[test]
fn ready_in_under_three_seconds_with_the_free_memory_told() {
    let session = Session::boot(None);
    assert!(session.seconds() < 1.0, "{}", session.seconds());
    assert_eq!(
        session.screen(),
        "\n   *** HEXFRONT 64, FREE ROM 1.0 ***\n\n   64K RAM SYSTEM  38911 BYTES FREE\n\nREADY."
    );
}

#[test]
fn clock_counts_sixtieths_of_a_second_on_both_standards() {
    for (video, flag) in [(Video::Pal, 1), (Video::Ntsc, 0)] {
        let mut session = Session::boot_video(video, None);
        assert_eq!(session.byte(0x02a6), flag, "{video:?}");
        let before = session.byte(0xa2);
        let start = session.seconds();
        session.run(2.0);
        let ticks = f64::from(session.byte(0xa2).wrapping_sub(before));
        let expected = (session.seconds() - start) * 60.0;
        assert!(
            (ticks - expected).abs() <= 1.0,
            "{video:?}: {ticks} ticks, {expected} expected"
        );
    }
}

#[test]
fn load_star_and_run_start_the_first_program() {
    let mut session = Session::boot(Some(disk(&[
        ("HELLO", &program(HELLO)),
        ("OTHER", &[1, 8, 0]),
    ])));
    assert_eq!(
        session.answer("load\"*\",8"),
        "SEARCHING FOR *\nLOADING\nREADY."
    );
    assert_eq!(session.answer("run"), "HELLO FROM THE DISK\n\nREADY.");
    assert_eq!(session.answer("list"), "10 SYS2061\n\nREADY.");
}

#[test]
fn shift_with_run_stop_does_the_same() {
    let mut session = Session::boot(Some(disk(&[("HELLO", &program(HELLO))])));
    session.press(&["left-shift", "run-stop"]);
    session.until("HELLO FROM THE DISK", 10.0);
}

#[test]
fn memory_pointers_stand_where_programs_expect_them() {
    let session = Session::boot(None);
    let cases = [
        (0x2b, 0x0801, "start of the program"),
        (0x2d, 0x0803, "end of the program"),
        (0x37, 0xa000, "top of BASIC's memory"),
        (0x0281, 0x0800, "bottom of memory"),
        (0x0283, 0xa000, "top of memory"),
        (0xd1, 0x0400 + 6 * 40, "cursor's row"),
        (0xf3, 0xd800 + 6 * 40, "its colours"),
    ];
    for (address, value, what) in cases {
        assert_eq!(session.word(address), value, "{what}, ${address:02x}");
    }
    assert_eq!(session.byte(0x0288), 4, "screen page");
    assert_eq!(session.byte(0x0800), 0, "the byte before the program");
}

#[test]
fn stop_with_restore_comes_back_to_the_prompt() {
    let mut session = Session::boot(None);
    session.put(&program("        sei\n@hang: jmp @hang\n"));
    session.type_text("sys2061\n");
    session.run(0.2);
    let stuck = session.c64.pc();
    session.press(&["restore"]);
    assert_eq!(session.c64.pc(), stuck, "RESTORE alone changes nothing");
    session.press(&["run-stop", "restore"]);
    session.until_idle(2.0);
    assert_eq!(session.screen(), "\nREADY.");
    assert_eq!(session.answer("print 6*7"), " 42\n\nREADY.");
}
