//! The list of a folder's programs: `testbench/c64-testlist.in` of VICE's test programs, a line a program:
//! `FOLDER,PROGRAM,KIND,CYCLES[,OPTION]...`, folders relative to the list's own.

use hexfront_platforms::machines::c64::Revision;
use std::path::{Path, PathBuf};

/// What a program is to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// 0.
    Pass,
    /// Anything else.
    Error,
    /// Nothing before its time is up.
    Timeout,
}

/// A program that reports by a number.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The two folders it lies in, as `CIA/tod`; the score has a line for the first.
    pub suite: String,
    /// File name and options, as the list has them.
    pub name: String,
    pub path: PathBuf,
    /// Cycles after which it counts as hanging.
    pub cycles: u64,
    pub ntsc: bool,
    pub cias: Revision,
    pub disk: Option<PathBuf>,
    pub expected: Expected,
    /// Why it cannot be run here: the part it needs.
    pub lacks: Option<&'static str>,
}

impl Entry {
    /// Whether the program looks at bytes of the original ROMs.
    pub fn wants_landmarks(&self) -> bool {
        self.name.starts_with("mmu")
    }
}

/// In the names of programs for one batch of the CIA.
const OF_WEEK_4485: &str = "-4485-";

/// Options that ask for a part that we do not emulate.
const LACKING: [(&str, &str); 13] = [
    ("mountcrt", "a cartridge"),
    ("mountg64", "a disk of raw tracks"),
    ("mountp64", "a disk of raw tracks"),
    ("reu", "a memory expansion"),
    ("geo", "a memory expansion"),
    ("plus60k", "a memory expansion"),
    ("plus256k", "a memory expansion"),
    ("ramcart", "a memory expansion"),
    ("dqbb", "a memory expansion"),
    ("isepic", "a memory expansion"),
    ("vicii-ntscold", "the VIC-II 6567R56A"),
    ("vicii-new", "the VIC-II 8565"),
    ("sid-new", "the SID 8580"),
];

/// Folder of programs for the drive, and the command by which they run code of theirs in it.
const FOR_THE_DRIVE: &str = "/drive/";
const EXECUTE: &[u8] = b"M-E";
/// What that takes.
const DRIVE_PROCESSOR: &str = "the drive's own processor";

/// The entries that report by a number.
///
/// # Errors
/// When the list cannot be read, or a line has too few fields.
pub fn read(folder: &Path) -> Result<Vec<Entry>, String> {
    let base = folder.join("testbench");
    let path = base.join("c64-testlist.in");
    let text = std::fs::read_to_string(&path).map_err(|error| {
        format!(
            "{}: {error}; FOLDER is a copy of VICE's test programs, with their folders `testbench`, `CIA`, `general`",
            path.display()
        )
    })?;
    let mut entries = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let fields: Vec<&str> = line.trim().split(',').collect();
        let [place, program, kind, cycles, options @ ..] = fields.as_slice() else {
            return Err(format!(
                "{}:{}: needs four fields",
                path.display(),
                number + 1
            ));
        };
        if *kind == "exitcode" {
            entries.push(entry(&base, place, program, cycles, options));
        }
    }
    Ok(entries)
}

fn entry(base: &Path, place: &str, program: &str, cycles: &str, options: &[&str]) -> Entry {
    let has = |option: &str| options.contains(&option);
    let parts: Vec<&str> = place
        .split('/')
        .filter(|p| !matches!(*p, ".." | "." | ""))
        .collect();
    let path = base.join(place).join(program);
    let lacks = LACKING
        .iter()
        .find(|(option, _)| options.iter().any(|o| o.starts_with(option)))
        .map(|(_, part)| *part)
        .or_else(|| runs_in_the_drive(&path).then_some(DRIVE_PROCESSOR));
    let file = |option: &str| {
        let name = options.iter().find_map(|o| o.strip_prefix(option));
        name.map(|name| base.join(place).join(name))
    };
    let telling = |option: &&str| !option.starts_with("comment") && *option != "warn";
    let name: Vec<&str> = std::iter::once(program)
        .chain(options.iter().copied().filter(telling))
        .collect();
    Entry {
        suite: parts[..parts.len().min(2)].join("/"),
        name: name.join(" "),
        path,
        cycles: cycles.parse().unwrap_or(0),
        ntsc: has("vicii-ntsc"),
        cias: if has("cia-new") {
            Revision::New
        } else if program.contains(OF_WEEK_4485) {
            Revision::Week4485
        } else {
            Revision::Old
        },
        disk: file("mountd64:"),
        expected: match options.iter().find_map(|o| o.strip_prefix("expect:")) {
            Some("error") => Expected::Error,
            Some("timeout") => Expected::Timeout,
            _ => Expected::Pass,
        },
        lacks,
    }
}

/// Whether a program for the drive sends it code.
fn runs_in_the_drive(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.contains(FOR_THE_DRIVE)
        && std::fs::read(path)
            .is_ok_and(|bytes| bytes.windows(EXECUTE.len()).any(|window| window == EXECUTE))
}
