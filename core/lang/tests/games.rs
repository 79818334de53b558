//! Every game's own tests, and a game of its simulation, on the Rust machine.

use crate::common;
use hexfront_lang::Cut;
use hexfront_lang::explained::Explained;
use hexfront_lang::simulation::{self, Played, Simulation};

/// What a game of its simulation reports.
fn played(game: &str, cut: Cut) -> Played {
    let files = common::files(game);
    let simulation = Simulation::compile_cut(&files, cut).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("the simulation of {game}:\n{}", all.join("\n"))
    });
    let played = simulation.play(*simulation.numbers().end(), &[]);
    assert_eq!(played.failures, Vec::<String>::new(), "{game}, {cut:?}");
    assert!(!played.results.is_empty(), "{game} reports nothing");
    played
}

/// Parts of a game that is cut so finely.
fn parts(game: &str, cut: Cut) -> usize {
    let outcome = hexfront_lang::compile_on(&common::files(game), None, cut);
    outcome.sizes.expect("compiled").parts.len()
}

/// The folders of all games.
fn all() -> Vec<String> {
    let games = std::fs::read_dir(common::path("../games")).expect("the games");
    let paths = games.map(|game| game.expect("an entry").path());
    let named = paths.filter(|path| path.join("game.rules").exists());
    let folder = |path: std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        format!("../games/{}", name.expect("a plain name"))
    };
    named.map(folder).collect()
}

#[test]
fn every_game_passes_its_own_tests() {
    for game in all() {
        common::run_tests(&game);
        if simulation::is_there(&common::files(&game)) {
            played(&game, Cut::Coarse);
        }
    }
}

/// Nothing that a phase needs is absent, and no rule asks for what a part held when it went: the machine fills that with
/// something else (`Vm::bring_in`), and the games are equal.
#[test]
fn where_memory_is_short_the_games_are_the_same() {
    let mut seen = 0;
    for game in all() {
        if parts(&game, Cut::Fine) == parts(&game, Cut::Coarse) {
            continue;
        }
        common::run_tests_cut(&game, Cut::Fine);
        let [fine, coarse] = [Cut::Fine, Cut::Coarse].map(|cut| played(&game, cut));
        assert_eq!(fine.results, coarse.results, "{game}");
        seen += 1;
    }
    assert!(seen > 0, "no game is cut finely");
}

/// The most that Breakthrough needs at a time where memory is short, in whole pages: bytecode, tables, texts and all that is
/// written.
const MOST_AT_A_TIME: usize = 27_904;

#[test]
fn breakthrough_fits_where_memory_is_short() {
    let game = all()
        .into_iter()
        .find(|game| game.ends_with("breakthrough-in-the-ardennes"));
    let files = common::files(&game.expect("the game"));
    let sizes = hexfront_lang::compile_on(&files, None, Cut::Fine).sizes;
    let moments = sizes.expect("compiled").moments();
    let largest = &moments[0];
    assert!(
        largest.bytes <= MOST_AT_A_TIME,
        "{} take {} bytes; `hexfront check --sizes` tells of what",
        largest.parts.join(", "),
        largest.bytes
    );
}

/// A game that tells why is compiled otherwise than the one that is shipped; it must be found sound, too.
#[test]
fn every_game_tells_why() {
    for entry in std::fs::read_dir(common::path("../games")).expect("the games") {
        let dir = entry.expect("an entry").path();
        if dir.join("game.rules").exists() {
            let name = dir.file_name().and_then(|n| n.to_str()).expect("a name");
            let told = Explained::compile(&common::files(&format!("../games/{name}")));
            let mistakes = told.err().map(|(diags, sources)| {
                let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
                all.join("\n")
            });
            assert_eq!(mistakes, None, "{name}");
        }
    }
}
