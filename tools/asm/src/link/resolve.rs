//! Values of symbols and fields, once everything has its place.

use super::gc;
use super::hunk::{self, Movable};
use super::image::{Area, Image, Output, Placement, Segment};
use super::layout::{self, Layout, SectionKey};
use super::script::{Format, Script};
use super::{LinkError, Origin};
use crate::expr::EvalError;
use crate::object::{Contents, Definition, Leaf, Object, Section, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Steps from symbol to symbol before they are taken to run in a circle.
const MAX_STEPS: usize = 100;

/// Links objects that have been read.
pub(super) fn link(script: &Script, objects: &[(String, Object)]) -> Result<Image, Vec<LinkError>> {
    let mut errors = Vec::new();
    let unused = gc::unused(script, objects);
    let layout = layout::place(script, objects, &unused, &mut errors);
    let mut resolver = Resolver {
        script,
        objects,
        unused: &unused,
        layout: &layout,
        globals: HashMap::new(),
        told: HashSet::new(),
        movable: hunk::movable_areas(script),
        movables: Vec::new(),
    };
    hunk::check(script, &mut errors);
    resolver.collect(&mut errors);
    resolver.check_movable(&mut errors);
    let placements = resolver.placements(&mut errors);
    resolver.check(&mut errors);
    // Symbols that nothing stores are still told about.
    let symbols = resolver.symbols(&mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let outputs = outputs(script, &placements, &resolver);
    Ok(Image {
        outputs,
        areas: areas(script, &layout),
        segments: segments(script, &layout),
        placements,
        symbols,
    })
}

/// What a global symbol is.
#[derive(Clone, Copy)]
pub(super) enum Global {
    /// Defined by an object: its number, and that of the symbol.
    Symbol(usize, usize),
    /// Defined by the script.
    Number(i64),
}

/// Why an expression has no value.
enum Failure {
    Circular,
    /// A symbol that nothing defines; told once for all who use it.
    Undefined,
    /// A section that is left out.
    Unused,
    Homeless(String),
}

pub(super) struct Resolver<'a> {
    pub(super) script: &'a Script,
    pub(super) objects: &'a [(String, Object)],
    unused: &'a HashSet<SectionKey>,
    pub(super) layout: &'a Layout,
    pub(super) globals: HashMap<String, Global>,
    /// Messages that need not be repeated.
    told: HashSet<String>,
    /// By area: it is placed by the loader of the machine.
    pub(super) movable: Vec<bool>,
    movables: Vec<Movable>,
}

impl Resolver<'_> {
    /// Gathers global symbols, and tells about those that are defined twice or not at all.
    fn collect(&mut self, errors: &mut Vec<LinkError>) {
        let script = "the link script";
        for (name, value) in self.script_symbols() {
            self.globals.insert(name, Global::Number(value));
        }
        for (o, (object, content)) in self.objects.iter().enumerate() {
            for (s, symbol) in content.symbols.iter().enumerate() {
                if !symbol.global || symbol.definition == Definition::Imported {
                    continue;
                }
                let first = match self
                    .globals
                    .insert(symbol.name.clone(), Global::Symbol(o, s))
                {
                    None => continue,
                    Some(Global::Number(_)) => script.to_owned(),
                    Some(Global::Symbol(first, _)) => self.objects[first].0.clone(),
                };
                let (symbol, second) = (symbol.name.clone(), object.clone());
                errors.push(LinkError::Twice {
                    symbol,
                    first,
                    second,
                });
            }
        }
        let mut missing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (object, content) in self.objects {
            for symbol in &content.symbols {
                if symbol.definition == Definition::Imported
                    && !self.globals.contains_key(&symbol.name)
                {
                    let users = missing.entry(&symbol.name).or_default();
                    if users.last() != Some(object) {
                        users.push(object.clone());
                    }
                }
            }
        }
        for (symbol, objects) in missing {
            errors.push(LinkError::Undefined {
                symbol: symbol.to_owned(),
                objects,
            });
        }
    }

    /// Symbols that the script defines, by itself or by `define`.
    fn script_symbols(&self) -> Vec<(String, i64)> {
        let mut list = self.script.symbols.clone();
        let mut add = |name: String, value: u32| list.push((name, i64::from(value)));
        for (rule, span) in self.script.segments.iter().zip(&self.layout.spans) {
            if rule.define {
                add(format!("__{}_LOAD__", rule.name), span.load);
                add(format!("__{}_RUN__", rule.name), span.run);
                add(format!("__{}_SIZE__", rule.name), span.size);
            }
        }
        for (rule, filling) in self.script.areas.iter().zip(&self.layout.fillings) {
            if rule.define {
                add(format!("__{}_START__", rule.name), rule.start);
                add(format!("__{}_SIZE__", rule.name), rule.size);
                add(format!("__{}_LAST__", rule.name), filling.last());
            }
        }
        list
    }

    fn leaf(&self, object: usize, leaf: &Leaf, steps: usize) -> Result<i64, EvalError<Failure>> {
        let content = &self.objects[object].1;
        match leaf {
            Leaf::Section(section) => match self.layout.spots.get(&(object, section.0 as usize)) {
                Some(spot) => Ok(i64::from(spot.run)),
                None if self.unused.contains(&(object, section.0 as usize)) => {
                    Err(EvalError::Leaf(Failure::Unused))
                }
                None => {
                    let name = &content.sections[section.0 as usize].name;
                    Err(EvalError::Leaf(Failure::Homeless(name.clone())))
                }
            },
            Leaf::Symbol(symbol) => self.symbol(object, symbol.0 as usize, steps),
        }
    }

    fn symbol(
        &self,
        object: usize,
        symbol: usize,
        steps: usize,
    ) -> Result<i64, EvalError<Failure>> {
        if steps > MAX_STEPS {
            return Err(EvalError::Leaf(Failure::Circular));
        }
        let symbol = &self.objects[object].1.symbols[symbol];
        match &symbol.definition {
            Definition::Number(n) => Ok(*n),
            Definition::Place(section, offset) => {
                Ok(self.leaf(object, &Leaf::Section(*section), steps)? + i64::from(*offset))
            }
            Definition::Computed(value) => self.value(object, value, steps + 1),
            Definition::Imported => match self.globals.get(&symbol.name) {
                Some(Global::Number(n)) => Ok(*n),
                Some(Global::Symbol(object, symbol)) => self.symbol(*object, *symbol, steps + 1),
                None => Err(EvalError::Leaf(Failure::Undefined)),
            },
        }
    }

    fn value(&self, object: usize, value: &Value, steps: usize) -> Result<i64, EvalError<Failure>> {
        value
            .eval(&mut |leaf| {
                self.leaf(object, leaf, steps).map_err(|e| match e {
                    EvalError::Leaf(failure) => EvalError::Leaf(failure),
                    EvalError::DivisionByZero => EvalError::DivisionByZero,
                })
            })
            .map_err(|e| match e {
                EvalError::Leaf(inner) => inner,
                EvalError::DivisionByZero => EvalError::DivisionByZero,
            })
    }

    /// The value, or a message about why there is none.
    fn settle(
        &mut self,
        object: usize,
        value: &Value,
        origin: impl FnOnce() -> Origin,
        errors: &mut Vec<LinkError>,
    ) -> Option<i64> {
        let error = match self.value(object, value, 0) {
            Ok(value) => return Some(value),
            Err(EvalError::Leaf(Failure::Undefined | Failure::Unused)) => return None,
            Err(EvalError::DivisionByZero) => LinkError::DivisionByZero { origin: origin() },
            Err(EvalError::Leaf(Failure::Circular)) => LinkError::Circular { origin: origin() },
            Err(EvalError::Leaf(Failure::Homeless(section))) => {
                // A section with bytes that has no place has been told about.
                let content = &self.objects[object].1;
                let told = content
                    .sections
                    .iter()
                    .any(|s| s.name == section && s.size() > 0);
                if told {
                    return None;
                }
                LinkError::Homeless {
                    origin: origin(),
                    section,
                }
            }
        };
        if self.told.insert(error.to_string()) {
            errors.push(error);
        }
        None
    }

    /// Names in an expression, for messages.
    fn describe(&self, object: usize, value: &Value) -> String {
        let content = &self.objects[object].1;
        let mut names = Vec::new();
        value.each_leaf(&mut |leaf| {
            names.push(match leaf {
                Leaf::Symbol(s) => content.symbols[s.0 as usize].name.clone(),
                Leaf::Section(s) => format!("section {}", content.sections[s.0 as usize].name),
            });
        });
        names.dedup();
        if names.is_empty() {
            "the expression".to_owned()
        } else {
            names.join(", ")
        }
    }

    fn placements(&mut self, errors: &mut Vec<LinkError>) -> Vec<Placement> {
        let layout = self.layout;
        let mut placements = Vec::new();
        for ((object, number), _) in &layout.order {
            let Some(spot) = layout.spots.get(&(*object, *number)) else {
                continue;
            };
            let section = &self.objects[*object].1.sections[*number];
            let bytes = match &section.contents {
                Contents::Bytes(_) => Some(self.bytes(*object, *number, section, spot.run, errors)),
                Contents::Reserved(_) => None,
            };
            if section.size() > 0 {
                placements.push(Placement {
                    object: self.objects[*object].0.clone(),
                    segment: section.name.clone(),
                    area: self.script.areas[spot.area].name.clone(),
                    load: spot.load,
                    run: spot.run,
                    size: section.size(),
                    bytes,
                });
            }
        }
        placements
    }

    /// The bytes of a section with all fields filled.
    fn bytes(
        &mut self,
        object: usize,
        number: usize,
        section: &Section,
        run: u32,
        errors: &mut Vec<LinkError>,
    ) -> Vec<u8> {
        let Contents::Bytes(bytes) = &section.contents else {
            return Vec::new();
        };
        let mut bytes = bytes.clone();
        for relocation in &section.relocations {
            let objects = self.objects;
            let origin = || origin(&objects[object], number, relocation.offset);
            let Some(mut value) = self.settle(object, &relocation.value, origin, errors) else {
                continue;
            };
            if let Some(origin) = relocation.field.origin() {
                value = value.wrapping_sub(i64::from(run) + i64::from(relocation.offset) + origin);
            }
            match self.movable_target(object, number, relocation) {
                Ok(None) => {}
                Ok(Some(movable)) => {
                    value -= i64::from(self.script.areas[movable.target].start);
                    self.movables.push(movable);
                }
                Err(()) => {
                    let (origin, what) = (origin(), self.describe(object, &relocation.value));
                    errors.push(LinkError::NotMovable { origin, what });
                    continue;
                }
            }
            let machine = objects[object].1.machine;
            let Err(unfit) = relocation.field.check(machine, value) else {
                let from = relocation.offset as usize;
                let to = from + relocation.field.size() as usize;
                relocation.field.store(machine, value, &mut bytes[from..to]);
                continue;
            };
            let what = self.describe(object, &relocation.value);
            errors.push(LinkError::of_value(unfit, origin(), what, value));
        }
        bytes
    }

    fn check(&mut self, errors: &mut Vec<LinkError>) {
        let objects = self.objects;
        for (number, (name, object)) in objects.iter().enumerate() {
            for assertion in &object.assertions {
                let file = object
                    .files
                    .get(assertion.file as usize)
                    .cloned()
                    .unwrap_or_default();
                let origin = Origin {
                    object: name.clone(),
                    section: None,
                    source: Some((file, assertion.line)),
                };
                if self.settle(number, &assertion.condition, || origin.clone(), errors) == Some(0) {
                    let message = assertion.message.clone();
                    errors.push(LinkError::Assertion { origin, message });
                }
            }
        }
    }

    /// All symbols with their values: global ones by their name, local ones too where that is free, else with the
    /// name of the object in front.
    fn symbols(&mut self, errors: &mut Vec<LinkError>) -> BTreeMap<String, u32> {
        let mut symbols = BTreeMap::new();
        for (name, value) in self.script_symbols() {
            symbols.insert(name, value as u32);
        }
        for global in [true, false] {
            for (o, (object, content)) in self.objects.iter().enumerate() {
                for (s, symbol) in content.symbols.iter().enumerate() {
                    if symbol.global != global || symbol.definition == Definition::Imported {
                        continue;
                    }
                    let origin = || Origin {
                        object: object.clone(),
                        section: None,
                        source: None,
                    };
                    let leaf = Value::Leaf(Leaf::Symbol(crate::object::SymbolId(s as u32)));
                    let Some(value) = self.settle(o, &leaf, origin, errors) else {
                        continue;
                    };
                    let free = !symbols.contains_key(&symbol.name);
                    let name = if free {
                        symbol.name.clone()
                    } else {
                        format!("{object}/{}", symbol.name)
                    };
                    symbols.insert(name, value as u32);
                }
            }
        }
        symbols
    }
}

/// The field of a section, with the line of the source that made it.
fn origin(object: &(String, Object), section: usize, offset: u32) -> Origin {
    let (name, content) = object;
    let lines = content
        .lines
        .iter()
        .filter(|l| l.section.0 as usize == section && l.offset <= offset);
    let source = lines
        .max_by_key(|l| l.offset)
        .and_then(|l| Some((content.files.get(l.file as usize)?.clone(), l.line)));
    let section = content.sections[section].name.clone();
    Origin {
        object: name.clone(),
        section: Some((section, offset)),
        source,
    }
}

fn areas(script: &Script, layout: &Layout) -> Vec<Area> {
    script
        .areas
        .iter()
        .zip(&layout.fillings)
        .map(|(rule, filling)| Area {
            name: rule.name.clone(),
            start: rule.start,
            size: rule.size,
            free: filling.free(),
            last: filling.last(),
        })
        .collect()
}

fn segments(script: &Script, layout: &Layout) -> Vec<Segment> {
    script
        .segments
        .iter()
        .zip(&layout.spans)
        .map(|(rule, span)| Segment {
            name: rule.name.clone(),
            load: span.load,
            run: span.run,
            size: span.size,
        })
        .collect()
}

/// The files.
fn outputs(script: &Script, placements: &[Placement], resolver: &Resolver<'_>) -> Vec<Output> {
    script
        .outputs
        .iter()
        .map(|rule| {
            if rule.format == Format::Hunk {
                let symbols = resolver.places();
                let movables = &resolver.movables;
                return Output {
                    name: rule.name.clone(),
                    address: 0,
                    bytes: hunk::file(script, rule, placements, movables, &symbols),
                };
            }
            let areas = || {
                script
                    .areas
                    .iter()
                    .filter(|a| a.output.as_ref() == Some(&rule.name))
            };
            let address = areas().next().map_or(0, |a| a.start);
            let mut bytes = Vec::new();
            if rule.format == Format::Prg {
                bytes.extend((address as u16).to_le_bytes());
            }
            for area in areas() {
                let from = bytes.len();
                if area.pad {
                    bytes.resize(from + area.size as usize, area.fill);
                }
                for placement in placements.iter().filter(|p| p.area == area.name) {
                    if script
                        .segments
                        .iter()
                        .any(|s| (s.bss || !s.over.is_empty()) && s.name == placement.segment)
                    {
                        continue;
                    }
                    let start = from + (placement.load - area.start) as usize;
                    let end = start + placement.size as usize;
                    if bytes.len() < end {
                        bytes.resize(end, area.fill);
                    }
                    if let Some(content) = &placement.bytes {
                        bytes[start..end].copy_from_slice(content);
                    }
                }
            }
            Output {
                name: rule.name.clone(),
                address,
                bytes,
            }
        })
        .collect()
}
