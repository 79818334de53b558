//! What a game's values are drawn as: the names by which a machine finds its drawings.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cartridge::Cartridge;

/// A drawing of a machine: its own name, and the names in games that it goes by.
pub type Drawing<'a> = (&'a str, &'a [&'a str]);

/// The roles of [`crate::cartridge::Look`] under which a game's own sounds and inks stand, numbered from the contract's last on.
pub const SOUND: &str = "sound";
/// See [`SOUND`].
pub const INK: &str = "ink";

/// A sound or an ink that the contract does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnName<'a> {
    /// Its name in the rules.
    pub name: &'a str,
    /// The contract's that stands for it on a machine which has none of that name.
    pub like: Option<&'a str>,
}

/// The view roles that a game binds, the names of their values, and the names of the game's own sounds and inks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks<'a> {
    roles: Vec<(&'a str, Vec<&'a str>)>,
    sounds: Vec<OwnName<'a>>,
    inks: Vec<OwnName<'a>>,
}

impl<'a> Looks<'a> {
    /// Those of a cartridge.
    pub fn of(cartridge: &Cartridge<'a>) -> Self {
        let mut looks = Self::default();
        let views = cartridge.views().map(|view| (view.role, Vec::new()));
        looks.roles.extend(views);
        let mut last = None;
        for look in cartridge.looks() {
            let own = match look.role {
                SOUND => &mut looks.sounds,
                INK => &mut looks.inks,
                role => {
                    let roles = &mut looks.roles;
                    if let Some((_, names)) = roles.iter_mut().find(|(known, _)| *known == role) {
                        names.push(look.name);
                    }
                    continue;
                }
            };
            let this = Some((look.role, look.value));
            match own.last_mut() {
                Some(first) if last == this => first.like = Some(look.name),
                _ => own.push(OwnName {
                    name: look.name,
                    like: None,
                }),
            }
            last = this;
        }
        looks
    }

    /// With a sound of the game's own, and what is heard for it where a machine has none of that name.
    #[must_use]
    pub fn with_sound(mut self, name: &'a str, like: Option<&'a str>) -> Self {
        self.sounds.push(OwnName { name, like });
        self
    }

    /// With an ink of the game's own, and what it is where a machine has none of that name.
    #[must_use]
    pub fn with_ink(mut self, name: &'a str, like: Option<&'a str>) -> Self {
        self.inks.push(OwnName { name, like });
        self
    }

    /// The game's own sounds, in the order of their numbers.
    pub fn sounds(&self) -> &[OwnName<'a>] {
        &self.sounds
    }

    /// The game's own inks, in the order of their numbers.
    pub fn inks(&self) -> &[OwnName<'a>] {
        &self.inks
    }

    /// With the names of a role's values, in their order.
    #[must_use]
    pub fn with(mut self, role: &'a str, names: &[&'a str]) -> Self {
        self.roles.push((role, names.to_vec()));
        self
    }

    /// Whether the game binds a role.
    pub fn is_bound(&self, role: &str) -> bool {
        self.roles.iter().any(|(known, _)| *known == role)
    }

    /// The names of a role's values; none if they are no enum's.
    pub fn names(&self, role: &str) -> &[&'a str] {
        let found = self.roles.iter().find(|(known, _)| *known == role);
        found.map_or(&[], |(_, names)| names)
    }

    /// The number of the first value that goes by one of these names.
    pub fn value(&self, role: &str, names: &[&str]) -> Option<u8> {
        let found = self.names(role).iter().position(|n| names.contains(n))?;
        u8::try_from(found).ok()
    }

    /// The drawing of each value, by its place among the machine's; `None` for a name that the machine does not know. Where a
    /// role's values have no names, they are those of the drawings in their order.
    pub fn drawings(&self, role: &str, known: &[Drawing<'_>]) -> Vec<Option<usize>> {
        let names = self.names(role);
        if names.is_empty() {
            return (0..known.len()).map(Some).collect();
        }
        let place = |name: &&str| known.iter().position(|(_, names)| names.contains(name));
        names.iter().map(place).collect()
    }

    /// Names of a role's values that go by no drawing, each with its role.
    pub fn unknown(&self, role: &str, known: &[Drawing<'_>]) -> Vec<Unknown> {
        let drawn = self.drawings(role, known);
        let names = self.names(role).iter().zip(drawn);
        names
            .filter(|(_, drawing)| drawing.is_none())
            .map(|(name, _)| Unknown {
                role: role.into(),
                name: (*name).into(),
                known: known
                    .iter()
                    .filter_map(|(_, names)| names.first())
                    .map(|&name| name.into())
                    .collect(),
            })
            .collect()
    }
}

/// A value that a machine has no drawing for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The view role.
    pub role: String,
    /// The value's name.
    pub name: String,
    /// What there are drawings of, by the first name that a game may use.
    pub known: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Drawing<'_>; 2] = [
        ("clear", &["clear", "plain"]),
        ("forest", &["forest", "wood"]),
    ];

    #[test]
    fn drawings_are_found_by_any_of_their_names() {
        let looks = Looks::default().with("terrain", &["wood", "swamp", "plain"]);
        assert_eq!(
            looks.drawings("terrain", &GROUNDS),
            [Some(1), None, Some(0)]
        );
        assert_eq!(looks.value("terrain", GROUNDS[0].1), Some(2));
        let unknown = looks.unknown("terrain", &GROUNDS);
        assert_eq!(unknown.len(), 1);
        assert_eq!(
            (unknown[0].name.as_str(), unknown[0].role.as_str()),
            ("swamp", "terrain")
        );
        assert_eq!(unknown[0].known, ["clear", "forest"]);
    }

    #[test]
    fn values_without_names_are_drawn_by_number() {
        let looks = Looks::default();
        assert_eq!(looks.drawings("terrain", &GROUNDS), [Some(0), Some(1)]);
        assert_eq!(looks.unknown("terrain", &GROUNDS), []);
    }
}
