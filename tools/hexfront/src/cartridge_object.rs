//! A cartridge as an object file for the linker.
//!
//! The bytecode names data pages by virtual numbers; here each such operand becomes a relocation to the page's section,
//! so that the linker writes the page where the machine keeps it. Code pages stay virtual: the VM maps them by the
//! table `code_map`.
//!
//! | section | holds |
//! | --- | --- |
//! | `CARTCODE` | one code page each |
//! | `CARTCONST` | a group of data pages that is never written |
//! | `CARTDATA` | a group that is written and begins with other values than zero |
//! | `CARTZERO` | a group that is written and begins with zeros; nothing to load |
//! | `CARTTEXT` | one page of text each |
//! | `PARTn` | code, text and constant pages of part n of the game, from 1 |
//! | `CARTINFO` | tables |
//!
//! | symbol | is |
//! | --- | --- |
//! | `vm_v` | data page 0, the variables |
//! | `code_map`, `text_map` | a byte for each code and text page, for the shell to fill: where it is, 0 if it is not in memory |
//! | `code_home`, `text_home` | where each is when it is in memory |
//! | `part_count`, `part_start` | parts of the game; those in memory at the start, a bit each |
//! | `part_with`, `part_out` | of each part: those that come with it, and those that go when it comes, a bit each |
//! | `part_codes`, `part_texts` | first code and text page of each part, and the first behind all |
//! | `pair_left`, `pair_right` | pairs of the packed text; what stands for byte n lies n bytes behind, n from 96 |
//! | `main_page`, `main_offset` | where the game begins |
//! | `grid_columns`, `grid_rows`, `grid_lower` | size of the map; 1 if odd columns lie lower |
//! | `game_id`, `game_version`, `image_length` | 12 bytes; numbers |
//! | `program_name`, `program_name_length` | name of the program's file |
//! | `state_map` | fields of the state image: page, page of the high bytes, offset, count (word); ended by page 0. High page 0: bytes; 255: words in place |
//! | `zero_map` | first page and number of pages of each `CARTZERO` group; ended by page 0 |
//! | `view_ROLE` | where what the shell draws from begins; a role that the game does not bind reads as zeros, or as no unit |

use hexfront_asm::{Field, Machine, Object, Section, SectionId, Value};
use hexfront_isa::cartridge::{Cartridge, GroupKind, Shape};
use hexfront_isa::parts::Part;
use hexfront_isa::text::{FIRST_PAIR, PAGE as TEXT_PAGE};
use hexfront_vm::verify::Verified;

/// In `state_map`, the high page of words that lie in place, low byte first.
pub const WORDS_IN_PLACE: u8 = 255;

/// Roles that shells draw from.
pub const ROLES: [&str; 14] = [
    "terrain", "road", "river", "blown", "owner", "site", "first", "next", "side", "symbol",
    "size", "mode", "turn", "phase",
];

/// Roles that name units: not bound, they read as no unit.
const UNIT_ROLES: [&str; 2] = ["first", "next"];
const NO_UNIT: u8 = 255;

/// Where a virtual data page lies.
#[derive(Clone, Copy)]
struct Place {
    section: SectionId,
    offset: u32,
}

impl Place {
    fn page(self) -> Value {
        Value::place(self.section, self.offset).high()
    }
}

/// Makes the object of a verified cartridge.
pub fn cartridge_object(cartridge: &Cartridge<'_>, verified: &Verified) -> Object {
    let mut object = Object::new(Machine::Mos6502);
    let pages = data_pages(&mut object, cartridge);
    code_pages(&mut object, cartridge, verified, &pages);
    text(&mut object, cartridge);
    state_map(&mut object, cartridge, &pages);
    views(&mut object, cartridge, &pages);
    parts(&mut object, cartridge);
    facts(&mut object, cartridge);
    object
}

/// Adds the data groups; returns where each virtual page lies.
fn data_pages(object: &mut Object, cartridge: &Cartridge<'_>) -> Vec<Place> {
    let mut pages = Vec::new();
    let mut zeroed = Vec::new();
    for group in cartridge.groups() {
        let size = usize::from(group.count) * 256;
        let section = match (group.kind, group.content) {
            (GroupKind::Const, content) => Section::page(
                &segment(group.part, "CARTCONST"),
                content.map_or_else(|| vec![0; size], <[u8]>::to_vec),
            ),
            (GroupKind::State | GroupKind::Scratch, Some(content)) => {
                Section::page("CARTDATA", content.to_vec())
            }
            (GroupKind::State | GroupKind::Scratch, None) => Section {
                align: 256,
                ..Section::reserved("CARTZERO", size as u32)
            },
        };
        let reserved = group.content.is_none() && group.kind != GroupKind::Const;
        let section = object.add_section(section);
        let first = Place { section, offset: 0 };
        if reserved {
            zeroed.push((first, group.count));
        }
        pages.extend((0..group.count).map(|page| Place {
            section,
            offset: u32::from(page) * 256,
        }));
        if group.first == 0 {
            object.define("vm_v", section, 0);
        }
    }
    let mut bytes = Vec::new();
    for (_, count) in &zeroed {
        bytes.extend([0, *count]);
    }
    bytes.push(0);
    let map = object.add_section(Section::new("CARTINFO", bytes));
    for (i, (place, _)) in zeroed.iter().enumerate() {
        object.relocate(map, 2 * i as u32, Field::Byte, place.page());
    }
    object.define("zero_map", map, 0);
    pages
}

/// Adds the code pages, their operands bound to data pages, and the page map.
fn code_pages(
    object: &mut Object,
    cartridge: &Cartridge<'_>,
    verified: &Verified,
    pages: &[Place],
) {
    let mut sections = Vec::new();
    for (page, part) in cartridge.code.iter().zip(cartridge.code_parts()) {
        let name = segment(*part, "CARTCODE");
        let section = object.add_section(Section::page(&name, page.to_vec()));
        sections.push((section, page));
    }
    maps(object, "code", sections.iter().map(|s| s.0));
    for ((code_page, _), instruction) in &verified.instructions {
        let (section, page) = sections[usize::from(*code_page)];
        for argument in instruction.arguments(page) {
            if argument.kind.pages(cartridge.grid).is_some()
                && let Some(place) = pages.get(usize::from(argument.value))
            {
                object.relocate(section, u32::from(argument.at), Field::Byte, place.page());
            }
        }
    }
    let main = cartridge
        .procedures()
        .nth(usize::from(cartridge.main))
        .map_or((0, 0), |p| (p.page, p.offset));
    object.define_number("main_page", i64::from(main.0));
    object.define_number("main_offset", i64::from(main.1));
}

fn text(object: &mut Object, cartridge: &Cartridge<'_>) {
    let pages = cartridge.text.chunks(TEXT_PAGE);
    let mut sections = Vec::new();
    for (page, part) in pages.zip(cartridge.text_parts()) {
        let name = segment(*part, "CARTTEXT");
        sections.push(object.add_section(Section::page(&name, page.to_vec())));
    }
    maps(object, "text", sections.into_iter());
    for (name, member) in [("pair_left", 0), ("pair_right", 1)] {
        let table = cartridge.pairs.iter().map(|pair| pair[member]).collect();
        let section = object.add_section(Section::new("CARTINFO", table));
        object.define_value(name, Value::before(section, u32::from(FIRST_PAIR)));
    }
}

/// The segment of what belongs to a part; the first part has one for each kind.
fn segment(part: u8, kind: &str) -> String {
    match part {
        0 => kind.to_owned(),
        part => hexfront_c64::segment(part.into()),
    }
}

/// Where pages are when they are in memory, and room for the map of those that are.
fn maps(object: &mut Object, kind: &str, pages: impl ExactSizeIterator<Item = SectionId>) {
    let map = object.add_section(Section::new("CARTINFO", vec![0; pages.len()]));
    object.define(&format!("{kind}_map"), map, 0);
    let home = object.add_section(Section::new("CARTINFO", vec![0; pages.len()]));
    object.define(&format!("{kind}_home"), home, 0);
    for (number, section) in pages.enumerate() {
        let here = Value::place(section, 0).high();
        object.relocate(home, number as u32, Field::Byte, here);
    }
}

fn parts(object: &mut Object, cartridge: &Cartridge<'_>) {
    let all: Vec<Part<'_>> = cartridge.parts().collect();
    let starts = all.iter().enumerate().filter(|(_, part)| part.at_start);
    let start = starts.fold(0, |mask, (number, _)| mask | 1 << number);
    object.define_number("part_count", all.len() as i64);
    object.define_number("part_start", start);
    // Pages of a part are numbered in a row.
    let firsts = |pages: &[u8]| -> Vec<u8> {
        let first = |part: usize| pages.partition_point(|p| usize::from(*p) < part) as u8;
        (0..=all.len()).map(first).collect()
    };
    for (name, bytes) in [
        ("part_with", all.iter().map(|part| part.with).collect()),
        ("part_out", all.iter().map(|part| part.out).collect()),
        ("part_codes", firsts(cartridge.code_parts())),
        ("part_texts", firsts(cartridge.text_parts())),
    ] {
        let section = object.add_section(Section::new("CARTINFO", bytes));
        object.define(name, section, 0);
    }
}

fn state_map(object: &mut Object, cartridge: &Cartridge<'_>, pages: &[Place]) {
    let mut bytes = Vec::new();
    let mut links = Vec::new();
    for field in cartridge.fields() {
        let at = bytes.len() as u32;
        let page = usize::from(field.page);
        links.push((at, page));
        let high = match field.shape {
            Shape::Bytes => 0,
            Shape::SplitWords => {
                links.push((at + 1, page + 1));
                0
            }
            Shape::VWords => WORDS_IN_PLACE,
        };
        let [low, upper] = field.count.to_le_bytes();
        bytes.extend([0, high, field.offset, low, upper]);
    }
    bytes.push(0);
    let section = object.add_section(Section::new("CARTINFO", bytes));
    object.define("state_map", section, 0);
    for (at, page) in links {
        if let Some(place) = pages.get(page) {
            object.relocate(section, at, Field::Byte, place.page());
        }
    }
}

fn views(object: &mut Object, cartridge: &Cartridge<'_>, pages: &[Place]) {
    let mut unbound = [None; 2];
    for role in ROLES {
        let bound = cartridge.views().find(|view| view.role == role);
        let place = bound.and_then(|view| {
            let page = pages.get(usize::from(view.page))?;
            Some(Place {
                offset: page.offset + u32::from(view.offset),
                ..*page
            })
        });
        let place = place.unwrap_or_else(|| {
            let names_units = UNIT_ROLES.contains(&role);
            let fill = if names_units { NO_UNIT } else { 0 };
            let section = *unbound[usize::from(names_units)].get_or_insert_with(|| {
                object.add_section(Section::page(
                    "CARTCONST",
                    vec![fill; cartridge.grid.layer_bytes()],
                ))
            });
            Place { section, offset: 0 }
        });
        object.define(&format!("view_{role}"), place.section, place.offset);
    }
}

fn facts(object: &mut Object, cartridge: &Cartridge<'_>) {
    let mut id = cartridge.game.as_bytes().to_vec();
    id.resize(12, 0);
    let id = object.add_section(Section::new("CARTINFO", id));
    object.define("game_id", id, 0);
    let name = hexfront_c64::program_name(cartridge.title);
    object.define_number("program_name_length", name.len() as i64);
    let name = object.add_section(Section::new("CARTINFO", name));
    object.define("program_name", name, 0);
    for (name, number) in [
        ("game_version", i64::from(cartridge.version)),
        ("image_length", cartridge.image_bytes() as i64),
        ("grid_columns", i64::from(cartridge.grid.columns)),
        ("grid_rows", i64::from(cartridge.grid.rows)),
        ("grid_lower", i64::from(cartridge.grid.odd_lower)),
    ] {
        object.define_number(name, number);
    }
}
