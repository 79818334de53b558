//! CBM DOS 2.6: files, directory, commands, messages.

use super::kernal::Computer;
use hexfront_disk::d64::{Block, D64, FileKind, Name};
use hexfront_platforms::drive::mos1541::Light;
use hexfront_platforms::machine::DriveSpeed;

const OK: &str = "00, OK,00,00";

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 5 + i / 251) as u8).collect()
}

/// A computer with a quick drive, on whose disk are PROG (PRG, 600 bytes), TEXT (SEQ, "HELLO") and PROG2.
fn computer() -> Computer {
    let mut disk = D64::format(name("DISK"), *b"HF");
    disk.write_file(&name("PROG"), FileKind::Prg, &bytes(600))
        .unwrap();
    disk.write_file(&name("TEXT"), FileKind::Seq, b"HELLO\r")
        .unwrap();
    disk.write_file(&name("PROG2"), FileKind::Prg, &bytes(3))
        .unwrap();
    let mut computer = Computer::new(disk);
    computer.drive.set_speed(DriveSpeed::Host);
    computer.overhead = 20;
    assert_eq!(computer.error(), "73,CBM DOS V2.6 1541,00,00");
    computer
}

/// The program that LOAD"$" gets, as LIST prints it.
fn list(program: &[u8]) -> String {
    let mut text = String::new();
    let mut at = 2;
    while program[at..at + 2] != [0, 0] {
        let number = u16::from_le_bytes([program[at + 2], program[at + 3]]);
        let line: Vec<u8> = program[at + 4..]
            .iter()
            .copied()
            .take_while(|&b| b != 0)
            .collect();
        at += 4 + line.len() + 1;
        let line = String::from_utf8_lossy(&line).replace('\x12', "");
        text += &format!("{number} {}\n", line.trim_end());
    }
    assert_eq!(at + 2, program.len());
    text
}

#[test]
fn the_directory_lists_as_on_a_1541() {
    let mut computer = computer();
    let whole = list(&computer.load("$").unwrap());
    assert_eq!(
        whole,
        "0 \"DISK            \" HF 2A\n\
         3    \"PROG\"             PRG\n\
         1    \"TEXT\"             SEQ\n\
         1    \"PROG2\"            PRG\n\
         659 BLOCKS FREE.\n"
    );
    assert_eq!(list(&computer.load("$0").unwrap()), whole);
    let names = |computer: &mut Computer, pattern: &str| -> Vec<String> {
        list(&computer.load(pattern).unwrap())
            .lines()
            .skip(1)
            .filter_map(|line| line.split('"').nth(1).map(String::from))
            .collect()
    };
    let rows: [(&str, &[&str]); 6] = [
        ("$0:P*", &["PROG", "PROG2"]),
        ("$:P*", &["PROG", "PROG2"]),
        ("$PROG?", &["PROG2"]),
        ("$*=S", &["TEXT"]),
        ("$0:TEXT,PROG", &["PROG", "TEXT"]),
        ("$0:NONE", &[]),
    ];
    for (pattern, wanted) in rows {
        assert_eq!(names(&mut computer, pattern), wanted, "{pattern}");
    }
}

#[test]
fn the_directory_as_a_file_is_its_blocks() {
    let mut computer = computer();
    let raw = computer.read_file(2, "$").unwrap();
    let disk = computer.drive.disk().unwrap();
    assert_eq!(raw[..254], disk.peek(Block::BAM)[2..]);
    assert_eq!(raw[254..508], disk.peek(Block::DIRECTORY)[2..]);
}

#[test]
fn names_and_wildcards_of_load() {
    let mut computer = computer();
    let rows = [
        ("PROG", Some(600)),
        ("0:PROG", Some(600)),
        ("PROG2", Some(3)),
        ("PROG?", Some(3)),
        ("P*", Some(600)),
        (":*", Some(600)),
        ("TEXT,S", Some(6)),
        ("NONE", None),
        ("TEXT", None),
    ];
    for (name, length) in rows {
        assert_eq!(computer.load(name).map(|b| b.len()), length, "{name}");
    }
    assert_eq!(computer.error(), "64,FILE TYPE MISMATCH,00,00");
    assert_eq!(computer.load("NONE"), None);
    assert_eq!(computer.error(), "62,FILE NOT FOUND,00,00");
    assert_eq!(computer.error(), OK);
}

#[test]
fn a_star_means_the_first_program_and_later_the_last_one() {
    let mut computer = computer();
    assert_eq!(computer.load("*").unwrap().len(), 600);
    assert_eq!(computer.load("PROG2").unwrap().len(), 3);
    assert_eq!(computer.load("*").unwrap().len(), 3);
    assert_eq!(computer.load("0:*").unwrap().len(), 600);
    let disk = computer.drive.eject().unwrap();
    computer.drive.insert(disk);
    assert_eq!(computer.load("*").unwrap().len(), 600);
}

#[test]
fn save_writes_at_once_and_refuses_to_overwrite() {
    let mut computer = computer();
    let writes = computer.drive.writes();
    assert_eq!(computer.save("NEW", &bytes(300)), OK);
    assert!(computer.drive.writes() > writes);
    let disk = computer.drive.disk().unwrap();
    assert_eq!(disk.read_file(&name("NEW")).unwrap(), bytes(300));
    assert_eq!(disk.check(), []);

    assert_eq!(computer.save("NEW", &bytes(9)), "63,FILE EXISTS,00,00");
    assert_eq!(computer.load("NEW").unwrap(), bytes(300));
    assert_eq!(computer.save("@0:NEW", &bytes(9)), OK);
    assert_eq!(computer.load("NEW").unwrap(), bytes(9));
    assert_eq!(computer.save("@:FRESH", &bytes(5)), OK);
    assert_eq!(computer.save("N*", &bytes(9)), "33,SYNTAX ERROR,00,00");
    assert_eq!(computer.save("0:", &bytes(9)), "34,SYNTAX ERROR,00,00");
    let disk = computer.drive.disk().unwrap();
    assert_eq!(disk.check(), []);
    assert_eq!(disk.blocks_free(), Ok(657));
}

#[test]
fn sequential_files_are_written_appended_and_read() {
    let mut computer = computer();
    assert_eq!(computer.write_file(2, "LOG,S,W", b"ONE\r"), OK);
    assert_eq!(computer.write_file(3, "LOG,S,A", b"TWO\r"), OK);
    assert_eq!(computer.read_file(4, "LOG").unwrap(), b"ONE\rTWO\r");
    assert_eq!(computer.read_file(4, "LOG,S,R").unwrap(), b"ONE\rTWO\r");
    assert_eq!(
        computer.read_file(4, "LOG,P,R").unwrap_err(),
        "64,FILE TYPE MISMATCH,00,00"
    );
    assert_eq!(
        computer.write_file(2, "GONE,S,A", b"X"),
        "62,FILE NOT FOUND,00,00"
    );
    assert_eq!(computer.write_file(2, "@0:LOG,S,W", b"NEW\r"), OK);
    assert_eq!(computer.read_file(4, "LOG").unwrap(), b"NEW\r");
    assert_eq!(computer.drive.disk().unwrap().check(), []);
}

#[test]
fn a_file_that_was_never_closed_is_starred_and_validated_away() {
    let mut computer = computer();
    computer.open(2, b"OPEN,S,W").unwrap();
    computer.print(2, &bytes(300)).unwrap();
    assert_eq!(computer.drive.light(), Light::On);
    assert_eq!(
        computer.read_file(3, "OPEN").unwrap_err(),
        "60,WRITE FILE OPEN,00,00"
    );
    computer.drive.reset();
    assert!(list(&computer.load("$").unwrap()).contains("*SEQ"));
    computer.open(3, b"OPEN,S,M").unwrap();
    assert_eq!(computer.input(3, 254).unwrap(), bytes(300)[..254]);
    computer.close(3).unwrap();
    assert_eq!(computer.command(b"V"), OK);
    assert!(!list(&computer.load("$").unwrap()).contains("OPEN"));
    assert_eq!(computer.drive.disk().unwrap().check(), []);
}

#[test]
fn closing_the_command_channel_closes_all() {
    let mut computer = computer();
    computer.open(2, b"A,S,W").unwrap();
    computer.open(3, b"B,S,W").unwrap();
    computer.print(2, b"1").unwrap();
    computer.print(3, b"2").unwrap();
    computer.close(15).unwrap();
    let disk = computer.drive.disk().unwrap();
    assert_eq!(disk.read_file(&name("A")).unwrap(), b"1");
    assert_eq!(disk.read_file(&name("B")).unwrap(), b"2");
    assert_eq!(computer.drive.light(), Light::Off);
}

#[test]
fn commands_and_their_messages() {
    // Each row works on what the rows above it left.
    let rows: [(&[u8], &str); 38] = [
        (b"I", OK),
        (b"I0\r", OK),
        (b"I0:", OK),
        (b"I1\r", "74,DRIVE NOT READY,00,00"),
        (b"I1:", "74,DRIVE NOT READY,00,00"),
        (b"INITIALIZE", OK),
        (b"R0:TEXT2=TEXT", OK),
        (b"R0:TEXT2=PROG", "63,FILE EXISTS,00,00"),
        (b"R0:X=NONE", "62,FILE NOT FOUND,00,00"),
        (b"R0:X=P*", "33,SYNTAX ERROR,00,00"),
        (b"R0:X", "30,SYNTAX ERROR,00,00"),
        (b"C0:COPY=TEXT2", OK),
        (b"C0:BOTH=0:TEXT2,0:COPY", OK),
        (b"C0:COPY=PROG", "63,FILE EXISTS,00,00"),
        (b"C0:Z=NONE", "62,FILE NOT FOUND,00,00"),
        (b"S0:COPY", "01,FILES SCRATCHED,01,00"),
        (b"S0:PROG*,BOTH", "01,FILES SCRATCHED,03,00"),
        (b"S0:PROG", "01,FILES SCRATCHED,00,00"),
        (b"SCRATCH0:*", "01,FILES SCRATCHED,01,00"),
        (b"S", "34,SYNTAX ERROR,00,00"),
        (b"V0", OK),
        (b"V1", "74,DRIVE NOT READY,00,00"),
        (b"VALIDATE1:", "74,DRIVE NOT READY,00,00"),
        (b"N0:FRESH,AB", OK),
        (b"N0:AGAIN", OK),
        (b"N0", "34,SYNTAX ERROR,00,00"),
        (b"N1:OTHER,CD", "74,DRIVE NOT READY,00,00"),
        (b"X", "31,SYNTAX ERROR,00,00"),
        (b"U5", "31,SYNTAX ERROR,00,00"),
        (b"M-E\x00\x05", "31,SYNTAX ERROR,00,00"),
        (b"B-A 0 1 0", OK),
        (b"B-A:0,1,0", "65,NO BLOCK,01,01"),
        (b"B-F:0 1 0", OK),
        (b"B-F:0 1 1", OK),
        (b"B-A:0 36 0", "66,ILLEGAL TRACK OR SECTOR,36,00"),
        (b"B-R:2 0 1 0", "70,NO CHANNEL,00,00"),
        (b"UI-", OK),
        (
            b"S0:THIS COMMAND IS LONGER THAN THE BUFFER OF THE DRIVE",
            "32,SYNTAX ERROR,00,00",
        ),
    ];
    let mut computer = computer();
    for (command, wanted) in rows {
        let text = String::from_utf8_lossy(command).into_owned();
        assert_eq!(computer.command(command), wanted, "{text}");
        // A block that a program takes for itself is none that check knows.
        if !text.starts_with("B-A") {
            assert_eq!(computer.drive.disk().unwrap().check(), [], "{text}");
        }
    }
    let header = computer.drive.disk().unwrap().header().unwrap();
    assert_eq!((header.name, header.id), (name("AGAIN"), *b"AB"));
    for reset in [&b"UI"[..], b"U9", b"UJ", b"U:"] {
        assert_eq!(computer.command(reset), "73,CBM DOS V2.6 1541,00,00");
    }
}

#[test]
fn copying_puts_files_one_after_another() {
    let mut computer = computer();
    assert_eq!(computer.command(b"C0:TWICE=TEXT,TEXT"), OK);
    assert_eq!(computer.read_file(2, "TWICE").unwrap(), b"HELLO\rHELLO\r");
}

/// Whoever keeps the disk in a file is told of it.
#[test]
fn a_copy_is_a_write() {
    let mut computer = computer();
    let before = computer.drive.writes();
    assert_eq!(computer.command(b"C0:TWICE=TEXT,TEXT"), OK);
    assert_ne!(computer.drive.writes(), before);
}

#[test]
fn blocks_are_read_and_written_through_a_buffer() {
    let mut computer = computer();
    computer.open(2, b"#").unwrap();
    assert_eq!(computer.command(b"U1:2 0 18 0"), OK);
    let bam = computer.input(2, usize::MAX).unwrap();
    assert_eq!(bam, computer.drive.disk().unwrap().peek(Block::BAM));

    assert_eq!(computer.command(b"B-P:2 0"), OK);
    computer.print(2, &bytes(256)).unwrap();
    assert_eq!(computer.command(b"B-P:2 128"), OK);
    computer.print(2, b"MARK").unwrap();
    assert_eq!(computer.command(b"U2:2,0,1,5"), OK);
    let mut wanted = bytes(256);
    wanted[128..132].copy_from_slice(b"MARK");
    let block = Block::new(1, 5).unwrap();
    assert_eq!(computer.drive.disk().unwrap().peek(block)[..], wanted);

    // B-W counts its bytes in the first, B-R stops after them.
    assert_eq!(computer.command(b"B-P 2 1"), OK);
    computer.print(2, b"COUNTED").unwrap();
    assert_eq!(computer.command(b"B-W 2 0 1 6"), OK);
    assert_eq!(computer.command(b"B-R 2 0 1 6"), OK);
    assert_eq!(computer.input(2, usize::MAX).unwrap(), b"COUNTED");
    assert_eq!(
        computer.command(b"U1:2 0 18 19"),
        "66,ILLEGAL TRACK OR SECTOR,18,19"
    );
    computer.close(2).unwrap();
    assert_eq!(computer.command(b"U1:2 0 18 0"), "70,NO CHANNEL,00,00");
}

#[test]
fn memory_commands_reach_the_ram() {
    let mut computer = computer();
    computer.print(15, b"M-W\x00\x05\x03ABC").unwrap();
    computer.print(15, b"M-R\x00\x05\x04").unwrap();
    assert_eq!(computer.input(15, usize::MAX).unwrap(), b"ABC\0");
    assert_eq!(computer.error(), OK);
}

#[test]
fn too_many_files_find_no_channel() {
    let mut computer = computer();
    for channel in 2..5 {
        computer.open(channel, b"PROG").unwrap();
        assert_eq!(computer.error(), OK);
    }
    computer.open(5, b"#").unwrap();
    assert_eq!(computer.error(), OK);
    computer.open(6, b"PROG").unwrap();
    assert_eq!(computer.error(), "70,NO CHANNEL,00,00");
    computer.close(5).unwrap();
    computer.open(6, b"PROG").unwrap();
    assert_eq!(computer.error(), "70,NO CHANNEL,00,00", "three files");
    computer.close(2).unwrap();
    computer.open(6, b"PROG").unwrap();
    assert_eq!(computer.error(), OK);
}

#[test]
fn there_are_four_buffers_and_the_load_channel_only_reads() {
    let mut computer = computer();
    for channel in 2..6 {
        computer.open(channel, b"#").unwrap();
        assert_eq!(computer.error(), OK);
    }
    computer.open(6, b"#").unwrap();
    assert_eq!(computer.error(), "70,NO CHANNEL,00,00");
    for channel in 2..6 {
        computer.close(channel).unwrap();
    }
    computer.open(2, b"#3").unwrap();
    assert_eq!(computer.input(2, 1).unwrap(), [3], "its number");
    computer.open(0, b"PROG,P,W").unwrap();
    assert_eq!(computer.input(0, 600).unwrap(), bytes(600));
}

#[test]
fn a_locked_file_is_not_replaced() {
    let mut computer = computer();
    let mut disk = computer.drive.eject().unwrap();
    let mut directory = *disk.peek(Block::DIRECTORY);
    directory[2] |= 0x40;
    disk.write(Block::DIRECTORY, &directory).unwrap();
    computer.drive.insert(disk);
    assert_eq!(computer.save("@0:PROG", &bytes(9)), "63,FILE EXISTS,00,00");
    assert_eq!(computer.load("PROG").unwrap(), bytes(600));
}

#[test]
fn no_disk() {
    let mut computer = computer();
    computer.drive.eject();
    assert_eq!(computer.load("PROG"), None);
    assert_eq!(computer.drive.light(), Light::Blinking);
    assert_eq!(computer.error(), "74,DRIVE NOT READY,00,00");
    assert_eq!(computer.save("X", b"1"), "74,DRIVE NOT READY,00,00");
    assert_eq!(computer.command(b"I"), "74,DRIVE NOT READY,00,00");
}

#[test]
fn write_protected_disk() {
    let mut computer = computer();
    computer.drive.set_write_protected(true);
    let before = computer.drive.disk().unwrap().clone();
    let message = "26,WRITE PROTECT ON,18,00";
    assert_eq!(computer.save("X", b"1"), message);
    for command in [
        &b"S0:PROG"[..],
        b"N0:X,12",
        b"R0:A=PROG",
        b"V",
        b"B-A 0 1 1",
    ] {
        assert_eq!(computer.command(command), message);
    }
    assert_eq!(computer.load("PROG").unwrap(), bytes(600));
    assert_eq!(*computer.drive.disk().unwrap(), before);
    computer.drive.set_write_protected(false);
    assert_eq!(computer.save("X", b"1"), OK);
}

#[test]
fn full_disk() {
    let mut computer = computer();
    let mut disk = computer.drive.eject().unwrap();
    disk.write_file(&name("BIG"), FileKind::Prg, &bytes(655 * 254))
        .unwrap();
    assert_eq!(disk.blocks_free(), Ok(4));
    computer.drive.insert(disk);
    assert_eq!(computer.save("FITS", &bytes(254)), OK);
    // The DOS warns when fewer than three blocks are left, though all is written.
    assert_eq!(computer.save("WARNED", &bytes(400)), "72,DISK FULL,00,00");
    assert_eq!(computer.load("WARNED").unwrap(), bytes(400));
    assert_eq!(computer.save("CUT", &bytes(600)), "72,DISK FULL,00,00");
    assert_eq!(computer.save("NONE", &bytes(9)), "72,DISK FULL,00,00");
    assert_eq!(computer.command(b"S0:CUT"), "01,FILES SCRATCHED,01,00");
    assert_eq!(computer.drive.disk().unwrap().check(), []);
}

#[test]
fn damaged_disk() {
    let mut computer = computer();
    let mut disk = computer.drive.eject().unwrap();
    let second = disk
        .chain(disk.find(&name("PROG")).unwrap().first_block().unwrap())
        .unwrap()[1];
    disk.set_fault(second, 5);
    computer.drive.insert(disk.clone());
    computer.open(2, b"PROG").unwrap();
    assert_eq!(computer.input(2, 254).unwrap(), bytes(600)[..254]);
    assert!(computer.input(2, 1).is_err());
    assert_eq!(computer.error(), "23,READ ERROR,17,10");
    computer.close(2).unwrap();

    disk.set_fault(Block::DIRECTORY, 2);
    computer.drive.insert(disk.clone());
    assert_eq!(computer.load("$"), None);
    assert_eq!(computer.error(), "20,READ ERROR,18,01");
    disk.set_fault(Block::BAM, 3);
    computer.drive.insert(disk);
    assert_eq!(computer.command(b"I"), "21,READ ERROR,18,00");
    assert_eq!(computer.save("X", b"1"), "21,READ ERROR,18,00");

    let mut foreign = D64::format(name("FOREIGN"), *b"XX");
    let mut bam = *foreign.peek(Block::BAM);
    bam[2] = b'B';
    foreign.write(Block::BAM, &bam).unwrap();
    computer.drive.insert(foreign);
    assert_eq!(computer.save("X", b"1"), "73,CBM DOS V2.6 1541,00,00");
}

#[test]
fn a_disk_changed_while_a_file_is_open_is_not_written_to() {
    let mut computer = computer();
    computer.open(2, b"NEW,S,W").unwrap();
    computer.print(2, b"FOR THE FIRST").unwrap();
    let other = D64::format(name("OTHER"), *b"OT");
    computer.drive.insert(other.clone());
    assert!(computer.print(2, b"FOR THE SECOND").is_err());
    computer.close(2).unwrap();
    assert_eq!(*computer.drive.disk().unwrap(), other);
}
