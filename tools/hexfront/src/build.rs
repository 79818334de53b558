//! `build` and `disasm`: games as disk images, and as listings.

use crate::cli::BuildOptions;
use crate::compile::{self, Made};
use crate::failure::Failure;
use crate::output::print_line;
use crate::pipeline::Game;
use crate::{gamedisk, games, hostdisk, session, targets};
use hexfront_isa::cartridge::Cartridge;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// `build`: writes disk images.
///
/// # Errors
/// When a game does not build, or a file cannot be written.
pub fn build(options: &BuildOptions) -> Result<(), Failure> {
    if options.all {
        let folder = options.output.clone().unwrap_or_else(|| "dist".into());
        fs::create_dir_all(&folder)
            .map_err(|e| format!("cannot make the folder {}: {e}", folder.display()))?;
        for name in games::names() {
            let game = games::find(&name)?;
            for target in targets::ALL {
                // A game need not build for every machine, but for one.
                if let Ok(Made { built, .. }) = compile::make(&game, target) {
                    save_image(&folder.join(gamedisk::file_name(&name, &built)), &built)?;
                }
            }
            compile::make_first(&game)?;
        }
        return Ok(());
    }
    let name = options.game.as_deref().unwrap_or_default();
    let game = games::find(name)?;
    let Made { cartridge, built } = match options.machine {
        Some(target) => compile::make(&game, target)?,
        None => compile::make_first(&game)?,
    };
    let path = options
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(gamedisk::file_name(&game.name, &built)));
    save_image(&path, &built)?;
    if let Some(path) = &options.labels {
        session::write(path, built.image.vice_labels().as_bytes())?;
    }
    if let Some(path) = &options.map {
        let mut map = built.image.map();
        map.push_str(&rules_by_size(&cartridge)?);
        session::write(path, map.as_bytes())?;
    }
    for area in &built.image.areas {
        print_line(format!(
            "  {:8} ${:04X} {:6} bytes, {:6} free",
            area.name, area.start, area.size, area.free
        ))?;
    }
    Ok(())
}

fn save_image(path: &Path, built: &Game) -> Result<(), Failure> {
    let disk = gamedisk::new_for(path, built)?;
    hostdisk::replace(path, &disk.to_bytes())
        .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    let mut line = format!(
        "{}: program of {} bytes",
        path.display(),
        built.program_bytes
    );
    if let Some(room) = built.target.room(&built.disk) {
        let _ = write!(line, ", {room}");
    }
    if let Some(needs) = &built.needs {
        let _ = write!(line, "; {needs}");
    }
    Ok(print_line(line)?)
}

/// Bytecode and tables by rule id, largest first, for the map file.
fn rules_by_size(cartridge: &[u8]) -> Result<String, Failure> {
    let cartridge = Cartridge::read(cartridge)?;
    let mut rules: Vec<_> = cartridge.rules().collect();
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.bytes));
    let mut text = String::from("\nrules by size\n");
    for rule in rules {
        let _ = writeln!(text, "{:6} {}", rule.bytes, rule.id);
    }
    Ok(text)
}

/// `disasm`: the bytecode beside its source.
///
/// # Errors
/// When the game does not compile.
pub fn disasm(name: &str) -> Result<(), Failure> {
    let game = games::find(name)?;
    print_line(compile::listing(&game)?.trim_end())?;
    Ok(())
}
