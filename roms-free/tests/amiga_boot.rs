//! The Amiga's ROM on the emulated Amiga: disks that start, disks that do not, and the picture that asks for one.
//!
//! Pictures are compared with `tests/golden`; `HEXFRONT_BLESS=1` writes them anew: look at them.

use hexfront_amiga::boot::{BOOT_FILE, BOOT_OUTPUT, BOOT_SCRIPT, BOOT_SOURCE, Program, boot_disk};
use hexfront_asm::{Files, Image, Options, assemble, link};
use hexfront_disk::adf::Adf;
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, Frame};
use hexfront_platforms::machines::amiga::{self, Amiga, Rom, Video};
use hexfront_roms::{AMIGA, AMIGA_LINK_SCRIPT, AMIGA_MAIN, SOURCES};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

fn build(files: &[(&str, &str)], main: &str, script: &str) -> Image {
    let object = assemble(&Files(files), main, &Options::default()).unwrap_or_else(|list| {
        panic!(
            "{}",
            list.iter().map(|d| format!("{d}\n")).collect::<String>()
        )
    });
    link(script, &[(main, object.to_elf())]).unwrap_or_else(|errors| panic!("{errors}"))
}

fn machine(options: amiga::Options) -> Amiga {
    let rom = build(SOURCES, AMIGA_MAIN, AMIGA_LINK_SCRIPT);
    let rom = Rom::new(rom.output(AMIGA).expect("the script makes it")).expect("256 KB");
    Amiga::new(rom, options)
}

fn run(amiga: &mut Amiga, seconds: f64) {
    let end = amiga.cycles() + (seconds * f64::from(amiga.clock_hz())) as u64;
    while amiga.cycles() < end {
        amiga.run_frame();
        assert_eq!(amiga.trap(), None);
    }
}

fn long(amiga: &Amiga, address: u32) -> u32 {
    (0..4).fold(0, |long, n| {
        long << 8 | u32::from(amiga.peek(Bank::Ram, address + n))
    })
}

/// The program that sums up, at an address, with the disk that starts it.
fn sum_disk(address: u32) -> (Image, Adf) {
    let files = [("sum.s", include_str!("programs/amiga_sum.s"))];
    let script = format!(
        "output \"sum\"\narea MAIN start {address} size $20000 output \"sum\"\nsegment CODE in MAIN\n"
    );
    let image = build(&files, "sum.s", &script);
    let boot = build(&[(BOOT_FILE, BOOT_SOURCE)], BOOT_FILE, BOOT_SCRIPT);
    let program = Program {
        address,
        entry: image.address("start").expect("it has a start"),
        bytes: image.output("sum").expect("the script makes it"),
    };
    let disk = boot_disk(
        boot.output(BOOT_OUTPUT).expect("the script makes it"),
        program,
    );
    let disk = disk.expect("it fits");
    (image, disk)
}

/// Boots the program and looks at what it leaves.
fn sums_up(amiga: &mut Amiga, address: u32) {
    let (image, disk) = sum_disk(address);
    amiga.insert_disk(disk.bytes()).expect("a disk");
    run(amiga, 6.0);
    let at = |name: &str| image.address(name).expect("it has the label");
    assert_eq!(amiga.pc(), at("done"), "at ${address:X}");
    let result = long(amiga, at("sum"));
    let sum = (0..20_000u32).sum::<u32>() & 0xFFFF;
    assert_eq!(
        (result >> 16, result & 0xFF00),
        (sum, 0x2700),
        "at ${address:X}"
    );
}

#[test]
fn a_program_starts_wherever_it_is_to_run() {
    // Below the memory it is read to, across it from both sides, and above.
    for address in [0x400, 0x6800, 0xA000, 0x6_0000] {
        sums_up(&mut machine(amiga::Options::default()), address);
    }
}

#[test]
fn it_starts_with_more_memory_and_on_an_ntsc_machine() {
    for (video, slow_ram) in [(Video::Pal, true), (Video::Ntsc, false)] {
        let options = amiga::Options {
            video,
            slow_ram,
            ..amiga::Options::default()
        };
        sums_up(&mut machine(options), 0x1000);
    }
}

/// A disk with something in every sector, and its bootblock.
fn disk_with(bootblock: &[u8]) -> Adf {
    let mut disk = Adf::blank();
    for (n, byte) in disk.bytes_mut().iter_mut().enumerate() {
        *byte = (n as u32).wrapping_mul(2_654_435_761).to_be_bytes()[1];
    }
    disk.bytes_mut()[..bootblock.len()].copy_from_slice(bootblock);
    disk.seal_boot_block();
    disk
}

fn disk_bootblock() -> Vec<u8> {
    let files = [("disk.s", include_str!("programs/amiga_disk.s"))];
    let image = build(&files, "disk.s", BOOT_SCRIPT);
    let mut bytes = image
        .output(BOOT_OUTPUT)
        .expect("the script makes it")
        .to_vec();
    bytes.resize(1024, 0);
    bytes
}

const SOURCE: usize = 8192;
const TARGET: usize = 800_256;
const LENGTH: usize = 20 * 512;
const RESULTS: u32 = 0x7_0000;

#[test]
fn sectors_are_read_and_written_for_a_bootblock() {
    let disk = disk_with(&disk_bootblock());
    let mut amiga = machine(amiga::Options::default());
    amiga.insert_disk(disk.bytes()).expect("a disk");
    run(&mut amiga, 14.0);
    let complement: Vec<u8> = disk.bytes()[SOURCE..][..LENGTH]
        .iter()
        .map(|b| !b)
        .collect();
    let sum = complement.chunks(4).fold(0u32, |sum, w| {
        sum.wrapping_add(u32::from_be_bytes([w[0], w[1], w[2], w[3]]))
    });
    let results: Vec<u32> = (0..6).map(|n| long(&amiga, RESULTS + 4 * n)).collect();
    assert_eq!(results, [0, 0, 0, 0, LENGTH as u32, sum]);
    let mut expected = disk;
    expected.bytes_mut()[TARGET..][..LENGTH].copy_from_slice(&complement);
    assert!(amiga.disk().expect("it is still in") == expected.bytes());
    compare(&amiga, "did-not-start.png");
}

#[test]
fn a_protected_disk_is_not_written_to() {
    let disk = disk_with(&disk_bootblock());
    let mut amiga = machine(amiga::Options::default());
    amiga.insert_disk(disk.bytes()).expect("a disk");
    amiga.set_write_protected(true);
    run(&mut amiga, 12.0);
    assert_eq!(long(&amiga, RESULTS + 4), 28);
    assert!(amiga.disk().expect("it is still in") == disk.bytes());
}

#[test]
fn the_rom_asks_for_a_disk_until_one_starts() {
    let mut amiga = machine(amiga::Options::default());
    run(&mut amiga, 4.0);
    compare(&amiga, "insert-a-disk.png");
    amiga.insert_disk(Adf::blank().bytes()).expect("a disk");
    run(&mut amiga, 4.0);
    compare(&amiga, "does-not-start.png");
    amiga.eject_disk();
    run(&mut amiga, 2.0);
    compare(&amiga, "insert-a-disk.png");
    sums_up(&mut amiga, 0x1000);
}

#[test]
fn a_disk_with_a_wrong_sum_does_not_start() {
    let (_, mut disk) = sum_disk(0x1000);
    disk.bytes_mut()[7] ^= 1;
    let mut amiga = machine(amiga::Options::default());
    amiga.insert_disk(disk.bytes()).expect("a disk");
    run(&mut amiga, 4.0);
    compare(&amiga, "does-not-start.png");
}

/// Compares what the machine shows with a golden picture. A picture that differs is written to the target folder.
fn compare(amiga: &Amiga, name: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    let frame = amiga.frame();
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        write(&golden, &frame);
    }
    let file = File::open(&golden).unwrap_or_else(|e| panic!("{}: {e}", golden.display()));
    let mut reader = png::Decoder::new(BufReader::new(file))
        .read_info()
        .expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("a picture");
    if pixels != frame.rgb() {
        let shown = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        write(&shown, &frame);
        panic!("{} differs from golden", shown.display());
    }
}

fn write(path: &Path, frame: &Frame<'_>) {
    let file = BufWriter::new(File::create(path).expect("a file of ours"));
    let mut encoder = png::Encoder::new(file, frame.width as u32, frame.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&frame.rgb()).expect("a picture");
}
