//! The Apple II as a whole, by programs in its RAM: picture, beam, keyboard, sound, paddles, disk, language card.

use crate::common::assembled;
use hexfront_asm::Files;
use hexfront_disk::apple::dos33::Volume;
use hexfront_disk::apple::track::Track;
use hexfront_disk::apple::{Container, Disk};
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, Joystick};
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor, Roms, Standard, keyboard};

/// A machine whose ROM only jumps in a circle at $FF00, and whose letters are full blocks but for the space.
fn bare(config: Config, monitor: Monitor) -> Apple2 {
    let mut rom = [0xEA; 0x3000];
    rom[0x2F00..0x2F03].copy_from_slice(&[0x4C, 0x00, 0xFF]);
    rom[0x2FFA..].copy_from_slice(&[0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF]);
    let mut letters = [0x7F; 512];
    letters[0x20 * 8..0x21 * 8].fill(0);
    let roms = Roms::new(&rom, &[0; 256], &letters).expect("sizes are right");
    Apple2::new(config, monitor, roms)
}

/// A machine about to run this program at $1000.
fn with_program(source: &str) -> Apple2 {
    let text = format!(".segment \"CODE\"\n{source}\n");
    let sources = [("program.s", text.as_str())];
    let bytes = assembled(&Files(&sources), "program.s", 0x1000);
    let mut apple = bare(Config::default(), Monitor::Colour);
    apple.load(0x1000, &bytes[2..]);
    apple.set_pc(0x1000);
    apple
}

/// Runs until the program jumps in a circle.
fn run_to_circle(apple: &mut Apple2) {
    loop {
        let pc = apple.pc();
        apple.step();
        if apple.pc() == pc {
            return;
        }
        assert!(apple.cycles() < 20_000_000, "no circle");
    }
}

fn frames(apple: &mut Apple2, count: usize) {
    for _ in 0..count {
        apple.run_frame();
    }
}

fn colour(apple: &Apple2, x: usize, y: usize) -> u32 {
    let frame = apple.frame();
    frame.palette[usize::from(frame.pixels[y * frame.width + x])]
}

#[test]
fn text_is_shown_and_read() {
    let mut apple = bare(Config::default(), Monitor::Green);
    (0x400..0x800).for_each(|at| apple.poke(at, 0xA0));
    for (at, letter) in (0x480..).zip(b"HELLO 6502") {
        apple.poke(at, letter | 0x80);
    }
    // Text is switched on.
    apple.load(0x1000, &[0xAD, 0x51, 0xC0, 0x4C, 0x03, 0x10]);
    apple.set_pc(0x1000);
    frames(&mut apple, 3);
    let rows = apple.text_screen().unwrap();
    assert_eq!(rows[1].trim_end(), "HELLO 6502");
    assert_eq!(rows.len(), 24);
    let green = 0x41_FF_6A;
    assert_eq!(colour(&apple, 0, 8), green);
    assert_eq!(colour(&apple, 5 * 14 + 7, 12), 0, "the space");
    assert_eq!(colour(&apple, 0, 0), 0);
}

#[test]
fn hires_has_the_colours_of_its_patterns() {
    let mut apple = bare(Config::default(), Monitor::Colour);
    // $2A, $55: dots at odd places; green. With bit 7, orange.
    for (line, [even, odd]) in [[0x2A, 0x55], [0xAA, 0xD5]].into_iter().enumerate() {
        for column in 0..40 {
            let byte = if column % 2 == 0 { even } else { odd };
            apple.poke(0x2000 + line as u32 * 0x400 + column, byte);
        }
    }
    apple.load(
        0x1000,
        &[0xAD, 0x50, 0xC0, 0xAD, 0x57, 0xC0, 0x4C, 0x06, 0x10],
    );
    apple.set_pc(0x1000);
    frames(&mut apple, 3);
    let [_, r, g, b] = colour(&apple, 300, 0).to_be_bytes();
    assert!(g > 100 && r < 100 && b < 100, "green: {r} {g} {b}");
    let [_, r, g, b] = colour(&apple, 300, 1).to_be_bytes();
    assert!(r > 150 && b < 80 && g < r, "orange: {r} {g} {b}");
    assert_eq!(colour(&apple, 300, 3), 0);
}

#[test]
fn a_switch_acts_from_its_cycle_on() {
    // A loop of 65 cycles that shows text for a part of each line only: the edge stands still from line to line.
    let mut apple = with_program(
        "  sta $C052
           sta $C054
           sta $C057
loop:      sta $C051       ; 4
           ldx #4          ; 2
@a:        dex             ; 2
           bne @a          ; 3, 2: 19
           sta $C050       ; 4
           ldx #5          ; 2
@b:        dex
           bne @b          ; 24
           nop             ; 2
           nop             ; 2
           bit $00         ; 3
           jmp loop        ; 3: 65 in all",
    );
    // Text of full blocks, and a black picture.
    (0x400..0x800).for_each(|at| apple.poke(at, 0xC1));
    (0x2000..0x4000).for_each(|at| apple.poke(at, 0));
    frames(&mut apple, 4);
    let edges = |y: usize| -> Vec<usize> {
        let light = |x: usize| colour(&apple, x, y) != 0;
        let edges = (1..apple.frame().width).filter(|x| light(*x) != light(x - 1));
        edges.collect()
    };
    // A set smears an edge by three bits.
    let edge = edges(50);
    assert!(
        !edge.is_empty() && edge.iter().all(|x| x % 14 <= 3),
        "{edge:?}"
    );
    assert!((1..191).all(|y| edges(y) == edge));
}

#[test]
fn keys_give_codes_until_the_strobe_is_cleared() {
    let mut apple = with_program(
        "key:  lda $C000
               bpl key
               sta $20
               sta $C010
               lda $C000
               sta $21
here:          jmp here",
    );
    apple.run_frame();
    let chord = apple.chord('a').unwrap();
    apple.key_down(chord.key);
    apple.run_frame();
    assert_eq!(apple.peek(Bank::Ram, 0x20), 0xC1);
    assert_eq!(apple.peek(Bank::Ram, 0x21), 0x41);
    // CONTROL and RESET go to the processor.
    apple.key_down(keyboard::LAYOUT.key("control").unwrap());
    apple.key_down(keyboard::RESET);
    assert_eq!(apple.pc(), 0xFF00);
}

#[test]
fn paddles_are_measured_by_the_loop_of_the_manual() {
    let mut apple = with_program(
        "  lda $C070
           ldy #0
           nop
           nop
count:     lda $C064
           bpl done
           iny
           bne count
           dey
done:      sty $20
           lda $C061
           sta $21
here:      jmp here",
    );
    let stick = Joystick {
        right: true,
        fire: true,
        ..Joystick::default()
    };
    apple.joystick(1, stick);
    run_to_circle(&mut apple);
    assert!(apple.peek(Bank::Ram, 0x20) >= 254);
    assert!(apple.peek(Bank::Ram, 0x21) & 0x80 != 0);
}

/// Reads 6,400 bytes off the track that the arm was moved to, into $2000 and on.
const READ_TRACK: &str = "  ldx #$60
           lda $C08E,x
           lda $C08A,x
           lda $C089,x
           ldy #TRACK * 2  ; half tracks inwards
seek:      beq there
           sty $10
           iny
           tya             ; phases by the count of half tracks, downwards: Y goes down, so the phase does
           lda phase
           clc
           adc #1
           and #3
           sta phase
           asl
           ora #$60
           tax
           lda $C081,x     ; phase on
           jsr wait
           lda $C080,x
           ldy $10
           dey
           jmp seek
there:     ldx #$60
           lda $C08C,x
           lda #0
           sta $20
           lda #$20
           sta $21
           ldy #0
byte:      lda $C08C,x
           bpl byte
           sta ($20),y
           iny
           bne byte
           inc $21
           lda $21
           cmp #$39
           bne byte
here:      jmp here
phase:     .byte 0
wait:      ldy #20
@outer:    pha
           lda #0
@inner:    sec
           sbc #1
           bne @inner
           pla
           dey
           bne @outer
           rts";

fn disk() -> Disk {
    Disk::from_sectors(Container::Dos, &Volume::format(254))
}

#[test]
fn a_program_seeks_and_reads_tracks() {
    for track in [0, 1, 17, 34] {
        let mut apple = with_program(&format!("TRACK = {track}\n{READ_TRACK}"));
        apple.insert_disk(&disk().to_bytes().unwrap()).unwrap();
        run_to_circle(&mut apple);
        assert_eq!(apple.disks().drives[0].quarter(), track * 4);
        let read: Vec<u8> = (0x2000..0x3900)
            .map(|at| apple.peek(Bank::Ram, at))
            .collect();
        let sectors = Track::from_bytes(&read).sectors();
        let whole = sectors.iter().filter(|s| s.data.is_some()).count();
        assert!(whole >= 15, "{whole} sectors of track {track}");
        assert!(
            sectors
                .iter()
                .all(|s| usize::from(s.track) == track && s.volume == 254)
        );
        assert!(apple.disk_busy());
    }
}

#[test]
fn a_language_card_takes_the_place_of_the_rom() {
    let config = Config {
        language_card: true,
        ..Config::default()
    };
    let mut apple = bare(config, Monitor::Colour);
    // LDA $C083 twice; LDA #$55; STA $E000; LDA $C082; LDA $E000; STA $20; LDA $C080; LDA $E000; STA $21
    apple.load(
        0x1000,
        &[
            0xAD, 0x83, 0xC0, 0xAD, 0x83, 0xC0, 0xA9, 0x55, 0x8D, 0x00, 0xE0, 0xAD, 0x82, 0xC0,
            0xAD, 0x00, 0xE0, 0x85, 0x20, 0xAD, 0x80, 0xC0, 0xAD, 0x00, 0xE0, 0x85, 0x21, 0x4C,
            0x1B, 0x10,
        ],
    );
    apple.set_pc(0x1000);
    run_to_circle(&mut apple);
    assert_eq!(apple.peek(Bank::Ram, 0x20), 0xEA);
    assert_eq!(apple.peek(Bank::Ram, 0x21), 0x55);
}

#[test]
fn frames_have_their_cycles_and_a_snapshot_goes_on_alike() {
    let mut apple = bare(Config::default(), Monitor::Colour);
    apple.run_frame();
    let cycles: u64 = (0..60).map(|_| apple.run_frame()).sum();
    assert!(cycles.abs_diff(60 * 17_030) < 8, "{cycles}");
    assert!((apple.frame_hz() - 59.92).abs() < 0.01);
    let pal = Config {
        standard: Standard::Pal,
        ..Config::default()
    };
    assert!((bare(pal, Monitor::Colour).frame_hz() - 50.08).abs() < 0.01);
    let mut other = apple.snapshot();
    let steps = |machine: &mut dyn Machine| (0..10_000).map(|_| machine.step()).sum::<u32>();
    assert_eq!(steps(&mut apple), steps(other.as_mut()));
    assert_eq!(apple.pc(), other.pc());
}

#[test]
fn the_scanner_is_seen_where_nothing_answers() {
    let mut apple = bare(Config::default(), Monitor::Colour);
    (0x400..0x800).for_each(|at| apple.poke(at, 0x5A));
    (0x1400..0x1800).for_each(|at| apple.poke(at, 0xC3));
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..17_030 {
        seen.insert(apple.peek(Bank::Cpu, 0xC0F0));
        apple.step();
    }
    assert!(seen.contains(&0x5A) && seen.contains(&0xC3), "{seen:?}");
}

#[test]
fn lines_that_are_kept_show_what_they_would_be_drawn_as() {
    // Bytes of both screens change at odd times, and so does the mode.
    let mut apple = with_program(
        "start:
            bit $c057
            bit $c052
        loop:
            adc #7
            tax
            sta $2000,x
            sta $0400,x
            ldy #200
        wait:
            dey
            bne wait
            bit $c050
            cpx #60
            bcs loop
            bit $c051
            jmp loop",
    );
    for frame in 0..60 {
        // A copy knows nothing of how its lines were drawn.
        let mut fresh = apple.clone();
        apple.run_frame();
        fresh.run_frame();
        assert!(
            apple.frame().pixels == fresh.frame().pixels,
            "frame {frame}"
        );
        assert!(apple == fresh, "frame {frame}");
    }
}
