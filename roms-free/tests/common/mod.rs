//! The assembled ROMs, and a C64 that runs them with somebody typing.

use hexfront_asm::{Files, Image, build};
use hexfront_disk::d64::{D64, FileKind, Name};
use hexfront_platforms::machine::{Bank, DriveSpeed, Key, Machine};
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use hexfront_roms::{BASIC, KERNAL, LINK_SCRIPT, MAIN_FILES, SOURCES, chargen};
use std::sync::LazyLock;

static ROMS: LazyLock<Image> = LazyLock::new(|| built(LINK_SCRIPT, &MAIN_FILES, SOURCES));

/// The assembled and linked ROMs.
pub fn roms() -> &'static Image {
    &ROMS
}

fn built(script: &str, mains: &[&str], files: &[(&str, &str)]) -> Image {
    let mains = mains.iter().copied();
    build(&Files(files), mains, script).unwrap_or_else(|error| panic!("{error}"))
}

/// Assembles a program for $0801 with the line `10 SYS2061` before it: the bytes of its PRG file.
pub fn program(source: &str) -> Vec<u8> {
    const SCRIPT: &str = "output \"prg\" prg\narea MAIN start $0801 size $8000 output \"prg\"\nsegment CODE in MAIN\n";
    let text = format!(
        ".code\n.byte $0b, $08, 10, 0, $9e, \"2061\", 0, 0, 0\n.include \"hardware.inc\"\n\
         .include \"kernal/variables.inc\"\n{source}"
    );
    let mut files = SOURCES.to_vec();
    files.push(("program.s", &text));
    let image = built(SCRIPT, &["program.s"], &files);
    image.output("prg").expect("the script makes it").to_vec()
}

/// A formatted disk with these program files.
pub fn disk(files: &[(&str, &[u8])]) -> D64 {
    let mut disk = D64::format(Name::parse("TEST DISK").unwrap(), *b"HX");
    for (name, bytes) in files {
        disk.write_file(&Name::parse(name).unwrap(), FileKind::Prg, bytes)
            .unwrap();
    }
    disk
}

/// A machine and the person before it.
pub struct Session {
    pub c64: C64,
}

impl Session {
    /// Switches a PAL machine on and waits for its prompt.
    pub fn boot(disk: Option<D64>) -> Session {
        Session::boot_video(Video::Pal, disk)
    }

    /// Switches a machine on and waits for its prompt.
    pub fn boot_video(video: Video, disk: Option<D64>) -> Session {
        let roms = Roms::new(
            roms().output(KERNAL).unwrap(),
            roms().output(BASIC).unwrap(),
            &chargen(),
        );
        let mut c64 = C64::new(video, roms.unwrap());
        c64.set_drive_speed(DriveSpeed::Host);
        if let Some(disk) = disk {
            c64.drive_mut().insert(disk);
        }
        let mut session = Session { c64 };
        session.until("READY.", 3.0);
        session
    }

    /// Emulated seconds since power-on.
    pub fn seconds(&self) -> f64 {
        self.c64.cycles() as f64 / f64::from(self.c64.clock_hz())
    }

    pub fn run(&mut self, seconds: f64) {
        let end = self.seconds() + seconds;
        while self.seconds() < end {
            self.c64.run_frame();
        }
    }

    /// Runs until the text is on the screen; the test fails if it is not there after so many seconds.
    pub fn until(&mut self, text: &str, seconds: f64) {
        let end = self.seconds() + seconds;
        while !self.screen().contains(text) {
            assert!(
                self.seconds() < end,
                "no {text:?} after {seconds} s:\n{}",
                self.screen()
            );
            self.c64.run_frame();
        }
    }

    /// Runs until the editor waits for a key with an empty buffer.
    pub fn until_idle(&mut self, seconds: f64) {
        let end = self.seconds() + seconds;
        self.run(0.1);
        while self.byte(0xcc) != 0 || self.byte(0xc6) != 0 {
            assert!(
                self.seconds() < end,
                "no prompt after {seconds} s, pc ${:04X}, serial port ${:02X}:\n{}",
                self.c64.pc(),
                self.c64.peek(Bank::Cpu, 0xdd00),
                self.screen()
            );
            self.c64.run_frame();
        }
    }

    fn key(&self, name: &str) -> Key {
        let found = self.c64.keys().iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no key {name}")).1
    }

    /// Holds keys down together for a moment.
    pub fn press(&mut self, names: &[&str]) {
        let keys: Vec<Key> = names.iter().map(|name| self.key(name)).collect();
        self.chord(&keys);
    }

    fn chord(&mut self, keys: &[Key]) {
        for key in keys {
            self.c64.key_down(*key);
        }
        self.frames(3);
        for key in keys {
            self.c64.key_up(*key);
        }
        self.frames(3);
    }

    pub fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.c64.run_frame();
        }
    }

    /// Types on the keyboard; `\n` is RETURN.
    pub fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            let chord = self
                .c64
                .chord(character)
                .unwrap_or_else(|| panic!("no key {character:?}"));
            let keys: Vec<Key> = chord.with.into_iter().chain([chord.key]).collect();
            self.chord(&keys);
        }
    }

    /// Types a line with RETURN and waits for the next prompt.
    pub fn command(&mut self, line: &str) {
        self.type_text(line);
        self.type_text("\n");
        self.until_idle(60.0);
    }

    /// Clears the screen, types a line, waits, and gives what stands below it.
    pub fn answer(&mut self, line: &str) -> String {
        self.press(&["left-shift", "home"]);
        self.command(line);
        let screen = self.screen();
        let (_, below) = screen.split_once('\n').unwrap_or_default();
        below.trim_matches('\n').to_owned()
    }

    /// The text on the screen, reversed or not; graphics are `~`.
    pub fn screen(&self) -> String {
        let cell = |n: u16| match self.byte(0x0400 + n) & 0x7f {
            letter @ 0..0x20 => char::from(letter + 0x40),
            mark @ 0x20..0x40 => char::from(mark),
            _ => '~',
        };
        let row = |row: u16| {
            (0..40)
                .map(|column| cell(40 * row + column))
                .collect::<String>()
        };
        let rows: Vec<String> = (0..25).map(|y| row(y).trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned()
    }

    pub fn byte(&self, address: u16) -> u8 {
        self.c64.peek(Bank::Ram, address.into())
    }

    pub fn word(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.byte(address), self.byte(address + 1)])
    }

    /// Puts a file's bytes into memory at its own address.
    pub fn put(&mut self, prg: &[u8]) {
        self.c64
            .load(u16::from_le_bytes([prg[0], prg[1]]), &prg[2..]);
    }
}
