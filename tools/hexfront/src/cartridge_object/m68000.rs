//! The cartridge in the memory of a 68000 machine.
//!
//! All data pages lie in a row, V first, and so do all code pages: the bytes of the code stay as they are, the machine finds
//! a page by its number. Words of V stand high byte first.

use super::Place;
use hexfront_asm::{Object, Section};
use hexfront_isa::cartridge::{Cartridge, Shape};
use hexfront_vm::verify::Verified;

/// Bytes of a page.
const PAGE: usize = 256;

/// Kinds of entries of `state_map`; 0 ends it.
pub(crate) mod kind {
    pub const BYTES: u16 = 1;
    pub const SPLIT_WORDS: u16 = 2;
    pub const WORDS_OF_V: u16 = 3;
}

/// Adds data, code, text and what the machine knows of them; returns where each data page lies.
pub(super) fn memory(
    object: &mut Object,
    cartridge: &Cartridge<'_>,
    verified: &Verified,
) -> Vec<Place> {
    let pages = data(object, cartridge, verified);
    code(object, cartridge);
    let text = object.add_section(even("CARTTEXT", cartridge.text.to_vec()));
    object.define("vm_text", text, 0);
    state_map(object, cartridge);
    let mut title = cartridge.title.as_bytes().to_vec();
    title.push(0);
    let title = object.add_section(even("CARTINFO", title));
    object.define("game_title", title, 0);
    pages
}

fn even(segment: &str, bytes: Vec<u8>) -> Section {
    Section {
        align: 2,
        ..Section::new(segment, bytes)
    }
}

fn data(object: &mut Object, cartridge: &Cartridge<'_>, verified: &Verified) -> Vec<Place> {
    let mut bytes = Vec::new();
    for group in cartridge.groups() {
        match group.content {
            Some(content) => bytes.extend(content),
            None => bytes.resize(bytes.len() + usize::from(group.count) * PAGE, 0),
        }
    }
    for offset in verified.words_of_v(cartridge).map(usize::from) {
        if let Some(word) = bytes.get_mut(offset..offset + 2) {
            word.swap(0, 1);
        }
    }
    let count = bytes.len() / PAGE;
    let section = object.add_section(Section::page("CARTDATA", bytes));
    object.define("vm_v", section, 0);
    let page = |number| Place {
        section,
        offset: (number * PAGE) as u32,
    };
    (0..count).map(page).collect()
}

fn code(object: &mut Object, cartridge: &Cartridge<'_>) {
    let section = object.add_section(Section::page("CARTCODE", cartridge.code.concat()));
    object.define("vm_code", section, 0);
    let main = cartridge.procedures().nth(usize::from(cartridge.main));
    let at = main.map_or(0, |main| u32::from(main.page) << 8 | u32::from(main.offset));
    object.define("vm_main", section, at);
}

fn state_map(object: &mut Object, cartridge: &Cartridge<'_>) {
    let mut words = Vec::new();
    for field in cartridge.fields() {
        let kind = match field.shape {
            Shape::Bytes | Shape::Bits(_) | Shape::LongWords => kind::BYTES,
            Shape::SplitWords => kind::SPLIT_WORDS,
            Shape::VWords => kind::WORDS_OF_V,
        };
        let place = u16::from_be_bytes([field.page, field.offset]);
        let bits = match field.shape {
            Shape::Bits(bits) => bits.into(),
            _ => 0,
        };
        words.extend([kind, place, field.elements(), bits]);
    }
    words.push(0);
    let bytes = words.into_iter().flat_map(u16::to_be_bytes).collect();
    let section = object.add_section(even("CARTINFO", bytes));
    object.define("state_map", section, 0);
}
