//! What the drive is told, what it answers on its channel of commands, and the names of files.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_disk::d64::{Block, D64, FileKind, Name};
use hexfront_platforms::drive::mos1541::{Light, Mos1541};
use hexfront_platforms::machine::{Bank, Machine};

const DONE: u8 = 0;
const NONE: u8 = 1;
const DAMAGED: u8 = 2;
const ERROR: u8 = 3;
const FULL: u8 = 5;
const PROTECTED: u8 = 6;
const NO_DRIVE: u8 = 7;
const OPEN: u8 = 10;

fn blank() -> D64 {
    D64::format(Name::from_petscii(b"SAVES"), *b"HF")
}

fn name(letter: char) -> Name {
    Name::from_petscii(format!("TEST.SAVE.{letter}").as_bytes())
}

fn disk(bench: &Bench) -> D64 {
    D64::from_bytes(&bench.c64.disk().expect("a disk")).expect("a D64")
}

/// A shell at work on a disk, whose next file is the save with this letter.
fn at_work(image: &D64, letter: char) -> Bench {
    let mut bench = Bench::new();
    bench.disk(&image.to_bytes());
    bench.routine("disk_begin", [1, 0, 0]);
    bench.routine("disk_name", [letter as u8, 0, 0]);
    bench
}

/// What the drive said last, as a player is told it.
fn said(bench: &Bench) -> String {
    let length = usize::from(bench.peek("dos_length", 1)[0]);
    bench
        .peek("dos_text", length)
        .into_iter()
        .map(char::from)
        .collect()
}

fn open(bench: &mut Bench, how: char) -> u8 {
    let left = bench.routine("disk_name_open", [b'S', 0, how as u8]);
    assert_eq!(left.zero, left.axy[0] == 0);
    left.axy[0]
}

fn two_files() -> D64 {
    let mut image = blank();
    for letter in ['A', 'B'] {
        image
            .write_file(&name(letter), FileKind::Seq, &[7; 300])
            .unwrap();
    }
    image
}

#[test]
fn a_file_is_scratched_by_its_name() {
    let mut bench = at_work(&two_files(), 'A');
    for told in ["01,FILES SCRATCHED,01,00", "01,FILES SCRATCHED,00,00"] {
        assert_eq!(bench.routine("disk_scratch", [0; 3]).axy[0], DONE);
        assert_eq!(said(&bench), told);
    }
    let left = disk(&bench).entries().unwrap();
    assert_eq!(
        left.iter().map(|entry| entry.name).collect::<Vec<_>>(),
        [name('B')]
    );
}

/// Validating takes blocks that belong to no file back.
#[test]
fn a_disk_is_validated() {
    let mut image = two_files();
    let free = image.blocks_free().unwrap();
    let lost = Block::new(5, 5).unwrap();
    image.mark(lost, false).unwrap();
    let mut bench = at_work(&image, 'A');
    assert_eq!(bench.routine("disk_validate", [0; 3]).axy[0], DONE);
    assert_eq!(said(&bench), "00, OK,00,00");
    assert_eq!(disk(&bench).blocks_free().unwrap(), free);
}

/// It looks at its disk anew: the error that waited is gone.
#[test]
fn the_drive_looks_at_its_disk_anew() {
    let mut bench = at_work(&blank(), 'A');
    assert_eq!(open(&mut bench, 'R'), NONE);
    assert_eq!(said(&bench), "62,FILE NOT FOUND,00,00");
    assert_eq!(bench.routine("disk_look", [0; 3]).axy[0], DONE);
    assert_eq!(said(&bench), "00, OK,00,00");
    bench.c64.eject_disk();
    assert_eq!(bench.routine("disk_look", [0; 3]).axy[0], NO_DRIVE);
    assert_eq!(said(&bench), "74,DRIVE NOT READY,00,00");
}

/// Nobody answers: that is told, and what was meant for the drive goes nowhere else.
#[test]
fn without_a_drive_nothing_is_written() {
    let mut bench = at_work(&blank(), 'A');
    // As where LISTEN finds nobody: the KERNAL would write on the screen, and so into the game.
    let open_files = 0x98;
    let opened = bench.c64.peek(Bank::Ram, open_files);
    bench.c64.poke(open_files, 0);
    let low = |bench: &Bench| -> Vec<u8> {
        (0xC8..0x0800)
            .filter(|at| !(0x100..0x200).contains(at))
            .map(|at| bench.c64.peek(Bank::Ram, at))
            .collect()
    };
    let before = low(&bench);
    bench.routine("disk_look_send", [0; 3]);
    assert!(low(&bench) == before);
    bench.c64.poke(open_files, opened);
    let clock = bench.c64.clock_hz();
    *bench.c64.drive_mut() = Mos1541::new(9, clock);
    assert_eq!(bench.routine("disk_status", [0; 3]).axy[0], NO_DRIVE);
    assert_eq!(bench.routine("disk_look", [0; 3]).axy[0], NO_DRIVE);
    for how in ['R', 'W'] {
        assert_eq!(open(&mut bench, how), NO_DRIVE);
    }
    bench.routine("disk_end", [0; 3]);
    for call in [call::SAVE, call::LOAD] {
        assert_eq!(bench.call(call, &[0]).0, u16::from(NO_DRIVE));
    }
    bench.ask(call::PART, &[2]);
    bench.wait_for("NO DISK DRIVE");
}

/// Every message that means something of its own to a player, from what brings it about.
#[test]
fn messages_are_known_by_their_numbers() {
    let mut bench = at_work(&two_files(), 'A');
    bench.c64.set_write_protected(true);
    assert_eq!(bench.routine("disk_scratch", [0; 3]).axy[0], PROTECTED);
    assert_eq!(said(&bench), "26,WRITE PROTECT ON,18,00");
    bench.c64.set_write_protected(false);
    // A file that was never closed.
    assert_eq!(bench.routine("disk_scratch", [0; 3]).axy[0], DONE);
    assert_eq!(open(&mut bench, 'W'), DONE);
    let unclosed = disk(&bench);
    let mut bench = at_work(&unclosed, 'A');
    assert_eq!(open(&mut bench, 'R'), OPEN);
    assert_eq!(said(&bench), "60,WRITE FILE OPEN,00,00");
    // A program by the name of a saved game.
    let mut image = blank();
    image
        .write_file(&name('A'), FileKind::Prg, &[7; 300])
        .unwrap();
    let mut bench = at_work(&image, 'A');
    assert_eq!(open(&mut bench, 'R'), DAMAGED);
    assert_eq!(said(&bench), "64,FILE TYPE MISMATCH,00,00");
    // No room.
    let mut full = blank();
    let room = full.blocks_free().unwrap();
    let big = Name::from_petscii(b"BIG");
    full.write_file(&big, FileKind::Prg, &vec![0; room * 254])
        .unwrap();
    let mut bench = at_work(&full, 'A');
    assert_eq!(open(&mut bench, 'W'), FULL);
    assert_eq!(said(&bench), "72,DISK FULL,00,00");
    // A drive that was switched off and on has its own name to say, and nothing is wrong.
    let mut bench = at_work(&blank(), 'A');
    bench.c64.drive_mut().reset();
    assert_eq!(bench.routine("disk_status", [0; 3]).axy[0], DONE);
    assert_eq!(said(&bench), "73,CBM DOS V2.6 1541,00,00");
}

/// A disk of another DOS cannot be written to, and nothing says that it was.
#[test]
fn a_disk_of_another_dos_takes_no_save() {
    let mut bytes = blank().to_bytes();
    let bam = 357 * 256;
    assert_eq!(bytes[bam + 2], b'A');
    bytes[bam + 2] = b'B';
    let mut bench = Bench::new();
    bench.disk(&bytes);
    let answer = bench.call(call::SAVE, &[0]).0;
    assert_eq!(answer, u16::from(ERROR));
    assert_eq!(bench.c64.disk().unwrap(), bytes);
}

/// A name of the DOS has sixteen letters, of which nine are the game's.
#[test]
fn a_long_id_is_cut_to_a_name_of_the_dos() {
    for (id, file) in [
        (&b"ABCDEFGHIJK\0"[..], "ABCDEFGHI.SAVE.A"),
        (b"ABCDEFGHI\0", "ABCDEFGHI.SAVE.A"),
        (b"ABCDEFGH\0", "ABCDEFGH.SAVE.A"),
        (b"A\0", "A.SAVE.A"),
    ] {
        let mut bench = Bench::new();
        bench.disk(&blank().to_bytes());
        bench.poke("game_id", id);
        assert_eq!(bench.call(call::SAVE, &[0]).0, u16::from(DONE));
        let entries = disk(&bench).entries().unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].name.to_string(), file);
        assert_eq!(bench.call(call::LOAD, &[0]).0, u16::from(DONE));
    }
}

/// The game's tables may lie above the ROM: its files are found all the same.
#[test]
fn a_cartridge_above_the_rom_names_its_files() {
    let mut bench = Bench::above_the_rom();
    assert!(bench.at("game_id") >= 0xE000 && bench.at("program_name") >= 0xE000);
    bench.disk(&blank().to_bytes());
    bench.poke("state", &[5; 700]);
    assert_eq!(bench.call(call::SAVE, &[0]).0, u16::from(DONE));
    assert_eq!(disk(&bench).entries().unwrap()[0].name, name('A'));
    let game = hexfront_c64::disk(&bench.program, "STAND IN", "TEST").unwrap();
    bench.disk(&game.to_bytes());
    bench.poke("stopped", &[1]);
    begin_anew(&mut bench);
    bench.wait_for("STOPPED BY FAULT 042");
    bench.press_until_idle();
    assert_eq!(bench.peek("stopped", 1), [0], "all memory is as loaded");
}

/// The rules machine stops with a fault; behind a key the game is loaded anew.
fn begin_anew(bench: &mut Bench) {
    bench.poke("wanted", &[1]);
    bench.poke("vm_trap", &[42]);
    let ended = bench.at("ended");
    bench.c64.set_pc(ended);
}

/// Presses the space bar and lets it go.
fn press(bench: &mut Bench) {
    let space = bench.c64.chord(' ').expect("a key").key;
    bench.c64.key_down(space);
    bench.frames(5);
    bench.c64.key_up(space);
}

/// The game's program is not on the disk: it is asked for, and comes from the next. Then the drive's lamp is off.
#[test]
fn a_program_that_is_not_on_the_disk_is_asked_for() {
    let mut bench = Bench::new();
    bench.disk(&blank().to_bytes());
    begin_anew(&mut bench);
    bench.wait_for("STOPPED BY FAULT 042");
    press(&mut bench);
    bench.wait_for("62,FILE NOT FOUND,00,00");
    bench.wait_for("INSERT THE GAME DISK");
    let game = hexfront_c64::disk(&bench.program, "STAND IN", "TEST").unwrap();
    bench.disk(&game.to_bytes());
    bench.press_until_idle();
    assert_eq!(bench.c64.drive().light(), Light::Off);
}

/// The disk is taken out while the program comes: half of it is no game, and what was in memory is gone. The machine is
/// as if it had been switched on.
#[test]
fn a_program_that_breaks_off_resets_the_machine() {
    for frames in [0, 1, 2, 4, 8] {
        let mut bench = Bench::new();
        let game = hexfront_c64::disk(&bench.program, "STAND IN", "TEST").unwrap();
        bench.disk(&game.to_bytes());
        // The bottom of the stack's page, where its code goes: anything may have been there.
        bench.c64.load(0x100, &[0; 0x60]);
        begin_anew(&mut bench);
        bench.wait_for("STOPPED BY FAULT 042");
        press(&mut bench);
        while !(0x100..0x200).contains(&bench.c64.pc()) {
            bench.c64.step();
        }
        bench.frames(frames);
        bench.c64.eject_disk();
        bench.frames(300);
        let screen = bench.c64.text_screen().expect("text");
        assert!(
            screen.iter().any(|row| row.contains("BYTES FREE")),
            "after {frames}: {screen:#?}"
        );
    }
}
