//! The disk routines on the emulated machine, called one by one.

#[path = "../../../core/shell/tests/routines/mod.rs"]
pub mod routines;

use crate::stand_in::roms;
use hexfront_asm::{Files, Image, build};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::atari::{Container, Density, Disk};
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::{Atari8, Config, Model};
pub use routines::Routines;

/// Files of disk work, and what a test brings in the place of the rest.
const FILES: [(&str, &str); 19] = [
    ("disk.inc", include_str!("../../shell/disk.inc")),
    ("machine.inc", include_str!("machine.inc")),
    (
        "shell.inc",
        include_str!("../../../core/shell/6502/shell.inc"),
    ),
    (
        "save.inc",
        include_str!("../../../core/shell/6502/save.inc"),
    ),
    (
        "saving.inc",
        include_str!("../../../core/shell/6502/saving.inc"),
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
    ("bench.s", include_str!("bench.s")),
    ("disk.s", include_str!("../../shell/disk.s")),
    ("disk_sio.s", include_str!("../../shell/disk_sio.s")),
    ("disk_name.s", include_str!("../../shell/disk_name.s")),
    ("disk_fast.s", include_str!("../../shell/disk_fast.s")),
    ("disk_make.s", include_str!("../../shell/disk_make.s")),
    ("disk_open.s", include_str!("../../shell/disk_open.s")),
    ("disk_file.s", include_str!("../../shell/disk_file.s")),
    ("disk_words.s", include_str!("../../shell/disk_words.s")),
    (
        "disk_words.inc",
        include_str!("../../../core/shell/6502/disk_words.inc"),
    ),
];

/// Cycles a second.
pub const CLOCK: u64 = 1_773_447;

/// The machine with the routines in memory.
#[derive(Clone)]
pub struct Bench {
    pub atari: Atari8,
    pub image: Image,
}

impl Routines for Bench {
    const KINDS: [u8; 2] = [0, b'S'];
    type Machine = Atari8;

    fn machine(&self) -> &Atari8 {
        &self.atari
    }

    fn machine_mut(&mut self) -> &mut Atari8 {
        &mut self.atari
    }

    fn image(&self) -> &Image {
        &self.image
    }
}

impl Bench {
    /// An 800 that has started without a drive; one that works at the host's speed is then switched on, with an empty formatted
    /// disk.
    pub fn new() -> Self {
        let mains = FILES.map(|(name, _)| name).into_iter();
        let mains = mains.filter(|name| name.ends_with(".s"));
        let image = build(&Files(&FILES), mains, include_str!("bench.link"));
        let image = image.unwrap_or_else(|error| panic!("{error}"));
        let model = Model::Atari800;
        let config = Config {
            model,
            ..Config::default()
        };
        let mut atari = Atari8::new(config, roms(model));
        atari.set_drive(None);
        for _ in 0..150 {
            atari.run_frame();
        }
        for placement in &image.placements {
            if let Some(bytes) = &placement.bytes {
                atari.load(placement.run as u16, bytes);
            }
        }
        let mut bench = Bench { atari, image };
        bench.set_drive(DriveModel::Atari1050, DriveSpeed::Host);
        bench.insert(&blank(Density::Single));
        for symbol in ["disk_vbi", "file_mode", "file_result", "disk_unit"] {
            bench.poke(symbol, &[0]);
        }
        // No second drive.
        bench.poke("second_drive", &[0xFF]);
        bench.poke("save_drive", &[0xFF]);
        bench.poke("bus_speed", &[0, 0]);
        bench
    }

    pub fn set_drive(&mut self, model: DriveModel, speed: DriveSpeed) {
        self.atari.set_drive(Some(model));
        self.atari.set_drive_speed(speed);
    }

    /// Two drives, the second with that disk in it, if any.
    pub fn set_second_drive(&mut self, disk: Option<&Disk>) {
        let first = self.disk();
        self.atari.set_drives([Some(DriveModel::Atari1050); 2]);
        self.atari.set_drive_speed(DriveSpeed::Host);
        self.insert(&first);
        if let Some(disk) = disk {
            let inserted = self.atari.insert_disk_into(2, &disk.to_bytes());
            inserted.expect("a disk for the drive");
        }
        self.poke("second_drive", &[0]);
    }

    /// The disk in the second drive.
    pub fn second_disk(&self) -> Disk {
        let drive = self.atari.drives()[1].as_ref().expect("a drive");
        drive.disk().expect("a disk").clone()
    }

    pub fn insert(&mut self, disk: &Disk) {
        let inserted = self.atari.insert_disk(&disk.to_bytes());
        inserted.expect("a disk for the drive");
    }

    pub fn disk(&self) -> Disk {
        let drive = self.atari.drive().expect("a drive");
        drive.disk().expect("a disk").clone()
    }
}

/// A disk with files, but none on it.
pub fn blank(density: Density) -> Disk {
    let mut disk = Disk::blank(Container::Atr, density);
    Volume::format(&mut disk);
    disk
}
