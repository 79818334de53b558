//! Disks of the Atari: files on them, and the files that they come in.

use hexfront_disk::atari::dos2::{FileError, Volume};
use hexfront_disk::atari::{Container, Density, Disk, SECTOR_SIZE};
use hexfront_disk::{Format, Image};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn disk(density: Density) -> Disk {
    let mut disk = Disk::blank(Container::Atr, density);
    Volume::format(&mut disk);
    disk
}

fn with_file(density: Density) -> Disk {
    let mut files = Volume::of(&disk(density)).unwrap();
    files.put("SAVE.A", &[7; 1_000]).unwrap();
    files.into_disk()
}

#[test]
fn empty_disks_have_the_free_sectors_that_dos_says() {
    for (density, free) in [
        (Density::Single, 707),
        (Density::Double, 707),
        (Density::Enhanced, 1_010),
    ] {
        let files = Volume::of(&disk(density)).unwrap();
        assert_eq!(files.free(), free, "{density:?}");
        assert_eq!(files.check(), []);
    }
}

#[test]
fn every_kind_of_file_holds_the_same_disk() {
    for density in Density::ALL {
        let disk = with_file(density);
        let atr = disk.to_bytes();
        assert_eq!(Format::recognise(&atr), Some(Format::Atari(Container::Atr)));
        assert_eq!(Disk::from_bytes(&atr).unwrap(), disk);
        let there = Disk::from_bytes(&atr[16..]).unwrap();
        assert_eq!(there.container(), Container::Xfd);
        assert_eq!(there.to_bytes(), atr[16..]);
        let files = Volume::of(&there).unwrap();
        assert_eq!(files.get("save.a").unwrap(), [7; 1_000]);
    }
}

#[test]
fn headers_are_those_of_other_programs() {
    let header = |density| disk(density).to_bytes()[..7].to_vec();
    assert_eq!(header(Density::Single), [0x96, 2, 0x80, 0x16, 0x80, 0, 0]);
    assert_eq!(header(Density::Enhanced), [0x96, 2, 0x80, 0x20, 0x80, 0, 0]);
    // 183,936 bytes: the first three sectors are short.
    assert_eq!(header(Density::Double), [0x96, 2, 0xE8, 0x2C, 0, 1, 0]);
}

#[test]
fn first_sectors_with_room_for_256_bytes_are_read() {
    let mut disk = with_file(Density::Double);
    for sector in 1..=3u8 {
        disk.sector_mut(sector.into()).unwrap().fill(sector);
    }
    let short = disk.to_bytes()[16..].to_vec();
    let (boot, others) = short.split_at(3 * SECTOR_SIZE);
    let slots = boot
        .chunks(SECTOR_SIZE)
        .flat_map(|sector| [sector, &[0; SECTOR_SIZE]].concat());
    let slots: Vec<u8> = slots.chain(others.iter().copied()).collect();
    let together = [boot, &[0; 3 * SECTOR_SIZE], others].concat();
    for file in [slots, together] {
        assert_eq!(Disk::from_bytes(&file).unwrap().to_bytes(), short);
    }
}

#[test]
fn an_atr_may_leave_out_its_last_sectors() {
    let whole = with_file(Density::Single);
    let mut short = whole.to_bytes()[..16 + 20 * SECTOR_SIZE].to_vec();
    short[2..4].copy_from_slice(&(20u16 * 8).to_le_bytes());
    let read = Disk::from_bytes(&short).unwrap();
    assert_eq!(read.density(), Density::Single);
    assert_eq!(read.read(20), whole.read(20));
    assert_eq!(read.read(21).unwrap(), [0; SECTOR_SIZE]);
    assert_eq!(read.to_bytes().len(), whole.to_bytes().len());
    short[4] = 64;
    assert!(
        Disk::from_bytes(&short)
            .unwrap_err()
            .to_string()
            .contains("sectors of 64 bytes")
    );
}

#[test]
fn a_directory_reads_as_dos_shows_it() {
    let mut image = Image::create("atr", "").unwrap();
    image.put("hello.bas", &[1; 1_000]).unwrap();
    image.put("DOS", &[]).unwrap();
    let listing = image.listing().unwrap().to_string();
    assert_eq!(
        listing,
        "DOS 2, 90 KB\n  HELLO   BAS 008\n  DOS         001\n698 FREE SECTORS\n"
    );
    assert_eq!(image.get("HELLO.BAS").unwrap(), [1; 1_000]);
    image.put("SAVE A", b"HXSG").unwrap();
    assert_eq!(image.get("SAVE.A").unwrap(), b"HXSG");
    assert_eq!(image.check(), Vec::<String>::new());
}

#[test]
fn files_behind_sector_719_are_marked_for_dos_2_5() {
    let mut files = Volume::of(&disk(Density::Enhanced)).unwrap();
    files.put("FIRST", &vec![1; 707 * 125]).unwrap();
    files.put("SECOND", &vec![2; 303 * 125]).unwrap();
    assert_eq!(files.free(), 0);
    assert_eq!(files.get("SECOND").unwrap(), vec![2; 303 * 125]);
    assert_eq!(files.check(), []);
    let disk = files.into_disk();
    let directory = disk.read(361).unwrap();
    assert_eq!([directory[0], directory[16]], [0x42, 0x03]);
    assert_eq!(disk.read(360).unwrap()[3..5], [0, 0]);
}

#[test]
fn a_file_with_sectors_in_reserve_keeps_them_until_it_needs_more() {
    for density in Density::ALL {
        let mut files = Volume::of(&disk(density)).unwrap();
        files.put("BEFORE", &[1; 300]).unwrap();
        files.reserve("SAVE.A", 10).unwrap();
        files.put("BEHIND", &[2; 300]).unwrap();
        let free = files.free();
        assert_eq!(files.get("SAVE.A").unwrap(), []);
        let room = 10 * files.data_bytes();
        for length in [1, room / 2, 0, room - files.data_bytes()] {
            files.put("SAVE.A", &vec![3; length]).unwrap();
            assert_eq!(files.get("SAVE.A").unwrap(), vec![3; length]);
            assert_eq!((files.free(), files.check()), (free, vec![]));
            assert_eq!(files.entries()[1].sectors, 10);
        }
        files.put("SAVE.A", &vec![4; room + 1]).unwrap();
        assert_eq!(files.get("SAVE.A").unwrap(), vec![4; room + 1]);
        assert_eq!((files.free(), files.check()), (free - 1, vec![]));
        assert_eq!(files.get("BEHIND").unwrap(), [2; 300]);
        let error = files.reserve("MORE", 2_000).unwrap_err();
        assert!(
            matches!(error, FileError::Full { needed: 2_000, .. }),
            "{error}"
        );
    }
}

#[test]
fn a_saved_game_may_be_called_as_on_other_machines() {
    let mut files = Volume::of(&disk(Density::Single)).unwrap();
    files.put("BIA.SVA", &[1]).unwrap();
    files.put("BIA.SAVE.A", &[2]).unwrap();
    assert_eq!(files.get("bia.sva").unwrap(), [2]);
    files.put("LONGNAMES.SAVE.B", &[3]).unwrap();
    assert_eq!(files.get("LONGNAME.SVB").unwrap(), [3]);
}

#[test]
fn what_cannot_be_written_is_refused_and_changes_nothing() {
    let mut image = Image::Atari(with_file(Density::Single));
    let before = image.clone();
    let mut said = |name: &str, bytes: usize| {
        let error = image.put(name, &vec![0; bytes]).unwrap_err();
        assert_eq!(image, before);
        error.to_string()
    };
    for name in ["1ST", "A B C", "", "NINELETTERS", "A.LONG", ".BAS", "A.B.C"] {
        assert!(said(name, 1).contains("cannot be the name"), "{name}");
    }
    assert_eq!(
        said("LARGE", 90_000),
        "the disk is full: 720 sectors are needed and 699 are free"
    );
    let mut locked = with_file(Density::Single);
    locked.sector_mut(361).unwrap()[0] |= 0x20;
    let mut files = Volume::of(&locked).unwrap();
    let error = files.put("SAVE.A", &[]).unwrap_err();
    assert_eq!(error.to_string(), "SAVE.A is locked");
}

#[test]
fn a_full_directory_is_told() {
    let mut files = Volume::of(&disk(Density::Single)).unwrap();
    for n in 0..64 {
        files.put(&format!("F{n}"), &[]).unwrap();
    }
    assert_eq!(files.put("MORE", &[]), Err(FileError::DirectoryFull));
    files.delete("F7").unwrap();
    files.put("MORE", &[]).unwrap();
    assert_eq!(files.entries()[7].name.to_string(), "MORE");
    assert_eq!(files.check(), []);
}

#[test]
fn damage_is_named_with_its_mend() {
    let check = |hit: &dyn Fn(&mut Disk)| {
        let mut disk = with_file(Density::Single);
        hit(&mut disk);
        Image::Atari(disk).check()
    };
    // The file lies in sectors 4 to 11 and is the first of the directory.
    let link = |disk: &mut Disk, bytes: [u8; 2]| {
        disk.sector_mut(5).unwrap()[125..127].copy_from_slice(&bytes);
    };
    assert_eq!(
        check(&|disk| link(disk, [0x03, 0xFF])),
        [
            "sector 5 of SAVE.A links to 1023, which does not exist on the disk: what lies behind it is lost, copy the other files to \
             another disk"
        ]
    );
    assert!(check(&|disk| link(disk, [0, 4]))[0].contains("has no end"));
    assert!(check(&|disk| link(disk, [8, 6]))[0].contains("belongs to file 2"));
    assert!(check(&|disk| link(disk, [0, 0]))[0].contains("has 2 sectors"));
    let free = check(&|disk| disk.sector_mut(360).unwrap()[10] |= 0x04);
    assert!(free[0].contains("sector 5 of SAVE.A is marked free"));
    assert!(free[1].contains("700 sectors are free, the VTOC says 699"));
    let blank = Image::Atari(Disk::blank(Container::Atr, Density::Single));
    assert_eq!(
        blank.check(),
        ["the disk has no DOS 2 directory: its sector 360 is no VTOC"]
    );
}

#[test]
fn damaged_atr_files_are_told() {
    let bytes = with_file(Density::Single).to_bytes();
    let said = |bytes: &[u8]| Image::open(bytes).unwrap_err().to_string();
    assert!(said(&bytes[..50_000]).contains("says 92160 bytes, and 49984 follow"));
    assert!(said(&bytes[..9]).contains("within its header"));
    let mut large = bytes.clone();
    large[5] = 2;
    assert!(said(&large).contains("sectors of 640 bytes"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A disk is a map of names to contents, and sound.
    #[test]
    fn files_are_what_was_written(
        density in 0..3usize,
        actions in prop::collection::vec((0..6u8, any::<bool>(), 0..60_000usize, any::<u8>()), 1..12)
    ) {
        let density = Density::ALL[density];
        let mut files = Volume::of(&disk(density)).unwrap();
        let mut model = BTreeMap::new();
        for (n, keep, length, seed) in actions {
            let name = format!("FILE{n}.DAT");
            if keep {
                let bytes: Vec<u8> = (0..length).map(|i| (i as u8).wrapping_mul(seed)).collect();
                let before = files.clone();
                match files.put(&name, &bytes) {
                    Ok(()) => drop(model.insert(name, bytes)),
                    Err(FileError::Full { .. }) => prop_assert_eq!(&files, &before),
                    Err(error) => prop_assert!(false, "{}", error),
                }
            } else {
                prop_assert_eq!(files.delete(&name).is_ok(), model.remove(&name).is_some());
            }
            files = Volume::of(&Disk::from_bytes(&files.into_disk().to_bytes()).unwrap()).unwrap();
            prop_assert_eq!(files.check(), []);
            prop_assert_eq!(files.entries().len(), model.len());
            for (name, bytes) in &model {
                prop_assert_eq!(&files.get(name).unwrap(), bytes);
            }
        }
    }

    /// Whatever is wrong with a disk is told, without a panic.
    #[test]
    fn damaged_disks_are_survived(
        density in 0..3usize,
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        in_directory: bool,
        cut in any::<prop::sample::Index>(),
    ) {
        let disk = with_file(Density::ALL[density]);
        let mut bytes = disk.to_bytes();
        let size = Density::ALL[density].sector_size();
        let directory = bytes.len() - (Density::ALL[density].sectors() as usize - 359) * size;
        let range = if in_directory { directory..directory + 4 * size } else { 0..bytes.len() };
        for (at, byte) in hits {
            let place = range.start + at.index(range.len());
            bytes[place] = byte;
        }
        for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
            if let Ok(mut image) = Image::open(bytes) {
                let _ = (image.listing(), image.check(), image.get("SAVE.A"));
                let _ = image.put("SAVE.A", b"new");
                let _ = image.to_bytes();
            }
        }
    }
}

#[test]
fn a_new_disk_has_the_size_that_is_asked_for() {
    for (kilobytes, density) in [
        (90, Density::Single),
        (130, Density::Enhanced),
        (180, Density::Double),
    ] {
        let image = Image::create_of("ATR", "", Some(kilobytes)).unwrap();
        assert!(image.check().is_empty(), "{kilobytes}");
        let disk = Disk::from_bytes(&image.to_bytes()).unwrap();
        assert_eq!(disk.density(), density);
    }
    let refused = |ending, kilobytes| {
        let made = Image::create_of(ending, "A DISK", Some(kilobytes));
        made.unwrap_err().to_string()
    };
    assert!(refused("xfd", 91).contains("90, 130 or 180 KB"));
    assert!(refused("d64", 180).contains("have one size"));
    assert!(refused("zip", 180).contains("a new disk is a file that ends in"));
}
