//! Where the bytes go: the table that `check --sizes` prints.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A name with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Procedure, screen, rule id, table or field.
    pub name: String,
    /// Bytes.
    pub bytes: usize,
}

/// Bytes of a part of the game, in whole pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartSize {
    /// Its name.
    pub name: String,
    /// Bytecode.
    pub code: usize,
    /// Constant data.
    pub data: usize,
    /// Texts.
    pub text: usize,
    /// What is written.
    pub written: usize,
    /// The part itself and those that come with it, a bit each.
    pub with: u16,
    /// Parts that are absent while it is in memory, a bit each.
    pub out: u16,
    /// Procedures, screens and constant data that lie in it.
    pub contents: Vec<Entry>,
}

impl PartSize {
    /// All of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.code + self.data + self.text + self.written
    }

    fn line(&self) -> String {
        format!(
            "  part {:<33}{:>7}  code {}, tables {}, texts {}, written {}\n",
            self.name,
            self.bytes(),
            self.code,
            self.data,
            self.text,
            self.written
        )
    }
}

/// Parts that are in memory together, and no other can come without putting one of them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Their names.
    pub parts: Vec<String>,
    /// Bytes of all of them, in whole pages.
    pub bytes: usize,
}

/// Sizes of a compiled game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeTable {
    /// Bytecode by procedure and definition.
    pub procedures: Vec<Entry>,
    /// Bytecode by screen.
    pub screens: Vec<Entry>,
    /// Bytecode and tables by rule id; 0 for rules that only state something.
    pub rules: Vec<Entry>,
    /// Constant tables, layers and fields.
    pub tables: Vec<Entry>,
    /// State and scratch by field, layer and array; all scalars together.
    pub state: Vec<Entry>,
    /// Bytes of bytecode, without the unused ends of pages.
    pub code_bytes: usize,
    /// Code pages of 256 bytes.
    pub code_pages: usize,
    /// The parts of the game; the first is always in memory.
    pub parts: Vec<PartSize>,
    /// Bytes used in each code page.
    pub page_use: Vec<usize>,
    /// Data pages of 256 bytes, the V page included.
    pub data_pages: usize,
    /// Those of them that start as zeros and need no room on disk.
    pub zero_pages: usize,
    /// Letters of all texts before packing.
    pub text_letters: usize,
    /// Bytes of all texts packed, the pair table included.
    pub text_bytes: usize,
    /// Bytes of texts that lie in what is left of data pages.
    pub text_in_rests: usize,
    /// End of the deepest locals in the V page; 256 is full.
    pub variables_end: usize,
    /// Bytes of the state image.
    pub image_bytes: usize,
}

impl SizeTable {
    /// All of it in one line.
    #[must_use]
    pub fn line(&self) -> String {
        format!(
            "{} bytes: bytecode {}, texts {}, data {}; state {}",
            self.total(),
            256 * self.code_pages,
            self.text_bytes,
            256 * self.data_pages,
            self.image_bytes
        )
    }

    /// Bytes that all code, data pages and texts take.
    #[must_use]
    pub fn total(&self) -> usize {
        256 * (self.code_pages + self.data_pages) + self.text_bytes
    }

    /// What can be in memory together, the most first.
    #[must_use]
    pub fn moments(&self) -> Vec<Moment> {
        let all = || self.parts.iter().enumerate();
        let apart = |set: u32| {
            let members = all().filter(|(number, _)| set & 1 << number != 0);
            members.fold(0, |mask, (_, part)| mask | u32::from(part.out))
        };
        let whole = |set: &u32| {
            let members = || all().filter(|(number, _)| set & 1 << number != 0);
            let others = || all().filter(|(number, _)| set & 1 << number == 0);
            let sound = |(_, part): (usize, &PartSize)| u32::from(part.with) & !set == 0;
            let more = |(number, part): (usize, &PartSize)| {
                u32::from(part.with) & !(set | 1 << number) == 0 && apart(*set) & 1 << number == 0
            };
            set & 1 != 0 && apart(*set) & set == 0 && members().all(sound) && !others().any(more)
        };
        let moment = |set: u32| {
            let members = || all().filter(move |(number, _)| set & 1 << number != 0);
            Moment {
                parts: members().map(|(_, part)| part.name.clone()).collect(),
                bytes: members().map(|(_, part)| part.bytes()).sum(),
            }
        };
        let sets = (0..1_u32 << self.parts.len()).filter(whole);
        let mut moments: Vec<Moment> = sets.map(moment).collect();
        moments.sort_by_key(|moment| core::cmp::Reverse(moment.bytes));
        moments
    }

    /// The parts, and what can be in memory together; nothing for a game in one.
    fn parts_table(&self) -> String {
        if self.parts.len() < 2 {
            return String::new();
        }
        let parts: String = self.parts.iter().map(PartSize::line).collect();
        let together = |moment: Moment| {
            let names = moment.parts.join(", ");
            format!("  {names:<38}{:>7}  together\n", moment.bytes)
        };
        let moments: String = self.moments().into_iter().map(together).collect();
        parts + &moments
    }

    /// What lies in each part, the largest first.
    #[must_use]
    pub fn by_part(&self) -> String {
        let of = |part: &PartSize| {
            let mut contents: Vec<&Entry> = part.contents.iter().collect();
            contents.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(a.name.cmp(&b.name)));
            let line = |entry: &Entry| format!("    {:<36}{:>7}\n", entry.name, entry.bytes);
            let lines: String = contents.into_iter().map(line).collect();
            part.line() + &lines
        };
        let parts: String = self.parts.iter().map(of).collect();
        parts + &self.parts_table()
    }

    /// Average bytes of code and tables of the rules that have some.
    #[must_use]
    pub fn bytes_per_rule(&self) -> Option<usize> {
        let live = self.rules.iter().filter(|r| r.bytes > 0).count();
        let total: usize = self.rules.iter().map(|r| r.bytes).sum();
        total.checked_div(live)
    }
}

impl fmt::Display for SizeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = |title: &str, entries: &[Entry]| -> fmt::Result {
            let total: usize = entries.iter().map(|e| e.bytes).sum();
            writeln!(f, "{title:<40}{total:>7}")?;
            let mut sorted: Vec<&Entry> = entries.iter().filter(|e| e.bytes > 0).collect();
            sorted.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(a.name.cmp(&b.name)));
            for entry in sorted {
                writeln!(f, "  {:<38}{:>7}", entry.name, entry.bytes)?;
            }
            Ok(())
        };
        list("procedures and definitions", &self.procedures)?;
        list("screens", &self.screens)?;
        list("rules (code and tables, counted above)", &self.rules)?;
        list("constant data", &self.tables)?;
        list("state and scratch", &self.state)?;
        writeln!(f, "{:<40}{:>7}", "texts before packing", self.text_letters)?;
        write!(f, "{:<40}{:>7}", "texts packed", self.text_bytes)?;
        if self.text_in_rests > 0 {
            write!(f, "  and {} in rests of data pages", self.text_in_rests)?;
        }
        writeln!(f)?;
        writeln!(f, "{:<40}{:>7}", "bytecode", self.code_bytes)?;
        writeln!(
            f,
            "{:<40}{:>7}  in {} pages",
            "bytecode with page ends",
            256 * self.code_pages,
            self.code_pages
        )?;
        write!(f, "{}", self.parts_table())?;
        writeln!(
            f,
            "{:<40}{:>7}  in {} pages, {} of them zero at start",
            "data",
            256 * self.data_pages,
            self.data_pages,
            self.zero_pages
        )?;
        writeln!(
            f,
            "{:<40}{:>7}  of 256",
            "variables and locals", self.variables_end
        )?;
        writeln!(f, "{:<40}{:>7}", "state image", self.image_bytes)?;
        writeln!(f, "{:<40}{:>7}", "all", self.total())?;
        if let Some(average) = self.bytes_per_rule() {
            writeln!(f, "{:<40}{average:>7}", "bytes per rule with code")?;
        }
        Ok(())
    }
}
