//! The shell's sources assemble.

use hexfront_amiga::{Played, Source as File, sources};
use hexfront_asm::{Options, Source, assemble};
use hexfront_isa::Style;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;

struct Files(Vec<File>);

impl Source for Files {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        if name == "grid.inc" {
            return Some(b"GRID_COLUMNS = 50\nROW_BITS = 6\nLAYER_PAGES = 13\n".to_vec());
        }
        if name == hexfront_vm::CONTRACT.0 {
            return Some(hexfront_vm::CONTRACT.1.into());
        }
        if name == "shell_table.inc" {
            return Some(Vec::new());
        }
        let file = self.0.iter().find(|file| file.name == name)?;
        Some(file.bytes.clone())
    }
}

#[test]
fn every_source_assembles() {
    let numbers = Looks::default().with("strength", &[]);
    for (looks, style, telephone) in [
        (&numbers, Style::Pointer, false),
        (&numbers, Style::Pointer, true),
        (&numbers, Style::Keyed, false),
        (&Looks::default(), Style::Keyed, false),
    ] {
        let played = Played { style, telephone };
        let files = Files(sources(looks, played, "A GAME", &Art::default()).expect("art converts"));
        let mut mistakes = Vec::new();
        for file in files.0.iter().filter(|file| file.name.ends_with(".s")) {
            if let Err(diagnostics) = assemble(&files, file.name, &Options::default()) {
                mistakes.extend(diagnostics.iter().map(ToString::to_string));
            }
        }
        assert!(mistakes.is_empty(), "{style:?}\n{}", mistakes.join("\n"));
    }
}
