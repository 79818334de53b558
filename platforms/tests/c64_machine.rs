//! The C64 as a whole: banking, interrupts, keyboard, bus stealing, snapshots.

use crate::common::{assembled, bare, open_roms, with_program};
use hexfront_asm::Files;
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, FrameEnd, Joystick, Stop, Stopped, Stops, run_until};
use hexfront_platforms::machines::c64::{C64, Video};

/// Runs until the program jumps in a circle, and returns the cycles.
fn run_to_circle(c64: &mut C64) -> u64 {
    let start = c64.cycles();
    loop {
        let pc = c64.pc();
        c64.step();
        if c64.pc() == pc {
            return c64.cycles() - start;
        }
        assert!(
            c64.cycles() < start + 5_000_000,
            "no circle after five million cycles"
        );
    }
}

#[test]
fn ram_under_rom_and_io_is_written_and_read() {
    // LDA #$34 STA $01; LDA #$55 STA $D020 STA $E000; LDA $D020 STA $02; LDA #$37 STA $01; LDA $D020 STA $03
    let mut c64 = with_program(
        Video::Pal,
        &[
            0x78, 0xA9, 0x2F, 0x85, 0x00, 0xA9, 0x34, 0x85, 0x01, 0xA9, 0x55, 0x8D, 0x20, 0xD0,
            0x8D, 0x00, 0xE0, 0xAD, 0x20, 0xD0, 0x85, 0x02, 0xA9, 0x37, 0x85, 0x01, 0xAD, 0x20,
            0xD0, 0x85, 0x03, 0x4C, 0x1F, 0x10,
        ],
    );
    run_to_circle(&mut c64);
    assert_eq!(c64.peek(Bank::Ram, 0x02), 0x55);
    assert_eq!(
        c64.peek(Bank::Ram, 0x03) & 0x0F,
        0,
        "the border was not written"
    );
    assert_eq!(c64.peek(Bank::Ram, 0xE000), 0x55);
    assert_eq!(c64.peek(Bank::Cpu, 0xE000), 0xEA, "the KERNAL is over it");
}

/// Switches the display on or off, waits for line 0 and counts loops of twelve cycles until line 256.
fn loops_in_256_lines(video: Video, cr1: u8) -> u16 {
    let mut c64 = with_program(
        video,
        &[
            0x78, 0xA9, cr1, 0x8D, 0x11, 0xD0, // 1000 sei; lda #cr1; sta $d011
            0xAD, 0x11, 0xD0, 0x10, 0xFB, // 1006 lda $d011; bpl *-3
            0xAD, 0x11, 0xD0, 0x30, 0xFB, // 100b lda $d011; bmi *-3
            0xA2, 0x00, 0xA0, 0x00, // 1010 ldx #0; ldy #0
            0xE8, 0xD0, 0x01, 0xC8, // 1014 inx; bne +1; iny
            0xAD, 0x11, 0xD0, 0x10, 0xF7, // 1018 lda $d011; bpl $1014
            0x4C, 0x1D, 0x10, // 101d jmp *
        ],
    );
    c64.run_frame();
    run_to_circle(&mut c64);
    u16::from(c64.cpu().y) << 8 | u16::from(c64.cpu().x)
}

#[test]
fn bad_lines_take_forty_to_forty_three_cycles_each() {
    let off = loops_in_256_lines(Video::Pal, 0x0B);
    assert!(
        off.abs_diff(256 * 63 / 12) <= 1,
        "{off} loops of twelve cycles"
    );
    let on = loops_in_256_lines(Video::Pal, 0x1B);
    let stolen = (off - on) * 12;
    assert!(
        (25 * 40..=25 * 43 + 12).contains(&stolen),
        "25 bad lines took {stolen} cycles"
    );
}

#[test]
fn frame_has_the_cycles_of_its_standard() {
    for (video, cycles) in [(Video::Pal, 63 * 312), (Video::Ntsc, 65 * 263)] {
        let mut c64 = bare(video);
        c64.run_frame();
        let ten: u64 = (0..10).map(|_| c64.run_frame()).sum();
        assert!(ten.abs_diff(cycles * 10) < 10, "{video:?}: {ten}");
    }
}

#[test]
fn raster_interrupt_comes_in_its_line_every_frame() {
    // Vector to $2000: inc $02; lda $d012 sta $03; asl $d019 (acknowledges by its double write); rti.
    let mut c64 = with_program(
        Video::Pal,
        &[
            0x78, 0xA9, 0x00, 0x8D, 0x14, 0x03, 0xA9, 0x20, 0x8D, 0x15, 0x03, // sei, vector
            0xA9, 0x1B, 0x8D, 0x11, 0xD0, 0xA9, 0x80, 0x8D, 0x12, 0xD0, // line $80
            0xA9, 0x01, 0x8D, 0x1A, 0xD0, 0x58, // mask, cli
            0x4C, 0x1B, 0x10,
        ],
    );
    c64.load(
        0x2000,
        &[
            0xE6, 0x02, 0xAD, 0x12, 0xD0, 0x85, 0x03, 0x0E, 0x19, 0xD0, 0x40,
        ],
    );
    c64.poke(0x02, 0);
    c64.run_frame();
    let first = c64.peek(Bank::Ram, 0x02);
    for _ in 0..10 {
        c64.run_frame();
    }
    assert_eq!(c64.peek(Bank::Ram, 0x02).wrapping_sub(first), 10);
    assert_eq!(c64.peek(Bank::Ram, 0x03), 0x80);
}

#[test]
fn sprites_collide_with_sprites_and_foreground_where_both_have_pixels() {
    let sources = Files(&[("collide.s", include_str!("programs/collide.s"))]);
    let program = assembled(&sources, "collide.s", 0x1000);
    let mut c64 = with_program(Video::Pal, &program[2..]);
    for _ in 0..4 {
        c64.run_frame();
    }
    assert_eq!(
        c64.peek(Bank::Ram, 0x02),
        0b0_0011,
        "sprites that met sprites"
    );
    assert_eq!(c64.peek(Bank::Ram, 0x03), 0b0_0100, "sprites that met text");
    let interrupts = c64.peek(Bank::Ram, 0x04);
    assert!(interrupts >= 6, "{interrupts} interrupts in three frames");
}

#[test]
fn keys_and_joysticks_pull_the_lines_of_cia_1() {
    let mut c64 = bare(Video::Pal);
    let key = |c64: &C64, name: &str| {
        c64.keys()
            .iter()
            .find(|(n, _)| *n == name)
            .expect("a key")
            .1
    };
    // Column 7 low: lda #$ff sta $dc02; lda #$7f sta $dc00; lda $dc01 sta $02; jmp $100a
    c64.load(
        0x1000,
        &[
            0xA9, 0xFF, 0x8D, 0x02, 0xDC, 0xA9, 0x7F, 0x8D, 0x00, 0xDC, 0xAD, 0x01, 0xDC, 0x85,
            0x02, 0x4C, 0x0A, 0x10,
        ],
    );
    c64.set_pc(0x1000);
    c64.run_frame();
    assert_eq!(c64.peek(Bank::Ram, 0x02), 0xFF);
    let space = key(&c64, "space");
    c64.key_down(space);
    c64.run_frame();
    assert_eq!(c64.peek(Bank::Ram, 0x02), 0xEF);
    c64.key_up(space);
    let fire = Joystick {
        fire: true,
        left: true,
        ..Joystick::default()
    };
    c64.joystick(1, fire);
    c64.run_frame();
    assert_eq!(c64.peek(Bank::Ram, 0x02), 0xEB);
    c64.joystick(1, Joystick::default());
    c64.joystick(2, fire);
    assert_eq!(c64.peek(Bank::Cpu, 0xDC00), 0x6B);
}

#[test]
fn restore_makes_one_nmi() {
    let mut c64 = with_program(Video::Pal, &[0x4C, 0x00, 0x10]);
    c64.load(0x0318, &[0x00, 0x20]);
    c64.load(0x2000, &[0xE6, 0x02, 0x40]);
    c64.poke(0x02, 0);
    let restore = c64.keys().last().expect("RESTORE is the last").1;
    for _ in 0..2 {
        c64.key_down(restore);
        c64.run_frame();
        c64.run_frame();
        c64.key_up(restore);
        c64.run_frame();
    }
    assert_eq!(c64.peek(Bank::Ram, 0x02), 2);
}

/// Nobody reads the timer; it is looked at between instructions, and what is looked at goes on as if it were not.
#[test]
fn a_look_at_a_timer_shows_its_cycle() {
    // LDA #$FF STA $DC04 STA $DC05; LDA #$11 STA $DC0E; then INC $02 and JMP
    let program = [
        0xA9, 0xFF, 0x8D, 0x04, 0xDC, 0x8D, 0x05, 0xDC, 0xA9, 0x11, 0x8D, 0x0E, 0xDC, 0xE6, 0x02,
        0x4C, 0x0D, 0x10,
    ];
    let mut c64 = with_program(Video::Pal, &program);
    let timer = |c64: &C64| {
        let bytes = [0xDC04, 0xDC05].map(|at| c64.peek(Bank::Cpu, at));
        u16::from_le_bytes(bytes)
    };
    for _ in 0..8 {
        c64.step();
    }
    for _ in 0..50 {
        let (before, unseen) = (timer(&c64), c64.clone());
        assert!(c64 == unseen, "a look changes nothing");
        let cycles = c64.step();
        assert_eq!(u32::from(before - timer(&c64)), cycles);
    }
}

#[test]
fn jammed_machine_still_makes_frames() {
    let mut c64 = with_program(Video::Pal, &[0x02]);
    c64.run_frame();
    assert!(c64.trap().is_some());
    assert_eq!(c64.run_frame(), 63 * 312);
}

#[test]
fn snapshot_continues_as_the_original() {
    let Some(roms) = open_roms() else { return };
    let mut c64 = C64::new(Video::Pal, roms);
    for _ in 0..30 {
        c64.run_frame();
    }
    let mut copy = c64.clone();
    assert!(copy == c64);
    for _ in 0..30 {
        c64.run_frame();
    }
    assert!(copy != c64);
    for _ in 0..30 {
        copy.run_frame();
    }
    assert!(copy == c64);
}

#[test]
fn run_until_stops_at_an_address_or_a_cycle() {
    let mut c64 = with_program(Video::Pal, &[0xEA, 0xEA, 0xEA, 0x4C, 0x00, 0x10]);
    let at = Stop {
        pc: Some(0x1003),
        cycle: u64::MAX,
    };
    assert_eq!(run_until(&mut c64, at), Stopped::Pc);
    assert_eq!(c64.pc(), 0x1003);
    let cycle = c64.cycles() + 1000;
    assert_eq!(
        run_until(&mut c64, Stop { pc: None, cycle }),
        Stopped::Cycle
    );
    assert!((cycle..cycle + 7).contains(&c64.cycles()));
}

#[test]
fn a_frame_with_pauses_has_the_cycles_of_one_without() {
    let program = [0xEA, 0xEA, 0xEA, 0x4C, 0x00, 0x10];
    let mut plain = with_program(Video::Pal, &program);
    let mut paused = plain.clone();
    plain.run_frame();
    plain.run_frame();
    let stops = Stops::at([0x1001, 0x1003]);
    let mut seen = Vec::new();
    for _ in 0..2 {
        while let FrameEnd::Stop(at) = paused.run_frame_until(&stops) {
            assert_eq!(paused.pc(), at);
            seen.push(at);
        }
    }
    assert!(plain == paused);
    assert_eq!(seen[..4], [0x1001, 0x1003, 0x1001, 0x1003]);
}

#[test]
fn open_roms_boot_to_ready() {
    let Some(roms) = open_roms() else { return };
    let mut c64 = C64::new(Video::Pal, roms);
    for _ in 0..150 {
        c64.run_frame();
    }
    let screen = c64.text_screen().expect("a C64 has text");
    assert!(
        screen.iter().any(|row| row.starts_with("READY.")),
        "{screen:#?}"
    );
    for c in "print 2".chars() {
        let chord = c64.chord(c).expect("a key");
        c64.key_down(chord.key);
        c64.run_frame();
        c64.run_frame();
        c64.run_frame();
        c64.key_up(chord.key);
        c64.run_frame();
        c64.run_frame();
        c64.run_frame();
    }
    let screen = c64.text_screen().expect("a C64 has text");
    assert!(
        screen.iter().any(|row| row.starts_with("PRINT 2")),
        "{screen:#?}"
    );
}

#[test]
fn a_picture_tells_where_its_border_is() {
    for video in [Video::Pal, Video::Ntsc] {
        // LDA #$1B STA $D011; LDA #$C8 STA $D016; LDA #2 STA $D020; LDA #6 STA $D021
        let mut c64 = with_program(
            video,
            &[
                0x78, 0xA9, 0x1B, 0x8D, 0x11, 0xD0, 0xA9, 0xC8, 0x8D, 0x16, 0xD0, 0xA9, 0x02, 0x8D,
                0x20, 0xD0, 0xA9, 0x06, 0x8D, 0x21, 0xD0, 0x4C, 0x15, 0x10,
            ],
        );
        for _ in 0..3 {
            c64.run_frame();
        }
        let frame = c64.frame();
        let inside = frame.inside;
        let border = |x: usize, y: usize| frame.pixels[y * frame.width + x] == 2;
        let (right, bottom) = (inside.left + inside.width, inside.top + inside.height);
        for (x, y) in [
            (inside.left, inside.top),
            (right - 1, inside.top),
            (inside.left, bottom - 1),
            (right - 1, bottom - 1),
        ] {
            assert!(!border(x, y), "{x}, {y} is inside");
        }
        for (x, y) in [
            (inside.left - 1, inside.top),
            (inside.left, inside.top - 1),
            (right, bottom - 1),
            (right - 1, bottom),
        ] {
            assert!(border(x, y), "{x}, {y} is border");
        }
    }
}
