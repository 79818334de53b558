//! Which sections are used: all but those of `gc` segments that nothing used refers to.

use super::layout::SectionKey;
use super::script::Script;
use crate::object::{Definition, Leaf, Object, Value};
use std::collections::{HashMap, HashSet};

/// Sections that are left out.
pub(super) fn unused(script: &Script, objects: &[(String, Object)]) -> HashSet<SectionKey> {
    let gc: Vec<&str> = script
        .segments
        .iter()
        .filter(|rule| rule.gc)
        .map(|rule| rule.name.as_str())
        .collect();
    let mut unused = HashSet::new();
    let mut used = Vec::new();
    for (o, (_, object)) in objects.iter().enumerate() {
        for (s, section) in object.sections.iter().enumerate() {
            if gc.contains(&section.name.as_str()) {
                unused.insert((o, s));
            } else {
                used.push((o, s));
            }
        }
    }
    if unused.is_empty() {
        return unused;
    }
    let reach = Reach::new(objects);
    while let Some((object, section)) = used.pop() {
        for relocation in &objects[object].1.sections[section].relocations {
            for found in reach.sections(object, &relocation.value) {
                if unused.remove(&found) {
                    used.push(found);
                }
            }
        }
    }
    unused
}

/// What values lead to.
struct Reach<'a> {
    objects: &'a [(String, Object)],
    globals: HashMap<&'a str, (usize, usize)>,
}

impl<'a> Reach<'a> {
    fn new(objects: &'a [(String, Object)]) -> Self {
        let mut globals = HashMap::new();
        for (o, (_, object)) in objects.iter().enumerate() {
            for (s, symbol) in object.symbols.iter().enumerate() {
                if symbol.global && symbol.definition != Definition::Imported {
                    globals.insert(symbol.name.as_str(), (o, s));
                }
            }
        }
        Self { objects, globals }
    }

    /// Sections that a value of an object depends on, through symbols too.
    fn sections(&self, object: usize, value: &Value) -> Vec<SectionKey> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut symbols = Vec::new();
        let leaves = |object: usize, value: &Value, symbols: &mut Vec<_>, found: &mut Vec<_>| {
            value.each_leaf(&mut |leaf| match leaf {
                Leaf::Section(section) => found.push((object, section.0 as usize)),
                Leaf::Symbol(symbol) => symbols.push((object, symbol.0 as usize)),
            });
        };
        leaves(object, value, &mut symbols, &mut found);
        while let Some(key) = symbols.pop() {
            if !seen.insert(key) {
                continue;
            }
            let symbol = &self.objects[key.0].1.symbols[key.1];
            match &symbol.definition {
                Definition::Number(_) => {}
                Definition::Place(section, _) => found.push((key.0, section.0 as usize)),
                Definition::Computed(value) => leaves(key.0, value, &mut symbols, &mut found),
                Definition::Imported => symbols.extend(self.globals.get(symbol.name.as_str())),
            }
        }
        found
    }
}
