//! The Amiga's ROM without an Amiga: memory, lists, processor state, libraries, MFM.

use crate::bare_amiga::{Bare, rom, symbol};
use hexfront_roms::AMIGA;

const SUPERVISOR: i32 = -30;
const SET_SR: i32 = -144;
const SUPER_STATE: i32 = -150;
const USER_STATE: i32 = -156;
const ALLOC_MEM: i32 = -198;
const ALLOC_ABS: i32 = -204;
const FREE_MEM: i32 = -210;
const AVAIL_MEM: i32 = -216;
const FIND_NAME: i32 = -276;
const CLOSE_LIBRARY: i32 = -414;
const OPEN_LIBRARY: i32 = -552;
const TYPE_OF_MEM: i32 = -534;
const COPY_MEM: i32 = -624;

const CHIP: u32 = 2;
const FAST: u32 = 4;
const CLEAR: u32 = 0x1_0000;
const LARGEST: u32 = 0x2_0000;

#[test]
fn the_rom_is_256_kb_and_begins_with_the_reset_vectors() {
    let bytes = rom().output(AMIGA).expect("the script makes it");
    assert_eq!(bytes.len(), 0x4_0000);
    let long = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(long(0), symbol("supervisor_stack"));
    assert_eq!(long(4), symbol("reset_start"));
    let vectors: Vec<u8> = bytes[0x3_FFF0..].to_vec();
    assert_eq!(
        vectors,
        [0, 24, 0, 25, 0, 26, 0, 27, 0, 28, 0, 29, 0, 30, 0, 31]
    );
}

#[test]
fn all_memory_is_found_and_no_more() {
    for (chip, slow) in [(512, 0), (512, 512), (1024, 0), (2048, 1536), (256, 256)] {
        let mut bare = Bare::boot(chip, slow);
        let base = bare.memory.long(4);
        assert_eq!(
            bare.memory.long(base + 62),
            chip as u32 * 1024,
            "{chip} {slow}"
        );
        let end = if slow == 0 {
            0
        } else {
            0xC0_0000 + slow as u32 * 1024
        };
        assert_eq!(bare.memory.long(base + 78), end, "{chip} {slow}");
        bare.cpu.set_d(1, FAST);
        assert_eq!(bare.exec(AVAIL_MEM), slow as u32 * 1024);
        bare.cpu.set_d(1, CHIP | LARGEST);
        assert_eq!(
            bare.exec(AVAIL_MEM),
            chip as u32 * 1024 - symbol("free_memory")
        );
    }
}

#[test]
fn the_boot_runs_in_user_mode_with_a_good_base() {
    let mut bare = Bare::boot(512, 0);
    assert_eq!(bare.cpu.sr() & 0x2700, 0);
    let base = bare.memory.long(4);
    assert_eq!(base, symbol("exec_base"));
    assert_eq!(bare.cpu.a(6), base);
    assert_eq!(bare.memory.long(base + 38), !base);
    assert_eq!(bare.memory.bytes(base + 294, 2), [0xFF, 0xFF]);
}

/// Blocks of random sizes, allocated and freed in a random order: none overlaps another, and in the end all is free.
#[test]
fn memory_comes_and_goes() {
    for slow in [0, 512] {
        let mut bare = Bare::boot(512, slow);
        bare.cpu.set_d(1, 0);
        let all = bare.exec(AVAIL_MEM);
        let mut random = 12345u32;
        let mut next = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % n
        };
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        let mut refused = 0;
        for _ in 0..600 {
            if blocks.len() > 20 && next(2) == 0 || next(3) == 0 && !blocks.is_empty() {
                let (block, size) = blocks.swap_remove(next(blocks.len() as u32) as usize);
                bare.cpu.set_a(1, block);
                bare.cpu.set_d(0, size);
                bare.exec(FREE_MEM);
                continue;
            }
            let size = 1 + next(40_000);
            let kind = [CHIP | CLEAR, CHIP, 1, CLEAR][next(4) as usize];
            bare.cpu.set_d(0, size);
            bare.cpu.set_d(1, kind);
            let block = bare.exec(ALLOC_MEM);
            if block == 0 {
                refused += 1;
                continue;
            }
            assert_eq!(block % 8, 0);
            assert!(kind & CHIP == 0 || block < 0x8_0000);
            for (other, length) in &blocks {
                assert!(block + size <= *other || other + length <= block);
            }
            if kind & CLEAR != 0 {
                assert!(
                    bare.memory
                        .bytes(block, size as usize)
                        .iter()
                        .all(|b| *b == 0)
                );
            }
            let dirt = vec![0xEE; size.next_multiple_of(8) as usize];
            bare.memory.load(block, &dirt);
            blocks.push((block, size.next_multiple_of(8)));
        }
        assert_eq!(refused > 0, slow == 0);
        for (block, size) in blocks {
            bare.cpu.set_a(1, block);
            bare.cpu.set_d(0, size);
            bare.exec(FREE_MEM);
        }
        bare.cpu.set_d(1, 0);
        assert_eq!(bare.exec(AVAIL_MEM), all);
        bare.cpu.set_d(1, CHIP | LARGEST);
        assert_eq!(bare.exec(AVAIL_MEM), 0x8_0000 - symbol("free_memory"));
    }
}

#[test]
fn a_place_can_be_asked_for() {
    let mut bare = Bare::boot(512, 0);
    let mut ask = |address: u32, size: u32| {
        bare.cpu.set_a(1, address);
        bare.cpu.set_d(0, size);
        bare.exec(ALLOC_ABS)
    };
    assert_eq!(ask(0x4_0000, 0x1000), 0x4_0000);
    assert_eq!(ask(0x4_0FF8, 8), 0);
    assert_eq!(ask(0x4_1000, 8), 0x4_1000);
    assert_eq!(ask(0x3_F004, 0x10), 0x3_F000);
    assert_eq!(ask(0x7_FFF8, 8), 0x7_FFF8);
    assert_eq!(ask(0x7_FFF0, 0x10), 0);
    assert_eq!(ask(0x1000, 8), 0);
    assert_eq!(ask(symbol("free_memory"), 16), symbol("free_memory"));
    bare.cpu.set_a(1, 0x4_0000);
    assert_eq!(bare.exec(TYPE_OF_MEM), 3);
    bare.cpu.set_a(1, 0xC0_0000);
    assert_eq!(bare.exec(TYPE_OF_MEM), 0);
}

#[test]
fn supervisor_mode_comes_and_goes() {
    let mut bare = Bare::boot(512, 0);
    // move.w sr,$7000; rte
    bare.memory
        .load(0x7100, &[0x40, 0xF8, 0x70, 0x00, 0x4E, 0x73]);
    bare.cpu.set_a(5, 0x7100);
    let stack = bare.cpu.a(7);
    bare.exec(SUPERVISOR);
    assert_eq!(bare.memory.bytes(0x7000, 1)[0] & 0x20, 0x20);
    assert_eq!((bare.cpu.sr() & 0x2000, bare.cpu.a(7)), (0, stack));

    let old = bare.exec(SUPER_STATE);
    assert_eq!(old, symbol("supervisor_stack"));
    assert_eq!((bare.cpu.sr() & 0x2000, bare.cpu.a(7)), (0x2000, stack));
    bare.memory.load(0x7000, &[0]);
    bare.exec(SUPERVISOR);
    assert_eq!(bare.memory.bytes(0x7000, 1)[0] & 0x20, 0x20);
    assert_eq!((bare.cpu.sr() & 0x2000, bare.cpu.a(7)), (0x2000, stack));
    assert_eq!(bare.exec(SUPER_STATE), 0);
    bare.cpu.set_d(0, old);
    bare.exec(USER_STATE);
    assert_eq!((bare.cpu.sr() & 0x2000, bare.cpu.a(7)), (0, stack));

    bare.cpu.set_d(0, 0x0300);
    bare.cpu.set_d(1, 0x0700);
    let before = bare.exec(SET_SR);
    assert_eq!((before & 0x0700, bare.cpu.sr() & 0x2700), (0, 0x0300));
}

#[test]
fn libraries_are_found_by_name() {
    let mut bare = Bare::boot(512, 0);
    let mut open = |name: &[u8]| {
        bare.memory.load(0x7000, name);
        bare.cpu.set_a(1, 0x7000);
        bare.cpu.set_d(0, 0);
        bare.exec(OPEN_LIBRARY)
    };
    assert_eq!(open(b"exec.library\0"), symbol("exec_base"));
    assert_eq!(open(b"graphics.library\0"), symbol("graphics_base"));
    assert_eq!(open(b"dos.library\0"), 0);
    assert_eq!(open(b"exec.librar\0"), 0);
    bare.cpu.set_a(1, symbol("graphics_base"));
    bare.exec(CLOSE_LIBRARY);
    bare.cpu.set_a(0, symbol("exec_base") + 350);
    bare.memory.load(0x7000, b"trackdisk.device\0");
    bare.cpu.set_a(1, 0x7000);
    assert_eq!(bare.exec(FIND_NAME), symbol("trackdisk_base"));
}

#[test]
fn memory_is_copied_at_any_address() {
    let mut bare = Bare::boot(512, 0);
    let bytes: Vec<u8> = (1..=40).collect();
    for (from, to, size) in [
        (0, 0, 40),
        (1, 0, 39),
        (0, 1, 40),
        (1, 1, 7),
        (0, 0, 3),
        (0, 0, 0),
    ] {
        bare.memory.load(0x8000, &bytes);
        bare.memory.load(0x9000, &[0; 48]);
        bare.cpu.set_a(0, 0x8000 + from);
        bare.cpu.set_a(1, 0x9000 + to);
        bare.cpu.set_d(0, size);
        bare.exec(COPY_MEM);
        let mut expected = vec![0; 48];
        expected[to as usize..][..size as usize]
            .copy_from_slice(&bytes[from as usize..][..size as usize]);
        assert_eq!(bare.memory.bytes(0x9000, 48), expected);
    }
}

/// What is shown: the text behind which the picture is drawn.
fn stops_with(bare: &mut Bare, routine: u32) -> String {
    let stack = bare.cpu.a(7) - 4;
    bare.cpu.set_a(7, stack);
    bare.cpu.set_pc(routine);
    bare.run_to(symbol("text_draw"));
    let address = bare.cpu.a(0);
    let bytes = bare.memory.bytes(address, 60);
    let end = bytes.iter().position(|b| *b == 0).expect("it ends");
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

#[test]
fn what_is_not_there_says_so() {
    let mut bare = Bare::boot(512, 0);
    let base = bare.memory.long(4);
    bare.cpu.set_a(6, base);
    assert_eq!(
        stops_with(&mut bare, base - 348),
        "THIS ROM HAS NO FUNCTION 348"
    );
    let mut bare = Bare::boot(512, 0);
    bare.memory.load(0x7000, &[0x4A, 0xFC]);
    assert_eq!(
        stops_with(&mut bare, 0x7000),
        "THE PROGRAM STOPPED: EXCEPTION 4"
    );
    let mut bare = Bare::boot(512, 0);
    bare.memory.load(0x7000, &[0x4E, 0x73]);
    assert_eq!(
        stops_with(&mut bare, 0x7000),
        "THE PROGRAM STOPPED: EXCEPTION 8"
    );
    let mut bare = Bare::boot(512, 0);
    bare.cpu.set_d(7, 123_456_789);
    assert_eq!(stops_with(&mut bare, base - 108), "ALERT 123456789");
}

/// A sector in MFM, by the book.
fn mfm(words: &mut Vec<u16>, data: &[u8]) {
    for part in [1, 0] {
        for pair in data.chunks(2) {
            let word = u16::from_be_bytes([pair[0], pair[1]]) >> part & 0x5555;
            let before = words.last().copied().unwrap_or(0) & 1;
            let bits = u32::from(before) << 16 | u32::from(word);
            let clocks = !(bits << 1 | bits >> 1) & 0xAAAA;
            words.push(word | clocks as u16);
        }
    }
}

fn checksum(words: &[u16]) -> [u8; 4] {
    let sum = words
        .chunks(2)
        .fold(0u32, |sum, w| sum ^ u32::from(w[0]) << 16 ^ u32::from(w[1]));
    (sum & 0x5555_5555).to_be_bytes()
}

/// A track of eleven sectors from this one on, in words.
fn track(number: u8, first: u8, data: &[u8]) -> Vec<u16> {
    let mut words = vec![0xAAAA; 20];
    for n in 0..11 {
        let sector = (first + n) % 11;
        let bytes = &data[usize::from(sector) * 512..][..512];
        words.push(
            0xAAAA
                & if words[words.len() - 1] & 1 == 1 {
                    0x7FFF
                } else {
                    0xFFFF
                },
        );
        words.extend([0xAAAA, 0x4489, 0x4489]);
        let header = words.len();
        mfm(&mut words, &[0xFF, number, sector, 11 - n]);
        mfm(&mut words, &[0; 16]);
        let sum = checksum(&words[header..]);
        mfm(&mut words, &sum);
        let mut body = vec![*words.last().unwrap()];
        mfm(&mut body, &[0; 4]);
        mfm(&mut body, bytes);
        let sum = checksum(&body[5..]);
        mfm(&mut words, &sum);
        mfm(&mut words, bytes);
    }
    words
}

fn data() -> Vec<u8> {
    (0..5632u32).map(|n| (n * n / 7 + n) as u8).collect()
}

fn decode(number: u32, words: &[u16]) -> (u32, Vec<u8>) {
    let mut bare = Bare::boot(512, 0);
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
    let buffer = symbol("mfm_buffer");
    bare.memory.load(buffer, &[0; 14_000]);
    bare.memory.load(buffer, &bytes[..bytes.len().min(14_000)]);
    bare.cpu.set_d(0, number);
    let error = bare.call(symbol("track_decode"));
    (error, bare.memory.bytes(symbol("track_cache"), 5632))
}

#[test]
fn a_track_is_read_wherever_it_begins() {
    for first in [0, 4, 10] {
        let words = track(7, first, &data());
        assert_eq!(decode(7, &words), (0, data()));
        // As the chip leaves it: the buffer begins with the second sync word, or behind it.
        assert_eq!(decode(7, &words[23..]), (0, data()));
        assert_eq!(decode(7, &words[24..]), (0, data()));
    }
}

#[test]
fn a_damaged_track_is_told_from_a_good_one() {
    let good = track(7, 0, &data());
    assert_eq!(decode(8, &good).0, 24);
    let mut bad = good.clone();
    bad[3000] ^= 0x0004;
    assert_eq!(decode(7, &bad).0, 25);
    assert_eq!(decode(7, &good[..20 + 9 * 544]).0, 26);
    assert_eq!(decode(7, &vec![0xAAAA; 7000]).0, 21);
}

#[test]
fn a_track_is_written_as_it_is_read() {
    let mut bare = Bare::boot(512, 0);
    bare.memory.load(symbol("track_cache"), &data());
    bare.cpu.set_d(0, 81);
    bare.call(symbol("track_encode"));
    let words = bare.cpu.d(1) as usize;
    let bytes = bare.memory.bytes(symbol("mfm_buffer"), words * 2);
    let written: Vec<u16> = bytes
        .chunks(2)
        .map(|w| u16::from_be_bytes([w[0], w[1]]))
        .collect();
    let expected = track(81, 0, &data());
    let gap = words - 1 - (expected.len() - 20);
    assert!(written[..gap].iter().all(|w| *w == 0xAAAA));
    assert_eq!(written[gap..words - 1], expected[20..]);
    // A turn of the disk and a little, and never two ones or four zeros in a row but in sync words.
    assert!((6250..6500).contains(&words), "{words}");
    assert_eq!(decode(81, &written), (0, data()));
}
