//! The Atari's ROM on the emulated machine: a disk boots, and what stands at public addresses does what the manual says.

use hexfront_asm::{Files, build};
use hexfront_disk::atari::{Container, Density, Disk, dos2::Volume};
use hexfront_platforms::Machine;
use hexfront_platforms::drive::atari810 as drive;
use hexfront_platforms::machine::Bank;
use hexfront_platforms::machines::atari8::{Atari8, Config, Model, Roms, Standard, keyboard};
use hexfront_roms::{
    ATARI8_LINK_SCRIPT, ATARI8_OS, ATARI8_OS_800, ATARI8_OS_XL, SOURCES, atari8_charset, atari8_rom,
};

const MODELS: [Model; 2] = [Model::Atari800, Model::Atari800Xl];

fn rom(model: Model) -> Vec<u8> {
    let name = match model {
        Model::Atari800 => ATARI8_OS_800,
        Model::Atari800Xl | Model::Atari130Xe => ATARI8_OS_XL,
    };
    let image = build(&Files(SOURCES), [name], ATARI8_LINK_SCRIPT).expect("it fits");
    atari8_rom(image.output(ATARI8_OS).expect("it is written"))
}

fn machine(model: Model) -> Atari8 {
    // One of them with 60 frames a second.
    let standard = match model {
        Model::Atari800 => Standard::Ntsc,
        Model::Atari800Xl | Model::Atari130Xe => Standard::Pal,
    };
    with_basic(Config { model, standard }, None)
}

fn with_basic(config: Config, basic: Option<&[u8]>) -> Atari8 {
    let roms = Roms::new(config.model, &rom(config.model), basic).expect("sizes are right");
    Atari8::new(config, roms)
}

/// A disk whose first sectors hold this program for $0700, behind the head.
fn disk(program: &str) -> Disk {
    let script =
        "output \"boot\"\narea MAIN start $0700 end $0FFF output \"boot\"\nsegment CODE in MAIN\n";
    let text = format!(
        ".segment \"CODE\"\n.org $0700\n  .byte 0, (last - $0700 + 127) / 128\n  .word $0700, init\n{program}\nlast:\n"
    );
    let sources = [("boot.s", text.as_str())];
    let image = build(&Files(&sources), ["boot.s"], script).expect("it fits");
    let bytes = image.output("boot").expect("it is written");
    let mut disk = Disk::blank(Container::Atr, Density::Single);
    Volume::format(&mut disk);
    for (chunk, sector) in bytes.chunks(128).zip(1..) {
        let to = disk.sector_mut(sector).expect("there are enough");
        to.fill(0);
        to[..chunk.len()].copy_from_slice(chunk);
    }
    disk
}

fn run(atari: &mut Atari8, frames: usize) {
    for _ in 0..frames {
        atari.run_frame();
    }
}

fn booted(model: Model, program: &str, frames: usize) -> Atari8 {
    let mut atari = machine(model);
    atari
        .insert_disk(&disk(program).to_bytes())
        .expect("a disk");
    run(&mut atari, frames);
    atari
}

/// Prints what stands at `text`, up to a 0, through the editor.
const PRINT: &str = "  ldy #0
@next:     lda text,y
           beq @done
           sty $CB
           ldx #0
           stx $0348
           stx $0349
           ldy #11
           sty $0342
           jsr $E456
           ldy $CB
           iny
           bne @next
@done:
";

fn rows(atari: &Atari8) -> Vec<String> {
    let rows = atari.text_screen().expect("text");
    rows.iter().map(|row| row.trim_end().to_owned()).collect()
}

fn type_keys(atari: &mut Atari8, text: &str) {
    for character in text.chars() {
        let chord = atari.chord(character).expect("a key");
        chord.with.into_iter().for_each(|key| atari.key_down(key));
        atari.key_down(chord.key);
        run(atari, 4);
        atari.key_up(chord.key);
        chord.with.into_iter().for_each(|key| atari.key_up(key));
        run(atari, 4);
    }
}

#[test]
fn a_disk_boots_and_prints() {
    for model in MODELS {
        let program = format!(
            "{PRINT}  clc\n  rts\ninit: lda #<main\n  sta $0A\n  lda #>main\n  sta $0B\n  rts\nmain: jmp main\n  .res $0890 - *, 0\ntext: .byte \"HI a\", $9B, \"2\", 0"
        );
        let atari = booted(model, &program, 400);
        assert_eq!(rows(&atari)[..3], ["  HI a", "  2", ""], "{model:?}");
        let (seven, zero) = (atari.peek(Bank::Ram, 0x0B), atari.peek(Bank::Ram, 0x08));
        assert_eq!((seven & 0xFE, zero), (0x06, 0), "{model:?}");
    }
}

#[test]
fn without_a_drive_it_says_so_and_takes_what_is_typed() {
    for model in MODELS {
        let mut atari = machine(model);
        atari.set_drive(None);
        run(&mut atari, 200);
        assert_eq!(rows(&atari)[0], "  NOTHING TO BOOT.", "{model:?}");
        type_keys(&mut atari, "Hi 1944\nok");
        assert_eq!(rows(&atari)[5..7], ["  HI 1944", "  OK"], "{model:?}");
    }
}

#[test]
fn a_drive_without_a_disk_is_asked_until_it_has_one() {
    let mut atari = machine(Model::Atari800Xl);
    run(&mut atari, 400);
    assert_eq!(rows(&atari)[0], "  BOOT ERROR");
    let program = format!("{PRINT}here: jmp here\ninit: rts\ntext: .byte \"THERE\", 0");
    atari
        .insert_disk(&disk(&program).to_bytes())
        .expect("a disk");
    run(&mut atari, 600);
    assert!(
        rows(&atari).iter().any(|row| row == "  THERE"),
        "{:?}",
        rows(&atari)
    );
    // A formatted disk without a program cannot be booted.
    let mut blank = Disk::blank(Container::Xfd, Density::Single);
    Volume::format(&mut blank);
    let mut atari = machine(Model::Atari800Xl);
    atari.insert_disk(&blank.to_bytes()).expect("a disk");
    run(&mut atari, 400);
    assert_eq!(rows(&atari)[..2], ["  BOOT ERROR"; 2]);
}

#[test]
fn sectors_are_read_and_written_through_siov() {
    // Sector 5 is read to $2000, its bytes are turned over, and it is written to sector 720; then sector 721, which is not there, and
    // a device that is not there. What SIO says of each goes to $2100.
    let program = "  jmp main
init: rts
block: .byte $31, 1, $52, $40, $00, $20, 7, 0, 128, 0, 5, 0
main: ldx #11
@dcb: lda block,x
      sta $0300,x
      dex
      bpl @dcb
      jsr $E459
      sty $2100
      ldx #127
@turn: lda $2000,x
      eor #$FF
      sta $2000,x
      dex
      bpl @turn
      lda #$57
      sta $0302
      lda #$80
      sta $0303
      lda #<720
      sta $030A
      lda #>720
      sta $030B
      jsr $E459
      sty $2101
      inc $030A
      lda #$52
      sta $0302
      jsr $E453
      sty $2102
      lda #4
      sta $0301
      jsr $E453
      sty $2103
      lda $0303
      sta $2104
here: jmp here";
    let mut atari = machine(Model::Atari800);
    let mut disk = disk(program);
    let bytes: Vec<u8> = (0..128u8).map(|n| n.wrapping_mul(3)).collect();
    disk.sector_mut(5).unwrap().copy_from_slice(&bytes);
    atari.insert_disk(&disk.to_bytes()).expect("a disk");
    run(&mut atari, 900);
    let said: Vec<u8> = (0x2100..0x2105)
        .map(|at| atari.peek(Bank::Ram, at))
        .collect();
    assert_eq!(said, [1, 1, 139, 138, 138]);
    let after = Disk::from_bytes(&atari.disk().expect("it is in")).expect("a disk");
    let turned: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    assert_eq!(after.read(720).unwrap(), turned);
    assert_eq!(atari.disk_writes(), 1);
}

#[test]
fn a_second_drive_answers_beside_the_first() {
    // Sector 9 of D2: comes to $2000 and goes to sector 11 of D1:. What SIO says of each goes to $2100.
    let program = "  jmp main
init: rts
block: .byte $31, 2, $52, $40, $00, $20, 7, 0, <256, >256, 9, 0
main: ldx #11
@dcb: lda block,x
      sta $0300,x
      dex
      bpl @dcb
      jsr $E459
      sty $2100
      dec $0301
      lda #$57
      sta $0302
      lda #$80
      sta $0303
      ldx #128                  ; of the first drive's sector
      stx $0308
      lda #0
      sta $0309
      lda #11
      sta $030A
      jsr $E459
      sty $2101
here: jmp here";
    let mut atari = machine(Model::Atari800Xl);
    atari.set_drives([Some(drive::Model::Atari1050), Some(drive::Model::UsDoubler)]);
    let mut other = Disk::blank(Container::Atr, Density::Double);
    Volume::format(&mut other);
    other.sector_mut(9).expect("there are enough").fill(0xA7);
    atari
        .insert_disk(&disk(program).to_bytes())
        .expect("a disk");
    // The first drive does not read double density, the second does.
    assert!(atari.insert_disk(&other.to_bytes()).is_err());
    atari
        .insert_disk_into(2, &other.to_bytes())
        .expect("a disk");
    let none = atari.insert_disk_into(3, &other.to_bytes()).unwrap_err();
    assert!(none.to_string().contains("there is no drive 3"), "{none}");
    run(&mut atari, 900);
    let said = [0x2100, 0x2101].map(|at| atari.peek(Bank::Ram, at));
    assert_eq!(said, [1, 1]);
    let [first, second] = atari.drives();
    let first = first
        .as_ref()
        .and_then(|drive| drive.disk())
        .expect("it is in");
    assert_eq!(first.read(11).expect("sound"), [0xA7; 128]);
    assert_eq!(second.as_ref().map(|drive| drive.writes()), Some(0));
}

#[test]
fn lines_and_characters_come_through_cio() {
    // A line from E:, its length to $2100; a key from K:, by its own IOCB, to $2101; then what CIO says of a device that is not there.
    let program = "  jmp main
init: rts
kname: .byte \"K:\", $9B
dname: .byte \"D:\", $9B
main: ldx #0
      lda #5
      sta $0342
      lda #<$2000
      sta $0344
      lda #>$2000
      sta $0345
      lda #40
      sta $0348
      stx $0349
      jsr $E456
      sty $2102
      lda $0348
      sta $2100
      ldx #$10
      lda #3
      sta $0342,x
      lda #<kname
      sta $0344,x
      lda #>kname
      sta $0345,x
      lda #4
      sta $034A,x
      jsr $E456
      sty $2103
      lda #7
      sta $0342,x
      lda #0
      sta $0348,x
      sta $0349,x
      jsr $E456
      sta $2101
      ldx #$20
      lda #3
      sta $0342,x
      lda #<dname
      sta $0344,x
      lda #>dname
      sta $0345,x
      jsr $E456
      sty $2104
      ldx #$13
      jsr $E456
      sty $2105
      ldx #$30
      lda #7
      sta $0342,x
      jsr $E456
      sty $2106
here: jmp here";
    let mut atari = booted(Model::Atari800Xl, program, 300);
    type_keys(&mut atari, "WAR 41\n");
    type_keys(&mut atari, "q");
    run(&mut atari, 10);
    let bytes = |from: u32, count: u32| -> Vec<u8> {
        (from..from + count)
            .map(|at| atari.peek(Bank::Ram, at))
            .collect()
    };
    assert_eq!(bytes(0x2000, 7), b"WAR 41\x9B");
    assert_eq!(bytes(0x2100, 7), [7, b'Q', 1, 1, 130, 134, 133]);
}

#[test]
fn the_editor_moves_scrolls_and_edits() {
    let program = format!("{PRINT}here: jmp here\ninit: rts\ntext: .byte TEXT, 0");
    let shown = |text: &str| {
        let program = program.replace("TEXT", text);
        rows(&booted(Model::Atari800, &program, 400))
    };
    assert_eq!(shown("\"AB\", $1E, $1E, \"X\"")[0], "  XB");
    assert_eq!(shown("\"AB\", $7E, \"C\"")[0], "  AC");
    assert_eq!(
        shown("\"AB\", $1D, \"C\", $1C, $1C, \"D\"")[..2],
        ["  AB", "    C"]
    );
    assert_eq!(shown("\"OLD\", $7D, \"NEW\"")[..2], ["  NEW", ""]);
    assert_eq!(
        shown("\"A\", $9B, \"B\", $1C, $9D, \"C\"")[..3],
        ["  C", "  A", "  B"]
    );
    assert_eq!(shown("\"A\", $9B, \"B\", $1C, $9C")[..2], ["  B", ""]);
    assert_eq!(shown("\"AB\", $1E, $1E, $FF, \"C\"")[0], "  CAB");
    assert_eq!(shown("\"AB\", $1E, $1E, $FE")[0], "  B");
    assert_eq!(shown("\"A\", $7F, \"B\"")[0], "  A     B");
    // Behind column 39 the next row goes on.
    let long = shown("\"0123456789012345678901234567890123456789\"");
    assert_eq!(
        long[..2],
        ["  01234567890123456789012345678901234567", "  89"]
    );
    let lines: Vec<String> = (0..26).map(|n| format!("\"L{n}\", $9B, ")).collect();
    let scrolled = shown(&format!("{}\"END\"", lines.concat()));
    assert_eq!(
        (scrolled[0].as_str(), scrolled[23].as_str()),
        ("  L3", "  END")
    );
}

#[test]
fn interrupts_go_through_their_vectors() {
    // Timer 2 of the vertical blank calls a routine, POKEY's timer 1 and a display list interrupt go to others; BREAK is noted.
    let program = "  jmp main
init: rts
count: inc $2000
      lda #5
      sta $021A
      rts
timer: inc $2001
      pla
      rti
list: inc $2002
      rti
main: lda #<count
      sta $0228
      lda #>count
      sta $0229
      lda #2
      ldx #0
      ldy #5
      jsr $E45C
      lda #<timer
      sta $0210
      lda #>timer
      sta $0211
      lda #0
      sta $D208
      sta $D201
      lda #255
      sta $D200
      lda $10
      ora #1
      sta $10
      sta $D20E
      sta $D209
      lda #<list
      sta $0200
      lda #>list
      sta $0201
      lda $0230
      sta $80
      lda $0231
      sta $81
      ldy #6
      lda #$82
      sta ($80),y
      lda #$C0
      sta $D40E
here: jmp here";
    let mut atari = booted(Model::Atari800, program, 300);
    let at = |atari: &Atari8, address| atari.peek(Bank::Ram, address);
    let before = [0x2000, 0x2001, 0x2002, 0x14].map(|address| at(&atari, address));
    run(&mut atari, 50);
    let after = [0x2000, 0x2001, 0x2002, 0x14].map(|address| at(&atari, address));
    let passed: Vec<u8> = (0..4).map(|n| after[n].wrapping_sub(before[n])).collect();
    assert_eq!((passed[0], passed[2], passed[3]), (10, 50, 50));
    // 29,868 / 28 / 256 a frame.
    assert!((207..=209).contains(&passed[1]), "{passed:?}");
    assert_ne!(at(&atari, 0x11), 0);
    atari.key_down(keyboard::BREAK);
    run(&mut atari, 5);
    assert_eq!(at(&atari, 0x11), 0);
}

#[test]
fn keys_repeat_and_joysticks_have_their_shadows() {
    let mut atari = machine(Model::Atari800Xl);
    atari.set_drive(None);
    run(&mut atari, 200);
    let key = atari.chord('A').expect("a key").key;
    atari.key_down(key);
    // 48 frames until the second, then one each 6.
    run(&mut atari, 48 + 6 * 4 + 3);
    atari.key_up(key);
    run(&mut atari, 10);
    assert_eq!(rows(&atari)[5], "  AAAAAA");
    let stick = hexfront_platforms::machine::Joystick {
        left: true,
        fire: true,
        ..Default::default()
    };
    atari.joystick(1, stick);
    run(&mut atari, 2);
    let shadows = [0x278, 0x284, 0x27C, 0x27D].map(|address| atari.peek(Bank::Ram, address));
    assert_eq!(shadows, [0x0B, 0, 0, 1]);
}

#[test]
fn reset_is_a_warm_start_into_what_was_booted() {
    for model in MODELS {
        let program = "  lda #<main
      sta $0A
      lda #>main
      sta $0B
      clc
      rts
init: inc $2000
      rts
main: inc $2001
here: jmp here";
        let mut atari = booted(model, program, 300);
        atari.poke(0x2100, 0x55);
        let counts = |atari: &Atari8| [0x2000, 0x2001].map(|at| atari.peek(Bank::Ram, at));
        let before = counts(&atari);
        assert_eq!(before, [1, 1], "{model:?}");
        atari.key_down(keyboard::RESET);
        run(&mut atari, 2);
        atari.key_up(keyboard::RESET);
        run(&mut atari, 60);
        assert_eq!(counts(&atari), [2, 2], "{model:?}");
        assert_eq!(atari.peek(Bank::Ram, 0x2100), 0x55, "RAM is kept");
        assert_eq!(atari.peek(Bank::Ram, 0x08), 0xFF, "WARMST");
    }
}

/// What stands where BASIC does: it prints B when it is started, and notes that its init routine was called.
fn cartridge() -> Vec<u8> {
    let mut rom = vec![0xFF; 0x2000];
    let init = [0xEE, 0x00, 0x20, 0x60];
    let start = [
        0xA2, 0x00, 0x8E, 0x48, 0x03, 0x8E, 0x49, 0x03, 0xA9, 0x0B, 0x8D, 0x42, 0x03, 0xA9, b'B',
        0x20, 0x56, 0xE4, 0x4C, 0x22, 0xA0,
    ];
    rom[..init.len()].copy_from_slice(&init);
    rom[0x10..0x10 + start.len()].copy_from_slice(&start);
    rom[0x22..0x25].copy_from_slice(&[0x4C, 0x22, 0xA0]);
    rom[0x1FFA..].copy_from_slice(&[0x10, 0xA0, 0x00, 0x05, 0x00, 0xA0]);
    rom
}

#[test]
fn a_cartridge_is_found_and_started_unless_option_is_held() {
    for (held, shown, inits) in [(false, "  B", 1), (true, "  NOTHING TO BOOT.", 0)] {
        let mut atari = with_basic(Config::default(), Some(&cartridge()));
        atari.set_drive(None);
        if held {
            atari.key_down(keyboard::OPTION);
        }
        run(&mut atari, 250);
        assert_eq!(rows(&atari)[0], shown);
        assert_eq!(atari.peek(Bank::Ram, 0x2000), inits);
        // The screen lies below the ROM.
        let pages = atari.peek(Bank::Ram, 0x6A);
        assert_eq!(pages, if held { 0xC0 } else { 0xA0 });
    }
}

/// Public entries, by the manual.
const ENTRIES: [(&str, usize); 15] = [
    ("DINITV", 0xE450),
    ("DSKINV", 0xE453),
    ("CIOV", 0xE456),
    ("SIOV", 0xE459),
    ("SETVBV", 0xE45C),
    ("SYSVBV", 0xE45F),
    ("XITVBV", 0xE462),
    ("SIOINV", 0xE465),
    ("SENDEV", 0xE468),
    ("INTINV", 0xE46B),
    ("CIOINV", 0xE46E),
    ("BLKBDV", 0xE471),
    ("WARMSV", 0xE474),
    ("COLDSV", 0xE477),
    ("RBLOKV", 0xE47A),
];

#[test]
fn what_others_rely_on_is_at_its_place() {
    const JMP: u8 = 0x4C;
    for (model, size) in [(Model::Atari800, 0x2800), (Model::Atari800Xl, 0x4000)] {
        let rom = rom(model);
        assert_eq!(rom.len(), size);
        let at = |address: usize| &rom[address + size - 0x1_0000..];
        for (name, address) in ENTRIES {
            assert_eq!(at(address)[0], JMP, "{name}");
        }
        for table in [0xE400, 0xE410, 0xE420, 0xE430, 0xE440] {
            assert_eq!(at(table + 12)[0], JMP, "a handler's init");
        }
        assert_eq!(at(0xE000)[..1024], atari8_charset());
        if model == Model::Atari800Xl {
            assert_eq!(at(0xCC00)[..1024], atari8_charset());
        }
    }
}
