//! Disks against `c1541`, the disk tool of VICE: what we write it must read, and the other way round.

use crate::skipped;
use hexfront_disk::d64::{D64, FileKind, Name};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hexfront-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs c1541 and returns all it printed; `None`, with a word about it, where it is not installed.
fn c1541(folder: &Path, arguments: &[&str]) -> Option<String> {
    match Command::new("c1541")
        .args(arguments)
        .current_dir(folder)
        .output()
    {
        Ok(output) => Some(
            String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr),
        ),
        Err(error) => {
            skipped::skipped(&format!("disks against VICE: cannot run c1541 ({error})"));
            None
        }
    }
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn bytes(length: usize, seed: usize) -> Vec<u8> {
    (0..length)
        .map(|i| (i * 31 + seed + i / 99) as u8)
        .collect()
}

#[test]
fn c1541_reads_what_we_write() {
    let folder = Folder::new("ours");
    let mut disk = D64::format(name("HEXFRONT"), *b"HF");
    disk.write_file(&name("FIRST"), FileKind::Prg, &bytes(45_000, 1))
        .unwrap();
    let gone = disk
        .write_file(&name("GONE"), FileKind::Prg, &bytes(9_000, 2))
        .unwrap();
    disk.write_file(&name("SAVE A"), FileKind::Seq, &bytes(508, 3))
        .unwrap();
    disk.scratch(&gone).unwrap();
    disk.replace_file(&name("FIRST"), FileKind::Prg, &bytes(20_000, 4))
        .unwrap();
    disk.rename(&name("SAVE A"), &name("SAVE B")).unwrap();
    for n in 0..20 {
        disk.write_file(&name(&format!("F{n}")), FileKind::Usr, &bytes(n, n))
            .unwrap();
    }
    std::fs::write(folder.path("ours.d64"), disk.to_bytes()).unwrap();

    let Some(list) = c1541(&folder.0, &["-attach", "ours.d64", "-list"]) else {
        return;
    };
    assert!(list.contains("0 \"hexfront        \" hf 2a"), "{list}");
    assert!(list.contains("79   \"first\"            prg"), "{list}");
    assert!(list.contains("2    \"save b\"           seq"), "{list}");
    assert!(list.contains("1    \"f19\"              usr"), "{list}");
    assert!(
        list.contains(&format!("{} blocks free", disk.blocks_free().unwrap())),
        "{list}"
    );
    c1541(
        &folder.0,
        &[
            "-attach",
            "ours.d64",
            "-read",
            "first",
            "first",
            "-read",
            "save b,s",
            "save",
            "-validate",
        ],
    );
    assert_eq!(
        std::fs::read(folder.path("first")).unwrap(),
        bytes(20_000, 4)
    );
    assert_eq!(std::fs::read(folder.path("save")).unwrap(), bytes(508, 3));
    let validated = D64::from_bytes(&std::fs::read(folder.path("ours.d64")).unwrap()).unwrap();
    assert_eq!(validated, disk, "c1541 found something to mend");
}

#[test]
fn we_read_what_c1541_writes() {
    let folder = Folder::new("theirs");
    for (file, length) in [("a", 1), ("b", 254), ("c", 40_000)] {
        std::fs::write(folder.path(file), bytes(length, length)).unwrap();
    }
    let Some(_) = c1541(
        &folder.0,
        &[
            "-format",
            "theirs,v1",
            "d64",
            "theirs.d64",
            "-write",
            "a",
            "a",
            "-write",
            "b",
            "b,s",
            "-write",
            "c",
            "c",
            "-write",
            "a",
            "gone",
            "-delete",
            "gone",
            "-rename",
            "a",
            "new a",
        ],
    ) else {
        return;
    };
    let mut disk = D64::from_bytes(&std::fs::read(folder.path("theirs.d64")).unwrap()).unwrap();
    assert_eq!(disk.check(), []);
    let header = disk.header().unwrap();
    assert_eq!((header.name, header.id), (name("THEIRS"), *b"V1"));
    let found: Vec<String> = disk
        .entries()
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        found,
        [
            "1    \"NEW A\"            PRG",
            "1    \"B\"                SEQ",
            "158  \"C\"                PRG"
        ]
    );
    assert_eq!(disk.read_file(&name("NEW A")).unwrap(), bytes(1, 1));
    assert_eq!(disk.read_file(&name("B")).unwrap(), bytes(254, 254));
    assert_eq!(disk.read_file(&name("C")).unwrap(), bytes(40_000, 40_000));

    let before = disk.clone();
    disk.validate().unwrap();
    assert_eq!(disk, before, "our validate differs from their BAM");
    disk.write_file(&name("OURS"), FileKind::Prg, &bytes(3_000, 9))
        .unwrap();
    std::fs::write(folder.path("theirs.d64"), disk.to_bytes()).unwrap();
    c1541(
        &folder.0,
        &["-attach", "theirs.d64", "-read", "ours", "ours"],
    );
    assert_eq!(std::fs::read(folder.path("ours")).unwrap(), bytes(3_000, 9));
}
