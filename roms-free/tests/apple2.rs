//! The Apple II's ROMs on the emulated machine: a disk boots, and what stands at public addresses does what the manual says.

use hexfront_asm::{Files, build};
use hexfront_disk::apple::dos33::Volume;
use hexfront_disk::apple::{Container, Disk, Sector};
use hexfront_platforms::Machine;
use hexfront_platforms::machine::Bank;
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor, Roms, keyboard};
use hexfront_roms::{
    APPLE2_LINK_SCRIPT, APPLE2_MAIN_FILES, DISK2, MONITOR, SOURCES, apple2_chargen,
};

fn roms() -> Roms {
    let image = build(&Files(SOURCES), APPLE2_MAIN_FILES, APPLE2_LINK_SCRIPT).expect("it fits");
    let output = |name| image.output(name).expect("it is written");
    Roms::new(output(MONITOR), output(DISK2), &apple2_chargen()).expect("sizes are right")
}

/// A disk whose first sectors hold this program, for $0800; its first byte says how many the boot ROM reads.
fn disk(program: &str) -> Vec<u8> {
    let script =
        "output \"boot\"\narea MAIN start $0800 end $0FFF output \"boot\"\nsegment CODE in MAIN\n";
    let text = format!(".segment \"CODE\"\n.org $0800\n{program}\n");
    let sources = [("boot.s", text.as_str())];
    let image = build(&Files(&sources), ["boot.s"], script).expect("it fits");
    let bytes = image.output("boot").expect("it is written");
    let mut sectors: Vec<Sector> = Volume::format(254);
    // The boot ROM takes sectors by their places; DOS numbers them so.
    let numbers = [0, 7, 14, 6, 13, 5, 12, 4];
    for (chunk, number) in bytes.chunks(256).zip(numbers) {
        sectors[number][..chunk.len()].copy_from_slice(chunk);
    }
    let disk = Disk::from_sectors(Container::Dos, &sectors);
    disk.to_bytes().expect("sectors alone")
}

fn booted(program: &str, frames: usize) -> Apple2 {
    let mut apple = Apple2::new(Config::default(), Monitor::Green, roms());
    apple.insert_disk(&disk(program)).expect("a disk");
    for _ in 0..frames {
        apple.run_frame();
    }
    apple
}

#[test]
fn programs_know_it_as_a_ii_plus() {
    // As Apple's technical note "Apple II Family Identification Routines" has it: two bytes, and the routine that is the IIGS's own.
    let apple = booted(
        "  .byte 1
           lda $FBB3
           sta $0300
           lda $FB1E
           sta $0301
           sec
           jsr $FE1F
           lda #0
           rol
           sta $0302
@circle:   jmp @circle",
        300,
    );
    let found = [0x0300, 0x0301, 0x0302].map(|at| apple.peek(Bank::Ram, at));
    assert_eq!(found, [0xEA, 0xAD, 1]);
}

/// Prints what stands at `text`, up to a 0.
const PRINT: &str = "  ldx #0
@next:     lda text,x
           beq @done
           jsr $FDED
           inx
           bne @next
@done:
";

fn rows(apple: &Apple2) -> Vec<String> {
    let rows = apple.text_screen().expect("text");
    rows.iter().map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn a_disk_boots_and_prints() {
    let program = format!(
        ".byte 3\n  jsr $FC58\n{PRINT}here: jmp here\n  .res $0AF0 - *, 0\ntext: .byte 'H' | $80,'I' | $80,$A0,'a' | $80,$8D,'2' | $80,0"
    );
    // The text lies in the third sector: the boot ROM has read it too.
    let apple = booted(&program, 200);
    assert_eq!(rows(&apple)[..3], ["HI A", "2", ""]);
    assert_eq!(apple.peek(Bank::Ram, 0x2B), 0x60);
    // A second for the arm, and less than half a second for three sectors.
    let quick = booted(&program, 150);
    assert_eq!(rows(&quick)[0], "HI A");
}

#[test]
fn the_window_scrolls_and_is_cleared() {
    let program = ".byte 1
           jsr $FC58
           lda #0
           sta $00
line:      lda $00
           jsr $FDDA
           jsr $FD8E
           inc $00
           lda $00
           cmp #$30
           bne line
           lda #5
           sta $25
           jsr $FC22
           lda #1
           sta $24
           jsr $FC9C
here:      jmp here";
    let rows = rows(&booted(program, 250));
    assert_eq!(rows[0], "19");
    assert_eq!(rows[22], "2F");
    assert_eq!(rows[23], "");
    assert_eq!(rows[5], "1", "from the cursor on");
}

#[test]
fn keys_are_awaited_and_come_with_their_codes() {
    let program = ".byte 1
           jsr $FC58
next:      jsr $FD0C
           jsr $FDED
           jmp next";
    let mut apple = booted(program, 160);
    for letter in "GO 1944".chars() {
        let chord = apple.chord(letter).expect("a key");
        apple.key_down(chord.key);
        (0..3).for_each(|_| _ = apple.run_frame());
        apple.key_up(chord.key);
        apple.run_frame();
    }
    assert!(
        rows(&apple)[0].starts_with("GO 1944"),
        "{:?}",
        rows(&apple)[0]
    );
}

#[test]
fn a_reset_goes_where_the_program_says() {
    let program = ".byte 1
           jsr $FC58
           lda #<again
           sta $03F2
           lda #>again
           sta $03F3
           eor #$A5
           sta $03F4
here:      jmp here
again:     lda #'R' | $80
           jsr $FDED
           jmp here";
    let mut apple = booted(program, 160);
    apple.key_down(keyboard::LAYOUT.key("control").expect("a key"));
    apple.key_down(keyboard::RESET);
    (0..5).for_each(|_| _ = apple.run_frame());
    assert!(
        rows(&apple).iter().any(|row| row.contains('R')),
        "{:?}",
        rows(&apple)
    );
}

#[test]
fn a_break_is_told_with_its_address_and_the_bell_rings() {
    let apple = booted(".byte 1\n  jsr $FC58\n  brk", 160);
    assert!(
        rows(&apple).concat().contains("BRK 0804"),
        "{:?}",
        rows(&apple)
    );
    let mut apple = booted(".byte 1\n  lda #$87\n  jsr $FDED\nhere: jmp here", 40);
    apple.set_sample_rate(Some(48_000));
    (0..160).for_each(|_| _ = apple.run_frame());
    let mut samples = Vec::new();
    apple.drain_audio(&mut samples);
    let rising = samples
        .windows(2)
        .filter(|w| w[0][0] < 0.0 && w[1][0] >= 0.0);
    assert!(
        (90..=102).contains(&rising.count()),
        "a tenth of a second of 1,000 Hz"
    );
}
