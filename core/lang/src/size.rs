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
    /// Parts that are absent while it is in memory, a bit each.
    pub out: u8,
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
        for part in self.parts.iter().filter(|_| self.parts.len() > 1) {
            writeln!(
                f,
                "  part {:<33}{:>7}  code {}, tables {}, texts {}",
                part.name,
                part.code + part.data + part.text,
                part.code,
                part.data,
                part.text
            )?;
        }
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
