//! The texts of the game, packed.

use super::instructions;
use super::layout::Layout;
use super::parts::{self, Belongs};
use crate::hir::Program;
use crate::lower::lir::{Arg, Code};
use crate::types::Ty;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::text;

/// The packed texts, by their number among the program's texts.
pub(super) struct Texts {
    starts: BTreeMap<usize, u16>,
    pub packed: text::Packed,
    /// Letters before packing.
    pub letters: usize,
}

impl Texts {
    pub(super) fn position(&self, id: usize) -> u16 {
        self.starts.get(&id).copied().unwrap_or(0)
    }

    /// Packs what code, tables and variables name, some of it into the rests of data pages.
    ///
    /// # Errors
    /// A text that is too long.
    pub(super) fn pack<'a>(
        prog: &Program,
        code: &[Option<Code>],
        layout: &Layout,
        belongs: &mut Belongs,
        texts: &'a [String],
        rooms: &[text::Room],
    ) -> Result<Texts, &'a str> {
        let mut used: BTreeSet<usize> = instructions(code)
            .flat_map(|i| &i.args)
            .filter_map(|a| if let Arg::Text(t) = a { Some(*t) } else { None })
            .collect();
        for word in &layout.text_words {
            used.insert(word.text);
            belongs.text_in(&prog.parts, word.text, word.data);
        }
        for var in prog.vars.iter().filter(|v| v.ty == Ty::Text) {
            used.insert(var.init as usize);
            belongs.text_at_large(var.init as usize);
        }
        let ids: Vec<usize> = used.into_iter().collect();
        let strings = ids.iter().map(|t| {
            let string = texts.get(*t).map_or("", String::as_str);
            (string, belongs.text(*t))
        });
        let served = |part: u8| parts::within(&prog.parts, part);
        let serves: Vec<u16> = (0..prog.parts.len() as u8).map(served).collect();
        // What is in memory as the machine starts gives way before memory is short.
        let late = |part: u8| {
            let parts = prog.parts.get(usize::from(part));
            part > 0 && parts.is_some_and(|part| part.at_start)
        };
        let packed = match text::pack(strings.clone(), rooms, &serves, late) {
            Ok(packed) => packed,
            Err(text::TooLong(index)) => {
                let text = ids.get(index).and_then(|t| texts.get(*t));
                return Err(text.map_or("", String::as_str));
            }
        };
        let letters = strings.map(|s| s.0.len()).sum();
        let starts = packed.starts.iter().copied();
        Ok(Texts {
            starts: ids.iter().copied().zip(starts).collect(),
            packed,
            letters,
        })
    }
}
