//! A C64 with our ROMs, waiting at its prompt, and a program run on it until it reports.

use crate::list::Entry;
use hexfront_asm::{Files, Options, assemble, link};
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, DriveSpeed};
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use hexfront_roms::{BASIC, KERNAL, LINK_SCRIPT, MAIN_FILES, SOURCES, chargen};

/// The address to which the programs write what they found: 0 is good.
const REPORT: [u8; 2] = [0xFF, 0xD7];
/// The KERNAL's keyboard buffer and the number of keys in it.
const KEYS: (u32, u32) = (0x0277, 0xC6);
/// End of the program, where BASIC's variables begin: four pointers.
const VARIABLES: u32 = 0x2D;
/// Frames from power-on to the prompt.
const BOOT_FRAMES: u32 = 200;

/// What Lorenz's `mmu` and `mmufetch` expect at places of the original ROMs, to tell which memory answers: first bytes,
/// and an instruction that stores into the processor's port.
const LANDMARKS: [(u16, &[u8]); 8] = [
    (0xA000, &[0x94, 0xE3]),
    (0xA4E1, &[0x91, 0x24]),
    (0xB82A, &[0x91, 0x14]),
    (0xD000, &[0x3C]),
    (0xD402, &[0x91, 0x91]),
    (0xE000, &[0x85]),
    (0xEA79, &[0x85, 0x01]),
    (0xFD27, &[0x91, 0xC3]),
];
/// Where the first of them sends BASIC's cold start.
const COLD_START: usize = 0xE394;
const JMP: u8 = 0x4C;

/// Lays the landmarks over our ROMs.
fn with_landmarks([kernal, basic, chargen]: &mut [Vec<u8>; 3]) {
    let jump = [JMP, basic[0], basic[1]];
    kernal[COLD_START - 0xE000..][..jump.len()].copy_from_slice(&jump);
    for (address, bytes) in LANDMARKS {
        let (rom, base) = match address >> 12 {
            0xA | 0xB => (&mut *basic, 0xA000),
            0xD => (&mut *chargen, 0xD000),
            _ => (&mut *kernal, 0xE000),
        };
        rom[usize::from(address) - base..][..bytes.len()].copy_from_slice(bytes);
    }
}

/// What a program came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It reported this.
    Reported(u8),
    /// Its time was up.
    Timeout,
    /// There is no such file.
    Missing,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Reported(code) => write!(f, "reported ${code:02X}"),
            Outcome::Timeout => write!(f, "no report in time"),
            Outcome::Missing => write!(f, "no such file"),
        }
    }
}

/// The 25 rows at $0400, as letters.
pub fn screen(c64: &C64) -> Vec<String> {
    let letter = |code: u8| match code & 0x7F {
        code @ 0..=0x1F => char::from(code + 0x40),
        code @ 0x20..=0x3F => char::from(code),
        _ => '~',
    };
    let row = |y: u32| {
        (0..40)
            .map(|x| letter(c64.peek(Bank::Ram, 0x400 + 40 * y + x)))
            .collect()
    };
    (0..25).map(row).collect()
}

/// Our ROMs: KERNAL, BASIC, characters.
pub fn roms() -> Result<[Vec<u8>; 3], String> {
    let mut objects = Vec::new();
    for name in MAIN_FILES {
        let object = assemble(&Files(SOURCES), name, &Options::default())
            .map_err(|list| format!("{name}: {} mistakes", list.len()))?;
        objects.push((name, object.to_elf()));
    }
    let image = link(LINK_SCRIPT, &objects).map_err(|errors| errors.to_string())?;
    let output = |name| image.output(name).unwrap_or_default().to_vec();
    Ok([output(KERNAL), output(BASIC), chargen()])
}

/// The machine that an entry asks for, at its prompt.
pub fn boot(entry: &Entry, roms: &[Vec<u8>; 3]) -> Result<C64, String> {
    let mut roms = roms.clone();
    if entry.wants_landmarks() {
        with_landmarks(&mut roms);
    }
    let [kernal, basic, chargen] = &roms;
    let roms = Roms::new(kernal, basic, chargen).map_err(|error| error.to_string())?;
    let video = if entry.ntsc { Video::Ntsc } else { Video::Pal };
    let mut c64 = C64::with_cias(video, entry.cias, roms);
    c64.set_drive_speed(DriveSpeed::Real);
    for _ in 0..BOOT_FRAMES {
        c64.run_frame();
    }
    Ok(c64)
}

/// Puts a program into memory as `LOAD` would, types `RUN`, and waits for its report.
pub fn run(c64: &mut C64, program: &[u8], cycles: u64) -> Result<Outcome, String> {
    let [low, high, code @ ..] = program else {
        return Err("a program has an address of two bytes".into());
    };
    let start = u16::from_le_bytes([*low, *high]);
    c64.load(start, code);
    let end = start.wrapping_add(code.len() as u16);
    for pointer in 0..3 {
        for (i, byte) in end.to_le_bytes().into_iter().enumerate() {
            c64.poke(VARIABLES + 2 * pointer + i as u32, byte);
        }
    }
    let run = b"RUN\r";
    for (i, key) in run.iter().enumerate() {
        c64.poke(KEYS.0 + i as u32, *key);
    }
    c64.poke(KEYS.1, run.len() as u8);
    let end = c64.cycles() + cycles;
    while c64.cycles() < end {
        if let Some(code) = reports(c64) {
            return Ok(Outcome::Reported(code));
        }
        c64.step();
    }
    Ok(Outcome::Timeout)
}

/// The value that the next instruction stores at the address of reports, if it is such a store.
fn reports(c64: &C64) -> Option<u8> {
    let pc = c64.pc();
    let cpu = c64.cpu();
    let value = match c64.peek(Bank::Cpu, pc) {
        0x8C => cpu.y,
        0x8D => cpu.a,
        0x8E => cpu.x,
        _ => return None,
    };
    let operand = [1, 2].map(|i| c64.peek(Bank::Cpu, (pc + i) & 0xFFFF));
    (operand == REPORT).then_some(value)
}
