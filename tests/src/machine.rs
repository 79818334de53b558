//! The assembly machines as objects, for the rigs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use hexfront::dispatch::dispatch_object;
use hexfront_asm::{Files, Machine, Options, Source, assemble};
use hexfront_isa::cartridge::Grid;
use hexfront_vm::{GRID_INCLUDE, SOURCES_6502, SOURCES_68000, grid_include};

/// Sources of a machine for a map.
struct Sources {
    files: &'static [(&'static str, &'static str)],
    grid: String,
}

impl Source for Sources {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        if name == GRID_INCLUDE {
            return Some(self.grid.clone().into_bytes());
        }
        Files(self.files).read(name)
    }
}

/// Objects by name.
pub type Objects = Arc<[(String, Vec<u8>)]>;

/// The objects of a machine for a map, with the dispatch tables of all instructions; those that were made are kept.
///
/// # Panics
/// If a source does not assemble.
pub fn objects(machine: Machine, grid: Grid) -> Objects {
    type Key = (bool, u8, u8);
    static MADE: Mutex<BTreeMap<Key, Objects>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let wide = machine == Machine::M68000;
    let objects = made
        .entry((wide, grid.row_bits(), grid.layer_pages()))
        .or_insert_with(|| make(machine, grid));
    objects.clone()
}

fn make(machine: Machine, grid: Grid) -> Objects {
    let files = match machine {
        Machine::Mos6502 => SOURCES_6502,
        Machine::M68000 => SOURCES_68000,
    };
    let sources = Sources {
        files,
        grid: grid_include(grid),
    };
    let mains = files.iter().filter(|(name, _)| name.ends_with(".s"));
    let object = |(name, _): &(&str, &str)| match assemble(&sources, name, &Options::default()) {
        Ok(object) => (name.to_string(), object.to_elf()),
        Err(problems) => {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("{name} does not assemble:\n{}", lines.join("\n"))
        }
    };
    let dispatch = dispatch_object(machine, |_| true).to_elf();
    mains
        .map(object)
        .chain([("dispatch".to_owned(), dispatch)])
        .collect()
}
