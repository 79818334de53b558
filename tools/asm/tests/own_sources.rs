//! All 6502 assembly of the project: it assembles, and where ca65 is installed, ca65 and ld65 make the same bytes of it.

use crate::skipped;
use hexfront_asm::{Definition, Machine, Object, Options, assemble, link};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders with assembly, from the top of the repository; includes are looked for in them.
const ROOTS: [&str; 6] = [
    "core/vm/6502",
    "core/shell/6502",
    "c64/shell",
    "apple2/shell",
    "atari8/shell",
    "roms-free",
];
/// Where else includes are: what both assemblers share.
const SHARED: [&str; 1] = ["core/vm"];

/// Files that are made for each game: here for a map of 32 by 32 hexes, for drawings of which there are so many, and for many parts.
const MADE: [(&str, &str); 4] = [
    (
        "grid.inc",
        "GRID_COLUMNS = 32\nGRID_ROWS = 32\nROW_BITS = 5\nLAYER_PAGES = 4\nLAYER_MASK = 3\n\
         TERRAIN_BITS = 255\nTERRAIN_SHIFT = 0\nOWNER_BITS = 255\nSITE_BITS = 255\nSITE_SHIFT = 0\nSHARED_STATE = 1\n",
    ),
    (
        "tiles.inc",
        "glyph_count = 72\ntile_count = 200\ncounter_tops = 120\ncounter_bottoms = 160\ntile_plain = 100\nTITLE_PICTURE = 1\npicture_rows = 10\nSEASONS = 1\nseason_cells = 7\nseason_values = 4\n",
    ),
    ("seasons.inc", "SEASONS = 1\n"),
    ("parts.inc", "many_parts = 1\nparts_stay = 1\n"),
];

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every `.s` file below the roots that no other one includes, as root and name.
fn main_files() -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    for root in ROOTS {
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(top().join(root).join(&folder)) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = format!("{folder}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    folders.push(format!("{name}/"));
                } else if name.ends_with(".s") || name.ends_with(".inc") {
                    files.push((root, name));
                }
            }
        }
    }
    files.sort();
    let texts: Vec<(&str, String)> = (files.iter())
        .map(|(root, name)| (*root, read(root, name)))
        .collect();
    let included = |root: &str, name: &str| {
        let quoted = format!(".include \"{name}\"");
        texts
            .iter()
            .any(|(its, text)| *its == root && text.contains(&quoted))
    };
    files
        .into_iter()
        .filter(|(root, name)| name.ends_with(".s") && !included(root, name))
        .collect()
}

fn read(root: &str, name: &str) -> String {
    fs::read_to_string(top().join(root).join(name)).expect("the file was just listed")
}

fn object(root: &str, name: &str) -> Object {
    let source = |name: &str| {
        let roots = std::iter::once(&root).chain(&ROOTS).chain(&SHARED);
        roots
            .into_iter()
            .find_map(|r| fs::read(top().join(r).join(name)).ok())
            .or_else(|| {
                let made = MADE.iter().find(|(made, _)| *made == name);
                made.map(|(_, text)| (*text).into())
            })
    };
    assemble(&source, name, &Options::default()).unwrap_or_else(|list| {
        panic!(
            "{}",
            list.iter().map(|d| format!("{d}\n")).collect::<String>()
        )
    })
}

/// What stands for the rest of the program: a script of each linker that takes every segment, and values for
/// everything imported.
struct Surroundings {
    ours: String,
    theirs: String,
    stub: String,
}

fn surroundings(object: &Object) -> Surroundings {
    let mut sizes: BTreeMap<&str, (u32, u32, bool)> = BTreeMap::new();
    for section in &object.sections {
        let entry = sizes
            .entry(&section.name)
            .or_insert((0, 1, section.zeropage));
        entry.0 += section.size();
        entry.1 = entry.1.max(section.align);
    }
    let (mut ours, mut memory, mut segments) = (
        String::from("output \"flat\"\n"),
        String::new(),
        String::new(),
    );
    let (mut zero, mut next) = (0x02u32, 0x1000u32);
    for (name, (size, align, zeropage)) in sizes {
        let start = if zeropage { &mut zero } else { &mut next };
        *start = start.next_multiple_of(align);
        // ld65 writes nothing of the zero page.
        let output = if zeropage { "" } else { "output \"flat\"" };
        let _ = writeln!(ours, "area {name} start {start} size {} {output}", size + 1);
        let _ = writeln!(ours, "segment {name} in {name} align {align}");
        let _ = writeln!(
            memory,
            "{name}: start = {start}, size = {}, file = %O;",
            size + 1
        );
        let kind = if zeropage { "zp" } else { "rw" };
        let _ = writeln!(
            segments,
            "{name}: load = {name}, type = {kind}, align = {align}, optional = yes;"
        );
        *start = if zeropage {
            *start + size
        } else {
            (*start + size + 1).next_multiple_of(256)
        };
    }
    let mut stub = String::new();
    let imported: BTreeSet<(&str, bool)> = object
        .symbols
        .iter()
        .filter(|s| s.definition == Definition::Imported)
        .map(|s| (s.name.as_str(), s.zeropage))
        .collect();
    for (n, (name, zeropage)) in imported.into_iter().enumerate() {
        if zeropage {
            let _ = writeln!(stub, ".exportzp {name}\n{name} = {}", 0x80 + n % 0x70);
        } else {
            let _ = writeln!(stub, ".export {name}\n{name} = {}", 0x8000 + n % 100 * 256);
        }
    }
    let theirs = format!("MEMORY {{\n{memory}}}\nSEGMENTS {{\n{segments}}}\n");
    Surroundings { ours, theirs, stub }
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// What ca65 and ld65 make of a file.
fn ca65(root: &str, name: &str, around: &Surroundings, work: &Path) -> Result<Vec<u8>, String> {
    let at = |name: &str| work.join(name);
    fs::write(at("stub.s"), &around.stub).map_err(|e| e.to_string())?;
    for (name, text) in MADE {
        fs::write(at(name), text).map_err(|e| e.to_string())?;
    }
    fs::write(at("link.cfg"), &around.theirs).map_err(|e| e.to_string())?;
    let mut assemble = Command::new("ca65");
    assemble.arg("-I").arg(work);
    for folder in std::iter::once(&root).chain(&ROOTS).chain(&SHARED) {
        assemble.arg("-I").arg(top().join(folder));
    }
    run(assemble
        .arg("-o")
        .arg(at("main.o"))
        .arg(top().join(root).join(name)))?;
    run(Command::new("ca65")
        .arg("-o")
        .arg(at("stub.o"))
        .arg(at("stub.s")))?;
    run(Command::new("ld65")
        .arg("-C")
        .arg(at("link.cfg"))
        .arg("-o")
        .arg(at("out"))
        .args([at("main.o"), at("stub.o")]))?;
    fs::read(at("out")).map_err(|e| e.to_string())
}

#[test]
fn same_bytes_as_ca65_for_all_our_assembly() {
    let live = Command::new("ca65").arg("--version").output().is_ok();
    if !live {
        skipped::skipped("the assembly of the project against ca65: ca65 is not installed");
    }
    let work = std::env::temp_dir().join(format!("hexfront-asm-{}", std::process::id()));
    fs::create_dir_all(&work).expect("a folder for temporary files");
    let mut differences = String::new();
    let mut same = 0;
    let files = main_files();
    assert!(files.len() > 20, "only {} files found", files.len());
    for (root, name) in files {
        let object = object(root, &name);
        if !live || object.machine != Machine::Mos6502 {
            continue;
        }
        let around = surroundings(&object);
        let stub_source = |_: &str| Some(around.stub.clone().into_bytes());
        let stub = assemble(&stub_source, "stub.s", &Options::default()).expect("numbers only");
        let ours = link(
            &around.ours,
            &[(name.as_str(), object.to_elf()), ("stub", stub.to_elf())],
        )
        .map(|image| image.output("flat").unwrap_or_default().to_vec())
        .map_err(|e| e.to_string());
        match (ours, ca65(root, &name, &around, &work)) {
            (Ok(ours), Ok(theirs)) if ours == theirs => same += 1,
            (Ok(ours), Ok(theirs)) => {
                let at = ours.iter().zip(&theirs).position(|(a, b)| a != b);
                let _ = writeln!(
                    differences,
                    "{root}/{name}: {} and {} bytes, differ at {at:?}",
                    ours.len(),
                    theirs.len()
                );
            }
            // Assertions about neighbours that are not there fail for both.
            (Err(ours), Err(theirs)) => {
                println!("{root}/{name} does not link alone:\n  ours: {ours}\n  ca65: {theirs}");
            }
            // ca65 asks for what a name of `vm.inc` stands for even where no code uses that name.
            (Ok(_), Err(theirs)) if theirs.contains("Unresolved external") => {
                println!("{root}/{name} does not link alone with ca65: {theirs}");
            }
            (Ok(_), Err(theirs)) => {
                let _ = writeln!(differences, "{root}/{name}: only ca65 refuses: {theirs}");
            }
            (Err(ours), Ok(_)) => {
                let _ = writeln!(differences, "{root}/{name}: only we refuse: {ours}");
            }
        }
    }
    fs::remove_dir_all(&work).expect("the folder is ours");
    println!("{same} files give the same bytes");
    assert!(differences.is_empty(), "{differences}");
}
