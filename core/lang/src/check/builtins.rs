//! What is built in: names, parameters, results.

use crate::hir::Builtin;
use crate::types::{DIRECTION, NUMBER, Ty};

/// Where a built-in may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Anywhere,
    /// `to` and screens: it does something.
    Doing,
    /// Screens only: a fact about the machine.
    Screen,
}

pub(crate) struct Known {
    pub name: &'static str,
    pub builtin: Builtin,
    /// `Wrong` takes anything.
    pub params: &'static [Ty],
    pub result: Ty,
    pub usage: Use,
}

const ANY: Ty = Ty::Wrong;
const BYTE: Ty = Ty::Int {
    lo: 0,
    hi: 255,
    by: 1,
};

const fn known(
    name: &'static str,
    builtin: Builtin,
    params: &'static [Ty],
    result: Ty,
    usage: Use,
) -> Known {
    Known {
        name,
        builtin,
        params,
        result,
        usage,
    }
}

/// Facts about the machine: name and number for the shell call `capability`.
pub(crate) const MACHINE_FACTS: [(&str, i32, Ty); 5] = [
    ("text_columns", 0, BYTE),
    ("map_columns", 1, BYTE),
    ("map_rows", 2, BYTE),
    ("has_pointer", 3, Ty::Flag),
    ("colours", 4, BYTE),
];

/// All built-ins; those whose type depends on their arguments are finished in `expr`.
pub(crate) const KNOWN: [Known; 56] = [
    known("min", Builtin::Min, &[ANY, ANY], ANY, Use::Anywhere),
    known("max", Builtin::Max, &[ANY, ANY], ANY, Use::Anywhere),
    known("clamp", Builtin::Min, &[ANY, ANY, ANY], ANY, Use::Anywhere),
    known(
        "column",
        Builtin::Column,
        &[Ty::Hex],
        Ty::Int {
            lo: 0,
            hi: 31,
            by: 1,
        },
        Use::Anywhere,
    ),
    known(
        "row",
        Builtin::Row,
        &[Ty::Hex],
        Ty::Int {
            lo: 0,
            hi: 31,
            by: 1,
        },
        Use::Anywhere,
    ),
    known(
        "neighbour",
        Builtin::Neighbour,
        &[Ty::Hex, DIRECTION],
        Ty::Hex,
        Use::Anywhere,
    ),
    known(
        "distance",
        Builtin::Distance,
        &[Ty::Hex, Ty::Hex],
        NUMBER,
        Use::Anywhere,
    ),
    known(
        "direction_to",
        Builtin::DirectionTo,
        &[Ty::Hex, Ty::Hex],
        DIRECTION,
        Use::Anywhere,
    ),
    known(
        "opposite",
        Builtin::Opposite,
        &[DIRECTION],
        DIRECTION,
        Use::Anywhere,
    ),
    known("random", Builtin::Random, &[ANY, ANY], ANY, Use::Doing),
    known("as_number", Builtin::Cast, &[ANY], ANY, Use::Anywhere),
    known("number_of", Builtin::Cast, &[ANY], ANY, Use::Anywhere),
    known("place", Builtin::Place, &[Ty::Hex], Ty::Text, Use::Anywhere),
    known("seed", Builtin::Seed, &[NUMBER], Ty::Void, Use::Doing),
    known("wait_event", Builtin::Shell(0), &[], BYTE, Use::Doing),
    known("shell_event", Builtin::Shell(0), &[], NUMBER, Use::Doing),
    known("shell_menu", Builtin::Shell(23), &[], Ty::Void, Use::Doing),
    known(
        "shell_entry",
        Builtin::Shell(24),
        &[BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_item",
        Builtin::Shell(25),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_setting",
        Builtin::Shell(26),
        &[BYTE, BYTE, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_strip",
        Builtin::Shell(27),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_in_view",
        Builtin::Shell(28),
        &[Ty::Hex],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_saved",
        Builtin::Shell(29),
        &[NUMBER],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_named",
        Builtin::Shell(33),
        &[NUMBER],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_box",
        Builtin::Shell(30),
        &[BYTE, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_bar",
        Builtin::Shell(31),
        &[NUMBER, NUMBER, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known("shell_pressed", Builtin::Shell(32), &[], NUMBER, Use::Doing),
    known("pause", Builtin::Shell(1), &[NUMBER], Ty::Void, Use::Doing),
    known(
        "show_map",
        Builtin::Shell(2),
        &[Ty::Hex, Ty::Flag],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "show_cursor",
        Builtin::Shell(3),
        &[Ty::Hex, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "refresh",
        Builtin::Shell(4),
        &[Ty::Hex],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "show_units",
        Builtin::Shell(5),
        &[Ty::Flag],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_page",
        Builtin::Shell(6),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_window",
        Builtin::Shell(7),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_at",
        Builtin::Shell(8),
        &[BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_ink",
        Builtin::Shell(9),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "draw_counter",
        Builtin::Shell(11),
        &[ANY, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known("top_side", Builtin::Shell(12), &[ANY], Ty::Void, Use::Doing),
    known(
        "show_compass",
        Builtin::Shell(13),
        &[Ty::Flag],
        Ty::Void,
        Use::Doing,
    ),
    known("sound", Builtin::Shell(14), &[BYTE], Ty::Void, Use::Doing),
    known("save_game", Builtin::Shell(15), &[NUMBER], BYTE, Use::Doing),
    known("load_game", Builtin::Shell(16), &[NUMBER], BYTE, Use::Doing),
    known(
        "saved_game",
        Builtin::Shell(22),
        &[NUMBER, BYTE],
        BYTE,
        Use::Doing,
    ),
    known("entropy", Builtin::Shell(17), &[], NUMBER, Use::Doing),
    known("draw_rule", Builtin::Shell(18), &[], Ty::Void, Use::Doing),
    known(
        "draw_symbol",
        Builtin::Shell(20),
        &[BYTE, BYTE, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "print_char",
        Builtin::PrintChar,
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "print_text",
        Builtin::PrintText,
        &[Ty::Text],
        Ty::Void,
        Use::Doing,
    ),
    known("text_columns", Builtin::Shell(19), &[], BYTE, Use::Screen),
    known("map_columns", Builtin::Shell(19), &[], BYTE, Use::Screen),
    known("map_rows", Builtin::Shell(19), &[], BYTE, Use::Screen),
    known(
        "has_pointer",
        Builtin::Shell(19),
        &[],
        Ty::Flag,
        Use::Screen,
    ),
    known("colours", Builtin::Shell(19), &[], BYTE, Use::Screen),
    known(
        "d6",
        Builtin::Random,
        &[],
        Ty::Int {
            lo: 1,
            hi: 6,
            by: 1,
        },
        Use::Doing,
    ),
    known(
        "d100",
        Builtin::Random,
        &[],
        Ty::Int {
            lo: 1,
            hi: 100,
            by: 1,
        },
        Use::Doing,
    ),
    known("hex", Builtin::Hex, &[ANY, ANY], Ty::Hex, Use::Anywhere),
];

/// The built-in of this name.
pub(crate) fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.name == name)
}

/// Names an author may have meant.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|k| k.name).filter(|n| {
        !n.starts_with("shell_") && *n != "wait_event" && *n != "print_char" && *n != "print_text"
    })
}
