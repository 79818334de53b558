//! What may be left out of memory where a game does not fit otherwise: code of the shell and of the rules machine that only one part of the
//! game asks for comes in with that part, and what answers calls that it never makes is left out.

use crate::pipeline::BuildError;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::parts::segment;
use hexfront_isa::{Kind, Op, ShellCall};
use hexfront_layout::Source;
use hexfront_vm::SOURCES_6502;
use hexfront_vm::verify::verify;
use std::collections::BTreeSet;

/// The shell calls that ask for saved games, and the files that say in which segment the code and the variables lie that only those need.
const SAVING: [ShellCall; 3] = [ShellCall::Save, ShellCall::Load, ShellCall::Look];
const SAVING_PLACES: [&str; 3] = ["saving.inc", "saving_far.inc", "image.inc"];
/// The same for floods.
const FLOODS: [Op; 3] = [Op::Flood, Op::Pathstep, Op::Trek];
const FLOOD_PLACES: [&str; 2] = ["flood.inc", "flood_page.inc"];
/// Calls that the machine makes by itself, to print.
const PRINTING: [ShellCall; 2] = [ShellCall::Char, ShellCall::Ink];
/// The file with the addresses of the routines that answer shell calls.
const TABLE: &str = "shell_table.inc";

/// What of a game's needs stands in one part of it alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tight {
    /// The part in which all its calls for saved games stand, by number.
    saving: Option<usize>,
    /// The part in which all its floods stand.
    floods: Option<usize>,
    /// The shell calls that it makes, by number.
    calls: BTreeSet<usize>,
}

impl Tight {
    /// What a game's code tells. A part counts only if it is brought in later, so that its file holds what comes with it. Saved games are
    /// for no part alone where the game asks for the sum of its state, which the same code works out.
    ///
    /// # Errors
    /// When the cartridge does not verify.
    pub fn of(cartridge: &Cartridge<'_>) -> Result<Tight, BuildError> {
        let verified = verify(cartridge)?;
        let mut calls = BTreeSet::from(PRINTING.map(|call| call as usize));
        let (mut saving, mut floods) = (BTreeSet::new(), BTreeSet::new());
        for (&(page, _), instruction) in &verified.instructions {
            let page = usize::from(page);
            let part = usize::from(cartridge.code_parts()[page]);
            if FLOODS.contains(&instruction.op) {
                floods.insert(part);
            }
            if instruction.op == Op::Hash {
                saving.insert(0);
            }
            let arguments = instruction.arguments(&cartridge.code[page]);
            for call in arguments.filter(|argument| argument.kind == Kind::Shell) {
                let number = usize::from(call.value);
                calls.insert(number);
                if SAVING.iter().any(|call| *call as usize == number) {
                    saving.insert(part);
                }
            }
        }
        let only = |parts: BTreeSet<usize>| {
            let only = parts.first().filter(|_| parts.len() == 1).copied();
            only.filter(|number| {
                let part = cartridge.parts().nth(*number);
                part.is_some_and(|part| !part.at_start)
            })
        };
        Ok(Tight {
            saving: only(saving),
            floods: only(floods),
            calls,
        })
    }

    /// Files in the place of the shell's and the rules machine's.
    pub fn files(&self) -> Vec<Source> {
        let table = SOURCES_6502.iter().find(|(name, _)| *name == TABLE);
        let table = table.map(|(name, text)| Source {
            name,
            text: self.table(text),
        });
        in_part(self.saving, &SAVING_PLACES)
            .chain(in_part(self.floods, &FLOOD_PLACES))
            .chain(table)
            .collect()
    }

    /// The table without the routines of calls that are never made: the linker leaves those out.
    fn table(&self, text: &str) -> String {
        let mut number = 0;
        let mut lines = String::new();
        for line in text.lines() {
            let is_entry = line.contains(".addr");
            let is_made = !is_entry || self.calls.contains(&number);
            number += usize::from(is_entry);
            lines.push_str(if is_made { line } else { "    .addr 0" });
            lines.push('\n');
        }
        lines
    }
}

/// Files that put what they are for into the segment of a part, if it is for one.
fn in_part(part: Option<usize>, files: &'static [&'static str]) -> impl Iterator<Item = Source> {
    part.into_iter().flat_map(move |part| {
        files.iter().map(move |name| Source {
            name,
            text: format!(".segment \"{}\"\n", segment(part)),
        })
    })
}
