//! BASIC: lines, tokens, statements.

use crate::common::Session;
use hexfront_platforms::machine::Machine;

/// The program in memory.
fn stored(session: &Session) -> Vec<u8> {
    (session.word(0x2b)..session.word(0x2d))
        .map(|a| session.byte(a))
        .collect()
}

#[test]
fn lines_are_kept_in_order_replaced_and_deleted() {
    let mut session = Session::boot(None);
    for line in [
        "20 rem b",
        "10 rem a",
        "30 rem c",
        "20 rem longer",
        "30",
        "5 rem",
        "99",
        "10 rem x",
    ] {
        session.command(line);
    }
    assert_eq!(
        session.answer("list"),
        "5 REM\n10 REM X\n20 REM LONGER\n\nREADY."
    );
    session.command("new");
    assert_eq!(stored(&session), [0, 0]);
}

#[test]
fn list_takes_a_range() {
    let mut session = Session::boot(None);
    for line in ["10 rem", "20 rem", "30 rem", "40 rem"] {
        session.command(line);
    }
    let cases: [(&str, &[u16]); 6] = [
        ("list 20", &[20]),
        ("list 20-", &[20, 30, 40]),
        ("list -20", &[10, 20]),
        ("list 15-35", &[20, 30]),
        ("list 50-", &[]),
        ("list", &[10, 20, 30, 40]),
    ];
    for (line, expected) in cases {
        let lines: String = expected.iter().map(|n| format!("{n} REM\n")).collect();
        assert_eq!(
            session.answer(line),
            format!("{lines}\nREADY.").trim_start_matches('\n'),
            "{line}"
        );
    }
}

#[test]
fn words_become_tokens_but_not_in_quotes_remarks_and_data() {
    // Source: PRG, tokens.
    let cases: [(&str, &[u8]); 8] = [
        ("1 sys2061", b"\x9e2061"),
        ("1 ?\"run\":print", b"\x99\"RUN\":\x99"),
        ("1 rem list \"run", b"\x8f LIST \"RUN"),
        ("1 data run,\"x\":run", b"\x83 RUN,\"X\":\x8a"),
        ("1 print#1,a+b*c", b"\x981,A\xaaB\xacC"),
        ("1 goto5:gosub6", b"\x895:\x8d6"),
        ("1 ifa=1thenprintchr$(5)", b"\x8bA\xb21\xa7\x99\xc7(5)"),
        ("1 go to 5", b"\xcb \xa4 5"),
    ];
    let mut session = Session::boot(None);
    for (line, expected) in cases {
        session.command(line);
        let line_bytes = stored(&session);
        assert_eq!(&line_bytes[4..line_bytes.len() - 3], expected, "{line}");
    }
}

#[test]
fn every_keyword_lists_as_it_was_typed() {
    // By token from $80; DATA and REM, which have a test of their own, are left out.
    let lines: [(&str, std::ops::Range<u8>); 9] = [
        ("END FOR NEXT", 0x80..0x83),
        (
            "INPUT# INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN",
            0x84..0x8f,
        ),
        (
            "STOP ON WAIT LOAD SAVE VERIFY DEF POKE PRINT# PRINT CONT LIST",
            0x90..0x9c,
        ),
        (
            "CLR CMD SYS OPEN CLOSE GET NEW TAB( TO FN SPC( THEN NOT STEP",
            0x9c..0xaa,
        ),
        ("+ - * /", 0xaa..0xae),
        (
            "AND OR > = < SGN INT ABS USR FRE POS SQR RND LOG EXP",
            0xaf..0xbe,
        ),
        (
            "COS SIN TAN ATN PEEK LEN STR$ VAL ASC CHR$ LEFT$",
            0xbe..0xc9,
        ),
        ("RIGHT$ MID$", 0xc9..0xcb),
        ("GO", 0xcb..0xcc),
    ];
    let mut session = Session::boot(None);
    for (words, tokens) in lines {
        session.command(&format!("1 {words}"));
        let found: Vec<u8> = stored(&session)
            .into_iter()
            .filter(|byte| *byte >= 0x80)
            .collect();
        assert_eq!(found, tokens.collect::<Vec<u8>>(), "{words}");
        let listed = session.answer("list").replace(['\n', ' '], "");
        assert_eq!(listed, format!("1{}READY.", words.replace(' ', "")));
    }
}

#[test]
fn a_shifted_letter_abbreviates() {
    let mut session = Session::boot(None);
    session.type_text("1l");
    session.press(&["left-shift", "i"]);
    session.type_text(":s");
    session.press(&["left-shift", "y"]);
    session.type_text("5\n");
    session.until_idle(1.0);
    assert_eq!(session.answer("list"), "1 LIST:SYS5\n\nREADY.");
}

#[test]
fn numbers_and_print() {
    let mut session = Session::boot(None);
    let cases = [
        ("print 2+3*4", " 14"),
        ("print (2+3)*4-1", " 19"),
        ("print 65535", " 65535"),
        ("print -1", " 65535"),
        ("print 0", " 0"),
        ("print 10000*6+5535", " 65535"),
        ("print peek(43)+256*peek(44)", " 2049"),
        ("print \"a\";\"b\"", "AB"),
        ("print chr$(65)chr$(66)", "AB"),
        ("print 1,2", " 1         2"),
        ("poke 49152,200:print peek(49152)", " 200"),
    ];
    for (line, expected) in cases {
        assert_eq!(
            session.answer(line),
            format!("{expected}\n\nREADY."),
            "{line}"
        );
    }
}

#[test]
fn programs_run_line_by_line_until_stop() {
    let mut session = Session::boot(None);
    session.command("10 print\"a\";:print\"b\"");
    session.command("20 goto 40");
    session.command("30 print\"never\"");
    session.command("40 print\"end\":end");
    session.command("50 goto 50");
    assert_eq!(session.answer("run"), "AB\nEND\n\nREADY.");
    assert_eq!(session.answer("run 40"), "END\n\nREADY.");
    session.type_text("run 50\n");
    session.run(1.0);
    session.press(&["run-stop"]);
    session.until("BREAK IN 50", 1.0);
    session.until_idle(1.0);
    session.command("5 fred");
    assert_eq!(session.answer("run"), "?SYNTAX ERROR IN 5\nREADY.");
}

#[test]
fn sys_passes_the_registers_of_030c() {
    let mut session = Session::boot(None);
    // clc; adc #1; inx; iny; sec; rts
    for (n, byte) in [0x18, 0x69, 1, 0xe8, 0xc8, 0x38, 0x60]
        .into_iter()
        .enumerate()
    {
        session.c64.poke(0xc000 + n as u32, byte);
    }
    for (n, byte) in [10, 20, 30, 0].into_iter().enumerate() {
        session.c64.poke(0x030c + n as u32, byte);
    }
    session.command("sys 12*4096");
    assert_eq!(
        [0x030c, 0x030d, 0x030e].map(|a| session.byte(a)),
        [11, 21, 31]
    );
    assert_eq!(session.byte(0x030f) & 1, 1, "carry");
}

#[test]
fn a_line_that_does_not_fit_is_refused() {
    let mut session = Session::boot(None);
    session.c64.poke(0x37, 0x20);
    session.c64.poke(0x38, 0x08);
    session.command("10 rem 123456");
    assert!(
        session
            .answer("20 rem 123456789")
            .contains("?OUT OF MEMORY ERROR")
    );
    assert_eq!(session.answer("list"), "10 REM 123456\n\nREADY.");
}
