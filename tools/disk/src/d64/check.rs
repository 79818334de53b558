//! Looking for damage.

use super::{BLOCKS, Block, D64, DiskError, Entry, FileKind, Name, Track, bam};
use std::fmt;

/// Something wrong with a disk. Its text names the place, the file, and the mend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the text says what each field is")]
pub enum Problem {
    /// Block 18/0 or a block of the directory cannot be read, or links wrongly.
    Directory { error: DiskError },
    /// A block of a file cannot be read, or links wrongly.
    File { name: Name, error: DiskError },
    /// Two files, or a file and the directory (`other` is `None`), share a block.
    CrossLinked {
        name: Name,
        other: Option<Name>,
        block: Block,
    },
    /// The file was never closed.
    NotClosed { name: Name },
    /// The type of the entry is none that DOS 2.6 knows.
    UnknownKind { name: Name, bits: u8 },
    /// The entry's length is not that of the chain.
    Length {
        name: Name,
        says: u16,
        counted: usize,
    },
    /// A block of a file is free in the BAM: the next write destroys it.
    UsedButFree { name: Name, block: Block },
    /// A block of the directory is free in the BAM.
    DirectoryFree { block: Block },
    /// Blocks that are marked used but belong to no file.
    Lost { blocks: Vec<Block> },
    /// The BAM's count of a track is not that of its bits.
    Count { track: Track, says: u8, counted: u8 },
    /// The image marks a block as bad that no file uses.
    BadBlock { error: DiskError },
}

impl Problem {
    /// Whether something on the disk is lost already, or will be when it is written to.
    pub fn endangers_files(&self) -> bool {
        match self {
            Problem::Directory { .. }
            | Problem::File { .. }
            | Problem::CrossLinked { .. }
            | Problem::NotClosed { .. }
            | Problem::UsedButFree { .. }
            | Problem::DirectoryFree { .. }
            | Problem::Count { .. } => true,
            Problem::UnknownKind { .. }
            | Problem::Length { .. }
            | Problem::Lost { .. }
            | Problem::BadBlock { .. } => false,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Directory { error } => write!(
                f,
                "directory: {error}; files listed after it are lost unless the block is restored from a copy"
            ),
            Problem::File { name, error } => write!(
                f,
                "\"{name}\": {error}; what comes after it is lost: copy the file if you can, then scratch it"
            ),
            Problem::CrossLinked {
                name,
                other: Some(other),
                block,
            } => write!(
                f,
                "\"{name}\" and \"{other}\" both use block {block}: copy both, scratch both, validate, and see which copy is whole"
            ),
            Problem::CrossLinked {
                name,
                other: None,
                block,
            } => write!(
                f,
                "\"{name}\" uses block {block}, which belongs to the directory: do not scratch it; copy the other files to a new disk"
            ),
            Problem::NotClosed { name } => write!(
                f,
                "\"{name}\" was never closed, its end is unknown: validate removes it"
            ),
            Problem::UnknownKind { name, bits } => write!(
                f,
                "\"{name}\" has the file type {bits}, which a 1541 does not know: scratch it and write it anew"
            ),
            Problem::Length {
                name,
                says,
                counted,
            } => write!(
                f,
                "\"{name}\" has {counted} blocks and the directory says {says}: harmless; copying the file mends it"
            ),
            Problem::UsedButFree { name, block } => write!(
                f,
                "block {block} of \"{name}\" is marked free, the next file written may take it: validate before writing"
            ),
            Problem::DirectoryFree { block } => write!(
                f,
                "block {block} of the directory is marked free, the next file written may take it: validate before writing"
            ),
            Problem::Lost { blocks } => write!(
                f,
                "blocks marked used that belong to no file: {}, first {}; validate frees them, unless programs read them directly",
                blocks.len(),
                blocks[0]
            ),
            Problem::Count {
                track,
                says,
                counted,
            } => write!(
                f,
                "track {} has {counted} free blocks and the count says {says}: validate mends it",
                track.0
            ),
            Problem::BadBlock { error } => write!(
                f,
                "{error}; no file uses it (some programs look for such blocks on their original disk)"
            ),
        }
    }
}

/// Who uses a block.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    Nobody,
    Directory,
    File(Name),
}

impl D64 {
    /// Everything that is wrong with the disk; empty for a sound one.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut owners = vec![Owner::Nobody; BLOCKS];
        owners[Block::BAM.index()] = Owner::Directory;

        let mut directory = Vec::new();
        if let Some(error) = self.walk(Block::DIRECTORY, |block| {
            directory.push(block);
            true
        }) {
            problems.push(Problem::Directory { error });
        }
        for block in directory {
            owners[block.index()] = Owner::Directory;
        }
        // An unreadable directory has been reported; what can be read of it is looked at all the same.
        let entries = self.entries().unwrap_or_default();
        for entry in &entries {
            self.check_file(entry, &mut owners, &mut problems);
        }
        self.check_bam(&owners, &mut problems);
        for block in Block::all() {
            if let (Some(fault), Owner::Nobody) = (self.fault(block), owners[block.index()]) {
                let error = DiskError::Unreadable { block, fault };
                problems.push(Problem::BadBlock { error });
            }
        }
        problems
    }

    /// Visits the blocks of a chain while `visit` says so; returns what stopped it other than its end.
    fn walk(&self, first: Block, mut visit: impl FnMut(Block) -> bool) -> Option<DiskError> {
        let mut seen = [false; BLOCKS];
        let mut at = first;
        loop {
            if std::mem::replace(&mut seen[at.index()], true) {
                return Some(DiskError::Loop { block: at });
            }
            if !visit(at) {
                return None;
            }
            match self.link(at) {
                Ok(super::image::Link::Next(next)) => at = next,
                Ok(super::image::Link::End(_)) => return None,
                Err(error) => return Some(error),
            }
        }
    }

    fn check_file(&self, entry: &Entry, owners: &mut [Owner], problems: &mut Vec<Problem>) {
        let name = entry.name;
        if !entry.closed {
            problems.push(Problem::NotClosed { name });
        }
        if let FileKind::Unknown(bits) = entry.kind {
            problems.push(Problem::UnknownKind { name, bits });
        }
        // A DEL entry may have no file behind it: directories use them as headings.
        if entry.kind == FileKind::Del && entry.first.0 == 0 {
            return;
        }
        let mut starts = vec![entry.first_block()];
        if entry.kind == FileKind::Rel {
            let (track, sector) = entry.side;
            starts.push(Block::new(track, sector));
        }
        let mut counted = 0;
        let mut whole = true;
        for start in starts {
            let stopped = match start {
                Ok(first) => self.walk(first, |block| {
                    let owner = &mut owners[block.index()];
                    let other = match *owner {
                        Owner::Nobody => {
                            *owner = Owner::File(name);
                            counted += 1;
                            return true;
                        }
                        Owner::Directory => None,
                        Owner::File(other) => Some(other),
                    };
                    whole = false;
                    problems.push(Problem::CrossLinked { name, other, block });
                    false
                }),
                Err(error) => Some(error),
            };
            if let Some(error) = stopped {
                whole = false;
                problems.push(Problem::File { name, error });
            }
        }
        if whole && entry.closed && counted != usize::from(entry.blocks) {
            problems.push(Problem::Length {
                name,
                says: entry.blocks,
                counted,
            });
        }
    }

    fn check_bam(&self, owners: &[Owner], problems: &mut Vec<Problem>) {
        let block = match self.read(Block::BAM) {
            Ok(block) => block,
            Err(error) => {
                problems.push(Problem::Directory { error });
                return;
            }
        };
        let mut lost = Vec::new();
        for track in Track::all() {
            let mut counted = 0;
            for at in track.blocks() {
                let free = bam::is_free(block, at);
                counted += u8::from(free);
                match (owners[at.index()], free) {
                    (Owner::Directory, true) => {
                        problems.push(Problem::DirectoryFree { block: at });
                    }
                    (Owner::File(name), true) => {
                        problems.push(Problem::UsedButFree { name, block: at });
                    }
                    (Owner::Nobody, false) => lost.push(at),
                    (Owner::Nobody, true) | (Owner::Directory | Owner::File(_), false) => {}
                }
            }
            let says = bam::count(block, track);
            if says != counted {
                problems.push(Problem::Count {
                    track,
                    says,
                    counted,
                });
            }
        }
        if !lost.is_empty() {
            problems.push(Problem::Lost { blocks: lost });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disk() -> D64 {
        let mut disk = D64::format(Name::parse("TEST").unwrap(), *b"T1");
        for (name, length) in [("ONE", 700), ("TWO", 500)] {
            let bytes = vec![1; length];
            disk.write_file(&Name::parse(name).unwrap(), FileKind::Prg, &bytes)
                .unwrap();
        }
        disk
    }

    /// Writes one byte of a block behind the DOS's back.
    fn poke(disk: &mut D64, track: u8, sector: u8, at: usize, byte: u8) {
        let block = Block::new(track, sector).unwrap();
        let mut data = *disk.peek(block);
        data[at] = byte;
        disk.write(block, &data).unwrap();
    }

    #[test]
    fn a_sound_disk_has_no_problem() {
        assert_eq!(disk().check(), []);
    }

    #[test]
    fn each_damage_is_named_with_its_mend() {
        // ONE is 17/0 17/10 17/20, TWO is 17/1 17/11.
        type Damage = fn(&mut D64);
        let rows: [(&str, Damage); 11] = [
            ("link off the disk", |d| poke(d, 17, 10, 0, 40)),
            ("loop", |d| {
                poke(d, 17, 20, 0, 17);
                poke(d, 17, 20, 1, 0);
            }),
            ("cross-linked", |d| {
                poke(d, 17, 1, 1, 10);
            }),
            ("into the directory", |d| {
                poke(d, 17, 1, 0, 18);
                poke(d, 17, 1, 1, 1);
            }),
            ("open file", |d| poke(d, 18, 1, 2, 0x02)),
            ("unknown type", |d| poke(d, 18, 1, 2, 0x87)),
            ("length", |d| poke(d, 18, 1, 30, 9)),
            ("block marked free", |d| {
                d.mark(Block::new(17, 20).unwrap(), true).unwrap();
            }),
            ("lost blocks", |d| {
                d.mark(Block::new(5, 5).unwrap(), false).unwrap();
                d.mark(Block::new(5, 6).unwrap(), false).unwrap();
            }),
            ("count", |d| poke(d, 18, 0, 4, 3)),
            ("bad block", |d| {
                d.set_fault(Block::new(17, 11).unwrap(), 5);
                d.set_fault(Block::new(30, 1).unwrap(), 3);
            }),
        ];
        let mut text = String::new();
        for (what, damage) in rows {
            let mut disk = disk();
            damage(&mut disk);
            text += &format!("{what}\n");
            for problem in disk.check() {
                text += &format!("    {problem}\n");
            }
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn an_unreadable_directory_is_told_and_not_followed() {
        let mut disk = disk();
        disk.set_fault(Block::DIRECTORY, 2);
        disk.set_fault(Block::BAM, 5);
        let problems = disk.check();
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(
            problems
                .iter()
                .all(|p| matches!(p, Problem::Directory { .. }))
        );
    }
}
