//! The sources assemble, and what others rely on is at its place.

use crate::common::roms;
use hexfront_roms::{BASIC, KERNAL};

const KERNAL_START: usize = 0xe000;

fn kernal(address: usize, length: usize) -> Vec<u8> {
    let image = roms();
    image.output(KERNAL).unwrap()[address - KERNAL_START..][..length].to_vec()
}

#[test]
fn both_roms_are_8_kb() {
    let image = roms();
    for name in [KERNAL, BASIC] {
        assert_eq!(image.output(name).map(<[u8]>::len), Some(0x2000), "{name}");
    }
}

/// Opcodes of JMP to an address and through a vector.
const JMP: u8 = 0x4c;
const JMP_INDIRECT: u8 = 0x6c;

/// Every entry with the vector it goes through, if it has one. Source: PRG, KERNAL routines.
const JUMP_TABLE: [(&str, Option<u16>); 39] = [
    ("CINT", None),
    ("IOINIT", None),
    ("RAMTAS", None),
    ("RESTOR", None),
    ("VECTOR", None),
    ("SETMSG", None),
    ("SECOND", None),
    ("TKSA", None),
    ("MEMTOP", None),
    ("MEMBOT", None),
    ("SCNKEY", None),
    ("SETTMO", None),
    ("ACPTR", None),
    ("CIOUT", None),
    ("UNTLK", None),
    ("UNLSN", None),
    ("LISTEN", None),
    ("TALK", None),
    ("READST", None),
    ("SETLFS", None),
    ("SETNAM", None),
    ("OPEN", Some(0x031a)),
    ("CLOSE", Some(0x031c)),
    ("CHKIN", Some(0x031e)),
    ("CHKOUT", Some(0x0320)),
    ("CLRCHN", Some(0x0322)),
    ("CHRIN", Some(0x0324)),
    ("CHROUT", Some(0x0326)),
    ("LOAD", None),
    ("SAVE", None),
    ("SETTIM", None),
    ("RDTIM", None),
    ("STOP", Some(0x0328)),
    ("GETIN", Some(0x032a)),
    ("CLALL", Some(0x032c)),
    ("UDTIM", None),
    ("SCREEN", None),
    ("PLOT", None),
    ("IOBASE", None),
];

#[test]
fn jump_table_entries_lead_into_code() {
    let mut targets = std::collections::HashMap::new();
    for (n, (name, vector)) in JUMP_TABLE.iter().enumerate() {
        let entry = kernal(0xff81 + 3 * n, 3);
        let target = u16::from_le_bytes([entry[1], entry[2]]);
        match vector {
            Some(vector) => assert_eq!((entry[0], target), (JMP_INDIRECT, *vector), "{name}"),
            None => {
                assert_eq!(entry[0], JMP, "{name}");
                assert!((0xe000..0xff81).contains(&target), "{name}: ${target:04X}");
                assert_eq!(
                    targets.insert(target, name),
                    None,
                    "{name} is another routine"
                );
            }
        }
    }
}

#[test]
fn known_addresses_hold_code() {
    let fill = [0xff; 3];
    for address in [
        0xe518, 0xe544, 0xe566, 0xe56c, 0xea31, 0xea7e, 0xea81, 0xfce2, 0xfd15, 0xfd50, 0xfda3,
        0xfe66, 0xff5b,
    ] {
        assert_ne!(kernal(address, 3), fill, "${address:04X}");
    }
    let image = roms();
    for address in [0xa474, 0xa659, 0xa7ae, 0xbdcd] {
        assert_eq!(
            image.output(BASIC).unwrap()[address - 0xa000],
            JMP,
            "${address:04X}"
        );
    }
    assert_eq!(
        kernal(0xea81, 6),
        [0x68, 0xa8, 0x68, 0xaa, 0x68, 0x40],
        "registers back, RTI"
    );
    assert_eq!(kernal(0xfffc, 2), [0xe2, 0xfc], "reset");
}
