//! Tracks of the Amiga's disk: what the shell makes of bytes for the drive, from track to track, and what it says without a disk.

use hexfront::targets::AMIGA;
use hexfront_tests::amiga::{at_first_menu, small_pointer_game};
use hexfront_tests::routine::{Bench, Draws};

const SECTOR: usize = 512;
const SECTORS: usize = 11;
const TRACK: usize = SECTORS * SECTOR;
/// Bytes that are read of one: as they come from the drive.
const RAW: usize = 2 * 6700;
/// Of a saved game nobody needs; the disk has 160.
const TRACKS: std::ops::Range<i32> = 60..160;
/// What the routines answer (`amiga/shell/disk.s`).
const OK: u32 = 0;
const NONE: u32 = 1;
const BAD: u32 = 2;
const PROTECTED: u32 = 3;

fn bench() -> Bench {
    let game = small_pointer_game("  key T \"TURN\"\n    turn += 1\n");
    let built = AMIGA.build(&game).unwrap();
    let amiga = at_first_menu(&built, &built.disk.to_bytes());
    Bench::new(amiga, "menu_room")
}

fn on(bench: &mut Bench) -> u32 {
    bench.call("disk_on", &[], &[], "d0 d1 a0").d[0]
}

fn read(bench: &mut Bench, track: i32) -> u32 {
    bench
        .call("track_read", &[track as u32], &[], "d0 d1 a0 a1")
        .d[0]
}

fn write(bench: &mut Bench, track: i32, bytes: &[u8]) -> u32 {
    bench.write(bench.at("track_data"), bytes);
    bench
        .call("track_write", &[track as u32], &[], "d0 d1 a0 a1")
        .d[0]
}

/// Bits as they lie on the disk (ROM Kernel Manual, "Trackdisk Device"): between two bits that are 0 a clock.
struct Mfm {
    words: Vec<u16>,
    last: u16,
}

impl Mfm {
    /// Sixteen places, every other one of `data` a bit of the disk.
    fn half(&mut self, data: u16) {
        let mut word = 0;
        for place in (0..8).rev() {
            let bit = data >> (2 * place) & 1;
            let clock = u16::from(self.last == 0 && bit == 0);
            word = word << 2 | clock << 1 | bit;
            self.last = bit;
        }
        self.words.push(word);
    }

    /// Bytes: their odd bits, then their even ones.
    fn bytes(&mut self, bytes: &[u8]) {
        let words = || {
            bytes
                .chunks(2)
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        };
        words().for_each(|word| self.half(word >> 1));
        words().for_each(|word| self.half(word));
    }

    fn sync(&mut self) {
        self.words.extend([0x4489; 2]);
        self.last = 1;
    }
}

/// Of longs of MFM, without their clocks.
fn sum(words: &[u16]) -> [u8; 4] {
    let long = |n: usize| {
        words
            .iter()
            .skip(n)
            .step_by(2)
            .fold(0, |sum, word| sum ^ word)
    };
    let [high, low] = [0, 1].map(|n| (long(n) & 0x5555).to_be_bytes());
    [high[0], high[1], low[0], low[1]]
}

/// A track as it is written, behind its gap.
fn encoded(track: i32, data: &[u8]) -> Vec<u8> {
    let mut mfm = Mfm {
        words: Vec::new(),
        last: 0,
    };
    for (number, sector) in (0..).zip(data.chunks(SECTOR)) {
        mfm.bytes(&[0, 0]);
        mfm.sync();
        let header = mfm.words.len();
        mfm.bytes(&[0xFF, track as u8, number, SECTORS as u8 - number]);
        for _ in 0..4 {
            mfm.bytes(&[0; 4]);
        }
        mfm.bytes(&sum(&mfm.words[header..]));
        let mut alone = Mfm {
            words: Vec::new(),
            last: 0,
        };
        alone.bytes(sector);
        mfm.bytes(&sum(&alone.words));
        mfm.bytes(sector);
    }
    mfm.words
        .iter()
        .flat_map(|word| word.to_be_bytes())
        .collect()
}

/// The bits that the drive gets are those of AmigaDOS, clocks and all.
#[test]
fn a_track_is_encoded_as_amigados_has_it() {
    let mut bench = bench();
    let mut draws = Draws::new(51);
    assert_eq!(on(&mut bench), OK);
    for mut data in [draws.bytes(TRACK), vec![0; TRACK], vec![0xFF; TRACK]] {
        // Nothing else in memory is like it.
        data[..16].copy_from_slice(&draws.bytes(16));
        let track = draws.of(TRACKS);
        assert_eq!(write(&mut bench, track, &data), OK);
        let memory = bench.read(0, 0x8_0000);
        let expected = encoded(track, &data);
        let first = memory
            .windows(64)
            .position(|bytes| *bytes == expected[..64]);
        let first = first.expect("the first sector's header is in memory");
        let sectors = memory[first..]
            .chunks(2 * SECTOR + 64)
            .zip(expected.chunks(2 * SECTOR + 64));
        for (number, (is, wanted)) in (0..).zip(sectors) {
            assert!(is == wanted, "sector {number} of track {track}");
        }
        assert!(memory[first - 4..first] == [0xAA; 4], "the gap before it");
    }
}

/// What lies on a track as the drive gives it, behind the first sync word, and with the gap: which sectors are found in it.
fn decoded(bench: &mut Bench, track: i32, sectors: &[u8]) -> u16 {
    let mut raw = [&sectors[6..], &[0xAA; 700], &sectors[..6]].concat();
    raw.resize(RAW, 0xAA);
    bench.write(bench.at("raw"), &raw);
    bench.write(bench.at("track_data"), &[0x5A; TRACK]);
    let d = [0, 0, 0, 0, 0, 0, 0, track as u32];
    bench.call("decode", &d, &[], "d0 d1 d2 d3 d4 d5 a0 a1 a2 a3");
    let found = bench.read(bench.at("found"), 2);
    u16::from_be_bytes([found[0], found[1]])
}

/// What is damaged, or says that it is of another track or of none of its sectors, is not taken; the other sectors are.
#[test]
fn a_sector_that_is_damaged_is_not_taken() {
    const ALL: u16 = (1 << SECTORS) - 1;
    const RAW_SECTOR: usize = 64 + 2 * SECTOR;
    // Of a sector on the disk, a byte of each half: info, label, the header's sum, that of the data, the data.
    const PLACES: [usize; 10] = [10, 13, 16, 45, 49, 55, 57, 63, 64, RAW_SECTOR - 1];
    let mut bench = bench();
    let mut draws = Draws::new(53);
    let data = draws.bytes(TRACK);
    let track = 77;
    let good = encoded(track, &data);
    assert_eq!(decoded(&mut bench, track, &good), ALL);
    assert_eq!(bench.read(bench.at("track_data"), TRACK), data);
    for place in PLACES {
        let sector = draws.of(0..SECTORS as i32) as usize;
        let mut bad = good.clone();
        // A bit of the disk, no clock.
        bad[sector * RAW_SECTOR + place] ^= 0x10;
        let found = decoded(&mut bench, track, &bad);
        assert_eq!(found, ALL & !(1 << sector), "{place} of sector {sector}");
        let mut wanted = data.clone();
        wanted[sector * SECTOR..][..SECTOR].fill(0x5A);
        assert!(bench.read(bench.at("track_data"), TRACK) == wanted);
    }
    for other in [track - 1, track ^ 0x40, 0] {
        assert_eq!(
            decoded(&mut bench, other, &good),
            0,
            "track {track} as {other}"
        );
    }
    // Twelve sectors, of which the last has a number that there is not: nothing behind the track's data is written.
    let more = encoded(track, &[&data[..], &[0xA5; SECTOR]].concat());
    assert_eq!(decoded(&mut bench, track, &more[RAW_SECTOR..]), ALL & !1);
    let behind = bench.read(bench.at("track_data") + TRACK as u32, SECTOR);
    assert!(!behind.windows(8).any(|bytes| *bytes == [0xA5; 8]));
}

/// What Paula is told of reading and writing: MFM at its speed, reading from a sync word on; bits of inner cylinders come early or late
/// as they need (Hardware Reference Manual, "Disk Controller").
#[test]
fn inner_cylinders_are_written_with_precompensation() {
    const FAST: u32 = 0x0100;
    const MSB_SYNC: u32 = 0x0200;
    const WORD_SYNC: u32 = 0x0400;
    const MFM_PRECOMPENSATION: u32 = 0x1000;
    const DELAY: u32 = 0x6000;
    const NS_140: u32 = 0x2000;
    const DISK: u32 = 0x0010;
    let mut bench = bench();
    // move.w ADKCONR, d0; rts
    let code = bench.at("menu_room") + 0x200;
    bench.write(code, &[0x30, 0x39, 0x00, 0xDF, 0xF0, 0x10, 0x4E, 0x75]);
    bench.amiga.symbols.insert("control".to_owned(), code);
    let control = |bench: &mut Bench| bench.call("control", &[0], &[], "d0").d[0];
    // move.w DMACONR, d0; rts
    bench.write(code + 8, &[0x30, 0x39, 0x00, 0xDF, 0xF0, 0x02, 0x4E, 0x75]);
    bench.amiga.symbols.insert("channels".to_owned(), code + 8);
    let off = |bench: &mut Bench| bench.call("channels", &[0], &[], "d0").d[0] & DISK == 0;
    assert_eq!(on(&mut bench), OK);
    let data = bench.read(bench.at("track_data"), TRACK);
    for (track, delay) in [(79, 0), (80, NS_140), (159, NS_140), (61, 0)] {
        assert_eq!(read(&mut bench, track), OK);
        let told = control(&mut bench);
        let wanted = FAST | WORD_SYNC;
        assert_eq!(told & (FAST | WORD_SYNC | MSB_SYNC), wanted, "{track}");
        assert!(off(&mut bench), "{track}: the disk's channel is off");
        assert_eq!(write(&mut bench, track, &data), OK);
        let told = control(&mut bench);
        let wanted = FAST | MFM_PRECOMPENSATION | delay;
        let bits = FAST | WORD_SYNC | MFM_PRECOMPENSATION | DELAY;
        assert_eq!(told & bits, wanted, "{track}");
        assert!(off(&mut bench), "{track}: the disk's channel is off");
    }
}

/// Wherever the heads were before.
#[test]
fn every_track_is_read_and_written() {
    let mut bench = bench();
    let mut draws = Draws::new(52);
    assert_eq!(on(&mut bench), OK);
    let mut disk = bench.amiga.machine.disk().unwrap();
    for track in [159, 60, 61, 158, 80, 79, draws.of(TRACKS), draws.of(TRACKS)] {
        let data = draws.bytes(TRACK);
        assert_eq!(write(&mut bench, track, &data), OK, "track {track}");
        disk[track as usize * TRACK..][..TRACK].copy_from_slice(&data);
        assert!(bench.amiga.machine.disk().unwrap() == disk, "track {track}");
        let other = draws.of(0..160);
        for track in [other, track] {
            assert_eq!(read(&mut bench, track), OK, "track {track}");
            let data = bench.read(bench.at("track_data"), TRACK);
            assert!(
                data == disk[track as usize * TRACK..][..TRACK],
                "track {track}"
            );
        }
    }
}

/// Before the first track, or while it is at work.
#[test]
fn a_disk_that_is_missing_is_told() {
    let mut bench = bench();
    assert_eq!(on(&mut bench), OK);
    let disk = bench.amiga.machine.disk().unwrap();
    bench.amiga.machine.eject_disk();
    let data = bench.read(bench.at("track_data"), TRACK);
    // Four times it waits for two turns of the disk, and a little longer.
    bench.call("seek", &[70], &[], "d0 d1 a0");
    let start = bench.amiga.machine.cycles();
    assert_eq!(read(&mut bench, 70), BAD);
    let took = bench.amiga.machine.cycles() - start;
    let seconds = took as f64 / f64::from(bench.amiga.machine.clock_hz());
    assert!((1.8..2.0).contains(&seconds), "{seconds} s");
    assert!([NONE, PROTECTED].contains(&write(&mut bench, 70, &data)));
    bench.call("disk_off", &[], &[], "a0");
    assert!(!bench.amiga.machine.disk_busy(), "its motor is off");
    assert_eq!(on(&mut bench), NONE);
    bench.amiga.machine.insert_disk(&disk).unwrap();
    assert_eq!(on(&mut bench), OK);
    bench.amiga.machine.set_write_protected(true);
    assert_eq!(write(&mut bench, 70, &data), PROTECTED);
    bench.amiga.machine.set_write_protected(false);
    assert_eq!(write(&mut bench, 70, &data), OK);
}

/// The drive says that the disk was taken out until the heads move, wherever they rest.
#[test]
fn another_disk_is_found_with_the_heads_on_any_cylinder() {
    for track in [0, 1, 2, 70, 159] {
        let mut bench = bench();
        assert_eq!(on(&mut bench), OK);
        assert_eq!(read(&mut bench, track), OK);
        bench.call("disk_off", &[], &[], "a0");
        let disk = bench.amiga.machine.disk().unwrap();
        bench.write_words("disk_changed", &[0]);
        bench.amiga.machine.eject_disk();
        bench.amiga.machine.insert_disk(&disk).unwrap();
        assert_eq!(on(&mut bench), OK, "track {track}");
        assert_eq!(bench.read(bench.at("disk_changed"), 2), [0, 1]);
        assert_eq!(read(&mut bench, 61), OK);
        let data = bench.read(bench.at("track_data"), TRACK);
        assert!(data == disk[61 * TRACK..][..TRACK], "track {track}");
    }
}

/// A step takes 3 ms, 15 more settle the heads.
#[test]
fn the_heads_move_as_fast_as_they_may() {
    let mut bench = bench();
    assert_eq!(on(&mut bench), OK);
    read(&mut bench, 0);
    let start = bench.amiga.machine.cycles();
    bench.call("seek", &[158], &[], "d0 d1 a0");
    let seconds =
        (bench.amiga.machine.cycles() - start) as f64 / f64::from(bench.amiga.machine.clock_hz());
    assert!((0.25..0.30).contains(&seconds), "{seconds} s for 79 steps");
}
