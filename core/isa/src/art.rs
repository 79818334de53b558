//! A game's own art: files that a game brings for one machine, which the machine's builder reads and no machine carries as they are.

use alloc::vec::Vec;

use crate::cartridge::Cartridge;

/// The folder in a game's directory that holds a folder of art for each machine.
pub const FOLDER: &str = "art/";

/// The files of a game for one machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Art<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Art<'a> {
    /// Those of a cartridge for the machine of that name.
    pub fn of(cartridge: &Cartridge<'a>, machine: &str) -> Self {
        let own = cartridge.art().filter_map(|(name, bytes)| {
            let (folder, file) = name.split_once('/')?;
            (folder == machine).then_some((file, bytes))
        });
        Self(own.collect())
    }

    /// With one more file.
    #[must_use]
    pub fn with(mut self, name: &'a str, bytes: &'a [u8]) -> Self {
        self.0.push((name, bytes));
        self
    }

    /// The file of that name.
    pub fn get(&self, name: &str) -> Option<&'a [u8]> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, bytes)| *bytes)
    }

    /// The text of the file of that name; bytes that are none are replaced.
    pub fn text(&self, name: &str) -> Option<alloc::borrow::Cow<'a, str>> {
        self.get(name).map(alloc::string::String::from_utf8_lossy)
    }

    /// All files, by name.
    pub fn files(&self) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_its_name() {
        let art = Art::default().with("title.png", b"x");
        assert_eq!(art.get("title.png"), Some(&b"x"[..]));
        assert_eq!(art.get("other.png"), None);
        assert_eq!(art.text("title.png").unwrap(), "x");
        assert_eq!(art.files().count(), 1);
    }
}
