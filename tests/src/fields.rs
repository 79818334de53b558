//! The values of a game's state by the names of its rules, and the rows of its tables by their ids.

use hexfront_isa::cartridge::Cartridge;
use std::collections::BTreeMap;

/// The values in a state image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields(BTreeMap<String, Vec<u16>>);

impl Fields {
    /// The values in a state image of the cartridge.
    pub fn of(cartridge: &Cartridge<'_>, image: &[u8]) -> Self {
        let mut rest = image;
        let mut values = BTreeMap::new();
        for field in cartridge.fields() {
            let (here, behind) = rest.split_at(field.image_bytes());
            rest = behind;
            let list = if field.element_bytes() == 1 {
                here.iter().map(|byte| u16::from(*byte)).collect()
            } else {
                let (words, _) = here.as_chunks::<2>();
                words.iter().map(|word| u16::from_le_bytes(*word)).collect()
            };
            values.insert(field.name.to_owned(), list);
        }
        Self(values)
    }

    /// A value that is one.
    ///
    /// # Panics
    /// When there is none of that name.
    pub fn one(&self, name: &str) -> u16 {
        self.at(name, 0)
    }

    /// The sum of a list, or of a column of a record.
    ///
    /// # Panics
    /// When there is none of that name.
    pub fn sum(&self, name: &str) -> u32 {
        let list = self.0.get(name);
        let list = list.unwrap_or_else(|| panic!("the state has no {name}"));
        list.iter().map(|value| u32::from(*value)).sum()
    }

    /// An element of a list, or of a column of a record.
    ///
    /// # Panics
    /// When there is none of that name, or not so many.
    pub fn at(&self, name: &str, index: usize) -> u16 {
        let list = self.0.get(name);
        let value = list.and_then(|list| list.get(index));
        *value.unwrap_or_else(|| panic!("the state has no {name}[{index}]"))
    }
}

/// The row with an id, from 0, in a table whose first column are ids and whose first line is the heading.
///
/// # Panics
/// When there is none.
pub fn row(table: &str, id: &str) -> usize {
    let mut ids = table.lines().skip(1).map(|line| line.split(',').next());
    ids.position(|found| found == Some(id))
        .unwrap_or_else(|| panic!("no row is called {id}"))
}
