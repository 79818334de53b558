//! A cartridge as an object file for the linker.
//!
//! | segment | holds |
//! | --- | --- |
//! | `CARTCODE` | code pages |
//! | `CARTCONST` | 6502: a group of data pages that is never written; on both, what the shell reads of roles not bound |
//! | `CARTDATA` | 6502: a group that is written and begins with other values than zero, or holds text in its rest; 68000: all data pages |
//! | `CARTZERO` | 6502: a group that is written and begins with zeros; nothing to load |
//! | `CARTTEXT` | pages of text; 6502: but for those that lie in the rest of a data page |
//! | `PARTn` | 6502: code, text and constant pages of part n of the game, from 1 |
//! | `CARTINFO` | tables |
//!
//! On the 6502 each page (data: each group) is a section by itself. On the 68000 code, data and text are one section each,
//! at most 64 KB long, and everything is always in memory.
//!
//! | symbol | is |
//! | --- | --- |
//! | `vm_v` | data page 0, the variables |
//! | `vm_code`, `vm_text`, `vm_main` | 68000: code page 0, the text area, where the game begins |
//! | `code_map`, `text_map` | 6502: a byte for each code and text page, for the shell to fill: where it is, 0 if it is not in memory |
//! | `code_home`, `text_home` | 6502: where each is when it is in memory |
//! | `part_count`, `part_start` | 6502: parts of the game; those in memory at the start, a bit each but for the first part |
//! | `part_with`, `part_out` | 6502: of each part: those that come with it, and those that go when it comes, likewise |
//! | `part_start_high`, `part_with_high`, `part_out_high` | 6502: the same of the tenth part and those behind it |
//! | `part_codes`, `part_texts` | 6502: first code and text page of each part, and the first behind all |
//! | `pair_left`, `pair_right` | pairs of the packed text; what stands for byte n lies n bytes behind, n from 96 |
//! | `main_page`, `main_offset` | 6502: where the game begins |
//! | `grid_columns`, `grid_rows`, `grid_lower` | size of the map; 1 if odd columns lie lower |
//! | `game_id`, `game_version`, `image_length` | 12 bytes; numbers |
//! | `program_name`, `program_name_length` | 6502: name of the program's file |
//! | `game_title` | 68000: the game's title, ended by 0 |
//! | `state_map` | fields of the state image. 6502: page, page of the high bytes, offset, count (word); ended by page 0. High page 0: bytes; 255: words in place; 1: numbers in the bits that stand in the place of the offset, which is 0. 68000: words: kind (1 bytes, 2 words with the high bytes a page behind, 3 words in V), place in the data, count, bits of the bytes or 0 for all; ended by kind 0 |
//! | `zero_map` | 6502: first page and number of pages of each `CARTZERO` group; ended by page 0 |
//! | `view_ROLE` | where what the shell draws from begins; a role that the game does not bind reads as zeros, or as no unit and no hex |
//! | `view_ROLE_count` | 68000: entries of a role that is a list, 0 if it is not bound |

mod m68000;
mod mos6502;

pub(crate) use m68000::kind;
pub(crate) use mos6502::{BITS, WORDS_IN_PLACE};

use hexfront_asm::{Machine, Object, Section, SectionId, Value};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::text::FIRST_PAIR;
use hexfront_isa::{ROLES, Role, RoleKind};
use hexfront_vm::verify::Verified;

/// Roles that name units or a hex: not bound, they read as none.
const NONE_ROLES: [&str; 3] = ["first", "next", "chosen"];
const NONE: u8 = 255;

/// Where a virtual data page lies.
#[derive(Clone, Copy)]
struct Place {
    section: SectionId,
    offset: u32,
}

/// Makes the object of a verified cartridge for a machine, whose shell draws from some of the roles.
pub fn cartridge_object(
    machine: Machine,
    roles: &[&str],
    cartridge: &Cartridge<'_>,
    verified: &Verified,
) -> Object {
    let mut object = Object::new(machine);
    let pages = match machine {
        Machine::Mos6502 => mos6502::memory(&mut object, cartridge, verified),
        Machine::M68000 => m68000::memory(&mut object, cartridge, verified),
    };
    pairs(&mut object, cartridge);
    views(&mut object, roles, cartridge, &pages);
    facts(&mut object, cartridge);
    object
}

fn pairs(object: &mut Object, cartridge: &Cartridge<'_>) {
    for (name, member) in [("pair_left", 0), ("pair_right", 1)] {
        let table = cartridge.pairs.iter().map(|pair| pair[member]).collect();
        let section = object.add_section(Section::new("CARTINFO", table));
        object.define_value(name, Value::before(section, u32::from(FIRST_PAIR)));
    }
}

fn views(object: &mut Object, roles: &[&str], cartridge: &Cartridge<'_>, pages: &[Place]) {
    let mut unbound = [None; 2];
    let drawn = |role: &&Role| roles.contains(&role.name);
    // A word that is not bound reads from two pages.
    let words = ROLES.iter().filter(drawn).any(|role| role.word);
    let room = cartridge
        .grid
        .layer_bytes()
        .max(if words { 512 } else { 0 });
    for known in ROLES.iter().filter(drawn) {
        let role = known.name;
        let bound = cartridge.views().find(|view| view.role == role);
        if known.kind == RoleKind::List {
            let count = bound.map_or(0, |view| view.count);
            object.define_number(&format!("view_{role}_count"), i64::from(count));
        }
        let place = bound.and_then(|view| {
            let page = pages.get(usize::from(view.page))?;
            Some(Place {
                offset: page.offset + u32::from(view.offset),
                ..*page
            })
        });
        let place = place.unwrap_or_else(|| {
            let is_none = NONE_ROLES.contains(&role);
            let fill = if is_none { NONE } else { 0 };
            let section = *unbound[usize::from(is_none)].get_or_insert_with(|| {
                object.add_section(Section::page("CARTCONST", vec![fill; room]))
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
