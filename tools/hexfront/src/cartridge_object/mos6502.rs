//! The cartridge in the memory of a 6502 machine.
//!
//! The bytecode names data pages by virtual numbers; here each such operand becomes a relocation to the page's section,
//! so that the linker writes the page where the machine keeps it. Code pages stay virtual: the VM maps them by the
//! table `code_map`.

use super::Place;
use hexfront_asm::{Field, Object, Section, Value};
use hexfront_isa::cartridge::{Cartridge, Group, GroupKind, OWN_PAGE, Shape};
use hexfront_isa::parts::Part;
use hexfront_isa::text::PAGE as TEXT_PAGE;
use hexfront_vm::verify::Verified;

/// In `state_map`, the high page of numbers in bits of bytes: these stand in the place of the offset, which is 0.
pub(crate) const BITS: u8 = 1;
/// In `state_map`, the high page of words that lie in place, low byte first.
pub(crate) const WORDS_IN_PLACE: u8 = 255;

/// Adds data, code, text and what the machine knows of them; returns where each data page lies.
pub(super) fn memory(
    object: &mut Object,
    cartridge: &Cartridge<'_>,
    verified: &Verified,
) -> Vec<Place> {
    let pages = data_pages(object, cartridge);
    code_pages(object, cartridge, verified, &pages);
    text(object, cartridge, &pages);
    state_map(object, cartridge, &pages);
    parts(object, cartridge);
    let name = hexfront_isa::parts::program_name(cartridge.title);
    object.define_number("program_name_length", name.len() as i64);
    let name = object.add_section(Section::new("CARTINFO", name));
    object.define("program_name", name, 0);
    pages
}

impl Place {
    fn page(self) -> Value {
        Value::place(self.section, self.offset).high()
    }
}

/// Adds the data groups; returns where each virtual page lies.
fn data_pages(object: &mut Object, cartridge: &Cartridge<'_>) -> Vec<Place> {
    let mut pages = Vec::new();
    let mut zeroed = Vec::new();
    for group in cartridge.groups() {
        let size = usize::from(group.count) * 256;
        let content = content(cartridge, &group);
        // What comes from a file lies in it, zeros too.
        let filed = group.kind == GroupKind::Const || group.part > 0;
        let reserved = content.is_none() && !filed;
        let section = match (group.kind, content) {
            (_, content) if filed => Section::page(
                &segment(group.part, "CARTCONST"),
                content.unwrap_or_else(|| vec![0; size]),
            ),
            (_, Some(content)) => Section::page("CARTDATA", content),
            (_, None) => Section {
                align: 256,
                ..Section::reserved("CARTZERO", size as u32)
            },
        };
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

/// What the pages of a group begin with, texts in their rests included; `None` for zeros.
fn content(cartridge: &Cartridge<'_>, group: &Group<'_>) -> Option<Vec<u8>> {
    let mut content = group.content.map(<[u8]>::to_vec);
    let texts = cartridge.text.chunks(TEXT_PAGE);
    for (text, home) in texts.zip(cartridge.text_homes()) {
        let page = home.checked_sub(group.first);
        let Some(page) = page.filter(|page| *home != OWN_PAGE && *page < group.count) else {
            continue;
        };
        let bytes = content.get_or_insert_with(|| vec![0; usize::from(group.count) * 256]);
        let there = &mut bytes[usize::from(page) * 256..];
        // The verifier has seen that there are zeros where the text stands.
        there
            .iter_mut()
            .zip(text)
            .for_each(|(to, byte)| *to |= byte);
    }
    content
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
    let places = sections
        .iter()
        .map(|&(section, _)| Place { section, offset: 0 });
    maps(object, "code", places);
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

fn text(object: &mut Object, cartridge: &Cartridge<'_>, data: &[Place]) {
    let pages = cartridge.text.chunks(TEXT_PAGE);
    let mut places = Vec::new();
    let parts = cartridge.text_parts().iter().zip(cartridge.text_homes());
    for (page, (part, home)) in pages.zip(parts) {
        places.push(match data.get(usize::from(*home)) {
            Some(there) if *home != OWN_PAGE => *there,
            _ => {
                let name = segment(*part, "CARTTEXT");
                let section = object.add_section(Section::page(&name, page.to_vec()));
                Place { section, offset: 0 }
            }
        });
    }
    maps(object, "text", places.into_iter());
}

/// The segment of what belongs to a part; the first part has one for each kind.
fn segment(part: u8, kind: &str) -> String {
    match part {
        0 => kind.to_owned(),
        part => hexfront_isa::parts::segment(part.into()),
    }
}

/// Where pages are when they are in memory, and room for the map of those that are.
fn maps(object: &mut Object, kind: &str, pages: impl ExactSizeIterator<Item = Place>) {
    let map = object.add_section(Section::new("CARTINFO", vec![0; pages.len()]));
    object.define(&format!("{kind}_map"), map, 0);
    let home = object.add_section(Section::new("CARTINFO", vec![0; pages.len()]));
    object.define(&format!("{kind}_home"), home, 0);
    for (number, place) in pages.enumerate() {
        object.relocate(home, number as u32, Field::Byte, place.page());
    }
}

fn parts(object: &mut Object, cartridge: &Cartridge<'_>) {
    let all: Vec<Part<'_>> = cartridge.parts().collect();
    let starts = all.iter().enumerate().filter(|(_, part)| part.at_start);
    let start = starts.fold(0_u16, |mask, (number, _)| mask | 1 << number);
    // The first part is always in memory and needs no bit.
    let bits = |mask: u16| (mask >> 1).to_le_bytes();
    let [low, high] = bits(start);
    object.define_number("part_count", all.len() as i64);
    object.define_number("part_start", low.into());
    object.define_number("part_start_high", high.into());
    // Pages of a part are numbered in a row.
    let firsts = |pages: &[u8]| -> Vec<u8> {
        let first = |part: usize| pages.partition_point(|p| usize::from(*p) < part) as u8;
        (0..=all.len()).map(first).collect()
    };
    let masks = |mask: fn(&Part<'_>) -> u16, byte: usize| -> Vec<u8> {
        all.iter().map(|part| bits(mask(part))[byte]).collect()
    };
    for (name, bytes) in [
        ("part_with", masks(|part| part.with, 0)),
        ("part_with_high", masks(|part| part.with, 1)),
        ("part_out", masks(|part| part.out, 0)),
        ("part_out_high", masks(|part| part.out, 1)),
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
            Shape::Bytes | Shape::LongWords => 0,
            Shape::SplitWords => {
                links.push((at + 1, page + 1));
                0
            }
            Shape::VWords => WORDS_IN_PLACE,
            Shape::Bits(_) => BITS,
        };
        let offset = match field.shape {
            Shape::Bits(bits) => bits,
            _ => field.offset,
        };
        let [low, upper] = field.elements().to_le_bytes();
        bytes.extend([0, high, offset, low, upper]);
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
