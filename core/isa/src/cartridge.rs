//! The cartridge: the file that holds a compiled game. [`Cartridge::read`] checks the frame of the file and
//! allocates nothing; what the code does is checked by the verifier of `hexfront-vm`.
//!
//! Layout, all numbers little-endian: `HXCT`, format byte 9, number of sections; then per section its number
//! (u8), a zero byte, offset (u32) and length (u32); then the sections. `crate::build` writes it.

use crate::Page;
pub use crate::grid::Grid;
use crate::parts::{MAX_PARTS, Part};
use crate::reader::Reader;
pub use crate::reader::{Groups, List};
pub use crate::section::Section;

/// First bytes of every cartridge.
pub const MAGIC: [u8; 4] = *b"HXCT";
/// The format that this crate reads and writes.
pub const FORMAT: u8 = 9;

/// In [`Cartridge::text_homes`], a page of text that lies by itself.
pub const OWN_PAGE: u8 = 255;

/// Why bytes are not a cartridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It does not begin as cartridges do.
    #[error("not a cartridge: the file does not begin with HXCT")]
    Magic,
    /// Another format.
    #[error(
        "cartridge format {found} is not supported (this program reads format {FORMAT}); compile the game again"
    )]
    Format {
        /// The format byte.
        found: u8,
    },
    /// A section is missing, cut short, or contradicts another.
    #[error("the cartridge is damaged: section {section:?} is not whole")]
    Section {
        /// Which one.
        section: Section,
    },
}

/// A procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Procedure<'a> {
    /// Code page.
    pub page: u8,
    /// Offset in it.
    pub offset: u8,
    /// The part it belongs to.
    pub part: u8,
    /// Its name in the rules.
    pub name: &'a str,
}

/// What a data group is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKind {
    /// Never written.
    Const,
    /// Holds fields of the state image.
    State,
    /// Written, not part of the state.
    Scratch,
}

/// Data pages that lie in a row on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group<'a> {
    /// First virtual page.
    pub first: u8,
    /// Number of pages.
    pub count: u8,
    /// What it is.
    pub kind: GroupKind,
    /// The part it belongs to; 0 for what is saved. What others hold is lost with their part.
    pub part: u8,
    /// Initial bytes (`count` * 256), `None` for zeros.
    pub content: Option<&'a [u8]>,
    /// Name for map files.
    pub name: &'a str,
}

/// How the elements of a field lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Bytes, one after the other from (page, offset); they may run on into the next pages of the group.
    Bytes,
    /// Words, low bytes in `page`, high bytes in the next page, from the same offset.
    SplitWords,
    /// Words of the V page, two bytes each in the machine's own order.
    VWords,
    /// Words of a long field: low and high byte, one behind the other, from (page, offset) on.
    LongWords,
    /// Numbers in these bits of bytes that others share, next to each other; from offset 0 of a page on, one after the other.
    Bits(u8),
}

/// A field of the state image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field<'a> {
    /// How the elements lie.
    pub shape: Shape,
    /// First data page.
    pub page: u8,
    /// Offset of the first element.
    pub offset: u8,
    /// Number of elements.
    pub count: u16,
    /// Its name in the rules.
    pub name: &'a str,
}

impl Field<'_> {
    /// Elements as a machine walks through them: words of a long field byte by byte, as they lie.
    pub fn elements(&self) -> u16 {
        match self.shape {
            Shape::Bytes | Shape::Bits(_) | Shape::SplitWords | Shape::VWords => self.count,
            Shape::LongWords => self.count.saturating_mul(2),
        }
    }

    /// Bytes that the field takes in the state image.
    pub fn image_bytes(&self) -> usize {
        usize::from(self.count) * self.element_bytes()
    }

    /// Bytes that an element takes there.
    pub fn element_bytes(&self) -> usize {
        match self.shape {
            Shape::Bytes | Shape::Bits(_) => 1,
            Shape::SplitWords | Shape::VWords | Shape::LongWords => 2,
        }
    }

    /// What the state image holds for a byte of memory.
    pub fn taken(&self, byte: u8) -> u8 {
        match self.shape {
            Shape::Bits(bits) => (byte & bits) >> (bits.trailing_zeros() & 7),
            _ => byte,
        }
    }

    /// What a byte of memory becomes by a byte of the state image.
    pub fn put(&self, old: u8, value: u8) -> u8 {
        match self.shape {
            Shape::Bits(bits) => old & !bits | value << (bits.trailing_zeros() & 7) & bits,
            _ => value,
        }
    }
}

/// A view role: what the shell reads from memory, to draw the map or to head a saved game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View<'a> {
    /// First data page.
    pub page: u8,
    /// Offset in it.
    pub offset: u8,
    /// Entries of a list, else 0.
    pub count: u8,
    /// The bits of each byte that it is, next to each other; others may be something else's.
    pub bits: u8,
    /// Role, as `terrain`.
    pub role: &'a str,
}

/// What a value of a view role is drawn as. For builders of machines; no machine reads it. In the roles `sound` and `ink` one of the
/// game's own: its name, and perhaps once more with the same number the name of what stands for it where a machine has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look<'a> {
    /// The role, as `terrain`.
    pub role: &'a str,
    /// The value's number.
    pub value: u8,
    /// The name of what it is drawn as: that of the value, unless the game says `draw NAME as OTHER`.
    pub name: &'a str,
}

/// Bytes of code and tables that a rule takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule<'a> {
    /// Bytes.
    pub bytes: u16,
    /// Rule id.
    pub id: &'a str,
}

/// From here on the code comes from this source line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Code page.
    pub page: u8,
    /// Offset in it.
    pub offset: u8,
    /// Index into [`Cartridge::files`].
    pub file: u8,
    /// Line, from 1.
    pub line: u16,
}

/// A cartridge in memory.
#[derive(Debug, Clone, Copy)]
pub struct Cartridge<'a> {
    bytes: &'a [u8],
    /// Code pages.
    pub code: &'a [Page],
    /// Size and shape of the map.
    pub grid: Grid,
    /// Game id, up to 12 characters.
    pub game: &'a str,
    /// Title.
    pub title: &'a str,
    /// Version of the game's rules.
    pub version: u16,
    /// Made for a pointer; see [`crate::Style`].
    pub pointer: bool,
    /// Two play it by telephone, too.
    pub telephone: bool,
    /// Index of the procedure that a machine runs.
    pub main: u16,
    /// Number of data pages.
    pub data_pages: u16,
    /// The text area, in pages of 256 bytes (the last may be shorter); no string goes on in the next page.
    pub text: &'a [u8],
    /// Pairs for bytes 96 and up.
    pub pairs: &'a [[u8; 2]],
}

impl<'a> Cartridge<'a> {
    /// Reads the frame and checks that every section is whole.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let head = bytes.get(..6).ok_or(ReadError::Magic)?;
        if head[..4] != MAGIC {
            return Err(ReadError::Magic);
        }
        if head[4] != FORMAT {
            return Err(ReadError::Format { found: head[4] });
        }
        let section = |section| section_of(bytes, section).ok_or(ReadError::Section { section });
        let damaged = |section| ReadError::Section { section };
        for name in Section::ALL {
            section(name)?;
        }
        let Header {
            grid,
            game,
            title,
            version,
            main,
            pointer,
            telephone,
        } = header(section(Section::Header)?).ok_or(damaged(Section::Header))?;
        let (code, rest) = section(Section::Code)?.as_chunks::<256>();
        if !rest.is_empty() || code.is_empty() || code.len() > 255 {
            return Err(damaged(Section::Code));
        }
        if section(Section::CodeParts)?.len() != code.len() {
            return Err(damaged(Section::CodeParts));
        }
        let (pairs, rest) = section(Section::Pairs)?.as_chunks::<2>();
        if !rest.is_empty() || pairs.len() > 256 - usize::from(crate::text::FIRST_PAIR) {
            return Err(damaged(Section::Pairs));
        }
        let text = section(Section::Text)?;
        let ends = |page: &[u8]| page.last() == Some(&0);
        if text.len() > 0xFF00 || !text.chunks(256).all(ends) {
            return Err(damaged(Section::Text));
        }
        if section(Section::TextParts)?.len() != text.len().div_ceil(256) {
            return Err(damaged(Section::TextParts));
        }
        if section(Section::TextHomes)?.len() != text.len().div_ceil(256) {
            return Err(damaged(Section::TextHomes));
        }
        let mut cartridge = Self {
            bytes,
            code,
            grid,
            game,
            title,
            version,
            pointer,
            telephone,
            main,
            data_pages: 0,
            text,
            pairs,
        };
        cartridge.check()?;
        let last = cartridge.groups().last().ok_or(damaged(Section::Groups))?;
        cartridge.data_pages = u16::from(last.first) + u16::from(last.count);
        Ok(cartridge)
    }

    /// Walks every list to its end, so that the iterators need not fail later.
    fn check(&self) -> Result<(), ReadError> {
        let whole = |ok: bool, section| {
            if ok {
                Ok(())
            } else {
                Err(ReadError::Section { section })
            }
        };
        whole(self.procedures().reads_to_end(), Section::Procedures)?;
        whole(
            self.procedures().nth(usize::from(self.main)).is_some(),
            Section::Procedures,
        )?;
        let mut groups = self.groups();
        let mut next = 0_u16;
        for group in groups.by_ref() {
            whole(
                u16::from(group.first) == next && group.count > 0,
                Section::Groups,
            )?;
            next += u16::from(group.count);
            whole(next <= 255, Section::Groups)?;
        }
        whole(
            groups.rest.0.is_empty() && groups.contents.0.is_empty(),
            Section::Groups,
        )?;
        whole(
            self.groups()
                .next()
                .is_some_and(|v| v.count == 1 && v.kind == GroupKind::State),
            Section::Groups,
        )?;
        whole(self.fields().reads_to_end(), Section::Fields)?;
        // A number of 16 bits on every machine.
        whole(self.image_bytes() <= 0xFFFF, Section::Fields)?;
        whole(self.views().reads_to_end(), Section::Views)?;
        whole(self.looks().reads_to_end(), Section::Looks)?;
        whole(self.art().reads_to_end(), Section::Art)?;
        whole(self.rules().reads_to_end(), Section::Rules)?;
        whole(self.files().reads_to_end(), Section::Files)?;
        whole(self.lines().reads_to_end(), Section::Lines)?;
        whole(self.parts_fit(), Section::Parts)
    }

    /// Whether the table of parts makes sense and everything belongs to one of them.
    fn parts_fit(&self) -> bool {
        let count = self.parts().count();
        let known = |part: u8| usize::from(part) < count;
        let sound = |(number, part): (usize, Part<'_>)| {
            part.with & 1 << number != 0
                && part.with & 1 != 0
                && part.with & part.out == 0
                && u32::from(part.with | part.out) >> count == 0
        };
        self.parts().reads_to_end()
            && (1..=MAX_PARTS).contains(&count)
            && self.parts().enumerate().all(sound)
            && self.parts().next().is_some_and(|first| first.at_start)
            && self.code_parts().iter().copied().all(known)
            && self.text_parts().iter().copied().all(known)
            && self.code_parts().is_sorted()
            && self.text_parts().is_sorted()
            && self.procedures().all(|p| known(p.part))
            && self.groups().all(|group| {
                known(group.part) && (group.part == 0 || group.kind != GroupKind::State)
            })
    }

    fn section(&self, section: Section) -> Reader<'a> {
        Reader(section_of(self.bytes, section).unwrap_or_default())
    }

    /// What decides to which state the game comes, one after the other: code, data, texts, what is saved and shown, but neither art
    /// nor names and places of the source.
    pub fn rules_of_play(&self) -> impl Iterator<Item = &'a [u8]> {
        let deciding = [
            Section::Header,
            Section::Code,
            Section::Groups,
            Section::Contents,
            Section::Text,
            Section::Pairs,
            Section::Fields,
            Section::Views,
            Section::Parts,
        ];
        let bytes = self.bytes;
        deciding
            .into_iter()
            .filter_map(move |section| section_of(bytes, section))
    }

    /// The whole file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Part of each code page; ascending.
    pub fn code_parts(&self) -> &'a [u8] {
        self.section(Section::CodeParts).0
    }

    /// Part of each page of the text area; ascending.
    pub fn text_parts(&self) -> &'a [u8] {
        self.section(Section::TextParts).0
    }

    /// Data page in whose rest each page of the text area lies on a machine that is short of memory, at the same offsets;
    /// [`OWN_PAGE`]: in none.
    pub fn text_homes(&self) -> &'a [u8] {
        self.section(Section::TextHomes).0
    }

    /// Name of a part, as the rules call it.
    pub fn part_name(&self, part: u8) -> &'a str {
        let part = self.parts().nth(part.into());
        part.map_or("?", |part| part.name)
    }

    /// The parts, the one that is always in memory first.
    pub fn parts(&self) -> List<'a, Part<'a>> {
        List::new(self.section(Section::Parts), |r| {
            let flags = r.u8()?;
            Some(Part {
                at_start: flags & 1 != 0,
                title: flags & 2 != 0,
                map: flags & 4 != 0,
                with: r.u16()?,
                out: r.u16()?,
                name: r.str()?,
            })
        })
    }

    /// The procedures, in the order of their numbers.
    pub fn procedures(&self) -> List<'a, Procedure<'a>> {
        List::new(self.section(Section::Procedures), |r| {
            Some(Procedure {
                page: r.u8()?,
                offset: r.u8()?,
                part: r.u8()?,
                name: r.str()?,
            })
        })
    }

    /// The data groups, by first page; the first is the V page.
    pub fn groups(&self) -> Groups<'a> {
        Groups {
            rest: self.section(Section::Groups),
            contents: self.section(Section::Contents),
            next: 0,
        }
    }

    /// The fields of the state image, in its order.
    pub fn fields(&self) -> List<'a, Field<'a>> {
        List::new(self.section(Section::Fields), |r| {
            let shape = match r.u8()? {
                0 => Shape::Bytes,
                1 => Shape::SplitWords,
                2 => Shape::VWords,
                3 => Shape::LongWords,
                4 => Shape::Bits(r.u8()?),
                _ => return None,
            };
            Some(Field {
                shape,
                page: r.u8()?,
                offset: r.u8()?,
                count: r.u16()?,
                name: r.str()?,
            })
        })
    }

    /// The view roles.
    pub fn views(&self) -> List<'a, View<'a>> {
        List::new(self.section(Section::Views), |r| {
            Some(View {
                page: r.u8()?,
                offset: r.u8()?,
                count: r.u8()?,
                bits: r.u8()?,
                role: r.str()?,
            })
        })
    }

    /// What the values of view roles are drawn as: those of enums, in the order of roles and values.
    pub fn looks(&self) -> List<'a, Look<'a>> {
        List::new(self.section(Section::Looks), |r| {
            Some(Look {
                value: r.u8()?,
                role: r.str()?,
                name: r.str()?,
            })
        })
    }

    /// The game's art: names below its folder, `MACHINE/FILE`, and what they hold.
    pub fn art(&self) -> List<'a, (&'a str, &'a [u8])> {
        List::new(self.section(Section::Art), |r| {
            let name = r.str()?;
            let length = r.u32()?;
            Some((name, r.bytes(usize::try_from(length).ok()?)?))
        })
    }

    /// The rules and their sizes.
    pub fn rules(&self) -> List<'a, Rule<'a>> {
        List::new(self.section(Section::Rules), |r| {
            Some(Rule {
                bytes: r.u16()?,
                id: r.str()?,
            })
        })
    }

    /// The source files.
    pub fn files(&self) -> List<'a, &'a str> {
        List::new(self.section(Section::Files), Reader::str)
    }

    /// Source lines, by rising code place.
    pub fn lines(&self) -> List<'a, Line> {
        List::new(self.section(Section::Lines), |r| {
            Some(Line {
                page: r.u8()?,
                offset: r.u8()?,
                file: r.u8()?,
                line: r.u16()?,
            })
        })
    }

    /// The source line that the code at a place comes from.
    pub fn line_at(&self, page: u8, offset: u8) -> Option<Line> {
        self.lines()
            .take_while(|line| (line.page, line.offset) <= (page, offset))
            .last()
    }

    /// Bytes of the state image.
    pub fn image_bytes(&self) -> usize {
        self.fields().map(|field| field.image_bytes()).sum()
    }
}

fn section_of(bytes: &[u8], section: Section) -> Option<&[u8]> {
    let count = usize::from(*bytes.get(5)?);
    let mut table = Reader(bytes.get(6..)?.get(..count * 10)?);
    loop {
        let number = table.u16()?;
        let (offset, length) = (table.u32()?, table.u32()?);
        if number == section as u16 {
            let end = offset.checked_add(length)?;
            return bytes.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?);
        }
    }
}

struct Header<'a> {
    grid: Grid,
    game: &'a str,
    title: &'a str,
    version: u16,
    main: u16,
    pointer: bool,
    telephone: bool,
}

/// Bits of the header's byte that says how a game is played.
pub(crate) const POINTER: u8 = 1;
pub(crate) const TELEPHONE: u8 = 2;

fn header(bytes: &[u8]) -> Option<Header<'_>> {
    let mut r = Reader(bytes);
    let version = r.u16()?;
    let main = r.u16()?;
    let grid = Grid {
        columns: r.u8()?,
        rows: r.u8()?,
        odd_lower: r.u8()? != 0,
    };
    let played = r.u8()?;
    let (game, title) = (r.str()?, r.str()?);
    let sides = 1..=Grid::MOST;
    let fits = sides.contains(&grid.columns) && sides.contains(&grid.rows) && game.len() <= 12;
    fits.then_some(Header {
        grid,
        game,
        title,
        version,
        main,
        pointer: played & POINTER != 0,
        telephone: played & TELEPHONE != 0,
    })
}
