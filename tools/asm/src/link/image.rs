//! What comes out of the linker.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A linked program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The flat files that the script asks for.
    pub outputs: Vec<Output>,
    /// The areas of the script, in its order.
    pub areas: Vec<Area>,
    /// The segments of the script, in its order.
    pub segments: Vec<Segment>,
    /// Every section with its place, in the order of the script.
    pub placements: Vec<Placement>,
    /// Symbols and their values. Labels of scopes and local labels carry what they are in: `proc::name`,
    /// `label@local`; names that several objects use for themselves carry the object: `object/name`.
    pub symbols: BTreeMap<String, u32>,
}

/// A flat file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name in the script.
    pub name: String,
    /// Start of its first area: where it is loaded.
    pub address: u32,
    /// Its bytes; a `prg` starts with the address, low byte first.
    pub bytes: Vec<u8>,
}

/// A stretch of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its name in the script.
    pub name: String,
    /// First address.
    pub start: u32,
    /// Bytes.
    pub size: u32,
    /// Bytes that nothing has taken, gaps of alignment included.
    pub free: u32,
    /// First address behind everything in it.
    pub last: u32,
}

/// All sections of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its name.
    pub name: String,
    /// Where it is loaded; the lowest address if its sections are scattered.
    pub load: u32,
    /// Where it runs.
    pub run: u32,
    /// Bytes from its first to its last, whatever lies between.
    pub size: u32,
}

/// A section with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Name of the object it comes from.
    pub object: String,
    /// Name of its segment.
    pub segment: String,
    /// Name of the area it is loaded in.
    pub area: String,
    /// Where it is loaded.
    pub load: u32,
    /// Where it runs.
    pub run: u32,
    /// Bytes it takes.
    pub size: u32,
    /// What it holds; nothing if it is memory that is only reserved.
    pub bytes: Option<Vec<u8>>,
}

impl Image {
    /// Value of a symbol.
    pub fn address(&self, symbol: &str) -> Option<u32> {
        self.symbols.get(symbol).copied()
    }

    /// Bytes of the flat file of that name.
    pub fn output(&self, name: &str) -> Option<&[u8]> {
        self.outputs
            .iter()
            .find(|o| o.name == name)
            .map(|o| o.bytes.as_slice())
    }

    /// Where memory goes: areas with what is free, segments, and objects with the largest first.
    pub fn map(&self) -> String {
        let wide = self
            .areas
            .iter()
            .any(|a| u64::from(a.start) + u64::from(a.size) > 0x1_0000);
        let digits = if wide { 6 } else { 4 };
        let column = digits + 1;
        let mut text = String::new();
        line(
            &mut text,
            format_args!(
                "areas             {:<column$}  {:<column$}  size   used   free",
                "start", "end"
            ),
        );
        for area in &self.areas {
            let end = u64::from(area.start) + u64::from(area.size);
            line(
                &mut text,
                format_args!(
                    "  {:<15} ${:0digits$X}  ${:0digits$X} {:>6} {:>6} {:>6}",
                    area.name,
                    area.start,
                    end.saturating_sub(1),
                    area.size,
                    area.size - area.free.min(area.size),
                    area.free
                ),
            );
        }
        line(
            &mut text,
            format_args!(
                "\nsegments          {:<column$}  {:<column$}  size",
                "load", "run"
            ),
        );
        for segment in self.segments.iter().filter(|s| s.size > 0) {
            line(
                &mut text,
                format_args!(
                    "  {:<15} ${:0digits$X}  ${:0digits$X} {:>6}",
                    segment.name, segment.load, segment.run, segment.size
                ),
            );
        }
        let mut objects: BTreeMap<&str, Vec<&Placement>> = BTreeMap::new();
        for placement in &self.placements {
            objects
                .entry(&placement.object)
                .or_default()
                .push(placement);
        }
        let total = |list: &Vec<&Placement>| list.iter().map(|p| u64::from(p.size)).sum::<u64>();
        let mut objects: Vec<_> = objects.into_iter().collect();
        objects.sort_by_key(|(_, list)| std::cmp::Reverse(total(list)));
        line(
            &mut text,
            format_args!("\nobjects                          size  run"),
        );
        for (name, list) in objects {
            line(&mut text, format_args!("  {name:<28} {:>6}", total(&list)));
            for p in list {
                let bss = if p.bytes.is_none() { "  (bss)" } else { "" };
                line(
                    &mut text,
                    format_args!(
                        "    {:<26} {:>6}  ${:0digits$X}{bss}",
                        p.segment, p.size, p.run
                    ),
                );
            }
        }
        text
    }

    /// The symbols as VICE's monitor reads them (`load_labels`), by address. Characters that it does not take in
    /// labels become `_`. Addresses above $FFFF, as an Amiga has them, take more digits.
    pub fn vice_labels(&self) -> String {
        let mut list: Vec<(u32, &str)> =
            self.symbols.iter().map(|(n, v)| (*v, n.as_str())).collect();
        list.sort_unstable();
        let mut text = String::new();
        for (value, name) in list {
            let label = name.replace(
                |c: char| !c.is_ascii_alphanumeric() && !"_@:".contains(c),
                "_",
            );
            line(&mut text, format_args!("al C:{value:04X} .{label}"));
        }
        text
    }
}

fn line(text: &mut String, args: std::fmt::Arguments<'_>) {
    writeln!(text, "{args}").expect("writing to a string does not fail");
}
