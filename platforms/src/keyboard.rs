//! What a keyboard is to those who type on it: its keys by name, and which of them make a character.

use crate::machine::{Chord, Key, OtherName};

/// The keys of a machine.
#[derive(Debug)]
pub struct Layout {
    /// Keys and their names, lower case.
    pub keys: &'static [(&'static str, Key)],
    /// Other names of them.
    pub other_names: &'static [OtherName],
    /// The shift key that makes the characters on the upper halves.
    pub shift: Key,
    /// Those characters, and the keys that they stand on.
    pub shifted: &'static [(char, &'static str)],
    /// Characters on keys that have longer names; those of return and space every machine has.
    pub named: &'static [(char, &'static str)],
}

impl Layout {
    /// The key of a name.
    pub fn key(&self, name: &str) -> Option<Key> {
        let found = self.keys.iter().find(|(own, _)| *own == name);
        found.map(|(_, key)| *key)
    }

    /// The keys for a character.
    pub fn chord(&self, character: char) -> Option<Chord> {
        let lower = character.to_ascii_lowercase();
        let on = |keys: &[(char, &'static str)]| {
            let found = keys.iter().find(|(known, _)| *known == lower);
            found.map(|(_, name)| *name)
        };
        if let Some(name) = on(self.shifted) {
            let key = self.key(name)?;
            let with = Some(self.shift);
            return Some(Chord { key, with });
        }
        let key = match lower {
            '\n' | '\r' => self.key("return"),
            ' ' => self.key("space"),
            _ => match on(self.named) {
                Some(name) => self.key(name),
                None => self.key(lower.encode_utf8(&mut [0; 4])),
            },
        };
        key.map(|key| Chord { key, with: None })
    }
}

/// Keys whose numbers are their places in a list.
pub(crate) const fn numbered<const N: usize>(names: [&'static str; N]) -> [(&'static str, Key); N] {
    let mut keys = [("", Key(0)); N];
    let mut i = 0;
    while i < N {
        keys[i] = (names[i], Key(i as u8));
        i += 1;
    }
    keys
}

#[cfg(test)]
impl Layout {
    /// Names and keys are one each, other names are of keys there are and shared ones among them, and so are the keys of all
    /// characters.
    pub(crate) fn check(&self, shared: &[&str]) {
        for (i, (name, key)) in self.keys.iter().enumerate() {
            let mut before = self.keys[..i].iter();
            assert!(before.all(|(n, k)| n != name && k != key), "{name}");
        }
        let known = |name: &str| self.key(name).is_some();
        for other in self.other_names {
            assert!(
                known(other.key) && other.with.is_none_or(known),
                "{other:?}"
            );
            assert!(!known(other.name), "{other:?}");
        }
        for name in shared {
            let mut others = self.other_names.iter();
            assert!(others.any(|other| other.name == *name), "{name}");
        }
        for (character, name) in self.shifted.iter().chain(self.named) {
            assert!(known(name), "{character}: {name}");
        }
        assert!(self.keys.iter().any(|(_, key)| *key == self.shift));
    }
}
