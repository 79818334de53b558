//! What is built in: names, parameters, results.

use crate::hir::Builtin;
use crate::types::{DIRECTION, NUMBER, Ty};
use hexfront_isa::ShellCall;
use hexfront_isa::contract::capability;

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
pub(crate) const MACHINE_FACTS: [(&str, u16, Ty); 5] = [
    ("text_columns", capability::TEXT_COLUMNS, BYTE),
    ("map_columns", capability::MAP_COLUMNS, BYTE),
    ("map_rows", capability::MAP_ROWS, BYTE),
    ("has_pointer", capability::POINTER, Ty::Flag),
    ("colours", capability::COLOURS, BYTE),
];

/// All built-ins; those whose type depends on their arguments are finished in `expr`.
pub(crate) const KNOWN: [Known; 58] = [
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
    known(
        "counter_of",
        Builtin::Cast,
        &[ANY, ANY, ANY, ANY],
        BYTE,
        Use::Anywhere,
    ),
    known("number_of", Builtin::Cast, &[ANY], ANY, Use::Anywhere),
    known("place", Builtin::Place, &[Ty::Hex], Ty::Text, Use::Anywhere),
    known("seed", Builtin::Seed, &[NUMBER], Ty::Void, Use::Doing),
    known(
        "wait_event",
        Builtin::Shell(ShellCall::Event),
        &[],
        BYTE,
        Use::Doing,
    ),
    known(
        "shell_event",
        Builtin::Shell(ShellCall::Event),
        &[],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_menu",
        Builtin::Shell(ShellCall::Menu),
        &[],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_entry",
        Builtin::Shell(ShellCall::Entry),
        &[BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_item",
        Builtin::Shell(ShellCall::Item),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_setting",
        Builtin::Shell(ShellCall::Setting),
        &[BYTE, BYTE, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_strip",
        Builtin::Shell(ShellCall::Strip),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_in_view",
        Builtin::Shell(ShellCall::InView),
        &[Ty::Hex],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_saved",
        Builtin::Shell(ShellCall::Saved),
        &[NUMBER],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_named",
        Builtin::Shell(ShellCall::Named),
        &[NUMBER],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_box",
        Builtin::Shell(ShellCall::Box),
        &[BYTE, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_bar",
        Builtin::Shell(ShellCall::Bar),
        &[NUMBER, NUMBER, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_pressed",
        Builtin::Shell(ShellCall::Pressed),
        &[],
        NUMBER,
        Use::Doing,
    ),
    known(
        "shell_pointed",
        Builtin::Shell(ShellCall::Pointed),
        &[],
        Ty::Hex,
        Use::Doing,
    ),
    known(
        "pause",
        Builtin::Shell(ShellCall::Delay),
        &[NUMBER],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "show_map",
        Builtin::Shell(ShellCall::Map),
        &[Ty::Hex, Ty::Flag],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "show_cursor",
        Builtin::Shell(ShellCall::Cursor),
        &[Ty::Hex, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "refresh",
        Builtin::Shell(ShellCall::Refresh),
        &[Ty::Hex],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "show_units",
        Builtin::Shell(ShellCall::ShowUnits),
        &[Ty::Flag],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_page",
        Builtin::Shell(ShellCall::Page),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_window",
        Builtin::Shell(ShellCall::Window),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_at",
        Builtin::Shell(ShellCall::At),
        &[BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "shell_ink",
        Builtin::Shell(ShellCall::Ink),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "draw_counter",
        Builtin::Shell(ShellCall::Counter),
        &[ANY, BYTE, BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "top_side",
        Builtin::Shell(ShellCall::Side),
        &[ANY],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "show_compass",
        Builtin::Shell(ShellCall::Compass),
        &[Ty::Flag],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "sound",
        Builtin::Shell(ShellCall::Effect),
        &[BYTE],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "save_game",
        Builtin::Shell(ShellCall::Save),
        &[NUMBER],
        BYTE,
        Use::Doing,
    ),
    known(
        "load_game",
        Builtin::Shell(ShellCall::Load),
        &[NUMBER],
        BYTE,
        Use::Doing,
    ),
    known(
        "saved_game",
        Builtin::Shell(ShellCall::Look),
        &[NUMBER, BYTE],
        BYTE,
        Use::Doing,
    ),
    known(
        "entropy",
        Builtin::Shell(ShellCall::Entropy),
        &[],
        NUMBER,
        Use::Doing,
    ),
    known(
        "draw_rule",
        Builtin::Shell(ShellCall::Rule),
        &[],
        Ty::Void,
        Use::Doing,
    ),
    known(
        "draw_symbol",
        Builtin::Shell(ShellCall::Symbol),
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
    known(
        "text_columns",
        Builtin::Shell(ShellCall::Capability),
        &[],
        BYTE,
        Use::Screen,
    ),
    known(
        "map_columns",
        Builtin::Shell(ShellCall::Capability),
        &[],
        BYTE,
        Use::Screen,
    ),
    known(
        "map_rows",
        Builtin::Shell(ShellCall::Capability),
        &[],
        BYTE,
        Use::Screen,
    ),
    known(
        "has_pointer",
        Builtin::Shell(ShellCall::Capability),
        &[],
        Ty::Flag,
        Use::Screen,
    ),
    known(
        "colours",
        Builtin::Shell(ShellCall::Capability),
        &[],
        BYTE,
        Use::Screen,
    ),
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
