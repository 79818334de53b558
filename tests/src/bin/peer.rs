//! Compares games that Blitzkrieg at the Ardennes saved under names on an Amiga, ours, a peer's or a real one, with those that the
//! reference VM saves after the same keys.
//!
//! `peer DISK.adf ENTROPY SCRIPT...`: ENTROPY is the hexadecimal word that the game got as chance (`entropy_given` in memory);
//! between two scripts power goes off.

use std::path::Path;
use std::process::ExitCode;

use hexfront::host::Host;
use hexfront::replay::fields::differences;
use hexfront::script::{Action, parse_file};
use hexfront_isa::cartridge::Cartridge;
use hexfront_tests::amiga::{NamedSave, blitzkrieg, named_saves};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match compare(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("peer: {error}");
            ExitCode::from(2)
        }
    }
}

fn compare(arguments: &[String]) -> Result<bool, String> {
    let [disk, entropy, scripts @ ..] = arguments else {
        return Err("use: peer DISK.adf ENTROPY SCRIPT...".to_owned());
    };
    let entropy = u16::from_str_radix(entropy.trim_start_matches('$'), 16)
        .map_err(|error| format!("{entropy:?} is no hexadecimal word: {error}"))?;
    let read = |path: &str| std::fs::read(path).map_err(|e| format!("cannot read {path}: {e}"));
    let disk = read(disk)?;
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).map_err(|error| error.to_string())?;
    let mut host = Host::new(cartridge, entropy).with_pointer();
    for script in scripts {
        let text = String::from_utf8_lossy(&read(script)?).into_owned();
        let actions = parse_file(&text).map_err(|e| format!("{script}: {e}"))?;
        // Where the pointer stands is nothing to a game that is worked by keys.
        let keys = actions
            .into_iter()
            .filter(|action| !matches!(action, Action::Mouse(..)));
        let actions: Vec<Action> = keys.collect();
        host.power_cycle();
        host.perform(&actions)
            .map_err(|error| format!("{}: {error}", Path::new(script).display()))?;
    }
    let mut equal = true;
    let saves = named_saves(&disk);
    if saves.is_empty() {
        return Err("no game is saved under a name on that disk".to_owned());
    }
    for NamedSave {
        name,
        header,
        image,
    } in saves
    {
        let Some(wanted) = host.saved_as(&name) else {
            println!("{name}: the reference VM has not saved it");
            equal = false;
            continue;
        };
        if wanted == [header, image].concat() {
            println!("{name}: equal, {} bytes", wanted.len());
            continue;
        }
        equal = false;
        println!("{name}: not equal");
        for difference in differences(&cartridge, &wanted[header.len()..], image) {
            println!("  {difference}");
        }
    }
    Ok(equal)
}
