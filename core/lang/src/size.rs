//! Where the bytes go: the table that is printed at every build.

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

/// What a machine has for a game's bytecode, texts and data, besides VM, shell, screen and system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Name of the machine.
    pub machine: &'static str,
    /// Bytes for data pages, texts and code together.
    pub total: usize,
}

/// Memory less VM, shell with screen, art and system. C64: what the Ardennes game has beside 6 KB of VM and 15 of shell,
/// art and screens; Atari and Apple: 48 KB less the same 7 KB of VM and shells by design; Amiga: 512 KB less 168 of art
/// and buffers, 60 of VM, shell and sounds, and room for two further screens, with 64 KB each for code, data and texts.
pub const BUDGETS: [Budget; 4] = [
    Budget {
        machine: "Commodore 64",
        total: 41_728,
    },
    Budget {
        machine: "Atari 48 KB",
        total: 27_648,
    },
    Budget {
        machine: "Apple II 48 KB",
        total: 22_016,
    },
    Budget {
        machine: "Amiga 512 KB",
        total: 192 * 1024,
    },
];

/// How a game fits a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The machine's budget.
    pub budget: Budget,
    /// Bytes of code, data and texts that are in memory at a time, at most.
    pub need: usize,
    /// All of the game is in memory at once.
    pub whole: bool,
    /// Bytes left, negative if it does not fit.
    pub left: isize,
}

impl SizeTable {
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

    /// Bytes of what is in memory at a time, at most: the parts that can be there together, and what belongs to none.
    fn most_at_once(&self) -> usize {
        let size = |part: &PartSize| part.code + part.data + part.text;
        let all: usize = self.parts.iter().map(size).sum();
        let together = |set: &u16| {
            let parts = self.parts.iter().enumerate();
            let mut there = parts.filter(|(n, _)| set & 1 << n != 0);
            there.all(|(_, part)| set & u16::from(part.out) == 0)
        };
        let sets = 0..1_u16 << self.parts.len().min(8);
        let sizes = sets.filter(together).map(|set| {
            let parts = self.parts.iter().enumerate();
            let there = parts.filter(|(n, _)| set & 1 << n != 0);
            there.map(|(_, part)| size(part)).sum::<usize>()
        });
        self.total().saturating_sub(all) + sizes.max().unwrap_or(0)
    }

    /// The fit for every machine. A game is loaded whole where it can be.
    #[must_use]
    pub fn fits(&self) -> Vec<Fit> {
        BUDGETS
            .iter()
            .map(|&budget| {
                let whole = self.total() <= budget.total;
                let need = if whole {
                    self.total()
                } else {
                    self.most_at_once()
                };
                Fit {
                    budget,
                    need,
                    whole,
                    left: budget.total as isize - need as isize,
                }
            })
            .collect()
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
        for fit in self.fits() {
            let how = if fit.whole { "whole" } else { "by parts" };
            let answer = if fit.left >= 0 {
                "fits"
            } else {
                "DOES NOT FIT"
            };
            writeln!(
                f,
                "{:<16} {:>6} of {:>6} bytes, {how}: {answer}, {} left",
                fit.budget.machine, fit.need, fit.budget.total, fit.left
            )?;
        }
        Ok(())
    }
}
