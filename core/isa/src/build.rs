//! Writing cartridges.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Page;
use crate::cartridge::{FORMAT, Grid, GroupKind, Line, MAGIC, POINTER, Section, Shape, TELEPHONE};

/// A procedure; see [`crate::cartridge::Procedure`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// Code page.
    pub page: u8,
    /// Offset in it.
    pub offset: u8,
    /// The part it belongs to.
    pub part: u8,
    /// Its name in the rules.
    pub name: String,
}

/// A data group; see [`crate::cartridge::Group`]. Groups are numbered in their order: the first page of a
/// group is the sum of the counts before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Number of pages.
    pub count: u8,
    /// What it is.
    pub kind: GroupKind,
    /// The part it belongs to; 0 unless it is never written.
    pub part: u8,
    /// Initial bytes, up to `count` * 256 (the rest is 0), `None` for zeros.
    pub content: Option<Vec<u8>>,
    /// Name for map files.
    pub name: String,
}

/// A field of the state image; see [`crate::cartridge::Field`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// How the elements lie.
    pub shape: Shape,
    /// First data page.
    pub page: u8,
    /// Offset of the first element.
    pub offset: u8,
    /// Number of elements.
    pub count: u16,
    /// Its name in the rules.
    pub name: String,
}

/// A view role; see [`crate::cartridge::View`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// First data page.
    pub page: u8,
    /// Offset in it.
    pub offset: u8,
    /// Entries of a list, else 0.
    pub count: u8,
    /// Its bits of each byte.
    pub bits: u8,
    /// Role, as `terrain`.
    pub role: String,
}

/// What a value of a view role is drawn as; see [`crate::cartridge::Look`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The role.
    pub role: String,
    /// The value's number.
    pub value: u8,
    /// The name of what it is drawn as.
    pub name: String,
}

/// A part of the game; see [`crate::parts::Part`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// In memory when the machine starts.
    pub at_start: bool,
    /// The title page is shown only while it is in memory.
    pub title: bool,
    /// The map is shown only while it is in memory.
    pub map: bool,
    /// The part itself and those it lies within, a bit each; 1 is the first.
    pub with: u16,
    /// Parts that are absent once it is in.
    pub out: u16,
    /// Its name in the rules.
    pub name: String,
}

impl Part {
    /// The first part, which is always in memory; of a small game it is the whole.
    pub fn first(name: &str) -> Self {
        Self {
            at_start: true,
            title: true,
            map: true,
            with: 1,
            out: 0,
            name: name.into(),
        }
    }
}

/// All that a cartridge holds. [`Builder::encode`] makes the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Builder {
    /// Game id, up to 12 characters.
    pub game: String,
    /// Title, up to 255 bytes.
    pub title: String,
    /// Version of the game's rules.
    pub version: u16,
    /// Made for a pointer; see [`crate::Style`].
    pub pointer: bool,
    /// Two play it by telephone, too.
    pub telephone: bool,
    /// Size and shape of the map.
    pub grid: Grid,
    /// Index of the procedure that a machine runs.
    pub main: u16,
    /// Code pages with their parts.
    pub code: Vec<(Page, u8)>,
    /// Procedures.
    pub procedures: Vec<Procedure>,
    /// Data groups; the first must be the V page (`State`, 1 page).
    pub groups: Vec<Group>,
    /// The parts; at least the one that is always in memory.
    pub parts: Vec<Part>,
    /// The text area; see [`crate::cartridge::Cartridge::text`].
    pub text: Vec<u8>,
    /// Part of each page of the text area.
    pub text_parts: Vec<u8>,
    /// Data page in whose rest each page of the text area lies; see [`crate::cartridge::Cartridge::text_homes`].
    pub text_homes: Vec<u8>,
    /// Pairs of the text packing.
    pub pairs: Vec<[u8; 2]>,
    /// Fields of the state image, in its order.
    pub fields: Vec<Field>,
    /// View roles.
    pub views: Vec<View>,
    /// What values of view roles are drawn as, in the order of roles and values.
    pub looks: Vec<Look>,
    /// The game's art: names below its folder, `MACHINE/FILE`, and what they hold.
    pub art: Vec<(String, Vec<u8>)>,
    /// Rule ids with their bytes.
    pub rules: Vec<(String, u16)>,
    /// Source files.
    pub files: Vec<String>,
    /// Source lines, by rising code place.
    pub lines: Vec<Line>,
}

/// A length byte and the string, cut at 255 bytes (at a character).
fn put_str(out: &mut Vec<u8>, text: &str) {
    let end = (0..=text.len().min(255))
        .rev()
        .find(|&end| text.is_char_boundary(end))
        .unwrap_or(0);
    out.push(end as u8);
    out.extend_from_slice(&text.as_bytes()[..end]);
}

impl Builder {
    /// The file.
    pub fn encode(&self) -> Vec<u8> {
        let sections: Vec<(Section, Vec<u8>)> = Section::ALL
            .into_iter()
            .map(|section| (section, self.section(section)))
            .collect();
        let mut out = Vec::from(MAGIC);
        out.extend([FORMAT, sections.len() as u8]);
        let mut offset = (6 + 10 * sections.len()) as u32;
        for (section, bytes) in &sections {
            out.extend([*section as u8, 0]);
            out.extend(offset.to_le_bytes());
            out.extend((bytes.len() as u32).to_le_bytes());
            offset += bytes.len() as u32;
        }
        for (_, bytes) in &sections {
            out.extend(bytes);
        }
        out
    }

    /// How the game is played, in bits.
    fn played(&self) -> u8 {
        let bit = |said: bool, bit: u8| if said { bit } else { 0 };
        bit(self.pointer, POINTER) | bit(self.telephone, TELEPHONE)
    }

    fn section(&self, section: Section) -> Vec<u8> {
        let mut out = Vec::new();
        match section {
            Section::Header => {
                out.extend(self.version.to_le_bytes());
                out.extend(self.main.to_le_bytes());
                out.extend([
                    self.grid.columns,
                    self.grid.rows,
                    u8::from(self.grid.odd_lower),
                    self.played(),
                ]);
                put_str(&mut out, &self.game);
                put_str(&mut out, &self.title);
            }
            Section::Code => self.code.iter().for_each(|(page, _)| out.extend(page)),
            Section::CodeParts => out.extend(self.code.iter().map(|&(_, part)| part)),
            Section::TextParts => out.extend(&self.text_parts),
            Section::TextHomes => out.extend(&self.text_homes),
            Section::Parts => {
                for part in &self.parts {
                    let flags = [part.at_start, part.title, part.map];
                    let flags = flags.into_iter().rev();
                    out.push(flags.fold(0, |all, flag| all << 1 | u8::from(flag)));
                    out.extend(part.with.to_le_bytes());
                    out.extend(part.out.to_le_bytes());
                    put_str(&mut out, &part.name);
                }
            }
            Section::Procedures => {
                for procedure in &self.procedures {
                    out.extend([procedure.page, procedure.offset, procedure.part]);
                    put_str(&mut out, &procedure.name);
                }
            }
            Section::Groups => {
                for group in &self.groups {
                    let kind = match group.kind {
                        GroupKind::Const => 0,
                        GroupKind::State => 1,
                        GroupKind::Scratch => 2,
                    };
                    out.extend([
                        group.count,
                        kind,
                        group.part,
                        u8::from(group.content.is_some()),
                    ]);
                    put_str(&mut out, &group.name);
                }
            }
            Section::Contents => {
                for group in &self.groups {
                    if let Some(content) = &group.content {
                        let end = out.len() + usize::from(group.count) * 256;
                        out.extend(content);
                        out.resize(end, 0);
                    }
                }
            }
            Section::Text => out.extend(&self.text),
            Section::Pairs => self.pairs.iter().for_each(|pair| out.extend(pair)),
            Section::Fields => {
                for field in &self.fields {
                    match field.shape {
                        Shape::Bytes => out.push(0),
                        Shape::SplitWords => out.push(1),
                        Shape::VWords => out.push(2),
                        Shape::LongWords => out.push(3),
                        Shape::Bits(bits) => out.extend([4, bits]),
                    }
                    out.extend([field.page, field.offset]);
                    out.extend(field.count.to_le_bytes());
                    put_str(&mut out, &field.name);
                }
            }
            Section::Views => {
                for view in &self.views {
                    out.extend([view.page, view.offset, view.count, view.bits]);
                    put_str(&mut out, &view.role);
                }
            }
            Section::Looks => {
                for look in &self.looks {
                    out.push(look.value);
                    put_str(&mut out, &look.role);
                    put_str(&mut out, &look.name);
                }
            }
            Section::Art => {
                for (name, bytes) in &self.art {
                    put_str(&mut out, name);
                    out.extend((bytes.len() as u32).to_le_bytes());
                    out.extend(bytes);
                }
            }
            Section::Rules => {
                for (id, bytes) in &self.rules {
                    out.extend(bytes.to_le_bytes());
                    put_str(&mut out, id);
                }
            }
            Section::Files => self.files.iter().for_each(|file| put_str(&mut out, file)),
            Section::Lines => {
                for line in &self.lines {
                    out.extend([line.page, line.offset, line.file]);
                    out.extend(line.line.to_le_bytes());
                }
            }
        }
        out
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cartridge::{Cartridge, OWN_PAGE, ReadError};
    use alloc::vec;
    use proptest::prelude::*;

    pub(crate) fn sample() -> Builder {
        let group = |count, kind, content, name: &str| Group {
            count,
            kind,
            part: 0,
            content,
            name: name.into(),
        };
        let part = |at_start, with, out, name: &str| Part {
            at_start,
            title: false,
            map: false,
            with,
            out,
            name: name.into(),
        };
        Builder {
            game: "TST".into(),
            title: "A Test".into(),
            version: 3,
            pointer: false,
            telephone: false,
            grid: Grid {
                columns: 31,
                rows: 32,
                odd_lower: true,
            },
            main: 1,
            code: vec![([2; 256], 0), ([4; 256], 1)],
            procedures: vec![
                Procedure {
                    page: 1,
                    offset: 7,
                    part: 1,
                    name: "f".into(),
                },
                Procedure {
                    page: 0,
                    offset: 0,
                    part: 0,
                    name: "main".into(),
                },
            ],
            groups: vec![
                group(1, GroupKind::State, None, "v"),
                group(4, GroupKind::Const, Some(vec![9, 8, 7]), "terrain"),
                group(2, GroupKind::State, None, "unit.hex"),
            ],
            parts: vec![part(true, 1, 0, "peace"), part(false, 3, 0, "war")],
            text: vec![65, 96, 0],
            text_parts: vec![0],
            text_homes: vec![OWN_PAGE],
            pairs: vec![[66, 67]],
            fields: vec![Field {
                shape: Shape::SplitWords,
                page: 5,
                offset: 0,
                count: 164,
                name: "unit.hex".into(),
            }],
            views: vec![View {
                page: 1,
                offset: 0,
                count: 0,
                bits: 255,
                role: "terrain".into(),
            }],
            looks: vec![Look {
                role: "terrain".into(),
                value: 3,
                name: "town".into(),
            }],
            art: vec![("one/a.png".into(), vec![1, 2, 3])],
            rules: vec![("X-1".into(), 300)],
            files: vec!["rules.hex".into()],
            lines: vec![Line {
                page: 0,
                offset: 0,
                file: 0,
                line: 12,
            }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = sample().encode();
        let cartridge = Cartridge::read(&bytes).unwrap();
        assert_eq!(
            (cartridge.game, cartridge.title, cartridge.version),
            ("TST", "A Test", 3)
        );
        assert_eq!(cartridge.code[1], [4; 256]);
        assert_eq!(cartridge.code_parts(), [0, 1]);
        assert_eq!(cartridge.text_parts(), [0]);
        assert_eq!(cartridge.text_homes(), [OWN_PAGE]);
        assert_eq!(cartridge.parts().nth(1).unwrap().name, "war");
        assert_eq!(cartridge.data_pages, 7);
        let terrain = cartridge.groups().nth(1).unwrap();
        assert_eq!(
            (
                terrain.first,
                terrain.content.unwrap()[1],
                terrain.content.unwrap().len()
            ),
            (1, 8, 1024)
        );
        assert_eq!(cartridge.image_bytes(), 328);
        assert_eq!(
            cartridge
                .procedures()
                .nth(usize::from(cartridge.main))
                .unwrap()
                .name,
            "main"
        );
        assert_eq!(cartridge.line_at(1, 9).unwrap().line, 12);
        assert_eq!(cartridge.views().next().unwrap().role, "terrain");
        let look = cartridge.looks().next().unwrap();
        assert_eq!((look.role, look.value, look.name), ("terrain", 3, "town"));
        assert_eq!(cartridge.art().next(), Some(("one/a.png", &[1, 2, 3][..])));
        assert_eq!(cartridge.rules().next().unwrap().bytes, 300);
        assert_eq!(cartridge.files().next(), Some("rules.hex"));
        assert_eq!(cartridge.pairs, [[66, 67]]);
    }

    #[test]
    fn wrong_files_are_named() {
        assert_eq!(Cartridge::read(b"HXSG").unwrap_err(), ReadError::Magic);
        let mut bytes = sample().encode();
        bytes[4] = FORMAT + 1;
        assert_eq!(
            Cartridge::read(&bytes).unwrap_err(),
            ReadError::Format { found: FORMAT + 1 }
        );
        let whole = sample().encode();
        assert!(matches!(
            Cartridge::read(&whole[..whole.len() - 1]),
            Err(ReadError::Section { .. })
        ));
    }

    proptest! {
        #[test]
        fn damaged_files_do_not_panic(at in 0_usize..2000, byte: u8) {
            let mut bytes = sample().encode();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(cartridge) = Cartridge::read(&bytes) {
                let walked = cartridge.procedures().count() + cartridge.groups().count() + cartridge.lines().count();
                prop_assert!(walked > 0);
            }
        }
    }
}
