//! Memory, ports, keys, sound, snapshots.

use super::{Program, bare, byte, run_to_circle, with_program};
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, Joystick};
use hexfront_platforms::machines::atari8::{
    Atari8, BASIC, Config, Model, OS, OS_800, Roms, Standard, keyboard,
};

fn model(model: Model) -> Config {
    Config {
        model,
        ..Config::default()
    }
}

fn press(atari: &mut Atari8, name: &str) {
    atari.key_down(keyboard::LAYOUT.key(name).expect("there is such a key"));
}

fn release(atari: &mut Atari8, name: &str) {
    atari.key_up(keyboard::LAYOUT.key(name).expect("there is such a key"));
}

#[test]
fn port_b_takes_the_rom_away() {
    let mut atari = with_program(
        "  sei
           set pbctl, 0
           set portb, $FF   ; all outputs
           set pbctl, 4
           set portb, $FF
           lda $E000
           sta $80
           set $E000, $55   ; lost
           set portb, $FE
           set $E001, $66   ; under the ROM
           lda $E001
           sta $81
           set portb, $FF
           lda $E001
           sta $82
           set portb, $FE
           lda $5000
           sta $83
           set portb, $7F
           lda $5000
           sta $84
here:      jmp here",
    );
    atari.poke(0x5000, 0x33);
    run_to_circle(&mut atari);
    let found: Vec<u8> = (0x80..0x85).map(|at| byte(&atari, at)).collect();
    assert_eq!(found, [0xEA, 0x66, 0xEA, 0x33, 0xEA]);
    assert_eq!(atari.peek(Bank::Ram, 0xE000), 0x00);
}

#[test]
fn basic_and_the_800s_rom_have_their_places() {
    let config = model(Model::Atari800Xl);
    let roms = Roms::new(config.model, &[0xEA; OS.1], Some(&[0xBA; BASIC.1])).unwrap();
    let mut atari = Atari8::new(config, roms);
    assert_eq!(
        atari.peek(Bank::Cpu, 0xA000),
        0x00,
        "off as port B is input"
    );
    atari.load(
        0x1000,
        &[
            0xA9, 0xFF, 0x8D, 0x01, 0xD3, 0xA9, 0x04, 0x8D, 0x03, 0xD3, 0xA9, 0xFD, 0x8D, 0x01,
            0xD3,
        ],
    );
    atari.set_pc(0x1000);
    (0..6).for_each(|_| _ = atari.step());
    assert_eq!(atari.peek(Bank::Cpu, 0xA000), 0xBA);
    assert_eq!(atari.peek(Bank::Cpu, 0xC000), 0xEA);

    let roms = Roms::new(Model::Atari800, &[0xEA; OS_800.1], None).unwrap();
    let atari = Atari8::new(model(Model::Atari800), roms);
    assert_eq!(atari.peek(Bank::Cpu, 0xC000), 0xFF);
    assert_eq!(atari.peek(Bank::Ram, 0xC000), 0xFF);
    assert_eq!(atari.peek(Bank::Cpu, 0xD800), 0xEA);
    let error = Roms::new(Model::Atari800Xl, &[0xEA; OS_800.1], None)
        .map(|_| ())
        .unwrap_err();
    assert!(error.to_string().contains("16384"), "{error}");
}

#[test]
fn a_130xe_has_banks_for_the_processor_and_for_antic() {
    let source = "
           sei
           set portb, $FF
           set pbctl, 4
           set portb, $FF
           set $4000, $10
           set portb, %11100011 ; bank 0 for the processor
           set $4000, $20
           set portb, %11101111 ; bank 3
           set $4000, $21
           set portb, %11100011
           lda $4000
           sta $80
           set portb, %11111111
           lda $4000
           sta $81
           set portb, PORT
           set dlistl, <$3000
           set dlisth, >$3000
           set dmactl, $22
here:      jmp here";
    // Row 1 of text shows what ANTIC reads at $4000.
    for (port, seen, found) in [
        ("%11111111", 0x10, 0x20),
        ("%11001111", 0x21, 0x20),
        ("%11011111", 0x21, 0x20),
        ("%11101111", 0x10, 0x20),
    ] {
        let program = Program::new(&source.replace("PORT", port)).with(
            0x3000,
            [0x70, 0x70, 0x70, 0x42, 0x00, 0x40, 0x41, 0x00, 0x30],
        );
        let mut atari = program.on(model(Model::Atari130Xe));
        (0..4).for_each(|_| _ = atari.run_frame());
        assert_eq!(byte(&atari, 0x80), found);
        assert_eq!(byte(&atari, 0x81), 0x10);
        let text = atari.text_screen().unwrap();
        assert_eq!(
            text[0].chars().next(),
            Some(char::from(seen + 0x20)),
            "{port}"
        );
    }
    // An XL has none.
    let program = Program::new(&source.replace("PORT", "$FF"));
    let mut atari = program.on(model(Model::Atari800Xl));
    run_to_circle(&mut atari);
    assert_eq!(byte(&atari, 0x80), 0x21);
}

#[test]
fn joysticks_and_triggers_are_read() {
    let stick = Joystick {
        up: true,
        right: true,
        fire: true,
        ..Joystick::default()
    };
    for (model, port, address, value, trigger) in [
        (Model::Atari800Xl, 1, 0xD300, 0xF6, 0),
        (Model::Atari800Xl, 2, 0xD300, 0x6F, 1),
        (Model::Atari800, 3, 0xD301, 0xF6, 2),
        (Model::Atari800, 4, 0xD301, 0x6F, 3),
    ] {
        let mut atari = bare(Config {
            model,
            ..Config::default()
        });
        // Data, not direction.
        atari.load(0x1000, &[0xA9, 0x04, 0x8D, 0x02, 0xD3, 0x8D, 0x03, 0xD3]);
        atari.set_pc(0x1000);
        (0..3).for_each(|_| _ = atari.step());
        assert_eq!(atari.peek(Bank::Cpu, address), 0xFF);
        atari.joystick(port, stick);
        assert_eq!(atari.peek(Bank::Cpu, address), value);
        assert_eq!(atari.peek(Bank::Cpu, 0xD010 + trigger), 0);
        atari.joystick(port, Joystick::default());
        assert_eq!(atari.peek(Bank::Cpu, address), 0xFF);
        assert_eq!(atari.peek(Bank::Cpu, 0xD010 + trigger), 1);
    }
}

#[test]
fn triggers_are_kept_while_gractl_says_so() {
    let mut atari = bare(model(Model::Atari800));
    let fire = |atari: &mut Atari8, fire| {
        let stick = Joystick::default();
        atari.joystick(1, Joystick { fire, ..stick });
        atari.peek(Bank::Cpu, 0xD010)
    };
    // GRACTL $04, and then $00 and $04.
    atari.load(
        0x1000,
        &[
            0xA9, 0x04, 0x8D, 0x1D, 0xD0, 0xA9, 0x00, 0x8D, 0x1D, 0xD0, 0xA9, 0x04, 0x8D, 0x1D,
            0xD0,
        ],
    );
    atari.set_pc(0x1000);
    (0..2).for_each(|_| _ = atari.step());
    assert_eq!([true, false].map(|on| fire(&mut atari, on)), [0, 0]);
    (0..2).for_each(|_| _ = atari.step());
    assert_eq!(atari.peek(Bank::Cpu, 0xD010), 1);
    (0..2).for_each(|_| _ = atari.step());
    assert_eq!(atari.peek(Bank::Cpu, 0xD010), 1);
}

#[test]
fn console_keys_are_bits_of_consol() {
    let mut atari = with_program(
        "  set consol, 0
here:      jmp here",
    );
    run_to_circle(&mut atari);
    let consol = |atari: &Atari8| atari.peek(Bank::Cpu, 0xD01F) & 7;
    assert_eq!(consol(&atari), 7);
    for (name, bits) in [("start", 6), ("select", 5), ("option", 3)] {
        press(&mut atari, name);
        assert_eq!(consol(&atari), bits);
        release(&mut atari, name);
    }
    assert_eq!(consol(&atari), 7);
}

#[test]
fn a_key_interrupts_with_its_code() {
    let mut atari = with_program(
        "  sei
           set vimirq, <handler
           set vimirq+1, >handler
           set skctl, 3
           set irqen, $C0
           cli
loop:      jmp loop
handler:   lda irqst
           sta $80
           lda kbcode
           sta $81
           set irqen, 0
here:      jmp here",
    );
    (0..2).for_each(|_| _ = atari.run_frame());
    press(&mut atari, "control");
    press(&mut atari, "a");
    (0..4).for_each(|_| _ = atari.run_frame());
    assert_eq!(byte(&atari, 0x80) & 0x40, 0);
    assert_eq!(byte(&atari, 0x81), 0x80 | 0x3F);
}

#[test]
fn reset_starts_an_xl_anew_and_interrupts_an_800() {
    let source = "
           quiet
           set vdslst, <handler
           set vdslst+1, >handler
here:      jmp here
handler:   lda nmist
           sta $80
there:     jmp there";
    let mut atari = Program::new(source).on(model(Model::Atari800Xl));
    run_to_circle(&mut atari);
    press(&mut atari, "reset");
    assert_eq!(atari.pc(), 0xFF00);

    let mut atari = Program::new(source).on(model(Model::Atari800));
    run_to_circle(&mut atari);
    press(&mut atari, "reset");
    (0..2).for_each(|_| _ = atari.run_frame());
    assert_eq!(byte(&atari, 0x80) & 0x20, 0x20);
}

#[test]
fn clicks_of_the_console_are_heard() {
    let mut atari = with_program(
        "loop: set consol, 0
           jsr wait
           set consol, 8
           jsr wait
           jmp loop
wait:      ldx #0
@wait:     dex
           bne @wait
           rts",
    );
    atari.set_sample_rate(Some(44_100));
    let mut samples = Vec::new();
    (0..25).for_each(|_| {
        atari.run_frame();
        atari.drain_audio(&mut samples);
    });
    let wanted = 44_100 * atari.cycles() / u64::from(atari.clock_hz());
    let found = samples.len() as u64;
    assert!(found.abs_diff(wanted) < 5, "{found} for {wanted}");
    let loudest = samples.iter().map(|s| s[0].abs()).fold(0.0, f32::max);
    assert!(loudest > 0.1, "{loudest}");
}

#[test]
fn objects_collide() {
    // Player 0 over the left half, player 1 half over it, missile 2 on both; playfield 1 on the left, 0 on the right.
    let program = Program::new(
        "  quiet
           set dlistl, <list
           set dlisth, >list
           set dmactl, $22
           set hposp0, 60
           set hposp1, 64
           set hposp3, 180
           set hposm2, 66
           set grafp0, $FF
           set grafp1, $FF
           set grafp3, $FF
           set grafm, %00110000
           blank
           sta hitclr
@shown:    lda vcount
           cmp #60
           bne @shown
           ldx #15
@copy:     lda hposp0,x
           sta $80,x
           dex
           bpl @copy
           lda #0
           ldx #4
@none:     sta grafp0,x
           dex
           bpl @none
           sta wsync
           sta hitclr
           sta wsync
           ldx #15
@any:      ora hposp0,x
           dex
           bpl @any
           sta $90
here:      jmp here",
    )
    .with(
        0x3000,
        [
            0x70, 0x70, 0x70, 0x4D, 0x00, 0x40, 0x70, 0x70, 0x41, 0x00, 0x30,
        ],
    )
    .with(0x4000, [0xAA; 20])
    .with(0x4014, [0x55; 20]);
    let mut atari = program.on(Config::default());
    run_to_circle(&mut atari);
    let hits: Vec<u8> = (0x80..0x90).map(|at| byte(&atari, at)).collect();
    let missiles = ([0, 0, 2, 0], [0, 0, 3, 0]);
    let players = ([2, 2, 0, 1], [2, 1, 0, 0]);
    assert_eq!(hits[0..4], missiles.0);
    assert_eq!(hits[4..8], players.0);
    assert_eq!(hits[8..12], missiles.1);
    assert_eq!(hits[12..16], players.1);
    assert_eq!(byte(&atari, 0x90), 0);
}

#[test]
fn text_is_read_and_pointers_wrap() {
    let row = |from: u8| (0..40).map(move |i| (from + i % 26) & 0x3F);
    // The scan counter wraps in 4 KB; the list in 1 KB.
    let mut atari = Program::new(
        "  quiet
           set dlistl, <$33F8
           set dlisth, >$33F8
           set dmactl, $22
here:      jmp here",
    )
    .with(0x33F8, [0x70, 0x70, 0x70, 0x42, 0xEC, 0x4F, 0x70, 0x46])
    .with(0x3000, [0x00, 0x50, 0x41, 0xF8, 0x33])
    .with(0x4FEC, row(0x21).take(20))
    .with(0x4000, row(0x11).take(20))
    .with(0x5000, row(0x21).map(|code| code | 0xC0).take(20))
    .on(Config::default());
    (0..3).for_each(|_| _ = atari.run_frame());
    let text = atari.text_screen().unwrap();
    assert_eq!(
        text,
        [
            "ABCDEFGHIJKLMNOPQRST123456789:;<=>?@ABCD",
            "ABCDEFGHIJKLMNOPQRST"
        ]
    );
}

#[test]
fn a_snapshot_goes_on_alike() {
    let mut atari = with_program(
        "  quiet
loop:      lda $D20A
           sta colbk
           sta wsync
           jmp loop",
    );
    atari.run_frame();
    (0..777).for_each(|_| _ = atari.step());
    let mut other = atari.snapshot();
    (0..3).for_each(|_| {
        atari.run_frame();
        other.run_frame();
    });
    assert_eq!(atari.cycles(), other.cycles());
    assert_eq!(atari.frame().pixels, other.frame().pixels);
    assert_eq!(atari.registers(), other.registers());
}

#[test]
fn the_chip_tells_its_television_standard() {
    for (standard, bits) in [(Standard::Pal, 0x01), (Standard::Ntsc, 0x0F)] {
        let atari = bare(Config {
            standard,
            ..Config::default()
        });
        assert_eq!(atari.peek(Bank::Cpu, 0xD014), bits);
    }
}

/// Programs of register writes without sense, with lists and memory without sense: nothing fails, and what is known of rows that were
/// drawn before changes nothing.
#[test]
fn any_program_runs_and_rows_that_are_kept_are_right() {
    let mut state = 0x1234_5678_9ABC_DEF1u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    for round in 0..30 {
        let config = Config {
            model: [Model::Atari800, Model::Atari800Xl, Model::Atari130Xe][round % 3],
            standard: [Standard::Pal, Standard::Ntsc][round % 2],
        };
        let mut atari = bare(config);
        let noise: Vec<u8> = (0..0x8000).map(|_| random()).collect();
        atari.load(0x4000, &noise);
        let mut program = Vec::new();
        while program.len() < 0x700 {
            let (page, register) = match random() % 8 {
                0..=3 => (0xD0, random() & 0x1F),
                4..=6 => (
                    0xD4,
                    [0, 0, 1, 2, 4, 4, 5, 7, 9, 10][usize::from(random() % 10)],
                ),
                _ => (0xD2, random() & 0x07),
            };
            program.extend([0xA9, random(), 0x8D, register, page]);
            program.extend(vec![0xEA; usize::from(random() % 24)]);
        }
        program.extend([0x4C, 0x00, 0x10]);
        atari.load(0x1000, &program);
        // The list's upper byte stays in memory that is noise.
        atari.load(
            0x0F00,
            &[0xA9, 0x3E, 0x8D, 0x00, 0xD4, 0xA9, 0x50, 0x8D, 0x03, 0xD4],
        );
        atari.load(0x0F0A, &[0x4C, 0x00, 0x10]);
        atari.set_pc(0x0F00);
        (0..3).for_each(|_| _ = atari.run_frame());
        for _ in 0..3 {
            let mut other = atari.snapshot();
            (0..2).for_each(|_| {
                atari.run_frame();
                other.run_frame();
            });
            assert_eq!(atari.cycles(), other.cycles());
            assert!(
                atari.frame().pixels == other.frame().pixels,
                "round {round}"
            );
        }
    }
}

#[test]
fn a_player_that_is_resized_goes_on_with_its_counter() {
    // Player 0 in quadruple width from clock $48 on gets the size of a table; missiles and players of one bit find what follows.
    let mut atari = with_program(
        "  quiet
           ldx #4
@bits:     lda bits,x
           sta grafp0,x
           dex
           bpl @bits
           ldx #7
@places:   txa
           clc
           adc #$60
           sta hposp0,x
           dex
           bpl @places
           set hposp0, $48
           blank
@shown:    lda vcount
           cmp #20
           bne @shown
           lda #3
           ldy #0
           ldx #$48
           inc wsync
           sta hitclr
           stx hposp0
           sta sizep0
           lda #$AA
           sta grafp0
           lda $0100
           lda $0100
           pha
           pla
           pha
           pla
           pha
           pla
           sty sizep0
           inc wsync
           sty grafp0
           ldx #15
@copy:     lda hposp0,x
           sta $80,x
           dex
           bpl @copy
here:      jmp here
bits:      .byte $00, $80, $80, $80, $AA",
    );
    run_to_circle(&mut atari);
    let hits: Vec<u8> = (0x80..0x90).map(|at| byte(&atari, at)).collect();
    // The first bit of what is left is seen by player 1; in quadruple width all three would be hit.
    assert_eq!(hits[12..16], [2, 1, 0, 0]);
}
