//! The disk routines on the emulated machine, called one by one.

#[path = "../../../core/shell/tests/routines/mod.rs"]
pub mod routines;

use crate::stand_in::roms;
use hexfront_asm::{Files, Image, build};
use hexfront_disk::apple::dos33::Volume;
use hexfront_disk::apple::{Container, Disk};
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor};
pub use routines::Routines;

/// Files of disk work, and what a test brings in the place of the rest.
const FILES: [(&str, &str); 18] = [
    ("disk.inc", include_str!("../../shell/disk.inc")),
    ("banks.inc", include_str!("../../shell/banks.inc")),
    ("machine.inc", include_str!("machine.inc")),
    (
        "shell.inc",
        include_str!("../../../core/shell/6502/shell.inc"),
    ),
    hexfront_vm::CONTRACT,
    (
        hexfront_vm::GRID_INCLUDE,
        "GRID_COLUMNS = 32\nGRID_ROWS = 32\nROW_BITS = 5\nLAYER_PAGES = 4\n",
    ),
    (
        "zeropage.s",
        include_str!("../../../core/shell/6502/zeropage.s"),
    ),
    routines::FILE,
    ("rwts_zp.s", include_str!("../../shell/rwts_zp.s")),
    ("rwts_page.s", include_str!("../../shell/rwts_page.s")),
    ("rwts_tables.s", include_str!("../../shell/rwts_tables.s")),
    ("rwts_arm.s", include_str!("../../shell/rwts_arm.s")),
    ("rwts_read.s", include_str!("../../shell/rwts_read.s")),
    ("rwts_write.s", include_str!("../../shell/rwts_write.s")),
    ("disk.s", include_str!("../../shell/disk.s")),
    ("disk_name.s", include_str!("../../shell/disk_name.s")),
    ("disk_open.s", include_str!("../../shell/disk_open.s")),
    ("disk_file.s", include_str!("../../shell/disk_file.s")),
];
const MORE: [(&str, &str); 3] = [
    ("disk_words.s", include_str!("../../shell/disk_words.s")),
    (
        "disk_words.inc",
        include_str!("../../../core/shell/6502/disk_words.inc"),
    ),
    ("format.s", include_str!("../../shell/format.s")),
];

/// Cycles a second.
pub const CLOCK: f64 = 1_020_484.0;

/// The machine with the routines in memory.
pub struct Bench {
    pub apple: Apple2,
    pub image: Image,
}

impl Routines for Bench {
    type Machine = Apple2;

    fn machine(&self) -> &Apple2 {
        &self.apple
    }

    fn machine_mut(&mut self) -> &mut Apple2 {
        &mut self.apple
    }

    fn image(&self) -> &Image {
        &self.image
    }
}

impl Bench {
    /// With an empty formatted disk in drive 1, its arm at track 0.
    pub fn new() -> Self {
        let mut files = FILES.to_vec();
        files.extend(MORE);
        let mains = files.iter().map(|(name, _)| *name);
        let mains = mains.filter(|name| name.ends_with(".s"));
        let image = build(&Files(&files), mains, include_str!("bench.link"))
            .unwrap_or_else(|error| panic!("{error}"));
        let mut apple = Apple2::new(Config::default(), Monitor::Green, roms());
        for placement in &image.placements {
            if let Some(bytes) = &placement.bytes {
                apple.load(placement.run as u16, bytes);
            }
        }
        let mut bench = Bench { apple, image };
        bench.insert(&blank());
        bench.call("disk_tables", 0, 0, 0);
        for symbol in [
            "disk_drive",
            "disk_steady",
            "disk_arm",
            "file_mode",
            "file_result",
        ] {
            bench.poke(symbol, &[0]);
        }
        for symbol in ["save_drive", "catalog_drive"] {
            bench.poke(symbol, &[0xFF]);
        }
        let wanted = bench.at("disk_wanted");
        (0..16).for_each(|i| bench.apple.poke(wanted + i, 0));
        bench
    }

    pub fn insert(&mut self, disk: &Disk) {
        self.apple.disks_mut().drives[0].insert(disk.clone());
    }

    pub fn disk(&self) -> Disk {
        self.apple.disks().drives[0].disk().expect("a disk").clone()
    }
}

/// Each sector has bytes of its own.
pub fn sector(track: u8, sector: u8) -> [u8; 256] {
    std::array::from_fn(|i| (i as u8).wrapping_mul(sector | 1) ^ track.wrapping_mul(7) ^ sector)
}

/// A disk with files, but none on it.
pub fn blank() -> Disk {
    Disk::from_sectors(Container::Dos, &Volume::format(254))
}

/// A disk full of known bytes, without files.
pub fn full() -> Disk {
    let sectors: Vec<[u8; 256]> = (0..35)
        .flat_map(|t| (0..16).map(move |s| sector(t, s)))
        .collect();
    Disk::from_sectors(Container::Dos, &sectors)
}
