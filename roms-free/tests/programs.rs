//! What machine programs rely on: the calls, their registers, and the KERNAL being banked away meanwhile.

use crate::common::{Session, disk, program};
use hexfront_disk::d64::{D64, Name};
use hexfront_platforms::machine::{Bank, Machine};

/// Runs a program to its RTS and gives the session.
fn run(disk: Option<D64>, source: &str) -> Session {
    let mut session = Session::boot(disk);
    session.put(&program(source));
    session.command("sys2061");
    session
}

/// Calls a KERNAL routine through SYS with these registers; gives a, x, y and the carry.
fn call(session: &mut Session, address: u16, [a, x, y]: [u8; 3], carry: bool) -> ([u8; 3], bool) {
    for (at, value) in [
        (0x030c, a),
        (0x030d, x),
        (0x030e, y),
        (0x030f, u8::from(carry)),
    ] {
        session.c64.poke(at, value);
    }
    session.command(&format!("sys{address}"));
    let out = [0x030c, 0x030d, 0x030e].map(|at| session.byte(at));
    (out, session.byte(0x030f) & 1 == 1)
}

#[test]
fn calls_give_and_take_their_registers() {
    let mut session = Session::boot(None);
    assert_eq!(
        call(&mut session, 0xffed, [0; 3], false).0[1..],
        [40, 25],
        "SCREEN"
    );
    assert_eq!(
        call(&mut session, 0xfff3, [0; 3], false).0[1..],
        [0x00, 0xdc],
        "IOBASE"
    );
    assert_eq!(
        call(&mut session, 0xff99, [0; 3], true).0[1..],
        [0x00, 0xa0],
        "MEMTOP reads"
    );
    call(&mut session, 0xff99, [0, 0x00, 0x90], false);
    assert_eq!(session.word(0x0283), 0x9000, "MEMTOP sets");
    assert_eq!(
        call(&mut session, 0xff9c, [0; 3], true).0[1..],
        [0x00, 0x08],
        "MEMBOT reads"
    );
    call(&mut session, 0xffba, [7, 9, 3], false);
    assert_eq!(
        [0xb8, 0xba, 0xb9].map(|a| session.byte(a)),
        [7, 9, 3],
        "SETLFS"
    );
    call(&mut session, 0xffbd, [5, 0x34, 0x12], false);
    assert_eq!(
        (session.byte(0xb7), session.word(0xbb)),
        (5, 0x1234),
        "SETNAM"
    );
    call(&mut session, 0xffdb, [0xfe, 0xff, 0x01], false);
    let ([low, middle, high], _) = call(&mut session, 0xffde, [0; 3], false);
    assert_eq!(
        (high, middle),
        (2, 0),
        "RDTIM after SETTIM carries through all bytes"
    );
    assert!(low > 1, "and went on: {low}");
    call(&mut session, 0xff8d, [0, 0x00, 0xc0], true);
    let vectors: Vec<u8> = (0x0314..0x0334).map(|a| session.byte(a)).collect();
    let copied: Vec<u8> = (0xc000..0xc020).map(|a| session.byte(a)).collect();
    assert_eq!(copied, vectors, "VECTOR reads");
}

#[test]
fn the_clock_starts_again_at_24_hours() {
    let mut session = Session::boot(None);
    call(&mut session, 0xffdb, [0xff, 0x19, 0x4f], false);
    let high = session.byte(0xa0);
    assert_eq!(high, 0, "$4F1A00 sixtieths are a day");
}

#[test]
fn plot_puts_the_cursor_and_tells_where_it_is() {
    let session = run(
        None,
        "        ldx #5
        ldy #7
        clc
        jsr $fff0
        lda #'X'
        jsr $ffd2
        sec
        jsr $fff0
        stx $c000
        sty $c001
        rts
",
    );
    assert_eq!(session.byte(0x0400 + 5 * 40 + 7), 24);
    assert_eq!((session.byte(0xc000), session.byte(0xc001)), (5, 8));
}

#[test]
fn chrin_reads_the_line_behind_the_prompt_and_getin_single_keys() {
    let mut session = Session::boot(None);
    session.put(&program(
        "        lda #'?'
        jsr $ffd2
        ldx #0
@line:  jsr $ffcf
        sta $c000,x
        inx
        cmp #13
        bne @line
@key:   jsr $ffe4
        beq @key
        sta $c010
        rts
",
    ));
    session.type_text("sys2061\n");
    session.run(0.2);
    session.type_text("ab c\n");
    session.run(0.2);
    session.type_text("k");
    session.until_idle(2.0);
    let line: Vec<u8> = (0xc000..0xc005).map(|a| session.byte(a)).collect();
    assert_eq!(line, b"AB C\r");
    assert_eq!(session.byte(0xc010), b'K');
}

#[test]
fn the_error_channel_reads_until_eoi() {
    let session = run(
        Some(disk(&[])),
        "        lda #15
        ldx #8
        ldy #15
        jsr $ffba
        lda #0
        jsr $ffbd
        jsr $ffc0
        ldx #15
        jsr $ffc6
        ldy #0
@next:  jsr $ffcf
        sta $c000,y
        iny
        jsr $ffb7
        beq @next
        sta $c080
        sty $c081
        jsr $ffcf
        sta $c082
        jsr $ffcc
        lda #15
        jmp $ffc3
",
    );
    let length = u16::from(session.byte(0xc081));
    let text: Vec<u8> = (0xc000..0xc000 + length).map(|a| session.byte(a)).collect();
    assert_eq!(
        String::from_utf8_lossy(&text),
        "73,CBM DOS V2.6 1541,00,00\r"
    );
    assert_eq!(session.byte(0xc080), 0x40, "EOI with the last byte");
    assert_eq!(session.byte(0xc082), 13, "RETURN behind the end");
    assert_eq!(session.byte(0x98), 0, "no file is open any more");
}

#[test]
fn ten_files_can_be_open_and_the_eleventh_is_refused() {
    let session = run(
        None,
        "        ldx #1
        stx $c000
@next:  lda $c000
        ldx #3
        ldy #$ff
        jsr $ffba
        lda #0
        jsr $ffbd
        jsr $ffc0
        bcs @full
        inc $c000
        bne @next
@full:  sta $c001
        ldx $98
        stx $c002
        ldx #99
        jsr $ffc6
        sta $c003
        jmp $ffe7
",
    );
    assert_eq!(
        [0xc000, 0xc001, 0xc002, 0xc003].map(|a| session.byte(a)),
        [11, 1, 10, 3]
    );
}

#[test]
fn a_device_that_is_not_there_is_told_by_every_call() {
    let session = run(
        Some(disk(&[])),
        "        lda #0
        sta $90
        lda #11
        jsr $ffb1       ; LISTEN
        lda #$6f
        jsr $ff93       ; SECOND
        lda #'I'
        jsr $ffa8       ; CIOUT
        jsr $ffae       ; UNLSN
        jsr $ffb7
        sta $c000
        lda #0
        sta $90
        lda #11
        jsr $ffb4       ; TALK
        lda #$6f
        jsr $ff96       ; TKSA
        jsr $ffb7
        sta $c001
        jsr $ffab       ; UNTLK
        lda $dd00
        sta $c002
        rts
",
    );
    assert_ne!(session.byte(0xc000) & 0x80, 0, "listening");
    assert_ne!(session.byte(0xc001) & 0x80, 0, "talking");
    assert_eq!(session.byte(0xc002), 0xc7, "the lines are free again");
}

#[test]
fn errors_are_printed_by_number_when_a_program_asks_for_it() {
    let session = run(
        None,
        "        lda #%01000000
        jsr $ff90
        lda #1
        ldx #9
        ldy #15
        jsr $ffba
        lda #1
        ldx #<@name
        ldy #>@name
        jsr $ffbd
        jmp $ffc0
@name:  .byte \"X\"
",
    );
    assert!(
        session.screen().contains("\nI/O ERROR #5\n"),
        "{}",
        session.screen()
    );
}

#[test]
fn an_interrupt_routine_in_front_of_the_kernals_keeps_the_keyboard_alive() {
    let mut session = run(
        None,
        "        sei
        lda #<@own
        sta cinv
        lda #>@own
        sta cinv + 1
        cli
        rts
@own:   inc $c000
        jmp $ea31
",
    );
    let before = session.byte(0xc000);
    session.run(1.0);
    let ticks = session.byte(0xc000).wrapping_sub(before);
    assert!((58..=62).contains(&ticks), "{ticks} a second");
    assert_eq!(session.answer("print 1"), " 1\n\nREADY.");
}

#[test]
fn reset_starts_anew_or_starts_a_cartridge() {
    let mut session = Session::boot(None);
    session.command("10 rem");
    session.type_text("sys64738\n");
    session.until_idle(2.0);
    assert!(
        session.screen().contains("38911 BYTES FREE"),
        "{}",
        session.screen()
    );
    assert!(!session.screen().contains("SYS64738"));

    let cartridge = [
        0x09, 0x80, 0, 0, 0xc3, 0xc2, 0xcd, b'8', b'0', 0xa9, 0x2a, 0x8d, 0x00, 0xc0, 0x4c, 0x0e,
        0x80,
    ];
    session.c64.load(0x8000, &cartridge);
    session.c64.reset();
    session.run(0.1);
    assert_eq!(
        session.byte(0xc000),
        0x2a,
        "lda #42, sta $c000 at the address of $8000"
    );
    assert_eq!(session.c64.pc(), 0x800e);
}

/// A program of the kind of our game: it keeps data in the RAM under the ROMs, has its own interrupt, runs with the
/// ROMs banked out, and banks them in to write and read files.
const BANKED: &str = "
ram_only        = $35           ; I/O and RAM
with_kernal     = $36           ; KERNAL and I/O; RAM under BASIC
ticks           = $c000
irq_vector      = $fffe

        sei
        lda #ram_only
        sta cpu_port
        lda #<bank_irq
        sta irq_vector
        lda #>bank_irq
        sta irq_vector + 1
        lda #<own_irq
        sta cinv
        lda #>own_irq
        sta cinv + 1
        ldx #0
        stx ticks
        stx ticks + 1
@fill:  txa
        sta $a000,x             ; under BASIC: what is saved
        eor #$ff
        sta $e000,x             ; under the KERNAL: must stay
        inx
        bne @fill
        cli
@wait:  lda ticks               ; some interrupts with the ROMs out
        cmp #5
        bcc @wait

        lda #with_kernal
        sta cpu_port
        lda #2                  ; OPEN 2,8,2,\"SLOT,S,W\"
        ldx #8
        ldy #2
        jsr $ffba
        lda #8
        ldx #<slot
        ldy #>slot
        jsr $ffbd
        jsr $ffc0
        bcs failed
        ldx #2
        jsr $ffc9
        bcs failed
        ldy #0
@write: lda $a000,y
        jsr $ffd2
        iny
        bne @write
        jsr $ffcc
        lda #2
        jsr $ffc3

        lda #0                  ; SAVE \"IMAGE\" from $a000 to $a0ff
        sta $50
        lda #$a0
        sta $51
        lda #1
        ldx #8
        ldy #0
        jsr $ffba
        lda #5
        ldx #<image
        ldy #>image
        jsr $ffbd
        lda #$50
        ldx #<$a100
        ldy #>$a100
        jsr $ffd8
        bcs failed

                                ; LOAD it back, to $b000: secondary address 0 as set
        lda #0
        ldx #<$b000
        ldy #>$b000
        jsr $ffd5
        bcs failed
        stx $c010
        sty $c011
        lda #ram_only
        sta cpu_port
@more:  lda ticks + 1
        beq @more
        lda #1
        sta $c012
@end:   jmp @end
failed: sta $c013
        jmp failed

bank_irq:
        pha
        txa
        pha
        tya
        pha
        jmp (cinv)
own_irq:
        inc ticks
        bne @low
        inc ticks + 1
@low:   lda cia1_icr
        pla
        tay
        pla
        tax
        pla
        rti
slot:   .byte \"SLOT,S,W\"
image:  .byte \"IMAGE\"
";

#[test]
fn a_banked_program_saves_and_loads_with_its_own_interrupt() {
    let mut session = Session::boot(Some(disk(&[])));
    session.put(&program(BANKED));
    session.type_text("sys2061\n");
    session.run(12.0);
    assert_eq!(session.byte(0xc013), 0, "error number");
    assert_eq!(
        session.byte(0xc012),
        1,
        "still running, ticks {}",
        session.byte(0xc000)
    );
    assert_eq!(session.word(0xc010), 0xb100, "LOAD's end");
    let written: Vec<u8> = (0..=255).collect();
    let ram = |start: u16| -> Vec<u8> {
        (0..256)
            .map(|n| session.c64.peek(Bank::Ram, (start + n).into()))
            .collect()
    };
    assert_eq!(ram(0xb000), written, "loaded");
    assert_eq!(
        ram(0xe000),
        written.iter().map(|b| !b).collect::<Vec<u8>>(),
        "RAM under the KERNAL"
    );
    let disk = session.c64.drive().disk().unwrap();
    assert_eq!(
        disk.read_file(&Name::parse("SLOT").unwrap()).unwrap(),
        written
    );
    assert_eq!(
        disk.read_file(&Name::parse("IMAGE").unwrap()).unwrap(),
        [&[0x00, 0xa0], &written[..]].concat()
    );
}
