//! Disks of the Apple II: files on them, and the kinds of files that they come in.

use hexfront_disk::apple::dos33::{FileError, Volume};
use hexfront_disk::apple::{Container, Disk, NIB_SIZE, SIZE, Sector};
use hexfront_disk::{Format, Image};
use proptest::prelude::*;
use std::collections::BTreeMap;

const KINDS: [Container; 5] = [
    Container::Dos,
    Container::ProDos,
    Container::Nib,
    Container::Woz1,
    Container::Woz2,
];

fn disk() -> Disk {
    Disk::from_sectors(Container::Dos, &Volume::format(254))
}

fn with_file() -> Disk {
    let mut disk = disk();
    let mut files = Volume::of(&disk).unwrap();
    files.put("SAVE A", 0, b"HXSG and more").unwrap();
    files.store(&mut disk);
    disk
}

#[test]
fn every_kind_of_file_holds_the_same_disk() {
    let disk = with_file();
    for from in KINDS {
        let bytes = disk.to_container(from).unwrap();
        let there = Disk::from_bytes(&bytes).unwrap();
        assert_eq!(there.container(), from, "{from:?} is recognised");
        assert_eq!(
            there.to_bytes().unwrap(),
            bytes,
            "{from:?} is kept as it is"
        );
        let files = Volume::of(&there).unwrap();
        assert_eq!(files.get("SAVE A").unwrap(), b"HXSG and more", "{from:?}");
        for to in KINDS {
            let again = Disk::from_bytes(&there.to_container(to).unwrap()).unwrap();
            let same = again.to_container(Container::Dos).unwrap() == disk.to_bytes().unwrap();
            assert!(same, "{from:?} to {to:?}");
        }
    }
}

#[test]
fn sectors_of_the_two_orders_lie_where_they_should() {
    // Each sector says its number in the order of DOS.
    let mut sectors: Vec<Sector> = vec![[0; 256]; 560];
    for (number, sector) in sectors.iter_mut().enumerate() {
        sector[..2].copy_from_slice(&(number as u16).to_le_bytes());
    }
    let disk = Disk::from_sectors(Container::Dos, &sectors);
    let pro = disk.to_container(Container::ProDos).unwrap();
    // Block 2 of ProDOS is sectors 11 and 10 of DOS on track 0, block 7 sectors 1 and 15.
    let number = |at: usize| u16::from_le_bytes([pro[at], pro[at + 1]]);
    assert_eq!([number(0x400), number(0x500)], [11, 10]);
    assert_eq!([number(0xE00), number(0xF00)], [1, 15]);
    assert_eq!([number(0), number(0x100)], [0, 14]);
}

#[test]
fn an_empty_disk_has_all_but_dos_and_catalog_free() {
    let disk = disk();
    let files = Volume::of(&disk).unwrap();
    assert_eq!(files.free().unwrap(), 31 * 16);
    assert_eq!(files.check(), []);
    assert_eq!(disk.to_bytes().unwrap().len(), SIZE);
}

#[test]
fn a_catalog_reads_as_dos_shows_it() {
    let mut image = Image::open(&disk().to_bytes().unwrap()).unwrap();
    image.put("hello", &[1; 1000]).unwrap();
    image.put("SAVE B", b"HXSG").unwrap();
    let listing = image.listing().unwrap().to_string();
    assert_eq!(
        listing,
        "DISK VOLUME 254\n B 005 HELLO\n B 002 SAVE B\n489 SECTORS FREE\n"
    );
    assert_eq!(image.get("hello").unwrap(), [1; 1000]);
    assert_eq!(image.check(), Vec::<String>::new());
}

#[test]
fn kinds_are_recognised_by_content() {
    let disk = with_file();
    let kind = |container| {
        let bytes = disk.to_container(container).unwrap();
        Format::recognise(&bytes)
    };
    for container in KINDS {
        assert_eq!(kind(container), Some(Format::Apple(container)));
    }
    assert_eq!(Format::recognise(&vec![0; SIZE - 1]), None);
    assert_eq!(disk.to_container(Container::Nib).unwrap().len(), NIB_SIZE);
}

#[test]
fn damaged_wozs_are_told() {
    let bytes = with_file().to_container(Container::Woz2).unwrap();
    let said = |bytes: &[u8]| Disk::from_bytes(bytes).unwrap_err().to_string();
    let mut flipped = bytes.clone();
    flipped[5_000] ^= 1;
    assert!(said(&flipped).contains("the woz file is damaged"));
    // Without a sum, what is missing shows.
    let mut short = bytes[..20_000].to_vec();
    short[8..12].fill(0);
    assert_eq!(
        said(&short),
        "the woz file ends within its TRKS: it is cut short"
    );
    let mut large = bytes;
    large[8..12].fill(0);
    large[21] = 2;
    assert!(said(&large).contains("3.5 inches"));
}

#[test]
fn what_cannot_be_written_is_refused_and_changes_nothing() {
    let mut image = Image::Apple(with_file());
    let before = image.clone();
    let said = |image: &mut Image, name: &str, bytes: usize| {
        image.put(name, &vec![0; bytes]).unwrap_err().to_string()
    };
    assert_eq!(
        said(&mut image, "LARGE", 65_536),
        "a file of 65536 bytes is too long for DOS 3.3, whose binary files have at most 65535"
    );
    assert!(said(&mut image, "1ST", 1).contains("cannot be the name of a file"));
    assert!(said(&mut image, "A,B", 1).contains("cannot be the name of a file"));
    assert!(said(&mut image, "", 1).contains("cannot be the name of a file"));
    assert_eq!(image, before);
    image.put("ONE", &vec![0; 65_000]).unwrap();
    let before = image.clone();
    assert_eq!(
        said(&mut image, "TWO", 65_000),
        "the disk is full: 257 sectors are needed and 237 are free"
    );
    assert_eq!(image, before);
}

#[test]
fn a_disk_without_a_catalog_says_so() {
    let blank = Disk::from_sectors(Container::Dos, &vec![[0; 256]; 560]);
    assert_eq!(Volume::of(&blank), Err(FileError::NoCatalog));
    let image = Image::Apple(blank);
    assert_eq!(
        image.check(),
        ["the disk has no DOS 3.3 catalog on track 17"]
    );
    assert!(image.listing().is_err());
}

#[test]
fn a_full_catalog_is_told() {
    let disk = disk();
    let mut files = Volume::of(&disk).unwrap();
    for n in 0..105 {
        files.put(&format!("F{n}"), 0, &[]).unwrap();
    }
    assert_eq!(files.put("MORE", 0, &[]), Err(FileError::CatalogFull));
    files.delete("F7").unwrap();
    files.put("MORE", 0, &[]).unwrap();
    assert_eq!(files.check(), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A disk is a map of names to contents, and sound.
    #[test]
    fn files_are_what_was_written(
        actions in prop::collection::vec((0..6u8, any::<bool>(), 0..40_000usize, any::<u8>()), 1..12)
    ) {
        let mut disk = disk();
        let mut model = BTreeMap::new();
        for (n, keep, length, seed) in actions {
            let name = format!("FILE {n}");
            let mut files = Volume::of(&disk).unwrap();
            if keep {
                let bytes: Vec<u8> = (0..length).map(|i| (i as u8).wrapping_mul(seed)).collect();
                let before = files.clone();
                match files.put(&name, 0x4000, &bytes) {
                    Ok(()) => drop(model.insert(name, bytes)),
                    Err(FileError::Full { .. }) => prop_assert_eq!(&files, &before),
                    Err(error) => prop_assert!(false, "{}", error),
                }
            } else {
                prop_assert_eq!(files.delete(&name).is_ok(), model.remove(&name).is_some());
            }
            files.store(&mut disk);
            let files = Volume::of(&disk).unwrap();
            prop_assert_eq!(files.check(), []);
            prop_assert_eq!(files.entries().unwrap().len(), model.len());
            for (name, bytes) in &model {
                prop_assert_eq!(&files.get(name).unwrap(), bytes);
            }
        }
    }

    /// Whatever is wrong with a disk is told, without a panic.
    #[test]
    fn damaged_disks_are_survived(
        container in 0..KINDS.len(),
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        in_catalog: bool,
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = with_file().to_container(KINDS[container]).unwrap();
        let range = match KINDS[container] {
            Container::Dos if in_catalog => 0x11000..0x12000,
            Container::Woz1 | Container::Woz2 if in_catalog => 12..1_700,
            _ => 0..bytes.len(),
        };
        for (at, byte) in hits {
            let place = range.start + at.index(range.len());
            bytes[place] = byte;
        }
        if bytes.starts_with(b"WOZ") {
            bytes[8..12].fill(0);
        }
        for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
            if let Ok(mut image) = Image::open(bytes) {
                let _ = (image.listing(), image.check(), image.get("SAVE A"));
                let _ = image.put("SAVE A", b"new");
                let _ = image.to_bytes();
            }
        }
    }
}
