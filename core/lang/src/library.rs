//! Libraries: rules that several games share, which a game takes in by `use NAME`.
//!
//! A library is a source like the game's own files, and its declarations stand beside the game's. Where the game declares
//! something of the same name itself, that is meant, and the library's is left out.

use crate::Target;
use crate::ast::{Ast, Item, RuleSet};
use crate::diag::{Diagnostic, listed, nearest};
use crate::source::{Origin, Sources, Span};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A line `use NAME`.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// The library.
    pub name: String,
    /// Where it is asked for.
    pub span: Span,
    /// The rules that the line stands under: the library states them.
    pub rule: RuleSet,
    /// The part of the game that the line stands in, and the library with it.
    pub part: Option<crate::ast::Name>,
}

/// Name, file and text of each. Those in `sim/` are for simulations.
const LIBRARIES: [(&str, &str, &str); 6] = [
    (
        "cursor",
        "hexfront/cursor.rules",
        include_str!("../library/cursor.rules"),
    ),
    (
        "keys",
        "hexfront/keys.rules",
        include_str!("../library/keys.rules"),
    ),
    (
        "saves",
        "hexfront/saves.rules",
        include_str!("../library/saves.rules"),
    ),
    (
        "sides",
        "hexfront/sides.rules",
        include_str!("../library/sides.rules"),
    ),
    (
        "simulation",
        "hexfront/sim/simulation.rules",
        include_str!("../library/sim/simulation.rules"),
    ),
    (
        "zones",
        "hexfront/zones.rules",
        include_str!("../library/zones.rules"),
    ),
];

/// Puts the library that a line asks for among the sources: its file, unless it is there already or there is none.
pub(crate) fn take(
    wanted: &Use,
    sources: &mut Sources,
    diags: &mut Vec<Diagnostic>,
) -> Option<u16> {
    let Some((_, file, text)) = LIBRARIES.iter().find(|known| known.0 == wanted.name) else {
        let names: Vec<&str> = LIBRARIES.iter().map(|known| known.0).collect();
        let help = match nearest(&wanted.name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", listed(names.iter().copied())),
        };
        let what = format!("there is no library `{}`", wanted.name);
        diags.push(
            Diagnostic::error("E016", wanted.span, what)
                .label("looked for among those that come with the language")
                .help(help),
        );
        return None;
    };
    let known = sources
        .files()
        .iter()
        .any(|f| f.origin == Origin::Library && f.name == *file);
    (!known).then(|| sources.add_library(file, text, wanted.span))
}

/// Leaves out what the game declares itself.
pub(crate) fn give_way(ast: &mut Ast, sources: &Sources) {
    let origin = |span: Span| sources.file(span).map(|file| file.origin);
    let target = |span: Span| Target::of(sources.name(span));
    let own: BTreeSet<(&str, u8)> = ast
        .items
        .iter()
        .filter_map(|decl| decl.item.name())
        .filter(|name| origin(name.span) == Some(Origin::Game))
        .map(|name| (name.text.as_str(), target(name.span) as u8))
        .collect();
    let gives_way = |item: &Item| {
        item.name().is_some_and(|name| {
            let among = |target: Target| own.contains(&(name.text.as_str(), target as u8));
            origin(name.span) == Some(Origin::Library)
                && (among(Target::Game) || among(target(name.span)))
        })
    };
    let keep: Vec<bool> = ast
        .items
        .iter()
        .map(|decl| !gives_way(&decl.item))
        .collect();
    let mut keep = keep.into_iter();
    ast.items.retain(|_| keep.next().unwrap_or(true));
}

/// Mistakes in a library come from what the game lacks: names the line that asked for it.
pub(crate) fn explain(diags: &mut [Diagnostic], sources: &Sources) {
    for diag in diags {
        let Some(file) = sources.file(diag.primary.span) else {
            continue;
        };
        if let Some(wanted) = file.wanted {
            let label = crate::Label {
                span: wanted,
                text: "this library says at its head what a game must have for it".into(),
            };
            if !diag.secondary.contains(&label) {
                diag.secondary.push(label);
            }
        }
    }
}
