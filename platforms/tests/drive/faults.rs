//! Nothing that a program sends and nothing that stands on a disk stops the drive.

use super::kernal::{Computer, Failure};
use hexfront_disk::d64::{BLOCKS, Block, D64, FileKind, Name, SIZE};
use hexfront_platforms::iec::Lines;
use hexfront_platforms::machine::DriveSpeed;
use proptest::prelude::*;

fn disk() -> D64 {
    let mut disk = D64::format(Name::parse("FAULTS").unwrap(), *b"HF");
    for (name, kind) in [
        ("A", FileKind::Prg),
        ("B", FileKind::Seq),
        ("C", FileKind::Usr),
    ] {
        disk.write_file(&Name::parse(name).unwrap(), kind, &[65; 700])
            .unwrap();
    }
    disk
}

fn computer(disk: D64) -> Computer {
    let mut computer = Computer::new(disk);
    computer.drive.set_speed(DriveSpeed::Host);
    computer.overhead = 20;
    computer
}

/// Names and commands: some that mean something, some that do not.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&[u8]> = vec![
        b"$",
        b"$0:*",
        b"*",
        b"A",
        b"B,S,R",
        b"@0:A,P,W",
        b"N,S,W",
        b"B,S,A",
        b"A,P,M",
        b"#",
        b"#2",
        b"I",
        b"V",
        b"S0:*",
        b"R0:Z=A",
        b"C0:Y=A,B",
        b"N0:X",
        b"N0:X,YZ",
        b"U1:2 0 18 0",
        b"U2:2 0 1 0",
        b"B-R 2 0 17 0",
        b"B-W 2 0 17 3",
        b"B-P 2 200",
        b"B-A 0 1 1",
        b"B-F 0 17 0",
        b"UI",
        b"UJ",
        b"M-R\x00\x00\xFF",
        b"M-W\xFE\xFF\x20ABCDEFGH",
        b"M-R",
        b"U",
        b"B-",
        b"S",
    ];
    prop_oneof![
        4 => prop::sample::select(known).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..60),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn damaged_disks_end_in_messages(
        bytes in prop::collection::vec((prop_oneof![0x16500..0x17800_usize, 0..SIZE], any::<u8>()), 0..40),
        bad in prop::collection::vec((0..BLOCKS, 0..16_u8), 0..4),
        calls in prop::collection::vec((0..16_u8, text(), 0..600_usize), 1..12),
    ) {
        let mut image = disk().to_bytes();
        for (at, byte) in bytes {
            image[at] = byte;
        }
        let mut disk = D64::from_bytes(&image).unwrap();
        for (index, error) in bad {
            disk.set_fault(Block::all().nth(index).unwrap(), error);
        }
        let mut computer = computer(disk);
        for (channel, text, length) in calls {
            computer.open(channel, &text).unwrap();
            for done in [
                computer.input(channel, length).map(|_| ()),
                computer.print(channel, &vec![42; length]),
            ] {
                // A byte for which no block can be found is not confirmed.
                let refused = matches!(
                    done,
                    Ok(())
                        | Err(Failure::ReadTimeout | Failure::WriteTimeout | Failure::NotPresent)
                );
                prop_assert!(refused, "{:?}", done);
            }
            if channel % 2 == 0 {
                computer.close(channel).unwrap();
            }
            let message = computer.error();
            prop_assert!(message.len() > 8 || text.starts_with(b"M-R"), "{}", message);
        }
    }

    #[test]
    fn any_addresses_and_any_wiggling_are_survived(
        addresses in prop::collection::vec(
            (prop::collection::vec(any::<u8>(), 1..5), prop::collection::vec(any::<u8>(), 0..5)),
            0..6,
        ),
        wiggles in prop::collection::vec((0..8_u8, 1..2_000_u64), 0..200),
    ) {
        let mut computer = computer(disk());
        for (addresses, data) in addresses {
            // Whether anybody takes what follows depends on the addresses.
            let _ = computer.address(&addresses, &data);
        }
        for (lines, cycles) in wiggles {
            let lines = Lines { atn: lines & 1 != 0, clk: lines & 2 != 0, data: lines & 4 != 0 };
            computer.wiggle(lines, cycles);
        }
        computer.wiggle(Lines::default(), 10_000);
        // Whatever was, the drive listens to the next attention.
        computer.close(15).unwrap();
        prop_assert!(!computer.input(15, 200).unwrap().is_empty());
    }
}

#[test]
fn a_byte_that_cannot_be_written_is_not_confirmed() {
    let mut disk = disk();
    // The next block that the file would have, by the skew of ten.
    disk.set_fault(Block::new(17, 5).unwrap(), 8);
    let mut computer = computer(disk);
    computer.open(1, b"@0:A,P,W").unwrap();
    assert_eq!(computer.print(1, &[42; 254]), Ok(()));
    assert_eq!(computer.print(1, &[42; 2]), Err(Failure::WriteTimeout));
    assert_eq!(computer.error(), "26,WRITE PROTECT ON,17,05");
    computer.close(1).unwrap();
    assert_eq!(computer.error(), "00, OK,00,00");
}
