//! Where two state images differ, by the names of the rules.

use hexfront_isa::cartridge::Cartridge;
use std::fmt;

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    /// The field's name in the rules.
    pub field: String,
    /// Which of its elements; 0 for a variable.
    pub index: usize,
    /// Whether it has more than one element.
    pub array: bool,
    /// What it should be.
    pub wanted: u16,
    /// What it is.
    pub found: u16,
}

impl fmt::Display for FieldDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.field)?;
        if self.array {
            write!(f, "[{}]", self.index)?;
        }
        write!(f, " is {} instead of {}", self.found, self.wanted)
    }
}

/// The values that differ between two state images of a cartridge.
pub fn differences(cartridge: &Cartridge<'_>, wanted: &[u8], found: &[u8]) -> Vec<FieldDifference> {
    let mut list = Vec::new();
    let mut at = 0;
    for field in cartridge.fields() {
        let width = field.element_bytes();
        for index in 0..usize::from(field.count) {
            let value = |image: &[u8]| match image.get(at..at + width) {
                Some([low, high]) => u16::from_le_bytes([*low, *high]),
                Some([byte]) => u16::from(*byte),
                _ => 0,
            };
            let (wanted, found) = (value(wanted), value(found));
            if wanted != found {
                list.push(FieldDifference {
                    field: field.name.to_owned(),
                    index,
                    array: field.count > 1,
                    wanted,
                    found,
                });
            }
            at += width;
        }
    }
    list
}
