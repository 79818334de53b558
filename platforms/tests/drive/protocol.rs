//! The bus: timing, addressing, handshakes.

use super::kernal::{CLOCK_HZ, Computer};
use hexfront_disk::d64::{D64, FileKind, Name};
use hexfront_platforms::drive::mos1541::Mos1541;
use hexfront_platforms::machine::DriveSpeed;

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 7 + i / 251) as u8).collect()
}

fn disk(files: &[(&str, usize)]) -> D64 {
    let mut disk = D64::format(Name::parse("BUS").unwrap(), *b"HF");
    for &(name, length) in files {
        disk.write_file(&Name::parse(name).unwrap(), FileKind::Prg, &bytes(length))
            .unwrap();
    }
    disk
}

#[test]
fn every_byte_value_passes_both_ways() {
    let mut computer = Computer::new(disk(&[]));
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(computer.save("ALL", &all), "00, OK,00,00");
    assert_eq!(computer.load("ALL").unwrap(), all);
}

#[test]
fn files_of_one_byte_and_around_the_block_limit_load() {
    let files = [("A", 1), ("B", 2), ("C", 254), ("D", 255), ("E", 508)];
    let mut computer = Computer::new(disk(&files));
    computer.drive.set_speed(DriveSpeed::Host);
    for (name, length) in files {
        assert_eq!(computer.load(name).unwrap(), bytes(length), "{length}");
    }
}

#[test]
fn load_gets_about_400_bytes_a_second() {
    let mut computer = Computer::new(disk(&[("GAME", 20_000)]));
    let start = computer.now;
    computer.load("GAME").unwrap();
    let rate = 20_000 * u64::from(CLOCK_HZ) / (computer.now - start);
    assert!((360..440).contains(&rate), "{rate} bytes a second");
}

#[test]
fn save_is_slower_than_load_but_not_by_far() {
    let mut computer = Computer::new(disk(&[]));
    let start = computer.now;
    assert_eq!(computer.save("GAME", &bytes(10_000)), "00, OK,00,00");
    let rate = 10_000 * u64::from(CLOCK_HZ) / (computer.now - start);
    assert!((200..400).contains(&rate), "{rate} bytes a second");
}

#[test]
fn at_host_speed_the_computer_sets_the_pace() {
    let mut computer = Computer::new(disk(&[("GAME", 20_000)]));
    computer.drive.set_speed(DriveSpeed::Host);
    let start = computer.now;
    assert_eq!(computer.load("GAME").unwrap(), bytes(20_000));
    let rate = 20_000 * u64::from(CLOCK_HZ) / (computer.now - start);
    assert!(rate > 600, "{rate} bytes a second");
}

#[test]
fn only_the_addressed_device_answers() {
    let mut computer = Computer::new(disk(&[]));
    assert!(computer.present(8));
    assert!(!computer.present(9));
    let mut second = Mos1541::new(9, CLOCK_HZ);
    second.insert(disk(&[("OTHER", 10)]));
    computer.second = Some(Box::new(second));
    assert!(computer.present(8));
    assert!(computer.present(9));
    assert!(!computer.present(10));
    assert_eq!(computer.save("X", &bytes(300)), "00, OK,00,00");
    assert_eq!(computer.load("X").unwrap(), bytes(300));
    assert_eq!(computer.load("OTHER"), None);
}

#[test]
fn an_interrupted_talk_goes_on_where_it_stopped() {
    let mut computer = Computer::new(disk(&[("GAME", 700)]));
    computer.open(2, b"GAME").unwrap();
    let mut read = Vec::new();
    for piece in [1, 2, 250, 1, 300, usize::MAX] {
        read.extend(computer.input(2, piece).unwrap());
    }
    assert_eq!(read, bytes(700));
    // After the last byte there is nothing: the KERNAL sees a timeout.
    assert!(computer.input(2, 1).is_err());
    computer.close(2).unwrap();
}

#[test]
fn a_copy_of_the_drive_goes_on_alike() {
    let mut computer = Computer::new(disk(&[("GAME", 2_000)]));
    computer.open(2, b"GAME").unwrap();
    computer.input(2, 777).unwrap();
    let mut copy = computer.clone();
    assert!(copy.drive == computer.drive);
    let rest = computer.input(2, usize::MAX).unwrap();
    assert!(copy.drive != computer.drive);
    assert_eq!(copy.input(2, usize::MAX).unwrap(), rest);
    assert!(copy.drive == computer.drive);
}

#[test]
fn reset_frees_the_bus_and_forgets_what_was_open() {
    let mut computer = Computer::new(disk(&[("GAME", 700)]));
    computer.open(2, b"GAME").unwrap();
    computer.input(2, 10).unwrap();
    computer.drive.reset();
    assert_eq!(computer.error(), "73,CBM DOS V2.6 1541,00,00");
    assert!(computer.input(2, 1).is_err());
    assert_eq!(computer.load("GAME").unwrap(), bytes(700));
}
