//! Files: BASIC's commands with the emulated 1541.

use crate::common::{Session, disk, program};
use hexfront_disk::d64::{D64, Name};
use hexfront_platforms::machine::{Bank, DriveSpeed, Machine};

const NOTHING: &str = "        rts\n";

fn file(session: &Session, name: &str) -> Option<Vec<u8>> {
    let disk: &D64 = session.c64.drive().disk().unwrap();
    disk.read_file(&Name::parse(name).unwrap()).ok()
}

#[test]
fn directory_loads_as_a_program_and_lists() {
    let mut session = Session::boot(Some(disk(&[
        ("HELLO", &program(NOTHING)),
        ("LONG", &[7; 1000]),
    ])));
    assert_eq!(
        session.answer("load\"$\",8"),
        "SEARCHING FOR $\nLOADING\nREADY."
    );
    assert_eq!(
        session.answer("list"),
        "0 \"TEST DISK       \" HX 2A\n1    \"HELLO\"            PRG\n4    \"LONG\"             PRG\n\
         659 BLOCKS FREE.\n\nREADY."
    );
}

#[test]
fn save_writes_the_program_and_verify_compares_it() {
    let mut session = Session::boot(Some(disk(&[])));
    session.command("10 print\"hi\"");
    session.command("20 sys49152");
    assert_eq!(session.answer("save\"two\",8"), "SAVING TWO\nREADY.");
    let expected = [
        0x01, 0x08, 0x0b, 0x08, 10, 0, 0x99, b'"', b'H', b'I', b'"', 0, 0x16, 0x08, 20, 0, 0x9e,
        b'4', b'9', b'1', b'5', b'2', 0, 0, 0,
    ];
    assert_eq!(file(&session, "TWO").as_deref(), Some(&expected[..]));
    assert_eq!(
        session.answer("verify\"two\",8"),
        "SEARCHING FOR TWO\nVERIFYING\nOK\nREADY."
    );
    session.command("10 rem");
    assert_eq!(
        session.answer("verify\"two\",8"),
        "SEARCHING FOR TWO\nVERIFYING\n?VERIFY ERROR\nREADY."
    );
    assert_eq!(
        session.answer("load\"two\",8"),
        "SEARCHING FOR TWO\nLOADING\nREADY."
    );
    assert_eq!(
        session.answer("list"),
        "10 PRINT\"HI\"\n20 SYS49152\n\nREADY."
    );
}

#[test]
fn loading_to_the_files_own_address_leaves_the_program() {
    let mut session = Session::boot(Some(disk(&[("ML", &[0x00, 0xc0, 1, 2, 3])])));
    session.command("10 rem kept");
    session.answer("load\"ml\",8,1");
    assert_eq!([0xc000, 0xc001, 0xc002].map(|a| session.byte(a)), [1, 2, 3]);
    assert_eq!(session.answer("list"), "10 REM KEPT\n\nREADY.");
}

#[test]
fn machine_code_behind_a_program_is_saved_with_it() {
    let whole = program("        lda #1\n        rts\n");
    let mut session = Session::boot(Some(disk(&[("STUB", &whole)])));
    session.command("load\"stub\"");
    session.command("save\"copy\"");
    assert_eq!(file(&session, "COPY"), Some(whole));
}

#[test]
fn errors_are_told() {
    let mut session = Session::boot(Some(disk(&[("HERE", &program(NOTHING))])));
    let cases = [
        (
            "load\"nofile\",8",
            "SEARCHING FOR NOFILE\n?FILE NOT FOUND ERROR\nREADY.",
        ),
        (
            "load\"x\",9",
            "SEARCHING FOR X\n?DEVICE NOT PRESENT ERROR\nREADY.",
        ),
        ("load\"x\",1", "?DEVICE NOT PRESENT ERROR\nREADY."),
        ("load\"x\",3", "?ILLEGAL DEVICE NUMBER ERROR\nREADY."),
        ("load", "?MISSING FILE NAME ERROR\nREADY."),
        ("save\"x\",9", "?DEVICE NOT PRESENT ERROR\nREADY."),
        (
            "save\"here\",8",
            "SAVING HERE\n63,FILE EXISTS,00,00\n?NOT OUTPUT FILE ERROR\nREADY.",
        ),
        ("open1,9,1,\"x\"", "?DEVICE NOT PRESENT ERROR\nREADY."),
        ("close99", "\nREADY."),
        ("open3,3:open3,3", "?FILE OPEN ERROR\nREADY."),
        ("fred", "?SYNTAX ERROR\nREADY."),
        ("load 5", "?SYNTAX ERROR\nREADY."),
        ("print 70000", "?ILLEGAL QUANTITY ERROR\nREADY."),
        ("goto 9", "?UNDEF'D STATEMENT ERROR\nREADY."),
    ];
    for (line, expected) in cases {
        let answer = session.answer(line);
        assert_eq!(
            answer.trim_start_matches('\n'),
            expected.trim_start_matches('\n'),
            "{line}"
        );
    }
}

#[test]
fn a_protected_disk_refuses_the_save() {
    let mut session = Session::boot(Some(disk(&[])));
    session.c64.drive_mut().set_write_protected(true);
    session.command("10 rem");
    let answer = session.answer("save\"x\"");
    assert!(answer.contains("26,WRITE PROTECT ON"), "{answer}");
    assert!(answer.contains("?NOT OUTPUT FILE ERROR"), "{answer}");
}

#[test]
fn commands_reach_the_drive_through_channel_15() {
    let mut session = Session::boot(Some(disk(&[("OLD", &program(NOTHING))])));
    session.command("open1,8,15,\"r:new=old\":close1");
    assert!(file(&session, "NEW").is_some());
    assert!(file(&session, "OLD").is_none());
}

#[test]
fn stop_ends_a_load() {
    let mut session = Session::boot(Some(disk(&[("BIG", &[8; 6_000])])));
    session.c64.set_drive_speed(DriveSpeed::Real);
    session.type_text("load\"big\"\n");
    session.until("LOADING", 10.0);
    session.run(1.0);
    session.press(&["run-stop"]);
    session.until_idle(2.0);
    assert!(
        session.screen().ends_with("LOADING\nBREAK\nREADY."),
        "{}",
        session.screen()
    );
    assert_eq!(
        session.answer("load\"big\""),
        "SEARCHING FOR BIG\nLOADING\nREADY.",
        "the bus is free again"
    );
}

#[test]
fn a_drive_that_goes_away_in_the_middle_is_an_error_at_once() {
    for steps in (0..20_000).step_by(1_237) {
        let mut session = Session::boot(Some(disk(&[("BIG", &[8; 6_000])])));
        session.c64.set_drive_speed(DriveSpeed::Real);
        session.type_text("load\"big\"\n");
        session.until("LOADING", 10.0);
        for _ in 0..steps {
            session.c64.step();
        }
        session.c64.drive_mut().reset();
        session.until("?LOAD ERROR", 1.0);
        session.until_idle(1.0);
        assert!(
            session.screen().ends_with("LOADING\n?LOAD ERROR\nREADY."),
            "{}",
            session.screen()
        );
    }
}

#[test]
fn a_drive_that_goes_away_while_it_listens_does_not_hang_the_computer() {
    for steps in (0..12_000).step_by(811) {
        let mut session = Session::boot(Some(disk(&[])));
        session.c64.set_drive_speed(DriveSpeed::Real);
        session.command("10 rem 12345678901234567890");
        session.type_text("save\"x\"\n");
        session.until("SAVING", 10.0);
        for _ in 0..steps {
            session.c64.step();
        }
        session.c64.drive_mut().reset();
        session.until_idle(3.0);
        let serial_port = session.c64.peek(Bank::Cpu, 0xdd00);
        assert_eq!(serial_port, 0xc7, "all lines are free after {steps} steps");
    }
}

#[test]
fn load_runs_at_the_1541s_400_bytes_a_second() {
    let length = 4_000;
    let mut session = Session::boot(Some(disk(&[("BIG", &vec![8; length])])));
    session.c64.set_drive_speed(DriveSpeed::Real);
    session.type_text("load\"big\",8,1\n");
    session.until("LOADING", 10.0);
    let start = session.seconds();
    session.until_idle(60.0);
    let rate = length as f64 / (session.seconds() - start);
    assert!((340.0..460.0).contains(&rate), "{rate:.0} bytes a second");
}
