//! The bootblock assembles, and the disk made of it is one that a machine starts.

use hexfront_amiga::boot::{
    BOOT_FILE, BOOT_OUTPUT, BOOT_SCRIPT, BOOT_SOURCE, BootError, Program, SAVED_GAMES, boot_disk,
    is_ours,
};
use hexfront_asm::{Files, Options, assemble, link};
use hexfront_disk::adf::{Adf, BOOT_SIZE, SIZE};

fn bootblock() -> Vec<u8> {
    let files = [(BOOT_FILE, BOOT_SOURCE)];
    let object = assemble(&Files(&files), BOOT_FILE, &Options::default()).unwrap_or_else(|list| {
        panic!(
            "{}",
            list.iter().map(|d| format!("{d}\n")).collect::<String>()
        )
    });
    let image = link(BOOT_SCRIPT, &[(BOOT_FILE, object.to_elf())]).expect("it links");
    image
        .output(BOOT_OUTPUT)
        .expect("the script makes it")
        .to_vec()
}

#[test]
fn a_disk_has_a_good_bootblock_and_the_program_behind_it() {
    let bytes: Vec<u8> = (0..1000).map(|n| n as u8).collect();
    let program = Program {
        address: 0x1000,
        entry: 0x1010,
        bytes: &bytes,
    };
    let disk = boot_disk(&bootblock(), program).expect("it fits");
    assert_eq!(disk.check(), []);
    assert!(is_ours(&disk));
    let disk = disk.bytes();
    assert_eq!(disk[..4], *b"DOS\0");
    let long = |at: usize| u32::from_be_bytes(disk[at..at + 4].try_into().expect("four bytes"));
    assert_eq!([16, 20, 24, 28].map(long), [1024, 1024, 0x1000, 0x1010]);
    assert_eq!(disk[BOOT_SIZE..][..1000], bytes);
    assert!(disk[BOOT_SIZE + 1000..].iter().all(|b| *b == 0));
}

#[test]
fn what_cannot_start_is_refused() {
    let make = |address, size: usize| {
        let bytes = vec![1; size];
        let program = Program {
            address,
            entry: address,
            bytes: &bytes,
        };
        boot_disk(&bootblock(), program).map(|disk| disk.bytes().len())
    };
    let room = SAVED_GAMES - BOOT_SIZE;
    assert_eq!(make(0x400, room), Ok(SIZE));
    let size = room + 1;
    assert_eq!(make(0x400, size), Err(BootError::TooLarge { size, room }));
    assert_eq!(make(0x400, 0), Err(BootError::Empty));
    assert_eq!(
        make(0x401, 4),
        Err(BootError::OddAddress {
            address: 0x401,
            entry: 0x401
        })
    );
    let short = boot_disk(
        &[0; 1000],
        Program {
            address: 0x400,
            entry: 0x400,
            bytes: &[0; 4],
        },
    );
    assert_eq!(short, Err(BootError::BootblockSize(1000)));
}

#[test]
fn another_program_s_disk_is_not_taken_for_ours() {
    assert!(is_ours(&Adf::blank()), "there is nothing to lose");
    let mut other = Adf::blank();
    other.bytes_mut()[..4].copy_from_slice(b"DOS\x01");
    assert!(!is_ours(&other), "formatted by AmigaDOS");
    other.bytes_mut()[12..14].copy_from_slice(&[0x4E, 0x75]);
    other.seal_boot_block();
    assert!(!is_ours(&other), "it boots by itself");
}
