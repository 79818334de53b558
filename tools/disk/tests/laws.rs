//! Laws that hold for every disk, whatever is written to it and whatever is wrong with it.

use hexfront_disk::d64::{BLOCKS, Block, D64, FileKind, Name, SIZE};
use hexfront_disk::{Format, Image};
use proptest::prelude::*;

fn disk() -> D64 {
    D64::format(Name::parse("LAWS").unwrap(), *b"HF")
}

/// What to do to file `n % 12` of a disk.
#[derive(Clone, Debug)]
enum Action {
    Write(u8, Vec<u8>),
    Scratch(u8),
    Rename(u8, u8),
    Validate,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        5 => (0..12u8, length().prop_flat_map(|n| prop::collection::vec(any::<u8>(), n)))
            .prop_map(|(n, bytes)| Action::Write(n, bytes)),
        2 => (0..12u8).prop_map(Action::Scratch),
        1 => (0..12u8, 0..12u8).prop_map(|(a, b)| Action::Rename(a, b)),
        1 => Just(Action::Validate),
    ]
}

/// Lengths that fill a disk within a few files, and those at the limits of blocks.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        0..600usize,
        (1..9usize).prop_map(|blocks| blocks * 254),
        20_000..60_000usize,
    ]
}

fn name(n: u8) -> Name {
    Name::parse(&format!("FILE {n}")).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A disk behaves as a map from name to contents, is sound after every action, and what a refused action
    /// leaves behind is what was there before.
    #[test]
    fn files_are_what_was_written(actions in prop::collection::vec(action(), 1..25)) {
        let mut disk = disk();
        let mut model = std::collections::BTreeMap::<u8, Vec<u8>>::new();
        for action in actions {
            let before = disk.clone();
            let done = match action {
                Action::Write(n, mut bytes) => {
                    let written = disk.replace_file(&name(n), FileKind::Seq, &bytes).is_ok();
                    if written {
                        if bytes.is_empty() {
                            bytes.push(13);
                        }
                        model.insert(n, bytes);
                    }
                    written
                }
                Action::Scratch(n) => match disk.find(&name(n)) {
                    Ok(entry) => {
                        disk.scratch(&entry).unwrap();
                        prop_assert!(model.remove(&n).is_some());
                        true
                    }
                    Err(_) => {
                        prop_assert!(!model.contains_key(&n));
                        false
                    }
                },
                Action::Rename(from, to) => {
                    let renamed = disk.rename(&name(from), &name(to)).is_ok();
                    prop_assert_eq!(renamed, model.contains_key(&from) && !model.contains_key(&to));
                    if renamed {
                        let bytes = model.remove(&from).unwrap();
                        model.insert(to, bytes);
                    }
                    renamed
                }
                Action::Validate => {
                    disk.validate().unwrap();
                    true
                }
            };
            if !done {
                prop_assert_eq!(&disk, &before);
            }
            prop_assert_eq!(disk.check(), []);
        }
        for (n, bytes) in &model {
            prop_assert_eq!(&disk.read_file(&name(*n)).unwrap(), bytes);
        }
        prop_assert_eq!(disk.entries().unwrap().len(), model.len());
        let used: usize = model.values().map(|bytes| bytes.len().div_ceil(254)).sum();
        prop_assert_eq!(disk.blocks_free().unwrap(), 664 - used);
        prop_assert_eq!(D64::from_bytes(&disk.to_bytes()).unwrap(), disk);
    }

    /// Nothing that may stand on a disk makes an operation panic or run for ever.
    #[test]
    fn damaged_disks_are_survived(
        bytes in prop::collection::vec((track_18_or_any(), any::<u8>()), 1..60),
        bad in prop::collection::vec((0..BLOCKS, 0..16u8), 0..4),
    ) {
        let mut disk = disk();
        for n in 0..9 {
            disk.write_file(&name(n), FileKind::Prg, &vec![n; 700 * usize::from(n)]).unwrap();
        }
        let mut image = disk.to_bytes();
        for (at, byte) in bytes {
            image[at] = byte;
        }
        let mut disk = D64::from_bytes(&image).unwrap();
        for (index, error) in bad {
            disk.set_fault(Block::all().nth(index).unwrap(), error);
        }
        for problem in disk.check() {
            prop_assert!(!problem.to_string().is_empty());
        }
        for n in 0..9 {
            let _ = disk.read_file(&name(n));
            let _ = disk.replace_file(&name(n), FileKind::Seq, &[1; 3000]);
        }
        let _ = disk.validate();
        for entry in disk.entries().unwrap_or_default() {
            let _ = disk.scratch(&entry);
        }
        while disk.new_slot().is_ok_and(|slot| {
            disk.set_entry(&hexfront_disk::d64::Entry {
                slot,
                name: name(1),
                kind: FileKind::Del,
                closed: true,
                locked: false,
                first: (0, 0),
                side: (0, 0),
                blocks: 0,
            })
            .is_ok()
        }) {}
        if Format::recognise(&disk.to_bytes()).is_some() {
            let _ = Image::open(&disk.to_bytes()).unwrap().listing();
        }
    }
}

/// An offset in an image: half of them in the directory, where damage does most.
fn track_18_or_any() -> impl Strategy<Value = usize> {
    prop_oneof![0x16500..0x17800usize, 0..SIZE]
}
