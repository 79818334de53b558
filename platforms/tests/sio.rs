//! The Atari's drives over the wire: POKEY at the one end, the drive at the other.

use hexfront_disk::atari::{Container, Density, Disk, dos2::Volume};
use hexfront_platforms::chips::pokey::Pokey;
use hexfront_platforms::drive::atari810::{Drive, Model};
use hexfront_platforms::machine::DriveSpeed;
use hexfront_platforms::sio::Lines;
use proptest::prelude::*;

const CLOCK: u32 = 1_789_773;
const AUDF3: u8 = 0x04;
const AUDF4: u8 = 0x06;
const AUDCTL: u8 = 0x08;
const STIMER: u8 = 0x09;
const SERIO: u8 = 0x0D;
const IRQ: u8 = 0x0E;
const SK: u8 = 0x0F;
const SEND: u8 = 0x23;
const RECEIVE: u8 = 0x13;

/// A computer without a processor.
struct Computer {
    pokey: Pokey,
    drive: Drive,
    lines: Lines,
    now: u64,
    drive_next: u64,
}

impl Computer {
    fn new(model: Model, disk: Option<Disk>) -> Computer {
        let mut drive = Drive::new(model, 1, CLOCK);
        if let Some(disk) = disk {
            drive.insert(disk);
        }
        let mut computer = Computer {
            pokey: Pokey::new(CLOCK),
            drive,
            lines: Lines::default(),
            now: 0,
            drive_next: 0,
        };
        computer.pokey.write(SK, RECEIVE, 0);
        computer.pokey.write(AUDCTL, 0x28, 0);
        computer.set_divisor(0x28);
        computer
    }

    fn set_divisor(&mut self, divisor: u8) {
        self.pokey.write(AUDF3, divisor, self.now);
        self.pokey.write(AUDF4, 0, self.now);
        self.pokey.write(STIMER, 0, self.now);
    }

    /// Lets time pass, to a cycle or until there is an interrupt.
    fn run(&mut self, until: u64) -> bool {
        loop {
            if self.pokey.irq() {
                return true;
            }
            let next = self.pokey.next_event().min(self.drive_next);
            self.now = next.min(until).max(self.now);
            self.pokey.run(self.now);
            self.exchange();
            if next > until {
                return self.pokey.irq();
            }
        }
    }

    fn exchange(&mut self) {
        self.lines.data_out = self.pokey.serial_out();
        self.drive_next = self.drive.tick(self.now, self.lines);
        self.pokey.set_serial_in(self.drive.data_in(), self.now);
    }

    fn wait(&mut self, cycles: u64) {
        self.run(self.now + cycles);
    }

    fn sum(bytes: &[u8]) -> u8 {
        let sum = bytes.iter().map(|b| u32::from(*b)).sum::<u32>();
        // Modulo 255, but that a sum is 0 only of nothing.
        if sum == 0 {
            0
        } else {
            ((sum - 1) % 255 + 1) as u8
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.pokey.write(SK, SEND, self.now);
        for byte in bytes.iter().copied().chain([Computer::sum(bytes)]) {
            self.pokey.write(IRQ, 0x10, self.now);
            self.pokey.write(SERIO, byte, self.now);
            assert!(self.run(self.now + 3_000), "a byte is loaded");
            self.pokey.write(IRQ, 0, self.now);
        }
        self.pokey.write(IRQ, 0x08, self.now);
        assert!(self.run(self.now + 3_000), "all is sent");
        self.pokey.write(IRQ, 0, self.now);
        self.pokey.write(SK, RECEIVE, self.now);
    }

    fn command(&mut self, frame: [u8; 4]) {
        self.lines.command = true;
        self.exchange();
        self.wait(1_500);
        self.send(&frame);
        self.wait(1_000);
        self.lines.command = false;
        self.exchange();
    }

    /// The next byte, if one comes within so many milliseconds.
    fn byte(&mut self, milliseconds: u64) -> Option<u8> {
        self.pokey.write(IRQ, 0x20, self.now);
        let came = self.run(self.now + milliseconds * u64::from(CLOCK) / 1_000);
        let byte = came.then(|| self.pokey.read(SERIO, self.now));
        self.pokey.write(IRQ, 0, self.now);
        byte
    }

    fn data(&mut self, length: usize) -> Vec<u8> {
        let bytes: Vec<u8> = (0..length).map(|_| self.byte(5).expect("a byte")).collect();
        assert_eq!(self.byte(5), Some(Computer::sum(&bytes)), "the sum");
        bytes
    }

    /// A command that gives data.
    fn read(&mut self, command: u8, sector: u16, length: usize) -> (u8, Vec<u8>) {
        let [low, high] = sector.to_le_bytes();
        self.command([0x31, command, low, high]);
        assert_eq!(self.byte(16), Some(b'A'));
        let done = self.byte(60_000).expect("complete or error");
        (done, self.data(length))
    }

    /// A command that takes data; the answer to them, and what came of it.
    fn write(&mut self, command: u8, sector: u16, bytes: &[u8]) -> (u8, u8) {
        let [low, high] = sector.to_le_bytes();
        self.command([0x31, command, low, high]);
        assert_eq!(self.byte(16), Some(b'A'));
        self.wait(2_000);
        self.send(bytes);
        let taken = self.byte(16).expect("an answer to the data");
        (taken, self.byte(5_000).expect("complete or error"))
    }
}

fn disk(density: Density) -> Disk {
    let mut disk = Disk::blank(Container::Atr, density);
    Volume::format(&mut disk);
    for sector in 4..300u16 {
        let fill = (0..).map(|n: u16| (n.wrapping_mul(sector) >> 1) as u8);
        let bytes = disk.sector_mut(sector).unwrap();
        bytes.iter_mut().zip(fill).for_each(|(to, from)| *to = from);
    }
    disk
}

#[test]
fn sectors_are_read_at_the_drives_speed() {
    let own = disk(Density::Single);
    let mut computer = Computer::new(Model::Atari810, Some(own.clone()));
    let (done, data) = computer.read(0x52, 4, 128);
    assert_eq!((done, &data[..]), (b'C', own.read(4).unwrap()));
    // A track of 18 sectors: two sectors a revolution, some 9 a second.
    let begin = computer.now;
    for sector in 19..=36 {
        assert_eq!(
            computer.read(0x52, sector, 128).1,
            own.read(sector).unwrap()
        );
    }
    let seconds = (computer.now - begin) as f64 / f64::from(CLOCK);
    assert!((1.7..2.6).contains(&seconds), "{seconds}");
}

#[test]
fn what_is_written_is_on_the_disk() {
    for (command, model) in [(0x50, Model::Atari810), (0x57, Model::Atari1050)] {
        let mut computer = Computer::new(model, Some(disk(Density::Single)));
        let bytes: Vec<u8> = (0..128).map(|n| n ^ 0x5A).collect();
        assert_eq!(computer.write(command, 720, &bytes), (b'A', b'C'));
        assert_eq!(computer.drive.disk().unwrap().read(720).unwrap(), bytes);
        assert_eq!(computer.drive.writes(), 1);
        assert_eq!(computer.read(0x52, 720, 128), (b'C', bytes));
    }
}

#[test]
fn a_write_protected_disk_is_not_written_and_the_status_says_why() {
    let own = disk(Density::Single);
    let mut computer = Computer::new(Model::Atari810, Some(own.clone()));
    computer.drive.set_write_protected(true);
    assert_eq!(computer.write(0x57, 9, &[1; 128]), (b'A', b'E'));
    assert_eq!(computer.drive.disk(), Some(&own));
    let (done, status) = computer.read(0x53, 0, 4);
    assert_eq!((done, &status[..]), (b'C', &[0x1C, !0x40, 0xE0, 0][..]));
    assert_eq!(computer.read(0x21, 0, 128).0, b'E');
}

#[test]
fn what_the_drive_does_not_know_is_refused() {
    let mut computer = Computer::new(Model::Atari810, Some(disk(Density::Single)));
    for frame in [
        [0x31, 0x52, 0, 0],
        [0x31, 0x52, 0xD1, 2],
        [0x31, 0x22, 0, 0],
        [0x31, 0x3F, 0, 0],
    ] {
        computer.command(frame);
        assert_eq!(computer.byte(16), Some(b'N'), "{frame:02x?}");
    }
    // Another drive's command, and one that is damaged, are not answered.
    computer.command([0x32, 0x53, 0, 0]);
    assert_eq!(computer.byte(50), None);
    computer.set_divisor(0x38);
    computer.command([0x31, 0x53, 0, 0]);
    computer.set_divisor(0x28);
    assert_eq!(computer.byte(50), None);
    assert_eq!(computer.read(0x53, 0, 4).0, b'C');
}

#[test]
fn a_drive_without_a_disk_fails() {
    let mut computer = Computer::new(Model::Atari1050, None);
    assert_eq!(computer.read(0x53, 0, 4).1[1] & 0x80, 0, "not ready");
    assert_eq!(computer.read(0x52, 1, 128).0, b'E');
    // An 810 does not read what a 1050 recorded.
    let mut computer = Computer::new(Model::Atari810, Some(disk(Density::Enhanced)));
    assert_eq!(computer.read(0x52, 1, 128).0, b'E');
}

#[test]
fn formatting_makes_the_density_that_was_asked_for() {
    for (command, density, last) in [
        (0x21, Density::Single, 720),
        (0x22, Density::Enhanced, 1040),
    ] {
        let mut computer = Computer::new(Model::Atari1050, Some(disk(Density::Single)));
        let begin = computer.now;
        let (done, bad) = computer.read(command, 0, 128);
        assert_eq!((done, &bad[..3]), (b'C', &[0xFF, 0xFF, 0][..]));
        let seconds = (computer.now - begin) as f64 / f64::from(CLOCK);
        assert!((20.0..40.0).contains(&seconds), "{seconds}");
        let own = computer.drive.disk().unwrap();
        assert_eq!(own.density(), density);
        assert_eq!(computer.read(0x52, last, 128), (b'C', vec![0; 128]));
        let enhanced = computer.read(0x53, 0, 4).1[0] & 0x80 != 0;
        assert_eq!(enhanced, density == Density::Enhanced);
    }
}

#[test]
fn the_us_doubler_has_double_density_and_a_fast_bus() {
    let own = disk(Density::Double);
    let mut computer = Computer::new(Model::UsDoubler, Some(own.clone()));
    assert_eq!(
        computer.read(0x52, 1, 128),
        (b'C', own.read(1).unwrap().to_vec())
    );
    assert_eq!(
        computer.read(0x52, 7, 256),
        (b'C', own.read(7).unwrap().to_vec())
    );
    assert_eq!(computer.read(0x53, 0, 4).1[0] & 0x20, 0x20);
    let percom = computer.read(0x4E, 0, 12).1;
    assert_eq!(percom[..8], [40, 1, 0, 18, 0, 4, 1, 0]);
    assert_eq!(computer.read(0x3F, 0, 1), (b'C', vec![10]));
    let begin = computer.now;
    assert_eq!(computer.read(0x52, 8, 256).0, b'C');
    let slow = computer.now - begin;
    // The first fast command is taken for a damaged one; from then on they are expected.
    computer.set_divisor(10);
    computer.command([0x31, 0x53, 0, 0]);
    assert_eq!(computer.byte(50), None);
    computer.read(0x53, 0, 4);
    let begin = computer.now;
    assert_eq!(
        computer.read(0x52, 9, 256),
        (b'C', own.read(9).unwrap().to_vec())
    );
    assert!(computer.now - begin < slow);
    // A PERCOM block chooses what a format makes.
    let mut single = percom;
    single[5..8].copy_from_slice(&[0, 0, 128]);
    assert_eq!(computer.write(0x4F, 0, &single), (b'A', b'C'));
    assert_eq!(computer.read(0x21, 0, 128).0, b'C');
    assert_eq!(computer.drive.disk().unwrap().density(), Density::Single);
}

#[test]
fn the_xf551_has_double_density_by_its_percom_block_and_no_fast_bus() {
    let own = disk(Density::Double);
    let mut computer = Computer::new(Model::Xf551, Some(own.clone()));
    assert_eq!(
        computer.read(0x52, 299, 256),
        (b'C', own.read(299).unwrap().to_vec())
    );
    for command in [0x3F, 0xD2] {
        computer.command([0x31, command, 1, 0]);
        assert_eq!(computer.byte(16), Some(b'N'), "{command:02x}");
    }
    // A disk of 90 KB becomes one of 180 as the block says, and is written and read as such.
    let mut computer = Computer::new(Model::Xf551, Some(disk(Density::Single)));
    let mut percom = computer.read(0x4E, 0, 12).1;
    assert_eq!(percom[..8], [40, 1, 0, 18, 0, 0, 0, 128]);
    percom[5..8].copy_from_slice(&[4, 1, 0]);
    assert_eq!(computer.write(0x4F, 0, &percom), (b'A', b'C'));
    assert_eq!(computer.read(0x21, 0, 256).0, b'C');
    assert_eq!(computer.drive.disk().unwrap().density(), Density::Double);
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(computer.write(0x57, 720, &bytes), (b'A', b'C'));
    assert_eq!(computer.read(0x52, 720, 256), (b'C', bytes));
    assert_eq!(computer.read(0x53, 0, 4).1[0] & 0x20, 0x20);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever comes over the wire, and whoever changes the disk meanwhile, the drive goes on.
    #[test]
    fn a_drive_survives_what_it_is_sent(
        model in 0..4usize,
        frames in prop::collection::vec(
            (0..9usize, any::<u16>(), prop::collection::vec(any::<u8>(), 0..260), 0..4u8), 1..6),
    ) {
        const COMMANDS: [u8; 9] = [0x21, 0x22, 0x3F, 0x4E, 0x4F, 0x50, 0x52, 0x53, 0x57];
        let models = [Model::Atari810, Model::Atari1050, Model::UsDoubler, Model::Xf551];
        let model = models[model];
        let mut computer = Computer::new(model, Some(disk(Density::Single)));
        computer.drive.set_speed(DriveSpeed::Host);
        for (command, sector, data, change) in frames {
            let [low, high] = (sector % 1_100).to_le_bytes();
            computer.command([0x31, COMMANDS[command], low, high]);
            let _ = computer.byte(16);
            computer.wait(2_000);
            computer.send(&data);
            match change {
                0 => drop(computer.drive.eject()),
                n => computer.drive.insert(disk(Density::ALL[usize::from(n) - 1])),
            }
            for _ in 0..20 {
                let _ = computer.byte(20);
            }
        }
        let last = computer.drive.disk().map(|disk| disk.to_bytes().len());
        prop_assert!(last.is_none_or(|length| [92_176, 133_136, 183_952].contains(&length)));
    }
}
