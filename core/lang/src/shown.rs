//! Values as the rules write them: `hex(3, 3)`, `german`, `unit B3 (HUSSARS)`, where the machine has numbers.

use crate::hir::Program;
use crate::types::Ty;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hexfront_isa::cartridge::Grid;

/// What the values of a program are called.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    grid: Grid,
    /// Members of each enum.
    members: Vec<Vec<String>>,
    records: Vec<Record>,
}

#[derive(Clone, Debug)]
struct Record {
    name: String,
    ids: Vec<String>,
    /// What each is called by its field `name`, if it has one.
    called: Vec<String>,
}

impl Words {
    pub fn of(program: &Program) -> Words {
        let members = |e: &crate::hir::EnumInfo| e.members.iter().map(|m| m.0.clone()).collect();
        let records = program.records.iter().map(|record| {
            let names = (record.fields.iter()).find(|f| f.name == "name" && f.ty == Ty::Text);
            let called = names.map_or(&[] as &[i32], |field| &field.init);
            let text = |text: &i32| program.texts.get(*text as usize).cloned();
            Record {
                name: record.name.clone(),
                ids: record.ids.clone(),
                called: called.iter().map(|t| text(t).unwrap_or_default()).collect(),
            }
        });
        Words {
            grid: program.grid,
            members: program.enums.iter().map(members).collect(),
            records: records.collect(),
        }
    }

    /// A word of the machine as a value of a type; none of a type that has no such words.
    pub fn value(&self, ty: Ty, word: u16) -> Option<String> {
        Some(match ty {
            Ty::Int { lo, .. } if lo < 0 => (word as i16).to_string(),
            Ty::Int { .. } => word.to_string(),
            Ty::Flag => if word == 0 { "no" } else { "yes" }.into(),
            Ty::Enum(e) => self.members.get(e)?.get(usize::from(word))?.clone(),
            _ if ty.none() == Some(word.into()) => "none".into(),
            Ty::Rec(r) | Ty::Long(r) => self.record(r, word)?,
            Ty::Hex => {
                let (column, row) = (self.grid.column(word), self.grid.row(word));
                format!("hex({column}, {row})")
            }
            Ty::Text | Ty::Nothing | Ty::Void | Ty::Wrong => return None,
        })
    }

    /// `unit B3 (HUSSARS)`, `unit(3)`
    fn record(&self, record: usize, word: u16) -> Option<String> {
        let record = self.records.get(record)?;
        let text = |list: &[String]| list.get(usize::from(word)).cloned().unwrap_or_default();
        let (id, called) = (text(&record.ids), text(&record.called));
        let itself = match id.as_str() {
            "" => format!("{}({word})", record.name),
            id => format!("{} {id}", record.name),
        };
        Some(match called.as_str() {
            "" => itself,
            called => format!("{itself} ({called})"),
        })
    }
}
