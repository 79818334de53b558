//! Pictures.

use super::{NTSC, Program, settles};
use hexfront_platforms::Machine;
use hexfront_platforms::machines::atari8::Config;

const LIST: u16 = 0x3000;
const LETTERS: u16 = 0x3800;
const SCREEN: u16 = 0x4000;
const OBJECTS: u16 = 0x5000;

/// Instructions: so many blank lines, load the scan counter, wait for the blank.
fn blank(lines: u8) -> u8 {
    (lines - 1) << 4
}
const LOAD: u8 = 0x40;
const JVB: u8 = 0x41;
const HORIZONTAL: u8 = 0x10;
const VERTICAL: u8 = 0x20;
const DLI: u8 = 0x80;

/// A list between three rows of blank lines and a jump back.
fn list(instructions: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let [low, high] = LIST.to_le_bytes();
    let body = instructions.into_iter();
    [blank(8); 3]
        .into_iter()
        .chain(body)
        .chain([JVB, low, high])
        .collect()
}

/// Characters that can be told apart: the bits of their codes stand in the rows, inside a frame.
fn letters() -> impl Iterator<Item = u8> {
    (0..128u8).flat_map(|code| {
        let spread = code.wrapping_mul(0x1D);
        [
            0xFF,
            0x81 | code >> 1 & 0x7E,
            0x81 | code << 1 & 0x7E,
            0xA5,
            spread,
            !spread,
            0x18 | code,
            0x7E,
        ]
    })
}

/// Bytes without a pattern, the same each time.
fn noise(count: usize) -> impl Iterator<Item = u8> {
    let mut state = 0x2F6Bu32;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(count)
}

/// Makes the data of a picture, which begins with a list that loads the scan counter with [`SCREEN`] at once.
fn picture(source: &str, list_body: Vec<u8>) -> Program {
    Program::new(source)
        .with(LIST, list(list_body))
        .with(LETTERS, letters())
        .with(SCREEN, noise(0x1000))
}

/// Sets up a display of a width and waits.
const SHOW: &str = "
           quiet
           blank
           colours
           set dlistl, <list
           set dlisth, >list
           set chbase, >letters
           set chactl, 2
           set dmactl, WIDTH
here:      jmp here";

/// Each mode once, and the tall ones whole.
fn every_mode(option: u8) -> Vec<u8> {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![2 | LOAD | option, low, high];
    body.extend([blank(2)]);
    for mode in 3..=15u8 {
        body.extend([mode | option, blank(2)]);
        if mode >= 0xB {
            body.extend([mode | option; 3]);
        }
    }
    body
}

fn show(width: u8) -> String {
    format!("WIDTH = {width}\n{SHOW}")
}

#[test]
fn all_modes_in_all_widths() {
    picture(&show(0x22), every_mode(0)).shows("atari8-modes");
    picture(&show(0x21), every_mode(0)).shows("atari8-narrow");
    // At its right edge a wide picture shows what the processor has on the bus: a jump to itself that is the same in each cycle.
    let still = show(0x23).replace("jmp here", "jmp $4C4C");
    picture(&still, every_mode(0))
        .with(0x4C4C, [0x4C; 3])
        .shows("atari8-wide");
}

#[test]
fn an_ntsc_machine_has_other_lines_and_colours() {
    picture(&show(0x22), every_mode(0)).shows_on(NTSC, "atari8-ntsc");
}

#[test]
fn an_ntsc_set_colours_single_pixels() {
    let program = picture(&show(0x22), every_mode(0));
    let mut atari = program.on(NTSC);
    atari.set_composite(true);
    settles(atari, "atari8-composite");
    // What GTIA drew is the same, also where its registers change in the middle of lines.
    let source = format!(
        "{}
frame:     inx
           stx colpf2
           stx colbk
           jmp frame",
        show(0x22).replace("here:      jmp here", "")
    );
    let program = picture(&source, every_mode(0));
    let (mut plain, mut composite) = (program.on(NTSC), program.on(NTSC));
    composite.set_composite(true);
    for _ in 0..3 {
        plain.run_frame();
        composite.run_frame();
        assert!(plain.frame().pixels == composite.dots().expect("it filters its pixels"));
        assert!(composite.frame().pixels.iter().all(|pixel| *pixel >= 256));
    }
    // A PAL machine has no such colours.
    let mut pal = program.on(Config::default());
    pal.set_composite(true);
    assert!(pal.dots().is_none());
}

#[test]
fn all_modes_are_scrolled_by_any_number_of_clocks() {
    for (hscrol, name) in [
        (0, "atari8-hscrol-0"),
        (5, "atari8-hscrol-5"),
        (15, "atari8-hscrol-15"),
    ] {
        let source = format!("        set hscrol, {hscrol}\n{}", show(0x22));
        picture(&source, every_mode(HORIZONTAL)).shows(name);
    }
}

#[test]
fn characters_are_inverted_blanked_and_turned_over() {
    let [low, high] = SCREEN.to_le_bytes();
    let rows = [[2, blank(1)], [3, blank(1)], [4, blank(1)], [7, blank(1)]];
    let mut body = vec![2 | LOAD, low, high];
    for _ in 0..2 {
        body.extend(rows.concat());
    }
    let source = format!(
        "{}
loop:      lda vcount
           lsr
           lsr
           lsr
           and #7
           sta wsync
           sta chactl
           jmp loop",
        show(0x22).replace("here:      jmp here", "")
    );
    let screen = (0..=255u8).chain(0..=255);
    picture(&source, body)
        .with(SCREEN, screen)
        .shows("atari8-chactl");
}

#[test]
fn rows_begin_and_end_by_vscrol() {
    let [low, high] = SCREEN.to_le_bytes();
    for (vscrol, name) in [(3, "atari8-vscrol-3"), (13, "atari8-vscrol-13")] {
        let mut body = vec![2 | LOAD, low, high];
        // A row that begins behind its last one goes on until the counter comes around.
        let modes: &[u8] = if vscrol == 3 {
            &[2, 4, 7, 0xA, 0xD]
        } else {
            &[2, 4, 7]
        };
        for mode in modes {
            body.extend([
                mode | VERTICAL,
                mode | VERTICAL,
                *mode,
                mode | VERTICAL,
                *mode,
                blank(1),
            ]);
        }
        let source = format!("        set vscrol, {vscrol}\n{}", show(0x22));
        picture(&source, body).shows(name);
    }
}

/// Registers that change in the middle of lines, and again and again.
#[test]
fn colours_change_in_their_colour_clock() {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![0xE | LOAD, low, high];
    body.extend([0xE; 20]);
    body.extend([blank(4)]);
    body.extend([0xF; 20]);
    body.extend([blank(4)]);
    body.extend([4, 4, 2, 2]);
    let source = format!(
        "{}
frame:     lda vcount
           cmp #14
           bne frame
           ldx #88
line:      sta wsync
           stx colpf0
           stx colbk
           stx colpf2
           lda colours_at,x
           sta colpf1
           sta colbk
           sta colpf2
           stx colbk
           sta colpf2
           dex
           bne line
           jmp frame
colours_at:
           .repeat 90, i
           .byte (i * 7) & $FF
           .endrepeat",
        show(0x22).replace("here:      jmp here", "")
    );
    picture(&source, body).shows("atari8-splits");
}

/// Objects by their registers alone, over playfields.
const OBJECTS_SHOWN: &str = "
           set hposp0, 60
           set hposp1, 66
           set hposp2, 110
           set hposp3, 117
           set hposm0, 90
           set hposm1, 92
           set hposm2, 140
           set hposm3, 143
           set sizep1, 1
           set sizep2, 3
           set sizem, %11100100
           set grafp0, $E7
           set grafp1, $DB
           set grafp2, $9D
           set grafp3, $FF
           set grafm, $FF
";

#[test]
fn priorities_by_all_values_of_prior() {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![0xE | LOAD, low, high];
    body.extend([0xE; 63]);
    body.extend([0xF; 64]);
    body.extend([2; 8]);
    let source = format!(
        "{}
{OBJECTS_SHOWN}
frame:     lda vcount
           cmp #15
           bne frame
           ldx #0
line:      sta wsync
           stx prior
           sta wsync
           inx
           cpx #96
           bne line
           jmp frame",
        show(0x22).replace("here:      jmp here", "")
    );
    // Broad bars of all playfields.
    let screen = (0..0x1000).map(|i| [0x00, 0x55, 0xAA, 0xFF, 0x1B, 0xE4][i / 2 % 6]);
    picture(&source, body)
        .with(SCREEN, screen)
        .shows("atari8-priorities");
}

#[test]
fn gtia_modes_with_players_over_them() {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![0xF | LOAD, low, high];
    body.extend([0xF; 99]);
    body.extend([0xE; 20]);
    body.extend([2, 4, 6]);
    let source = format!(
        "{}
{OBJECTS_SHOWN}
           set colbk, $36
frame:     lda vcount
           cmp #15
           bne frame
           ldx #0
line:      lda modes,x
           sta wsync
           sta prior
           ldy #8
@wait:     sta wsync
           dey
           bne @wait
           inx
           cpx #18
           bne line
           jmp frame
modes:     .byte $40, $41, $44, $50, $60
           .byte $80, $81, $84, $90, $A1
           .byte $C0, $C1, $C4, $D0, $40, $80, $C0, $00",
        show(0x22).replace("here:      jmp here", "")
    );
    let screen = (0..0x1000).map(|i: u32| (i % 40 / 2 * 17 / 20 * 17) as u8 ^ (i / 40 / 8) as u8);
    picture(&source, body)
        .with(SCREEN, screen)
        .shows("atari8-gtia");
}

/// Players and missiles by DMA, in single and double lines, some of them a line later.
#[test]
fn objects_come_by_dma() {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![4 | LOAD | DLI, low, high];
    body.extend([4; 22]);
    for (dma, vdelay, name) in [
        (0x3E, 0x00, "atari8-objects"),
        (0x2E, 0x00, "atari8-double"),
        (0x2E, 0x5A, "atari8-vdelay"),
    ] {
        let source = format!(
            "WIDTH = {dma}
{}
{OBJECTS_SHOWN}
           set prior, 1
           set pmbase, >$5000
           set vdelay, {vdelay}
           set gractl, 3
here:      jmp here",
            SHOW.replace("here:      jmp here", "")
        );
        picture(&source, body.clone())
            .with(OBJECTS, noise(0x800))
            .shows(name);
    }
}

/// Positions and sizes that change while an object is being shown.
#[test]
fn objects_are_shown_twice_in_a_line() {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![0xD | LOAD, low, high];
    body.extend([0xD; 80]);
    let source = format!(
        "{}
{OBJECTS_SHOWN}
           set prior, 4
frame:     lda vcount
           cmp #15
           bne frame
           ldx #150
line:      sta wsync
           lda #50
           sta hposp0
           sta hposp1
           lda #120
           sta hposp0
           stx grafp1
           sta hposp1
           lda #180
           sta hposp0
           stx hposm3
           dex
           bne line
           jmp frame",
        show(0x22).replace("here:      jmp here", "")
    );
    picture(&source, body).shows("atari8-twice");
}

/// A processor that writes the background's colour all the time, from one line on: where it stands tells of each cycle that was taken
/// from it.
#[test]
fn each_cycle_is_taken_in_its_place() {
    for (dma, option, hscrol, name) in [
        (0x22, 0, 0, "atari8-cycles"),
        (0x3D, 0, 0, "atari8-cycles-narrow"),
        (0x2F, 0, 0, "atari8-cycles-wide"),
        (0x22, HORIZONTAL, 6, "atari8-cycles-hscrol-6"),
        (0x22, HORIZONTAL, 15, "atari8-cycles-hscrol-15"),
    ] {
        let source = format!(
            "           set hscrol, {hscrol}
{}
frame:     lda vcount
           cmp #10
           bne frame
           sta wsync
           ldx #0
loop:      stx colbk
           inx
           inx
           stx colbk
           inx
           inx
           bne loop
           lda vcount
           cmp #100
           bcc loop
           ldx #0
           stx colbk
           jmp frame",
            show(dma).replace("here:      jmp here", "")
        );
        picture(&source, every_mode(option)).shows(name);
    }
}

/// Display list interrupts whose vector lies in RAM under the ROM, out of instructions of all lengths: the handler writes colours at
/// once.
#[test]
fn interrupts_come_in_their_cycle() {
    let [low, high] = SCREEN.to_le_bytes();
    let mut body = vec![blank(1) | DLI; 60];
    body.extend([4 | LOAD | DLI, low, high]);
    body.extend([0xE | DLI; 30]);
    body.extend([6 | DLI, 2 | DLI, 0xD | DLI, 0xD | DLI, 0xA | DLI]);
    let source = format!(
        "{}
           set pbctl, 0
           set portb, $FF
           set pbctl, 4
           set portb, $FE
           set $FFFA, <handler
           set $FFFB, >handler
           set nmien, $80
vertical:  blank
           sta wsync
           ldx #0
           ldy #0
           stx $90
loop:      inc $90
           lda ($92),y
           jsr around
           inx
           bit $90
           sec
           bcs @on
@on:       rol $3F00,x
           pha
           pla
           lda vcount
           cmp #122
           bne loop
           jmp vertical
around:    rts
handler:   pha
           stx colbk
           lda #$C6
           sta colbk
           lda #$02
           sta colbk
           pla
           rti",
        show(0x22).replace("here:      jmp here", "")
    );
    picture(&source, body).shows("atari8-nmi");
}
